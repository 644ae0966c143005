// Made by `make widgets` from js/src; edit there.
function Mt(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function h(e,t={},...n){let o=document.createElement(e);return Mt(o,t,n),o}function V(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return Mt(o,t,n),o}function P(e,t){e.textContent!==t&&(e.textContent=t)}function _t(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function Lt(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(x=>{let m=Array.from({length:s},()=>h("td")),g=h("th",{scope:"\
row"},x),$=h("div");return{row:h("tr",{},g,...m,h("td",{"aria-hidden":"true"},$)),cells:m,bar:$}}),a=t.map(x=>h("th",{scope:"\
col"},x)),i=h("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(x=>h("span",{},x)));let c=t.
length>0?[h("tr",{},...a,i)]:[],l=r.map(({row:x})=>x);return{node:h("table",{class:"mha-bar-table"},h("caption",{},e),...c,
...l),rows:l,draw:(x,m)=>{r.forEach(({cells:g,bar:$},f)=>{for(let[p,u]of g.entries())P(u,x[f][p]);$.style.width=`${100*m[f]}\
%`})}}}function H(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var Te="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Oe=Ot([153,153,153]),Ce=Ct(Te.split(" ").map(Re)),Nt=new Map,Tt=new WeakMap;function Ot([e,t,n]){return 255<<24|n<<16|
t<<8|e}function Re(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function Ct(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),e.length-2),[r,a]=[e[s],e[s+1]];return Ot(r.map((i,c)=>Math.round(
i+(a[c]-i)*(o-s))))})}function Ie(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,s=Nt.get(o);if(s)return s;
let[r,a]=[t,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Ct([r,a].map(c=>c.slice(0,3)));return Nt.set(o,i),i}function mt(e){
for(let t of e.querySelectorAll("canvas"))Tt.get(t)?.()}function ot(e,t,n,o,s){let[r,a]=[t.length,t[0].length],i=t.map(l=>Float32Array.
from(l)),c=()=>{if(!e.isConnected)return;let l=n==="signed"?Ce:Ie(e);(e.width!==a||e.height!==r)&&(e.width=a,e.height=r);
let d=e.getContext("2d"),y=d.createImageData(a,r),x=new Uint32Array(y.data.buffer);for(let m=0,g=0;m<r;m++)for(let $=0;$<
a;$++,g++){let f=Math.floor(256*((i[m][$]-o)/(s-o))),p=l[Math.min(255,Math.max(0,f))];x[g]=Number.isNaN(f)?Oe:p}d.putImageData(
y,0,0)};Tt.set(e,c),c()}function Rt(e){let t,n=0,o=()=>{let r=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(
o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??
void 0,o()},stop:s}}function It(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=Pe(e);o.append(r);let i=Rt(r),c,l=()=>c&&
i.start(c.draw);c=t(r,n,s,l),Object.assign(r,{stateForTests:c.stateForTests}),mt(r),l();let d=He(n,c.observes,l);return()=>{
d(),i.stop(),a()}}}}function Pe(e){let t=h("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;t.dataset.theme=c?"dark":"light",mt(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function He(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var z=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function O(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var Be=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function D(e,t,n=!0){
e.addEventListener("keydown",o=>{let[s,r]=Be.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),t(s,r,o))})}function Ht(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function Bt(e,t,n,o){
let s=r=>{r>=0&&r<o()&&r!==n.get("query")&&O(n,{query:r})};for(let r of t)r.onPoint(([a])=>s(a));D(e,r=>s(n.get("query")+
r),!1)}function Ft(e){let t=h("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...s)=>{s.forEach((r,a)=>{let i=typeof r=="string"?r:r.heard;n[a]||(n[a]=h("span",{"aria-atomic":"true",class:r!==i&&"m\
ha-screen-reader"}),t.append(n[a]," ")),P(n[a],i)})},{node:t})}function gt({label:e,max:t,show:n=String,change:o}){let s=h(
"output",{"aria-live":"off"}),r=h("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(c,l=t)=>{let d=n(c);r.max=
String(l),r.value=String(c),P(s,d),r.getAttribute("aria-valuetext")!==d&&r.setAttribute("aria-valuetext",d)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:h("div",{class:"mha-control"},h("span",{},e,s),
r),set:a}}var Pt=0;function it({label:e,options:t,change:n}){Pt+=1;let o=`mha-choice-${Pt}-${Math.random().toString(36).
slice(2)}`,s=h("fieldset",{class:"mha-choice"},h("legend",{},e)),r=t.map(({value:i,text:c})=>{let l=h("input",{type:"rad\
io",name:o,value:i});return l.addEventListener("change",()=>n(i)),s.append(h("label",{},l,c)),l});return{node:s,set:i=>{
t.forEach((c,l)=>{r[l].checked=c.value===i})}}}function Xt({label:e,options:t,change:n}){let o=h("div",{"aria-hidden":"t\
rue"}),s=t.map((l,d)=>h("option",{value:d},l)),r=h("select",{"aria-label":e},...s),a=h("div",{class:"mha-menu"},o,r),i=h(
"div",{class:"mha-control mha-picker"},h("span",{},e),a),c=l=>{r.value=String(l),P(o,t[l])};return r.addEventListener("c\
hange",()=>{c(Number(r.value)),n(Number(r.value))}),{node:i,set:c}}function Wt(...e){let t=h("div",{class:"mha-scroll"},
...e),n=()=>{let s=t.scrollLeft,r=t.scrollWidth-t.clientWidth-s;t.classList.toggle("mha-before",s>1),t.classList.toggle(
"mha-after",r>1),H(t,{before:`${s}px`,after:`${r}px`})};t.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(
n);for(let s of[t,...t.children])o.observe(s);return t}function lt(e,t){let n=h("button",{type:"button"},e);return n.addEventListener(
"click",t),n}function N(e){return Array.from({length:e},(t,n)=>n)}function pt(e){let t=0;for(let n of e)t+=n;return t}var Q=e=>pt(e)/e.length;function F(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var j=e=>N(e.length).sort((t,n)=>e[n]-e[t]),Fe=1e-9;function rt(e){let t=F(e);return N(e.length).filter(n=>t-e[n]<=Fe*Math.
abs(t))}function ut(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function J(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?ut(e,
3):e.toExponential(1).replaceAll("-","−")}function Dt(e){return e>=.995?"1":ut(e).slice(1)}var U=(e,t)=>`“${e[t]}” (${t})`;function bt(e,t,n,o){let s=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${J(t)}, on ${s} keys`}var Xe=3;
function wt(e,t,n,o=""){let s=rt(e);if(s.length===0)return`${o}nothing`;let r=e[s[0]],a=s.length>1;return s.length>Xe||a&&
s.length===e.length?bt(n,r,s.length,e.length):`${o}${We(s.map(t))} with ${J(r)}${a?" each":""}`}function dt(e,t){return`${e} ${t}${e===1?"":"s"}`}function We(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}function jt(e){let t=atob(e),n=new Uint8Array(t.length);for(let o=0;o<t.length;o++)n[o]=t.charCodeAt(o);return n}var De=6e4;function je({shape:[e,t,n,o],type:s,data:r}){let a=jt(r),i=s==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),d=>d/De),c=N(e*t*n).map(d=>i.subarray(d*o,(d+1)*o)),l=(d,y)=>N(n).map(x=>c[(d*t+y)*n+x]);
return N(e).map(d=>N(t).map(y=>l(d,y)))}function Ut(e){let t=[];return n=>(t[n]??=je(e[n]),t[n])}var q="layer and head",
st=["previous","next","first","same word","broad"];function qt(e,t=!0){return`${e==="same word"&&t?"No word occurs twice\
 here":`No token here has the measure “${e}”`}, so the heads are in the order of ${q}.`}function Ue(e){let t=e.filter(
s=>s>0);if(t.length<2)return Number.NaN;let n=pt(t),o=0;for(let s of t)o-=s/n*Math.log(s/n);return o/Math.log(t.length)}
function Gt(e,t,n){let o=t.length===n.length&&t.every((l,d)=>l===n[d]),s=t.length-1,r=t.map((l,d)=>N(n.length).filter(y=>n[y]===
l&&!(o&&d===y))),[a,i]=o?[e.slice(1),e.slice(0,s)]:[[],[]],c=N(e.length).filter(l=>r[l].length>0);return{previous:Q(a.map(
(l,d)=>l[d])),next:Q(i.map((l,d)=>l[d+1])),first:Q((o?a:e).map(l=>l[0])),"same word":Q(c.map(l=>pt(r[l].map(d=>e[l][d])))),
broad:Q(e.map(Ue).filter(l=>!Number.isNaN(l)))}}function Kt(e){return j(e.map(t=>Number.isNaN(t)?Number.NEGATIVE_INFINITY:
t))}function Yt(e,t){let n=Math.ceil(Math.max(e.length,e[0].length)/t);if(n===1)return e;let o=Math.ceil(e[0].length/n);
return N(Math.ceil(e.length/n)).map(s=>{let r=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of e.slice(s*
n,(s+1)*n))for(let i=0;i<a.length;i++){let c=Math.floor(i/n);a[i]>r[c]&&(r[c]=a[i])}return r})}var[qe,Ge,Ke]=[11,6,60],Ye=8,Ve=32;function xt(e,t){let n=F(e.map(o=>o.length));return Math.min(Ke,Ge*(n+1))+qe*Math.max(
e.length,t.length)}function yt(e,t,n){let o=h("canvas",{"aria-hidden":"true"}),s=h("div",{class:"mha-mark",hidden:!0}),r=h(
"div",{class:"mha-framed"}),a=h("div",{class:"mha-picture"},o,s,r),[i,c]=["mha-rows","mha-cols"].map(f=>h("div",{class:f,
"aria-hidden":"true"})),l=h("div",{},i,a,c),d=h("figcaption",{},e),y=h("figure",{class:"mha-map"},d,l),x={rows:t,columns:n},
m=0,g=()=>{y.classList.toggle("mha-crowded",m<xt(x.rows,x.columns))},$=(f,p)=>{x={rows:f,columns:p},a.style.aspectRatio=
`${p.length} / ${f.length}`;let u=Math.max(f.length,p.length)<=Ve,w=k=>u?k.map(v=>h("span",{},v)):[];i.replaceChildren(...w(
f)),c.replaceChildren(...w(p)),c.classList.toggle("mha-upright",F(p.map(k=>k.length))===1),g()};return $(t,n),_t(d,f=>{m=
f,g()}),{node:y,body:l,picture:a,label:$,draw:(f,p,u,w)=>ot(o,f,p,u,w),mark(f){s.hidden=!1,s.style.top=`${100*f/x.rows.length}\
%`,s.style.height=`${100/x.rows.length}%`},frame(f){let{rows:p,columns:u}=x;r.replaceChildren(...f.map(({top:w,left:k,height:v,
width:b,kind:A})=>{let M=h("div",{class:A});return M.style.inset=[w,u.length-k-b,p.length-w-v,k].map((_,S)=>`${100*_/(S%
2?u:p).length}%`).join(" "),M}))},onPoint(f,p=!0){let u=({clientX:w,clientY:k})=>{let{rows:v,columns:b}=x,{left:A,top:M,
width:_,height:S}=a.getBoundingClientRect(),T=Math.floor((k-M)/S*v.length),L=Math.floor((w-A)/_*b.length);T in v&&L in b&&
f([T,L])};p&&a.addEventListener("pointermove",u),a.addEventListener("pointerdown",u)}}}function G(e,t){e.style.setProperty(
"--mha-hue",t<Ye?`var(--mha-head-${t})`:"initial")}function Vt(e,t,n,o){let s=h("canvas",{"aria-hidden":"true"});ot(s,[N(
64).map(c=>c/63)],e,0,1);let[r,a,i]=[t,n,o].map(c=>h("span",{},c));return h("div",{class:"mha-bar"},r,s,a,i)}var ft=e=>Object.keys(e);function Qt(e,t){let n=Object.entries(t).map(([o,s])=>[o,String(s)]);return`${e}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Jt(e){let t=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(e),[,n,o,s]=t??[];return n===
void 0?null:{name:n,className:o,query:s}}function Zt(e,t,n){let o=c=>({values:null,wrong:c});if(e.length>2e3)return o("i\
t is longer than 2000 characters");let s=[...new URLSearchParams(e)],r=s.find(([c])=>!Object.hasOwn(t,c));if(r)return o(
`nothing here is called “${zt(r[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(t)){
let d=s.filter(([x])=>x===c).map(([,x])=>x);if(d.length===0)return o(`${c} is missing`);if(d.length>1)return o(`${c} is \
given ${ze(d.length)}`);let y=l(d[0],i);if(y===void 0)return o(`${c} cannot be “${zt(d[0])}”`);a[c]=y}return{values:a,
wrong:""}}var ze=e=>e===2?"twice":`${e} times`;function zt(e){let t=[...e];return t.length>40?`${t.slice(0,40).join("")}\
…`:e}function Qe(e){let t=Number(e);return Number.isFinite(t)&&String(t)===e?t:void 0}function Z(e,t,n=0){let o=Qe(e);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<t?o:void 0}function te(e,t){let n=e===""?[]:e.split(",").map(o=>Z(o,t));
return n.includes(void 0)?void 0:n}var $t=(e,t)=>t.find(n=>String(n)===e);var at="open",Je=["pointerdown","wheel","touchstart","keydown","hashchange"],Ze=120,tn=99,en=["","localhost","127.0.0.1",
"[::1]"];function ne(e,t,n=()=>({})){let o=ft(t);return{...e,choices:t,settle:n,render:r=>{let{model:a,el:i,link:c}=r;if(!c)
return e.render(r);let l=()=>z(a,...o),d=l(),y=()=>nn(i,c,t,a.get),x=y();x?.values&&O(a,x.values);let m=e.render({...r,openedByLink:!!x?.
values}),g=i.querySelector(".mha"),$=sn(g),f=an(g,()=>Qt(c,{...l(),...n(a.get),...$.get()})),p=({values:w,folds:k,wrong:v})=>{
let b=v||$.findError(k);O(a,b?d:w),$.open(b?[]:k),f.clear(),f.refuse(b),rn(i)},u=()=>{let w=y();w&&p(w)};x?p(x):document.
addEventListener("DOMContentLoaded",u,{once:!0}),addEventListener("hashchange",u);for(let w of o)a.on(`change:${w}`,f.clear);
return()=>{for(let w of o)a.off(`change:${w}`,f.clear);document.removeEventListener("DOMContentLoaded",u),removeEventListener(
"hashchange",u),m()}}}}function nn(e,t,n,o){let s=Jt(location.hash);if(s?.name!==t)return s&&on(s,e)?{values:null,folds:[],
wrong:`it shows another ${s.className}`}:null;let r=!new URLSearchParams(s.query).has(at),a={...n,[at]:y=>te(y,tn)},{values:i,
wrong:c}=Zt(s.query,r?n:a,o),{[at]:l=[],...d}=i??{};return{values:i&&d,folds:l,wrong:c}}function on({name:e,className:t},n){
if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),s=[...o].map(r=>r.dataset.
mhaLink??"");return s.includes(e)?!1:o[s.findIndex(r=>r.startsWith(`${t}-`))]===n}function rn(e){let t=e.closest("detail\
s");for(;t;)t.open=!0,t=t.parentElement?.closest("details")??null;e.id=location.hash.slice(1);let[n,o]=[Ze,Number.NaN],s=()=>{
let a=e.getBoundingClientRect().top+scrollY;a!==o&&e.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(s)};s();let r=()=>{
n=0};for(let a of Je)addEventListener(a,r,{once:!0,capture:!0,passive:!0})}function sn(e){let t=[...e.querySelectorAll("\
details")];return{get(){let n=t.flatMap((o,s)=>o.open?[s]:[]);return n.length>0?{[at]:n}:{}},findError:n=>n.some(o=>!t[o])?
`${at} cannot be “${n}”`:"",open(n){t.forEach((o,s)=>{o.open=n.includes(s)})}}}function an(e,t){let n=h("p",{class:"\
mha-refused",role:"status"}),o=h("output"),s,r=()=>{s?.remove(),o.textContent=n.textContent=""},i=h("div",{class:"mha-li\
nk"},lt("Copy link to this",async()=>{r();let l=`#${t()}`,d=location.href.split("#")[0]+l;if(await cn(d)){o.append("Copi\
ed.",...ee(l));return}s=h("input",{type:"text",readonly:!0,"aria-label":"link to this"}),s.value=d,i.append(s),s.select(),
o.append("The browser does not allow copying: copy the link from this field.",...ee(l))}),o);return e.prepend(n),e.append(
i),{clear:r,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function ee(e){if(!en.includes(location.
hostname))return[];let t=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${t} Others can open `,h("a",{href:n.href+e},"the same page online"),"."]:[`${t} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function cn(e){try{return await navigator.clipboard.writeText(
e),!0}catch{return!1}}var ln=48,oe=3;function re(e,t){let n=e[0].length,o=e.flatMap((g,$)=>g.map((f,p)=>{let u=h("canvas",{"aria-hidden":"true"}),
w=h("span"),k=h("button",{type:"button",role:"radio"},u,w);return k.addEventListener("click",()=>t($,p)),{layer:$,head:p,
title:f,canvas:u,value:w,button:k}})),s=h("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});H(s,{heads:n});
let[r,a]=[n,e.length].map(g=>N(g).map($=>h("span",{class:"mha-number","aria-hidden":"true"},String($)))),i=h("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=Wt(s),l=N(o.length),d=0,y={isSorted:!1,measures:[]},x=[],m=()=>{o.forEach(({
layer:g,title:$,button:f},p)=>{let u=x.includes(p),w=`layer ${g}, ${$}${u?", off":""}`;f.title=w,f.setAttribute("aria-la\
bel",y.isSorted?`${w}, ${y.measures[p]}`:w),f.classList.toggle("mha-off",u)})};return D(s,(g,$)=>{let f=o[l[0]].button.offsetTop,
p=l.filter(b=>o[b].button.offsetTop===f).length,u=l.indexOf(d)+g*p+$;if(!(u in l))return;let{layer:w,head:k,button:v}=o[l[u]];
t(w,k),v.focus()}),{node:c,*paint(g,$){for(let{layer:f,head:p,canvas:u}of o)ot(u,Yt(g[f][p],ln),...$),yield},sort(g,$=[],f=Dt){
l=g??N(o.length),s.classList.toggle("mha-sorted",g!==void 0);let p=o.map((v,b)=>Number.isNaN($[b])?"–":f($[b]??0));o.forEach(
({layer:v,head:b,value:A},M)=>{P(A,g?`${v}.${b}
${p[M]}`:"")}),y={isSorted:g!==void 0,measures:p},m();let u=l.map(v=>o[v].button),w=a.map((v,b)=>[v,...u.slice(b*n,(b+1)*
n)]),k=u.find(v=>v===document.activeElement);s.replaceChildren(...g?u:[i,...r,...w.flat()]),k?.focus({preventScroll:!0})},
crossOut(g){x=g,m()},scrollToTop(){c.scrollTop=0},reveal(){let g=c.getBoundingClientRect(),{top:$,bottom:f}=o[d].button.
getBoundingClientRect(),[p,u]=[$-oe-g.top,f+oe-g.bottom];p<0?c.scrollTop+=p:u>0&&(c.scrollTop+=u)},choose(g,$){d=g*n+$,o.
forEach(({button:f},p)=>{f.setAttribute("aria-checked",String(p===d)),f.tabIndex=p===d?0:-1})}}}var se=9,pn=8,un=5,[dn,ie]=[4,3],fn=12,[hn,mn]=[5,2.5],[gn,ae]=[12,9];function bn(e){let t=0;return e.map(({y:n},o)=>(o>
0&&n>e[o-1].y+1&&(t+=1),t))}function ce({x:e,width:t},n){let o=n>1?Math.min(dn,Math.max(0,t-2*ie)/(n-1)):0;return N(n).map(
s=>e+t/2+(s-(n-1)/2)*o)}function wn(e,t){let n=0,o=e.map(({width:r},a)=>{let i=n+(a>0?un:0)+r/2;return n=i+r/2,i}),s=Math.
min(1,(t-se-pn)/n);return o.map(r=>se+s*r)}function xn(e,t,n,o){let s=t.x<e.x?-1:1,r=Math.min(fn,n-o,Math.abs(t.x-e.x)/2),
[a,i]=[e,t].map(({x:y,open:x},m)=>x?y:y+(m===0?s:-s)*r),c=e.open?"":`${e.x} ${n}V${o+r}Q${e.x} ${o} `,l=t.open?"":`Q${t.
x} ${o} ${t.x} ${o+r}V${n}`,d={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:d}}function le(e,t,n,o,s){
let r=bn(t),a=({position:p})=>Math.abs(p-n),i=[...e].sort((p,u)=>a(p)-a(u)||p.weight-u.weight),c=({position:p})=>Math.sign(
p-n),[l,d,y]=[-1,0,1].map(p=>i.filter(u=>c(u)===p)),x=new Map,m=[...l,...y.toReversed()],g=ce(t[n],m.length),$=new Map(m.
map((p,u)=>[p,g[u]]));for(let p of new Set(m.map(u=>u.position))){let u=i.filter(k=>k.position===p),w=ce(t[p],u.length);
p<n&&w.reverse(),u.forEach((k,v)=>{x.set(k,{near:$.get(k)??0,far:w[v]})})}d.forEach((p,u)=>{let w=t[n].x+t[n].width/2,k=Math.
min(hn+mn*u,t[n].width/2-ie);x.set(p,{near:w-k,far:w+k})});let f=new Map(e.map(p=>[p,[]]));for(let p of[l,d,y])for(let u of new Set(
r)){let w=p.filter(({position:b})=>{let[A,M]=[r[n],r[b]].sort((_,S)=>_-S);return A<=u&&u<=M}),k=wn(w,s),v=t[r.indexOf(u)].
y;w.forEach((b,A)=>{let{near:M,far:_}=x.get(b),[S,T]=[u===r[n],u===r[b.position]],[L,R]=[0,o],W=c(b)<0,tt=xn({x:S?M:W?R:
L,open:!S},{x:T?_:W?L:R,open:!T},v,v-k[A]);f.get(b)?.push({row:u,...tt})})}return e.map(p=>{let u=f.get(p)??[],w=u.map(b=>b.
d).join(""),v=[...new Set([r[p.position],r[n]])].flatMap(b=>u.filter(A=>A.row===b).map(({top:A})=>A));return{d:w,tops:v}})}
function pe({low:e,high:t,y:n},o,s){let r=(e+t)/2,a=Math.max(0,(t-e-o)/2);for(let i=0;ae*Math.ceil(i/2)<=a;i++){let c=r+
ae*Math.ceil(i/2)*(i%2?-1:1);if(s.every(d=>Math.abs(d.x-c)>=(d.width+o)/2||Math.abs(d.y-n)>=gn))return{x:c,y:n}}return null}var yn=e=>e<" "?String.fromCharCode(9216+e.charCodeAt(0)):e===""?"␣":"�";function kt(e){return e.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,yn).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var $n=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function ue(e){return(e.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=$n.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:kt(n)}).join(", ")}var[kn,En]=[6,.1],[de,vn]=[1.5,6.5],An=.4,[Sn,Mn]=[38,84],_n=.3,[Ln,Nn]=[5,7],Tn=16,Et=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),he=e=>it({label:"arcs",options:[...Et].map(([t,n])=>({value:t,text:n})),change:e}),On=e=>Math.
min(Tn,e.length-1-e.lastIndexOf(`
`)),me=e=>j(e).slice(0,kn).filter(t=>e[t]>=En);function Cn(e,t,n){let[o,s]=[e.x+e.width/2-n.x,e.y-n.y],[r,a]=[t.x+t.width/
2-n.x,t.y-n.y];if(e===t)return`M${o-5} ${s}C${o-11} ${s-18} ${o+11} ${s-18} ${o+5} ${s}`;if(t.y>e.y+e.height/2){let l=(s+
e.height+a)/2;return`M${o} ${s+e.height}C${o} ${l} ${r} ${l} ${r} ${a}`}if(t.y>=e.y-1){let l=s-Math.min(26,9+.09*Math.abs(
o-r));return`M${o} ${s}C${o} ${l} ${r} ${l} ${r} ${a}`}let i=a+t.height,c=(s+i)/2;return`M${o} ${s}C${o} ${c} ${r} ${c} ${r}\
 ${i}`}var ge=(e,t=!0)=>(de+(vn-de)*e)*(t?1:An);function Rn(e,t,n){let o=({head:m,chosen:g})=>g||m===t,s=e.flatMap(m=>me(
m.row).map(g=>{let $=m.row[g];return{head:m.head,position:g,weight:$,width:ge($,o(m))}})),r=n(s).map((m,g)=>({...s[g],...m})),
a=s.some(({head:m})=>m===t),i=({head:m,chosen:g})=>m===t?2:g?1:0,c=[...e].sort((m,g)=>i(m)-i(g)),l=(m,...g)=>{let f=V("g",
{class:a&&m!==t?"mha-dim":"","data-head":m},...g);return G(f,m),f},d=c.map(m=>{let $=r.filter(({head:p})=>p===m.head).map(
({d:p,width:u,position:w})=>V("path",{class:m.chosen?"":"mha-other",d:p,"stroke-width":u,"data-position":w})),f=l(m.head,
...$);return f.classList.toggle("mha-dropped",m.off??!1),f});if(e.length===1)return d;let y=[],x=c.toReversed().flatMap(
m=>{let $=r.filter(({head:p})=>p===m.head).filter(({weight:p})=>p>=_n||m.head===t),f=Ln+Nn*String(m.head).length;return $.
flatMap(({tops:p})=>p.flatMap(u=>{let w=pe(u,f,y);return w?(y.push({...w,width:f}),l(m.head,V("text",w,String(m.head)))):
[]}))});return[...d,...x]}var fe=e=>e.length>1?Mn:Sn;function be(e,t,n=!0){let o=V("svg",{"aria-hidden":"true",class:n?"":
"mha-lanes"}),s=h("div"),r=h("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and\
 End choose one"},s,o),a=[],i=[],c=[],l=-1,d="",y=f=>{let p=t(),u=a.map(S=>S.getBoundingClientRect()),{x:w,y:k,width:v}=u[p],
b=u.map((S,T)=>({i:T,box:S})).filter(({box:S})=>(S.y-k)*f>1);if(b.length===0)return p;let A=b.at(f>0?0:-1)?.box.y,M=S=>Math.
abs(S.x+S.width/2-w-v/2);return b.filter(({box:S})=>S.y===A).sort((S,T)=>M(S.box)-M(T.box))[0].i};D(r,(f,p)=>e(p?t()+p:y(
f))),Ht(r,f=>e(f?a.length-1:0));let x=f=>{let p=a[t()].getBoundingClientRect();return me(i).map(u=>{let w=u===t()?p:a[u].
getBoundingClientRect(),k=Cn(p,w,f);return V("path",{d:k,"stroke-width":ge(i[u])})})},m=f=>{let p=a.map(u=>{let{x:w,y:k,
width:v,height:b}=u.getBoundingClientRect();return{x:w-f.x,y:k-f.y,width:v,height:b}});return Rn(c,l,u=>le(u,p,t(),f.width,
fe(c)))},g=()=>{if(a.length===0||!r.checkVisibility())return;let f=o.getBoundingClientRect();o.replaceChildren(...n?x(f):
m(f))};new ResizeObserver(g).observe(r);let $=f=>{let p=JSON.stringify(f);if(p===d)return;d=p,a=f.map((w,k)=>{let v=`${n?
ue(w):w}, position ${k}`,b=h("button",{type:"button",tabindex:-1,"aria-label":v});return b.textContent=n||!w.trim()?kt(w):
w,n||(b.style.paddingInline="3px"),b.addEventListener("click",()=>e(k)),b});let u=[h("div")];a.forEach((w,k)=>{if(u[u.length-
1].append(w),!f[k].includes(`
`)||k+1===a.length)return;let v=h("div");H(v,{indent:On(f[k])}),u.push(v)}),s.replaceChildren(...u)};return{node:r,draw(f,p,u,w=[]){
$(f),i=p,c=w,o.classList.toggle("mha-dropped",n&&u),n||(H(r,{arcs:`${fe(c)}px`}),G(r,c.find(k=>k.chosen)?.head??0)),a.forEach(
(k,v)=>{k.setAttribute("aria-pressed",String(v===t())),k.classList.toggle("mha-later",n&&v>t()),H(k,{fill:i[v]})}),g()},
point(f){l!==f&&(l=f,c.length>1&&g())}}}var At=3,In=5e-4,vt=5;function we(e,t){let n=e.map(({title:r,row:a,what:i,chosen:c})=>({title:r,chosen:c,top:wt(a,l=>U(t,
l),i)}));if(e.length===1)return`${n[0].top}.`;if(n.every(({top:r})=>r===n[0].top))return`in every picture, ${n[0].top}.`;
let s=[...n.filter(({chosen:r})=>r),...n.filter(({chosen:r})=>!r)].slice(0,vt).map(({title:r,top:a})=>`${r}, ${a}`);return n.
length>vt&&s.push(`and ${n.length-vt} more in the table`),`${s.join("; ")}.`}function xe(e,t){let n=e.map(a=>rt(a)[0]).filter(
a=>a!==void 0),o=t.map((a,i)=>n.filter(c=>c===i).length),r=j(o).filter(a=>o[a]>0).map(a=>`${o[a]} to ${U(t,a)}`);return`\
Of ${dt(e.length,"head")}, most weight: ${r.join(", ")}.`}function Pn({row:e,what:t},n){let o=t==="difference"?e.map(Math.
abs):e,s=rt(o);if(s.length===0)return{positions:[],words:"NaN"};let r=s.length>1&&s.length===e.length;if(t!=="difference"&&
(r||s.length>At)){let c=bt(t,e[s[0]],s.length,e.length),l=r?c:`${c}: ${s.map(d=>n[d]).join(", ")}`;return{positions:[],words:l}}
return{positions:j(o).slice(0,At).filter(c=>t==="score"||o[c]>=In),words:"less than 0.001 on every key"}}function Hn(e,t,n="\
mha-screen-reader"){let{positions:o,words:s}=Pn(e,t);return o.length===0?[h("td",{colspan:At},s)]:o.map(r=>{let i=t.indexOf(
t[r])!==t.lastIndexOf(t[r])?[h("span",{class:n},` (${r})`)]:[];return h("td",{},t[r],...i,` ${J(e.row[r])}`)})}function St(e,t){
let n=h("table",{class:"mha-keys","aria-label":"top keys"}),o=[],s=({title:a,row:i,what:c,chosen:l},d,y)=>{let x=h("span",
{class:"mha-swatch","aria-hidden":"true"}),m=wt(i,$=>U(e,$),c),g=h("button",{type:"button","aria-pressed":String(l),"ari\
a-description":m},x,a);return g.tabIndex=l?0:-1,g.addEventListener("click",()=>y.choose(d)),g},r=a=>{let i=o.indexOf(document.
activeElement),c=a.length>1?t:void 0;o=c?a.map((d,y)=>s(d,y,c)):[];let l=a.map((d,y)=>{let x=h("th",{scope:"row"},o[y]??
d.title),m=h("tr",{class:d.chosen&&"mha-chosen"});return o[y]&&G(m,y),m.append(x,...Hn(d,e)),m});n.replaceChildren(...l),
o[i]?.focus({preventScroll:!0})};return t&&Bn(n,()=>o,t),{node:n,draw:r}}function Bn(e,t,{choose:n,point:o}){let[s,r]=[-1,
-1],a=()=>o(s>=0?s:r),i=c=>{let l=c instanceof Element?c.closest("tr"):null;return l&&t().length>0?[...e.rows].indexOf(l):
-1};e.addEventListener("pointerover",({target:c})=>{s=i(c),a()}),e.addEventListener("pointerleave",()=>{s=-1,a()}),e.addEventListener(
"focusin",({target:c})=>{r=c instanceof Element&&c.matches(":focus-visible")?i(c):-1,a()}),e.addEventListener("focusout",
()=>{r=-1,a()}),e.addEventListener("click",({target:c})=>{let l=c instanceof Element&&c.closest("button"),d=i(c);d>=0&&!l&&
n(d)}),D(e,c=>t()[i(document.activeElement)+c]?.focus({preventScroll:!1}),!1)}var Fn=210,Xn=16,Wn=64,Dn=32,$e={text:(e,t)=>Z(e,t("tokens").length),query:(e,t)=>Z(e,t("tokens")[t("text")].length),head:(e,t)=>Z(
e,t("titles")[0].length,-1),layer:(e,t)=>Z(e,t("titles").length),sort:(e,t)=>$t(e,t("kind")==="weights"?[q,...st]:[q]),arcs:e=>$t(
e,[...Et.keys()])},jn="Means over the queries: the weight on the token before, on the next token, on the first token (fr\
om all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal \
weights.",ye="Under each head: layer.head, and its measure.",Un="One matrix. nn.MultiheadAttention gives the mean of its\
 heads, unless it is called with average_attn_weights=False.";function qn(e,t,n){if(n==="weights")return["weights",0,1];
let o=N(t).flatMap(r=>e(r).flat(2)),s=F(o.map(r=>F(r.map(Math.abs))))||1;return["signed",-s,s]}function Gn({tokens:e,key_tokens:t,
titles:n},o,s,r){let a=n[0].map((m,g)=>lt("",()=>r(g))),i=a.map(m=>yt(m,[],[])),l={class:"mha-grid mha-button-maps",role:"\
group",tabindex:0,"aria-label":"heads; arrow up and down choose the query"};i.forEach((m,g)=>{G(m.node,g)});let d=h("div",
l,...i.map(m=>m.node)),y=e.map((m,g)=>xt(m,t[g])).filter(m=>m<=Fn);H(d,{"min-map-width":`${F([0,...y])}px`});let x="";return{
node:d,group:d,maps:i,label(m){for(let g of i)g.label(e[m],t[m])},*draw(m,g,$){let f=i.map((p,u)=>u===$);if(i.forEach(({
node:p},u)=>{a[u].setAttribute("aria-pressed",String(f[u])),p.classList.toggle("mha-large",f[u])}),x!==`${m} ${g}`){x="";
for(let[p,u]of n[g].entries())P(a[p],u),a[p].setAttribute("aria-label",`enlarge ${u}`),i[p].node.setAttribute("aria-labe\
l",u),i[p].draw(o(m)[g][p],...s),yield;x=`${m} ${g}`}}}}function Kn(e){let t=h("p",{class:"mha-strip","aria-hidden":"tru\
e"});return t.addEventListener("click",({target:n})=>{let o=[...t.children].indexOf(n);o>=0&&e(o)}),{node:t,label(n){t.replaceChildren(
...n.flatMap(o=>[h("span",{},o)," "]))},draw(n,o){let s=F(n)||1;for(let[r,a]of[...t.children].entries())a.style.setProperty(
"--mha-fill",`${45*n[r]/s}%`),a.classList.toggle("mha-query-token",r===o)}}}function Yn({tokens:e,key_tokens:t,titles:n,
kind:o},s,r,a){let i=re(n,(b,A)=>O(a,{layer:b,head:A})),c=o==="weights",l=it({label:"order",options:[q,...st].map(b=>({value:b,
text:b})),change:b=>O(a,{sort:b})}),d=h("p",{class:"mha-note"},ye),y=h("span"),x=yt(y,[],[]),m=h("div",{role:"group",tabindex:0},
x.node),g=Lt("This head",[],[...st]),$=h("div",{},i.node,m),f=h("div",{class:"mha-gallery"},$);if(c){let b=h("details",{
class:"mha-more"},h("summary",{},"what is measured"));b.append(jn),f.prepend(l.node,d),$.append(h("div",{},g.node,b))}let p=e.
map(()=>n.map(()=>[])),u=(b,A,M)=>{let _=p[b][A];return _[M]??=Gt(s(b)[A][M],e[b],t[b]),_[M]},w=-1,k="",v="";return{node:f,
group:m,maps:[x],label:b=>x.label(e[b],t[b]),*draw(b,A,M){let _=a.get("sort");if(l.set(_),d.hidden=_===q,v!==`${b} ${_}`){
let L=n.flatMap((K,Y)=>K.map((E,I)=>[Y,I])),R=[];for(let[K,Y]of c&&_!==q?L:[])R.push(u(b,K,Y)[_]),yield;let W=R.length>0&&
R.every(Number.isNaN),tt=e[b].join(`
`)===t[b].join(`
`);P(d,W?qt(_,tt):ye),R.length>0&&!W?i.sort(Kt(R),R):i.sort(),v=`${b} ${_}`,yield}if(w!==b&&(w=-1,yield*i.paint(s(b),r),
w=b),k===`${b} ${A} ${M}`||(k=`${b} ${A} ${M}`,i.choose(A,M),P(y,`layer ${A}, ${n[A][M]}`),m.setAttribute("aria-label",`${y.
textContent}; arrow up and down choose the query`),x.draw(s(b)[A][M],...r),!c))return;let S=st.map(L=>u(b,A,M)[L]),T=S.map(
L=>[Number.isNaN(L)?"–":ut(L)]);g.draw(T,S.map(L=>L||0))}}}function Vn(e,t){let n=z(t,"matrices","kind","titles","toke\
ns","key_tokens"),{kind:o,titles:s,tokens:r,key_tokens:a}=n,i=Ut(n.matrices),c=qn(i,r.length,o),l=s.flat().length>Xn,d=()=>r[t.
get("text")],y=E=>r[E].length-1,x=o==="scores"?"score":"weight",m=Xt({label:"text",options:r.map(E=>E.join(" ")),change:E=>O(
t,{text:E,query:Math.min(t.get("query"),y(E))})}),g=gt({label:"query",max:y(0),show:E=>U(d(),E),change:E=>O(t,{query:E})}),
$=gt({label:"layer",max:s.length-1,change:E=>O(t,{layer:E})}),p=l?Yn(n,i,c,t):Gn(n,i,c,E=>O(t,{head:t.get("head")===E?-1:
E})),u=St([]),w=h("div",{class:"mha-controls"});r.length>1&&w.append(m.node),w.append(g.node),s.length>1&&!l&&w.append($.
node);let[k,...v]=c,[b,A]=o==="weights"?["0","1"]:v.map(J),M=Vt(k,b,A,`${o}, one scale for all`);e.append(w,p.node,M);let _=()=>d().
join(`
`)===a[t.get("text")].join(`
`),S=Kn(E=>{_()&&O(t,{query:E})}),T=be(E=>{E>=0&&E<d().length&&O(t,{query:E})},()=>Y,!1),L=()=>_()&&d().length<=Wn,R=he(
E=>O(t,{arcs:E})),W={choose:E=>O(t,{head:E}),point:T.point};l&&o==="weights"&&e.append(T.node,R.node,S.node);let tt=Ft(e);
e.append(u.node),s.every(E=>E.join()==="head 0")&&e.append(h("p",{class:"mha-note"},Un)),Bt(p.group,p.maps,t,()=>d().length);
let K=-1,Y=0;return{observes:ft($e),stateForTests:()=>{let{text:E,layer:I}=z(t,"text","layer");return{matrices:i(E)[I].map(
X=>X.map(B=>[...B]))}},*draw(){let{text:E,layer:I}=z(t,"text","layer"),X=l?Math.max(0,t.get("head")):t.get("head"),B=Math.
min(t.get("query"),y(E));if(K!==E){p.label(E),S.label(a[E]);let C=St(a[E],l?W:void 0);u.node.replaceWith(C.node),u=C,m.set(
E),K=E,yield}g.set(B,y(E)),$.set(I);for(let C of p.maps)C.mark(B);yield*p.draw(E,I,X);let et=(l?[X]:N(s[I].length)).map(
C=>({title:s[I][C],row:i(E)[I][C][B],what:x,chosen:C===X&&!l}));Y=B,T.node.hidden=!L(),R.node.hidden=!L(),S.node.hidden=
L(),R.set(t.get("arcs"));let nt=t.get("arcs")==="layer"?i(E)[I].map(C=>C[B]):[],ht=nt.map((C,ct)=>({head:ct,row:C,chosen:ct===
X})),ke={head:X,row:et[0].row,chosen:!0},Ee=ht.length>0?ht:[ke],ve=l&&L()&&nt.length>1&&nt.length<=Dn;u.draw(ve?ht.map(({
row:C,chosen:ct},Ne)=>({title:s[I][Ne],row:C,what:x,chosen:ct})):et),L()?T.draw(d(),et[0].row,!1,Ee):S.draw(et[0].row,_()?
B:-1);let Ae=`Text ${E+1} of ${r.length}, ${dt(r[E].length,"token")}.`,Se=l?`Layer ${I}, ${s[I][X]}.`:"",Me=`Query ${U(r[E],
B)}, the marked row. Top keys:`,_e=we(et,a[E]),Le=nt.length>0&&L()?xe(nt,a[E]):"";tt(r.length>1?Ae:"",Se,Le,Me,{heard:_e})}}}
var ar=ne(It("Attention, head by head",Vn),$e);export{ar as default};
