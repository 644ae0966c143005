// Made by `make widgets` from js/src; edit there.
var Se="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var ve=Mt([153,153,153]),_e=Lt(Se.split(" ").map(Ae)),At=new Map,Et=new WeakMap;function Mt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Ae(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Lt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Mt(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function Ee(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=At.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Lt([s,a].map(c=>c.slice(0,3)));return At.set(o,i),i}function pt(t){
for(let e of t.querySelectorAll("canvas"))Et.get(e)?.()}function ct(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(u=>Float32Array.
from(u)),c=()=>{if(!t.isConnected)return;let u=n==="signed"?_e:Ee(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let l=t.getContext("2d"),d=l.createImageData(a,s),p=new Uint32Array(d.data.buffer);for(let b=0,g=0;b<s;b++)for(let m=0;m<
a;m++,g++){let h=Math.floor(256*((i[b][m]-o)/(r-o))),y=u[Math.min(255,Math.max(0,h))];p[g]=Number.isNaN(h)?ve:y}l.putImageData(
d,0,0)};Et.set(t,c),c()}function Nt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return Nt(o,e,n),o}function mt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Nt(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}function Ct(t){return t.map(([e,...n])=>{let o=n.map(r=>f("td",{},r));return f("tr",{},f("th",{scope:"row"},e),...o)})}function V(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}function ht(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Ot(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Tt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Me(t);o.append(s);let i=Ot(s),c,u=()=>c&&
i.start(c.draw);c=e(s,n,r,u),Object.assign(s,{stateForTests:c.stateForTests}),pt(s),u();let l=Le(n,c.observes,u);return()=>{
l(),i.stop(),a()}}}}function Me(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",pt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Le(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Rt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function F(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Ne=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function It(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Ne.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Wt(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function gt(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=f("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),R(n[a],i)})},{node:e})}function Bt({label:t,options:e,change:n}){let o=f("div",{"aria-hidden":"true"}),r=e.map((u,l)=>f("option",{value:l},u)),
s=f("select",{"aria-label":t},...r),a=f("div",{class:"mha-menu"},o,s),i=f("div",{class:"mha-control mha-picker"},f("span",
{},t),a),c=u=>{s.value=String(u),R(o,e[u])};return s.addEventListener("change",()=>{c(Number(s.value)),n(Number(s.value))}),
{node:i,set:c}}function z(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function Ft({label:t,size:e,long:n=!1,
refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?f("textarea",{rows:e,...s}):
f("input",{type:"text",size:e,...s}),i=f("output",{class:"mha-input-error"}),c=()=>n?a.value:a.value.trim().toLowerCase(),
u=b=>{R(i,b),a.setAttribute("aria-invalid",String(b!==""))};a.addEventListener("input",()=>{let b=c();u(o(b)),i.textContent||
r(b)});let l=f("div",{class:"mha-text-input"},f("label",{},`${t} `,a),i),d="";return{node:l,input:a,set:b=>{let m=(n?b===
d:document.activeElement===a)&&i.textContent!=="";d=b;let h=n?b.replace(/\r\n?/g,`
`):b;m||c()===h||(a.value=h,u(""))},complain:u}}function O(t){return Array.from({length:t},(e,n)=>n)}var bt=(t,e)=>t.includes(e)?t.filter(n=>n!==e):[...t,e];function it(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}var tt=t=>O(t.length).sort((e,n)=>t[n]-t[e]);function G(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function Ce(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var et=t=>t.toLocaleString("en-US"),Pt={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Ht(t,e=1e3){
let n=Pt[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?et(Math.round(o)):Ce(o,3)} ${Pt[e][Math.
max(0,n)]}`}function Dt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}function q(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function wt(t,e){return`${t} ${e}${t===
1?"":"s"}`}function jt(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}function yt(t,e){if(!t)
return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${et(n)} characters; the limit is ${et(
e)}.`}var xt=8;function zt(t,e){t.style.setProperty("--mha-hue",e<xt?`var(--mha-head-${e})`:"initial")}function qt(t,e,n,o){let r=f("ca\
nvas",{"aria-hidden":"true"});ct(r,[O(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>f("span",{},c));return f("div",
{class:"mha-bar"},s,r,a,i)}var lt=t=>Object.keys(t);function Xt(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Kt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Yt(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Ut(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,u]of Object.entries(e)){
let l=r.filter(([p])=>p===c).map(([,p])=>p);if(l.length===0)return o(`${c} is missing`);if(l.length>1)return o(`${c} is \
given ${Oe(l.length)}`);let d=u(l[0],i);if(d===void 0)return o(`${c} cannot be “${Ut(l[0])}”`);a[c]=d}return{values:a,
wrong:""}}var Oe=t=>t===2?"twice":`${t} times`;function Ut(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Te(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function ut(t,e,n=0){let o=Te(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function nt(t,e){let n=t===""?[]:t.split(",").map(o=>ut(o,e));
return n.includes(void 0)?void 0:n}var ot="open",Re=["pointerdown","wheel","touchstart","keydown","hashchange"],Ie=120,We=99,Be=["","localhost","127.0.0.1",
"[::1]"];function Gt(t,e,n=()=>({})){let o=lt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let u=()=>Rt(a,...o),l=u(),d=()=>Fe(i,c,e,a.get),p=d();p?.values&&F(a,p.values);let b=t.render({...s,
openedByLink:!!p?.values}),g=i.querySelector(".mha"),m=De(g),h=je(g,()=>Xt(c,{...u(),...n(a.get),...m.get()})),y=({values:w,
folds:S,wrong:v})=>{let _=v||m.findError(S);F(a,_?l:w),m.open(_?[]:S),h.clear(),h.refuse(_),He(i)},$=()=>{let w=d();w&&y(
w)};p?y(p):document.addEventListener("DOMContentLoaded",$,{once:!0}),addEventListener("hashchange",$);for(let w of o)a.on(
`change:${w}`,h.clear);return()=>{for(let w of o)a.off(`change:${w}`,h.clear);document.removeEventListener("DOMContentLo\
aded",$),removeEventListener("hashchange",$),b()}}}}function Fe(t,e,n,o){let r=Kt(location.hash);if(r?.name!==e)return r&&
Pe(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(ot),
a={...n,[ot]:d=>nt(d,We)},{values:i,wrong:c}=Yt(r.query,s?n:a,o),{[ot]:u=[],...l}=i??{};return{values:i&&l,folds:u,wrong:c}}
function Pe({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function He(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Ie,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of Re)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function De(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[ot]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${ot} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function je(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=f("div",{class:"\
mha-link"},z("Copy link to this",async()=>{s();let u=`#${e()}`,l=location.href.split("#")[0]+u;if(await ze(l)){o.append(
"Copied.",...Vt(u));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=l,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Vt(u))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:u=>{n.textContent=u&&`The link does not fit this page: ${u}.`}}}function Vt(t){if(!Be.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function ze(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var qe=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function rt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,qe).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Ue=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function Qt(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Ue.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:rt(n)}).join(", ")}var[Xe,Ke]=[6,.1],[Jt,Ye]=[1.5,6.5],Ve=.4,Ge=2,Qe=16;var Je=t=>Math.min(Qe,t.length-1-t.lastIndexOf(`
`)),Ze=t=>tt(t).slice(0,Xe).filter(e=>t[e]>=Ke);function tn(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let l=s-18-o;return`M${r-5} ${s}C${r-11} ${l} ${r+11} ${l} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let l=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${l} ${a} ${l} ${a} ${i}`}if(e.y>=t.y-1){let l=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${l} ${a} ${l} ${a} ${i}`}let c=i+e.height,u=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${u} ${a} ${u} ${a} ${c}`}function Zt(t,e,n=!0){let o=mt("svg",{"aria-hidden":"true"}),r=f("div"),s=f("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],u="",l=g=>{
let m=e(),h=a.map(x=>x.getBoundingClientRect()),{x:y,y:$,width:w}=h[m],S=h.map((x,M)=>({i:M,box:x})).filter(({box:x})=>(x.
y-$)*g>1);if(S.length===0)return m;let v=S.at(g>0?0:-1)?.box.y,_=x=>Math.abs(x.x+x.width/2-y-w/2);return S.filter(({box:x})=>x.
y===v).sort((x,M)=>_(x.box)-_(M.box))[0].i};It(s,(g,m)=>t(m?e()+m:l(g))),Wt(s,g=>t(g?a.length-1:0));let d=()=>{if(a.length===
0||!s.checkVisibility())return;let g=o.getBoundingClientRect(),m=a[e()].getBoundingClientRect(),h=new Map,y=(w,S)=>Ze(w).
map(v=>{let _=v===e()?m:a[v].getBoundingClientRect(),E=h.get(v)??0;h.set(v,E+1);let x=Jt+(Ye-Jt)*w[v];return mt("path",{
class:S?"mha-other":"",d:tn(m,_,g,Ge*E),"stroke-width":x*(S?Ve:1)})}),$=y(i,!1);o.replaceChildren(...c.flatMap(w=>y(w,!0)),
...$)};new ResizeObserver(d).observe(s);let p=g=>{let m=JSON.stringify(g);if(m===u)return;u=m,a=g.map((y,$)=>{let w=`${n?
Qt(y):y}, position ${$}`,S=f("button",{type:"button",tabindex:-1,"aria-label":w});return S.textContent=n||!y.trim()?rt(y):
y,S.addEventListener("click",()=>t($)),S});let h=[f("div")];a.forEach((y,$)=>{if(h[h.length-1].append(y),!g[$].includes(
`
`)||$+1===a.length)return;let w=f("div");V(w,{indent:Je(g[$])}),h.push(w)}),r.replaceChildren(...h)};return{node:s,draw:(g,m,h,y=[])=>{
p(g),i=m,c=y,s.classList.toggle("mha-dropped",h),a.forEach(($,w)=>{$.setAttribute("aria-pressed",String(w===e())),$.classList.
toggle("mha-later",n&&w>e()),V($,{fill:i[w]})}),d()}}}var en="<|file|>",nn=/'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu,
$t=(()=>{let t=256;return O(256).map(e=>{let n=e>32&&e<127||e>160&&e!==173;return String.fromCharCode(n?e:t++)})})(),on=new Map(
$t.map((t,e)=>[t,e]));function te(t){let e=[en,...[...$t].sort(),...t.map(i=>i.replace(" ",""))],n=new Map(e.map((i,c)=>[
i,c])),o=new Map(t.map((i,c)=>[i,c])),[r,s]=[new TextEncoder,new TextDecoder("utf-8",{ignoreBOM:!0})];function a(i){let c=[
...r.encode(i)].map(u=>$t[u]);for(;;){let u=Number.POSITIVE_INFINITY,l=0;for(let d=0;d+1<c.length;d++){let p=o.get(`${c[d]}\
 ${c[d+1]}`)??u;p<u&&(u=p,l=d)}if(u===Number.POSITIVE_INFINITY)break;c.splice(l,2,c[l]+c[l+1])}return c.map(u=>n.get(u))}
return{encode:i=>(i.match(nn)??[]).flatMap(a),words:i=>i.map(c=>{let u=[...e[c]].map(l=>on.get(l)??0);return s.decode(Uint8Array.
from(u))})}}var ee=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],rn=[23.601290952344122,244.02463793444417,
1282.6165260773723],sn=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],an=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function cn(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+ee[c])*s,i=(i+rn[c])*s;return t*(a+ee[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+sn[s])*e,o=(o+an[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function ne(t){for(let e=0;e<t.length;e++)t[e]*=(1+cn(t[e]*Math.SQRT1_2))/2}var ln=1e-6;function dt(t,e){let n=e.length,o=new Float32Array(t.length);for(let r=0;r<t.length;r+=n){let s=1/Math.sqrt(
it(t,t,r,r+n)/n+ln);for(let a=0;a<n;a++)o[r+a]=t[r+a]*s*e[a]}return o}function U(t,e,n,o=new Float32Array(t.length/e*(n.
length/e))){let[r,s]=[t.length/e,n.length/e],[a,i]=[r-r%4,s-s%2];for(let c=0;c<a;c+=4){let u=c*e,[l,d,p]=[u+e,u+2*e,u+3*
e];for(let b=0;b<i;b+=2){let g=b*e,m=g+e,h=0,y=0,$=0,w=0,S=0,v=0,_=0,E=0;for(let M=0;M<e;M++){let P=n[g+M],A=n[m+M],W=t[u+
M],T=t[l+M],L=t[d+M],J=t[p+M];h+=P*W,y+=P*T,$+=P*L,w+=P*J,S+=A*W,v+=A*T,_+=A*L,E+=A*J}let x=c*s+b;o[x]=h,o[x+1]=S,o[x+s]=
y,o[x+s+1]=v,o[x+2*s]=$,o[x+2*s+1]=_,o[x+3*s]=w,o[x+3*s+1]=E}}for(let c=0;c<r;c++)for(let u=c<a?i:0;u<s;u++){let l=u*e,d=0;
for(let p=0;p<e;p++)d+=n[l+p]*t[c*e+p];o[c*s+u]=d}return o}function oe(t,e){let n=t[0];for(let r=1;r<e;r++)n=Math.max(n,
t[r]);let o=0;for(let r=0;r<e;r++)t[r]=Math.exp(t[r]-n),o+=t[r];for(let r=0;r<e;r++)t[r]/=o}function re(t,e,n){let o=t[e];
for(let s=e+1;s<n;s++)t[s]>o&&(o=t[s]);let r=0;for(let s=e;s<n;s++)r+=Math.exp(t[s]-o);return o+Math.log(r)}var se=16,un=3;function dn({vocabulary:t,n_layers:e,n_heads:n,d_model:o},r){let s=()=>new Float32Array(r*o);return{limit:r,
layers:O(e).map(()=>({Q:s(),K:s(),V:s()})),weights:O(e*n).map(()=>new Float32Array(r*r)),logits:new Float32Array(r*t),logSums:new Float64Array(
r)}}function fn({embedding:t,sizes:{d_model:e}},{tokens:n,from:o}){let r=new Float32Array((n.length-o)*e);for(let s=o;s<
n.length;s++){let a=t.subarray(n[s]*e,(n[s]+1)*e);r.set(a,(s-o)*e)}return r}function ae(t,e){for(let n=0;n<t.length;n++)
t[n]+=e[n]}function pn({sizes:t,layers:e},n,{tokens:o,from:r,off:s},a,i){let{context:c,n_heads:u,d_model:l}=t,{limit:d}=n,
[p,b]=[Math.floor(a/u),a%u],{Q:g,K:m,V:h}=n.layers[p],{distances:y}=e[p],$=n.weights[a],w=l/u,S=1/Math.sqrt(w),v=new Float64Array(
o.length),_=s.includes(a),E=b*w;for(let x=r;x<o.length;x++){let M=x*l+E;for(let A=0;A<=x;A++){let W=0;for(let T=0,L=A*l+
E;T<w;T++)W+=g[M+T]*m[L+T];v[A]=W*S+y[b*c+x-A]}oe(v,x+1);let P=(x-r)*l+E;for(let A=0;A<=x;A++){let W=v[A];if($[x*d+A]=W,
!_)for(let T=0,L=A*l+E;T<w;T++)i[P+T]+=W*h[L+T]}}}function*mn(t,e,n,o,r){let{n_heads:s,d_model:a}=t.sizes,{beforeAttention:i,
W_Q:c,W_K:u,W_V:l,W_O:d}=t.layers[o],{Q:p,K:b,V:g}=e.layers[o],m=dt(r,i),[h,y]=[n.from*a,n.tokens.length*a];U(m,a,c,p.subarray(
h,y)),U(m,a,u,b.subarray(h,y)),U(m,a,l,g.subarray(h,y)),yield;let $=new Float32Array(r.length);for(let w=0;w<s;w++)pn(t,
e,n,o*s+w,$);ae(r,U($,a,d)),yield}function hn({d_model:t,d_mlp:e},{beforeMlp:n,widen:o,narrow:r},s){let a=U(dt(s,n),t,o);
ne(a),ae(s,U(a,e,r))}function*gn({sizes:t,norm:e,embedding:n},{logits:o,logSums:r},{tokens:s,from:a},i){let{vocabulary:c,
d_model:u}=t,l=dt(i,e),d=un/Math.sqrt(u);for(let p=0;p<l.length;p++)l[p]*=d;for(let p=a;p<s.length;p+=se){let b=Math.min(
p+se,s.length),g=l.subarray((p-a)*u,(b-a)*u),m=o.subarray(p*c,b*c);U(g,u,n,m);for(let h=p;h<b;h++)r[h]=re(o,h*c,(h+1)*c);
yield}}function*bn(t,e,n){let o=fn(t,n);for(let[r,s]of t.layers.entries())yield*mn(t,e,n,r,o),!n.mlpsOff.includes(r)&&(hn(
t.sizes,s,o),yield);yield*gn(t,e,n,o)}function wn({sizes:t,layers:e},n,o,r){let{context:s,n_heads:a,d_model:i}=t,[c,u]=[
Math.floor(o/a),o%a],{Q:l,K:d}=n.layers[c],p=i/a,b=1/Math.sqrt(p),g=(h,y)=>h.subarray(y*i+u*p,y*i+(u+1)*p),m=g(l,r);return O(
r+1).map(h=>{let y=it(m,g(d,h))*b,$=e[c].distances[u*s+r-h],w=n.weights[o][r*n.limit+h];return{key:h,match:y,distance:$,
score:y+$,weight:w}})}function yn(t,e,n){let{limit:o,weights:r,logits:s,logSums:a}=e,{vocabulary:i}=t.sizes,c=n.length;return{
n:c,weights:u=>O(c).map(l=>r[u].subarray(l*o,l*o+c)),probabilities:u=>Float64Array.from(s.subarray(u*i,(u+1)*i),l=>Math.
exp(l-a[u])),loss:()=>{let u=0;for(let l=0;l+1<c;l++)u+=a[l]-s[l*i+n[l+1]];return u/(c-1)},parts:(u,l)=>wn(t,e,u,l)}}function kt(t,e){
let n=dn(t.sizes,e),o=[],r="",s="";return function*(a,i=[],c=[]){let u=JSON.stringify([i,c]),l=JSON.stringify([a,u]);s=l;
let d=0;for(;u===r&&d<a.length&&o[d]===a[d];)d++;if(d<a.length){[o,r]=[a.slice(0,d),u];for(let p of bn(t,n,{tokens:a,from:d,
off:i,mlpsOff:c}))if(yield,s!==l)return null}return o=[...a],yn(t,n,a)}}var xn=6,St=t=>tt(t.map(({weight:e})=>e)).slice(
0,xn).map(e=>t[e]),$n=8;function ce(t,e){let n=tt(t),o=O(Math.min($n,n.length)),r=e===void 0?-1:n.indexOf(e);return r>=o.
length&&o.push(r),o.map(s=>({token:n[s],rank:s+1,probability:t[n[s]],isNext:n[s]===e}))}var ie=t=>t.some(e=>e.includes("\
�"))?"�: one byte of a letter that takes several":"",H=t=>`“${rt(t)}”`,kn=t=>t===0?"itself":`${t} back`,st=({sizes:t},e)=>Dt(
e,t.n_heads,t.n_layers);function le({model:t,words:e,position:n,head:o,off:r,parts:s}){let[{key:a,weight:i}]=St(s),c=a===
n?"itself":`${H(e[a])}, ${kn(n-a)}`,u=`${st(t,o)}${r.includes(o)?" (off: its output is dropped)":""}`;return`From ${H(e[n])}\
 (${n}), ${u} attends most to ${c}: ${G(i)}.`}function ue(t,e,n){let o=t[0],r=t.find(({isNext:l})=>l),s=n?` (${q(n[o.token])}\
 with all on)`:"",a=`Next: ${H(e(o.token))} ${q(o.probability)}${s}`;if(!r)return`${a}.`;if(r===o)return`${a}, which is \
right.`;let i=q(r.probability),c=n&&q(n[r.token]),u=`the text has ${H(e(r.token))}, its guess ${r.rank}, ${i}`;return c&&
c!==i?`${a}; ${u} (was ${c}).`:`${a}; ${u}.`}var Sn=4;function de(t,e,n,o,r){if(Number.isNaN(o))return"A single token ha\
s no next token yet, so there is no loss.";let s=`Loss on this text, in nats a token: ${G(o)} with all on`,a=[...e].sort(
(d,p)=>d-p).map(d=>st(t,d)),i=[...n].sort((d,p)=>d-p).map(d=>`the MLP of layer ${d}`);if(a.length+i.length===0)return`${s}\
.`;let c=a.length+i.length>Sn,u=[a.length>0?wt(a.length,"head"):"",i.length>0?wt(i.length,"MLP"):""].filter(Boolean),l=c?
jt(u):[...a,...i].join("; ");return`${s}, ${G(r)} without ${l}.`}var fe=({sizes:{vocabulary:t}})=>`The mean of −log of t\
he probability that the model gave to the actual next token: 0 is certain and right; log ${t} = ${G(Math.log(t))} is a b\
lind guess.`;function pe(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}function vn(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function _n(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}function*me(t){let{about:e,bytes:n}=_n(vn(t).buffer),o=u=>new Float32Array(n(u)),r=u=>{let l=new Int8Array(n(
u)),d=o(`${u} step`),p=new Float32Array(l.length),b=l.length/d.length;for(let g=0,m=0;g<d.length;g++)for(let h=0;h<b;h++,
m++)p[m]=l[m]*d[g];return p},s=JSON.parse(e.sizes);yield;let[a,i]=[r("embedding"),o("norm.weight")],c=[];for(let u=0;u<s.
n_layers;u++)yield,c.push({beforeAttention:o(`layers.${u}.before_attention.weight`),W_Q:r(`layers.${u}.attention.W_Q`),W_K:r(
`layers.${u}.attention.W_K`),W_V:r(`layers.${u}.attention.W_V`),W_O:r(`layers.${u}.attention.W_O`),distances:o(`layers.${u}\
.distances`),beforeMlp:o(`layers.${u}.before_mlp.weight`),widen:r(`layers.${u}.widen.weight`),narrow:r(`layers.${u}.narr\
ow.weight`)});return{sizes:s,merges:e.merges.split(`
`).filter(Boolean),embedding:a,norm:i,layers:c}}var I=globalThis,An=2e4;function*he(t){I.bookModelsRead??={};let e=I.bookModels?.[t];return e&&!I.bookModelsRead[t]&&(I.
bookModelsRead[t]=yield*me(e)),I.bookModelsRead[t]}function En(t,e){return new Promise((n,o)=>{let r=({hash:i,base64:c})=>{
i!==t||!c||(a(),n(c))},s=setTimeout(()=>{a(),o(new Error("the kernel did not answer"))},An),a=()=>{clearTimeout(s),e.off(
"msg:custom",r)};e.on("msg:custom",r),e.send?.({wanted:t})})}async function Mn(t){await pe(t);let e=I.bookModels?.[t];if(!e)
throw new Error("the script has another model");return e}async function ge(t,e){if(I.bookModels??={},I.bookModelsAsked??=
{},!I.bookModels[t]){I.bookModelsAsked[t]??=e.send?En(t,e):Mn(t);try{I.bookModels[t]=await I.bookModelsAsked[t]}finally{
delete I.bookModelsAsked[t]}}}var Ln="your own",vt="The model could not be loaded here. It runs in the built book, and in a notebook whose kernel runs\
.",at=({n_layers:t,n_heads:e})=>t*e;function be(t,e,n){at(t)<=xt&&zt(e,n)}var we={text:(t,e)=>yt(t,e("max_characters"))?
void 0:t,position:(t,e)=>ut(t,e("max_tokens"),-1),head:(t,e)=>ut(t,at(e("model").sizes)),off:(t,e)=>nt(t,at(e("model").sizes)),
mlps_off:(t,e)=>nt(t,e("model").sizes.n_layers)};function Nn(t,e,n){let o=t.get("examples"),r="",s="",a=Bt({label:"examp\
le",options:[Ln,...o.map(([l])=>l)],change:l=>{let d=i.input.ariaInvalid==="true"?"":r,p=l>0?o[l-1][1]:d||t.get("text");
s=l>0?"":p,l>0&&i.complain(""),p!==t.get("text")&&F(t,{text:p,position:-1}),u(),n(),!(l>0)&&(i.input.focus(),i.input.select())}}),
i=Ft({label:`type Python, up to ${t.get("max_tokens")} tokens`,size:5,long:!0,refuse:e,change:l=>{let d=i.input.selectionStart===
l.length;F(t,d?{text:l,position:-1}:{text:l})}}),c=f("div",{class:"mha-code-input"});o.length>0&&c.append(a.node),c.append(
i.node);let u=()=>{let l=t.get("text"),d=l===s?-1:o.findIndex(([,p])=>p===l);d<0&&(r=l),a.set(d+1),i.set(l)};return{node:c,
set:u,complain:i.complain,field:i.input}}function Cn(t){let{sizes:e}=t.get("model"),n={sizes:e},o=O(at(e)).map(l=>{let[d,
p]=[f("canvas",{"aria-hidden":"true"}),f("div",{class:"mha-mark"})],b=st(n,l),g=z("",()=>F(t,{head:l}));g.setAttribute("\
aria-label",b),g.title=b,g.append(f("div",{class:"mha-picture"},d,p));let m=z("",()=>F(t,{off:bt(t.get("off"),l)}));m.classList.
add("mha-switch");let h=f("div",{class:"mha-thumb"},g,m);return be(e,h,l),{node:h,name:b,canvas:d,mark:p,choose:g,toggle:m}}),
r=O(e.n_layers).map(l=>{let d=z("",()=>F(t,{mlps_off:bt(t.get("mlps_off"),l)}));return d.classList.add("mha-switch"),d}),
s=r.map((l,d)=>{let p=o.slice(d*e.n_heads,(d+1)*e.n_heads),b=f("span",{class:"mha-layer"},`layer ${d}`),g=p.map(({node:m})=>m);
return f("div",{class:"mha-thumbs"},f("div",{},b,l),...g)}),i=f("div",{class:"mha-thin-mark"},...s,qt("weights","0","1",
"press a map to choose its head; queries down, keys across; the frame is the chosen token"));function*c(l,{position:d,head:p,
off:b,mlpsOff:g}){for(let[m,{node:h,name:y,canvas:$,mark:w,choose:S,toggle:v}]of o.entries()){ct($,l.weights(m),"weights",
0,1),w.style.top=`${100*d/l.n}%`,w.style.height=`${100/l.n}%`,S.setAttribute("aria-pressed",String(m===p));let _=!b.includes(
m);h.classList.toggle("mha-thumb-off",!_),R(v,`${m%e.n_heads}: ${_?"on":"off"}`),v.setAttribute("aria-label",`${y}: ${_?
"on":"off"}`),v.setAttribute("aria-pressed",String(_)),yield}r.forEach((m,h)=>{let y=!g.includes(h);R(m,`MLP: ${y?"on":"\
off"}`),m.setAttribute("aria-label",`layer ${h}, MLP: ${y?"on":"off"}`),m.setAttribute("aria-pressed",String(y))})}return{
node:i,draw:c,firstSwitchedOff:({off:l,mlpsOff:d})=>l.length>0?o[Math.min(...l)].toggle:r[Math.min(...d)]}}function On(){
let t=f("caption"),e=f("tbody");return{node:f("table",{class:"mha-next"},t,e),draw:({words:r,position:s,guesses:a},i,c)=>{
R(t,`What comes after ${H(r[s])} (${s})${c?"; the line: with all on":""}`);let u=a.map(({token:l,rank:d,probability:p,isNext:b})=>{
let g=f("th",{scope:"row"},H(i(l)),b?" ✓":""),m=f("div"),h=f("div",{class:"mha-rail"},m);if(V(m,{fill:`${100*p}%`}),c){
let w=f("i");V(w,{fill:`${100*c[l]}%`}),h.append(w)}let y=[f("td",{"aria-hidden":"true"},h),f("td",{},q(p))];c&&y.push(f(
"td",{},`was ${q(c[l])}`));let $=d>a.length;return $&&g.append(f("span",{class:"mha-layer"},`number ${d}`)),f("tr",{class:[
b&&"mha-right-answer",$&&"mha-lower-rank"].filter(Boolean).join(" ")},g,...y)});e.replaceChildren(...u)}}}function Tn(){
let t=f("caption"),e=f("tbody"),o=f("thead",{},f("tr",{},...["token","back","match","distance","score","weight"].map(c=>f(
"th",{scope:"col"},c)))),r=f("table",{class:"mha-parts"},t,o,e),s=f("p",{class:"mha-note"});return{node:f("div",{},r,s),
draw:({model:c,words:u,position:l,head:d,parts:p})=>{let b=st(c,d);R(t,`What ${b} attends to from ${H(u[l])} (${l}), and\
 why`);let g=St(p).map(({key:y,match:$,distance:w,score:S,weight:v})=>[H(u[y]),String(l-y),...[$,w,S,v].map(_=>G(_))]);e.
replaceChildren(...Ct(g));let h=`match: query times key, divided by √${c.sizes.d_model/c.sizes.n_heads}; distance: the\
 head's learned bias for this many tokens back; score: their sum. The weights are the softmax of all scores.`;R(s,h)}}}function Rn(t,e){
let n=te(t.merges),o=n.words(O(t.sizes.vocabulary));return{model:t,limit:e,encode:n.encode,word:r=>o[r],whole:kt(t,e),left:kt(
t,e)}}function In(t,e,n,o){let{hash:r,bytes:s,parameters:a}=e.get("model"),i=null;function*c(){let k=yield*he(r);return k&&
!i&&(i=Rn(k,e.get("max_tokens"))),i}let u=!1,l=async()=>{if(!(u||i)){u=!0,t.ariaBusy="true",R(m,"loading …");try{await ge(
r,e),R(m,""),document.activeElement===g&&b.field.focus()}catch{R(m,vt)}u=!1,t.ariaBusy="false",m.textContent!==vt&&o()}},
d=()=>{m.textContent!==vt&&l()},p=k=>{let N=yt(k,e.get("max_characters"));if(N||!i)return N;let{length:B}=i.encode(k);return B>
i.limit?`That is ${B} tokens; the model reads ${i.limit}.`:""},b=Nn(e,p,d),g=z(`Load the model: ${Ht(s)}, once`,l),m=f("\
span",{role:"status"}),h=f("span",{class:"mha-count"},`${et(a)} parameters`),y=f("div",{class:"mha-load"},g,h,m),w=Zt(k=>{
k>=0&&k<L.run.n&&k!==L.view.position&&F(e,{position:k})},()=>L.view.position),S=Cn(e),[v,_]=[On(),Tn()],E=f("p",{class:"\
mha-note"}),x=f("div",{class:"mha-read"},w.node,E),M=gt(x),P=f("div",{class:"mha-cost"}),A=gt(P),W=z("all on",()=>{let k=S.
firstSwitchedOff(L.view);F(e,{off:[],mlps_off:[]}),k.focus({preventScroll:!0})}),T=f("p",{class:"mha-note"});x.append(S.
node,P,T,f("div",{class:"mha-two-columns"},v.node,_.node)),t.append(b.node,y,x);let L;function*J(k){let N=k.encode(e.get(
"text")).slice(0,k.limit),B=e.get("off"),X=e.get("mlps_off"),C=e.get("head"),D=e.get("position"),K=N.length-1,Y=D<0?K:Math.
min(D,K),j=yield*k.whole(N),Z=B.length+X.length>0,Q=Z?yield*k.left(N,B,X):j;if(!j||!Q)return!1;let ft=N.map(k.word),xe=ce(
Q.probabilities(Y),N[Y+1]),$e=Q.parts(C,Y),ke={model:k.model,words:ft,position:Y,head:C,off:B,mlpsOff:X,guesses:xe,parts:$e};
return L={run:Q,whole:j,tokens:N,view:ke,before:Z?j.probabilities(Y):null},!0}x.hidden=!0;let _t=!1;function*ye(){b.set();
let k=yield*c();if(!k){(_t||n)&&d(),_t=!0;return}if(!(yield*J(k)))return;y.remove(),x.hidden=!1;let N=p(e.get("text"));N&&
b.complain(N);let{run:B,whole:X,view:C,before:D}=L,{words:K,position:Y,head:j,off:Z,mlpsOff:Q}=C;w.draw(K,B.weights(j)[Y],
Z.includes(j)),be(k.model.sizes,w.node,j),R(E,ie(K)),E.hidden=!E.textContent,yield,yield*S.draw(B,C),v.draw(C,k.word,D),
yield,_.draw(C),yield,M(le(C),ue(C.guesses,k.word,D));let ft=document.activeElement===b.field;A.node.setAttribute("aria-\
live",ft?"off":"polite"),A(de(k.model,Z,Q,X.loss(),B.loss())),D?W.parentNode||P.append(W):W.remove(),R(T,fe(k.model))}return{
observes:lt(we),draw:ye,stateForTests:()=>{let k=ht(c());if(!k)return{loaded:!1};ht(J(k));let{run:N,whole:B,tokens:X,view:C}=L;
return{loaded:!0,tokens:X,words:C.words,position:C.position,head:C.head,weights:O(at(k.model.sizes)).map(D=>N.weights(D).
map(K=>[...K])),probabilities:[...N.probabilities(C.position)],before:L.before&&[...L.before],guesses:C.guesses,loss:B.loss(),
loss_now:N.loss(),parts:C.parts}}}}var Wn=Tt("A language model of Python, running in the page",In),Ko=Gt(Wn,we);export{Ko as default};
