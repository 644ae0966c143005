// Made by `make widgets` from js/src; edit there.
function Ee(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function d(t,e={},...n){let o=document.createElement(t);return Ee(o,e,n),o}function mt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Ee(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}function ke(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Se(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(b=>{let h=Array.from({length:r},()=>d("td")),y=d("th",{scope:"\
row"},b),x=d("div");return{row:d("tr",{},y,...h,d("td",{"aria-hidden":"true"},x)),cells:h,bar:x}}),a=e.map(b=>d("th",{scope:"\
col"},b)),i=d("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(b=>d("span",{},b)));let c=e.
length>0?[d("tr",{},...a,i)]:[],l=s.map(({row:b})=>b);return{node:d("table",{class:"mha-bar-table"},d("caption",{},t),...c,
...l),rows:l,draw:(b,h)=>{s.forEach(({cells:y,bar:x},p)=>{for(let[f,g]of y.entries())R(g,b[p][f]);x.style.width=`${100*h[p]}\
%`})}}}function z(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Qn="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Zn=Me([153,153,153]),to=Oe(Qn.split(" ").map(eo)),Ae=new Map,ve=new WeakMap;function Me([t,e,n]){return 255<<24|n<<16|
e<<8|t}function eo(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Oe(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Me(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function no(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Ae.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Oe([s,a].map(c=>c.slice(0,3)));return Ae.set(o,i),i}function jt(t){
for(let e of t.querySelectorAll("canvas"))ve.get(e)?.()}function xt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?to:no(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),m=u.createImageData(a,s),b=new Uint32Array(m.data.buffer);for(let h=0,y=0;h<s;h++)for(let x=0;x<
a;x++,y++){let p=Math.floor(256*((i[h][x]-o)/(r-o))),f=l[Math.min(255,Math.max(0,p))];b[y]=Number.isNaN(p)?Zn:f}u.putImageData(
m,0,0)};ve.set(t,c),c()}function _e(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Ne(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Te(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=oo(t);o.append(s);let i=Ne(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),jt(s),l();let u=ro(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function oo(t){let e=d("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",jt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ro(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Ce=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function I(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var so=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function ot(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=so.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Re(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ie(t){let e=d("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=d("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),R(n[a],i)})},{node:e})}var Le=0;function Nt({label:t,options:e,change:n}){Le+=1;let o=`mha-choice-${Le}-${Math.random().toString(36).slice(2)}`,
r=d("fieldset",{class:"mha-choice"},d("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=d("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(d("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function Pe({label:t,options:e,change:n}){let o=d("div",{"aria-hidden":"true"}),r=e.map((l,u)=>d(
"option",{value:u},l)),s=d("select",{"aria-label":t},...r),a=d("div",{class:"mha-menu"},o,s),i=d("div",{class:"mha-contr\
ol mha-picker"},d("span",{},t),a),c=l=>{s.value=String(l),R(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function He(...t){let e=d("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),z(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function Q(t,e){let n=d("button",{type:"button"},t);return n.addEventListener("click",e),n}function Fe({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?d("\
textarea",{rows:e,...s}):d("input",{type:"text",size:e,...s}),i=d("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=h=>{R(i,h),a.setAttribute("aria-invalid",String(h!==""))};a.addEventListener("input",()=>{let h=c();
l(o(h)),i.textContent||r(h)});let u=d("div",{class:"mha-text-input"},d("label",{},`${t} `,a),i),m="";return{node:u,input:a,
set:h=>{let x=(n?h===m:document.activeElement===a)&&i.textContent!=="";m=h;let p=n?h.replace(/\r\n?/g,`
`):h;x||c()===p||(a.value=p,l(""))},complain:l}}function T(t){return Array.from({length:t},(e,n)=>n)}function gt(t){let e=0;for(let n of t)e+=n;return e}var rt=t=>gt(t)/t.length;function Tt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function Ct(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var lt=t=>T(t.length).sort((e,n)=>t[n]-t[e]),ao=1e-9;function ut(t){let e=Ct(t);return T(t.length).filter(n=>e-t[n]<=ao*
Math.abs(e))}function We(t,e,n=[]){let o=Ct(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function wt(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function bt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?wt(t,
3):t.toExponential(1).replaceAll("-","−")}var co=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function De(t){return t>=
.995?"1":wt(t).slice(1)}function Lt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Xe(t){
return t===0||t>=.995?co(t):Lt(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Gt=t=>t.toLocaleString("en-US"),
Be={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Ue(t,e=1e3){let n=Be[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Gt(Math.round(o)):Lt(o,3)} ${Be[e][Math.max(0,n)]}`}var V=(t,e)=>`“${t[e]}” (${e})`;function Rt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Kt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${bt(e)}, on ${r} keys`}var io=3;
function $t(t,e,n,o=""){let r=ut(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>io||a&&
r.length===t.length?Kt(n,s,r.length,t.length):`${o}${lo(r.map(e))} with ${bt(s)}${a?" each":""}`}function qe(t,e){return`${t} ${e}${t===1?"":"s"}`}function lo(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Yt(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Gt(
n)} characters; the limit is ${Gt(e)}.`}function It(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function je(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var uo=6e4;function Ge({shape:[t,e,n,o],type:r,data:s}){let a=It(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/uo),c=T(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,m)=>T(n).map(b=>c[(u*e+m)*n+b]);
return T(t).map(u=>T(e).map(m=>l(u,m)))}var G="layer and head",zt=["previous","next","first","same word","broad"];function Vt(t,e=!0){return`${t==="same word"&&
e?"No word occurs twice here":`No token here has the measure “${t}”`}, so the heads are in the order of ${G}.`}function fo(t){
let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;let n=gt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.
log(e.length)}function Ke(t,e,n){let o=e.length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>T(n.length).
filter(m=>n[m]===l&&!(o&&u===m))),[a,i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=T(t.length).filter(l=>s[l].length>0);return{
previous:rt(a.map((l,u)=>l[u])),next:rt(i.map((l,u)=>l[u+1])),first:rt((o?a:t).map(l=>l[0])),"same word":rt(c.map(l=>gt(
s[l].map(u=>t[l][u])))),broad:rt(t.map(fo).filter(l=>!Number.isNaN(l)))}}function Ye(t){return lt(t.map(e=>Number.isNaN(
e)?Number.NEGATIVE_INFINITY:e))}function ze(t,e){let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.
ceil(t[0].length/n);return T(Math.ceil(t.length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.
slice(r*n,(r+1)*n))for(let i=0;i<a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[po,ho,mo]=[11,6,60],go=8,wo=32;function bo(t,e){let n=Ct(t.map(o=>o.length));return Math.min(mo,ho*(n+1))+po*Math.max(
t.length,e.length)}function Ve(t,e,n){let o=d("canvas",{"aria-hidden":"true"}),r=d("div",{class:"mha-mark",hidden:!0}),s=d(
"div",{class:"mha-framed"}),a=d("div",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(p=>d("div",{class:p,
"aria-hidden":"true"})),l=d("div",{},i,a,c),u=d("figcaption",{},t),m=d("figure",{class:"mha-map"},u,l),b={rows:e,columns:n},
h=0,y=()=>{m.classList.toggle("mha-crowded",h<bo(b.rows,b.columns))},x=(p,f)=>{b={rows:p,columns:f},a.style.aspectRatio=
`${f.length} / ${p.length}`;let g=Math.max(p.length,f.length)<=wo,w=$=>g?$.map(E=>d("span",{},E)):[];i.replaceChildren(...w(
p)),c.replaceChildren(...w(f)),y()};return x(e,n),ke(u,p=>{h=p,y()}),{node:m,body:l,picture:a,label:x,draw:(p,f,g,w)=>xt(
o,p,f,g,w),mark(p){r.hidden=!1,r.style.top=`${100*p/b.rows.length}%`,r.style.height=`${100/b.rows.length}%`},frame(p){let{
rows:f,columns:g}=b;s.replaceChildren(...p.map(({top:w,left:$,height:E,width:k,kind:v})=>{let O=d("div",{class:v});return O.
style.inset=[w,g.length-$-k,f.length-w-E,$].map((_,M)=>`${100*_/(M%2?g:f).length}%`).join(" "),O}))},onPoint(p,f=!0){let g=({
clientX:w,clientY:$})=>{let{rows:E,columns:k}=b,{left:v,top:O,width:_,height:M}=a.getBoundingClientRect(),N=Math.floor(($-
O)/M*E.length),H=Math.floor((w-v)/_*k.length);N in E&&H in k&&p([N,H])};f&&a.addEventListener("pointermove",g),a.addEventListener(
"pointerdown",g)}}}function Et(t,e){t.style.setProperty("--mha-hue",e<go?`var(--mha-head-${e})`:"initial")}function Je(t,e,n,o){
let r=d("canvas",{"aria-hidden":"true"});xt(r,[T(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>d("span",{},c));return d(
"div",{class:"mha-bar"},s,r,a,i)}var kt=t=>Object.keys(t);function Ze(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function tn(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function en(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Qe(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([b])=>b===c).map(([,b])=>b);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${yo(u.length)}`);let m=l(u[0],i);if(m===void 0)return o(`${c} cannot be “${Qe(u[0])}”`);a[c]=m}return{values:a,
wrong:""}}var yo=t=>t===2?"twice":`${t} times`;function Qe(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function xo(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function Pt(t,e,n=0){let o=xo(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Ht(t,e){let n=t===""?[]:t.split(",").map(o=>Pt(o,e));
return n.includes(void 0)?void 0:n}var Jt=(t,e)=>e.find(n=>String(n)===t);var St="open",$o=["pointerdown","wheel","touchstart","keydown","hashchange"],Eo=120,ko=99,So=["","localhost","127.0.0.1",
"[::1]"];function on(t,e,n=()=>({})){let o=kt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>Ce(a,...o),u=l(),m=()=>Ao(i,c,e,a.get),b=m();b?.values&&I(a,b.values);let h=t.render({...s,
openedByLink:!!b?.values}),y=i.querySelector(".mha"),x=Oo(y),p=_o(y,()=>Ze(c,{...l(),...n(a.get),...x.get()})),f=({values:w,
folds:$,wrong:E})=>{let k=E||x.findError($);I(a,k?u:w),x.open(k?[]:$),p.clear(),p.refuse(k),Mo(i)},g=()=>{let w=m();w&&f(
w)};b?f(b):document.addEventListener("DOMContentLoaded",g,{once:!0}),addEventListener("hashchange",g);for(let w of o)a.on(
`change:${w}`,p.clear);return()=>{for(let w of o)a.off(`change:${w}`,p.clear);document.removeEventListener("DOMContentLo\
aded",g),removeEventListener("hashchange",g),h()}}}}function Ao(t,e,n,o){let r=tn(location.hash);if(r?.name!==e)return r&&
vo(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(St),
a={...n,[St]:m=>Ht(m,ko)},{values:i,wrong:c}=en(r.query,s?n:a,o),{[St]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function vo({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Mo(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Eo,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of $o)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Oo(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[St]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${St} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function _o(t,e){let n=d(
"p",{class:"mha-refused",role:"status"}),o=d("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=d("div",{class:"\
mha-link"},Q("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await No(u)){o.append(
"Copied.",...nn(l));return}r=d("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...nn(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function nn(t){if(!So.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,d("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function No(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var rn=9,To=8,Co=5,[Lo,cn]=[4,3],Ro=12,[Io,Po]=[5,2.5],[Ho,sn]=[12,9];function Fo(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function an({x:t,width:e},n){let o=n>1?Math.min(Lo,Math.max(0,e-2*cn)/(n-1)):0;return T(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Wo(t,e){let n=0,o=t.map(({width:s},a)=>{let i=n+(a>0?Co:0)+s/2;return n=i+s/2,i}),r=Math.
min(1,(e-rn-To)/n);return o.map(s=>rn+r*s)}function Bo(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(Ro,n-o,Math.abs(e.x-t.x)/2),
[a,i]=[t,e].map(({x:m,open:b},h)=>b?m:m+(h===0?r:-r)*s),c=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:u}}function ln(t,e,n,o,r){
let s=Fo(e),a=({position:f})=>Math.abs(f-n),i=[...t].sort((f,g)=>a(f)-a(g)||f.weight-g.weight),c=({position:f})=>Math.sign(
f-n),[l,u,m]=[-1,0,1].map(f=>i.filter(g=>c(g)===f)),b=new Map,h=[...l,...m.toReversed()],y=an(e[n],h.length),x=new Map(h.
map((f,g)=>[f,y[g]]));for(let f of new Set(h.map(g=>g.position))){let g=i.filter($=>$.position===f),w=an(e[f],g.length);
f<n&&w.reverse(),g.forEach(($,E)=>{b.set($,{near:x.get($)??0,far:w[E]})})}u.forEach((f,g)=>{let w=e[n].x+e[n].width/2,$=Math.
min(Io+Po*g,e[n].width/2-cn);b.set(f,{near:w-$,far:w+$})});let p=new Map(t.map(f=>[f,[]]));for(let f of[l,u,m])for(let g of new Set(
s)){let w=f.filter(({position:k})=>{let[v,O]=[s[n],s[k]].sort((_,M)=>_-M);return v<=g&&g<=O}),$=Wo(w,r),E=e[s.indexOf(g)].
y;w.forEach((k,v)=>{let{near:O,far:_}=b.get(k),[M,N]=[g===s[n],g===s[k.position]],[H,X]=[0,o],U=c(k)<0,q=Bo({x:M?O:U?X:H,
open:!M},{x:N?_:U?H:X,open:!N},E,E-$[v]);p.get(k)?.push({row:g,...q})})}return t.map(f=>{let g=p.get(f)??[],w=g.map(k=>k.
d).join(""),E=[...new Set([s[f.position],s[n]])].flatMap(k=>g.filter(v=>v.row===k).map(({top:v})=>v));return{d:w,tops:E}})}
function un({low:t,high:e,y:n},o,r){let s=(t+e)/2,a=Math.max(0,(e-t-o)/2);for(let i=0;sn*Math.ceil(i/2)<=a;i++){let c=s+
sn*Math.ceil(i/2)*(i%2?-1:1);if(r.every(u=>Math.abs(u.x-c)>=(u.width+o)/2||Math.abs(u.y-n)>=Ho))return{x:c,y:n}}return null}var Do=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Qt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Do).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Xo=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function fn(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Xo.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Qt(n)}).join(", ")}var[Uo,qo]=[6,.1],[dn,jo]=[1.5,6.5],Go=.4,[Ko,Yo]=[38,84],zo=.3,[Vo,Jo]=[5,7],Qo=16,Zt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),hn=t=>Nt({label:"arcs",options:[...Zt].map(([e,n])=>({value:e,text:n})),change:t}),Zo=t=>Math.
min(Qo,t.length-1-t.lastIndexOf(`
`)),mn=t=>lt(t).slice(0,Uo).filter(e=>t[e]>=qo);function tr(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,a]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let l=(r+
t.height+a)/2;return`M${o} ${r+t.height}C${o} ${l} ${s} ${l} ${s} ${a}`}if(e.y>=t.y-1){let l=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${l} ${s} ${l} ${s} ${a}`}let i=a+e.height,c=(r+i)/2;return`M${o} ${r}C${o} ${c} ${s} ${c} ${s}\
 ${i}`}var gn=(t,e=!0)=>(dn+(jo-dn)*t)*(e?1:Go);function er(t,e,n){let o=({head:h,chosen:y})=>y||h===e,r=t.flatMap(h=>mn(
h.row).map(y=>{let x=h.row[y];return{head:h.head,position:y,weight:x,width:gn(x,o(h))}})),s=n(r).map((h,y)=>({...r[y],...h})),
a=r.some(({head:h})=>h===e),i=({head:h,chosen:y})=>h===e?2:y?1:0,c=[...t].sort((h,y)=>i(h)-i(y)),l=(h,...y)=>{let p=mt("\
g",{class:a&&h!==e?"mha-dim":"","data-head":h},...y);return Et(p,h),p},u=c.map(h=>{let x=s.filter(({head:f})=>f===h.head).
map(({d:f,width:g,position:w})=>mt("path",{class:h.chosen?"":"mha-other",d:f,"stroke-width":g,"data-position":w})),p=l(h.
head,...x);return p.classList.toggle("mha-dropped",h.off??!1),p});if(t.length===1)return u;let m=[],b=c.toReversed().flatMap(
h=>{let x=s.filter(({head:f})=>f===h.head).filter(({weight:f})=>f>=zo||h.head===e),p=Vo+Jo*String(h.head).length;return x.
flatMap(({tops:f})=>f.flatMap(g=>{let w=un(g,p,m);return w?(m.push({...w,width:p}),l(h.head,mt("text",w,String(h.head)))):
[]}))});return[...u,...b]}var pn=t=>t.length>1?Yo:Ko;function wn(t,e,n=!0){let o=mt("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=d("div"),s=d("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),a=[],i=[],c=[],l=-1,u="",m=p=>{let f=e(),g=a.map(M=>M.getBoundingClientRect()),{x:w,y:$,width:E}=g[f],
k=g.map((M,N)=>({i:N,box:M})).filter(({box:M})=>(M.y-$)*p>1);if(k.length===0)return f;let v=k.at(p>0?0:-1)?.box.y,O=M=>Math.
abs(M.x+M.width/2-w-E/2);return k.filter(({box:M})=>M.y===v).sort((M,N)=>O(M.box)-O(N.box))[0].i};ot(s,(p,f)=>t(f?e()+f:
m(p))),Re(s,p=>t(p?a.length-1:0));let b=p=>{let f=a[e()].getBoundingClientRect();return mn(i).map(g=>{let w=g===e()?f:a[g].
getBoundingClientRect(),$=tr(f,w,p);return mt("path",{d:$,"stroke-width":gn(i[g])})})},h=p=>{let f=a.map(g=>{let{x:w,y:$,
width:E,height:k}=g.getBoundingClientRect();return{x:w-p.x,y:$-p.y,width:E,height:k}});return er(c,l,g=>ln(g,f,e(),p.width,
pn(c)))},y=()=>{if(a.length===0||!s.checkVisibility())return;let p=o.getBoundingClientRect();o.replaceChildren(...n?b(p):
h(p))};new ResizeObserver(y).observe(s);let x=p=>{let f=JSON.stringify(p);if(f===u)return;u=f,a=p.map((w,$)=>{let E=`${n?
fn(w):w}, position ${$}`,k=d("button",{type:"button",tabindex:-1,"aria-label":E});return k.textContent=n||!w.trim()?Qt(w):
w,k.addEventListener("click",()=>t($)),k});let g=[d("div")];a.forEach((w,$)=>{if(g[g.length-1].append(w),!p[$].includes(
`
`)||$+1===a.length)return;let E=d("div");z(E,{indent:Zo(p[$])}),g.push(E)}),r.replaceChildren(...g)};return{node:s,draw(p,f,g,w=[]){
x(p),i=f,c=w,o.classList.toggle("mha-dropped",n&&g),n||(z(s,{arcs:`${pn(c)}px`}),Et(s,c.find($=>$.chosen)?.head??0)),a.forEach(
($,E)=>{$.setAttribute("aria-pressed",String(E===e())),$.classList.toggle("mha-later",n&&E>e()),z($,{fill:i[E]})}),y()},
point(p){l!==p&&(l=p,c.length>1&&y())}}}var te=3,nr=5e-4;function bn(t,e){let n=t.map(a=>ut(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=lt(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${V(e,a)}`);return`Of ${qe(t.length,"head")}, most weight: ${s.join(", ")}.`}function or({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=ut(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>te)){let c=Kt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:lt(o).slice(0,te).filter(c=>e==="score"||o[c]>=nr),
words:"less than 0.001 on every key"}}function ee(t,e,n="mha-screen-reader"){let{positions:o,words:r}=or(t,e);return o.length===
0?[d("td",{colspan:te},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[d("span",{class:n},` (${s})`)]:[];return d(
"td",{},e[s],...i,` ${bt(t.row[s])}`)})}function ne(t,e){let n=d("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:a,row:i,what:c,chosen:l},u,m)=>{let b=d("span",{class:"mha-swatch","aria-hidden":"true"}),h=$t(i,x=>V(t,x),c),
y=d("button",{type:"button","aria-pressed":String(l),"aria-description":h},b,a);return y.tabIndex=l?0:-1,y.addEventListener(
"click",()=>m.choose(u)),y},s=a=>{let i=o.indexOf(document.activeElement),c=a.length>1?e:void 0;o=c?a.map((u,m)=>r(u,m,c)):
[];let l=a.map((u,m)=>{let b=d("th",{scope:"row"},o[m]??u.title),h=d("tr",{class:u.chosen&&"mha-chosen"});return o[m]&&Et(
h,m),h.append(b,...ee(u,t)),h});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&rr(n,()=>o,e),{node:n,
draw:s}}function rr(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],a=()=>o(r>=0?r:s),i=c=>{let l=c instanceof Element?c.closest(
"tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:c})=>{r=i(c),a()}),
t.addEventListener("pointerleave",()=>{r=-1,a()}),t.addEventListener("focusin",({target:c})=>{s=c instanceof Element&&c.
matches(":focus-visible")?i(c):-1,a()}),t.addEventListener("focusout",()=>{s=-1,a()}),t.addEventListener("click",({target:c})=>{
let l=c instanceof Element&&c.closest("button"),u=i(c);u>=0&&!l&&n(u)}),ot(t,c=>e()[i(document.activeElement)+c]?.focus(
{preventScroll:!1}),!1)}function yn(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&a(l)?l:(r(null),null)}}}var vt=8,oe=200,At=-1;function sr(t,e){let n=(a,i)=>typeof a=="string"&&[...a].length<=i;if(typeof t!="object"||t===null)
return!1;let{claim:o,sentences:r,places:s}=t;return n(o,oe)&&Array.isArray(r)&&r.length<=vt&&new Set(r).size===r.length&&
r.every(a=>a!==""&&n(a,e))&&(s===void 0||Array.isArray(s)&&s.length===r.length&&s.every(a=>Number.isInteger(a)&&a>=At))}
function xn(t,e){let n=e?yn(`sentences ${e}`):null,o=n?.read(l=>sr(l,t))??null,r=o?.claim??"",s=new Map(o?.sentences.map(
l=>[l,null])),a=new Map;o?.sentences.forEach((l,u)=>{let m=o.places?.[u]??At;m>At&&a.set(l,m)});let i=()=>r===""&&s.size===
0,c=()=>{let l=[...s.keys()],u=b=>a.get(b)??At,m={claim:r,sentences:l,places:l.map(u)};n?.set(i()?null:JSON.stringify(m))};
return{isStored:n!==null,isEmpty:i,isFull:()=>s.size>=vt,sentences:s,places:a,claim:()=>r,setClaim(l){r=l,c()},keep(l,u){
s.size>=vt||(s.set(l.text,l),a.set(l.text,u),c())},pin(l,u){u>At?a.set(l,u):a.delete(l),c()},remove(l){s.delete(l),a.delete(
l),c()},unread:()=>[...s].flatMap(([l,u])=>u?[]:[l]),fill(l){s.get(l.text)===null&&s.set(l.text,l)}}}var tt="to word",W="change",ft=[tt,W],dt=new Map([[G,G],["previous","previous"],["next","next"],["first","[CLS]"],["last",
"[SEP]"],["same word","same word"],["broad","broad"],["effect","effect"],[tt,""],[W,"change of this weight"]]),ar=[...zt.
slice(0,3),"last",...zt.slice(3)],Mt=[...ar,"effect"];function Ft(t,e){let n=e.length-1;return{...Ke(t,e,e),last:rt(t.slice(
0,n).map(o=>o[n]))}}var re=(t,e)=>Ye(e===W?t.map(Math.abs):t),se=(t,e)=>Tt(t,e),ae=t=>t<1&&t>.9999?"above 0.9999":wt(t,4),
Z=t=>`“${t}”`,En=["[CLS]","[SEP]"],$n=t=>!En.includes(t)&&/[\p{L}\p{N}]/u.test(t);function ce({tokens:t,weights:e},n,o){
let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],a=Rt(n,r,e.length),i=h=>V(t,h),c=$t(s,i,"weight","most to "),l=ut(s),u=l.
length>0&&l.every(h=>En.includes(t[h])),m=s.map((h,y)=>$n(t[y])?h:Number.NEGATIVE_INFINITY),b=u&&t.some($n)?`, of the wo\
rds ${$t(m,i,"weight","most to ")}`:"";return`From ${V(t,o)}, ${a} attends ${c}${b}.`}var K=(t,e)=>T(t.length).filter(n=>t[n]===
e);function st(t,e){let n=t[e];return{word:n,nth:K(t,n).indexOf(e)}}function pt(t,{word:e,nth:n}){let o=K(t,e);return o[n]??
o[0]??-1}function kn(t,e){let{word:n,nth:o}=st(t,e),{length:r}=K(t,n),s=V(t,e);return r>1?`${s}, number ${o+1} of ${r}`:
s}function Ot(t,e,n){let o=K(t,n);return o.length>0?gt(o.map(r=>e[r])):Number.NaN}function ie(t,e,n){let{length:o}=K(t,n),
r=bt(Ot(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:r}function Sn({tokens:t,weights:e},n,o,r){return K(t,r).length===
0?"":`To “${r}”: ${ie(t,e.flat()[n][o],r)}.`}function An(t,e,n){let o=pt(t.tokens,e);if(o<0)return"";let r=ce(t,n,o);
return`In ${Z(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function vn(t,e,{nHeads:n,nLayers:o}){if(t.length===0)return"";
let r=[...t].sort((a,i)=>a-i).map(a=>Rt(a,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===null?`To \
compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence's vector has a cosine of ${ae(e)} with t\
he whole one.`}function le(t){let e=wt(t);return Number(e)===0?"0":`${t>0?"+":""}${e.replace(/^(−?)0/,"$1")}`}function ue(t,e){
return t===W?le(e):t==="effect"?Lt(e,2):wt(e)}var Mn=(t,e,n)=>`the weight from ${t} in ${Z(e)} minus that in ${Z(n)}`,On=(t,e,n)=>t.
find(({tokens:o})=>pt(o,e)>=0&&o.includes(n))??null,fe=(t,e,n)=>`“${t[e]}” to “${n}”`,_n=(t,e)=>t==="same word"&&
new Set(e).size===e.length?Vt(t):"";function Nn(t,e,n,o=dt.get(t)){if(e.length===0)return t===G?`Sorted by ${o}.`:Vt(t);
let[r]=re(e,t),s=Rt(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${ue(t,e[r])}.`}var Tn=(t,e)=>T(t).map(()=>T(
e).map(n=>`head ${n}`));var cr=`${vt} sentences are kept, and there is no room for more. Remove one to keep this one.`,ir="Your claim and your s\
entences stay in this browser.",lr="Your claim and your sentences stay until this page is closed.",ur="Load the model to\
 see this sentence.",fr="choose a word",dr="the chosen word";function pr(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let i=new Map(
t.map(c=>[c.text,c]));for(let[c,l]of e.sentences)i.set(c,l);return i.set(n.text,n),[...i].map(([c,l])=>{let u=l?pt(l.tokens,
r):-1,m=c===n.text?o:a(c)??-1,b=e.places.get(c)??-1,h=l!==null&&b in l.tokens,y=u<0&&l?m:u;return{text:c,sentence:l,place:h?
b:y,has:u>=0,own:h,kept:e.sentences.has(c),shown:s&&c===n.text}})}function hr(t,e,n,o,r){let s=e.map((c,l)=>d("option",{
value:l},V(e,l))),a=o?[d("option",{value:-1},o),...s]:s,i=d("select",{class:"mha-words","aria-label":t},...a);return i.value=
String(n),i.addEventListener("change",()=>r(Number(i.value))),i}function mr(t,e){let o=d("input",{type:"text",size:40,maxlength:oe,
autocomplete:"off"});return o.value=t.claim(),o.addEventListener("input",()=>{t.setClaim(o.value),e()}),d("label",{class:"\
mha-claim"},d("span",{},"My claim"),o)}function Cn(t,e,{show:n,chooseIn:o,chosenIn:r,redraw:s}){let a,i=0,c=d("caption"),
l=d("tbody"),u=Q("keep this sentence",()=>{e.keep(a,i),o(a.text,i)}),m=d("p",{class:"mha-note"},cr),b=d("p",{class:"mha-\
note"},e.isStored?ir:lr),h=mr(e,()=>f()),y=d("div",{},d("table",{},c,l)),x=d("div",{class:"mha-comparison"},h,y,b),p=()=>[
...x.querySelectorAll("button, select")],f=()=>{b.hidden=e.isEmpty()},g=(E,k,v,O)=>{let{text:_,sentence:M,place:N,has:H,
own:X}=E,{tokens:U,weights:q}=M,ct=[],Bt=J=>{E.kept&&e.pin(_,J),o(_,J)},yt=(J,Xt,Ut)=>{let qt=hr(Xt,U,N,Ut,Bt);ct.push(d(
"tr",{},d("td",{colspan:4},`${J} `,qt)))};if(X)yt("its own word:",`own word of ${Z(_)}`,dr);else if(!H){let J=`no “${v}\
” in ${Z(_)}: from`;yt(`no “${v}” here; from`,J,N<0?fr:"")}if(N<0)return ct;let et=q.flat()[k][N],it=ee({title:_,row:et,
what:"weight"},U,"mha-position"),_t=d("th",{scope:"row"},`from ${kn(U,N)}`);if(ct.push(d("tr",{},_t,...it)),K(U,O).length===
0)return ct;let Dt=d("td",{colspan:3},ie(U,et,O));return[...ct,d("tr",{},d("th",{scope:"row"},`to “${O}”`),Dt)]},w=(E,k,v,O)=>{
let{text:_,sentence:M,shown:N}=E,H=Q(_,()=>{N||n(_)});N&&H.setAttribute("aria-current","true");let X=d("th",{scope:"rowg\
roup",colspan:4},H);if(E.kept){let q=Q("remove",()=>{e.remove(_),s()});q.setAttribute("aria-label",`remove ${Z(_)}`),X.append(
" ",q)}let U=M?g({...E,sentence:M},k,v,O):[d("tr",{},d("td",{colspan:4},ur))];return[d("tr",{},X),...U]};return{node:x,draw:(E,k,v)=>{
a=E.whole,i=E.query,E.wanted&&e.fill(a);let O=p().indexOf(document.activeElement),_=a.weights[0].length,M=`Head ${Math.floor(
k/_)}.${k%_}`;R(c,`${M} in each sentence${E.off.length>0?", with all heads on":""}`);let N=pr(t,e,E,r);l.replaceChildren(
...N.flatMap(X=>w(X,k,E.chosen.word,v))),u.remove(),m.remove();let H=e.sentences.has(a.text)||t.includes(a);E.wanted&&!H&&
y.append(e.isFull()?m:u),f(),O>=0&&(p()[O]??p().at(-1))?.focus({preventScroll:!0})}}}var Ln=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],gr=[23.601290952344122,244.02463793444417,
1282.6165260773723],wr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],br=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function yr(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Ln[c])*s,i=(i+gr[c])*s;return t*(a+Ln[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+wr[s])*e,o=(o+br[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function Rn(t){for(let e=0;e<t.length;e++)t[e]*=(1+yr(t[e]*Math.SQRT1_2))/2}var xr=1e-12,de=4,$r=256;function Pn(t){let{about:e,bytes:n,int8:o}=je(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:T(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*Wt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%$r===0&&(yield),In(e,l*s,i),In(e,(l+1)*s,c),Er(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function In(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function Er(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=de*e){let l=i+e,u=l+e,m=u+e,b=0,h=0,y=0,x=0,p=0,f=0,g=0,w=0;for(let $=0;$<e;$++){let E=n[$],
k=o[$],v=t[i+$],O=t[l+$],_=t[u+$],M=t[m+$];b+=E*v,h+=E*O,y+=E*_,x+=E*M,p+=k*v,f+=k*O,g+=k*_,w+=k*M}r[c]=b,r[c+1]=p,c+=s,
r[c]=h,r[c+1]=f,c+=s,r[c]=y,r[c+1]=g,c+=s,r[c]=x,r[c+1]=w,c+=s}}function pe(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+xr);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function kr({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/de)*de,l=new Float64Array(c*i);for(let[u,m]of a.entries())for(let b=0;b<
i;b++)l[u*i+b]=e[m*i+b]*n[m]+o[u*i+b]+r[b];return pe(l,new Float64Array(l.length),s),l}function Sr([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:T(o).map(m=>T(s).map(b=>{let h=b*r+m*i;for(let x=0;x<
s;x++){let p=x*r+m*i,f=0;for(let g=0;g<i;g++)f+=t[h+g]*e[p+g];l[x]=f/Math.sqrt(i)}let y=We(l,new Float64Array(s));for(let x=0;x<
s&&!a(m);x++){let p=x*r+m*i;for(let f=0;f<i;f++)c[h+f]+=y[x]*n[p+f]}return Float32Array.from(y)})),averages:c}}function Ar(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(Tt(o,o));return o.map(s=>s/r)}function he(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,m=r.sentence===l?u:0,b=m>0?
r.states[m].slice():kr(t,a),h=r.states.slice(0,m),y=r.reading.weights.slice(0,m);for(let[p,f]of n.entries()){if(p<m)continue;
h.push(b.slice());let g=[];for(let E of[f.query,f.key,f.value])g.push(yield*Wt(b,E)),yield;let w=Sr(g,e,c,E=>i.includes(
p*e.n_heads+E));y.push(w.weights),yield,pe(b,yield*Wt(w.averages,f.output),f.afterAttention),yield;let $=yield*Wt(b,f.widen);
Rn($),yield,pe(b,yield*Wt($,f.narrow),f.afterMlp),yield}let x={weights:y,vector:Ar(b,c,e.d_model)};return i.length===0?r=
{sentence:l,states:h,reading:x}:s={sentence:l,off:i.join(),reading:x},x}}var vr=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Mr=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Or(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Mr(t.codePointAt(0)??0)?` ${t} `:t}function _r(t){let n=Array.from(t,Or).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Hn(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(vr).flatMap((a,i)=>i%2?[n(a)]:_r(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Fn(t){let e=Pn(t),n=Hn(e.vocabulary),o=he(e),r=he(e);return{...n,read:o,readOther:r}}function*Wn(t,e,n){let o=me(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function me({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Nr(t,e,n,o){let r=me(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:se(s.vector,a.vector)}}function Tr(t,e,n,o){let r=pt(t,e);if(r>=0)return r;let s=t.length-1;return o!==
void 0&&o<=s?o:n>=s&&s>1?s-1:Math.min(n,s)}function Bn(t,e){let n=new Map,o=({text:u,tokens:m,weights:b})=>(n.has(u)||n.
set(u,{text:u,tokens:m,weights:Ge(b)}),n.get(u)),r=!0,s=new Map,a={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,
chosen:st(t[0].tokens,0),off:[],changed:null,wanted:!0},i={text:"",values:[]};function*c(u,m,b){let h=t.find(f=>f.text===
u),y=h!==void 0||b!==null,x=o(h??t[0]);if(b&&(!h||m.length>0)){let f=yield*Nr(b,u,m,e);return{...f,whole:h?x:f.whole,wanted:y}}
let p=h&&m.length===1?h.without[m[0]]:null;return{sentence:x,whole:x,changed:p,wanted:y}}let l=u=>{let{whole:m,before:b,
query:h}=a;if(!m.tokens.includes(u))return null;let y=t.map(o).filter(({text:x})=>x!==m.text);return On(b?[b,...y]:y,st(
m.tokens,h),u)};return{now:()=>a,findOther:l,effects:()=>i.values,countUnknown:()=>i.values.filter(Number.isNaN).length,
precomputed:t.map(o),choose(){r=!0},chooseIn(u,m){m<0?s.delete(u):s.set(u,m)},chosenIn:u=>s.get(u),*compute(u,m){let b=u(
"off"),h=yield*c(u("text"),b,m),{sentence:y}=h,x=t.findIndex(({text:k})=>k===y.text);if(i.text!==y.text){let k=y.weights.
flat().length,v=t[x]?.without??Array(k).fill(Number.NaN);i={text:y.text,values:v.map(O=>1-O)}}let p=t[x<0?0:x-1],f=p?o(p):
null,g=u("query");g!==a.asked&&(r=!0);let w=Math.min(g,y.tokens.length-1),$=r?st(y.tokens,w):a.chosen;h.wanted&&(r=!1);let E=Tr(
y.tokens,$,g,s.get(y.text));a={...h,before:f,asked:E===w?g:E,query:E,chosen:$,off:b}},*computeEffects(u,m,b){let{text:h,
values:y}=i,x=u.filter(g=>Number.isNaN(y[g]));if(!m||x.length===0)return;let p=me(m,h,e),{vector:f}=yield*m.read(p);for(let[
g,w]of x.entries()){b?.(x.length-g);let $=yield*m.read(p,[w]);y[w]=1-se(f,$.vector)}},measure(u,m){if(u==="effect")return i.
values;if(u===W){let x=l(m);if(!x)return[];let{whole:p,query:f}=a,g=pt(x.tokens,st(p.tokens,f)),w=x.weights.flat().map($=>Ot(
x.tokens,$[g],m));return p.weights.flat().map(($,E)=>Ot(p.tokens,$[f],m)-w[E])}let{tokens:b,weights:h}=a.sentence;if(u===
tt)return K(b,m).length===0?[]:h.flat().map(x=>Ot(b,x[a.query],m));let y=h.flat().map(x=>Ft(x,b)[u]);return y.every(Number.
isNaN)?[]:y}}}var Cr=48,Dn=3;function Xn(t,e){let n=t[0].length,o=t.flatMap((y,x)=>y.map((p,f)=>{let g=d("canvas",{"aria-hidden":"true"}),
w=d("span"),$=d("button",{type:"button",role:"radio"},g,w);return $.addEventListener("click",()=>e(x,f)),{layer:x,head:f,
title:p,canvas:g,value:w,button:$}})),r=d("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});z(r,{heads:n});
let[s,a]=[n,t.length].map(y=>T(y).map(x=>d("span",{class:"mha-number","aria-hidden":"true"},String(x)))),i=d("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=He(r),l=T(o.length),u=0,m={isSorted:!1,measures:[]},b=[],h=()=>{o.forEach(({
layer:y,title:x,button:p},f)=>{let g=b.includes(f),w=`layer ${y}, ${x}${g?", off":""}`;p.title=w,p.setAttribute("aria-la\
bel",m.isSorted?`${w}, ${m.measures[f]}`:w),p.classList.toggle("mha-off",g)})};return ot(r,(y,x)=>{let p=o[l[0]].button.
offsetTop,f=l.filter(k=>o[k].button.offsetTop===p).length,g=l.indexOf(u)+y*f+x;if(!(g in l))return;let{layer:w,head:$,button:E}=o[l[g]];
e(w,$),E.focus()}),{node:c,*paint(y,x){for(let{layer:p,head:f,canvas:g}of o)xt(g,ze(y[p][f],Cr),...x),yield},sort(y,x=[],p=De){
l=y??T(o.length),r.classList.toggle("mha-sorted",y!==void 0);let f=o.map((E,k)=>Number.isNaN(x[k])?"–":p(x[k]??0));o.forEach(
({layer:E,head:k,value:v},O)=>{R(v,y?`${E}.${k}
${f[O]}`:"")}),m={isSorted:y!==void 0,measures:f},h();let g=l.map(E=>o[E].button),w=a.map((E,k)=>[E,...g.slice(k*n,(k+1)*
n)]),$=g.find(E=>E===document.activeElement);r.replaceChildren(...y?g:[i,...s,...w.flat()]),$?.focus({preventScroll:!0})},
crossOut(y){b=y,h()},scrollToTop(){c.scrollTop=0},reveal(){let y=c.getBoundingClientRect(),{top:x,bottom:p}=o[u].button.
getBoundingClientRect(),[f,g]=[x-Dn-y.top,p+Dn-y.bottom];f<0?c.scrollTop+=f:g>0&&(c.scrollTop+=g)},choose(y,x){u=y*n+x,o.
forEach(({button:p},f)=>{p.setAttribute("aria-checked",String(f===u)),p.tabIndex=f===u?0:-1})}}}var Lr="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function Un(t,e){let n=e[0].
length,o=Xn(e,(w,$)=>I(t,{head:w*n+$})),r=Nt({label:"order",options:[...dt].map(([w,$])=>({value:w,text:$})),change:w=>I(
t,{sort:w})}),s=[...r.node.children].slice(-ft.length),a=d("span"),i=Ve(a,[],[]),c=d("div",{role:"group",tabindex:0},i.node),
l=Mt.map(w=>dt.get(w)),u=Se("This head",[],l),m=d("summary",{},"what is measured"),b=d("details",{class:"mha-more"},m,Lr),
h=d("div",{},u.node,b),y=d("div",{},o.node,c,h),x=d("p",{class:"mha-note"}),p=d("p",{class:"mha-note"}),f=d("div",{class:"\
mha-gallery"},r.node,p,x,y),g=null;return{node:f,group:c,map:i,wait(w){x.hidden=w===0,R(x,w>0?`Computing the effects of ${w}\
 heads …`:"")},drawHead([w,$],E,k,v){let O=v.includes(w*n+$);R(a,`layer ${w}, head ${$}${O?", off":""}`),c.setAttribute(
"aria-label",`${a.textContent}; arrow up and down choose the query`),o.crossOut(v),i.draw(E,"weights",0,1),i.mark(k),o.choose(
w,$)},drawMeasures(w){let $=(E,k)=>Number.isNaN(E)?k==="effect"?"…":"–":ue(k,E);u.draw(w.map((E,k)=>[$(E,Mt[k])]),w.
map(E=>Math.min(1,Math.max(0,E||0))))},*paint(w){g!==w&&(g=null,yield*o.paint(w,["weights",0,1]),g=w)},chooseOrder(w,$,E){
R(p,E),p.hidden=E==="",s.forEach((k,v)=>{$[v]===""?k.remove():(k.lastChild?.replaceWith($[v]),k.parentNode!==r.node&&r.node.
append(k))}),r.set(w)},sort(w,$,E=!1){let v=$===W?le:$==="effect"||$===tt?Xe:void 0;w.length>0?o.sort(re(w,$),w,v):o.sort(),
E&&w.length>0?o.scrollToTop():o.reveal()}}}function qn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var at=globalThis;function jn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,
n,o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Gn=({bytes:t})=>Math.
ceil(t/3)*4;async function Rr({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);at.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await qn(i);let c=It(at.bookModels[i]??"");delete at.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function Kn(t,e){if(at.bookEncoders??={},!at.bookEncoders[t.name]){let o=new Set,r=Rr(t,s=>{for(let a of o)
a(s)});at.bookEncoders[t.name]={file:r,listeners:o}}let n=at.bookEncoders[t.name];n.listeners.add(e);try{return await n.
file}catch(o){throw delete at.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Ir=100,Pr="your own",Hr="The model is ready. Type a sentence of your own.",Fr="The model could not be loaded. The pr\
ecomputed sentences still work.",ge="The effects of all heads in this sentence are being computed.",Wr="Only precomputed\
 sentences are here, because this page was made without the model. In a book that was built with it, you can also type y\
our own sentence.";function we(t){let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var be={text:(t,e)=>Yt(
t,e("max_characters"))?void 0:t,query:(t,e)=>Pt(t,e("max_tokens")),head:(t,e)=>Pt(t,we(e).all),off:(t,e)=>Ht(t,we(e).all),
sort:t=>Jt(t,[...dt.keys()]),arcs:t=>Jt(t,[...Zt.keys()]),to:t=>[...t].length<=Ir?t:void 0};function Br(t,e,n){let o=t.get(
"sentences").map(({text:l})=>l),r="",s=Pe({label:"sentence",options:n?[Pr,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),
I(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.focus()}}),a=Fe({label:"or type your own",size:2,long:!0,refuse:e,
change:l=>{r=l,I(t,{text:l})}}),i=d("div",{class:"mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get(
"text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.set(l)};return{node:i,set:c,input:a}}function Dr(t){let e=d("select",
{class:"mha-words","aria-label":"weight to"});e.addEventListener("change",()=>{let o=e.value,r=t.get("sort");o?I(t,{to:o,
sort:r===W?W:tt}):I(t,{to:o,sort:ft.includes(r)?G:r})});let n="";return{node:d("label",{class:"mha-to"},"weight to ",e),
draw(o,r){let s=[...new Set(o)],a=JSON.stringify([s,r]);if(n===a)return;n=a;let i=r!==""&&!s.includes(r),c=s.map(l=>d("o\
ption",{value:l},l));i&&c.push(d("option",{value:r},`${r} (not here)`)),e.replaceChildren(d("option",{value:""},"any wor\
d"),...c),e.value=r}}}function Xr(t,e){let n=Ue(Gn(t)),o=d("button",{type:"button"},`Load the model: ${n}, once`),r=d("p\
rogress",{max:1,value:0,"aria-label":"loaded"}),s=d("div",{role:"status"});r.hidden=!0;let a=d("div",{class:"mha-load"},
o,r),i=d("div",{},a,s),c=!1;return o.addEventListener("click",async()=>{if(!c){c=!0,r.hidden=!1,R(s,"loading …");try{let l=await Kn(
t,b=>{r.value=b}),u=Fn(l),m=document.activeElement===o;a.remove(),R(s,Hr),e(u,m)}catch{r.hidden=!0,R(s,Fr)}c=!1}}),{node:i,
status:s}}function Ur(t,e){let n=Q("",()=>{let[a,i]=[t.get("off"),t.get("head")],c=e()?a.filter(l=>l!==i):[];I(t,{off:a.
includes(i)?c:[...c,i]})}),o=Q("all on",()=>{I(t,{off:[]}),n.focus({preventScroll:!0})}),r=d("div",{class:"mha-cost"},n);
return{node:r,draw:(a,i)=>{let c=a.includes(i);R(n,c?"switch this head on":"switch this head off"),n.setAttribute("aria-\
pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function qr(t){let e=d("p",{class:"mha-layer-title"}),n=ne([]);return{
node:d("div",{class:"mha-layer-heads"},e,n.node),label(r){let s=ne(r,t);n.node.replaceWith(s.node),n=s},draw(r,s){R(e,r),
n.draw(s)}}}var jr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].map((s,a,{length:i})=>({title:`head ${a}${n.includes(o*
i+a)?" (off)":""}`,row:s[e],what:"weight",chosen:a===r}));function Gr({sentence:t,before:e,query:n,off:o,changed:r},s,a,i,c){
let{tokens:l}=t,u=a.map(({row:m})=>m);return[ce(t,s,n),Sn(t,s,n,c),u.length>0?bn(u,l):"",e?An(e,st(l,n),s):"",vn(o,r,i)]}
function Kr(t,e,n,o){let r=e.get("max_tokens"),s=we(e.get),{nLayers:a,nHeads:i}=s,c=Bn(e.get("sentences"),r),l=jn(),u=null,
m=()=>JSON.stringify(kt(be).map(S=>e.get(S))),b="",h=S=>{let A=Yt(S,e.get("max_characters"));if(A||!u)return A;let{length:C}=u.
encode(S);return C>r?`That is ${C} tokens; the limit is ${r}.`:""},y=S=>{S<0||S>=c.now().sentence.tokens.length||(c.choose(),
S===e.get("query")?o():I(e,{query:S}))},x=Br(e,h,l!==null),p=l&&Xr(l,(S,A)=>{u=S,b=m(),A&&x.input.input.focus(),o()}),f=d(
"p",{class:"mha-note"}),g=wn(y,()=>c.now().query,!1),w=hn(S=>I(e,{arcs:S})),$=Dr(e),E=Ur(e,()=>u!==null),k=Un(e,Tn(a,i)),
v=qr({choose:S=>I(e,{head:e.get("head")-e.get("head")%i+S}),point:g.point}),O=t.parentElement?.dataset.mhaLink,_=xn(e.get(
"max_characters"),O);for(let[S,A]of _.places)c.chooseIn(S,A);let M=Cn(c.precomputed,_,{show:S=>I(e,{text:S}),chooseIn(S,A){
c.chooseIn(S,A),o()},chosenIn:c.chosenIn,redraw:o});t.append(x.node,p?.node??d("p",{class:"mha-note"},Wr),f),t.append(g.
node,w.node,$.node);let N=Ie(t),H=Je("weights","0","1","one scale for all");t.append(E.node,k.node,H,v.node,M.node),ot(k.
group,S=>y(c.now().query+S),!1),k.map.onPoint(([S])=>y(S));function*X(){yield*c.compute(e.get,u);let{asked:S}=c.now();S!==
e.get("query")&&(I(e,{query:S}),b=m())}let U=()=>{let[S,{wanted:A}]=[e.get("text"),c.now()],C=h(S);C&&x.input.complain(C);
let L=l?" Load the model to see it.":"";R(f,A?"":`${Z(S)} is not precomputed.${L}`),f.hidden=A,t.classList.toggle("mha-s\
tale",!A)},q={what:"",height:0},ct=()=>{let S=["head","arcs","to","off"].map(L=>e.get(L)),A=JSON.stringify([c.now().sentence.
text,S,t.clientWidth]);q.what!==A&&z(N.node,{told:"0px"});let C=q.what===A?q.height:0;q={what:A,height:Math.max(C,N.node.
getBoundingClientRect().height)},z(N.node,{told:`${q.height}px`})},Bt=S=>{let A=c.now(),{sentence:C,query:L,off:F}=A,{tokens:P,
weights:D}=C,[B,j]=[Math.floor(S/i),S%i],Y=jr(A,B,j),nt=e.get("arcs")==="layer"?Y:[],ht=Y.map(({row:Vn,chosen:Jn},$e)=>({
head:$e,row:Vn,chosen:Jn,off:F.includes(B*i+$e)})),Yn=nt.length>0?ht:[ht[j]];w.set(e.get("arcs")),$.draw(P,e.get("to")),
g.draw(P,D[B][j][L],F.includes(S),Yn),E.draw(F,S);let ye=nt.length>0?N.node:H;v.node.previousElementSibling!==ye&&ye.after(
v.node),v.draw(`All heads of layer ${B}, from ${V(P,L)}`,Y),M.draw(A,S,e.get("to")),k.drawHead([B,j],D[B][j],L,F);let zn=document.
activeElement===x.input.input;N.node.setAttribute("aria-live",zn?"off":"polite");let xe=Gr(A,S,nt,s,e.get("to"));return N(
...xe),ct(),xe},yt=S=>{let{tokens:A,weights:C}=c.now().sentence,L=Ft(C.flat()[S],A);L.effect=c.effects()[S],k.drawMeasures(
Mt.map(F=>L[F]))},et="",it="",_t="",Dt=S=>{let A=c.countUnknown();e.get("sort")!=="effect"||A===0||(k.wait(A),it!==ge&&k.
sort([],G),it=ge,N(...S,{heard:ge}))},J=(S,{text:A,tokens:C},L,F)=>{let P=fe(C,L,F),D=S===W?c.findOther(F):null;return D?
Mn(P,A,D.text):`the weight from ${P}`};function*Xt(S){let A=e.get("sort"),{sentence:C,query:L,off:F}=c.now(),P=e.get("to"),
D=ft.includes(A)?J(A,C,L,P):"";A==="effect"&&(yield*c.computeEffects(T(s.all),u,k.wait),k.wait(0));let B=JSON.stringify(
[A,et,F,D&&[L,D]]);if(it===B)return;let j=!["",et].includes(_t),Y=A===G?[]:c.measure(A,P);yield,k.sort(Y,A,j);let nt=Y.length===
0&&ft.includes(A)?G:A,ht=ft.includes(nt)?D:void 0;N(...S,{heard:Nn(nt,Y,i,ht)}),it=B,_t=et}function*Ut(){for(let S of u?
_.unread():[])_.fill(yield*Wn(u,S,r)),M.draw(c.now(),e.get("head"),e.get("to")),yield}let qt=()=>{let[S,A]=[e.get("to"),
e.get("sort")],{sentence:C,query:L,off:F}=c.now(),P=K(C.tokens,S).length>0,D=P?fe(C.tokens,L,S):"",B=c.findOther(S)?dt.get(
W):"",j=A===W?B!=="":P||A!==tt,Y=j&&A===W,nt=F.length>0?", with all heads on":"",ht=Y?`Each number is ${J(A,C,L,S)}${nt}\
.`:_n(A,C.tokens);k.chooseOrder(j?A:G,[D,B],ht)};return{observes:kt(be),*draw(){x.set(),p&&u&&b!==m()&&R(p.status,""),k.
wait(0),yield*X();let{tokens:S,weights:A}=c.now().sentence,C=e.get("head");U(),et!==S.join(" ")&&(et=S.join(" "),k.map.label(
S,S),v.label(S),yield);let L=Bt(C);yt(C),Dt(L),yield,it===""&&k.sort([],G),yield*k.paint(A),qt(),yield*c.computeEffects(
[C],u),yt(C),yield*Xt(L),yield*Ut()},stateForTests:()=>{_e(X());let{sentence:S,before:A,query:C,chosen:L,off:F,changed:P,
wanted:D}=c.now();return{loaded:u!==null,text:S.text,tokens:S.tokens,weights:S.weights.map(B=>B.map(j=>j.map(Y=>[...Y]))),
before:A?.text??null,query:C,word:L.word,to:e.get("to"),off:F,changed:P,cosine:P===null?"":ae(P),effects:c.effects(),wanted:D}}}}
var ja=on(Te("A real model's attention in a sentence",Kr),be);export{ja as default};
