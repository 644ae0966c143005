// Made by `make widgets` from js/src; edit there.
function dt(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function p(e,t={},...n){let o=document.createElement(e);return dt(o,t,n),o}function D(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return dt(o,t,n),o}function G(e,t){e.textContent!==t&&(e.textContent=t)}function pt(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function ut(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(d=>{let f=Array.from({length:s},()=>p("td")),$=p("th",{scope:"\
row"},d),S=p("div");return{row:p("tr",{},$,...f,p("td",{"aria-hidden":"true"},S)),cells:f,bar:S}}),a=t.map(d=>p("th",{scope:"\
col"},d)),c=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(d=>p("span",{},d)));let i=t.
length>0?[p("tr",{},...a,c)]:[],h=r.map(({row:d})=>d);return{node:p("table",{class:"mha-bar-table"},p("caption",{},e),...i,
...h),rows:h,draw:(d,f)=>{r.forEach(({cells:$,bar:S},u)=>{for(let[w,g]of $.entries())G(g,d[u][w]);S.style.width=`${100*f[u]}\
%`})}}}function mt(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var re="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var se=wt([153,153,153]),ae=xt(re.split(" ").map(ce)),ft=new Map,gt=new WeakMap;function wt([e,t,n]){return 255<<24|n<<16|
t<<8|e}function ce(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function xt(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),e.length-2),[r,a]=[e[s],e[s+1]];return wt(r.map((c,i)=>Math.round(
c+(a[i]-c)*(o-s))))})}function ie(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,s=ft.get(o);if(s)return s;
let[r,a]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=xt([r,a].map(i=>i.slice(0,3)));return ft.set(o,c),c}function tt(e){
for(let t of e.querySelectorAll("canvas"))gt.get(t)?.()}function et(e,t,n,o,s){let[r,a]=[t.length,t[0].length],c=t.map(h=>Float32Array.
from(h)),i=()=>{if(!e.isConnected)return;let h=n==="signed"?ae:ie(e);(e.width!==a||e.height!==r)&&(e.width=a,e.height=r);
let l=e.getContext("2d"),m=l.createImageData(a,r),d=new Uint32Array(m.data.buffer);for(let f=0,$=0;f<r;f++)for(let S=0;S<
a;S++,$++){let u=Math.floor(256*((c[f][S]-o)/(s-o))),w=h[Math.min(255,Math.max(0,u))];d[$]=Number.isNaN(u)?se:w}l.putImageData(
m,0,0)};gt.set(e,i),i()}function bt(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function yt(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function $t(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=le(e);o.append(r);let c=yt(r),i,h=()=>i&&
c.start(i.draw);i=t(r,n,s,h),Object.assign(r,{stateForTests:i.stateForTests}),tt(r),h();let l=he(n,i.observes,h);return()=>{
l(),c.stop(),a()}}}}function le(e){let t=p("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",tt(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function he(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var Et=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function O(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var de=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function nt(e,t,n=!0){
e.addEventListener("keydown",o=>{let[s,r]=de.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),t(s,r,o))})}function Mt(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function St(e,t,n,o){
let s=r=>{r>=0&&r<o()&&r!==n.get("query")&&O(n,{query:r})};for(let r of t)r.onPoint(([a])=>s(a));nt(e,r=>s(n.get("query")+
r),!1)}function _t(e){let t=p("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...s)=>{s.forEach((r,a)=>{let c=typeof r=="string"?r:r.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:r!==c&&"m\
ha-screen-reader"}),t.append(n[a]," ")),G(n[a],c)})},{node:t})}function U({label:e,max:t,show:n=String,change:o}){let s=p(
"output",{"aria-live":"off"}),r=p("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(i,h=t)=>{let l=n(i);r.max=
String(h),r.value=String(i),G(s,l),r.getAttribute("aria-valuetext")!==l&&r.setAttribute("aria-valuetext",l)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:p("div",{class:"mha-control"},p("span",{},e,s),
r),set:a}}var vt=0;function kt({label:e,options:t,change:n}){vt+=1;let o=`mha-choice-${vt}-${Math.random().toString(36).
slice(2)}`,s=p("fieldset",{class:"mha-choice"},p("legend",{},e)),r=t.map(({value:c,text:i})=>{let h=p("input",{type:"rad\
io",name:o,value:c});return h.addEventListener("change",()=>n(c)),s.append(p("label",{},h,i)),h});return{node:s,set:c=>{
t.forEach((i,h)=>{r[h].checked=i.value===c})}}}function At(...e){let t=p("div",{class:"mha-scroll"},...e),n=()=>{let s=t.scrollLeft,r=t.scrollWidth-t.clientWidth-s;t.classList.
toggle("mha-before",s>1),t.classList.toggle("mha-after",r>1),mt(t,{before:`${s}px`,after:`${r}px`})};t.addEventListener(
"scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let s of[t,...t.children])o.observe(s);return t}function A(e){return Array.from({length:e},(t,n)=>n)}function X(e){let t=0;for(let n of e)t+=n;return t}var C=e=>X(e)/e.length;function T(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function Y(e){let t=Number.POSITIVE_INFINITY;
for(let n of e)t=Math.min(t,n);return t}var z=e=>e.indexOf(T(e));var pe=1e-9;function Nt(e){let t=T(e);return A(e.length).filter(n=>t-e[n]<=pe*Math.abs(t))}function B(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function Tt(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?B(e,
3):e.toExponential(1).replaceAll("-","−")}var Lt=(e,t)=>`“${e[t]}” (${t})`;function ue(e,t,n,o){let s=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${Tt(t)}, on ${s} keys`}var me=3;
function It(e,t,n,o=""){let s=Nt(e);if(s.length===0)return`${o}nothing`;let r=e[s[0]],a=s.length>1;return s.length>me||a&&
s.length===e.length?ue(n,r,s.length,e.length):`${o}${ot(s.map(t))} with ${Tt(r)}${a?" each":""}`}function ot(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var[fe,ge,we]=[11,6,60];var xe=32;function be(e,t){let n=T(e.map(o=>o.length));return Math.min(we,ge*(n+1))+fe*Math.max(e.length,t.length)}function Rt(e,t,n){
let o=p("canvas",{"aria-hidden":"true"}),s=p("div",{class:"mha-mark",hidden:!0}),r=p("div",{class:"mha-framed"}),a=p("di\
v",{class:"mha-picture"},o,s,r),[c,i]=["mha-rows","mha-cols"].map(u=>p("div",{class:u,"aria-hidden":"true"})),h=p("div",
{},c,a,i),l=p("figcaption",{},e),m=p("figure",{class:"mha-map"},l,h),d={rows:t,columns:n},f=0,$=()=>{m.classList.toggle(
"mha-crowded",f<be(d.rows,d.columns))},S=(u,w)=>{d={rows:u,columns:w},a.style.aspectRatio=`${w.length} / ${u.length}`;let g=Math.
max(u.length,w.length)<=xe,y=E=>g?E.map(v=>p("span",{},v)):[];c.replaceChildren(...y(u)),i.replaceChildren(...y(w)),i.classList.
toggle("mha-upright",T(w.map(E=>E.length))===1),$()};return S(t,n),pt(l,u=>{f=u,$()}),{node:m,body:h,picture:a,label:S,draw:(u,w,g,y)=>et(
o,u,w,g,y),mark(u){s.hidden=!1,s.style.top=`${100*u/d.rows.length}%`,s.style.height=`${100/d.rows.length}%`},frame(u){let{
rows:w,columns:g}=d;r.replaceChildren(...u.map(({top:y,left:E,height:v,width:b,kind:N})=>{let L=p("div",{class:N});return L.
style.inset=[y,g.length-E-b,w.length-y-v,E].map((_,R)=>`${100*_/(R%2?g:w).length}%`).join(" "),L}))},onPoint(u,w=!0){let g=({
clientX:y,clientY:E})=>{let{rows:v,columns:b}=d,{left:N,top:L,width:_,height:R}=a.getBoundingClientRect(),I=Math.floor((E-
L)/R*v.length),k=Math.floor((y-N)/_*b.length);I in v&&k in b&&u([I,k])};w&&a.addEventListener("pointermove",g),a.addEventListener(
"pointerdown",g)}}}function Ot(e,t,n,o){let s=p("canvas",{"aria-hidden":"true"});et(s,[A(64).map(i=>i/63)],e,0,1);let[r,a,c]=[t,n,o].map(i=>p(
"span",{},i));return p("div",{class:"mha-bar"},r,s,a,c)}function ye(e,t,n){let o=(l,...m)=>p("span",{role:l},...m),s=t.map((l,m)=>n.map((d,f)=>{let $=`${l} (${m}) to ${d} (${f}\
)`;return p("button",{type:"button",tabindex:-1,"aria-label":$})})),r=s.map((l,m)=>{let d=l.map(f=>o("gridcell",f));return p(
"div",{role:"row"},o("rowheader",t[m]),...d)}),a=n.map(l=>o("columnheader",p("span",{},l))),c=p("div",{role:"row"},o("co\
lumnheader","query"),...a),h={class:"mha-painter",role:"grid","aria-label":`${e}; queries down, keys across`};return{node:p(
"div",h,c,...r),buttons:s}}function $e(e,t,n){let o=t[0][0];o.tabIndex=0,e.addEventListener("focusin",({target:s})=>{let[
r,a]=n.get(s)??[0,0];o.tabIndex=-1,o=t[r][a],o.tabIndex=0}),nt(e,(s,r,{target:a})=>{let[c,i]=n.get(a)??[0,0];t[c+s]?.[i+
r]?.focus()}),Mt(e,(s,{target:r})=>{let[a]=n.get(r)??[0];t[a].at(s?-1:0)?.focus()})}function Ee(e,t,{get:n,set:o,point:s}){
let r=([i,h])=>n()[i][h],a=([i,h],l)=>o(n().map((m,d)=>d===i?m.with(h,l):m)),c=null;e.addEventListener("pointerdown",({target:i,
isPrimary:h,button:l})=>{let m=t.get(i);!m||!h||l!==0||(c=!r(m),a(m,c))}),e.addEventListener("pointermove",i=>{i.buttons!==
1&&(c=null);let h=e.getRootNode();for(let{clientX:l,clientY:m}of[...i.getCoalescedEvents?.()??[],i]){let d=t.get(h.elementFromPoint(
l,m));d&&s(d),d&&c!==null&&r(d)!==c&&a(d,c)}}),e.addEventListener("focusin",({target:i})=>{let h=t.get(i);h&&s(h)}),e.addEventListener(
"click",({detail:i,target:h})=>{let l=t.get(h);l&&i===0&&a(l,!r(l))})}function Pt(e,t,n,o){let{node:s,buttons:r}=ye(e,t,
n),a=new Map(r.flatMap((i,h)=>i.map((l,m)=>[l,[h,m]])));return $e(s,r,a),Ee(s,a,o),{node:s,draw:i=>{i.forEach((h,l)=>{h.
forEach((m,d)=>{let f=r[l][d];f.ariaPressed!==String(m)&&(f.ariaPressed=String(m),f.textContent=m?"✓":"")})})}}}var bn=Math.log(10),ve=32,yn=2*ve+1;function Ct(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,t|1);return o^=o+Math.imul(o^o>>>7,o|61),((o^o>>>
14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.PI*n())}var[Me,Se,_e]=[4,1e3,.1],[rt,st,ke]=[.9,.999,1e-8],at=.005,V=.05,Ae=20;function Dt(e,t,n){let o=e.length/(2*t),s=1/Math.
sqrt(o);for(let r=0;r<t*t;r+=t){let a=r/t*o,c=Number.NEGATIVE_INFINITY;for(let l=0,m=t*o;l<t;l++,m+=o){let d=0;for(let f=0;f<
o;f++)d+=e[a+f]*e[m+f];n[r+l]=s*d,n[r+l]>c&&(c=n[r+l])}let i=0;for(let l=r;l<r+t;l++)i+=Math.exp(n[l]-c);let h=Math.log(
i);for(let l=r;l<r+t;l++)n[l]=Math.exp(n[l]-c-h)}}var Ft=(e,t)=>A(e.length/t).map(n=>[...e.subarray(n*t,(n+1)*t)]);function*Ne(e,t,n,o=Se){
let s=e.length,r=Float64Array.from(e.flat()),a=new Float64Array(s*s),[c,i,h]=A(3).map(()=>new Float64Array(t.length)),l=s*
Math.sqrt(n),m=d=>{Dt(t,s,a),c.fill(0);for(let u=0,w=0,g=0;u<s;u++,g+=n)for(let y=0,E=s*n;y<s;y++,w++,E+=n){let v=(a[w]-
r[w])/l;for(let b=0;b<n;b++)c[g+b]+=v*t[E+b],c[E+b]+=v*t[g+b]}let f=_e*(1+Math.cos(Math.PI*(d-1)/o))/2,[$,S]=[1-rt**d,1-
st**d];for(let u=0;u<t.length;u++){i[u]=rt*i[u]+(1-rt)*c[u],h[u]=st*h[u]+(1-st)*c[u]**2;let w=Math.sqrt(h[u]/S)+ke;t[u]-=
f*i[u]/$/w}};for(let d=1;d<=o;d++)m(d),d%100===0&&(yield)}var Bt=(e,t)=>t.map((n,o)=>X(n.map((s,r)=>Math.abs(s-e[o][r])))/
2),Te=(e,t)=>C(Bt(e,t));function K(e,t){let n=Bt(e,t);return A(t.length).filter(o=>n[o]>V)}function*Le(e,t){let n=Ct(t),
o=e.length,s=[];for(let r=0;r<Me;r++){let a=Float64Array.from({length:2*o*t},n);yield*Ne(e,a,t);let c=new Float64Array(o*
o);Dt(a,o,c);let i=Ft(c,o),h=Ft(a,t),[l,m]=[h.slice(0,o),h.slice(o)];s.push({queries:l,keys:m,weights:i,misplaced:Te(e,i)})}
return s[z(s.map(({misplaced:r})=>-r))]}function Ht(e){let t="",n,o=[],s=function*(r,a){for(let c=1;c<=e;c++)a.push(yield*Le(
r,c))};return function*(r){let a=JSON.stringify(r);for(a!==t&&(o=[],n=s(r,o),t=a);!n.next().done;)yield;return o}}function qt(e){
return e.map(t=>{let n=t.filter(Boolean).length;return t.map(o=>n===0?1/t.length:o?1/n:0)})}var ct=e=>e.map(t=>{let n=A(
t.length).filter(o=>Math.abs(t[o]-.5)<.01);return n.length===2?n:[]});function Ie(e,[t,n]){let[[o,s],[r,a]]=[e[t],e[n]],
c=e.map(([i,h])=>Math.sign((r-o)*(h-s)-(a-s)*(i-o)));return!(c.some((i,h)=>i>0&&h!==t&&h!==n)&&c.some((i,h)=>i<0&&h!==t&&
h!==n))}function Wt(e,t,{keys:n,weights:o}){let s=K(t,o);if(s.length===0)return"";if(s.length===o.length)return"All rows\
 fail.";let r=ot(s.map(l=>`“${e[l]}”`)),a=s.length>1?`Rows ${r} fail (✗)`:`Row ${r} fails (✗)`,c=s.map(l=>ct(t)[l]);
return n[0].length===2&&c.every(l=>l.length>0&&!Ie(n,l))?`${a}: no side of the outer edge joins the two keys that ${s.length>
1?"each":"it"} needs.`:`${a}.`}function jt([e,t,n],o){let[s,r]=[o*Math.PI/180,Ae*Math.PI/180],a=n*Math.cos(s)-e*Math.sin(
s);return[e*Math.cos(s)+n*Math.sin(s),t*Math.cos(r)-a*Math.sin(r),t*Math.sin(r)+a*Math.cos(r)]}function Gt(e,t,n,o,s){let r=t[e-
1],a=r<at?"less than 0.01":B(r),c=`With width ${e}, ${n[e-1]} of ${o} rows are right, with at most ${V} of their weight \
on wrong keys. On average, ${a} is`;if(r>=at)return[`${c}: this is not the pattern.`,""];let i=A(e-1).map(l=>l+1),h=i.some(
l=>s.has(l)&&t[l-1]<at)?"A smaller width is enough too.":i.every(l=>s.has(l))?"No smaller width was enough.":"Is a small\
er width enough? Try it.";return[`${c}: this is the pattern, to two digits.`,h]}function Ut(e,t,n,o){let[s,r]=[n,o].map(
a=>{let c=a[t].map(i=>Number(B(i,3)));return It(c,i=>`“${e[i]}”`,"weight","most weight on ")});return`In row “${e[t]}\
” the pattern has ${s}; the head has ${r}.`}var it="your own",H=1.35,[Xt,Q,Re]=[.1,.19,.25],[Oe,Pe]=[.08,.2],Ce="0.02 0.07",[Yt,zt]=[1.22,.07],J=3,Z=3,Fe=.4;function De(e,t,n){
let o=g=>360*g/t,s=p("figcaption"),r=U({label:"turn the keys",max:t-1,show:g=>`${o(g)}°`,change:n}),[a,c]=["",Ce].map(g=>D(
"path",{fill:"none",stroke:"currentColor","stroke-dasharray":g,"stroke-linecap":"round","stroke-opacity":g?.9:.45,"strok\
e-width":g?.03:.02})),i=D("path",{class:"mha-query-arrow"}),h=D("path",{class:"mha-tie-line"}),l=e.map(()=>D("circle",{r:Xt})),
m=l.map(g=>D("g",{},g)),d=`${-H} ${-H} ${2*H} ${2*H}`,f=D("svg",{viewBox:d},a,c,h,i,...m),$=e.map(g=>p("span",{},g.slice(
0,2))),S=p("div",{"aria-hidden":"true"},f,...$);return{node:p("figure",{class:"mha-plane"},s,S,r.node),draw:({queries:g,
keys:y,weights:E},v,b,N,L)=>{let _=y[0].length,R=_===3;if(S.hidden=_>Z,r.node.hidden=!R,r.set(L),s.textContent=qe(e[v],_,
b.some(x=>x.length>0),N.some(x=>b[x].length>0)),_>Z)return;let I=T(y.map(x=>Math.hypot(...x)))||1,k=x=>R?jt(x,o(L)):[x[0],
x[1]??0,0],q=y.map(x=>k(x).map(M=>M/I));q.forEach(([x,M,P],F)=>{m[F].setAttribute("transform",`translate(${x} ${-M})`),l[F].
setAttribute("r",String(Xt*(1+Fe*P))),m[F].style.setProperty("--mha-fill",`${Math.round(100*E[v][F])}%`),$[F].textContent=
""});for(let x of Be(q)){let M=$[x[0]];M.textContent=x.map(oe=>e[oe].slice(0,2)).join(" "),M.style.whiteSpace="nowrap",M.
style.transform="translate(-50%, -50%)";let[P,F]=He(x,q,M.textContent.length);M.style.left=Vt(P),M.style.top=Vt(-F)}let lt=x=>x.
map(M=>M.map(P=>`${q[P][0]} ${-q[P][1]}`)).map(([M,P])=>`M${M}L${P}`).join(""),Kt=A(b.length).filter(x=>b[x].length>0),[
Qt,Jt]=[!1,!0].map(x=>Kt.filter(M=>N.includes(M)===x).map(M=>b[M]));a.setAttribute("d",lt(Qt)),c.setAttribute("d",lt(Jt));
let Zt=Math.hypot(...g[v])||1,[te,ee]=k(g[v]),[W,j]=[te,-ee].map(x=>x/Zt);i.setAttribute("d",We(W,j));let ht=T(q.map(([x,
M])=>x*W-M*j)),ne=`M${`${ht*W-J*j} ${ht*j+J*W}`}l${2*J*j} ${-2*J*W}`;h.setAttribute("d",R?"":ne)}}}function Be(e){let t=[];
return e.forEach(([n,o],s)=>{let r=a=>a.some(c=>Math.hypot(e[c][0]-n,e[c][1]-o)<Re);t=[...t.filter(a=>!r(a)),[...t.filter(
r).flat(),s]]}),t}function He(e,t,n){let o=n*Oe/2,[s,r]=[0,1].map(i=>e.map(h=>t[h][i])),a=[[C(s),T(r)+Q],[C(s),Y(r)-Q],[
Y(s)-Q-o,C(r)],[T(s)+Q+o,C(r)]],c=a.map(([i,h])=>{let l=t.filter((d,f)=>!e.includes(f)).map(([d,f])=>Math.hypot(Math.max(
0,Math.abs(d-i)-o),f-h));return Math.abs(i)+o>H?0:Y([Pe,...l])});return a[z(c)]}var Vt=e=>`${100*(e+H)/(2*H)}%`;function qe(e,t,n,o){
return t>Z?`Keys of width ${t} do not fit on a page. Choose width 1, 2 or 3 to see them.`:`The keys as points, and the d\
irection of query “${e}” as an arrow.${n?` Lines join two keys that one query attends to${o?"; the line is dotted if\
 its row fails.":"."}`:""}${t===3?" Nearer keys are larger.":""}`}function We(e,t){let[n,o]=[Yt*e,Yt*t],[s,r]=[-e-t,e-t].
map(i=>i*zt),[a,c]=[-e+t,-e-t].map(i=>i*zt);return`M0 0L${n} ${o}m${s} ${r}L${n} ${o}l${a} ${c}`}function je(e,t){let n=[
"the pattern","the head"].map(l=>Rt(l,e,e)),o=Pt("your pattern; pressed cells are attended to",e,e,{get:()=>t.get("your_\
pattern"),set:l=>O(t,{your_pattern:l}),point:([l])=>{l!==t.get("query")&&O(t,{query:l})}}),s=p("p",{class:"mha-note"},"P\
ress cells, or use space. ✓ = attend here, evenly."),r=At(o.node,s),a=p("div",{class:"mha-grid mha-fits"},n[0].node,r,
n[1].node);for(let{body:l}of n){let m=l.firstElementChild;m.style.minWidth="2em"}let c=(l,m,d)=>{l.draw(m,"weights",0,1),
l.mark(d)};return{node:a,maps:n,drawPattern:(l,m)=>{let d=t.get("pattern")===it;n[0].node.hidden=d,r.hidden=!d,o.draw(t.
get("your_pattern")),c(n[0],l,m)},drawHead:(l,m,d)=>{n[1].label(e.map((f,$)=>d.includes($)?`✗ ${f}`:f),e),c(n[1],l,m)}}}
function Ge(e,t){let n=kt({label:"pattern",options:[...t.get("names"),it].map(c=>({value:c,text:c})),change:c=>{let i=c===
it?Math.min(t.get("d_head"),Z):t.get("d_head");O(t,{pattern:c,d_head:i})}}),o=U({label:"width d_head",max:e.length-2,show:c=>String(
c+1),change:c=>O(t,{d_head:c+1})}),s=U({label:"query",max:e.length-1,show:c=>Lt(e,c),change:c=>O(t,{query:c})}),r=p("div",
{class:"mha-controls"},o.node,s.node),a=()=>{n.set(t.get("pattern")),o.set(t.get("d_head")-1),s.set(t.get("query"))};return{
parts:[p("div",{class:"mha-top-row"},n.node),r],set:a}}function Ue(e,t){let n=t.get("tokens"),o=Ge(n,t);e.append(...o.parts);
let s=je(n,t),r=De(n,t.get("n_turn_steps"),u=>O(t,{turn:u})),a=A(n.length-1).map(u=>String(u+1)),c=`Rows with at most ${V}\
 on wrong keys, and the average weight there`,i=ut(c,["width","right","wrong"],a),h=p("div",{class:"mha-two-columns"},r.
node,i.node),l=Ot("weights","0","1","weight");e.append(s.node,l);let m=_t(e);e.append(h),St(s.node,s.maps,t,()=>n.length);
let d=Ht(n.length-1),f=new Map,$=()=>t.get("patterns")[t.get("names").indexOf(t.get("pattern"))]??qt(t.get("your_pattern")),
S=function*(){let u=$(),w=yield*d(u),g=Et(t,"pattern","d_head","query","turn"),y=w.map(b=>b.misplaced),E=w.map(({weights:b})=>b.
length-K(u,b).length),v=w[g.d_head-1];return{...v,...g,target:u,misplaced:y,right:E,failing:K(u,v.weights)}};return{observes:[
"pattern","your_pattern","d_head","query","turn"],stateForTests:()=>bt(S()),*draw(){o.set(),s.drawPattern($(),t.get("que\
ry"));let{d_head:u,query:w,turn:g,target:y,misplaced:E,right:v,failing:b,...N}=yield*S();s.drawHead(N.weights,w,b),r.draw(
N,w,ct(y),b,g);let L=JSON.stringify(y),_=(f.get(L)??new Set).add(u);f.set(L,_);let R=E.map((I,k)=>_.has(k+1)?[`${v[k]} o\
f ${n.length}`,B(I)]:["?","?"]);i.draw(R,E.map((I,k)=>_.has(k+1)?I:0)),i.rows.forEach((I,k)=>{I.classList.toggle("mha-ch\
osen",k+1===u)}),m(...Gt(u,E,v,n.length,_),Wt(n,y,N),Ut(n,w,y,N.weights))}}}var Pn=$t("A pattern of weights, and heads o\
f every width",Ue);export{Pn as default};
