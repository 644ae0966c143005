// Made by `make widgets` from js/src; edit there.
function be(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return be(o,e,n),o}function it(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return be(o,e,n),o}function C(t,e){t.textContent!==e&&(t.textContent=e)}function ye(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function xe(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(w=>{let h=Array.from({length:r},()=>f("td")),y=f("th",{scope:"\
row"},w),x=f("div");return{row:f("tr",{},y,...h,f("td",{"aria-hidden":"true"},x)),cells:h,bar:x}}),a=e.map(w=>f("th",{scope:"\
col"},w)),l=f("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});l.append(...o.map(w=>f("span",{},w)));let c=e.
length>0?[f("tr",{},...a,l)]:[],i=s.map(({row:w})=>w);return{node:f("table",{class:"mha-bar-table"},f("caption",{},t),...c,
...i),rows:i,draw:(w,h)=>{s.forEach(({cells:y,bar:x},p)=>{for(let[d,g]of y.entries())C(g,w[p][d]);x.style.width=`${100*h[p]}\
%`})}}}function K(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Kn="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Yn=Se([153,153,153]),zn=ke(Kn.split(" ").map(Gn)),$e=new Map,Ee=new WeakMap;function Se([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Gn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function ke(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Se(s.map((l,c)=>Math.round(
l+(a[c]-l)*(o-r))))})}function Vn(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=$e.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),l=ke([s,a].map(c=>c.slice(0,3)));return $e.set(o,l),l}function Dt(t){
for(let e of t.querySelectorAll("canvas"))Ee.get(e)?.()}function mt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],l=e.map(i=>Float32Array.
from(i)),c=()=>{if(!t.isConnected)return;let i=n==="signed"?zn:Vn(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),b=u.createImageData(a,s),w=new Uint32Array(b.data.buffer);for(let h=0,y=0;h<s;h++)for(let x=0;x<
a;x++,y++){let p=Math.floor(256*((l[h][x]-o)/(r-o))),d=i[Math.min(255,Math.max(0,p))];w[y]=Number.isNaN(p)?Yn:d}u.putImageData(
b,0,0)};Ee.set(t,c),c()}function ve(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Ae(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Me(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Jn(t);o.append(s);let l=Ae(s),c,i=()=>c&&
l.start(c.draw);c=e(s,n,r,i),Object.assign(s,{stateForTests:c.stateForTests}),Dt(s),i();let u=Qn(n,c.observes,i);return()=>{
u(),l.stop(),a()}}}}function Jn(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,l=document.body.dataset.jpThemeLight,c=a?a==="dark":l?l==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",Dt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Qn(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Oe=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function I(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Zn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function tt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Zn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Ne(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Te(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let l=typeof s=="string"?s:s.heard;n[a]||(n[a]=f("span",{"aria-atomic":"true",class:s!==l&&"mha-screen\
-reader"}),e.append(n[a]," ")),C(n[a],l)})},{node:e})}var _e=0;function At({label:t,options:e,change:n}){_e+=1;let o=`mha-choice-${_e}-${Math.random().toString(36).slice(2)}`,
r=f("fieldset",{class:"mha-choice"},f("legend",{},t)),s=e.map(({value:l,text:c})=>{let i=f("input",{type:"radio",name:o,
value:l});return i.addEventListener("change",()=>n(l)),r.append(f("label",{},i,c)),i});return{node:r,set:l=>{e.forEach((c,i)=>{
s[i].checked=c.value===l})}}}function Le({label:t,options:e,change:n}){let o=f("div",{"aria-hidden":"true"}),r=e.map((i,u)=>f(
"option",{value:u},i)),s=f("select",{"aria-label":t},...r),a=f("div",{class:"mha-menu"},o,s),l=f("div",{class:"mha-contr\
ol mha-picker"},f("span",{},t),a),c=i=>{s.value=String(i),C(o,e[i])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:l,set:c}}function Ce(...t){let e=f("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),K(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function V(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function Re({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?f("\
textarea",{rows:e,...s}):f("input",{type:"text",size:e,...s}),l=f("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),i=h=>{C(l,h),a.setAttribute("aria-invalid",String(h!==""))};a.addEventListener("input",()=>{let h=c();
i(o(h)),l.textContent||r(h)});let u=f("div",{class:"mha-text-input"},f("label",{},`${t} `,a),l),b="";return{node:u,input:a,
set:h=>{let x=(n?h===b:document.activeElement===a)&&l.textContent!=="";b=h;let p=n?h.replace(/\r\n?/g,`
`):h;x||c()===p||(a.value=p,i(""))},complain:i}}function T(t){return Array.from({length:t},(e,n)=>n)}function lt(t){let e=0;for(let n of t)e+=n;return e}var et=t=>lt(t)/t.length;function Mt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function Ot(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var st=t=>T(t.length).sort((e,n)=>t[n]-t[e]),to=1e-9;function at(t){let e=Ot(t);return T(t.length).filter(n=>e-t[n]<=to*
Math.abs(e))}function Ie(t,e,n=[]){let o=Ot(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function gt(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function ut(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?gt(t,
3):t.toExponential(1).replaceAll("-","−")}var eo=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function He(t){return t>=
.995?"1":gt(t).slice(1)}function _t(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Fe(t){
return t===0||t>=.995?eo(t):_t(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Bt=t=>t.toLocaleString("en-US"),
Pe={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function We(t,e=1e3){let n=Pe[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Bt(Math.round(o)):_t(o,3)} ${Pe[e][Math.max(0,n)]}`}var Y=(t,e)=>`“${t[e]}” (${e})`;function Nt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Xt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${ut(e)}, on ${r} keys`}var no=3;
function wt(t,e,n,o=""){let r=at(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>no||a&&
r.length===t.length?Xt(n,s,r.length,t.length):`${o}${oo(r.map(e))} with ${ut(s)}${a?" each":""}`}function De(t,e){return`${t} ${e}${t===1?"":"s"}`}function oo(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Ut(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Bt(
n)} characters; the limit is ${Bt(e)}.`}function Tt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Be(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(l=>e+l);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[l,c]=s(a);return new Int8Array(
t,l,c-l)}}}var ro=6e4;function Xe({shape:[t,e,n,o],type:r,data:s}){let a=Tt(s),l=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/ro),c=T(t*e*n).map(u=>l.subarray(u*o,(u+1)*o)),i=(u,b)=>T(n).map(w=>c[(u*e+b)*n+w]);
return T(t).map(u=>T(e).map(b=>i(u,b)))}var X="layer and head",jt=["previous","next","first","same word","broad"];function qt(t,e=!0){return`${t==="same word"&&
e?"No word occurs twice here":`No token here has the measure “${t}”`}, so the heads are in the order of ${X}.`}function so(t){
let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;let n=lt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.
log(e.length)}function Ue(t,e,n){let o=e.length===n.length&&e.every((i,u)=>i===n[u]),r=e.length-1,s=e.map((i,u)=>T(n.length).
filter(b=>n[b]===i&&!(o&&u===b))),[a,l]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=T(t.length).filter(i=>s[i].length>0);return{
previous:et(a.map((i,u)=>i[u])),next:et(l.map((i,u)=>i[u+1])),first:et((o?a:t).map(i=>i[0])),"same word":et(c.map(i=>lt(
s[i].map(u=>t[i][u])))),broad:et(t.map(so).filter(i=>!Number.isNaN(i)))}}function je(t){return st(t.map(e=>Number.isNaN(
e)?Number.NEGATIVE_INFINITY:e))}function qe(t,e){let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.
ceil(t[0].length/n);return T(Math.ceil(t.length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.
slice(r*n,(r+1)*n))for(let l=0;l<a.length;l++){let c=Math.floor(l/n);a[l]>s[c]&&(s[c]=a[l])}return s})}var[ao,co,io]=[11,6,60],lo=8,uo=32;function fo(t,e){let n=Ot(t.map(o=>o.length));return Math.min(io,co*(n+1))+ao*Math.max(
t.length,e.length)}function Ke(t,e,n){let o=f("canvas",{"aria-hidden":"true"}),r=f("div",{class:"mha-mark",hidden:!0}),s=f(
"div",{class:"mha-framed"}),a=f("div",{class:"mha-picture"},o,r,s),[l,c]=["mha-rows","mha-cols"].map(p=>f("div",{class:p,
"aria-hidden":"true"})),i=f("div",{},l,a,c),u=f("figcaption",{},t),b=f("figure",{class:"mha-map"},u,i),w={rows:e,columns:n},
h=0,y=()=>{b.classList.toggle("mha-crowded",h<fo(w.rows,w.columns))},x=(p,d)=>{w={rows:p,columns:d},a.style.aspectRatio=
`${d.length} / ${p.length}`;let g=Math.max(p.length,d.length)<=uo,m=E=>g?E.map($=>f("span",{},$)):[];l.replaceChildren(...m(
p)),c.replaceChildren(...m(d)),y()};return x(e,n),ye(u,p=>{h=p,y()}),{node:b,body:i,picture:a,label:x,draw:(p,d,g,m)=>mt(
o,p,d,g,m),mark(p){r.hidden=!1,r.style.top=`${100*p/w.rows.length}%`,r.style.height=`${100/w.rows.length}%`},frame(p){let{
rows:d,columns:g}=w;s.replaceChildren(...p.map(({top:m,left:E,height:$,width:S,kind:A})=>{let _=f("div",{class:A});return _.
style.inset=[m,g.length-E-S,d.length-m-$,E].map((O,M)=>`${100*O/(M%2?g:d).length}%`).join(" "),_}))},onPoint(p,d=!0){let g=({
clientX:m,clientY:E})=>{let{rows:$,columns:S}=w,{left:A,top:_,width:O,height:M}=a.getBoundingClientRect(),N=Math.floor((E-
_)/M*$.length),P=Math.floor((m-A)/O*S.length);N in $&&P in S&&p([N,P])};d&&a.addEventListener("pointermove",g),a.addEventListener(
"pointerdown",g)}}}function bt(t,e){t.style.setProperty("--mha-hue",e<lo?`var(--mha-head-${e})`:"initial")}function Ye(t,e,n,o){
let r=f("canvas",{"aria-hidden":"true"});mt(r,[T(64).map(c=>c/63)],t,0,1);let[s,a,l]=[e,n,o].map(c=>f("span",{},c));return f(
"div",{class:"mha-bar"},s,r,a,l)}var yt=t=>Object.keys(t);function Ge(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Ve(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Je(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${ze(s[0])}”`);let a={},l=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,i]of Object.entries(e)){
let u=r.filter(([w])=>w===c).map(([,w])=>w);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${po(u.length)}`);let b=i(u[0],l);if(b===void 0)return o(`${c} cannot be “${ze(u[0])}”`);a[c]=b}return{values:a,
wrong:""}}var po=t=>t===2?"twice":`${t} times`;function ze(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function ho(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function Lt(t,e,n=0){let o=ho(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Ct(t,e){let n=t===""?[]:t.split(",").map(o=>Lt(o,e));
return n.includes(void 0)?void 0:n}var Kt=(t,e)=>e.find(n=>String(n)===t);var xt="open",mo=["pointerdown","wheel","touchstart","keydown","hashchange"],go=120,wo=99,bo=["","localhost","127.0.0.1",
"[::1]"];function Ze(t,e,n=()=>({})){let o=yt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:l,link:c}=s;if(!c)
return t.render(s);let i=()=>Oe(a,...o),u=i(),b=()=>yo(l,c,e,a.get),w=b();w?.values&&I(a,w.values);let h=t.render({...s,
openedByLink:!!w?.values}),y=l.querySelector(".mha"),x=Eo(y),p=So(y,()=>Ge(c,{...i(),...n(a.get),...x.get()})),d=({values:m,
folds:E,wrong:$})=>{let S=$||x.findError(E);I(a,S?u:m),x.open(S?[]:E),p.clear(),p.refuse(S),$o(l)},g=()=>{let m=b();m&&d(
m)};w?d(w):document.addEventListener("DOMContentLoaded",g,{once:!0}),addEventListener("hashchange",g);for(let m of o)a.on(
`change:${m}`,p.clear);return()=>{for(let m of o)a.off(`change:${m}`,p.clear);document.removeEventListener("DOMContentLo\
aded",g),removeEventListener("hashchange",g),h()}}}}function yo(t,e,n,o){let r=Ve(location.hash);if(r?.name!==e)return r&&
xo(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(xt),
a={...n,[xt]:b=>Ct(b,wo)},{values:l,wrong:c}=Je(r.query,s?n:a,o),{[xt]:i=[],...u}=l??{};return{values:l&&u,folds:i,wrong:c}}
function xo({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function $o(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[go,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of mo)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Eo(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[xt]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${xt} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function So(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},l=f("div",{class:"\
mha-link"},V("Copy link to this",async()=>{s();let i=`#${e()}`,u=location.href.split("#")[0]+i;if(await ko(u)){o.append(
"Copied.",...Qe(i));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,l.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Qe(i))}),o);return t.prepend(n),t.append(
l),{clear:s,refuse:i=>{n.textContent=i&&`The link does not fit this page: ${i}.`}}}function Qe(t){if(!bo.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function ko(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var tn=9,vo=8,Ao=5,[Mo,on]=[4,3],Oo=12,[_o,No]=[5,2.5],[To,en]=[12,9];function Lo(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function nn({x:t,width:e},n){let o=n>1?Math.min(Mo,Math.max(0,e-2*on)/(n-1)):0;return T(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Co(t,e){let n=0,o=t.map(({width:s},a)=>{let l=n+(a>0?Ao:0)+s/2;return n=l+s/2,l}),r=Math.
min(1,(e-tn-vo)/n);return o.map(s=>tn+r*s)}function Ro(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(Oo,n-o,Math.abs(e.x-t.x)/2),
[a,l]=[t,e].map(({x:b,open:w},h)=>w?b:b+(h===0?r:-r)*s),c=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,i=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(a,l),high:Math.max(a,l),y:o};return{d:`M${c}${a} ${o}H${l}${i}`,top:u}}function rn(t,e,n,o,r){
let s=Lo(e),a=({position:d})=>Math.abs(d-n),l=[...t].sort((d,g)=>a(d)-a(g)||d.weight-g.weight),c=({position:d})=>Math.sign(
d-n),[i,u,b]=[-1,0,1].map(d=>l.filter(g=>c(g)===d)),w=new Map,h=[...i,...b.toReversed()],y=nn(e[n],h.length),x=new Map(h.
map((d,g)=>[d,y[g]]));for(let d of new Set(h.map(g=>g.position))){let g=l.filter(E=>E.position===d),m=nn(e[d],g.length);
d<n&&m.reverse(),g.forEach((E,$)=>{w.set(E,{near:x.get(E)??0,far:m[$]})})}u.forEach((d,g)=>{let m=e[n].x+e[n].width/2,E=Math.
min(_o+No*g,e[n].width/2-on);w.set(d,{near:m-E,far:m+E})});let p=new Map(t.map(d=>[d,[]]));for(let d of[i,u,b])for(let g of new Set(
s)){let m=d.filter(({position:S})=>{let[A,_]=[s[n],s[S]].sort((O,M)=>O-M);return A<=g&&g<=_}),E=Co(m,r),$=e[s.indexOf(g)].
y;m.forEach((S,A)=>{let{near:_,far:O}=w.get(S),[M,N]=[g===s[n],g===s[S.position]],[P,W]=[0,o],D=c(S)<0,B=Ro({x:M?_:D?W:P,
open:!M},{x:N?O:D?P:W,open:!N},$,$-E[A]);p.get(S)?.push({row:g,...B})})}return t.map(d=>{let g=p.get(d)??[],m=g.map(S=>S.
d).join(""),$=[...new Set([s[d.position],s[n]])].flatMap(S=>g.filter(A=>A.row===S).map(({top:A})=>A));return{d:m,tops:$}})}
function sn({low:t,high:e,y:n},o,r){let s=(t+e)/2,a=Math.max(0,(e-t-o)/2);for(let l=0;en*Math.ceil(l/2)<=a;l++){let c=s+
en*Math.ceil(l/2)*(l%2?-1:1);if(r.every(u=>Math.abs(u.x-c)>=(u.width+o)/2||Math.abs(u.y-n)>=To))return{x:c,y:n}}return null}var Io=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Yt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Io).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Po=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function an(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Po.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Yt(n)}).join(", ")}var[Ho,Fo]=[6,.1],[cn,Wo]=[1.5,6.5],Do=.4,[Bo,Xo]=[38,84],Uo=.3,[jo,qo]=[5,7],Ko=16,zt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),un=t=>At({label:"arcs",options:[...zt].map(([e,n])=>({value:e,text:n})),change:t}),Yo=t=>Math.
min(Ko,t.length-1-t.lastIndexOf(`
`)),fn=t=>st(t).slice(0,Ho).filter(e=>t[e]>=Fo);function zo(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,a]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let i=(r+
t.height+a)/2;return`M${o} ${r+t.height}C${o} ${i} ${s} ${i} ${s} ${a}`}if(e.y>=t.y-1){let i=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${i} ${s} ${i} ${s} ${a}`}let l=a+e.height,c=(r+l)/2;return`M${o} ${r}C${o} ${c} ${s} ${c} ${s}\
 ${l}`}var dn=(t,e=!0)=>(cn+(Wo-cn)*t)*(e?1:Do);function Go(t,e,n){let o=({head:h,chosen:y})=>y||h===e,r=t.flatMap(h=>fn(
h.row).map(y=>{let x=h.row[y];return{head:h.head,position:y,weight:x,width:dn(x,o(h))}})),s=n(r).map((h,y)=>({...r[y],...h})),
a=r.some(({head:h})=>h===e),l=({head:h,chosen:y})=>h===e?2:y?1:0,c=[...t].sort((h,y)=>l(h)-l(y)),i=(h,...y)=>{let p=it("\
g",{class:a&&h!==e?"mha-dim":"","data-head":h},...y);return bt(p,h),p},u=c.map(h=>{let x=s.filter(({head:d})=>d===h.head).
map(({d,width:g,position:m})=>it("path",{class:h.chosen?"":"mha-other",d,"stroke-width":g,"data-position":m})),p=i(h.head,
...x);return p.classList.toggle("mha-dropped",h.off??!1),p});if(t.length===1)return u;let b=[],w=c.toReversed().flatMap(
h=>{let x=s.filter(({head:d})=>d===h.head).filter(({weight:d})=>d>=Uo||h.head===e),p=jo+qo*String(h.head).length;return x.
flatMap(({tops:d})=>d.flatMap(g=>{let m=sn(g,p,b);return m?(b.push({...m,width:p}),i(h.head,it("text",m,String(h.head)))):
[]}))});return[...u,...w]}var ln=t=>t.length>1?Xo:Bo;function pn(t,e,n=!0){let o=it("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=f("div"),s=f("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),a=[],l=[],c=[],i=-1,u="",b=p=>{let d=e(),g=a.map(M=>M.getBoundingClientRect()),{x:m,y:E,width:$}=g[d],
S=g.map((M,N)=>({i:N,box:M})).filter(({box:M})=>(M.y-E)*p>1);if(S.length===0)return d;let A=S.at(p>0?0:-1)?.box.y,_=M=>Math.
abs(M.x+M.width/2-m-$/2);return S.filter(({box:M})=>M.y===A).sort((M,N)=>_(M.box)-_(N.box))[0].i};tt(s,(p,d)=>t(d?e()+d:
b(p))),Ne(s,p=>t(p?a.length-1:0));let w=p=>{let d=a[e()].getBoundingClientRect();return fn(l).map(g=>{let m=g===e()?d:a[g].
getBoundingClientRect(),E=zo(d,m,p);return it("path",{d:E,"stroke-width":dn(l[g])})})},h=p=>{let d=a.map(g=>{let{x:m,y:E,
width:$,height:S}=g.getBoundingClientRect();return{x:m-p.x,y:E-p.y,width:$,height:S}});return Go(c,i,g=>rn(g,d,e(),p.width,
ln(c)))},y=()=>{if(a.length===0||!s.checkVisibility())return;let p=o.getBoundingClientRect();o.replaceChildren(...n?w(p):
h(p))};new ResizeObserver(y).observe(s);let x=p=>{let d=JSON.stringify(p);if(d===u)return;u=d,a=p.map((m,E)=>{let $=`${n?
an(m):m}, position ${E}`,S=f("button",{type:"button",tabindex:-1,"aria-label":$});return S.textContent=n||!m.trim()?Yt(m):
m,S.addEventListener("click",()=>t(E)),S});let g=[f("div")];a.forEach((m,E)=>{if(g[g.length-1].append(m),!p[E].includes(
`
`)||E+1===a.length)return;let $=f("div");K($,{indent:Yo(p[E])}),g.push($)}),r.replaceChildren(...g)};return{node:s,draw(p,d,g,m=[]){
x(p),l=d,c=m,o.classList.toggle("mha-dropped",n&&g),n||(K(s,{arcs:`${ln(c)}px`}),bt(s,c.find(E=>E.chosen)?.head??0)),a.forEach(
(E,$)=>{E.setAttribute("aria-pressed",String($===e())),E.classList.toggle("mha-later",n&&$>e()),K(E,{fill:l[$]})}),y()},
point(p){i!==p&&(i=p,c.length>1&&y())}}}var Gt=3,Vo=5e-4;function hn(t,e){let n=t.map(a=>at(a)[0]).filter(a=>a!==void 0),o=e.map((a,l)=>n.filter(c=>c===l).length),s=st(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${Y(e,a)}`);return`Of ${De(t.length,"head")}, most weight: ${s.join(", ")}.`}function Jo({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=at(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Gt)){let c=Xt(e,t[r[0]],r.length,t.length),i=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:i}}return{positions:st(o).slice(0,Gt).filter(c=>e==="score"||o[c]>=Vo),
words:"less than 0.001 on every key"}}function Vt(t,e,n="mha-screen-reader"){let{positions:o,words:r}=Jo(t,e);return o.length===
0?[f("td",{colspan:Gt},r)]:o.map(s=>{let l=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[f("span",{class:n},` (${s})`)]:[];return f(
"td",{},e[s],...l,` ${ut(t.row[s])}`)})}function Jt(t,e){let n=f("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:a,row:l,what:c,chosen:i},u,b)=>{let w=f("span",{class:"mha-swatch","aria-hidden":"true"}),h=wt(l,x=>Y(t,x),c),
y=f("button",{type:"button","aria-pressed":String(i),"aria-description":h},w,a);return y.tabIndex=i?0:-1,y.addEventListener(
"click",()=>b.choose(u)),y},s=a=>{let l=o.indexOf(document.activeElement),c=a.length>1?e:void 0;o=c?a.map((u,b)=>r(u,b,c)):
[];let i=a.map((u,b)=>{let w=f("th",{scope:"row"},o[b]??u.title),h=f("tr",{class:u.chosen&&"mha-chosen"});return o[b]&&bt(
h,b),h.append(w,...Vt(u,t)),h});n.replaceChildren(...i),o[l]?.focus({preventScroll:!0})};return e&&Qo(n,()=>o,e),{node:n,
draw:s}}function Qo(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],a=()=>o(r>=0?r:s),l=c=>{let i=c instanceof Element?c.closest(
"tr"):null;return i&&e().length>0?[...t.rows].indexOf(i):-1};t.addEventListener("pointerover",({target:c})=>{r=l(c),a()}),
t.addEventListener("pointerleave",()=>{r=-1,a()}),t.addEventListener("focusin",({target:c})=>{s=c instanceof Element&&c.
matches(":focus-visible")?l(c):-1,a()}),t.addEventListener("focusout",()=>{s=-1,a()}),t.addEventListener("click",({target:c})=>{
let i=c instanceof Element&&c.closest("button"),u=l(c);u>=0&&!i&&n(u)}),tt(t,c=>e()[l(document.activeElement)+c]?.focus(
{preventScroll:!1}),!1)}function mn(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let l=o();if(l===null)return null;let i=l.
length<=1e5?n(()=>JSON.parse(l)):null;return i!==null&&a(i)?i:(r(null),null)}}}var Et=8,Qt=200,$t=-1;function Zo(t,e){let n=(a,l)=>typeof a=="string"&&[...a].length<=l;if(typeof t!="object"||t===null)
return!1;let{claim:o,sentences:r,places:s}=t;return n(o,Qt)&&Array.isArray(r)&&r.length<=Et&&new Set(r).size===r.length&&
r.every(a=>a!==""&&n(a,e))&&(s===void 0||Array.isArray(s)&&s.length===r.length&&s.every(a=>Number.isInteger(a)&&a>=$t))}
function gn(t,e){let n=e?mn(`sentences ${e}`):null,o=n?.read(i=>Zo(i,t))??null,r=o?.claim??"",s=new Map(o?.sentences.map(
i=>[i,null])),a=new Map;o?.sentences.forEach((i,u)=>{let b=o.places?.[u]??$t;b>$t&&a.set(i,b)});let l=()=>r===""&&s.size===
0,c=()=>{let i=[...s.keys()],u=w=>a.get(w)??$t,b={claim:r,sentences:i,places:i.map(u)};n?.set(l()?null:JSON.stringify(b))};
return{isStored:n!==null,isEmpty:l,isFull:()=>s.size>=Et,sentences:s,places:a,claim:()=>r,setClaim(i){r=i,c()},keep(i,u){
s.size>=Et||(s.set(i.text,i),a.set(i.text,u),c())},pin(i,u){u>$t?a.set(i,u):a.delete(i),c()},remove(i){s.delete(i),a.delete(
i),c()},unread:()=>[...s].flatMap(([i,u])=>u?[]:[i]),fill(i){s.get(i.text)===null&&s.set(i.text,i)}}}var U="to word",ft=new Map([[X,X],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word",
"same word"],["broad","broad"],["effect","effect"],[U,""]]),tr=[...jt.slice(0,3),"last",...jt.slice(3)],St=[...tr,"effec\
t"];function Rt(t,e){let n=e.length-1;return{...Ue(t,e,e),last:et(t.slice(0,n).map(o=>o[n]))}}var Zt=t=>je(t),te=(t,e)=>Mt(
t,e),ee=t=>t<1&&t>.9999?"above 0.9999":gt(t,4),ct=t=>`“${t}”`,bn=["[CLS]","[SEP]"],wn=t=>!bn.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function ne({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],a=Nt(n,r,e.length),l=h=>Y(t,
h),c=wt(s,l,"weight","most to "),i=at(s),u=i.length>0&&i.every(h=>bn.includes(t[h])),b=s.map((h,y)=>wn(t[y])?h:Number.NEGATIVE_INFINITY),
w=u&&t.some(wn)?`, of the words ${wt(b,l,"weight","most to ")}`:"";return`From ${Y(t,o)}, ${a} attends ${c}${w}.`}var j=(t,e)=>T(
t.length).filter(n=>t[n]===e);function dt(t,e){let n=t[e];return{word:n,nth:j(t,n).indexOf(e)}}function kt(t,{word:e,nth:n}){
let o=j(t,e);return o[n]??o[0]??-1}function yn(t,e){let{word:n,nth:o}=dt(t,e),{length:r}=j(t,n),s=Y(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function oe(t,e,n){let o=j(t,n);return o.length>0?lt(o.map(r=>e[r])):Number.NaN}function re(t,e,n){
let{length:o}=j(t,n),r=ut(oe(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:r}function xn({tokens:t,weights:e},n,o,r){
return j(t,r).length===0?"":`To “${r}”: ${re(t,e.flat()[n][o],r)}.`}function $n(t,e,n){let o=kt(t.tokens,e);if(o<0)return"";
let r=ne(t,n,o);return`In ${ct(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function En(t,e,{nHeads:n,nLayers:o}){if(t.
length===0)return"";let r=[...t].sort((a,l)=>a-l).map(a=>Nt(a,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");
return e===null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence's vector has a cosin\
e of ${ee(e)} with the whole one.`}var se=(t,e)=>t==="effect"?_t(e,2):gt(e),ae=(t,e,n)=>`“${t[e]}” to “${n}”`,Sn=(t,e)=>t===
"same word"&&new Set(e).size===e.length?qt(t):"";function kn(t,e,n,o=ft.get(t)){if(e.length===0)return t===X?`Sorted by ${o}\
.`:qt(t);let[r]=Zt(e),s=Nt(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${se(t,e[r])}.`}var vn=(t,e)=>T(t).map(
()=>T(e).map(n=>`head ${n}`));var er=`${Et} sentences are kept, and there is no room for more. Remove one to keep this one.`,nr="Your claim and your s\
entences stay in this browser.",or="Your claim and your sentences stay until this page is closed.",rr="Load the model to\
 see this sentence.",sr="choose a word",ar="the chosen word";function cr(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let l=new Map(
t.map(c=>[c.text,c]));for(let[c,i]of e.sentences)l.set(c,i);return l.set(n.text,n),[...l].map(([c,i])=>{let u=i?kt(i.tokens,
r):-1,b=c===n.text?o:a(c)??-1,w=e.places.get(c)??-1,h=i!==null&&w in i.tokens,y=u<0&&i?b:u;return{text:c,sentence:i,place:h?
w:y,has:u>=0,own:h,kept:e.sentences.has(c),shown:s&&c===n.text}})}function ir(t,e,n,o,r){let s=e.map((c,i)=>f("option",{
value:i},Y(e,i))),a=o?[f("option",{value:-1},o),...s]:s,l=f("select",{class:"mha-words","aria-label":t},...a);return l.value=
String(n),l.addEventListener("change",()=>r(Number(l.value))),l}function lr(t,e){let o=f("input",{type:"text",size:40,maxlength:Qt,
autocomplete:"off"});return o.value=t.claim(),o.addEventListener("input",()=>{t.setClaim(o.value),e()}),f("label",{class:"\
mha-claim"},f("span",{},"My claim"),o)}function An(t,e,{show:n,chooseIn:o,chosenIn:r,redraw:s}){let a,l=0,c=f("caption"),
i=f("tbody"),u=V("keep this sentence",()=>{e.keep(a,l),o(a.text,l)}),b=f("p",{class:"mha-note"},er),w=f("p",{class:"mha-\
note"},e.isStored?nr:or),h=lr(e,()=>d()),y=f("div",{},f("table",{},c,i)),x=f("div",{class:"mha-comparison"},h,y,w),p=()=>[
...x.querySelectorAll("button, select")],d=()=>{w.hidden=e.isEmpty()},g=($,S,A,_)=>{let{text:O,sentence:M,place:N,has:P,
own:W}=$,{tokens:D,weights:B}=M,ot=[],Pt=Q=>{$.kept&&e.pin(O,Q),o(O,Q)},pt=(Q,Ft,Wt)=>{let k=ir(Ft,D,N,Wt,Pt);ot.push(f(
"tr",{},f("td",{colspan:4},`${Q} `,k)))};if(W)pt("its own word:",`own word of ${ct(O)}`,ar);else if(!P){let Q=`no “${A}\
” in ${ct(O)}: from`;pt(`no “${A}” here; from`,Q,N<0?sr:"")}if(N<0)return ot;let J=B.flat()[S][N],rt=Vt({title:O,row:J,
what:"weight"},D,"mha-position"),vt=f("th",{scope:"row"},`from ${yn(D,N)}`);if(ot.push(f("tr",{},vt,...rt)),j(D,_).length===
0)return ot;let Ht=f("td",{colspan:3},re(D,J,_));return[...ot,f("tr",{},f("th",{scope:"row"},`to “${_}”`),Ht)]},m=($,S,A,_)=>{
let{text:O,sentence:M,shown:N}=$,P=V(O,()=>{N||n(O)});N&&P.setAttribute("aria-current","true");let W=f("th",{scope:"rowg\
roup",colspan:4},P);if($.kept){let B=V("remove",()=>{e.remove(O),s()});B.setAttribute("aria-label",`remove ${ct(O)}`),W.
append(" ",B)}let D=M?g({...$,sentence:M},S,A,_):[f("tr",{},f("td",{colspan:4},rr))];return[f("tr",{},W),...D]};return{node:x,
draw:($,S,A)=>{a=$.whole,l=$.query,$.wanted&&e.fill(a);let _=p().indexOf(document.activeElement),O=a.weights[0].length,M=`\
Head ${Math.floor(S/O)}.${S%O}`;C(c,`${M} in each sentence${$.off.length>0?", with all heads on":""}`);let N=cr(t,e,$,r);
i.replaceChildren(...N.flatMap(W=>m(W,S,$.chosen.word,A))),u.remove(),b.remove();let P=e.sentences.has(a.text)||t.includes(
a);$.wanted&&!P&&y.append(e.isFull()?b:u),d(),_>=0&&(p()[_]??p().at(-1))?.focus({preventScroll:!0})}}}var Mn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],ur=[23.601290952344122,244.02463793444417,
1282.6165260773723],fr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],dr=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function pr(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,l]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Mn[c])*s,l=(l+ur[c])*s;return t*(a+Mn[3])/(l+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+fr[s])*e,o=(o+dr[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function On(t){for(let e=0;e<t.length;e++)t[e]*=(1+pr(t[e]*Math.SQRT1_2))/2}var hr=1e-12,ce=4,mr=256;function Nn(t){let{about:e,bytes:n,int8:o}=Be(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),l=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:T(r.n_layers).map(c=>({query:l(`layer.${c}.attent\
ion.self.query`),key:l(`layer.${c}.attention.self.key`),value:l(`layer.${c}.attention.self.value`),output:l(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:l(`layer.${c}.intermediate.dens\
e`),narrow:l(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*It(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),l=new Float64Array(s),c=new Float64Array(s);for(let i=0;i<r;i+=
2){i>0&&i%mr===0&&(yield),_n(e,i*s,l),_n(e,(i+1)*s,c),gr(t,s,l,c,a,r,i);for(let u=i;u<a.length;u+=r)a[u]=a[u]*n[i]+o[i],
a[u+1]=a[u+1]*n[i+1]+o[i+1]}return a}function _n(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function gr(t,e,n,o,r,s,a){
for(let l=0,c=a;l<t.length;l+=ce*e){let i=l+e,u=i+e,b=u+e,w=0,h=0,y=0,x=0,p=0,d=0,g=0,m=0;for(let E=0;E<e;E++){let $=n[E],
S=o[E],A=t[l+E],_=t[i+E],O=t[u+E],M=t[b+E];w+=$*A,h+=$*_,y+=$*O,x+=$*M,p+=S*A,d+=S*_,g+=S*O,m+=S*M}r[c]=w,r[c+1]=p,c+=s,
r[c]=h,r[c+1]=d,c+=s,r[c]=y,r[c+1]=g,c+=s,r[c]=x,r[c+1]=m,c+=s}}function ie(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let l=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-l)**2;let i=1/
Math.sqrt(c/r+hr);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-l)*i*n[u]+o[u]}}function wr({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let l=t.d_model,c=Math.ceil(a.length/ce)*ce,i=new Float64Array(c*l);for(let[u,b]of a.entries())for(let w=0;w<
l;w++)i[u*l+w]=e[b*l+w]*n[b]+o[u*l+w]+r[w];return ie(i,new Float64Array(i.length),s),i}function br([t,e,n],{n_heads:o,d_model:r},s,a){
let l=r/o,c=new Float64Array(t.length),i=new Float64Array(s);return{weights:T(o).map(b=>T(s).map(w=>{let h=w*r+b*l;for(let x=0;x<
s;x++){let p=x*r+b*l,d=0;for(let g=0;g<l;g++)d+=t[h+g]*e[p+g];i[x]=d/Math.sqrt(l)}let y=Ie(i,new Float64Array(s));for(let x=0;x<
s&&!a(b);x++){let p=x*r+b*l;for(let d=0;d<l;d++)c[h+d]+=y[x]*n[p+d]}return Float32Array.from(y)})),averages:c}}function yr(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(Mt(o,o));return o.map(s=>s/r)}function le(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,l=[]){let c=a.length,i=a.join();if(l.length===0&&r.sentence===i)return r.reading;if(s.sentence===
i&&s.off===l.join())return s.reading;let u=l.length>0?Math.floor(Math.min(...l)/e.n_heads):0,b=r.sentence===i?u:0,w=b>0?
r.states[b].slice():wr(t,a),h=r.states.slice(0,b),y=r.reading.weights.slice(0,b);for(let[p,d]of n.entries()){if(p<b)continue;
h.push(w.slice());let g=[];for(let $ of[d.query,d.key,d.value])g.push(yield*It(w,$)),yield;let m=br(g,e,c,$=>l.includes(
p*e.n_heads+$));y.push(m.weights),yield,ie(w,yield*It(m.averages,d.output),d.afterAttention),yield;let E=yield*It(w,d.widen);
On(E),yield,ie(w,yield*It(E,d.narrow),d.afterMlp),yield}let x={weights:y,vector:yr(w,c,e.d_model)};return l.length===0?r=
{sentence:i,states:h,reading:x}:s={sentence:i,off:l.join(),reading:x},x}}var xr=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var $r=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Er(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":$r(t.codePointAt(0)??0)?` ${t} `:t}function Sr(t){let n=Array.from(t,Er).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Tn(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let l=0;l<s.length;){let c=s.length,i=()=>(l>0?"##":"")+s.slice(l,c).join("");for(;c>l&&!e.has(i());)c--;
if(c===l)return[n("[UNK]")];a.push(n(i())),l=c}return a};return{encode(r){let s=r.split(xr).flatMap((a,l)=>l%2?[n(a)]:Sr(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Ln(t){let e=Nn(t),n=Tn(e.vocabulary),o=le(e),r=le(e);return{...n,read:o,readOther:r}}function*Cn(t,e,n){let o=ue(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function ue({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*kr(t,e,n,o){let r=ue(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,l=r.map(t.piece);return{sentence:{text:e,tokens:l,weights:a.weights},whole:{text:e,tokens:l,weights:s.
weights},changed:te(s.vector,a.vector)}}function vr(t,e,n,o){let r=kt(t,e);if(r>=0)return r;let s=t.length-1;return o!==
void 0&&o<=s?o:n>=s&&s>1?s-1:Math.min(n,s)}function Rn(t,e){let n=new Map,o=({text:i,tokens:u,weights:b})=>(n.has(i)||n.
set(i,{text:i,tokens:u,weights:Xe(b)}),n.get(i)),r=!0,s=new Map,a={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,
chosen:dt(t[0].tokens,0),off:[],changed:null,wanted:!0},l={text:"",values:[]};function*c(i,u,b){let w=t.find(p=>p.text===
i),h=w!==void 0||b!==null,y=o(w??t[0]);if(b&&(!w||u.length>0)){let p=yield*kr(b,i,u,e);return{...p,whole:w?y:p.whole,wanted:h}}
let x=w&&u.length===1?w.without[u[0]]:null;return{sentence:y,whole:y,changed:x,wanted:h}}return{now:()=>a,effects:()=>l.
values,countUnknown:()=>l.values.filter(Number.isNaN).length,precomputed:t.map(o),choose(){r=!0},chooseIn(i,u){u<0?s.delete(
i):s.set(i,u)},chosenIn:i=>s.get(i),*compute(i,u){let b=i("off"),w=yield*c(i("text"),b,u),{sentence:h}=w,y=t.findIndex(({
text:$})=>$===h.text);if(l.text!==h.text){let $=h.weights.flat().length,S=t[y]?.without??Array($).fill(Number.NaN);l={text:h.
text,values:S.map(A=>1-A)}}let x=t[y<0?0:y-1],p=x?o(x):null,d=i("query");d!==a.asked&&(r=!0);let g=Math.min(d,h.tokens.length-
1),m=r?dt(h.tokens,g):a.chosen;w.wanted&&(r=!1);let E=vr(h.tokens,m,d,s.get(h.text));a={...w,before:p,asked:E===g?d:E,query:E,
chosen:m,off:b}},*computeEffects(i,u,b){let{text:w,values:h}=l,y=i.filter(d=>Number.isNaN(h[d]));if(!u||y.length===0)return;
let x=ue(u,w,e),{vector:p}=yield*u.read(x);for(let[d,g]of y.entries()){b?.(y.length-d);let m=yield*u.read(x,[g]);h[g]=1-
te(p,m.vector)}},measure(i,u){if(i==="effect")return l.values;let{tokens:b,weights:w}=a.sentence;if(i===U)return j(b,u).
length===0?[]:w.flat().map(y=>oe(b,y[a.query],u));let h=w.flat().map(y=>Rt(y,b)[i]);return h.every(Number.isNaN)?[]:h}}}var Ar=48,In=3;function Pn(t,e){let n=t[0].length,o=t.flatMap((y,x)=>y.map((p,d)=>{let g=f("canvas",{"aria-hidden":"true"}),
m=f("span"),E=f("button",{type:"button",role:"radio"},g,m);return E.addEventListener("click",()=>e(x,d)),{layer:x,head:d,
title:p,canvas:g,value:m,button:E}})),r=f("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});K(r,{heads:n});
let[s,a]=[n,t.length].map(y=>T(y).map(x=>f("span",{class:"mha-number","aria-hidden":"true"},String(x)))),l=f("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=Ce(r),i=T(o.length),u=0,b={isSorted:!1,measures:[]},w=[],h=()=>{o.forEach(({
layer:y,title:x,button:p},d)=>{let g=w.includes(d),m=`layer ${y}, ${x}${g?", off":""}`;p.title=m,p.setAttribute("aria-la\
bel",b.isSorted?`${m}, ${b.measures[d]}`:m),p.classList.toggle("mha-off",g)})};return tt(r,(y,x)=>{let p=o[i[0]].button.
offsetTop,d=i.filter(S=>o[S].button.offsetTop===p).length,g=i.indexOf(u)+y*d+x;if(!(g in i))return;let{layer:m,head:E,button:$}=o[i[g]];
e(m,E),$.focus()}),{node:c,*paint(y,x){for(let{layer:p,head:d,canvas:g}of o)mt(g,qe(y[p][d],Ar),...x),yield},sort(y,x=[],p=He){
i=y??T(o.length),r.classList.toggle("mha-sorted",y!==void 0);let d=o.map(($,S)=>Number.isNaN(x[S])?"–":p(x[S]??0));o.forEach(
({layer:$,head:S,value:A},_)=>{C(A,y?`${$}.${S}
${d[_]}`:"")}),b={isSorted:y!==void 0,measures:d},h();let g=i.map($=>o[$].button),m=a.map(($,S)=>[$,...g.slice(S*n,(S+1)*
n)]),E=g.find($=>$===document.activeElement);r.replaceChildren(...y?g:[l,...s,...m.flat()]),E?.focus({preventScroll:!0})},
crossOut(y){w=y,h()},scrollToTop(){c.scrollTop=0},reveal(){let y=c.getBoundingClientRect(),{top:x,bottom:p}=o[u].button.
getBoundingClientRect(),[d,g]=[x-In-y.top,p+In-y.bottom];d<0?c.scrollTop+=d:g>0&&(c.scrollTop+=g)},choose(y,x){u=y*n+x,o.
forEach(({button:p},d)=>{p.setAttribute("aria-checked",String(d===u)),p.tabIndex=d===u?0:-1})}}}var Mr="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function Hn(t,e){let n=e[0].
length,o=Pn(e,(m,E)=>I(t,{head:m*n+E})),r=At({label:"order",options:[...ft].map(([m,E])=>({value:m,text:E})),change:m=>I(
t,{sort:m})}),s=r.node.lastElementChild,a=f("span"),l=Ke(a,[],[]),c=f("div",{role:"group",tabindex:0},l.node),i=St.map(m=>ft.
get(m)),u=xe("This head",[],i),b=f("summary",{},"what is measured"),w=f("details",{class:"mha-more"},b,Mr),h=f("div",{},
u.node,w),y=f("div",{},o.node,c,h),x=f("p",{class:"mha-note"}),p=f("p",{class:"mha-note"}),d=f("div",{class:"mha-gallery"},
r.node,p,x,y),g=null;return{node:d,group:c,map:l,wait(m){x.hidden=m===0,C(x,m>0?`Computing the effects of ${m} heads …`:
"")},drawHead([m,E],$,S,A){let _=A.includes(m*n+E);C(a,`layer ${m}, head ${E}${_?", off":""}`),c.setAttribute("aria-labe\
l",`${a.textContent}; arrow up and down choose the query`),o.crossOut(A),l.draw($,"weights",0,1),l.mark(S),o.choose(m,E)},
drawMeasures(m){let E=($,S)=>Number.isNaN($)?S==="effect"?"…":"–":se(S,$);u.draw(m.map(($,S)=>[E($,St[S])]),m.map($=>Math.
min(1,Math.max(0,$||0))))},*paint(m){g!==m&&(g=null,yield*o.paint(m,["weights",0,1]),g=m)},chooseOrder(m,E,$){C(p,$),p.hidden=
$==="",E===""?s.remove():(s.lastChild?.replaceWith(E),r.node.append(s)),r.set(m)},sort(m,E,$=!1){let S=E==="effect"||E===
U;m.length>0?o.sort(Zt(m),m,S?Fe:void 0):o.sort(),$&&m.length>0?o.scrollToTop():o.reveal()}}}function Fn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var nt=globalThis;function Wn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,
n,o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Dn=({bytes:t})=>Math.
ceil(t/3)*4;async function Or({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);nt.bookModels??={};for(let s=0,a=0;s<e;s++){
let l=`${t}/${s}`;await Fn(l);let c=Tt(nt.bookModels[l]??"");delete nt.bookModels[l],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function Bn(t,e){if(nt.bookEncoders??={},!nt.bookEncoders[t.name]){let o=new Set,r=Or(t,s=>{for(let a of o)
a(s)});nt.bookEncoders[t.name]={file:r,listeners:o}}let n=nt.bookEncoders[t.name];n.listeners.add(e);try{return await n.
file}catch(o){throw delete nt.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var _r=100,Nr="your own",Tr="The model is ready. Type a sentence of your own.",Lr="The model could not be loaded. The pr\
ecomputed sentences still work.",fe="The effects of all heads in this sentence are being computed.",Cr="Only precomputed\
 sentences are here, because this page was made without the model. In a book that was built with it, you can also type y\
our own sentence.";function de(t){let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var pe={text:(t,e)=>Ut(
t,e("max_characters"))?void 0:t,query:(t,e)=>Lt(t,e("max_tokens")),head:(t,e)=>Lt(t,de(e).all),off:(t,e)=>Ct(t,de(e).all),
sort:t=>Kt(t,[...ft.keys()]),arcs:t=>Kt(t,[...zt.keys()]),to:t=>[...t].length<=_r?t:void 0};function Rr(t,e,n){let o=t.get(
"sentences").map(({text:i})=>i),r="",s=Le({label:"sentence",options:n?[Nr,...o]:o,change:i=>{let u=n?i-1:i;a.complain(""),
I(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.focus()}}),a=Re({label:"or type your own",size:2,long:!0,refuse:e,
change:i=>{r=i,I(t,{text:i})}}),l=f("div",{class:"mha-sentence-input"},s.node);n&&l.append(a.node);let c=()=>{let i=t.get(
"text"),u=o.indexOf(i);s.set(n?u+1:Math.max(0,u)),a.set(i)};return{node:l,set:c,input:a}}function Ir(t){let e=f("select",
{class:"mha-words","aria-label":"weight to"});e.addEventListener("change",()=>{let o=e.value,r=o?U:t.get("sort");I(t,{to:o,
sort:!o&&r===U?X:r})});let n="";return{node:f("label",{class:"mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],a=JSON.
stringify([s,r]);if(n===a)return;n=a;let l=r!==""&&!s.includes(r),c=s.map(i=>f("option",{value:i},i));l&&c.push(f("optio\
n",{value:r},`${r} (not here)`)),e.replaceChildren(f("option",{value:""},"any word"),...c),e.value=r}}}function Pr(t,e){
let n=We(Dn(t)),o=f("button",{type:"button"},`Load the model: ${n}, once`),r=f("progress",{max:1,value:0,"aria-label":"l\
oaded"}),s=f("div",{role:"status"});r.hidden=!0;let a=f("div",{class:"mha-load"},o,r),l=f("div",{},a,s),c=!1;return o.addEventListener(
"click",async()=>{if(!c){c=!0,r.hidden=!1,C(s,"loading …");try{let i=await Bn(t,w=>{r.value=w}),u=Ln(i),b=document.activeElement===
o;a.remove(),C(s,Tr),e(u,b)}catch{r.hidden=!0,C(s,Lr)}c=!1}}),{node:l,status:s}}function Hr(t,e){let n=V("",()=>{let[a,l]=[
t.get("off"),t.get("head")],c=e()?a.filter(i=>i!==l):[];I(t,{off:a.includes(l)?c:[...c,l]})}),o=V("all on",()=>{I(t,{off:[]}),
n.focus({preventScroll:!0})}),r=f("div",{class:"mha-cost"},n);return{node:r,draw:(a,l)=>{let c=a.includes(l);C(n,c?"swit\
ch this head on":"switch this head off"),n.setAttribute("aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function Fr(t){
let e=f("p",{class:"mha-layer-title"}),n=Jt([]);return{node:f("div",{class:"mha-layer-heads"},e,n.node),label(r){let s=Jt(
r,t);n.node.replaceWith(s.node),n=s},draw(r,s){C(e,r),n.draw(s)}}}var Wr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].
map((s,a,{length:l})=>({title:`head ${a}${n.includes(o*l+a)?" (off)":""}`,row:s[e],what:"weight",chosen:a===r}));function Dr({
sentence:t,before:e,query:n,off:o,changed:r},s,a,l,c){let{tokens:i}=t,u=a.map(({row:b})=>b);return[ne(t,s,n),xn(t,s,n,c),
u.length>0?hn(u,i):"",e?$n(e,dt(i,n),s):"",En(o,r,l)]}function Br(t,e,n,o){let r=e.get("max_tokens"),s=de(e.get),{nLayers:a,
nHeads:l}=s,c=Rn(e.get("sentences"),r),i=Wn(),u=null,b=()=>JSON.stringify(yt(pe).map(k=>e.get(k))),w="",h=k=>{let v=Ut(k,
e.get("max_characters"));if(v||!u)return v;let{length:L}=u.encode(k);return L>r?`That is ${L} tokens; the limit is ${r}.`:
""},y=k=>{k<0||k>=c.now().sentence.tokens.length||(c.choose(),k===e.get("query")?o():I(e,{query:k}))},x=Rr(e,h,i!==null),
p=i&&Pr(i,(k,v)=>{u=k,w=b(),v&&x.input.input.focus(),o()}),d=f("p",{class:"mha-note"}),g=pn(y,()=>c.now().query,!1),m=un(
k=>I(e,{arcs:k})),E=Ir(e),$=Hr(e,()=>u!==null),S=Hn(e,vn(a,l)),A=Fr({choose:k=>I(e,{head:e.get("head")-e.get("head")%l+k}),
point:g.point}),_=t.parentElement?.dataset.mhaLink,O=gn(e.get("max_characters"),_);for(let[k,v]of O.places)c.chooseIn(k,
v);let M=An(c.precomputed,O,{show:k=>I(e,{text:k}),chooseIn(k,v){c.chooseIn(k,v),o()},chosenIn:c.chosenIn,redraw:o});t.append(
x.node,p?.node??f("p",{class:"mha-note"},Cr),d),t.append(g.node,m.node,E.node);let N=Te(t),P=Ye("weights","0","1","one s\
cale for all");t.append($.node,S.node,P,A.node,M.node),tt(S.group,k=>y(c.now().query+k),!1),S.map.onPoint(([k])=>y(k));function*W(){
yield*c.compute(e.get,u);let{asked:k}=c.now();k!==e.get("query")&&(I(e,{query:k}),w=b())}let D=()=>{let[k,{wanted:v}]=[e.
get("text"),c.now()],L=h(k);L&&x.input.complain(L);let R=i?" Load the model to see it.":"";C(d,v?"":`${ct(k)} is not pre\
computed.${R}`),d.hidden=v,t.classList.toggle("mha-stale",!v)},B={what:"",height:0},ot=()=>{let k=["head","arcs","to","o\
ff"].map(R=>e.get(R)),v=JSON.stringify([c.now().sentence.text,k,t.clientWidth]);B.what!==v&&K(N.node,{told:"0px"});let L=B.
what===v?B.height:0;B={what:v,height:Math.max(L,N.node.getBoundingClientRect().height)},K(N.node,{told:`${B.height}px`})},
Pt=k=>{let v=c.now(),{sentence:L,query:R,off:H}=v,{tokens:F,weights:G}=L,[z,q]=[Math.floor(k/l),k%l],Z=Wr(v,z,q),ht=e.get(
"arcs")==="layer"?Z:[],he=Z.map(({row:jn,chosen:qn},we)=>({head:we,row:jn,chosen:qn,off:H.includes(z*l+we)})),Xn=ht.length>
0?he:[he[q]];m.set(e.get("arcs")),E.draw(F,e.get("to")),g.draw(F,G[z][q][R],H.includes(k),Xn),$.draw(H,k);let me=ht.length>
0?N.node:P;A.node.previousElementSibling!==me&&me.after(A.node),A.draw(`All heads of layer ${z}, from ${Y(F,R)}`,Z),M.draw(
v,k,e.get("to")),S.drawHead([z,q],G[z][q],R,H);let Un=document.activeElement===x.input.input;N.node.setAttribute("aria-l\
ive",Un?"off":"polite");let ge=Dr(v,k,ht,s,e.get("to"));return N(...ge),ot(),ge},pt=k=>{let{tokens:v,weights:L}=c.now().
sentence,R=Rt(L.flat()[k],v);R.effect=c.effects()[k],S.drawMeasures(St.map(H=>R[H]))},J="",rt="",vt="",Ht=k=>{let v=c.countUnknown();
e.get("sort")!=="effect"||v===0||(S.wait(v),rt!==fe&&S.sort([],X),rt=fe,N(...k,{heard:fe}))};function*Q(k){let v=e.get("\
sort"),{sentence:L,query:R,off:H}=c.now(),F=v===U?ae(L.tokens,R,e.get("to")):"";v==="effect"&&(yield*c.computeEffects(T(
s.all),u,S.wait),S.wait(0));let G=JSON.stringify([v,J,H,F&&[R,F]]);if(rt===G)return;let z=!["",J].includes(vt),q=v===X?[]:
c.measure(v,e.get("to"));yield,S.sort(q,v,z);let Z=q.length===0&&v===U?X:v,ht=Z===U?`the weight from ${F}`:void 0;N(...k,
{heard:kn(Z,q,l,ht)}),rt=G,vt=J}function*Ft(){for(let k of u?O.unread():[])O.fill(yield*Cn(u,k,r)),M.draw(c.now(),e.get(
"head"),e.get("to")),yield}let Wt=()=>{let[k,v]=[e.get("to"),e.get("sort")],{sentence:L,query:R}=c.now(),H=j(L.tokens,k).
length>0,F=H||v!==U,G=H?ae(L.tokens,R,k):"";S.chooseOrder(F?v:X,G,Sn(v,L.tokens))};return{observes:yt(pe),*draw(){x.set(),
p&&u&&w!==b()&&C(p.status,""),S.wait(0),yield*W();let{tokens:k,weights:v}=c.now().sentence,L=e.get("head");D(),J!==k.join(
" ")&&(J=k.join(" "),S.map.label(k,k),A.label(k),yield);let R=Pt(L);pt(L),Ht(R),yield,rt===""&&S.sort([],X),yield*S.paint(
v),Wt(),yield*c.computeEffects([L],u),pt(L),yield*Q(R),yield*Ft()},stateForTests:()=>{ve(W());let{sentence:k,before:v,query:L,
chosen:R,off:H,changed:F,wanted:G}=c.now();return{loaded:u!==null,text:k.text,tokens:k.tokens,weights:k.weights.map(z=>z.
map(q=>q.map(Z=>[...Z]))),before:v?.text??null,query:L,word:R.word,to:e.get("to"),off:H,changed:F,cosine:F===null?"":ee(
F),effects:c.effects(),wanted:G}}}}var Wa=Ze(Me("A real model's attention in a sentence",Br),pe);export{Wa as default};
