// Made by `make widgets` from js/src; edit there.
function lt(e,t,n){for(let[a,o]of Object.entries(t))o===!1||o==null||e.setAttribute(a,o===!0?"":String(o));e.append(...n)}
function u(e,t={},...n){let a=document.createElement(e);return lt(a,t,n),a}function j(e,t){e.textContent!==t&&(e.textContent=t)}function H(e,t){new ResizeObserver(([{contentRect:n}])=>t(Math.round(
n.width))).observe(e)}function W(e,t){for(let[n,a]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(a))}var ut="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var mt=z([153,153,153]),pt=Y(ut.split(" ").map(dt)),X=new Map,G=new WeakMap;function z([e,t,n]){return 255<<24|n<<16|t<<
8|e}function dt(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function Y(e){return Array.from({length:256},
(t,n)=>{let a=n/255*(e.length-1),o=Math.min(Math.floor(a),e.length-2),[r,s]=[e[o],e[o+1]];return z(r.map((c,i)=>Math.round(
c+(s[i]-c)*(a-o))))})}function ft(e){let{backgroundColor:t,color:n}=getComputedStyle(e),a=`${t} ${n}`,o=X.get(a);if(o)return o;
let[r,s]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=Y([r,s].map(i=>i.slice(0,3)));return X.set(a,c),c}function C(e){
for(let t of e.querySelectorAll("canvas"))G.get(t)?.()}function I(e,t,n,a,o){let[r,s]=[t.length,t[0].length],c=t.map(l=>Float32Array.
from(l)),i=()=>{if(!e.isConnected)return;let l=n==="signed"?pt:ft(e);(e.width!==s||e.height!==r)&&(e.width=s,e.height=r);
let m=e.getContext("2d"),d=m.createImageData(s,r),f=new Uint32Array(d.data.buffer);for(let g=0,E=0;g<r;g++)for(let y=0;y<
s;y++,E++){let h=Math.floor(256*((c[g][y]-a)/(o-a))),b=l[Math.min(255,Math.max(0,h))];f[E]=Number.isNaN(h)?mt:b}m.putImageData(
d,0,0)};G.set(e,i),i()}function U(e){let t,n=0,a=()=>{let r=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(
a),e.ariaBusy="true";return}o()},o=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){o(),t=r()??
void 0,a()},stop:o}}function q(e,t){return{render({model:n,el:a,openedByLink:o=!1}){let{root:r,stop:s}=ht(e);a.append(r);let c=U(r),i,l=()=>i&&
c.start(i.draw);i=t(r,n,o,l),Object.assign(r,{stateForTests:i.stateForTests}),C(r),l();let m=gt(n,i.observes,l);return()=>{
m(),c.stop(),s()}}}}function ht(e){let t=u("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),a=()=>{let s=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=s?s==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",C(t)};a(),n.addEventListener("change",a);let o=new MutationObserver(a);
return o.observe(document.documentElement,{attributeFilter:["data-theme"]}),o.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",a),o.disconnect(),t.remove()}}}function gt(e,t,n){
let a=0,o=()=>{cancelAnimationFrame(a),a=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,o);return()=>{cancelAnimationFrame(
a);for(let r of t)e.off(`change:${r}`,o)}}var P=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function A(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var bt=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function V(e,t,n=!0){
e.addEventListener("keydown",a=>{let[o,r]=bt.get(a.key)??[0,0];!o&&!(r&&n)||(a.preventDefault(),t(o,r,a))})}function J(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function R(e){let t=u("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...o)=>{
o.forEach((r,s)=>{let c=typeof r=="string"?r:r.heard;n[s]||(n[s]=u("span",{"aria-atomic":"true",class:r!==c&&"mha-screen\
-reader"}),t.append(n[s]," ")),j(n[s],c)})},{node:t})}function Z(...e){let t=u("div",{class:"mha-scroll"},...e),n=()=>{let o=t.scrollLeft,r=t.scrollWidth-t.clientWidth-o;t.classList.
toggle("mha-before",o>1),t.classList.toggle("mha-after",r>1),W(t,{before:`${o}px`,after:`${r}px`})};t.addEventListener("\
scroll",n,{passive:!0});let a=new ResizeObserver(n);for(let o of[t,...t.children])a.observe(o);return t}function K(e,t){
let n=u("button",{type:"button"},e);return n.addEventListener("click",t),n}function M(e){return Array.from({length:e},(t,n)=>n)}function L(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function Q(e,t,n=[]){let a=L(e),o=0;for(let s=0;s<e.length;s++)o+=Math.exp(e[s]-a);let r=Math.log(o);for(let s=0;s<e.length;s++)
n[s]=e[s]-a-r,t[s]=Math.exp(n[s]);return t}var[xt,kt,wt]=[11,6,60];var vt=32;function Et(e,t){let n=L(e.map(a=>a.length));return Math.min(wt,kt*(n+1))+xt*Math.max(e.length,t.length)}function tt(e,t,n){
let a=u("canvas",{"aria-hidden":"true"}),o=u("div",{class:"mha-mark",hidden:!0}),r=u("div",{class:"mha-framed"}),s=u("di\
v",{class:"mha-picture"},a,o,r),[c,i]=["mha-rows","mha-cols"].map(h=>u("div",{class:h,"aria-hidden":"true"})),l=u("div",
{},c,s,i),m=u("figcaption",{},e),d=u("figure",{class:"mha-map"},m,l),f={rows:t,columns:n},g=0,E=()=>{d.classList.toggle(
"mha-crowded",g<Et(f.rows,f.columns))},y=(h,b)=>{f={rows:h,columns:b},s.style.aspectRatio=`${b.length} / ${h.length}`;let x=Math.
max(h.length,b.length)<=vt,p=k=>x?k.map(w=>u("span",{},w)):[];c.replaceChildren(...p(h)),i.replaceChildren(...p(b)),i.classList.
toggle("mha-upright",L(b.map(k=>k.length))===1),E()};return y(t,n),H(m,h=>{g=h,E()}),{node:d,body:l,picture:s,label:y,draw:(h,b,x,p)=>I(
a,h,b,x,p),mark(h){o.hidden=!1,o.style.top=`${100*h/f.rows.length}%`,o.style.height=`${100/f.rows.length}%`},frame(h){let{
rows:b,columns:x}=f;r.replaceChildren(...h.map(({top:p,left:k,height:w,width:v,kind:$})=>{let S=u("div",{class:$});return S.
style.inset=[p,x.length-k-v,b.length-p-w,k].map((T,_)=>`${100*T/(_%2?x:b).length}%`).join(" "),S}))},onPoint(h,b=!0){let x=({
clientX:p,clientY:k})=>{let{rows:w,columns:v}=f,{left:$,top:S,width:T,height:_}=s.getBoundingClientRect(),O=Math.floor((k-
S)/_*w.length),D=Math.floor((p-$)/T*v.length);O in w&&D in v&&h([O,D])};b&&s.addEventListener("pointermove",x),s.addEventListener(
"pointerdown",x)}}}function et(e,t,n,a){let o=u("canvas",{"aria-hidden":"true"});I(o,[M(64).map(i=>i/63)],e,0,1);let[r,s,c]=[t,n,a].map(i=>u(
"span",{},i));return u("div",{class:"mha-bar"},r,o,s,c)}function yt(e,t,n){let a=(m,...d)=>u("span",{role:m},...d),o=t.map((m,d)=>n.map((f,g)=>{let E=`${m} (${d}) to ${f} (${g}\
)`;return u("button",{type:"button",tabindex:-1,"aria-label":E})})),r=o.map((m,d)=>{let f=m.map(g=>a("gridcell",g));return u(
"div",{role:"row"},a("rowheader",t[d]),...f)}),s=n.map(m=>a("columnheader",u("span",{},m))),c=u("div",{role:"row"},a("co\
lumnheader","query"),...s),l={class:"mha-painter",role:"grid","aria-label":`${e}; queries down, keys across`};return{node:u(
"div",l,c,...r),buttons:o}}function $t(e,t,n){let a=t[0][0];a.tabIndex=0,e.addEventListener("focusin",({target:o})=>{let[
r,s]=n.get(o)??[0,0];a.tabIndex=-1,a=t[r][s],a.tabIndex=0}),V(e,(o,r,{target:s})=>{let[c,i]=n.get(s)??[0,0];t[c+o]?.[i+r]?.
focus()}),J(e,(o,{target:r})=>{let[s]=n.get(r)??[0];t[s].at(o?-1:0)?.focus()})}function Nt(e,t,{get:n,set:a,point:o}){let r=([
i,l])=>n()[i][l],s=([i,l],m)=>a(n().map((d,f)=>f===i?d.with(l,m):d)),c=null;e.addEventListener("pointerdown",({target:i,
isPrimary:l,button:m})=>{let d=t.get(i);!d||!l||m!==0||(c=!r(d),s(d,c))}),e.addEventListener("pointermove",i=>{i.buttons!==
1&&(c=null);let l=e.getRootNode();for(let{clientX:m,clientY:d}of[...i.getCoalescedEvents?.()??[],i]){let f=t.get(l.elementFromPoint(
m,d));f&&o(f),f&&c!==null&&r(f)!==c&&s(f,c)}}),e.addEventListener("focusin",({target:i})=>{let l=t.get(i);l&&o(l)}),e.addEventListener(
"click",({detail:i,target:l})=>{let m=t.get(l);m&&i===0&&s(m,!r(m))})}function nt(e,t,n,a){let{node:o,buttons:r}=yt(e,t,
n),s=new Map(r.flatMap((i,l)=>i.map((m,d)=>[m,[l,d]])));return $t(o,r,s),Nt(o,s,a),{node:o,draw:i=>{i.forEach((l,m)=>{l.
forEach((d,f)=>{let g=r[m][f];g.ariaPressed!==String(d)&&(g.ariaPressed=String(d),g.textContent=d?"✓":"")})})}}}function St(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function B(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?St(e,
3):e.toExponential(1).replaceAll("-","−")}var F=(e,t)=>`“${e[t]}” (${t})`;function ot(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var N=[{id:"ours",name:"this book",blocks:!1,empty:0},{id:"mha",name:"nn.MultiheadAttention",blocks:!0,empty:Number.NaN},
{id:"sdpa",name:"SDPA",blocks:!1,empty:0}];function at({blocks:e,empty:t},n,a){return n.map((o,r)=>{let s=o.map((c,i)=>a[r][i]===
e?Number.NEGATIVE_INFINITY:c);return a[r].every(c=>c===e)?o.map(()=>t):Q(s,[])})}function st(e,t){let n=o=>Array.from({length:e},
(r,s)=>Array.from({length:t},(c,i)=>o(s,i)));return[["all",n(()=>!0)],["causal",t>=e&&n((o,r)=>r<=o+t-e)],["padding: las\
t two keys",t>2&&n((o,r)=>r<t-2)],["one row all False",n(o=>o!==Math.floor(e/2))]].flatMap(([o,r])=>r?[{name:o,mask:r}]:
[])}function rt(e,t){return e.length===1?`Row ${e[0]} is`:`${e.length===t?`All ${t} rows`:`Rows ${ot(e.map(String))}`} a\
re`}function it({scores:e,tokens:t,key_tokens:n,mask:a},[o,r],s){let c=N.map(({name:i},l)=>`${i} ${B(s[l][o][r])}`);return`\
Query ${F(t,o)}, key ${F(n,r)}: score ${B(e[o][r])}, mask ${a[o][r]?"True":"False"}. Weight in ${c.join(", ")}.`}function ct(e){
let t=e.flat(),n=t.filter(Boolean).length,a=s=>M(e.length).filter(c=>e[c].every(i=>i===s)),[o,r]=[a(!0),a(!1)];return[`T\
rue in ${n} of ${t.length} cells. This book and SDPA (F.scaled_dot_product_attention) let these ${n} through, nn.Multihe\
adAttention the other ${t.length-n}.`,o.length>0?`${rt(o,e.length)} all True: nn.MultiheadAttention blocks every key and\
 gives NaN (in training, with need_weights=False, zeros).`:"",r.length>0?`${rt(r,e.length)} all False: zeros in this boo\
k and in SDPA; nn.MultiheadAttention blocks no key.`:""]}var At=34;function Mt(e,t){let n="set the mask to",a=e.map(({name:s,mask:c})=>K(s,()=>t(c))),o={class:"mha-choice mha-pr\
esets",role:"group","aria-label":n},r=s=>{e.forEach((c,i)=>{a[i].setAttribute("aria-pressed",String(String(c.mask)===String(
s)))})};return{node:u("div",o,n,...a),draw:r}}function Lt({name:e,blocks:t},n,a){let o=`${e}
True = ${t?"blocked":"may attend"}`,r=tt(o,n,a);r.body.style.gridTemplateColumns=`auto minmax(0, ${At*a.length}px)`;let s=n.
map(()=>u("span",{},"NaN"));r.picture.append(u("div",{class:"mha-nans","aria-hidden":"true"},...s));let c=i=>{r.draw(i,"\
weights",0,1),s.forEach((l,m)=>{l.classList.toggle("mha-nan",i[m].some(Number.isNaN))})};return{node:r.node,onPoint:r.onPoint,
draw:c}}function Tt(e,t){let{tokens:n,key_tokens:a,scores:o}=P(t,"tokens","key_tokens","scores"),r=()=>N.map(p=>at(p,o,t.
get("mask"))),s=null,c=p=>{s=p,i()},i=()=>{if(!s)return x("Choose a cell, by pointer or arrow keys.");let p=P(t,"scores",
"tokens","key_tokens","mask");x(it(p,s,r()))},l=Mt(st(n.length,a.length),p=>A(t,{mask:p})),m=nt("mask; pressed is True",
n,a,{get:()=>t.get("mask"),set:p=>A(t,{mask:p}),point:c}),d=N.map(p=>Lt(p,n,a));for(let p of d)p.onPoint(c);let f=u("div",
{class:"mha-painter-text"}),g=u("p",{class:"mha-note"},"✓ = True. Press, drag, or use space."),E=u("div",{class:"mha-p\
ainter-row"},Z(m.node,g),f),y=u("div",{class:"mha-grid mha-readings"},...d.map(p=>p.node)),h=et("weights","0","1","weigh\
ts, one scale for all; hatched is NaN");e.append(l.node,E,y,h);let[b,x]=[R(f),R(f)];return{observes:["mask"],stateForTests(){
let p=w=>w.map(v=>v.map($=>Number.isNaN($)?null:$)),k=r().map((w,v)=>[N[v].id,p(w)]);return{...Object.fromEntries(k),mask:t.
get("mask")}},draw(){let p=t.get("mask"),k=r();m.draw(p),l.draw(p),d.forEach((w,v)=>{w.draw(k[v])}),i(),b(...ct(p))}}}var ie=q(
"A mask, read three ways",Tt);export{ie as default};
