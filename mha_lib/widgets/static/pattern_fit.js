// Made by `make widgets` from js/src; edit there.
function ht(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));e.append(...n)}
function p(e,t={},...n){let o=document.createElement(e);return ht(o,t,n),o}function D(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return ht(o,t,n),o}function U(e,t){e.textContent!==t&&(e.textContent=t)}function dt(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function pt(e,t,n,o=[]){let r=Math.max(1,t.length-1),s=n.map(d=>{let f=Array.from({length:r},()=>p("td")),$=p("th",{scope:"\
row"},d),S=p("div");return{row:p("tr",{},$,...f,p("td",{"aria-hidden":"true"},S)),cells:f,bar:S}}),a=t.map(d=>p("th",{scope:"\
col"},d)),c=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(d=>p("span",{},d)));let i=t.
length>0?[p("tr",{},...a,c)]:[],h=s.map(({row:d})=>d);return{node:p("table",{class:"mha-bar-table"},p("caption",{},e),...i,
...h),rows:h,draw:(d,f)=>{s.forEach(({cells:$,bar:S},u)=>{for(let[w,g]of $.entries())U(g,d[u][w]);S.style.width=`${100*f[u]}\
%`})}}}function ut(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var re="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var se=gt([153,153,153]),ae=wt(re.split(" ").map(ce)),mt=new Map,ft=new WeakMap;function gt([e,t,n]){return 255<<24|n<<16|
t<<8|e}function ce(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function wt(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),e.length-2),[s,a]=[e[r],e[r+1]];return gt(s.map((c,i)=>Math.round(
c+(a[i]-c)*(o-r))))})}function ie(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,r=mt.get(o);if(r)return r;
let[s,a]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=wt([s,a].map(i=>i.slice(0,3)));return mt.set(o,c),c}function J(e){
for(let t of e.querySelectorAll("canvas"))ft.get(t)?.()}function Z(e,t,n,o,r){let[s,a]=[t.length,t[0].length],c=t.map(h=>Float32Array.
from(h)),i=()=>{if(!e.isConnected)return;let h=n==="signed"?ae:ie(e);(e.width!==a||e.height!==s)&&(e.width=a,e.height=s);
let l=e.getContext("2d"),m=l.createImageData(a,s),d=new Uint32Array(m.data.buffer);for(let f=0,$=0;f<s;f++)for(let S=0;S<
a;S++,$++){let u=Math.floor(256*((c[f][S]-o)/(r-o))),w=h[Math.min(255,Math.max(0,u))];d[$]=Number.isNaN(u)?se:w}l.putImageData(
m,0,0)};ft.set(e,i),i()}function xt(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function bt(e){let t,n=0,o=()=>{let s=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<s)){n=setTimeout(o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(s){r(),t=s()??void 0,o()},stop:r}}function yt(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=le(e);o.append(s);let c=bt(s),i,h=()=>i&&
c.start(i.draw);i=t(s,n,r,h),Object.assign(s,{stateForTests:i.stateForTests}),J(s),h();let l=he(n,i.observes,h);return()=>{
l(),c.stop(),a()}}}}function le(e){let t=p("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",J(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function he(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of t)e.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of t)e.off(`change:${s}`,r)}}var $t=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function O(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var de=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function tt(e,t,n=!0){
e.addEventListener("keydown",o=>{let[r,s]=de.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),t(r,s,o))})}function vt(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function Mt(e,t,n,o){
let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&O(n,{query:s})};for(let s of t)s.onPoint(([a])=>r(a));tt(e,s=>r(n.get("query")+
s),!1)}function St(e){let t=p("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...r)=>{r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==c&&"m\
ha-screen-reader"}),t.append(n[a]," ")),U(n[a],c)})},{node:t})}function X({label:e,max:t,show:n=String,change:o}){let r=p(
"output",{"aria-live":"off"}),s=p("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(i,h=t)=>{let l=n(i);s.max=
String(h),s.value=String(i),U(r,l),s.getAttribute("aria-valuetext")!==l&&s.setAttribute("aria-valuetext",l)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:p("div",{class:"mha-control"},p("span",{},e,r),
s),set:a}}var Et=0;function kt({label:e,options:t,change:n}){Et+=1;let o=`mha-choice-${Et}-${Math.random().toString(36).
slice(2)}`,r=p("fieldset",{class:"mha-choice"},p("legend",{},e)),s=t.map(({value:c,text:i})=>{let h=p("input",{type:"rad\
io",name:o,value:c});return h.addEventListener("change",()=>n(c)),r.append(p("label",{},h,i)),h});return{node:r,set:c=>{
t.forEach((i,h)=>{s[h].checked=i.value===c})}}}function _t(...e){let t=p("div",{class:"mha-scroll"},...e),n=()=>{let r=t.scrollLeft,s=t.scrollWidth-t.clientWidth-r;t.classList.
toggle("mha-before",r>1),t.classList.toggle("mha-after",s>1),ut(t,{before:`${r}px`,after:`${s}px`})};t.addEventListener(
"scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[t,...t.children])o.observe(r);return t}function N(e){return Array.from({length:e},(t,n)=>n)}function Y(e){let t=0;for(let n of e)t+=n;return t}var C=e=>Y(e)/e.length;function _(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function z(e){let t=Number.POSITIVE_INFINITY;
for(let n of e)t=Math.min(t,n);return t}var G=e=>e.indexOf(_(e));var pe=1e-9;function At(e){let t=_(e);return N(e.length).filter(n=>t-e[n]<=pe*Math.abs(t))}function B(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function Nt(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?B(e,
3):e.toExponential(1).replaceAll("-","−")}var Tt=(e,t)=>`“${e[t]}” (${t})`;function ue(e,t,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${Nt(t)}, on ${r} keys`}var me=3;
function Lt(e,t,n,o=""){let r=At(e);if(r.length===0)return`${o}nothing`;let s=e[r[0]],a=r.length>1;return r.length>me||a&&
r.length===e.length?ue(n,s,r.length,e.length):`${o}${et(r.map(t))} with ${Nt(s)}${a?" each":""}`}function et(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var[fe,ge,we]=[11,6,60];var xe=32;function be(e,t){let n=_(e.map(o=>o.length));return Math.min(we,ge*(n+1))+fe*Math.max(e.length,t.length)}function It(e,t,n){
let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p("div",{class:"mha-framed"}),a=p("di\
v",{class:"mha-picture"},o,r,s),[c,i]=["mha-rows","mha-cols"].map(u=>p("div",{class:u,"aria-hidden":"true"})),h=p("div",
{},c,a,i),l=p("figcaption",{},e),m=p("figure",{class:"mha-map"},l,h),d={rows:t,columns:n},f=0,$=()=>{m.classList.toggle(
"mha-crowded",f<be(d.rows,d.columns))},S=(u,w)=>{d={rows:u,columns:w},a.style.aspectRatio=`${w.length} / ${u.length}`;let g=Math.
max(u.length,w.length)<=xe,y=E=>g?E.map(v=>p("span",{},v)):[];c.replaceChildren(...y(u)),i.replaceChildren(...y(w)),i.classList.
toggle("mha-upright",_(w.map(E=>E.length))===1),$()};return S(t,n),dt(l,u=>{f=u,$()}),{node:m,body:h,picture:a,label:S,draw:(u,w,g,y)=>Z(
o,u,w,g,y),mark(u){r.hidden=!1,r.style.top=`${100*u/d.rows.length}%`,r.style.height=`${100/d.rows.length}%`},frame(u){let{
rows:w,columns:g}=d;s.replaceChildren(...u.map(({top:y,left:E,height:v,width:b,kind:T})=>{let L=p("div",{class:T});return L.
style.inset=[y,g.length-E-b,w.length-y-v,E].map((k,R)=>`${100*k/(R%2?g:w).length}%`).join(" "),L}))},onPoint(u,w=!0){let g=({
clientX:y,clientY:E})=>{let{rows:v,columns:b}=d,{left:T,top:L,width:k,height:R}=a.getBoundingClientRect(),I=Math.floor((E-
L)/R*v.length),A=Math.floor((y-T)/k*b.length);I in v&&A in b&&u([I,A])};w&&a.addEventListener("pointermove",g),a.addEventListener(
"pointerdown",g)}}}function Rt(e,t,n,o){let r=p("canvas",{"aria-hidden":"true"});Z(r,[N(64).map(i=>i/63)],e,0,1);let[s,a,c]=[t,n,o].map(i=>p(
"span",{},i));return p("div",{class:"mha-bar"},s,r,a,c)}function ye(e,t,n){let o=(l,...m)=>p("span",{role:l},...m),r=t.map((l,m)=>n.map((d,f)=>{let $=`${l} (${m}) to ${d} (${f}\
)`;return p("button",{type:"button",tabindex:-1,"aria-label":$})})),s=r.map((l,m)=>{let d=l.map(f=>o("gridcell",f));return p(
"div",{role:"row"},o("rowheader",t[m]),...d)}),a=n.map(l=>o("columnheader",p("span",{},l))),c=p("div",{role:"row"},o("co\
lumnheader","query"),...a),h={class:"mha-painter",role:"grid","aria-label":`${e}; queries down, keys across`};return{node:p(
"div",h,c,...s),buttons:r}}function $e(e,t,n){let o=t[0][0];o.tabIndex=0,e.addEventListener("focusin",({target:r})=>{let[
s,a]=n.get(r)??[0,0];o.tabIndex=-1,o=t[s][a],o.tabIndex=0}),tt(e,(r,s,{target:a})=>{let[c,i]=n.get(a)??[0,0];t[c+r]?.[i+
s]?.focus()}),vt(e,(r,{target:s})=>{let[a]=n.get(s)??[0];t[a].at(r?-1:0)?.focus()})}function Ee(e,t,{get:n,set:o,point:r}){
let s=([i,h])=>n()[i][h],a=([i,h],l)=>o(n().map((m,d)=>d===i?m.with(h,l):m)),c=null;e.addEventListener("pointerdown",({target:i,
isPrimary:h,button:l})=>{let m=t.get(i);!m||!h||l!==0||(c=!s(m),a(m,c))}),e.addEventListener("pointermove",i=>{i.buttons!==
1&&(c=null);let h=e.getRootNode();for(let{clientX:l,clientY:m}of[...i.getCoalescedEvents?.()??[],i]){let d=t.get(h.elementFromPoint(
l,m));d&&r(d),d&&c!==null&&s(d)!==c&&a(d,c)}}),e.addEventListener("focusin",({target:i})=>{let h=t.get(i);h&&r(h)}),e.addEventListener(
"click",({detail:i,target:h})=>{let l=t.get(h);l&&i===0&&a(l,!s(l))})}function Ot(e,t,n,o){let{node:r,buttons:s}=ye(e,t,
n),a=new Map(s.flatMap((i,h)=>i.map((l,m)=>[l,[h,m]])));return $e(r,s,a),Ee(r,a,o),{node:r,draw:i=>{i.forEach((h,l)=>{h.
forEach((m,d)=>{let f=s[l][d];f.ariaPressed!==String(m)&&(f.ariaPressed=String(m),f.textContent=m?"✓":"")})})}}}var yn=Math.log(10),ve=32,$n=2*ve+1;function Pt(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,t|1);return o^=o+Math.imul(o^o>>>7,o|61),((o^o>>>
14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.PI*n())}var[Me,Se,ke]=[4,1e3,.1],[nt,ot,_e]=[.9,.999,1e-8],rt=.005,Ae=.05,Ne=20;function Ft(e,t,n){let o=e.length/(2*t),r=1/Math.
sqrt(o);for(let s=0;s<t*t;s+=t){let a=s/t*o,c=Number.NEGATIVE_INFINITY;for(let l=0,m=t*o;l<t;l++,m+=o){let d=0;for(let f=0;f<
o;f++)d+=e[a+f]*e[m+f];n[s+l]=r*d,n[s+l]>c&&(c=n[s+l])}let i=0;for(let l=s;l<s+t;l++)i+=Math.exp(n[l]-c);let h=Math.log(
i);for(let l=s;l<s+t;l++)n[l]=Math.exp(n[l]-c-h)}}var Ct=(e,t)=>N(e.length/t).map(n=>[...e.subarray(n*t,(n+1)*t)]);function*Te(e,t,n,o=Se){
let r=e.length,s=Float64Array.from(e.flat()),a=new Float64Array(r*r),[c,i,h]=N(3).map(()=>new Float64Array(t.length)),l=r*
Math.sqrt(n),m=d=>{Ft(t,r,a),c.fill(0);for(let u=0,w=0,g=0;u<r;u++,g+=n)for(let y=0,E=r*n;y<r;y++,w++,E+=n){let v=(a[w]-
s[w])/l;for(let b=0;b<n;b++)c[g+b]+=v*t[E+b],c[E+b]+=v*t[g+b]}let f=ke*(1+Math.cos(Math.PI*(d-1)/o))/2,[$,S]=[1-nt**d,1-
ot**d];for(let u=0;u<t.length;u++){i[u]=nt*i[u]+(1-nt)*c[u],h[u]=ot*h[u]+(1-ot)*c[u]**2;let w=Math.sqrt(h[u]/S)+_e;t[u]-=
f*i[u]/$/w}};for(let d=1;d<=o;d++)m(d),d%100===0&&(yield)}var Dt=(e,t)=>t.map((n,o)=>Y(n.map((r,s)=>Math.abs(r-e[o][s])))/
2),Le=(e,t)=>C(Dt(e,t));function st(e,t){let n=Dt(e,t);return N(t.length).filter(o=>n[o]>Ae)}function*Ie(e,t){let n=Pt(t),
o=e.length,r=[];for(let s=0;s<Me;s++){let a=Float64Array.from({length:2*o*t},n);yield*Te(e,a,t);let c=new Float64Array(o*
o);Ft(a,o,c);let i=Ct(c,o),h=Ct(a,t),[l,m]=[h.slice(0,o),h.slice(o)];r.push({queries:l,keys:m,weights:i,misplaced:Le(e,i)})}
return r[G(r.map(({misplaced:s})=>-s))]}function Bt(e){let t="",n,o=[],r=function*(s,a){for(let c=1;c<=e;c++)a.push(yield*Ie(
s,c))};return function*(s){let a=JSON.stringify(s);for(a!==t&&(o=[],n=r(s,o),t=a);!n.next().done;)yield;return o}}function Ht(e){
return e.map(t=>{let n=t.filter(Boolean).length;return t.map(o=>n===0?1/t.length:o?1/n:0)})}function qt(e,t){let n=e.map(
_);return t.filter((o,r)=>e[r][G(o)]===n[r]).length}var at=e=>e.map(t=>{let n=N(t.length).filter(o=>Math.abs(t[o]-.5)<.01);
return n.length===2?n:[]});function Re(e,[t,n]){let[[o,r],[s,a]]=[e[t],e[n]],c=e.map(([i,h])=>Math.sign((s-o)*(h-r)-(a-r)*
(i-o)));return!(c.some((i,h)=>i>0&&h!==t&&h!==n)&&c.some((i,h)=>i<0&&h!==t&&h!==n))}function Wt(e,t,{keys:n,weights:o}){
let r=st(t,o);if(r.length===0)return"";if(r.length===o.length)return"All rows fail.";let s=et(r.map(l=>`“${e[l]}”`)),
a=r.length>1?`Rows ${s} fail (✗)`:`Row ${s} fails (✗)`,c=r.map(l=>at(t)[l]);return n[0].length===2&&c.every(l=>l.length>
0&&!Re(n,l))?`${a}: no side of the outer edge joins the two keys that ${r.length>1?"each":"it"} needs.`:`${a}.`}function jt([
e,t,n],o){let[r,s]=[o*Math.PI/180,Ne*Math.PI/180],a=n*Math.cos(r)-e*Math.sin(r);return[e*Math.cos(r)+n*Math.sin(r),t*Math.
cos(s)-a*Math.sin(s),t*Math.sin(s)+a*Math.cos(s)]}function Gt(e,t,n,o,r){let s=t[e-1],a=s<rt?"less than 0.01":B(s),c=`Wi\
th width ${e}, the right key gets the most in ${n[e-1]} of ${o} rows, and ${a} of the weight is on wrong keys`;if(s>=rt)
return[`${c}: this is not the pattern.`,""];let i=N(e-1).map(l=>l+1),h=i.some(l=>r.has(l)&&t[l-1]<rt)?"A smaller width i\
s enough too.":i.every(l=>r.has(l))?"No smaller width was enough.":"Is a smaller width enough? Try it.";return[`${c}: th\
is is the pattern, to two digits.`,h]}function Ut(e,t,n,o){let[r,s]=[n,o].map(a=>{let c=a[t].map(i=>Number(B(i,3)));return Lt(
c,i=>`“${e[i]}”`,"weight","most weight on ")});return`In row “${e[t]}” the pattern has ${r}; the head has ${s}.`}var ct="your own",H=1.35,[Xt,V,Oe]=[.1,.19,.25],[Pe,Ce]=[.08,.2],Fe="0.02 0.07",[Yt,zt]=[1.22,.07],K=3,Q=3,De=.4;function Be(e,t,n){
let o=g=>360*g/t,r=p("figcaption"),s=X({label:"turn the keys",max:t-1,show:g=>`${o(g)}°`,change:n}),[a,c]=["",Fe].map(g=>D(
"path",{fill:"none",stroke:"currentColor","stroke-dasharray":g,"stroke-linecap":"round","stroke-opacity":g?.9:.45,"strok\
e-width":g?.03:.02})),i=D("path",{class:"mha-query-arrow"}),h=D("path",{class:"mha-tie-line"}),l=e.map(()=>D("circle",{r:Xt})),
m=l.map(g=>D("g",{},g)),d=`${-H} ${-H} ${2*H} ${2*H}`,f=D("svg",{viewBox:d},a,c,h,i,...m),$=e.map(g=>p("span",{},g.slice(
0,2))),S=p("div",{"aria-hidden":"true"},f,...$);return{node:p("figure",{class:"mha-plane"},r,S,s.node),draw:({queries:g,
keys:y,weights:E},v,b,T,L)=>{let k=y[0].length,R=k===3;if(S.hidden=k>Q,s.node.hidden=!R,s.set(L),r.textContent=We(e[v],k,
b.some(x=>x.length>0),T.some(x=>b[x].length>0)),k>Q)return;let I=_(y.map(x=>Math.hypot(...x)))||1,A=x=>R?jt(x,o(L)):[x[0],
x[1]??0,0],q=y.map(x=>A(x).map(M=>M/I));q.forEach(([x,M,P],F)=>{m[F].setAttribute("transform",`translate(${x} ${-M})`),l[F].
setAttribute("r",String(Xt*(1+De*P))),m[F].style.setProperty("--mha-fill",`${Math.round(100*E[v][F])}%`),$[F].textContent=
""});for(let x of He(q)){let M=$[x[0]];M.textContent=x.map(oe=>e[oe].slice(0,2)).join(" "),M.style.whiteSpace="nowrap",M.
style.transform="translate(-50%, -50%)";let[P,F]=qe(x,q,M.textContent.length);M.style.left=Vt(P),M.style.top=Vt(-F)}let it=x=>x.
map(M=>M.map(P=>`${q[P][0]} ${-q[P][1]}`)).map(([M,P])=>`M${M}L${P}`).join(""),Kt=N(b.length).filter(x=>b[x].length>0),[
Qt,Jt]=[!1,!0].map(x=>Kt.filter(M=>T.includes(M)===x).map(M=>b[M]));a.setAttribute("d",it(Qt)),c.setAttribute("d",it(Jt));
let Zt=Math.hypot(...g[v])||1,[te,ee]=A(g[v]),[W,j]=[te,-ee].map(x=>x/Zt);i.setAttribute("d",je(W,j));let lt=_(q.map(([x,
M])=>x*W-M*j)),ne=`M${`${lt*W-K*j} ${lt*j+K*W}`}l${2*K*j} ${-2*K*W}`;h.setAttribute("d",R?"":ne)}}}function He(e){let t=[];
return e.forEach(([n,o],r)=>{let s=a=>a.some(c=>Math.hypot(e[c][0]-n,e[c][1]-o)<Oe);t=[...t.filter(a=>!s(a)),[...t.filter(
s).flat(),r]]}),t}function qe(e,t,n){let o=n*Pe/2,[r,s]=[0,1].map(i=>e.map(h=>t[h][i])),a=[[C(r),_(s)+V],[C(r),z(s)-V],[
z(r)-V-o,C(s)],[_(r)+V+o,C(s)]],c=a.map(([i,h])=>{let l=t.filter((d,f)=>!e.includes(f)).map(([d,f])=>Math.hypot(Math.max(
0,Math.abs(d-i)-o),f-h));return Math.abs(i)+o>H?0:z([Ce,...l])});return a[G(c)]}var Vt=e=>`${100*(e+H)/(2*H)}%`;function We(e,t,n,o){
return t>Q?`Keys of width ${t} do not fit on a page. Choose width 1, 2 or 3 to see them.`:`The keys as points, and the d\
irection of query “${e}” as an arrow.${n?` Lines join two keys that one query attends to${o?"; the line is dotted if\
 its row fails.":"."}`:""}${t===3?" Nearer keys are larger.":""}`}function je(e,t){let[n,o]=[Yt*e,Yt*t],[r,s]=[-e-t,e-t].
map(i=>i*zt),[a,c]=[-e+t,-e-t].map(i=>i*zt);return`M0 0L${n} ${o}m${r} ${s}L${n} ${o}l${a} ${c}`}function Ge(e,t){let n=[
"the pattern","the head"].map(l=>It(l,e,e)),o=Ot("your pattern; pressed cells are attended to",e,e,{get:()=>t.get("your_\
pattern"),set:l=>O(t,{your_pattern:l}),point:([l])=>{l!==t.get("query")&&O(t,{query:l})}}),r=p("p",{class:"mha-note"},"P\
ress cells, or use space. ✓ = attend here, evenly."),s=_t(o.node,r),a=p("div",{class:"mha-grid mha-fits"},n[0].node,s,
n[1].node);for(let{body:l}of n){let m=l.firstElementChild;m.style.minWidth="2em"}let c=(l,m,d)=>{l.draw(m,"weights",0,1),
l.mark(d)};return{node:a,maps:n,drawPattern:(l,m)=>{let d=t.get("pattern")===ct;n[0].node.hidden=d,s.hidden=!d,o.draw(t.
get("your_pattern")),c(n[0],l,m)},drawHead:(l,m,d)=>{n[1].label(e.map((f,$)=>d.includes($)?`✗ ${f}`:f),e),c(n[1],l,m)}}}
function Ue(e,t){let n=kt({label:"pattern",options:[...t.get("names"),ct].map(c=>({value:c,text:c})),change:c=>{let i=c===
ct?Math.min(t.get("d_head"),Q):t.get("d_head");O(t,{pattern:c,d_head:i})}}),o=X({label:"width d_head",max:e.length-2,show:c=>String(
c+1),change:c=>O(t,{d_head:c+1})}),r=X({label:"query",max:e.length-1,show:c=>Tt(e,c),change:c=>O(t,{query:c})}),s=p("div",
{class:"mha-controls"},o.node,r.node),a=()=>{n.set(t.get("pattern")),o.set(t.get("d_head")-1),r.set(t.get("query"))};return{
parts:[p("div",{class:"mha-top-row"},n.node),s],set:a}}function Xe(e,t){let n=t.get("tokens"),o=Ue(n,t);e.append(...o.parts);
let r=Ge(n,t),s=Be(n,t.get("n_turn_steps"),u=>O(t,{turn:u})),a=N(n.length-1).map(u=>String(u+1)),i=pt("Rows in which the\
 right key gets the most, and weight on wrong keys",["width","right","wrong"],a),h=p("div",{class:"mha-two-columns"},s.node,
i.node),l=Rt("weights","0","1","weight");e.append(r.node,l);let m=St(e);e.append(h),Mt(r.node,r.maps,t,()=>n.length);let d=Bt(
n.length-1),f=new Map,$=()=>t.get("patterns")[t.get("names").indexOf(t.get("pattern"))]??Ht(t.get("your_pattern")),S=function*(){
let u=$(),w=yield*d(u),g=$t(t,"pattern","d_head","query","turn"),y=w.map(b=>b.misplaced),E=w.map(b=>qt(u,b.weights)),v=w[g.
d_head-1];return{...v,...g,target:u,misplaced:y,right:E,failing:st(u,v.weights)}};return{observes:["pattern","your_patte\
rn","d_head","query","turn"],stateForTests:()=>xt(S()),*draw(){o.set(),r.drawPattern($(),t.get("query"));let{d_head:u,query:w,
turn:g,target:y,misplaced:E,right:v,failing:b,...T}=yield*S();r.drawHead(T.weights,w,b),s.draw(T,w,at(y),b,g);let L=JSON.
stringify(y),k=(f.get(L)??new Set).add(u);f.set(L,k);let R=E.map((I,A)=>k.has(A+1)?[`${v[A]} of ${n.length}`,B(I)]:["?",
"?"]);i.draw(R,E.map((I,A)=>k.has(A+1)?I:0)),i.rows.forEach((I,A)=>{I.classList.toggle("mha-chosen",A+1===u)}),m(...Gt(u,
E,v,n.length,k),Wt(n,y,T),Ut(n,w,y,T.weights))}}}var Cn=yt("A pattern of weights, and heads of every width",Xe);export{Cn as default};
