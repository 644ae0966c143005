// Made by `make widgets` from js/src; edit there.
function pt(t,e,n){for(let[a,r]of Object.entries(e))r===!1||r==null||t.setAttribute(a,r===!0?"":String(r));t.append(...n)}
function c(t,e={},...n){let a=document.createElement(t);return pt(a,e,n),a}function S(t,e){t.textContent!==e&&(t.textContent=e)}function W(t,e){new ResizeObserver(([{contentRect:n}])=>e(Math.round(
n.width))).observe(t)}function G(t,e,n,a=[]){let r=Math.max(1,e.length-1),o=n.map(f=>{let h=Array.from({length:r},()=>c("td")),v=c("th",{scope:"\
row"},f),x=c("div");return{row:c("tr",{},v,...h,c("td",{"aria-hidden":"true"},x)),cells:h,bar:x}}),i=e.map(f=>c("th",{scope:"\
col"},f)),l=c("td",a.length>0?{class:"mha-ends","aria-hidden":"true"}:{});l.append(...a.map(f=>c("span",{},f)));let s=e.
length>0?[c("tr",{},...i,l)]:[],p=o.map(({row:f})=>f);return{node:c("table",{class:"mha-bar-table"},c("caption",{},t),...s,
...p),rows:p,draw:(f,h)=>{o.forEach(({cells:v,bar:x},m)=>{for(let[d,b]of v.entries())S(b,f[m][d]);x.style.width=`${100*h[m]}\
%`})}}}var ut="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var ft=z([153,153,153]),mt=Y(ut.split(" ").map(ht)),U=new Map,X=new WeakMap;function z([t,e,n]){return 255<<24|n<<16|e<<
8|t}function ht(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Y(t){return Array.from({length:256},
(e,n)=>{let a=n/255*(t.length-1),r=Math.min(Math.floor(a),t.length-2),[o,i]=[t[r],t[r+1]];return z(o.map((l,s)=>Math.round(
l+(i[s]-l)*(a-r))))})}function dt(t){let{backgroundColor:e,color:n}=getComputedStyle(t),a=`${e} ${n}`,r=U.get(a);if(r)return r;
let[o,i]=[e,n].map(s=>(s.match(/\d+/g)??[]).map(Number)),l=Y([o,i].map(s=>s.slice(0,3)));return U.set(a,l),l}function O(t){
for(let e of t.querySelectorAll("canvas"))X.get(e)?.()}function B(t,e,n,a,r){let[o,i]=[e.length,e[0].length],l=e.map(p=>Float32Array.
from(p)),s=()=>{if(!t.isConnected)return;let p=n==="signed"?mt:dt(t);(t.width!==i||t.height!==o)&&(t.width=i,t.height=o);
let u=t.getContext("2d"),g=u.createImageData(i,o),f=new Uint32Array(g.data.buffer);for(let h=0,v=0;h<o;h++)for(let x=0;x<
i;x++,v++){let m=Math.floor(256*((l[h][x]-a)/(r-a))),d=p[Math.min(255,Math.max(0,m))];f[v]=Number.isNaN(m)?ft:d}u.putImageData(
g,0,0)};X.set(t,s),s()}function V(t){let e,n=0,a=()=>{let o=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<o)){n=setTimeout(
a),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(o){r(),e=o()??
void 0,a()},stop:r}}function q(t,e){return{render({model:n,el:a,openedByLink:r=!1}){let{root:o,stop:i}=gt(t);a.append(o);let l=V(o),s,p=()=>s&&
l.start(s.draw);s=e(o,n,r,p),Object.assign(o,{stateForTests:s.stateForTests}),O(o),p();let u=xt(n,s.observes,p);return()=>{
u(),l.stop(),i()}}}}function gt(t){let e=c("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),a=()=>{let i=document.documentElement.dataset.theme,l=document.body.dataset.jpThemeLight,s=i?i==="dark":l?l==="f\
alse":n.matches;e.dataset.theme=s?"dark":"light",O(e)};a(),n.addEventListener("change",a);let r=new MutationObserver(a);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",a),r.disconnect(),e.remove()}}}function xt(t,e,n){
let a=0,r=()=>{cancelAnimationFrame(a),a=requestAnimationFrame(n)};for(let o of e)t.on(`change:${o}`,r);return()=>{cancelAnimationFrame(
a);for(let o of e)t.off(`change:${o}`,r)}}var K=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function y(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var bt=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function J(t,e,n=!0){
t.addEventListener("keydown",a=>{let[r,o]=bt.get(a.key)??[0,0];!r&&!(o&&n)||(a.preventDefault(),e(r,o,a))})}function R(t){let e=c("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((o,i)=>{let l=typeof o=="string"?o:o.heard;n[i]||(n[i]=c("span",{"aria-atomic":"true",class:o!==l&&"mha-screen\
-reader"}),e.append(n[i]," ")),S(n[i],l)})},{node:e})}function Z({label:t,max:e,show:n=String,change:a}){let r=c("output",
{"aria-live":"off"}),o=c("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),i=(s,p=e)=>{let u=n(s);o.max=String(p),
o.value=String(s),S(r,u),o.getAttribute("aria-valuetext")!==u&&o.setAttribute("aria-valuetext",u)};return o.addEventListener(
"input",()=>{i(Number(o.value),Number(o.max)),a(Number(o.value))}),{node:c("div",{class:"mha-control"},c("span",{},t,r),
o),set:i}}var Q=0;function tt({label:t,options:e,change:n}){Q+=1;let a=`mha-choice-${Q}-${Math.random().toString(36).slice(
2)}`,r=c("fieldset",{class:"mha-choice"},c("legend",{},t)),o=e.map(({value:l,text:s})=>{let p=c("input",{type:"radio",name:a,
value:l});return p.addEventListener("change",()=>n(l)),r.append(c("label",{},p,s)),p});return{node:r,set:l=>{e.forEach((s,p)=>{
o[p].checked=s.value===l})}}}function M(t){return Array.from({length:t},(e,n)=>n)}function vt(t){let e=0;for(let n of t)e+=n;return e}var F=t=>vt(t)/t.length;function L(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}function k(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}var[wt,$t,kt]=[11,6,60];var Et=32;function St(t,e){let n=L(t.map(a=>a.length));return Math.min(kt,$t*(n+1))+wt*Math.max(t.length,e.length)}function D(t,e,n){
let a=c("canvas",{"aria-hidden":"true"}),r=c("div",{class:"mha-mark",hidden:!0}),o=c("div",{class:"mha-framed"}),i=c("di\
v",{class:"mha-picture"},a,r,o),[l,s]=["mha-rows","mha-cols"].map(m=>c("div",{class:m,"aria-hidden":"true"})),p=c("div",
{},l,i,s),u=c("figcaption",{},t),g=c("figure",{class:"mha-map"},u,p),f={rows:e,columns:n},h=0,v=()=>{g.classList.toggle(
"mha-crowded",h<St(f.rows,f.columns))},x=(m,d)=>{f={rows:m,columns:d},i.style.aspectRatio=`${d.length} / ${m.length}`;let b=Math.
max(m.length,d.length)<=Et,$=w=>b?w.map(E=>c("span",{},E)):[];l.replaceChildren(...$(m)),s.replaceChildren(...$(d)),s.classList.
toggle("mha-upright",L(d.map(w=>w.length))===1),v()};return x(e,n),W(u,m=>{h=m,v()}),{node:g,body:p,picture:i,label:x,draw:(m,d,b,$)=>B(
a,m,d,b,$),mark(m){r.hidden=!1,r.style.top=`${100*m/f.rows.length}%`,r.style.height=`${100/f.rows.length}%`},frame(m){let{
rows:d,columns:b}=f;o.replaceChildren(...m.map(({top:$,left:w,height:E,width:N,kind:_})=>{let A=c("div",{class:_});return A.
style.inset=[$,b.length-w-N,d.length-$-E,w].map((C,I)=>`${100*C/(I%2?b:d).length}%`).join(" "),A}))},onPoint(m,d=!0){let b=({
clientX:$,clientY:w})=>{let{rows:E,columns:N}=f,{left:_,top:A,width:C,height:I}=i.getBoundingClientRect(),j=Math.floor((w-
A)/I*E.length),H=Math.floor(($-_)/C*N.length);j in E&&H in N&&m([j,H])};d&&i.addEventListener("pointermove",b),i.addEventListener(
"pointerdown",b)}}}function et(t,e,n,a){let r=c("canvas",{"aria-hidden":"true"});B(r,[M(64).map(s=>s/63)],t,0,1);let[o,i,l]=[e,n,a].map(s=>c(
"span",{},s));return c("div",{class:"mha-bar"},o,r,i,l)}function ot(t,e){let n=t.map((r,o)=>r[o]),a=t.flatMap((r,o)=>r.filter((i,l)=>l!==o));return{found:t.map((r,o)=>r.every((i,l)=>l===
o||i<r[o])),pairs:F(n),others:a.length>0?F(a):0,pairsAbove:n.filter(r=>r>=e).length,othersAbove:a.filter(r=>r>=e).length}}
var rt=1e-4;function yt(t){let e=t.findIndex(n=>n>=rt);return e<0?t.length:e}function T(t){return t<rt?"0":t<.01?"below \
0.01":k(t)}var nt=({found:t})=>t.filter(Boolean).length;function at(t,e,n,a){let r=n.found.length,o=nt(n),i=yt(a),l=o===
nt(e)?"the demo sees no difference":"the demo shows it",s=i===a.length?"No token is off.":`The error begins ${P(i)}, at ${T(
a[i])}; at the end it is ${T(a.at(-1))}.`;return[`“${t}” finds ${o} of ${r}${i===a.length?"":`: ${l}`}.`,`Unrelated \
sentences have a mean similarity of ${k(n.others)}; it should be ${k(e.others)}.`,s]}var P=t=>t===0?"before the layers":
`after layer ${t-1}`;function st(t,e){let n=e.found.length,[a,r]=[`of ${n}`,`of ${n*(n-1)}`];return`The right load calls\
 ${t.pairsAbove} ${a} pairs and ${t.othersAbove} ${r} others the same; this one ${e.pairsAbove} and ${e.othersAbove}.`}function it(t,e,[
n,a],r){let[o,i]=r.map(l=>k(l[n][a]));return`“${t[n]}” and “${e[a]}”: ${i}; it should be ${o}.`}var ct=t=>L(t.flat())||
1,lt=t=>M(t).map(e=>String(e+1));function Lt(t){let e=t.get("max_threshold_steps"),n=tt({label:"load",options:t.get("names").map((o,i)=>({value:i,text:o})),
change:o=>y(t,{load:o})}),a=Z({label:"“the same” from a similarity of",max:e,show:o=>k(o/e),change:o=>y(t,{threshold_steps:o})}),
r=()=>{n.set(t.get("load")),a.set(t.get("threshold_steps"))};return{choice:n.node,threshold:a.node,set:r}}function Nt(t){
let e=t.get("first").length,n=lt(e),a=c("span"),r=[D(t.get("names")[0],n,n),D(a,n,n)],o=c("div",{class:"mha-grid mha-loa\
ds",role:"group",tabindex:0,"aria-label":"similarities; arrow keys choose a pair of sentences"});o.append(...r.map(s=>s.
node));let i=s=>{s.every(u=>u>=0&&u<e)&&String(s)!==String(t.get("pair"))&&y(t,{pair:s})};for(let s of r)s.onPoint(i);return J(
o,(s,p)=>{let[u,g]=t.get("pair");i([u+s,g+p])}),{node:o,draw:()=>{let[s,[p,u]]=[t.get("load"),t.get("pair")];S(a,s===0?"\
the same again":t.get("names")[s]);let g={top:p,left:u,height:1,width:1,kind:"mha-asked"};[0,s].forEach((f,h)=>{r[h].draw(
t.get("similarities")[f],"weights",0,1),r[h].frame([g])})}}}function At(t,e){let[n,a]=[Lt(e),Nt(e)],r=e.get("errors")[0].
map((u,g)=>P(g)),o=G("Error of the tokens, relative to their length",[],r),i=ct(e.get("errors"));t.append(c("div",{class:"\
mha-top-row"},n.choice)),t.append(a.node,et("weights","0 or less","1","similarity; pairs are on the diagonal"));let l=R(
t);t.append(o.node,c("div",{class:"mha-controls mha-after-table"},n.threshold));let s=R(t),p=()=>{let u=e.get("threshold\
_steps")/e.get("max_threshold_steps"),g=e.get("load"),f=[0,g].map(h=>ot(e.get("similarities")[h],u));return{load:g,threshold:u,
pair:e.get("pair"),readings:f}};return{observes:["load","threshold_steps","pair"],stateForTests:()=>({...p(),errors:e.get(
"errors")[e.get("load")]}),draw(){let{load:u,pair:g,readings:f}=p(),[h,v]=f,x=e.get("errors")[u];n.set(),a.draw(),o.draw(
x.map(w=>[T(w)]),x.map(w=>w/i));let{first:m,second:d,similarities:b}=K(e,"first","second","similarities"),$=[b[0],b[u]];
l(...at(e.get("names")[u],h,v,x),it(m,d,g,$)),s(st(h,v))}}}var oe=q("Wrong loads of one model",At);export{oe as default};
