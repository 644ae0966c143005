// Made by `make widgets` from js/src; edit there.
var it="h1e-4";function lt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function u(t,e={},...n){let o=document.createElement(t);return lt(o,e,n),o}function U(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return lt(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}
function ut(t,e){new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}var zt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Vt=pt([153,153,153]),Jt=mt(zt.split(" ").map(Zt)),ft=new Map,dt=new WeakMap;function pt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Zt(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function mt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,c]=[t[r],t[r+1]];return pt(s.map((i,a)=>Math.round(
i+(c[a]-i)*(o-r))))})}function te(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=ft.get(o);if(r)return r;
let[s,c]=[e,n].map(a=>(a.match(/\d+/g)??[]).map(Number)),i=mt([s,c].map(a=>a.slice(0,3)));return ft.set(o,i),i}function Y(t){
for(let e of t.querySelectorAll("canvas"))dt.get(e)?.()}function G(t,e,n,o,r){let[s,c]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),a=()=>{if(!t.isConnected)return;let l=n==="signed"?Jt:te(t);(t.width!==c||t.height!==s)&&(t.width=c,t.height=s);
let f=t.getContext("2d"),p=f.createImageData(c,s),h=new Uint32Array(p.data.buffer);for(let m=0,w=0;m<s;m++)for(let b=0;b<
c;b++,w++){let g=Math.floor(256*((i[m][b]-o)/(r-o))),d=l[Math.min(255,Math.max(0,g))];h[w]=Number.isNaN(g)?Vt:d}f.putImageData(
p,0,0)};dt.set(t,a),a()}function ht(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function gt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function wt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=ee(t);o.append(s);let i=gt(s),a,l=()=>a&&
i.start(a.draw);a=e(s,n,r,l),Object.assign(s,{stateForTests:a.stateForTests}),Y(s),l();let f=ne(n,a.observes,l);return()=>{
f(),i.stop(),c()}}}}function ee(t){let e=u("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,a=c?c==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=a?"dark":"light",Y(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ne(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var bt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function A(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var oe=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Q(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=oe.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function xt(t,e,n,o){let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&A(n,{query:s})};for(let s of e)s.onPoint(([c])=>r(c));Q(
t,s=>r(n.get("query")+s),!1)}function Et(t){let e=u("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];
return Object.assign((...r)=>{r.forEach((s,c)=>{let i=typeof s=="string"?s:s.heard;n[c]||(n[c]=u("span",{"aria-atomic":"\
true",class:s!==i&&"mha-screen-reader"}),e.append(n[c]," ")),R(n[c],i)})},{node:e})}function F({label:t,max:e,show:n=String,
change:o}){let r=u("output",{"aria-live":"off"}),s=u("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),c=(a,l=e)=>{
let f=n(a);s.max=String(l),s.value=String(a),R(r,f),s.getAttribute("aria-valuetext")!==f&&s.setAttribute("aria-valuetext",
f)};return s.addEventListener("input",()=>{c(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:u("div",{class:"m\
ha-control"},u("span",{},t,r),s),set:c}}function vt(t,e){let n=u("button",{type:"button"},t);return n.addEventListener("click",e),n}function _(t){return Array.from({length:t},(e,n)=>n)}function re(t){let e=0;for(let n of t)e+=n;return e}var yt=t=>re(t)/t.length;function B(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}var kt=t=>_(t+
1).filter(e=>t%e===0);function L(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var St=t=>_(t.length).sort((e,n)=>t[n]-t[e]),se=1e-9;function T(t){let e=L(t);return _(t.length).filter(n=>e-t[n]<=se*Math.
abs(e))}function $t(t,e,n=[]){let o=L(t),r=0;for(let c=0;c<t.length;c++)r+=Math.exp(t[c]-o);let s=Math.log(r);for(let c=0;c<
t.length;c++)n[c]=t[c]-o-s,e[c]=Math.exp(n[c]);return e}function ae(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function M(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ae(t,
3):t.toExponential(1).replaceAll("-","−")}function At(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var O=(t,e)=>`“${t[e]}” (${e})`;function z(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${M(e)}, on ${r} keys`}var ce=3;
function j(t,e,n,o=""){let r=T(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],c=r.length>1;return r.length>ce||c&&
r.length===t.length?z(n,s,r.length,t.length):`${o}${V(r.map(e))} with ${M(s)}${c?" each":""}`}function P(t,e){return`${t} ${e}${t===1?"":"s"}`}function V(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}var[ie,le,ue]=[11,6,60],fe=8,de=32;function pe(t,e){let n=L(t.map(o=>o.length));return Math.min(ue,le*(n+1))+ie*Math.max(
t.length,e.length)}function J(t,e,n){let o=u("canvas",{"aria-hidden":"true"}),r=u("div",{class:"mha-mark",hidden:!0}),s=u(
"div",{class:"mha-framed"}),c=u("div",{class:"mha-picture"},o,r,s),[i,a]=["mha-rows","mha-cols"].map(g=>u("div",{class:g,
"aria-hidden":"true"})),l=u("div",{},i,c,a),f=u("figcaption",{},t),p=u("figure",{class:"mha-map"},f,l),h={rows:e,columns:n},
m=0,w=()=>{p.classList.toggle("mha-crowded",m<pe(h.rows,h.columns))},b=(g,d)=>{h={rows:g,columns:d},c.style.aspectRatio=
`${d.length} / ${g.length}`;let x=Math.max(g.length,d.length)<=de,E=k=>x?k.map(S=>u("span",{},S)):[];i.replaceChildren(...E(
g)),a.replaceChildren(...E(d)),a.classList.toggle("mha-upright",L(d.map(k=>k.length))===1),w()};return b(e,n),ut(f,g=>{m=
g,w()}),{node:p,body:l,picture:c,label:b,draw:(g,d,x,E)=>G(o,g,d,x,E),mark(g){r.hidden=!1,r.style.top=`${100*g/h.rows.length}\
%`,r.style.height=`${100/h.rows.length}%`},frame(g){let{rows:d,columns:x}=h;s.replaceChildren(...g.map(({top:E,left:k,height:S,
width:$,kind:v})=>{let y=u("div",{class:v});return y.style.inset=[E,x.length-k-$,d.length-E-S,k].map((C,K)=>`${100*C/(K%
2?x:d).length}%`).join(" "),y}))},onPoint(g,d=!0){let x=({clientX:E,clientY:k})=>{let{rows:S,columns:$}=h,{left:v,top:y,
width:C,height:K}=c.getBoundingClientRect(),at=Math.floor((k-y)/K*S.length),ct=Math.floor((E-v)/C*$.length);at in S&&ct in
$&&g([at,ct])};d&&c.addEventListener("pointermove",x),c.addEventListener("pointerdown",x)}}}function W(t,e){t.style.setProperty(
"--mha-hue",e<fe?`var(--mha-head-${e})`:"initial")}function Mt(t,e,n,o){let r=u("canvas",{"aria-hidden":"true"});G(r,[_(
64).map(a=>a/63)],t,0,1);let[s,c,i]=[e,n,o].map(a=>u("span",{},a));return u("div",{class:"mha-bar"},s,r,c,i)}var X=t=>Object.keys(t);function Lt(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Tt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Ot(t,e,n){let o=a=>({values:null,wrong:a});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([a])=>!Object.hasOwn(e,a));if(s)return o(
`nothing here is called “${_t(s[0])}”`);let c={},i=a=>Object.hasOwn(c,a)?c[a]:n(a);for(let[a,l]of Object.entries(e)){
let f=r.filter(([h])=>h===a).map(([,h])=>h);if(f.length===0)return o(`${a} is missing`);if(f.length>1)return o(`${a} is \
given ${me(f.length)}`);let p=l(f[0],i);if(p===void 0)return o(`${a} cannot be “${_t(f[0])}”`);c[a]=p}return{values:c,
wrong:""}}var me=t=>t===2?"twice":`${t} times`;function _t(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Z(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function tt(t,e,n=0){let o=Z(t);return o!==
void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Nt(t,e){let n=t===""?[]:t.split(",").map(o=>tt(o,e));return n.includes(
void 0)?void 0:n}var Ct=(t,e)=>e.find(n=>String(n)===t);var I="open",he=["pointerdown","wheel","touchstart","keydown","hashchange"],ge=120,we=99,be=["","localhost","127.0.0.1",
"[::1]"];function It(t,e,n=()=>({})){let o=X(e);return{...t,choices:e,settle:n,render:s=>{let{model:c,el:i,link:a}=s;if(!a)
return t.render(s);let l=()=>bt(c,...o),f=l(),p=()=>xe(i,a,e,c.get),h=p();h?.values&&A(c,h.values);let m=t.render({...s,
openedByLink:!!h?.values}),w=i.querySelector(".mha"),b=ye(w),g=ke(w,()=>Lt(a,{...l(),...n(c.get),...b.get()})),d=({values:E,
folds:k,wrong:S})=>{let $=S||b.findError(k);A(c,$?f:E),b.open($?[]:k),g.clear(),g.refuse($),ve(i)},x=()=>{let E=p();E&&d(
E)};h?d(h):document.addEventListener("DOMContentLoaded",x,{once:!0}),addEventListener("hashchange",x);for(let E of o)c.on(
`change:${E}`,g.clear);return()=>{for(let E of o)c.off(`change:${E}`,g.clear);document.removeEventListener("DOMContentLo\
aded",x),removeEventListener("hashchange",x),m()}}}}function xe(t,e,n,o){let r=Tt(location.hash);if(r?.name!==e)return r&&
Ee(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(I),c={
...n,[I]:p=>Nt(p,we)},{values:i,wrong:a}=Ot(r.query,s?n:c,o),{[I]:l=[],...f}=i??{};return{values:i&&f,folds:l,wrong:a}}function Ee({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function ve(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[ge,Number.NaN],r=()=>{let c=t.getBoundingClientRect().top+scrollY;c!==o&&t.scrollIntoView(),o=c,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let c of he)addEventListener(c,s,{once:!0,capture:!0,passive:!0})}function ye(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[I]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${I} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function ke(t,e){let n=u(
"p",{class:"mha-refused",role:"status"}),o=u("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=u("div",{class:"\
mha-link"},vt("Copy link to this",async()=>{s();let l=`#${e()}`,f=location.href.split("#")[0]+l;if(await Se(f)){o.append(
"Copied.",...Rt(l));return}r=u("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=f,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Rt(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Rt(t){if(!be.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,u("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Se(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var et=3,$e=5e-4;function Ae({row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=T(o);if(r.length===0)return{positions:[],words:"\
NaN"};let s=r.length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>et)){let a=z(e,t[r[0]],r.length,t.length),
l=s?a:`${a}: ${r.map(f=>n[f]).join(", ")}`;return{positions:[],words:l}}return{positions:St(o).slice(0,et).filter(a=>e===
"score"||o[a]>=$e),words:"less than 0.001 on every key"}}function Me(t,e,n="mha-screen-reader"){let{positions:o,words:r}=Ae(
t,e);return o.length===0?[u("td",{colspan:et},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[u("span",{class:n},
` (${s})`)]:[];return u("td",{},e[s],...i,` ${M(t.row[s])}`)})}function Dt(t,e){let n=u("table",{class:"mha-keys","aria-\
label":"top keys"}),o=[],r=({title:c,row:i,what:a,chosen:l},f,p)=>{let h=u("span",{class:"mha-swatch","aria-hidden":"tru\
e"}),m=j(i,b=>O(t,b),a),w=u("button",{type:"button","aria-pressed":String(l),"aria-description":m},h,c);return w.tabIndex=
l?0:-1,w.addEventListener("click",()=>p.choose(f)),w},s=c=>{let i=o.indexOf(document.activeElement),a=c.length>1?e:void 0;
o=a?c.map((f,p)=>r(f,p,a)):[];let l=c.map((f,p)=>{let h=u("th",{scope:"row"},o[p]??f.title),m=u("tr",{class:f.chosen&&"m\
ha-chosen"});return o[p]&&W(m,p),m.append(h,...Me(f,t)),m});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&
_e(n,()=>o,e),{node:n,draw:s}}function _e(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],c=()=>o(r>=0?r:s),i=a=>{let l=a instanceof
Element?a.closest("tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:a})=>{
r=i(a),c()}),t.addEventListener("pointerleave",()=>{r=-1,c()}),t.addEventListener("focusin",({target:a})=>{s=a instanceof
Element&&a.matches(":focus-visible")?i(a):-1,c()}),t.addEventListener("focusout",()=>{s=-1,c()}),t.addEventListener("cli\
ck",({target:a})=>{let l=a instanceof Element&&a.closest("button"),f=i(a);f>=0&&!l&&n(f)}),Q(t,a=>e()[i(document.activeElement)+
a]?.focus({preventScroll:!1}),!1)}function nt(t){let e=new Float64Array(t*t);return{flat:e,rows:Array.from({length:t},(n,o)=>e.subarray(o*t,o*t+t))}}function ot(t){
return{dotProducts:nt(t),logWeights:nt(t),weights:nt(t)}}function Ht({dotProducts:t},e,n,o,r){e.forEach((s,c)=>{n.forEach(
(i,a)=>{t.rows[c][a]=B(s,i,o,r)})})}function Bt({logWeights:t,weights:e}){t.rows.forEach((n,o)=>{$t(n,e.rows[o],n)})}function Ft({
dotProducts:t,logWeights:e},n){for(let o=0;o<t.flat.length;o++)e.flat[o]=n*t.flat[o]}function Le(t,e){for(let n=0;n<t.logWeights.
flat.length;n++){let o=0;for(let{logWeights:r}of e)o+=r.flat[n];t.logWeights.flat[n]=o/Math.sqrt(e.length)}Bt(t)}function Te(t,e,n){
let[o,r]=[0,0];return n.forEach((s,c)=>{let{weights:i}=t[Math.floor(c*t.length/n.length)];e.forEach((a,l)=>{let f=B(i.rows[l],
s);o+=(B(a,s)-f)**2,r+=f**2})}),o===0?0:Math.sqrt(o/r)}function rt(t,[e,n,o]){let r=e.length,s=e[0].length,c=Array.from(
o[0],(h,m)=>Float64Array.from(o,w=>w[m])),i=Array.from({length:t},()=>ot(r)),[a,l]=[ot(r),ot(r)],f=a.weights;Ht(a,e,n,0,
s);let p=[];return(h,m)=>{let w=s/h;p.length!==h&&(p=i.slice(0,h),p.forEach((d,x)=>{Ht(d,e,n,x*w,(x+1)*w)}));for(let d of p)
Ft(d,m**2/Math.sqrt(w));Ft(a,m**2/Math.sqrt(s));for(let d of[a,...p])Bt(d);Le(l,p);let b=0;f.flat.forEach((d,x)=>{b=Math.
max(b,Math.abs(d-l.weights.flat[x]))});let g=p.flatMap(({weights:d})=>d.rows.map(L));return{n_heads:h,scale:m,mean_top_weight:yt(
g),single:f.rows,product:l.weights.rows,heads:p.map(({weights:d})=>d.rows),outputs_difference:Te(p,f.rows,c),product_difference:b}}}
function*jt(t,e){let n=[];for(let o of _(N+1))n.push(t(e,D(o)).outputs_difference),yield;return n}function Pt(t){let e=L(
t);return e<1e-12?"Difference of the outputs: 0 at every scale":`Difference of the outputs, by scale: at most ${M(e)}`}function Wt({
n_heads:t,scale:e,outputs_difference:n,mean_top_weight:o}){if(t===1)return"With one head, all matrices are the same.";if(e===
0)return"All scores are 0, so every row is uniform: one head and many agree.";let r=o>.99?"Nearly every row puts its wei\
ght on one key":"";if(n<.01){let s=n<1e-12?"agree":"nearly agree";return`${r?`${r}, the same in all heads`:"Rows are nea\
rly the same in all heads"}: one head and many ${s} on these tokens.`}return r?`${r}, but not the same in all heads: sat\
urated heads still differ from one head.`:"The product of the heads is the single head’s matrix."}function Xt({single:t,
heads:e},n,o){let r=j(t[o],l=>O(n,l),"weight","most weight on "),s=`Query ${O(n,o)}, the marked row, has ${r} in the sin\
gle head`,[c,i]=T(t[o]);if(c===void 0||i!==void 0)return`${s}.`;let a=e.filter(l=>T(l[o]).includes(c)).length;return`${s}\
; ${a} of ${P(e.length,"head")} agree${a===1?"s":""}.`}var Oe=5e-4;function qt(t){let e=[];return n=>{let o=t.map(({name:c})=>n[c].
flatMap(i=>[...i])),r=e;if(e=o,r.length===0)return"";let s=c=>{let i=o.map((l,f)=>l.some((p,h)=>Math.abs(p-r[f][h])>=Oe)),
a=t.filter((l,f)=>i[f]===c).map(({title:l})=>l);return a.length===t.length?"all maps above":V(a)||"none"};return`${P(n.n_heads,
"head")}, ${st(n.scale)}: outputs differ by ${M(n.outputs_difference)}. Changed: ${s(!0)}; unchanged: ${s(!1)}.`}}function st(t){
return`× ${Number(At(t,2))}`}var[Kt,Ut]=[61,20],N=91;function D(t){return t>0?Math.min(30,10**((t-Kt)/Ut)):0}function q(t){
return t===0?0:Math.max(1,Math.round(Kt+Ut*Math.log10(t)))}var Ne=4,Ce=16,Gt=t=>kt(t("projections")[0][0].length).filter(e=>e<=t("max_heads")),Qt={n_heads:(t,e)=>Ct(t,Gt(e)),scale:t=>{
let e=Z(t)??-1;return e===0||e>=.001&&e<=30?e:void 0},query:(t,e)=>tt(t,e("tokens").length)},H=[{name:"single",title:"si\
ngle head"},{name:"product",title:"product of heads"}],Yt={outputs_difference:"outputs of one head and many, relative di\
fference",product_difference:"weights, largest difference of product and single head"};function Re(t,e){let n=a=>{let l=t.
get("scale");return st(q(l)===a?l:D(a))},o=F({label:"heads",max:e.length-1,show:a=>String(e[a]),change:a=>A(t,{n_heads:e[a]})}),
r=F({label:"scale of W_Q and W_K",max:N,show:n,change:a=>A(t,{scale:D(a)})}),s=F({label:"query",max:t.get("tokens").length-
1,show:a=>O(t.get("tokens"),a),change:a=>A(t,{query:a})});return{node:u("div",{class:"mha-controls"},o.node,r.node,s.node),
set:()=>{o.set(e.indexOf(t.get("n_heads"))),r.set(q(t.get("scale"))),s.set(t.get("query"))}}}function Ie(t,e){let n=H.map(
({title:i})=>J(i,t,t)),o=_(e).map(i=>J(`head ${i}`,t,t));o.forEach((i,a)=>{W(i.node,a)});let[r,s]=[n,o].map(i=>u("div",{
class:"mha-grid"},...i.map(({node:a})=>a))),c=i=>{H.forEach(({name:a},l)=>{n[l].draw(i[a],"weights",0,1)}),o.forEach((a,l)=>{
a.node.hidden=l>=i.n_heads,l<i.n_heads&&a.draw(i.heads[l],"weights",0,1)}),s.classList.toggle("mha-unlabeled",i.n_heads>
Ne)};return{top:r,below:s,maps:[...n,...o],draw:c}}var De={0:0,.01:21,.1:41,1:61,10:81};function He(t){let[e,n]=["mha-cu\
rve","mha-current-dot"].map(m=>U("path",{class:m})),o={viewBox:`0 -1.08 ${N} 1.16`,preserveAspectRatio:"none"},r=U("svg",
o,e,n),s=Object.entries(De).map(([m,w])=>{let b=u("span",{},`× ${m}`);return b.style.left=`${100*w/N}%`,b}),c=u("figcap\
tion"),i=u("div",{class:"mha-axis"},...s),[a,l]=[u("span"),u("span",{},"0")],f=u("div",{class:"mha-heights"},a,r,l),p=u(
"figure",{class:"mha-histogram mha-sweep"},c,f,i);return f.setAttribute("aria-hidden","true"),i.setAttribute("aria-hidde\
n","true"),r.addEventListener("pointerdown",({clientX:m})=>{let{left:w,width:b}=r.getBoundingClientRect();t(Math.round(N*
(m-w)/b))}),{node:p,draw:(m,w)=>{let b=Math.max(1e-12,...m),g=m.map(d=>-d/b);e.setAttribute("d",`M${g.map((d,x)=>`${x} ${d}`).
join("L")}`),n.setAttribute("d",`M${w} ${g[w]}${it}`),a.textContent=M(Math.max(...m)),R(c,Pt(m))}}}function Fe(){let t=Object.
values(Yt).map(r=>{let s=u("td");return{cell:s,row:u("tr",{},u("th",{scope:"row"},r),s)}});return{node:u("table",{class:"\
mha-measures","aria-label":"measures"},...t.map(({row:r})=>r)),draw:r=>{Object.keys(Yt).forEach((c,i)=>{t[i].cell.textContent=
M(r[c])})}}}function Be(t){let e=Dt(t),n=u("summary",{},"The marked row in numbers: each map’s top keys");return{node:u(
"details",{class:"mha-more"},n,e.node),draw:(s,c)=>{let i=H.map(({name:a,title:l})=>({title:l,row:s[a][c],what:"weight"}));
s.heads.forEach((a,l)=>{i.push({title:`head ${l}`,row:a[c],what:"weight"})}),e.draw(i)}}}function je(t,e){let n=e.get("t\
okens"),o=e.get("projections").map(v=>v.map(y=>Float64Array.from(y))),r=Gt(v=>e.get(v)),s=Math.max(...r),[c,i]=[rt(s,o),
rt(s,o)],a=Re(e,r),l=Ie(n,s),f=Fe(),p=He(v=>A(e,{scale:D(v)})),m=u("div",{role:"group",tabindex:0,"aria-label":"matrices\
; arrow up and down choose the query"});m.classList.toggle("mha-thin-mark",n.length>Ce),m.append(l.top,Mt("weights","0",
"1","weights, one scale for all"));let w=Et(m);m.append(f.node,u("p",{class:"mha-note"},"Head by head: queries down, key\
s across, tokens as above."),l.below);let g=Be(n);t.append(a.node,p.node,m,g.node),xt(m,l.maps,e,()=>n.length);let d=null,
x=qt(H),E="",k=()=>{let v=e.get("n_heads"),y=e.get("scale");return(d?.n_heads!==v||d.scale!==y)&&(d=c(v,y),l.draw(d),f.draw(
d),E=x(d)),d},S=new Map,$=function*(){let v=e.get("n_heads"),y=S.get(v)??(yield*jt(i,v));return S.set(v,y),y};return{observes:X(
Qt),stateForTests:()=>({...Pe(k()),differences:ht($())}),*draw(){let v=k(),y=e.get("query");a.set();for(let C of l.maps)
C.mark(y);g.draw(v,y),w({heard:E},Wt(v),Xt(v,n,y)),p.draw(yield*$(),q(e.get("scale")))}}}function Pe(t){let e=o=>o.map(r=>[
...r]),n=H.map(({name:o})=>[o,e(t[o])]);return{...t,...Object.fromEntries(n),heads:t.heads.map(e)}}var We=wt("One head a\
nd many, on the same projections",je),Rn=It(We,Qt);export{Rn as default};
