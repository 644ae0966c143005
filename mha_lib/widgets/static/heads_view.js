// Made by `make widgets` from js/src; edit there.
function kt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function p(t,e={},...n){let o=document.createElement(t);return kt(o,e,n),o}function pt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return kt(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}function At(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Et(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(d=>{let w=Array.from({length:r},()=>p("td")),m=p("th",{scope:"\
row"},d),y=p("div");return{row:p("tr",{},m,...w,p("td",{"aria-hidden":"true"},y)),cells:w,bar:y}}),a=e.map(d=>p("th",{scope:"\
col"},d)),c=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(d=>p("span",{},d)));let i=e.
length>0?[p("tr",{},...a,c)]:[],l=s.map(({row:d})=>d);return{node:p("table",{class:"mha-bar-table"},p("caption",{},t),...i,
...l),rows:l,draw:(d,w)=>{s.forEach(({cells:m,bar:y},h)=>{for(let[f,g]of m.entries())R(g,d[h][f]);y.style.width=`${100*w[h]}\
%`})}}}function H(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var he="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var fe=_t([153,153,153]),ge=Mt(he.split(" ").map(be)),vt=new Map,St=new WeakMap;function _t([t,e,n]){return 255<<24|n<<16|
e<<8|t}function be(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Mt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return _t(s.map((c,i)=>Math.round(
c+(a[i]-c)*(o-r))))})}function we(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=vt.get(o);if(r)return r;
let[s,a]=[e,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=Mt([s,a].map(i=>i.slice(0,3)));return vt.set(o,c),c}function ut(t){
for(let e of t.querySelectorAll("canvas"))St.get(e)?.()}function V(t,e,n,o,r){let[s,a]=[e.length,e[0].length],c=e.map(l=>Float32Array.
from(l)),i=()=>{if(!t.isConnected)return;let l=n==="signed"?ge:we(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),b=u.createImageData(a,s),d=new Uint32Array(b.data.buffer);for(let w=0,m=0;w<s;w++)for(let y=0;y<
a;y++,m++){let h=Math.floor(256*((c[w][y]-o)/(r-o))),f=l[Math.min(255,Math.max(0,h))];d[m]=Number.isNaN(h)?fe:f}u.putImageData(
b,0,0)};St.set(t,i),i()}function Nt(t){let e,n=0,o=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??
void 0,o()},stop:r}}function Tt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=ye(t);o.append(s);let c=Nt(s),i,l=()=>i&&
c.start(i.draw);i=e(s,n,r,l),Object.assign(s,{stateForTests:i.stateForTests}),ut(s),l();let u=xe(n,i.observes,l);return()=>{
u(),c.stop(),a()}}}}function ye(t){let e=p("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;e.dataset.theme=i?"dark":"light",ut(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function xe(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var j=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function T(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var $e=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Q(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=$e.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Lt(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ot(t,e,n,o){
let r=s=>{s>=0&&s<o()&&s!==n.get("query")&&T(n,{query:s})};for(let s of e)s.onPoint(([a])=>r(a));Q(t,s=>r(n.get("query")+
s),!1)}function Rt(t){let e=p("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign(
(...r)=>{r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==c&&"m\
ha-screen-reader"}),e.append(n[a]," ")),R(n[a],c)})},{node:e})}function dt({label:t,max:e,show:n=String,change:o}){let r=p(
"output",{"aria-live":"off"}),s=p("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),a=(i,l=e)=>{let u=n(i);s.max=
String(l),s.value=String(i),R(r,u),s.getAttribute("aria-valuetext")!==u&&s.setAttribute("aria-valuetext",u)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:p("div",{class:"mha-control"},p("span",{},t,r),
s),set:a}}var Ct=0;function nt({label:t,options:e,change:n}){Ct+=1;let o=`mha-choice-${Ct}-${Math.random().toString(36).
slice(2)}`,r=p("fieldset",{class:"mha-choice"},p("legend",{},t)),s=e.map(({value:c,text:i})=>{let l=p("input",{type:"rad\
io",name:o,value:c});return l.addEventListener("change",()=>n(c)),r.append(p("label",{},l,i)),l});return{node:r,set:c=>{
e.forEach((i,l)=>{s[l].checked=i.value===c})}}}function It({label:t,options:e,change:n}){let o=p("div",{"aria-hidden":"t\
rue"}),r=e.map((l,u)=>p("option",{value:u},l)),s=p("select",{"aria-label":t},...r),a=p("div",{class:"mha-menu"},o,s),c=p(
"div",{class:"mha-control mha-picker"},p("span",{},t),a),i=l=>{s.value=String(l),R(o,e[l])};return s.addEventListener("c\
hange",()=>{i(Number(s.value)),n(Number(s.value))}),{node:c,set:i}}function Ht(...t){let e=p("div",{class:"mha-scroll"},
...t),n=()=>{let r=e.scrollLeft,s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle(
"mha-after",s>1),H(e,{before:`${r}px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(
n);for(let r of[e,...e.children])o.observe(r);return e}function ot(t,e){let n=p("button",{type:"button"},t);return n.addEventListener(
"click",e),n}function M(t){return Array.from({length:t},(e,n)=>n)}function rt(t){let e=0;for(let n of t)e+=n;return e}var U=t=>rt(t)/t.length;function W(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var P=t=>M(t.length).sort((e,n)=>t[n]-t[e]),ke=1e-9;function J(t){let e=W(t);return M(t.length).filter(n=>e-t[n]<=ke*Math.
abs(e))}function st(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function q(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?st(t,
3):t.toExponential(1).replaceAll("-","−")}function Bt(t){return t>=.995?"1":st(t).slice(1)}var Y=(t,e)=>`“${t[e]}” (${e})`;function mt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${q(e)}, on ${r} keys`}var Ae=3;
function Ft(t,e,n,o=""){let r=J(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>Ae||a&&
r.length===t.length?mt(n,s,r.length,t.length):`${o}${Ee(r.map(e))} with ${q(s)}${a?" each":""}`}function at(t,e){return`${t} ${e}${t===1?"":"s"}`}function Ee(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Wt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}var ve=6e4;function Se({shape:[t,e,n,o],type:r,data:s}){let a=Wt(s),c=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/ve),i=M(t*e*n).map(u=>c.subarray(u*o,(u+1)*o)),l=(u,b)=>M(n).map(d=>i[(u*e+b)*n+d]);
return M(t).map(u=>M(e).map(b=>l(u,b)))}function Dt(t){let e=[];return n=>(e[n]??=Se(t[n]),e[n])}var K="layer and head",
Z=["previous","next","first","same word","broad"];function _e(t){let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;
let n=rt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function Pt(t,e,n){let o=e.length===n.length&&
e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>M(n.length).filter(b=>n[b]===l&&!(o&&u===b))),[a,c]=o?[t.slice(1),t.
slice(0,r)]:[[],[]],i=M(t.length).filter(l=>s[l].length>0);return{previous:U(a.map((l,u)=>l[u])),next:U(c.map((l,u)=>l[u+
1])),first:U((o?a:t).map(l=>l[0])),"same word":U(i.map(l=>rt(s[l].map(u=>t[l][u])))),broad:U(t.map(_e).filter(l=>!Number.
isNaN(l)))}}function Xt(t){return P(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function jt(t,e){let n=Math.ceil(
Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return M(Math.ceil(t.length/n)).map(r=>{
let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let c=0;c<a.length;c++){let i=Math.
floor(c/n);a[c]>s[i]&&(s[i]=a[c])}return s})}var[Me,Ne,Te]=[11,6,60],Ce=8,Le=32;function ht(t,e){let n=W(t.map(o=>o.length));return Math.min(Te,Ne*(n+1))+Me*Math.max(
t.length,e.length)}function ft(t,e,n){let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p(
"div",{class:"mha-framed"}),a=p("div",{class:"mha-picture"},o,r,s),[c,i]=["mha-rows","mha-cols"].map(h=>p("div",{class:h,
"aria-hidden":"true"})),l=p("div",{},c,a,i),u=p("figcaption",{},t),b=p("figure",{class:"mha-map"},u,l),d={rows:e,columns:n},
w=0,m=()=>{b.classList.toggle("mha-crowded",w<ht(d.rows,d.columns))},y=(h,f)=>{d={rows:h,columns:f},a.style.aspectRatio=
`${f.length} / ${h.length}`;let g=Math.max(h.length,f.length)<=Le,x=E=>g?E.map(v=>p("span",{},v)):[];c.replaceChildren(...x(
h)),i.replaceChildren(...x(f)),m()};return y(e,n),At(u,h=>{w=h,m()}),{node:b,body:l,picture:a,label:y,draw:(h,f,g,x)=>V(
o,h,f,g,x),mark(h){r.hidden=!1,r.style.top=`${100*h/d.rows.length}%`,r.style.height=`${100/d.rows.length}%`},frame(h){let{
rows:f,columns:g}=d;s.replaceChildren(...h.map(({top:x,left:E,height:v,width:$,kind:S})=>{let A=p("div",{class:S});return A.
style.inset=[x,g.length-E-$,f.length-x-v,E].map((_,C)=>`${100*_/(C%2?g:f).length}%`).join(" "),A}))},onPoint(h,f=!0){let g=({
clientX:x,clientY:E})=>{let{rows:v,columns:$}=d,{left:S,top:A,width:_,height:C}=a.getBoundingClientRect(),B=Math.floor((E-
A)/C*v.length),N=Math.floor((x-S)/_*$.length);B in v&&N in $&&h([B,N])};f&&a.addEventListener("pointermove",g),a.addEventListener(
"pointerdown",g)}}}function Ut(t,e){t.style.setProperty("--mha-hue",e<Ce?`var(--mha-head-${e})`:"initial")}function qt(t,e,n,o){
let r=p("canvas",{"aria-hidden":"true"});V(r,[M(64).map(i=>i/63)],t,0,1);let[s,a,c]=[e,n,o].map(i=>p("span",{},i));return p(
"div",{class:"mha-bar"},s,r,a,c)}var ct=t=>Object.keys(t);function Kt(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Gt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function zt(t,e,n){let o=i=>({values:null,wrong:i});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([i])=>!Object.hasOwn(e,i));if(s)return o(
`nothing here is called “${Yt(s[0])}”`);let a={},c=i=>Object.hasOwn(a,i)?a[i]:n(i);for(let[i,l]of Object.entries(e)){
let u=r.filter(([d])=>d===i).map(([,d])=>d);if(u.length===0)return o(`${i} is missing`);if(u.length>1)return o(`${i} is \
given ${Oe(u.length)}`);let b=l(u[0],c);if(b===void 0)return o(`${i} cannot be “${Yt(u[0])}”`);a[i]=b}return{values:a,
wrong:""}}var Oe=t=>t===2?"twice":`${t} times`;function Yt(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Re(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function G(t,e,n=0){let o=Re(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Vt(t,e){let n=t===""?[]:t.split(",").map(o=>G(o,e));
return n.includes(void 0)?void 0:n}var gt=(t,e)=>e.find(n=>String(n)===t);var tt="open",Ie=["pointerdown","wheel","touchstart","keydown","hashchange"],He=120,Be=99,Fe=["","localhost","127.0.0.1",
"[::1]"];function Jt(t,e,n=()=>({})){let o=ct(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:c,link:i}=s;if(!i)
return t.render(s);let l=()=>j(a,...o),u=l(),b=()=>We(c,i,e,a.get),d=b();d?.values&&T(a,d.values);let w=t.render({...s,openedByLink:!!d?.
values}),m=c.querySelector(".mha"),y=Xe(m),h=je(m,()=>Kt(i,{...l(),...n(a.get),...y.get()})),f=({values:x,folds:E,wrong:v})=>{
let $=v||y.findError(E);T(a,$?u:x),y.open($?[]:E),h.clear(),h.refuse($),Pe(c)},g=()=>{let x=b();x&&f(x)};d?f(d):document.
addEventListener("DOMContentLoaded",g,{once:!0}),addEventListener("hashchange",g);for(let x of o)a.on(`change:${x}`,h.clear);
return()=>{for(let x of o)a.off(`change:${x}`,h.clear);document.removeEventListener("DOMContentLoaded",g),removeEventListener(
"hashchange",g),w()}}}}function We(t,e,n,o){let r=Gt(location.hash);if(r?.name!==e)return r&&De(r,t)?{values:null,folds:[],
wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(tt),a={...n,[tt]:b=>Vt(b,Be)},{values:c,
wrong:i}=zt(r.query,s?n:a,o),{[tt]:l=[],...u}=c??{};return{values:c&&u,folds:l,wrong:i}}function De({name:t,className:e},n){
if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[...o].map(s=>s.dataset.
mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Pe(t){let e=t.closest("detail\
s");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[n,o]=[He,Number.NaN],r=()=>{
let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(r)};r();let s=()=>{
n=0};for(let a of Ie)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Xe(t){let e=[...t.querySelectorAll("\
details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[tt]:n}:{}},findError:n=>n.some(o=>!e[o])?
`${tt} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function je(t,e){let n=p("p",{class:"\
mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},c=p("div",{class:"mha-li\
nk"},ot("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Ue(u)){o.append("Copi\
ed.",...Qt(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,c.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Qt(l))}),o);return t.prepend(n),t.append(
c),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Qt(t){if(!Fe.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,p("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Ue(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var qe=48;function Zt(t,e){let n=t[0].length,o=t.flatMap((b,d)=>b.map((w,m)=>{let y=p("canvas",{"aria-hidden":"true"}),h=p(
"span"),f={type:"button",role:"radio",title:`layer ${d}, ${w}`},g=p("button",f,y,h);return g.addEventListener("click",()=>e(
d,m)),{layer:d,head:m,title:w,canvas:y,value:h,button:g}})),r=p("div",{class:"mha-overview",role:"radiogroup","aria-labe\
l":"heads"});H(r,{heads:n});let[s,a]=[n,t.length].map(b=>M(b).map(d=>p("span",{class:"mha-number","aria-hidden":"true"},
String(d)))),c=p("span",{class:"mha-number","aria-hidden":"true"},"layer"),i=Ht(r),l=M(o.length),u=0;return Q(r,(b,d)=>{
let w=o[l[0]].button.offsetTop,m=l.filter(x=>o[x].button.offsetTop===w).length,y=l.indexOf(u)+b*m+d;if(!(y in l))return;
let{layer:h,head:f,button:g}=o[l[y]];e(h,f),g.focus()}),{node:i,*paint(b,d){for(let{layer:w,head:m,canvas:y}of o)V(y,jt(
b[w][m],qe),...d),yield},sort(b,d=[]){l=b??M(o.length),r.classList.toggle("mha-sorted",b!==void 0),o.forEach(({layer:y,head:h,
title:f,value:g,button:x},E)=>{let v=Number.isNaN(d[E])?"–":Bt(d[E]??0);R(g,b?`${y}.${h}
${v}`:"");let $=`layer ${y}, ${f}`;x.setAttribute("aria-label",b?`${$}, ${v}`:$)});let w=l.map(y=>o[y].button),m=a.map((y,h)=>[
y,...w.slice(h*n,(h+1)*n)]);r.replaceChildren(...b?w:[c,...s,...m.flat()])},choose(b,d){u=b*n+d,o.forEach(({button:w},m)=>{
w.setAttribute("aria-checked",String(m===u)),w.tabIndex=m===u?0:-1})}}}var Ye=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function bt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Ye).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Ke=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function te(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Ke.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:bt(n)}).join(", ")}var[Ge,ze]=[6,.1],[ee,Ve]=[1.5,6.5],Qe=.4,Je=2,Ze=16,wt=new Map([["head","this head"],["layer","all heads of its layer"]]),
ne=t=>nt({label:"arcs",options:[...wt].map(([e,n])=>({value:e,text:n})),change:t}),tn=t=>Math.min(Ze,t.length-1-t.lastIndexOf(
`
`)),en=t=>P(t).slice(0,Ge).filter(e=>t[e]>=ze);function nn(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,c]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+c)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${c}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${c}`}let i=c+e.height,l=(s+i)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${i}`}function oe(t,e,n=!0){let o=pt("svg",{"aria-hidden":"true"}),r=p("div"),s=p("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],c=[],i=[],l="",u=m=>{
let y=e(),h=a.map(A=>A.getBoundingClientRect()),{x:f,y:g,width:x}=h[y],E=h.map((A,_)=>({i:_,box:A})).filter(({box:A})=>(A.
y-g)*m>1);if(E.length===0)return y;let v=E.at(m>0?0:-1)?.box.y,$=A=>Math.abs(A.x+A.width/2-f-x/2);return E.filter(({box:A})=>A.
y===v).sort((A,_)=>$(A.box)-$(_.box))[0].i};Q(s,(m,y)=>t(y?e()+y:u(m))),Lt(s,m=>t(m?a.length-1:0));let b=()=>{if(a.length===
0||!s.checkVisibility())return;let m=o.getBoundingClientRect(),y=a[e()].getBoundingClientRect(),h=new Map,f=(x,E)=>en(x).
map(v=>{let $=v===e()?y:a[v].getBoundingClientRect(),S=h.get(v)??0;h.set(v,S+1);let A=ee+(Ve-ee)*x[v];return pt("path",{
class:E?"mha-other":"",d:nn(y,$,m,Je*S),"stroke-width":A*(E?Qe:1)})}),g=f(c,!1);o.replaceChildren(...i.flatMap(x=>f(x,!0)),
...g)};new ResizeObserver(b).observe(s);let d=m=>{let y=JSON.stringify(m);if(y===l)return;l=y,a=m.map((f,g)=>{let x=`${n?
te(f):f}, position ${g}`,E=p("button",{type:"button",tabindex:-1,"aria-label":x});return E.textContent=n||!f.trim()?bt(f):
f,E.addEventListener("click",()=>t(g)),E});let h=[p("div")];a.forEach((f,g)=>{if(h[h.length-1].append(f),!m[g].includes(
`
`)||g+1===a.length)return;let x=p("div");H(x,{indent:tn(m[g])}),h.push(x)}),r.replaceChildren(...h)};return{node:s,draw:(m,y,h,f=[])=>{
d(m),c=y,i=f,s.classList.toggle("mha-dropped",h),a.forEach((g,x)=>{g.setAttribute("aria-pressed",String(x===e())),g.classList.
toggle("mha-later",n&&x>e()),H(g,{fill:c[x]})}),b()}}}var xt=3,on=5e-4,yt=5;function re(t,e){let n=t.map(({title:s,row:a,what:c,chosen:i})=>({title:s,chosen:i,top:Ft(a,l=>Y(e,
l),c)}));if(t.length===1)return`${n[0].top}.`;if(n.every(({top:s})=>s===n[0].top))return`in every picture, ${n[0].top}.`;
let r=[...n.filter(({chosen:s})=>s),...n.filter(({chosen:s})=>!s)].slice(0,yt).map(({title:s,top:a})=>`${s}, ${a}`);return n.
length>yt&&r.push(`and ${n.length-yt} more in the table`),`${r.join("; ")}.`}function se(t,e){let n=t.map(a=>J(a)[0]).filter(
a=>a!==void 0),o=e.map((a,c)=>n.filter(i=>i===c).length),s=P(o).filter(a=>o[a]>0).map(a=>`${o[a]} to ${Y(e,a)}`);return`\
Of ${at(t.length,"head")}, most weight: ${s.join(", ")}.`}function rn({row:t,what:e},n){let o=e==="difference"?t.map(Math.
abs):t,r=J(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.length>1&&r.length===t.length;if(e!=="difference"&&
(s||r.length>xt)){let i=mt(e,t[r[0]],r.length,t.length),l=s?i:`${i}: ${r.map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}
return{positions:P(o).slice(0,xt).filter(i=>e==="score"||o[i]>=on),words:"less than 0.001 on every key"}}function $t(t){
let e=t.map(s=>t.indexOf(s)!==t.lastIndexOf(s)),n=p("table",{class:"mha-keys","aria-label":"top keys"}),o=s=>{let{positions:a,
words:c}=rn(s,t);return a.length===0?[p("td",{colspan:xt},c)]:a.map(i=>{let l=e[i]?[p("span",{class:"mha-screen-reader"},
` (${i})`)]:[];return p("td",{},t[i],...l,` ${q(s.row[i])}`)})};return{node:n,draw:s=>{let a=s.map(c=>{let i=p("th",{scope:"\
row"},c.title);return p("tr",{class:c.chosen&&"mha-chosen"},i,...o(c))});n.replaceChildren(...a)}}}var sn=210,an=16,cn=64,ae={text:(t,e)=>G(t,e("tokens").length),query:(t,e)=>G(t,e("tokens")[e("text")].length),head:(t,e)=>G(
t,e("titles")[0].length,-1),layer:(t,e)=>G(t,e("titles").length),sort:(t,e)=>gt(t,e("kind")==="weights"?[K,...Z]:[K]),arcs:t=>gt(
t,[...wt.keys()])},ln="Means over the queries: the weight on the token before, on the next token, on the first token (fr\
om all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal \
weights.",pn="One matrix. nn.MultiheadAttention gives the mean of its heads, unless it is called with average_attn_weigh\
ts=False.";function un(t,e,n){if(n==="weights")return["weights",0,1];let o=M(e).flatMap(s=>t(s).flat(2)),r=W(o.map(s=>W(
s.map(Math.abs))))||1;return["signed",-r,r]}function dn({tokens:t,key_tokens:e,titles:n},o,r,s){let a=n[0].map((w,m)=>ot(
"",()=>s(m))),c=a.map(w=>ft(w,[],[])),l={class:"mha-grid mha-button-maps",role:"group",tabindex:0,"aria-label":"heads; a\
rrow up and down choose the query"};c.forEach((w,m)=>{Ut(w.node,m)});let u=p("div",l,...c.map(w=>w.node)),b=t.map((w,m)=>ht(
w,e[m])).filter(w=>w<=sn);H(u,{"min-map-width":`${W([0,...b])}px`});let d="";return{node:u,group:u,maps:c,label(w){for(let m of c)
m.label(t[w],e[w])},*draw(w,m,y){let h=c.map((f,g)=>g===y);if(c.forEach(({node:f},g)=>{a[g].setAttribute("aria-pressed",
String(h[g])),f.classList.toggle("mha-large",h[g])}),d!==`${w} ${m}`){d="";for(let[f,g]of n[m].entries())R(a[f],g),a[f].
setAttribute("aria-label",`enlarge ${g}`),c[f].node.setAttribute("aria-label",g),c[f].draw(o(w)[m][f],...r),yield;d=`${w}\
 ${m}`}}}}function mn(t){let e=p("p",{class:"mha-strip","aria-hidden":"true"});return e.addEventListener("click",({target:n})=>{
let o=[...e.children].indexOf(n);o>=0&&t(o)}),{node:e,label(n){e.replaceChildren(...n.flatMap(o=>[p("span",{},o)," "]))},
draw(n,o){let r=W(n)||1;for(let[s,a]of[...e.children].entries())a.style.setProperty("--mha-fill",`${45*n[s]/r}%`),a.classList.
toggle("mha-query-token",s===o)}}}function hn({tokens:t,key_tokens:e,titles:n,kind:o},r,s,a){let c=Zt(n,($,S)=>T(a,{layer:$,
head:S})),i=o==="weights",l=nt({label:"order",options:[K,...Z].map($=>({value:$,text:$})),change:$=>T(a,{sort:$})}),u=p(
"p",{class:"mha-note"},"Under each head: layer.head, and its measure."),b=p("span"),d=ft(b,[],[]),w=p("div",{role:"group",
tabindex:0},d.node),m=Et("This head",[],[...Z]),y=p("div",{},c.node,w),h=p("div",{class:"mha-gallery"},y);if(i){let $=p(
"details",{class:"mha-more"},p("summary",{},"what is measured"));$.append(ln),h.prepend(l.node,u),y.append(p("div",{},m.
node,$))}let f=t.map(()=>n.map(()=>[])),g=($,S,A)=>{let _=f[$][S];return _[A]??=Pt(r($)[S][A],t[$],e[$]),_[A]},x=-1,E="",
v="";return{node:h,group:w,maps:[d],label:$=>d.label(t[$],e[$]),*draw($,S,A){let _=a.get("sort");if(l.set(_),u.hidden=_===
K,v!==`${$} ${_}`){let N=n.flatMap((z,X)=>z.map((it,k)=>[X,k])),F=[];for(let[z,X]of i&&_!==K?N:[])F.push(g($,z,X)[_]),yield;
F.length>0?c.sort(Xt(F),F):c.sort(),v=`${$} ${_}`,yield}if(x!==$&&(x=-1,yield*c.paint(r($),s),x=$),E===`${$} ${S} ${A}`||
(E=`${$} ${S} ${A}`,c.choose(S,A),R(b,`layer ${S}, ${n[S][A]}`),w.setAttribute("aria-label",`${b.textContent}; arrow up \
and down choose the query`),d.draw(r($)[S][A],...s),!i))return;let C=Z.map(N=>g($,S,A)[N]),B=C.map(N=>[Number.isNaN(N)?"\
–":st(N)]);m.draw(B,C.map(N=>N||0))}}}function fn(t,e){let n=j(e,"matrices","kind","titles","tokens","key_tokens"),{kind:o,
titles:r,tokens:s,key_tokens:a}=n,c=Dt(n.matrices),i=un(c,s.length,o),l=r.flat().length>an,u=()=>s[e.get("text")],b=k=>s[k].
length-1,d=o==="scores"?"score":"weight",w=It({label:"text",options:s.map(k=>k.join(" ")),change:k=>T(e,{text:k,query:Math.
min(e.get("query"),b(k))})}),m=dt({label:"query",max:b(0),show:k=>Y(u(),k),change:k=>T(e,{query:k})}),y=dt({label:"layer",
max:r.length-1,change:k=>T(e,{layer:k})}),f=l?hn(n,c,i,e):dn(n,c,i,k=>T(e,{head:e.get("head")===k?-1:k})),g=$t([]),x=p("\
div",{class:"mha-controls"});s.length>1&&x.append(w.node),x.append(m.node),r.length>1&&!l&&x.append(y.node);let[E,...v]=i,
[$,S]=o==="weights"?["0","1"]:v.map(q),A=qt(E,$,S,`${o}, one scale for all`);t.append(x,f.node,A);let _=()=>u().join(`
`)===a[e.get("text")].join(`
`),C=mn(k=>{_()&&T(e,{query:k})}),B=oe(k=>{k>=0&&k<u().length&&T(e,{query:k})},()=>it,!1),N=()=>_()&&u().length<=cn,F=ne(
k=>T(e,{arcs:k}));l&&o==="weights"&&t.append(B.node,F.node,C.node);let z=Rt(t);t.append(g.node),r.every(k=>k.join()==="h\
ead 0")&&t.append(p("p",{class:"mha-note"},pn)),Ot(f.group,f.maps,e,()=>u().length);let X=-1,it=0;return{observes:ct(ae),
stateForTests:()=>{let{text:k,layer:O}=j(e,"text","layer");return{matrices:c(k)[O].map(D=>D.map(I=>[...I]))}},*draw(){let{
text:k,layer:O}=j(e,"text","layer"),D=l?Math.max(0,e.get("head")):e.get("head"),I=Math.min(e.get("query"),b(k));if(X!==k){
f.label(k),C.label(a[k]);let L=$t(a[k]);g.node.replaceWith(L.node),g=L,w.set(k),X=k,yield}m.set(I,b(k)),y.set(O);for(let L of f.
maps)L.mark(I);yield*f.draw(k,O,D);let et=(l?[D]:M(r[O].length)).map(L=>({title:r[O][L],row:c(k)[O][L][I],what:d,chosen:L===
D&&!l}));g.draw(et),it=I,B.node.hidden=!N(),F.node.hidden=!N(),C.node.hidden=N(),F.set(e.get("arcs"));let lt=e.get("arcs")===
"layer"?c(k)[O].map(L=>L[I]):[],ce=lt.filter((L,me)=>me!==D);N()?B.draw(u(),et[0].row,!1,ce):C.draw(et[0].row,_()?I:-1);
let ie=`Text ${k+1} of ${s.length}, ${at(s[k].length,"token")}.`,le=l?`Layer ${O}, ${r[O][D]}.`:"",pe=`Query ${Y(s[k],I)}\
, the marked row. Top keys:`,ue=re(et,a[k]),de=lt.length>0&&N()?se(lt,a[k]):"";z(s.length>1?ie:"",le,de,pe,{heard:ue})}}}
var xo=Jt(Tt("Attention, head by head",fn),ae);export{xo as default};
