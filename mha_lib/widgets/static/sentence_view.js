// Made by `make widgets` from js/src; edit there.
function pe(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return pe(o,e,n),o}function rt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return pe(o,e,n),o}function C(t,e){t.textContent!==e&&(t.textContent=e)}function he(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function me(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(y=>{let h=Array.from({length:r},()=>f("td")),w=f("th",{scope:"\
row"},y),$=f("div");return{row:f("tr",{},w,...h,f("td",{"aria-hidden":"true"},$)),cells:h,bar:$}}),c=e.map(y=>f("th",{scope:"\
col"},y)),i=f("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(y=>f("span",{},y)));let a=e.
length>0?[f("tr",{},...c,i)]:[],l=s.map(({row:y})=>y);return{node:f("table",{class:"mha-bar-table"},f("caption",{},t),...a,
...l),rows:l,draw:(y,h)=>{s.forEach(({cells:w,bar:$},p)=>{for(let[d,m]of w.entries())C(m,y[p][d]);$.style.width=`${100*h[p]}\
%`})}}}function U(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var qn="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Kn=be([153,153,153]),Yn=ye(qn.split(" ").map(zn)),ge=new Map,we=new WeakMap;function be([t,e,n]){return 255<<24|n<<16|
e<<8|t}function zn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function ye(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,c]=[t[r],t[r+1]];return be(s.map((i,a)=>Math.round(
i+(c[a]-i)*(o-r))))})}function Gn(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=ge.get(o);if(r)return r;
let[s,c]=[e,n].map(a=>(a.match(/\d+/g)??[]).map(Number)),i=ye([s,c].map(a=>a.slice(0,3)));return ge.set(o,i),i}function Rt(t){
for(let e of t.querySelectorAll("canvas"))we.get(e)?.()}function dt(t,e,n,o,r){let[s,c]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),a=()=>{if(!t.isConnected)return;let l=n==="signed"?Yn:Gn(t);(t.width!==c||t.height!==s)&&(t.width=c,t.height=s);
let u=t.getContext("2d"),b=u.createImageData(c,s),y=new Uint32Array(b.data.buffer);for(let h=0,w=0;h<s;h++)for(let $=0;$<
c;$++,w++){let p=Math.floor(256*((i[h][$]-o)/(r-o))),d=l[Math.min(255,Math.max(0,p))];y[w]=Number.isNaN(p)?Kn:d}u.putImageData(
b,0,0)};we.set(t,a),a()}function xe(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function $e(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Se(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=Vn(t);o.append(s);let i=$e(s),a,l=()=>a&&
i.start(a.draw);a=e(s,n,r,l),Object.assign(s,{stateForTests:a.stateForTests}),Rt(s),l();let u=Jn(n,a.observes,l);return()=>{
u(),i.stop(),c()}}}}function Vn(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,a=c?c==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=a?"dark":"light",Rt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Jn(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Ee=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function P(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Qn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Q(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Qn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function ve(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ae(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,c)=>{let i=typeof s=="string"?s:s.heard;n[c]||(n[c]=f("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[c]," ")),C(n[c],i)})},{node:e})}var ke=0;function St({label:t,options:e,change:n}){ke+=1;let o=`mha-choice-${ke}-${Math.random().toString(36).slice(2)}`,
r=f("fieldset",{class:"mha-choice"},f("legend",{},t)),s=e.map(({value:i,text:a})=>{let l=f("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(f("label",{},l,a)),l});return{node:r,set:i=>{e.forEach((a,l)=>{
s[l].checked=a.value===i})}}}function Me({label:t,options:e,change:n}){let o=f("div",{"aria-hidden":"true"}),r=e.map((l,u)=>f(
"option",{value:u},l)),s=f("select",{"aria-label":t},...r),c=f("div",{class:"mha-menu"},o,s),i=f("div",{class:"mha-contr\
ol mha-picker"},f("span",{},t),c),a=l=>{s.value=String(l),C(o,e[l])};return s.addEventListener("change",()=>{a(Number(s.
value)),n(Number(s.value))}),{node:i,set:a}}function Oe(...t){let e=f("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),U(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function V(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function _e({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},c=n?f("\
textarea",{rows:e,...s}):f("input",{type:"text",size:e,...s}),i=f("output",{class:"mha-input-error"}),a=()=>n?c.value:c.
value.trim().toLowerCase(),l=h=>{C(i,h),c.setAttribute("aria-invalid",String(h!==""))};c.addEventListener("input",()=>{let h=a();
l(o(h)),i.textContent||r(h)});let u=f("div",{class:"mha-text-input"},f("label",{},`${t} `,c),i),b="";return{node:u,input:c,
set:h=>{let $=(n?h===b:document.activeElement===c)&&i.textContent!=="";b=h;let p=n?h.replace(/\r\n?/g,`
`):h;$||a()===p||(c.value=p,l(""))},complain:l}}function _(t){return Array.from({length:t},(e,n)=>n)}function st(t){let e=0;for(let n of t)e+=n;return e}var Z=t=>st(t)/t.length;function Et(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function kt(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var nt=t=>_(t.length).sort((e,n)=>t[n]-t[e]),Zn=1e-9;function ot(t){let e=kt(t);return _(t.length).filter(n=>e-t[n]<=Zn*
Math.abs(e))}function Ne(t,e,n=[]){let o=kt(t),r=0;for(let c=0;c<t.length;c++)r+=Math.exp(t[c]-o);let s=Math.log(r);for(let c=0;c<
t.length;c++)n[c]=t[c]-o-s,e[c]=Math.exp(n[c]);return e}function pt(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function at(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?pt(t,
3):t.toExponential(1).replaceAll("-","−")}var to=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function Le(t){return t>=
.995?"1":pt(t).slice(1)}function vt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Ce(t){
return t===0||t>=.995?to(t):vt(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var It=t=>t.toLocaleString("en-US"),
Te={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Re(t,e=1e3){let n=Te[e].findLastIndex((s,c)=>t>=
.9995*e**c),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?It(Math.round(o)):vt(o,3)} ${Te[e][Math.max(0,n)]}`}var j=(t,e)=>`“${t[e]}” (${e})`;function At(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Pt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${at(e)}, on ${r} keys`}var eo=3;
function ht(t,e,n,o=""){let r=ot(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],c=r.length>1;return r.length>eo||c&&
r.length===t.length?Pt(n,s,r.length,t.length):`${o}${no(r.map(e))} with ${at(s)}${c?" each":""}`}function Ie(t,e){return`${t} ${e}${t===1?"":"s"}`}function no(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Ht(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${It(
n)} characters; the limit is ${It(e)}.`}function Mt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Pe(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=c=>r[c].data_offsets.map(i=>e+i);return{about:o,bytes:c=>t.slice(...s(c)),int8:c=>{let[i,a]=s(c);return new Int8Array(
t,i,a-i)}}}var oo=6e4;function He({shape:[t,e,n,o],type:r,data:s}){let c=Mt(s),i=r==="float32"?new Float32Array(c.buffer):Float32Array.
from(new Uint16Array(c.buffer),u=>u/oo),a=_(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,b)=>_(n).map(y=>a[(u*e+b)*n+y]);
return _(t).map(u=>_(e).map(b=>l(u,b)))}var W="layer and head",Ft=["previous","next","first","same word","broad"];function Wt(t,e=!0){return`${t==="same word"&&
e?"No word occurs twice here":`No token here has the measure “${t}”`}, so the heads are in the order of ${W}.`}function ro(t){
let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;let n=st(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.
log(e.length)}function Fe(t,e,n){let o=e.length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>_(n.length).
filter(b=>n[b]===l&&!(o&&u===b))),[c,i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],a=_(t.length).filter(l=>s[l].length>0);return{
previous:Z(c.map((l,u)=>l[u])),next:Z(i.map((l,u)=>l[u+1])),first:Z((o?c:t).map(l=>l[0])),"same word":Z(a.map(l=>st(s[l].
map(u=>t[l][u])))),broad:Z(t.map(ro).filter(l=>!Number.isNaN(l)))}}function We(t){return nt(t.map(e=>Number.isNaN(e)?Number.
NEGATIVE_INFINITY:e))}function De(t,e){let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(
t[0].length/n);return _(Math.ceil(t.length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let c of t.
slice(r*n,(r+1)*n))for(let i=0;i<c.length;i++){let a=Math.floor(i/n);c[i]>s[a]&&(s[a]=c[i])}return s})}var[so,ao,co]=[11,6,60],io=8,lo=32;function uo(t,e){let n=kt(t.map(o=>o.length));return Math.min(co,ao*(n+1))+so*Math.max(
t.length,e.length)}function Be(t,e,n){let o=f("canvas",{"aria-hidden":"true"}),r=f("div",{class:"mha-mark",hidden:!0}),s=f(
"div",{class:"mha-framed"}),c=f("div",{class:"mha-picture"},o,r,s),[i,a]=["mha-rows","mha-cols"].map(p=>f("div",{class:p,
"aria-hidden":"true"})),l=f("div",{},i,c,a),u=f("figcaption",{},t),b=f("figure",{class:"mha-map"},u,l),y={rows:e,columns:n},
h=0,w=()=>{b.classList.toggle("mha-crowded",h<uo(y.rows,y.columns))},$=(p,d)=>{y={rows:p,columns:d},c.style.aspectRatio=
`${d.length} / ${p.length}`;let m=Math.max(p.length,d.length)<=lo,g=x=>m?x.map(S=>f("span",{},S)):[];i.replaceChildren(...g(
p)),a.replaceChildren(...g(d)),w()};return $(e,n),he(u,p=>{h=p,w()}),{node:b,body:l,picture:c,label:$,draw:(p,d,m,g)=>dt(
o,p,d,m,g),mark(p){r.hidden=!1,r.style.top=`${100*p/y.rows.length}%`,r.style.height=`${100/y.rows.length}%`},frame(p){let{
rows:d,columns:m}=y;s.replaceChildren(...p.map(({top:g,left:x,height:S,width:E,kind:A})=>{let O=f("div",{class:A});return O.
style.inset=[g,m.length-x-E,d.length-g-S,x].map((L,M)=>`${100*L/(M%2?m:d).length}%`).join(" "),O}))},onPoint(p,d=!0){let m=({
clientX:g,clientY:x})=>{let{rows:S,columns:E}=y,{left:A,top:O,width:L,height:M}=c.getBoundingClientRect(),N=Math.floor((x-
O)/M*S.length),I=Math.floor((g-A)/L*E.length);N in S&&I in E&&p([N,I])};d&&c.addEventListener("pointermove",m),c.addEventListener(
"pointerdown",m)}}}function mt(t,e){t.style.setProperty("--mha-hue",e<io?`var(--mha-head-${e})`:"initial")}function Xe(t,e,n,o){
let r=f("canvas",{"aria-hidden":"true"});dt(r,[_(64).map(a=>a/63)],t,0,1);let[s,c,i]=[e,n,o].map(a=>f("span",{},a));return f(
"div",{class:"mha-bar"},s,r,c,i)}var gt=t=>Object.keys(t);function je(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function qe(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Ke(t,e,n){let o=a=>({values:null,wrong:a});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([a])=>!Object.hasOwn(e,a));if(s)return o(
`nothing here is called “${Ue(s[0])}”`);let c={},i=a=>Object.hasOwn(c,a)?c[a]:n(a);for(let[a,l]of Object.entries(e)){
let u=r.filter(([y])=>y===a).map(([,y])=>y);if(u.length===0)return o(`${a} is missing`);if(u.length>1)return o(`${a} is \
given ${fo(u.length)}`);let b=l(u[0],i);if(b===void 0)return o(`${a} cannot be “${Ue(u[0])}”`);c[a]=b}return{values:c,
wrong:""}}var fo=t=>t===2?"twice":`${t} times`;function Ue(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function po(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function Ot(t,e,n=0){let o=po(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function _t(t,e){let n=t===""?[]:t.split(",").map(o=>Ot(o,e));
return n.includes(void 0)?void 0:n}var Dt=(t,e)=>e.find(n=>String(n)===t);var wt="open",ho=["pointerdown","wheel","touchstart","keydown","hashchange"],mo=120,go=99,wo=["","localhost","127.0.0.1",
"[::1]"];function ze(t,e,n=()=>({})){let o=gt(e);return{...t,choices:e,settle:n,render:s=>{let{model:c,el:i,link:a}=s;if(!a)
return t.render(s);let l=()=>Ee(c,...o),u=l(),b=()=>bo(i,a,e,c.get),y=b();y?.values&&P(c,y.values);let h=t.render({...s,
openedByLink:!!y?.values}),w=i.querySelector(".mha"),$=$o(w),p=So(w,()=>je(a,{...l(),...n(c.get),...$.get()})),d=({values:g,
folds:x,wrong:S})=>{let E=S||$.findError(x);P(c,E?u:g),$.open(E?[]:x),p.clear(),p.refuse(E),xo(i)},m=()=>{let g=b();g&&d(
g)};y?d(y):document.addEventListener("DOMContentLoaded",m,{once:!0}),addEventListener("hashchange",m);for(let g of o)c.on(
`change:${g}`,p.clear);return()=>{for(let g of o)c.off(`change:${g}`,p.clear);document.removeEventListener("DOMContentLo\
aded",m),removeEventListener("hashchange",m),h()}}}}function bo(t,e,n,o){let r=qe(location.hash);if(r?.name!==e)return r&&
yo(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(wt),
c={...n,[wt]:b=>_t(b,go)},{values:i,wrong:a}=Ke(r.query,s?n:c,o),{[wt]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:a}}
function yo({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function xo(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[mo,Number.NaN],r=()=>{let c=t.getBoundingClientRect().top+scrollY;c!==o&&t.scrollIntoView(),o=c,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let c of ho)addEventListener(c,s,{once:!0,capture:!0,passive:!0})}function $o(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[wt]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${wt} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function So(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=f("div",{class:"\
mha-link"},V("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Eo(u)){o.append(
"Copied.",...Ye(l));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Ye(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Ye(t){if(!wo.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Eo(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Ge=9,ko=8,vo=5,[Ao,Qe]=[4,3],Mo=12,[Oo,_o]=[5,2.5],[No,Ve]=[12,9];function To(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function Je({x:t,width:e},n){let o=n>1?Math.min(Ao,Math.max(0,e-2*Qe)/(n-1)):0;return _(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Lo(t,e){let n=0,o=t.map(({width:s},c)=>{let i=n+(c>0?vo:0)+s/2;return n=i+s/2,i}),r=Math.
min(1,(e-Ge-ko)/n);return o.map(s=>Ge+r*s)}function Co(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(Mo,n-o,Math.abs(e.x-t.x)/2),
[c,i]=[t,e].map(({x:b,open:y},h)=>y?b:b+(h===0?r:-r)*s),a=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(c,i),high:Math.max(c,i),y:o};return{d:`M${a}${c} ${o}H${i}${l}`,top:u}}function Ze(t,e,n,o,r){
let s=To(e),c=({position:d})=>Math.abs(d-n),i=[...t].sort((d,m)=>c(d)-c(m)||d.weight-m.weight),a=({position:d})=>Math.sign(
d-n),[l,u,b]=[-1,0,1].map(d=>i.filter(m=>a(m)===d)),y=new Map,h=[...l,...b.toReversed()],w=Je(e[n],h.length),$=new Map(h.
map((d,m)=>[d,w[m]]));for(let d of new Set(h.map(m=>m.position))){let m=i.filter(x=>x.position===d),g=Je(e[d],m.length);
d<n&&g.reverse(),m.forEach((x,S)=>{y.set(x,{near:$.get(x)??0,far:g[S]})})}u.forEach((d,m)=>{let g=e[n].x+e[n].width/2,x=Math.
min(Oo+_o*m,e[n].width/2-Qe);y.set(d,{near:g-x,far:g+x})});let p=new Map(t.map(d=>[d,[]]));for(let d of[l,u,b])for(let m of new Set(
s)){let g=d.filter(({position:E})=>{let[A,O]=[s[n],s[E]].sort((L,M)=>L-M);return A<=m&&m<=O}),x=Lo(g,r),S=e[s.indexOf(m)].
y;g.forEach((E,A)=>{let{near:O,far:L}=y.get(E),[M,N]=[m===s[n],m===s[E.position]],[I,q]=[0,o],Y=a(E)<0,z=Co({x:M?O:Y?q:I,
open:!M},{x:N?L:Y?I:q,open:!N},S,S-x[A]);p.get(E)?.push({row:m,...z})})}return t.map(d=>{let m=p.get(d)??[],g=m.map(E=>E.
d).join(""),S=[...new Set([s[d.position],s[n]])].flatMap(E=>m.filter(A=>A.row===E).map(({top:A})=>A));return{d:g,tops:S}})}
function tn({low:t,high:e,y:n},o,r){let s=(t+e)/2,c=Math.max(0,(e-t-o)/2);for(let i=0;Ve*Math.ceil(i/2)<=c;i++){let a=s+
Ve*Math.ceil(i/2)*(i%2?-1:1);if(r.every(u=>Math.abs(u.x-a)>=(u.width+o)/2||Math.abs(u.y-n)>=No))return{x:a,y:n}}return null}var Ro=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Bt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Ro).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Io=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function en(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Io.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Bt(n)}).join(", ")}var[Po,Ho]=[6,.1],[nn,Fo]=[1.5,6.5],Wo=.4,[Do,Bo]=[38,84],Xo=.3,[Uo,jo]=[5,7],qo=16,Xt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),rn=t=>St({label:"arcs",options:[...Xt].map(([e,n])=>({value:e,text:n})),change:t}),Ko=t=>Math.
min(qo,t.length-1-t.lastIndexOf(`
`)),sn=t=>nt(t).slice(0,Po).filter(e=>t[e]>=Ho);function Yo(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,c]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let l=(r+
t.height+c)/2;return`M${o} ${r+t.height}C${o} ${l} ${s} ${l} ${s} ${c}`}if(e.y>=t.y-1){let l=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${l} ${s} ${l} ${s} ${c}`}let i=c+e.height,a=(r+i)/2;return`M${o} ${r}C${o} ${a} ${s} ${a} ${s}\
 ${i}`}var an=(t,e=!0)=>(nn+(Fo-nn)*t)*(e?1:Wo);function zo(t,e,n){let o=({head:h,chosen:w})=>w||h===e,r=t.flatMap(h=>sn(
h.row).map(w=>{let $=h.row[w];return{head:h.head,position:w,weight:$,width:an($,o(h))}})),s=n(r).map((h,w)=>({...r[w],...h})),
c=r.some(({head:h})=>h===e),i=({head:h,chosen:w})=>h===e?2:w?1:0,a=[...t].sort((h,w)=>i(h)-i(w)),l=(h,...w)=>{let p=rt("\
g",{class:c&&h!==e?"mha-dim":"","data-head":h},...w);return mt(p,h),p},u=a.map(h=>{let $=s.filter(({head:d})=>d===h.head).
map(({d,width:m,position:g})=>rt("path",{class:h.chosen?"":"mha-other",d,"stroke-width":m,"data-position":g})),p=l(h.head,
...$);return p.classList.toggle("mha-dropped",h.off??!1),p});if(t.length===1)return u;let b=[],y=a.toReversed().flatMap(
h=>{let $=s.filter(({head:d})=>d===h.head).filter(({weight:d})=>d>=Xo||h.head===e),p=Uo+jo*String(h.head).length;return $.
flatMap(({tops:d})=>d.flatMap(m=>{let g=tn(m,p,b);return g?(b.push({...g,width:p}),l(h.head,rt("text",g,String(h.head)))):
[]}))});return[...u,...y]}var on=t=>t.length>1?Bo:Do;function cn(t,e,n=!0){let o=rt("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=f("div"),s=f("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),c=[],i=[],a=[],l=-1,u="",b=p=>{let d=e(),m=c.map(M=>M.getBoundingClientRect()),{x:g,y:x,width:S}=m[d],
E=m.map((M,N)=>({i:N,box:M})).filter(({box:M})=>(M.y-x)*p>1);if(E.length===0)return d;let A=E.at(p>0?0:-1)?.box.y,O=M=>Math.
abs(M.x+M.width/2-g-S/2);return E.filter(({box:M})=>M.y===A).sort((M,N)=>O(M.box)-O(N.box))[0].i};Q(s,(p,d)=>t(d?e()+d:b(
p))),ve(s,p=>t(p?c.length-1:0));let y=p=>{let d=c[e()].getBoundingClientRect();return sn(i).map(m=>{let g=m===e()?d:c[m].
getBoundingClientRect(),x=Yo(d,g,p);return rt("path",{d:x,"stroke-width":an(i[m])})})},h=p=>{let d=c.map(m=>{let{x:g,y:x,
width:S,height:E}=m.getBoundingClientRect();return{x:g-p.x,y:x-p.y,width:S,height:E}});return zo(a,l,m=>Ze(m,d,e(),p.width,
on(a)))},w=()=>{if(c.length===0||!s.checkVisibility())return;let p=o.getBoundingClientRect();o.replaceChildren(...n?y(p):
h(p))};new ResizeObserver(w).observe(s);let $=p=>{let d=JSON.stringify(p);if(d===u)return;u=d,c=p.map((g,x)=>{let S=`${n?
en(g):g}, position ${x}`,E=f("button",{type:"button",tabindex:-1,"aria-label":S});return E.textContent=n||!g.trim()?Bt(g):
g,E.addEventListener("click",()=>t(x)),E});let m=[f("div")];c.forEach((g,x)=>{if(m[m.length-1].append(g),!p[x].includes(
`
`)||x+1===c.length)return;let S=f("div");U(S,{indent:Ko(p[x])}),m.push(S)}),r.replaceChildren(...m)};return{node:s,draw(p,d,m,g=[]){
$(p),i=d,a=g,o.classList.toggle("mha-dropped",n&&m),n||(U(s,{arcs:`${on(a)}px`}),mt(s,a.find(x=>x.chosen)?.head??0)),c.forEach(
(x,S)=>{x.setAttribute("aria-pressed",String(S===e())),x.classList.toggle("mha-later",n&&S>e()),U(x,{fill:i[S]})}),w()},
point(p){l!==p&&(l=p,a.length>1&&w())}}}var Ut=3,Go=5e-4;function ln(t,e){let n=t.map(c=>ot(c)[0]).filter(c=>c!==void 0),o=e.map((c,i)=>n.filter(a=>a===i).length),s=nt(o).filter(
c=>o[c]>0).map(c=>`${o[c]} to ${j(e,c)}`);return`Of ${Ie(t.length,"head")}, most weight: ${s.join(", ")}.`}function Vo({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=ot(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Ut)){let a=Pt(e,t[r[0]],r.length,t.length),l=s?a:`${a}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:nt(o).slice(0,Ut).filter(a=>e==="score"||o[a]>=Go),
words:"less than 0.001 on every key"}}function jt(t,e,n="mha-screen-reader"){let{positions:o,words:r}=Vo(t,e);return o.length===
0?[f("td",{colspan:Ut},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[f("span",{class:n},` (${s})`)]:[];return f(
"td",{},e[s],...i,` ${at(t.row[s])}`)})}function qt(t,e){let n=f("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:c,row:i,what:a,chosen:l},u,b)=>{let y=f("span",{class:"mha-swatch","aria-hidden":"true"}),h=ht(i,$=>j(t,$),a),
w=f("button",{type:"button","aria-pressed":String(l),"aria-description":h},y,c);return w.tabIndex=l?0:-1,w.addEventListener(
"click",()=>b.choose(u)),w},s=c=>{let i=o.indexOf(document.activeElement),a=c.length>1?e:void 0;o=a?c.map((u,b)=>r(u,b,a)):
[];let l=c.map((u,b)=>{let y=f("th",{scope:"row"},o[b]??u.title),h=f("tr",{class:u.chosen&&"mha-chosen"});return o[b]&&mt(
h,b),h.append(y,...jt(u,t)),h});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&Jo(n,()=>o,e),{node:n,
draw:s}}function Jo(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],c=()=>o(r>=0?r:s),i=a=>{let l=a instanceof Element?a.closest(
"tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:a})=>{r=i(a),c()}),
t.addEventListener("pointerleave",()=>{r=-1,c()}),t.addEventListener("focusin",({target:a})=>{s=a instanceof Element&&a.
matches(":focus-visible")?i(a):-1,c()}),t.addEventListener("focusout",()=>{s=-1,c()}),t.addEventListener("click",({target:a})=>{
let l=a instanceof Element&&a.closest("button"),u=i(a);u>=0&&!l&&n(u)}),Q(t,a=>e()[i(document.activeElement)+a]?.focus({
preventScroll:!1}),!1)}function un(t){let e=null,n=c=>{try{return c()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=c=>{e=c,n(()=>c?
localStorage.setItem(t,c):localStorage.removeItem(t))};return{get:o,set:r,read:c=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&c(l)?l:(r(null),null)}}}var bt=8,Kt=200;function Qo(t,e){let n=(s,c)=>typeof s=="string"&&[...s].length<=c;if(typeof t!="object"||t===null)return!1;
let{claim:o,sentences:r}=t;return n(o,Kt)&&Array.isArray(r)&&r.length<=bt&&new Set(r).size===r.length&&r.every(s=>s!==""&&
n(s,e))}function fn(t,e){let n=e?un(`sentences ${e}`):null,o=n?.read(a=>Qo(a,t))??null,r=o?.claim??"",s=new Map(o?.sentences.
map(a=>[a,null])),c=()=>r===""&&s.size===0,i=()=>{let a={claim:r,sentences:[...s.keys()]};n?.set(c()?null:JSON.stringify(
a))};return{isStored:n!==null,isEmpty:c,isFull:()=>s.size>=bt,sentences:s,claim:()=>r,setClaim(a){r=a,i()},keep(a){s.size<
bt&&s.set(a.text,a),i()},remove(a){s.delete(a),i()},unread:()=>[...s].flatMap(([a,l])=>l?[]:[a]),fill(a){s.get(a.text)===
null&&s.set(a.text,a)}}}var D="to word",ct=new Map([[W,W],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word",
"same word"],["broad","broad"],["effect","effect"],[D,""]]),Zo=[...Ft.slice(0,3),"last",...Ft.slice(3)],yt=[...Zo,"effec\
t"];function Nt(t,e){let n=e.length-1;return{...Fe(t,e,e),last:Z(t.slice(0,n).map(o=>o[n]))}}var Yt=t=>We(t),zt=(t,e)=>Et(
t,e),Gt=t=>t<1&&t>.9999?"above 0.9999":pt(t,4),it=t=>`“${t}”`,pn=["[CLS]","[SEP]"],dn=t=>!pn.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function Vt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],c=At(n,r,e.length),i=h=>j(t,
h),a=ht(s,i,"weight","most to "),l=ot(s),u=l.length>0&&l.every(h=>pn.includes(t[h])),b=s.map((h,w)=>dn(t[w])?h:Number.NEGATIVE_INFINITY),
y=u&&t.some(dn)?`, of the words ${ht(b,i,"weight","most to ")}`:"";return`From ${j(t,o)}, ${c} attends ${a}${y}.`}var B=(t,e)=>_(
t.length).filter(n=>t[n]===e);function lt(t,e){let n=t[e];return{word:n,nth:B(t,n).indexOf(e)}}function xt(t,{word:e,nth:n}){
let o=B(t,e);return o[n]??o[0]??-1}function hn(t,e){let{word:n,nth:o}=lt(t,e),{length:r}=B(t,n),s=j(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function Jt(t,e,n){let o=B(t,n);return o.length>0?st(o.map(r=>e[r])):Number.NaN}function Qt(t,e,n){
let{length:o}=B(t,n),r=at(Jt(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:r}function mn({tokens:t,weights:e},n,o,r){
return B(t,r).length===0?"":`To “${r}”: ${Qt(t,e.flat()[n][o],r)}.`}function gn(t,e,n){let o=xt(t.tokens,e);if(o<0)return"";
let r=Vt(t,n,o);return`In ${it(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function wn(t,e,{nHeads:n,nLayers:o}){if(t.
length===0)return"";let r=[...t].sort((c,i)=>c-i).map(c=>At(c,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");
return e===null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence's vector has a cosin\
e of ${Gt(e)} with the whole one.`}var Zt=(t,e)=>t==="effect"?vt(e,2):pt(e),te=(t,e,n)=>`“${t[e]}” to “${n}”`,bn=(t,e)=>t===
"same word"&&new Set(e).size===e.length?Wt(t):"";function yn(t,e,n,o=ct.get(t)){if(e.length===0)return t===W?`Sorted by ${o}\
.`:Wt(t);let[r]=Yt(e),s=At(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${Zt(t,e[r])}.`}var xn=(t,e)=>_(t).map(
()=>_(e).map(n=>`head ${n}`));var tr=`${bt} sentences are kept, and there is no room for more. Remove one to keep this one.`,er="Your claim and your s\
entences stay in this browser.",nr="Your claim and your sentences stay until this page is closed.",or="Load the model to\
 see this sentence.",rr="choose a word";function sr(t,e,{whole:n,query:o,chosen:r,wanted:s},c){let i=new Map(t.map(a=>[a.
text,a]));for(let[a,l]of e)i.set(a,l);return i.set(n.text,n),[...i].map(([a,l])=>{let u=l?xt(l.tokens,r):-1,b=a===n.text?
o:c(a)??-1;return{text:a,sentence:l,place:u<0&&l?b:u,has:u>=0,kept:e.has(a),shown:s&&a===n.text}})}function ar(t,e,n,o){
let r=e.map((i,a)=>f("option",{value:a},j(e,a))),s=n<0?[f("option",{value:-1},rr)]:[],c=f("select",{class:"mha-words","a\
ria-label":t},...s,...r);return c.value=String(n),c.addEventListener("change",()=>o(Number(c.value))),c}function cr(t,e){
let o=f("input",{type:"text",size:40,maxlength:Kt,autocomplete:"off"});return o.value=t.claim(),o.addEventListener("inpu\
t",()=>{t.setClaim(o.value),e()}),f("label",{class:"mha-claim"},f("span",{},"My claim"),o)}function $n(t,e,{show:n,chooseIn:o,
chosenIn:r,redraw:s}){let c,i=f("caption"),a=f("tbody"),l=V("keep this sentence",()=>{e.keep(c),s()}),u=f("p",{class:"mh\
a-note"},tr),b=f("p",{class:"mha-note"},e.isStored?er:nr),y=cr(e,()=>p()),h=f("div",{},f("table",{},i,a)),w=f("div",{class:"\
mha-comparison"},y,h,b),$=()=>[...w.querySelectorAll("button, select")],p=()=>{b.hidden=e.isEmpty()},d=({text:x,sentence:{
tokens:S,weights:E},place:A,has:O},L,M,N)=>{let I=[];if(!O){let Ct=`no “${M}” in ${it(x)}: from`,$t=ar(Ct,S,A,et=>o(
x,et));I.push(f("tr",{},f("td",{colspan:4},`no “${M}” here; from `,$t)))}if(A<0)return I;let q=E.flat()[L][A],Y=jt({
title:x,row:q,what:"weight"},S,"mha-position"),z=f("th",{scope:"row"},`from ${hn(S,A)}`);if(I.push(f("tr",{},z,...Y)),B(
S,N).length===0)return I;let Lt=f("td",{colspan:3},Qt(S,q,N));return[...I,f("tr",{},f("th",{scope:"row"},`to “${N}”`),
Lt)]},m=(x,S,E,A)=>{let{text:O,sentence:L,shown:M}=x,N=V(O,()=>{M||n(O)});M&&N.setAttribute("aria-current","true");let I=f(
"th",{scope:"rowgroup",colspan:4},N);if(x.kept){let Y=V("remove",()=>{e.remove(O),s()});Y.setAttribute("aria-label",`rem\
ove ${it(O)}`),I.append(" ",Y)}let q=L?d({...x,sentence:L},S,E,A):[f("tr",{},f("td",{colspan:4},or))];return[f("tr",{},I),
...q]};return{node:w,draw:(x,S,E)=>{c=x.whole,x.wanted&&e.fill(c);let A=$().indexOf(document.activeElement),O=c.weights[0].
length,L=`Head ${Math.floor(S/O)}.${S%O}`;C(i,`${L} in each sentence${x.off.length>0?", with all heads on":""}`);let M=sr(
t,e.sentences,x,r);a.replaceChildren(...M.flatMap(I=>m(I,S,x.chosen.word,E))),l.remove(),u.remove();let N=e.sentences.has(
c.text)||t.includes(c);x.wanted&&!N&&h.append(e.isFull()?u:l),p(),A>=0&&($()[A]??$().at(-1))?.focus({preventScroll:!0})}}}var Sn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],ir=[23.601290952344122,244.02463793444417,
1282.6165260773723],lr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],ur=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function fr(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[c,i]=[.18577770618460315*
s,s];for(let a=0;a<3;a++)c=(c+Sn[a])*s,i=(i+ir[a])*s;return t*(c+Sn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+lr[s])*e,o=(o+ur[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function En(t){for(let e=0;e<t.length;e++)t[e]*=(1+fr(t[e]*Math.SQRT1_2))/2}var dr=1e-12,ee=4,pr=256;function vn(t){let{about:e,bytes:n,int8:o}=Pe(t),r=JSON.parse(e.sizes),s=a=>new Float32Array(n(
a)),c=a=>({weight:s(`${a}.weight`),bias:s(`${a}.bias`)}),i=a=>({whole:o(`${a}.weight`),scales:s(`${a}.weight scale`),bias:s(
`${a}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:c("LayerNorm"),layers:_(r.n_layers).map(a=>({query:i(`layer.${a}.attent\
ion.self.query`),key:i(`layer.${a}.attention.self.key`),value:i(`layer.${a}.attention.self.value`),output:i(`layer.${a}.\
attention.output.dense`),afterAttention:c(`layer.${a}.attention.output.LayerNorm`),widen:i(`layer.${a}.intermediate.dens\
e`),narrow:i(`layer.${a}.output.dense`),afterMlp:c(`layer.${a}.output.LayerNorm`)}))}}function*Tt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,c=new Float64Array(t.length/s*r),i=new Float64Array(s),a=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%pr===0&&(yield),kn(e,l*s,i),kn(e,(l+1)*s,a),hr(t,s,i,a,c,r,l);for(let u=l;u<c.length;u+=r)c[u]=c[u]*n[l]+o[l],
c[u+1]=c[u+1]*n[l+1]+o[l+1]}return c}function kn(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function hr(t,e,n,o,r,s,c){
for(let i=0,a=c;i<t.length;i+=ee*e){let l=i+e,u=l+e,b=u+e,y=0,h=0,w=0,$=0,p=0,d=0,m=0,g=0;for(let x=0;x<e;x++){let S=n[x],
E=o[x],A=t[i+x],O=t[l+x],L=t[u+x],M=t[b+x];y+=S*A,h+=S*O,w+=S*L,$+=S*M,p+=E*A,d+=E*O,m+=E*L,g+=E*M}r[a]=y,r[a+1]=p,a+=s,
r[a]=h,r[a+1]=d,a+=s,r[a]=w,r[a+1]=m,a+=s,r[a]=$,r[a+1]=g,a+=s}}function ne(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let c=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],c+=t[s+u];let i=c/r,a=0;for(let u=0;u<r;u++)a+=(t[s+u]-i)**2;let l=1/
Math.sqrt(a/r+dr);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function mr({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},c){let i=t.d_model,a=Math.ceil(c.length/ee)*ee,l=new Float64Array(a*i);for(let[u,b]of c.entries())for(let y=0;y<
i;y++)l[u*i+y]=e[b*i+y]*n[b]+o[u*i+y]+r[y];return ne(l,new Float64Array(l.length),s),l}function gr([t,e,n],{n_heads:o,d_model:r},s,c){
let i=r/o,a=new Float64Array(t.length),l=new Float64Array(s);return{weights:_(o).map(b=>_(s).map(y=>{let h=y*r+b*i;for(let $=0;$<
s;$++){let p=$*r+b*i,d=0;for(let m=0;m<i;m++)d+=t[h+m]*e[p+m];l[$]=d/Math.sqrt(i)}let w=Ne(l,new Float64Array(s));for(let $=0;$<
s&&!c(b);$++){let p=$*r+b*i;for(let d=0;d<i;d++)a[h+d]+=w[$]*n[p+d]}return Float32Array.from(w)})),averages:a}}function wr(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(Et(o,o));return o.map(s=>s/r)}function oe(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(c,i=[]){let a=c.length,l=c.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,b=r.sentence===l?u:0,y=b>0?
r.states[b].slice():mr(t,c),h=r.states.slice(0,b),w=r.reading.weights.slice(0,b);for(let[p,d]of n.entries()){if(p<b)continue;
h.push(y.slice());let m=[];for(let S of[d.query,d.key,d.value])m.push(yield*Tt(y,S)),yield;let g=gr(m,e,a,S=>i.includes(
p*e.n_heads+S));w.push(g.weights),yield,ne(y,yield*Tt(g.averages,d.output),d.afterAttention),yield;let x=yield*Tt(y,d.widen);
En(x),yield,ne(y,yield*Tt(x,d.narrow),d.afterMlp),yield}let $={weights:w,vector:wr(y,a,e.d_model)};return i.length===0?r=
{sentence:l,states:h,reading:$}:s={sentence:l,off:i.join(),reading:$},$}}var br=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var yr=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function xr(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":yr(t.codePointAt(0)??0)?` ${t} `:t}function $r(t){let n=Array.from(t,xr).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function An(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),c=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let a=s.length,l=()=>(i>0?"##":"")+s.slice(i,a).join("");for(;a>i&&!e.has(l());)a--;
if(a===i)return[n("[UNK]")];c.push(n(l())),i=a}return c};return{encode(r){let s=r.split(br).flatMap((c,i)=>i%2?[n(c)]:$r(
c).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Mn(t){let e=vn(t),n=An(e.vocabulary),o=oe(e),r=oe(e);return{...n,read:o,readOther:r}}function*On(t,e,n){let o=re(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function re({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Sr(t,e,n,o){let r=re(t,e,o),s=yield*t.read(r),c=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:c.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:zt(s.vector,c.vector)}}function Er(t,e,n,o){let r=xt(t,e);if(r>=0)return r;let s=t.length-1;return o??(n>=
s&&s>1?s-1:Math.min(n,s))}function _n(t,e){let n=new Map,o=({text:l,tokens:u,weights:b})=>(n.has(l)||n.set(l,{text:l,tokens:u,
weights:He(b)}),n.get(l)),r=!0,s=new Map,c={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,chosen:lt(t[0].tokens,
0),off:[],changed:null,wanted:!0},i={text:"",values:[]};function*a(l,u,b){let y=t.find(p=>p.text===l),h=y!==void 0||b!==
null,w=o(y??t[0]);if(b&&(!y||u.length>0)){let p=yield*Sr(b,l,u,e);return{...p,whole:y?w:p.whole,wanted:h}}let $=y&&u.length===
1?y.without[u[0]]:null;return{sentence:w,whole:w,changed:$,wanted:h}}return{now:()=>c,effects:()=>i.values,countUnknown:()=>i.
values.filter(Number.isNaN).length,precomputed:t.map(o),choose(){r=!0},chooseIn(l,u){s.set(l,u)},chosenIn:l=>s.get(l),*compute(l,u){
let b=l("off"),y=yield*a(l("text"),b,u),{sentence:h}=y,w=t.findIndex(({text:S})=>S===h.text);if(i.text!==h.text){let S=h.
weights.flat().length,E=t[w]?.without??Array(S).fill(Number.NaN);i={text:h.text,values:E.map(A=>1-A)}}let $=t[w<0?0:w-1],
p=$?o($):null,d=l("query");d!==c.asked&&(r=!0);let m=Math.min(d,h.tokens.length-1),g=r?lt(h.tokens,m):c.chosen;y.wanted&&
(r=!1);let x=Er(h.tokens,g,d,s.get(h.text));c={...y,before:p,asked:x===m?d:x,query:x,chosen:g,off:b}},*computeEffects(l,u,b){
let{text:y,values:h}=i,w=l.filter(d=>Number.isNaN(h[d]));if(!u||w.length===0)return;let $=re(u,y,e),{vector:p}=yield*u.read(
$);for(let[d,m]of w.entries()){b?.(w.length-d);let g=yield*u.read($,[m]);h[m]=1-zt(p,g.vector)}},measure(l,u){if(l==="ef\
fect")return i.values;let{tokens:b,weights:y}=c.sentence;if(l===D)return B(b,u).length===0?[]:y.flat().map(w=>Jt(b,w[c.query],
u));let h=y.flat().map(w=>Nt(w,b)[l]);return h.every(Number.isNaN)?[]:h}}}var kr=48,Nn=3;function Tn(t,e){let n=t[0].length,o=t.flatMap((w,$)=>w.map((p,d)=>{let m=f("canvas",{"aria-hidden":"true"}),
g=f("span"),x=f("button",{type:"button",role:"radio"},m,g);return x.addEventListener("click",()=>e($,d)),{layer:$,head:d,
title:p,canvas:m,value:g,button:x}})),r=f("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});U(r,{heads:n});
let[s,c]=[n,t.length].map(w=>_(w).map($=>f("span",{class:"mha-number","aria-hidden":"true"},String($)))),i=f("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),a=Oe(r),l=_(o.length),u=0,b={isSorted:!1,measures:[]},y=[],h=()=>{o.forEach(({
layer:w,title:$,button:p},d)=>{let m=y.includes(d),g=`layer ${w}, ${$}${m?", off":""}`;p.title=g,p.setAttribute("aria-la\
bel",b.isSorted?`${g}, ${b.measures[d]}`:g),p.classList.toggle("mha-off",m)})};return Q(r,(w,$)=>{let p=o[l[0]].button.offsetTop,
d=l.filter(E=>o[E].button.offsetTop===p).length,m=l.indexOf(u)+w*d+$;if(!(m in l))return;let{layer:g,head:x,button:S}=o[l[m]];
e(g,x),S.focus()}),{node:a,*paint(w,$){for(let{layer:p,head:d,canvas:m}of o)dt(m,De(w[p][d],kr),...$),yield},sort(w,$=[],p=Le){
l=w??_(o.length),r.classList.toggle("mha-sorted",w!==void 0);let d=o.map((S,E)=>Number.isNaN($[E])?"–":p($[E]??0));o.forEach(
({layer:S,head:E,value:A},O)=>{C(A,w?`${S}.${E}
${d[O]}`:"")}),b={isSorted:w!==void 0,measures:d},h();let m=l.map(S=>o[S].button),g=c.map((S,E)=>[S,...m.slice(E*n,(E+1)*
n)]),x=m.find(S=>S===document.activeElement);r.replaceChildren(...w?m:[i,...s,...g.flat()]),x?.focus({preventScroll:!0})},
crossOut(w){y=w,h()},scrollToTop(){a.scrollTop=0},reveal(){let w=a.getBoundingClientRect(),{top:$,bottom:p}=o[u].button.
getBoundingClientRect(),[d,m]=[$-Nn-w.top,p+Nn-w.bottom];d<0?a.scrollTop+=d:m>0&&(a.scrollTop+=m)},choose(w,$){u=w*n+$,o.
forEach(({button:p},d)=>{p.setAttribute("aria-checked",String(d===u)),p.tabIndex=d===u?0:-1})}}}var vr="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function Ln(t,e){let n=e[0].
length,o=Tn(e,(g,x)=>P(t,{head:g*n+x})),r=St({label:"order",options:[...ct].map(([g,x])=>({value:g,text:x})),change:g=>P(
t,{sort:g})}),s=r.node.lastElementChild,c=f("span"),i=Be(c,[],[]),a=f("div",{role:"group",tabindex:0},i.node),l=yt.map(g=>ct.
get(g)),u=me("This head",[],l),b=f("summary",{},"what is measured"),y=f("details",{class:"mha-more"},b,vr),h=f("div",{},
u.node,y),w=f("div",{},o.node,a,h),$=f("p",{class:"mha-note"}),p=f("p",{class:"mha-note"}),d=f("div",{class:"mha-gallery"},
r.node,p,$,w),m=null;return{node:d,group:a,map:i,wait(g){$.hidden=g===0,C($,g>0?`Computing the effects of ${g} heads …`:
"")},drawHead([g,x],S,E,A){let O=A.includes(g*n+x);C(c,`layer ${g}, head ${x}${O?", off":""}`),a.setAttribute("aria-labe\
l",`${c.textContent}; arrow up and down choose the query`),o.crossOut(A),i.draw(S,"weights",0,1),i.mark(E),o.choose(g,x)},
drawMeasures(g){let x=(S,E)=>Number.isNaN(S)?E==="effect"?"…":"–":Zt(E,S);u.draw(g.map((S,E)=>[x(S,yt[E])]),g.map(S=>Math.
min(1,Math.max(0,S||0))))},*paint(g){m!==g&&(m=null,yield*o.paint(g,["weights",0,1]),m=g)},chooseOrder(g,x,S){C(p,S),p.hidden=
S==="",x===""?s.remove():(s.lastChild?.replaceWith(x),r.node.append(s)),r.set(g)},sort(g,x,S=!1){let E=x==="effect"||x===
D;g.length>0?o.sort(Yt(g),g,E?Ce:void 0):o.sort(),S&&g.length>0?o.scrollToTop():o.reveal()}}}function Cn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var tt=globalThis;function Rn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,
n,o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var In=({bytes:t})=>Math.
ceil(t/3)*4;async function Ar({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);tt.bookModels??={};for(let s=0,c=0;s<e;s++){
let i=`${t}/${s}`;await Cn(i);let a=Mt(tt.bookModels[i]??"");delete tt.bookModels[i],r.set(a,c),c+=a.length,o((s+1)/e)}return r.
buffer}async function Pn(t,e){if(tt.bookEncoders??={},!tt.bookEncoders[t.name]){let o=new Set,r=Ar(t,s=>{for(let c of o)
c(s)});tt.bookEncoders[t.name]={file:r,listeners:o}}let n=tt.bookEncoders[t.name];n.listeners.add(e);try{return await n.
file}catch(o){throw delete tt.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Mr=100,Or="your own",_r="The model is ready. Type a sentence of your own.",Nr="The model could not be loaded. The pr\
ecomputed sentences still work.",se="The effects of all heads in this sentence are being computed.",Tr="Only precomputed\
 sentences are here, because this page was made without the model. In a book that was built with it, you can also type y\
our own sentence.";function ae(t){let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var ce={text:(t,e)=>Ht(
t,e("max_characters"))?void 0:t,query:(t,e)=>Ot(t,e("max_tokens")),head:(t,e)=>Ot(t,ae(e).all),off:(t,e)=>_t(t,ae(e).all),
sort:t=>Dt(t,[...ct.keys()]),arcs:t=>Dt(t,[...Xt.keys()]),to:t=>[...t].length<=Mr?t:void 0};function Lr(t,e,n){let o=t.get(
"sentences").map(({text:l})=>l),r="",s=Me({label:"sentence",options:n?[Or,...o]:o,change:l=>{let u=n?l-1:l;c.complain(""),
P(t,{text:u<0?r||t.get("text"):o[u]}),a(),u<0&&c.input.focus()}}),c=_e({label:"or type your own",size:2,long:!0,refuse:e,
change:l=>{r=l,P(t,{text:l})}}),i=f("div",{class:"mha-sentence-input"},s.node);n&&i.append(c.node);let a=()=>{let l=t.get(
"text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),c.set(l)};return{node:i,set:a,input:c}}function Cr(t){let e=f("select",
{class:"mha-words","aria-label":"weight to"});e.addEventListener("change",()=>{let o=e.value,r=o?D:t.get("sort");P(t,{to:o,
sort:!o&&r===D?W:r})});let n="";return{node:f("label",{class:"mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],c=JSON.
stringify([s,r]);if(n===c)return;n=c;let i=r!==""&&!s.includes(r),a=s.map(l=>f("option",{value:l},l));i&&a.push(f("optio\
n",{value:r},`${r} (not here)`)),e.replaceChildren(f("option",{value:""},"any word"),...a),e.value=r}}}function Rr(t,e){
let n=Re(In(t)),o=f("button",{type:"button"},`Load the model: ${n}, once`),r=f("progress",{max:1,value:0,"aria-label":"l\
oaded"}),s=f("div",{role:"status"});r.hidden=!0;let c=f("div",{class:"mha-load"},o,r),i=f("div",{},c,s),a=!1;return o.addEventListener(
"click",async()=>{if(!a){a=!0,r.hidden=!1,C(s,"loading …");try{let l=await Pn(t,y=>{r.value=y}),u=Mn(l),b=document.activeElement===
o;c.remove(),C(s,_r),e(u,b)}catch{r.hidden=!0,C(s,Nr)}a=!1}}),{node:i,status:s}}function Ir(t,e){let n=V("",()=>{let[c,i]=[
t.get("off"),t.get("head")],a=e()?c.filter(l=>l!==i):[];P(t,{off:c.includes(i)?a:[...a,i]})}),o=V("all on",()=>{P(t,{off:[]}),
n.focus({preventScroll:!0})}),r=f("div",{class:"mha-cost"},n);return{node:r,draw:(c,i)=>{let a=c.includes(i);C(n,a?"swit\
ch this head on":"switch this head off"),n.setAttribute("aria-pressed",String(a)),c.length>0?r.append(o):o.remove()}}}function Pr(t){
let e=f("p",{class:"mha-layer-title"}),n=qt([]);return{node:f("div",{class:"mha-layer-heads"},e,n.node),label(r){let s=qt(
r,t);n.node.replaceWith(s.node),n=s},draw(r,s){C(e,r),n.draw(s)}}}var Hr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].
map((s,c,{length:i})=>({title:`head ${c}${n.includes(o*i+c)?" (off)":""}`,row:s[e],what:"weight",chosen:c===r}));function Fr({
sentence:t,before:e,query:n,off:o,changed:r},s,c,i,a){let{tokens:l}=t,u=c.map(({row:b})=>b);return[Vt(t,s,n),mn(t,s,n,a),
u.length>0?ln(u,l):"",e?gn(e,lt(l,n),s):"",wn(o,r,i)]}function Wr(t,e,n,o){let r=e.get("max_tokens"),s=ae(e.get),{nLayers:c,
nHeads:i}=s,a=_n(e.get("sentences"),r),l=Rn(),u=null,b=()=>JSON.stringify(gt(ce).map(k=>e.get(k))),y="",h=k=>{let v=Ht(k,
e.get("max_characters"));if(v||!u)return v;let{length:T}=u.encode(k);return T>r?`That is ${T} tokens; the limit is ${r}.`:
""},w=k=>{k<0||k>=a.now().sentence.tokens.length||(a.choose(),k===e.get("query")?o():P(e,{query:k}))},$=Lr(e,h,l!==null),
p=l&&Rr(l,(k,v)=>{u=k,y=b(),v&&$.input.input.focus(),o()}),d=f("p",{class:"mha-note"}),m=cn(w,()=>a.now().query,!1),g=rn(
k=>P(e,{arcs:k})),x=Cr(e),S=Ir(e,()=>u!==null),E=Ln(e,xn(c,i)),A=Pr({choose:k=>P(e,{head:e.get("head")-e.get("head")%i+k}),
point:m.point}),O=t.parentElement?.dataset.mhaLink,L=fn(e.get("max_characters"),O),M=$n(a.precomputed,L,{show:k=>P(e,{text:k}),
chooseIn(k,v){a.chooseIn(k,v),o()},chosenIn:a.chosenIn,redraw:o});t.append($.node,p?.node??f("p",{class:"mha-note"},Tr),
d),t.append(m.node,g.node,x.node);let N=Ae(t),I=Xe("weights","0","1","one scale for all");t.append(S.node,E.node,I,A.node,
M.node),Q(E.group,k=>w(a.now().query+k),!1),E.map.onPoint(([k])=>w(k));function*q(){yield*a.compute(e.get,u);let{asked:k}=a.
now();k!==e.get("query")&&(P(e,{query:k}),y=b())}let Y=()=>{let[k,{wanted:v}]=[e.get("text"),a.now()],T=h(k);T&&$.input.
complain(T);let R=l?" Load the model to see it.":"";C(d,v?"":`${it(k)} is not precomputed.${R}`),d.hidden=v,t.classList.
toggle("mha-stale",!v)},z={what:"",height:0},Lt=()=>{let k=["head","arcs","to","off"].map(R=>e.get(R)),v=JSON.stringify(
[a.now().sentence.text,k,t.clientWidth]);z.what!==v&&U(N.node,{told:"0px"});let T=z.what===v?z.height:0;z={what:v,height:Math.
max(T,N.node.getBoundingClientRect().height)},U(N.node,{told:`${z.height}px`})},Ct=k=>{let v=a.now(),{sentence:T,query:R,
off:H}=v,{tokens:F,weights:G}=T,[K,X]=[Math.floor(k/i),k%i],J=Hr(v,K,X),ft=e.get("arcs")==="layer"?J:[],le=J.map(({row:Un,
chosen:jn},de)=>({head:de,row:Un,chosen:jn,off:H.includes(K*i+de)})),Bn=ft.length>0?le:[le[X]];g.set(e.get("arcs")),x.draw(
F,e.get("to")),m.draw(F,G[K][X][R],H.includes(k),Bn),S.draw(H,k);let ue=ft.length>0?N.node:I;A.node.previousElementSibling!==
ue&&ue.after(A.node),A.draw(`All heads of layer ${K}, from ${j(F,R)}`,J),M.draw(v,k,e.get("to")),E.drawHead([K,X],G[K][X],
R,H);let Xn=document.activeElement===$.input.input;N.node.setAttribute("aria-live",Xn?"off":"polite");let fe=Fr(v,k,ft,s,
e.get("to"));return N(...fe),Lt(),fe},$t=k=>{let{tokens:v,weights:T}=a.now().sentence,R=Nt(T.flat()[k],v);R.effect=a.effects()[k],
E.drawMeasures(yt.map(H=>R[H]))},et="",ut="",ie="",Hn=k=>{let v=a.countUnknown();e.get("sort")!=="effect"||v===0||(E.wait(
v),ut!==se&&E.sort([],W),ut=se,N(...k,{heard:se}))};function*Fn(k){let v=e.get("sort"),{sentence:T,query:R,off:H}=a.now(),
F=v===D?te(T.tokens,R,e.get("to")):"";v==="effect"&&(yield*a.computeEffects(_(s.all),u,E.wait),E.wait(0));let G=JSON.stringify(
[v,et,H,F&&[R,F]]);if(ut===G)return;let K=!["",et].includes(ie),X=v===W?[]:a.measure(v,e.get("to"));yield,E.sort(X,v,K);
let J=X.length===0&&v===D?W:v,ft=J===D?`the weight from ${F}`:void 0;N(...k,{heard:yn(J,X,i,ft)}),ut=G,ie=et}function*Wn(){
for(let k of u?L.unread():[])L.fill(yield*On(u,k,r)),M.draw(a.now(),e.get("head"),e.get("to")),yield}let Dn=()=>{let[k,v]=[
e.get("to"),e.get("sort")],{sentence:T,query:R}=a.now(),H=B(T.tokens,k).length>0,F=H||v!==D,G=H?te(T.tokens,R,k):"";E.chooseOrder(
F?v:W,G,bn(v,T.tokens))};return{observes:gt(ce),*draw(){$.set(),p&&u&&y!==b()&&C(p.status,""),E.wait(0),yield*q();let{tokens:k,
weights:v}=a.now().sentence,T=e.get("head");Y(),et!==k.join(" ")&&(et=k.join(" "),E.map.label(k,k),A.label(k),yield);let R=Ct(
T);$t(T),Hn(R),yield,ut===""&&E.sort([],W),yield*E.paint(v),Dn(),yield*a.computeEffects([T],u),$t(T),yield*Fn(R),yield*Wn()},
stateForTests:()=>{xe(q());let{sentence:k,before:v,query:T,chosen:R,off:H,changed:F,wanted:G}=a.now();return{loaded:u!==
null,text:k.text,tokens:k.tokens,weights:k.weights.map(K=>K.map(X=>X.map(J=>[...J]))),before:v?.text??null,query:T,word:R.
word,to:e.get("to"),off:H,changed:F,cosine:F===null?"":Gt(F),effects:a.effects(),wanted:G}}}}var Ha=ze(Se("A real model'\
s attention in a sentence",Wr),ce);export{Ha as default};
