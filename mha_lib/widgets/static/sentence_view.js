// Made by `make widgets` from js/src; edit there.
function ue(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function p(t,e={},...n){let o=document.createElement(t);return ue(o,e,n),o}function ot(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return ue(o,e,n),o}function L(t,e){t.textContent!==e&&(t.textContent=e)}function fe(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function de(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(w=>{let h=Array.from({length:r},()=>p("td")),y=p("th",{scope:"\
row"},w),x=p("div");return{row:p("tr",{},y,...h,p("td",{"aria-hidden":"true"},x)),cells:h,bar:x}}),c=e.map(w=>p("th",{scope:"\
col"},w)),i=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(w=>p("span",{},w)));let a=e.
length>0?[p("tr",{},...c,i)]:[],l=s.map(({row:w})=>w);return{node:p("table",{class:"mha-bar-table"},p("caption",{},t),...a,
...l),rows:l,draw:(w,h)=>{s.forEach(({cells:y,bar:x},m)=>{for(let[d,f]of y.entries())L(f,w[m][d]);x.style.width=`${100*h[m]}\
%`})}}}function D(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Dn="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Bn=he([153,153,153]),Xn=ge(Dn.split(" ").map(jn)),pe=new Map,me=new WeakMap;function he([t,e,n]){return 255<<24|n<<16|
e<<8|t}function jn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function ge(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,c]=[t[r],t[r+1]];return he(s.map((i,a)=>Math.round(
i+(c[a]-i)*(o-r))))})}function Un(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=pe.get(o);if(r)return r;
let[s,c]=[e,n].map(a=>(a.match(/\d+/g)??[]).map(Number)),i=ge([s,c].map(a=>a.slice(0,3)));return pe.set(o,i),i}function Rt(t){
for(let e of t.querySelectorAll("canvas"))me.get(e)?.()}function ut(t,e,n,o,r){let[s,c]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),a=()=>{if(!t.isConnected)return;let l=n==="signed"?Xn:Un(t);(t.width!==c||t.height!==s)&&(t.width=c,t.height=s);
let u=t.getContext("2d"),g=u.createImageData(c,s),w=new Uint32Array(g.data.buffer);for(let h=0,y=0;h<s;h++)for(let x=0;x<
c;x++,y++){let m=Math.floor(256*((i[h][x]-o)/(r-o))),d=l[Math.min(255,Math.max(0,m))];w[y]=Number.isNaN(m)?Bn:d}u.putImageData(
g,0,0)};me.set(t,a),a()}function we(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function be(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function ye(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=qn(t);o.append(s);let i=be(s),a,l=()=>a&&
i.start(a.draw);a=e(s,n,r,l),Object.assign(s,{stateForTests:a.stateForTests}),Rt(s),l();let u=Kn(n,a.observes,l);return()=>{
u(),i.stop(),c()}}}}function qn(t){let e=p("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,a=c?c==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=a?"dark":"light",Rt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function Kn(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var xe=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function P(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var Yn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function V(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=Yn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Se(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ee(t){let e=p("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,c)=>{let i=typeof s=="string"?s:s.heard;n[c]||(n[c]=p("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[c]," ")),L(n[c],i)})},{node:e})}var $e=0;function xt({label:t,options:e,change:n}){$e+=1;let o=`mha-choice-${$e}-${Math.random().toString(36).slice(2)}`,
r=p("fieldset",{class:"mha-choice"},p("legend",{},t)),s=e.map(({value:i,text:a})=>{let l=p("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(p("label",{},l,a)),l});return{node:r,set:i=>{e.forEach((a,l)=>{
s[l].checked=a.value===i})}}}function ke({label:t,options:e,change:n}){let o=p("div",{"aria-hidden":"true"}),r=e.map((l,u)=>p(
"option",{value:u},l)),s=p("select",{"aria-label":t},...r),c=p("div",{class:"mha-menu"},o,s),i=p("div",{class:"mha-contr\
ol mha-picker"},p("span",{},t),c),a=l=>{s.value=String(l),L(o,e[l])};return s.addEventListener("change",()=>{a(Number(s.
value)),n(Number(s.value))}),{node:i,set:a}}function ve(...t){let e=p("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),D(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function Y(t,e){let n=p("button",{type:"button"},t);return n.addEventListener("click",e),n}function Ae({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},c=n?p("\
textarea",{rows:e,...s}):p("input",{type:"text",size:e,...s}),i=p("output",{class:"mha-input-error"}),a=()=>n?c.value:c.
value.trim().toLowerCase(),l=h=>{L(i,h),c.setAttribute("aria-invalid",String(h!==""))};c.addEventListener("input",()=>{let h=a();
l(o(h)),i.textContent||r(h)});let u=p("div",{class:"mha-text-input"},p("label",{},`${t} `,c),i),g="";return{node:u,input:c,
set:h=>{let x=(n?h===g:document.activeElement===c)&&i.textContent!=="";g=h;let m=n?h.replace(/\r\n?/g,`
`):h;x||a()===m||(c.value=m,l(""))},complain:l}}function _(t){return Array.from({length:t},(e,n)=>n)}function rt(t){let e=0;for(let n of t)e+=n;return e}var J=t=>rt(t)/t.length;function $t(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function St(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var et=t=>_(t.length).sort((e,n)=>t[n]-t[e]),zn=1e-9;function nt(t){let e=St(t);return _(t.length).filter(n=>e-t[n]<=zn*
Math.abs(e))}function Me(t,e,n=[]){let o=St(t),r=0;for(let c=0;c<t.length;c++)r+=Math.exp(t[c]-o);let s=Math.log(r);for(let c=0;c<
t.length;c++)n[c]=t[c]-o-s,e[c]=Math.exp(n[c]);return e}function ft(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function st(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?ft(t,
3):t.toExponential(1).replaceAll("-","−")}var Gn=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function _e(t){return t>=
.995?"1":ft(t).slice(1)}function Et(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Ne(t){
return t===0||t>=.995?Gn(t):Et(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var It=t=>t.toLocaleString("en-US"),
Oe={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Te(t,e=1e3){let n=Oe[e].findLastIndex((s,c)=>t>=
.9995*e**c),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?It(Math.round(o)):Et(o,3)} ${Oe[e][Math.max(0,n)]}`}var B=(t,e)=>`“${t[e]}” (${e})`;function kt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Pt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${st(e)}, on ${r} keys`}var Vn=3;
function dt(t,e,n,o=""){let r=nt(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],c=r.length>1;return r.length>Vn||c&&
r.length===t.length?Pt(n,s,r.length,t.length):`${o}${Jn(r.map(e))} with ${st(s)}${c?" each":""}`}function Ce(t,e){return`${t} ${e}${t===1?"":"s"}`}function Jn(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Ht(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${It(
n)} characters; the limit is ${It(e)}.`}function vt(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Le(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=c=>r[c].data_offsets.map(i=>e+i);return{about:o,bytes:c=>t.slice(...s(c)),int8:c=>{let[i,a]=s(c);return new Int8Array(
t,i,a-i)}}}var Qn=6e4;function Re({shape:[t,e,n,o],type:r,data:s}){let c=vt(s),i=r==="float32"?new Float32Array(c.buffer):Float32Array.
from(new Uint16Array(c.buffer),u=>u/Qn),a=_(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,g)=>_(n).map(w=>a[(u*e+g)*n+w]);
return _(t).map(u=>_(e).map(g=>l(u,g)))}var z="layer and head",Wt=["previous","next","first","same word","broad"];function Zn(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=rt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function Ie(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>_(n.length).filter(g=>n[g]===l&&!(o&&u===g))),[c,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],a=_(t.length).filter(l=>s[l].length>0);return{previous:J(c.map((l,u)=>l[u])),next:J(
i.map((l,u)=>l[u+1])),first:J((o?c:t).map(l=>l[0])),"same word":J(a.map(l=>rt(s[l].map(u=>t[l][u])))),broad:J(t.map(Zn).
filter(l=>!Number.isNaN(l)))}}function Pe(t){return et(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function He(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return _(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let c of t.slice(r*n,(r+1)*n))for(let i=0;i<
c.length;i++){let a=Math.floor(i/n);c[i]>s[a]&&(s[a]=c[i])}return s})}var[to,eo,no]=[11,6,60],oo=8,ro=32;function so(t,e){let n=St(t.map(o=>o.length));return Math.min(no,eo*(n+1))+to*Math.max(
t.length,e.length)}function We(t,e,n){let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p(
"div",{class:"mha-framed"}),c=p("div",{class:"mha-picture"},o,r,s),[i,a]=["mha-rows","mha-cols"].map(m=>p("div",{class:m,
"aria-hidden":"true"})),l=p("div",{},i,c,a),u=p("figcaption",{},t),g=p("figure",{class:"mha-map"},u,l),w={rows:e,columns:n},
h=0,y=()=>{g.classList.toggle("mha-crowded",h<so(w.rows,w.columns))},x=(m,d)=>{w={rows:m,columns:d},c.style.aspectRatio=
`${d.length} / ${m.length}`;let f=Math.max(m.length,d.length)<=ro,b=$=>f?$.map(E=>p("span",{},E)):[];i.replaceChildren(...b(
m)),a.replaceChildren(...b(d)),y()};return x(e,n),fe(u,m=>{h=m,y()}),{node:g,body:l,picture:c,label:x,draw:(m,d,f,b)=>ut(
o,m,d,f,b),mark(m){r.hidden=!1,r.style.top=`${100*m/w.rows.length}%`,r.style.height=`${100/w.rows.length}%`},frame(m){let{
rows:d,columns:f}=w;s.replaceChildren(...m.map(({top:b,left:$,height:E,width:S,kind:v})=>{let O=p("div",{class:v});return O.
style.inset=[b,f.length-$-S,d.length-b-E,$].map((C,A)=>`${100*C/(A%2?f:d).length}%`).join(" "),O}))},onPoint(m,d=!0){let f=({
clientX:b,clientY:$})=>{let{rows:E,columns:S}=w,{left:v,top:O,width:C,height:A}=c.getBoundingClientRect(),N=Math.floor(($-
O)/A*E.length),R=Math.floor((b-v)/C*S.length);N in E&&R in S&&m([N,R])};d&&c.addEventListener("pointermove",f),c.addEventListener(
"pointerdown",f)}}}function pt(t,e){t.style.setProperty("--mha-hue",e<oo?`var(--mha-head-${e})`:"initial")}function Fe(t,e,n,o){
let r=p("canvas",{"aria-hidden":"true"});ut(r,[_(64).map(a=>a/63)],t,0,1);let[s,c,i]=[e,n,o].map(a=>p("span",{},a));return p(
"div",{class:"mha-bar"},s,r,c,i)}var mt=t=>Object.keys(t);function Be(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Xe(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function je(t,e,n){let o=a=>({values:null,wrong:a});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([a])=>!Object.hasOwn(e,a));if(s)return o(
`nothing here is called “${De(s[0])}”`);let c={},i=a=>Object.hasOwn(c,a)?c[a]:n(a);for(let[a,l]of Object.entries(e)){
let u=r.filter(([w])=>w===a).map(([,w])=>w);if(u.length===0)return o(`${a} is missing`);if(u.length>1)return o(`${a} is \
given ${ao(u.length)}`);let g=l(u[0],i);if(g===void 0)return o(`${a} cannot be “${De(u[0])}”`);c[a]=g}return{values:c,
wrong:""}}var ao=t=>t===2?"twice":`${t} times`;function De(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function co(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function At(t,e,n=0){let o=co(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Mt(t,e){let n=t===""?[]:t.split(",").map(o=>At(o,e));
return n.includes(void 0)?void 0:n}var Ft=(t,e)=>e.find(n=>String(n)===t);var ht="open",io=["pointerdown","wheel","touchstart","keydown","hashchange"],lo=120,uo=99,fo=["","localhost","127.0.0.1",
"[::1]"];function qe(t,e,n=()=>({})){let o=mt(e);return{...t,choices:e,settle:n,render:s=>{let{model:c,el:i,link:a}=s;if(!a)
return t.render(s);let l=()=>xe(c,...o),u=l(),g=()=>po(i,a,e,c.get),w=g();w?.values&&P(c,w.values);let h=t.render({...s,
openedByLink:!!w?.values}),y=i.querySelector(".mha"),x=go(y),m=wo(y,()=>Be(a,{...l(),...n(c.get),...x.get()})),d=({values:b,
folds:$,wrong:E})=>{let S=E||x.findError($);P(c,S?u:b),x.open(S?[]:$),m.clear(),m.refuse(S),ho(i)},f=()=>{let b=g();b&&d(
b)};w?d(w):document.addEventListener("DOMContentLoaded",f,{once:!0}),addEventListener("hashchange",f);for(let b of o)c.on(
`change:${b}`,m.clear);return()=>{for(let b of o)c.off(`change:${b}`,m.clear);document.removeEventListener("DOMContentLo\
aded",f),removeEventListener("hashchange",f),h()}}}}function po(t,e,n,o){let r=Xe(location.hash);if(r?.name!==e)return r&&
mo(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(ht),
c={...n,[ht]:g=>Mt(g,uo)},{values:i,wrong:a}=je(r.query,s?n:c,o),{[ht]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:a}}
function mo({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function ho(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[lo,Number.NaN],r=()=>{let c=t.getBoundingClientRect().top+scrollY;c!==o&&t.scrollIntoView(),o=c,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let c of io)addEventListener(c,s,{once:!0,capture:!0,passive:!0})}function go(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[ht]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${ht} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function wo(t,e){let n=p(
"p",{class:"mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=p("div",{class:"\
mha-link"},Y("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await bo(u)){o.append(
"Copied.",...Ue(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Ue(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Ue(t){if(!fo.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,p("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function bo(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Ke=9,yo=8,xo=5,[$o,Ge]=[4,3],So=12,[Eo,ko]=[5,2.5],[vo,Ye]=[12,9];function Ao(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function ze({x:t,width:e},n){let o=n>1?Math.min($o,Math.max(0,e-2*Ge)/(n-1)):0;return _(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Mo(t,e){let n=0,o=t.map(({width:s},c)=>{let i=n+(c>0?xo:0)+s/2;return n=i+s/2,i}),r=Math.
min(1,(e-Ke-yo)/n);return o.map(s=>Ke+r*s)}function Oo(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(So,n-o,Math.abs(e.x-t.x)/2),
[c,i]=[t,e].map(({x:g,open:w},h)=>w?g:g+(h===0?r:-r)*s),a=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(c,i),high:Math.max(c,i),y:o};return{d:`M${a}${c} ${o}H${i}${l}`,top:u}}function Ve(t,e,n,o,r){
let s=Ao(e),c=({position:d})=>Math.abs(d-n),i=[...t].sort((d,f)=>c(d)-c(f)||d.weight-f.weight),a=({position:d})=>Math.sign(
d-n),[l,u,g]=[-1,0,1].map(d=>i.filter(f=>a(f)===d)),w=new Map,h=[...l,...g.toReversed()],y=ze(e[n],h.length),x=new Map(h.
map((d,f)=>[d,y[f]]));for(let d of new Set(h.map(f=>f.position))){let f=i.filter($=>$.position===d),b=ze(e[d],f.length);
d<n&&b.reverse(),f.forEach(($,E)=>{w.set($,{near:x.get($)??0,far:b[E]})})}u.forEach((d,f)=>{let b=e[n].x+e[n].width/2,$=Math.
min(Eo+ko*f,e[n].width/2-Ge);w.set(d,{near:b-$,far:b+$})});let m=new Map(t.map(d=>[d,[]]));for(let d of[l,u,g])for(let f of new Set(
s)){let b=d.filter(({position:S})=>{let[v,O]=[s[n],s[S]].sort((C,A)=>C-A);return v<=f&&f<=O}),$=Mo(b,r),E=e[s.indexOf(f)].
y;b.forEach((S,v)=>{let{near:O,far:C}=w.get(S),[A,N]=[f===s[n],f===s[S.position]],[R,j]=[0,o],q=a(S)<0,K=Oo({x:A?O:q?j:R,
open:!A},{x:N?C:q?R:j,open:!N},E,E-$[v]);m.get(S)?.push({row:f,...K})})}return t.map(d=>{let f=m.get(d)??[],b=f.map(S=>S.
d).join(""),E=[...new Set([s[d.position],s[n]])].flatMap(S=>f.filter(v=>v.row===S).map(({top:v})=>v));return{d:b,tops:E}})}
function Je({low:t,high:e,y:n},o,r){let s=(t+e)/2,c=Math.max(0,(e-t-o)/2);for(let i=0;Ye*Math.ceil(i/2)<=c;i++){let a=s+
Ye*Math.ceil(i/2)*(i%2?-1:1);if(r.every(u=>Math.abs(u.x-a)>=(u.width+o)/2||Math.abs(u.y-n)>=vo))return{x:a,y:n}}return null}var _o=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Dt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,_o).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var No=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function Qe(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=No.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Dt(n)}).join(", ")}var[To,Co]=[6,.1],[Ze,Lo]=[1.5,6.5],Ro=.4,[Io,Po]=[38,84],Ho=.3,[Wo,Fo]=[5,7],Do=16,Bt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),en=t=>xt({label:"arcs",options:[...Bt].map(([e,n])=>({value:e,text:n})),change:t}),Bo=t=>Math.
min(Do,t.length-1-t.lastIndexOf(`
`)),nn=t=>et(t).slice(0,To).filter(e=>t[e]>=Co);function Xo(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,c]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let l=(r+
t.height+c)/2;return`M${o} ${r+t.height}C${o} ${l} ${s} ${l} ${s} ${c}`}if(e.y>=t.y-1){let l=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${l} ${s} ${l} ${s} ${c}`}let i=c+e.height,a=(r+i)/2;return`M${o} ${r}C${o} ${a} ${s} ${a} ${s}\
 ${i}`}var on=(t,e=!0)=>(Ze+(Lo-Ze)*t)*(e?1:Ro);function jo(t,e,n){let o=({head:h,chosen:y})=>y||h===e,r=t.flatMap(h=>nn(
h.row).map(y=>{let x=h.row[y];return{head:h.head,position:y,weight:x,width:on(x,o(h))}})),s=n(r).map((h,y)=>({...r[y],...h})),
c=r.some(({head:h})=>h===e),i=({head:h,chosen:y})=>h===e?2:y?1:0,a=[...t].sort((h,y)=>i(h)-i(y)),l=(h,...y)=>{let m=ot("\
g",{class:c&&h!==e?"mha-dim":"","data-head":h},...y);return pt(m,h),m},u=a.map(h=>{let x=s.filter(({head:d})=>d===h.head).
map(({d,width:f,position:b})=>ot("path",{class:h.chosen?"":"mha-other",d,"stroke-width":f,"data-position":b})),m=l(h.head,
...x);return m.classList.toggle("mha-dropped",h.off??!1),m});if(t.length===1)return u;let g=[],w=a.toReversed().flatMap(
h=>{let x=s.filter(({head:d})=>d===h.head).filter(({weight:d})=>d>=Ho||h.head===e),m=Wo+Fo*String(h.head).length;return x.
flatMap(({tops:d})=>d.flatMap(f=>{let b=Je(f,m,g);return b?(g.push({...b,width:m}),l(h.head,ot("text",b,String(h.head)))):
[]}))});return[...u,...w]}var tn=t=>t.length>1?Po:Io;function rn(t,e,n=!0){let o=ot("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=p("div"),s=p("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),c=[],i=[],a=[],l=-1,u="",g=m=>{let d=e(),f=c.map(A=>A.getBoundingClientRect()),{x:b,y:$,width:E}=f[d],
S=f.map((A,N)=>({i:N,box:A})).filter(({box:A})=>(A.y-$)*m>1);if(S.length===0)return d;let v=S.at(m>0?0:-1)?.box.y,O=A=>Math.
abs(A.x+A.width/2-b-E/2);return S.filter(({box:A})=>A.y===v).sort((A,N)=>O(A.box)-O(N.box))[0].i};V(s,(m,d)=>t(d?e()+d:g(
m))),Se(s,m=>t(m?c.length-1:0));let w=m=>{let d=c[e()].getBoundingClientRect();return nn(i).map(f=>{let b=f===e()?d:c[f].
getBoundingClientRect(),$=Xo(d,b,m);return ot("path",{d:$,"stroke-width":on(i[f])})})},h=m=>{let d=c.map(f=>{let{x:b,y:$,
width:E,height:S}=f.getBoundingClientRect();return{x:b-m.x,y:$-m.y,width:E,height:S}});return jo(a,l,f=>Ve(f,d,e(),m.width,
tn(a)))},y=()=>{if(c.length===0||!s.checkVisibility())return;let m=o.getBoundingClientRect();o.replaceChildren(...n?w(m):
h(m))};new ResizeObserver(y).observe(s);let x=m=>{let d=JSON.stringify(m);if(d===u)return;u=d,c=m.map((b,$)=>{let E=`${n?
Qe(b):b}, position ${$}`,S=p("button",{type:"button",tabindex:-1,"aria-label":E});return S.textContent=n||!b.trim()?Dt(b):
b,S.addEventListener("click",()=>t($)),S});let f=[p("div")];c.forEach((b,$)=>{if(f[f.length-1].append(b),!m[$].includes(
`
`)||$+1===c.length)return;let E=p("div");D(E,{indent:Bo(m[$])}),f.push(E)}),r.replaceChildren(...f)};return{node:s,draw(m,d,f,b=[]){
x(m),i=d,a=b,o.classList.toggle("mha-dropped",n&&f),n||(D(s,{arcs:`${tn(a)}px`}),pt(s,a.find($=>$.chosen)?.head??0)),c.forEach(
($,E)=>{$.setAttribute("aria-pressed",String(E===e())),$.classList.toggle("mha-later",n&&E>e()),D($,{fill:i[E]})}),y()},
point(m){l!==m&&(l=m,a.length>1&&y())}}}var Xt=3,Uo=5e-4;function sn(t,e){let n=t.map(c=>nt(c)[0]).filter(c=>c!==void 0),o=e.map((c,i)=>n.filter(a=>a===i).length),s=et(o).filter(
c=>o[c]>0).map(c=>`${o[c]} to ${B(e,c)}`);return`Of ${Ce(t.length,"head")}, most weight: ${s.join(", ")}.`}function qo({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=nt(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Xt)){let a=Pt(e,t[r[0]],r.length,t.length),l=s?a:`${a}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:et(o).slice(0,Xt).filter(a=>e==="score"||o[a]>=Uo),
words:"less than 0.001 on every key"}}function jt(t,e,n="mha-screen-reader"){let{positions:o,words:r}=qo(t,e);return o.length===
0?[p("td",{colspan:Xt},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[p("span",{class:n},` (${s})`)]:[];return p(
"td",{},e[s],...i,` ${st(t.row[s])}`)})}function Ut(t,e){let n=p("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:c,row:i,what:a,chosen:l},u,g)=>{let w=p("span",{class:"mha-swatch","aria-hidden":"true"}),h=dt(i,x=>B(t,x),a),
y=p("button",{type:"button","aria-pressed":String(l),"aria-description":h},w,c);return y.tabIndex=l?0:-1,y.addEventListener(
"click",()=>g.choose(u)),y},s=c=>{let i=o.indexOf(document.activeElement),a=c.length>1?e:void 0;o=a?c.map((u,g)=>r(u,g,a)):
[];let l=c.map((u,g)=>{let w=p("th",{scope:"row"},o[g]??u.title),h=p("tr",{class:u.chosen&&"mha-chosen"});return o[g]&&pt(
h,g),h.append(w,...jt(u,t)),h});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&Ko(n,()=>o,e),{node:n,
draw:s}}function Ko(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],c=()=>o(r>=0?r:s),i=a=>{let l=a instanceof Element?a.closest(
"tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:a})=>{r=i(a),c()}),
t.addEventListener("pointerleave",()=>{r=-1,c()}),t.addEventListener("focusin",({target:a})=>{s=a instanceof Element&&a.
matches(":focus-visible")?i(a):-1,c()}),t.addEventListener("focusout",()=>{s=-1,c()}),t.addEventListener("click",({target:a})=>{
let l=a instanceof Element&&a.closest("button"),u=i(a);u>=0&&!l&&n(u)}),V(t,a=>e()[i(document.activeElement)+a]?.focus({
preventScroll:!1}),!1)}function an(t){let e=null,n=c=>{try{return c()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=c=>{e=c,n(()=>c?
localStorage.setItem(t,c):localStorage.removeItem(t))};return{get:o,set:r,read:c=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&c(l)?l:(r(null),null)}}}var gt=8,qt=200;function Yo(t,e){let n=(s,c)=>typeof s=="string"&&[...s].length<=c;if(typeof t!="object"||t===null)return!1;
let{claim:o,sentences:r}=t;return n(o,qt)&&Array.isArray(r)&&r.length<=gt&&new Set(r).size===r.length&&r.every(s=>s!==""&&
n(s,e))}function cn(t,e){let n=e?an(`sentences ${e}`):null,o=n?.read(a=>Yo(a,t))??null,r=o?.claim??"",s=new Map(o?.sentences.
map(a=>[a,null])),c=()=>r===""&&s.size===0,i=()=>{let a={claim:r,sentences:[...s.keys()]};n?.set(c()?null:JSON.stringify(
a))};return{isStored:n!==null,isEmpty:c,isFull:()=>s.size>=gt,sentences:s,claim:()=>r,setClaim(a){r=a,i()},keep(a){s.size<
gt&&s.set(a.text,a),i()},remove(a){s.delete(a),i()},unread:()=>[...s].flatMap(([a,l])=>l?[]:[a]),fill(a){s.get(a.text)===
null&&s.set(a.text,a)}}}var X="to word",at=new Map([[z,z],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word",
"same word"],["broad","broad"],["effect","effect"],[X,""]]),zo=[...Wt.slice(0,3),"last",...Wt.slice(3)],wt=[...zo,"effec\
t"];function Ot(t,e){let n=e.length-1;return{...Ie(t,e,e),last:J(t.slice(0,n).map(o=>o[n]))}}var Kt=t=>Pe(t),Yt=(t,e)=>$t(
t,e),zt=t=>t<1&&t>.9999?"above 0.9999":ft(t,4),ct=t=>`“${t}”`,un=["[CLS]","[SEP]"],ln=t=>!un.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function Gt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],c=kt(n,r,e.length),i=h=>B(t,
h),a=dt(s,i,"weight","most to "),l=nt(s),u=l.length>0&&l.every(h=>un.includes(t[h])),g=s.map((h,y)=>ln(t[y])?h:Number.NEGATIVE_INFINITY),
w=u&&t.some(ln)?`, of the words ${dt(g,i,"weight","most to ")}`:"";return`From ${B(t,o)}, ${c} attends ${a}${w}.`}var G=(t,e)=>_(
t.length).filter(n=>t[n]===e);function it(t,e){let n=t[e];return{word:n,nth:G(t,n).indexOf(e)}}function bt(t,{word:e,nth:n}){
let o=G(t,e);return o[n]??o[0]??-1}function fn(t,e){let{word:n,nth:o}=it(t,e),{length:r}=G(t,n),s=B(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function Vt(t,e,n){let o=G(t,n);return o.length>0?rt(o.map(r=>e[r])):Number.NaN}function Jt(t,e,n){
let{length:o}=G(t,n);if(o===0)return`no “${n}” here`;let r=st(Vt(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:
r}function dn({tokens:t,weights:e},n,o,r){return r===""?"":`To “${r}”: ${Jt(t,e.flat()[n][o],r)}.`}function pn(t,e,n){
let o=bt(t.tokens,e);if(o<0)return"";let r=Gt(t,n,o);return`In ${ct(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function mn(t,e,{
nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((c,i)=>c-i).map(c=>kt(c,n,o)),s=r.length>3?`these ${r.length}\
 heads`:r.join("; ");return e===null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence\
's vector has a cosine of ${zt(e)} with the whole one.`}var Qt=(t,e)=>t==="effect"?Et(e,2):ft(e),Zt=(t,e,n)=>`“${t[e]}\
” to “${n}”`;function hn(t,e,n,o=at.get(t)){if(e.length===0)return`Sorted by ${o}.`;let[r]=Kt(e),s=kt(r,n,e.length/
n);return`Sorted by ${o}: first ${s}, with ${Qt(t,e[r])}.`}var gn=(t,e)=>_(t).map(()=>_(e).map(n=>`head ${n}`));var Go=`${gt} sentences are kept, and there is no room for more. Remove one to keep this one.`,Vo="Your claim and your s\
entences stay in this browser.",Jo="Your claim and your sentences stay until this page is closed.",Qo="Load the model to\
 see this sentence.",Zo="choose a word";function tr(t,e,{whole:n,query:o,chosen:r,wanted:s},c){let i=new Map(t.map(a=>[a.
text,a]));for(let[a,l]of e)i.set(a,l);return i.set(n.text,n),[...i].map(([a,l])=>{let u=l?bt(l.tokens,r):-1,g=a===n.text?
o:c(a)??-1;return{text:a,sentence:l,place:u<0&&l?g:u,has:u>=0,kept:e.has(a),shown:s&&a===n.text}})}function er(t,e,n,o){
let r=e.map((i,a)=>p("option",{value:a},B(e,a))),s=n<0?[p("option",{value:-1},Zo)]:[],c=p("select",{class:"mha-words","a\
ria-label":t},...s,...r);return c.value=String(n),c.addEventListener("change",()=>o(Number(c.value))),c}function nr(t,e){
let o=p("input",{type:"text",size:40,maxlength:qt,autocomplete:"off"});return o.value=t.claim(),o.addEventListener("inpu\
t",()=>{t.setClaim(o.value),e()}),p("label",{class:"mha-claim"},p("span",{},"My claim"),o)}function wn(t,e,{show:n,chooseIn:o,
chosenIn:r,redraw:s}){let c,i=p("caption"),a=p("tbody"),l=Y("keep this sentence",()=>{e.keep(c),s()}),u=p("p",{class:"mh\
a-note"},Go),g=p("p",{class:"mha-note"},e.isStored?Vo:Jo),w=nr(e,()=>m()),h=p("div",{},p("table",{},i,a)),y=p("div",{class:"\
mha-comparison"},w,h,g),x=()=>[...y.querySelectorAll("button, select")],m=()=>{g.hidden=e.isEmpty()},d=({text:$,sentence:{
tokens:E,weights:S},place:v,has:O},C,A,N)=>{let R=[];if(!O){let Tt=`no “${A}” in ${ct($)}: from`,yt=er(Tt,E,v,lt=>o(
$,lt));R.push(p("tr",{},p("td",{colspan:4},`no “${A}” here; from `,yt)))}if(v<0)return R;let j=S.flat()[C][v],q=jt({
title:$,row:j,what:"weight"},E,"mha-position"),K=p("th",{scope:"row"},`from ${fn(E,v)}`);if(R.push(p("tr",{},K,...q)),N===
"")return R;let Nt=p("td",{colspan:3},Jt(E,j,N));return[...R,p("tr",{},p("th",{scope:"row"},`to “${N}”`),Nt)]},f=($,E,S,v)=>{
let{text:O,sentence:C,shown:A}=$,N=Y(O,()=>{A||n(O)});A&&N.setAttribute("aria-current","true");let R=p("th",{scope:"rowg\
roup",colspan:4},N);if($.kept){let q=Y("remove",()=>{e.remove(O),s()});q.setAttribute("aria-label",`remove ${ct(O)}`),R.
append(" ",q)}let j=C?d({...$,sentence:C},E,S,v):[p("tr",{},p("td",{colspan:4},Qo))];return[p("tr",{},R),...j]};return{node:y,
draw:($,E,S)=>{c=$.whole,$.wanted&&e.fill(c);let v=x().indexOf(document.activeElement),O=c.weights[0].length,C=`Head ${Math.
floor(E/O)}.${E%O}`;L(i,`${C} in each sentence${$.off.length>0?", with all heads on":""}`);let A=tr(t,e.sentences,$,r);a.
replaceChildren(...A.flatMap(R=>f(R,E,$.chosen.word,S))),l.remove(),u.remove();let N=e.sentences.has(c.text)||t.includes(
c);$.wanted&&!N&&h.append(e.isFull()?u:l),m(),v>=0&&(x()[v]??x().at(-1))?.focus({preventScroll:!0})}}}var bn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],or=[23.601290952344122,244.02463793444417,
1282.6165260773723],rr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],sr=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function ar(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[c,i]=[.18577770618460315*
s,s];for(let a=0;a<3;a++)c=(c+bn[a])*s,i=(i+or[a])*s;return t*(c+bn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+rr[s])*e,o=(o+sr[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function yn(t){for(let e=0;e<t.length;e++)t[e]*=(1+ar(t[e]*Math.SQRT1_2))/2}var cr=1e-12,te=4,ir=256;function $n(t){let{about:e,bytes:n,int8:o}=Le(t),r=JSON.parse(e.sizes),s=a=>new Float32Array(n(
a)),c=a=>({weight:s(`${a}.weight`),bias:s(`${a}.bias`)}),i=a=>({whole:o(`${a}.weight`),scales:s(`${a}.weight scale`),bias:s(
`${a}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:c("LayerNorm"),layers:_(r.n_layers).map(a=>({query:i(`layer.${a}.attent\
ion.self.query`),key:i(`layer.${a}.attention.self.key`),value:i(`layer.${a}.attention.self.value`),output:i(`layer.${a}.\
attention.output.dense`),afterAttention:c(`layer.${a}.attention.output.LayerNorm`),widen:i(`layer.${a}.intermediate.dens\
e`),narrow:i(`layer.${a}.output.dense`),afterMlp:c(`layer.${a}.output.LayerNorm`)}))}}function*_t(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,c=new Float64Array(t.length/s*r),i=new Float64Array(s),a=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%ir===0&&(yield),xn(e,l*s,i),xn(e,(l+1)*s,a),lr(t,s,i,a,c,r,l);for(let u=l;u<c.length;u+=r)c[u]=c[u]*n[l]+o[l],
c[u+1]=c[u+1]*n[l+1]+o[l+1]}return c}function xn(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function lr(t,e,n,o,r,s,c){
for(let i=0,a=c;i<t.length;i+=te*e){let l=i+e,u=l+e,g=u+e,w=0,h=0,y=0,x=0,m=0,d=0,f=0,b=0;for(let $=0;$<e;$++){let E=n[$],
S=o[$],v=t[i+$],O=t[l+$],C=t[u+$],A=t[g+$];w+=E*v,h+=E*O,y+=E*C,x+=E*A,m+=S*v,d+=S*O,f+=S*C,b+=S*A}r[a]=w,r[a+1]=m,a+=s,
r[a]=h,r[a+1]=d,a+=s,r[a]=y,r[a+1]=f,a+=s,r[a]=x,r[a+1]=b,a+=s}}function ee(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let c=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],c+=t[s+u];let i=c/r,a=0;for(let u=0;u<r;u++)a+=(t[s+u]-i)**2;let l=1/
Math.sqrt(a/r+cr);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function ur({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},c){let i=t.d_model,a=Math.ceil(c.length/te)*te,l=new Float64Array(a*i);for(let[u,g]of c.entries())for(let w=0;w<
i;w++)l[u*i+w]=e[g*i+w]*n[g]+o[u*i+w]+r[w];return ee(l,new Float64Array(l.length),s),l}function fr([t,e,n],{n_heads:o,d_model:r},s,c){
let i=r/o,a=new Float64Array(t.length),l=new Float64Array(s);return{weights:_(o).map(g=>_(s).map(w=>{let h=w*r+g*i;for(let x=0;x<
s;x++){let m=x*r+g*i,d=0;for(let f=0;f<i;f++)d+=t[h+f]*e[m+f];l[x]=d/Math.sqrt(i)}let y=Me(l,new Float64Array(s));for(let x=0;x<
s&&!c(g);x++){let m=x*r+g*i;for(let d=0;d<i;d++)a[h+d]+=y[x]*n[m+d]}return Float32Array.from(y)})),averages:a}}function dr(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt($t(o,o));return o.map(s=>s/r)}function ne(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(c,i=[]){let a=c.length,l=c.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,g=r.sentence===l?u:0,w=g>0?
r.states[g].slice():ur(t,c),h=r.states.slice(0,g),y=r.reading.weights.slice(0,g);for(let[m,d]of n.entries()){if(m<g)continue;
h.push(w.slice());let f=[];for(let E of[d.query,d.key,d.value])f.push(yield*_t(w,E)),yield;let b=fr(f,e,a,E=>i.includes(
m*e.n_heads+E));y.push(b.weights),yield,ee(w,yield*_t(b.averages,d.output),d.afterAttention),yield;let $=yield*_t(w,d.widen);
yn($),yield,ee(w,yield*_t($,d.narrow),d.afterMlp),yield}let x={weights:y,vector:dr(w,a,e.d_model)};return i.length===0?r=
{sentence:l,states:h,reading:x}:s={sentence:l,off:i.join(),reading:x},x}}var pr=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var mr=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function hr(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":mr(t.codePointAt(0)??0)?` ${t} `:t}function gr(t){let n=Array.from(t,hr).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Sn(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),c=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let a=s.length,l=()=>(i>0?"##":"")+s.slice(i,a).join("");for(;a>i&&!e.has(l());)a--;
if(a===i)return[n("[UNK]")];c.push(n(l())),i=a}return c};return{encode(r){let s=r.split(pr).flatMap((c,i)=>i%2?[n(c)]:gr(
c).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function En(t){let e=$n(t),n=Sn(e.vocabulary),o=ne(e),r=ne(e);return{...n,read:o,readOther:r}}function*kn(t,e,n){let o=oe(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function oe({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*wr(t,e,n,o){let r=oe(t,e,o),s=yield*t.read(r),c=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:c.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:Yt(s.vector,c.vector)}}function br(t,e,n,o){let r=bt(t,e);if(r>=0)return r;let s=t.length-1;return o??(n>=
s&&s>1?s-1:Math.min(n,s))}function vn(t,e){let n=new Map,o=({text:l,tokens:u,weights:g})=>(n.has(l)||n.set(l,{text:l,tokens:u,
weights:Re(g)}),n.get(l)),r=!0,s=new Map,c={sentence:o(t[0]),whole:o(t[0]),before:null,asked:0,query:0,chosen:it(t[0].tokens,
0),off:[],changed:null,wanted:!0},i={text:"",values:[]};function*a(l,u,g){let w=t.find(m=>m.text===l),h=w!==void 0||g!==
null,y=o(w??t[0]);if(g&&(!w||u.length>0)){let m=yield*wr(g,l,u,e);return{...m,whole:w?y:m.whole,wanted:h}}let x=w&&u.length===
1?w.without[u[0]]:null;return{sentence:y,whole:y,changed:x,wanted:h}}return{now:()=>c,effects:()=>i.values,precomputed:t.
map(o),choose(){r=!0},chooseIn(l,u){s.set(l,u)},chosenIn:l=>s.get(l),*compute(l,u){let g=l("off"),w=yield*a(l("text"),g,
u),{sentence:h}=w,y=t.findIndex(({text:E})=>E===h.text);if(i.text!==h.text){let E=h.weights.flat().length,S=t[y]?.without??
Array(E).fill(Number.NaN);i={text:h.text,values:S.map(v=>1-v)}}let x=t[y<0?0:y-1],m=x?o(x):null,d=l("query");d!==c.asked&&
(r=!0);let f=Math.min(d,h.tokens.length-1),b=r?it(h.tokens,f):c.chosen;w.wanted&&(r=!1);let $=br(h.tokens,b,d,s.get(h.text));
c={...w,before:m,asked:$===f?d:$,query:$,chosen:b,off:g}},*computeEffects(l,u,g){let{text:w,values:h}=i,y=l.filter(d=>Number.
isNaN(h[d]));if(!u||y.length===0)return;let x=oe(u,w,e),{vector:m}=yield*u.read(x);for(let[d,f]of y.entries()){g?.(y.length-
d);let b=yield*u.read(x,[f]);h[f]=1-Yt(m,b.vector)}},measure(l,u){if(l==="effect")return i.values;let{tokens:g,weights:w}=c.
sentence;return l===X?G(g,u).length===0?[]:w.flat().map(h=>Vt(g,h[c.query],u)):w.flat().map(h=>Ot(h,g)[l])}}}var yr=48,An=3;function Mn(t,e){let n=t[0].length,o=t.flatMap((y,x)=>y.map((m,d)=>{let f=p("canvas",{"aria-hidden":"true"}),
b=p("span"),$=p("button",{type:"button",role:"radio"},f,b);return $.addEventListener("click",()=>e(x,d)),{layer:x,head:d,
title:m,canvas:f,value:b,button:$}})),r=p("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});D(r,{heads:n});
let[s,c]=[n,t.length].map(y=>_(y).map(x=>p("span",{class:"mha-number","aria-hidden":"true"},String(x)))),i=p("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),a=ve(r),l=_(o.length),u=0,g={isSorted:!1,measures:[]},w=[],h=()=>{o.forEach(({
layer:y,title:x,button:m},d)=>{let f=w.includes(d),b=`layer ${y}, ${x}${f?", off":""}`;m.title=b,m.setAttribute("aria-la\
bel",g.isSorted?`${b}, ${g.measures[d]}`:b),m.classList.toggle("mha-off",f)})};return V(r,(y,x)=>{let m=o[l[0]].button.offsetTop,
d=l.filter(S=>o[S].button.offsetTop===m).length,f=l.indexOf(u)+y*d+x;if(!(f in l))return;let{layer:b,head:$,button:E}=o[l[f]];
e(b,$),E.focus()}),{node:a,*paint(y,x){for(let{layer:m,head:d,canvas:f}of o)ut(f,He(y[m][d],yr),...x),yield},sort(y,x=[],m=_e){
l=y??_(o.length),r.classList.toggle("mha-sorted",y!==void 0);let d=o.map((E,S)=>Number.isNaN(x[S])?"–":m(x[S]??0));o.forEach(
({layer:E,head:S,value:v},O)=>{L(v,y?`${E}.${S}
${d[O]}`:"")}),g={isSorted:y!==void 0,measures:d},h();let f=l.map(E=>o[E].button),b=c.map((E,S)=>[E,...f.slice(S*n,(S+1)*
n)]),$=f.find(E=>E===document.activeElement);r.replaceChildren(...y?f:[i,...s,...b.flat()]),$?.focus({preventScroll:!0})},
crossOut(y){w=y,h()},reveal(){let y=a.getBoundingClientRect(),{top:x,bottom:m}=o[u].button.getBoundingClientRect(),[d,f]=[
x-An-y.top,m+An-y.bottom];d<0?a.scrollTop+=d:f>0&&(a.scrollTop+=f)},choose(y,x){u=y*n+x,o.forEach(({button:m},d)=>{m.setAttribute(
"aria-checked",String(d===u)),m.tabIndex=d===u?0:-1})}}}var xr="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function On(t,e){let n=e[0].
length,o=Mn(e,(f,b)=>P(t,{head:f*n+b})),r=xt({label:"order",options:[...at].map(([f,b])=>({value:f,text:b})),change:f=>P(
t,{sort:f})}),s=r.node.lastElementChild,c=p("span"),i=We(c,[],[]),a=p("div",{role:"group",tabindex:0},i.node),l=wt.map(f=>at.
get(f)),u=de("This head",[],l),g=p("summary",{},"what is measured"),w=p("details",{class:"mha-more"},g,xr),h=p("div",{},
u.node,w),y=p("div",{},o.node,a,h),x=p("p",{class:"mha-note"}),m=p("div",{class:"mha-gallery"},r.node,x,y),d=null;return{
node:m,group:a,map:i,wait(f){x.hidden=f===0,L(x,f>0?`Computing the effects of ${f} heads …`:"")},drawHead([f,b],$,E,S){
let v=S.includes(f*n+b);L(c,`layer ${f}, head ${b}${v?", off":""}`),a.setAttribute("aria-label",`${c.textContent}; arrow\
 up and down choose the query`),o.crossOut(S),i.draw($,"weights",0,1),i.mark(E),o.choose(f,b)},drawMeasures(f){u.draw(f.
map((b,$)=>[Number.isNaN(b)?"…":Qt(wt[$],b)]),f.map(b=>Math.min(1,Math.max(0,b||0))))},*paint(f){d!==f&&(d=null,yield*o.
paint(f,["weights",0,1]),d=f)},chooseOrder(f,b){b===""?s.remove():(s.lastChild?.replaceWith(b),r.node.append(s)),r.set(f)},
sort(f,b){let $=b==="effect"||b===X;f.length>0?o.sort(Kt(f),f,$?Ne:void 0):o.sort(),o.reveal()}}}function _n(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var Q=globalThis;function Nn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Tn=({bytes:t})=>Math.ceil(
t/3)*4;async function $r({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);Q.bookModels??={};for(let s=0,c=0;s<e;s++){
let i=`${t}/${s}`;await _n(i);let a=vt(Q.bookModels[i]??"");delete Q.bookModels[i],r.set(a,c),c+=a.length,o((s+1)/e)}return r.
buffer}async function Cn(t,e){if(Q.bookEncoders??={},!Q.bookEncoders[t.name]){let o=new Set,r=$r(t,s=>{for(let c of o)c(
s)});Q.bookEncoders[t.name]={file:r,listeners:o}}let n=Q.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete Q.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Sr=100,Er="your own",kr="The model is ready. Type a sentence of your own.",vr="The model could not be loaded. The pr\
ecomputed sentences still work.",Ar="Only precomputed sentences are here, because this page was made without the model. \
In a book that was built with it, you can also type your own sentence.";function re(t){let[e,n]=t("sentences")[0].weights.
shape;return{nLayers:e,nHeads:n,all:e*n}}var se={text:(t,e)=>Ht(t,e("max_characters"))?void 0:t,query:(t,e)=>At(t,e("max\
_tokens")),head:(t,e)=>At(t,re(e).all),off:(t,e)=>Mt(t,re(e).all),sort:t=>Ft(t,[...at.keys()]),arcs:t=>Ft(t,[...Bt.keys()]),
to:t=>[...t].length<=Sr?t:void 0};function Mr(t,e,n){let o=t.get("sentences").map(({text:l})=>l),r="",s=ke({label:"sente\
nce",options:n?[Er,...o]:o,change:l=>{let u=n?l-1:l;c.complain(""),P(t,{text:u<0?r||t.get("text"):o[u]}),a(),u<0&&c.input.
focus()}}),c=Ae({label:"or type your own",size:2,long:!0,refuse:e,change:l=>{r=l,P(t,{text:l})}}),i=p("div",{class:"mha-\
sentence-input"},s.node);n&&i.append(c.node);let a=()=>{let l=t.get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),c.
set(l)};return{node:i,set:a,input:c}}function Or(t){let e=p("select",{class:"mha-words","aria-label":"weight to"});e.addEventListener(
"change",()=>{let o=e.value,r=o?X:t.get("sort");P(t,{to:o,sort:!o&&r===X?z:r})});let n="";return{node:p("label",{class:"\
mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],c=JSON.stringify([s,r]);if(n===c)return;n=c;let i=r!==""&&!s.includes(
r),a=s.map(l=>p("option",{value:l},l));i&&a.push(p("option",{value:r},`${r} (not here)`)),e.replaceChildren(p("option",{
value:""},"any word"),...a),e.value=r}}}function _r(t,e){let n=Te(Tn(t)),o=p("button",{type:"button"},`Load the model: ${n}\
, once`),r=p("progress",{max:1,value:0,"aria-label":"loaded"}),s=p("div",{role:"status"});r.hidden=!0;let c=p("div",{class:"\
mha-load"},o,r),i=p("div",{},c,s),a=!1;return o.addEventListener("click",async()=>{if(!a){a=!0,r.hidden=!1,L(s,"loading \
…");try{let l=await Cn(t,w=>{r.value=w}),u=En(l),g=document.activeElement===o;c.remove(),L(s,kr),e(u,g)}catch{r.hidden=
!0,L(s,vr)}a=!1}}),{node:i,status:s}}function Nr(t,e){let n=Y("",()=>{let[c,i]=[t.get("off"),t.get("head")],a=e()?c.filter(
l=>l!==i):[];P(t,{off:c.includes(i)?a:[...a,i]})}),o=Y("all on",()=>{P(t,{off:[]}),n.focus({preventScroll:!0})}),r=p("di\
v",{class:"mha-cost"},n);return{node:r,draw:(c,i)=>{let a=c.includes(i);L(n,a?"switch this head on":"switch this head of\
f"),n.setAttribute("aria-pressed",String(a)),c.length>0?r.append(o):o.remove()}}}function Tr(t){let e=p("p",{class:"mha-\
layer-title"}),n=Ut([]);return{node:p("div",{class:"mha-layer-heads"},e,n.node),label(r){let s=Ut(r,t);n.node.replaceWith(
s.node),n=s},draw(r,s){L(e,r),n.draw(s)}}}var Cr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].map((s,c,{length:i})=>({
title:`head ${c}${n.includes(o*i+c)?" (off)":""}`,row:s[e],what:"weight",chosen:c===r}));function Lr({sentence:t,before:e,
query:n,off:o,changed:r},s,c,i,a){let{tokens:l}=t,u=c.map(({row:g})=>g);return[Gt(t,s,n),dn(t,s,n,a),u.length>0?sn(u,l):
"",e?pn(e,it(l,n),s):"",mn(o,r,i)]}function Rr(t,e,n,o){let r=e.get("max_tokens"),s=re(e.get),{nLayers:c,nHeads:i}=s,a=vn(
e.get("sentences"),r),l=Nn(),u=null,g=()=>JSON.stringify(mt(se).map(k=>e.get(k))),w="",h=k=>{let M=Ht(k,e.get("max_chara\
cters"));if(M||!u)return M;let{length:T}=u.encode(k);return T>r?`That is ${T} tokens; the limit is ${r}.`:""},y=k=>{k<0||
k>=a.now().sentence.tokens.length||(a.choose(),k===e.get("query")?o():P(e,{query:k}))},x=Mr(e,h,l!==null),m=l&&_r(l,(k,M)=>{
u=k,w=g(),M&&x.input.input.focus(),o()}),d=p("p",{class:"mha-note"}),f=rn(y,()=>a.now().query,!1),b=en(k=>P(e,{arcs:k})),
$=Or(e),E=Nr(e,()=>u!==null),S=On(e,gn(c,i)),v=Tr({choose:k=>P(e,{head:e.get("head")-e.get("head")%i+k}),point:f.point}),
O=t.parentElement?.dataset.mhaLink,C=cn(e.get("max_characters"),O),A=wn(a.precomputed,C,{show:k=>P(e,{text:k}),chooseIn(k,M){
a.chooseIn(k,M),o()},chosenIn:a.chosenIn,redraw:o});t.append(x.node,m?.node??p("p",{class:"mha-note"},Ar),d),t.append(f.
node,b.node,$.node);let N=Ee(t),R=Fe("weights","0","1","one scale for all");t.append(E.node,S.node,R,v.node,A.node),V(S.
group,k=>y(a.now().query+k),!1),S.map.onPoint(([k])=>y(k));function*j(){yield*a.compute(e.get,u);let{asked:k}=a.now();k!==
e.get("query")&&(P(e,{query:k}),w=g())}let q=()=>{let[k,{wanted:M}]=[e.get("text"),a.now()],T=h(k);T&&x.input.complain(T);
let I=l?" Load the model to see it.":"";L(d,M?"":`${ct(k)} is not precomputed.${I}`),d.hidden=M,t.classList.toggle("mha-\
stale",!M)},K={what:"",height:0},Nt=()=>{let k=["head","arcs","to","off"].map(I=>e.get(I)),M=JSON.stringify([a.now().sentence.
text,k,t.clientWidth]);K.what!==M&&D(N.node,{told:"0px"});let T=K.what===M?K.height:0;K={what:M,height:Math.max(T,N.node.
getBoundingClientRect().height)},D(N.node,{told:`${K.height}px`})},Tt=k=>{let M=a.now(),{sentence:T,query:I,off:H}=M,{tokens:W,
weights:Z}=T,[F,U]=[Math.floor(k/i),k%i],tt=Cr(M,F,U),Lt=e.get("arcs")==="layer"?tt:[],ae=tt.map(({row:Wn,chosen:Fn},le)=>({
head:le,row:Wn,chosen:Fn,off:H.includes(F*i+le)})),Pn=Lt.length>0?ae:[ae[U]];b.set(e.get("arcs")),$.draw(W,e.get("to")),
f.draw(W,Z[F][U][I],H.includes(k),Pn),E.draw(H,k);let ce=Lt.length>0?N.node:R;v.node.previousElementSibling!==ce&&ce.after(
v.node),v.draw(`All heads of layer ${F}, from ${B(W,I)}`,tt),A.draw(M,k,e.get("to")),S.drawHead([F,U],Z[F][U],I,H);let Hn=document.
activeElement===x.input.input;N.node.setAttribute("aria-live",Hn?"off":"polite");let ie=Lr(M,k,Lt,s,e.get("to"));return N(
...ie),Nt(),ie},yt=k=>{let{tokens:M,weights:T}=a.now().sentence,I=Ot(T.flat()[k],M);I.effect=a.effects()[k],S.drawMeasures(
wt.map(H=>I[H]))},lt="",Ct="";function*Ln(k){let M=e.get("sort"),{sentence:T,query:I,off:H}=a.now(),W=M===X?Zt(T.tokens,
I,e.get("to")):"";M==="effect"&&(yield*a.computeEffects(_(s.all),u,S.wait),S.wait(0));let Z=JSON.stringify([M,lt,H,W&&[I,
W]]);if(Ct===Z)return;let F=M===z?[]:a.measure(M,e.get("to"));yield,S.sort(F,M);let U=F.length>0?M:z,tt=U===X?`the weigh\
t from ${W}`:void 0;N(...k,{heard:hn(U,F,i,tt)}),Ct=Z}function*Rn(){for(let k of u?C.unread():[])C.fill(yield*kn(u,k,r)),
A.draw(a.now(),e.get("head"),e.get("to")),yield}let In=()=>{let[k,M]=[e.get("to"),e.get("sort")],{sentence:T,query:I}=a.
now(),H=G(T.tokens,k).length>0,W=H||M!==X;S.chooseOrder(W?M:z,H?Zt(T.tokens,I,k):"")};return{observes:mt(se),*draw(){x.set(),
m&&u&&w!==g()&&L(m.status,""),S.wait(0),yield*j();let{tokens:k,weights:M}=a.now().sentence,T=e.get("head");q(),lt!==k.join(
" ")&&(lt=k.join(" "),S.map.label(k,k),v.label(k),yield);let I=Tt(T);yt(T),yield,Ct===""&&S.sort([],z),yield*S.paint(M),
In(),yield*a.computeEffects([T],u),yt(T),yield*Ln(I),yield*Rn()},stateForTests:()=>{we(j());let{sentence:k,before:M,query:T,
chosen:I,off:H,changed:W,wanted:Z}=a.now();return{loaded:u!==null,text:k.text,tokens:k.tokens,weights:k.weights.map(F=>F.
map(U=>U.map(tt=>[...tt]))),before:M?.text??null,query:T,word:I.word,to:e.get("to"),off:H,changed:W,cosine:W===null?"":zt(
W),effects:a.effects(),wanted:Z}}}}var Ca=qe(ye("A real model's attention in a sentence",Rr),se);export{Ca as default};
