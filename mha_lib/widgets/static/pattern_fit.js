// Made by `make widgets` from js/src; edit there.
function tt(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function d(e,t={},...n){let o=document.createElement(e);return tt(o,t,n),o}function O(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return tt(o,t,n),o}function H(e,t){e.textContent!==t&&(e.textContent=t)}function et(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function nt(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(p=>{let g=Array.from({length:s},()=>d("td")),b=d("th",{scope:"\
row"},p),E=d("div");return{row:d("tr",{},b,...g,d("td",{"aria-hidden":"true"},E)),cells:g,bar:E}}),a=t.map(p=>d("th",{scope:"\
col"},p)),c=d("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(p=>d("span",{},p)));let i=t.
length>0?[d("tr",{},...a,c)]:[],h=r.map(({row:p})=>p);return{node:d("table",{class:"mha-bar-table"},d("caption",{},e),...i,
...h),rows:h,draw:(p,g)=>{r.forEach(({cells:b,bar:E},u)=>{for(let[f,w]of b.entries())H(w,p[u][f]);E.style.width=`${100*g[u]}\
%`})}}}function ot(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var Ut="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Yt=at([153,153,153]),zt=ct(Ut.split(" ").map(Xt)),rt=new Map,st=new WeakMap;function at([e,t,n]){return 255<<24|n<<16|
t<<8|e}function Xt(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function ct(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),e.length-2),[r,a]=[e[s],e[s+1]];return at(r.map((c,i)=>Math.round(
c+(a[i]-c)*(o-s))))})}function Vt(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,s=rt.get(o);if(s)return s;
let[r,a]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=ct([r,a].map(i=>i.slice(0,3)));return rt.set(o,c),c}function G(e){
for(let t of e.querySelectorAll("canvas"))st.get(t)?.()}function U(e,t,n,o,s){let[r,a]=[t.length,t[0].length],c=t.map(h=>Float32Array.
from(h)),i=()=>{if(!e.isConnected)return;let h=n==="signed"?zt:Vt(e);(e.width!==a||e.height!==r)&&(e.width=a,e.height=r);
let l=e.getContext("2d"),m=l.createImageData(a,r),p=new Uint32Array(m.data.buffer);for(let g=0,b=0;g<r;g++)for(let E=0;E<
a;E++,b++){let u=Math.floor(256*((c[g][E]-o)/(s-o))),f=h[Math.min(255,Math.max(0,u))];p[b]=Number.isNaN(u)?Yt:f}l.putImageData(
m,0,0)};st.set(e,i),i()}function it(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function lt(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function ht(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=Kt(e);o.append(r);let c=lt(r),i,h=()=>i&&
c.start(i.draw);i=t(r,n,s,h),Object.assign(r,{stateForTests:i.stateForTests}),G(r),h();let l=Qt(n,i.observes,h);return()=>{
l(),c.stop(),a()}}}}function Kt(e){let t=d("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",G(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function Qt(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var dt=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function I(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var Jt=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Y(e,t,n=!0){
e.addEventListener("keydown",o=>{let[s,r]=Jt.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),t(s,r,o))})}function ut(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function mt(e,t,n,o){
let s=r=>{r>=0&&r<o()&&r!==n.get("query")&&I(n,{query:r})};for(let r of t)r.onPoint(([a])=>s(a));Y(e,r=>s(n.get("query")+
r),!1)}function ft(e){let t=d("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...s)=>{s.forEach((r,a)=>{let c=typeof r=="string"?r:r.heard;n[a]||(n[a]=d("span",{"aria-atomic":"true",class:r!==c&&"m\
ha-screen-reader"}),t.append(n[a]," ")),H(n[a],c)})},{node:t})}function j({label:e,max:t,show:n=String,change:o}){let s=d(
"output",{"aria-live":"off"}),r=d("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(i,h=t)=>{let l=n(i);r.max=
String(h),r.value=String(i),H(s,l),r.getAttribute("aria-valuetext")!==l&&r.setAttribute("aria-valuetext",l)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:d("div",{class:"mha-control"},d("span",{},e,s),
r),set:a}}var pt=0;function gt({label:e,options:t,change:n}){pt+=1;let o=`mha-choice-${pt}-${Math.random().toString(36).
slice(2)}`,s=d("fieldset",{class:"mha-choice"},d("legend",{},e)),r=t.map(({value:c,text:i})=>{let h=d("input",{type:"rad\
io",name:o,value:c});return h.addEventListener("change",()=>n(c)),s.append(d("label",{},h,i)),h});return{node:s,set:c=>{
t.forEach((i,h)=>{r[h].checked=i.value===c})}}}function wt(...e){let t=d("div",{class:"mha-scroll"},...e),n=()=>{let s=t.scrollLeft,r=t.scrollWidth-t.clientWidth-s;t.classList.
toggle("mha-before",s>1),t.classList.toggle("mha-after",r>1),ot(t,{before:`${s}px`,after:`${r}px`})};t.addEventListener(
"scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let s of[t,...t.children])o.observe(s);return t}function T(e){return Array.from({length:e},(t,n)=>n)}function W(e){let t=0;for(let n of e)t+=n;return t}var z=e=>W(e)/e.length;function L(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var X=e=>e.indexOf(L(e));var Zt=1e-9;function xt(e){let t=L(e);return T(e.length).filter(n=>t-e[n]<=Zt*Math.abs(t))}function C(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function yt(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?C(e,
3):e.toExponential(1).replaceAll("-","−")}var bt=(e,t)=>`“${e[t]}” (${t})`;function te(e,t,n,o){let s=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${yt(t)}, on ${s} keys`}var ee=3;
function $t(e,t,n,o=""){let s=xt(e);if(s.length===0)return`${o}nothing`;let r=e[s[0]],a=s.length>1;return s.length>ee||a&&
s.length===e.length?te(n,r,s.length,e.length):`${o}${ne(s.map(t))} with ${yt(r)}${a?" each":""}`}function ne(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var[oe,re,se]=[11,6,60];var ae=32;function ce(e,t){let n=L(e.map(o=>o.length));return Math.min(se,re*(n+1))+oe*Math.max(e.length,t.length)}function vt(e,t,n){
let o=d("canvas",{"aria-hidden":"true"}),s=d("div",{class:"mha-mark",hidden:!0}),r=d("div",{class:"mha-framed"}),a=d("di\
v",{class:"mha-picture"},o,s,r),[c,i]=["mha-rows","mha-cols"].map(u=>d("div",{class:u,"aria-hidden":"true"})),h=d("div",
{},c,a,i),l=d("figcaption",{},e),m=d("figure",{class:"mha-map"},l,h),p={rows:t,columns:n},g=0,b=()=>{m.classList.toggle(
"mha-crowded",g<ce(p.rows,p.columns))},E=(u,f)=>{p={rows:u,columns:f},a.style.aspectRatio=`${f.length} / ${u.length}`;let w=Math.
max(u.length,f.length)<=ae,y=x=>w?x.map($=>d("span",{},$)):[];c.replaceChildren(...y(u)),i.replaceChildren(...y(f)),b()};
return E(t,n),et(l,u=>{g=u,b()}),{node:m,body:h,picture:a,label:E,draw:(u,f,w,y)=>U(o,u,f,w,y),mark(u){s.hidden=!1,s.style.
top=`${100*u/p.rows.length}%`,s.style.height=`${100/p.rows.length}%`},frame(u){let{rows:f,columns:w}=p;r.replaceChildren(
...u.map(({top:y,left:x,height:$,width:k,kind:S})=>{let A=d("div",{class:S});return A.style.inset=[y,w.length-x-k,f.length-
y-$,x].map((P,M)=>`${100*P/(M%2?w:f).length}%`).join(" "),A}))},onPoint(u,f=!0){let w=({clientX:y,clientY:x})=>{let{rows:$,
columns:k}=p,{left:S,top:A,width:P,height:M}=a.getBoundingClientRect(),N=Math.floor((x-A)/M*$.length),q=Math.floor((y-S)/
P*k.length);N in $&&q in k&&u([N,q])};f&&a.addEventListener("pointermove",w),a.addEventListener("pointerdown",w)}}}function kt(e,t,n,o){let s=d("canvas",{"aria-hidden":"true"});U(s,[T(64).map(i=>i/63)],e,0,1);let[r,a,c]=[t,n,o].map(i=>d(
"span",{},i));return d("div",{class:"mha-bar"},r,s,a,c)}function ie(e,t,n){let o=(l,...m)=>d("span",{role:l},...m),s=t.map((l,m)=>n.map((p,g)=>{let b=`${l} (${m}) to ${p} (${g}\
)`;return d("button",{type:"button",tabindex:-1,"aria-label":b})})),r=s.map((l,m)=>{let p=l.map(g=>o("gridcell",g));return d(
"div",{role:"row"},o("rowheader",t[m]),...p)}),a=n.map(l=>o("columnheader",d("span",{},l))),c=d("div",{role:"row"},o("co\
lumnheader","query"),...a),h={class:"mha-painter",role:"grid","aria-label":`${e}; queries down, keys across`};return{node:d(
"div",h,c,...r),buttons:s}}function le(e,t,n){let o=t[0][0];o.tabIndex=0,e.addEventListener("focusin",({target:s})=>{let[
r,a]=n.get(s)??[0,0];o.tabIndex=-1,o=t[r][a],o.tabIndex=0}),Y(e,(s,r,{target:a})=>{let[c,i]=n.get(a)??[0,0];t[c+s]?.[i+r]?.
focus()}),ut(e,(s,{target:r})=>{let[a]=n.get(r)??[0];t[a].at(s?-1:0)?.focus()})}function he(e,t,{get:n,set:o,point:s}){let r=([
i,h])=>n()[i][h],a=([i,h],l)=>o(n().map((m,p)=>p===i?m.with(h,l):m)),c=null;e.addEventListener("pointerdown",({target:i,
isPrimary:h,button:l})=>{let m=t.get(i);!m||!h||l!==0||(c=!r(m),a(m,c))}),e.addEventListener("pointermove",i=>{i.buttons!==
1&&(c=null);let h=e.getRootNode();for(let{clientX:l,clientY:m}of[...i.getCoalescedEvents?.()??[],i]){let p=t.get(h.elementFromPoint(
l,m));p&&s(p),p&&c!==null&&r(p)!==c&&a(p,c)}}),e.addEventListener("focusin",({target:i})=>{let h=t.get(i);h&&s(h)}),e.addEventListener(
"click",({detail:i,target:h})=>{let l=t.get(h);l&&i===0&&a(l,!r(l))})}function Et(e,t,n,o){let{node:s,buttons:r}=ie(e,t,
n),a=new Map(r.flatMap((i,h)=>i.map((l,m)=>[l,[h,m]])));return le(s,r,a),he(s,a,o),{node:s,draw:i=>{i.forEach((h,l)=>{h.
forEach((m,p)=>{let g=r[l][p];g.ariaPressed!==String(m)&&(g.ariaPressed=String(m),g.textContent=m?"✓":"")})})}}}var tn=Math.log(10),de=16,en=2*de+1;function Mt(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,t|1);return o^=
o+Math.imul(o^o>>>7,o|61),((o^o>>>14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.PI*n())}var[pe,ue,me]=[4,1e3,.1],[V,K,fe]=[.9,.999,1e-8],Q=.005,ge=20;function _t(e,t,n){let o=e.length/(2*t),s=1/Math.sqrt(o);for(let r=0;r<
t*t;r+=t){let a=r/t*o,c=Number.NEGATIVE_INFINITY;for(let l=0,m=t*o;l<t;l++,m+=o){let p=0;for(let g=0;g<o;g++)p+=e[a+g]*e[m+
g];n[r+l]=s*p,n[r+l]>c&&(c=n[r+l])}let i=0;for(let l=r;l<r+t;l++)i+=Math.exp(n[l]-c);let h=Math.log(i);for(let l=r;l<r+t;l++)
n[l]=Math.exp(n[l]-c-h)}}var St=(e,t)=>T(e.length/t).map(n=>[...e.subarray(n*t,(n+1)*t)]);function*we(e,t,n,o=ue){let s=e.
length,r=Float64Array.from(e.flat()),a=new Float64Array(s*s),[c,i,h]=T(3).map(()=>new Float64Array(t.length)),l=s*Math.sqrt(
n),m=p=>{_t(t,s,a),c.fill(0);for(let u=0,f=0,w=0;u<s;u++,w+=n)for(let y=0,x=s*n;y<s;y++,f++,x+=n){let $=(a[f]-r[f])/l;for(let k=0;k<
n;k++)c[w+k]+=$*t[x+k],c[x+k]+=$*t[w+k]}let g=me*(1+Math.cos(Math.PI*(p-1)/o))/2,[b,E]=[1-V**p,1-K**p];for(let u=0;u<t.length;u++){
i[u]=V*i[u]+(1-V)*c[u],h[u]=K*h[u]+(1-K)*c[u]**2;let f=Math.sqrt(h[u]/E)+fe;t[u]-=g*i[u]/b/f}};for(let p=1;p<=o;p++)m(p),
p%100===0&&(yield)}function xe(e,t){let n=t.map((o,s)=>W(o.map((r,a)=>Math.abs(r-e[s][a]))));return z(n)/2}function*ye(e,t){
let n=Mt(t),o=e.length,s=[];for(let r=0;r<pe;r++){let a=Float64Array.from({length:2*o*t},n);yield*we(e,a,t);let c=new Float64Array(
o*o);_t(a,o,c);let i=St(c,o),h=St(a,t),[l,m]=[h.slice(0,o),h.slice(o)];s.push({queries:l,keys:m,weights:i,misplaced:xe(e,
i)})}return s[X(s.map(({misplaced:r})=>-r))]}function At(e){let t="",n,o=[],s=function*(r,a){for(let c=1;c<=e;c++)a.push(
yield*ye(r,c))};return function*(r){let a=JSON.stringify(r);for(a!==t&&(o=[],n=s(r,o),t=a);!n.next().done;)yield;return o}}
function Nt(e){return e.map(t=>{let n=t.filter(Boolean).length;return t.map(o=>n===0?1/t.length:o?1/n:0)})}function Tt(e,t){
let n=e.map(L);return t.filter((o,s)=>e[s][X(o)]===n[s]).length}function Lt(e){return e.map(t=>T(t.length).filter(n=>Math.
abs(t[n]-.5)<.01)).filter(t=>t.length===2)}function It([e,t,n],o){let[s,r]=[o*Math.PI/180,ge*Math.PI/180],a=n*Math.cos(s)-
e*Math.sin(s);return[e*Math.cos(s)+n*Math.sin(s),t*Math.cos(r)-a*Math.sin(r),t*Math.sin(r)+a*Math.cos(r)]}function Pt(e,t,n,o,s){
let r=t[e-1],a=r<Q?"less than 0.01":C(r),c=`With width ${e}, the right key gets the most in ${n[e-1]} of ${o} rows, and ${a}\
 of the weight is on wrong keys`;if(r>=Q)return[`${c}: this is not the pattern.`,""];let i=T(e-1).map(l=>l+1),h=i.some(l=>s.
has(l)&&t[l-1]<Q)?"A smaller width is enough too.":i.every(l=>s.has(l))?"No smaller width was enough.":"Is a smaller wid\
th enough? Try it.";return[`${c}: this is the pattern, to two digits.`,h]}function Rt(e,t,n,o){let[s,r]=[n,o].map(a=>{let c=a[t].
map(i=>Number(C(i,3)));return $t(c,i=>`“${e[i]}”`,"weight","most weight on ")});return`In row “${e[t]}” the patter\
n has ${s}; the head has ${r}.`}var J="your own",F=1.35,[Ot,be,$e,Ct]=[.1,.14,.25,.07],ve=.4;function ke(e,t,n){let o=f=>360*f/t,s=d("figcaption"),r=j({
label:"turn the keys",max:t-1,show:f=>`${o(f)}°`,change:n}),a=O("path",{fill:"none",stroke:"currentColor","stroke-opaci\
ty":.45,"stroke-width":.02}),c=O("path",{class:"mha-query-arrow"}),i=O("path",{class:"mha-tie-line"}),h=e.map(()=>O("cir\
cle",{r:Ot})),l=h.map(f=>O("g",{},f)),m=`${-F} ${-F} ${2*F} ${2*F}`,p=O("svg",{viewBox:m},a,i,c,...l),g=e.map(f=>d("span",
{},f.slice(0,2))),b=d("div",{"aria-hidden":"true"},p,...g);return{node:d("figure",{class:"mha-plane"},s,b,r.node),draw:({
queries:f,keys:w,weights:y},x,$,k)=>{let S=w[0].length;if(b.hidden=S>3,r.node.hidden=S!==3,r.set(k),s.textContent=Ee(e[x],
S,$.length>0),S>3)return;let A=L(w.map(v=>Math.hypot(...v)))||1,P=v=>S===3?It(v,o(k)):[v[0],v[1]??0,0],M=w.map(v=>P(v).map(
_=>_/A));M.forEach(([v,_,Ht],R)=>{let jt=M.slice(0,R).filter(([Wt,Gt])=>Math.hypot(Wt-v,Gt-_)<$e);l[R].setAttribute("tra\
nsform",`translate(${v} ${-_})`),h[R].setAttribute("r",String(Ot*(1+ve*Ht))),g[R].style.left=Ft(v),g[R].style.top=Ft(-_-
be*(jt.length+1)),l[R].style.setProperty("--mha-fill",`${Math.round(100*y[x][R])}%`)});let N=$.map(v=>v.map(_=>`${M[_][0]}\
 ${-M[_][1]}`));a.setAttribute("d",N.map(([v,_])=>`M${v}L${_}`).join(""));let q=Math.hypot(...f[x])||1,[Dt,Bt]=P(f[x]),[
D,B]=[Dt,-Bt].map(v=>v/q);c.setAttribute("d",Me(D,B));let Z=L(M.map(([v,_])=>v*D-_*B)),qt=`M${Z*D-3*B} ${Z*B+3*D}l${6*B}\
 ${-6*D}`;i.setAttribute("d",S===3?"":qt)}}}var Ft=e=>`${100*(e+F)/(2*F)}%`;function Ee(e,t,n){return t>3?`Keys of width\
 ${t} do not fit on a page. Choose width 1, 2 or 3 to see them.`:`The keys as points, and the direction of query “${e}\
” as an arrow.${n?" Lines join two keys that one query attends to.":""}${t===3?" Nearer keys are larger.":""}`}function Me(e,t){
let[n,o]=[1.22*e,1.22*t],[s,r]=[-e-t,e-t].map(i=>i*Ct),[a,c]=[-e+t,-e-t].map(i=>i*Ct);return`M0 0L${n} ${o}m${s} ${r}L${n}\
 ${o}l${a} ${c}`}function Se(e,t){let n=["the pattern","the head"].map(l=>vt(l,e,e)),o=Et("your pattern; pressed cells a\
re attended to",e,e,{get:()=>t.get("your_pattern"),set:l=>I(t,{your_pattern:l}),point:([l])=>{l!==t.get("query")&&I(t,{query:l})}}),
s=d("p",{class:"mha-note"},"Press cells, or use space. ✓ = attend here, evenly."),r=wt(o.node,s),a=d("div",{class:"mha\
-grid mha-fits"},n[0].node,r,n[1].node),c=(l,m,p)=>{l.draw(m,"weights",0,1),l.mark(p)};return{node:a,maps:n,drawPattern:(l,m)=>{
let p=t.get("pattern")===J;n[0].node.hidden=p,r.hidden=!p,o.draw(t.get("your_pattern")),c(n[0],l,m)},drawHead:(l,m)=>c(n[1],
l,m)}}function _e(e,t){let n=gt({label:"pattern",options:[...t.get("names"),J].map(c=>({value:c,text:c})),change:c=>{let i=c===
J?Math.min(t.get("d_head"),3):t.get("d_head");I(t,{pattern:c,d_head:i})}}),o=j({label:"width d_head",max:e.length-2,show:c=>String(
c+1),change:c=>I(t,{d_head:c+1})}),s=j({label:"query",max:e.length-1,show:c=>bt(e,c),change:c=>I(t,{query:c})}),r=d("div",
{class:"mha-controls"},o.node,s.node),a=()=>{n.set(t.get("pattern")),o.set(t.get("d_head")-1),s.set(t.get("query"))};return{
parts:[d("div",{class:"mha-top-row"},n.node),r],set:a}}function Ae(e,t){let n=t.get("tokens"),o=_e(n,t);e.append(...o.parts);
let s=Se(n,t),r=ke(n,t.get("n_turn_steps"),u=>I(t,{turn:u})),a=T(n.length-1).map(u=>String(u+1)),i=nt("Rows in which the\
 right key gets the most, and weight on wrong keys",["width","right","wrong"],a),h=d("div",{class:"mha-two-columns"},r.node,
i.node),l=kt("weights","0","1","weight");e.append(s.node,l);let m=ft(e);e.append(h),mt(s.node,s.maps,t,()=>n.length);let p=At(
n.length-1),g=new Map,b=()=>t.get("patterns")[t.get("names").indexOf(t.get("pattern"))]??Nt(t.get("your_pattern")),E=function*(){
let u=b(),f=yield*p(u),w=dt(t,"pattern","d_head","query","turn"),y=f.map($=>$.misplaced),x=f.map($=>Tt(u,$.weights));return{
...f[w.d_head-1],...w,target:u,misplaced:y,right:x}};return{observes:["pattern","your_pattern","d_head","query","turn"],
stateForTests:()=>it(E()),*draw(){o.set(),s.drawPattern(b(),t.get("query"));let{d_head:u,query:f,turn:w,target:y,misplaced:x,
right:$,...k}=yield*E();s.drawHead(k.weights,f),r.draw(k,f,Lt(y),w);let S=JSON.stringify(y),A=(g.get(S)??new Set).add(u);
g.set(S,A);let P=x.map((M,N)=>A.has(N+1)?[`${$[N]} of ${n.length}`,C(M)]:["?","?"]);i.draw(P,x.map((M,N)=>A.has(N+1)?M:0)),
i.rows.forEach((M,N)=>{M.classList.toggle("mha-chosen",N+1===u)}),m(...Pt(u,x,$,n.length,A),Rt(n,f,y,k.weights))}}}var wn=ht(
"A pattern of weights, and heads of every width",Ae);export{wn as default};
