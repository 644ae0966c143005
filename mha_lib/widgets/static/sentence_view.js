// Made by `make widgets` from js/src; edit there.
function Ee(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function p(t,e={},...n){let o=document.createElement(t);return Ee(o,e,n),o}function wt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Ee(o,e,n),o}function I(t,e){t.textContent!==e&&(t.textContent=e)}function Se(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function ke(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(g=>{let h=Array.from({length:r},()=>p("td")),y=p("th",{scope:"\
row"},g),b=p("div");return{row:p("tr",{},y,...h,p("td",{"aria-hidden":"true"},b)),cells:h,bar:b}}),a=e.map(g=>p("th",{scope:"\
col"},g)),i=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(g=>p("span",{},g)));let c=e.
length>0?[p("tr",{},...a,i)]:[],l=s.map(({row:g})=>g);return{node:p("table",{class:"mha-bar-table"},p("caption",{},t),...c,
...l),rows:l,draw:(g,h)=>{s.forEach(({cells:y,bar:b},d)=>{for(let[f,w]of y.entries())I(w,g[d][f]);b.style.width=`${100*h[d]}\
%`})}}}function z(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var eo="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var no=Oe([153,153,153]),oo=Me(eo.split(" ").map(ro)),Ae=new Map,ve=new WeakMap;function Oe([t,e,n]){return 255<<24|n<<16|
e<<8|t}function ro(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Me(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Oe(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function so(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Ae.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Me([s,a].map(c=>c.slice(0,3)));return Ae.set(o,i),i}function jt(t){
for(let e of t.querySelectorAll("canvas"))ve.get(e)?.()}function xt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?oo:so(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),E=u.createImageData(a,s),g=new Uint32Array(E.data.buffer);for(let h=0,y=0;h<s;h++)for(let b=0;b<
a;b++,y++){let d=Math.floor(256*((i[h][b]-o)/(r-o))),f=l[Math.min(255,Math.max(0,d))];g[y]=Number.isNaN(d)?no:f}u.putImageData(
E,0,0)};ve.set(t,c),c()}function _e(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function Ne(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Te(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=ao(t);o.append(s);let i=Ne(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),jt(s),l();let u=co(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function ao(t){let e=p("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",jt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function co(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Ce=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function P(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var io=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function nt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=io.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Re(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ie(t){let e=p("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),I(n[a],i)})},{node:e})}var Le=0;function Rt({label:t,options:e,change:n}){Le+=1;let o=`mha-choice-${Le}-${Math.random().toString(36).slice(2)}`,
r=p("fieldset",{class:"mha-choice"},p("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=p("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(p("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function Pe({label:t,options:e,change:n}){let o=p("div",{"aria-hidden":"true"}),r=e.map((l,u)=>p(
"option",{value:u},l)),s=p("select",{"aria-label":t},...r),a=p("div",{class:"mha-menu"},o,s),i=p("div",{class:"mha-contr\
ol mha-picker"},p("span",{},t),a),c=l=>{s.value=String(l),I(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function Fe(...t){let e=p("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),z(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function Z(t,e){let n=p("button",{type:"button"},t);return n.addEventListener("click",e),n}function He({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?p("\
textarea",{rows:e,...s}):p("input",{type:"text",size:e,...s}),i=p("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=h=>{I(i,h),a.setAttribute("aria-invalid",String(h!==""))};a.addEventListener("input",()=>{let h=c();
l(o(h)),i.textContent||r(h)});let u=p("div",{class:"mha-text-input"},p("label",{},`${t} `,a),i),E="";return{node:u,input:a,
set:h=>{let b=(n?h===E:document.activeElement===a)&&i.textContent!=="";E=h;let d=n?h.replace(/\r\n?/g,`
`):h;b||c()===d||(a.value=d,l(""))},complain:l}}function N(t){return Array.from({length:t},(e,n)=>n)}function ot(t){let e=0;for(let n of t)e+=n;return e}var rt=t=>ot(t)/t.length;function It(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function $t(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var ft=t=>N(t.length).sort((e,n)=>t[n]-t[e]),lo=1e-9;function dt(t){let e=$t(t);return N(t.length).filter(n=>e-t[n]<=lo*
Math.abs(e))}function We(t,e,n=[]){let o=$t(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function yt(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function bt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?yt(t,
3):t.toExponential(1).replaceAll("-","−")}var uo=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function De(t){return t>=
.995?"1":yt(t).slice(1)}function Pt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Xe(t){
return t===0||t>=.995?uo(t):Pt(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Gt=t=>t.toLocaleString("en-US"),
Be={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Ue(t,e=1e3){let n=Be[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Gt(Math.round(o)):Pt(o,3)} ${Be[e][Math.max(0,n)]}`}var Y=(t,e)=>`“${t[e]}” (${e})`;function Ft(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Kt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${bt(e)}, on ${r} keys`}var fo=3;
function Et(t,e,n,o=""){let r=dt(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>fo||a&&
r.length===t.length?Kt(n,s,r.length,t.length):`${o}${po(r.map(e))} with ${bt(s)}${a?" each":""}`}function qe(t,e){return`${t} ${e}${t===1?"":"s"}`}function po(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function zt(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Gt(
n)} characters; the limit is ${Gt(e)}.`}function Ht(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function je(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var ho=6e4;function Ge({shape:[t,e,n,o],type:r,data:s}){let a=Ht(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/ho),c=N(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,E)=>N(n).map(g=>c[(u*e+E)*n+g]);
return N(t).map(u=>N(e).map(E=>l(u,E)))}var X="layer and head",Yt=["previous","next","first","same word","broad"];function Vt(t,e=!0){return`${t==="same word"&&
e?"No word occurs twice here":`No token here has the measure “${t}”`}, so the heads are in the order of ${X}.`}function mo(t){
let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;let n=ot(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.
log(e.length)}function Ke(t,e,n){let o=e.length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>N(n.length).
filter(E=>n[E]===l&&!(o&&u===E))),[a,i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=N(t.length).filter(l=>s[l].length>0);return{
previous:rt(a.map((l,u)=>l[u])),next:rt(i.map((l,u)=>l[u+1])),first:rt((o?a:t).map(l=>l[0])),"same word":rt(c.map(l=>ot(
s[l].map(u=>t[l][u])))),broad:rt(t.map(mo).filter(l=>!Number.isNaN(l)))}}function ze(t){return ft(t.map(e=>Number.isNaN(
e)?Number.NEGATIVE_INFINITY:e))}function Ye(t,e){let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.
ceil(t[0].length/n);return N(Math.ceil(t.length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.
slice(r*n,(r+1)*n))for(let i=0;i<a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[go,wo,yo]=[11,6,60],bo=8,xo=32;function $o(t,e){let n=$t(t.map(o=>o.length));return Math.min(yo,wo*(n+1))+go*Math.max(
t.length,e.length)}function Ve(t,e,n){let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p(
"div",{class:"mha-framed"}),a=p("div",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(d=>p("div",{class:d,
"aria-hidden":"true"})),l=p("div",{},i,a,c),u=p("figcaption",{},t),E=p("figure",{class:"mha-map"},u,l),g={rows:e,columns:n},
h=0,y=()=>{E.classList.toggle("mha-crowded",h<$o(g.rows,g.columns))},b=(d,f)=>{g={rows:d,columns:f},a.style.aspectRatio=
`${f.length} / ${d.length}`;let w=Math.max(d.length,f.length)<=xo,m=x=>w?x.map(S=>p("span",{},S)):[];i.replaceChildren(...m(
d)),c.replaceChildren(...m(f)),c.classList.toggle("mha-upright",$t(f.map(x=>x.length))===1),y()};return b(e,n),Se(u,d=>{
h=d,y()}),{node:E,body:l,picture:a,label:b,draw:(d,f,w,m)=>xt(o,d,f,w,m),mark(d){r.hidden=!1,r.style.top=`${100*d/g.rows.
length}%`,r.style.height=`${100/g.rows.length}%`},frame(d){let{rows:f,columns:w}=g;s.replaceChildren(...d.map(({top:m,left:x,
height:S,width:$,kind:v})=>{let M=p("div",{class:v});return M.style.inset=[m,w.length-x-$,f.length-m-S,x].map((_,O)=>`${100*
_/(O%2?w:f).length}%`).join(" "),M}))},onPoint(d,f=!0){let w=({clientX:m,clientY:x})=>{let{rows:S,columns:$}=g,{left:v,top:M,
width:_,height:O}=a.getBoundingClientRect(),C=Math.floor((x-M)/O*S.length),R=Math.floor((m-v)/_*$.length);C in S&&R in $&&
d([C,R])};f&&a.addEventListener("pointermove",w),a.addEventListener("pointerdown",w)}}}function St(t,e){t.style.setProperty(
"--mha-hue",e<bo?`var(--mha-head-${e})`:"initial")}function Je(t,e,n,o){let r=p("canvas",{"aria-hidden":"true"});xt(r,[N(
64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>p("span",{},c));return p("div",{class:"mha-bar"},s,r,a,i)}var kt=t=>Object.keys(t);function Ze(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function tn(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function en(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Qe(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([g])=>g===c).map(([,g])=>g);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${Eo(u.length)}`);let E=l(u[0],i);if(E===void 0)return o(`${c} cannot be “${Qe(u[0])}”`);a[c]=E}return{values:a,
wrong:""}}var Eo=t=>t===2?"twice":`${t} times`;function Qe(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function So(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function Wt(t,e,n=0){let o=So(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Bt(t,e){let n=t===""?[]:t.split(",").map(o=>Wt(o,e));
return n.includes(void 0)?void 0:n}var Jt=(t,e)=>e.find(n=>String(n)===t);var At="open",ko=["pointerdown","wheel","touchstart","keydown","hashchange"],Ao=120,vo=99,Oo=["","localhost","127.0.0.1",
"[::1]"];function on(t,e,n=()=>({})){let o=kt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>Ce(a,...o),u=l(),E=()=>Mo(i,c,e,a.get),g=E();g?.values&&P(a,g.values);let h=t.render({...s,
openedByLink:!!g?.values}),y=i.querySelector(".mha"),b=To(y),d=Co(y,()=>Ze(c,{...l(),...n(a.get),...b.get()})),f=({values:m,
folds:x,wrong:S})=>{let $=S||b.findError(x);P(a,$?u:m),b.open($?[]:x),d.clear(),d.refuse($),No(i)},w=()=>{let m=E();m&&f(
m)};g?f(g):document.addEventListener("DOMContentLoaded",w,{once:!0}),addEventListener("hashchange",w);for(let m of o)a.on(
`change:${m}`,d.clear);return()=>{for(let m of o)a.off(`change:${m}`,d.clear);document.removeEventListener("DOMContentLo\
aded",w),removeEventListener("hashchange",w),h()}}}}function Mo(t,e,n,o){let r=tn(location.hash);if(r?.name!==e)return r&&
_o(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(At),
a={...n,[At]:E=>Bt(E,vo)},{values:i,wrong:c}=en(r.query,s?n:a,o),{[At]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function _o({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function No(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[Ao,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of ko)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function To(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[At]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${At} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Co(t,e){let n=p(
"p",{class:"mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=p("div",{class:"\
mha-link"},Z("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Lo(u)){o.append(
"Copied.",...nn(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...nn(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function nn(t){if(!Oo.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,p("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Lo(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var rn=9,Ro=8,Io=5,[Po,cn]=[4,3],Fo=12,[Ho,Wo]=[5,2.5],[Bo,sn]=[12,9];function Do(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function an({x:t,width:e},n){let o=n>1?Math.min(Po,Math.max(0,e-2*cn)/(n-1)):0;return N(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Xo(t,e){let n=0,o=t.map(({width:s},a)=>{let i=n+(a>0?Io:0)+s/2;return n=i+s/2,i}),r=Math.
min(1,(e-rn-Ro)/n);return o.map(s=>rn+r*s)}function Uo(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(Fo,n-o,Math.abs(e.x-t.x)/2),
[a,i]=[t,e].map(({x:E,open:g},h)=>g?E:E+(h===0?r:-r)*s),c=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:u}}function ln(t,e,n,o,r){
let s=Do(e),a=({position:f})=>Math.abs(f-n),i=[...t].sort((f,w)=>a(f)-a(w)||f.weight-w.weight),c=({position:f})=>Math.sign(
f-n),[l,u,E]=[-1,0,1].map(f=>i.filter(w=>c(w)===f)),g=new Map,h=[...l,...E.toReversed()],y=an(e[n],h.length),b=new Map(h.
map((f,w)=>[f,y[w]]));for(let f of new Set(h.map(w=>w.position))){let w=i.filter(x=>x.position===f),m=an(e[f],w.length);
f<n&&m.reverse(),w.forEach((x,S)=>{g.set(x,{near:b.get(x)??0,far:m[S]})})}u.forEach((f,w)=>{let m=e[n].x+e[n].width/2,x=Math.
min(Ho+Wo*w,e[n].width/2-cn);g.set(f,{near:m-x,far:m+x})});let d=new Map(t.map(f=>[f,[]]));for(let f of[l,u,E])for(let w of new Set(
s)){let m=f.filter(({position:$})=>{let[v,M]=[s[n],s[$]].sort((_,O)=>_-O);return v<=w&&w<=M}),x=Xo(m,r),S=e[s.indexOf(w)].
y;m.forEach(($,v)=>{let{near:M,far:_}=g.get($),[O,C]=[w===s[n],w===s[$.position]],[R,q]=[0,o],B=c($)<0,V=Uo({x:O?M:B?q:R,
open:!O},{x:C?_:B?R:q,open:!C},S,S-x[v]);d.get($)?.push({row:w,...V})})}return t.map(f=>{let w=d.get(f)??[],m=w.map($=>$.
d).join(""),S=[...new Set([s[f.position],s[n]])].flatMap($=>w.filter(v=>v.row===$).map(({top:v})=>v));return{d:m,tops:S}})}
function un({low:t,high:e,y:n},o,r){let s=(t+e)/2,a=Math.max(0,(e-t-o)/2);for(let i=0;sn*Math.ceil(i/2)<=a;i++){let c=s+
sn*Math.ceil(i/2)*(i%2?-1:1);if(r.every(u=>Math.abs(u.x-c)>=(u.width+o)/2||Math.abs(u.y-n)>=Bo))return{x:c,y:n}}return null}var qo=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Qt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,qo).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var jo=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function fn(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=jo.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Qt(n)}).join(", ")}var[Go,Ko]=[6,.1],[dn,zo]=[1.5,6.5],Yo=.4,[Vo,Jo]=[38,84],Qo=.3,[Zo,tr]=[5,7],er=16,Zt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),hn=t=>Rt({label:"arcs",options:[...Zt].map(([e,n])=>({value:e,text:n})),change:t}),nr=t=>Math.
min(er,t.length-1-t.lastIndexOf(`
`)),mn=t=>ft(t).slice(0,Go).filter(e=>t[e]>=Ko);function or(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,a]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let l=(r+
t.height+a)/2;return`M${o} ${r+t.height}C${o} ${l} ${s} ${l} ${s} ${a}`}if(e.y>=t.y-1){let l=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${l} ${s} ${l} ${s} ${a}`}let i=a+e.height,c=(r+i)/2;return`M${o} ${r}C${o} ${c} ${s} ${c} ${s}\
 ${i}`}var gn=(t,e=!0)=>(dn+(zo-dn)*t)*(e?1:Yo);function rr(t,e,n){let o=({head:h,chosen:y})=>y||h===e,r=t.flatMap(h=>mn(
h.row).map(y=>{let b=h.row[y];return{head:h.head,position:y,weight:b,width:gn(b,o(h))}})),s=n(r).map((h,y)=>({...r[y],...h})),
a=r.some(({head:h})=>h===e),i=({head:h,chosen:y})=>h===e?2:y?1:0,c=[...t].sort((h,y)=>i(h)-i(y)),l=(h,...y)=>{let d=wt("\
g",{class:a&&h!==e?"mha-dim":"","data-head":h},...y);return St(d,h),d},u=c.map(h=>{let b=s.filter(({head:f})=>f===h.head).
map(({d:f,width:w,position:m})=>wt("path",{class:h.chosen?"":"mha-other",d:f,"stroke-width":w,"data-position":m})),d=l(h.
head,...b);return d.classList.toggle("mha-dropped",h.off??!1),d});if(t.length===1)return u;let E=[],g=c.toReversed().flatMap(
h=>{let b=s.filter(({head:f})=>f===h.head).filter(({weight:f})=>f>=Qo||h.head===e),d=Zo+tr*String(h.head).length;return b.
flatMap(({tops:f})=>f.flatMap(w=>{let m=un(w,d,E);return m?(E.push({...m,width:d}),l(h.head,wt("text",m,String(h.head)))):
[]}))});return[...u,...g]}var pn=t=>t.length>1?Jo:Vo;function wn(t,e,n=!0){let o=wt("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=p("div"),s=p("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),a=[],i=[],c=[],l=-1,u="",E=d=>{let f=e(),w=a.map(O=>O.getBoundingClientRect()),{x:m,y:x,width:S}=w[f],
$=w.map((O,C)=>({i:C,box:O})).filter(({box:O})=>(O.y-x)*d>1);if($.length===0)return f;let v=$.at(d>0?0:-1)?.box.y,M=O=>Math.
abs(O.x+O.width/2-m-S/2);return $.filter(({box:O})=>O.y===v).sort((O,C)=>M(O.box)-M(C.box))[0].i};nt(s,(d,f)=>t(f?e()+f:
E(d))),Re(s,d=>t(d?a.length-1:0));let g=d=>{let f=a[e()].getBoundingClientRect();return mn(i).map(w=>{let m=w===e()?f:a[w].
getBoundingClientRect(),x=or(f,m,d);return wt("path",{d:x,"stroke-width":gn(i[w])})})},h=d=>{let f=a.map(w=>{let{x:m,y:x,
width:S,height:$}=w.getBoundingClientRect();return{x:m-d.x,y:x-d.y,width:S,height:$}});return rr(c,l,w=>ln(w,f,e(),d.width,
pn(c)))},y=()=>{if(a.length===0||!s.checkVisibility())return;let d=o.getBoundingClientRect();o.replaceChildren(...n?g(d):
h(d))};new ResizeObserver(y).observe(s);let b=d=>{let f=JSON.stringify(d);if(f===u)return;u=f,a=d.map((m,x)=>{let S=`${n?
fn(m):m}, position ${x}`,$=p("button",{type:"button",tabindex:-1,"aria-label":S});return $.textContent=n||!m.trim()?Qt(m):
m,n||($.style.paddingInline="3px"),$.addEventListener("click",()=>t(x)),$});let w=[p("div")];a.forEach((m,x)=>{if(w[w.length-
1].append(m),!d[x].includes(`
`)||x+1===a.length)return;let S=p("div");z(S,{indent:nr(d[x])}),w.push(S)}),r.replaceChildren(...w)};return{node:s,draw(d,f,w,m=[]){
b(d),i=f,c=m,o.classList.toggle("mha-dropped",n&&w),n||(z(s,{arcs:`${pn(c)}px`}),St(s,c.find(x=>x.chosen)?.head??0)),a.forEach(
(x,S)=>{x.setAttribute("aria-pressed",String(S===e())),x.classList.toggle("mha-later",n&&S>e()),z(x,{fill:i[S]})}),y()},
point(d){l!==d&&(l=d,c.length>1&&y())}}}var te=3,sr=5e-4;function yn(t,e){let n=t.map(a=>dt(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=ft(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${Y(e,a)}`);return`Of ${qe(t.length,"head")}, most weight: ${s.join(", ")}.`}function ar({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=dt(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>te)){let c=Kt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:ft(o).slice(0,te).filter(c=>e==="score"||o[c]>=sr),
words:"less than 0.001 on every key"}}function ee(t,e,n="mha-screen-reader"){let{positions:o,words:r}=ar(t,e);return o.length===
0?[p("td",{colspan:te},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[p("span",{class:n},` (${s})`)]:[];return p(
"td",{},e[s],...i,` ${bt(t.row[s])}`)})}function ne(t,e){let n=p("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:a,row:i,what:c,chosen:l},u,E)=>{let g=p("span",{class:"mha-swatch","aria-hidden":"true"}),h=Et(i,b=>Y(t,b),c),
y=p("button",{type:"button","aria-pressed":String(l),"aria-description":h},g,a);return y.tabIndex=l?0:-1,y.addEventListener(
"click",()=>E.choose(u)),y},s=a=>{let i=o.indexOf(document.activeElement),c=a.length>1?e:void 0;o=c?a.map((u,E)=>r(u,E,c)):
[];let l=a.map((u,E)=>{let g=p("th",{scope:"row"},o[E]??u.title),h=p("tr",{class:u.chosen&&"mha-chosen"});return o[E]&&St(
h,E),h.append(g,...ee(u,t)),h});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&cr(n,()=>o,e),{node:n,
draw:s}}function cr(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],a=()=>o(r>=0?r:s),i=c=>{let l=c instanceof Element?c.closest(
"tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:c})=>{r=i(c),a()}),
t.addEventListener("pointerleave",()=>{r=-1,a()}),t.addEventListener("focusin",({target:c})=>{s=c instanceof Element&&c.
matches(":focus-visible")?i(c):-1,a()}),t.addEventListener("focusout",()=>{s=-1,a()}),t.addEventListener("click",({target:c})=>{
let l=c instanceof Element&&c.closest("button"),u=i(c);u>=0&&!l&&n(u)}),nt(t,c=>e()[i(document.activeElement)+c]?.focus(
{preventScroll:!1}),!1)}function bn(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&a(l)?l:(r(null),null)}}}var Ot=8,oe=200,vt=-1;function ir(t,e){let n=(a,i)=>typeof a=="string"&&[...a].length<=i;if(typeof t!="object"||t===null)
return!1;let{claim:o,sentences:r,places:s}=t;return n(o,oe)&&Array.isArray(r)&&r.length<=Ot&&new Set(r).size===r.length&&
r.every(a=>a!==""&&n(a,e))&&(s===void 0||Array.isArray(s)&&s.length===r.length&&s.every(a=>Number.isInteger(a)&&a>=vt))}
function xn(t,e){let n=e?bn(`sentences ${e}`):null,o=n?.read(l=>ir(l,t))??null,r=o?.claim??"",s=new Map(o?.sentences.map(
l=>[l,null])),a=new Map;o?.sentences.forEach((l,u)=>{let E=o.places?.[u]??vt;E>vt&&a.set(l,E)});let i=()=>r===""&&s.size===
0,c=()=>{let l=[...s.keys()],u=g=>a.get(g)??vt,E={claim:r,sentences:l,places:l.map(u)};n?.set(i()?null:JSON.stringify(E))};
return{isStored:n!==null,isEmpty:i,isFull:()=>s.size>=Ot,sentences:s,places:a,claim:()=>r,setClaim(l){r=l,c()},keep(l,u){
s.size>=Ot||(s.set(l.text,l),a.set(l.text,u),c())},pin(l,u){u>vt?a.set(l,u):a.delete(l),c()},remove(l){s.delete(l),a.delete(
l),c()},unread:()=>[...s].flatMap(([l,u])=>u?[]:[l]),fill(l){s.get(l.text)===null&&s.set(l.text,l)}}}var et="to word",W="change",pt=[et,W],ht=new Map([[X,X],["previous","previous"],["next","next"],["first","[CLS]"],["last",
"[SEP]"],["same word","same word"],["broad","broad"],["effect","effect"],[et,""],[W,"change of this weight"]]),lr=[...Yt.
slice(0,3),"last",...Yt.slice(3)],Mt=[...lr,"effect"];function Dt(t,e){let n=e.length-1;return{...Ke(t,e,e),last:rt(t.slice(
0,n).map(o=>o[n]))}}var re=(t,e)=>ze(e===W?t.map(Math.abs):t),se=(t,e)=>It(t,e),En=(t,e,n)=>t.map((o,r)=>o.map((s,a)=>{let i=u=>e[r][a][u]>
0?n[r][a][u]/e[r][a][u]:1,c=Float64Array.from(s,(u,E)=>u*i(E)),l=ot([...s])/ot([...c]);return Float32Array.from(c,u=>u*l)})),
ae=t=>t<1&&t>.9999?"above 0.9999":yt(t,4),tt=t=>`“${t}”`,Sn=["[CLS]","[SEP]"],$n=t=>!Sn.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function ce({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],a=Ft(n,r,e.length),i=h=>Y(t,
h),c=Et(s,i,"weight","most to "),l=dt(s),u=l.length>0&&l.every(h=>Sn.includes(t[h])),E=s.map((h,y)=>$n(t[y])?h:Number.NEGATIVE_INFINITY),
g=u&&t.some($n)?`, of the words ${Et(E,i,"weight","most to ")}`:"";return`From ${Y(t,o)}, ${a} attends ${c}${g}.`}var G=(t,e)=>N(
t.length).filter(n=>t[n]===e);function st(t,e){let n=t[e];return{word:n,nth:G(t,n).indexOf(e)}}function mt(t,{word:e,nth:n}){
let o=G(t,e);return o[n]??o[0]??-1}function kn(t,e){let{word:n,nth:o}=st(t,e),{length:r}=G(t,n),s=Y(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function _t(t,e,n){let o=G(t,n);return o.length>0?ot(o.map(r=>e[r])):Number.NaN}function ie(t,e,n){
let{length:o}=G(t,n),r=bt(_t(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:r}function An({tokens:t,weights:e},n,o,r){
return G(t,r).length===0?"":`To “${r}”: ${ie(t,e.flat()[n][o],r)}.`}function vn(t,e,n){let o=mt(t.tokens,e);if(o<0)return"";
let r=ce(t,n,o);return`In ${tt(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function On(t,e,{nHeads:n,nLayers:o}){if(t.
length===0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>Ft(a,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");
return e===null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence's vector has a cosin\
e of ${ae(e)} with the whole one.`}function le(t){let e=yt(t);return Number(e)===0?"0":`${t>0?"+":""}${e.replace(/^(−?)0/,
"$1")}`}function ue(t,e){return t===W?le(e):t==="effect"?Pt(e,2):yt(e)}var Mn=(t,e,n)=>`the weight from ${t} in ${tt(e)}\
 minus that in ${tt(n)}`,_n=(t,e,n)=>t.find(({tokens:o})=>mt(o,e)>=0&&o.includes(n))??null,fe=(t,e,n)=>`“${t[e]}” to “${n}\
”`,Nn=(t,e)=>t==="same word"&&new Set(e).size===e.length?Vt(t):"";function Tn(t,e,n,o=ht.get(t)){if(e.length===0)return t===
X?`Sorted by ${o}.`:Vt(t);let[r]=re(e,t),s=Ft(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${ue(t,e[r])}.`}var Cn=(t,e)=>N(
t).map(()=>N(e).map(n=>`head ${n}`));var ur=`${Ot} sentences are kept, and there is no room for more. Remove one to keep this one.`,fr="Your claim and your s\
entences stay in this browser.",dr="Your claim and your sentences stay until this page is closed.",pr="Load the model to\
 see this sentence.",hr="choose a word",mr="the chosen word";function gr(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let i=new Map(
t.map(c=>[c.text,c]));for(let[c,l]of e.sentences)i.set(c,l);return i.set(n.text,n),[...i].map(([c,l])=>{let u=l?mt(l.tokens,
r):-1,E=c===n.text?o:a(c)??-1,g=e.places.get(c)??-1,h=l!==null&&g in l.tokens,y=u<0&&l?E:u;return{text:c,sentence:l,place:h?
g:y,has:u>=0,own:h,kept:e.sentences.has(c),shown:s&&c===n.text}})}function wr(t,e,n,o,r){let s=e.map((c,l)=>p("option",{
value:l},Y(e,l))),a=o?[p("option",{value:-1},o),...s]:s,i=p("select",{class:"mha-words","aria-label":t},...a);return i.value=
String(n),i.addEventListener("change",()=>r(Number(i.value))),i}function yr(t,e){let o=p("input",{type:"text",size:40,maxlength:oe,
autocomplete:"off"});return o.value=t.claim(),o.addEventListener("input",()=>{t.setClaim(o.value),e()}),p("label",{class:"\
mha-claim"},p("span",{},"My claim"),o)}function Ln(t,e,{show:n,chooseIn:o,chosenIn:r,redraw:s}){let a,i=0,c=p("caption"),
l=p("tbody"),u=Z("keep this sentence",()=>{e.keep(a,i),o(a.text,i)}),E=p("p",{class:"mha-note"},ur),g=p("p",{class:"mha-\
note"},e.isStored?fr:dr),h=yr(e,()=>f()),y=p("div",{},p("table",{},c,l)),b=p("div",{class:"mha-comparison"},h,y,g),d=()=>[
...b.querySelectorAll("button, select")],f=()=>{g.hidden=e.isEmpty()},w=(S,$,v,M)=>{let{text:_,sentence:O,place:C,has:R,
own:q}=S,{tokens:B,weights:V}=O,ct=[],it=J=>{S.kept&&e.pin(_,J),o(_,J)},Nt=(J,Ut,Lt)=>{let qt=wr(Ut,B,C,Lt,it);ct.push(p(
"tr",{},p("td",{colspan:4},`${J} `,qt)))};if(q)Nt("its own word:",`own word of ${tt(_)}`,mr);else if(!R){let J=`no “${v}\
” in ${tt(_)}: from`;Nt(`no “${v}” here; from`,J,C<0?hr:"")}if(C<0)return ct;let Tt=V.flat()[$][C],Ct=ee({title:_,
row:Tt,what:"weight"},B,"mha-position"),lt=p("th",{scope:"row"},`from ${kn(B,C)}`);if(ct.push(p("tr",{},lt,...Ct)),G(B,M).
length===0)return ct;let ut=p("td",{colspan:3},ie(B,Tt,M));return[...ct,p("tr",{},p("th",{scope:"row"},`to “${M}”`),
ut)]},m=(S,$,v,M)=>{let{text:_,sentence:O,shown:C}=S,R=Z(_,()=>{C||n(_)});C&&R.setAttribute("aria-current","true");let q=p(
"th",{scope:"rowgroup",colspan:4},R);if(S.kept){let V=Z("remove",()=>{e.remove(_),s()});V.setAttribute("aria-label",`rem\
ove ${tt(_)}`),q.append(" ",V)}let B=O?w({...S,sentence:O},$,v,M):[p("tr",{},p("td",{colspan:4},pr))];return[p("tr",{},q),
...B]};return{node:b,draw:(S,$,v)=>{a=S.whole,i=S.query,S.wanted&&e.fill(a);let M=d().indexOf(document.activeElement),_=a.
weights[0].length,O=`Head ${Math.floor($/_)}.${$%_}`;I(c,`${O} in each sentence${S.off.length>0?", with all heads on":""}`);
let C=gr(t,e,S,r);l.replaceChildren(...C.flatMap(q=>m(q,$,S.chosen.word,v))),u.remove(),E.remove();let R=e.sentences.has(
a.text)||t.includes(a);S.wanted&&!R&&y.append(e.isFull()?E:u),f(),M>=0&&(d()[M]??d().at(-1))?.focus({preventScroll:!0})}}}var Rn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],br=[23.601290952344122,244.02463793444417,
1282.6165260773723],xr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],$r=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function Er(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Rn[c])*s,i=(i+br[c])*s;return t*(a+Rn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+xr[s])*e,o=(o+$r[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function In(t){for(let e=0;e<t.length;e++)t[e]*=(1+Er(t[e]*Math.SQRT1_2))/2}var Sr=1e-12,de=4,kr=256;function Fn(t){let{about:e,bytes:n,int8:o}=je(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:N(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*Xt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%kr===0&&(yield),Pn(e,l*s,i),Pn(e,(l+1)*s,c),Ar(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function Pn(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function Ar(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=de*e){let l=i+e,u=l+e,E=u+e,g=0,h=0,y=0,b=0,d=0,f=0,w=0,m=0;for(let x=0;x<e;x++){let S=n[x],
$=o[x],v=t[i+x],M=t[l+x],_=t[u+x],O=t[E+x];g+=S*v,h+=S*M,y+=S*_,b+=S*O,d+=$*v,f+=$*M,w+=$*_,m+=$*O}r[c]=g,r[c+1]=d,c+=s,
r[c]=h,r[c+1]=f,c+=s,r[c]=y,r[c+1]=w,c+=s,r[c]=b,r[c+1]=m,c+=s}}function pe(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+Sr);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function vr({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/de)*de,l=new Float64Array(c*i);for(let[u,E]of a.entries())for(let g=0;g<
i;g++)l[u*i+g]=e[E*i+g]*n[E]+o[u*i+g]+r[g];return pe(l,new Float64Array(l.length),s),l}function Or([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:N(o).map(E=>N(s).map(g=>{let h=g*r+E*i;for(let b=0;b<
s;b++){let d=b*r+E*i,f=0;for(let w=0;w<i;w++)f+=t[h+w]*e[d+w];l[b]=f/Math.sqrt(i)}let y=We(l,new Float64Array(s));for(let b=0;b<
s&&!a(E);b++){let d=b*r+E*i;for(let f=0;f<i;f++)c[h+f]+=y[b]*n[d+f]}return Float32Array.from(y)})),averages:c}}function Mr(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(It(o,o));return o.map(s=>s/r)}function he(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,E=r.sentence===l?u:0,g=E>0?
r.states[E].slice():vr(t,a),h=r.states.slice(0,E),y=r.reading.weights.slice(0,E);for(let[d,f]of n.entries()){if(d<E)continue;
h.push(g.slice());let w=[];for(let S of[f.query,f.key,f.value])w.push(yield*Xt(g,S)),yield;let m=Or(w,e,c,S=>i.includes(
d*e.n_heads+S));y.push(m.weights),yield,pe(g,yield*Xt(m.averages,f.output),f.afterAttention),yield;let x=yield*Xt(g,f.widen);
In(x),yield,pe(g,yield*Xt(x,f.narrow),f.afterMlp),yield}let b={weights:y,vector:Mr(g,c,e.d_model)};return i.length===0?r=
{sentence:l,states:h,reading:b}:s={sentence:l,off:i.join(),reading:b},b}}var _r=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Nr=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function Tr(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Nr(t.codePointAt(0)??0)?` ${t} `:t}function Cr(t){let n=Array.from(t,Tr).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Hn(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(_r).flatMap((a,i)=>i%2?[n(a)]:Cr(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Wn(t){let e=Fn(t),n=Hn(e.vocabulary),o=he(e),r=he(e);return{...n,read:o,readOther:r}}function*Bn(t,e,n){let o=me(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function me({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Lr(t,e,n,o){let r=me(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:se(s.vector,a.vector)}}function Rr(t,e,n,o){let r=mt(t,e);if(r>=0)return r;let s=t.length-1;return o!==
void 0&&o<=s?o:n>=s&&s>1?s-1:Math.min(n,s)}function Dn(t,e){let n=new Map,o=({text:g,tokens:h,weights:y})=>(n.has(g)||n.
set(g,{text:g,tokens:h,weights:Ge(y)}),n.get(g)),r=new WeakMap,s=!0,a=new Map,i={sentence:o(t[0]),whole:o(t[0]),before:null,
asked:0,query:0,chosen:st(t[0].tokens,0),off:[],changed:null,wanted:!0},c={text:"",values:[]},l=(g,h,y,b)=>{let d=r.get(
y.weights);if(!d){let f=Math.floor(Math.min(...b)/g.weights[0].length),w=g.weights.map((m,x)=>x>f?En(m,h.weights[x],y.weights[x]):
m);d={...g,weights:w},r.set(y.weights,d)}return d};function*u(g,h,y){let b=t.find(m=>m.text===g),d=b!==void 0||y!==null,
f=o(b??t[0]),w=b&&h.length===1?b.without[h[0]]:null;if(y&&(!b||h.length>0)){let m=yield*Lr(y,g,h,e);return b?{sentence:l(
f,m.whole,m.sentence,h),whole:f,changed:w??m.changed,wanted:d}:{...m,wanted:d}}return{sentence:f,whole:f,changed:w,wanted:d}}
let E=g=>{let{whole:h,before:y,query:b}=i;if(!h.tokens.includes(g))return null;let d=t.map(o).filter(({text:f})=>f!==h.text);
return _n(y?[y,...d]:d,st(h.tokens,b),g)};return{now:()=>i,findOther:E,effects:()=>c.values,countUnknown:()=>c.values.filter(
Number.isNaN).length,precomputed:t.map(o),choose(){s=!0},chooseIn(g,h){h<0?a.delete(g):a.set(g,h)},chosenIn:g=>a.get(g),
*compute(g,h){let y=g("off"),b=yield*u(g("text"),y,h),{sentence:d}=b,f=t.findIndex(({text:M})=>M===d.text);if(c.text!==d.
text){let M=d.weights.flat().length,_=t[f]?.without??Array(M).fill(Number.NaN);c={text:d.text,values:_.map(O=>1-O)}}let w=t[f<
0?0:f-1],m=w?o(w):null,x=g("query");x!==i.asked&&(s=!0);let S=Math.min(x,d.tokens.length-1),$=s?st(d.tokens,S):i.chosen;
b.wanted&&(s=!1);let v=Rr(d.tokens,$,x,a.get(d.text));i={...b,before:m,asked:v===S?x:v,query:v,chosen:$,off:y}},*computeEffects(g,h,y){
let{text:b,values:d}=c,f=g.filter(x=>Number.isNaN(d[x]));if(!h||f.length===0)return;let w=me(h,b,e),{vector:m}=yield*h.read(
w);for(let[x,S]of f.entries()){y?.(f.length-x);let $=yield*h.read(w,[S]);d[S]=1-se(m,$.vector)}},measure(g,h){if(g==="ef\
fect")return c.values;if(g===W){let f=E(h);if(!f)return[];let{whole:w,query:m}=i,x=mt(f.tokens,st(w.tokens,m)),S=f.weights.
flat().map($=>_t(f.tokens,$[x],h));return w.weights.flat().map(($,v)=>_t(w.tokens,$[m],h)-S[v])}let{tokens:y,weights:b}=i.
sentence;if(g===et)return G(y,h).length===0?[]:b.flat().map(f=>_t(y,f[i.query],h));let d=b.flat().map(f=>Dt(f,y)[g]);return d.
every(Number.isNaN)?[]:d}}}var Ir=48,Xn=3;function Un(t,e){let n=t[0].length,o=t.flatMap((y,b)=>y.map((d,f)=>{let w=p("canvas",{"aria-hidden":"true"}),
m=p("span"),x=p("button",{type:"button",role:"radio"},w,m);return x.addEventListener("click",()=>e(b,f)),{layer:b,head:f,
title:d,canvas:w,value:m,button:x}})),r=p("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});z(r,{heads:n});
let[s,a]=[n,t.length].map(y=>N(y).map(b=>p("span",{class:"mha-number","aria-hidden":"true"},String(b)))),i=p("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=Fe(r),l=N(o.length),u=0,E={isSorted:!1,measures:[]},g=[],h=()=>{o.forEach(({
layer:y,title:b,button:d},f)=>{let w=g.includes(f),m=`layer ${y}, ${b}${w?", off":""}`;d.title=m,d.setAttribute("aria-la\
bel",E.isSorted?`${m}, ${E.measures[f]}`:m),d.classList.toggle("mha-off",w)})};return nt(r,(y,b)=>{let d=o[l[0]].button.
offsetTop,f=l.filter($=>o[$].button.offsetTop===d).length,w=l.indexOf(u)+y*f+b;if(!(w in l))return;let{layer:m,head:x,button:S}=o[l[w]];
e(m,x),S.focus()}),{node:c,*paint(y,b){for(let{layer:d,head:f,canvas:w}of o)xt(w,Ye(y[d][f],Ir),...b),yield},sort(y,b=[],d=De){
l=y??N(o.length),r.classList.toggle("mha-sorted",y!==void 0);let f=o.map((S,$)=>Number.isNaN(b[$])?"–":d(b[$]??0));o.forEach(
({layer:S,head:$,value:v},M)=>{I(v,y?`${S}.${$}
${f[M]}`:"")}),E={isSorted:y!==void 0,measures:f},h();let w=l.map(S=>o[S].button),m=a.map((S,$)=>[S,...w.slice($*n,($+1)*
n)]),x=w.find(S=>S===document.activeElement);r.replaceChildren(...y?w:[i,...s,...m.flat()]),x?.focus({preventScroll:!0})},
crossOut(y){g=y,h()},scrollToTop(){c.scrollTop=0},reveal(){let y=c.getBoundingClientRect(),{top:b,bottom:d}=o[u].button.
getBoundingClientRect(),[f,w]=[b-Xn-y.top,d+Xn-y.bottom];f<0?c.scrollTop+=f:w>0&&(c.scrollTop+=w)},choose(y,b){u=y*n+b,o.
forEach(({button:d},f)=>{d.setAttribute("aria-checked",String(f===u)),d.tabIndex=f===u?0:-1})}}}var Pr="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function qn(t,e){let n=e[0].
length,o=Un(e,(m,x)=>P(t,{head:m*n+x})),r=Rt({label:"order",options:[...ht].map(([m,x])=>({value:m,text:x})),change:m=>P(
t,{sort:m})}),s=[...r.node.children].slice(-pt.length),a=p("span"),i=Ve(a,[],[]),c=p("div",{role:"group",tabindex:0},i.node),
l=Mt.map(m=>ht.get(m)),u=ke("This head",[],l),E=p("summary",{},"what is measured"),g=p("details",{class:"mha-more"},E,Pr),
h=p("div",{},u.node,g),y=p("div",{},o.node,c,h),b=p("p",{class:"mha-note"}),d=p("p",{class:"mha-note"}),f=p("div",{class:"\
mha-gallery"},r.node,d,b,y),w=null;return{node:f,reveal:()=>o.reveal(),group:c,map:i,wait(m){b.hidden=m===0,I(b,m>0?`Com\
puting the effects of ${m} heads …`:"")},drawHead([m,x],S,$,v){let M=v.includes(m*n+x);I(a,`layer ${m}, head ${x}${M?"\
, off":""}`),c.setAttribute("aria-label",`${a.textContent}; arrow up and down choose the query`),o.crossOut(v),i.draw(S,
"weights",0,1),i.mark($),o.choose(m,x)},drawMeasures(m){let x=(S,$)=>Number.isNaN(S)?$==="effect"?"…":"–":ue($,S);u.
draw(m.map((S,$)=>[x(S,Mt[$])]),m.map(S=>Math.min(1,Math.max(0,S||0))))},*paint(m){w!==m&&(w=null,yield*o.paint(m,["weig\
hts",0,1]),w=m)},chooseOrder(m,x,S){I(d,S),d.hidden=S==="",s.forEach(($,v)=>{x[v]===""?$.remove():($.lastChild?.replaceWith(
x[v]),$.parentNode!==r.node&&r.node.append($))}),r.set(m)},sort(m,x,S=!1){let v=x===W?le:x==="effect"||x===et?Xe:void 0;
m.length>0?o.sort(re(m,x),m,v):o.sort(),S&&m.length>0?o.scrollToTop():o.reveal()}}}function jn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var at=globalThis;function Gn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,
n,o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Kn=({bytes:t})=>Math.
ceil(t/3)*4;async function Fr({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);at.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await jn(i);let c=Ht(at.bookModels[i]??"");delete at.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function zn(t,e){if(at.bookEncoders??={},!at.bookEncoders[t.name]){let o=new Set,r=Fr(t,s=>{for(let a of o)
a(s)});at.bookEncoders[t.name]={file:r,listeners:o}}let n=at.bookEncoders[t.name];n.listeners.add(e);try{return await n.
file}catch(o){throw delete at.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Hr=100,Wr="your own",Br="The model is ready. Type a sentence of your own.",Dr="The model could not be loaded. The pr\
ecomputed sentences still work.",ge="The effects of all heads in this sentence are being computed.",Xr="Arcs to [CLS] an\
d [SEP] are left out; the table has them.",Ur="Only precomputed sentences are here, because this page was made without t\
he model. In a book that was built with it, you can also type your own sentence.";function we(t){let[e,n]=t("sentences")[0].
weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var ye={text:(t,e)=>zt(t,e("max_characters"))?void 0:t,query:(t,e)=>Wt(
t,e("max_tokens")),head:(t,e)=>Wt(t,we(e).all),off:(t,e)=>Bt(t,we(e).all),sort:t=>Jt(t,[...ht.keys()]),arcs:t=>Jt(t,[...Zt.
keys()]),to:t=>[...t].length<=Hr?t:void 0};function qr(t,e,n){let o=t.get("sentences").map(({text:l})=>l),r="",s=Pe({label:"\
sentence",options:n?[Wr,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),P(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.
input.focus()}}),a=He({label:"or type your own",size:2,long:!0,refuse:e,change:l=>{r=l,P(t,{text:l})}}),i=p("div",{class:"\
mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get("text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),
a.set(l)};return{node:i,set:c,input:a}}function jr(t){let e=p("select",{class:"mha-words","aria-label":"weight to"});e.addEventListener(
"change",()=>{let o=e.value,r=t.get("sort");o?P(t,{to:o,sort:r===W?W:et}):P(t,{to:o,sort:pt.includes(r)?X:r})});let n="";
return{node:p("label",{class:"mha-to"},"weight to ",e),draw(o,r){let s=[...new Set(o)],a=JSON.stringify([s,r]);if(n===a)
return;n=a;let i=r!==""&&!s.includes(r),c=s.map(l=>p("option",{value:l},l));i&&c.push(p("option",{value:r},`${r} (not he\
re)`)),e.replaceChildren(p("option",{value:""},"any word"),...c),e.value=r}}}function Gr(t,e){let n=Ue(Kn(t)),o=p("butto\
n",{type:"button"},`Load the model: ${n}, once`),r=p("progress",{max:1,value:0,"aria-label":"loaded"}),s=p("div",{role:"\
status"});r.hidden=!0;let a=p("div",{class:"mha-load"},o,r),i=p("div",{},a,s),c=!1;return o.addEventListener("click",async()=>{
if(!c){c=!0,r.hidden=!1,I(s,"loading …");try{let l=await zn(t,g=>{r.value=g}),u=Wn(l),E=document.activeElement===o;a.remove(),
I(s,Br),e(u,E)}catch{r.hidden=!0,I(s,Dr)}c=!1}}),{node:i,status:s}}function Kr(t,e){let n=Z("",()=>{let[a,i]=[t.get("off"),
t.get("head")],c=e()?a.filter(l=>l!==i):[];P(t,{off:a.includes(i)?c:[...c,i]})}),o=Z("all on",()=>{P(t,{off:[]}),n.focus(
{preventScroll:!0})}),r=p("div",{class:"mha-cost"},n);return{node:r,draw:(a,i)=>{let c=a.includes(i);I(n,c?"switch this \
head on":"switch this head off"),n.setAttribute("aria-pressed",String(c)),a.length>0?r.append(o):o.remove()}}}function zr(t){
let e=p("p",{class:"mha-layer-title"}),n=ne([]);return{node:p("div",{class:"mha-layer-heads"},e,n.node),label(r){let s=ne(
r,t);n.node.replaceWith(s.node),n=s},draw(r,s){I(e,r),n.draw(s)}}}function Yr(t,e){let n=p("summary",{},p("b",{},`all ${t}\
 heads`)),o=p("details",{class:"mha-more mha-all-heads"},n);Object.assign(o.style,{color:"inherit",fontSize:"inherit"}),
o.addEventListener("toggle",()=>o.open&&e());let r=JSON.stringify([X,""]);return{node:o,openFor(s,a){let i=JSON.stringify(
[s,a]);i!==r&&(s!==X||a!=="")&&(o.open=!0),r=i}}}var Vr=({sentence:t,query:e,off:n},o,r)=>t.weights[o].map((s,a,{length:i})=>({
title:`head ${a}${n.includes(o*i+a)?" (off)":""}`,row:s[e],what:"weight",chosen:a===r}));function Jr(t){let e=t.row.length-
1;return{...t,row:Array.from(t.row,(n,o)=>o===0||o===e?0:n)}}function Qr({sentence:t,before:e,query:n,off:o,changed:r},s,a,i,c){
let{tokens:l}=t,u=a.map(({row:E})=>E);return[ce(t,s,n),An(t,s,n,c),u.length>0?yn(u,l):"",e?vn(e,st(l,n),s):"",On(o,r,i)]}
function Zr(t,e,n,o){let r=e.get("max_tokens"),s=we(e.get),{nLayers:a,nHeads:i}=s,c=Dn(e.get("sentences"),r),l=Gn(),u=null,
E=()=>JSON.stringify(kt(ye).map(k=>e.get(k))),g="",h=k=>{let A=zt(k,e.get("max_characters"));if(A||!u)return A;let{length:T}=u.
encode(k);return T>r?`That is ${T} tokens; the limit is ${r}.`:""},y=k=>{k<0||k>=c.now().sentence.tokens.length||(c.choose(),
k===e.get("query")?o():P(e,{query:k}))},b=qr(e,h,l!==null),d=l&&Gr(l,(k,A)=>{u=k,g=E(),A&&b.input.input.focus(),o()}),f=p(
"p",{class:"mha-note"}),w=wn(y,()=>c.now().query,!1),m=hn(k=>P(e,{arcs:k})),x=jr(e),S=Kr(e,()=>u!==null),$=qn(e,Cn(a,i)),
v=zr({choose:k=>P(e,{head:e.get("head")-e.get("head")%i+k}),point:w.point}),M=t.parentElement?.dataset.mhaLink,_=xn(e.get(
"max_characters"),M);for(let[k,A]of _.places)c.chooseIn(k,A);let O=Ln(c.precomputed,_,{show:k=>P(e,{text:k}),chooseIn(k,A){
c.chooseIn(k,A),o()},chosenIn:c.chosenIn,redraw:o});t.append(b.node,d?.node??p("p",{class:"mha-note"},Ur),f);let C=p("p",
{class:"mha-note"},Xr);t.append(w.node,m.node,C);let R=Ie(t),q=Je("weights","0","1","one scale for all"),B=Yr(s.all,$.reveal);
B.node.append(x.node,$.node,q,v.node),t.append(S.node,B.node,O.node),nt($.group,k=>y(c.now().query+k),!1),$.map.onPoint(
([k])=>y(k));function*V(){yield*c.compute(e.get,u);let{asked:k}=c.now();k!==e.get("query")&&(P(e,{query:k}),g=E())}let ct=()=>{
let[k,{wanted:A}]=[e.get("text"),c.now()],T=h(k);T&&b.input.complain(T);let L=l?" Load the model to see it.":"";I(f,A?"":
`${tt(k)} is not precomputed.${L}`),f.hidden=A,t.classList.toggle("mha-stale",!A)},it={what:"",height:0},Nt=()=>{let k=[
"head","arcs","to","off"].map(L=>e.get(L)),A=JSON.stringify([c.now().sentence.text,k,t.clientWidth]);it.what!==A&&z(R.node,
{told:"0px"});let T=it.what===A?it.height:0;it={what:A,height:Math.max(T,R.node.getBoundingClientRect().height)},z(R.node,
{told:`${it.height}px`})},Tt=k=>{let A=c.now(),{sentence:T,query:L,off:H}=A,{tokens:F,weights:U}=T,[D,j]=[Math.floor(k/i),
k%i],K=Vr(A,D,j),Q=e.get("arcs")==="layer"?K:[],gt=K.map(({row:Zn,chosen:to},$e)=>({head:$e,row:Zn,chosen:to,off:H.includes(
D*i+$e)})),Jn=Q.length>0?gt.map(Jr):[gt[j]];m.set(e.get("arcs")),C.hidden=Q.length===0,x.draw(F,e.get("to")),B.openFor(e.
get("sort"),e.get("to")),w.draw(F,U[D][j][L],H.includes(k),Jn),S.draw(H,k);let be=Q.length>0?R.node:q;v.node.previousElementSibling!==
be&&be.after(v.node),v.draw(`All heads of layer ${D}, from ${Y(F,L)}`,K),O.draw(A,k,e.get("to")),$.drawHead([D,j],U[D][j],
L,H);let Qn=document.activeElement===b.input.input;R.node.setAttribute("aria-live",Qn?"off":"polite");let xe=Qr(A,k,Q,s,
e.get("to"));return R(...xe),Nt(),xe},Ct=k=>{let{tokens:A,weights:T}=c.now().sentence,L=Dt(T.flat()[k],A);L.effect=c.effects()[k],
$.drawMeasures(Mt.map(H=>L[H]))},lt="",ut="",J="",Ut=k=>{let A=c.countUnknown();e.get("sort")!=="effect"||A===0||($.wait(
A),ut!==ge&&$.sort([],X),ut=ge,R(...k,{heard:ge}))},Lt=(k,{text:A,tokens:T},L,H)=>{let F=fe(T,L,H),U=k===W?c.findOther(H):
null;return U?Mn(F,A,U.text):`the weight from ${F}`};function*qt(k){let A=e.get("sort"),{sentence:T,query:L,off:H}=c.now(),
F=e.get("to"),U=pt.includes(A)?Lt(A,T,L,F):"";A==="effect"&&(yield*c.computeEffects(N(s.all),u,$.wait),$.wait(0));let D=JSON.
stringify([A,lt,H,U&&[L,U]]);if(ut===D)return;let j=!["",lt].includes(J),K=A===X?[]:c.measure(A,F);yield,$.sort(K,A,j);let Q=K.
length===0&&pt.includes(A)?X:A,gt=pt.includes(Q)?U:void 0;R(...k,{heard:Tn(Q,K,i,gt)}),ut=D,J=lt}function*Yn(){for(let k of u?
_.unread():[])_.fill(yield*Bn(u,k,r)),O.draw(c.now(),e.get("head"),e.get("to")),yield}let Vn=()=>{let[k,A]=[e.get("to"),
e.get("sort")],{sentence:T,query:L,off:H}=c.now(),F=G(T.tokens,k).length>0,U=F?fe(T.tokens,L,k):"",D=c.findOther(k)?ht.get(
W):"",j=A===W?D!=="":F||A!==et,K=j&&A===W,Q=H.length>0?", with all heads on":"",gt=K?`Each number is ${Lt(A,T,L,k)}${Q}.`:
Nn(A,T.tokens);$.chooseOrder(j?A:X,[U,D],gt)};return{observes:kt(ye),*draw(){b.set(),d&&u&&g!==E()&&I(d.status,""),$.wait(
0),yield*V();let{tokens:k,weights:A}=c.now().sentence,T=e.get("head");ct(),lt!==k.join(" ")&&(lt=k.join(" "),$.map.label(
k,k),v.label(k),yield);let L=Tt(T);Ct(T),Ut(L),yield,ut===""&&$.sort([],X),yield*$.paint(A),Vn(),yield*c.computeEffects(
[T],u),Ct(T),yield*qt(L),yield*Yn()},stateForTests:()=>{_e(V());let{sentence:k,before:A,query:T,chosen:L,off:H,changed:F,
wanted:U}=c.now();return{loaded:u!==null,text:k.text,tokens:k.tokens,weights:k.weights.map(D=>D.map(j=>j.map(K=>[...K]))),
before:A?.text??null,query:T,word:L.word,to:e.get("to"),off:H,changed:F,cosine:F===null?"":ae(F),effects:c.effects(),wanted:U}}}}
var Ja=on(Te("A real model's attention in a sentence",Zr),ye);export{Ja as default};
