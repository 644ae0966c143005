// Made by `make widgets` from js/src; edit there.
var at="h1e-4";function ct(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function u(t,e={},...n){let o=document.createElement(t);return ct(o,e,n),o}function q(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return ct(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}
function it(t,e){new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}var Qt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var zt=ft([153,153,153]),Vt=dt(Qt.split(" ").map(Jt)),lt=new Map,ut=new WeakMap;function ft([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Jt(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function dt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return ft(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function Zt(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=lt.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=dt([s,a].map(c=>c.slice(0,3)));return lt.set(o,i),i}function K(t){
for(let e of t.querySelectorAll("canvas"))ut.get(e)?.()}function U(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?Vt:Zt(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let f=t.getContext("2d"),h=f.createImageData(a,s),g=new Uint32Array(h.data.buffer);for(let p=0,w=0;p<s;p++)for(let x=0;x<
a;x++,w++){let m=Math.floor(256*((i[p][x]-o)/(r-o))),d=l[Math.min(255,Math.max(0,m))];g[w]=Number.isNaN(m)?zt:d}f.putImageData(
h,0,0)};ut.set(t,c),c()}function pt(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function mt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function ht(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=te(t);o.append(s);let i=mt(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),K(s),l();let f=ee(n,c.observes,l);return()=>{
f(),i.stop(),a()}}}}function te(t){let e=u("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",K(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ee(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var gt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function A(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var ne=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function oe(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=ne.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function wt(t,e,n,o){let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&A(n,{query:s})};for(let s of e)s.onPoint(([a])=>r(a));oe(
t,s=>r(n.get("query")+s),!1)}function bt(t){let e=u("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];
return Object.assign((...r)=>{r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=u("span",{"aria-atomic":"\
true",class:s!==i&&"mha-screen-reader"}),e.append(n[a]," ")),R(n[a],i)})},{node:e})}function F({label:t,max:e,show:n=String,
change:o}){let r=u("output",{"aria-live":"off"}),s=u("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),a=(c,l=e)=>{
let f=n(c);s.max=String(l),s.value=String(c),R(r,f),s.getAttribute("aria-valuetext")!==f&&s.setAttribute("aria-valuetext",
f)};return s.addEventListener("input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:u("div",{class:"m\
ha-control"},u("span",{},t,r),s),set:a}}function xt(t,e){let n=u("button",{type:"button"},t);return n.addEventListener("click",e),n}function _(t){return Array.from({length:t},(e,n)=>n)}function re(t){let e=0;for(let n of t)e+=n;return e}var Et=t=>re(t)/t.length;function j(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}var kt=t=>_(t+
1).filter(e=>t%e===0);function T(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var yt=t=>_(t.length).sort((e,n)=>t[n]-t[e]),se=1e-9;function L(t){let e=T(t);return _(t.length).filter(n=>e-t[n]<=se*Math.
abs(e))}function St(t,e,n=[]){let o=T(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function ae(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function M(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ae(t,
3):t.toExponential(1).replaceAll("-","−")}function $t(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var N=(t,e)=>`“${t[e]}” (${e})`;function Y(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${M(e)}, on ${r} keys`}var ce=3;
function G(t,e,n,o=""){let r=L(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>ce||a&&
r.length===t.length?Y(n,s,r.length,t.length):`${o}${Q(r.map(e))} with ${M(s)}${a?" each":""}`}function B(t,e){return`${t} ${e}${t===1?"":"s"}`}function Q(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}var[ie,le,ue]=[11,6,60],fe=8,de=32;function pe(t,e){let n=T(t.map(o=>o.length));return Math.min(ue,le*(n+1))+ie*Math.max(
t.length,e.length)}function z(t,e,n){let o=u("canvas",{"aria-hidden":"true"}),r=u("div",{class:"mha-mark",hidden:!0}),s=u(
"div",{class:"mha-framed"}),a=u("div",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(m=>u("div",{class:m,
"aria-hidden":"true"})),l=u("div",{},i,a,c),f=u("figcaption",{},t),h=u("figure",{class:"mha-map"},f,l),g={rows:e,columns:n},
p=0,w=()=>{h.classList.toggle("mha-crowded",p<pe(g.rows,g.columns))},x=(m,d)=>{g={rows:m,columns:d},a.style.aspectRatio=
`${d.length} / ${m.length}`;let b=Math.max(m.length,d.length)<=de,E=S=>b?S.map($=>u("span",{},$)):[];i.replaceChildren(...E(
m)),c.replaceChildren(...E(d)),w()};return x(e,n),it(f,m=>{p=m,w()}),{node:h,body:l,picture:a,label:x,draw:(m,d,b,E)=>U(
o,m,d,b,E),mark(m){r.hidden=!1,r.style.top=`${100*m/g.rows.length}%`,r.style.height=`${100/g.rows.length}%`},frame(m){let{
rows:d,columns:b}=g;s.replaceChildren(...m.map(({top:E,left:S,height:$,width:v,kind:k})=>{let y=u("div",{class:k});return y.
style.inset=[E,b.length-S-v,d.length-E-$,S].map((C,X)=>`${100*C/(X%2?b:d).length}%`).join(" "),y}))},onPoint(m,d=!0){let b=({
clientX:E,clientY:S})=>{let{rows:$,columns:v}=g,{left:k,top:y,width:C,height:X}=a.getBoundingClientRect(),rt=Math.floor(
(S-y)/X*$.length),st=Math.floor((E-k)/C*v.length);rt in $&&st in v&&m([rt,st])};d&&a.addEventListener("pointermove",b),a.
addEventListener("pointerdown",b)}}}function vt(t,e){t.style.setProperty("--mha-hue",e<fe?`var(--mha-head-${e})`:"initia\
l")}function At(t,e,n,o){let r=u("canvas",{"aria-hidden":"true"});U(r,[_(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(
c=>u("span",{},c));return u("div",{class:"mha-bar"},s,r,a,i)}var W=t=>Object.keys(t);function _t(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Tt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Lt(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Mt(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let f=r.filter(([g])=>g===c).map(([,g])=>g);if(f.length===0)return o(`${c} is missing`);if(f.length>1)return o(`${c} is \
given ${me(f.length)}`);let h=l(f[0],i);if(h===void 0)return o(`${c} cannot be “${Mt(f[0])}”`);a[c]=h}return{values:a,
wrong:""}}var me=t=>t===2?"twice":`${t} times`;function Mt(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function V(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function J(t,e,n=0){let o=V(t);return o!==
void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Nt(t,e){let n=t===""?[]:t.split(",").map(o=>J(o,e));return n.includes(
void 0)?void 0:n}var Ot=(t,e)=>e.find(n=>String(n)===t);var I="open",he=["pointerdown","wheel","touchstart","keydown","hashchange"],ge=120,we=99,be=["","localhost","127.0.0.1",
"[::1]"];function Rt(t,e,n=()=>({})){let o=W(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>gt(a,...o),f=l(),h=()=>xe(i,c,e,a.get),g=h();g?.values&&A(a,g.values);let p=t.render({...s,
openedByLink:!!g?.values}),w=i.querySelector(".mha"),x=ye(w),m=Se(w,()=>_t(c,{...l(),...n(a.get),...x.get()})),d=({values:E,
folds:S,wrong:$})=>{let v=$||x.findError(S);A(a,v?f:E),x.open(v?[]:S),m.clear(),m.refuse(v),ke(i)},b=()=>{let E=h();E&&d(
E)};g?d(g):document.addEventListener("DOMContentLoaded",b,{once:!0}),addEventListener("hashchange",b);for(let E of o)a.on(
`change:${E}`,m.clear);return()=>{for(let E of o)a.off(`change:${E}`,m.clear);document.removeEventListener("DOMContentLo\
aded",b),removeEventListener("hashchange",b),p()}}}}function xe(t,e,n,o){let r=Tt(location.hash);if(r?.name!==e)return r&&
Ee(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(I),a={
...n,[I]:h=>Nt(h,we)},{values:i,wrong:c}=Lt(r.query,s?n:a,o),{[I]:l=[],...f}=i??{};return{values:i&&f,folds:l,wrong:c}}function Ee({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function ke(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[ge,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of he)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function ye(t){let e=[...t.
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
NaN"};let s=r.length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Z)){let c=Y(e,t[r[0]],r.length,t.length),l=s?
c:`${c}: ${r.map(f=>n[f]).join(", ")}`;return{positions:[],words:l}}return{positions:yt(o).slice(0,Z).filter(c=>e==="sco\
re"||o[c]>=ve),words:"less than 0.001 on every key"}}function Me(t,e,n="mha-screen-reader"){let{positions:o,words:r}=Ae(
t,e);return o.length===0?[u("td",{colspan:Z},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[u("span",{class:n},
` (${s})`)]:[];return u("td",{},e[s],...i,` ${M(t.row[s])}`)})}function It(t){let e=u("table",{class:"mha-keys","aria-la\
bel":"top keys"});return{node:e,draw:o=>{let r=o.map(s=>{let a=u("th",{scope:"row"},s.title);return u("tr",{class:s.chosen&&
"mha-chosen"},a,...Me(s,t))});e.replaceChildren(...r)}}}function tt(t){let e=new Float64Array(t*t);return{flat:e,rows:Array.from({length:t},(n,o)=>e.subarray(o*t,o*t+t))}}function et(t){
return{dotProducts:tt(t),logWeights:tt(t),weights:tt(t)}}function Dt({dotProducts:t},e,n,o,r){e.forEach((s,a)=>{n.forEach(
(i,c)=>{t.rows[a][c]=j(s,i,o,r)})})}function Ft({logWeights:t,weights:e}){t.rows.forEach((n,o)=>{St(n,e.rows[o],n)})}function Ht({
dotProducts:t,logWeights:e},n){for(let o=0;o<t.flat.length;o++)e.flat[o]=n*t.flat[o]}function _e(t,e){for(let n=0;n<t.logWeights.
flat.length;n++){let o=0;for(let{logWeights:r}of e)o+=r.flat[n];t.logWeights.flat[n]=o/Math.sqrt(e.length)}Ft(t)}function Te(t,e,n){
let[o,r]=[0,0];return n.forEach((s,a)=>{let{weights:i}=t[Math.floor(a*t.length/n.length)];e.forEach((c,l)=>{let f=j(i.rows[l],
s);o+=(j(c,s)-f)**2,r+=f**2})}),o===0?0:Math.sqrt(o/r)}function nt(t,[e,n,o]){let r=e.length,s=e[0].length,a=Array.from(
o[0],(g,p)=>Float64Array.from(o,w=>w[p])),i=Array.from({length:t},()=>et(r)),[c,l]=[et(r),et(r)],f=c.weights;Dt(c,e,n,0,
s);let h=[];return(g,p)=>{let w=s/g;h.length!==g&&(h=i.slice(0,g),h.forEach((d,b)=>{Dt(d,e,n,b*w,(b+1)*w)}));for(let d of h)
Ht(d,p**2/Math.sqrt(w));Ht(c,p**2/Math.sqrt(s));for(let d of[c,...h])Ft(d);_e(l,h);let x=0;f.flat.forEach((d,b)=>{x=Math.
max(x,Math.abs(d-l.weights.flat[b]))});let m=h.flatMap(({weights:d})=>d.rows.map(T));return{n_heads:g,scale:p,mean_top_weight:Et(
m),single:f.rows,product:l.weights.rows,heads:h.map(({weights:d})=>d.rows),outputs_difference:Te(h,f.rows,a),product_difference:x}}}
function*jt(t,e){let n=[];for(let o of _(O+1))n.push(t(e,D(o)).outputs_difference),yield;return n}function Bt(t){let e=T(
t);return e<1e-12?"Difference of the outputs: 0 at every scale":`Difference of the outputs, by scale: at most ${M(e)}`}function Wt({
n_heads:t,scale:e,outputs_difference:n,mean_top_weight:o}){if(t===1)return"With one head, all matrices are the same.";if(e===
0)return"All scores are 0, so every row is uniform: one head and many agree.";let r=o>.99?"Nearly every row puts its wei\
ght on one key":"";if(n<.01){let s=n<1e-12?"agree":"nearly agree";return`${r?`${r}, the same in all heads`:"Rows are nea\
rly the same in all heads"}: one head and many ${s} on these tokens.`}return r?`${r}, but not the same in all heads: sat\
urated heads still differ from one head.`:"The product of the heads is the single head’s matrix."}function Pt({single:t,
heads:e},n,o){let r=G(t[o],l=>N(n,l),"weight","most weight on "),s=`Query ${N(n,o)}, the marked row, has ${r} in the sin\
gle head`,[a,i]=L(t[o]);if(a===void 0||i!==void 0)return`${s}.`;let c=e.filter(l=>L(l[o]).includes(a)).length;return`${s}\
; ${c} of ${B(e.length,"head")} agree${c===1?"s":""}.`}var Le=5e-4;function Xt(t){let e=[];return n=>{let o=t.map(({name:a})=>n[a].
flatMap(i=>[...i])),r=e;if(e=o,r.length===0)return"";let s=a=>{let i=o.map((l,f)=>l.some((h,g)=>Math.abs(h-r[f][g])>=Le)),
c=t.filter((l,f)=>i[f]===a).map(({title:l})=>l);return c.length===t.length?"all maps above":Q(c)||"none"};return`${B(n.n_heads,
"head")}, ${ot(n.scale)}: outputs differ by ${M(n.outputs_difference)}. Changed: ${s(!0)}; unchanged: ${s(!1)}.`}}function ot(t){
return`× ${Number($t(t,2))}`}var[qt,Kt]=[61,20],O=91;function D(t){return t>0?Math.min(30,10**((t-qt)/Kt)):0}function P(t){
return t===0?0:Math.max(1,Math.round(qt+Kt*Math.log10(t)))}var Ne=4,Oe=16,Yt=t=>kt(t("projections")[0][0].length).filter(e=>e<=t("max_heads")),Gt={n_heads:(t,e)=>Ot(t,Yt(e)),scale:t=>{
let e=V(t)??-1;return e===0||e>=.001&&e<=30?e:void 0},query:(t,e)=>J(t,e("tokens").length)},H=[{name:"single",title:"sin\
gle head"},{name:"product",title:"product of heads"}],Ut={outputs_difference:"outputs of one head and many, relative dif\
ference",product_difference:"weights, largest difference of product and single head"};function Ce(t,e){let n=c=>{let l=t.
get("scale");return ot(P(l)===c?l:D(c))},o=F({label:"heads",max:e.length-1,show:c=>String(e[c]),change:c=>A(t,{n_heads:e[c]})}),
r=F({label:"scale of W_Q and W_K",max:O,show:n,change:c=>A(t,{scale:D(c)})}),s=F({label:"query",max:t.get("tokens").length-
1,show:c=>N(t.get("tokens"),c),change:c=>A(t,{query:c})});return{node:u("div",{class:"mha-controls"},o.node,r.node,s.node),
set:()=>{o.set(e.indexOf(t.get("n_heads"))),r.set(P(t.get("scale"))),s.set(t.get("query"))}}}function Re(t,e){let n=H.map(
({title:i})=>z(i,t,t)),o=_(e).map(i=>z(`head ${i}`,t,t));o.forEach((i,c)=>{vt(i.node,c)});let[r,s]=[n,o].map(i=>u("div",
{class:"mha-grid"},...i.map(({node:c})=>c))),a=i=>{H.forEach(({name:c},l)=>{n[l].draw(i[c],"weights",0,1)}),o.forEach((c,l)=>{
c.node.hidden=l>=i.n_heads,l<i.n_heads&&c.draw(i.heads[l],"weights",0,1)}),s.classList.toggle("mha-unlabeled",i.n_heads>
Ne)};return{top:r,below:s,maps:[...n,...o],draw:a}}var Ie={0:0,.01:21,.1:41,1:61,10:81};function De(t){let[e,n]=["mha-cu\
rve","mha-current-dot"].map(p=>q("path",{class:p})),o={viewBox:`0 -1.08 ${O} 1.16`,preserveAspectRatio:"none"},r=q("svg",
o,e,n),s=Object.entries(Ie).map(([p,w])=>{let x=u("span",{},`× ${p}`);return x.style.left=`${100*w/O}%`,x}),a=u("figcap\
tion"),i=u("div",{class:"mha-axis"},...s),[c,l]=[u("span"),u("span",{},"0")],f=u("div",{class:"mha-heights"},c,r,l),h=u(
"figure",{class:"mha-histogram mha-sweep"},a,f,i);return f.setAttribute("aria-hidden","true"),i.setAttribute("aria-hidde\
n","true"),r.addEventListener("pointerdown",({clientX:p})=>{let{left:w,width:x}=r.getBoundingClientRect();t(Math.round(O*
(p-w)/x))}),{node:h,draw:(p,w)=>{let x=Math.max(1e-12,...p),m=p.map(d=>-d/x);e.setAttribute("d",`M${m.map((d,b)=>`${b} ${d}`).
join("L")}`),n.setAttribute("d",`M${w} ${m[w]}${at}`),c.textContent=M(Math.max(...p)),R(a,Bt(p))}}}function He(){let t=Object.
values(Ut).map(r=>{let s=u("td");return{cell:s,row:u("tr",{},u("th",{scope:"row"},r),s)}});return{node:u("table",{class:"\
mha-measures","aria-label":"measures"},...t.map(({row:r})=>r)),draw:r=>{Object.keys(Ut).forEach((a,i)=>{t[i].cell.textContent=
M(r[a])})}}}function Fe(t){let e=It(t),n=u("summary",{},"The marked row in numbers: each map’s top keys");return{node:u(
"details",{class:"mha-more"},n,e.node),draw:(s,a)=>{let i=H.map(({name:c,title:l})=>({title:l,row:s[c][a],what:"weight"}));
s.heads.forEach((c,l)=>{i.push({title:`head ${l}`,row:c[a],what:"weight"})}),e.draw(i)}}}function je(t,e){let n=e.get("t\
okens"),o=e.get("projections").map(k=>k.map(y=>Float64Array.from(y))),r=Yt(k=>e.get(k)),s=Math.max(...r),[a,i]=[nt(s,o),
nt(s,o)],c=Ce(e,r),l=Re(n,s),f=He(),h=De(k=>A(e,{scale:D(k)})),p=u("div",{role:"group",tabindex:0,"aria-label":"matrices\
; arrow up and down choose the query"});p.classList.toggle("mha-thin-mark",n.length>Oe),p.append(l.top,At("weights","0",
"1","weights, one scale for all"));let w=bt(p);p.append(f.node,u("p",{class:"mha-note"},"Head by head: queries down, key\
s across, tokens as above."),l.below);let m=Fe(n);t.append(c.node,h.node,p,m.node),wt(p,l.maps,e,()=>n.length);let d=null,
b=Xt(H),E="",S=()=>{let k=e.get("n_heads"),y=e.get("scale");return(d?.n_heads!==k||d.scale!==y)&&(d=a(k,y),l.draw(d),f.draw(
d),E=b(d)),d},$=new Map,v=function*(){let k=e.get("n_heads"),y=$.get(k)??(yield*jt(i,k));return $.set(k,y),y};return{observes:W(
Gt),stateForTests:()=>({...Be(S()),differences:pt(v())}),*draw(){let k=S(),y=e.get("query");c.set();for(let C of l.maps)
C.mark(y);m.draw(k,y),w({heard:E},Wt(k),Pt(k,n,y)),h.draw(yield*v(),P(e.get("scale")))}}}function Be(t){let e=o=>o.map(r=>[
...r]),n=H.map(({name:o})=>[o,e(t[o])]);return{...t,...Object.fromEntries(n),heads:t.heads.map(e)}}var We=ht("One head a\
nd many, on the same projections",je),Nn=Rt(We,Gt);export{Nn as default};
