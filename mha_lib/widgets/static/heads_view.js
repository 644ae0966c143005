// Made by `make widgets` from js/src; edit there.
function Mt(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function h(e,t={},...n){let o=document.createElement(e);return Mt(o,t,n),o}function G(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return Mt(o,t,n),o}function P(e,t){e.textContent!==t&&(e.textContent=t)}function _t(e,t){
new ResizeObserver(([{contentRect:n}])=>t(Math.round(n.width))).observe(e)}function Lt(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(x=>{let m=Array.from({length:s},()=>h("td")),g=h("th",{scope:"\
row"},x),$=h("div");return{row:h("tr",{},g,...m,h("td",{"aria-hidden":"true"},$)),cells:m,bar:$}}),a=t.map(x=>h("th",{scope:"\
col"},x)),i=h("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(x=>h("span",{},x)));let c=t.
length>0?[h("tr",{},...a,i)]:[],l=r.map(({row:x})=>x);return{node:h("table",{class:"mha-bar-table"},h("caption",{},e),...c,
...l),rows:l,draw:(x,m)=>{r.forEach(({cells:g,bar:$},f)=>{for(let[p,u]of g.entries())P(u,x[f][p]);$.style.width=`${100*m[f]}\
%`})}}}function H(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var Le="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Te=Ot([153,153,153]),Ne=Ct(Le.split(" ").map(Oe)),Tt=new Map,Nt=new WeakMap;function Ot([e,t,n]){return 255<<24|n<<16|
t<<8|e}function Oe(e){return[0,2,4].map(t=>Number.parseInt(e.slice(t,t+2),16))}function Ct(e){return Array.from({length:256},
(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),e.length-2),[r,a]=[e[s],e[s+1]];return Ot(r.map((i,c)=>Math.round(
i+(a[c]-i)*(o-s))))})}function Ce(e){let{backgroundColor:t,color:n}=getComputedStyle(e),o=`${t} ${n}`,s=Tt.get(o);if(s)return s;
let[r,a]=[t,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Ct([r,a].map(c=>c.slice(0,3)));return Tt.set(o,i),i}function mt(e){
for(let t of e.querySelectorAll("canvas"))Nt.get(t)?.()}function et(e,t,n,o,s){let[r,a]=[t.length,t[0].length],i=t.map(l=>Float32Array.
from(l)),c=()=>{if(!e.isConnected)return;let l=n==="signed"?Ne:Ce(e);(e.width!==a||e.height!==r)&&(e.width=a,e.height=r);
let d=e.getContext("2d"),y=d.createImageData(a,r),x=new Uint32Array(y.data.buffer);for(let m=0,g=0;m<r;m++)for(let $=0;$<
a;$++,g++){let f=Math.floor(256*((i[m][$]-o)/(s-o))),p=l[Math.min(255,Math.max(0,f))];x[g]=Number.isNaN(f)?Te:p}d.putImageData(
y,0,0)};Nt.set(e,c),c()}function Rt(e){let t,n=0,o=()=>{let r=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(
o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??
void 0,o()},stop:s}}function It(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=Re(e);o.append(r);let i=Rt(r),c,l=()=>c&&
i.start(c.draw);c=t(r,n,s,l),Object.assign(r,{stateForTests:c.stateForTests}),mt(r),l();let d=Ie(n,c.observes,l);return()=>{
d(),i.stop(),a()}}}}function Re(e){let t=h("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;t.dataset.theme=c?"dark":"light",mt(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function Ie(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var Y=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function O(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var Pe=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function j(e,t,n=!0){
e.addEventListener("keydown",o=>{let[s,r]=Pe.get(o.key)??[0,0];!s&&!(r&&n)||(o.preventDefault(),t(s,r,o))})}function Ht(e,t){
e.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),t(n.key==="End",n))})}function Bt(e,t,n,o){
let s=r=>{r>=0&&r<o()&&r!==n.get("query")&&O(n,{query:r})};for(let r of t)r.onPoint(([a])=>s(a));j(e,r=>s(n.get("query")+
r),!1)}function Ft(e){let t=h("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign(
(...s)=>{s.forEach((r,a)=>{let i=typeof r=="string"?r:r.heard;n[a]||(n[a]=h("span",{"aria-atomic":"true",class:r!==i&&"m\
ha-screen-reader"}),t.append(n[a]," ")),P(n[a],i)})},{node:t})}function gt({label:e,max:t,show:n=String,change:o}){let s=h(
"output",{"aria-live":"off"}),r=h("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(c,l=t)=>{let d=n(c);r.max=
String(l),r.value=String(c),P(s,d),r.getAttribute("aria-valuetext")!==d&&r.setAttribute("aria-valuetext",d)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:h("div",{class:"mha-control"},h("span",{},e,s),
r),set:a}}var Pt=0;function ct({label:e,options:t,change:n}){Pt+=1;let o=`mha-choice-${Pt}-${Math.random().toString(36).
slice(2)}`,s=h("fieldset",{class:"mha-choice"},h("legend",{},e)),r=t.map(({value:i,text:c})=>{let l=h("input",{type:"rad\
io",name:o,value:i});return l.addEventListener("change",()=>n(i)),s.append(h("label",{},l,c)),l});return{node:s,set:i=>{
t.forEach((c,l)=>{r[l].checked=c.value===i})}}}function Xt({label:e,options:t,change:n}){let o=h("div",{"aria-hidden":"t\
rue"}),s=t.map((l,d)=>h("option",{value:d},l)),r=h("select",{"aria-label":e},...s),a=h("div",{class:"mha-menu"},o,r),i=h(
"div",{class:"mha-control mha-picker"},h("span",{},e),a),c=l=>{r.value=String(l),P(o,t[l])};return r.addEventListener("c\
hange",()=>{c(Number(r.value)),n(Number(r.value))}),{node:i,set:c}}function Wt(...e){let t=h("div",{class:"mha-scroll"},
...e),n=()=>{let s=t.scrollLeft,r=t.scrollWidth-t.clientWidth-s;t.classList.toggle("mha-before",s>1),t.classList.toggle(
"mha-after",r>1),H(t,{before:`${s}px`,after:`${r}px`})};t.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(
n);for(let s of[t,...t.children])o.observe(s);return t}function it(e,t){let n=h("button",{type:"button"},e);return n.addEventListener(
"click",t),n}function T(e){return Array.from({length:e},(t,n)=>n)}function lt(e){let t=0;for(let n of e)t+=n;return t}var V=e=>lt(e)/e.length;function W(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var U=e=>T(e.length).sort((t,n)=>e[n]-e[t]),He=1e-9;function nt(e){let t=W(e);return T(e.length).filter(n=>t-e[n]<=He*Math.
abs(t))}function pt(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function z(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?pt(e,
3):e.toExponential(1).replaceAll("-","−")}function Dt(e){return e>=.995?"1":pt(e).slice(1)}var q=(e,t)=>`“${e[t]}” (${t})`;function bt(e,t,n,o){let s=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${e}, ${z(t)}, on ${s} keys`}var Be=3;
function wt(e,t,n,o=""){let s=nt(e);if(s.length===0)return`${o}nothing`;let r=e[s[0]],a=s.length>1;return s.length>Be||a&&
s.length===e.length?bt(n,r,s.length,e.length):`${o}${Fe(s.map(t))} with ${z(r)}${a?" each":""}`}function ut(e,t){return`${e} ${t}${e===1?"":"s"}`}function Fe(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}function jt(e){let t=atob(e),n=new Uint8Array(t.length);for(let o=0;o<t.length;o++)n[o]=t.charCodeAt(o);return n}var Xe=6e4;function We({shape:[e,t,n,o],type:s,data:r}){let a=jt(r),i=s==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),d=>d/Xe),c=T(e*t*n).map(d=>i.subarray(d*o,(d+1)*o)),l=(d,y)=>T(n).map(x=>c[(d*t+y)*n+x]);
return T(e).map(d=>T(t).map(y=>l(d,y)))}function Ut(e){let t=[];return n=>(t[n]??=We(e[n]),t[n])}var Q="layer and head",
ot=["previous","next","first","same word","broad"];function De(e){let t=e.filter(s=>s>0);if(t.length<2)return Number.NaN;
let n=lt(t),o=0;for(let s of t)o-=s/n*Math.log(s/n);return o/Math.log(t.length)}function qt(e,t,n){let o=t.length===n.length&&
t.every((l,d)=>l===n[d]),s=t.length-1,r=t.map((l,d)=>T(n.length).filter(y=>n[y]===l&&!(o&&d===y))),[a,i]=o?[e.slice(1),e.
slice(0,s)]:[[],[]],c=T(e.length).filter(l=>r[l].length>0);return{previous:V(a.map((l,d)=>l[d])),next:V(i.map((l,d)=>l[d+
1])),first:V((o?a:e).map(l=>l[0])),"same word":V(c.map(l=>lt(r[l].map(d=>e[l][d])))),broad:V(e.map(De).filter(l=>!Number.
isNaN(l)))}}function Kt(e){return U(e.map(t=>Number.isNaN(t)?Number.NEGATIVE_INFINITY:t))}function Gt(e,t){let n=Math.ceil(
Math.max(e.length,e[0].length)/t);if(n===1)return e;let o=Math.ceil(e[0].length/n);return T(Math.ceil(e.length/n)).map(s=>{
let r=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of e.slice(s*n,(s+1)*n))for(let i=0;i<a.length;i++){let c=Math.
floor(i/n);a[i]>r[c]&&(r[c]=a[i])}return r})}var[je,Ue,qe]=[11,6,60],Ke=8,Ge=32;function xt(e,t){let n=W(e.map(o=>o.length));return Math.min(qe,Ue*(n+1))+je*Math.max(
e.length,t.length)}function yt(e,t,n){let o=h("canvas",{"aria-hidden":"true"}),s=h("div",{class:"mha-mark",hidden:!0}),r=h(
"div",{class:"mha-framed"}),a=h("div",{class:"mha-picture"},o,s,r),[i,c]=["mha-rows","mha-cols"].map(f=>h("div",{class:f,
"aria-hidden":"true"})),l=h("div",{},i,a,c),d=h("figcaption",{},e),y=h("figure",{class:"mha-map"},d,l),x={rows:t,columns:n},
m=0,g=()=>{y.classList.toggle("mha-crowded",m<xt(x.rows,x.columns))},$=(f,p)=>{x={rows:f,columns:p},a.style.aspectRatio=
`${p.length} / ${f.length}`;let u=Math.max(f.length,p.length)<=Ge,b=k=>u?k.map(v=>h("span",{},v)):[];i.replaceChildren(...b(
f)),c.replaceChildren(...b(p)),g()};return $(t,n),_t(d,f=>{m=f,g()}),{node:y,body:l,picture:a,label:$,draw:(f,p,u,b)=>et(
o,f,p,u,b),mark(f){s.hidden=!1,s.style.top=`${100*f/x.rows.length}%`,s.style.height=`${100/x.rows.length}%`},frame(f){let{
rows:p,columns:u}=x;r.replaceChildren(...f.map(({top:b,left:k,height:v,width:w,kind:A})=>{let M=h("div",{class:A});return M.
style.inset=[b,u.length-k-w,p.length-b-v,k].map((_,S)=>`${100*_/(S%2?u:p).length}%`).join(" "),M}))},onPoint(f,p=!0){let u=({
clientX:b,clientY:k})=>{let{rows:v,columns:w}=x,{left:A,top:M,width:_,height:S}=a.getBoundingClientRect(),N=Math.floor((k-
M)/S*v.length),L=Math.floor((b-A)/_*w.length);N in v&&L in w&&f([N,L])};p&&a.addEventListener("pointermove",u),a.addEventListener(
"pointerdown",u)}}}function K(e,t){e.style.setProperty("--mha-hue",t<Ke?`var(--mha-head-${t})`:"initial")}function Yt(e,t,n,o){
let s=h("canvas",{"aria-hidden":"true"});et(s,[T(64).map(c=>c/63)],e,0,1);let[r,a,i]=[t,n,o].map(c=>h("span",{},c));return h(
"div",{class:"mha-bar"},r,s,a,i)}var dt=e=>Object.keys(e);function zt(e,t){let n=Object.entries(t).map(([o,s])=>[o,String(s)]);return`${e}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Qt(e){let t=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(e),[,n,o,s]=t??[];return n===
void 0?null:{name:n,className:o,query:s}}function Jt(e,t,n){let o=c=>({values:null,wrong:c});if(e.length>2e3)return o("i\
t is longer than 2000 characters");let s=[...new URLSearchParams(e)],r=s.find(([c])=>!Object.hasOwn(t,c));if(r)return o(
`nothing here is called “${Vt(r[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(t)){
let d=s.filter(([x])=>x===c).map(([,x])=>x);if(d.length===0)return o(`${c} is missing`);if(d.length>1)return o(`${c} is \
given ${Ye(d.length)}`);let y=l(d[0],i);if(y===void 0)return o(`${c} cannot be “${Vt(d[0])}”`);a[c]=y}return{values:a,
wrong:""}}var Ye=e=>e===2?"twice":`${e} times`;function Vt(e){let t=[...e];return t.length>40?`${t.slice(0,40).join("")}\
…`:e}function Ve(e){let t=Number(e);return Number.isFinite(t)&&String(t)===e?t:void 0}function J(e,t,n=0){let o=Ve(e);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<t?o:void 0}function Zt(e,t){let n=e===""?[]:e.split(",").map(o=>J(o,t));
return n.includes(void 0)?void 0:n}var $t=(e,t)=>t.find(n=>String(n)===e);var rt="open",ze=["pointerdown","wheel","touchstart","keydown","hashchange"],Qe=120,Je=99,Ze=["","localhost","127.0.0.1",
"[::1]"];function ee(e,t,n=()=>({})){let o=dt(t);return{...e,choices:t,settle:n,render:r=>{let{model:a,el:i,link:c}=r;if(!c)
return e.render(r);let l=()=>Y(a,...o),d=l(),y=()=>tn(i,c,t,a.get),x=y();x?.values&&O(a,x.values);let m=e.render({...r,openedByLink:!!x?.
values}),g=i.querySelector(".mha"),$=on(g),f=rn(g,()=>zt(c,{...l(),...n(a.get),...$.get()})),p=({values:b,folds:k,wrong:v})=>{
let w=v||$.findError(k);O(a,w?d:b),$.open(w?[]:k),f.clear(),f.refuse(w),nn(i)},u=()=>{let b=y();b&&p(b)};x?p(x):document.
addEventListener("DOMContentLoaded",u,{once:!0}),addEventListener("hashchange",u);for(let b of o)a.on(`change:${b}`,f.clear);
return()=>{for(let b of o)a.off(`change:${b}`,f.clear);document.removeEventListener("DOMContentLoaded",u),removeEventListener(
"hashchange",u),m()}}}}function tn(e,t,n,o){let s=Qt(location.hash);if(s?.name!==t)return s&&en(s,e)?{values:null,folds:[],
wrong:`it shows another ${s.className}`}:null;let r=!new URLSearchParams(s.query).has(rt),a={...n,[rt]:y=>Zt(y,Je)},{values:i,
wrong:c}=Jt(s.query,r?n:a,o),{[rt]:l=[],...d}=i??{};return{values:i&&d,folds:l,wrong:c}}function en({name:e,className:t},n){
if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),s=[...o].map(r=>r.dataset.
mhaLink??"");return s.includes(e)?!1:o[s.findIndex(r=>r.startsWith(`${t}-`))]===n}function nn(e){let t=e.closest("detail\
s");for(;t;)t.open=!0,t=t.parentElement?.closest("details")??null;e.id=location.hash.slice(1);let[n,o]=[Qe,Number.NaN],s=()=>{
let a=e.getBoundingClientRect().top+scrollY;a!==o&&e.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(s)};s();let r=()=>{
n=0};for(let a of ze)addEventListener(a,r,{once:!0,capture:!0,passive:!0})}function on(e){let t=[...e.querySelectorAll("\
details")];return{get(){let n=t.flatMap((o,s)=>o.open?[s]:[]);return n.length>0?{[rt]:n}:{}},findError:n=>n.some(o=>!t[o])?
`${rt} cannot be “${n}”`:"",open(n){t.forEach((o,s)=>{o.open=n.includes(s)})}}}function rn(e,t){let n=h("p",{class:"\
mha-refused",role:"status"}),o=h("output"),s,r=()=>{s?.remove(),o.textContent=n.textContent=""},i=h("div",{class:"mha-li\
nk"},it("Copy link to this",async()=>{r();let l=`#${t()}`,d=location.href.split("#")[0]+l;if(await sn(d)){o.append("Copi\
ed.",...te(l));return}s=h("input",{type:"text",readonly:!0,"aria-label":"link to this"}),s.value=d,i.append(s),s.select(),
o.append("The browser does not allow copying: copy the link from this field.",...te(l))}),o);return e.prepend(n),e.append(
i),{clear:r,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function te(e){if(!Ze.includes(location.
hostname))return[];let t=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${t} Others can open `,h("a",{href:n.href+e},"the same page online"),"."]:[`${t} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function sn(e){try{return await navigator.clipboard.writeText(
e),!0}catch{return!1}}var an=48,ne=3;function oe(e,t){let n=e[0].length,o=e.flatMap((g,$)=>g.map((f,p)=>{let u=h("canvas",{"aria-hidden":"true"}),
b=h("span"),k=h("button",{type:"button",role:"radio"},u,b);return k.addEventListener("click",()=>t($,p)),{layer:$,head:p,
title:f,canvas:u,value:b,button:k}})),s=h("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});H(s,{heads:n});
let[r,a]=[n,e.length].map(g=>T(g).map($=>h("span",{class:"mha-number","aria-hidden":"true"},String($)))),i=h("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=Wt(s),l=T(o.length),d=0,y={isSorted:!1,measures:[]},x=[],m=()=>{o.forEach(({
layer:g,title:$,button:f},p)=>{let u=x.includes(p),b=`layer ${g}, ${$}${u?", off":""}`;f.title=b,f.setAttribute("aria-la\
bel",y.isSorted?`${b}, ${y.measures[p]}`:b),f.classList.toggle("mha-off",u)})};return j(s,(g,$)=>{let f=o[l[0]].button.offsetTop,
p=l.filter(w=>o[w].button.offsetTop===f).length,u=l.indexOf(d)+g*p+$;if(!(u in l))return;let{layer:b,head:k,button:v}=o[l[u]];
t(b,k),v.focus()}),{node:c,*paint(g,$){for(let{layer:f,head:p,canvas:u}of o)et(u,Gt(g[f][p],an),...$),yield},sort(g,$=[],f=Dt){
l=g??T(o.length),s.classList.toggle("mha-sorted",g!==void 0);let p=o.map((v,w)=>Number.isNaN($[w])?"–":f($[w]??0));o.forEach(
({layer:v,head:w,value:A},M)=>{P(A,g?`${v}.${w}
${p[M]}`:"")}),y={isSorted:g!==void 0,measures:p},m();let u=l.map(v=>o[v].button),b=a.map((v,w)=>[v,...u.slice(w*n,(w+1)*
n)]),k=u.find(v=>v===document.activeElement);s.replaceChildren(...g?u:[i,...r,...b.flat()]),k?.focus({preventScroll:!0})},
crossOut(g){x=g,m()},reveal(){let g=c.getBoundingClientRect(),{top:$,bottom:f}=o[d].button.getBoundingClientRect(),[p,u]=[
$-ne-g.top,f+ne-g.bottom];p<0?c.scrollTop+=p:u>0&&(c.scrollTop+=u)},choose(g,$){d=g*n+$,o.forEach(({button:f},p)=>{f.setAttribute(
"aria-checked",String(p===d)),f.tabIndex=p===d?0:-1})}}}var re=9,cn=8,ln=5,[pn,ce]=[4,3],un=12,[dn,fn]=[5,2.5],[hn,se]=[12,9];function mn(e){let t=0;return e.map(({y:n},o)=>(o>
0&&n>e[o-1].y+1&&(t+=1),t))}function ae({x:e,width:t},n){let o=n>1?Math.min(pn,Math.max(0,t-2*ce)/(n-1)):0;return T(n).map(
s=>e+t/2+(s-(n-1)/2)*o)}function gn(e,t){let n=0,o=e.map(({width:r},a)=>{let i=n+(a>0?ln:0)+r/2;return n=i+r/2,i}),s=Math.
min(1,(t-re-cn)/n);return o.map(r=>re+s*r)}function bn(e,t,n,o){let s=t.x<e.x?-1:1,r=Math.min(un,n-o,Math.abs(t.x-e.x)/2),
[a,i]=[e,t].map(({x:y,open:x},m)=>x?y:y+(m===0?s:-s)*r),c=e.open?"":`${e.x} ${n}V${o+r}Q${e.x} ${o} `,l=t.open?"":`Q${t.
x} ${o} ${t.x} ${o+r}V${n}`,d={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:d}}function ie(e,t,n,o,s){
let r=mn(t),a=({position:p})=>Math.abs(p-n),i=[...e].sort((p,u)=>a(p)-a(u)||p.weight-u.weight),c=({position:p})=>Math.sign(
p-n),[l,d,y]=[-1,0,1].map(p=>i.filter(u=>c(u)===p)),x=new Map,m=[...l,...y.toReversed()],g=ae(t[n],m.length),$=new Map(m.
map((p,u)=>[p,g[u]]));for(let p of new Set(m.map(u=>u.position))){let u=i.filter(k=>k.position===p),b=ae(t[p],u.length);
p<n&&b.reverse(),u.forEach((k,v)=>{x.set(k,{near:$.get(k)??0,far:b[v]})})}d.forEach((p,u)=>{let b=t[n].x+t[n].width/2,k=Math.
min(dn+fn*u,t[n].width/2-ce);x.set(p,{near:b-k,far:b+k})});let f=new Map(e.map(p=>[p,[]]));for(let p of[l,d,y])for(let u of new Set(
r)){let b=p.filter(({position:w})=>{let[A,M]=[r[n],r[w]].sort((_,S)=>_-S);return A<=u&&u<=M}),k=gn(b,s),v=t[r.indexOf(u)].
y;b.forEach((w,A)=>{let{near:M,far:_}=x.get(w),[S,N]=[u===r[n],u===r[w.position]],[L,R]=[0,o],F=c(w)<0,D=bn({x:S?M:F?R:L,
open:!S},{x:N?_:F?L:R,open:!N},v,v-k[A]);f.get(w)?.push({row:u,...D})})}return e.map(p=>{let u=f.get(p)??[],b=u.map(w=>w.
d).join(""),v=[...new Set([r[p.position],r[n]])].flatMap(w=>u.filter(A=>A.row===w).map(({top:A})=>A));return{d:b,tops:v}})}
function le({low:e,high:t,y:n},o,s){let r=(e+t)/2,a=Math.max(0,(t-e-o)/2);for(let i=0;se*Math.ceil(i/2)<=a;i++){let c=r+
se*Math.ceil(i/2)*(i%2?-1:1);if(s.every(d=>Math.abs(d.x-c)>=(d.width+o)/2||Math.abs(d.y-n)>=hn))return{x:c,y:n}}return null}var wn=e=>e<" "?String.fromCharCode(9216+e.charCodeAt(0)):e===""?"␣":"�";function kt(e){return e.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,wn).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var xn=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function pe(e){return(e.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=xn.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:kt(n)}).join(", ")}var[yn,$n]=[6,.1],[ue,kn]=[1.5,6.5],En=.4,[vn,An]=[38,84],Sn=.3,[Mn,_n]=[5,7],Ln=16,Et=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),fe=e=>ct({label:"arcs",options:[...Et].map(([t,n])=>({value:t,text:n})),change:e}),Tn=e=>Math.
min(Ln,e.length-1-e.lastIndexOf(`
`)),he=e=>U(e).slice(0,yn).filter(t=>e[t]>=$n);function Nn(e,t,n){let[o,s]=[e.x+e.width/2-n.x,e.y-n.y],[r,a]=[t.x+t.width/
2-n.x,t.y-n.y];if(e===t)return`M${o-5} ${s}C${o-11} ${s-18} ${o+11} ${s-18} ${o+5} ${s}`;if(t.y>e.y+e.height/2){let l=(s+
e.height+a)/2;return`M${o} ${s+e.height}C${o} ${l} ${r} ${l} ${r} ${a}`}if(t.y>=e.y-1){let l=s-Math.min(26,9+.09*Math.abs(
o-r));return`M${o} ${s}C${o} ${l} ${r} ${l} ${r} ${a}`}let i=a+t.height,c=(s+i)/2;return`M${o} ${s}C${o} ${c} ${r} ${c} ${r}\
 ${i}`}var me=(e,t=!0)=>(ue+(kn-ue)*e)*(t?1:En);function On(e,t,n){let o=({head:m,chosen:g})=>g||m===t,s=e.flatMap(m=>he(
m.row).map(g=>{let $=m.row[g];return{head:m.head,position:g,weight:$,width:me($,o(m))}})),r=n(s).map((m,g)=>({...s[g],...m})),
a=s.some(({head:m})=>m===t),i=({head:m,chosen:g})=>m===t?2:g?1:0,c=[...e].sort((m,g)=>i(m)-i(g)),l=(m,...g)=>{let f=G("g",
{class:a&&m!==t?"mha-dim":"","data-head":m},...g);return K(f,m),f},d=c.map(m=>{let $=r.filter(({head:p})=>p===m.head).map(
({d:p,width:u,position:b})=>G("path",{class:m.chosen?"":"mha-other",d:p,"stroke-width":u,"data-position":b})),f=l(m.head,
...$);return f.classList.toggle("mha-dropped",m.off??!1),f});if(e.length===1)return d;let y=[],x=c.toReversed().flatMap(
m=>{let $=r.filter(({head:p})=>p===m.head).filter(({weight:p})=>p>=Sn||m.head===t),f=Mn+_n*String(m.head).length;return $.
flatMap(({tops:p})=>p.flatMap(u=>{let b=le(u,f,y);return b?(y.push({...b,width:f}),l(m.head,G("text",b,String(m.head)))):
[]}))});return[...d,...x]}var de=e=>e.length>1?An:vn;function ge(e,t,n=!0){let o=G("svg",{"aria-hidden":"true",class:n?"":
"mha-lanes"}),s=h("div"),r=h("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and\
 End choose one"},s,o),a=[],i=[],c=[],l=-1,d="",y=f=>{let p=t(),u=a.map(S=>S.getBoundingClientRect()),{x:b,y:k,width:v}=u[p],
w=u.map((S,N)=>({i:N,box:S})).filter(({box:S})=>(S.y-k)*f>1);if(w.length===0)return p;let A=w.at(f>0?0:-1)?.box.y,M=S=>Math.
abs(S.x+S.width/2-b-v/2);return w.filter(({box:S})=>S.y===A).sort((S,N)=>M(S.box)-M(N.box))[0].i};j(r,(f,p)=>e(p?t()+p:y(
f))),Ht(r,f=>e(f?a.length-1:0));let x=f=>{let p=a[t()].getBoundingClientRect();return he(i).map(u=>{let b=u===t()?p:a[u].
getBoundingClientRect(),k=Nn(p,b,f);return G("path",{d:k,"stroke-width":me(i[u])})})},m=f=>{let p=a.map(u=>{let{x:b,y:k,
width:v,height:w}=u.getBoundingClientRect();return{x:b-f.x,y:k-f.y,width:v,height:w}});return On(c,l,u=>ie(u,p,t(),f.width,
de(c)))},g=()=>{if(a.length===0||!r.checkVisibility())return;let f=o.getBoundingClientRect();o.replaceChildren(...n?x(f):
m(f))};new ResizeObserver(g).observe(r);let $=f=>{let p=JSON.stringify(f);if(p===d)return;d=p,a=f.map((b,k)=>{let v=`${n?
pe(b):b}, position ${k}`,w=h("button",{type:"button",tabindex:-1,"aria-label":v});return w.textContent=n||!b.trim()?kt(b):
b,w.addEventListener("click",()=>e(k)),w});let u=[h("div")];a.forEach((b,k)=>{if(u[u.length-1].append(b),!f[k].includes(
`
`)||k+1===a.length)return;let v=h("div");H(v,{indent:Tn(f[k])}),u.push(v)}),s.replaceChildren(...u)};return{node:r,draw(f,p,u,b=[]){
$(f),i=p,c=b,o.classList.toggle("mha-dropped",n&&u),n||(H(r,{arcs:`${de(c)}px`}),K(r,c.find(k=>k.chosen)?.head??0)),a.forEach(
(k,v)=>{k.setAttribute("aria-pressed",String(v===t())),k.classList.toggle("mha-later",n&&v>t()),H(k,{fill:i[v]})}),g()},
point(f){l!==f&&(l=f,c.length>1&&g())}}}var At=3,Cn=5e-4,vt=5;function be(e,t){let n=e.map(({title:r,row:a,what:i,chosen:c})=>({title:r,chosen:c,top:wt(a,l=>q(t,
l),i)}));if(e.length===1)return`${n[0].top}.`;if(n.every(({top:r})=>r===n[0].top))return`in every picture, ${n[0].top}.`;
let s=[...n.filter(({chosen:r})=>r),...n.filter(({chosen:r})=>!r)].slice(0,vt).map(({title:r,top:a})=>`${r}, ${a}`);return n.
length>vt&&s.push(`and ${n.length-vt} more in the table`),`${s.join("; ")}.`}function we(e,t){let n=e.map(a=>nt(a)[0]).filter(
a=>a!==void 0),o=t.map((a,i)=>n.filter(c=>c===i).length),r=U(o).filter(a=>o[a]>0).map(a=>`${o[a]} to ${q(t,a)}`);return`\
Of ${ut(e.length,"head")}, most weight: ${r.join(", ")}.`}function Rn({row:e,what:t},n){let o=t==="difference"?e.map(Math.
abs):e,s=nt(o);if(s.length===0)return{positions:[],words:"NaN"};let r=s.length>1&&s.length===e.length;if(t!=="difference"&&
(r||s.length>At)){let c=bt(t,e[s[0]],s.length,e.length),l=r?c:`${c}: ${s.map(d=>n[d]).join(", ")}`;return{positions:[],words:l}}
return{positions:U(o).slice(0,At).filter(c=>t==="score"||o[c]>=Cn),words:"less than 0.001 on every key"}}function In(e,t,n="\
mha-screen-reader"){let{positions:o,words:s}=Rn(e,t);return o.length===0?[h("td",{colspan:At},s)]:o.map(r=>{let i=t.indexOf(
t[r])!==t.lastIndexOf(t[r])?[h("span",{class:n},` (${r})`)]:[];return h("td",{},t[r],...i,` ${z(e.row[r])}`)})}function St(e,t){
let n=h("table",{class:"mha-keys","aria-label":"top keys"}),o=[],s=({title:a,row:i,what:c,chosen:l},d,y)=>{let x=h("span",
{class:"mha-swatch","aria-hidden":"true"}),m=wt(i,$=>q(e,$),c),g=h("button",{type:"button","aria-pressed":String(l),"ari\
a-description":m},x,a);return g.tabIndex=l?0:-1,g.addEventListener("click",()=>y.choose(d)),g},r=a=>{let i=o.indexOf(document.
activeElement),c=a.length>1?t:void 0;o=c?a.map((d,y)=>s(d,y,c)):[];let l=a.map((d,y)=>{let x=h("th",{scope:"row"},o[y]??
d.title),m=h("tr",{class:d.chosen&&"mha-chosen"});return o[y]&&K(m,y),m.append(x,...In(d,e)),m});n.replaceChildren(...l),
o[i]?.focus({preventScroll:!0})};return t&&Pn(n,()=>o,t),{node:n,draw:r}}function Pn(e,t,{choose:n,point:o}){let[s,r]=[-1,
-1],a=()=>o(s>=0?s:r),i=c=>{let l=c instanceof Element?c.closest("tr"):null;return l&&t().length>0?[...e.rows].indexOf(l):
-1};e.addEventListener("pointerover",({target:c})=>{s=i(c),a()}),e.addEventListener("pointerleave",()=>{s=-1,a()}),e.addEventListener(
"focusin",({target:c})=>{r=c instanceof Element&&c.matches(":focus-visible")?i(c):-1,a()}),e.addEventListener("focusout",
()=>{r=-1,a()}),e.addEventListener("click",({target:c})=>{let l=c instanceof Element&&c.closest("button"),d=i(c);d>=0&&!l&&
n(d)}),j(e,c=>t()[i(document.activeElement)+c]?.focus({preventScroll:!1}),!1)}var Hn=210,Bn=16,Fn=64,Xn=32,xe={text:(e,t)=>J(e,t("tokens").length),query:(e,t)=>J(e,t("tokens")[t("text")].length),head:(e,t)=>J(
e,t("titles")[0].length,-1),layer:(e,t)=>J(e,t("titles").length),sort:(e,t)=>$t(e,t("kind")==="weights"?[Q,...ot]:[Q]),arcs:e=>$t(
e,[...Et.keys()])},Wn="Means over the queries: the weight on the token before, on the next token, on the first token (fr\
om all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal \
weights.",Dn="One matrix. nn.MultiheadAttention gives the mean of its heads, unless it is called with average_attn_weigh\
ts=False.";function jn(e,t,n){if(n==="weights")return["weights",0,1];let o=T(t).flatMap(r=>e(r).flat(2)),s=W(o.map(r=>W(
r.map(Math.abs))))||1;return["signed",-s,s]}function Un({tokens:e,key_tokens:t,titles:n},o,s,r){let a=n[0].map((m,g)=>it(
"",()=>r(g))),i=a.map(m=>yt(m,[],[])),l={class:"mha-grid mha-button-maps",role:"group",tabindex:0,"aria-label":"heads; a\
rrow up and down choose the query"};i.forEach((m,g)=>{K(m.node,g)});let d=h("div",l,...i.map(m=>m.node)),y=e.map((m,g)=>xt(
m,t[g])).filter(m=>m<=Hn);H(d,{"min-map-width":`${W([0,...y])}px`});let x="";return{node:d,group:d,maps:i,label(m){for(let g of i)
g.label(e[m],t[m])},*draw(m,g,$){let f=i.map((p,u)=>u===$);if(i.forEach(({node:p},u)=>{a[u].setAttribute("aria-pressed",
String(f[u])),p.classList.toggle("mha-large",f[u])}),x!==`${m} ${g}`){x="";for(let[p,u]of n[g].entries())P(a[p],u),a[p].
setAttribute("aria-label",`enlarge ${u}`),i[p].node.setAttribute("aria-label",u),i[p].draw(o(m)[g][p],...s),yield;x=`${m}\
 ${g}`}}}}function qn(e){let t=h("p",{class:"mha-strip","aria-hidden":"true"});return t.addEventListener("click",({target:n})=>{
let o=[...t.children].indexOf(n);o>=0&&e(o)}),{node:t,label(n){t.replaceChildren(...n.flatMap(o=>[h("span",{},o)," "]))},
draw(n,o){let s=W(n)||1;for(let[r,a]of[...t.children].entries())a.style.setProperty("--mha-fill",`${45*n[r]/s}%`),a.classList.
toggle("mha-query-token",r===o)}}}function Kn({tokens:e,key_tokens:t,titles:n,kind:o},s,r,a){let i=oe(n,(w,A)=>O(a,{layer:w,
head:A})),c=o==="weights",l=ct({label:"order",options:[Q,...ot].map(w=>({value:w,text:w})),change:w=>O(a,{sort:w})}),d=h(
"p",{class:"mha-note"},"Under each head: layer.head, and its measure."),y=h("span"),x=yt(y,[],[]),m=h("div",{role:"group",
tabindex:0},x.node),g=Lt("This head",[],[...ot]),$=h("div",{},i.node,m),f=h("div",{class:"mha-gallery"},$);if(c){let w=h(
"details",{class:"mha-more"},h("summary",{},"what is measured"));w.append(Wn),f.prepend(l.node,d),$.append(h("div",{},g.
node,w))}let p=e.map(()=>n.map(()=>[])),u=(w,A,M)=>{let _=p[w][A];return _[M]??=qt(s(w)[A][M],e[w],t[w]),_[M]},b=-1,k="",
v="";return{node:f,group:m,maps:[x],label:w=>x.label(e[w],t[w]),*draw(w,A,M){let _=a.get("sort");if(l.set(_),d.hidden=_===
Q,v!==`${w} ${_}`){let L=n.flatMap((F,D)=>F.map((ft,st)=>[D,st])),R=[];for(let[F,D]of c&&_!==Q?L:[])R.push(u(w,F,D)[_]),
yield;R.length>0?i.sort(Kt(R),R):i.sort(),v=`${w} ${_}`,yield}if(b!==w&&(b=-1,yield*i.paint(s(w),r),b=w),k===`${w} ${A} ${M}`||
(k=`${w} ${A} ${M}`,i.choose(A,M),P(y,`layer ${A}, ${n[A][M]}`),m.setAttribute("aria-label",`${y.textContent}; arrow up \
and down choose the query`),x.draw(s(w)[A][M],...r),!c))return;let S=ot.map(L=>u(w,A,M)[L]),N=S.map(L=>[Number.isNaN(L)?
"–":pt(L)]);g.draw(N,S.map(L=>L||0))}}}function Gn(e,t){let n=Y(t,"matrices","kind","titles","tokens","key_tokens"),{kind:o,
titles:s,tokens:r,key_tokens:a}=n,i=Ut(n.matrices),c=jn(i,r.length,o),l=s.flat().length>Bn,d=()=>r[t.get("text")],y=E=>r[E].
length-1,x=o==="scores"?"score":"weight",m=Xt({label:"text",options:r.map(E=>E.join(" ")),change:E=>O(t,{text:E,query:Math.
min(t.get("query"),y(E))})}),g=gt({label:"query",max:y(0),show:E=>q(d(),E),change:E=>O(t,{query:E})}),$=gt({label:"layer",
max:s.length-1,change:E=>O(t,{layer:E})}),p=l?Kn(n,i,c,t):Un(n,i,c,E=>O(t,{head:t.get("head")===E?-1:E})),u=St([]),b=h("\
div",{class:"mha-controls"});r.length>1&&b.append(m.node),b.append(g.node),s.length>1&&!l&&b.append($.node);let[k,...v]=c,
[w,A]=o==="weights"?["0","1"]:v.map(z),M=Yt(k,w,A,`${o}, one scale for all`);e.append(b,p.node,M);let _=()=>d().join(`
`)===a[t.get("text")].join(`
`),S=qn(E=>{_()&&O(t,{query:E})}),N=ge(E=>{E>=0&&E<d().length&&O(t,{query:E})},()=>st,!1),L=()=>_()&&d().length<=Fn,R=fe(
E=>O(t,{arcs:E})),F={choose:E=>O(t,{head:E}),point:N.point};l&&o==="weights"&&e.append(N.node,R.node,S.node);let D=Ft(e);
e.append(u.node),s.every(E=>E.join()==="head 0")&&e.append(h("p",{class:"mha-note"},Dn)),Bt(p.group,p.maps,t,()=>d().length);
let ft=-1,st=0;return{observes:dt(xe),stateForTests:()=>{let{text:E,layer:I}=Y(t,"text","layer");return{matrices:i(E)[I].
map(X=>X.map(B=>[...B]))}},*draw(){let{text:E,layer:I}=Y(t,"text","layer"),X=l?Math.max(0,t.get("head")):t.get("head"),B=Math.
min(t.get("query"),y(E));if(ft!==E){p.label(E),S.label(a[E]);let C=St(a[E],l?F:void 0);u.node.replaceWith(C.node),u=C,m.
set(E),ft=E,yield}g.set(B,y(E)),$.set(I);for(let C of p.maps)C.mark(B);yield*p.draw(E,I,X);let Z=(l?[X]:T(s[I].length)).
map(C=>({title:s[I][C],row:i(E)[I][C][B],what:x,chosen:C===X&&!l}));st=B,N.node.hidden=!L(),R.node.hidden=!L(),S.node.hidden=
L(),R.set(t.get("arcs"));let tt=t.get("arcs")==="layer"?i(E)[I].map(C=>C[B]):[],ht=tt.map((C,at)=>({head:at,row:C,chosen:at===
X})),ye={head:X,row:Z[0].row,chosen:!0},$e=ht.length>0?ht:[ye],ke=l&&L()&&tt.length>1&&tt.length<=Xn;u.draw(ke?ht.map(({
row:C,chosen:at},_e)=>({title:s[I][_e],row:C,what:x,chosen:at})):Z),L()?N.draw(d(),Z[0].row,!1,$e):S.draw(Z[0].row,_()?B:
-1);let Ee=`Text ${E+1} of ${r.length}, ${ut(r[E].length,"token")}.`,ve=l?`Layer ${I}, ${s[I][X]}.`:"",Ae=`Query ${q(r[E],
B)}, the marked row. Top keys:`,Se=be(Z,a[E]),Me=tt.length>0&&L()?we(tt,a[E]):"";D(r.length>1?Ee:"",ve,Me,Ae,{heard:Se})}}}
var rr=ee(It("Attention, head by head",Gn),xe);export{rr as default};
