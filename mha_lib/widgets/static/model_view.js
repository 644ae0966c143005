// Made by `make widgets` from js/src; edit there.
function Kt(t,e,n){for(let[o,s]of Object.entries(e))s===!1||s==null||t.setAttribute(o,s===!0?"":String(s));t.append(...n)}
function h(t,e={},...n){let o=document.createElement(t);return Kt(o,e,n),o}function tt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return Kt(o,e,n),o}function G(t,e){t.textContent!==e&&(t.textContent=e)}function qt(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function mt(t){return t.map(([e,...n])=>{let o=n.
map(s=>h("td",{},s));return h("tr",{},h("th",{scope:"row"},e),...o)})}function U(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Ze="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var tn=zt([153,153,153]),en=Jt(Ze.split(" ").map(nn)),Xt=new Map,Yt=new WeakMap;function zt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function nn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Jt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),s=Math.min(Math.floor(o),t.length-2),[a,r]=[t[s],t[s+1]];return zt(a.map((i,c)=>Math.round(
i+(r[c]-i)*(o-s))))})}function on(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,s=Xt.get(o);if(s)return s;
let[a,r]=[e,n].map(c=>(c.match(/\d+/g)??[]).map(Number)),i=Jt([a,r].map(c=>c.slice(0,3)));return Xt.set(o,i),i}function _t(t){
for(let e of t.querySelectorAll("canvas"))Yt.get(e)?.()}function Mt(t,e,n,o,s){let[a,r]=[e.length,e[0].length],i=e.map(l=>Float32Array.
from(l)),c=()=>{if(!t.isConnected)return;let l=n==="signed"?en:on(t);(t.width!==r||t.height!==a)&&(t.width=r,t.height=a);
let u=t.getContext("2d"),d=u.createImageData(r,a),p=new Uint32Array(d.data.buffer);for(let m=0,g=0;m<a;m++)for(let $=0;$<
r;$++,g++){let f=Math.floor(256*((i[m][$]-o)/(s-o))),w=l[Math.min(255,Math.max(0,f))];p[g]=Number.isNaN(f)?tn:w}u.putImageData(
d,0,0)};Yt.set(t,c),c()}function Zt(t){let e,n=0,o=()=>{let a=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<a)){n=setTimeout(
o),t.ariaBusy="true";return}s()},s=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(a){s(),e=a()??
void 0,o()},stop:s}}function te(t,e){return{render({model:n,el:o,openedByLink:s=!1}){let{root:a,stop:r}=sn(t);o.append(a);let i=Zt(a),c,l=()=>c&&
i.start(c.draw);c=e(a,n,s,l),Object.assign(a,{stateForTests:c.stateForTests}),_t(a),l();let u=rn(n,c.observes,l);return()=>{
u(),i.stop(),r()}}}}function sn(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let r=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=r?r==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",_t(e)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),s.disconnect(),e.remove()}}}function rn(t,e,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let a of e)t.on(`change:${a}`,s);return()=>{cancelAnimationFrame(
o);for(let a of e)t.off(`change:${a}`,s)}}var pt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function R(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var an=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function et(t,e,n=!0){
t.addEventListener("keydown",o=>{let[s,a]=an.get(o.key)??[0,0];!s&&!(a&&n)||(o.preventDefault(),e(s,a,o))})}function at(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...s)=>{
s.forEach((a,r)=>{let i=typeof a=="string"?a:a.heard;n[r]||(n[r]=h("span",{"aria-atomic":"true",class:a!==i&&"mha-screen\
-reader"}),e.append(n[r]," ")),G(n[r],i)})},{node:e})}var ee=0;function Ot({label:t,options:e,change:n}){ee+=1;let o=`mha-choice-${ee}-${Math.random().toString(36).slice(2)}`,
s=h("fieldset",{class:"mha-choice"},h("legend",{},t)),a=e.map(({value:i,text:c})=>{let l=h("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),s.append(h("label",{},l,c)),l});return{node:s,set:i=>{e.forEach((c,l)=>{
a[l].checked=c.value===i})}}}function ne(...t){let e=h("div",{class:"mha-scroll"},...t),n=()=>{let s=e.scrollLeft,a=e.scrollWidth-e.clientWidth-s;e.classList.
toggle("mha-before",s>1),e.classList.toggle("mha-after",a>1),U(e,{before:`${s}px`,after:`${a}px`})};e.addEventListener("\
scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let s of[e,...e.children])o.observe(s);return e}function ct(t,e){
let n=h("button",{type:"button"},t);return n.addEventListener("click",e),n}function oe({label:t,size:e,long:n=!1,refuse:o,
change:s}){let a={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},r=n?h("textarea",{rows:e,...a}):h("input",
{type:"text",size:e,...a}),i=h("output",{class:"mha-input-error"}),c=()=>n?r.value:r.value.trim().toLowerCase(),l=m=>{G(
i,m),r.setAttribute("aria-invalid",String(m!==""))};r.addEventListener("input",()=>{let m=c();l(o(m)),i.textContent||s(m)});
let u=h("div",{class:"mha-text-input"},h("label",{},`${t} `,r),i),d="";return{node:u,input:r,set:m=>{let $=(n?m===d:document.
activeElement===r)&&i.textContent!=="";d=m;let f=n?m.replace(/\r\n?/g,`
`):m;$||c()===f||(r.value=f,l(""))},complain:l}}function S(t){return Array.from({length:t},(e,n)=>n)}function P(t){let e=0;for(let n of t)e+=n;return e}var se=(t,e)=>t.
includes(e)?t.filter(n=>n!==e):[...t,e];function gt(t,e,n=0,o=t.length){let s=0;for(let a=n;a<o;a++)s+=t[a]*e[a];return s}function K(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var Y=t=>t.indexOf(K(t)),Q=t=>S(t.length).sort((e,n)=>t[n]-t[e]);function Lt(t,e,n=[]){let o=K(t),s=0;for(let r=0;r<t.length;r++)s+=Math.exp(t[r]-o);let a=Math.log(s);for(let r=0;r<t.length;r++)
n[r]=t[r]-o-a,e[r]=Math.exp(n[r]);return e}function H(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function nt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?H(t,
3):t.toExponential(1).replaceAll("-","−")}function wt(t){return t>=.995?"1":H(t).slice(1)}var re=t=>t.toLocaleString("en-US");var B=(t,e)=>`“${t[e]}” (${e})`;function ae(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}function ce(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function bt(t,e){return`${t} ${e}${t===
1?"":"s"}`}function Ct(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}var[cn,ln,un]=[11,6,60],dn=8,fn=32;function hn(t,e){let n=K(t.map(o=>o.length));return Math.min(un,ln*(n+1))+cn*Math.max(
t.length,e.length)}function $t(t,e,n){let o=h("canvas",{"aria-hidden":"true"}),s=h("div",{class:"mha-mark",hidden:!0}),a=h(
"div",{class:"mha-framed"}),r=h("div",{class:"mha-picture"},o,s,a),[i,c]=["mha-rows","mha-cols"].map(f=>h("div",{class:f,
"aria-hidden":"true"})),l=h("div",{},i,r,c),u=h("figcaption",{},t),d=h("figure",{class:"mha-map"},u,l),p={rows:e,columns:n},
m=0,g=()=>{d.classList.toggle("mha-crowded",m<hn(p.rows,p.columns))},$=(f,w)=>{p={rows:f,columns:w},r.style.aspectRatio=
`${w.length} / ${f.length}`;let x=Math.max(f.length,w.length)<=fn,v=N=>x?N.map(y=>h("span",{},y)):[];i.replaceChildren(...v(
f)),c.replaceChildren(...v(w)),g()};return $(e,n),qt(u,f=>{m=f,g()}),{node:d,body:l,picture:r,label:$,draw:(f,w,x,v)=>Mt(
o,f,w,x,v),mark(f){s.hidden=!1,s.style.top=`${100*f/p.rows.length}%`,s.style.height=`${100/p.rows.length}%`},frame(f){let{
rows:w,columns:x}=p;a.replaceChildren(...f.map(({top:v,left:N,height:y,width:b,kind:k})=>{let T=h("div",{class:k});return T.
style.inset=[v,x.length-N-b,w.length-v-y,N].map((A,_)=>`${100*A/(_%2?x:w).length}%`).join(" "),T}))},onPoint(f,w=!0){let x=({
clientX:v,clientY:N})=>{let{rows:y,columns:b}=p,{left:k,top:T,width:A,height:_}=r.getBoundingClientRect(),M=Math.floor((N-
T)/_*y.length),O=Math.floor((v-k)/A*b.length);M in y&&O in b&&f([M,O])};w&&r.addEventListener("pointermove",x),r.addEventListener(
"pointerdown",x)}}}function z(t,e){t.style.setProperty("--mha-hue",e<dn?`var(--mha-head-${e})`:"initial")}function It(t,e,n,o){
let s=h("canvas",{"aria-hidden":"true"});Mt(s,[S(64).map(c=>c/63)],t,0,1);let[a,r,i]=[e,n,o].map(c=>h("span",{},c));return h(
"div",{class:"mha-bar"},a,s,r,i)}var xt=t=>Object.keys(t);function le(t,e){let n=Object.entries(e).map(([o,s])=>[o,String(s)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function ue(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,s]=e??[];return n===
void 0?null:{name:n,className:o,query:s}}function de(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let s=[...new URLSearchParams(t)],a=s.find(([c])=>!Object.hasOwn(e,c));if(a)return o(
`nothing here is called “${ie(a[0])}”`);let r={},i=c=>Object.hasOwn(r,c)?r[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=s.filter(([p])=>p===c).map(([,p])=>p);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${mn(u.length)}`);let d=l(u[0],i);if(d===void 0)return o(`${c} cannot be “${ie(u[0])}”`);r[c]=d}return{values:r,
wrong:""}}var mn=t=>t===2?"twice":`${t} times`;function ie(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function pn(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function J(t,e,n=0){let o=pn(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function vt(t,e){let n=t===""?[]:t.split(",").map(o=>J(o,e));
return n.includes(void 0)?void 0:n}var fe=(t,e)=>e.find(n=>String(n)===t);var it="open",gn=["pointerdown","wheel","touchstart","keydown","hashchange"],wn=120,bn=99,$n=["","localhost","127.0.0.1",
"[::1]"];function me(t,e,n=()=>({})){let o=xt(e);return{...t,choices:e,settle:n,render:a=>{let{model:r,el:i,link:c}=a;if(!c)
return t.render(a);let l=()=>pt(r,...o),u=l(),d=()=>xn(i,c,e,r.get),p=d();p?.values&&R(r,p.values);let m=t.render({...a,
openedByLink:!!p?.values}),g=i.querySelector(".mha"),$=kn(g),f=Nn(g,()=>le(c,{...l(),...n(r.get),...$.get()})),w=({values:v,
folds:N,wrong:y})=>{let b=y||$.findError(N);R(r,b?u:v),$.open(b?[]:N),f.clear(),f.refuse(b),yn(i)},x=()=>{let v=d();v&&w(
v)};p?w(p):document.addEventListener("DOMContentLoaded",x,{once:!0}),addEventListener("hashchange",x);for(let v of o)r.on(
`change:${v}`,f.clear);return()=>{for(let v of o)r.off(`change:${v}`,f.clear);document.removeEventListener("DOMContentLo\
aded",x),removeEventListener("hashchange",x),m()}}}}function xn(t,e,n,o){let s=ue(location.hash);if(s?.name!==e)return s&&
vn(s,t)?{values:null,folds:[],wrong:`it shows another ${s.className}`}:null;let a=!new URLSearchParams(s.query).has(it),
r={...n,[it]:d=>vt(d,bn)},{values:i,wrong:c}=de(s.query,a?n:r,o),{[it]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}
function vn({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),s=[...o].map(a=>a.dataset.mhaLink??"");return s.includes(t)?!1:o[s.findIndex(a=>a.startsWith(`${e}-`))]===n}function yn(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[wn,Number.NaN],s=()=>{let r=t.getBoundingClientRect().top+scrollY;r!==o&&t.scrollIntoView(),o=r,n-- >0&&requestAnimationFrame(
s)};s();let a=()=>{n=0};for(let r of gn)addEventListener(r,a,{once:!0,capture:!0,passive:!0})}function kn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,s)=>o.open?[s]:[]);return n.length>0?{[it]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${it} cannot be “${n}”`:"",open(n){e.forEach((o,s)=>{o.open=n.includes(s)})}}}function Nn(t,e){let n=h(
"p",{class:"mha-refused",role:"status"}),o=h("output"),s,a=()=>{s?.remove(),o.textContent=n.textContent=""},i=h("div",{class:"\
mha-link"},ct("Copy link to this",async()=>{a();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await En(u)){o.append(
"Copied.",...he(l));return}s=h("input",{type:"text",readonly:!0,"aria-label":"link to this"}),s.value=u,i.append(s),s.select(),
o.append("The browser does not allow copying: copy the link from this field.",...he(l))}),o);return t.prepend(n),t.append(
i),{clear:a,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function he(t){if(!$n.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,h("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function En(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var ot=t=>t.layers[0].W_Q.length,q=t=>S(t.layers.length*ot(t)),D=(t,e)=>Math.floor(e/ot(t)),yt=(t,e)=>S(ot(t)).map(n=>e*
ot(t)+n),C=(t,e)=>ae(e,ot(t),t.layers.length),Wt=(t,e,n)=>t.layers[D(t,n)][e][n%ot(t)],kt=(t,e)=>e===0||t.residual?t.features:
Ht(t.features);function lt(t,e){return t.map(n=>{let o=new Array(e[0].length).fill(0);for(let s=0;s<e.length;s++)for(let a=0;a<
o.length;a++)o[a]+=n[s]*e[s][a];return o})}var An=(t,e)=>t.map((n,o)=>n.map((s,a)=>s+e[o][a])),Sn=t=>t[0].map((e,n)=>dt(
t,n));function Tn(t,{W_Q:e,W_K:n,W_V:o,W_O:s},a,r,i){let[c,l,u]=[e,n,o].map(w=>lt(t,w[a])),d=Math.sqrt(c[0].length),p=lt(
c,Sn(l)).map((w,x)=>w.map((v,N)=>r&&N>x?Number.NEGATIVE_INFINITY:v/d)),m=p.map(w=>Lt(w,w.slice())),g=lt(m,u),$=lt(g,s[a]),
f=i?$.map(w=>w.map(()=>0)):$;return{Q:c,K:l,V:u,scores:p,weights:m,average:g,written:f}}var _n=({letter_vectors:t,positions:e},n)=>n.
map((o,s)=>t[o].map((a,r)=>a+e[s][r]));function Mn(t,e,{residual:n,causal:o,off:s=[]}){let a=[],r=[];for(let i of e){let c=r.
at(-1)??t,l=a.length,u=i.W_Q.map((p,m)=>Tn(c,i,m,o,s.includes(l+m))),d=u.map(({written:p})=>p);a.push(...u),r.push((n?[c,
...d]:d).reduce(An))}return{x:t,heads:a,sums:r}}var On=(t,e)=>lt(e,t.readout).map(n=>n.map((o,s)=>o+t.bias[s]));function ge(t,e,n){
let{layers:o,residual:s,causal:a}=t,{x:r,heads:i,sums:c}=Mn(_n(t,e),o,{residual:s,causal:a,off:n}),l=On(t,c[c.length-1]),
u=t.letter_vectors.length,d=l.map(p=>S(p.length/u).flatMap(m=>Lt(p.slice(m*u,(m+1)*u),[])));return{x:r,heads:i,sums:c,logits:l,
answers:d}}function ft(t,e,n){return e==="sum"?t.sums[n]:e==="x"||e==="logits"||e==="answers"?t[e]:t.heads[n]?.[e]}function we({
layers:t,readout:e,bias:n},o){let s=t.length*t[0].W_Q.length,[a,r]=[t[0].W_Q[0][0].length,t[0].W_V[0][0].length];return{
x:[1,e.length],Q:[s,a],K:[s,a],V:[s,r],scores:[s,o],weights:[s,o],average:[s,r],written:[s,e.length],sum:[t.length,e.length],
logits:[1,n.length],answers:[1,n.length]}}var ut=(t,e,n)=>e.map((o,s)=>({name:t[s],factors:[o,n[s]],value:o*n[s]})),dt=(t,e)=>t.
map(n=>n[e]),Ht=t=>Array.from(t,(e,n)=>`number ${n}`),be="blocked: a position attends only to itself and to earlier ones",
Ln=9;function $e(t,e,n,o){let s=K(t),a=Math.abs(s)>Ln?s:0,r=t.map((l,u)=>{let d=l-a;return{name:n[u],factors:[d],value:Math.
exp(d)}}),i=`e to the power of its own${a?" (less the largest)":""}`,c=`the softmax of the ${o.stage}: ${i}, divided by \
the sum of all of these`;return{rule:t[e]===Number.NEGATIVE_INFINITY?be:c,terms:[{...r[e],factors:[]}],divisor:P(r.map(({
value:l})=>l)),raised:r,sources:[o]}}function xe(t,e,n,o,s){let{stage:a,index:r,row:i,column:c}=o,l=ft(e,a,r)[i][c],u={model:t,
stages:e,text:n,asked:o,words:s};return a==="x"?{value:l,...Cn(u)}:a==="sum"?{value:l,...Rn(u)}:a==="logits"||a==="answe\
rs"?{value:l,...Hn(u)}:{value:l,...In(u,a)}}function Cn({model:{letter_vectors:t,positions:e},text:n,asked:{row:o,column:s},
words:a}){return{rule:"the letter's vector plus the position's",terms:[{name:`letter ${a.position(o)}`,factors:[],value:t[n[o]][s]},
{name:`position ${o}`,factors:[],value:e[o][s]}],sources:[]}}function Ft(t,e,n){let o=e===0?{stage:"x",index:0,row:n,rows:1}:
{stage:"sum",index:e-1,row:n,rows:1},s=e===0?"the token's vector":`the output of layer ${e-1}`;return{source:o,name:s,numbers:ft(
t,o.stage,o.index)[n]}}function Rt({model:t,stages:e,asked:{index:n,row:o,column:s}},a){let r=D(t,n),i=Ft(e,r,o),c=dt(Wt(
t,a,n),s);return{rule:`${i.name} times column ${s} of ${a}`,terms:ut(kt(t,r),i.numbers,c),sources:[i.source,{stage:a,index:n,
row:0,rows:c.length,column:s}]}}function In(t,e){let{model:n,stages:o,text:s,asked:a,words:r}=t,{index:i,row:c,column:l}=a,
u=o.heads[i],d=s.map(($,f)=>r.position(f)),p=n.causal?c+1:d.length,m=($,f,w=1)=>({stage:$,index:i,row:f,rows:w});return{
Q:()=>Rt(t,"W_Q"),K:()=>Rt(t,"W_K"),V:()=>Rt(t,"W_V"),scores:()=>l>=p?{rule:be,terms:[],sources:[]}:{rule:"the dot produ\
ct of query and key, divided by the square root of their width",terms:ut(Ht(u.Q[c]),u.Q[c],u.K[l]),divisor:Math.sqrt(u.Q[c].
length),sources:[m("Q",c),m("K",l)]},weights:()=>$e(u.scores[c],l,d,m("scores",c)),average:()=>({rule:`weight times valu\
e, added over all tokens${n.causal?" so far":""}`,terms:ut(d,u.weights[c],dt(u.V,l)).slice(0,p),sources:[m("weights",c),
{...m("V",0,p),column:l}]}),written:()=>{let $=dt(Wt(n,"W_O",i),l),f={stage:"W_O",index:i,row:0,rows:$.length,column:l};
return{rule:`the average times column ${l} of W_O`,terms:ut(Ht(u.average[c]),u.average[c],$),sources:[m("average",c),f]}}}[e]()}
function Rn({model:t,stages:e,asked:{index:n,row:o,column:s}}){let a=yt(t,n),r=a.map(d=>({name:C(t,d),factors:[],value:e.
heads[d].written[o][s]})),i=a.map(d=>({stage:"written",index:d,row:o,rows:1}));if(!t.residual)return{rule:"what the head\
s add up to",terms:r,sources:i};let{source:c,name:l,numbers:u}=Ft(e,n,o);return{rule:"what came in, and what each head a\
dds",terms:[{name:l,factors:[],value:u[s]},...r],sources:[c,...i]}}function Hn({model:t,stages:e,asked:{stage:n,row:o,column:s},
words:{alphabet:a}}){let r=t.layers.length;if(n==="logits"){let{source:l,numbers:u}=Ft(e,r,o);return{rule:"the sum times\
 a column of the readout, and a bias",terms:ut(kt(t,r),u,dt(t.readout,s)),bias:t.bias[s],sources:[l]}}let i=a.length*Math.
floor(s/a.length),c=e.logits[o].slice(i,i+a.length);return $e(c,s-i,a,{stage:"logits",index:0,row:o,rows:1})}function ve(t,e){
let n=q(t).filter(r=>!e.includes(r));if(t.residual)return n.length>0?"":"No head is on: each position answers from its o\
wn token and the bias.";let s=S(t.layers.length).find(r=>n.every(i=>D(t,i)!==r));return s===void 0?"":`${n.length>0?`No \
head of layer ${s}`:"No head"} is on: the bias alone answers, the same at every position.`}function ye(t,e,n,o,s,a){let r=t.
letter_vectors.length,i=r*Math.floor(s/r),c=g=>P(g.slice(i,i+r))/r,l=t.readout.map(g=>g[s]-c(g)),u=t.layers.length-1,p=(t.
residual?q(t):yt(t,u)).filter(g=>!a.includes(g)).flatMap(g=>Wn(t,e,o,g,l)),m=[t.letter_vectors[n[o]],t.positions[o]].map(
g=>gt(g,l));return{bias:t.bias[s]-c(t.bias),parts:p,token:t.residual?{letter:m[0],position:m[1]}:{}}}function Wn(t,e,n,o,s){
let{weights:a,V:r}=e.heads[o],i=Wt(t,"W_O",o).map(l=>gt(l,s)),c=t.causal?n+1:a.length;return a[n].slice(0,c).map((l,u)=>{
let d=gt(r[u],i);return{head:o,position:u,weight:l,contribution:d,value:l*d}})}var pe=.25;function Pt(t,e,n,o){let s=t.layers.
length-1,a=q(t).filter(d=>!o.includes(d)),r=a.filter(d=>D(t,d)===s),i=e.x.map((d,p)=>P(r.map(m=>e.heads[m].weights[n][p]))),
c=Y(i);if(s===0||c===n||i[c]<pe)return null;let u=a.filter(d=>D(t,d)===s-1).flatMap(d=>e.heads[d].weights[c].map((p,m)=>({
head:d,position:m,weight:p}))).filter(({weight:d})=>d>=pe);return u.length>0?{from:c,attended:u}:null}var Nt=t=>t<0;function st(t,e,n,o){return(Nt(n[o])?e+1<t.length&&Fn(t,e):e>=Math.max(...n))?t[e-n[o]]:null}var Bt=(t,e,n)=>Nt(
n)&&e===t.length-1;function ke(t){let e=n=>t.slice(n)===t.slice(0,-n);return S(t.length).find(n=>n>0&&e(n))??0}function Fn(t,e){
let n=ke(t);return n?e>=n:t.indexOf(t[e])<e}var Et=(t,e)=>Nt(e)?`the ${t} letter`:`the letter ${t}`;function Ne(t,e,n){return st(
t,e,n,0)!==null?"":Nt(n[0])?Bt(t,e,n[0])?"The text ends here: this is how it would go on.":ke(t)?"Nothing has repeated y\
et, so there is nothing to go by.":`There is no earlier “${t[e]}”, so there is nothing to go by.`:"Too few letters c\
ome before this position, so nothing was asked here."}var Ee=4,Pn=.15,Bn=.25;function At(t,e,n,{alphabet:o}){return t.answers[e].slice(n*o.length,(n+1)*o.length)}function St(t,e){
return t===null?{kind:"mha-unasked",mark:""}:e===t?{kind:"mha-right-answer",mark:"✓"}:{kind:"mha-wrong-answer",mark:"✗"}}
function Ae(t,{run:e,text:n,task:o}){return S(n.length).map(s=>{let a=st(n,s,o.back,t);if(a===null&&!Bt(n,s,o.back[t]))return null;
let r=Y(At(e,s,t,o));return{id:r,letter:o.alphabet[r],right:a,...St(a,o.alphabet[r])}})}function Se(t,e,{text:n,task:{questions:o,
back:s}}){let a=e.filter(c=>c&&c.right!==null),r=e.flatMap((c,l)=>c?.mark==="✗"?[`“${c.letter}” at ${B(n,l)}`]:[]),
i=`${a.length-r.length} of ${a.length} right`;return[`${Et(o[t],s[t])}? ${i}`,r.length>0?` Wrong: ${r.join(", ")}.`:""]}
var Te=(t,{alphabet:e,questions:n})=>`“${e[t%e.length]}” ${n[Math.floor(t/e.length)]}`;function _e({parts:t,token:e},{
model:n,text:o}){let s=t.map(({head:i,position:c,weight:l,contribution:u,value:d})=>{let p=C(n,i),m=`from ${B(o,c)}`,g=`${wt(
l)} × ${H(u)}`;return{name:`${p}, ${m}`,source:`${m}, through ${p}`,product:g,value:d}}),a=Object.entries(e).map(([i,c])=>{
let l=`the token's own ${i}`;return{name:l,source:`from ${l}`,product:"",value:c}}),r=[...s,...a];return Q(r.map(({value:i})=>Math.
abs(i))).map(i=>r[i])}function Me(t,e){let n=e.find(({value:o})=>o>0);return n?`${t} comes mainly ${n.source}.`:`Nothing\
 that it attends to raises ${t}.`}function Oe(t,e){let n=t.map(({value:s})=>s),o=n.slice(Ee);return[...t.slice(0,Ee).map(
({name:s,product:a,value:r})=>[s,a,H(r)]),...o.length>0?[[`all the rest, ${bt(o.length,"term")}`,"",H(P(o))]]:[],["bias",
"",H(e)],["sum","",H(e+P(n))]]}var Le=(t,e,n)=>`${B(t,e)} with ${H(n)}`;function Dn({model:t,run:e,text:n,position:o,off:s}){
let a=e.heads.map(({weights:r},i)=>{if(s.includes(i))return`${C(t,i)} is off`;let[c,l]=Q(r[o]),d=(r[o][l]>Bn?[c,l]:[c]).
map(p=>Le(n,p,r[o][p]));return`${C(t,i)} attends to ${Ct(d)}`});return`From ${B(n,o)}: ${a.join("; ")}.`}function jn({run:t,
text:e,position:n,task:o}){let s=o.questions.map((r,i)=>{let c=i===0?r[0].toUpperCase()+r.slice(1):r,l=o.alphabet[Y(At(t,
n,i,o))],{mark:u}=St(st(e,n,o.back,i),l);return`${c} it says “${l}”${u&&(u==="✓"?", right":", wrong")}`}),a=Ne(e,n,
o.back);return`${s.join("; ")}.${a&&` ${a}`}`}function Qn({model:t,text:e,before:n}){if(!n)return"";let o=n.attended.map(
({head:a,position:r,weight:i})=>`${Le(e,r,i)} (${C(t,a)})`);return`Dashed: before that, ${B(e,n.from)} itself had attend\
ed to ${Ct(o)}.`}var Ce=t=>[Dn(t),Qn(t),jn(t)];function Ie({model:t,run:e,position:n,off:o,before:s},a){let r=a?.parts??
[],i=[...r.map(({value:l})=>l),...Object.values(a?.token??{})],c=Pn*P(i.map(l=>Math.max(0,l)));return e.heads.map(({weights:l},u)=>{
let d=r.filter(({head:m,value:g})=>m===u&&g>c),p=(s?.attended??[]).filter(({head:m})=>m===u);return{name:C(t,u),weights:l[n],
off:o.includes(u),below:t.layers.length>1?D(t,u)===0:u%2===1,lit:new Set(d.map(m=>m.position)),before:p.map(m=>({...m,from:s?.
from??n}))}})}var Dt=40,[Pe,Re]=[12,56],[Vn,Gn]=[12,.8],[He,Un]=[1.2,11],[Kn,qn]=[18,15],Xn=1/.78,Yn={end:7,control:15,top:22},zn=.045,
Be=.005;function We(t,e,{height:n,lane:o,lanes:s}){let a=(o-(s-1)/2)*Math.min(Vn,Dt/2/s),[r,i]=[t,e].map(u=>(u+.5)*Dt+a);
if(t===e){let{end:u,control:d,top:p}=Yn;return`M${r-u} 0C${r-d} ${-p} ${r+d} ${-p} ${r+u} 0`}let c=Kn+qn*Math.abs(t-e),l=-Math.
min(n*Xn,c)*Gn**o;return`M${r} 0C${r} ${l} ${i} ${l} ${i} 0`}function Jn(t,e){return Q(t).filter(o=>t[o]>=Be).map(o=>`${B(
e,o)} with ${H(t[o])}`).join(", ")}var Fe=t=>He+(Un-He)*t;function Zn(t,e){let n=S(e).map(()=>h("span",{"aria-hidden":"t\
rue"})),o=h("span",{class:"mha-row-title","aria-hidden":"true"}),s=h("span",{class:"mha-screen-reader"}),a=h("div",{class:"\
mha-line"},...n),r=h("div",{class:"mha-letter-row"},o,s,a),i=tt("g",{});for(let u of[r,i])z(u,t);let c=({weights:u,off:d,
lit:p,before:m},g,$,f)=>{let x=S(d?0:$.length).filter(N=>u[N]>=zn).map(N=>tt("path",{d:We(N,g,f),"stroke-width":Fe(u[N]),
class:p.size>0&&!p.has(N)?"mha-faded":null})),v=m.map(({from:N,position:y,weight:b})=>tt("path",{d:We(y,N,f),"stroke-wid\
th":Fe(b/2),class:"mha-earlier"}));i.replaceChildren(...x,...v)};return{node:r,arcs:i,draw:(u,d,p,m)=>{let{name:g,weights:$,
off:f,lit:w}=u;o.textContent=`${g} ${f?"is off":"attends to"}`,G(s,`${o.textContent} ${f?"":Jn($,p)}`),r.classList.toggle(
"mha-off",f),n.forEach((x,v)=>{let N=f?0:$[v]??0;x.textContent=N<Be?"":wt(N),x.classList.toggle("mha-highlighted",w.has(
v)),U(x,{fill:`${Math.round(100*N)}%`})}),c(u,d,p,m)}}}var to=(t,e)=>Math.min(e,Math.max(Pe,t.length));function jt(t,e){
return n=>{let o=to(n,e);U(t,{slots:o});for(let s of t.querySelectorAll(".mha-line"))[...s.children].forEach((a,r)=>{a.toggleAttribute(
"hidden",r>=o)});return o}}function De(t,e,n,o){let s=S(t).map(f=>{let w=h("button",{type:"button",tabindex:-1});return w.
addEventListener("click",()=>n(f)),w}),a=S(e).map(f=>Zn(f,t)),r=[0,1].map(()=>tt("g",{})),i=r.map(f=>tt("svg",{"aria-hid\
den":"true"},f)),c=h("div",{class:"mha-line mha-text"},...s),d=h("div",{class:"mha-letters",role:"group",tabindex:0,"ari\
a-label":"letters; arrow left and right choose a position"},i[0],c,i[1]),p=jt(d,t);et(d,(f,w)=>{n(o()+(w||f)),s[o()].scrollIntoView(
{block:"nearest",inline:"nearest"})});let m="",g=f=>{let w=f.map(({below:y})=>Number(y)).join("");if(w===m)return;m=w;let x=[
!1,!0].map(y=>a.filter((b,k)=>f[k]?.below===y));r.forEach((y,b)=>{y.replaceChildren(...x[b].map(({arcs:k})=>k))});let[v,
N]=x.map(y=>y.map(b=>b.node));d.replaceChildren(...v,i[0],c,i[1],...N),i.forEach((y,b)=>{y.toggleAttribute("hidden",x[b].
length===0)})};return{node:d,draw:(f,w,x)=>{g(x);let v=p(f),N=[Re*v/Pe,Re];i.forEach((y,b)=>{y.setAttribute("viewBox",`0\
 0 ${Dt*v} ${N[b]}`)}),r[0].setAttribute("transform",`translate(0 ${N[0]})`),r[1].setAttribute("transform","scale(1 -1)"),
s.forEach((y,b)=>{y.hidden=b>=f.length,y.textContent=f[b]??"",y.setAttribute("aria-pressed",String(b===w)),y.hidden?y.removeAttribute(
"aria-label"):y.setAttribute("aria-label",`${f[b]}, position ${b}`)}),x.forEach((y,b)=>{let k=x.flatMap(({below:_},M)=>_===
y.below?[M]:[]),[T,A]=[k.indexOf(b),k.length];a[b].draw(y,w,f,{height:N[Number(y.below)],lane:T,lanes:A})})}}}var je=5;function Qe({value:t,terms:e,divisor:n,bias:o}){let s=e.filter(({factors:l})=>l[0]!==0),a=Q(s.map(l=>Math.abs(l.
value))).map(l=>s[l]),r=a.slice(je),i=(l,u)=>u===void 0?[]:[[l,"",nt(u)]],c=r.length>0?P(r.map(l=>l.value)):void 0;return[
...a.slice(0,je).map(({name:l,factors:u,value:d})=>[l,u.map(nt).join(" × "),nt(d)]),...i(bt(r.length,"smaller one"),c),
...i("bias",o),...i("divided by",n),...i("gives",t)]}function Ve(t,{stage:e,index:n,row:o,column:s},{position:a},r){let i=a(
o),c=C(t,n),l=t.layers.length>1?`the output of layer ${n}`:"the output";return{x:`Number ${s} of the vector of ${i}`,Q:`\
Number ${s} of the query of ${i} in ${c}`,K:`Number ${s} of the key of ${i} in ${c}`,V:`Number ${s} of the value of ${i}\
 in ${c}`,scores:`The score of ${i} for ${a(s)} in ${c}`,weights:`The weight of ${a(s)} for ${i} in ${c}`,average:`Numbe\
r ${s} of the average of ${i} in ${c}`,written:`Number ${s} of what ${c} adds for ${i}`,sum:`Number ${s} of ${l} for ${i}`,
logits:`The logit of ${r[s]} at ${i}`,answers:`The probability of ${r[s]} at ${i}`}[e]}var eo=t=>[[{stage:"Q",title:`Q = ${t} W_Q`},{stage:"K",title:`K = ${t} W_K`},{stage:"V",title:`V = ${t} W_V`}],[{stage:"\
scores",title:"scores = Q Kᵀ / √d"},{stage:"weights",title:"weights: softmax",bounded:!0}],[{stage:"average",title:"\
average"},{stage:"written",title:"written = average W_O"}]],no=[{stage:"x",title:"x: letter and position"}],oo=[{stage:"\
logits",title:"logits: readout"},{stage:"answers",title:"answers: softmax",bounded:!0}],Qt=t=>t===0?"x":`x${"₀₁₂₃₄"[t]}`;
function so({layers:t,residual:e},n){let o=e?`${Qt(n)} + the heads`:"sum of the heads";return{stage:"sum",title:t.length>
1?`${Qt(n+1)} = ${o}`:o}}function ro({stage:t,title:e,bounded:n=!1},o,s,a,r,i){let c=$t(e,a,r),l=`${e}${s}; arrow keys c\
hoose a number`;c.picture.setAttribute("role","application"),c.picture.setAttribute("tabindex","0"),c.picture.setAttribute(
"aria-label",l),c.node.style.flexGrow=String(r.length);let[u,d]=[0,0],p=([$,f])=>{$ in a&&f in r&&([u,d]=[$,f],i({stage:t,
index:o,row:u,column:d}))};c.onPoint(p,!1),et(c.picture,($,f)=>p([u+$,d+f]));let m=($,f,w)=>{let x=n?"weights":"signed";
c.draw(ao(ft($,t,o)),x,n?0:-f,f),c.mark(w),u=w},g=($,f)=>{let w=$.stage===t&&$.index===o;w&&([u,d]=[$.row,$.column]);let x=w?
[{top:u,left:d,height:1,width:1,kind:"mha-asked"}]:[];for(let v of f){if(v.stage!==t||v.index!==o)continue;let{row:N,rows:y,
column:b=0}=v,k=v.column===void 0?r.length:1;x.push({top:N,left:b,height:y,width:k,kind:"mha-source"})}c.frame(x)};return{
stage:t,index:o,node:c.node,draw:m,frame:g}}var ao=t=>t.map(e=>e.map(n=>n===Number.NEGATIVE_INFINITY?Number.NaN:n));function co(){
let t=h("tbody"),e=h("div",{class:"mha-reason"}),n=at(e),o=h("table",{"aria-label":"its terms"},t);return e.append(o),{node:e,
draw:(a,r)=>{let i=r.value===Number.NEGATIVE_INFINITY;o.hidden=i;let c=i?`${a} is not counted:`:`${a} is ${nt(r.value)}:`;
n(c,`${r.rule}.`),t.replaceChildren(...mt(Qe(r)))}}}function Ge(t,e,n,o,s){let a=[...e],r=b=>S(b).map(String),i=t.layers.
length,c=t.layers[0].W_Q[0][0].length,l=b=>kt(t,b).map(k=>k.replace(/^\w+ |[“”]/g,"")),u=(b,k)=>b==="x"?l(0):b==="su\
m"?l(k+1):b==="written"?l(D(t,k)+1):b==="scores"||b==="weights"?a:b==="logits"||b==="answers"?n:r(c),d=(b,k,T="")=>b.map(
A=>ro(A,k,T,a,u(A.stage,k),s)),p=b=>h("div",{class:"mha-flow"},...b.map(k=>k.node)),m=b=>{let k=C(t,b),A=eo(Qt(D(t,b))).
map(O=>d(O,b,` of ${k}`)),_=h("p",{class:"mha-row-title"},k),M=h("div",{class:"mha-head-panel"},_,...A.map(p));return z(
M,b),{stages:A.flat(),node:M}},g=d(no,0),$=co(),f=h("div",{class:i>1&&"mha-deep"}),w=h("div",{class:"mha-first"},p(g),$.
node),x=[{into:f,node:w,stages:g}];for(let b of S(i)){let k=h("div",{class:"mha-heads"});x.push({into:f,node:k,stages:[]});
for(let _ of yt(t,b))x.push({into:k,...m(_)});let T=b===i-1?d(oo,0):[],A=[...d([so(t,b)],b),...T];x.push({into:f,node:p(
A),stages:A})}let v=x.flatMap(b=>b.stages);return{node:f,draw:function*(b,k){let T=new Map;for(let{stage:A,index:_}of v){
let M=ft(b,A,_).flat().map(Math.abs),O=K(M.filter(Number.isFinite));T.set(A,Math.max(T.get(A)??0,O)||1)}for(let A of x){
A.node.parentNode||A.into.append(A.node);for(let _ of A.stages){let M=_.stage==="weights"||_.stage==="answers";_.draw(b,
M?1:T.get(_.stage)??1,k),yield}}},answer:(b,k,T,A)=>{let _=xe(t,b,k,T,A);for(let M of v)M.frame(T,_.sources);$.draw(Ve(t,
T,A,o),_)}}}var io=3,Ue=["attention","every number"];function Ke(t,e,n){let o=[...t].find(s=>!e.includes(s));return o?`“${o}” is n\
ot in the alphabet: ${e[0]} to ${e.at(-1)}.`:t.length>n?`That is ${t.length} letters; the model reads ${n}.`:t?"":"Type \
at least one letter."}var Vt={text:(t,e)=>Ke(t,e("alphabet"),e("models")[0].positions.length)?void 0:t,model:(t,e)=>J(t,
e("models").length),position:(t,e)=>J(t,e("text").length),off:(t,e)=>vt(t,q(e("models")[e("model")]).length),answer:(t,e)=>J(
t,e("alphabet").length*e("questions").length,-1),view:t=>fe(t,Ue),asked:(t,e)=>{if(t==="")return[];let[n,o="",s="",...a]=t.
split(","),r=new Map(Object.entries(we(e("models")[e("model")],e("text").length))),[i,c]=r.get(n)??[0,0],l=[J(o,i),J(s,c)];
return l.includes(void 0)||a.length>0?void 0:[n,...l]}},Gt=t=>({position:Math.min(t("position"),t("text").length-1),asked:Vt.
asked(String(t("asked")),t)??[]}),X=t=>Gt(t.get).position,qe=t=>Math.max(...t.map(e=>q(e).length));function lo(t){let[e,
n]=[t.get("models"),t.get("alphabet")],o=e[0].positions.length,s=Ot({label:"model",options:e.map(({name:g},$)=>({value:$,
text:g})),change:g=>R(t,{model:g,off:[],answer:-1})}),a=S(qe(e)).map(g=>{let $=ct("",()=>{let f=se(t.get("off"),g);R(t,{
off:f,answer:-1})});return $.classList.add("mha-switch"),z($,g),$}),[r,i]=[n[0],n.at(-1)],c=oe({label:`type letters, ${r}\
 to ${i}:`,size:o,refuse:g=>Ke(g,n,o),change:g=>R(t,{text:g,answer:-1})}),l=h("span",{class:"mha-count"}),u=h("div",{class:"\
mha-models"});e.length>1&&u.append(s.node),u.append(l);let d=h("div",{class:"mha-top-row"},u,c.node);U(c.node,{letters:o}),
d.append(h("div",{class:"mha-head-switches"},...a));let p=e.every(({parameters:g})=>g===e[0].parameters);return{node:d,set:()=>{
let g=e[t.get("model")],$=t.get("off");s.set(t.get("model")),c.set(t.get("text"));let f=p&&e.length>1?" either way":"";l.
textContent=`${re(g.parameters)} parameters${f}`,a.forEach((w,x)=>{w.hidden=x>=q(g).length,w.textContent=`${C(g,x)}: ${$.
includes(x)?"off":"on"}`,w.setAttribute("aria-pressed",String(!$.includes(x)))})}}}function uo(t,e,n){let o=n.questions.
map(()=>{let i=S(e).map(()=>h("span",{class:"mha-chip"})),l=h("span",{class:"mha-row-title",...{"aria-live":"polite","ar\
ia-atomic":"true"}}),u=h("span",{class:"mha-screen-reader"}),d=h("div",{class:"mha-line","aria-hidden":"true"},...i),p=h(
"div",{class:"mha-letter-row"},l,u,d);return{words:l,faults:u,cells:i,node:p}}),s=h("div",{class:"mha-answers"},...o.map(
i=>i.node)),a=jt(s,e);return{node:s,draw:i=>{let c=n.alphabet.length,l=t.get("answer");a(i.text),o.forEach(({words:u,faults:d,
cells:p},m)=>{let g=Ae(m,i);p.forEach((w,x)=>{let v=g[x];w.textContent=v?v.letter+v.mark:"",w.className=`mha-chip ${v?.kind??
""}`;let N=x===i.position&&(l<0||Math.floor(l/c)===m);w.classList.toggle("mha-highlighted",!!v&&N),w.onclick=v&&(()=>R(t,
{position:x,answer:m*c+v.id}))});let[$,f]=Se(m,g,i);G(u,$),G(d,f)})}}}function fo(t,e){let{questions:n,back:o,alphabet:s}=e,
a=s.length,r=n.map((l,u)=>{let d=h("p"),p=S(Math.min(io,a)).map(()=>{let g=h("div"),$=h("span"),f=h("b"),w=ct("",()=>R(t,
{answer:Number(w.dataset.answer)}));return w.append(f,h("span",{class:"mha-rail"},g),$),{button:w,bar:g,percentage:$,letter:f}}),
m=p.map(({button:g})=>g);return{question:l,k:u,title:d,lines:p,node:h("div",{},d,...m)}});return{node:h("div",{class:"mh\
a-guesses"},...r.map(l=>l.node)),draw:l=>{let u=t.get("text"),d=X(t),p=t.get("answer");for(let{question:m,k:g,title:$,lines:f}of r){
let w=st(u,d,o,g),x=w===null?"":` is “${w}”`,[v,N]=Et(m,o[g]).split(m);$.replaceChildren(v,h("b",{},m),`${N}${x}; th\
e model says`);let y=At(l,d,g,e),b=Q(y);f.forEach(({button:k,bar:T,percentage:A,letter:_},M)=>{let O=b[M],{kind:W,mark:I}=St(
w,s[O]);_.textContent=s[O],A.textContent=`${ce(y[O])}${I==="✓"?" ✓":""}`,T.className=W,U(T,{fill:`${100*y[O]}%`}),k.
dataset.answer=String(g*a+O),k.setAttribute("aria-pressed",String(p===g*a+O));let ht=`${s[O]} ${m}, ${A.textContent}; wh\
ere from?`;k.setAttribute("aria-label",ht)})}}}}function ho(){let t=h("p",{class:"mha-hint"},"↑ Choose an answer: where \
did it come from?"),e=h("div"),n=at(e),o=h("p",{class:"mha-title"}),s=h("tbody"),a=h("table",{class:"mha-trace","aria-la\
bel":"where it came from"},s);e.append(o,a);let r=h("div",{class:"mha-trace-panel"},t,e),i=(c,l,u,d)=>{t.hidden=!!c,o.hidden=
a.hidden=!c,o.textContent="What raises this answer, compared with the mean of all letters: weight times value, through W\
_O and the readout"+(d?". What an earlier head contributes through a later one counts as the later one's":""),n(c?Me(u,c):
""),c&&s.replaceChildren(...mt(Oe(c,l)))};return{node:r,sentence:n.node,draw:i}}function mo(t,e){let s=h("div",{class:"m\
ha-grid mha-large-maps",role:"group",tabindex:0,"aria-label":"maps; arrow up and down choose a position"}),a=It("weights",
"0","1","weights, one scale for all"),r=h("div",{},s,a);et(s,u=>t(e()+u),!1);let i=[];return{node:r,layOut:(u,d,p)=>{s.classList.
toggle("mha-deep",p),i=d.map((m,g)=>{let $=h("span",{class:"mha-row-title"},`${m}: what every letter attends to`),f=$t($,
[...u],[...u]);return z(f.node,g),f.onPoint(([w])=>t(w)),f}),s.replaceChildren(...i.map(m=>m.node))},draw:(u,d)=>{i.forEach(
(p,m)=>{p.draw(u.heads[m].weights,"weights",0,1),p.mark(e()),p.node.classList.toggle("mha-off",d.includes(m))})}}}function po(t,e){
let[n,o]=[e.get("models"),e.get("alphabet")],s=n[0].positions.length,a=o.length,r=pt(e,"alphabet","questions","back"),i=S(
n[0].bias.length).map(E=>Te(E,r)),c=()=>n[e.get("model")],l=()=>c().layers.length>1,u=()=>[...e.get("text")].map(E=>o.indexOf(
E)),d=lo(e),p=uo(e,s,r),m=fo(e,r),g=ho(),$=Ot({label:"show",options:Ue.map(E=>({value:E,text:E})),change:E=>R(e,{view:E})}),
f=E=>{E>=0&&E<e.get("text").length&&E!==X(e)&&R(e,{position:E,answer:-1})},w=De(s,qe(n),f,()=>X(e)),x=mo(f,()=>X(e)),v=h(
"div"),y=`0 is white; each stage has a scale of its own${n.some(({causal:E})=>E)?"; blocked scores are gray":""}`,b=It("\
signed","less","more",y),k=h("div",{},x.node,h("div",{},v,b)),[T,A]=k.children;t.append(d.node,ne(w.node,p.node));let _=at(
t);t.append(m.node,g.node,$.node,k);let M="",O="",W=null,I,ht=()=>{let E=JSON.stringify([e.get("model"),e.get("text"),e.
get("off")]);E!==O&&(I=ge(c(),u(),e.get("off"))),O=E},Xe=()=>{let E=e.get("text"),L=e.get("view")==="every number";T.toggleAttribute(
"hidden",L),A.toggleAttribute("hidden",!L);let V=JSON.stringify([e.get("model"),E]);if(V!==M){let j=q(c()).map(F=>C(c(),
F));x.layOut(E,j,l()),W=null}if(M=V,!L||W)return;let rt=i.map((j,F)=>o[F%a]);W=Ge(c(),E,rt,i,({stage:j,index:F,row:Z,column:Tt})=>{
R(e,{asked:[j,F,Tt]}),f(Z)}),v.replaceChildren(W.node)},Ut=()=>{let E=X(e),{asked:L}=Gt(e.get);if(L.length===0)return{stage:"\
scores",index:0,row:E,column:Y(I.heads[0].weights[E])};let[V,rt,j]=L;return{stage:V,index:rt,row:E,column:j}},Ye=()=>{if(!W)
return;let E=L=>B(e.get("text"),L);W.answer(I,u(),Ut(),{position:E,alphabet:[...o]})};return{observes:xt(Vt),stateForTests:()=>{
ht();let E=Pt(c(),I,X(e),e.get("off"));return{...I,before:E,position:X(e),answer:e.get("answer"),asked:Ut()}},*draw(){d.
set(),$.set(e.get("view")),ht(),yield,Xe(),yield;let E=X(e),L=e.get("off"),V=e.get("answer"),rt=Pt(c(),I,E,L),j=e.get("t\
ext"),F={model:c(),run:I,text:j,position:E,off:L,before:rt,task:r},Z=V<0?null:ye(c(),I,u(),E,V,L);yield,w.draw(j,E,Ie(F,
Z)),yield,p.draw(F),yield,m.draw(I),yield,x.draw(I,L),yield,W&&e.get("view")==="every number"&&(yield*W.draw(I,E),Ye(),yield);
let Tt=v.matches(":focus-within")?"off":"polite";for(let Je of[_.node,g.sentence])Je.setAttribute("aria-live",Tt);_(...Ce(
F),ve(c(),L));let ze=Z&&_e(Z,F);g.draw(ze,Z?.bias??0,i[V]??"",l())}}}var go=te("A trained attention model, running in th\
e page",po),Ts=me(go,Vt,Gt);export{Ts as default};
