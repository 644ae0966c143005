// Made by `make widgets` from js/src; edit there.
function Ee(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function p(t,e={},...n){let o=document.createElement(t);return Ee(o,e,n),o}function gt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Ee(o,e,n),o}function R(t,e){t.textContent!==e&&(t.textContent=e)}function ke(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Se(t,e,n,o=[]){let r=Math.max(1,e.length-1),s=n.map(g=>{let h=Array.from({length:r},()=>p("td")),b=p("th",{scope:"\
row"},g),y=p("div");return{row:p("tr",{},b,...h,p("td",{"aria-hidden":"true"},y)),cells:h,bar:y}}),a=e.map(g=>p("th",{scope:"\
col"},g)),i=p("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(g=>p("span",{},g)));let c=e.
length>0?[p("tr",{},...a,i)]:[],l=s.map(({row:g})=>g);return{node:p("table",{class:"mha-bar-table"},p("caption",{},t),...c,
...l),rows:l,draw:(g,h)=>{s.forEach(({cells:b,bar:y},d)=>{for(let[f,w]of b.entries())R(w,g[d][f]);y.style.width=`${100*h[d]}\
%`})}}}function Y(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var to="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var eo=Oe([153,153,153]),no=Me(to.split(" ").map(oo)),Ae=new Map,ve=new WeakMap;function Oe([t,e,n]){return 255<<24|n<<16|
e<<8|t}function oo(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Me(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),t.length-2),[s,a]=[t[r],t[r+1]];return Oe(s.map((i,c)=>Math.round(
i+(a[c]-i)*(o-r))))})}function ro(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,r=Ae.get(o);if(r)return r;
let[s,a]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Me([s,a].map(c=>c.slice(0,3)));return Ae.set(o,i),i}function jt(t){
for(let e of t.querySelectorAll("canvas"))ve.get(e)?.()}function xt(t,e,n,o,r){let[s,a]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?no:ro(t);(t.width!==a||t.height!==s)&&(t.width=a,t.height=s);
let u=t.getContext("2d"),$=u.createImageData(a,s),g=new Uint32Array($.data.buffer);for(let h=0,b=0;h<s;h++)for(let y=0;y<
a;y++,b++){let d=Math.floor(256*((i[h][y]-o)/(r-o))),f=l[Math.min(255,Math.max(0,d))];g[b]=Number.isNaN(d)?eo:f}u.putImageData(
$,0,0)};ve.set(t,c),c()}function Ne(t){for(;;){let{done:e,value:n}=t.next();if(e)return n}}function _e(t){let e,n=0,o=()=>{let s=performance.now()+
20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(
n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??void 0,o()},stop:r}}function Te(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=so(t);o.append(s);let i=_e(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),jt(s),l();let u=ao(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function so(t){let e=p("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",jt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ao(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Ce=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function I(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var co=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function ot(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=co.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Re(t,e){
t.addEventListener("keydown",n=>{n.key!=="Home"&&n.key!=="End"||(n.preventDefault(),e(n.key==="End",n))})}function Ie(t){let e=p("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),R(n[a],i)})},{node:e})}var Le=0;function Lt({label:t,options:e,change:n}){Le+=1;let o=`mha-choice-${Le}-${Math.random().toString(36).slice(2)}`,
r=p("fieldset",{class:"mha-choice"},p("legend",{},t)),s=e.map(({value:i,text:c})=>{let l=p("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),r.append(p("label",{},l,c)),l});return{node:r,set:i=>{e.forEach((c,l)=>{
s[l].checked=c.value===i})}}}function Pe({label:t,options:e,change:n}){let o=p("div",{"aria-hidden":"true"}),r=e.map((l,u)=>p(
"option",{value:u},l)),s=p("select",{"aria-label":t},...r),a=p("div",{class:"mha-menu"},o,s),i=p("div",{class:"mha-contr\
ol mha-picker"},p("span",{},t),a),c=l=>{s.value=String(l),R(o,e[l])};return s.addEventListener("change",()=>{c(Number(s.
value)),n(Number(s.value))}),{node:i,set:c}}function Fe(...t){let e=p("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,
s=e.scrollWidth-e.clientWidth-r;e.classList.toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),Y(e,{before:`${r}\
px`,after:`${s}px`})};e.addEventListener("scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])
o.observe(r);return e}function J(t,e){let n=p("button",{type:"button"},t);return n.addEventListener("click",e),n}function He({
label:t,size:e,long:n=!1,refuse:o,change:r}){let s={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},a=n?p("\
textarea",{rows:e,...s}):p("input",{type:"text",size:e,...s}),i=p("output",{class:"mha-input-error"}),c=()=>n?a.value:a.
value.trim().toLowerCase(),l=h=>{R(i,h),a.setAttribute("aria-invalid",String(h!==""))};a.addEventListener("input",()=>{let h=c();
l(o(h)),i.textContent||r(h)});let u=p("div",{class:"mha-text-input"},p("label",{},`${t} `,a),i),$="";return{node:u,input:a,
set:h=>{let y=(n?h===$:document.activeElement===a)&&i.textContent!=="";$=h;let d=n?h.replace(/\r\n?/g,`
`):h;y||c()===d||(a.value=d,l(""))},complain:l}}function T(t){return Array.from({length:t},(e,n)=>n)}function rt(t){let e=0;for(let n of t)e+=n;return e}var st=t=>rt(t)/t.length;function Rt(t,e,n=0,o=t.length){let r=0;for(let s=n;s<o;s++)r+=t[s]*e[s];return r}function $t(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var ut=t=>T(t.length).sort((e,n)=>t[n]-t[e]),io=1e-9;function ft(t){let e=$t(t);return T(t.length).filter(n=>e-t[n]<=io*
Math.abs(e))}function We(t,e,n=[]){let o=$t(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<
t.length;a++)n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function wt(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function bt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?wt(t,
3):t.toExponential(1).replaceAll("-","−")}var lo=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,`$1${e}.`);function De(t){return t>=
.995?"1":wt(t).slice(1)}function It(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}function Xe(t){
return t===0||t>=.995?lo(t):It(t,2).replaceAll("-","−").replace(/^(−?)0\./,"$1.")}var Gt=t=>t.toLocaleString("en-US"),
Be={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function Ue(t,e=1e3){let n=Be[e].findLastIndex((s,a)=>t>=
.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?Gt(Math.round(o)):It(o,3)} ${Be[e][Math.max(0,n)]}`}var V=(t,e)=>`“${t[e]}” (${e})`;function Pt(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}
function Kt(t,e,n,o){let r=n<o?`${n} of ${o}`:n===2?"both":`all ${n}`;return`equal ${t}, ${bt(e)}, on ${r} keys`}var uo=3;
function Et(t,e,n,o=""){let r=ft(t);if(r.length===0)return`${o}nothing`;let s=t[r[0]],a=r.length>1;return r.length>uo||a&&
r.length===t.length?Kt(n,s,r.length,t.length):`${o}${fo(r.map(e))} with ${bt(s)}${a?" each":""}`}function qe(t,e){return`${t} ${e}${t===1?"":"s"}`}function fo(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).
join(" and ")}function zt(t,e){if(!t)return"Type at least one character.";let{length:n}=[...t];return n<=e?"":`That is ${Gt(
n)} characters; the limit is ${Gt(e)}.`}function Ft(t){let e=atob(t),n=new Uint8Array(e.length);for(let o=0;o<e.length;o++)n[o]=e.charCodeAt(o);return n}function je(t){
let e=8+Number(new DataView(t).getBigUint64(0,!0)),n=new TextDecoder().decode(new Uint8Array(t,8,e-8)),{__metadata__:o,...r}=JSON.
parse(n),s=a=>r[a].data_offsets.map(i=>e+i);return{about:o,bytes:a=>t.slice(...s(a)),int8:a=>{let[i,c]=s(a);return new Int8Array(
t,i,c-i)}}}var po=6e4;function Ge({shape:[t,e,n,o],type:r,data:s}){let a=Ft(s),i=r==="float32"?new Float32Array(a.buffer):Float32Array.
from(new Uint16Array(a.buffer),u=>u/po),c=T(t*e*n).map(u=>i.subarray(u*o,(u+1)*o)),l=(u,$)=>T(n).map(g=>c[(u*e+$)*n+g]);
return T(t).map(u=>T(e).map($=>l(u,$)))}var D="layer and head",Yt=["previous","next","first","same word","broad"];function Vt(t,e=!0){return`${t==="same word"&&
e?"No word occurs twice here":`No token here has the measure “${t}”`}, so the heads are in the order of ${D}.`}function ho(t){
let e=t.filter(r=>r>0);if(e.length<2)return Number.NaN;let n=rt(e),o=0;for(let r of e)o-=r/n*Math.log(r/n);return o/Math.
log(e.length)}function Ke(t,e,n){let o=e.length===n.length&&e.every((l,u)=>l===n[u]),r=e.length-1,s=e.map((l,u)=>T(n.length).
filter($=>n[$]===l&&!(o&&u===$))),[a,i]=o?[t.slice(1),t.slice(0,r)]:[[],[]],c=T(t.length).filter(l=>s[l].length>0);return{
previous:st(a.map((l,u)=>l[u])),next:st(i.map((l,u)=>l[u+1])),first:st((o?a:t).map(l=>l[0])),"same word":st(c.map(l=>rt(
s[l].map(u=>t[l][u])))),broad:st(t.map(ho).filter(l=>!Number.isNaN(l)))}}function ze(t){return ut(t.map(e=>Number.isNaN(
e)?Number.NEGATIVE_INFINITY:e))}function Ye(t,e){let n=Math.ceil(Math.max(t.length,t[0].length)/e);if(n===1)return t;let o=Math.
ceil(t[0].length/n);return T(Math.ceil(t.length/n)).map(r=>{let s=new Float32Array(o).fill(Number.NEGATIVE_INFINITY);for(let a of t.
slice(r*n,(r+1)*n))for(let i=0;i<a.length;i++){let c=Math.floor(i/n);a[i]>s[c]&&(s[c]=a[i])}return s})}var[mo,go,wo]=[11,6,60],bo=8,yo=32;function xo(t,e){let n=$t(t.map(o=>o.length));return Math.min(wo,go*(n+1))+mo*Math.max(
t.length,e.length)}function Ve(t,e,n){let o=p("canvas",{"aria-hidden":"true"}),r=p("div",{class:"mha-mark",hidden:!0}),s=p(
"div",{class:"mha-framed"}),a=p("div",{class:"mha-picture"},o,r,s),[i,c]=["mha-rows","mha-cols"].map(d=>p("div",{class:d,
"aria-hidden":"true"})),l=p("div",{},i,a,c),u=p("figcaption",{},t),$=p("figure",{class:"mha-map"},u,l),g={rows:e,columns:n},
h=0,b=()=>{$.classList.toggle("mha-crowded",h<xo(g.rows,g.columns))},y=(d,f)=>{g={rows:d,columns:f},a.style.aspectRatio=
`${f.length} / ${d.length}`;let w=Math.max(d.length,f.length)<=yo,m=x=>w?x.map(k=>p("span",{},k)):[];i.replaceChildren(...m(
d)),c.replaceChildren(...m(f)),c.classList.toggle("mha-upright",$t(f.map(x=>x.length))===1),b()};return y(e,n),ke(u,d=>{
h=d,b()}),{node:$,body:l,picture:a,label:y,draw:(d,f,w,m)=>xt(o,d,f,w,m),mark(d){r.hidden=!1,r.style.top=`${100*d/g.rows.
length}%`,r.style.height=`${100/g.rows.length}%`},frame(d){let{rows:f,columns:w}=g;s.replaceChildren(...d.map(({top:m,left:x,
height:k,width:E,kind:v})=>{let M=p("div",{class:v});return M.style.inset=[m,w.length-x-E,f.length-m-k,x].map((N,O)=>`${100*
N/(O%2?w:f).length}%`).join(" "),M}))},onPoint(d,f=!0){let w=({clientX:m,clientY:x})=>{let{rows:k,columns:E}=g,{left:v,top:M,
width:N,height:O}=a.getBoundingClientRect(),_=Math.floor((x-M)/O*k.length),F=Math.floor((m-v)/N*E.length);_ in k&&F in E&&
d([_,F])};f&&a.addEventListener("pointermove",w),a.addEventListener("pointerdown",w)}}}function kt(t,e){t.style.setProperty(
"--mha-hue",e<bo?`var(--mha-head-${e})`:"initial")}function Je(t,e,n,o){let r=p("canvas",{"aria-hidden":"true"});xt(r,[T(
64).map(c=>c/63)],t,0,1);let[s,a,i]=[e,n,o].map(c=>p("span",{},c));return p("div",{class:"mha-bar"},s,r,a,i)}var St=t=>Object.keys(t);function Ze(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function tn(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function en(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Qe(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([g])=>g===c).map(([,g])=>g);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${$o(u.length)}`);let $=l(u[0],i);if($===void 0)return o(`${c} cannot be “${Qe(u[0])}”`);a[c]=$}return{values:a,
wrong:""}}var $o=t=>t===2?"twice":`${t} times`;function Qe(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function Eo(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function Ht(t,e,n=0){let o=Eo(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Wt(t,e){let n=t===""?[]:t.split(",").map(o=>Ht(o,e));
return n.includes(void 0)?void 0:n}var Jt=(t,e)=>e.find(n=>String(n)===t);var At="open",ko=["pointerdown","wheel","touchstart","keydown","hashchange"],So=120,Ao=99,vo=["","localhost","127.0.0.1",
"[::1]"];function on(t,e,n=()=>({})){let o=St(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>Ce(a,...o),u=l(),$=()=>Oo(i,c,e,a.get),g=$();g?.values&&I(a,g.values);let h=t.render({...s,
openedByLink:!!g?.values}),b=i.querySelector(".mha"),y=_o(b),d=To(b,()=>Ze(c,{...l(),...n(a.get),...y.get()})),f=({values:m,
folds:x,wrong:k})=>{let E=k||y.findError(x);I(a,E?u:m),y.open(E?[]:x),d.clear(),d.refuse(E),No(i)},w=()=>{let m=$();m&&f(
m)};g?f(g):document.addEventListener("DOMContentLoaded",w,{once:!0}),addEventListener("hashchange",w);for(let m of o)a.on(
`change:${m}`,d.clear);return()=>{for(let m of o)a.off(`change:${m}`,d.clear);document.removeEventListener("DOMContentLo\
aded",w),removeEventListener("hashchange",w),h()}}}}function Oo(t,e,n,o){let r=tn(location.hash);if(r?.name!==e)return r&&
Mo(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(At),
a={...n,[At]:$=>Wt($,Ao)},{values:i,wrong:c}=en(r.query,s?n:a,o),{[At]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function Mo({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),r=[...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function No(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[So,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of ko)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function _o(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[At]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${At} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function To(t,e){let n=p(
"p",{class:"mha-refused",role:"status"}),o=p("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=p("div",{class:"\
mha-link"},J("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Co(u)){o.append(
"Copied.",...nn(l));return}r=p("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...nn(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function nn(t){if(!vo.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,p("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Co(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var rn=9,Lo=8,Ro=5,[Io,cn]=[4,3],Po=12,[Fo,Ho]=[5,2.5],[Wo,sn]=[12,9];function Bo(t){let e=0;return t.map(({y:n},o)=>(o>
0&&n>t[o-1].y+1&&(e+=1),e))}function an({x:t,width:e},n){let o=n>1?Math.min(Io,Math.max(0,e-2*cn)/(n-1)):0;return T(n).map(
r=>t+e/2+(r-(n-1)/2)*o)}function Do(t,e){let n=0,o=t.map(({width:s},a)=>{let i=n+(a>0?Ro:0)+s/2;return n=i+s/2,i}),r=Math.
min(1,(e-rn-Lo)/n);return o.map(s=>rn+r*s)}function Xo(t,e,n,o){let r=e.x<t.x?-1:1,s=Math.min(Po,n-o,Math.abs(e.x-t.x)/2),
[a,i]=[t,e].map(({x:$,open:g},h)=>g?$:$+(h===0?r:-r)*s),c=t.open?"":`${t.x} ${n}V${o+s}Q${t.x} ${o} `,l=e.open?"":`Q${e.
x} ${o} ${e.x} ${o+s}V${n}`,u={low:Math.min(a,i),high:Math.max(a,i),y:o};return{d:`M${c}${a} ${o}H${i}${l}`,top:u}}function ln(t,e,n,o,r){
let s=Bo(e),a=({position:f})=>Math.abs(f-n),i=[...t].sort((f,w)=>a(f)-a(w)||f.weight-w.weight),c=({position:f})=>Math.sign(
f-n),[l,u,$]=[-1,0,1].map(f=>i.filter(w=>c(w)===f)),g=new Map,h=[...l,...$.toReversed()],b=an(e[n],h.length),y=new Map(h.
map((f,w)=>[f,b[w]]));for(let f of new Set(h.map(w=>w.position))){let w=i.filter(x=>x.position===f),m=an(e[f],w.length);
f<n&&m.reverse(),w.forEach((x,k)=>{g.set(x,{near:y.get(x)??0,far:m[k]})})}u.forEach((f,w)=>{let m=e[n].x+e[n].width/2,x=Math.
min(Fo+Ho*w,e[n].width/2-cn);g.set(f,{near:m-x,far:m+x})});let d=new Map(t.map(f=>[f,[]]));for(let f of[l,u,$])for(let w of new Set(
s)){let m=f.filter(({position:E})=>{let[v,M]=[s[n],s[E]].sort((N,O)=>N-O);return v<=w&&w<=M}),x=Do(m,r),k=e[s.indexOf(w)].
y;m.forEach((E,v)=>{let{near:M,far:N}=g.get(E),[O,_]=[w===s[n],w===s[E.position]],[F,X]=[0,o],U=c(E)<0,tt=Xo({x:O?M:U?X:
F,open:!O},{x:_?N:U?F:X,open:!_},k,k-x[v]);d.get(E)?.push({row:w,...tt})})}return t.map(f=>{let w=d.get(f)??[],m=w.map(E=>E.
d).join(""),k=[...new Set([s[f.position],s[n]])].flatMap(E=>w.filter(v=>v.row===E).map(({top:v})=>v));return{d:m,tops:k}})}
function un({low:t,high:e,y:n},o,r){let s=(t+e)/2,a=Math.max(0,(e-t-o)/2);for(let i=0;sn*Math.ceil(i/2)<=a;i++){let c=s+
sn*Math.ceil(i/2)*(i%2?-1:1);if(r.every(u=>Math.abs(u.x-c)>=(u.width+o)/2||Math.abs(u.y-n)>=Wo))return{x:c,y:n}}return null}var Uo=t=>t<" "?String.fromCharCode(9216+t.charCodeAt(0)):t===""?"␣":"�";function Qt(t){return t.replace(/\n/g,"↵").
replace(/ /g,"·").replace(/\t/g,"→").replace(/\p{Cc}/gu,Uo).replace(/\p{White_Space}/gu,"␣").replace(/\p{Cf}/gu,"�")}
var qo=new Map([[`
`,"newline"],[" ","space"],["	","tab"]]);function fn(t){return(t.match(/\n+|\t+| +|[^\n\t ]+/g)??[]).map(n=>{let o=qo.get(
n[0]);return o?n.length>1?`${n.length} ${o}s`:o:Qt(n)}).join(", ")}var[jo,Go]=[6,.1],[dn,Ko]=[1.5,6.5],zo=.4,[Yo,Vo]=[38,84],Jo=.3,[Qo,Zo]=[5,7],tr=16,Zt=new Map([["head","this head"],["l\
ayer","all heads of its layer"]]),hn=t=>Lt({label:"arcs",options:[...Zt].map(([e,n])=>({value:e,text:n})),change:t}),er=t=>Math.
min(tr,t.length-1-t.lastIndexOf(`
`)),mn=t=>ut(t).slice(0,jo).filter(e=>t[e]>=Go);function nr(t,e,n){let[o,r]=[t.x+t.width/2-n.x,t.y-n.y],[s,a]=[e.x+e.width/
2-n.x,e.y-n.y];if(t===e)return`M${o-5} ${r}C${o-11} ${r-18} ${o+11} ${r-18} ${o+5} ${r}`;if(e.y>t.y+t.height/2){let l=(r+
t.height+a)/2;return`M${o} ${r+t.height}C${o} ${l} ${s} ${l} ${s} ${a}`}if(e.y>=t.y-1){let l=r-Math.min(26,9+.09*Math.abs(
o-s));return`M${o} ${r}C${o} ${l} ${s} ${l} ${s} ${a}`}let i=a+e.height,c=(r+i)/2;return`M${o} ${r}C${o} ${c} ${s} ${c} ${s}\
 ${i}`}var gn=(t,e=!0)=>(dn+(Ko-dn)*t)*(e?1:zo);function or(t,e,n){let o=({head:h,chosen:b})=>b||h===e,r=t.flatMap(h=>mn(
h.row).map(b=>{let y=h.row[b];return{head:h.head,position:b,weight:y,width:gn(y,o(h))}})),s=n(r).map((h,b)=>({...r[b],...h})),
a=r.some(({head:h})=>h===e),i=({head:h,chosen:b})=>h===e?2:b?1:0,c=[...t].sort((h,b)=>i(h)-i(b)),l=(h,...b)=>{let d=gt("\
g",{class:a&&h!==e?"mha-dim":"","data-head":h},...b);return kt(d,h),d},u=c.map(h=>{let y=s.filter(({head:f})=>f===h.head).
map(({d:f,width:w,position:m})=>gt("path",{class:h.chosen?"":"mha-other",d:f,"stroke-width":w,"data-position":m})),d=l(h.
head,...y);return d.classList.toggle("mha-dropped",h.off??!1),d});if(t.length===1)return u;let $=[],g=c.toReversed().flatMap(
h=>{let y=s.filter(({head:f})=>f===h.head).filter(({weight:f})=>f>=Jo||h.head===e),d=Qo+Zo*String(h.head).length;return y.
flatMap(({tops:f})=>f.flatMap(w=>{let m=un(w,d,$);return m?($.push({...m,width:d}),l(h.head,gt("text",m,String(h.head)))):
[]}))});return[...u,...g]}var pn=t=>t.length>1?Vo:Yo;function wn(t,e,n=!0){let o=gt("svg",{"aria-hidden":"true",class:n?
"":"mha-lanes"}),r=p("div"),s=p("div",{class:"mha-chips",role:"group",tabindex:0,"aria-label":"tokens; arrow keys, Home \
and End choose one"},r,o),a=[],i=[],c=[],l=-1,u="",$=d=>{let f=e(),w=a.map(O=>O.getBoundingClientRect()),{x:m,y:x,width:k}=w[f],
E=w.map((O,_)=>({i:_,box:O})).filter(({box:O})=>(O.y-x)*d>1);if(E.length===0)return f;let v=E.at(d>0?0:-1)?.box.y,M=O=>Math.
abs(O.x+O.width/2-m-k/2);return E.filter(({box:O})=>O.y===v).sort((O,_)=>M(O.box)-M(_.box))[0].i};ot(s,(d,f)=>t(f?e()+f:
$(d))),Re(s,d=>t(d?a.length-1:0));let g=d=>{let f=a[e()].getBoundingClientRect();return mn(i).map(w=>{let m=w===e()?f:a[w].
getBoundingClientRect(),x=nr(f,m,d);return gt("path",{d:x,"stroke-width":gn(i[w])})})},h=d=>{let f=a.map(w=>{let{x:m,y:x,
width:k,height:E}=w.getBoundingClientRect();return{x:m-d.x,y:x-d.y,width:k,height:E}});return or(c,l,w=>ln(w,f,e(),d.width,
pn(c)))},b=()=>{if(a.length===0||!s.checkVisibility())return;let d=o.getBoundingClientRect();o.replaceChildren(...n?g(d):
h(d))};new ResizeObserver(b).observe(s);let y=d=>{let f=JSON.stringify(d);if(f===u)return;u=f,a=d.map((m,x)=>{let k=`${n?
fn(m):m}, position ${x}`,E=p("button",{type:"button",tabindex:-1,"aria-label":k});return E.textContent=n||!m.trim()?Qt(m):
m,E.addEventListener("click",()=>t(x)),E});let w=[p("div")];a.forEach((m,x)=>{if(w[w.length-1].append(m),!d[x].includes(
`
`)||x+1===a.length)return;let k=p("div");Y(k,{indent:er(d[x])}),w.push(k)}),r.replaceChildren(...w)};return{node:s,draw(d,f,w,m=[]){
y(d),i=f,c=m,o.classList.toggle("mha-dropped",n&&w),n||(Y(s,{arcs:`${pn(c)}px`}),kt(s,c.find(x=>x.chosen)?.head??0)),a.forEach(
(x,k)=>{x.setAttribute("aria-pressed",String(k===e())),x.classList.toggle("mha-later",n&&k>e()),Y(x,{fill:i[k]})}),b()},
point(d){l!==d&&(l=d,c.length>1&&b())}}}var te=3,rr=5e-4;function bn(t,e){let n=t.map(a=>ft(a)[0]).filter(a=>a!==void 0),o=e.map((a,i)=>n.filter(c=>c===i).length),s=ut(o).filter(
a=>o[a]>0).map(a=>`${o[a]} to ${V(e,a)}`);return`Of ${qe(t.length,"head")}, most weight: ${s.join(", ")}.`}function sr({
row:t,what:e},n){let o=e==="difference"?t.map(Math.abs):t,r=ft(o);if(r.length===0)return{positions:[],words:"NaN"};let s=r.
length>1&&r.length===t.length;if(e!=="difference"&&(s||r.length>te)){let c=Kt(e,t[r[0]],r.length,t.length),l=s?c:`${c}: ${r.
map(u=>n[u]).join(", ")}`;return{positions:[],words:l}}return{positions:ut(o).slice(0,te).filter(c=>e==="score"||o[c]>=rr),
words:"less than 0.001 on every key"}}function ee(t,e,n="mha-screen-reader"){let{positions:o,words:r}=sr(t,e);return o.length===
0?[p("td",{colspan:te},r)]:o.map(s=>{let i=e.indexOf(e[s])!==e.lastIndexOf(e[s])?[p("span",{class:n},` (${s})`)]:[];return p(
"td",{},e[s],...i,` ${bt(t.row[s])}`)})}function ne(t,e){let n=p("table",{class:"mha-keys","aria-label":"top keys"}),o=[],
r=({title:a,row:i,what:c,chosen:l},u,$)=>{let g=p("span",{class:"mha-swatch","aria-hidden":"true"}),h=Et(i,y=>V(t,y),c),
b=p("button",{type:"button","aria-pressed":String(l),"aria-description":h},g,a);return b.tabIndex=l?0:-1,b.addEventListener(
"click",()=>$.choose(u)),b},s=a=>{let i=o.indexOf(document.activeElement),c=a.length>1?e:void 0;o=c?a.map((u,$)=>r(u,$,c)):
[];let l=a.map((u,$)=>{let g=p("th",{scope:"row"},o[$]??u.title),h=p("tr",{class:u.chosen&&"mha-chosen"});return o[$]&&kt(
h,$),h.append(g,...ee(u,t)),h});n.replaceChildren(...l),o[i]?.focus({preventScroll:!0})};return e&&ar(n,()=>o,e),{node:n,
draw:s}}function ar(t,e,{choose:n,point:o}){let[r,s]=[-1,-1],a=()=>o(r>=0?r:s),i=c=>{let l=c instanceof Element?c.closest(
"tr"):null;return l&&e().length>0?[...t.rows].indexOf(l):-1};t.addEventListener("pointerover",({target:c})=>{r=i(c),a()}),
t.addEventListener("pointerleave",()=>{r=-1,a()}),t.addEventListener("focusin",({target:c})=>{s=c instanceof Element&&c.
matches(":focus-visible")?i(c):-1,a()}),t.addEventListener("focusout",()=>{s=-1,a()}),t.addEventListener("click",({target:c})=>{
let l=c instanceof Element&&c.closest("button"),u=i(c);u>=0&&!l&&n(u)}),ot(t,c=>e()[i(document.activeElement)+c]?.focus(
{preventScroll:!1}),!1)}function yn(t){let e=null,n=a=>{try{return a()}catch{return null}},o=()=>e??n(()=>localStorage.getItem(t)),r=a=>{e=a,n(()=>a?
localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:o,set:r,read:a=>{let i=o();if(i===null)return null;let l=i.
length<=1e5?n(()=>JSON.parse(i)):null;return l!==null&&a(l)?l:(r(null),null)}}}var Ot=8,oe=200,vt=-1;function cr(t,e){let n=(a,i)=>typeof a=="string"&&[...a].length<=i;if(typeof t!="object"||t===null)
return!1;let{claim:o,sentences:r,places:s}=t;return n(o,oe)&&Array.isArray(r)&&r.length<=Ot&&new Set(r).size===r.length&&
r.every(a=>a!==""&&n(a,e))&&(s===void 0||Array.isArray(s)&&s.length===r.length&&s.every(a=>Number.isInteger(a)&&a>=vt))}
function xn(t,e){let n=e?yn(`sentences ${e}`):null,o=n?.read(l=>cr(l,t))??null,r=o?.claim??"",s=new Map(o?.sentences.map(
l=>[l,null])),a=new Map;o?.sentences.forEach((l,u)=>{let $=o.places?.[u]??vt;$>vt&&a.set(l,$)});let i=()=>r===""&&s.size===
0,c=()=>{let l=[...s.keys()],u=g=>a.get(g)??vt,$={claim:r,sentences:l,places:l.map(u)};n?.set(i()?null:JSON.stringify($))};
return{isStored:n!==null,isEmpty:i,isFull:()=>s.size>=Ot,sentences:s,places:a,claim:()=>r,setClaim(l){r=l,c()},keep(l,u){
s.size>=Ot||(s.set(l.text,l),a.set(l.text,u),c())},pin(l,u){u>vt?a.set(l,u):a.delete(l),c()},remove(l){s.delete(l),a.delete(
l),c()},unread:()=>[...s].flatMap(([l,u])=>u?[]:[l]),fill(l){s.get(l.text)===null&&s.set(l.text,l)}}}var Z="to word",W="change",dt=[Z,W],pt=new Map([[D,D],["previous","previous"],["next","next"],["first","[CLS]"],["last",
"[SEP]"],["same word","same word"],["broad","broad"],["effect","effect"],[Z,""],[W,"change of this weight"]]),ir=[...Yt.
slice(0,3),"last",...Yt.slice(3)],Mt=[...ir,"effect"];function Bt(t,e){let n=e.length-1;return{...Ke(t,e,e),last:st(t.slice(
0,n).map(o=>o[n]))}}var re=(t,e)=>ze(e===W?t.map(Math.abs):t),se=(t,e)=>Rt(t,e),En=(t,e,n)=>t.map((o,r)=>o.map((s,a)=>{let i=u=>e[r][a][u]>
0?n[r][a][u]/e[r][a][u]:1,c=Float64Array.from(s,(u,$)=>u*i($)),l=rt([...s])/rt([...c]);return Float32Array.from(c,u=>u*l)})),
ae=t=>t<1&&t>.9999?"above 0.9999":wt(t,4),Q=t=>`“${t}”`,kn=["[CLS]","[SEP]"],$n=t=>!kn.includes(t)&&/[\p{L}\p{N}]/u.
test(t);function ce({tokens:t,weights:e},n,o){let r=e[0].length,s=e[Math.floor(n/r)][n%r][o],a=Pt(n,r,e.length),i=h=>V(t,
h),c=Et(s,i,"weight","most to "),l=ft(s),u=l.length>0&&l.every(h=>kn.includes(t[h])),$=s.map((h,b)=>$n(t[b])?h:Number.NEGATIVE_INFINITY),
g=u&&t.some($n)?`, of the words ${Et($,i,"weight","most to ")}`:"";return`From ${V(t,o)}, ${a} attends ${c}${g}.`}var G=(t,e)=>T(
t.length).filter(n=>t[n]===e);function at(t,e){let n=t[e];return{word:n,nth:G(t,n).indexOf(e)}}function ht(t,{word:e,nth:n}){
let o=G(t,e);return o[n]??o[0]??-1}function Sn(t,e){let{word:n,nth:o}=at(t,e),{length:r}=G(t,n),s=V(t,e);return r>1?`${s}\
, number ${o+1} of ${r}`:s}function Nt(t,e,n){let o=G(t,n);return o.length>0?rt(o.map(r=>e[r])):Number.NaN}function ie(t,e,n){
let{length:o}=G(t,n),r=bt(Nt(t,e,n));return o>1?`${r} on ${o>2?`all ${o}`:"both"}`:r}function An({tokens:t,weights:e},n,o,r){
return G(t,r).length===0?"":`To “${r}”: ${ie(t,e.flat()[n][o],r)}.`}function vn(t,e,n){let o=ht(t.tokens,e);if(o<0)return"";
let r=ce(t,n,o);return`In ${Q(t.text)}: ${r[0].toLowerCase()}${r.slice(1)}`}function On(t,e,{nHeads:n,nLayers:o}){if(t.length===
0)return"";let r=[...t].sort((a,i)=>a-i).map(a=>Pt(a,n,o)),s=r.length>3?`these ${r.length} heads`:r.join("; ");return e===
null?`To compute the sentence without ${s}, load the model.`:`Without ${s}, the sentence's vector has a cosine of ${ae(e)}\
 with the whole one.`}function le(t){let e=wt(t);return Number(e)===0?"0":`${t>0?"+":""}${e.replace(/^(−?)0/,"$1")}`}function ue(t,e){
return t===W?le(e):t==="effect"?It(e,2):wt(e)}var Mn=(t,e,n)=>`the weight from ${t} in ${Q(e)} minus that in ${Q(n)}`,Nn=(t,e,n)=>t.
find(({tokens:o})=>ht(o,e)>=0&&o.includes(n))??null,fe=(t,e,n)=>`“${t[e]}” to “${n}”`,_n=(t,e)=>t==="same word"&&
new Set(e).size===e.length?Vt(t):"";function Tn(t,e,n,o=pt.get(t)){if(e.length===0)return t===D?`Sorted by ${o}.`:Vt(t);
let[r]=re(e,t),s=Pt(r,n,e.length/n);return`Sorted by ${o}: first ${s}, with ${ue(t,e[r])}.`}var Cn=(t,e)=>T(t).map(()=>T(
e).map(n=>`head ${n}`));var lr=`${Ot} sentences are kept, and there is no room for more. Remove one to keep this one.`,ur="Your claim and your s\
entences stay in this browser.",fr="Your claim and your sentences stay until this page is closed.",dr="Load the model to\
 see this sentence.",pr="choose a word",hr="the chosen word";function mr(t,e,{whole:n,query:o,chosen:r,wanted:s},a){let i=new Map(
t.map(c=>[c.text,c]));for(let[c,l]of e.sentences)i.set(c,l);return i.set(n.text,n),[...i].map(([c,l])=>{let u=l?ht(l.tokens,
r):-1,$=c===n.text?o:a(c)??-1,g=e.places.get(c)??-1,h=l!==null&&g in l.tokens,b=u<0&&l?$:u;return{text:c,sentence:l,place:h?
g:b,has:u>=0,own:h,kept:e.sentences.has(c),shown:s&&c===n.text}})}function gr(t,e,n,o,r){let s=e.map((c,l)=>p("option",{
value:l},V(e,l))),a=o?[p("option",{value:-1},o),...s]:s,i=p("select",{class:"mha-words","aria-label":t},...a);return i.value=
String(n),i.addEventListener("change",()=>r(Number(i.value))),i}function wr(t,e){let o=p("input",{type:"text",size:40,maxlength:oe,
autocomplete:"off"});return o.value=t.claim(),o.addEventListener("input",()=>{t.setClaim(o.value),e()}),p("label",{class:"\
mha-claim"},p("span",{},"My claim"),o)}function Ln(t,e,{show:n,chooseIn:o,chosenIn:r,redraw:s}){let a,i=0,c=p("caption"),
l=p("tbody"),u=J("keep this sentence",()=>{e.keep(a,i),o(a.text,i)}),$=p("p",{class:"mha-note"},lr),g=p("p",{class:"mha-\
note"},e.isStored?ur:fr),h=wr(e,()=>f()),b=p("div",{},p("table",{},c,l)),y=p("div",{class:"mha-comparison"},h,b,g),d=()=>[
...y.querySelectorAll("button, select")],f=()=>{g.hidden=e.isEmpty()},w=(k,E,v,M)=>{let{text:N,sentence:O,place:_,has:F,
own:X}=k,{tokens:U,weights:tt}=O,K=[],Xt=et=>{k.kept&&e.pin(N,et),o(N,et)},_t=(et,Ct,Ut)=>{let qt=gr(Ct,U,_,Ut,Xt);K.push(
p("tr",{},p("td",{colspan:4},`${et} `,qt)))};if(X)_t("its own word:",`own word of ${Q(N)}`,hr);else if(!F){let et=`no “${v}\
” in ${Q(N)}: from`;_t(`no “${v}” here; from`,et,_<0?pr:"")}if(_<0)return K;let yt=tt.flat()[E][_],it=ee({title:N,
row:yt,what:"weight"},U,"mha-position"),lt=p("th",{scope:"row"},`from ${Sn(U,_)}`);if(K.push(p("tr",{},lt,...it)),G(U,M).
length===0)return K;let Tt=p("td",{colspan:3},ie(U,yt,M));return[...K,p("tr",{},p("th",{scope:"row"},`to “${M}”`),Tt)]},
m=(k,E,v,M)=>{let{text:N,sentence:O,shown:_}=k,F=J(N,()=>{_||n(N)});_&&F.setAttribute("aria-current","true");let X=p("th",
{scope:"rowgroup",colspan:4},F);if(k.kept){let tt=J("remove",()=>{e.remove(N),s()});tt.setAttribute("aria-label",`remove\
 ${Q(N)}`),X.append(" ",tt)}let U=O?w({...k,sentence:O},E,v,M):[p("tr",{},p("td",{colspan:4},dr))];return[p("tr",{},X),...U]};
return{node:y,draw:(k,E,v)=>{a=k.whole,i=k.query,k.wanted&&e.fill(a);let M=d().indexOf(document.activeElement),N=a.weights[0].
length,O=`Head ${Math.floor(E/N)}.${E%N}`;R(c,`${O} in each sentence${k.off.length>0?", with all heads on":""}`);let _=mr(
t,e,k,r);l.replaceChildren(..._.flatMap(X=>m(X,E,k.chosen.word,v))),u.remove(),$.remove();let F=e.sentences.has(a.text)||
t.includes(a);k.wanted&&!F&&b.append(e.isFull()?$:u),f(),M>=0&&(d()[M]??d().at(-1))?.focus({preventScroll:!0})}}}var Rn=[3.1611237438705655,113.86415415105016,377.485237685302,3209.3775891384694],br=[23.601290952344122,244.02463793444417,
1282.6165260773723],yr=[.5641884969886701,8.883149794388377,66.11919063714163,298.6351381974001,881.952221241769,1712.0476126340707,
2051.0783778260716],xr=[15.744926110709835,117.6939508913125,537.1811018620099,1621.3895745666903,3290.7992357334597,4362.619090143247,
3439.3676741437216];function $r(t){let e=Math.abs(t);if(e>4)return Math.sign(t);if(e<=.46875){let s=t*t,[a,i]=[.18577770618460315*
s,s];for(let c=0;c<3;c++)a=(a+Rn[c])*s,i=(i+br[c])*s;return t*(a+Rn[3])/(i+2844.236833439171)}let[n,o]=[2153115354744038e-23*
e,e];for(let s=0;s<7;s++)n=(n+yr[s])*e,o=(o+xr[s])*e;let r=Math.exp(-e*e)*(n+1230.3393547979972)/(o+1230.3393548037495);
return Math.sign(t)*(1-r)}function In(t){for(let e=0;e<t.length;e++)t[e]*=(1+$r(t[e]*Math.SQRT1_2))/2}var Er=1e-12,de=4,kr=256;function Fn(t){let{about:e,bytes:n,int8:o}=je(t),r=JSON.parse(e.sizes),s=c=>new Float32Array(n(
c)),a=c=>({weight:s(`${c}.weight`),bias:s(`${c}.bias`)}),i=c=>({whole:o(`${c}.weight`),scales:s(`${c}.weight scale`),bias:s(
`${c}.bias`)});return{sizes:r,vocabulary:e.vocabulary.split(`
`),words:o("word_embeddings.weight"),wordScales:s("word_embeddings.weight scale"),positions:s("position_embeddings.weigh\
t"),kinds:s("token_type_embeddings.weight"),norm:a("LayerNorm"),layers:T(r.n_layers).map(c=>({query:i(`layer.${c}.attent\
ion.self.query`),key:i(`layer.${c}.attention.self.key`),value:i(`layer.${c}.attention.self.value`),output:i(`layer.${c}.\
attention.output.dense`),afterAttention:a(`layer.${c}.attention.output.LayerNorm`),widen:i(`layer.${c}.intermediate.dens\
e`),narrow:i(`layer.${c}.output.dense`),afterMlp:a(`layer.${c}.output.LayerNorm`)}))}}function*Dt(t,{whole:e,scales:n,bias:o}){
let r=n.length,s=e.length/r,a=new Float64Array(t.length/s*r),i=new Float64Array(s),c=new Float64Array(s);for(let l=0;l<r;l+=
2){l>0&&l%kr===0&&(yield),Pn(e,l*s,i),Pn(e,(l+1)*s,c),Sr(t,s,i,c,a,r,l);for(let u=l;u<a.length;u+=r)a[u]=a[u]*n[l]+o[l],
a[u+1]=a[u+1]*n[l+1]+o[l+1]}return a}function Pn(t,e,n){for(let o=0;o<n.length;o++)n[o]=t[e+o]}function Sr(t,e,n,o,r,s,a){
for(let i=0,c=a;i<t.length;i+=de*e){let l=i+e,u=l+e,$=u+e,g=0,h=0,b=0,y=0,d=0,f=0,w=0,m=0;for(let x=0;x<e;x++){let k=n[x],
E=o[x],v=t[i+x],M=t[l+x],N=t[u+x],O=t[$+x];g+=k*v,h+=k*M,b+=k*N,y+=k*O,d+=E*v,f+=E*M,w+=E*N,m+=E*O}r[c]=g,r[c+1]=d,c+=s,
r[c]=h,r[c+1]=f,c+=s,r[c]=b,r[c+1]=w,c+=s,r[c]=y,r[c+1]=m,c+=s}}function pe(t,e,{weight:n,bias:o}){let r=n.length;for(let s=0;s<
t.length;s+=r){let a=0;for(let u=0;u<r;u++)t[s+u]+=e[s+u],a+=t[s+u];let i=a/r,c=0;for(let u=0;u<r;u++)c+=(t[s+u]-i)**2;let l=1/
Math.sqrt(c/r+Er);for(let u=0;u<r;u++)t[s+u]=(t[s+u]-i)*l*n[u]+o[u]}}function Ar({sizes:t,words:e,wordScales:n,positions:o,
kinds:r,norm:s},a){let i=t.d_model,c=Math.ceil(a.length/de)*de,l=new Float64Array(c*i);for(let[u,$]of a.entries())for(let g=0;g<
i;g++)l[u*i+g]=e[$*i+g]*n[$]+o[u*i+g]+r[g];return pe(l,new Float64Array(l.length),s),l}function vr([t,e,n],{n_heads:o,d_model:r},s,a){
let i=r/o,c=new Float64Array(t.length),l=new Float64Array(s);return{weights:T(o).map($=>T(s).map(g=>{let h=g*r+$*i;for(let y=0;y<
s;y++){let d=y*r+$*i,f=0;for(let w=0;w<i;w++)f+=t[h+w]*e[d+w];l[y]=f/Math.sqrt(i)}let b=We(l,new Float64Array(s));for(let y=0;y<
s&&!a($);y++){let d=y*r+$*i;for(let f=0;f<i;f++)c[h+f]+=b[y]*n[d+f]}return Float32Array.from(b)})),averages:c}}function Or(t,e,n){
let o=new Float64Array(n);for(let s=0;s<e*n;s++)o[s%n]+=t[s];let r=Math.sqrt(Rt(o,o));return o.map(s=>s/r)}function he(t){
let{sizes:e,layers:n}=t,o={weights:[],vector:new Float64Array},r={sentence:"",states:[],reading:o},s={sentence:"",off:"",
reading:o};return function*(a,i=[]){let c=a.length,l=a.join();if(i.length===0&&r.sentence===l)return r.reading;if(s.sentence===
l&&s.off===i.join())return s.reading;let u=i.length>0?Math.floor(Math.min(...i)/e.n_heads):0,$=r.sentence===l?u:0,g=$>0?
r.states[$].slice():Ar(t,a),h=r.states.slice(0,$),b=r.reading.weights.slice(0,$);for(let[d,f]of n.entries()){if(d<$)continue;
h.push(g.slice());let w=[];for(let k of[f.query,f.key,f.value])w.push(yield*Dt(g,k)),yield;let m=vr(w,e,c,k=>i.includes(
d*e.n_heads+k));b.push(m.weights),yield,pe(g,yield*Dt(m.averages,f.output),f.afterAttention),yield;let x=yield*Dt(g,f.widen);
In(x),yield,pe(g,yield*Dt(x,f.narrow),f.afterMlp),yield}let y={weights:b,vector:Or(g,c,e.d_model)};return i.length===0?r=
{sentence:l,states:h,reading:y}:s={sentence:l,off:i.join(),reading:y},y}}var Mr=/(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;var Nr=t=>t>=19968&&t<=40959||t>=13312&&t<=19903||t>=131072&&t<=173791||t>=173824&&t<=177983||t>=177984&&t<=178207||t>=178464&&
t<=183983||t>=63744&&t<=64255||t>=194560&&t<=195103;function _r(t){return/[\t\n\r]/.test(t)?" ":t==="�"||/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.
test(t)?"":/\p{White_Space}/u.test(t)?" ":Nr(t.codePointAt(0)??0)?` ${t} `:t}function Tr(t){let n=Array.from(t,_r).join(
"").normalize("NFD").replace(/\p{Mn}/gu,"");return Array.from(n,r=>r.toLowerCase()).join("").match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu)??
[]}function Hn(t){let e=new Map(t.map((r,s)=>[r,s])),n=r=>e.get(r),o=r=>{let s=Array.from(r),a=[];if(s.length>100)return[
n("[UNK]")];for(let i=0;i<s.length;){let c=s.length,l=()=>(i>0?"##":"")+s.slice(i,c).join("");for(;c>i&&!e.has(l());)c--;
if(c===i)return[n("[UNK]")];a.push(n(l())),i=c}return a};return{encode(r){let s=r.split(Mr).flatMap((a,i)=>i%2?[n(a)]:Tr(
a).flatMap(o));return[n("[CLS]"),...s,n("[SEP]")]},piece:r=>t[r]}}function Wn(t){let e=Fn(t),n=Hn(e.vocabulary),o=he(e),r=he(e);return{...n,read:o,readOther:r}}function*Bn(t,e,n){let o=me(
t,e,n),{weights:r}=yield*t.readOther(o);return{text:e,tokens:o.map(t.piece),weights:r}}function me({encode:t},e,n){let o=t(
e),r=o.at(-1);return o.length>n?[...o.slice(0,n-1),r]:o}function*Cr(t,e,n,o){let r=me(t,e,o),s=yield*t.read(r),a=n.length>
0?yield*t.read(r,n):s,i=r.map(t.piece);return{sentence:{text:e,tokens:i,weights:a.weights},whole:{text:e,tokens:i,weights:s.
weights},changed:se(s.vector,a.vector)}}function Lr(t,e,n,o){let r=ht(t,e);if(r>=0)return r;let s=t.length-1;return o!==
void 0&&o<=s?o:n>=s&&s>1?s-1:Math.min(n,s)}function Dn(t,e){let n=new Map,o=({text:g,tokens:h,weights:b})=>(n.has(g)||n.
set(g,{text:g,tokens:h,weights:Ge(b)}),n.get(g)),r=new WeakMap,s=!0,a=new Map,i={sentence:o(t[0]),whole:o(t[0]),before:null,
asked:0,query:0,chosen:at(t[0].tokens,0),off:[],changed:null,wanted:!0},c={text:"",values:[]},l=(g,h,b,y)=>{let d=r.get(
b.weights);if(!d){let f=Math.floor(Math.min(...y)/g.weights[0].length),w=g.weights.map((m,x)=>x>f?En(m,h.weights[x],b.weights[x]):
m);d={...g,weights:w},r.set(b.weights,d)}return d};function*u(g,h,b){let y=t.find(m=>m.text===g),d=y!==void 0||b!==null,
f=o(y??t[0]),w=y&&h.length===1?y.without[h[0]]:null;if(b&&(!y||h.length>0)){let m=yield*Cr(b,g,h,e);return y?{sentence:l(
f,m.whole,m.sentence,h),whole:f,changed:w??m.changed,wanted:d}:{...m,wanted:d}}return{sentence:f,whole:f,changed:w,wanted:d}}
let $=g=>{let{whole:h,before:b,query:y}=i;if(!h.tokens.includes(g))return null;let d=t.map(o).filter(({text:f})=>f!==h.text);
return Nn(b?[b,...d]:d,at(h.tokens,y),g)};return{now:()=>i,findOther:$,effects:()=>c.values,countUnknown:()=>c.values.filter(
Number.isNaN).length,precomputed:t.map(o),choose(){s=!0},chooseIn(g,h){h<0?a.delete(g):a.set(g,h)},chosenIn:g=>a.get(g),
*compute(g,h){let b=g("off"),y=yield*u(g("text"),b,h),{sentence:d}=y,f=t.findIndex(({text:M})=>M===d.text);if(c.text!==d.
text){let M=d.weights.flat().length,N=t[f]?.without??Array(M).fill(Number.NaN);c={text:d.text,values:N.map(O=>1-O)}}let w=t[f<
0?0:f-1],m=w?o(w):null,x=g("query");x!==i.asked&&(s=!0);let k=Math.min(x,d.tokens.length-1),E=s?at(d.tokens,k):i.chosen;
y.wanted&&(s=!1);let v=Lr(d.tokens,E,x,a.get(d.text));i={...y,before:m,asked:v===k?x:v,query:v,chosen:E,off:b}},*computeEffects(g,h,b){
let{text:y,values:d}=c,f=g.filter(x=>Number.isNaN(d[x]));if(!h||f.length===0)return;let w=me(h,y,e),{vector:m}=yield*h.read(
w);for(let[x,k]of f.entries()){b?.(f.length-x);let E=yield*h.read(w,[k]);d[k]=1-se(m,E.vector)}},measure(g,h){if(g==="ef\
fect")return c.values;if(g===W){let f=$(h);if(!f)return[];let{whole:w,query:m}=i,x=ht(f.tokens,at(w.tokens,m)),k=f.weights.
flat().map(E=>Nt(f.tokens,E[x],h));return w.weights.flat().map((E,v)=>Nt(w.tokens,E[m],h)-k[v])}let{tokens:b,weights:y}=i.
sentence;if(g===Z)return G(b,h).length===0?[]:y.flat().map(f=>Nt(b,f[i.query],h));let d=y.flat().map(f=>Bt(f,b)[g]);return d.
every(Number.isNaN)?[]:d}}}var Rr=48,Xn=3;function Un(t,e){let n=t[0].length,o=t.flatMap((b,y)=>b.map((d,f)=>{let w=p("canvas",{"aria-hidden":"true"}),
m=p("span"),x=p("button",{type:"button",role:"radio"},w,m);return x.addEventListener("click",()=>e(y,f)),{layer:y,head:f,
title:d,canvas:w,value:m,button:x}})),r=p("div",{class:"mha-overview",role:"radiogroup","aria-label":"heads"});Y(r,{heads:n});
let[s,a]=[n,t.length].map(b=>T(b).map(y=>p("span",{class:"mha-number","aria-hidden":"true"},String(y)))),i=p("span",{class:"\
mha-number","aria-hidden":"true"},"layer"),c=Fe(r),l=T(o.length),u=0,$={isSorted:!1,measures:[]},g=[],h=()=>{o.forEach(({
layer:b,title:y,button:d},f)=>{let w=g.includes(f),m=`layer ${b}, ${y}${w?", off":""}`;d.title=m,d.setAttribute("aria-la\
bel",$.isSorted?`${m}, ${$.measures[f]}`:m),d.classList.toggle("mha-off",w)})};return ot(r,(b,y)=>{let d=o[l[0]].button.
offsetTop,f=l.filter(E=>o[E].button.offsetTop===d).length,w=l.indexOf(u)+b*f+y;if(!(w in l))return;let{layer:m,head:x,button:k}=o[l[w]];
e(m,x),k.focus()}),{node:c,*paint(b,y){for(let{layer:d,head:f,canvas:w}of o)xt(w,Ye(b[d][f],Rr),...y),yield},sort(b,y=[],d=De){
l=b??T(o.length),r.classList.toggle("mha-sorted",b!==void 0);let f=o.map((k,E)=>Number.isNaN(y[E])?"–":d(y[E]??0));o.forEach(
({layer:k,head:E,value:v},M)=>{R(v,b?`${k}.${E}
${f[M]}`:"")}),$={isSorted:b!==void 0,measures:f},h();let w=l.map(k=>o[k].button),m=a.map((k,E)=>[k,...w.slice(E*n,(E+1)*
n)]),x=w.find(k=>k===document.activeElement);r.replaceChildren(...b?w:[i,...s,...m.flat()]),x?.focus({preventScroll:!0})},
crossOut(b){g=b,h()},scrollToTop(){c.scrollTop=0},reveal(){let b=c.getBoundingClientRect(),{top:y,bottom:d}=o[u].button.
getBoundingClientRect(),[f,w]=[y-Xn-b.top,d+Xn-b.bottom];f<0?c.scrollTop+=f:w>0&&(c.scrollTop+=w)},choose(b,y){u=b*n+y,o.
forEach(({button:d},f)=>{d.setAttribute("aria-checked",String(f===u)),d.tabIndex=f===u?0:-1})}}}var Ir="Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP]\
 (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get eq\
ual weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";function qn(t,e){let n=e[0].
length,o=Un(e,(m,x)=>I(t,{head:m*n+x})),r=Lt({label:"order",options:[...pt].map(([m,x])=>({value:m,text:x})),change:m=>I(
t,{sort:m})}),s=[...r.node.children].slice(-dt.length),a=p("span"),i=Ve(a,[],[]),c=p("div",{role:"group",tabindex:0},i.node),
l=Mt.map(m=>pt.get(m)),u=Se("This head",[],l),$=p("summary",{},"what is measured"),g=p("details",{class:"mha-more"},$,Ir),
h=p("div",{},u.node,g),b=p("div",{},o.node,c,h),y=p("p",{class:"mha-note"}),d=p("p",{class:"mha-note"}),f=p("div",{class:"\
mha-gallery"},r.node,d,y,b),w=null;return{node:f,reveal:()=>o.reveal(),group:c,map:i,wait(m){y.hidden=m===0,R(y,m>0?`Com\
puting the effects of ${m} heads …`:"")},drawHead([m,x],k,E,v){let M=v.includes(m*n+x);R(a,`layer ${m}, head ${x}${M?"\
, off":""}`),c.setAttribute("aria-label",`${a.textContent}; arrow up and down choose the query`),o.crossOut(v),i.draw(k,
"weights",0,1),i.mark(E),o.choose(m,x)},drawMeasures(m){let x=(k,E)=>Number.isNaN(k)?E==="effect"?"…":"–":ue(E,k);u.
draw(m.map((k,E)=>[x(k,Mt[E])]),m.map(k=>Math.min(1,Math.max(0,k||0))))},*paint(m){w!==m&&(w=null,yield*o.paint(m,["weig\
hts",0,1]),w=m)},chooseOrder(m,x,k){R(d,k),d.hidden=k==="",s.forEach((E,v)=>{x[v]===""?E.remove():(E.lastChild?.replaceWith(
x[v]),E.parentNode!==r.node&&r.node.append(E))}),r.set(m)},sort(m,x,k=!1){let v=x===W?le:x==="effect"||x===Z?Xe:void 0;m.
length>0?o.sort(re(m,x),m,v):o.sort(),k&&m.length>0?o.scrollToTop():o.reveal()}}}function jn(t){return new Promise((e,n)=>{let o=document.createElement("script");o.src=`${document.documentElement.dataset.
content_root??""}_static/models/${t}.js`,o.onload=()=>{o.remove(),e()},o.onerror=()=>{o.remove(),n(new Error("no such sc\
ript"))},document.head.append(o)})}var ct=globalThis;function Gn(){let t=document.querySelector('meta[name="mha-sentence-model"]');if(!t)return null;let[e,
n,o]=(t.getAttribute("content")??"").split(" ");return{name:e,parts:Number(n),bytes:Number(o)}}var Kn=({bytes:t})=>Math.
ceil(t/3)*4;async function Pr({name:t,parts:e,bytes:n},o){let r=new Uint8Array(n);ct.bookModels??={};for(let s=0,a=0;s<e;s++){
let i=`${t}/${s}`;await jn(i);let c=Ft(ct.bookModels[i]??"");delete ct.bookModels[i],r.set(c,a),a+=c.length,o((s+1)/e)}return r.
buffer}async function zn(t,e){if(ct.bookEncoders??={},!ct.bookEncoders[t.name]){let o=new Set,r=Pr(t,s=>{for(let a of o)
a(s)});ct.bookEncoders[t.name]={file:r,listeners:o}}let n=ct.bookEncoders[t.name];n.listeners.add(e);try{return await n.
file}catch(o){throw delete ct.bookEncoders[t.name],o}finally{n.listeners.delete(e)}}var Fr=100,Hr="your own",Wr="The model is ready. Type a sentence of your own.",Br="The model could not be loaded. The pr\
ecomputed sentences still work.",ge="The effects of all heads in this sentence are being computed.",Dr="Only precomputed\
 sentences are here, because this page was made without the model. In a book that was built with it, you can also type y\
our own sentence.";function we(t){let[e,n]=t("sentences")[0].weights.shape;return{nLayers:e,nHeads:n,all:e*n}}var be={text:(t,e)=>zt(
t,e("max_characters"))?void 0:t,query:(t,e)=>Ht(t,e("max_tokens")),head:(t,e)=>Ht(t,we(e).all),off:(t,e)=>Wt(t,we(e).all),
sort:t=>Jt(t,[...pt.keys()]),arcs:t=>Jt(t,[...Zt.keys()]),to:t=>[...t].length<=Fr?t:void 0};function Xr(t,e,n){let o=t.get(
"sentences").map(({text:l})=>l),r="",s=Pe({label:"sentence",options:n?[Hr,...o]:o,change:l=>{let u=n?l-1:l;a.complain(""),
I(t,{text:u<0?r||t.get("text"):o[u]}),c(),u<0&&a.input.focus()}}),a=He({label:"or type your own",size:2,long:!0,refuse:e,
change:l=>{r=l,I(t,{text:l})}}),i=p("div",{class:"mha-sentence-input"},s.node);n&&i.append(a.node);let c=()=>{let l=t.get(
"text"),u=o.indexOf(l);s.set(n?u+1:Math.max(0,u)),a.set(l)};return{node:i,set:c,input:a}}function Ur(t){let e=p("select",
{class:"mha-words","aria-label":"weight to"});e.addEventListener("change",()=>{let o=e.value,r=t.get("sort");o?I(t,{to:o,
sort:r===W?W:Z}):I(t,{to:o,sort:dt.includes(r)?D:r})});let n="";return{node:p("label",{class:"mha-to"},"weight to ",e),draw(o,r){
let s=[...new Set(o)],a=JSON.stringify([s,r]);if(n===a)return;n=a;let i=r!==""&&!s.includes(r),c=s.map(l=>p("option",{value:l},
l));i&&c.push(p("option",{value:r},`${r} (not here)`)),e.replaceChildren(p("option",{value:""},"any word"),...c),e.value=
r}}}function qr(t,e){let n=Ue(Kn(t)),o=p("button",{type:"button"},`Load the model: ${n}, once`),r=p("progress",{max:1,value:0,
"aria-label":"loaded"}),s=p("div",{role:"status"});r.hidden=!0;let a=p("div",{class:"mha-load"},o,r),i=p("div",{},a,s),c=!1;
return o.addEventListener("click",async()=>{if(!c){c=!0,r.hidden=!1,R(s,"loading …");try{let l=await zn(t,g=>{r.value=
g}),u=Wn(l),$=document.activeElement===o;a.remove(),R(s,Wr),e(u,$)}catch{r.hidden=!0,R(s,Br)}c=!1}}),{node:i,status:s}}function jr(t,e){
let n=J("",()=>{let[a,i]=[t.get("off"),t.get("head")],c=e()?a.filter(l=>l!==i):[];I(t,{off:a.includes(i)?c:[...c,i]})}),
o=J("all on",()=>{I(t,{off:[]}),n.focus({preventScroll:!0})}),r=p("div",{class:"mha-cost"},n);return{node:r,draw:(a,i)=>{
let c=a.includes(i);R(n,c?"switch this head on":"switch this head off"),n.setAttribute("aria-pressed",String(c)),a.length>
0?r.append(o):o.remove()}}}function Gr(t){let e=p("p",{class:"mha-layer-title"}),n=ne([]);return{node:p("div",{class:"mh\
a-layer-heads"},e,n.node),label(r){let s=ne(r,t);n.node.replaceWith(s.node),n=s},draw(r,s){R(e,r),n.draw(s)}}}function Kr(t,e){
let n=p("summary",{},p("b",{},`all ${t} heads`)),o=p("details",{class:"mha-more mha-all-heads"},n);Object.assign(o.style,
{color:"inherit",fontSize:"inherit"}),o.addEventListener("toggle",()=>o.open&&e());let r=JSON.stringify([D,""]);return{node:o,
openFor(s,a){let i=JSON.stringify([s,a]);i!==r&&(s!==D||a!=="")&&(o.open=!0),r=i}}}var zr=({sentence:t,query:e,off:n},o,r)=>t.
weights[o].map((s,a,{length:i})=>({title:`head ${a}${n.includes(o*i+a)?" (off)":""}`,row:s[e],what:"weight",chosen:a===r}));
function Yr({sentence:t,before:e,query:n,off:o,changed:r},s,a,i,c){let{tokens:l}=t,u=a.map(({row:$})=>$);return[ce(t,s,n),
An(t,s,n,c),u.length>0?bn(u,l):"",e?vn(e,at(l,n),s):"",On(o,r,i)]}function Vr(t,e,n,o){let r=e.get("max_tokens"),s=we(e.
get),{nLayers:a,nHeads:i}=s,c=Dn(e.get("sentences"),r),l=Gn(),u=null,$=()=>JSON.stringify(St(be).map(S=>e.get(S))),g="",
h=S=>{let A=zt(S,e.get("max_characters"));if(A||!u)return A;let{length:C}=u.encode(S);return C>r?`That is ${C} tokens; t\
he limit is ${r}.`:""},b=S=>{S<0||S>=c.now().sentence.tokens.length||(c.choose(),S===e.get("query")?o():I(e,{query:S}))},
y=Xr(e,h,l!==null),d=l&&qr(l,(S,A)=>{u=S,g=$(),A&&y.input.input.focus(),o()}),f=p("p",{class:"mha-note"}),w=wn(b,()=>c.now().
query,!1),m=hn(S=>I(e,{arcs:S})),x=Ur(e),k=jr(e,()=>u!==null),E=qn(e,Cn(a,i)),v=Gr({choose:S=>I(e,{head:e.get("head")-e.
get("head")%i+S}),point:w.point}),M=t.parentElement?.dataset.mhaLink,N=xn(e.get("max_characters"),M);for(let[S,A]of N.places)
c.chooseIn(S,A);let O=Ln(c.precomputed,N,{show:S=>I(e,{text:S}),chooseIn(S,A){c.chooseIn(S,A),o()},chosenIn:c.chosenIn,redraw:o});
t.append(y.node,d?.node??p("p",{class:"mha-note"},Dr),f),t.append(w.node,m.node);let _=Ie(t),F=Je("weights","0","1","one\
 scale for all"),X=Kr(s.all,E.reveal);X.node.append(x.node,E.node,F,v.node),t.append(k.node,X.node,O.node),ot(E.group,S=>b(
c.now().query+S),!1),E.map.onPoint(([S])=>b(S));function*U(){yield*c.compute(e.get,u);let{asked:S}=c.now();S!==e.get("qu\
ery")&&(I(e,{query:S}),g=$())}let tt=()=>{let[S,{wanted:A}]=[e.get("text"),c.now()],C=h(S);C&&y.input.complain(C);let L=l?
" Load the model to see it.":"";R(f,A?"":`${Q(S)} is not precomputed.${L}`),f.hidden=A,t.classList.toggle("mha-stale",!A)},
K={what:"",height:0},Xt=()=>{let S=["head","arcs","to","off"].map(L=>e.get(L)),A=JSON.stringify([c.now().sentence.text,S,
t.clientWidth]);K.what!==A&&Y(_.node,{told:"0px"});let C=K.what===A?K.height:0;K={what:A,height:Math.max(C,_.node.getBoundingClientRect().
height)},Y(_.node,{told:`${K.height}px`})},_t=S=>{let A=c.now(),{sentence:C,query:L,off:H}=A,{tokens:P,weights:q}=C,[B,j]=[
Math.floor(S/i),S%i],z=zr(A,B,j),nt=e.get("arcs")==="layer"?z:[],mt=z.map(({row:Qn,chosen:Zn},$e)=>({head:$e,row:Qn,chosen:Zn,
off:H.includes(B*i+$e)})),Vn=nt.length>0?mt:[mt[j]];m.set(e.get("arcs")),x.draw(P,e.get("to")),X.openFor(e.get("sort"),e.
get("to")),w.draw(P,q[B][j][L],H.includes(S),Vn),k.draw(H,S);let ye=nt.length>0?_.node:F;v.node.previousElementSibling!==
ye&&ye.after(v.node),v.draw(`All heads of layer ${B}, from ${V(P,L)}`,z),O.draw(A,S,e.get("to")),E.drawHead([B,j],q[B][j],
L,H);let Jn=document.activeElement===y.input.input;_.node.setAttribute("aria-live",Jn?"off":"polite");let xe=Yr(A,S,nt,s,
e.get("to"));return _(...xe),Xt(),xe},yt=S=>{let{tokens:A,weights:C}=c.now().sentence,L=Bt(C.flat()[S],A);L.effect=c.effects()[S],
E.drawMeasures(Mt.map(H=>L[H]))},it="",lt="",Tt="",et=S=>{let A=c.countUnknown();e.get("sort")!=="effect"||A===0||(E.wait(
A),lt!==ge&&E.sort([],D),lt=ge,_(...S,{heard:ge}))},Ct=(S,{text:A,tokens:C},L,H)=>{let P=fe(C,L,H),q=S===W?c.findOther(H):
null;return q?Mn(P,A,q.text):`the weight from ${P}`};function*Ut(S){let A=e.get("sort"),{sentence:C,query:L,off:H}=c.now(),
P=e.get("to"),q=dt.includes(A)?Ct(A,C,L,P):"";A==="effect"&&(yield*c.computeEffects(T(s.all),u,E.wait),E.wait(0));let B=JSON.
stringify([A,it,H,q&&[L,q]]);if(lt===B)return;let j=!["",it].includes(Tt),z=A===D?[]:c.measure(A,P);yield,E.sort(z,A,j);
let nt=z.length===0&&dt.includes(A)?D:A,mt=dt.includes(nt)?q:void 0;_(...S,{heard:Tn(nt,z,i,mt)}),lt=B,Tt=it}function*qt(){
for(let S of u?N.unread():[])N.fill(yield*Bn(u,S,r)),O.draw(c.now(),e.get("head"),e.get("to")),yield}let Yn=()=>{let[S,A]=[
e.get("to"),e.get("sort")],{sentence:C,query:L,off:H}=c.now(),P=G(C.tokens,S).length>0,q=P?fe(C.tokens,L,S):"",B=c.findOther(
S)?pt.get(W):"",j=A===W?B!=="":P||A!==Z,z=j&&A===W,nt=H.length>0?", with all heads on":"",mt=z?`Each number is ${Ct(A,C,
L,S)}${nt}.`:_n(A,C.tokens);E.chooseOrder(j?A:D,[q,B],mt)};return{observes:St(be),*draw(){y.set(),d&&u&&g!==$()&&R(d.status,
""),E.wait(0),yield*U();let{tokens:S,weights:A}=c.now().sentence,C=e.get("head");tt(),it!==S.join(" ")&&(it=S.join(" "),
E.map.label(S,S),v.label(S),yield);let L=_t(C);yt(C),et(L),yield,lt===""&&E.sort([],D),yield*E.paint(A),Yn(),yield*c.computeEffects(
[C],u),yt(C),yield*Ut(L),yield*qt()},stateForTests:()=>{Ne(U());let{sentence:S,before:A,query:C,chosen:L,off:H,changed:P,
wanted:q}=c.now();return{loaded:u!==null,text:S.text,tokens:S.tokens,weights:S.weights.map(B=>B.map(j=>j.map(z=>[...z]))),
before:A?.text??null,query:C,word:L.word,to:e.get("to"),off:H,changed:P,cosine:P===null?"":ae(P),effects:c.effects(),wanted:q}}}}
var za=on(Te("A real model's attention in a sentence",Vr),be);export{za as default};
