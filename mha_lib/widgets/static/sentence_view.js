// Made by `make widgets` from js/src; edit there.
function Wt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function d(t,e={},...n){let o=document.createElement(t);return Wt(o,e,n),o}function ht(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Wt(o,e,n),o}function _(t,e){t.textContent!==e&&(t.textContent=e)}function Bt(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Pt(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(m=>{let y=Array.from({length:r},()=>d("td")),b=d("th",{scope:"\
row"},m),g=d("div");return{row:d("tr",{},b,...y,d("td",{"aria-hidden":"true"},g)),cells:y,bar:g}}),a=e.map(m=>d("th",{scope:"\
col"},m)),i=d("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(m=>d("span",{},m)));let c=e.
length>0?[d("tr",{},...a,i)]:[],l=s.map(({row:m})=>m);return{node:d("table",{class:"mha-bar-table"},d("caption",{},t),...c,
...l),rows:l,draw:(m,y)=>{s.forEach(({cells:b,bar:g},h)=>{for(let[f,w]of b.entries())_(w,m[h][f]);g.style.width=`${100*y[h]}\
%`})}}}function B(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var ze="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Ke=Ut([153,153,153]),Ge=qt(ze.split(" ").map(Ve)),Dt=new Map,jt=new WeakMap;function Ut([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Ve(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function qt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Ut(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function Qe(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Dt.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=qt([s,a].map(c=>c.slice(0,3)));return Dt.set(o,i),i}function gt(t){
for(let e of t.querySelectorAll("canvas"))jt.get(e)?.()}function K(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?Ge:Qe(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),p=u.createImageData(a,s),m=new Uint32Array(p.data.buffer);for(let y=0,b=0;y<s;y++)for(let g=0;g<
a;g++,b++){let h=Math.floor(256*((i[y][g]-o)/(r-o))),f=l[Math.min(255,Math.max(0,h))];m[b]=Number.isNaN(h)?Ke:f}u.putImageData(
p,0,0)};jt.set(t,c),c()}function Xt(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Yt(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function zt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Je(t);o.append(s);let i=Yt(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),gt(s),l();let u=Ze(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function Je(t){let e=d("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",gt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Ze(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Kt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function O(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var tn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Y(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=tn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Vt(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Qt(t){let e=d("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=d("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),_(n[a],i)})},{node:e})}var Gt=0;function et({label:t,options:e,change:n}){Gt+=1;let o=`mha-choice-${Gt}-${Math.random().toString(36).slice(2)}`,
r=d("fieldset",{class:"mha-choice"},d("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=d("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(d("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function Jt({label:t,options:e,change:n}){let o=d("div",{"aria-hidden":"true"}),r=e.map((l,u)=>d(
"option",{value:u},l)),s=d("select",{"aria-label":t},...r),a=d("div",{class:"mha-menu"},o,s),i=d("div",{class:"mha-contr\
ol mha-picker"},d("span",{},t),a),c=l=>{s.value=String(l),_(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function Zt(...t){let e=d("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),B(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function G(t,e){let n=d("button",{type:"button"},t);return n.addEventListener("click",e),n}function te({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?d("\
textarea",{rows:e,...s}):d("input",{type:"text",size:e,...s}),i=d("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=y=>{_(i,y),a.setAttribute("aria-invalid",String(y!==""))};a.addEventListener("input",()=>{let y=c();
l(o(y)),i.textContent||r(y)});let u=d("div",{class:"mha-text-input"},d("label",{},`${t} `,a),i),p="";return{node:u,input:a,
set:y=>{let g=(n?y===p:document.activeElement===a)&&i.textContent!=="";p=y;let h=n?y.replace(/\r\n?/g,`
`):y;g||c()===h||(a.value=h,l(""))},complain:l}}function A(t){return Array.from({length:t},(e,n)=>n)}function nt(t){let e=0;for(let n of t)e+=n;return e}var F=t=>nt(t)/t.length;function ot(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function rt(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var P=t=>A(t.length).sort((e,n)=>t[n]-t[e]),en=1e-9;function V(t){let e=rt(t);return A(t.length).filter(n=>e-t[n]<=en*Math.
abs(e))}function ee(t,e,n=[]){let o=rt(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function D(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function st(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?D(t,
3):t.toExponential(1).replaceAll("-","−")}function oe(t){return t>=.995?"1":D(t).slice(1)}function nn(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(
n)):n}var wt=t=>t.toLocaleString("en-US"),ne={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function re(t,e=1e3){
let n=ne[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?wt(Math.round(o)):nn(o,3)} ${ne[e][Math.
max(0,n)]}`}var j=(t,e)=>`“${t[e]}” (${e})`;function at(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function bt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${st(e)}, on ${r} keys`}var on=3;
function yt(t,e,n,o=""){let r=V(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>on||a&&
r.length===t.length?bt(n,s,r.length,t.length):`${o}${rn(r.map(e))} with ${st(s)}${a?" each":""}`}function se(t,e){return`${t} ${e}${t===1?"":"s"}`}function rn(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function xt(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${wt(
n)} characters; the limit is ${wt(e)}.`}function ct(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function ae(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var sn=6e4;function ce({shape:[t,e,n,o],type:r,data:s}){let a=ct(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/sn),c=A(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,p)=>A(n).map(m=>c[(u*e+p)*n+m]);
return A(t).map(u=>A(e).map(p=>l(u,p)))}var Q="layer and head",$t=["previous","next","first","same word","broad"];function an(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=nt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function ie(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>A(n.length).filter(p=>n[p]===l&&!(o&&u===p))),[a,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=A(t.length).filter(l=>s[l].length>0);return{previous:F(a.map((l,u)=>l[u])),next:F(
i.map((l,u)=>l[u+1])),first:F((o?a:t).map(l=>l[0])),"same word":F(c.map(l=>nt(s[l].map(u=>t[l][u])))),broad:F(t.map(an).
filter(l=>!Number.isNaN(l)))}}function le(t){return P(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function ue(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return A(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let i=0;i<
a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[cn,ln,un]=[11,6,60];var fn=32;function dn(t,e){let n=rt(t.map(o=>o.length));return Math.min(un,ln*(n+1))+cn*Math.max(t.length,e.length)}function fe(t,e,n){
let o=d("canvas",{"aria-hidden":"true"}),r=d("div",{class:"mha-mark",hidden:!0}),s=d("div",{class:"mha-framed"}),a=d("di\
v",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(h=>d("div",{class:h,"aria-hidden":"true"})),l=d("div",
{},i,a,c),u=d("figcaption",{},t),p=d("figure",{class:"mha-map"},u,l),m={rows:e,columns:n},y=0,b=()=>{p.classList.toggle(
"mha-crowded",y<dn(m.rows,m.columns))},g=(h,f)=>{m={rows:h,columns:f},a.style.aspectRatio=`${f.length} / ${h.length}`;let w=Math.
max(h.length,f.length)<=fn,x=$=>w?$.map(E=>d("span",{},E)):[];i.replaceChildren(...x(h)),c.replaceChildren(...x(f)),b()};
return g(e,n),Bt(u,h=>{y=h,b()}),{node:p,body:l,picture:a,label:g,draw:(h,f,w,x)=>K(o,h,f,w,x),mark(h){r.hidden=!1,r.style.
top=`${100*h/m.rows.length}%`,r.style.height=`${100/m.rows.length}%`},frame(h){let{rows:f,columns:w}=m;s.replaceChildren(
...h.map(({top:x,left:$,height:E,width:S,kind:T})=>{let v=d("div",{class:T});return v.style.inset=[x,w.length-$-S,f.length-
x-E,$].map((L,R)=>`${100*L/(R%2?w:f).length}%`).join(" "),v}))},onPoint(h,f=!0){let w=({clientX:x,clientY:$})=>{let{rows:E,
columns:S}=m,{left:T,top:v,width:L,height:R}=a.getBoundingClientRect(),U=Math.floor(($-v)/R*E.length),q=Math.floor((x-T)/
L*S.length);U in E&&q in S&&h([U,q])};f&&a.addEventListener("pointermove",w),a.addEventListener("pointerdown",w)}}}function de(t,e,n,o){let r=d("canvas",{"aria-hidden":"true"});K(r,[A(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>d(
"span",{},c));return d("div",{class:"mha-bar"},s,r,a,i)}var it=t=>Object.keys(t);function me(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function he(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function ge(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${pe(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([m])=>m===c).map(([,m])=>m);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${pn(u.length)}`);let p=l(u[0],i);if(p===void 0)return o(`${c} cannot be “${pe(u[0])}”`);a[c]=p}return{values:a,
wrong:""}}var pn=t=>t===2?"twice":`${t} times`;function pe(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function mn(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function lt(t,e,n=0){let o=mn(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function ut(t,e){let n=t===""?[]:t.split(",").map(o=>lt(o,e));
return n.includes(void 0)?void 0:n}var kt=(t,e)=>e.find(n=>String(n)===t);var J="open",hn=["pointerdown","wheel","touchstart","keydown","hashchange"],gn=120,wn=99,bn=["","localhost","127.0.0.1",
"[::1]"];function be(t,e,n=()=>({})){let o=it(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>Kt(a,...o),u=l(),p=()=>yn(i,c,e,a.get),m=p();m?.values&&O(a,m.values);let y=t.render({...s,
openedByLink:!!m?.values}),b=i.querySelector(".mha"),g=kn(b),h=En(b,()=>me(c,{...l(),...n(a.get),...g.get()})),f=({values:x,
folds:$,wrong:E})=>{let S=E||g.findError($);O(a,S?u:x),g.open(S?[]:$),h.clear(),h.refuse(S),$n(i)},w=()=>{let x=p();x&&f(
x)};m?f(m):document.addEventListener("DOMContentLoaded",w,{once:!0}),addEventListener("hashchange",w);for(let x of o)a.on(
`change:${x}`,h.clear);return()=>{for(let x of o)a.off(`change:${x}`,h.clear);document.removeEventListener("DOMContentLo\
aded",w),removeEventListener("hashchange",w),y()}}}}function yn(t,e,n,o){let r=he(location.hash);if(r?.name!==e)return r&&
xn(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(J),a={
...n,[J]:p=>ut(p,wn)},{values:i,wrong:c}=ge(r.query,s?n:a,o),{[J]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}function xn({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function $n(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[gn,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of hn)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function kn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[J]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${J} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function En(t,e){let n=d(
"p",{class:"mha-refused",role:"status"}),o=d("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=d("div",{class:"\
mha-link"},G("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Sn(u)){o.append(
"Copied.",...we(l));return}r=d("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...we(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function we(t){if(!bn.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,d("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Sn(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var An=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Et(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,An).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var vn=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function ye(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=vn.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Et(n)}).join(", ")}var[Mn,Nn]=[6,.1],[xe,_n]=[1.5,6.5],On=.4,Cn=2,Tn=16,St=new Map([["head","this head"],["layer","all heads of its layer"]]),
$e=t=>et({label:"arcs",options:[...St].map(([e,n])=>({value:e,text:n})),change:t}),Ln=t=>Math.min(Tn,t.length-1-t.lastIndexOf(
`
`)),Rn=t=>P(t).slice(0,Mn).filter(e=>t[e]>=Nn);function In(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${i}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${i}`}let c=i+e.height,l=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${c}`}function ke(t,e,n=!0){let o=ht("svg",{"aria-hidden":"true"}),r=d("div"),s=d("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],l="",u=b=>{
let g=e(),h=a.map(v=>v.getBoundingClientRect()),{x:f,y:w,width:x}=h[g],$=h.map((v,L)=>({i:L,box:v})).filter(({box:v})=>(v.
y-w)*b>1);if($.length===0)return g;let E=$.at(b>0?0:-1)?.box.y,S=v=>Math.abs(v.x+v.width/2-f-x/2);return $.filter(({box:v})=>v.
y===E).sort((v,L)=>S(v.box)-S(L.box))[0].i};Y(s,(b,g)=>t(g?e()+g:u(b))),Vt(s,b=>t(b?a.length-1:0));let p=()=>{if(a.length===
0||!s.checkVisibility())return;let b=o.getBoundingClientRect(),g=a[e()].getBoundingClientRect(),h=new Map,f=(x,$)=>Rn(x).
map(E=>{let S=E===e()?g:a[E].getBoundingClientRect(),T=h.get(E)??0;h.set(E,T+1);let v=xe+(_n-xe)*x[E];return ht("path",{
class:$?"mha-other":"",d:In(g,S,b,Cn*T),"stroke-width":v*($?On:1)})}),w=f(i,!1);o.replaceChildren(...c.flatMap(x=>f(x,!0)),
...w)};new ResizeObserver(p).observe(s);let m=b=>{let g=JSON.stringify(b);if(g===l)return;l=g,a=b.map((f,w)=>{let x=`${n?
ye(f):f}, position ${w}`,$=d("button",{type:"button",tabindex:-1,"aria-label":x});return $.textContent=n||!f.trim()?Et(f):
f,$.addEventListener("click",()=>t(w)),$});let h=[d("div")];a.forEach((f,w)=>{if(h[h.length-1].append(f),!b[w].includes(
`
`)||w+1===a.length)return;let x=d("div");B(x,{indent:Ln(b[w])}),h.push(x)}),r.replaceChildren(...h)};return{node:s,draw:(b,g,h,f=[])=>{
m(b),i=g,c=f,s.classList.toggle("mha-dropped",h),a.forEach((w,x)=>{w.setAttribute("aria-pressed",String(x===e())),w.classList.
toggle("mha-later",n&&x>e()),B(w,{fill:i[x]})}),p()}}}var At=3,Fn=5e-4;function Ee(t,e){let n=t.map(a=>V(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=P(o).filter(a=>o[a]>
0).map(a=>`${o[a]} to ${j(e,a)}`);return`Of ${se(t.length,"head")}, most weight: ${s.join(", ")}.`}function Hn({row:t,what:e},n){
let o=e==="difference"?t.map(Math.abs):t,r=V(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.length>1&&r.length===
t.length;if(e!=="difference"&&(s||r.length>At)){let c=bt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.map(u=>n[u]).join(
", ")}`;return{positions:[],words:l}}return{positions:P(o).slice(0,At).filter(c=>e==="score"||o[c]>=Fn),words:"less than\
 0.001 on every key"}}function vt(t){let e=t.map(s=>t.indexOf(s)!==t.lastIndexOf(s)),n=d("table",{class:"mha-keys","aria\
-label":"top keys"}),o=s=>{let{positions:a,words:i}=Hn(s,t);return a.length===0?[d("td",{colspan:At},i)]:a.map(c=>{let l=e[c]?
[d("span",{class:"mha-screen-reader"},` (${c})`)]:[];return d("td",{},t[c],...l,` ${st(s.row[c])}`)})};return{node:n,draw:s=>{
let a=s.map(i=>{let c=d("th",{scope:"row"},i.title);return d("tr",{class:i.chosen&&"mha-chosen"},c,...o(i))});n.replaceChildren(
...a)}}}var Se=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],Wn=[23.601290952344122,244.02463793444417,
1282.6165260773723],Bn=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],Pn=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function Dn(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Se[c])*s,i=(i+Wn[c])*s;return t*(a+Se[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+Bn[s])*e,o=(o+Pn[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function Ae(t){for(let e=0;e<t.length;e++)t[e]*=(1+Dn(t[e]*Math.SQRT1_2))/2}var jn=1e-12,Mt=4,Un=256;function Me(t){let{about:e,bytes:n,int8:o}=ae(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:A(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*ft(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%Un===0&&(yield),ve(e,l*s,i),ve(e,(l+1)*s,c),qn(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function ve(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function qn(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=Mt*e){let l=i+e,u=l+e,p=u+e,m=0,y=0,b=0,g=0,h=0,f=0,w=0,x=0;for(let $=0;$<e;$++){let E=n[$],
S=o[$],T=t[i+$],v=t[l+$],L=t[u+$],R=t[p+$];m+=E*T,y+=E*v,b+=E*L,g+=E*R,h+=S*T,f+=S*v,w+=S*L,x+=S*R}r[c]=m,r[c+1]=h,c+=s,
r[c]=y,r[c+1]=f,c+=s,r[c]=b,r[c+1]=w,c+=s,r[c]=g,r[c+1]=x,c+=s}}function Nt(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+jn);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function Xn({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/Mt)*Mt,l=new Float64Array(c*i);for(let[u,p]of a.entries())for(let m=0;m<
i;m++)l[u*i+m]=e[p*i+m]*n[p]+o[u*i+m]+r[m];return Nt(l,new Float64Array(l.length),s),l}function Yn([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:A(o).map(p=>A(s).map(m=>{let y=m*r+p*i;for(let g=0;g<
s;g++){let h=g*r+p*i,f=0;for(let w=0;w<i;w++)f+=t[y+w]*e[h+w];l[g]=f/Math.sqrt(i)}let b=ee(l,new Float64Array(s));for(let g=0;g<
s&&!a(p);g++){let h=g*r+p*i;for(let f=0;f<i;f++)c[y+f]+=b[g]*n[h+f]}return Float32Array.from(b)})),averages:c}}function zn(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(ot(o,o));return o.map(s=>s/r)}function Ne(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,p=r.sentence===l?u:0,m=p>0?
r.states[p].slice():Xn(t,a),y=r.states.slice(0,p),b=r.reading.weights.slice(0,p);for(let[h,f]of n.entries()){if(h<p)continue;
y.push(m.slice());let w=[];for(let E of[f.query,f.key,f.value])w.push(yield*ft(m,E)),yield;let x=Yn(w,e,c,E=>i.includes(
h*e.n_heads+E));b.push(x.weights),yield,Nt(m,yield*ft(x.averages,f.output),f.afterAttention),yield;let $=yield*ft(m,f.widen);
Ae($),yield,Nt(m,yield*ft($,f.narrow),f.afterMlp),yield}let g={weights:b,vector:zn(m,c,e.d_model)};return i.length===0?r=
{sentence:l,states:y,reading:g}:s={sentence:l,off:i.join(),reading:g},g}}var z=new Map([[Q,Q],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word","same word"],
["broad","broad"],["effect","effect"]]),Kn=[...$t.slice(0,3),"last",...$t.slice(3)],dt=[...Kn,"effect"];function pt(t,e){
let n=e.length-1;return{...ie(t,e,e),last:F(t.slice(0,n).map(o=>o[n]))}}var _t=t=>le(t),Ot=(t,e)=>ot(t,e),Ct=t=>t<1&&t>.9999?
"above 0.9999":D(t,4),Tt=t=>`“${t}”`;function Lt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%
r][o],a=at(n,r,e.length),i=yt(s,c=>j(t,c),"weight","most to ");return`From ${j(t,o)}, ${a} attends ${i}.`}function _e(t,e,n,o){
let r=t.tokens[o]===e?o:t.tokens.indexOf(e);if(r<0)return"";let s=Lt(t,n,r);return`In ${Tt(t.text)}: ${s[0].toLowerCase()}${s.
slice(1)}`}function Oe(t,e,{nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>at(a,n,o)),
s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===null?`To compute the sentence without ${s}, load the mode\
l.`:`Without ${s}, the sentence's vector has a cosine of ${Ct(e)} with the whole one.`}function Ce(t,e,n){let o=z.get(t);
if(e.length===0)return`Sorted by ${o}.`;let[r]=_t(e),s=at(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${D(e[r])}\
.`}var Te=(t,e)=>A(t).map(()=>A(e).map(n=>`head ${n}`));var Gn=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Vn=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Qn(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Vn(t.codePointAt(0)??0)?` ${t} `:t}function Jn(t){let n=Array.from(t,Qn).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Le(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(Gn).flatMap((a,i)=>i%2?[n(a)]:Jn(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Re(t){let e=Me(t),n=Le(e.vocabulary),o=Ne(e);return{...n,read:o}}function Ie({encode:t},e,n){let o=t(e),r=o.at(
-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Zn(t,e,n,o){let r=Ie(t,e,o),s=yield*t.read(r),a=n.length>0?yield*t.
read(r,n):s;return{sentence:{text:e,tokens:r.map(t.piece),weights:a.weights},changed:Ot(s.vector,a.vector)}}function to(t,{
text:e,tokens:n},o){if(e===t.sentence.text||o!==t.asked)return null;let{asked:r,query:s}=t,a=r===s?t.sentence.tokens[s]:
"",i=n.length-1;return n[Math.min(o,i)]===a?null:n.includes(a)?n.indexOf(a):o>=i&&i>1?i-1:null}function Fe(t,e){let n=new Map,
o=({text:c,tokens:l,weights:u})=>(n.has(c)||n.set(c,{text:c,tokens:l,weights:ce(u)}),n.get(c)),r=!1,s={sentence:o(t[0]),
before:null,asked:0,query:0,off:[],changed:null,wanted:!0},a={text:"",values:[]};function*i(c,l,u){let p=t.find(b=>b.text===
c),m=p!==void 0||u!==null;return u&&(!p||l.length>0)?{...yield*Zn(u,c,l,e),wanted:m}:{sentence:o(p??t[0]),changed:p&&l.length===
1?p.without[l[0]]:null,wanted:m}}return{now:()=>s,effects:()=>a.values,*compute(c,l){let u=c("off"),{sentence:p,changed:m,
wanted:y}=yield*i(c("text"),u,l),b=t.findIndex(({text:$})=>$===p.text);if(a.text!==p.text){let $=p.weights.flat().length,
E=t[b]?.without??Array($).fill(Number.NaN);a={text:p.text,values:E.map(S=>1-S)}}let g=t[b<0?0:b-1],h=g?o(g):null,w=(r?to(
s,p,c("query")):null)??c("query"),x=Math.min(w,p.tokens.length-1);s={sentence:p,before:h,asked:w,query:x,off:u,changed:m,
wanted:y},r=!0},*computeEffects(c,l,u){let{text:p,values:m}=a,y=c.filter(h=>Number.isNaN(m[h]));if(!l||y.length===0)return;
let b=Ie(l,p,e),{vector:g}=yield*l.read(b);for(let[h,f]of y.entries()){u?.(y.length-h);let w=yield*l.read(b,[f]);m[f]=1-
Ot(g,w.vector)}},measure(c){if(c==="effect")return a.values;let{tokens:l,weights:u}=s.sentence;return u.flat().map(p=>pt(
p,l)[c])}}}var eo=48;function He(t,e){let n=t[0].length,o=t.flatMap((p,m)=>p.map((y,b)=>{let g=d("canvas",{"aria-hidden":"true"}),h=d(
"span"),f={type:"button",role:"radio",title:`layer ${m}, ${y}`},w=d("button",f,g,h);return w.addEventListener("click",()=>e(
m,b)),{layer:m,head:b,title:y,canvas:g,value:h,button:w}})),r=d("div",{class:"mha-overview",role:"radiogroup","aria-labe\
l":"heads"});B(r,{heads:n});let[s,a]=[n,t.length].map(p=>A(p).map(m=>d("span",{class:"mha-number","aria-hidden":"true"},
String(m)))),i=d("span",{class:"mha-number","aria-hidden":"true"},"layer"),c=Zt(r),l=A(o.length),u=0;return Y(r,(p,m)=>{
let y=o[l[0]].button.offsetTop,b=l.filter(x=>o[x].button.offsetTop===y).length,g=l.indexOf(u)+p*b+m;if(!(g in l))return;
let{layer:h,head:f,button:w}=o[l[g]];e(h,f),w.focus()}),{node:c,*paint(p,m){for(let{layer:y,head:b,canvas:g}of o)K(g,ue(
p[y][b],eo),...m),yield},sort(p,m=[]){l=p??A(o.length),r.classList.toggle("mha-sorted",p!==void 0),o.forEach(({layer:g,head:h,
title:f,value:w,button:x},$)=>{let E=Number.isNaN(m[$])?"–":oe(m[$]??0);_(w,p?`${g}.${h}
${E}`:"");let S=`layer ${g}, ${f}`;x.setAttribute("aria-label",p?`${S}, ${E}`:S)});let y=l.map(g=>o[g].button),b=a.map((g,h)=>[
g,...y.slice(h*n,(h+1)*n)]);r.replaceChildren(...p?y:[i,...s,...b.flat()])},choose(p,m){u=p*n+m,o.forEach(({button:y},b)=>{
y.setAttribute("aria-checked",String(b===u)),y.tabIndex=b===u?0:-1})}}}var no="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function We(t,e){let n=e[0].
length,o=He(e,(f,w)=>O(t,{head:f*n+w})),r=et({label:"order",options:[...z].map(([f,w])=>({value:f,text:w})),change:f=>O(
t,{sort:f})}),s=d("span"),a=fe(s,[],[]),i=d("div",{role:"group",tabindex:0},a.node),c=dt.map(f=>z.get(f)),l=Pt("This hea\
d",[],c),u=d("summary",{},"what is measured"),p=d("details",{class:"mha-more"},u,no),m=d("div",{},l.node,p),y=d("div",{},
o.node,i,m),b=d("p",{class:"mha-note"}),g=d("div",{class:"mha-gallery"},r.node,b,y),h=null;return{node:g,group:i,map:a,wait(f){
b.hidden=f===0,_(b,f>0?`Computing the effects of ${f} heads …`:"")},drawHead([f,w],x,$){_(s,`layer ${f}, head ${w}`),i.
setAttribute("aria-label",`${s.textContent}; arrow up and down choose the query`),a.draw(x,"weights",0,1),a.mark($),o.choose(
f,w)},drawMeasures(f){l.draw(f.map(w=>[Number.isNaN(w)?"…":D(w)]),f.map(w=>Math.min(1,Math.max(0,w||0))))},*paint(f){h!==
f&&(h=null,yield*o.paint(f,["weights",0,1]),h=f)},chooseOrder:f=>r.set(f),sort(f){f.length>0?o.sort(_t(f),f):o.sort()}}}function Be(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var H=globalThis;function Pe(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var De=({bytes:t})=>Math.ceil(
t/3)*4;async function oo({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);H.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await Be(i);let c=ct(H.bookModels[i]??"");delete H.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function je(t,e){if(H.bookEncoders??={},!H.bookEncoders[t.name]){let o=new Set,r=oo(t,s=>{for(let a of o)a(
s)});H.bookEncoders[t.name]={file:r,listeners:o}}let n=H.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete H.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var ro="your own",so="The model could not be loaded. The precomputed sentences still work.",ao="Only precomputed sentenc\
es are here, because this page was made without the model. In a book that was built with it, you can also type your own \
sentence.";function Rt(t){let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var Ue={text:(t,e)=>xt(
t,e("max_characters"))?void 0:t,query:(t,e)=>lt(t,e("max_tokens")),head:(t,e)=>lt(t,Rt(e).all),off:(t,e)=>ut(t,Rt(e).all),
sort:t=>kt(t,[...z.keys()]),arcs:t=>kt(t,[...St.keys()])};function co(t,e,n){let o=t.get("sentences").map(({text:l})=>l),
r="",s=Jt({label:"sentence",options:n?[ro,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),O(t,{text:u<0?r||t.get("text"):
o[u]}),c(),u<0&&a.input.focus()}}),a=te({label:"or type your own",size:2,long:!0,refuse:e,change:l=>{r=l,O(t,{text:l})}}),
i=d("div",{class:"mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get("text"),u=o.indexOf(l);s.set(n?
u+1:Math.max(0,u)),a.set(l)};return{node:i,set:c,input:a}}function io(t,e){let n=re(De(t)),o=d("button",{type:"button"},
`Load the model: ${n}, once`),r=d("progress",{max:1,value:0,"aria-label":"loaded"}),s=d("span",{role:"status"});r.hidden=
!0;let a=d("div",{class:"mha-load"},o,r,s),i=!1;return o.addEventListener("click",async()=>{if(!i){i=!0,r.hidden=!1,_(s,
"loading …");try{let c=await je(t,p=>{r.value=p}),l=Re(c),u=document.activeElement===o;a.remove(),e(l,u)}catch{r.hidden=
!0,_(s,so)}i=!1}}),a}function lo(t,e){let n=G("",()=>{let[a,i]=[t.get("off"),t.get("head")],c=e()?a.filter(l=>l!==i):[];
O(t,{off:a.includes(i)?c:[...c,i]})}),o=G("all on",()=>{O(t,{off:[]}),n.focus({preventScroll:!0})}),r=d("div",{class:"mh\
a-cost"},n);return{node:r,draw:(a,i)=>{let c=a.includes(i);_(n,c?"switch this head on":"switch this head off"),n.setAttribute(
"aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function uo(){let t=d("p",{class:"mha-layer-title"}),e=vt(
[]);return{node:d("div",{class:"mha-layer-heads"},t,e.node),label(o){let r=vt(o);e.node.replaceWith(r.node),e=r},draw(o,r){
_(t,o),e.draw(r)}}}var fo=({sentence:t,query:e},n,o)=>t.weights[n].map((r,s)=>({title:`head ${s}`,row:r[e],what:"weight",
chosen:s===o}));function po({sentence:t,before:e,query:n,off:o,changed:r},s,a,i){let{tokens:c}=t,l=a.map(({row:u})=>u);return[
Lt(t,s,n),l.length>0?Ee(l,c):"",e?_e(e,c[n],s,n):"",Oe(o,r,i)]}function mo(t,e,n,o){let r=e.get("max_tokens"),s=Rt(e.get),
{nLayers:a,nHeads:i}=s,c=Fe(e.get("sentences"),r),l=Pe(),u=null,p=k=>{let M=xt(k,e.get("max_characters"));if(M||!u)return M;
let{length:N}=u.encode(k);return N>r?`That is ${N} tokens; the limit is ${r}.`:""},m=k=>{k>=0&&k<c.now().sentence.tokens.
length&&O(e,{query:k})},y=co(e,p,l!==null),b=l&&io(l,(k,M)=>{u=k,M&&y.input.input.focus(),o()}),g=d("p",{class:"mha-note"}),
h=ke(m,()=>c.now().query,!1),f=$e(k=>O(e,{arcs:k})),w=lo(e,()=>u!==null),x=We(e,Te(a,i)),$=uo();t.append(y.node,b??d("p",
{class:"mha-note"},ao),g),t.append(h.node,f.node);let E=Qt(t),S=de("weights","0","1","one scale for all");t.append(w.node,
x.node,S,$.node),Y(x.group,k=>m(c.now().query+k),!1),x.map.onPoint(([k])=>O(e,{query:k}));function*T(){yield*c.compute(e.
get,u);let{asked:k}=c.now();k!==e.get("query")&&O(e,{query:k})}let v=()=>{let[k,{wanted:M}]=[e.get("text"),c.now()],N=p(
k);N&&y.input.complain(N);let C=l?" Load the model to see it.":"";_(g,M?"":`${Tt(k)} is not precomputed.${C}`),g.hidden=
M,t.classList.toggle("mha-stale",!M)},L=k=>{let M=c.now(),{sentence:N,query:C,off:I}=M,{tokens:Z,weights:tt}=N,[W,X]=[Math.
floor(k/i),k%i],It=fo(M,W,X),Ft=e.get("arcs")==="layer"?It:[],Xe=Ft.filter(({chosen:mt})=>!mt).map(({row:mt})=>mt);f.set(
e.get("arcs")),h.draw(Z,tt[W][X][C],I.includes(k),Xe),w.draw(I,k),$.draw(`All heads of layer ${W}, from ${j(Z,C)}`,It),x.
drawHead([W,X],tt[W][X],C);let Ye=document.activeElement===y.input.input;E.node.setAttribute("aria-live",Ye?"off":"polit\
e");let Ht=po(M,k,Ft,s);return E(...Ht),Ht},R=k=>{let{tokens:M,weights:N}=c.now().sentence,C=pt(N.flat()[k],M);C.effect=
c.effects()[k],x.drawMeasures(dt.map(I=>C[I]))},U="",q="";function*qe(k){let M=e.get("sort");M==="effect"&&(yield*c.computeEffects(
A(s.all),u,x.wait),x.wait(0));let N=`${M} ${U} ${c.now().off}`;if(q===N)return;let C=M===Q?[]:c.measure(M);yield,x.sort(
C),E(...k,{heard:Ce(M,C,i)}),q=N}return{observes:it(Ue),*draw(){y.set(),x.wait(0),yield*T();let{tokens:k,weights:M}=c.now().
sentence,N=e.get("head");v(),U!==k.join(" ")&&(U=k.join(" "),x.map.label(k,k),$.label(k),yield);let C=L(N);R(N),yield,q===
""&&x.sort([]),yield*x.paint(M),x.chooseOrder(e.get("sort")),yield*c.computeEffects([N],u),R(N),yield*qe(C)},stateForTests:()=>{
Xt(T());let{sentence:k,before:M,query:N,off:C,changed:I,wanted:Z}=c.now();return{loaded:u!==null,text:k.text,tokens:k.tokens,
weights:k.weights.map(tt=>tt.map(W=>W.map(X=>[...X]))),before:M?.text??null,query:N,off:C,changed:I,cosine:I===null?"":Ct(
I),effects:c.effects(),wanted:Z}}}}var Kr=be(zt("A real model's attention in a sentence",mo),Ue);export{Kr as default};
