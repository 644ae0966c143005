// Made by `make widgets` from js/src; edit there.
function ae(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return ae(o,e,n),o}function Nt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return ae(o,e,n),o}function T(t,e){t.textContent!==e&&(t.textContent=e)}function ce(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function ie(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(p=>{let y=Array.from({length:r},()=>f("td")),b=f("th",{scope:"\
row"},p),g=f("div");return{row:f("tr",{},b,...y,f("td",{"aria-hidden":"true"},g)),cells:y,bar:g}}),a=e.map(p=>f("th",{scope:"\
col"},p)),i=f("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(p=>f("span",{},p)));let c=e.
length>0?[f("tr",{},...a,i)]:[],l=s.map(({row:p})=>p);return{node:f("table",{class:"mha-bar-table"},f("caption",{},t),...c,
...l),rows:l,draw:(p,y)=>{s.forEach(({cells:b,bar:g},w)=>{for(let[h,m]of b.entries())T(m,p[w][h]);g.style.width=`${100*y[w]}\
%`})}}}function V(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var kn="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Sn=fe([153,153,153]),An=pe(kn.split(" ").map(En)),le=new Map,ue=new WeakMap;function fe([t,e,n]){return 255<<24|n<<16|
e<<8|t}function En(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function pe(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return fe(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function vn(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=le.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=pe([s,a].map(c=>c.slice(0,3)));return le.set(o,i),i}function Tt(t){
for(let e of t.querySelectorAll("canvas"))ue.get(e)?.()}function it(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?An:vn(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),d=u.createImageData(a,s),p=new Uint32Array(d.data.buffer);for(let y=0,b=0;y<s;y++)for(let g=0;g<
a;g++,b++){let w=Math.floor(256*((i[y][g]-o)/(r-o))),h=l[Math.min(255,Math.max(0,w))];p[b]=Number.isNaN(w)?Sn:h}u.putImageData(
d,0,0)};ue.set(t,c),c()}function de(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function me(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function he(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Mn(t);o.append(s);let i=me(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),Tt(s),l();let u=On(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function Mn(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",Tt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function On(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var ge=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function L(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var _n=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function tt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=_n.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function be(t,e){
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
o.observe(r);return e}function q(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function ke({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?f("\
textarea",{rows:e,...s}):f("input",{type:"text",size:e,...s}),i=f("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=y=>{T(i,y),a.setAttribute("aria-invalid",String(y!==""))};a.addEventListener("input",()=>{let y=c();
l(o(y)),i.textContent||r(y)});let u=f("div",{class:"mha-text-input"},f("label",{},`${t} `,a),i),d="";return{node:u,input:a,
set:y=>{let g=(n?y===d:document.activeElement===a)&&i.textContent!=="";d=y;let w=n?y.replace(/\r\n?/g,`
`):y;g||c()===w||(a.value=w,l(""))},complain:l}}function O(t){return Array.from({length:t},(e,n)=>n)}function et(t){let e=0;for(let n of t)e+=n;return e}var K=t=>et(t)/t.length;function bt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function yt(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var J=t=>O(t.length).sort((e,n)=>t[n]-t[e]),Nn=1e-9;function lt(t){let e=yt(t);return O(t.length).filter(n=>e-t[n]<=Nn*Math.
abs(e))}function Se(t,e,n=[]){let o=yt(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function ut(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function nt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ut(t,
3):t.toExponential(1).replaceAll("-","−")}var Tn=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function Ee(t){return t>=
.995?"1":ut(t).slice(1)}function xt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function ve(t){
return t===0||t>=.995?Tn(t):xt(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Ct=t=>t.toLocaleString("en-US"),
Ae={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Me(t,e=1e3){let n=Ae[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Ct(Math.round(o)):xt(o,3)} ${Ae[e][Math.max(0,n)]}`}var B=(t,e)=>`“${t[e]}” (${e})`;function $t(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Rt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${nt(e)}, on ${r} keys`}var Cn=3;
function Lt(t,e,n,o=""){let r=lt(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>Cn||a&&
r.length===t.length?Rt(n,s,r.length,t.length):`${o}${Rn(r.map(e))} with ${nt(s)}${a?" each":""}`}function Oe(t,e){return`${t} ${e}${t===1?"":"s"}`}function Rn(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function It(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Ct(
n)} characters; the limit is ${Ct(e)}.`}function kt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function _e(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var Ln=6e4;function Ne({shape:[t,e,n,o],type:r,data:s}){let a=kt(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/Ln),c=O(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,d)=>O(n).map(p=>c[(u*e+d)*n+p]);
return O(t).map(u=>O(e).map(d=>l(u,d)))}var U="layer and head",Ht=["previous","next","first","same word","broad"];function In(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=et(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function Te(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>O(n.length).filter(d=>n[d]===l&&!(o&&u===d))),[a,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=O(t.length).filter(l=>s[l].length>0);return{previous:K(a.map((l,u)=>l[u])),next:K(
i.map((l,u)=>l[u+1])),first:K((o?a:t).map(l=>l[0])),"same word":K(c.map(l=>et(s[l].map(u=>t[l][u])))),broad:K(t.map(In).
filter(l=>!Number.isNaN(l)))}}function Ce(t){return J(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function Re(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return O(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let i=0;i<
a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[Hn,Wn,Fn]=[11,6,60];var Dn=32;function Pn(t,e){let n=yt(t.map(o=>o.length));return Math.min(Fn,Wn*(n+1))+Hn*Math.max(t.length,e.length)}function Le(t,e,n){
let o=f("canvas",{"aria-hidden":"true"}),r=f("div",{class:"mha-mark",hidden:!0}),s=f("div",{class:"mha-framed"}),a=f("di\
v",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(w=>f("div",{class:w,"aria-hidden":"true"})),l=f("div",
{},i,a,c),u=f("figcaption",{},t),d=f("figure",{class:"mha-map"},u,l),p={rows:e,columns:n},y=0,b=()=>{d.classList.toggle(
"mha-crowded",y<Pn(p.rows,p.columns))},g=(w,h)=>{p={rows:w,columns:h},a.style.aspectRatio=`${h.length} / ${w.length}`;let m=Math.
max(w.length,h.length)<=Dn,x=$=>m?$.map(S=>f("span",{},S)):[];i.replaceChildren(...x(w)),c.replaceChildren(...x(h)),b()};
return g(e,n),ce(u,w=>{y=w,b()}),{node:d,body:l,picture:a,label:g,draw:(w,h,m,x)=>it(o,w,h,m,x),mark(w){r.hidden=!1,r.style.
top=`${100*w/p.rows.length}%`,r.style.height=`${100/p.rows.length}%`},frame(w){let{rows:h,columns:m}=p;s.replaceChildren(
...w.map(({top:x,left:$,height:S,width:A,kind:M})=>{let E=f("div",{class:M});return E.style.inset=[x,m.length-$-A,h.length-
x-S,$].map((_,C)=>`${100*_/(C%2?m:h).length}%`).join(" "),E}))},onPoint(w,h=!0){let m=({clientX:x,clientY:$})=>{let{rows:S,
columns:A}=p,{left:M,top:E,width:_,height:C}=a.getBoundingClientRect(),I=Math.floor(($-E)/C*S.length),H=Math.floor((x-M)/
_*A.length);I in S&&H in A&&w([I,H])};h&&a.addEventListener("pointermove",m),a.addEventListener("pointerdown",m)}}}function Ie(t,e,n,o){let r=f("canvas",{"aria-hidden":"true"});it(r,[O(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>f(
"span",{},c));return f("div",{class:"mha-bar"},s,r,a,i)}var ft=t=>Object.keys(t);function We(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Fe(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function De(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${He(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([p])=>p===c).map(([,p])=>p);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${Bn(u.length)}`);let d=l(u[0],i);if(d===void 0)return o(`${c} cannot be “${He(u[0])}”`);a[c]=d}return{values:a,
wrong:""}}var Bn=t=>t===2?"twice":`${t} times`;function He(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function jn(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function St(t,e,n=0){let o=jn(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function At(t,e){let n=t===""?[]:t.split(",").map(o=>St(o,e));
return n.includes(void 0)?void 0:n}var Wt=(t,e)=>e.find(n=>String(n)===t);var pt="open",qn=["pointerdown","wheel","touchstart","keydown","hashchange"],Un=120,Xn=99,Kn=["","localhost","127.0.0.1",
"[::1]"];function Be(t,e,n=()=>({})){let o=ft(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>ge(a,...o),u=l(),d=()=>zn(i,c,e,a.get),p=d();p?.values&&L(a,p.values);let y=t.render({...s,
openedByLink:!!p?.values}),b=i.querySelector(".mha"),g=Vn(b),w=Jn(b,()=>We(c,{...l(),...n(a.get),...g.get()})),h=({values:x,
folds:$,wrong:S})=>{let A=S||g.findError($);L(a,A?u:x),g.open(A?[]:$),w.clear(),w.refuse(A),Gn(i)},m=()=>{let x=d();x&&h(
x)};p?h(p):document.addEventListener("DOMContentLoaded",m,{once:!0}),addEventListener("hashchange",m);for(let x of o)a.on(
`change:${x}`,w.clear);return()=>{for(let x of o)a.off(`change:${x}`,w.clear);document.removeEventListener("DOMContentLo\
aded",m),removeEventListener("hashchange",m),y()}}}}function zn(t,e,n,o){let r=Fe(location.hash);if(r?.name!==e)return r&&
Yn(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(pt),
a={...n,[pt]:d=>At(d,Xn)},{values:i,wrong:c}=De(r.query,s?n:a,o),{[pt]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function Yn({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Gn(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Un,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of qn)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Vn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[pt]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${pt} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Jn(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=f("div",{class:"\
mha-link"},q("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Qn(u)){o.append(
"Copied.",...Pe(l));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Pe(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Pe(t){if(!Kn.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Qn(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Zn=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Ft(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Zn).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var to=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function je(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=to.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Ft(n)}).join(", ")}var[eo,no]=[6,.1],[qe,oo]=[1.5,6.5],ro=.4,so=2,ao=16,Dt=new Map([["head","this head"],["layer","all heads of its layer"]]),
Ue=t=>wt({label:"arcs",options:[...Dt].map(([e,n])=>({value:e,text:n})),change:t}),co=t=>Math.min(ao,t.length-1-t.lastIndexOf(
`
`)),io=t=>J(t).slice(0,eo).filter(e=>t[e]>=no);function lo(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${i}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${i}`}let c=i+e.height,l=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${c}`}function Xe(t,e,n=!0){let o=Nt("svg",{"aria-hidden":"true"}),r=f("div"),s=f("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],l="",u=b=>{
let g=e(),w=a.map(E=>E.getBoundingClientRect()),{x:h,y:m,width:x}=w[g],$=w.map((E,_)=>({i:_,box:E})).filter(({box:E})=>(E.
y-m)*b>1);if($.length===0)return g;let S=$.at(b>0?0:-1)?.box.y,A=E=>Math.abs(E.x+E.width/2-h-x/2);return $.filter(({box:E})=>E.
y===S).sort((E,_)=>A(E.box)-A(_.box))[0].i};tt(s,(b,g)=>t(g?e()+g:u(b))),be(s,b=>t(b?a.length-1:0));let d=()=>{if(a.length===
0||!s.checkVisibility())return;let b=o.getBoundingClientRect(),g=a[e()].getBoundingClientRect(),w=new Map,h=(x,$)=>io(x).
map(S=>{let A=S===e()?g:a[S].getBoundingClientRect(),M=w.get(S)??0;w.set(S,M+1);let E=qe+(oo-qe)*x[S];return Nt("path",{
class:$?"mha-other":"",d:lo(g,A,b,so*M),"stroke-width":E*($?ro:1)})}),m=h(i,!1);o.replaceChildren(...c.flatMap(x=>h(x,!0)),
...m)};new ResizeObserver(d).observe(s);let p=b=>{let g=JSON.stringify(b);if(g===l)return;l=g,a=b.map((h,m)=>{let x=`${n?
je(h):h}, position ${m}`,$=f("button",{type:"button",tabindex:-1,"aria-label":x});return $.textContent=n||!h.trim()?Ft(h):
h,$.addEventListener("click",()=>t(m)),$});let w=[f("div")];a.forEach((h,m)=>{if(w[w.length-1].append(h),!b[m].includes(
`
`)||m+1===a.length)return;let x=f("div");V(x,{indent:co(b[m])}),w.push(x)}),r.replaceChildren(...w)};return{node:s,draw:(b,g,w,h=[])=>{
p(b),i=g,c=h,s.classList.toggle("mha-dropped",w),a.forEach((m,x)=>{m.setAttribute("aria-pressed",String(x===e())),m.classList.
toggle("mha-later",n&&x>e()),V(m,{fill:i[x]})}),d()}}}var Pt=3,uo=5e-4;function Ke(t,e){let n=t.map(a=>lt(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=J(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${B(e,a)}`);return`Of ${Oe(t.length,"head")}, most weight: ${s.join(", ")}.`}function fo({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=lt(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Pt)){let c=Rt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:J(o).slice(0,Pt).filter(c=>e==="score"||o[c]>=uo),
words:"less than 0.001 on every key"}}function Bt(t,e,n="mha-screen-reader"){let{positions:o,words:r}=fo(t,e);return o.length===
0?[f("td",{colspan:Pt},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[f("span",{class:n},` (${s})`)]:[];return f(
"td",{},e[s],...i,` ${nt(t.row[s])}`)})}function jt(t){let e=f("table",{class:"mha-keys","aria-label":"top keys"});return{
node:e,draw:o=>{let r=o.map(s=>{let a=f("th",{scope:"row"},s.title);return f("tr",{class:s.chosen&&"mha-chosen"},a,...Bt(
s,t))});e.replaceChildren(...r)}}}function ze(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&a(l)?l:(r(null),null)}}}var dt=8,qt=200;function po(t,e){let n=(s,a)=>typeof s=="string"&&[...s].length<=a;if(typeof t!="object"||t===null)return!1;
let{claim:o,sentences:r}=t;return n(o,qt)&&Array.isArray(r)&&r.length<=dt&&new Set(r).size===r.length&&r.every(s=>s!==""&&
n(s,e))}function Ye(t,e){let n=e?ze(`sentences ${e}`):null,o=n?.read(c=>po(c,t))??null,r=o?.claim??"",s=new Map(o?.sentences.
map(c=>[c,null])),a=()=>r===""&&s.size===0,i=()=>{let c={claim:r,sentences:[...s.keys()]};n?.set(a()?null:JSON.stringify(
c))};return{isStored:n!==null,isEmpty:a,isFull:()=>s.size>=dt,sentences:s,claim:()=>r,setClaim(c){r=c,i()},keep(c){s.size<
dt&&s.set(c.text,c),i()},remove(c){s.delete(c),i()},unread:()=>[...s].flatMap(([c,l])=>l?[]:[c]),fill(c){s.get(c.text)===
null&&s.set(c.text,c)}}}var P="to word",ot=new Map([[U,U],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word",
"same word"],["broad","broad"],["effect","effect"],[P,""]]),mo=[...Ht.slice(0,3),"last",...Ht.slice(3)],mt=[...mo,"effec\
t"];function Et(t,e){let n=e.length-1;return{...Te(t,e,e),last:K(t.slice(0,n).map(o=>o[n]))}}var Ut=t=>Ce(t),Xt=(t,e)=>bt(
t,e),Kt=t=>t<1&&t>.9999?"above 0.9999":ut(t,4),rt=t=>`“${t}”`;function zt({tokens:t,weights:e},n,o){let r=e[0].length,
s=e[Math.floor(n/r)][n%r][o],a=$t(n,r,e.length),i=Lt(s,c=>B(t,c),"weight","most to ");return`From ${B(t,o)}, ${a} attend\
s ${i}.`}var X=(t,e)=>O(t.length).filter(n=>t[n]===e);function st(t,e){let n=t[e];return{word:n,nth:X(t,n).indexOf(e)}}function ht(t,{
word:e,nth:n}){let o=X(t,e);return o[n]??o[0]??-1}function Ge(t,e){let{word:n,nth:o}=st(t,e),{length:r}=X(t,n),s=B(t,e);
return r>1?`${s}, number ${o+1} of ${r}`:s}function Yt(t,e,n){let o=X(t,n);return o.length>0?et(o.map(r=>e[r])):Number.NaN}
function Gt(t,e,n){let{length:o}=X(t,n);if(o===0)return`no “${n}” here`;let r=nt(Yt(t,e,n));return o>1?`${r} on ${o>
2?`all ${o}`:"both"}`:r}function Ve({tokens:t,weights:e},n,o,r){return r===""?"":`To “${r}”: ${Gt(t,e.flat()[n][o],r)}\
.`}function Je(t,e,n){let o=ht(t.tokens,e);if(o<0)return"";let r=zt(t,n,o);return`In ${rt(t.text)}: ${r[0].toLowerCase()}${r.
slice(1)}`}function Qe(t,e,{nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>$t(a,n,o)),
s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===null?`To compute the sentence without ${s}, load the mode\
l.`:`Without ${s}, the sentence's vector has a cosine of ${Kt(e)} with the whole one.`}var Vt=(t,e)=>t==="effect"?xt(e,2):
ut(e),Jt=(t,e,n)=>`“${t[e]}” to “${n}”`;function Ze(t,e,n,o=ot.get(t)){if(e.length===0)return`Sorted by ${o}.`;let[
r]=Ut(e),s=$t(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${Vt(t,e[r])}.`}var tn=(t,e)=>O(t).map(()=>O(e).map(
n=>`head ${n}`));var ho=`${dt} sentences are kept, and there is no room for more. Remove one to keep this one.`,go="Your claim and your s\
entences stay in this browser.",wo="Your claim and your sentences stay until this page is closed.",bo="Load the model to\
 see this sentence.",yo="choose a word";function xo(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let i=new Map(t.map(c=>[c.
text,c]));for(let[c,l]of e)i.set(c,l);return i.set(n.text,n),[...i].map(([c,l])=>{let u=l?ht(l.tokens,r):-1,d=c===n.text?
o:a(c)??-1;return{text:c,sentence:l,place:u<0&&l?d:u,has:u>=0,kept:e.has(c),shown:s&&c===n.text}})}function $o(t,e,n,o){
let r=e.map((i,c)=>f("option",{value:c},B(e,c))),s=n<0?[f("option",{value:-1},yo)]:[],a=f("select",{class:"mha-words","a\
ria-label":t},...s,...r);return a.value=String(n),a.addEventListener("change",()=>o(Number(a.value))),a}function ko(t,e){
let o=f("input",{type:"text",size:40,maxlength:qt,autocomplete:"off"});return o.value=t.claim(),o.addEventListener("inpu\
t",()=>{t.setClaim(o.value),e()}),f("label",{class:"mha-claim"},f("span",{},"My claim"),o)}function en(t,e,{show:n,chooseIn:o,
chosenIn:r,redraw:s}){let a,i=f("caption"),c=f("tbody"),l=q("keep this sentence",()=>{e.keep(a),s()}),u=f("p",{class:"mh\
a-note"},ho),d=f("p",{class:"mha-note"},e.isStored?go:wo),p=ko(e,()=>w()),y=f("div",{},f("table",{},i,c)),b=f("div",{class:"\
mha-comparison"},p,y,d),g=()=>[...b.querySelectorAll("button, select")],w=()=>{d.hidden=e.isEmpty()},h=({text:$,sentence:{
tokens:S,weights:A},place:M,has:E},_,C,I)=>{let H=[];if(!E){let at=`no “${C}” in ${rt($)}: from`,ct=$o(at,S,M,Ot=>o(
$,Ot));H.push(f("tr",{},f("td",{colspan:4},`no “${C}” here; from `,ct)))}if(M<0)return H;let Y=A.flat()[_][M],Q=Bt({
title:$,row:Y,what:"weight"},S,"mha-position"),Mt=f("th",{scope:"row"},`from ${Ge(S,M)}`);if(H.push(f("tr",{},Mt,...Q)),
I==="")return H;let gt=f("td",{colspan:3},Gt(S,Y,I));return[...H,f("tr",{},f("th",{scope:"row"},`to “${I}”`),gt)]},m=($,S,A,M)=>{
let{text:E,sentence:_,shown:C}=$,I=q(E,()=>{C||n(E)});C&&I.setAttribute("aria-current","true");let H=f("th",{scope:"rowg\
roup",colspan:4},I);if($.kept){let Q=q("remove",()=>{e.remove(E),s()});Q.setAttribute("aria-label",`remove ${rt(E)}`),H.
append(" ",Q)}let Y=_?h({...$,sentence:_},S,A,M):[f("tr",{},f("td",{colspan:4},bo))];return[f("tr",{},H),...Y]};return{node:b,
draw:($,S,A)=>{a=$.whole,$.wanted&&e.fill(a);let M=g().indexOf(document.activeElement),E=a.weights[0].length,_=`Head ${Math.
floor(S/E)}.${S%E}`;T(i,`${_} in each sentence${$.off.length>0?", with all heads on":""}`);let C=xo(t,e.sentences,$,r);c.
replaceChildren(...C.flatMap(H=>m(H,S,$.chosen.word,A))),l.remove(),u.remove();let I=e.sentences.has(a.text)||t.includes(
a);$.wanted&&!I&&y.append(e.isFull()?u:l),w(),M>=0&&(g()[M]??g().at(-1))?.focus({preventScroll:!0})}}}var nn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],So=[23.601290952344122,244.02463793444417,
1282.6165260773723],Ao=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],Eo=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function vo(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+nn[c])*s,i=(i+So[c])*s;return t*(a+nn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+Ao[s])*e,o=(o+Eo[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function on(t){for(let e=0;e<t.length;e++)t[e]*=(1+vo(t[e]*Math.SQRT1_2))/2}var Mo=1e-12,Qt=4,Oo=256;function sn(t){let{about:e,bytes:n,int8:o}=_e(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:O(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*vt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%Oo===0&&(yield),rn(e,l*s,i),rn(e,(l+1)*s,c),_o(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function rn(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function _o(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=Qt*e){let l=i+e,u=l+e,d=u+e,p=0,y=0,b=0,g=0,w=0,h=0,m=0,x=0;for(let $=0;$<e;$++){let S=n[$],
A=o[$],M=t[i+$],E=t[l+$],_=t[u+$],C=t[d+$];p+=S*M,y+=S*E,b+=S*_,g+=S*C,w+=A*M,h+=A*E,m+=A*_,x+=A*C}r[c]=p,r[c+1]=w,c+=s,
r[c]=y,r[c+1]=h,c+=s,r[c]=b,r[c+1]=m,c+=s,r[c]=g,r[c+1]=x,c+=s}}function Zt(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+Mo);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function No({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/Qt)*Qt,l=new Float64Array(c*i);for(let[u,d]of a.entries())for(let p=0;p<
i;p++)l[u*i+p]=e[d*i+p]*n[d]+o[u*i+p]+r[p];return Zt(l,new Float64Array(l.length),s),l}function To([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:O(o).map(d=>O(s).map(p=>{let y=p*r+d*i;for(let g=0;g<
s;g++){let w=g*r+d*i,h=0;for(let m=0;m<i;m++)h+=t[y+m]*e[w+m];l[g]=h/Math.sqrt(i)}let b=Se(l,new Float64Array(s));for(let g=0;g<
s&&!a(d);g++){let w=g*r+d*i;for(let h=0;h<i;h++)c[y+h]+=b[g]*n[w+h]}return Float32Array.from(b)})),averages:c}}function Co(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(bt(o,o));return o.map(s=>s/r)}function te(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,d=r.sentence===l?u:0,p=d>0?
r.states[d].slice():No(t,a),y=r.states.slice(0,d),b=r.reading.weights.slice(0,d);for(let[w,h]of n.entries()){if(w<d)continue;
y.push(p.slice());let m=[];for(let S of[h.query,h.key,h.value])m.push(yield*vt(p,S)),yield;let x=To(m,e,c,S=>i.includes(
w*e.n_heads+S));b.push(x.weights),yield,Zt(p,yield*vt(x.averages,h.output),h.afterAttention),yield;let $=yield*vt(p,h.widen);
on($),yield,Zt(p,yield*vt($,h.narrow),h.afterMlp),yield}let g={weights:b,vector:Co(p,c,e.d_model)};return i.length===0?r=
{sentence:l,states:y,reading:g}:s={sentence:l,off:i.join(),reading:g},g}}var Ro=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Lo=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Io(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Lo(t.codePointAt(0)??0)?` ${t} `:t}function Ho(t){let n=Array.from(t,Io).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function an(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(Ro).flatMap((a,i)=>i%2?[n(a)]:Ho(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function cn(t){let e=sn(t),n=an(e.vocabulary),o=te(e),r=te(e);return{...n,read:o,readOther:r}}function*ln(t,e,n){let o=ee(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function ee({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Wo(t,e,n,o){let r=ee(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:Xt(s.vector,a.vector)}}function Fo(t,e,n,o){let r=ht(t,e);if(r>=0)return r;let s=t.length-1;return o??(n>=
s&&s>1?s-1:Math.min(n,s))}function un(t,e){let n=new Map,o=({text:l,tokens:u,weights:d})=>(n.has(l)||n.set(l,{text:l,tokens:u,
weights:Ne(d)}),n.get(l)),r=!0,s=new Map,a={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,chosen:st(t[0].tokens,
0),off:[],changed:null,wanted:!0},i={text:"",values:[]};function*c(l,u,d){let p=t.find(w=>w.text===l),y=p!==void 0||d!==
null,b=o(p??t[0]);if(d&&(!p||u.length>0)){let w=yield*Wo(d,l,u,e);return{...w,whole:p?b:w.whole,wanted:y}}let g=p&&u.length===
1?p.without[u[0]]:null;return{sentence:b,whole:b,changed:g,wanted:y}}return{now:()=>a,effects:()=>i.values,precomputed:t.
map(o),choose(){r=!0},chooseIn(l,u){s.set(l,u)},chosenIn:l=>s.get(l),*compute(l,u){let d=l("off"),p=yield*c(l("text"),d,
u),{sentence:y}=p,b=t.findIndex(({text:S})=>S===y.text);if(i.text!==y.text){let S=y.weights.flat().length,A=t[b]?.without??
Array(S).fill(Number.NaN);i={text:y.text,values:A.map(M=>1-M)}}let g=t[b<0?0:b-1],w=g?o(g):null,h=l("query");h!==a.asked&&
(r=!0);let m=Math.min(h,y.tokens.length-1),x=r?st(y.tokens,m):a.chosen;p.wanted&&(r=!1);let $=Fo(y.tokens,x,h,s.get(y.text));
a={...p,before:w,asked:$===m?h:$,query:$,chosen:x,off:d}},*computeEffects(l,u,d){let{text:p,values:y}=i,b=l.filter(h=>Number.
isNaN(y[h]));if(!u||b.length===0)return;let g=ee(u,p,e),{vector:w}=yield*u.read(g);for(let[h,m]of b.entries()){d?.(b.length-
h);let x=yield*u.read(g,[m]);y[m]=1-Xt(w,x.vector)}},measure(l,u){if(l==="effect")return i.values;let{tokens:d,weights:p}=a.
sentence;return l===P?X(d,u).length===0?[]:p.flat().map(y=>Yt(d,y[a.query],u)):p.flat().map(y=>Et(y,d)[l])}}}var Do=48,fn=3;function pn(t,e){let n=t[0].length,o=t.flatMap((d,p)=>d.map((y,b)=>{let g=f("canvas",{"aria-hidden":"true"}),
w=f("span"),h={type:"button",role:"radio",title:`layer ${p}, ${y}`},m=f("button",h,g,w);return m.addEventListener("click",
()=>e(p,b)),{layer:p,head:b,title:y,canvas:g,value:w,button:m}})),r=f("div",{class:"mha-overview",role:"radiogroup","ari\
a-label":"heads"});V(r,{heads:n});let[s,a]=[n,t.length].map(d=>O(d).map(p=>f("span",{class:"mha-number","aria-hidden":"t\
rue"},String(p)))),i=f("span",{class:"mha-number","aria-hidden":"true"},"layer"),c=$e(r),l=O(o.length),u=0;return tt(r,(d,p)=>{
let y=o[l[0]].button.offsetTop,b=l.filter(x=>o[x].button.offsetTop===y).length,g=l.indexOf(u)+d*b+p;if(!(g in l))return;
let{layer:w,head:h,button:m}=o[l[g]];e(w,h),m.focus()}),{node:c,*paint(d,p){for(let{layer:y,head:b,canvas:g}of o)it(g,Re(
d[y][b],Do),...p),yield},sort(d,p=[],y=Ee){l=d??O(o.length),r.classList.toggle("mha-sorted",d!==void 0),o.forEach(({layer:h,
head:m,title:x,value:$,button:S},A)=>{let M=Number.isNaN(p[A])?"–":y(p[A]??0);T($,d?`${h}.${m}
${M}`:"");let E=`layer ${h}, ${x}`;S.setAttribute("aria-label",d?`${E}, ${M}`:E)});let b=l.map(h=>o[h].button),g=a.map((h,m)=>[
h,...b.slice(m*n,(m+1)*n)]),w=b.find(h=>h===document.activeElement);r.replaceChildren(...d?b:[i,...s,...g.flat()]),w?.focus(
{preventScroll:!0})},reveal(){let d=c.getBoundingClientRect(),{top:p,bottom:y}=o[u].button.getBoundingClientRect(),[b,g]=[
p-fn-d.top,y+fn-d.bottom];b<0?c.scrollTop+=b:g>0&&(c.scrollTop+=g)},choose(d,p){u=d*n+p,o.forEach(({button:y},b)=>{y.setAttribute(
"aria-checked",String(b===u)),y.tabIndex=b===u?0:-1})}}}var Po="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function dn(t,e){let n=e[0].
length,o=pn(e,(m,x)=>L(t,{head:m*n+x})),r=wt({label:"order",options:[...ot].map(([m,x])=>({value:m,text:x})),change:m=>L(
t,{sort:m})}),s=r.node.lastElementChild,a=f("span"),i=Le(a,[],[]),c=f("div",{role:"group",tabindex:0},i.node),l=mt.map(m=>ot.
get(m)),u=ie("This head",[],l),d=f("summary",{},"what is measured"),p=f("details",{class:"mha-more"},d,Po),y=f("div",{},
u.node,p),b=f("div",{},o.node,c,y),g=f("p",{class:"mha-note"}),w=f("div",{class:"mha-gallery"},r.node,g,b),h=null;return{
node:w,group:c,map:i,wait(m){g.hidden=m===0,T(g,m>0?`Computing the effects of ${m} heads …`:"")},drawHead([m,x],$,S){T(
a,`layer ${m}, head ${x}`),c.setAttribute("aria-label",`${a.textContent}; arrow up and down choose the query`),i.draw($,
"weights",0,1),i.mark(S),o.choose(m,x)},drawMeasures(m){u.draw(m.map((x,$)=>[Number.isNaN(x)?"…":Vt(mt[$],x)]),m.map(x=>Math.
min(1,Math.max(0,x||0))))},*paint(m){h!==m&&(h=null,yield*o.paint(m,["weights",0,1]),h=m)},chooseOrder(m,x){x===""?s.remove():
(s.lastChild?.replaceWith(x),r.node.append(s)),r.set(m)},sort(m,x){let $=x==="effect"||x===P;m.length>0?o.sort(Ut(m),m,$?
ve:void 0):o.sort(),o.reveal()}}}function mn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var z=globalThis;function hn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var gn=({bytes:t})=>Math.ceil(
t/3)*4;async function Bo({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);z.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await mn(i);let c=kt(z.bookModels[i]??"");delete z.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function wn(t,e){if(z.bookEncoders??={},!z.bookEncoders[t.name]){let o=new Set,r=Bo(t,s=>{for(let a of o)a(
s)});z.bookEncoders[t.name]={file:r,listeners:o}}let n=z.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete z.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var jo=100,qo="your own",Uo="The model is ready. Type a sentence of your own.",Xo="The model could not be loaded. The pr\
ecomputed sentences still work.",Ko="Only precomputed sentences are here, because this page was made without the model. \
In a book that was built with it, you can also type your own sentence.";function ne(t){let[e,n]=t("sentences")[0].weights.
shape;return{nLayers:e,nHeads:n,all:e*n}}var oe={text:(t,e)=>It(t,e("max_characters"))?void 0:t,query:(t,e)=>St(t,e("max\
_tokens")),head:(t,e)=>St(t,ne(e).all),off:(t,e)=>At(t,ne(e).all),sort:t=>Wt(t,[...ot.keys()]),arcs:t=>Wt(t,[...Dt.keys()]),
to:t=>[...t].length<=jo?t:void 0};function zo(t,e,n){let o=t.get("sentences").map(({text:l})=>l),r="",s=xe({label:"sente\
nce",options:n?[qo,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),L(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.
focus()}}),a=ke({label:"or type your own",size:2,long:!0,refuse:e,change:l=>{r=l,L(t,{text:l})}}),i=f("div",{class:"mha-\
sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.
set(l)};return{node:i,set:c,input:a}}function Yo(t){let e=f("select",{class:"mha-words","aria-label":"weight to"});e.addEventListener(
"change",()=>{let o=e.value,r=o?P:t.get("sort");L(t,{to:o,sort:!o&&r===P?U:r})});let n="";return{node:f("label",{class:"\
mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],a=JSON.stringify([s,r]);if(n===a)return;n=a;let i=r!==""&&!s.includes(
r),c=s.map(l=>f("option",{value:l},l));i&&c.push(f("option",{value:r},`${r} (not here)`)),e.replaceChildren(f("option",{
value:""},"any word"),...c),e.value=r}}}function Go(t,e){let n=Me(gn(t)),o=f("button",{type:"button"},`Load the model: ${n}\
, once`),r=f("progress",{max:1,value:0,"aria-label":"loaded"}),s=f("div",{role:"status"});r.hidden=!0;let a=f("div",{class:"\
mha-load"},o,r),i=f("div",{},a,s),c=!1;return o.addEventListener("click",async()=>{if(!c){c=!0,r.hidden=!1,T(s,"loading \
…");try{let l=await wn(t,p=>{r.value=p}),u=cn(l),d=document.activeElement===o;a.remove(),T(s,Uo),e(u,d)}catch{r.hidden=
!0,T(s,Xo)}c=!1}}),{node:i,status:s}}function Vo(t,e){let n=q("",()=>{let[a,i]=[t.get("off"),t.get("head")],c=e()?a.filter(
l=>l!==i):[];L(t,{off:a.includes(i)?c:[...c,i]})}),o=q("all on",()=>{L(t,{off:[]}),n.focus({preventScroll:!0})}),r=f("di\
v",{class:"mha-cost"},n);return{node:r,draw:(a,i)=>{let c=a.includes(i);T(n,c?"switch this head on":"switch this head of\
f"),n.setAttribute("aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function Jo(){let t=f("p",{class:"mha-l\
ayer-title"}),e=jt([]);return{node:f("div",{class:"mha-layer-heads"},t,e.node),label(o){let r=jt(o);e.node.replaceWith(r.
node),e=r},draw(o,r){T(t,o),e.draw(r)}}}var Qo=({sentence:t,query:e},n,o)=>t.weights[n].map((r,s)=>({title:`head ${s}`,row:r[e],
what:"weight",chosen:s===o}));function Zo({sentence:t,before:e,query:n,off:o,changed:r},s,a,i,c){let{tokens:l}=t,u=a.map(
({row:d})=>d);return[zt(t,s,n),Ve(t,s,n,c),u.length>0?Ke(u,l):"",e?Je(e,st(l,n),s):"",Qe(o,r,i)]}function tr(t,e,n,o){let r=e.
get("max_tokens"),s=ne(e.get),{nLayers:a,nHeads:i}=s,c=un(e.get("sentences"),r),l=hn(),u=null,d=()=>JSON.stringify(ft(oe).
map(k=>e.get(k))),p="",y=k=>{let v=It(k,e.get("max_characters"));if(v||!u)return v;let{length:N}=u.encode(k);return N>r?
`That is ${N} tokens; the limit is ${r}.`:""},b=k=>{k<0||k>=c.now().sentence.tokens.length||(c.choose(),k===e.get("query")?
o():L(e,{query:k}))},g=zo(e,y,l!==null),w=l&&Go(l,(k,v)=>{u=k,p=d(),v&&g.input.input.focus(),o()}),h=f("p",{class:"mha-n\
ote"}),m=Xe(b,()=>c.now().query,!1),x=Ue(k=>L(e,{arcs:k})),$=Yo(e),S=Vo(e,()=>u!==null),A=dn(e,tn(a,i)),M=Jo(),E=t.parentElement?.
dataset.mhaLink,_=Ye(e.get("max_characters"),E),C=en(c.precomputed,_,{show:k=>L(e,{text:k}),chooseIn(k,v){c.chooseIn(k,v),
o()},chosenIn:c.chosenIn,redraw:o});t.append(g.node,w?.node??f("p",{class:"mha-note"},Ko),h),t.append(m.node,x.node,$.node);
let I=ye(t),H=Ie("weights","0","1","one scale for all");t.append(S.node,A.node,H,M.node,C.node),tt(A.group,k=>b(c.now().
query+k),!1),A.map.onPoint(([k])=>b(k));function*Y(){yield*c.compute(e.get,u);let{asked:k}=c.now();k!==e.get("query")&&(L(
e,{query:k}),p=d())}let Q=()=>{let[k,{wanted:v}]=[e.get("text"),c.now()],N=y(k);N&&g.input.complain(N);let R=l?" Load th\
e model to see it.":"";T(h,v?"":`${rt(k)} is not precomputed.${R}`),h.hidden=v,t.classList.toggle("mha-stale",!v)},Mt=k=>{
let v=c.now(),{sentence:N,query:R,off:F}=v,{tokens:W,weights:G}=N,[D,j]=[Math.floor(k/i),k%i],Z=Qo(v,D,j),re=e.get("arcs")===
"layer"?Z:[],xn=re.filter(({chosen:_t})=>!_t).map(({row:_t})=>_t);x.set(e.get("arcs")),$.draw(W,e.get("to")),m.draw(W,G[D][j][R],
F.includes(k),xn),S.draw(F,k),M.draw(`All heads of layer ${D}, from ${B(W,R)}`,Z),C.draw(v,k,e.get("to")),A.drawHead([D,
j],G[D][j],R);let $n=document.activeElement===g.input.input;I.node.setAttribute("aria-live",$n?"off":"polite");let se=Zo(
v,k,re,s,e.get("to"));return I(...se),se},gt=k=>{let{tokens:v,weights:N}=c.now().sentence,R=Et(N.flat()[k],v);R.effect=c.
effects()[k],A.drawMeasures(mt.map(F=>R[F]))},at="",ct="";function*Ot(k){let v=e.get("sort"),{sentence:N,query:R,off:F}=c.
now(),W=v===P?Jt(N.tokens,R,e.get("to")):"";v==="effect"&&(yield*c.computeEffects(O(s.all),u,A.wait),A.wait(0));let G=JSON.
stringify([v,at,F,W&&[R,W]]);if(ct===G)return;let D=v===U?[]:c.measure(v,e.get("to"));yield,A.sort(D,v);let j=D.length>0?
v:U,Z=j===P?`the weight from ${W}`:void 0;I(...k,{heard:Ze(j,D,i,Z)}),ct=G}function*bn(){for(let k of u?_.unread():[])_.
fill(yield*ln(u,k,r)),C.draw(c.now(),e.get("head"),e.get("to")),yield}let yn=()=>{let[k,v]=[e.get("to"),e.get("sort")],{
sentence:N,query:R}=c.now(),F=X(N.tokens,k).length>0,W=F||v!==P;A.chooseOrder(W?v:U,F?Jt(N.tokens,R,k):"")};return{observes:ft(
oe),*draw(){g.set(),w&&u&&p!==d()&&T(w.status,""),A.wait(0),yield*Y();let{tokens:k,weights:v}=c.now().sentence,N=e.get("\
head");Q(),at!==k.join(" ")&&(at=k.join(" "),A.map.label(k,k),M.label(k),yield);let R=Mt(N);gt(N),yield,ct===""&&A.sort(
[],U),yield*A.paint(v),yn(),yield*c.computeEffects([N],u),gt(N),yield*Ot(R),yield*bn()},stateForTests:()=>{de(Y());let{sentence:k,
before:v,query:N,chosen:R,off:F,changed:W,wanted:G}=c.now();return{loaded:u!==null,text:k.text,tokens:k.tokens,weights:k.
weights.map(D=>D.map(j=>j.map(Z=>[...Z]))),before:v?.text??null,query:N,word:R.word,to:e.get("to"),off:F,changed:W,cosine:W===
null?"":Kt(W),effects:c.effects(),wanted:G}}}}var Ks=Be(he("A real model's attention in a sentence",tr),oe);export{Ks as default};
