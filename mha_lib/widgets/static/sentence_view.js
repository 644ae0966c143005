// Made by `make widgets` from js/src; edit there.
function re(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function f(t,e={},...n){let o=document.createElement(t);return re(o,e,n),o}function _t(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return re(o,e,n),o}function F(t,e){t.textContent!==e&&(t.textContent=e)}function se(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function ae(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(d=>{let y=Array.from({length:r},()=>f("td")),w=f("th",{scope:"\
row"},d),p=f("div");return{row:f("tr",{},w,...y,f("td",{"aria-hidden":"true"},p)),cells:y,bar:p}}),a=e.map(d=>f("th",{scope:"\
col"},d)),i=f("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(d=>f("span",{},d)));let c=e.
length>0?[f("tr",{},...a,i)]:[],l=s.map(({row:d})=>d);return{node:f("table",{class:"mha-bar-table"},f("caption",{},t),...c,
...l),rows:l,draw:(d,y)=>{s.forEach(({cells:w,bar:p},h)=>{for(let[g,b]of w.entries())F(b,d[h][g]);p.style.width=`${100*y[h]}\
%`})}}}function V(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var ln="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var un=le([153,153,153]),fn=ue(ln.split(" ").map(dn)),ce=new Map,ie=new WeakMap;function le([t,e,n]){return 255<<24|n<<16|
e<<8|t}function dn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function ue(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return le(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function pn(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=ce.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=ue([s,a].map(c=>c.slice(0,3)));return ce.set(o,i),i}function Ot(t){
for(let e of t.querySelectorAll("canvas"))ie.get(e)?.()}function at(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?fn:pn(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),m=u.createImageData(a,s),d=new Uint32Array(m.data.buffer);for(let y=0,w=0;y<s;y++)for(let p=0;p<
a;p++,w++){let h=Math.floor(256*((i[y][p]-o)/(r-o))),g=l[Math.min(255,Math.max(0,h))];d[w]=Number.isNaN(h)?un:g}u.putImageData(
m,0,0)};ie.set(t,c),c()}function fe(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function de(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function pe(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=hn(t);o.append(s);let i=de(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),Ot(s),l();let u=mn(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function hn(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",Ot(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function mn(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var ht=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function R(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var gn=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function rt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=gn.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function me(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function ge(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=f("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),F(n[a],i)})},{node:e})}var he=0;function mt({label:t,options:e,change:n}){he+=1;let o=`mha-choice-${he}-${Math.random().toString(36).slice(2)}`,
r=f("fieldset",{class:"mha-choice"},f("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=f("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(f("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function we({label:t,options:e,change:n}){let o=f("div",{"aria-hidden":"true"}),r=e.map((l,u)=>f(
"option",{value:u},l)),s=f("select",{"aria-label":t},...r),a=f("div",{class:"mha-menu"},o,s),i=f("div",{class:"mha-contr\
ol mha-picker"},f("span",{},t),a),c=l=>{s.value=String(l),F(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function be(...t){let e=f("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),V(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function ct(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function ye({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?f("\
textarea",{rows:e,...s}):f("input",{type:"text",size:e,...s}),i=f("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=y=>{F(i,y),a.setAttribute("aria-invalid",String(y!==""))};a.addEventListener("input",()=>{let y=c();
l(o(y)),i.textContent||r(y)});let u=f("div",{class:"mha-text-input"},f("label",{},`${t} `,a),i),m="";return{node:u,input:a,
set:y=>{let p=(n?y===m:document.activeElement===a)&&i.textContent!=="";m=y;let h=n?y.replace(/\r\n?/g,`
`):y;p||c()===h||(a.value=h,l(""))},complain:l}}function M(t){return Array.from({length:t},(e,n)=>n)}function gt(t){let e=0;for(let n of t)e+=n;return e}var Y=t=>gt(t)/t.length;function wt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function bt(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var J=t=>M(t.length).sort((e,n)=>t[n]-t[e]),wn=1e-9;function it(t){let e=bt(t);return M(t.length).filter(n=>e-t[n]<=wn*Math.
abs(e))}function xe(t,e,n=[]){let o=bt(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function Q(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function yt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?Q(t,
3):t.toExponential(1).replaceAll("-","−")}function ke(t){return t>=.995?"1":Q(t).slice(1)}function bn(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(
n)):n}var Tt=t=>t.toLocaleString("en-US"),$e={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function ve(t,e=1e3){
let n=$e[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Tt(Math.round(o)):bn(o,3)} ${$e[e][Math.
max(0,n)]}`}var Z=(t,e)=>`“${t[e]}” (${e})`;function xt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Ct(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${yt(e)}, on ${r} keys`}var yn=3;
function Lt(t,e,n,o=""){let r=it(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>yn||a&&
r.length===t.length?Ct(n,s,r.length,t.length):`${o}${xn(r.map(e))} with ${yt(s)}${a?" each":""}`}function Ae(t,e){return`${t} ${e}${t===1?"":"s"}`}function xn(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function Rt(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Tt(
n)} characters; the limit is ${Tt(e)}.`}function $t(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function Ee(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var $n=6e4;function Se({shape:[t,e,n,o],type:r,data:s}){let a=$t(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/$n),c=M(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,m)=>M(n).map(d=>c[(u*e+m)*n+d]);
return M(t).map(u=>M(e).map(m=>l(u,m)))}var lt="layer and head",It=["previous","next","first","same word","broad"];function kn(t){let e=t.filter(r=>r>0);if(e.length<
2)return Number.NaN;let n=gt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.log(e.length)}function Me(t,e,n){let o=e.
length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>M(n.length).filter(m=>n[m]===l&&!(o&&u===m))),[a,
i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=M(t.length).filter(l=>s[l].length>0);return{previous:Y(a.map((l,u)=>l[u])),next:Y(
i.map((l,u)=>l[u+1])),first:Y((o?a:t).map(l=>l[0])),"same word":Y(c.map(l=>gt(s[l].map(u=>t[l][u])))),broad:Y(t.map(kn).
filter(l=>!Number.isNaN(l)))}}function Ne(t){return J(t.map(e=>Number.isNaN(e)?Number.NEGATIVE_INFINITY:e))}function _e(t,e){
let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.ceil(t[0].length/n);return M(Math.ceil(t.
length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.slice(r*n,(r+1)*n))for(let i=0;i<
a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[vn,An,En]=[11,6,60];var Sn=32;function Mn(t,e){let n=bt(t.map(o=>o.length));return Math.min(En,An*(n+1))+vn*Math.max(t.length,e.length)}function Oe(t,e,n){
let o=f("canvas",{"aria-hidden":"true"}),r=f("div",{class:"mha-mark",hidden:!0}),s=f("div",{class:"mha-framed"}),a=f("di\
v",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(h=>f("div",{class:h,"aria-hidden":"true"})),l=f("div",
{},i,a,c),u=f("figcaption",{},t),m=f("figure",{class:"mha-map"},u,l),d={rows:e,columns:n},y=0,w=()=>{m.classList.toggle(
"mha-crowded",y<Mn(d.rows,d.columns))},p=(h,g)=>{d={rows:h,columns:g},a.style.aspectRatio=`${g.length} / ${h.length}`;let b=Math.
max(h.length,g.length)<=Sn,$=v=>b?v.map(x=>f("span",{},x)):[];i.replaceChildren(...$(h)),c.replaceChildren(...$(g)),w()};
return p(e,n),se(u,h=>{y=h,w()}),{node:m,body:l,picture:a,label:p,draw:(h,g,b,$)=>at(o,h,g,b,$),mark(h){r.hidden=!1,r.style.
top=`${100*h/d.rows.length}%`,r.style.height=`${100/d.rows.length}%`},frame(h){let{rows:g,columns:b}=d;s.replaceChildren(
...h.map(({top:$,left:v,height:x,width:N,kind:I})=>{let _=f("div",{class:I});return _.style.inset=[$,b.length-v-N,g.length-
$-x,v].map((H,q)=>`${100*H/(q%2?b:g).length}%`).join(" "),_}))},onPoint(h,g=!0){let b=({clientX:$,clientY:v})=>{let{rows:x,
columns:N}=d,{left:I,top:_,width:H,height:q}=a.getBoundingClientRect(),z=Math.floor((v-_)/q*x.length),st=Math.floor(($-I)/
H*N.length);z in x&&st in N&&h([z,st])};g&&a.addEventListener("pointermove",b),a.addEventListener("pointerdown",b)}}}function Te(t,e,n,o){let r=f("canvas",{"aria-hidden":"true"});at(r,[M(64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>f(
"span",{},c));return f("div",{class:"mha-bar"},s,r,a,i)}var kt=t=>Object.keys(t);function Le(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Re(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Ie(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Ce(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([d])=>d===c).map(([,d])=>d);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${Nn(u.length)}`);let m=l(u[0],i);if(m===void 0)return o(`${c} cannot be “${Ce(u[0])}”`);a[c]=m}return{values:a,
wrong:""}}var Nn=t=>t===2?"twice":`${t} times`;function Ce(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function _n(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function vt(t,e,n=0){let o=_n(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function At(t,e){let n=t===""?[]:t.split(",").map(o=>vt(o,e));
return n.includes(void 0)?void 0:n}var Ft=(t,e)=>e.find(n=>String(n)===t);var ut="open",On=["pointerdown","wheel","touchstart","keydown","hashchange"],Tn=120,Cn=99,Ln=["","localhost","127.0.0.1",
"[::1]"];function He(t,e,n=()=>({})){let o=kt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>ht(a,...o),u=l(),m=()=>Rn(i,c,e,a.get),d=m();d?.values&&R(a,d.values);let y=t.render({...s,
openedByLink:!!d?.values}),w=i.querySelector(".mha"),p=Hn(w),h=Wn(w,()=>Le(c,{...l(),...n(a.get),...p.get()})),g=({values:$,
folds:v,wrong:x})=>{let N=x||p.findError(v);R(a,N?u:$),p.open(N?[]:v),h.clear(),h.refuse(N),Fn(i)},b=()=>{let $=m();$&&g(
$)};d?g(d):document.addEventListener("DOMContentLoaded",b,{once:!0}),addEventListener("hashchange",b);for(let $ of o)a.on(
`change:${$}`,h.clear);return()=>{for(let $ of o)a.off(`change:${$}`,h.clear);document.removeEventListener("DOMContentLo\
aded",b),removeEventListener("hashchange",b),y()}}}}function Rn(t,e,n,o){let r=Re(location.hash);if(r?.name!==e)return r&&
In(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(ut),
a={...n,[ut]:m=>At(m,Cn)},{values:i,wrong:c}=Ie(r.query,s?n:a,o),{[ut]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function In({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Fn(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Tn,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of On)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Hn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[ut]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${ut} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Wn(t,e){let n=f(
"p",{class:"mha-refused",role:"status"}),o=f("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=f("div",{class:"\
mha-link"},ct("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Bn(u)){o.append(
"Copied.",...Fe(l));return}r=f("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Fe(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Fe(t){if(!Ln.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,f("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Bn(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var Pn=48;function We(t,e){let n=t[0].length,o=t.flatMap((m,d)=>m.map((y,w)=>{let p=f("canvas",{"aria-hidden":"true"}),h=f(
"span"),g={type:"button",role:"radio",title:`layer ${d}, ${y}`},b=f("button",g,p,h);return b.addEventListener("click",()=>e(
d,w)),{layer:d,head:w,title:y,canvas:p,value:h,button:b}})),r=f("div",{class:"mha-overview",role:"radiogroup","aria-labe\
l":"heads"});V(r,{heads:n});let[s,a]=[n,t.length].map(m=>M(m).map(d=>f("span",{class:"mha-number","aria-hidden":"true"},
String(d)))),i=f("span",{class:"mha-number","aria-hidden":"true"},"layer"),c=be(r),l=M(o.length),u=0;return rt(r,(m,d)=>{
let y=o[l[0]].button.offsetTop,w=l.filter($=>o[$].button.offsetTop===y).length,p=l.indexOf(u)+m*w+d;if(!(p in l))return;
let{layer:h,head:g,button:b}=o[l[p]];e(h,g),b.focus()}),{node:c,*paint(m,d){for(let{layer:y,head:w,canvas:p}of o)at(p,_e(
m[y][w],Pn),...d),yield},sort(m,d=[]){l=m??M(o.length),r.classList.toggle("mha-sorted",m!==void 0),o.forEach(({layer:p,head:h,
title:g,value:b,button:$},v)=>{let x=Number.isNaN(d[v])?"–":ke(d[v]??0);F(b,m?`${p}.${h}
${x}`:"");let N=`layer ${p}, ${g}`;$.setAttribute("aria-label",m?`${N}, ${x}`:N)});let y=l.map(p=>o[p].button),w=a.map((p,h)=>[
p,...y.slice(h*n,(h+1)*n)]);r.replaceChildren(...m?y:[i,...s,...w.flat()])},choose(m,d){u=m*n+d,o.forEach(({button:y},w)=>{
y.setAttribute("aria-checked",String(w===u)),y.tabIndex=w===u?0:-1})}}}var Dn=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Ht(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Dn).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var jn=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function Be(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=jn.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Ht(n)}).join(", ")}var[qn,Un]=[6,.1],[Pe,Xn]=[1.5,6.5],Yn=.4,Kn=2,zn=16,Wt=new Map([["head","this head"],["layer","all heads of its layer"]]),
De=t=>mt({label:"arcs",options:[...Wt].map(([e,n])=>({value:e,text:n})),change:t}),Gn=t=>Math.min(zn,t.length-1-t.lastIndexOf(
`
`)),Vn=t=>J(t).slice(0,qn).filter(e=>t[e]>=Un);function Jn(t,e,n,o){let[r,s]=[t.x+t.width/2-n.x,t.y-n.y],[a,i]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e){let u=s-18-o;return`M${r-5} ${s}C${r-11} ${u} ${r+11} ${u} ${r+5} ${s}`}if(e.y>t.y+t.height/2){
let u=(s+t.height+i)/2+o;return`M${r} ${s+t.height}C${r} ${u} ${a} ${u} ${a} ${i}`}if(e.y>=t.y-1){let u=s-Math.min(26,9+
.09*Math.abs(r-a))-o;return`M${r} ${s}C${r} ${u} ${a} ${u} ${a} ${i}`}let c=i+e.height,l=(s+c)/2-o;return`M${r} ${s}C${r}\
 ${l} ${a} ${l} ${a} ${c}`}function je(t,e,n=!0){let o=_t("svg",{"aria-hidden":"true"}),r=f("div"),s=f("div",{class:"mha\
-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home and End choose one"},r,o),a=[],i=[],c=[],l="",u=w=>{
let p=e(),h=a.map(_=>_.getBoundingClientRect()),{x:g,y:b,width:$}=h[p],v=h.map((_,H)=>({i:H,box:_})).filter(({box:_})=>(_.
y-b)*w>1);if(v.length===0)return p;let x=v.at(w>0?0:-1)?.box.y,N=_=>Math.abs(_.x+_.width/2-g-$/2);return v.filter(({box:_})=>_.
y===x).sort((_,H)=>N(_.box)-N(H.box))[0].i};rt(s,(w,p)=>t(p?e()+p:u(w))),me(s,w=>t(w?a.length-1:0));let m=()=>{if(a.length===
0||!s.checkVisibility())return;let w=o.getBoundingClientRect(),p=a[e()].getBoundingClientRect(),h=new Map,g=($,v)=>Vn($).
map(x=>{let N=x===e()?p:a[x].getBoundingClientRect(),I=h.get(x)??0;h.set(x,I+1);let _=Pe+(Xn-Pe)*$[x];return _t("path",{
class:v?"mha-other":"",d:Jn(p,N,w,Kn*I),"stroke-width":_*(v?Yn:1)})}),b=g(i,!1);o.replaceChildren(...c.flatMap($=>g($,!0)),
...b)};new ResizeObserver(m).observe(s);let d=w=>{let p=JSON.stringify(w);if(p===l)return;l=p,a=w.map((g,b)=>{let $=`${n?
Be(g):g}, position ${b}`,v=f("button",{type:"button",tabindex:-1,"aria-label":$});return v.textContent=n||!g.trim()?Ht(g):
g,v.addEventListener("click",()=>t(b)),v});let h=[f("div")];a.forEach((g,b)=>{if(h[h.length-1].append(g),!w[b].includes(
`
`)||b+1===a.length)return;let $=f("div");V($,{indent:Gn(w[b])}),h.push($)}),r.replaceChildren(...h)};return{node:s,draw:(w,p,h,g=[])=>{
d(w),i=p,c=g,s.classList.toggle("mha-dropped",h),a.forEach((b,$)=>{b.setAttribute("aria-pressed",String($===e())),b.classList.
toggle("mha-later",n&&$>e()),V(b,{fill:i[$]})}),m()}}}var Bt=3,Qn=5e-4;function qe(t,e){let n=t.map(a=>it(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=J(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${Z(e,a)}`);return`Of ${Ae(t.length,"head")}, most weight: ${s.join(", ")}.`}function Zn({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=it(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>Bt)){let c=Ct(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:J(o).slice(0,Bt).filter(c=>e==="score"||o[c]>=Qn),
words:"less than 0.001 on every key"}}function Pt(t){let e=t.map(s=>t.indexOf(s)!==t.lastIndexOf(s)),n=f("table",{class:"\
mha-keys","aria-label":"top keys"}),o=s=>{let{positions:a,words:i}=Zn(s,t);return a.length===0?[f("td",{colspan:Bt},i)]:
a.map(c=>{let l=e[c]?[f("span",{class:"mha-screen-reader"},` (${c})`)]:[];return f("td",{},t[c],...l,` ${yt(s.row[c])}`)})};
return{node:n,draw:s=>{let a=s.map(i=>{let c=f("th",{scope:"row"},i.title);return f("tr",{class:i.chosen&&"mha-chosen"},
c,...o(i))});n.replaceChildren(...a)}}}var Ue=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],to=[23.601290952344122,244.02463793444417,
1282.6165260773723],eo=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],no=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function oo(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Ue[c])*s,i=(i+to[c])*s;return t*(a+Ue[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+eo[s])*e,o=(o+no[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function Xe(t){for(let e=0;e<t.length;e++)t[e]*=(1+oo(t[e]*Math.SQRT1_2))/2}var ro=1e-12,Dt=4,so=256;function Ke(t){let{about:e,bytes:n,int8:o}=Ee(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:M(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*Et(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%so===0&&(yield),Ye(e,l*s,i),Ye(e,(l+1)*s,c),ao(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function Ye(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function ao(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=Dt*e){let l=i+e,u=l+e,m=u+e,d=0,y=0,w=0,p=0,h=0,g=0,b=0,$=0;for(let v=0;v<e;v++){let x=n[v],
N=o[v],I=t[i+v],_=t[l+v],H=t[u+v],q=t[m+v];d+=x*I,y+=x*_,w+=x*H,p+=x*q,h+=N*I,g+=N*_,b+=N*H,$+=N*q}r[c]=d,r[c+1]=h,c+=s,
r[c]=y,r[c+1]=g,c+=s,r[c]=w,r[c+1]=b,c+=s,r[c]=p,r[c+1]=$,c+=s}}function jt(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+ro);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function co({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/Dt)*Dt,l=new Float64Array(c*i);for(let[u,m]of a.entries())for(let d=0;d<
i;d++)l[u*i+d]=e[m*i+d]*n[m]+o[u*i+d]+r[d];return jt(l,new Float64Array(l.length),s),l}function io([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:M(o).map(m=>M(s).map(d=>{let y=d*r+m*i;for(let p=0;p<
s;p++){let h=p*r+m*i,g=0;for(let b=0;b<i;b++)g+=t[y+b]*e[h+b];l[p]=g/Math.sqrt(i)}let w=xe(l,new Float64Array(s));for(let p=0;p<
s&&!a(m);p++){let h=p*r+m*i;for(let g=0;g<i;g++)c[y+g]+=w[p]*n[h+g]}return Float32Array.from(w)})),averages:c}}function lo(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(wt(o,o));return o.map(s=>s/r)}function ze(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,m=r.sentence===l?u:0,d=m>0?
r.states[m].slice():co(t,a),y=r.states.slice(0,m),w=r.reading.weights.slice(0,m);for(let[h,g]of n.entries()){if(h<m)continue;
y.push(d.slice());let b=[];for(let x of[g.query,g.key,g.value])b.push(yield*Et(d,x)),yield;let $=io(b,e,c,x=>i.includes(
h*e.n_heads+x));w.push($.weights),yield,jt(d,yield*Et($.averages,g.output),g.afterAttention),yield;let v=yield*Et(d,g.widen);
Xe(v),yield,jt(d,yield*Et(v,g.narrow),g.afterMlp),yield}let p={weights:w,vector:lo(d,c,e.d_model)};return i.length===0?r=
{sentence:l,states:y,reading:p}:s={sentence:l,off:i.join(),reading:p},p}}function Ge(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var K=globalThis;function Ve(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,n,
o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Je=({bytes:t})=>Math.ceil(
t/3)*4;async function uo({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);K.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await Ge(i);let c=$t(K.bookModels[i]??"");delete K.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function Qe(t,e){if(K.bookEncoders??={},!K.bookEncoders[t.name]){let o=new Set,r=uo(t,s=>{for(let a of o)a(
s)});K.bookEncoders[t.name]={file:r,listeners:o}}let n=K.bookEncoders[t.name];n.listeners.add(e);try{return await n.file}catch(o){
throw delete K.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var ft=new Map([[lt,lt],["previous","previous"],["next","next"],["first","[CLS]"],["last","[SEP]"],["same word","same wo\
rd"],["broad","broad"],["effect","effect"]]),fo=[...It.slice(0,3),"last",...It.slice(3)],qt=[...fo,"effect"];function Ut(t,e){
let n=e.length-1;return{...Me(t,e,e),last:Y(t.slice(0,n).map(o=>o[n]))}}var Xt=t=>Ne(t),Yt=(t,e)=>wt(t,e),Kt=t=>t<1&&t>.9999?
"above 0.9999":Q(t,4),zt=t=>`“${t}”`;function Gt({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%
r][o],a=xt(n,r,e.length),i=Lt(s,c=>Z(t,c),"weight","most to ");return`From ${Z(t,o)}, ${a} attends ${i}.`}function Ze(t,e,n,o){
let r=t.tokens[o]===e?o:t.tokens.indexOf(e);if(r<0)return"";let s=Gt(t,n,r);return`In ${zt(t.text)}: ${s[0].toLowerCase()}${s.
slice(1)}`}function tn(t,e,{nHeads:n,nLayers:o}){if(t.length===0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>xt(a,n,o)),
s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===null?`To compute the sentence without ${s}, load the mode\
l.`:`Without ${s}, the sentence's vector has a cosine of ${Kt(e)} with the whole one.`}function en(t,e,n){let o=ft.get(t);
if(e.length===0)return`Sorted by ${o}.`;let[r]=Xt(e),s=xt(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${Q(e[r])}\
.`}var nn=(t,e)=>M(t).map(()=>M(e).map(n=>`head ${n}`));var po=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var ho=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function mo(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":ho(t.codePointAt(0)??0)?` ${t} `:t}function go(t){let n=Array.from(t,mo).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function on(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(po).flatMap((a,i)=>i%2?[n(a)]:go(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}var wo="your own",bo="The model could not be loaded. The precomputed sentences still work.",yo="Only precomputed sentenc\
es are here, because this page was made without the model. In a book that was built with it, you can also type your own \
sentence.",xo="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and o\
n [SEP] (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys\
 get equal weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function Vt(t){
let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var rn={text:(t,e)=>Rt(t,e("max_characters"))?
void 0:t,query:(t,e)=>vt(t,e("max_tokens")),head:(t,e)=>vt(t,Vt(e).all),off:(t,e)=>At(t,Vt(e).all),sort:t=>Ft(t,[...ft.keys()]),
arcs:t=>Ft(t,[...Wt.keys()])};function $o(t){let e=Ke(t),n=on(e.vocabulary),o=ze(e);return{...n,read:o}}function ko(t,e,n){
let o=t.get("sentences").map(({text:l})=>l),r="",s=we({label:"sentence",options:n?[wo,...o]:o,change:l=>{let u=n?l-1:l;a.
complain(""),R(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.focus()}}),a=ye({label:"or type your own",size:2,long:!0,
refuse:e,change:l=>{r=l,R(t,{text:l})}}),i=f("div",{class:"mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.
get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.set(l)};return{node:i,set:c,input:a}}function vo(t){let e=f("but\
ton",{type:"button"},`Load the model: ${ve(t)}, once`),n=f("progress",{max:1,value:0,"aria-label":"loaded"}),o=f("span",
{role:"status"});return n.hidden=!0,{node:f("div",{class:"mha-load"},e,n,o),button:e,bar:n,status:o}}function Ao(t,e){let n=e[0].
length,o=We(e,(p,h)=>R(t,{head:p*n+h})),r=mt({label:"order",options:[...ft].map(([p,h])=>({value:p,text:h})),change:p=>R(
t,{sort:p})}),s=f("span"),a=Oe(s,[],[]),i=f("div",{role:"group",tabindex:0},a.node),c=qt.map(p=>ft.get(p)),l=ae("This he\
ad",[],c),u=f("details",{class:"mha-more"},f("summary",{},"what is measured"));u.append(xo);let m=f("div",{},o.node,i,f(
"div",{},l.node,u)),d=f("p",{class:"mha-note"});return{node:f("div",{class:"mha-gallery"},r.node,d,m),overview:o,sort:r,
title:s,map:a,group:i,bars:l,wait:p=>{d.hidden=p===0,F(d,p>0?`Computing the effects of ${p} heads …`:"")}}}function Eo(t,e,n,o){
let r=e.get("max_tokens"),s=e.get("sentences"),a=Vt(e.get),{nLayers:i,nHeads:c}=a,l=Ve(),u=null,m=!1,d=vo(l?Je(l):0);d.button.
addEventListener("click",async()=>{if(!(!l||m)){m=!0,d.bar.hidden=!1,F(d.status,"loading …");try{let k=await Qe(l,A=>{
d.bar.value=A});u=$o(k);let E=document.activeElement===d.button;d.node.remove(),E&&w.input.input.focus(),o()}catch{d.bar.
hidden=!0,F(d.status,bo)}m=!1}});let y=k=>{let E=Rt(k,e.get("max_characters"));if(E||!u)return E;let{length:A}=u.encode(
k);return A>r?`That is ${A} tokens; the limit is ${r}.`:""},w=ko(e,y,l!==null),p=f("p",{class:"mha-note"}),h=je(k=>{k>=0&&
k<W.shown.tokens.length&&R(e,{query:k})},()=>W.query,!1),g=De(k=>R(e,{arcs:k})),b=ct("",()=>{let[k,E]=[e.get("off"),e.get(
"head")],A=u?k.filter(S=>S!==E):[];R(e,{off:k.includes(E)?A:[...A,E]})}),$=ct("all on",()=>{R(e,{off:[]}),b.focus({preventScroll:!0})}),
v=f("div",{class:"mha-cost"},b),x=Ao(e,nn(i,c)),N=f("p",{class:"mha-layer-title"}),I=Pt([]),_=f("div",{class:"mha-layer-\
heads"},N,I.node);t.append(w.node,l?d.node:f("p",{class:"mha-note"},yo),p),t.append(h.node,g.node);let H=ge(t);t.append(
v,x.node,Te("weights","0","1","one scale for all"),_),rt(x.group,k=>{let E=W.query+k;E>=0&&E<W.shown.tokens.length&&R(e,
{query:E})},!1),x.map.onPoint(([k])=>R(e,{query:k}));let q=new Map,z=({text:k,tokens:E,weights:A})=>(q.has(k)||q.set(k,{
text:k,tokens:E,weights:Se(A)}),q.get(k)),st=!1,tt={text:"",values:[]},W={shown:z(s[0]),before:null,asked:0,query:0,off:[],
changed:null,wanted:!0},Jt=({encode:k},E)=>{let A=k(E),S=A.at(-1);return A.length>r?[...A.slice(0,r-1),S]:A};function*Qt(){
let{text:k,off:E}=ht(e,"text","off"),A=s.find(D=>D.text===k),S=W.shown,B=null,U=A!==void 0||u!==null;if(A?S=z(A):u||(S=z(
s[0])),u&&(!A||E.length>0)){let D=Jt(u,k),G=yield*u.read(D),pt=E.length>0?yield*u.read(D,E):G;S={text:k,tokens:D.map(u.piece),
weights:pt.weights},B=Yt(G.vector,pt.vector)}else A&&E.length===1&&(B=A.without[E[0]]);let C=S.text===W.shown.text,O=s.findIndex(
D=>D.text===S.text);if(tt.text!==S.text){let D=s[O]?.without??Array(a.all).fill(Number.NaN);tt={text:S.text,values:D.map(
G=>1-G)}}let L=s[O<0?0:O-1],P=L?z(L):null,[X,dt]=[e.get("query"),S.tokens.length-1],et=Math.min(X,dt),nt=W.shown.tokens[W.
query];st&&!C&&X===W.asked&&S.tokens[et]!==nt&&S.tokens.includes(nt)&&(et=S.tokens.indexOf(nt),R(e,{query:et})),W={shown:S,
before:P,asked:e.get("query"),query:et,off:E,changed:B,wanted:U},st=!0}function*Zt(k,E){let{text:A,values:S}=tt,B=k.filter(
O=>Number.isNaN(S[O]));if(!u||B.length===0)return;let U=Jt(u,A),{vector:C}=yield*u.read(U);for(let[O,L]of B.entries()){E?.(
B.length-O);let P=yield*u.read(U,[L]);S[L]=1-Yt(C,P.vector)}}let sn=k=>{if(k==="effect")return tt.values;let{tokens:E,weights:A}=W.
shown;return A.flat().map(S=>Ut(S,E)[k])},[St,Mt,Nt]=["",null,""];function*an(){w.set(),x.wait(0),yield*Qt();let{shown:k,
before:E,query:A,off:S,changed:B,wanted:U}=W,{tokens:C,weights:O}=k,L=e.get("head"),[P,X]=[Math.floor(L/c),L%c],dt=y(e.get(
"text"));dt&&w.input.complain(dt);let et=`${zt(e.get("text"))} is not precomputed. ${l?"Load the model to see it.":""}`;
if(F(p,U?"":et.trim()),p.hidden=U,t.classList.toggle("mha-stale",!U),St!==C.join(" ")){St=C.join(" "),x.map.label(C,C);let T=Pt(
C);I.node.replaceWith(T.node),I=T,yield}let nt=e.get("arcs")==="layer";g.set(e.get("arcs"));let te=nt?O[P].filter((T,j)=>j!==
X).map(T=>T[A]):[];h.draw(C,O[P][X][A],S.includes(L),te);let D=S.includes(L);F(b,D?"switch this head on":"switch this he\
ad off"),b.setAttribute("aria-pressed",String(D)),S.length>0?v.append($):$.remove();let G=O[P].map((T,j)=>({title:`head ${j}`,
row:T[A],what:"weight",chosen:j===X}));F(N,`All heads of layer ${P}, from ${Z(C,A)}`),I.draw(G);let pt=document.activeElement===
w.input.input;H.node.setAttribute("aria-live",pt?"off":"polite");let ee=[Gt(k,L,A),nt?qe(G.map(({row:T})=>T),C):"",E?Ze(
E,C[A],L,A):"",tn(S,B,a)];H(...ee),F(x.title,`layer ${P}, head ${X}`),x.group.setAttribute("aria-label",`${x.title.textContent}\
; arrow up and down choose the query`),x.map.draw(O[P][X],"weights",0,1),x.map.mark(A),x.overview.choose(P,X);let cn=Ut(
O[P][X],C),ne=()=>{let T=qt.map(j=>j==="effect"?tt.values[L]:cn[j]);x.bars.draw(T.map(j=>[Number.isNaN(j)?"…":Q(j)]),T.
map(j=>Math.min(1,Math.max(0,j||0))))};ne(),yield,Nt===""&&x.overview.sort(),Mt!==O&&(Mt=null,yield*x.overview.paint(O,[
"weights",0,1]),Mt=O);let ot=e.get("sort");x.sort.set(ot),yield*Zt([L]),ne(),ot==="effect"&&(yield*Zt(M(a.all),x.wait),x.
wait(0));let oe=`${ot} ${St} ${S}`;if(Nt!==oe){let T=ot===lt?[]:sn(ot);yield,T.length>0?x.overview.sort(Xt(T),T):x.overview.
sort(),H(...ee,{heard:en(ot,T,c)}),Nt=oe}}return{observes:kt(rn),draw:an,stateForTests:()=>{fe(Qt());let{shown:k,before:E,
query:A,off:S,changed:B,wanted:U}=W;return{loaded:u!==null,text:k.text,tokens:k.tokens,weights:k.weights.map(C=>C.map(O=>O.
map(L=>[...L]))),before:E?.text??null,query:A,off:S,changed:B,cosine:B===null?"":Kt(B),effects:tt.values,wanted:U}}}}var Kr=He(
pe("A real model's attention in a sentence",Eo),rn);export{Kr as default};
