// Made by `make widgets` from js/src; edit there.
function ae(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return ae(o,e,n),o}function Tt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return ae(o,e,n),o}function T(t,e){t.textContent!==e&&(t.textContent=e)}function ce(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function ie(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(g=>{let x=Array.from({length:r},()=>f("td")),w=f("th",{scope:"\
row"},g),h=f("div");return{row:f("tr",{},w,...x,f("td",{"aria-hidden":"true"},h)),cells:x,bar:h}}),a=e.map(g=>f("th",{scope:"\
col"},g)),i=f("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(g=>f("span",{},g)));let c=e.
length>0?[f("tr",{},...a,i)]:[],l=s.map(({row:g})=>g);return{node:f("table",{class:"mha-bar-table"},f("caption",{},t),...c,
...l),rows:l,draw:(g,x)=>{s.forEach(({cells:w,bar:h},m)=>{for(let[d,p]of w.entries())T(p,g[m][d]);h.style.width=`${100*x[m]}\
%`})}}}function V(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var An="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var En=fe([153,153,153]),vn=pe(An.split(" ").map(Mn)),le=new Map,ue=new WeakMap;function fe([t,e,n]){return 255<<24|n<<16|
e<<8|t}function Mn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function pe(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return fe(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function On(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=le.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=pe([s,a].map(c=>c.slice(0,3)));return le.set(o,i),i}function Ct(t){
for(let e of t.querySelectorAll("canvas"))ue.get(e)?.()}function lt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?vn:On(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),b=u.createImageData(a,s),g=new Uint32Array(b.data.buffer);for(let x=0,w=0;x<s;x++)for(let h=0;h<
a;h++,w++){let m=Math.floor(256*((i[x][h]-o)/(r-o))),d=l[Math.min(255,Math.max(0,m))];g[w]=Number.isNaN(m)?En:d}u.putImageData(
b,0,0)};ue.set(t,c),c()}function de(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function me(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function he(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Nn(t);o.append(s);let i=me(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),Ct(s),l();let u=_n(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function Nn(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",Ct(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function _n(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var ge=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function R(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Tn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function et(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Tn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function be(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function ye(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=f("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),T(n[a],i)})},{node:e})}var we=0;function wt({label:t,options:e,change:n}){we+=1;let o=`mha-choice-${we}-${Math.random().toString(36).slice(2)}`,
r=f("fieldset",{class:"mha-choice"},f("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=f("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(f("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function xe({label:t,options:e,change:n}){let o=f("div",{"aria-hidden":"true"}),r=e.map((l,u)=>f(
"option",{value:u},l)),s=f("select",{"aria-label":t},...r),a=f("div",{class:"mha-menu"},o,s),i=f("div",{class:"mha-contr\
ol mha-picker"},f("span",{},t),a),c=l=>{s.value=String(l),T(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function $e(...t){let e=f("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),V(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function q(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function Se({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?f("\
textarea",{rows:e,...s}):f("input",{type:"text",size:e,...s}),i=f("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=x=>{T(i,x),a.setAttribute("aria-invalid",String(x!==""))};a.addEventListener("input",()=>{let x=c();
l(o(x)),i.textContent||r(x)});let u=f("div",{class:"mha-text-input"},f("label",{},`${t} `,a),i),b="";return{node:u,input:a,
set:x=>{let h=(n?x===b:document.activeElement===a)&&i.textContent!=="";b=x;let m=n?x.replace(/\r\n?/g,`
`):x;h||c()===m||(a.value=m,l(""))},complain:l}}function O(t){return Array.from({length:t},(e,n)=>n)}function nt(t){let e=0;for(let n of t)e+=n;return e}var K=t=>nt(t)/t.length;function bt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function yt(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var J=t=>O(t.length).sort((e,n)=>t[n]-t[e]),Cn=1e-9;function Q(t){let e=yt(t);return O(t.length).filter(n=>e-t[n]<=Cn*Math.
abs(e))}function ke(t,e,n=[]){let o=yt(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function ut(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function ot(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ut(t,
3):t.toExponential(1).replaceAll("-","−")}var Ln=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function Ee(t){return t>=
.995?"1":ut(t).slice(1)}function xt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function ve(t){
return t===0||t>=.995?Ln(t):xt(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Lt=t=>t.toLocaleString("en-US"),
Ae={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Me(t,e=1e3){let n=Ae[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Lt(Math.round(o)):xt(o,3)} ${Ae[e][Math.max(0,n)]}`}var B=(t,e)=>`“${t[e]}” (${e})`;function $t(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Rt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${ot(e)}, on ${r} keys`}var Rn=3;
function St(t,e,n,o=""){let r=Q(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>Rn||a&&
r.length===t.length?Rt(n,s,r.length,t.length):`${o}${In(r.map(e))} with ${ot(s)}${a?" each":""}`}function Oe(t,e){return`${t} ${e}${t===1?"":"s"}`}function In(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function It(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Lt(
n)} characters; the limit is ${Lt(e)}.`}function kt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Ne(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var Wn=6e4;function _e({shape:[t,e,n,o],type:r,data:s}){let a=kt(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/Wn),c=O(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,b)=>O(n).map(g=>c[(u*e+b)*n+g]);
return O(t).map(u=>O(e).map(b=>l(u,b)))}var U="layer and head",Wt=["previous","next","first","same word","broad"];function Hn(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=nt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function Te(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>O(n.length).filter(b=>n[b]===l&&!(o&&u===b))),[a,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=O(t.length).filter(l=>s[l].length>0);return{previous:K(a.map((l,u)=>l[u])),next:K(
i.map((l,u)=>l[u+1])),first:K((o?a:t).map(l=>l[0])),"same word":K(c.map(l=>nt(s[l].map(u=>t[l][u])))),broad:K(t.map(Hn).
filter(l=>!Number.isNaN(l)))}}function Ce(t){return J(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function Le(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return O(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let i=0;i<
a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[Fn,Pn,Dn]=[11,6,60];var Bn=32;function jn(t,e){let n=yt(t.map(o=>o.length));return Math.min(Dn,Pn*(n+1))+Fn*Math.max(t.length,e.length)}function Re(t,e,n){
let o=f("canvas",{"aria-hidden":"true"}),r=f("div",{class:"mha-mark",hidden:!0}),s=f("div",{class:"mha-framed"}),a=f("di\
v",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(m=>f("div",{class:m,"aria-hidden":"true"})),l=f("div",
{},i,a,c),u=f("figcaption",{},t),b=f("figure",{class:"mha-map"},u,l),g={rows:e,columns:n},x=0,w=()=>{b.classList.toggle(
"mha-crowded",x<jn(g.rows,g.columns))},h=(m,d)=>{g={rows:m,columns:d},a.style.aspectRatio=`${d.length} / ${m.length}`;let p=Math.
max(m.length,d.length)<=Bn,y=$=>p?$.map(S=>f("span",{},S)):[];i.replaceChildren(...y(m)),c.replaceChildren(...y(d)),w()};
return h(e,n),ce(u,m=>{x=m,w()}),{node:b,body:l,picture:a,label:h,draw:(m,d,p,y)=>lt(o,m,d,p,y),mark(m){r.hidden=!1,r.style.
top=`${100*m/g.rows.length}%`,r.style.height=`${100/g.rows.length}%`},frame(m){let{rows:d,columns:p}=g;s.replaceChildren(
...m.map(({top:y,left:$,height:S,width:A,kind:M})=>{let E=f("div",{class:M});return E.style.inset=[y,p.length-$-A,d.length-
y-S,$].map((N,C)=>`${100*N/(C%2?p:d).length}%`).join(" "),E}))},onPoint(m,d=!0){let p=({clientX:y,clientY:$})=>{let{rows:S,
columns:A}=g,{left:M,top:E,width:N,height:C}=a.getBoundingClientRect(),I=Math.floor(($-E)/C*S.length),W=Math.floor((y-M)/
N*A.length);I in S&&W in A&&m([I,W])};d&&a.addEventListener("pointermove",p),a.addEventListener("pointerdown",p)}}}function Ie(t,e,n,o){let r=f("canvas",{"aria-hidden":"true"});lt(r,[O(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>f(
"span",{},c));return f("div",{class:"mha-bar"},s,r,a,i)}var ft=t=>Object.keys(t);function He(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Fe(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Pe(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${We(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([g])=>g===c).map(([,g])=>g);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${qn(u.length)}`);let b=l(u[0],i);if(b===void 0)return o(`${c} cannot be “${We(u[0])}”`);a[c]=b}return{values:a,
wrong:""}}var qn=t=>t===2?"twice":`${t} times`;function We(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Un(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function At(t,e,n=0){let o=Un(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Et(t,e){let n=t===""?[]:t.split(",").map(o=>At(o,e));
return n.includes(void 0)?void 0:n}var Ht=(t,e)=>e.find(n=>String(n)===t);var pt="open",Xn=["pointerdown","wheel","touchstart","keydown","hashchange"],Kn=120,Yn=99,zn=["","localhost","127.0.0.1",
"[::1]"];function Be(t,e,n=()=>({})){let o=ft(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>ge(a,...o),u=l(),b=()=>Gn(i,c,e,a.get),g=b();g?.values&&R(a,g.values);let x=t.render({...s,
openedByLink:!!g?.values}),w=i.querySelector(".mha"),h=Qn(w),m=Zn(w,()=>He(c,{...l(),...n(a.get),...h.get()})),d=({values:y,
folds:$,wrong:S})=>{let A=S||h.findError($);R(a,A?u:y),h.open(A?[]:$),m.clear(),m.refuse(A),Jn(i)},p=()=>{let y=b();y&&d(
y)};g?d(g):document.addEventListener("DOMContentLoaded",p,{once:!0}),addEventListener("hashchange",p);for(let y of o)a.on(
`change:${y}`,m.clear);return()=>{for(let y of o)a.off(`change:${y}`,m.clear);document.removeEventListener("DOMContentLo\
aded",p),removeEventListener("hashchange",p),x()}}}}function Gn(t,e,n,o){let r=Fe(location.hash);if(r?.name!==e)return r&&
Vn(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(pt),
a={...n,[pt]:b=>Et(b,Yn)},{values:i,wrong:c}=Pe(r.query,s?n:a,o),{[pt]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function Vn({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Jn(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Kn,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of Xn)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Qn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[pt]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${pt} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Zn(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=f("div",{class:"\
mha-link"},q("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await to(u)){o.append(
"Copied.",...De(l));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...De(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function De(t){if(!zn.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function to(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var eo=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Ft(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,eo).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var no=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function je(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=no.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Ft(n)}).join(", ")}var[oo,ro]=[6,.1],[qe,so]=[1.5,6.5],ao=.4,co=2,io=16,Pt=new Map([["head","this head"],["layer","all heads of its layer"]]),
Ue=t=>wt({label:"arcs",options:[...Pt].map(([e,n])=>({value:e,text:n})),change:t}),lo=t=>Math.min(io,t.length-1-t.lastIndexOf(
`
`)),uo=t=>J(t).slice(0,oo).filter(e=>t[e]>=ro);function fo(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${i}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${i}`}let c=i+e.height,l=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${c}`}function Xe(t,e,n=!0){let o=Tt("svg",{"aria-hidden":"true"}),r=f("div"),s=f("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],l="",u=w=>{
let h=e(),m=a.map(E=>E.getBoundingClientRect()),{x:d,y:p,width:y}=m[h],$=m.map((E,N)=>({i:N,box:E})).filter(({box:E})=>(E.
y-p)*w>1);if($.length===0)return h;let S=$.at(w>0?0:-1)?.box.y,A=E=>Math.abs(E.x+E.width/2-d-y/2);return $.filter(({box:E})=>E.
y===S).sort((E,N)=>A(E.box)-A(N.box))[0].i};et(s,(w,h)=>t(h?e()+h:u(w))),be(s,w=>t(w?a.length-1:0));let b=()=>{if(a.length===
0||!s.checkVisibility())return;let w=o.getBoundingClientRect(),h=a[e()].getBoundingClientRect(),m=new Map,d=(y,$)=>uo(y).
map(S=>{let A=S===e()?h:a[S].getBoundingClientRect(),M=m.get(S)??0;m.set(S,M+1);let E=qe+(so-qe)*y[S];return Tt("path",{
class:$?"mha-other":"",d:fo(h,A,w,co*M),"stroke-width":E*($?ao:1)})}),p=d(i,!1);o.replaceChildren(...c.flatMap(y=>d(y,!0)),
...p)};new ResizeObserver(b).observe(s);let g=w=>{let h=JSON.stringify(w);if(h===l)return;l=h,a=w.map((d,p)=>{let y=`${n?
je(d):d}, position ${p}`,$=f("button",{type:"button",tabindex:-1,"aria-label":y});return $.textContent=n||!d.trim()?Ft(d):
d,$.addEventListener("click",()=>t(p)),$});let m=[f("div")];a.forEach((d,p)=>{if(m[m.length-1].append(d),!w[p].includes(
`
`)||p+1===a.length)return;let y=f("div");V(y,{indent:lo(w[p])}),m.push(y)}),r.replaceChildren(...m)};return{node:s,draw:(w,h,m,d=[])=>{
g(w),i=h,c=d,s.classList.toggle("mha-dropped",m),a.forEach((p,y)=>{p.setAttribute("aria-pressed",String(y===e())),p.classList.
toggle("mha-later",n&&y>e()),V(p,{fill:i[y]})}),b()}}}var Dt=3,po=5e-4;function Ke(t,e){let n=t.map(a=>Q(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=J(o).filter(a=>o[a]>
0).map(a=>`${o[a]} to ${B(e,a)}`);return`Of ${Oe(t.length,"head")}, most weight: ${s.join(", ")}.`}function mo({row:t,what:e},n){
let o=e==="difference"?t.map(Math.abs):t,r=Q(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.length>1&&r.length===
t.length;if(e!=="difference"&&(s||r.length>Dt)){let c=Rt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.map(u=>n[u]).join(
", ")}`;return{positions:[],words:l}}return{positions:J(o).slice(0,Dt).filter(c=>e==="score"||o[c]>=po),words:"less than\
 0.001 on every key"}}function Bt(t,e,n="mha-screen-reader"){let{positions:o,words:r}=mo(t,e);return o.length===0?[f("td",
{colspan:Dt},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[f("span",{class:n},` (${s})`)]:[];return f("td",
{},e[s],...i,` ${ot(t.row[s])}`)})}function jt(t){let e=f("table",{class:"mha-keys","aria-label":"top keys"});return{node:e,
draw:o=>{let r=o.map(s=>{let a=f("th",{scope:"row"},s.title);return f("tr",{class:s.chosen&&"mha-chosen"},a,...Bt(s,t))});
e.replaceChildren(...r)}}}function Ye(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&a(l)?l:(r(null),null)}}}var dt=8,qt=200;function ho(t,e){let n=(s,a)=>typeof s=="string"&&[...s].length<=a;if(typeof t!="object"||t===null)return!1;
let{claim:o,sentences:r}=t;return n(o,qt)&&Array.isArray(r)&&r.length<=dt&&new Set(r).size===r.length&&r.every(s=>s!==""&&
n(s,e))}function ze(t,e){let n=e?Ye(`sentences ${e}`):null,o=n?.read(c=>ho(c,t))??null,r=o?.claim??"",s=new Map(o?.sentences.
map(c=>[c,null])),a=()=>r===""&&s.size===0,i=()=>{let c={claim:r,sentences:[...s.keys()]};n?.set(a()?null:JSON.stringify(
c))};return{isStored:n!==null,isEmpty:a,isFull:()=>s.size>=dt,sentences:s,claim:()=>r,setClaim(c){r=c,i()},keep(c){s.size<
dt&&s.set(c.text,c),i()},remove(c){s.delete(c),i()},unread:()=>[...s].flatMap(([c,l])=>l?[]:[c]),fill(c){s.get(c.text)===
null&&s.set(c.text,c)}}}var D="to word",rt=new Map([[U,U],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word",
"same word"],["broad","broad"],["effect","effect"],[D,""]]),go=[...Wt.slice(0,3),"last",...Wt.slice(3)],mt=[...go,"effec\
t"];function vt(t,e){let n=e.length-1;return{...Te(t,e,e),last:K(t.slice(0,n).map(o=>o[n]))}}var Ut=t=>Ce(t),Xt=(t,e)=>bt(
t,e),Kt=t=>t<1&&t>.9999?"above 0.9999":ut(t,4),st=t=>`“${t}”`,Ve=["[CLS]","[SEP]"],Ge=t=>!Ve.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function Yt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],a=$t(n,r,e.length),i=x=>B(t,
x),c=St(s,i,"weight","most to "),l=Q(s),u=l.length>0&&l.every(x=>Ve.includes(t[x])),b=s.map((x,w)=>Ge(t[w])?x:Number.NEGATIVE_INFINITY),
g=u&&t.some(Ge)?`, of the words ${St(b,i,"weight","most to ")}`:"";return`From ${B(t,o)}, ${a} attends ${c}${g}.`}var X=(t,e)=>O(
t.length).filter(n=>t[n]===e);function at(t,e){let n=t[e];return{word:n,nth:X(t,n).indexOf(e)}}function ht(t,{word:e,nth:n}){
let o=X(t,e);return o[n]??o[0]??-1}function Je(t,e){let{word:n,nth:o}=at(t,e),{length:r}=X(t,n),s=B(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function zt(t,e,n){let o=X(t,n);return o.length>0?nt(o.map(r=>e[r])):Number.NaN}function Gt(t,e,n){
let{length:o}=X(t,n);if(o===0)return`no “${n}” here`;let r=ot(zt(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:
r}function Qe({tokens:t,weights:e},n,o,r){return r===""?"":`To “${r}”: ${Gt(t,e.flat()[n][o],r)}.`}function Ze(t,e,n){
let o=ht(t.tokens,e);if(o<0)return"";let r=Yt(t,n,o);return`In ${st(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function tn(t,e,{
nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>$t(a,n,o)),s=r.length>3?`these ${r.length}\
 heads`:r.join("; ");return e===null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence\
's vector has a cosine of ${Kt(e)} with the whole one.`}var Vt=(t,e)=>t==="effect"?xt(e,2):ut(e),Jt=(t,e,n)=>`“${t[e]}\
” to “${n}”`;function en(t,e,n,o=rt.get(t)){if(e.length===0)return`Sorted by ${o}.`;let[r]=Ut(e),s=$t(r,n,e.length/
n);return`Sorted by ${o}: first ${s}, with ${Vt(t,e[r])}.`}var nn=(t,e)=>O(t).map(()=>O(e).map(n=>`head ${n}`));var wo=`${dt} sentences are kept, and there is no room for more. Remove one to keep this one.`,bo="Your claim and your s\
entences stay in this browser.",yo="Your claim and your sentences stay until this page is closed.",xo="Load the model to\
 see this sentence.",$o="choose a word";function So(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let i=new Map(t.map(c=>[c.
text,c]));for(let[c,l]of e)i.set(c,l);return i.set(n.text,n),[...i].map(([c,l])=>{let u=l?ht(l.tokens,r):-1,b=c===n.text?
o:a(c)??-1;return{text:c,sentence:l,place:u<0&&l?b:u,has:u>=0,kept:e.has(c),shown:s&&c===n.text}})}function ko(t,e,n,o){
let r=e.map((i,c)=>f("option",{value:c},B(e,c))),s=n<0?[f("option",{value:-1},$o)]:[],a=f("select",{class:"mha-words","a\
ria-label":t},...s,...r);return a.value=String(n),a.addEventListener("change",()=>o(Number(a.value))),a}function Ao(t,e){
let o=f("input",{type:"text",size:40,maxlength:qt,autocomplete:"off"});return o.value=t.claim(),o.addEventListener("inpu\
t",()=>{t.setClaim(o.value),e()}),f("label",{class:"mha-claim"},f("span",{},"My claim"),o)}function on(t,e,{show:n,chooseIn:o,
chosenIn:r,redraw:s}){let a,i=f("caption"),c=f("tbody"),l=q("keep this sentence",()=>{e.keep(a),s()}),u=f("p",{class:"mh\
a-note"},wo),b=f("p",{class:"mha-note"},e.isStored?bo:yo),g=Ao(e,()=>m()),x=f("div",{},f("table",{},i,c)),w=f("div",{class:"\
mha-comparison"},g,x,b),h=()=>[...w.querySelectorAll("button, select")],m=()=>{b.hidden=e.isEmpty()},d=({text:$,sentence:{
tokens:S,weights:A},place:M,has:E},N,C,I)=>{let W=[];if(!E){let ct=`no “${C}” in ${st($)}: from`,it=ko(ct,S,M,Nt=>o(
$,Nt));W.push(f("tr",{},f("td",{colspan:4},`no “${C}” here; from `,it)))}if(M<0)return W;let z=A.flat()[N][M],Z=Bt({
title:$,row:z,what:"weight"},S,"mha-position"),Ot=f("th",{scope:"row"},`from ${Je(S,M)}`);if(W.push(f("tr",{},Ot,...Z)),
I==="")return W;let gt=f("td",{colspan:3},Gt(S,z,I));return[...W,f("tr",{},f("th",{scope:"row"},`to “${I}”`),gt)]},p=($,S,A,M)=>{
let{text:E,sentence:N,shown:C}=$,I=q(E,()=>{C||n(E)});C&&I.setAttribute("aria-current","true");let W=f("th",{scope:"rowg\
roup",colspan:4},I);if($.kept){let Z=q("remove",()=>{e.remove(E),s()});Z.setAttribute("aria-label",`remove ${st(E)}`),W.
append(" ",Z)}let z=N?d({...$,sentence:N},S,A,M):[f("tr",{},f("td",{colspan:4},xo))];return[f("tr",{},W),...z]};return{node:w,
draw:($,S,A)=>{a=$.whole,$.wanted&&e.fill(a);let M=h().indexOf(document.activeElement),E=a.weights[0].length,N=`Head ${Math.
floor(S/E)}.${S%E}`;T(i,`${N} in each sentence${$.off.length>0?", with all heads on":""}`);let C=So(t,e.sentences,$,r);c.
replaceChildren(...C.flatMap(W=>p(W,S,$.chosen.word,A))),l.remove(),u.remove();let I=e.sentences.has(a.text)||t.includes(
a);$.wanted&&!I&&x.append(e.isFull()?u:l),m(),M>=0&&(h()[M]??h().at(-1))?.focus({preventScroll:!0})}}}var rn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],Eo=[23.601290952344122,244.02463793444417,
1282.6165260773723],vo=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],Mo=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function Oo(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+rn[c])*s,i=(i+Eo[c])*s;return t*(a+rn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+vo[s])*e,o=(o+Mo[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function sn(t){for(let e=0;e<t.length;e++)t[e]*=(1+Oo(t[e]*Math.SQRT1_2))/2}var No=1e-12,Qt=4,_o=256;function cn(t){let{about:e,bytes:n,int8:o}=Ne(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:O(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*Mt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%_o===0&&(yield),an(e,l*s,i),an(e,(l+1)*s,c),To(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function an(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function To(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=Qt*e){let l=i+e,u=l+e,b=u+e,g=0,x=0,w=0,h=0,m=0,d=0,p=0,y=0;for(let $=0;$<e;$++){let S=n[$],
A=o[$],M=t[i+$],E=t[l+$],N=t[u+$],C=t[b+$];g+=S*M,x+=S*E,w+=S*N,h+=S*C,m+=A*M,d+=A*E,p+=A*N,y+=A*C}r[c]=g,r[c+1]=m,c+=s,
r[c]=x,r[c+1]=d,c+=s,r[c]=w,r[c+1]=p,c+=s,r[c]=h,r[c+1]=y,c+=s}}function Zt(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+No);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function Co({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/Qt)*Qt,l=new Float64Array(c*i);for(let[u,b]of a.entries())for(let g=0;g<
i;g++)l[u*i+g]=e[b*i+g]*n[b]+o[u*i+g]+r[g];return Zt(l,new Float64Array(l.length),s),l}function Lo([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:O(o).map(b=>O(s).map(g=>{let x=g*r+b*i;for(let h=0;h<
s;h++){let m=h*r+b*i,d=0;for(let p=0;p<i;p++)d+=t[x+p]*e[m+p];l[h]=d/Math.sqrt(i)}let w=ke(l,new Float64Array(s));for(let h=0;h<
s&&!a(b);h++){let m=h*r+b*i;for(let d=0;d<i;d++)c[x+d]+=w[h]*n[m+d]}return Float32Array.from(w)})),averages:c}}function Ro(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(bt(o,o));return o.map(s=>s/r)}function te(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,b=r.sentence===l?u:0,g=b>0?
r.states[b].slice():Co(t,a),x=r.states.slice(0,b),w=r.reading.weights.slice(0,b);for(let[m,d]of n.entries()){if(m<b)continue;
x.push(g.slice());let p=[];for(let S of[d.query,d.key,d.value])p.push(yield*Mt(g,S)),yield;let y=Lo(p,e,c,S=>i.includes(
m*e.n_heads+S));w.push(y.weights),yield,Zt(g,yield*Mt(y.averages,d.output),d.afterAttention),yield;let $=yield*Mt(g,d.widen);
sn($),yield,Zt(g,yield*Mt($,d.narrow),d.afterMlp),yield}let h={weights:w,vector:Ro(g,c,e.d_model)};return i.length===0?r=
{sentence:l,states:x,reading:h}:s={sentence:l,off:i.join(),reading:h},h}}var Io=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Wo=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Ho(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Wo(t.codePointAt(0)??0)?` ${t} `:t}function Fo(t){let n=Array.from(t,Ho).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function ln(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(Io).flatMap((a,i)=>i%2?[n(a)]:Fo(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function un(t){let e=cn(t),n=ln(e.vocabulary),o=te(e),r=te(e);return{...n,read:o,readOther:r}}function*fn(t,e,n){let o=ee(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function ee({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Po(t,e,n,o){let r=ee(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:Xt(s.vector,a.vector)}}function Do(t,e,n,o){let r=ht(t,e);if(r>=0)return r;let s=t.length-1;return o??(n>=
s&&s>1?s-1:Math.min(n,s))}function pn(t,e){let n=new Map,o=({text:l,tokens:u,weights:b})=>(n.has(l)||n.set(l,{text:l,tokens:u,
weights:_e(b)}),n.get(l)),r=!0,s=new Map,a={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,chosen:at(t[0].tokens,
0),off:[],changed:null,wanted:!0},i={text:"",values:[]};function*c(l,u,b){let g=t.find(m=>m.text===l),x=g!==void 0||b!==
null,w=o(g??t[0]);if(b&&(!g||u.length>0)){let m=yield*Po(b,l,u,e);return{...m,whole:g?w:m.whole,wanted:x}}let h=g&&u.length===
1?g.without[u[0]]:null;return{sentence:w,whole:w,changed:h,wanted:x}}return{now:()=>a,effects:()=>i.values,precomputed:t.
map(o),choose(){r=!0},chooseIn(l,u){s.set(l,u)},chosenIn:l=>s.get(l),*compute(l,u){let b=l("off"),g=yield*c(l("text"),b,
u),{sentence:x}=g,w=t.findIndex(({text:S})=>S===x.text);if(i.text!==x.text){let S=x.weights.flat().length,A=t[w]?.without??
Array(S).fill(Number.NaN);i={text:x.text,values:A.map(M=>1-M)}}let h=t[w<0?0:w-1],m=h?o(h):null,d=l("query");d!==a.asked&&
(r=!0);let p=Math.min(d,x.tokens.length-1),y=r?at(x.tokens,p):a.chosen;g.wanted&&(r=!1);let $=Do(x.tokens,y,d,s.get(x.text));
a={...g,before:m,asked:$===p?d:$,query:$,chosen:y,off:b}},*computeEffects(l,u,b){let{text:g,values:x}=i,w=l.filter(d=>Number.
isNaN(x[d]));if(!u||w.length===0)return;let h=ee(u,g,e),{vector:m}=yield*u.read(h);for(let[d,p]of w.entries()){b?.(w.length-
d);let y=yield*u.read(h,[p]);x[p]=1-Xt(m,y.vector)}},measure(l,u){if(l==="effect")return i.values;let{tokens:b,weights:g}=a.
sentence;return l===D?X(b,u).length===0?[]:g.flat().map(x=>zt(b,x[a.query],u)):g.flat().map(x=>vt(x,b)[l])}}}var Bo=48,dn=3;function mn(t,e){let n=t[0].length,o=t.flatMap((w,h)=>w.map((m,d)=>{let p=f("canvas",{"aria-hidden":"true"}),
y=f("span"),$=f("button",{type:"button",role:"radio"},p,y);return $.addEventListener("click",()=>e(h,d)),{layer:h,head:d,
title:m,canvas:p,value:y,button:$}})),r=f("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});V(r,{heads:n});
let[s,a]=[n,t.length].map(w=>O(w).map(h=>f("span",{class:"mha-number","aria-hidden":"true"},String(h)))),i=f("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=$e(r),l=O(o.length),u=0,b={isSorted:!1,measures:[]},g=[],x=()=>{o.forEach(({
layer:w,title:h,button:m},d)=>{let p=g.includes(d),y=`layer ${w}, ${h}${p?", off":""}`;m.title=y,m.setAttribute("aria-la\
bel",b.isSorted?`${y}, ${b.measures[d]}`:y),m.classList.toggle("mha-off",p)})};return et(r,(w,h)=>{let m=o[l[0]].button.
offsetTop,d=l.filter(A=>o[A].button.offsetTop===m).length,p=l.indexOf(u)+w*d+h;if(!(p in l))return;let{layer:y,head:$,button:S}=o[l[p]];
e(y,$),S.focus()}),{node:c,*paint(w,h){for(let{layer:m,head:d,canvas:p}of o)lt(p,Le(w[m][d],Bo),...h),yield},sort(w,h=[],m=Ee){
l=w??O(o.length),r.classList.toggle("mha-sorted",w!==void 0);let d=o.map((S,A)=>Number.isNaN(h[A])?"–":m(h[A]??0));o.forEach(
({layer:S,head:A,value:M},E)=>{T(M,w?`${S}.${A}
${d[E]}`:"")}),b={isSorted:w!==void 0,measures:d},x();let p=l.map(S=>o[S].button),y=a.map((S,A)=>[S,...p.slice(A*n,(A+1)*
n)]),$=p.find(S=>S===document.activeElement);r.replaceChildren(...w?p:[i,...s,...y.flat()]),$?.focus({preventScroll:!0})},
crossOut(w){g=w,x()},reveal(){let w=c.getBoundingClientRect(),{top:h,bottom:m}=o[u].button.getBoundingClientRect(),[d,p]=[
h-dn-w.top,m+dn-w.bottom];d<0?c.scrollTop+=d:p>0&&(c.scrollTop+=p)},choose(w,h){u=w*n+h,o.forEach(({button:m},d)=>{m.setAttribute(
"aria-checked",String(d===u)),m.tabIndex=d===u?0:-1})}}}var jo="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function hn(t,e){let n=e[0].
length,o=mn(e,(p,y)=>R(t,{head:p*n+y})),r=wt({label:"order",options:[...rt].map(([p,y])=>({value:p,text:y})),change:p=>R(
t,{sort:p})}),s=r.node.lastElementChild,a=f("span"),i=Re(a,[],[]),c=f("div",{role:"group",tabindex:0},i.node),l=mt.map(p=>rt.
get(p)),u=ie("This head",[],l),b=f("summary",{},"what is measured"),g=f("details",{class:"mha-more"},b,jo),x=f("div",{},
u.node,g),w=f("div",{},o.node,c,x),h=f("p",{class:"mha-note"}),m=f("div",{class:"mha-gallery"},r.node,h,w),d=null;return{
node:m,group:c,map:i,wait(p){h.hidden=p===0,T(h,p>0?`Computing the effects of ${p} heads …`:"")},drawHead([p,y],$,S,A){
let M=A.includes(p*n+y);T(a,`layer ${p}, head ${y}${M?", off":""}`),c.setAttribute("aria-label",`${a.textContent}; arrow\
 up and down choose the query`),o.crossOut(A),i.draw($,"weights",0,1),i.mark(S),o.choose(p,y)},drawMeasures(p){u.draw(p.
map((y,$)=>[Number.isNaN(y)?"…":Vt(mt[$],y)]),p.map(y=>Math.min(1,Math.max(0,y||0))))},*paint(p){d!==p&&(d=null,yield*o.
paint(p,["weights",0,1]),d=p)},chooseOrder(p,y){y===""?s.remove():(s.lastChild?.replaceWith(y),r.node.append(s)),r.set(p)},
sort(p,y){let $=y==="effect"||y===D;p.length>0?o.sort(Ut(p),p,$?ve:void 0):o.sort(),o.reveal()}}}function gn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var Y=globalThis;function wn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var bn=({bytes:t})=>Math.ceil(
t/3)*4;async function qo({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);Y.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await gn(i);let c=kt(Y.bookModels[i]??"");delete Y.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function yn(t,e){if(Y.bookEncoders??={},!Y.bookEncoders[t.name]){let o=new Set,r=qo(t,s=>{for(let a of o)a(
s)});Y.bookEncoders[t.name]={file:r,listeners:o}}let n=Y.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete Y.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Uo=100,Xo="your own",Ko="The model is ready. Type a sentence of your own.",Yo="The model could not be loaded. The pr\
ecomputed sentences still work.",zo="Only precomputed sentences are here, because this page was made without the model. \
In a book that was built with it, you can also type your own sentence.";function ne(t){let[e,n]=t("sentences")[0].weights.
shape;return{nLayers:e,nHeads:n,all:e*n}}var oe={text:(t,e)=>It(t,e("max_characters"))?void 0:t,query:(t,e)=>At(t,e("max\
_tokens")),head:(t,e)=>At(t,ne(e).all),off:(t,e)=>Et(t,ne(e).all),sort:t=>Ht(t,[...rt.keys()]),arcs:t=>Ht(t,[...Pt.keys()]),
to:t=>[...t].length<=Uo?t:void 0};function Go(t,e,n){let o=t.get("sentences").map(({text:l})=>l),r="",s=xe({label:"sente\
nce",options:n?[Xo,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),R(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.
focus()}}),a=Se({label:"or type your own",size:2,long:!0,refuse:e,change:l=>{r=l,R(t,{text:l})}}),i=f("div",{class:"mha-\
sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.
set(l)};return{node:i,set:c,input:a}}function Vo(t){let e=f("select",{class:"mha-words","aria-label":"weight to"});e.addEventListener(
"change",()=>{let o=e.value,r=o?D:t.get("sort");R(t,{to:o,sort:!o&&r===D?U:r})});let n="";return{node:f("label",{class:"\
mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],a=JSON.stringify([s,r]);if(n===a)return;n=a;let i=r!==""&&!s.includes(
r),c=s.map(l=>f("option",{value:l},l));i&&c.push(f("option",{value:r},`${r} (not here)`)),e.replaceChildren(f("option",{
value:""},"any word"),...c),e.value=r}}}function Jo(t,e){let n=Me(bn(t)),o=f("button",{type:"button"},`Load the model: ${n}\
, once`),r=f("progress",{max:1,value:0,"aria-label":"loaded"}),s=f("div",{role:"status"});r.hidden=!0;let a=f("div",{class:"\
mha-load"},o,r),i=f("div",{},a,s),c=!1;return o.addEventListener("click",async()=>{if(!c){c=!0,r.hidden=!1,T(s,"loading \
…");try{let l=await yn(t,g=>{r.value=g}),u=un(l),b=document.activeElement===o;a.remove(),T(s,Ko),e(u,b)}catch{r.hidden=
!0,T(s,Yo)}c=!1}}),{node:i,status:s}}function Qo(t,e){let n=q("",()=>{let[a,i]=[t.get("off"),t.get("head")],c=e()?a.filter(
l=>l!==i):[];R(t,{off:a.includes(i)?c:[...c,i]})}),o=q("all on",()=>{R(t,{off:[]}),n.focus({preventScroll:!0})}),r=f("di\
v",{class:"mha-cost"},n);return{node:r,draw:(a,i)=>{let c=a.includes(i);T(n,c?"switch this head on":"switch this head of\
f"),n.setAttribute("aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function Zo(){let t=f("p",{class:"mha-l\
ayer-title"}),e=jt([]);return{node:f("div",{class:"mha-layer-heads"},t,e.node),label(o){let r=jt(o);e.node.replaceWith(r.
node),e=r},draw(o,r){T(t,o),e.draw(r)}}}var tr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].map((s,a,{length:i})=>({title:`\
head ${a}${n.includes(o*i+a)?" (off)":""}`,row:s[e],what:"weight",chosen:a===r}));function er({sentence:t,before:e,query:n,
off:o,changed:r},s,a,i,c){let{tokens:l}=t,u=a.map(({row:b})=>b);return[Yt(t,s,n),Qe(t,s,n,c),u.length>0?Ke(u,l):"",e?Ze(
e,at(l,n),s):"",tn(o,r,i)]}function nr(t,e,n,o){let r=e.get("max_tokens"),s=ne(e.get),{nLayers:a,nHeads:i}=s,c=pn(e.get(
"sentences"),r),l=wn(),u=null,b=()=>JSON.stringify(ft(oe).map(k=>e.get(k))),g="",x=k=>{let v=It(k,e.get("max_characters"));
if(v||!u)return v;let{length:_}=u.encode(k);return _>r?`That is ${_} tokens; the limit is ${r}.`:""},w=k=>{k<0||k>=c.now().
sentence.tokens.length||(c.choose(),k===e.get("query")?o():R(e,{query:k}))},h=Go(e,x,l!==null),m=l&&Jo(l,(k,v)=>{u=k,g=b(),
v&&h.input.input.focus(),o()}),d=f("p",{class:"mha-note"}),p=Xe(w,()=>c.now().query,!1),y=Ue(k=>R(e,{arcs:k})),$=Vo(e),S=Qo(
e,()=>u!==null),A=hn(e,nn(a,i)),M=Zo(),E=t.parentElement?.dataset.mhaLink,N=ze(e.get("max_characters"),E),C=on(c.precomputed,
N,{show:k=>R(e,{text:k}),chooseIn(k,v){c.chooseIn(k,v),o()},chosenIn:c.chosenIn,redraw:o});t.append(h.node,m?.node??f("p",
{class:"mha-note"},zo),d),t.append(p.node,y.node,$.node);let I=ye(t),W=Ie("weights","0","1","one scale for all");t.append(
S.node,A.node,W,M.node,C.node),et(A.group,k=>w(c.now().query+k),!1),A.map.onPoint(([k])=>w(k));function*z(){yield*c.compute(
e.get,u);let{asked:k}=c.now();k!==e.get("query")&&(R(e,{query:k}),g=b())}let Z=()=>{let[k,{wanted:v}]=[e.get("text"),c.now()],
_=x(k);_&&h.input.complain(_);let L=l?" Load the model to see it.":"";T(d,v?"":`${st(k)} is not precomputed.${L}`),d.hidden=
v,t.classList.toggle("mha-stale",!v)},Ot=k=>{let v=c.now(),{sentence:_,query:L,off:F}=v,{tokens:H,weights:G}=_,[P,j]=[Math.
floor(k/i),k%i],tt=tr(v,P,j),re=e.get("arcs")==="layer"?tt:[],Sn=re.filter(({chosen:_t})=>!_t).map(({row:_t})=>_t);y.set(
e.get("arcs")),$.draw(H,e.get("to")),p.draw(H,G[P][j][L],F.includes(k),Sn),S.draw(F,k),M.draw(`All heads of layer ${P}, \
from ${B(H,L)}`,tt),C.draw(v,k,e.get("to")),A.drawHead([P,j],G[P][j],L,F);let kn=document.activeElement===h.input.input;
I.node.setAttribute("aria-live",kn?"off":"polite");let se=er(v,k,re,s,e.get("to"));return I(...se),se},gt=k=>{let{tokens:v,
weights:_}=c.now().sentence,L=vt(_.flat()[k],v);L.effect=c.effects()[k],A.drawMeasures(mt.map(F=>L[F]))},ct="",it="";function*Nt(k){
let v=e.get("sort"),{sentence:_,query:L,off:F}=c.now(),H=v===D?Jt(_.tokens,L,e.get("to")):"";v==="effect"&&(yield*c.computeEffects(
O(s.all),u,A.wait),A.wait(0));let G=JSON.stringify([v,ct,F,H&&[L,H]]);if(it===G)return;let P=v===U?[]:c.measure(v,e.get(
"to"));yield,A.sort(P,v);let j=P.length>0?v:U,tt=j===D?`the weight from ${H}`:void 0;I(...k,{heard:en(j,P,i,tt)}),it=G}function*xn(){
for(let k of u?N.unread():[])N.fill(yield*fn(u,k,r)),C.draw(c.now(),e.get("head"),e.get("to")),yield}let $n=()=>{let[k,v]=[
e.get("to"),e.get("sort")],{sentence:_,query:L}=c.now(),F=X(_.tokens,k).length>0,H=F||v!==D;A.chooseOrder(H?v:U,F?Jt(_.tokens,
L,k):"")};return{observes:ft(oe),*draw(){h.set(),m&&u&&g!==b()&&T(m.status,""),A.wait(0),yield*z();let{tokens:k,weights:v}=c.
now().sentence,_=e.get("head");Z(),ct!==k.join(" ")&&(ct=k.join(" "),A.map.label(k,k),M.label(k),yield);let L=Ot(_);gt(_),
yield,it===""&&A.sort([],U),yield*A.paint(v),$n(),yield*c.computeEffects([_],u),gt(_),yield*Nt(L),yield*xn()},stateForTests:()=>{
de(z());let{sentence:k,before:v,query:_,chosen:L,off:F,changed:H,wanted:G}=c.now();return{loaded:u!==null,text:k.text,tokens:k.
tokens,weights:k.weights.map(P=>P.map(j=>j.map(tt=>[...tt]))),before:v?.text??null,query:_,word:L.word,to:e.get("to"),off:F,
changed:H,cosine:H===null?"":Kt(H),effects:c.effects(),wanted:G}}}}var zs=Be(he("A real model's attention in a sentence",
nr),oe);export{zs as default};
