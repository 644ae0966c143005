// Made by `make widgets` from js/src; edit there.
var at="h1e-4";function ct(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function u(t,e={},...n){let o=document.createElement(t);return ct(o,e,n),o}function q(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return ct(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}
function it(t,e){new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}var Qt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var zt=ft([153,153,153]),Vt=dt(Qt.split(" ").map(Jt)),lt=new Map,ut=new WeakMap;function ft([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Jt(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function dt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,c]=[t[r],t[r+1]];return ft(s.map((i,a)=>Math.round(
i+(c[a]-i)*(o-r))))})}function Zt(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=lt.get(o);if(r)return r;
let[s,c]=[e,n].map(a=>(a.match(/\d+/g)??[]).map(Number)),i=dt([s,c].map(a=>a.slice(0,3)));return lt.set(o,i),i}function K(t){
for(let e of t.querySelectorAll("canvas"))ut.get(e)?.()}function U(t,e,n,o,r){let[s,c]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),a=()=>{if(!t.isConnected)return;let l=n==="signed"?Vt:Zt(t);(t.width!==c||t.height!==s)&&(t.width=c,t.height=s);
let f=t.getContext("2d"),h=f.createImageData(c,s),g=new Uint32Array(h.data.buffer);for(let p=0,w=0;p<s;p++)for(let x=0;x<
c;x++,w++){let m=Math.floor(256*((i[p][x]-o)/(r-o))),d=l[Math.min(255,Math.max(0,m))];g[w]=Number.isNaN(m)?zt:d}f.putImageData(
h,0,0)};ut.set(t,a),a()}function pt(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function mt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function ht(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=te(t);o.append(s);let i=mt(s),a,l=()=>a&&
i.start(a.draw);a=e(s,n,r,l),Object.assign(s,{stateForTests:a.stateForTests}),K(s),l();let f=ee(n,a.observes,l);return()=>{
f(),i.stop(),c()}}}}function te(t){let e=u("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,a=c?c==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=a?"dark":"light",K(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ee(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var gt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function A(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var ne=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function oe(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=ne.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function wt(t,e,n,o){let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&A(n,{query:s})};for(let s of e)s.onPoint(([c])=>r(c));oe(
t,s=>r(n.get("query")+s),!1)}function bt(t){let e=u("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];
return Object.assign((...r)=>{r.forEach((s,c)=>{let i=typeof s=="string"?s:s.heard;n[c]||(n[c]=u("span",{"aria-atomic":"\
true",class:s!==i&&"mha-screen-reader"}),e.append(n[c]," ")),R(n[c],i)})},{node:e})}function F({label:t,max:e,show:n=String,
change:o}){let r=u("output",{"aria-live":"off"}),s=u("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),c=(a,l=e)=>{
let f=n(a);s.max=String(l),s.value=String(a),R(r,f),s.getAttribute("aria-valuetext")!==f&&s.setAttribute("aria-valuetext",
f)};return s.addEventListener("input",()=>{c(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:u("div",{class:"m\
ha-control"},u("span",{},t,r),s),set:c}}function xt(t,e){let n=u("button",{type:"button"},t);return n.addEventListener("click",e),n}function _(t){return Array.from({length:t},(e,n)=>n)}function re(t){let e=0;for(let n of t)e+=n;return e}var Et=t=>re(t)/t.length;function j(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}var kt=t=>_(t+
1).filter(e=>t%e===0);function T(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var yt=t=>_(t.length).sort((e,n)=>t[n]-t[e]),se=1e-9;function L(t){let e=T(t);return _(t.length).filter(n=>e-t[n]<=se*Math.
abs(e))}function St(t,e,n=[]){let o=T(t),r=0;for(let c=0;c<t.length;c++)r+=Math.exp(t[c]-o);let s=Math.log(r);for(let c=0;c<
t.length;c++)n[c]=t[c]-o-s,e[c]=Math.exp(n[c]);return e}function ae(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function M(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ae(t,
3):t.toExponential(1).replaceAll("-","−")}function $t(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var N=(t,e)=>`“${t[e]}” (${e})`;function Y(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${M(e)}, on ${r} keys`}var ce=3;
function G(t,e,n,o=""){let r=L(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],c=r.length>1;return r.length>ce||c&&
r.length===t.length?Y(n,s,r.length,t.length):`${o}${Q(r.map(e))} with ${M(s)}${c?" each":""}`}function B(t,e){return`${t} ${e}${t===1?"":"s"}`}function Q(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}var[ie,le,ue]=[11,6,60],fe=8,de=32;function pe(t,e){let n=T(t.map(o=>o.length));return Math.min(ue,le*(n+1))+ie*Math.max(
t.length,e.length)}function z(t,e,n){let o=u("canvas",{"aria-hidden":"true"}),r=u("div",{class:"mha-mark",hidden:!0}),s=u(
"div",{class:"mha-framed"}),c=u("div",{class:"mha-picture"},o,r,s),[i,a]=["mha-rows","mha-cols"].map(m=>u("div",{class:m,
"aria-hidden":"true"})),l=u("div",{},i,c,a),f=u("figcaption",{},t),h=u("figure",{class:"mha-map"},f,l),g={rows:e,columns:n},
p=0,w=()=>{h.classList.toggle("mha-crowded",p<pe(g.rows,g.columns))},x=(m,d)=>{g={rows:m,columns:d},c.style.aspectRatio=
`${d.length} / ${m.length}`;let b=Math.max(m.length,d.length)<=de,E=S=>b?S.map($=>u("span",{},$)):[];i.replaceChildren(...E(
m)),a.replaceChildren(...E(d)),w()};return x(e,n),it(f,m=>{p=m,w()}),{node:h,body:l,picture:c,label:x,draw:(m,d,b,E)=>U(
o,m,d,b,E),mark(m){r.hidden=!1,r.style.top=`${100*m/g.rows.length}%`,r.style.height=`${100/g.rows.length}%`},frame(m){let{
rows:d,columns:b}=g;s.replaceChildren(...m.map(({top:E,left:S,height:$,width:v,kind:k})=>{let y=u("div",{class:k});return y.
style.inset=[E,b.length-S-v,d.length-E-$,S].map((C,X)=>`${100*C/(X%2?b:d).length}%`).join(" "),y}))},onPoint(m,d=!0){let b=({
clientX:E,clientY:S})=>{let{rows:$,columns:v}=g,{left:k,top:y,width:C,height:X}=c.getBoundingClientRect(),rt=Math.floor(
(S-y)/X*$.length),st=Math.floor((E-k)/C*v.length);rt in $&&st in v&&m([rt,st])};d&&c.addEventListener("pointermove",b),c.
addEventListener("pointerdown",b)}}}function vt(t,e){t.style.setProperty("--mha-hue",e<fe?`var(--mha-head-${e})`:"initia\
l")}function At(t,e,n,o){let r=u("canvas",{"aria-hidden":"true"});U(r,[_(64).map(a=>a/63)],t,0,1);let[s,c,i]=[e,n,o].map(
a=>u("span",{},a));return u("div",{class:"mha-bar"},s,r,c,i)}var W=t=>Object.keys(t);function _t(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Tt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Lt(t,e,n){let o=a=>({values:null,wrong:a});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([a])=>!Object.hasOwn(e,a));if(s)return o(
`nothing here is called “${Mt(s[0])}”`);let c={},i=a=>Object.hasOwn(c,a)?c[a]:n(a);for(let[a,l]of Object.entries(e)){
let f=r.filter(([g])=>g===a).map(([,g])=>g);if(f.length===0)return o(`${a} is missing`);if(f.length>1)return o(`${a} is \
given ${me(f.length)}`);let h=l(f[0],i);if(h===void 0)return o(`${a} cannot be “${Mt(f[0])}”`);c[a]=h}return{values:c,
wrong:""}}var me=t=>t===2?"twice":`${t} times`;function Mt(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function V(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function J(t,e,n=0){let o=V(t);return o!==
void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Nt(t,e){let n=t===""?[]:t.split(",").map(o=>J(o,e));return n.includes(
void 0)?void 0:n}var Ot=(t,e)=>e.find(n=>String(n)===t);var I="open",he=["pointerdown","wheel","touchstart","keydown","hashchange"],ge=120,we=99,be=["","localhost","127.0.0.1",
"[::1]"];function Rt(t,e,n=()=>({})){let o=W(e);return{...t,choices:e,settle:n,render:s=>{let{model:c,el:i,link:a}=s;if(!a)
return t.render(s);let l=()=>gt(c,...o),f=l(),h=()=>xe(i,a,e,c.get),g=h();g?.values&&A(c,g.values);let p=t.render({...s,
openedByLink:!!g?.values}),w=i.querySelector(".mha"),x=ye(w),m=Se(w,()=>_t(a,{...l(),...n(c.get),...x.get()})),d=({values:E,
folds:S,wrong:$})=>{let v=$||x.findError(S);A(c,v?f:E),x.open(v?[]:S),m.clear(),m.refuse(v),ke(i)},b=()=>{let E=h();E&&d(
E)};g?d(g):document.addEventListener("DOMContentLoaded",b,{once:!0}),addEventListener("hashchange",b);for(let E of o)c.on(
`change:${E}`,m.clear);return()=>{for(let E of o)c.off(`change:${E}`,m.clear);document.removeEventListener("DOMContentLo\
aded",b),removeEventListener("hashchange",b),p()}}}}function xe(t,e,n,o){let r=Tt(location.hash);if(r?.name!==e)return r&&
Ee(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(I),c={
...n,[I]:h=>Nt(h,we)},{values:i,wrong:a}=Lt(r.query,s?n:c,o),{[I]:l=[],...f}=i??{};return{values:i&&f,folds:l,wrong:a}}function Ee({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function ke(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[ge,Number.NaN],r=()=>{let c=t.getBoundingClientRect().top+scrollY;c!==o&&t.scrollIntoView(),o=c,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let c of he)addEventListener(c,s,{once:!0,capture:!0,passive:!0})}function ye(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[I]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${I} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Se(t,e){let n=u(
"p",{class:"mha-refused",role:"status"}),o=u("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=u("div",{class:"\
mha-link"},xt("Copy link to this",async()=>{s();let l=`#${e()}`,f=location.href.split("#")[0]+l;if(await $e(f)){o.append(
"Copied.",...Ct(l));return}r=u("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=f,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Ct(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Ct(t){if(!be.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,u("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function $e(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Z=3,ve=5e-4;function Ae({row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=L(o);if(r.length===0)return{positions:[],words:"\
NaN"};let s=r.length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Z)){let a=Y(e,t[r[0]],r.length,t.length),l=s?
a:`${a}: ${r.map(f=>n[f]).join(", ")}`;return{positions:[],words:l}}return{positions:yt(o).slice(0,Z).filter(a=>e==="sco\
re"||o[a]>=ve),words:"less than 0.001 on every key"}}function It(t){let e=t.map(s=>t.indexOf(s)!==t.lastIndexOf(s)),n=u(
"table",{class:"mha-keys","aria-label":"top keys"}),o=s=>{let{positions:c,words:i}=Ae(s,t);return c.length===0?[u("td",{
colspan:Z},i)]:c.map(a=>{let l=e[a]?[u("span",{class:"mha-screen-reader"},` (${a})`)]:[];return u("td",{},t[a],...l,` ${M(
s.row[a])}`)})};return{node:n,draw:s=>{let c=s.map(i=>{let a=u("th",{scope:"row"},i.title);return u("tr",{class:i.chosen&&
"mha-chosen"},a,...o(i))});n.replaceChildren(...c)}}}function tt(t){let e=new Float64Array(t*t);return{flat:e,rows:Array.from({length:t},(n,o)=>e.subarray(o*t,o*t+t))}}function et(t){
return{dotProducts:tt(t),logWeights:tt(t),weights:tt(t)}}function Dt({dotProducts:t},e,n,o,r){e.forEach((s,c)=>{n.forEach(
(i,a)=>{t.rows[c][a]=j(s,i,o,r)})})}function Ft({logWeights:t,weights:e}){t.rows.forEach((n,o)=>{St(n,e.rows[o],n)})}function Ht({
dotProducts:t,logWeights:e},n){for(let o=0;o<t.flat.length;o++)e.flat[o]=n*t.flat[o]}function Me(t,e){for(let n=0;n<t.logWeights.
flat.length;n++){let o=0;for(let{logWeights:r}of e)o+=r.flat[n];t.logWeights.flat[n]=o/Math.sqrt(e.length)}Ft(t)}function _e(t,e,n){
let[o,r]=[0,0];return n.forEach((s,c)=>{let{weights:i}=t[Math.floor(c*t.length/n.length)];e.forEach((a,l)=>{let f=j(i.rows[l],
s);o+=(j(a,s)-f)**2,r+=f**2})}),o===0?0:Math.sqrt(o/r)}function nt(t,[e,n,o]){let r=e.length,s=e[0].length,c=Array.from(
o[0],(g,p)=>Float64Array.from(o,w=>w[p])),i=Array.from({length:t},()=>et(r)),[a,l]=[et(r),et(r)],f=a.weights;Dt(a,e,n,0,
s);let h=[];return(g,p)=>{let w=s/g;h.length!==g&&(h=i.slice(0,g),h.forEach((d,b)=>{Dt(d,e,n,b*w,(b+1)*w)}));for(let d of h)
Ht(d,p**2/Math.sqrt(w));Ht(a,p**2/Math.sqrt(s));for(let d of[a,...h])Ft(d);Me(l,h);let x=0;f.flat.forEach((d,b)=>{x=Math.
max(x,Math.abs(d-l.weights.flat[b]))});let m=h.flatMap(({weights:d})=>d.rows.map(T));return{n_heads:g,scale:p,mean_top_weight:Et(
m),single:f.rows,product:l.weights.rows,heads:h.map(({weights:d})=>d.rows),outputs_difference:_e(h,f.rows,c),product_difference:x}}}
function*jt(t,e){let n=[];for(let o of _(O+1))n.push(t(e,D(o)).outputs_difference),yield;return n}function Bt(t){let e=T(
t);return e<1e-12?"Difference of the outputs: 0 at every scale":`Difference of the outputs, by scale: at most ${M(e)}`}function Wt({
n_heads:t,scale:e,outputs_difference:n,mean_top_weight:o}){if(t===1)return"With one head, all matrices are the same.";if(e===
0)return"All scores are 0, so every row is uniform: one head and many agree.";let r=o>.99?"Nearly every row puts its wei\
ght on one key":"";if(n<.01){let s=n<1e-12?"agree":"nearly agree";return`${r?`${r}, the same in all heads`:"Rows are nea\
rly the same in all heads"}: one head and many ${s} on these tokens.`}return r?`${r}, but not the same in all heads: sat\
urated heads still differ from one head.`:"The product of the heads is the single head’s matrix."}function Pt({single:t,
heads:e},n,o){let r=G(t[o],l=>N(n,l),"weight","most weight on "),s=`Query ${N(n,o)}, the marked row, has ${r} in the sin\
gle head`,[c,i]=L(t[o]);if(c===void 0||i!==void 0)return`${s}.`;let a=e.filter(l=>L(l[o]).includes(c)).length;return`${s}\
; ${a} of ${B(e.length,"head")} agree${a===1?"s":""}.`}var Te=5e-4;function Xt(t){let e=[];return n=>{let o=t.map(({name:c})=>n[c].
flatMap(i=>[...i])),r=e;if(e=o,r.length===0)return"";let s=c=>{let i=o.map((l,f)=>l.some((h,g)=>Math.abs(h-r[f][g])>=Te)),
a=t.filter((l,f)=>i[f]===c).map(({title:l})=>l);return a.length===t.length?"all maps above":Q(a)||"none"};return`${B(n.n_heads,
"head")}, ${ot(n.scale)}: outputs differ by ${M(n.outputs_difference)}. Changed: ${s(!0)}; unchanged: ${s(!1)}.`}}function ot(t){
return`× ${Number($t(t,2))}`}var[qt,Kt]=[61,20],O=91;function D(t){return t>0?Math.min(30,10**((t-qt)/Kt)):0}function P(t){
return t===0?0:Math.max(1,Math.round(qt+Kt*Math.log10(t)))}var Le=4,Ne=16,Yt=t=>kt(t("projections")[0][0].length).filter(e=>e<=t("max_heads")),Gt={n_heads:(t,e)=>Ot(t,Yt(e)),scale:t=>{
let e=V(t)??-1;return e===0||e>=.001&&e<=30?e:void 0},query:(t,e)=>J(t,e("tokens").length)},H=[{name:"single",title:"sin\
gle head"},{name:"product",title:"product of heads"}],Ut={outputs_difference:"outputs of one head and many, relative dif\
ference",product_difference:"weights, largest difference of product and single head"};function Oe(t,e){let n=a=>{let l=t.
get("scale");return ot(P(l)===a?l:D(a))},o=F({label:"heads",max:e.length-1,show:a=>String(e[a]),change:a=>A(t,{n_heads:e[a]})}),
r=F({label:"scale of W_Q and W_K",max:O,show:n,change:a=>A(t,{scale:D(a)})}),s=F({label:"query",max:t.get("tokens").length-
1,show:a=>N(t.get("tokens"),a),change:a=>A(t,{query:a})});return{node:u("div",{class:"mha-controls"},o.node,r.node,s.node),
set:()=>{o.set(e.indexOf(t.get("n_heads"))),r.set(P(t.get("scale"))),s.set(t.get("query"))}}}function Ce(t,e){let n=H.map(
({title:i})=>z(i,t,t)),o=_(e).map(i=>z(`head ${i}`,t,t));o.forEach((i,a)=>{vt(i.node,a)});let[r,s]=[n,o].map(i=>u("div",
{class:"mha-grid"},...i.map(({node:a})=>a))),c=i=>{H.forEach(({name:a},l)=>{n[l].draw(i[a],"weights",0,1)}),o.forEach((a,l)=>{
a.node.hidden=l>=i.n_heads,l<i.n_heads&&a.draw(i.heads[l],"weights",0,1)}),s.classList.toggle("mha-unlabeled",i.n_heads>
Le)};return{top:r,below:s,maps:[...n,...o],draw:c}}var Re={0:0,.01:21,.1:41,1:61,10:81};function Ie(t){let[e,n]=["mha-cu\
rve","mha-current-dot"].map(p=>q("path",{class:p})),o={viewBox:`0 -1.08 ${O} 1.16`,preserveAspectRatio:"none"},r=q("svg",
o,e,n),s=Object.entries(Re).map(([p,w])=>{let x=u("span",{},`× ${p}`);return x.style.left=`${100*w/O}%`,x}),c=u("figcap\
tion"),i=u("div",{class:"mha-axis"},...s),[a,l]=[u("span"),u("span",{},"0")],f=u("div",{class:"mha-heights"},a,r,l),h=u(
"figure",{class:"mha-histogram mha-sweep"},c,f,i);return f.setAttribute("aria-hidden","true"),i.setAttribute("aria-hidde\
n","true"),r.addEventListener("pointerdown",({clientX:p})=>{let{left:w,width:x}=r.getBoundingClientRect();t(Math.round(O*
(p-w)/x))}),{node:h,draw:(p,w)=>{let x=Math.max(1e-12,...p),m=p.map(d=>-d/x);e.setAttribute("d",`M${m.map((d,b)=>`${b} ${d}`).
join("L")}`),n.setAttribute("d",`M${w} ${m[w]}${at}`),a.textContent=M(Math.max(...p)),R(c,Bt(p))}}}function De(){let t=Object.
values(Ut).map(r=>{let s=u("td");return{cell:s,row:u("tr",{},u("th",{scope:"row"},r),s)}});return{node:u("table",{class:"\
mha-measures","aria-label":"measures"},...t.map(({row:r})=>r)),draw:r=>{Object.keys(Ut).forEach((c,i)=>{t[i].cell.textContent=
M(r[c])})}}}function He(t){let e=It(t),n=u("summary",{},"The marked row in numbers: each map’s top keys");return{node:u(
"details",{class:"mha-more"},n,e.node),draw:(s,c)=>{let i=H.map(({name:a,title:l})=>({title:l,row:s[a][c],what:"weight"}));
s.heads.forEach((a,l)=>{i.push({title:`head ${l}`,row:a[c],what:"weight"})}),e.draw(i)}}}function Fe(t,e){let n=e.get("t\
okens"),o=e.get("projections").map(k=>k.map(y=>Float64Array.from(y))),r=Yt(k=>e.get(k)),s=Math.max(...r),[c,i]=[nt(s,o),
nt(s,o)],a=Oe(e,r),l=Ce(n,s),f=De(),h=Ie(k=>A(e,{scale:D(k)})),p=u("div",{role:"group",tabindex:0,"aria-label":"matrices\
; arrow up and down choose the query"});p.classList.toggle("mha-thin-mark",n.length>Ne),p.append(l.top,At("weights","0",
"1","weights, one scale for all"));let w=bt(p);p.append(f.node,u("p",{class:"mha-note"},"Head by head: queries down, key\
s across, tokens as above."),l.below);let m=He(n);t.append(a.node,h.node,p,m.node),wt(p,l.maps,e,()=>n.length);let d=null,
b=Xt(H),E="",S=()=>{let k=e.get("n_heads"),y=e.get("scale");return(d?.n_heads!==k||d.scale!==y)&&(d=c(k,y),l.draw(d),f.draw(
d),E=b(d)),d},$=new Map,v=function*(){let k=e.get("n_heads"),y=$.get(k)??(yield*jt(i,k));return $.set(k,y),y};return{observes:W(
Gt),stateForTests:()=>({...je(S()),differences:pt(v())}),*draw(){let k=S(),y=e.get("query");a.set();for(let C of l.maps)
C.mark(y);m.draw(k,y),w({heard:E},Wt(k),Pt(k,n,y)),h.draw(yield*v(),P(e.get("scale")))}}}function je(t){let e=o=>o.map(r=>[
...r]),n=H.map(({name:o})=>[o,e(t[o])]);return{...t,...Object.fromEntries(n),heads:t.heads.map(e)}}var Be=ht("One head a\
nd many, on the same projections",Fe),Ln=Rt(Be,Gt);export{Ln as default};
