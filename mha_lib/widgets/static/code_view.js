// Made by `make widgets` from js/src; edit there.
var Te="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Ce=Lt([153,153,153]),Re=Ot(Te.split(" ").map(Ie)),At=new Map,vt=new WeakMap;function Lt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Ie(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Ot(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),s=Math.min(Math.floor(o),t.length-2),[r,a]=[t[s],t[s+1]];return Lt(r.map((i,c)=>Math.round(
i+(a[c]-i)*(o-s))))})}function Pe(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,s=At.get(o);if(s)return s;
let[r,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Ot([r,a].map(c=>c.slice(0,3)));return At.set(o,i),i}function mt(t){
for(let e of t.querySelectorAll("canvas"))vt.get(e)?.()}function lt(t,e,n,o,s){let[r,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?Re:Pe(t);(t.width!==a||t.height!==r)&&(t.width=a,t.height=r);
let d=t.getContext("2d"),u=d.createImageData(a,r),m=new Uint32Array(u.data.buffer);for(let f=0,y=0;f<r;f++)for(let x=0;x<
a;x++,y++){let p=Math.floor(256*((i[f][x]-o)/(s-o))),h=l[Math.min(255,Math.max(0,p))];m[y]=Number.isNaN(p)?Ce:h}d.putImageData(
u,0,0)};vt.set(t,c),c()}function Nt(t,e,n){for(let[o,s]of Object.entries(e))s===!1||s==null||t.setAttribute(o,s===!0?"":String(s));t.append(...n)}
function g(t,e={},...n){let o=document.createElement(t);return Nt(o,e,n),o}function Z(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Nt(o,e,n),o}function P(t,e){t.textContent!==e&&(t.textContent=e)}function Tt(t){return t.map(([e,...n])=>{let o=n.map(s=>g("td",{},s));return g("tr",{},g("th",{scope:"row"},e),...o)})}function j(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}function gt(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Ct(t){let e,n=0,o=()=>{let r=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<r)){n=setTimeout(o),t.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(r){s(),e=r()??void 0,o()},stop:s}}function Rt(t,e){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=Be(t);o.append(r);let i=Ct(r),c,l=()=>c&&
i.start(c.draw);c=e(r,n,s,l),Object.assign(r,{stateForTests:c.stateForTests}),mt(r),l();let d=Fe(n,c.observes,l);return()=>{
d(),i.stop(),a()}}}}function Be(t){let e=g("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",mt(e)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),s.disconnect(),e.remove()}}}function Fe(t,e,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of e)t.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of e)t.off(`change:${r}`,s)}}var It=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function W(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var We=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Pt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[s,r]=We.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),e(s,r,o))})}function Bt(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function wt(t){let e=g("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...s)=>{
s.forEach((r,a)=>{let i=typeof r=="string"?r:r.heard;n[a]||(n[a]=g("span",{"aria-atomic":"true",class:r!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),P(n[a],i)})},{node:e})}function Ft({label:t,options:e,change:n}){let o=g("div",{"aria-hidden":"true"}),s=e.map((l,d)=>g("option",{value:d},l)),
r=g("select",{"aria-label":t},...s),a=g("div",{class:"mha-menu"},o,r),i=g("div",{class:"mha-control mha-picker"},g("span",
{},t),a),c=l=>{r.value=String(l),P(o,e[l])};return r.addEventListener("change",()=>{c(Number(r.value)),n(Number(r.value))}),
{node:i,set:c}}function z(t,e){let n=g("button",{type:"button"},t);return n.addEventListener("click",e),n}function Wt({label:t,size:e,long:n=!1,
refuse:o,change:s}){let r={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?g("textarea",{rows:e,...r}):
g("input",{type:"text",size:e,...r}),i=g("output",{class:"mha-input-error"}),c=()=>n?a.value:a.value.trim().toLowerCase(),
l=f=>{P(i,f),a.setAttribute("aria-invalid",String(f!==""))};a.addEventListener("input",()=>{let f=c();l(o(f)),i.textContent||
s(f)});let d=g("div",{class:"mha-text-input"},g("label",{},`${t} `,a),i),u="";return{node:d,input:a,set:f=>{let x=(n?f===
u:document.activeElement===a)&&i.textContent!=="";u=f;let p=n?f.replace(/\r\n?/g,`
`):f;x||c()===p||(a.value=p,l(""))},complain:l}}function N(t){return Array.from({length:t},(e,n)=>n)}var bt=(t,e)=>t.includes(e)?t.filter(n=>n!==e):[...t,e];function dt(t,e,n=0,o=t.length){let s=0;for(let r=n;r<o;r++)s+=t[r]*e[r];return s}var et=t=>N(t.length).sort((e,n)=>t[n]-t[e]);function Q(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function He(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var nt=t=>t.toLocaleString("en-US"),Ht={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Dt(t,e=1e3){
let n=Ht[e].findLastIndex((r,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?nt(Math.round(o)):He(o,3)} ${Ht[e][Math.
max(0,n)]}`}function Xt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}function U(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function xt(t,e){return`${t} ${e}${t===
1?"":"s"}`}function jt(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}function yt(t,e){if(!t)
return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${nt(n)} characters; the limit is ${nt(
e)}.`}var $t=8;function ot(t,e){t.style.setProperty("--mha-hue",e<$t?`var(--mha-head-${e})`:"initial")}function zt(t,e,n,o){let s=g("ca\
nvas",{"aria-hidden":"true"});lt(s,[N(64).map(c=>c/63)],t,0,1);let[r,a,i]=[e,n,o].map(c=>g("span",{},c));return g("div",
{class:"mha-bar"},r,s,a,i)}var ut=t=>Object.keys(t);function qt(t,e){let n=Object.entries(e).map(([o,s])=>[o,String(s)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Gt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,s]=e??[];return n===
void 0?null:{name:n,className:o,query:s}}function Kt(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let s=[...new URLSearchParams(t)],r=s.find(([c])=>!Object.hasOwn(e,c));if(r)return o(
`nothing here is called “${Ut(r[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let d=s.filter(([m])=>m===c).map(([,m])=>m);if(d.length===0)return o(`${c} is missing`);if(d.length>1)return o(`${c} is \
given ${De(d.length)}`);let u=l(d[0],i);if(u===void 0)return o(`${c} cannot be “${Ut(d[0])}”`);a[c]=u}return{values:a,
wrong:""}}var De=t=>t===2?"twice":`${t} times`;function Ut(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Xe(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function ft(t,e,n=0){let o=Xe(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function st(t,e){let n=t===""?[]:t.split(",").map(o=>ft(o,e));
return n.includes(void 0)?void 0:n}var rt="open",je=["pointerdown","wheel","touchstart","keydown","hashchange"],ze=120,Ue=99,qe=["","localhost","127.0.0.1",
"[::1]"];function Yt(t,e,n=()=>({})){let o=ut(e);return{...t,choices:e,settle:n,render:r=>{let{model:a,el:i,link:c}=r;if(!c)
return t.render(r);let l=()=>It(a,...o),d=l(),u=()=>Ge(i,c,e,a.get),m=u();m?.values&&W(a,m.values);let f=t.render({...r,
openedByLink:!!m?.values}),y=i.querySelector(".mha"),x=Ye(y),p=Qe(y,()=>qt(c,{...l(),...n(a.get),...x.get()})),h=({values:b,
folds:$,wrong:M})=>{let k=M||x.findError($);W(a,k?d:b),x.open(k?[]:$),p.clear(),p.refuse(k),Ve(i)},w=()=>{let b=u();b&&h(
b)};m?h(m):document.addEventListener("DOMContentLoaded",w,{once:!0}),addEventListener("hashchange",w);for(let b of o)a.on(
`change:${b}`,p.clear);return()=>{for(let b of o)a.off(`change:${b}`,p.clear);document.removeEventListener("DOMContentLo\
aded",w),removeEventListener("hashchange",w),f()}}}}function Ge(t,e,n,o){let s=Gt(location.hash);if(s?.name!==e)return s&&
Ke(s,t)?{values:null,folds:[],wrong:`it shows another ${s.className}`}:null;let r=!new URLSearchParams(s.query).has(rt),
a={...n,[rt]:u=>st(u,Ue)},{values:i,wrong:c}=Kt(s.query,r?n:a,o),{[rt]:l=[],...d}=i??{};return{values:i&&d,folds:l,wrong:c}}
function Ke({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),s=[...o].map(r=>r.dataset.mhaLink??"");return s.includes(t)?!1:o[s.findIndex(r=>r.startsWith(`${e}-`))]===n}function Ve(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[ze,Number.NaN],s=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
s)};s();let r=()=>{n=0};for(let a of je)addEventListener(a,r,{once:!0,capture:!0,passive:!0})}function Ye(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,s)=>o.open?[s]:[]);return n.length>0?{[rt]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${rt} cannot be “${n}”`:"",open(n){e.forEach((o,s)=>{o.open=n.includes(s)})}}}function Qe(t,e){let n=g(
"p",{class:"mha-refused",role:"status"}),o=g("output"),s,r=()=>{s?.remove(),o.textContent=n.textContent=""},i=g("div",{class:"\
mha-link"},z("Copy link to this",async()=>{r();let l=`#${e()}`,d=location.href.split("#")[0]+l;if(await Je(d)){o.append(
"Copied.",...Vt(l));return}s=g("input",{type:"text",readonly:!0,"aria-label":"link to this"}),s.value=d,i.append(s),s.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Vt(l))}),o);return t.prepend(n),t.append(
i),{clear:r,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Vt(t){if(!qe.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,g("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Je(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Qt=9,Ze=8,tn=5,[en,te]=[4,3],nn=12,[on,sn]=[5,2.5],[rn,Jt]=[12,9];function an(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function Zt({x:t,width:e},n){let o=n>1?Math.min(en,Math.max(0,e-2*te)/(n-1)):0;return N(n).map(
s=>t+e/2+(s-(n-1)/2)*o)}function cn(t,e){let n=0,o=t.map(({width:r},a)=>{let i=n+(a>0?tn:0)+r/2;return n=i+r/2,i}),s=Math.
min(1,(e-Qt-Ze)/n);return o.map(r=>Qt+s*r)}function ln(t,e,n,o){let s=e.x<t.x?-1:1,r=Math.min(nn,n-o,Math.abs(e.x-t.x)/2),
[a,i]=[t,e].map(({x:u,open:m},f)=>m?u:u+(f===0?s:-s)*r),c=t.open?"":`${t.x} ${n}V${o+r}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+r}V${n}`,d={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:d}}function ee(t,e,n,o,s){
let r=an(e),a=({position:h})=>Math.abs(h-n),i=[...t].sort((h,w)=>a(h)-a(w)||h.weight-w.weight),c=({position:h})=>Math.sign(
h-n),[l,d,u]=[-1,0,1].map(h=>i.filter(w=>c(w)===h)),m=new Map,f=[...l,...u.toReversed()],y=Zt(e[n],f.length),x=new Map(f.
map((h,w)=>[h,y[w]]));for(let h of new Set(f.map(w=>w.position))){let w=i.filter($=>$.position===h),b=Zt(e[h],w.length);
h<n&&b.reverse(),w.forEach(($,M)=>{m.set($,{near:x.get($)??0,far:b[M]})})}d.forEach((h,w)=>{let b=e[n].x+e[n].width/2,$=Math.
min(on+sn*w,e[n].width/2-te);m.set(h,{near:b-$,far:b+$})});let p=new Map(t.map(h=>[h,[]]));for(let h of[l,d,u])for(let w of new Set(
r)){let b=h.filter(({position:k})=>{let[v,_]=[r[n],r[k]].sort((T,E)=>T-E);return v<=w&&w<=_}),$=cn(b,s),M=e[r.indexOf(w)].
y;b.forEach((k,v)=>{let{near:_,far:T}=m.get(k),[E,A]=[w===r[n],w===r[k.position]],[I,O]=[0,o],L=c(k)<0,G=ln({x:E?_:L?O:I,
open:!E},{x:A?T:L?I:O,open:!A},M,M-$[v]);p.get(k)?.push({row:w,...G})})}return t.map(h=>{let w=p.get(h)??[],b=w.map(k=>k.
d).join(""),M=[...new Set([r[h.position],r[n]])].flatMap(k=>w.filter(v=>v.row===k).map(({top:v})=>v));return{d:b,tops:M}})}
function ne({low:t,high:e,y:n},o,s){let r=(t+e)/2,a=Math.max(0,(e-t-o)/2);for(let i=0;Jt*Math.ceil(i/2)<=a;i++){let c=r+
Jt*Math.ceil(i/2)*(i%2?-1:1);if(s.every(d=>Math.abs(d.x-c)>=(d.width+o)/2||Math.abs(d.y-n)>=rn))return{x:c,y:n}}return null}var dn=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function at(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,dn).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var un=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function oe(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=un.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:at(n)}).join(", ")}var[fn,pn]=[6,.1],[se,hn]=[1.5,6.5],mn=.4,[gn,wn]=[38,84],bn=.3,[xn,yn]=[5,7],$n=16;var kn=t=>Math.min($n,t.length-1-t.lastIndexOf(`
`)),ae=t=>et(t).slice(0,fn).filter(e=>t[e]>=pn);function Mn(t,e,n){let[o,s]=[t.x+t.width/2-n.x,t.y-n.y],[r,a]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${s}C${o-11} ${s-18} ${o+11} ${s-18} ${o+5} ${s}`;if(e.y>t.y+t.height/2){let l=(s+
t.height+a)/2;return`M${o} ${s+t.height}C${o} ${l} ${r} ${l} ${r} ${a}`}if(e.y>=t.y-1){let l=s-Math.min(26,9+.09*Math.abs(
o-r));return`M${o} ${s}C${o} ${l} ${r} ${l} ${r} ${a}`}let i=a+e.height,c=(s+i)/2;return`M${o} ${s}C${o} ${c} ${r} ${c} ${r}\
 ${i}`}var ce=(t,e=!0)=>(se+(hn-se)*t)*(e?1:mn);function _n(t,e,n){let o=({head:f,chosen:y})=>y||f===e,s=t.flatMap(f=>ae(
f.row).map(y=>{let x=f.row[y];return{head:f.head,position:y,weight:x,width:ce(x,o(f))}})),r=n(s).map((f,y)=>({...s[y],...f})),
a=s.some(({head:f})=>f===e),i=({head:f,chosen:y})=>f===e?2:y?1:0,c=[...t].sort((f,y)=>i(f)-i(y)),l=(f,...y)=>{let p=Z("g",
{class:a&&f!==e?"mha-dim":"","data-head":f},...y);return ot(p,f),p},d=c.map(f=>{let x=r.filter(({head:h})=>h===f.head).map(
({d:h,width:w,position:b})=>Z("path",{class:f.chosen?"":"mha-other",d:h,"stroke-width":w,"data-position":b})),p=l(f.head,
...x);return p.classList.toggle("mha-dropped",f.off??!1),p});if(t.length===1)return d;let u=[],m=c.toReversed().flatMap(
f=>{let x=r.filter(({head:h})=>h===f.head).filter(({weight:h})=>h>=bn||f.head===e),p=xn+yn*String(f.head).length;return x.
flatMap(({tops:h})=>h.flatMap(w=>{let b=ne(w,p,u);return b?(u.push({...b,width:p}),l(f.head,Z("text",b,String(f.head)))):
[]}))});return[...d,...m]}var re=t=>t.length>1?wn:gn;function ie(t,e,n=!0){let o=Z("svg",{"aria-hidden":"true",class:n?"":
"mha-lanes"}),s=g("div"),r=g("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and\
 End choose one"},s,o),a=[],i=[],c=[],l=-1,d="",u=p=>{let h=e(),w=a.map(E=>E.getBoundingClientRect()),{x:b,y:$,width:M}=w[h],
k=w.map((E,A)=>({i:A,box:E})).filter(({box:E})=>(E.y-$)*p>1);if(k.length===0)return h;let v=k.at(p>0?0:-1)?.box.y,_=E=>Math.
abs(E.x+E.width/2-b-M/2);return k.filter(({box:E})=>E.y===v).sort((E,A)=>_(E.box)-_(A.box))[0].i};Pt(r,(p,h)=>t(h?e()+h:
u(p))),Bt(r,p=>t(p?a.length-1:0));let m=p=>{let h=a[e()].getBoundingClientRect();return ae(i).map(w=>{let b=w===e()?h:a[w].
getBoundingClientRect(),$=Mn(h,b,p);return Z("path",{d:$,"stroke-width":ce(i[w])})})},f=p=>{let h=a.map(w=>{let{x:b,y:$,
width:M,height:k}=w.getBoundingClientRect();return{x:b-p.x,y:$-p.y,width:M,height:k}});return _n(c,l,w=>ee(w,h,e(),p.width,
re(c)))},y=()=>{if(a.length===0||!r.checkVisibility())return;let p=o.getBoundingClientRect();o.replaceChildren(...n?m(p):
f(p))};new ResizeObserver(y).observe(r);let x=p=>{let h=JSON.stringify(p);if(h===d)return;d=h,a=p.map((b,$)=>{let M=`${n?
oe(b):b}, position ${$}`,k=g("button",{type:"button",tabindex:-1,"aria-label":M});return k.textContent=n||!b.trim()?at(b):
b,n||(k.style.paddingInline="3px"),k.addEventListener("click",()=>t($)),k});let w=[g("div")];a.forEach((b,$)=>{if(w[w.length-
1].append(b),!p[$].includes(`
`)||$+1===a.length)return;let M=g("div");j(M,{indent:kn(p[$])}),w.push(M)}),s.replaceChildren(...w)};return{node:r,draw(p,h,w,b=[]){
x(p),i=h,c=b,o.classList.toggle("mha-dropped",n&&w),n||(j(r,{arcs:`${re(c)}px`}),ot(r,c.find($=>$.chosen)?.head??0)),a.forEach(
($,M)=>{$.setAttribute("aria-pressed",String(M===e())),$.classList.toggle("mha-later",n&&M>e()),j($,{fill:i[M]})}),y()},
point(p){l!==p&&(l=p,c.length>1&&y())}}}var Sn="<|file|>",En=/'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu,
kt=(()=>{let t=256;return N(256).map(e=>{let n=e>32&&e<127||e>160&&e!==173;return String.fromCharCode(n?e:t++)})})(),An=new Map(
kt.map((t,e)=>[t,e]));function le(t){let e=[Sn,...[...kt].sort(),...t.map(i=>i.replace(" ",""))],n=new Map(e.map((i,c)=>[
i,c])),o=new Map(t.map((i,c)=>[i,c])),[s,r]=[new TextEncoder,new TextDecoder("utf-8",{ignoreBOM:!0})];function a(i){let c=[
...s.encode(i)].map(l=>kt[l]);for(;;){let l=Number.POSITIVE_INFINITY,d=0;for(let u=0;u+1<c.length;u++){let m=o.get(`${c[u]}\
 ${c[u+1]}`)??l;m<l&&(l=m,d=u)}if(l===Number.POSITIVE_INFINITY)break;c.splice(d,2,c[d]+c[d+1])}return c.map(l=>n.get(l))}
return{encode:i=>(i.match(En)??[]).flatMap(a),words:i=>i.map(c=>{let l=[...e[c]].map(d=>An.get(d)??0);return r.decode(Uint8Array.
from(l))})}}var de=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],vn=[23.601290952344122,244.02463793444417,
1282.6165260773723],Ln=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],On=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function Nn(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let r=t*t,[a,i]=[.18577770618460315*
r,r];for(let c=0;c<3;c++)a=(a+de[c])*r,i=(i+vn[c])*r;return t*(a+de[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let r=0;r<7;r++)n=(n+Ln[r])*e,o=(o+On[r])*e;let s=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-s)}function ue(t){for(let e=0;e<t.length;e++)t[e]*=(1+Nn(t[e]*Math.SQRT1_2))/2}var Tn=1e-6;function pt(t,e){let n=e.length,o=new Float32Array(t.length);for(let s=0;s<t.length;s+=n){let r=1/Math.sqrt(
dt(t,t,s,s+n)/n+Tn);for(let a=0;a<n;a++)o[s+a]=t[s+a]*r*e[a]}return o}function q(t,e,n,o=new Float32Array(t.length/e*(n.
length/e))){let[s,r]=[t.length/e,n.length/e],[a,i]=[s-s%4,r-r%2];for(let c=0;c<a;c+=4){let l=c*e,[d,u,m]=[l+e,l+2*e,l+3*
e];for(let f=0;f<i;f+=2){let y=f*e,x=y+e,p=0,h=0,w=0,b=0,$=0,M=0,k=0,v=0;for(let T=0;T<e;T++){let E=n[y+T],A=n[x+T],I=t[l+
T],O=t[d+T],L=t[u+T],G=t[m+T];p+=E*I,h+=E*O,w+=E*L,b+=E*G,$+=A*I,M+=A*O,k+=A*L,v+=A*G}let _=c*r+f;o[_]=p,o[_+1]=$,o[_+r]=
h,o[_+r+1]=M,o[_+2*r]=w,o[_+2*r+1]=k,o[_+3*r]=b,o[_+3*r+1]=v}}for(let c=0;c<s;c++)for(let l=c<a?i:0;l<r;l++){let d=l*e,u=0;
for(let m=0;m<e;m++)u+=n[d+m]*t[c*e+m];o[c*r+l]=u}return o}function fe(t,e){let n=t[0];for(let s=1;s<e;s++)n=Math.max(n,
t[s]);let o=0;for(let s=0;s<e;s++)t[s]=Math.exp(t[s]-n),o+=t[s];for(let s=0;s<e;s++)t[s]/=o}function pe(t,e,n){let o=t[e];
for(let r=e+1;r<n;r++)t[r]>o&&(o=t[r]);let s=0;for(let r=e;r<n;r++)s+=Math.exp(t[r]-o);return o+Math.log(s)}var he=16,Cn=3;function Rn({vocabulary:t,n_layers:e,n_heads:n,d_model:o},s){let r=()=>new Float32Array(s*o);return{limit:s,
layers:N(e).map(()=>({Q:r(),K:r(),V:r()})),weights:N(e*n).map(()=>new Float32Array(s*s)),logits:new Float32Array(s*t),logSums:new Float64Array(
s)}}function In({embedding:t,sizes:{d_model:e}},{tokens:n,from:o}){let s=new Float32Array((n.length-o)*e);for(let r=o;r<
n.length;r++){let a=t.subarray(n[r]*e,(n[r]+1)*e);s.set(a,(r-o)*e)}return s}function me(t,e){for(let n=0;n<t.length;n++)
t[n]+=e[n]}function Pn({sizes:t,layers:e},n,{tokens:o,from:s,off:r},a,i){let{context:c,n_heads:l,d_model:d}=t,{limit:u}=n,
[m,f]=[Math.floor(a/l),a%l],{Q:y,K:x,V:p}=n.layers[m],{distances:h}=e[m],w=n.weights[a],b=d/l,$=1/Math.sqrt(b),M=new Float64Array(
o.length),k=r.includes(a),v=f*b;for(let _=s;_<o.length;_++){let T=_*d+v;for(let A=0;A<=_;A++){let I=0;for(let O=0,L=A*d+
v;O<b;O++)I+=y[T+O]*x[L+O];M[A]=I*$+h[f*c+_-A]}fe(M,_+1);let E=(_-s)*d+v;for(let A=0;A<=_;A++){let I=M[A];if(w[_*u+A]=I,
!k)for(let O=0,L=A*d+v;O<b;O++)i[E+O]+=I*p[L+O]}}}function*Bn(t,e,n,o,s){let{n_heads:r,d_model:a}=t.sizes,{beforeAttention:i,
W_Q:c,W_K:l,W_V:d,W_O:u}=t.layers[o],{Q:m,K:f,V:y}=e.layers[o],x=pt(s,i),[p,h]=[n.from*a,n.tokens.length*a];q(x,a,c,m.subarray(
p,h)),q(x,a,l,f.subarray(p,h)),q(x,a,d,y.subarray(p,h)),yield;let w=new Float32Array(s.length);for(let b=0;b<r;b++)Pn(t,
e,n,o*r+b,w);me(s,q(w,a,u)),yield}function Fn({d_model:t,d_mlp:e},{beforeMlp:n,widen:o,narrow:s},r){let a=q(pt(r,n),t,o);
ue(a),me(r,q(a,e,s))}function*Wn({sizes:t,norm:e,embedding:n},{logits:o,logSums:s},{tokens:r,from:a},i){let{vocabulary:c,
d_model:l}=t,d=pt(i,e),u=Cn/Math.sqrt(l);for(let m=0;m<d.length;m++)d[m]*=u;for(let m=a;m<r.length;m+=he){let f=Math.min(
m+he,r.length),y=d.subarray((m-a)*l,(f-a)*l),x=o.subarray(m*c,f*c);q(y,l,n,x);for(let p=m;p<f;p++)s[p]=pe(o,p*c,(p+1)*c);
yield}}function*Hn(t,e,n){let o=In(t,n);for(let[s,r]of t.layers.entries())yield*Bn(t,e,n,s,o),!n.mlpsOff.includes(s)&&(Fn(
t.sizes,r,o),yield);yield*Wn(t,e,n,o)}function Dn({sizes:t,layers:e},n,o,s){let{context:r,n_heads:a,d_model:i}=t,[c,l]=[
Math.floor(o/a),o%a],{Q:d,K:u}=n.layers[c],m=i/a,f=1/Math.sqrt(m),y=(p,h)=>p.subarray(h*i+l*m,h*i+(l+1)*m),x=y(d,s);return N(
s+1).map(p=>{let h=dt(x,y(u,p))*f,w=e[c].distances[l*r+s-p],b=n.weights[o][s*n.limit+p];return{key:p,match:h,distance:w,
score:h+w,weight:b}})}function Xn(t,e,n){let{limit:o,weights:s,logits:r,logSums:a}=e,{vocabulary:i}=t.sizes,c=n.length;return{
n:c,weights:l=>N(c).map(d=>s[l].subarray(d*o,d*o+c)),probabilities:l=>Float64Array.from(r.subarray(l*i,(l+1)*i),d=>Math.
exp(d-a[l])),loss:()=>{let l=0;for(let d=0;d+1<c;d++)l+=a[d]-r[d*i+n[d+1]];return l/(c-1)},parts:(l,d)=>Dn(t,e,l,d)}}function Mt(t,e){
let n=Rn(t.sizes,e),o=[],s="",r="";return function*(a,i=[],c=[]){let l=JSON.stringify([i,c]),d=JSON.stringify([a,l]);r=d;
let u=0;for(;l===s&&u<a.length&&o[u]===a[u];)u++;if(u<a.length){[o,s]=[a.slice(0,u),l];for(let m of Hn(t,n,{tokens:a,from:u,
off:i,mlpsOff:c}))if(yield,r!==d)return null}return o=[...a],Xn(t,n,a)}}var jn=6,_t=t=>et(t.map(({weight:e})=>e)).slice(
0,jn).map(e=>t[e]),zn=8;function ge(t,e){let n=et(t),o=N(Math.min(zn,n.length)),s=e===void 0?-1:n.indexOf(e);return s>=o.
length&&o.push(s),o.map(r=>({token:n[r],rank:r+1,probability:t[n[r]],isNext:n[r]===e}))}var we=t=>t.some(e=>e.includes("\
�"))?"�: one byte of a letter that takes several":"",H=t=>`“${at(t)}”`,Un=t=>t===0?"itself":`${t} back`,ct=({sizes:t},e)=>Xt(
e,t.n_heads,t.n_layers);function be({model:t,words:e,position:n,head:o,off:s,parts:r}){let[{key:a,weight:i}]=_t(r),c=a===
n?"itself":`${H(e[a])}, ${Un(n-a)}`,l=`${ct(t,o)}${s.includes(o)?" (off: its output is dropped)":""}`;return`From ${H(e[n])}\
 (${n}), ${l} attends most to ${c}: ${Q(i)}.`}function xe(t,e,n){let o=t[0],s=t.find(({isNext:d})=>d),r=n?` (${U(n[o.token])}\
 with all on)`:"",a=`Next: ${H(e(o.token))} ${U(o.probability)}${r}`;if(!s)return`${a}.`;if(s===o)return`${a}, which is \
right.`;let i=U(s.probability),c=n&&U(n[s.token]),l=`the text has ${H(e(s.token))}, its guess ${s.rank}, ${i}`;return c&&
c!==i?`${a}; ${l} (was ${c}).`:`${a}; ${l}.`}var qn=4;function ye(t,e,n,o,s){if(Number.isNaN(o))return"A single token ha\
s no next token yet, so there is no loss.";let r=`Loss on this text, in nats a token: ${Q(o)} with all on`,a=[...e].sort(
(u,m)=>u-m).map(u=>ct(t,u)),i=[...n].sort((u,m)=>u-m).map(u=>`the MLP of layer ${u}`);if(a.length+i.length===0)return`${r}\
.`;let c=a.length+i.length>qn,l=[a.length>0?xt(a.length,"head"):"",i.length>0?xt(i.length,"MLP"):""].filter(Boolean),d=c?
jt(l):[...a,...i].join("; ");return`${r}, ${Q(s)} without ${d}.`}var $e=({sizes:{vocabulary:t}})=>`The mean of −log of t\
he probability that the model gave to the actual next token: 0 is certain and right; log ${t} = ${Q(Math.log(t))} is a b\
lind guess.`;function ke(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}function Gn(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Kn(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...s}=JSON.
parse(n),r=a=>s[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...r(a)),int8:a=>{let[i,c]=r(a);return new Int8Array(
t,i,c-i)}}}function*Me(t){let{about:e,bytes:n}=Kn(Gn(t).buffer),o=l=>new Float32Array(n(l)),s=l=>{let d=new Int8Array(n(
l)),u=o(`${l} step`),m=new Float32Array(d.length),f=d.length/u.length;for(let y=0,x=0;y<u.length;y++)for(let p=0;p<f;p++,
x++)m[x]=d[x]*u[y];return m},r=JSON.parse(e.sizes);yield;let[a,i]=[s("embedding"),o("norm.weight")],c=[];for(let l=0;l<r.
n_layers;l++)yield,c.push({beforeAttention:o(`layers.${l}.before_attention.weight`),W_Q:s(`layers.${l}.attention.W_Q`),W_K:s(
`layers.${l}.attention.W_K`),W_V:s(`layers.${l}.attention.W_V`),W_O:s(`layers.${l}.attention.W_O`),distances:o(`layers.${l}\
.distances`),beforeMlp:o(`layers.${l}.before_mlp.weight`),widen:s(`layers.${l}.widen.weight`),narrow:s(`layers.${l}.narr\
ow.weight`)});return{sizes:r,merges:e.merges.split(`
`).filter(Boolean),embedding:a,norm:i,layers:c}}var B=globalThis,Vn=2e4;function*_e(t){B.bookModelsRead??={};let e=B.bookModels?.[t];return e&&!B.bookModelsRead[t]&&(B.
bookModelsRead[t]=yield*Me(e)),B.bookModelsRead[t]}function Yn(t,e){return new Promise((n,o)=>{let s=({hash:i,base64:c})=>{
i!==t||!c||(a(),n(c))},r=setTimeout(()=>{a(),o(new Error("the kernel did not answer"))},Vn),a=()=>{clearTimeout(r),e.off(
"msg:custom",s)};e.on("msg:custom",s),e.send?.({wanted:t})})}async function Qn(t){await ke(t);let e=B.bookModels?.[t];if(!e)
throw new Error("the script has another model");return e}async function Se(t,e){if(B.bookModels??={},B.bookModelsAsked??=
{},!B.bookModels[t]){B.bookModelsAsked[t]??=e.send?Yn(t,e):Qn(t);try{B.bookModels[t]=await B.bookModelsAsked[t]}finally{
delete B.bookModelsAsked[t]}}}var Jn="your own",St="The model could not be loaded here. It runs in the built book, and in a notebook whose kernel runs\
.",it=({n_layers:t,n_heads:e})=>t*e;function Ee(t,e,n){it(t)<=$t&&ot(e,n)}var Ae={text:(t,e)=>yt(t,e("max_characters"))?
void 0:t,position:(t,e)=>ft(t,e("max_tokens"),-1),head:(t,e)=>ft(t,it(e("model").sizes)),off:(t,e)=>st(t,it(e("model").sizes)),
mlps_off:(t,e)=>st(t,e("model").sizes.n_layers)};function Zn(t,e,n){let o=t.get("examples"),s="",r="",a=Ft({label:"examp\
le",options:[Jn,...o.map(([d])=>d)],change:d=>{let u=i.input.ariaInvalid==="true"?"":s,m=d>0?o[d-1][1]:u||t.get("text");
r=d>0?"":m,d>0&&i.complain(""),m!==t.get("text")&&W(t,{text:m,position:-1}),l(),n(),!(d>0)&&(i.input.focus(),i.input.select())}}),
i=Wt({label:`type Python, up to ${t.get("max_tokens")} tokens`,size:5,long:!0,refuse:e,change:d=>{let u=i.input.selectionStart===
d.length;W(t,u?{text:d,position:-1}:{text:d})}}),c=g("div",{class:"mha-code-input"});o.length>0&&c.append(a.node),c.append(
i.node);let l=()=>{let d=t.get("text"),u=d===r?-1:o.findIndex(([,m])=>m===d);u<0&&(s=d),a.set(u+1),i.set(d)};return{node:c,
set:l,complain:i.complain,field:i.input}}function to(t){let{sizes:e}=t.get("model"),n={sizes:e},o=N(it(e)).map(d=>{let[u,
m]=[g("canvas",{"aria-hidden":"true"}),g("div",{class:"mha-mark"})],f=ct(n,d),y=z("",()=>W(t,{head:d}));y.setAttribute("\
aria-label",f),y.title=f,y.append(g("div",{class:"mha-picture"},u,m));let x=z("",()=>W(t,{off:bt(t.get("off"),d)}));x.classList.
add("mha-switch");let p=g("div",{class:"mha-thumb"},y,x);return Ee(e,p,d),{node:p,name:f,canvas:u,mark:m,choose:y,toggle:x}}),
s=N(e.n_layers).map(d=>{let u=z("",()=>W(t,{mlps_off:bt(t.get("mlps_off"),d)}));return u.classList.add("mha-switch"),u}),
r=s.map((d,u)=>{let m=o.slice(u*e.n_heads,(u+1)*e.n_heads),f=g("span",{class:"mha-layer"},`layer ${u}`),y=m.map(({node:x})=>x);
return g("div",{class:"mha-thumbs"},g("div",{},f,d),...y)}),i=g("div",{class:"mha-thin-mark"},...r,zt("weights","0","1",
"press a map to choose its head; queries down, keys across; the frame is the chosen token"));function*c(d,{position:u,head:m,
off:f,mlpsOff:y}){for(let[x,{node:p,name:h,canvas:w,mark:b,choose:$,toggle:M}]of o.entries()){lt(w,d.weights(x),"weights",
0,1),b.style.top=`${100*u/d.n}%`,b.style.height=`${100/d.n}%`,$.setAttribute("aria-pressed",String(x===m));let k=!f.includes(
x);p.classList.toggle("mha-thumb-off",!k),P(M,`${x%e.n_heads}: ${k?"on":"off"}`),M.setAttribute("aria-label",`${h}: ${k?
"on":"off"}`),M.setAttribute("aria-pressed",String(k)),yield}s.forEach((x,p)=>{let h=!y.includes(p);P(x,`MLP: ${h?"on":"\
off"}`),x.setAttribute("aria-label",`layer ${p}, MLP: ${h?"on":"off"}`),x.setAttribute("aria-pressed",String(h))})}return{
node:i,draw:c,firstSwitchedOff:({off:d,mlpsOff:u})=>d.length>0?o[Math.min(...d)].toggle:s[Math.min(...u)]}}function eo(){
let t=g("caption"),e=g("tbody");return{node:g("table",{class:"mha-next"},t,e),draw:({words:s,position:r,guesses:a},i,c)=>{
P(t,`What comes after ${H(s[r])} (${r})${c?"; the line: with all on":""}`);let l=a.map(({token:d,rank:u,probability:m,isNext:f})=>{
let y=g("th",{scope:"row"},H(i(d)),f?" ✓":""),x=g("div"),p=g("div",{class:"mha-rail"},x);if(j(x,{fill:`${100*m}%`}),c){
let b=g("i");j(b,{fill:`${100*c[d]}%`}),p.append(b)}let h=[g("td",{"aria-hidden":"true"},p),g("td",{},U(m))];c&&h.push(g(
"td",{},`was ${U(c[d])}`));let w=u>a.length;return w&&y.append(g("span",{class:"mha-layer"},`number ${u}`)),g("tr",{class:[
f&&"mha-right-answer",w&&"mha-lower-rank"].filter(Boolean).join(" ")},y,...h)});e.replaceChildren(...l)}}}function no(){
let t=g("caption"),e=g("tbody"),o=g("thead",{},g("tr",{},...["token","back","match","distance","score","weight"].map(c=>g(
"th",{scope:"col"},c)))),s=g("table",{class:"mha-parts"},t,o,e),r=g("p",{class:"mha-note"});return{node:g("div",{},s,r),
draw:({model:c,words:l,position:d,head:u,parts:m})=>{let f=ct(c,u);P(t,`What ${f} attends to from ${H(l[d])} (${d}), and\
 why`);let y=_t(m).map(({key:h,match:w,distance:b,score:$,weight:M})=>[H(l[h]),String(d-h),...[w,b,$,M].map(k=>Q(k))]);e.
replaceChildren(...Tt(y));let p=`match: query times key, divided by √${c.sizes.d_model/c.sizes.n_heads}; distance: the\
 head's learned bias for this many tokens back; score: their sum. The weights are the softmax of all scores.`;P(r,p)}}}function oo(t,e){
let n=le(t.merges),o=n.words(N(t.sizes.vocabulary));return{model:t,limit:e,encode:n.encode,word:s=>o[s],whole:Mt(t,e),left:Mt(
t,e)}}function so(t,e,n,o){let{hash:s,bytes:r,parameters:a}=e.get("model"),i=null;function*c(){let S=yield*_e(s);return S&&
!i&&(i=oo(S,e.get("max_tokens"))),i}let l=!1,d=async()=>{if(!(l||i)){l=!0,t.ariaBusy="true",P(x,"loading …");try{await Se(
s,e),P(x,""),document.activeElement===y&&f.field.focus()}catch{P(x,St)}l=!1,t.ariaBusy="false",x.textContent!==St&&o()}},
u=()=>{x.textContent!==St&&d()},m=S=>{let C=yt(S,e.get("max_characters"));if(C||!i)return C;let{length:F}=i.encode(S);return F>
i.limit?`That is ${F} tokens; the model reads ${i.limit}.`:""},f=Zn(e,m,u),y=z(`Load the model: ${Dt(r)}, once`,d),x=g("\
span",{role:"status"}),p=g("span",{class:"mha-count"},`${nt(a)} parameters`),h=g("div",{class:"mha-load"},y,p,x),b=ie(S=>{
S>=0&&S<L.run.n&&S!==L.view.position&&W(e,{position:S})},()=>L.view.position),$=to(e),[M,k]=[eo(),no()],v=g("p",{class:"\
mha-note"}),_=g("div",{class:"mha-read"},b.node,v),T=wt(_),E=g("div",{class:"mha-cost"}),A=wt(E),I=z("all on",()=>{let S=$.
firstSwitchedOff(L.view);W(e,{off:[],mlps_off:[]}),S.focus({preventScroll:!0})}),O=g("p",{class:"mha-note"});_.append($.
node,E,O,g("div",{class:"mha-two-columns"},M.node,k.node)),t.append(f.node,h,_);let L;function*G(S){let C=S.encode(e.get(
"text")).slice(0,S.limit),F=e.get("off"),K=e.get("mlps_off"),R=e.get("head"),D=e.get("position"),V=C.length-1,Y=D<0?V:Math.
min(D,V),X=yield*S.whole(C),tt=F.length+K.length>0,J=tt?yield*S.left(C,F,K):X;if(!X||!J)return!1;let ht=C.map(S.word),Le=ge(
J.probabilities(Y),C[Y+1]),Oe=J.parts(R,Y),Ne={model:S.model,words:ht,position:Y,head:R,off:F,mlpsOff:K,guesses:Le,parts:Oe};
return L={run:J,whole:X,tokens:C,view:Ne,before:tt?X.probabilities(Y):null},!0}_.hidden=!0;let Et=!1;function*ve(){f.set();
let S=yield*c();if(!S){(Et||n)&&u(),Et=!0;return}if(!(yield*G(S)))return;h.remove(),_.hidden=!1;let C=m(e.get("text"));C&&
f.complain(C);let{run:F,whole:K,view:R,before:D}=L,{words:V,position:Y,head:X,off:tt,mlpsOff:J}=R;b.draw(V,F.weights(X)[Y],
tt.includes(X)),Ee(S.model.sizes,b.node,X),P(v,we(V)),v.hidden=!v.textContent,yield,yield*$.draw(F,R),M.draw(R,S.word,D),
yield,k.draw(R),yield,T(be(R),xe(R.guesses,S.word,D));let ht=document.activeElement===f.field;A.node.setAttribute("aria-\
live",ht?"off":"polite"),A(ye(S.model,tt,J,K.loss(),F.loss())),D?I.parentNode||E.append(I):I.remove(),P(O,$e(S.model))}return{
observes:ut(Ae),draw:ve,stateForTests:()=>{let S=gt(c());if(!S)return{loaded:!1};gt(G(S));let{run:C,whole:F,tokens:K,view:R}=L;
return{loaded:!0,tokens:K,words:R.words,position:R.position,head:R.head,weights:N(it(S.model.sizes)).map(D=>C.weights(D).
map(V=>[...V])),probabilities:[...C.probabilities(R.position)],before:L.before&&[...L.before],guesses:R.guesses,loss:F.loss(),
loss_now:C.loss(),parts:R.parts}}}}var ro=Rt("A language model of Python, running in the page",so),ys=Yt(ro,Ae);export{ys as default};
