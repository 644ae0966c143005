// Made by `make widgets` from js/src; edit there.
function kt(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));e.append(...n)}
function p(e,t={},...n){let o=document.createElement(e);return kt(o,t,n),o}function pt(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return kt(o,t,n),o}function R(e,t){e.textContent!==t&&(e.textContent=t)}function vt(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function At(e,t,n,o=[]){let r=Math.max(1,t.length-1),s=n.map(w=>{let $=Array.from({length:r},()=>p("td")),d=p("th",{scope:"\
row"},w),g=p("div");return{row:p("tr",{},d,...$,p("td",{"aria-hidden":"true"},g)),cells:$,bar:g}}),a=t.map(w=>p("th",{scope:"\
col"},w)),c=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(w=>p("span",{},w)));let i=t.
length>0?[p("tr",{},...a,c)]:[],l=s.map(({row:w})=>w);return{node:p("table",{class:"mha-bar-table"},p("caption",{},e),...i,
...l),rows:l,draw:(w,$)=>{s.forEach(({cells:d,bar:g},h)=>{for(let[f,m]of d.entries())R(m,w[h][f]);g.style.width=`${100*$[h]}\
%`})}}}function H(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var he="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var ge=_t([153,153,153]),be=Mt(he.split(" ").map(ye)),Et=new Map,St=new WeakMap;function _t([e,t,n]){return 255<<24|n<<16|
t<<8|e}function ye(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function Mt(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),e.length-2),[s,a]=[e[r],e[r+1]];return _t(s.map((c,i)=>Math.round(
c+(a[i]-c)*(o-r))))})}function we(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,r=Et.get(o);if(r)return r;
let[s,a]=[t,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=Mt([s,a].map(i=>i.slice(0,3)));return Et.set(o,c),c}function ut(e){
for(let t of e.querySelectorAll("canvas"))St.get(t)?.()}function V(e,t,n,o,r){let[s,a]=[t.length,t[0].length],c=t.map(l=>Float32Array.
from(l)),i=()=>{if(!e.isConnected)return;let l=n==="signed"?be:we(e);(e.width!==a||e.height!==s)&&(e.width=a,e.height=s);
let u=e.getContext("2d"),k=u.createImageData(a,s),w=new Uint32Array(k.data.buffer);for(let $=0,d=0;$<s;$++)for(let g=0;g<
a;g++,d++){let h=Math.floor(256*((c[$][g]-o)/(r-o))),f=l[Math.min(255,Math.max(0,h))];w[d]=Number.isNaN(h)?ge:f}u.putImageData(
k,0,0)};St.set(e,i),i()}function Nt(e){let t,n=0,o=()=>{let s=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(s){r(),t=s()??
void 0,o()},stop:r}}function Tt(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=xe(e);o.append(s);let c=Nt(s),i,l=()=>i&&
c.start(i.draw);i=t(s,n,r,l),Object.assign(s,{stateForTests:i.stateForTests}),ut(s),l();let u=$e(n,i.observes,l);return()=>{
u(),c.stop(),a()}}}}function xe(e){let t=p("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",ut(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function $e(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of t)e.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of t)e.off(`change:${s}`,r)}}var j=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function T(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var ke=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Q(e,t,n=!0){
e.addEventListener("keydown",o=>{let[r,s]=ke.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),t(r,s,o))})}function Lt(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function Ot(e,t,n,o){
let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&T(n,{query:s})};for(let s of t)s.onPoint(([a])=>r(a));Q(e,s=>r(n.get("query")+
s),!1)}function Rt(e){let t=p("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...r)=>{r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==c&&"m\
ha-screen-reader"}),t.append(n[a]," ")),R(n[a],c)})},{node:t})}function dt({label:e,max:t,show:n=String,change:o}){let r=p(
"output",{"aria-live":"off"}),s=p("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(i,l=t)=>{let u=n(i);s.max=
String(l),s.value=String(i),R(r,u),s.getAttribute("aria-valuetext")!==u&&s.setAttribute("aria-valuetext",u)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:p("div",{class:"mha-control"},p("span",{},e,r),
s),set:a}}var Ct=0;function nt({label:e,options:t,change:n}){Ct+=1;let o=`mha-choice-${Ct}-${Math.random().toString(36).
slice(2)}`,r=p("fieldset",{class:"mha-choice"},p("legend",{},e)),s=t.map(({value:c,text:i})=>{let l=p("input",{type:"rad\
io",name:o,value:c});return l.addEventListener("change",()=>n(c)),r.append(p("label",{},l,i)),l});return{node:r,set:c=>{
t.forEach((i,l)=>{s[l].checked=i.value===c})}}}function It({label:e,options:t,change:n}){let o=p("div",{"aria-hidden":"t\
rue"}),r=t.map((l,u)=>p("option",{value:u},l)),s=p("select",{"aria-label":e},...r),a=p("div",{class:"mha-menu"},o,s),c=p(
"div",{class:"mha-control mha-picker"},p("span",{},e),a),i=l=>{s.value=String(l),R(o,t[l])};return s.addEventListener("c\
hange",()=>{i(Number(s.value)),n(Number(s.value))}),{node:c,set:i}}function Ht(...e){let t=p("div",{class:"mha-scroll"},
...e),n=()=>{let r=t.scrollLeft,s=t.scrollWidth-t.clientWidth-r;t.classList.toggle("mha-before",r>1),t.classList.toggle(
"mha-after",s>1),H(t,{before:`${r}px`,after:`${s}px`})};t.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(
n);for(let r of[t,...t.children])o.observe(r);return t}function ot(e,t){let n=p("button",{type:"button"},e);return n.addEventListener(
"click",t),n}function M(e){return Array.from({length:e},(t,n)=>n)}function rt(e){let t=0;for(let n of e)t+=n;return t}var U=e=>rt(e)/e.length;function W(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var P=e=>M(e.length).sort((t,n)=>e[n]-e[t]),ve=1e-9;function J(e){let t=W(e);return M(e.length).filter(n=>t-e[n]<=ve*Math.
abs(t))}function st(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function q(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?st(e,
3):e.toExponential(1).replaceAll("-","−")}function Bt(e){return e>=.995?"1":st(e).slice(1)}var K=(e,t)=>`“${e[t]}” (${t})`;function ft(e,t,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${q(t)}, on ${r} keys`}var Ae=3;
function Ft(e,t,n,o=""){let r=J(e);if(r.length===0)return`${o}nothing`;let s=e[r[0]],a=r.length>1;return r.length>Ae||a&&
r.length===e.length?ft(n,s,r.length,e.length):`${o}${Ee(r.map(t))} with ${q(s)}${a?" each":""}`}function at(e,t){return`${e} ${t}${e===1?"":"s"}`}function Ee(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}function Wt(e){let t=atob(e),n=new Uint8Array(t.length);for(let o=0;o<t.length;o++)n[o]=t.charCodeAt(o);return n}var Se=6e4;function _e({shape:[e,t,n,o],type:r,data:s}){let a=Wt(s),c=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/Se),i=M(e*t*n).map(u=>c.subarray(u*o,(u+1)*o)),l=(u,k)=>M(n).map(w=>i[(u*t+k)*n+w]);
return M(e).map(u=>M(t).map(k=>l(u,k)))}function Dt(e){let t=[];return n=>(t[n]??=_e(e[n]),t[n])}var Y="layer and head",
Z=["previous","next","first","same word","broad"];function Me(e){let t=e.filter(r=>r>0);if(t.length<2)return Number.NaN;
let n=rt(t),o=0;for(let r of t)o-=r/n*Math.log(r/n);return o/Math.log(t.length)}function Pt(e,t,n){let o=t.length===n.length&&
t.every((l,u)=>l===n[u]),r=t.length-1,s=t.map((l,u)=>M(n.length).filter(k=>n[k]===l&&!(o&&u===k))),[a,c]=o?[e.slice(1),e.
slice(0,r)]:[[],[]],i=M(e.length).filter(l=>s[l].length>0);return{previous:U(a.map((l,u)=>l[u])),next:U(c.map((l,u)=>l[u+
1])),first:U((o?a:e).map(l=>l[0])),"same word":U(i.map(l=>rt(s[l].map(u=>e[l][u])))),broad:U(e.map(Me).filter(l=>!Number.
isNaN(l)))}}function Xt(e){return P(e.map(t=>Number.isNaN(t)?Number.NEGATIVE_INFINITY:t))}function jt(e,t){let n=Math.ceil(
Math.max(e.length,e[0].length)/t);if(n===1)return e;let o=Math.ceil(e[0].length/n);return M(Math.ceil(e.length/n)).map(r=>{
let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of e.slice(r*n,(r+1)*n))for(let c=0;c<a.length;c++){let i=Math.
floor(c/n);a[c]>s[i]&&(s[i]=a[c])}return s})}var[Ne,Te,Ce]=[11,6,60],Le=8,Oe=32;function mt(e,t){let n=W(e.map(o=>o.length));return Math.min(Ce,Te*(n+1))+Ne*Math.max(
e.length,t.length)}function ht(e,t,n){let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p(
"div",{class:"mha-framed"}),a=p("div",{class:"mha-picture"},o,r,s),[c,i]=["mha-rows","mha-cols"].map(h=>p("div",{class:h,
"aria-hidden":"true"})),l=p("div",{},c,a,i),u=p("figcaption",{},e),k=p("figure",{class:"mha-map"},u,l),w={rows:t,columns:n},
$=0,d=()=>{k.classList.toggle("mha-crowded",$<mt(w.rows,w.columns))},g=(h,f)=>{w={rows:h,columns:f},a.style.aspectRatio=
`${f.length} / ${h.length}`;let m=Math.max(h.length,f.length)<=Oe,b=A=>m?A.map(E=>p("span",{},E)):[];c.replaceChildren(...b(
h)),i.replaceChildren(...b(f)),d()};return g(t,n),vt(u,h=>{$=h,d()}),{node:k,body:l,picture:a,label:g,draw:(h,f,m,b)=>V(
o,h,f,m,b),mark(h){r.hidden=!1,r.style.top=`${100*h/w.rows.length}%`,r.style.height=`${100/w.rows.length}%`},frame(h){let{
rows:f,columns:m}=w;s.replaceChildren(...h.map(({top:b,left:A,height:E,width:y,kind:S})=>{let v=p("div",{class:S});return v.
style.inset=[b,m.length-A-y,f.length-b-E,A].map((_,C)=>`${100*_/(C%2?m:f).length}%`).join(" "),v}))},onPoint(h,f=!0){let m=({
clientX:b,clientY:A})=>{let{rows:E,columns:y}=w,{left:S,top:v,width:_,height:C}=a.getBoundingClientRect(),B=Math.floor((A-
v)/C*E.length),N=Math.floor((b-S)/_*y.length);B in E&&N in y&&h([B,N])};f&&a.addEventListener("pointermove",m),a.addEventListener(
"pointerdown",m)}}}function Ut(e,t){e.style.setProperty("--mha-hue",t<Le?`var(--mha-head-${t})`:"initial")}function qt(e,t,n,o){
let r=p("canvas",{"aria-hidden":"true"});V(r,[M(64).map(i=>i/63)],e,0,1);let[s,a,c]=[t,n,o].map(i=>p("span",{},i));return p(
"div",{class:"mha-bar"},s,r,a,c)}var ct=e=>Object.keys(e);function Yt(e,t){let n=Object.entries(t).map(([o,r])=>[o,String(r)]);return`${e}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Gt(e){let t=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(e),[,n,o,r]=t??[];return n===
void 0?null:{name:n,className:o,query:r}}function zt(e,t,n){let o=i=>({values:null,wrong:i});if(e.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(e)],s=r.find(([i])=>!Object.hasOwn(t,i));if(s)return o(
`nothing here is called “${Kt(s[0])}”`);let a={},c=i=>Object.hasOwn(a,i)?a[i]:n(i);for(let[i,l]of Object.entries(t)){
let u=r.filter(([w])=>w===i).map(([,w])=>w);if(u.length===0)return o(`${i} is missing`);if(u.length>1)return o(`${i} is \
given ${Re(u.length)}`);let k=l(u[0],c);if(k===void 0)return o(`${i} cannot be “${Kt(u[0])}”`);a[i]=k}return{values:a,
wrong:""}}var Re=e=>e===2?"twice":`${e} times`;function Kt(e){let t=[...e];return t.length>40?`${t.slice(0,40).join("")}\
…`:e}function Ie(e){let t=Number(e);return Number.isFinite(t)&&String(t)===e?t:void 0}function G(e,t,n=0){let o=Ie(e);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<t?o:void 0}function Vt(e,t){let n=e===""?[]:e.split(",").map(o=>G(o,t));
return n.includes(void 0)?void 0:n}var gt=(e,t)=>t.find(n=>String(n)===e);var tt="open",He=["pointerdown","wheel","touchstart","keydown","hashchange"],Be=120,Fe=99,We=["","localhost","127.0.0.1",
"[::1]"];function Jt(e,t,n=()=>({})){let o=ct(t);return{...e,choices:t,settle:n,render:s=>{let{model:a,el:c,link:i}=s;if(!i)
return e.render(s);let l=()=>j(a,...o),u=l(),k=()=>De(c,i,t,a.get),w=k();w?.values&&T(a,w.values);let $=e.render({...s,openedByLink:!!w?.
values}),d=c.querySelector(".mha"),g=je(d),h=Ue(d,()=>Yt(i,{...l(),...n(a.get),...g.get()})),f=({values:b,folds:A,wrong:E})=>{
let y=E||g.findError(A);T(a,y?u:b),g.open(y?[]:A),h.clear(),h.refuse(y),Xe(c)},m=()=>{let b=k();b&&f(b)};w?f(w):document.
addEventListener("DOMContentLoaded",m,{once:!0}),addEventListener("hashchange",m);for(let b of o)a.on(`change:${b}`,h.clear);
return()=>{for(let b of o)a.off(`change:${b}`,h.clear);document.removeEventListener("DOMContentLoaded",m),removeEventListener(
"hashchange",m),$()}}}}function De(e,t,n,o){let r=Gt(location.hash);if(r?.name!==t)return r&&Pe(r,e)?{values:null,folds:[],
wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(tt),a={...n,[tt]:k=>Vt(k,Fe)},{values:c,
wrong:i}=zt(r.query,s?n:a,o),{[tt]:l=[],...u}=c??{};return{values:c&&u,folds:l,wrong:i}}function Pe({name:e,className:t},n){
if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[...o].map(s=>s.dataset.
mhaLink??"");return r.includes(e)?!1:o[r.findIndex(s=>s.startsWith(`${t}-`))]===n}function Xe(e){let t=e.closest("detail\
s");for(;t;)t.open=!0,t=t.parentElement?.closest("details")??null;e.id=location.hash.slice(1);let[n,o]=[Be,Number.NaN],r=()=>{
let a=e.getBoundingClientRect().top+scrollY;a!==o&&e.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(r)};r();let s=()=>{
n=0};for(let a of He)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function je(e){let t=[...e.querySelectorAll("\
details")];return{get(){let n=t.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[tt]:n}:{}},findError:n=>n.some(o=>!t[o])?
`${tt} cannot be “${n}”`:"",open(n){t.forEach((o,r)=>{o.open=n.includes(r)})}}}function Ue(e,t){let n=p("p",{class:"\
mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},c=p("div",{class:"mha-li\
nk"},ot("Copy link to this",async()=>{s();let l=`#${t()}`,u=location.href.split("#")[0]+l;if(await qe(u)){o.append("Copi\
ed.",...Qt(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,c.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Qt(l))}),o);return e.prepend(n),e.append(
c),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Qt(e){if(!We.includes(location.
hostname))return[];let t=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${t} Others can open `,p("a",{href:n.href+e},"the same page online"),"."]:[`${t} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function qe(e){try{return await navigator.clipboard.writeText(
e),!0}catch{return!1}}var Ke=48,Zt=3;function te(e,t){let n=e[0].length,o=e.flatMap((d,g)=>d.map((h,f)=>{let m=p("canvas",{"aria-hidden":"true"}),
b=p("span"),A=p("button",{type:"button",role:"radio"},m,b);return A.addEventListener("click",()=>t(g,f)),{layer:g,head:f,
title:h,canvas:m,value:b,button:A}})),r=p("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});H(r,{heads:n});
let[s,a]=[n,e.length].map(d=>M(d).map(g=>p("span",{class:"mha-number","aria-hidden":"true"},String(g)))),c=p("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),i=Ht(r),l=M(o.length),u=0,k={isSorted:!1,measures:[]},w=[],$=()=>{o.forEach(({
layer:d,title:g,button:h},f)=>{let m=w.includes(f),b=`layer ${d}, ${g}${m?", off":""}`;h.title=b,h.setAttribute("aria-la\
bel",k.isSorted?`${b}, ${k.measures[f]}`:b),h.classList.toggle("mha-off",m)})};return Q(r,(d,g)=>{let h=o[l[0]].button.offsetTop,
f=l.filter(y=>o[y].button.offsetTop===h).length,m=l.indexOf(u)+d*f+g;if(!(m in l))return;let{layer:b,head:A,button:E}=o[l[m]];
t(b,A),E.focus()}),{node:i,*paint(d,g){for(let{layer:h,head:f,canvas:m}of o)V(m,jt(d[h][f],Ke),...g),yield},sort(d,g=[],h=Bt){
l=d??M(o.length),r.classList.toggle("mha-sorted",d!==void 0);let f=o.map((E,y)=>Number.isNaN(g[y])?"–":h(g[y]??0));o.forEach(
({layer:E,head:y,value:S},v)=>{R(S,d?`${E}.${y}
${f[v]}`:"")}),k={isSorted:d!==void 0,measures:f},$();let m=l.map(E=>o[E].button),b=a.map((E,y)=>[E,...m.slice(y*n,(y+1)*
n)]),A=m.find(E=>E===document.activeElement);r.replaceChildren(...d?m:[c,...s,...b.flat()]),A?.focus({preventScroll:!0})},
crossOut(d){w=d,$()},reveal(){let d=i.getBoundingClientRect(),{top:g,bottom:h}=o[u].button.getBoundingClientRect(),[f,m]=[
g-Zt-d.top,h+Zt-d.bottom];f<0?i.scrollTop+=f:m>0&&(i.scrollTop+=m)},choose(d,g){u=d*n+g,o.forEach(({button:h},f)=>{h.setAttribute(
"aria-checked",String(f===u)),h.tabIndex=f===u?0:-1})}}}var Ye=e=>e<" "?String.fromCharCode(9216+e.charCodeAt(0)):e===""?"␣":"�";function bt(e){return e.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Ye).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Ge=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function ee(e){return(e.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Ge.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:bt(n)}).join(", ")}var[ze,Ve]=[6,.1],[ne,Qe]=[1.5,6.5],Je=.4,Ze=2,tn=16,yt=new Map([["head","this head"],["layer","all heads of its layer"]]),
oe=e=>nt({label:"arcs",options:[...yt].map(([t,n])=>({value:t,text:n})),change:e}),en=e=>Math.min(tn,e.length-1-e.lastIndexOf(
`
`)),nn=e=>P(e).slice(0,ze).filter(t=>e[t]>=Ve);function on(e,t,n,o){let[r,s]=[e.x+e.width/2-n.x,e.y-n.y],[a,c]=[t.x+t.width/
2-n.x,t.y-n.y];if(e===t){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(t.y>e.y+e.height/2){
let u=(s+e.height+c)/2+o;return`M${r} ${s+e.height}C${r} ${u} ${a} ${u} ${a} ${c}`}if(t.y>=e.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${c}`}let i=c+t.height,l=(s+i)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${i}`}function re(e,t,n=!0){let o=pt("svg",{"aria-hidden":"true"}),r=p("div"),s=p("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],c=[],i=[],l="",u=d=>{
let g=t(),h=a.map(v=>v.getBoundingClientRect()),{x:f,y:m,width:b}=h[g],A=h.map((v,_)=>({i:_,box:v})).filter(({box:v})=>(v.
y-m)*d>1);if(A.length===0)return g;let E=A.at(d>0?0:-1)?.box.y,y=v=>Math.abs(v.x+v.width/2-f-b/2);return A.filter(({box:v})=>v.
y===E).sort((v,_)=>y(v.box)-y(_.box))[0].i};Q(s,(d,g)=>e(g?t()+g:u(d))),Lt(s,d=>e(d?a.length-1:0));let k=()=>{if(a.length===
0||!s.checkVisibility())return;let d=o.getBoundingClientRect(),g=a[t()].getBoundingClientRect(),h=new Map,f=(b,A)=>nn(b).
map(E=>{let y=E===t()?g:a[E].getBoundingClientRect(),S=h.get(E)??0;h.set(E,S+1);let v=ne+(Qe-ne)*b[E];return pt("path",{
class:A?"mha-other":"",d:on(g,y,d,Ze*S),"stroke-width":v*(A?Je:1)})}),m=f(c,!1);o.replaceChildren(...i.flatMap(b=>f(b,!0)),
...m)};new ResizeObserver(k).observe(s);let w=d=>{let g=JSON.stringify(d);if(g===l)return;l=g,a=d.map((f,m)=>{let b=`${n?
ee(f):f}, position ${m}`,A=p("button",{type:"button",tabindex:-1,"aria-label":b});return A.textContent=n||!f.trim()?bt(f):
f,A.addEventListener("click",()=>e(m)),A});let h=[p("div")];a.forEach((f,m)=>{if(h[h.length-1].append(f),!d[m].includes(
`
`)||m+1===a.length)return;let b=p("div");H(b,{indent:en(d[m])}),h.push(b)}),r.replaceChildren(...h)};return{node:s,draw:(d,g,h,f=[])=>{
w(d),c=g,i=f,s.classList.toggle("mha-dropped",h),a.forEach((m,b)=>{m.setAttribute("aria-pressed",String(b===t())),m.classList.
toggle("mha-later",n&&b>t()),H(m,{fill:c[b]})}),k()}}}var xt=3,rn=5e-4,wt=5;function se(e,t){let n=e.map(({title:s,row:a,what:c,chosen:i})=>({title:s,chosen:i,top:Ft(a,l=>K(t,
l),c)}));if(e.length===1)return`${n[0].top}.`;if(n.every(({top:s})=>s===n[0].top))return`in every picture, ${n[0].top}.`;
let r=[...n.filter(({chosen:s})=>s),...n.filter(({chosen:s})=>!s)].slice(0,wt).map(({title:s,top:a})=>`${s}, ${a}`);return n.
length>wt&&r.push(`and ${n.length-wt} more in the table`),`${r.join("; ")}.`}function ae(e,t){let n=e.map(a=>J(a)[0]).filter(
a=>a!==void 0),o=t.map((a,c)=>n.filter(i=>i===c).length),s=P(o).filter(a=>o[a]>0).map(a=>`${o[a]} to ${K(t,a)}`);return`\
Of ${at(e.length,"head")}, most weight: ${s.join(", ")}.`}function sn({row:e,what:t},n){let o=t==="difference"?e.map(Math.
abs):e,r=J(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.length>1&&r.length===e.length;if(t!=="difference"&&
(s||r.length>xt)){let i=ft(t,e[r[0]],r.length,e.length),l=s?i:`${i}: ${r.map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}
return{positions:P(o).slice(0,xt).filter(i=>t==="score"||o[i]>=rn),words:"less than 0.001 on every key"}}function an(e,t,n="\
mha-screen-reader"){let{positions:o,words:r}=sn(e,t);return o.length===0?[p("td",{colspan:xt},r)]:o.map(s=>{let c=t.indexOf(
t[s])!==t.lastIndexOf(t[s])?[p("span",{class:n},` (${s})`)]:[];return p("td",{},t[s],...c,` ${q(e.row[s])}`)})}function $t(e){
let t=p("table",{class:"mha-keys","aria-label":"top keys"});return{node:t,draw:o=>{let r=o.map(s=>{let a=p("th",{scope:"\
row"},s.title);return p("tr",{class:s.chosen&&"mha-chosen"},a,...an(s,e))});t.replaceChildren(...r)}}}var cn=210,ln=16,pn=64,ce={text:(e,t)=>G(e,t("tokens").length),query:(e,t)=>G(e,t("tokens")[t("text")].length),head:(e,t)=>G(
e,t("titles")[0].length,-1),layer:(e,t)=>G(e,t("titles").length),sort:(e,t)=>gt(e,t("kind")==="weights"?[Y,...Z]:[Y]),arcs:e=>gt(
e,[...yt.keys()])},un="Means over the queries: the weight on the token before, on the next token, on the first token (fr\
om all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal \
weights.",dn="One matrix. nn.MultiheadAttention gives the mean of its heads, unless it is called with average_attn_weigh\
ts=False.";function fn(e,t,n){if(n==="weights")return["weights",0,1];let o=M(t).flatMap(s=>e(s).flat(2)),r=W(o.map(s=>W(
s.map(Math.abs))))||1;return["signed",-r,r]}function mn({tokens:e,key_tokens:t,titles:n},o,r,s){let a=n[0].map(($,d)=>ot(
"",()=>s(d))),c=a.map($=>ht($,[],[])),l={class:"mha-grid mha-button-maps",role:"group",tabindex:0,"aria-label":"heads; a\
rrow up and down choose the query"};c.forEach(($,d)=>{Ut($.node,d)});let u=p("div",l,...c.map($=>$.node)),k=e.map(($,d)=>mt(
$,t[d])).filter($=>$<=cn);H(u,{"min-map-width":`${W([0,...k])}px`});let w="";return{node:u,group:u,maps:c,label($){for(let d of c)
d.label(e[$],t[$])},*draw($,d,g){let h=c.map((f,m)=>m===g);if(c.forEach(({node:f},m)=>{a[m].setAttribute("aria-pressed",
String(h[m])),f.classList.toggle("mha-large",h[m])}),w!==`${$} ${d}`){w="";for(let[f,m]of n[d].entries())R(a[f],m),a[f].
setAttribute("aria-label",`enlarge ${m}`),c[f].node.setAttribute("aria-label",m),c[f].draw(o($)[d][f],...r),yield;w=`${$}\
 ${d}`}}}}function hn(e){let t=p("p",{class:"mha-strip","aria-hidden":"true"});return t.addEventListener("click",({target:n})=>{
let o=[...t.children].indexOf(n);o>=0&&e(o)}),{node:t,label(n){t.replaceChildren(...n.flatMap(o=>[p("span",{},o)," "]))},
draw(n,o){let r=W(n)||1;for(let[s,a]of[...t.children].entries())a.style.setProperty("--mha-fill",`${45*n[s]/r}%`),a.classList.
toggle("mha-query-token",s===o)}}}function gn({tokens:e,key_tokens:t,titles:n,kind:o},r,s,a){let c=te(n,(y,S)=>T(a,{layer:y,
head:S})),i=o==="weights",l=nt({label:"order",options:[Y,...Z].map(y=>({value:y,text:y})),change:y=>T(a,{sort:y})}),u=p(
"p",{class:"mha-note"},"Under each head: layer.head, and its measure."),k=p("span"),w=ht(k,[],[]),$=p("div",{role:"group",
tabindex:0},w.node),d=At("This head",[],[...Z]),g=p("div",{},c.node,$),h=p("div",{class:"mha-gallery"},g);if(i){let y=p(
"details",{class:"mha-more"},p("summary",{},"what is measured"));y.append(un),h.prepend(l.node,u),g.append(p("div",{},d.
node,y))}let f=e.map(()=>n.map(()=>[])),m=(y,S,v)=>{let _=f[y][S];return _[v]??=Pt(r(y)[S][v],e[y],t[y]),_[v]},b=-1,A="",
E="";return{node:h,group:$,maps:[w],label:y=>w.label(e[y],t[y]),*draw(y,S,v){let _=a.get("sort");if(l.set(_),u.hidden=_===
Y,E!==`${y} ${_}`){let N=n.flatMap((z,X)=>z.map((it,x)=>[X,x])),F=[];for(let[z,X]of i&&_!==Y?N:[])F.push(m(y,z,X)[_]),yield;
F.length>0?c.sort(Xt(F),F):c.sort(),E=`${y} ${_}`,yield}if(b!==y&&(b=-1,yield*c.paint(r(y),s),b=y),A===`${y} ${S} ${v}`||
(A=`${y} ${S} ${v}`,c.choose(S,v),R(k,`layer ${S}, ${n[S][v]}`),$.setAttribute("aria-label",`${k.textContent}; arrow up \
and down choose the query`),w.draw(r(y)[S][v],...s),!i))return;let C=Z.map(N=>m(y,S,v)[N]),B=C.map(N=>[Number.isNaN(N)?"\
–":st(N)]);d.draw(B,C.map(N=>N||0))}}}function bn(e,t){let n=j(t,"matrices","kind","titles","tokens","key_tokens"),{kind:o,
titles:r,tokens:s,key_tokens:a}=n,c=Dt(n.matrices),i=fn(c,s.length,o),l=r.flat().length>ln,u=()=>s[t.get("text")],k=x=>s[x].
length-1,w=o==="scores"?"score":"weight",$=It({label:"text",options:s.map(x=>x.join(" ")),change:x=>T(t,{text:x,query:Math.
min(t.get("query"),k(x))})}),d=dt({label:"query",max:k(0),show:x=>K(u(),x),change:x=>T(t,{query:x})}),g=dt({label:"layer",
max:r.length-1,change:x=>T(t,{layer:x})}),f=l?gn(n,c,i,t):mn(n,c,i,x=>T(t,{head:t.get("head")===x?-1:x})),m=$t([]),b=p("\
div",{class:"mha-controls"});s.length>1&&b.append($.node),b.append(d.node),r.length>1&&!l&&b.append(g.node);let[A,...E]=i,
[y,S]=o==="weights"?["0","1"]:E.map(q),v=qt(A,y,S,`${o}, one scale for all`);e.append(b,f.node,v);let _=()=>u().join(`
`)===a[t.get("text")].join(`
`),C=hn(x=>{_()&&T(t,{query:x})}),B=re(x=>{x>=0&&x<u().length&&T(t,{query:x})},()=>it,!1),N=()=>_()&&u().length<=pn,F=oe(
x=>T(t,{arcs:x}));l&&o==="weights"&&e.append(B.node,F.node,C.node);let z=Rt(e);e.append(m.node),r.every(x=>x.join()==="h\
ead 0")&&e.append(p("p",{class:"mha-note"},dn)),Ot(f.group,f.maps,t,()=>u().length);let X=-1,it=0;return{observes:ct(ce),
stateForTests:()=>{let{text:x,layer:O}=j(t,"text","layer");return{matrices:c(x)[O].map(D=>D.map(I=>[...I]))}},*draw(){let{
text:x,layer:O}=j(t,"text","layer"),D=l?Math.max(0,t.get("head")):t.get("head"),I=Math.min(t.get("query"),k(x));if(X!==x){
f.label(x),C.label(a[x]);let L=$t(a[x]);m.node.replaceWith(L.node),m=L,$.set(x),X=x,yield}d.set(I,k(x)),g.set(O);for(let L of f.
maps)L.mark(I);yield*f.draw(x,O,D);let et=(l?[D]:M(r[O].length)).map(L=>({title:r[O][L],row:c(x)[O][L][I],what:w,chosen:L===
D&&!l}));m.draw(et),it=I,B.node.hidden=!N(),F.node.hidden=!N(),C.node.hidden=N(),F.set(t.get("arcs"));let lt=t.get("arcs")===
"layer"?c(x)[O].map(L=>L[I]):[],ie=lt.filter((L,me)=>me!==D);N()?B.draw(u(),et[0].row,!1,ie):C.draw(et[0].row,_()?I:-1);
let le=`Text ${x+1} of ${s.length}, ${at(s[x].length,"token")}.`,pe=l?`Layer ${O}, ${r[O][D]}.`:"",ue=`Query ${K(s[x],I)}\
, the marked row. Top keys:`,de=se(et,a[x]),fe=lt.length>0&&N()?ae(lt,a[x]):"";z(s.length>1?le:"",pe,fe,ue,{heard:de})}}}
var ko=Jt(Tt("Attention, head by head",bn),ce);export{ko as default};
