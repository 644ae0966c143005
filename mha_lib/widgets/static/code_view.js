// Made by `make widgets` from js/src; edit there.
var xe="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var $e=Ct([153,153,153]),ke=Lt(xe.split(" ").map(Se)),Et=new Map,Mt=new WeakMap;function Ct([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Se(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Lt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Ct(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function _e(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Et.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Lt([s,a].map(c=>c.slice(0,3)));return Et.set(o,i),i}function pt(t){
for(let e of t.querySelectorAll("canvas"))Mt.get(e)?.()}function lt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(d=>Float32Array.
from(d)),c=()=>{if(!t.isConnected)return;let d=n==="signed"?ke:_e(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let l=t.getContext("2d"),f=l.createImageData(a,s),m=new Uint32Array(f.data.buffer);for(let g=0,h=0;g<s;g++)for(let p=0;p<
a;p++,h++){let b=Math.floor(256*((i[g][p]-o)/(r-o))),$=d[Math.min(255,Math.max(0,b))];m[h]=Number.isNaN(b)?$e:$}l.putImageData(
f,0,0)};Mt.set(t,c),c()}function Nt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function u(t,e={},...n){let o=document.createElement(t);return Nt(o,e,n),o}function mt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Nt(o,e,n),o}function P(t,e){t.textContent!==e&&(t.textContent=e)}function Ot(t){return t.map(([e,...n])=>{let o=n.map(r=>u("td",{},r));return u("tr",{},u("th",{scope:"row"},e),...o)})}function Q(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}function ht(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Tt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Rt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=ve(t);o.append(s);let i=Tt(s),c,d=()=>c&&
i.start(c.draw);c=e(s,n,r,d),Object.assign(s,{stateForTests:c.stateForTests}),pt(s),d();let l=Ae(n,c.observes,d);return()=>{
l(),i.stop(),a()}}}}function ve(t){let e=u("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",pt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Ae(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var It=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function j(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Ee=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Wt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Ee.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Ft(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function gt(t){let e=u("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=u("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),P(n[a],i)})},{node:e})}function Bt({label:t,options:e,change:n}){let o=u("div",{"aria-hidden":"true"}),r=e.map((d,l)=>u("option",{value:l},d)),
s=u("select",{"aria-label":t},...r),a=u("div",{class:"mha-menu"},o,s),i=u("div",{class:"mha-control mha-picker"},u("span",
{},t),a),c=d=>{s.value=String(d),P(o,e[d])};return s.addEventListener("change",()=>{c(Number(s.value)),n(Number(s.value))}),
{node:i,set:c}}function q(t,e){let n=u("button",{type:"button"},t);return n.addEventListener("click",e),n}function Pt({label:t,size:e,long:n=!1,
refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?u("textarea",{rows:e,...s}):
u("input",{type:"text",size:e,...s}),i=u("output",{class:"mha-input-error"}),c=()=>n?a.value:a.value.trim().toLowerCase(),
d=g=>{P(i,g),a.setAttribute("aria-invalid",String(g!==""))};a.addEventListener("input",()=>{let g=c();d(o(g)),i.textContent||
r(g)});let l=u("div",{class:"mha-text-input"},u("label",{},`${t} `,a),i),f="";return{node:l,input:a,set:g=>{let p=(n?g===
f:document.activeElement===a)&&i.textContent!=="";f=g;let b=n?g.replace(/\r\n?/g,`
`):g;p||c()===b||(a.value=b,d(""))},complain:d}}function H(t){return Array.from({length:t},(e,n)=>n)}var bt=(t,e)=>t.includes(e)?t.filter(n=>n!==e):[...t,e];function wt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}var nt=t=>H(t.length).sort((e,n)=>t[n]-t[e]);function J(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function Me(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var ot=t=>t.toLocaleString("en-US"),Ht={
1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Dt(t,e=1e3){let n=Ht[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?ot(Math.round(o)):Me(o,3)} ${Ht[e][Math.max(0,n)]}`}function jt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}function K(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function yt(t,e){return`${t} ${e}${t===
1?"":"s"}`}function zt(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}function xt(t,e){if(!t)
return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${ot(n)} characters; the limit is ${ot(
e)}.`}var $t=8;function Ut(t,e){t.style.setProperty("--mha-hue",e<$t?`var(--mha-head-${e})`:"initial")}function Xt(t,e,n,o){let r=u("ca\
nvas",{"aria-hidden":"true"});lt(r,[H(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>u("span",{},c));return u("div",
{class:"mha-bar"},s,r,a,i)}var dt=t=>Object.keys(t);function Kt(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Yt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Vt(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${qt(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,d]of Object.entries(e)){
let l=r.filter(([m])=>m===c).map(([,m])=>m);if(l.length===0)return o(`${c} is missing`);if(l.length>1)return o(`${c} is \
given ${Ce(l.length)}`);let f=d(l[0],i);if(f===void 0)return o(`${c} cannot be “${qt(l[0])}”`);a[c]=f}return{values:a,
wrong:""}}var Ce=t=>t===2?"twice":`${t} times`;function qt(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Le(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function ut(t,e,n=0){let o=Le(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function rt(t,e){let n=t===""?[]:t.split(",").map(o=>ut(o,e));
return n.includes(void 0)?void 0:n}var st="open",Ne=["pointerdown","wheel","touchstart","keydown","hashchange"],Oe=120,Te=99,Re=["","localhost","127.0.0.1",
"[::1]"];function Qt(t,e,n=()=>({})){let o=dt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let d=()=>It(a,...o),l=d(),f=()=>Ie(i,c,e,a.get),m=f();m?.values&&j(a,m.values);let g=t.render({...s,
openedByLink:!!m?.values}),h=i.querySelector(".mha"),p=Be(h),b=Pe(h,()=>Kt(c,{...d(),...n(a.get),...p.get()})),$=({values:x,
folds:k,wrong:S})=>{let M=S||p.findError(k);j(a,M?l:x),p.open(M?[]:k),b.clear(),b.refuse(M),Fe(i)},E=()=>{let x=f();x&&$(
x)};m?$(m):document.addEventListener("DOMContentLoaded",E,{once:!0}),addEventListener("hashchange",E);for(let x of o)a.on(
`change:${x}`,b.clear);return()=>{for(let x of o)a.off(`change:${x}`,b.clear);document.removeEventListener("DOMContentLo\
aded",E),removeEventListener("hashchange",E),g()}}}}function Ie(t,e,n,o){let r=Yt(location.hash);if(r?.name!==e)return r&&
We(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(st),
a={...n,[st]:f=>rt(f,Te)},{values:i,wrong:c}=Vt(r.query,s?n:a,o),{[st]:d=[],...l}=i??{};return{values:i&&l,folds:d,wrong:c}}
function We({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Fe(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Oe,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of Ne)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Be(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[st]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${st} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Pe(t,e){let n=u(
"p",{class:"mha-refused",role:"status"}),o=u("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=u("div",{class:"\
mha-link"},q("Copy link to this",async()=>{s();let d=`#${e()}`,l=location.href.split("#")[0]+d;if(await He(l)){o.append(
"Copied.",...Gt(d));return}r=u("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=l,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Gt(d))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:d=>{n.textContent=d&&`The link does not fit this page: ${d}.`}}}function Gt(t){if(!Re.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,u("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function He(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var De=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function at(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,De).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var je=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function Jt(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=je.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:at(n)}).join(", ")}var[ze,Ue]=[6,.1],[Zt,Xe]=[1.5,6.5],qe=.4,Ke=2,Ye=16;var Ve=t=>Math.min(Ye,t.length-1-t.lastIndexOf(`
`)),Ge=t=>nt(t).slice(0,ze).filter(e=>t[e]>=Ue);function Qe(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let l=s-18-o;return`M${r-5} ${s}C${r-11} ${l} ${r+11} ${l} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let l=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${l} ${a} ${l} ${a} ${i}`}if(e.y>=t.y-1){let l=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${l} ${a} ${l} ${a} ${i}`}let c=i+e.height,d=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${d} ${a} ${d} ${a} ${c}`}function te(t,e,n=!0){let o=mt("svg",{"aria-hidden":"true"}),r=u("div"),s=u("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],d="",l=h=>{
let p=e(),b=a.map(w=>w.getBoundingClientRect()),{x:$,y:E,width:x}=b[p],k=b.map((w,N)=>({i:N,box:w})).filter(({box:w})=>(w.
y-E)*h>1);if(k.length===0)return p;let S=k.at(h>0?0:-1)?.box.y,M=w=>Math.abs(w.x+w.width/2-$-x/2);return k.filter(({box:w})=>w.
y===S).sort((w,N)=>M(w.box)-M(N.box))[0].i};Wt(s,(h,p)=>t(p?e()+p:l(h))),Ft(s,h=>t(h?a.length-1:0));let f=()=>{if(a.length===
0||!s.checkVisibility())return;let h=o.getBoundingClientRect(),p=a[e()].getBoundingClientRect(),b=new Map,$=(x,k)=>Ge(x).
map(S=>{let M=S===e()?p:a[S].getBoundingClientRect(),O=b.get(S)??0;b.set(S,O+1);let w=Zt+(Xe-Zt)*x[S];return mt("path",{
class:k?"mha-other":"",d:Qe(p,M,h,Ke*O),"stroke-width":w*(k?qe:1)})}),E=$(i,!1);o.replaceChildren(...c.flatMap(x=>$(x,!0)),
...E)};new ResizeObserver(f).observe(s);let m=h=>{let p=JSON.stringify(h);if(p===d)return;d=p,a=h.map(($,E)=>{let x=`${n?
Jt($):$}, position ${E}`,k=u("button",{type:"button",tabindex:-1,"aria-label":x});return k.textContent=n||!$.trim()?at($):
$,k.addEventListener("click",()=>t(E)),k});let b=[u("div")];a.forEach(($,E)=>{if(b[b.length-1].append($),!h[E].includes(
`
`)||E+1===a.length)return;let x=u("div");Q(x,{indent:Ve(h[E])}),b.push(x)}),r.replaceChildren(...b)};return{node:s,draw:(h,p,b,$=[])=>{
m(h),i=p,c=$,s.classList.toggle("mha-dropped",b),a.forEach((E,x)=>{E.setAttribute("aria-pressed",String(x===e())),E.classList.
toggle("mha-later",n&&x>e()),Q(E,{fill:i[x]})}),f()}}}var Je="<|file|>",Ze=/'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu,
kt=(()=>{let t=256;return H(256).map(e=>{let n=e>32&&e<127||e>160&&e!==173;return String.fromCharCode(n?e:t++)})})(),tn=new Map(
kt.map((t,e)=>[t,e]));function ee(t){let e=[Je,...[...kt].sort(),...t.map(i=>i.replace(" ",""))],n=new Map(e.map((i,c)=>[
i,c])),o=new Map(t.map((i,c)=>[i,c])),[r,s]=[new TextEncoder,new TextDecoder("utf-8",{ignoreBOM:!0})];function a(i){let c=[
...r.encode(i)].map(d=>kt[d]);for(;;){let d=Number.POSITIVE_INFINITY,l=0;for(let f=0;f+1<c.length;f++){let m=o.get(`${c[f]}\
 ${c[f+1]}`)??d;m<d&&(d=m,l=f)}if(d===Number.POSITIVE_INFINITY)break;c.splice(l,2,c[l]+c[l+1])}return c.map(d=>n.get(d))}
return{encode:i=>(i.match(Ze)??[]).flatMap(a),words:i=>i.map(c=>{let d=[...e[c]].map(l=>tn.get(l)??0);return s.decode(Uint8Array.
from(d))})}}var ne=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],en=[23.601290952344122,244.02463793444417,
1282.6165260773723],nn=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],on=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function rn(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+ne[c])*s,i=(i+en[c])*s;return t*(a+ne[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+nn[s])*e,o=(o+on[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function oe(t){for(let e=0;e<t.length;e++)t[e]*=(1+rn(t[e]*Math.SQRT1_2))/2}var sn=1e-6,re=16,an=3;function St(t,e){let n=e.length,o=new Float32Array(t.length);for(let r=0;r<t.length;r+=n){let s=1/
Math.sqrt(wt(t,t,r,r+n)/n+sn);for(let a=0;a<n;a++)o[r+a]=t[r+a]*s*e[a]}return o}function Z(t,e,n,o=new Float32Array(t.length/
e*(n.length/e))){let[r,s]=[t.length/e,n.length/e],[a,i]=[r-r%4,s-s%2];for(let c=0;c<a;c+=4){let d=c*e,[l,f,m]=[d+e,d+2*e,
d+3*e];for(let g=0;g<i;g+=2){let h=g*e,p=h+e,b=0,$=0,E=0,x=0,k=0,S=0,M=0,O=0;for(let N=0;N<e;N++){let R=n[h+N],C=n[p+N],
L=t[d+N],_=t[l+N],v=t[f+N],F=t[m+N];b+=R*L,$+=R*_,E+=R*v,x+=R*F,k+=C*L,S+=C*_,M+=C*v,O+=C*F}let w=c*s+g;o[w]=b,o[w+1]=k,
o[w+s]=$,o[w+s+1]=S,o[w+2*s]=E,o[w+2*s+1]=M,o[w+3*s]=x,o[w+3*s+1]=O}}for(let c=0;c<r;c++)for(let d=c<a?i:0;d<s;d++){let l=d*
e,f=0;for(let m=0;m<e;m++)f+=n[l+m]*t[c*e+m];o[c*s+d]=f}return o}function cn(t,e){let n=t[0];for(let r=1;r<e;r++)n=Math.
max(n,t[r]);let o=0;for(let r=0;r<e;r++)t[r]=Math.exp(t[r]-n),o+=t[r];for(let r=0;r<e;r++)t[r]/=o}function ln(t,e,n){let o=t[e];
for(let s=e+1;s<n;s++)t[s]>o&&(o=t[s]);let r=0;for(let s=e;s<n;s++)r+=Math.exp(t[s]-o);return o+Math.log(r)}function _t(t,e){
let{vocabulary:n,context:o,n_layers:r,n_heads:s,d_model:a}=t.sizes,i=a/s,c=1/Math.sqrt(i),d=()=>new Float32Array(e*a),l=t.
layers.map(()=>({Q:d(),K:d(),V:d()})),f=H(r*s).map(()=>new Float32Array(e*e)),m=new Float32Array(e*n),g=new Float64Array(
e),h=new Float64Array(e),p=[],b="",$="",E=(k,S,M,O)=>{let[{Q:w,K:N,V:R},{distances:C}]=[l[k],t.layers[k]],L=new Float32Array(
(M-S)*a);for(let _=0;_<s;_++){let v=k*s+_,F=_*i;for(let T=S;T<M;T++){let Y=T*a+F;for(let A=0;A<=T;A++){let I=0;for(let B=0,
W=A*a+F;B<i;B++)I+=w[Y+B]*N[W+B];h[A]=I*c+C[_*o+T-A]}cn(h,T+1);let y=(T-S)*a+F;for(let A=0;A<=T;A++){let I=h[A];if(f[v][T*
e+A]=I,!O.includes(v))for(let B=0,W=A*a+F;B<i;B++)L[y+B]+=I*R[W+B]}}}return L};function*x(k,S,M,O){let w=k.length,N=new Float32Array(
(w-S)*a);for(let _=S;_<w;_++){let v=t.embedding.subarray(k[_]*a,(k[_]+1)*a);N.set(v,(_-S)*a)}let R=_=>{for(let v=0;v<N.length;v++)
N[v]+=_[v]};for(let[_,v]of t.layers.entries()){let F=St(N,v.beforeAttention),{Q:T,K:Y,V:y}=l[_];if(Z(F,a,v.W_Q,T.subarray(
S*a,w*a)),Z(F,a,v.W_K,Y.subarray(S*a,w*a)),Z(F,a,v.W_V,y.subarray(S*a,w*a)),yield,R(Z(E(_,S,w,M),a,v.W_O)),yield,O.includes(
_))continue;let A=Z(St(N,v.beforeMlp),a,v.widen);oe(A),R(Z(A,t.sizes.d_mlp,v.narrow)),yield}let C=St(N,t.norm),L=an/Math.
sqrt(a);for(let _=0;_<C.length;_++)C[_]*=L;for(let _=S;_<w;_+=re){let v=Math.min(_+re,w),F=C.subarray((_-S)*a,(v-S)*a);Z(
F,a,t.embedding,m.subarray(_*n,v*n));for(let T=_;T<v;T++)g[T]=ln(m,T*n,(T+1)*n);yield}}return function*(k,S=[],M=[]){let O=k.
length,w=JSON.stringify([S,M]),N=JSON.stringify([k,w]);$=N;let R=0;for(;w===b&&R<O&&p[R]===k[R];)R++;if(R<O){[p,b]=[k.slice(
0,R),w];for(let C of x(k,R,S,M))if(yield,$!==N)return null}return p=[...k],{n:O,weights:C=>H(O).map(L=>f[C].subarray(L*e,
L*e+O)),probabilities:C=>Float64Array.from(m.subarray(C*n,(C+1)*n),L=>Math.exp(L-g[C])),loss:()=>{let C=0;for(let L=0;L+
1<O;L++)C+=g[L]-m[L*n+k[L+1]];return C/(O-1)},parts:(C,L)=>{let[_,v]=[Math.floor(C/s),C%s],F=v*i,[T,Y]=[l[_].Q,l[_].K].map(
y=>A=>y.subarray(A*a+F,A*a+F+i));return H(L+1).map(y=>{let A=wt(T(L),Y(y))*c,I=t.layers[_].distances[v*o+L-y],B=f[C][L*e+
y];return{key:y,match:A,distance:I,score:A+I,weight:B}})}}}}var dn=6,vt=t=>nt(t.map(({weight:e})=>e)).slice(0,dn).map(e=>t[e]),
un=8;function se(t,e){let n=nt(t),o=H(Math.min(un,n.length)),r=e===void 0?-1:n.indexOf(e);return r>=o.length&&o.push(r),
o.map(s=>({token:n[s],rank:s+1,probability:t[n[s]],isNext:n[s]===e}))}var ae=t=>t.some(e=>e.includes("�"))?"�: one byt\
e of a letter that takes several":"",z=t=>`“${at(t)}”`,fn=t=>t===0?"itself":`${t} back`,ct=({sizes:t},e)=>jt(e,t.n_heads,
t.n_layers);function ce({model:t,words:e,position:n,head:o,off:r,parts:s}){let[{key:a,weight:i}]=vt(s),c=a===n?"itself":
`${z(e[a])}, ${fn(n-a)}`,d=`${ct(t,o)}${r.includes(o)?" (off: its output is dropped)":""}`;return`From ${z(e[n])} (${n})\
, ${d} attends most to ${c}: ${J(i)}.`}function ie(t,e,n){let o=t[0],r=t.find(({isNext:l})=>l),s=n?` (${K(n[o.token])} w\
ith all on)`:"",a=`Next: ${z(e(o.token))} ${K(o.probability)}${s}`;if(!r)return`${a}.`;if(r===o)return`${a}, which is ri\
ght.`;let i=K(r.probability),c=n&&K(n[r.token]),d=`the text has ${z(e(r.token))}, its guess ${r.rank}, ${i}`;return c&&c!==
i?`${a}; ${d} (was ${c}).`:`${a}; ${d}.`}var pn=4;function le(t,e,n,o,r){if(Number.isNaN(o))return"A single token has no\
 next token yet, so there is no loss.";let s=`Loss on this text, in nats a token: ${J(o)} with all on`,a=[...e].sort((f,m)=>f-
m).map(f=>ct(t,f)),i=[...n].sort((f,m)=>f-m).map(f=>`the MLP of layer ${f}`);if(a.length+i.length===0)return`${s}.`;let c=a.
length+i.length>pn,d=[a.length>0?yt(a.length,"head"):"",i.length>0?yt(i.length,"MLP"):""].filter(Boolean),l=c?zt(d):[...a,
...i].join("; ");return`${s}, ${J(r)} without ${l}.`}var de=({sizes:{vocabulary:t}})=>`The mean of −log of the probabili\
ty that the model gave to the actual next token: 0 is certain and right; log ${t} = ${J(Math.log(t))} is a blind guess.`;function ue(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}function mn(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function hn(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}function*fe(t){let{about:e,bytes:n}=hn(mn(t).buffer),o=d=>new Float32Array(n(d)),r=d=>{let l=new Int8Array(n(
d)),f=o(`${d} step`),m=new Float32Array(l.length),g=l.length/f.length;for(let h=0,p=0;h<f.length;h++)for(let b=0;b<g;b++,
p++)m[p]=l[p]*f[h];return m},s=JSON.parse(e.sizes);yield;let[a,i]=[r("embedding"),o("norm.weight")],c=[];for(let d=0;d<s.
n_layers;d++)yield,c.push({beforeAttention:o(`layers.${d}.before_attention.weight`),W_Q:r(`layers.${d}.attention.W_Q`),W_K:r(
`layers.${d}.attention.W_K`),W_V:r(`layers.${d}.attention.W_V`),W_O:r(`layers.${d}.attention.W_O`),distances:o(`layers.${d}\
.distances`),beforeMlp:o(`layers.${d}.before_mlp.weight`),widen:r(`layers.${d}.widen.weight`),narrow:r(`layers.${d}.narr\
ow.weight`)});return{sizes:s,merges:e.merges.split(`
`).filter(Boolean),embedding:a,norm:i,layers:c}}var D=globalThis,gn=2e4;function*pe(t){D.bookModelsRead??={};let e=D.bookModels?.[t];return e&&!D.bookModelsRead[t]&&(D.
bookModelsRead[t]=yield*fe(e)),D.bookModelsRead[t]}function bn(t,e){return new Promise((n,o)=>{let r=({hash:i,base64:c})=>{
i!==t||!c||(a(),n(c))},s=setTimeout(()=>{a(),o(new Error("the kernel did not answer"))},gn),a=()=>{clearTimeout(s),e.off(
"msg:custom",r)};e.on("msg:custom",r),e.send?.({wanted:t})})}async function wn(t){await ue(t);let e=D.bookModels?.[t];if(!e)
throw new Error("the script has another model");return e}async function me(t,e){if(D.bookModels??={},D.bookModelsAsked??=
{},!D.bookModels[t]){D.bookModelsAsked[t]??=e.send?bn(t,e):wn(t);try{D.bookModels[t]=await D.bookModelsAsked[t]}finally{
delete D.bookModelsAsked[t]}}}var yn="your own",At="The model could not be loaded here. It runs in the built book, and in a notebook whose kernel runs\
.",it=({n_layers:t,n_heads:e})=>t*e;function he(t,e,n){it(t)<=$t&&Ut(e,n)}var ge={text:(t,e)=>xt(t,e("max_characters"))?
void 0:t,position:(t,e)=>ut(t,e("max_tokens"),-1),head:(t,e)=>ut(t,it(e("model").sizes)),off:(t,e)=>rt(t,it(e("model").sizes)),
mlps_off:(t,e)=>rt(t,e("model").sizes.n_layers)};function xn(t,e,n){let o=t.get("examples"),r="",s="",a=Bt({label:"examp\
le",options:[yn,...o.map(([l])=>l)],change:l=>{let f=i.input.ariaInvalid==="true"?"":r,m=l>0?o[l-1][1]:f||t.get("text");
s=l>0?"":m,l>0&&i.complain(""),m!==t.get("text")&&j(t,{text:m,position:-1}),d(),n(),!(l>0)&&(i.input.focus(),i.input.select())}}),
i=Pt({label:`type Python, up to ${t.get("max_tokens")} tokens`,size:5,long:!0,refuse:e,change:l=>{let f=i.input.selectionStart===
l.length;j(t,f?{text:l,position:-1}:{text:l})}}),c=u("div",{class:"mha-code-input"});o.length>0&&c.append(a.node),c.append(
i.node);let d=()=>{let l=t.get("text"),f=l===s?-1:o.findIndex(([,m])=>m===l);f<0&&(r=l),a.set(f+1),i.set(l)};return{node:c,
set:d,complain:i.complain,field:i.input}}function $n(t){let{sizes:e}=t.get("model"),n={sizes:e},o=H(it(e)).map(l=>{let[f,
m]=[u("canvas",{"aria-hidden":"true"}),u("div",{class:"mha-mark"})],g=ct(n,l),h=q("",()=>j(t,{head:l}));h.setAttribute("\
aria-label",g),h.title=g,h.append(u("div",{class:"mha-picture"},f,m));let p=q("",()=>j(t,{off:bt(t.get("off"),l)}));p.classList.
add("mha-switch");let b=u("div",{class:"mha-thumb"},h,p);return he(e,b,l),{node:b,name:g,canvas:f,mark:m,choose:h,toggle:p}}),
r=H(e.n_layers).map(l=>{let f=q("",()=>j(t,{mlps_off:bt(t.get("mlps_off"),l)}));return f.classList.add("mha-switch"),f}),
s=r.map((l,f)=>{let m=o.slice(f*e.n_heads,(f+1)*e.n_heads),g=u("span",{class:"mha-layer"},`layer ${f}`),h=m.map(({node:p})=>p);
return u("div",{class:"mha-thumbs"},u("div",{},g,l),...h)}),i=u("div",{class:"mha-thin-mark"},...s,Xt("weights","0","1",
"press a map to choose its head; queries down, keys across; the frame is the chosen token"));function*c(l,{position:f,head:m,
off:g,mlpsOff:h}){for(let[p,{node:b,name:$,canvas:E,mark:x,choose:k,toggle:S}]of o.entries()){lt(E,l.weights(p),"weights",
0,1),x.style.top=`${100*f/l.n}%`,x.style.height=`${100/l.n}%`,k.setAttribute("aria-pressed",String(p===m));let M=!g.includes(
p);b.classList.toggle("mha-thumb-off",!M),P(S,`${p%e.n_heads}: ${M?"on":"off"}`),S.setAttribute("aria-label",`${$}: ${M?
"on":"off"}`),S.setAttribute("aria-pressed",String(M)),yield}r.forEach((p,b)=>{let $=!h.includes(b);P(p,`MLP: ${$?"on":"\
off"}`),p.setAttribute("aria-label",`layer ${b}, MLP: ${$?"on":"off"}`),p.setAttribute("aria-pressed",String($))})}return{
node:i,draw:c,firstSwitchedOff:({off:l,mlpsOff:f})=>l.length>0?o[Math.min(...l)].toggle:r[Math.min(...f)]}}function kn(){
let t=u("caption"),e=u("tbody");return{node:u("table",{class:"mha-next"},t,e),draw:({words:r,position:s,guesses:a},i,c)=>{
P(t,`What comes after ${z(r[s])} (${s})${c?"; the line: with all on":""}`);let d=a.map(({token:l,rank:f,probability:m,isNext:g})=>{
let h=u("th",{scope:"row"},z(i(l)),g?" ✓":""),p=u("div"),b=u("div",{class:"mha-rail"},p);if(Q(p,{fill:`${100*m}%`}),c){
let x=u("i");Q(x,{fill:`${100*c[l]}%`}),b.append(x)}let $=[u("td",{"aria-hidden":"true"},b),u("td",{},K(m))];c&&$.push(u(
"td",{},`was ${K(c[l])}`));let E=f>a.length;return E&&h.append(u("span",{class:"mha-layer"},`number ${f}`)),u("tr",{class:[
g&&"mha-right-answer",E&&"mha-lower-rank"].filter(Boolean).join(" ")},h,...$)});e.replaceChildren(...d)}}}function Sn(){
let t=u("caption"),e=u("tbody"),o=u("thead",{},u("tr",{},...["token","back","match","distance","score","weight"].map(c=>u(
"th",{scope:"col"},c)))),r=u("table",{class:"mha-parts"},t,o,e),s=u("p",{class:"mha-note"});return{node:u("div",{},r,s),
draw:({model:c,words:d,position:l,head:f,parts:m})=>{let g=ct(c,f);P(t,`What ${g} attends to from ${z(d[l])} (${l}), and\
 why`);let h=vt(m).map(({key:$,match:E,distance:x,score:k,weight:S})=>[z(d[$]),String(l-$),...[E,x,k,S].map(M=>J(M))]);e.
replaceChildren(...Ot(h));let b=`match: query times key, divided by √${c.sizes.d_model/c.sizes.n_heads}; distance: the\
 head's learned bias for this many tokens back; score: their sum. The weights are the softmax of all scores.`;P(s,b)}}}function _n(t,e){
let n=ee(t.merges),o=n.words(H(t.sizes.vocabulary));return{model:t,limit:e,encode:n.encode,word:r=>o[r],whole:_t(t,e),left:_t(
t,e)}}function vn(t,e,n,o){let{hash:r,bytes:s,parameters:a}=e.get("model"),i=null;function*c(){let y=yield*pe(r);return y&&
!i&&(i=_n(y,e.get("max_tokens"))),i}let d=!1,l=async()=>{if(!(d||i)){d=!0,t.ariaBusy="true",P(p,"loading …");try{await me(
r,e),P(p,""),document.activeElement===h&&g.field.focus()}catch{P(p,At)}d=!1,t.ariaBusy="false",p.textContent!==At&&o()}},
f=()=>{p.textContent!==At&&l()},m=y=>{let A=xt(y,e.get("max_characters"));if(A||!i)return A;let{length:I}=i.encode(y);return I>
i.limit?`That is ${I} tokens; the model reads ${i.limit}.`:""},g=xn(e,m,f),h=q(`Load the model: ${Dt(s)}, once`,l),p=u("\
span",{role:"status"}),b=u("span",{class:"mha-count"},`${ot(a)} parameters`),$=u("div",{class:"mha-load"},h,b,p),x=te(y=>{
y>=0&&y<v.run.n&&y!==v.view.position&&j(e,{position:y})},()=>v.view.position),k=$n(e),[S,M]=[kn(),Sn()],O=u("p",{class:"\
mha-note"}),w=u("div",{class:"mha-read"},x.node,O),N=gt(w),R=u("div",{class:"mha-cost"}),C=gt(R),L=q("all on",()=>{let y=k.
firstSwitchedOff(v.view);j(e,{off:[],mlps_off:[]}),y.focus({preventScroll:!0})}),_=u("p",{class:"mha-note"});w.append(k.
node,R,_,u("div",{class:"mha-two-columns"},S.node,M.node)),t.append(g.node,$,w);let v;function*F(y){let A=y.encode(e.get(
"text")).slice(0,y.limit),I=e.get("off"),B=e.get("mlps_off"),W=e.get("head"),U=e.get("position"),V=A.length-1,G=U<0?V:Math.
min(U,V),X=yield*y.whole(A),et=I.length+B.length>0,tt=et?yield*y.left(A,I,B):X;if(!X||!tt)return!1;let ft=A.map(y.word),
be=se(tt.probabilities(G),A[G+1]),we=tt.parts(W,G),ye={model:y.model,words:ft,position:G,head:W,off:I,mlpsOff:B,guesses:be,
parts:we};return v={run:tt,whole:X,tokens:A,view:ye,before:et?X.probabilities(G):null},!0}w.hidden=!0;let T=!1;function*Y(){
g.set();let y=yield*c();if(!y){(T||n)&&f(),T=!0;return}if(!(yield*F(y)))return;$.remove(),w.hidden=!1;let A=m(e.get("tex\
t"));A&&g.complain(A);let{run:I,whole:B,view:W,before:U}=v,{words:V,position:G,head:X,off:et,mlpsOff:tt}=W;x.draw(V,I.weights(
X)[G],et.includes(X)),he(y.model.sizes,x.node,X),P(O,ae(V)),O.hidden=!O.textContent,yield,yield*k.draw(I,W),S.draw(W,y.word,
U),yield,M.draw(W),yield,N(ce(W),ie(W.guesses,y.word,U));let ft=document.activeElement===g.field;C.node.setAttribute("ar\
ia-live",ft?"off":"polite"),C(le(y.model,et,tt,B.loss(),I.loss())),U?L.parentNode||R.append(L):L.remove(),P(_,de(y.model))}
return{observes:dt(ge),draw:Y,stateForTests:()=>{let y=ht(c());if(!y)return{loaded:!1};ht(F(y));let{run:A,whole:I,tokens:B,
view:W}=v;return{loaded:!0,tokens:B,words:W.words,position:W.position,head:W.head,weights:H(it(y.model.sizes)).map(U=>A.
weights(U).map(V=>[...V])),probabilities:[...A.probabilities(W.position)],before:v.before&&[...v.before],guesses:W.guesses,
loss:I.loss(),loss_now:A.loss(),parts:W.parts}}}}var An=Rt("A language model of Python, running in the page",vn),Ro=Qt(An,
ge);export{Ro as default};
