// Made by `make widgets` from js/src; edit there.
function qt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function p(t,e={},...n){let o=document.createElement(t);return qt(o,e,n),o}function bt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return qt(o,e,n),o}function _(t,e){t.textContent!==e&&(t.textContent=e)}function Xt(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Kt(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(d=>{let b=Array.from({length:r},()=>p("td")),w=p("th",{scope:"\
row"},d),g=p("div");return{row:p("tr",{},w,...b,p("td",{"aria-hidden":"true"},g)),cells:b,bar:g}}),a=e.map(d=>p("th",{scope:"\
col"},d)),i=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(d=>p("span",{},d)));let c=e.
length>0?[p("tr",{},...a,i)]:[],l=s.map(({row:d})=>d);return{node:p("table",{class:"mha-bar-table"},p("caption",{},t),...c,
...l),rows:l,draw:(d,b)=>{s.forEach(({cells:w,bar:g},h)=>{for(let[f,y]of w.entries())_(y,d[h][f]);g.style.width=`${100*b[h]}\
%`})}}}function D(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var en="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var nn=Gt([153,153,153]),on=Vt(en.split(" ").map(rn)),Yt=new Map,zt=new WeakMap;function Gt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function rn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Vt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Gt(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function sn(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Yt.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Vt([s,a].map(c=>c.slice(0,3)));return Yt.set(o,i),i}function yt(t){
for(let e of t.querySelectorAll("canvas"))zt.get(e)?.()}function z(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?on:sn(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),m=u.createImageData(a,s),d=new Uint32Array(m.data.buffer);for(let b=0,w=0;b<s;b++)for(let g=0;g<
a;g++,w++){let h=Math.floor(256*((i[b][g]-o)/(r-o))),f=l[Math.min(255,Math.max(0,h))];d[w]=Number.isNaN(h)?nn:f}u.putImageData(
m,0,0)};zt.set(t,c),c()}function Jt(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Qt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Zt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=an(t);o.append(s);let i=Qt(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),yt(s),l();let u=cn(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function an(t){let e=p("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",yt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function cn(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var te=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function T(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var ln=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function K(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=ln.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function ne(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function oe(t){let e=p("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),_(n[a],i)})},{node:e})}var ee=0;function ot({label:t,options:e,change:n}){ee+=1;let o=`mha-choice-${ee}-${Math.random().toString(36).slice(2)}`,
r=p("fieldset",{class:"mha-choice"},p("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=p("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(p("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function re({label:t,options:e,change:n}){let o=p("div",{"aria-hidden":"true"}),r=e.map((l,u)=>p(
"option",{value:u},l)),s=p("select",{"aria-label":t},...r),a=p("div",{class:"mha-menu"},o,s),i=p("div",{class:"mha-contr\
ol mha-picker"},p("span",{},t),a),c=l=>{s.value=String(l),_(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function se(...t){let e=p("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),D(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function I(t,e){let n=p("button",{type:"button"},t);return n.addEventListener("click",e),n}function ae({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?p("\
textarea",{rows:e,...s}):p("input",{type:"text",size:e,...s}),i=p("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=b=>{_(i,b),a.setAttribute("aria-invalid",String(b!==""))};a.addEventListener("input",()=>{let b=c();
l(o(b)),i.textContent||r(b)});let u=p("div",{class:"mha-text-input"},p("label",{},`${t} `,a),i),m="";return{node:u,input:a,
set:b=>{let g=(n?b===m:document.activeElement===a)&&i.textContent!=="";m=b;let h=n?b.replace(/\r\n?/g,`
`):b;g||c()===h||(a.value=h,l(""))},complain:l}}function M(t){return Array.from({length:t},(e,n)=>n)}function rt(t){let e=0;for(let n of t)e+=n;return e}var W=t=>rt(t)/t.length;function st(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function at(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var j=t=>M(t.length).sort((e,n)=>t[n]-t[e]),un=1e-9;function G(t){let e=at(t);return M(t.length).filter(n=>e-t[n]<=un*Math.
abs(e))}function ce(t,e,n=[]){let o=at(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function U(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function ct(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?U(t,
3):t.toExponential(1).replaceAll("-","−")}function le(t){return t>=.995?"1":U(t).slice(1)}function fn(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(
n)):n}var xt=t=>t.toLocaleString("en-US"),ie={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function ue(t,e=1e3){
let n=ie[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?xt(Math.round(o)):fn(o,3)} ${ie[e][Math.
max(0,n)]}`}var F=(t,e)=>`“${t[e]}” (${e})`;function it(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function kt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${ct(e)}, on ${r} keys`}var pn=3;
function $t(t,e,n,o=""){let r=G(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>pn||a&&
r.length===t.length?kt(n,s,r.length,t.length):`${o}${dn(r.map(e))} with ${ct(s)}${a?" each":""}`}function fe(t,e){return`${t} ${e}${t===1?"":"s"}`}function dn(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function St(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${xt(
n)} characters; the limit is ${xt(e)}.`}function lt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function pe(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var mn=6e4;function de({shape:[t,e,n,o],type:r,data:s}){let a=lt(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/mn),c=M(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,m)=>M(n).map(d=>c[(u*e+m)*n+d]);
return M(t).map(u=>M(e).map(m=>l(u,m)))}var V="layer and head",Et=["previous","next","first","same word","broad"];function hn(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=rt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function me(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>M(n.length).filter(m=>n[m]===l&&!(o&&u===m))),[a,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=M(t.length).filter(l=>s[l].length>0);return{previous:W(a.map((l,u)=>l[u])),next:W(
i.map((l,u)=>l[u+1])),first:W((o?a:t).map(l=>l[0])),"same word":W(c.map(l=>rt(s[l].map(u=>t[l][u])))),broad:W(t.map(hn).
filter(l=>!Number.isNaN(l)))}}function he(t){return j(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function ge(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return M(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let i=0;i<
a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[gn,wn,bn]=[11,6,60];var yn=32;function xn(t,e){let n=at(t.map(o=>o.length));return Math.min(bn,wn*(n+1))+gn*Math.max(t.length,e.length)}function we(t,e,n){
let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p("div",{class:"mha-framed"}),a=p("di\
v",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(h=>p("div",{class:h,"aria-hidden":"true"})),l=p("div",
{},i,a,c),u=p("figcaption",{},t),m=p("figure",{class:"mha-map"},u,l),d={rows:e,columns:n},b=0,w=()=>{m.classList.toggle(
"mha-crowded",b<xn(d.rows,d.columns))},g=(h,f)=>{d={rows:h,columns:f},a.style.aspectRatio=`${f.length} / ${h.length}`;let y=Math.
max(h.length,f.length)<=yn,x=S=>y?S.map(k=>p("span",{},k)):[];i.replaceChildren(...x(h)),c.replaceChildren(...x(f)),w()};
return g(e,n),Xt(u,h=>{b=h,w()}),{node:m,body:l,picture:a,label:g,draw:(h,f,y,x)=>z(o,h,f,y,x),mark(h){r.hidden=!1,r.style.
top=`${100*h/d.rows.length}%`,r.style.height=`${100/d.rows.length}%`},frame(h){let{rows:f,columns:y}=d;s.replaceChildren(
...h.map(({top:x,left:S,height:k,width:E,kind:N})=>{let A=p("div",{class:N});return A.style.inset=[x,y.length-S-E,f.length-
x-k,S].map((L,R)=>`${100*L/(R%2?y:f).length}%`).join(" "),A}))},onPoint(h,f=!0){let y=({clientX:x,clientY:S})=>{let{rows:k,
columns:E}=d,{left:N,top:A,width:L,height:R}=a.getBoundingClientRect(),q=Math.floor((S-A)/R*k.length),tt=Math.floor((x-N)/
L*E.length);q in k&&tt in E&&h([q,tt])};f&&a.addEventListener("pointermove",y),a.addEventListener("pointerdown",y)}}}function be(t,e,n,o){let r=p("canvas",{"aria-hidden":"true"});z(r,[M(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>p(
"span",{},c));return p("div",{class:"mha-bar"},s,r,a,i)}var J=t=>Object.keys(t);function xe(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function ke(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function $e(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${ye(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([d])=>d===c).map(([,d])=>d);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${kn(u.length)}`);let m=l(u[0],i);if(m===void 0)return o(`${c} cannot be “${ye(u[0])}”`);a[c]=m}return{values:a,
wrong:""}}var kn=t=>t===2?"twice":`${t} times`;function ye(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function $n(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function ut(t,e,n=0){let o=$n(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function ft(t,e){let n=t===""?[]:t.split(",").map(o=>ut(o,e));
return n.includes(void 0)?void 0:n}var At=(t,e)=>e.find(n=>String(n)===t);var Q="open",Sn=["pointerdown","wheel","touchstart","keydown","hashchange"],En=120,An=99,vn=["","localhost","127.0.0.1",
"[::1]"];function Ee(t,e,n=()=>({})){let o=J(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>te(a,...o),u=l(),m=()=>Mn(i,c,e,a.get),d=m();d?.values&&T(a,d.values);let b=t.render({...s,
openedByLink:!!d?.values}),w=i.querySelector(".mha"),g=On(w),h=Tn(w,()=>xe(c,{...l(),...n(a.get),...g.get()})),f=({values:x,
folds:S,wrong:k})=>{let E=k||g.findError(S);T(a,E?u:x),g.open(E?[]:S),h.clear(),h.refuse(E),_n(i)},y=()=>{let x=m();x&&f(
x)};d?f(d):document.addEventListener("DOMContentLoaded",y,{once:!0}),addEventListener("hashchange",y);for(let x of o)a.on(
`change:${x}`,h.clear);return()=>{for(let x of o)a.off(`change:${x}`,h.clear);document.removeEventListener("DOMContentLo\
aded",y),removeEventListener("hashchange",y),b()}}}}function Mn(t,e,n,o){let r=ke(location.hash);if(r?.name!==e)return r&&
Nn(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(Q),a={
...n,[Q]:m=>ft(m,An)},{values:i,wrong:c}=$e(r.query,s?n:a,o),{[Q]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}function Nn({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function _n(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[En,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of Sn)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function On(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[Q]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${Q} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Tn(t,e){let n=p(
"p",{class:"mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=p("div",{class:"\
mha-link"},I("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Cn(u)){o.append(
"Copied.",...Se(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Se(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Se(t){if(!vn.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,p("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Cn(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Ln=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function vt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Ln).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var Rn=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function Ae(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=Rn.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:vt(n)}).join(", ")}var[In,Fn]=[6,.1],[ve,Hn]=[1.5,6.5],Wn=.4,Bn=2,Pn=16,Mt=new Map([["head","this head"],["layer","all heads of its layer"]]),
Me=t=>ot({label:"arcs",options:[...Mt].map(([e,n])=>({value:e,text:n})),change:t}),Dn=t=>Math.min(Pn,t.length-1-t.lastIndexOf(
`
`)),jn=t=>j(t).slice(0,In).filter(e=>t[e]>=Fn);function Un(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${i}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${i}`}let c=i+e.height,l=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${c}`}function Ne(t,e,n=!0){let o=bt("svg",{"aria-hidden":"true"}),r=p("div"),s=p("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],l="",u=w=>{
let g=e(),h=a.map(A=>A.getBoundingClientRect()),{x:f,y,width:x}=h[g],S=h.map((A,L)=>({i:L,box:A})).filter(({box:A})=>(A.
y-y)*w>1);if(S.length===0)return g;let k=S.at(w>0?0:-1)?.box.y,E=A=>Math.abs(A.x+A.width/2-f-x/2);return S.filter(({box:A})=>A.
y===k).sort((A,L)=>E(A.box)-E(L.box))[0].i};K(s,(w,g)=>t(g?e()+g:u(w))),ne(s,w=>t(w?a.length-1:0));let m=()=>{if(a.length===
0||!s.checkVisibility())return;let w=o.getBoundingClientRect(),g=a[e()].getBoundingClientRect(),h=new Map,f=(x,S)=>jn(x).
map(k=>{let E=k===e()?g:a[k].getBoundingClientRect(),N=h.get(k)??0;h.set(k,N+1);let A=ve+(Hn-ve)*x[k];return bt("path",{
class:S?"mha-other":"",d:Un(g,E,w,Bn*N),"stroke-width":A*(S?Wn:1)})}),y=f(i,!1);o.replaceChildren(...c.flatMap(x=>f(x,!0)),
...y)};new ResizeObserver(m).observe(s);let d=w=>{let g=JSON.stringify(w);if(g===l)return;l=g,a=w.map((f,y)=>{let x=`${n?
Ae(f):f}, position ${y}`,S=p("button",{type:"button",tabindex:-1,"aria-label":x});return S.textContent=n||!f.trim()?vt(f):
f,S.addEventListener("click",()=>t(y)),S});let h=[p("div")];a.forEach((f,y)=>{if(h[h.length-1].append(f),!w[y].includes(
`
`)||y+1===a.length)return;let x=p("div");D(x,{indent:Dn(w[y])}),h.push(x)}),r.replaceChildren(...h)};return{node:s,draw:(w,g,h,f=[])=>{
d(w),i=g,c=f,s.classList.toggle("mha-dropped",h),a.forEach((y,x)=>{y.setAttribute("aria-pressed",String(x===e())),y.classList.
toggle("mha-later",n&&x>e()),D(y,{fill:i[x]})}),m()}}}var Nt=3,qn=5e-4;function _e(t,e){let n=t.map(a=>G(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=j(o).filter(a=>o[a]>
0).map(a=>`${o[a]} to ${F(e,a)}`);return`Of ${fe(t.length,"head")}, most weight: ${s.join(", ")}.`}function Xn({row:t,what:e},n){
let o=e==="difference"?t.map(Math.abs):t,r=G(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.length>1&&r.length===
t.length;if(e!=="difference"&&(s||r.length>Nt)){let c=kt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.map(u=>n[u]).join(
", ")}`;return{positions:[],words:l}}return{positions:j(o).slice(0,Nt).filter(c=>e==="score"||o[c]>=qn),words:"less than\
 0.001 on every key"}}function _t(t,e,n="mha-screen-reader"){let{positions:o,words:r}=Xn(t,e);return o.length===0?[p("td",
{colspan:Nt},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[p("span",{class:n},` (${s})`)]:[];return p("td",
{},e[s],...i,` ${ct(t.row[s])}`)})}function Ot(t){let e=p("table",{class:"mha-keys","aria-label":"top keys"});return{node:e,
draw:o=>{let r=o.map(s=>{let a=p("th",{scope:"row"},s.title);return p("tr",{class:s.chosen&&"mha-chosen"},a,..._t(s,t))});
e.replaceChildren(...r)}}}var Y=new Map([[V,V],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word","same word"],
["broad","broad"],["effect","effect"]]),Kn=[...Et.slice(0,3),"last",...Et.slice(3)],pt=[...Kn,"effect"];function dt(t,e){
let n=e.length-1;return{...me(t,e,e),last:W(t.slice(0,n).map(o=>o[n]))}}var Tt=t=>he(t),Ct=(t,e)=>st(t,e),Lt=t=>t<1&&t>.9999?
"above 0.9999":U(t,4),Z=t=>`“${t}”`;function Rt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],
a=it(n,r,e.length),i=$t(s,c=>F(t,c),"weight","most to ");return`From ${F(t,o)}, ${a} attends ${i}.`}var It=(t,e,n)=>t[n]===
e?n:t.indexOf(e);function Oe(t,e,n,o){let r=It(t.tokens,e,o);if(r<0)return"";let s=Rt(t,n,r);return`In ${Z(t.text)}: ${s[0].
toLowerCase()}${s.slice(1)}`}function Te(t,e,{nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((a,i)=>a-i).
map(a=>it(a,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===null?`To compute the sentence without ${s}\
, load the model.`:`Without ${s}, the sentence's vector has a cosine of ${Lt(e)} with the whole one.`}function Ce(t,e,n){
let o=Y.get(t);if(e.length===0)return`Sorted by ${o}.`;let[r]=Tt(e),s=it(r,n,e.length/n);return`Sorted by ${o}: first ${s}\
, with ${U(e[r])}.`}var Le=(t,e)=>M(t).map(()=>M(e).map(n=>`head ${n}`));var Re=8,Yn=`${Re} sentences are kept, and there is no room for more. Remove one to keep this one.`;function zn(t){let e=new Map,
n=new Map,o=()=>[...t,...e.values()],r=()=>e.size>=Re;return{isFull:r,has:s=>o().some(a=>a.text===s),keep(s){r()||e.set(
s.text,s)},remove(s){e.delete(s),n.delete(s)},list({whole:s,query:a,wanted:i}){let c=new Map([...o(),s].map(l=>[l.text,l]));
return i&&n.set(s.text,a),[...c.values()].map(l=>{let{text:u,tokens:m}=l,d=It(m,s.tokens[a],a),b=Math.min(d<0?a:d,m.length-
1);return{sentence:l,query:u===s.text?a:n.get(u)??b,kept:e.has(u),shown:i&&u===s.text}})}}}function Ie(t,e,n){let o=zn(t),
r,s=p("caption"),a=p("tbody"),i=p("table",{class:"mha-comparison"},s,a),c=I("keep this sentence",()=>{o.keep(r),n()}),l=p(
"p",{class:"mha-note"},Yn),u=p("div",{},i),m=()=>[...u.querySelectorAll("button")],d=({sentence:w,query:g,kept:h,shown:f},y)=>{
let{text:x,tokens:S,weights:k}=w,E=I(x,()=>{f||e(x,g)});f&&E.setAttribute("aria-current","true");let N=I("remove",()=>{o.
remove(x),n()});N.setAttribute("aria-label",`remove ${Z(x)}`);let A=p("th",{scope:"rowgroup",colspan:4},E);h&&A.append("\
 ",N);let L=k.flat()[y][g],R=p("th",{scope:"row"},`from ${F(S,g)}`),q=_t({title:x,row:L,what:"weight"},S,"mha-position");
return[p("tr",{},A),p("tr",{},R,...q)]};return{node:u,draw:(w,g)=>{r=w.whole;let h=m().indexOf(document.activeElement),f=r.
weights[0].length,y=`Head ${Math.floor(g/f)}.${g%f}`;_(s,`${y} in each sentence${w.off.length>0?", with all heads on":""}`),
a.replaceChildren(...o.list(w).flatMap(x=>d(x,g))),c.remove(),l.remove(),w.wanted&&!o.has(r.text)&&u.append(o.isFull()?l:
c),h>=0&&(m()[h]??m().at(-1))?.focus({preventScroll:!0})}}}var Fe=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],Gn=[23.601290952344122,244.02463793444417,
1282.6165260773723],Vn=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],Jn=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function Qn(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Fe[c])*s,i=(i+Gn[c])*s;return t*(a+Fe[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+Vn[s])*e,o=(o+Jn[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function He(t){for(let e=0;e<t.length;e++)t[e]*=(1+Qn(t[e]*Math.SQRT1_2))/2}var Zn=1e-12,Ft=4,to=256;function Be(t){let{about:e,bytes:n,int8:o}=pe(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:M(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*mt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%to===0&&(yield),We(e,l*s,i),We(e,(l+1)*s,c),eo(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function We(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function eo(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=Ft*e){let l=i+e,u=l+e,m=u+e,d=0,b=0,w=0,g=0,h=0,f=0,y=0,x=0;for(let S=0;S<e;S++){let k=n[S],
E=o[S],N=t[i+S],A=t[l+S],L=t[u+S],R=t[m+S];d+=k*N,b+=k*A,w+=k*L,g+=k*R,h+=E*N,f+=E*A,y+=E*L,x+=E*R}r[c]=d,r[c+1]=h,c+=s,
r[c]=b,r[c+1]=f,c+=s,r[c]=w,r[c+1]=y,c+=s,r[c]=g,r[c+1]=x,c+=s}}function Ht(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+Zn);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function no({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/Ft)*Ft,l=new Float64Array(c*i);for(let[u,m]of a.entries())for(let d=0;d<
i;d++)l[u*i+d]=e[m*i+d]*n[m]+o[u*i+d]+r[d];return Ht(l,new Float64Array(l.length),s),l}function oo([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:M(o).map(m=>M(s).map(d=>{let b=d*r+m*i;for(let g=0;g<
s;g++){let h=g*r+m*i,f=0;for(let y=0;y<i;y++)f+=t[b+y]*e[h+y];l[g]=f/Math.sqrt(i)}let w=ce(l,new Float64Array(s));for(let g=0;g<
s&&!a(m);g++){let h=g*r+m*i;for(let f=0;f<i;f++)c[b+f]+=w[g]*n[h+f]}return Float32Array.from(w)})),averages:c}}function ro(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(st(o,o));return o.map(s=>s/r)}function Pe(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,m=r.sentence===l?u:0,d=m>0?
r.states[m].slice():no(t,a),b=r.states.slice(0,m),w=r.reading.weights.slice(0,m);for(let[h,f]of n.entries()){if(h<m)continue;
b.push(d.slice());let y=[];for(let k of[f.query,f.key,f.value])y.push(yield*mt(d,k)),yield;let x=oo(y,e,c,k=>i.includes(
h*e.n_heads+k));w.push(x.weights),yield,Ht(d,yield*mt(x.averages,f.output),f.afterAttention),yield;let S=yield*mt(d,f.widen);
He(S),yield,Ht(d,yield*mt(S,f.narrow),f.afterMlp),yield}let g={weights:w,vector:ro(d,c,e.d_model)};return i.length===0?r=
{sentence:l,states:b,reading:g}:s={sentence:l,off:i.join(),reading:g},g}}var so=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var ao=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function co(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":ao(t.codePointAt(0)??0)?` ${t} `:t}function io(t){let n=Array.from(t,co).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function De(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(so).flatMap((a,i)=>i%2?[n(a)]:io(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function je(t){let e=Be(t),n=De(e.vocabulary),o=Pe(e);return{...n,read:o}}function Ue({encode:t},e,n){let o=t(e),r=o.at(
-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*lo(t,e,n,o){let r=Ue(t,e,o),s=yield*t.read(r),a=n.length>0?yield*t.
read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.weights},
changed:Ct(s.vector,a.vector)}}function uo(t,{text:e,tokens:n},o){if(e===t.sentence.text||o!==t.asked)return null;let{asked:r,
query:s}=t,a=r===s?t.sentence.tokens[s]:"",i=n.length-1;return n[Math.min(o,i)]===a?null:n.includes(a)?n.indexOf(a):o>=i&&
i>1?i-1:null}function qe(t,e){let n=new Map,o=({text:l,tokens:u,weights:m})=>(n.has(l)||n.set(l,{text:l,tokens:u,weights:de(
m)}),n.get(l)),r=!1,s={text:"",query:0},a={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,off:[],changed:null,
wanted:!0},i={text:"",values:[]};function*c(l,u,m){let d=t.find(h=>h.text===l),b=d!==void 0||m!==null,w=o(d??t[0]);if(m&&
(!d||u.length>0)){let h=yield*lo(m,l,u,e);return{...h,whole:d?w:h.whole,wanted:b}}let g=d&&u.length===1?d.without[u[0]]:
null;return{sentence:w,whole:w,changed:g,wanted:b}}return{now:()=>a,effects:()=>i.values,precomputed:t.map(o),returnTo(l,u){
s={text:l,query:u}},*compute(l,u){let m=l("off"),d=yield*c(l("text"),m,u),{sentence:b}=d,w=t.findIndex(({text:k})=>k===b.
text);if(i.text!==b.text){let k=b.weights.flat().length,E=t[w]?.without??Array(k).fill(Number.NaN);i={text:b.text,values:E.
map(N=>1-N)}}let g=t[w<0?0:w-1],h=g?o(g):null,f=s.text===b.text&&s.query===l("query");f&&(s.text="");let x=(r&&!f?uo(a,b,
l("query")):null)??l("query"),S=Math.min(x,b.tokens.length-1);a={...d,before:h,asked:x,query:S,off:m},r=!0},*computeEffects(l,u,m){
let{text:d,values:b}=i,w=l.filter(f=>Number.isNaN(b[f]));if(!u||w.length===0)return;let g=Ue(u,d,e),{vector:h}=yield*u.read(
g);for(let[f,y]of w.entries()){m?.(w.length-f);let x=yield*u.read(g,[y]);b[y]=1-Ct(h,x.vector)}},measure(l){if(l==="effe\
ct")return i.values;let{tokens:u,weights:m}=a.sentence;return m.flat().map(d=>dt(d,u)[l])}}}var fo=48,Xe=3;function Ke(t,e){let n=t[0].length,o=t.flatMap((m,d)=>m.map((b,w)=>{let g=p("canvas",{"aria-hidden":"true"}),
h=p("span"),f={type:"button",role:"radio",title:`layer ${d}, ${b}`},y=p("button",f,g,h);return y.addEventListener("click",
()=>e(d,w)),{layer:d,head:w,title:b,canvas:g,value:h,button:y}})),r=p("div",{class:"mha-overview",role:"radiogroup","ari\
a-label":"heads"});D(r,{heads:n});let[s,a]=[n,t.length].map(m=>M(m).map(d=>p("span",{class:"mha-number","aria-hidden":"t\
rue"},String(d)))),i=p("span",{class:"mha-number","aria-hidden":"true"},"layer"),c=se(r),l=M(o.length),u=0;return K(r,(m,d)=>{
let b=o[l[0]].button.offsetTop,w=l.filter(x=>o[x].button.offsetTop===b).length,g=l.indexOf(u)+m*w+d;if(!(g in l))return;
let{layer:h,head:f,button:y}=o[l[g]];e(h,f),y.focus()}),{node:c,*paint(m,d){for(let{layer:b,head:w,canvas:g}of o)z(g,ge(
m[b][w],fo),...d),yield},sort(m,d=[]){l=m??M(o.length),r.classList.toggle("mha-sorted",m!==void 0),o.forEach(({layer:h,head:f,
title:y,value:x,button:S},k)=>{let E=Number.isNaN(d[k])?"–":le(d[k]??0);_(x,m?`${h}.${f}
${E}`:"");let N=`layer ${h}, ${y}`;S.setAttribute("aria-label",m?`${N}, ${E}`:N)});let b=l.map(h=>o[h].button),w=a.map((h,f)=>[
h,...b.slice(f*n,(f+1)*n)]),g=b.find(h=>h===document.activeElement);r.replaceChildren(...m?b:[i,...s,...w.flat()]),g?.focus(
{preventScroll:!0})},reveal(){let m=c.getBoundingClientRect(),{top:d,bottom:b}=o[u].button.getBoundingClientRect(),[w,g]=[
d-Xe-m.top,b+Xe-m.bottom];w<0?c.scrollTop+=w:g>0&&(c.scrollTop+=g)},choose(m,d){u=m*n+d,o.forEach(({button:b},w)=>{b.setAttribute(
"aria-checked",String(w===u)),b.tabIndex=w===u?0:-1})}}}var po="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function Ye(t,e){let n=e[0].
length,o=Ke(e,(f,y)=>T(t,{head:f*n+y})),r=ot({label:"order",options:[...Y].map(([f,y])=>({value:f,text:y})),change:f=>T(
t,{sort:f})}),s=p("span"),a=we(s,[],[]),i=p("div",{role:"group",tabindex:0},a.node),c=pt.map(f=>Y.get(f)),l=Kt("This hea\
d",[],c),u=p("summary",{},"what is measured"),m=p("details",{class:"mha-more"},u,po),d=p("div",{},l.node,m),b=p("div",{},
o.node,i,d),w=p("p",{class:"mha-note"}),g=p("div",{class:"mha-gallery"},r.node,w,b),h=null;return{node:g,group:i,map:a,wait(f){
w.hidden=f===0,_(w,f>0?`Computing the effects of ${f} heads …`:"")},drawHead([f,y],x,S){_(s,`layer ${f}, head ${y}`),i.
setAttribute("aria-label",`${s.textContent}; arrow up and down choose the query`),a.draw(x,"weights",0,1),a.mark(S),o.choose(
f,y)},drawMeasures(f){l.draw(f.map(y=>[Number.isNaN(y)?"…":U(y)]),f.map(y=>Math.min(1,Math.max(0,y||0))))},*paint(f){h!==
f&&(h=null,yield*o.paint(f,["weights",0,1]),h=f)},chooseOrder:f=>r.set(f),sort(f){f.length>0?o.sort(Tt(f),f):o.sort(),o.
reveal()}}}function ze(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var B=globalThis;function Ge(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Ve=({bytes:t})=>Math.ceil(
t/3)*4;async function mo({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);B.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await ze(i);let c=lt(B.bookModels[i]??"");delete B.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function Je(t,e){if(B.bookEncoders??={},!B.bookEncoders[t.name]){let o=new Set,r=mo(t,s=>{for(let a of o)a(
s)});B.bookEncoders[t.name]={file:r,listeners:o}}let n=B.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete B.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var ho="your own",go="The model is ready. Type a sentence of your own.",wo="The model could not be loaded. The precomput\
ed sentences still work.",bo="Only precomputed sentences are here, because this page was made without the model. In a bo\
ok that was built with it, you can also type your own sentence.";function Wt(t){let[e,n]=t("sentences")[0].weights.shape;
return{nLayers:e,nHeads:n,all:e*n}}var Bt={text:(t,e)=>St(t,e("max_characters"))?void 0:t,query:(t,e)=>ut(t,e("max_token\
s")),head:(t,e)=>ut(t,Wt(e).all),off:(t,e)=>ft(t,Wt(e).all),sort:t=>At(t,[...Y.keys()]),arcs:t=>At(t,[...Mt.keys()])};function yo(t,e,n){
let o=t.get("sentences").map(({text:l})=>l),r="",s=re({label:"sentence",options:n?[ho,...o]:o,change:l=>{let u=n?l-1:l;a.
complain(""),T(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.focus()}}),a=ae({label:"or type your own",size:2,long:!0,
refuse:e,change:l=>{r=l,T(t,{text:l})}}),i=p("div",{class:"mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.
get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.set(l)};return{node:i,set:c,input:a}}function xo(t,e){let n=ue(Ve(
t)),o=p("button",{type:"button"},`Load the model: ${n}, once`),r=p("progress",{max:1,value:0,"aria-label":"loaded"}),s=p(
"div",{role:"status"});r.hidden=!0;let a=p("div",{class:"mha-load"},o,r),i=p("div",{},a,s),c=!1;return o.addEventListener(
"click",async()=>{if(!c){c=!0,r.hidden=!1,_(s,"loading …");try{let l=await Je(t,d=>{r.value=d}),u=je(l),m=document.activeElement===
o;a.remove(),_(s,go),e(u,m)}catch{r.hidden=!0,_(s,wo)}c=!1}}),{node:i,status:s}}function ko(t,e){let n=I("",()=>{let[a,i]=[
t.get("off"),t.get("head")],c=e()?a.filter(l=>l!==i):[];T(t,{off:a.includes(i)?c:[...c,i]})}),o=I("all on",()=>{T(t,{off:[]}),
n.focus({preventScroll:!0})}),r=p("div",{class:"mha-cost"},n);return{node:r,draw:(a,i)=>{let c=a.includes(i);_(n,c?"swit\
ch this head on":"switch this head off"),n.setAttribute("aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function $o(){
let t=p("p",{class:"mha-layer-title"}),e=Ot([]);return{node:p("div",{class:"mha-layer-heads"},t,e.node),label(o){let r=Ot(
o);e.node.replaceWith(r.node),e=r},draw(o,r){_(t,o),e.draw(r)}}}var So=({sentence:t,query:e},n,o)=>t.weights[n].map((r,s)=>({
title:`head ${s}`,row:r[e],what:"weight",chosen:s===o}));function Eo({sentence:t,before:e,query:n,off:o,changed:r},s,a,i){
let{tokens:c}=t,l=a.map(({row:u})=>u);return[Rt(t,s,n),l.length>0?_e(l,c):"",e?Oe(e,c[n],s,n):"",Te(o,r,i)]}function Ao(t,e,n,o){
let r=e.get("max_tokens"),s=Wt(e.get),{nLayers:a,nHeads:i}=s,c=qe(e.get("sentences"),r),l=Ge(),u=null,m=()=>JSON.stringify(
J(Bt).map($=>e.get($))),d="",b=$=>{let v=St($,e.get("max_characters"));if(v||!u)return v;let{length:O}=u.encode($);return O>
r?`That is ${O} tokens; the limit is ${r}.`:""},w=$=>{$>=0&&$<c.now().sentence.tokens.length&&T(e,{query:$})},g=yo(e,b,l!==
null),h=l&&xo(l,($,v)=>{u=$,d=m(),v&&g.input.input.focus(),o()}),f=p("p",{class:"mha-note"}),y=Ne(w,()=>c.now().query,!1),
x=Me($=>T(e,{arcs:$})),S=ko(e,()=>u!==null),k=Ye(e,Le(a,i)),E=$o(),N=Ie(c.precomputed,($,v)=>{c.returnTo($,v),T(e,{text:$,
query:v})},o);t.append(g.node,h?.node??p("p",{class:"mha-note"},bo),f),t.append(y.node,x.node);let A=oe(t),L=be("weights",
"0","1","one scale for all");t.append(S.node,k.node,L,E.node,N.node),K(k.group,$=>w(c.now().query+$),!1),k.map.onPoint(([
$])=>T(e,{query:$}));function*R(){yield*c.compute(e.get,u);let{asked:$}=c.now();$!==e.get("query")&&(T(e,{query:$}),d=m())}
let q=()=>{let[$,{wanted:v}]=[e.get("text"),c.now()],O=b($);O&&g.input.complain(O);let C=l?" Load the model to see it.":
"";_(f,v?"":`${Z($)} is not precomputed.${C}`),f.hidden=v,t.classList.toggle("mha-stale",!v)},tt=$=>{let v=c.now(),{sentence:O,
query:C,off:H}=v,{tokens:et,weights:nt}=O,[P,X]=[Math.floor($/i),$%i],Dt=So(v,P,X),jt=e.get("arcs")==="layer"?Dt:[],Ze=jt.
filter(({chosen:wt})=>!wt).map(({row:wt})=>wt);x.set(e.get("arcs")),y.draw(et,nt[P][X][C],H.includes($),Ze),S.draw(H,$),
E.draw(`All heads of layer ${P}, from ${F(et,C)}`,Dt),N.draw(v,$),k.drawHead([P,X],nt[P][X],C);let tn=document.activeElement===
g.input.input;A.node.setAttribute("aria-live",tn?"off":"polite");let Ut=Eo(v,$,jt,s);return A(...Ut),Ut},Pt=$=>{let{tokens:v,
weights:O}=c.now().sentence,C=dt(O.flat()[$],v);C.effect=c.effects()[$],k.drawMeasures(pt.map(H=>C[H]))},ht="",gt="";function*Qe($){
let v=e.get("sort");v==="effect"&&(yield*c.computeEffects(M(s.all),u,k.wait),k.wait(0));let O=`${v} ${ht} ${c.now().off}`;
if(gt===O)return;let C=v===V?[]:c.measure(v);yield,k.sort(C),A(...$,{heard:Ce(v,C,i)}),gt=O}return{observes:J(Bt),*draw(){
g.set(),h&&u&&d!==m()&&_(h.status,""),k.wait(0),yield*R();let{tokens:$,weights:v}=c.now().sentence,O=e.get("head");q(),ht!==
$.join(" ")&&(ht=$.join(" "),k.map.label($,$),E.label($),yield);let C=tt(O);Pt(O),yield,gt===""&&k.sort([]),yield*k.paint(
v),k.chooseOrder(e.get("sort")),yield*c.computeEffects([O],u),Pt(O),yield*Qe(C)},stateForTests:()=>{Jt(R());let{sentence:$,
before:v,query:O,off:C,changed:H,wanted:et}=c.now();return{loaded:u!==null,text:$.text,tokens:$.tokens,weights:$.weights.
map(nt=>nt.map(P=>P.map(X=>[...X]))),before:v?.text??null,query:O,off:C,changed:H,cosine:H===null?"":Lt(H),effects:c.effects(),
wanted:et}}}}var ps=Ee(Zt("A real model's attention in a sentence",Ao),Bt);export{ps as default};
