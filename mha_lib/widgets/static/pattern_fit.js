// Made by `make widgets` from js/src; edit there.
function nt(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function d(e,t={},...n){let o=document.createElement(e);return nt(o,t,n),o}function O(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return nt(o,t,n),o}function H(e,t){e.textContent!==t&&(e.textContent=t)}function ot(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function rt(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(p=>{let g=Array.from({length:s},()=>d("td")),y=d("th",{scope:"\
row"},p),k=d("div");return{row:d("tr",{},y,...g,d("td",{"aria-hidden":"true"},k)),cells:g,bar:k}}),a=t.map(p=>d("th",{scope:"\
col"},p)),c=d("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(p=>d("span",{},p)));let i=t.
length>0?[d("tr",{},...a,c)]:[],h=r.map(({row:p})=>p);return{node:d("table",{class:"mha-bar-table"},d("caption",{},e),...i,
...h),rows:h,draw:(p,g)=>{r.forEach(({cells:y,bar:k},u)=>{for(let[f,w]of y.entries())H(w,p[u][f]);k.style.width=`${100*g[u]}\
%`})}}}function st(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var Vt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Kt=it([153,153,153]),Qt=lt(Vt.split(" ").map(Jt)),at=new Map,ct=new WeakMap;function it([e,t,n]){return 255<<24|n<<16|
t<<8|e}function Jt(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function lt(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),e.length-2),[r,a]=[e[s],e[s+1]];return it(r.map((c,i)=>Math.round(
c+(a[i]-c)*(o-s))))})}function Zt(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,s=at.get(o);if(s)return s;
let[r,a]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=lt([r,a].map(i=>i.slice(0,3)));return at.set(o,c),c}function X(e){
for(let t of e.querySelectorAll("canvas"))ct.get(t)?.()}function Y(e,t,n,o,s){let[r,a]=[t.length,t[0].length],c=t.map(h=>Float32Array.
from(h)),i=()=>{if(!e.isConnected)return;let h=n==="signed"?Qt:Zt(e);(e.width!==a||e.height!==r)&&(e.width=a,e.height=r);
let l=e.getContext("2d"),m=l.createImageData(a,r),p=new Uint32Array(m.data.buffer);for(let g=0,y=0;g<r;g++)for(let k=0;k<
a;k++,y++){let u=Math.floor(256*((c[g][k]-o)/(s-o))),f=h[Math.min(255,Math.max(0,u))];p[y]=Number.isNaN(u)?Kt:f}l.putImageData(
m,0,0)};ct.set(e,i),i()}function ht(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function dt(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function pt(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=te(e);o.append(r);let c=dt(r),i,h=()=>i&&
c.start(i.draw);i=t(r,n,s,h),Object.assign(r,{stateForTests:i.stateForTests}),X(r),h();let l=ee(n,i.observes,h);return()=>{
l(),c.stop(),a()}}}}function te(e){let t=d("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",X(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function ee(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var ut=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function I(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var ne=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function z(e,t,n=!0){
e.addEventListener("keydown",o=>{let[s,r]=ne.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),t(s,r,o))})}function ft(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function gt(e,t,n,o){
let s=r=>{r>=0&&r<o()&&r!==n.get("query")&&I(n,{query:r})};for(let r of t)r.onPoint(([a])=>s(a));z(e,r=>s(n.get("query")+
r),!1)}function wt(e){let t=d("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...s)=>{s.forEach((r,a)=>{let c=typeof r=="string"?r:r.heard;n[a]||(n[a]=d("span",{"aria-atomic":"true",class:r!==c&&"m\
ha-screen-reader"}),t.append(n[a]," ")),H(n[a],c)})},{node:t})}function W({label:e,max:t,show:n=String,change:o}){let s=d(
"output",{"aria-live":"off"}),r=d("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(i,h=t)=>{let l=n(i);r.max=
String(h),r.value=String(i),H(s,l),r.getAttribute("aria-valuetext")!==l&&r.setAttribute("aria-valuetext",l)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:d("div",{class:"mha-control"},d("span",{},e,s),
r),set:a}}var mt=0;function xt({label:e,options:t,change:n}){mt+=1;let o=`mha-choice-${mt}-${Math.random().toString(36).
slice(2)}`,s=d("fieldset",{class:"mha-choice"},d("legend",{},e)),r=t.map(({value:c,text:i})=>{let h=d("input",{type:"rad\
io",name:o,value:c});return h.addEventListener("change",()=>n(c)),s.append(d("label",{},h,i)),h});return{node:s,set:c=>{
t.forEach((i,h)=>{r[h].checked=i.value===c})}}}function bt(...e){let t=d("div",{class:"mha-scroll"},...e),n=()=>{let s=t.scrollLeft,r=t.scrollWidth-t.clientWidth-s;t.classList.
toggle("mha-before",s>1),t.classList.toggle("mha-after",r>1),st(t,{before:`${s}px`,after:`${r}px`})};t.addEventListener(
"scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let s of[t,...t.children])o.observe(s);return t}function L(e){return Array.from({length:e},(t,n)=>n)}function j(e){let t=0;for(let n of e)t+=n;return t}var V=e=>j(e)/e.length;function T(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var K=e=>e.indexOf(T(e));var oe=1e-9;function yt(e){let t=T(e);return L(e.length).filter(n=>t-e[n]<=oe*Math.abs(t))}function C(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function $t(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?C(e,
3):e.toExponential(1).replaceAll("-","−")}var vt=(e,t)=>`“${e[t]}” (${t})`;function re(e,t,n,o){let s=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${$t(t)}, on ${s} keys`}var se=3;
function Et(e,t,n,o=""){let s=yt(e);if(s.length===0)return`${o}nothing`;let r=e[s[0]],a=s.length>1;return s.length>se||a&&
s.length===e.length?re(n,r,s.length,e.length):`${o}${ae(s.map(t))} with ${$t(r)}${a?" each":""}`}function ae(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var[ce,ie,le]=[11,6,60];var he=32;function de(e,t){let n=T(e.map(o=>o.length));return Math.min(le,ie*(n+1))+ce*Math.max(e.length,t.length)}function kt(e,t,n){
let o=d("canvas",{"aria-hidden":"true"}),s=d("div",{class:"mha-mark",hidden:!0}),r=d("div",{class:"mha-framed"}),a=d("di\
v",{class:"mha-picture"},o,s,r),[c,i]=["mha-rows","mha-cols"].map(u=>d("div",{class:u,"aria-hidden":"true"})),h=d("div",
{},c,a,i),l=d("figcaption",{},e),m=d("figure",{class:"mha-map"},l,h),p={rows:t,columns:n},g=0,y=()=>{m.classList.toggle(
"mha-crowded",g<de(p.rows,p.columns))},k=(u,f)=>{p={rows:u,columns:f},a.style.aspectRatio=`${f.length} / ${u.length}`;let w=Math.
max(u.length,f.length)<=he,b=x=>w?x.map($=>d("span",{},$)):[];c.replaceChildren(...b(u)),i.replaceChildren(...b(f)),i.classList.
toggle("mha-upright",T(f.map(x=>x.length))===1),y()};return k(t,n),ot(l,u=>{g=u,y()}),{node:m,body:h,picture:a,label:k,draw:(u,f,w,b)=>Y(
o,u,f,w,b),mark(u){s.hidden=!1,s.style.top=`${100*u/p.rows.length}%`,s.style.height=`${100/p.rows.length}%`},frame(u){let{
rows:f,columns:w}=p;r.replaceChildren(...u.map(({top:b,left:x,height:$,width:E,kind:N})=>{let S=d("div",{class:N});return S.
style.inset=[b,w.length-x-E,f.length-b-$,x].map((R,_)=>`${100*R/(_%2?w:f).length}%`).join(" "),S}))},onPoint(u,f=!0){let w=({
clientX:b,clientY:x})=>{let{rows:$,columns:E}=p,{left:N,top:S,width:R,height:_}=a.getBoundingClientRect(),M=Math.floor((x-
S)/_*$.length),q=Math.floor((b-N)/R*E.length);M in $&&q in E&&u([M,q])};f&&a.addEventListener("pointermove",w),a.addEventListener(
"pointerdown",w)}}}function Mt(e,t,n,o){let s=d("canvas",{"aria-hidden":"true"});Y(s,[L(64).map(i=>i/63)],e,0,1);let[r,a,c]=[t,n,o].map(i=>d(
"span",{},i));return d("div",{class:"mha-bar"},r,s,a,c)}function pe(e,t,n){let o=(l,...m)=>d("span",{role:l},...m),s=t.map((l,m)=>n.map((p,g)=>{let y=`${l} (${m}) to ${p} (${g}\
)`;return d("button",{type:"button",tabindex:-1,"aria-label":y})})),r=s.map((l,m)=>{let p=l.map(g=>o("gridcell",g));return d(
"div",{role:"row"},o("rowheader",t[m]),...p)}),a=n.map(l=>o("columnheader",d("span",{},l))),c=d("div",{role:"row"},o("co\
lumnheader","query"),...a),h={class:"mha-painter",role:"grid","aria-label":`${e}; queries down, keys across`};return{node:d(
"div",h,c,...r),buttons:s}}function ue(e,t,n){let o=t[0][0];o.tabIndex=0,e.addEventListener("focusin",({target:s})=>{let[
r,a]=n.get(s)??[0,0];o.tabIndex=-1,o=t[r][a],o.tabIndex=0}),z(e,(s,r,{target:a})=>{let[c,i]=n.get(a)??[0,0];t[c+s]?.[i+r]?.
focus()}),ft(e,(s,{target:r})=>{let[a]=n.get(r)??[0];t[a].at(s?-1:0)?.focus()})}function me(e,t,{get:n,set:o,point:s}){let r=([
i,h])=>n()[i][h],a=([i,h],l)=>o(n().map((m,p)=>p===i?m.with(h,l):m)),c=null;e.addEventListener("pointerdown",({target:i,
isPrimary:h,button:l})=>{let m=t.get(i);!m||!h||l!==0||(c=!r(m),a(m,c))}),e.addEventListener("pointermove",i=>{i.buttons!==
1&&(c=null);let h=e.getRootNode();for(let{clientX:l,clientY:m}of[...i.getCoalescedEvents?.()??[],i]){let p=t.get(h.elementFromPoint(
l,m));p&&s(p),p&&c!==null&&r(p)!==c&&a(p,c)}}),e.addEventListener("focusin",({target:i})=>{let h=t.get(i);h&&s(h)}),e.addEventListener(
"click",({detail:i,target:h})=>{let l=t.get(h);l&&i===0&&a(l,!r(l))})}function St(e,t,n,o){let{node:s,buttons:r}=pe(e,t,
n),a=new Map(r.flatMap((i,h)=>i.map((l,m)=>[l,[h,m]])));return ue(s,r,a),me(s,a,o),{node:s,draw:i=>{i.forEach((h,l)=>{h.
forEach((m,p)=>{let g=r[l][p];g.ariaPressed!==String(m)&&(g.ariaPressed=String(m),g.textContent=m?"✓":"")})})}}}var sn=Math.log(10),fe=32,an=2*fe+1;function _t(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,t|1);return o^=o+Math.imul(o^o>>>7,o|61),((o^o>>>
14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.PI*n())}var[ge,we,xe]=[4,1e3,.1],[Q,J,be]=[.9,.999,1e-8],Z=.005,ye=20;function Nt(e,t,n){let o=e.length/(2*t),s=1/Math.sqrt(o);for(let r=0;r<
t*t;r+=t){let a=r/t*o,c=Number.NEGATIVE_INFINITY;for(let l=0,m=t*o;l<t;l++,m+=o){let p=0;for(let g=0;g<o;g++)p+=e[a+g]*e[m+
g];n[r+l]=s*p,n[r+l]>c&&(c=n[r+l])}let i=0;for(let l=r;l<r+t;l++)i+=Math.exp(n[l]-c);let h=Math.log(i);for(let l=r;l<r+t;l++)
n[l]=Math.exp(n[l]-c-h)}}var At=(e,t)=>L(e.length/t).map(n=>[...e.subarray(n*t,(n+1)*t)]);function*$e(e,t,n,o=we){let s=e.
length,r=Float64Array.from(e.flat()),a=new Float64Array(s*s),[c,i,h]=L(3).map(()=>new Float64Array(t.length)),l=s*Math.sqrt(
n),m=p=>{Nt(t,s,a),c.fill(0);for(let u=0,f=0,w=0;u<s;u++,w+=n)for(let b=0,x=s*n;b<s;b++,f++,x+=n){let $=(a[f]-r[f])/l;for(let E=0;E<
n;E++)c[w+E]+=$*t[x+E],c[x+E]+=$*t[w+E]}let g=xe*(1+Math.cos(Math.PI*(p-1)/o))/2,[y,k]=[1-Q**p,1-J**p];for(let u=0;u<t.length;u++){
i[u]=Q*i[u]+(1-Q)*c[u],h[u]=J*h[u]+(1-J)*c[u]**2;let f=Math.sqrt(h[u]/k)+be;t[u]-=g*i[u]/y/f}};for(let p=1;p<=o;p++)m(p),
p%100===0&&(yield)}function ve(e,t){let n=t.map((o,s)=>j(o.map((r,a)=>Math.abs(r-e[s][a]))));return V(n)/2}function*Ee(e,t){
let n=_t(t),o=e.length,s=[];for(let r=0;r<ge;r++){let a=Float64Array.from({length:2*o*t},n);yield*$e(e,a,t);let c=new Float64Array(
o*o);Nt(a,o,c);let i=At(c,o),h=At(a,t),[l,m]=[h.slice(0,o),h.slice(o)];s.push({queries:l,keys:m,weights:i,misplaced:ve(e,
i)})}return s[K(s.map(({misplaced:r})=>-r))]}function Tt(e){let t="",n,o=[],s=function*(r,a){for(let c=1;c<=e;c++)a.push(
yield*Ee(r,c))};return function*(r){let a=JSON.stringify(r);for(a!==t&&(o=[],n=s(r,o),t=a);!n.next().done;)yield;return o}}
function Lt(e){return e.map(t=>{let n=t.filter(Boolean).length;return t.map(o=>n===0?1/t.length:o?1/n:0)})}function It(e,t){
let n=e.map(T);return t.filter((o,s)=>e[s][K(o)]===n[s]).length}function Rt(e){return e.map(t=>L(t.length).filter(n=>Math.
abs(t[n]-.5)<.01)).filter(t=>t.length===2)}function Pt([e,t,n],o){let[s,r]=[o*Math.PI/180,ye*Math.PI/180],a=n*Math.cos(s)-
e*Math.sin(s);return[e*Math.cos(s)+n*Math.sin(s),t*Math.cos(r)-a*Math.sin(r),t*Math.sin(r)+a*Math.cos(r)]}function Ot(e,t,n,o,s){
let r=t[e-1],a=r<Z?"less than 0.01":C(r),c=`With width ${e}, the right key gets the most in ${n[e-1]} of ${o} rows, and ${a}\
 of the weight is on wrong keys`;if(r>=Z)return[`${c}: this is not the pattern.`,""];let i=L(e-1).map(l=>l+1),h=i.some(l=>s.
has(l)&&t[l-1]<Z)?"A smaller width is enough too.":i.every(l=>s.has(l))?"No smaller width was enough.":"Is a smaller wid\
th enough? Try it.";return[`${c}: this is the pattern, to two digits.`,h]}function Ct(e,t,n,o){let[s,r]=[n,o].map(a=>{let c=a[t].
map(i=>Number(C(i,3)));return Et(c,i=>`“${e[i]}”`,"weight","most weight on ")});return`In row “${e[t]}” the patter\
n has ${s}; the head has ${r}.`}var tt="your own",F=1.35,[Ft,ke,Me]=[.1,.14,.25],[Dt,Bt]=[1.22,.07],G=3,U=3,Se=.4;function _e(e,t,n){let o=f=>360*f/t,s=d(
"figcaption"),r=W({label:"turn the keys",max:t-1,show:f=>`${o(f)}°`,change:n}),a=O("path",{fill:"none",stroke:"currentC\
olor","stroke-opacity":.45,"stroke-width":.02}),c=O("path",{class:"mha-query-arrow"}),i=O("path",{class:"mha-tie-line"}),
h=e.map(()=>O("circle",{r:Ft})),l=h.map(f=>O("g",{},f)),m=`${-F} ${-F} ${2*F} ${2*F}`,p=O("svg",{viewBox:m},a,i,c,...l),
g=e.map(f=>d("span",{},f.slice(0,2))),y=d("div",{"aria-hidden":"true"},p,...g);return{node:d("figure",{class:"mha-plane"},
s,y,r.node),draw:({queries:f,keys:w,weights:b},x,$,E)=>{let N=w[0].length,S=N===3;if(y.hidden=N>U,r.node.hidden=!S,r.set(
E),s.textContent=Ae(e[x],N,$.length>0),N>U)return;let R=T(w.map(v=>Math.hypot(...v)))||1,_=v=>S?Pt(v,o(E)):[v[0],v[1]??0,
0],M=w.map(v=>_(v).map(A=>A/R));M.forEach(([v,A,Ut],P)=>{let Xt=M.slice(0,P).filter(([Yt,zt])=>Math.hypot(Yt-v,zt-A)<Me);
l[P].setAttribute("transform",`translate(${v} ${-A})`),h[P].setAttribute("r",String(Ft*(1+Se*Ut))),g[P].style.left=qt(v),
g[P].style.top=qt(-A-ke*(Xt.length+1)),l[P].style.setProperty("--mha-fill",`${Math.round(100*b[x][P])}%`)});let q=$.map(
v=>v.map(A=>`${M[A][0]} ${-M[A][1]}`));a.setAttribute("d",q.map(([v,A])=>`M${v}L${A}`).join(""));let Ht=Math.hypot(...f[x])||
1,[Wt,jt]=_(f[x]),[D,B]=[Wt,-jt].map(v=>v/Ht);c.setAttribute("d",Ne(D,B));let et=T(M.map(([v,A])=>v*D-A*B)),Gt=`M${`${et*
D-G*B} ${et*B+G*D}`}l${2*G*B} ${-2*G*D}`;i.setAttribute("d",S?"":Gt)}}}var qt=e=>`${100*(e+F)/(2*F)}%`;function Ae(e,t,n){
return t>U?`Keys of width ${t} do not fit on a page. Choose width 1, 2 or 3 to see them.`:`The keys as points, and the d\
irection of query “${e}” as an arrow.${n?" Lines join two keys that one query attends to.":""}${t===3?" Nearer keys \
are larger.":""}`}function Ne(e,t){let[n,o]=[Dt*e,Dt*t],[s,r]=[-e-t,e-t].map(i=>i*Bt),[a,c]=[-e+t,-e-t].map(i=>i*Bt);return`\
M0 0L${n} ${o}m${s} ${r}L${n} ${o}l${a} ${c}`}function Te(e,t){let n=["the pattern","the head"].map(l=>kt(l,e,e)),o=St("\
your pattern; pressed cells are attended to",e,e,{get:()=>t.get("your_pattern"),set:l=>I(t,{your_pattern:l}),point:([l])=>{
l!==t.get("query")&&I(t,{query:l})}}),s=d("p",{class:"mha-note"},"Press cells, or use space. ✓ = attend here, evenly."),
r=bt(o.node,s),a=d("div",{class:"mha-grid mha-fits"},n[0].node,r,n[1].node),c=(l,m,p)=>{l.draw(m,"weights",0,1),l.mark(p)};
return{node:a,maps:n,drawPattern:(l,m)=>{let p=t.get("pattern")===tt;n[0].node.hidden=p,r.hidden=!p,o.draw(t.get("your_p\
attern")),c(n[0],l,m)},drawHead:(l,m)=>c(n[1],l,m)}}function Le(e,t){let n=xt({label:"pattern",options:[...t.get("names"),
tt].map(c=>({value:c,text:c})),change:c=>{let i=c===tt?Math.min(t.get("d_head"),U):t.get("d_head");I(t,{pattern:c,d_head:i})}}),
o=W({label:"width d_head",max:e.length-2,show:c=>String(c+1),change:c=>I(t,{d_head:c+1})}),s=W({label:"query",max:e.length-
1,show:c=>vt(e,c),change:c=>I(t,{query:c})}),r=d("div",{class:"mha-controls"},o.node,s.node),a=()=>{n.set(t.get("pattern")),
o.set(t.get("d_head")-1),s.set(t.get("query"))};return{parts:[d("div",{class:"mha-top-row"},n.node),r],set:a}}function Ie(e,t){
let n=t.get("tokens"),o=Le(n,t);e.append(...o.parts);let s=Te(n,t),r=_e(n,t.get("n_turn_steps"),u=>I(t,{turn:u})),a=L(n.
length-1).map(u=>String(u+1)),i=rt("Rows in which the right key gets the most, and weight on wrong keys",["width","right",
"wrong"],a),h=d("div",{class:"mha-two-columns"},r.node,i.node),l=Mt("weights","0","1","weight");e.append(s.node,l);let m=wt(
e);e.append(h),gt(s.node,s.maps,t,()=>n.length);let p=Tt(n.length-1),g=new Map,y=()=>t.get("patterns")[t.get("names").indexOf(
t.get("pattern"))]??Lt(t.get("your_pattern")),k=function*(){let u=y(),f=yield*p(u),w=ut(t,"pattern","d_head","query","tu\
rn"),b=f.map($=>$.misplaced),x=f.map($=>It(u,$.weights));return{...f[w.d_head-1],...w,target:u,misplaced:b,right:x}};return{
observes:["pattern","your_pattern","d_head","query","turn"],stateForTests:()=>ht(k()),*draw(){o.set(),s.drawPattern(y(),
t.get("query"));let{d_head:u,query:f,turn:w,target:b,misplaced:x,right:$,...E}=yield*k();s.drawHead(E.weights,f),r.draw(
E,f,Rt(b),w);let N=JSON.stringify(b),S=(g.get(N)??new Set).add(u);g.set(N,S);let R=x.map((_,M)=>S.has(M+1)?[`${$[M]} of ${n.
length}`,C(_)]:["?","?"]);i.draw(R,x.map((_,M)=>S.has(M+1)?_:0)),i.rows.forEach((_,M)=>{_.classList.toggle("mha-chosen",
M+1===u)}),m(...Ot(u,x,$,n.length,S),Ct(n,f,b,E.weights))}}}var vn=pt("A pattern of weights, and heads of every width",Ie);export{vn as default};
