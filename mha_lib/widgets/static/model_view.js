// Made by `make widgets` from js/src; edit there.
function qt(t,e,n){for(let[o,s]of Object.entries(e))s===!1||s==null||t.setAttribute(o,s===!0?"":String(s));t.append(...n)}
function h(t,e={},...n){let o=document.createElement(t);return qt(o,e,n),o}function tt(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return qt(o,e,n),o}function U(t,e){t.textContent!==e&&(t.textContent=e)}function Xt(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function pt(t){return t.map(([e,...n])=>{let o=n.
map(s=>h("td",{},s));return h("tr",{},h("th",{scope:"row"},e),...o)})}function K(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Ze="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var tn=Jt([153,153,153]),en=Zt(Ze.split(" ").map(nn)),Yt=new Map,zt=new WeakMap;function Jt([t,e,n]){return 255<<24|n<<16|
e<<8|t}function nn(t){return[0,2,4].map(e=>Number.parseInt(t.slice(e,e+2),16))}function Zt(t){return Array.from({length:256},
(e,n)=>{let o=n/255*(t.length-1),s=Math.min(Math.floor(o),t.length-2),[a,r]=[t[s],t[s+1]];return Jt(a.map((c,i)=>Math.round(
c+(r[i]-c)*(o-s))))})}function on(t){let{backgroundColor:e,color:n}=getComputedStyle(t),o=`${e} ${n}`,s=Yt.get(o);if(s)return s;
let[a,r]=[e,n].map(i=>(i.match(/\d+/g)??[]).map(Number)),c=Zt([a,r].map(i=>i.slice(0,3)));return Yt.set(o,c),c}function _t(t){
for(let e of t.querySelectorAll("canvas"))zt.get(e)?.()}function Mt(t,e,n,o,s){let[a,r]=[e.length,e[0].length],c=e.map(l=>Float32Array.
from(l)),i=()=>{if(!t.isConnected)return;let l=n==="signed"?en:on(t);(t.width!==r||t.height!==a)&&(t.width=r,t.height=a);
let u=t.getContext("2d"),d=u.createImageData(r,a),m=new Uint32Array(d.data.buffer);for(let p=0,g=0;p<a;p++)for(let $=0;$<
r;$++,g++){let f=Math.floor(256*((c[p][$]-o)/(s-o))),w=l[Math.min(255,Math.max(0,f))];m[g]=Number.isNaN(f)?tn:w}u.putImageData(
d,0,0)};zt.set(t,i),i()}function te(t){let e,n=0,o=()=>{let a=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<a)){n=setTimeout(
o),t.ariaBusy="true";return}s()},s=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(a){s(),e=a()??
void 0,o()},stop:s}}function ee(t,e){return{render({model:n,el:o,openedByLink:s=!1}){let{root:a,stop:r}=sn(t);o.append(a);let c=te(a),i,l=()=>i&&
c.start(i.draw);i=e(a,n,s,l),Object.assign(a,{stateForTests:i.stateForTests}),_t(a),l();let u=rn(n,i.observes,l);return()=>{
u(),c.stop(),r()}}}}function sn(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let r=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=r?r==="dark":c?c==="f\
alse":n.matches;e.dataset.theme=i?"dark":"light",_t(e)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),s.disconnect(),e.remove()}}}function rn(t,e,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let a of e)t.on(`change:${a}`,s);return()=>{cancelAnimationFrame(
o);for(let a of e)t.off(`change:${a}`,s)}}var mt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function R(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var an=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function et(t,e,n=!0){
t.addEventListener("keydown",o=>{let[s,a]=an.get(o.key)??[0,0];!s&&!(a&&n)||(o.preventDefault(),e(s,a,o))})}function at(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...s)=>{
s.forEach((a,r)=>{let c=typeof a=="string"?a:a.heard;n[r]||(n[r]=h("span",{"aria-atomic":"true",class:a!==c&&"mha-screen\
-reader"}),e.append(n[r]," ")),U(n[r],c)})},{node:e})}var ne=0;function Ot({label:t,options:e,change:n}){ne+=1;let o=`mha-choice-${ne}-${Math.random().toString(36).slice(2)}`,
s=h("fieldset",{class:"mha-choice"},h("legend",{},t)),a=e.map(({value:c,text:i})=>{let l=h("input",{type:"radio",name:o,
value:c});return l.addEventListener("change",()=>n(c)),s.append(h("label",{},l,i)),l});return{node:s,set:c=>{e.forEach((i,l)=>{
a[l].checked=i.value===c})}}}function oe(...t){let e=h("div",{class:"mha-scroll"},...t),n=()=>{let s=e.scrollLeft,a=e.scrollWidth-e.clientWidth-s;e.classList.
toggle("mha-before",s>1),e.classList.toggle("mha-after",a>1),K(e,{before:`${s}px`,after:`${a}px`})};e.addEventListener("\
scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let s of[e,...e.children])o.observe(s);return e}function it(t,e){
let n=h("button",{type:"button"},t);return n.addEventListener("click",e),n}function se({label:t,size:e,long:n=!1,refuse:o,
change:s}){let a={autocapitalize:"none",autocomplete:"off",spellcheck:"false"},r=n?h("textarea",{rows:e,...a}):h("input",
{type:"text",size:e,...a}),c=h("output",{class:"mha-input-error"}),i=()=>n?r.value:r.value.trim().toLowerCase(),l=p=>{U(
c,p),r.setAttribute("aria-invalid",String(p!==""))};r.addEventListener("input",()=>{let p=i();l(o(p)),c.textContent||s(p)});
let u=h("div",{class:"mha-text-input"},h("label",{},`${t} `,r),c),d="";return{node:u,input:r,set:p=>{let $=(n?p===d:document.
activeElement===r)&&c.textContent!=="";d=p;let f=n?p.replace(/\r\n?/g,`
`):p;$||i()===f||(r.value=f,l(""))},complain:l}}function S(t){return Array.from({length:t},(e,n)=>n)}function P(t){let e=0;for(let n of t)e+=n;return e}var re=(t,e)=>t.
includes(e)?t.filter(n=>n!==e):[...t,e];function gt(t,e,n=0,o=t.length){let s=0;for(let a=n;a<o;a++)s+=t[a]*e[a];return s}function Q(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var Y=t=>t.indexOf(Q(t)),V=t=>S(t.length).sort((e,n)=>t[n]-t[e]);function Lt(t,e,n=[]){let o=Q(t),s=0;for(let r=0;r<t.length;r++)s+=Math.exp(t[r]-o);let a=Math.log(s);for(let r=0;r<t.length;r++)
n[r]=t[r]-o-a,e[r]=Math.exp(n[r]);return e}function H(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function nt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?H(t,
3):t.toExponential(1).replaceAll("-","−")}function wt(t){return t>=.995?"1":H(t).slice(1)}var ae=t=>t.toLocaleString("en-US");var B=(t,e)=>`“${t[e]}” (${e})`;function ie(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}function ce(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function bt(t,e){return`${t} ${e}${t===
1?"":"s"}`}function Ct(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}var[cn,ln,un]=[11,6,60],dn=8,fn=32;function hn(t,e){let n=Q(t.map(o=>o.length));return Math.min(un,ln*(n+1))+cn*Math.max(
t.length,e.length)}function $t(t,e,n){let o=h("canvas",{"aria-hidden":"true"}),s=h("div",{class:"mha-mark",hidden:!0}),a=h(
"div",{class:"mha-framed"}),r=h("div",{class:"mha-picture"},o,s,a),[c,i]=["mha-rows","mha-cols"].map(f=>h("div",{class:f,
"aria-hidden":"true"})),l=h("div",{},c,r,i),u=h("figcaption",{},t),d=h("figure",{class:"mha-map"},u,l),m={rows:e,columns:n},
p=0,g=()=>{d.classList.toggle("mha-crowded",p<hn(m.rows,m.columns))},$=(f,w)=>{m={rows:f,columns:w},r.style.aspectRatio=
`${w.length} / ${f.length}`;let x=Math.max(f.length,w.length)<=fn,v=k=>x?k.map(y=>h("span",{},y)):[];c.replaceChildren(...v(
f)),i.replaceChildren(...v(w)),i.classList.toggle("mha-upright",Q(w.map(k=>k.length))===1),g()};return $(e,n),Xt(u,f=>{p=
f,g()}),{node:d,body:l,picture:r,label:$,draw:(f,w,x,v)=>Mt(o,f,w,x,v),mark(f){s.hidden=!1,s.style.top=`${100*f/m.rows.length}\
%`,s.style.height=`${100/m.rows.length}%`},frame(f){let{rows:w,columns:x}=m;a.replaceChildren(...f.map(({top:v,left:k,height:y,
width:b,kind:N})=>{let T=h("div",{class:N});return T.style.inset=[v,x.length-k-b,w.length-v-y,k].map((A,_)=>`${100*A/(_%
2?x:w).length}%`).join(" "),T}))},onPoint(f,w=!0){let x=({clientX:v,clientY:k})=>{let{rows:y,columns:b}=m,{left:N,top:T,
width:A,height:_}=r.getBoundingClientRect(),M=Math.floor((k-T)/_*y.length),O=Math.floor((v-N)/A*b.length);M in y&&O in b&&
f([M,O])};w&&r.addEventListener("pointermove",x),r.addEventListener("pointerdown",x)}}}function z(t,e){t.style.setProperty(
"--mha-hue",e<dn?`var(--mha-head-${e})`:"initial")}function It(t,e,n,o){let s=h("canvas",{"aria-hidden":"true"});Mt(s,[S(
64).map(i=>i/63)],t,0,1);let[a,r,c]=[e,n,o].map(i=>h("span",{},i));return h("div",{class:"mha-bar"},a,s,r,c)}var xt=t=>Object.keys(t);function ue(t,e){let n=Object.entries(e).map(([o,s])=>[o,String(s)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function de(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,s]=e??[];return n===
void 0?null:{name:n,className:o,query:s}}function fe(t,e,n){let o=i=>({values:null,wrong:i});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let s=[...new URLSearchParams(t)],a=s.find(([i])=>!Object.hasOwn(e,i));if(a)return o(
`nothing here is called “${le(a[0])}”`);let r={},c=i=>Object.hasOwn(r,i)?r[i]:n(i);for(let[i,l]of Object.entries(e)){
let u=s.filter(([m])=>m===i).map(([,m])=>m);if(u.length===0)return o(`${i} is missing`);if(u.length>1)return o(`${i} is \
given ${pn(u.length)}`);let d=l(u[0],c);if(d===void 0)return o(`${i} cannot be “${le(u[0])}”`);r[i]=d}return{values:r,
wrong:""}}var pn=t=>t===2?"twice":`${t} times`;function le(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function mn(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function J(t,e,n=0){let o=mn(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function vt(t,e){let n=t===""?[]:t.split(",").map(o=>J(o,e));
return n.includes(void 0)?void 0:n}var he=(t,e)=>e.find(n=>String(n)===t);var ct="open",gn=["pointerdown","wheel","touchstart","keydown","hashchange"],wn=120,bn=99,$n=["","localhost","127.0.0.1",
"[::1]"];function me(t,e,n=()=>({})){let o=xt(e);return{...t,choices:e,settle:n,render:a=>{let{model:r,el:c,link:i}=a;if(!i)
return t.render(a);let l=()=>mt(r,...o),u=l(),d=()=>xn(c,i,e,r.get),m=d();m?.values&&R(r,m.values);let p=t.render({...a,
openedByLink:!!m?.values}),g=c.querySelector(".mha"),$=kn(g),f=Nn(g,()=>ue(i,{...l(),...n(r.get),...$.get()})),w=({values:v,
folds:k,wrong:y})=>{let b=y||$.findError(k);R(r,b?u:v),$.open(b?[]:k),f.clear(),f.refuse(b),yn(c)},x=()=>{let v=d();v&&w(
v)};m?w(m):document.addEventListener("DOMContentLoaded",x,{once:!0}),addEventListener("hashchange",x);for(let v of o)r.on(
`change:${v}`,f.clear);return()=>{for(let v of o)r.off(`change:${v}`,f.clear);document.removeEventListener("DOMContentLo\
aded",x),removeEventListener("hashchange",x),p()}}}}function xn(t,e,n,o){let s=de(location.hash);if(s?.name!==e)return s&&
vn(s,t)?{values:null,folds:[],wrong:`it shows another ${s.className}`}:null;let a=!new URLSearchParams(s.query).has(ct),
r={...n,[ct]:d=>vt(d,bn)},{values:c,wrong:i}=fe(s.query,a?n:r,o),{[ct]:l=[],...u}=c??{};return{values:c&&u,folds:l,wrong:i}}
function vn({name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-m\
ha-link]"),s=[...o].map(a=>a.dataset.mhaLink??"");return s.includes(t)?!1:o[s.findIndex(a=>a.startsWith(`${e}-`))]===n}function yn(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[wn,Number.NaN],s=()=>{let r=t.getBoundingClientRect().top+scrollY;r!==o&&t.scrollIntoView(),o=r,n-- >0&&requestAnimationFrame(
s)};s();let a=()=>{n=0};for(let r of gn)addEventListener(r,a,{once:!0,capture:!0,passive:!0})}function kn(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,s)=>o.open?[s]:[]);return n.length>0?{[ct]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${ct} cannot be “${n}”`:"",open(n){e.forEach((o,s)=>{o.open=n.includes(s)})}}}function Nn(t,e){let n=h(
"p",{class:"mha-refused",role:"status"}),o=h("output"),s,a=()=>{s?.remove(),o.textContent=n.textContent=""},c=h("div",{class:"\
mha-link"},it("Copy link to this",async()=>{a();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await En(u)){o.append(
"Copied.",...pe(l));return}s=h("input",{type:"text",readonly:!0,"aria-label":"link to this"}),s.value=u,c.append(s),s.select(),
o.append("The browser does not allow copying: copy the link from this field.",...pe(l))}),o);return t.prepend(n),t.append(
c),{clear:a,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function pe(t){if(!$n.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,h("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function En(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var ot=t=>t.layers[0].W_Q.length,q=t=>S(t.layers.length*ot(t)),D=(t,e)=>Math.floor(e/ot(t)),yt=(t,e)=>S(ot(t)).map(n=>e*
ot(t)+n),C=(t,e)=>ie(e,ot(t),t.layers.length),Wt=(t,e,n)=>t.layers[D(t,n)][e][n%ot(t)],kt=(t,e)=>e===0||t.residual?t.features:
Ht(t.features);function lt(t,e){return t.map(n=>{let o=new Array(e[0].length).fill(0);for(let s=0;s<e.length;s++)for(let a=0;a<
o.length;a++)o[a]+=n[s]*e[s][a];return o})}var An=(t,e)=>t.map((n,o)=>n.map((s,a)=>s+e[o][a])),Sn=t=>t[0].map((e,n)=>dt(
t,n));function Tn(t,{W_Q:e,W_K:n,W_V:o,W_O:s},a,r,c){let[i,l,u]=[e,n,o].map(w=>lt(t,w[a])),d=Math.sqrt(i[0].length),m=lt(
i,Sn(l)).map((w,x)=>w.map((v,k)=>r&&k>x?Number.NEGATIVE_INFINITY:v/d)),p=m.map(w=>Lt(w,w.slice())),g=lt(p,u),$=lt(g,s[a]),
f=c?$.map(w=>w.map(()=>0)):$;return{Q:i,K:l,V:u,scores:m,weights:p,average:g,written:f}}var _n=({letter_vectors:t,positions:e},n)=>n.
map((o,s)=>t[o].map((a,r)=>a+e[s][r]));function Mn(t,e,{residual:n,causal:o,off:s=[]}){let a=[],r=[];for(let c of e){let i=r.
at(-1)??t,l=a.length,u=c.W_Q.map((m,p)=>Tn(i,c,p,o,s.includes(l+p))),d=u.map(({written:m})=>m);a.push(...u),r.push((n?[i,
...d]:d).reduce(An))}return{x:t,heads:a,sums:r}}var On=(t,e)=>lt(e,t.readout).map(n=>n.map((o,s)=>o+t.bias[s]));function we(t,e,n){
let{layers:o,residual:s,causal:a}=t,{x:r,heads:c,sums:i}=Mn(_n(t,e),o,{residual:s,causal:a,off:n}),l=On(t,i[i.length-1]),
u=t.letter_vectors.length,d=l.map(m=>S(m.length/u).flatMap(p=>Lt(m.slice(p*u,(p+1)*u),[])));return{x:r,heads:c,sums:i,logits:l,
answers:d}}function ft(t,e,n){return e==="sum"?t.sums[n]:e==="x"||e==="logits"||e==="answers"?t[e]:t.heads[n]?.[e]}function be({
layers:t,readout:e,bias:n},o){let s=t.length*t[0].W_Q.length,[a,r]=[t[0].W_Q[0][0].length,t[0].W_V[0][0].length];return{
x:[1,e.length],Q:[s,a],K:[s,a],V:[s,r],scores:[s,o],weights:[s,o],average:[s,r],written:[s,e.length],sum:[t.length,e.length],
logits:[1,n.length],answers:[1,n.length]}}var ut=(t,e,n)=>e.map((o,s)=>({name:t[s],factors:[o,n[s]],value:o*n[s]})),dt=(t,e)=>t.
map(n=>n[e]),Ht=t=>Array.from(t,(e,n)=>`number ${n}`),$e="blocked: a position attends only to itself and to earlier ones",
Ln=9;function xe(t,e,n,o){let s=Q(t),a=Math.abs(s)>Ln?s:0,r=t.map((l,u)=>{let d=l-a;return{name:n[u],factors:[d],value:Math.
exp(d)}}),c=`e to the power of its own${a?" (less the largest)":""}`,i=`the softmax of the ${o.stage}: ${c}, divided by \
the sum of all of these`;return{rule:t[e]===Number.NEGATIVE_INFINITY?$e:i,terms:[{...r[e],factors:[]}],divisor:P(r.map(({
value:l})=>l)),raised:r,sources:[o]}}function ve(t,e,n,o,s){let{stage:a,index:r,row:c,column:i}=o,l=ft(e,a,r)[c][i],u={model:t,
stages:e,text:n,asked:o,words:s};return a==="x"?{value:l,...Cn(u)}:a==="sum"?{value:l,...Rn(u)}:a==="logits"||a==="answe\
rs"?{value:l,...Hn(u)}:{value:l,...In(u,a)}}function Cn({model:{letter_vectors:t,positions:e},text:n,asked:{row:o,column:s},
words:a}){return{rule:"the letter's vector plus the position's",terms:[{name:`letter ${a.position(o)}`,factors:[],value:t[n[o]][s]},
{name:`position ${o}`,factors:[],value:e[o][s]}],sources:[]}}function Ft(t,e,n){let o=e===0?{stage:"x",index:0,row:n,rows:1}:
{stage:"sum",index:e-1,row:n,rows:1},s=e===0?"the token's vector":`the output of layer ${e-1}`;return{source:o,name:s,numbers:ft(
t,o.stage,o.index)[n]}}function Rt({model:t,stages:e,asked:{index:n,row:o,column:s}},a){let r=D(t,n),c=Ft(e,r,o),i=dt(Wt(
t,a,n),s);return{rule:`${c.name} times column ${s} of ${a}`,terms:ut(kt(t,r),c.numbers,i),sources:[c.source,{stage:a,index:n,
row:0,rows:i.length,column:s}]}}function In(t,e){let{model:n,stages:o,text:s,asked:a,words:r}=t,{index:c,row:i,column:l}=a,
u=o.heads[c],d=s.map(($,f)=>r.position(f)),m=n.causal?i+1:d.length,p=($,f,w=1)=>({stage:$,index:c,row:f,rows:w});return{
Q:()=>Rt(t,"W_Q"),K:()=>Rt(t,"W_K"),V:()=>Rt(t,"W_V"),scores:()=>l>=m?{rule:$e,terms:[],sources:[]}:{rule:"the dot produ\
ct of query and key, divided by the square root of their width",terms:ut(Ht(u.Q[i]),u.Q[i],u.K[l]),divisor:Math.sqrt(u.Q[i].
length),sources:[p("Q",i),p("K",l)]},weights:()=>xe(u.scores[i],l,d,p("scores",i)),average:()=>({rule:`weight times valu\
e, added over all tokens${n.causal?" so far":""}`,terms:ut(d,u.weights[i],dt(u.V,l)).slice(0,m),sources:[p("weights",i),
{...p("V",0,m),column:l}]}),written:()=>{let $=dt(Wt(n,"W_O",c),l),f={stage:"W_O",index:c,row:0,rows:$.length,column:l};
return{rule:`the average times column ${l} of W_O`,terms:ut(Ht(u.average[i]),u.average[i],$),sources:[p("average",i),f]}}}[e]()}
function Rn({model:t,stages:e,asked:{index:n,row:o,column:s}}){let a=yt(t,n),r=a.map(d=>({name:C(t,d),factors:[],value:e.
heads[d].written[o][s]})),c=a.map(d=>({stage:"written",index:d,row:o,rows:1}));if(!t.residual)return{rule:"what the head\
s add up to",terms:r,sources:c};let{source:i,name:l,numbers:u}=Ft(e,n,o);return{rule:"what came in, and what each head a\
dds",terms:[{name:l,factors:[],value:u[s]},...r],sources:[i,...c]}}function Hn({model:t,stages:e,asked:{stage:n,row:o,column:s},
words:{alphabet:a}}){let r=t.layers.length;if(n==="logits"){let{source:l,numbers:u}=Ft(e,r,o);return{rule:"the sum times\
 a column of the readout, and a bias",terms:ut(kt(t,r),u,dt(t.readout,s)),bias:t.bias[s],sources:[l]}}let c=a.length*Math.
floor(s/a.length),i=e.logits[o].slice(c,c+a.length);return xe(i,s-c,a,{stage:"logits",index:0,row:o,rows:1})}function ye(t,e){
let n=q(t).filter(r=>!e.includes(r));if(t.residual)return n.length>0?"":"No head is on: each position answers from its o\
wn token and the bias.";let s=S(t.layers.length).find(r=>n.every(c=>D(t,c)!==r));return s===void 0?"":`${n.length>0?`No \
head of layer ${s}`:"No head"} is on: the bias alone answers, the same at every position.`}function ke(t,e,n,o,s,a){let r=t.
letter_vectors.length,c=r*Math.floor(s/r),i=g=>P(g.slice(c,c+r))/r,l=t.readout.map(g=>g[s]-i(g)),u=t.layers.length-1,m=(t.
residual?q(t):yt(t,u)).filter(g=>!a.includes(g)).flatMap(g=>Wn(t,e,o,g,l)),p=[t.letter_vectors[n[o]],t.positions[o]].map(
g=>gt(g,l));return{bias:t.bias[s]-i(t.bias),parts:m,token:t.residual?{letter:p[0],position:p[1]}:{}}}function Wn(t,e,n,o,s){
let{weights:a,V:r}=e.heads[o],c=Wt(t,"W_O",o).map(l=>gt(l,s)),i=t.causal?n+1:a.length;return a[n].slice(0,i).map((l,u)=>{
let d=gt(r[u],c);return{head:o,position:u,weight:l,contribution:d,value:l*d}})}var ge=.25;function Pt(t,e,n,o){let s=t.layers.
length-1,a=q(t).filter(d=>!o.includes(d)),r=a.filter(d=>D(t,d)===s),c=e.x.map((d,m)=>P(r.map(p=>e.heads[p].weights[n][m]))),
i=Y(c);if(s===0||i===n||c[i]<ge)return null;let u=a.filter(d=>D(t,d)===s-1).flatMap(d=>e.heads[d].weights[i].map((m,p)=>({
head:d,position:p,weight:m}))).filter(({weight:d})=>d>=ge);return u.length>0?{from:i,attended:u}:null}var Nt=t=>t<0;function st(t,e,n,o){return(Nt(n[o])?e+1<t.length&&Fn(t,e):e>=Math.max(...n))?t[e-n[o]]:null}var Bt=(t,e,n)=>Nt(
n)&&e===t.length-1;function Ne(t){let e=n=>t.slice(n)===t.slice(0,-n);return S(t.length).find(n=>n>0&&e(n))??0}function Fn(t,e){
let n=Ne(t);return n?e>=n:t.indexOf(t[e])<e}var Et=(t,e)=>Nt(e)?`the ${t} letter`:`the letter ${t}`;function Ee(t,e,n){return st(
t,e,n,0)!==null?"":Nt(n[0])?Bt(t,e,n[0])?"The text ends here: this is how it would go on.":Ne(t)?"Nothing has repeated y\
et, so there is nothing to go by.":`There is no earlier “${t[e]}”, so there is nothing to go by.`:"Too few letters c\
ome before this position, so nothing was asked here."}var Ae=4,Pn=.15,Bn=.25;function At(t,e,n,{alphabet:o}){return t.answers[e].slice(n*o.length,(n+1)*o.length)}function St(t,e){
return t===null?{kind:"mha-unasked",mark:""}:e===t?{kind:"mha-right-answer",mark:"✓"}:{kind:"mha-wrong-answer",mark:"✗"}}
function Se(t,{run:e,text:n,task:o}){return S(n.length).map(s=>{let a=st(n,s,o.back,t);if(a===null&&!Bt(n,s,o.back[t]))return null;
let r=Y(At(e,s,t,o));return{id:r,letter:o.alphabet[r],right:a,...St(a,o.alphabet[r])}})}function Te(t,e,{text:n,task:{questions:o,
back:s}}){let a=e.filter(i=>i&&i.right!==null),r=e.flatMap((i,l)=>i?.mark==="✗"?[`“${i.letter}” at ${B(n,l)}`]:[]),
c=`${a.length-r.length} of ${a.length} right`;return[`${Et(o[t],s[t])}? ${c}`,r.length>0?` Wrong: ${r.join(", ")}.`:""]}
var _e=(t,{alphabet:e,questions:n})=>`“${e[t%e.length]}” ${n[Math.floor(t/e.length)]}`;function Me({parts:t,token:e},{
model:n,text:o}){let s=t.map(({head:c,position:i,weight:l,contribution:u,value:d})=>{let m=C(n,c),p=`from ${B(o,i)}`,g=`${wt(
l)} × ${H(u)}`;return{name:`${m}, ${p}`,source:`${p}, through ${m}`,product:g,value:d}}),a=Object.entries(e).map(([c,i])=>{
let l=`the token's own ${c}`;return{name:l,source:`from ${l}`,product:"",value:i}}),r=[...s,...a];return V(r.map(({value:c})=>Math.
abs(c))).map(c=>r[c])}function Oe(t,e){let n=e.find(({value:o})=>o>0);return n?`${t} comes mainly ${n.source}.`:`Nothing\
 that it attends to raises ${t}.`}function Le(t,e){let n=t.map(({value:s})=>s),o=n.slice(Ae);return[...t.slice(0,Ae).map(
({name:s,product:a,value:r})=>[s,a,H(r)]),...o.length>0?[[`all the rest, ${bt(o.length,"term")}`,"",H(P(o))]]:[],["bias",
"",H(e)],["sum","",H(e+P(n))]]}var Ce=(t,e,n)=>`${B(t,e)} with ${H(n)}`;function Dn({model:t,run:e,text:n,position:o,off:s}){
let a=e.heads.map(({weights:r},c)=>{if(s.includes(c))return`${C(t,c)} is off`;let[i,l]=V(r[o]),d=(r[o][l]>Bn?[i,l]:[i]).
map(m=>Ce(n,m,r[o][m]));return`${C(t,c)} attends to ${Ct(d)}`});return`From ${B(n,o)}: ${a.join("; ")}.`}function jn({run:t,
text:e,position:n,task:o}){let s=o.questions.map((r,c)=>{let i=c===0?r[0].toUpperCase()+r.slice(1):r,l=o.alphabet[Y(At(t,
n,c,o))],{mark:u}=St(st(e,n,o.back,c),l);return`${i} it says “${l}”${u&&(u==="✓"?", right":", wrong")}`}),a=Ee(e,n,
o.back);return`${s.join("; ")}.${a&&` ${a}`}`}function Qn({model:t,text:e,before:n}){if(!n)return"";let o=n.attended.map(
({head:a,position:r,weight:c})=>`${Ce(e,r,c)} (${C(t,a)})`);return`Dashed: before that, ${B(e,n.from)} itself had attend\
ed to ${Ct(o)}.`}var Ie=t=>[Dn(t),Qn(t),jn(t)];function Re({model:t,run:e,position:n,off:o,before:s},a){let r=a?.parts??
[],c=[...r.map(({value:l})=>l),...Object.values(a?.token??{})],i=Pn*P(c.map(l=>Math.max(0,l)));return e.heads.map(({weights:l},u)=>{
let d=r.filter(({head:p,value:g})=>p===u&&g>i),m=(s?.attended??[]).filter(({head:p})=>p===u);return{name:C(t,u),weights:l[n],
off:o.includes(u),below:t.layers.length>1?D(t,u)===0:u%2===1,lit:new Set(d.map(p=>p.position)),before:m.map(p=>({...p,from:s?.
from??n}))}})}var Dt=40,[Be,He]=[12,56],[Vn,Gn]=[12,.8],[We,Un]=[1.2,11],[Kn,qn]=[18,15],Xn=1/.78,Yn={end:7,control:15,top:22},zn=.045,
De=.005;function Fe(t,e,{height:n,lane:o,lanes:s}){let a=(o-(s-1)/2)*Math.min(Vn,Dt/2/s),[r,c]=[t,e].map(u=>(u+.5)*Dt+a);
if(t===e){let{end:u,control:d,top:m}=Yn;return`M${r-u} 0C${r-d} ${-m} ${r+d} ${-m} ${r+u} 0`}let i=Kn+qn*Math.abs(t-e),l=-Math.
min(n*Xn,i)*Gn**o;return`M${r} 0C${r} ${l} ${c} ${l} ${c} 0`}function Jn(t,e){return V(t).filter(o=>t[o]>=De).map(o=>`${B(
e,o)} with ${H(t[o])}`).join(", ")}var Pe=t=>We+(Un-We)*t;function Zn(t,e){let n=S(e).map(()=>h("span",{"aria-hidden":"t\
rue"})),o=h("span",{class:"mha-row-title","aria-hidden":"true"}),s=h("span",{class:"mha-screen-reader"}),a=h("div",{class:"\
mha-line"},...n),r=h("div",{class:"mha-letter-row"},o,s,a),c=tt("g",{});for(let u of[r,c])z(u,t);let i=({weights:u,off:d,
lit:m,before:p},g,$,f)=>{let x=S(d?0:$.length).filter(k=>u[k]>=zn).map(k=>tt("path",{d:Fe(k,g,f),"stroke-width":Pe(u[k]),
class:m.size>0&&!m.has(k)?"mha-faded":null})),v=p.map(({from:k,position:y,weight:b})=>tt("path",{d:Fe(y,k,f),"stroke-wid\
th":Pe(b/2),class:"mha-earlier"}));c.replaceChildren(...x,...v)};return{node:r,arcs:c,draw:(u,d,m,p)=>{let{name:g,weights:$,
off:f,lit:w}=u;o.textContent=`${g} ${f?"is off":"attends to"}`,U(s,`${o.textContent} ${f?"":Jn($,m)}`),r.classList.toggle(
"mha-off",f),n.forEach((x,v)=>{let k=f?0:$[v]??0;x.textContent=k<De?"":wt(k),x.classList.toggle("mha-highlighted",w.has(
v)),K(x,{fill:`${Math.round(100*k)}%`})}),i(u,d,m,p)}}}var to=(t,e)=>Math.min(e,Math.max(Be,t.length));function jt(t,e){
return n=>{let o=to(n,e);K(t,{slots:o});for(let s of t.querySelectorAll(".mha-line"))[...s.children].forEach((a,r)=>{a.toggleAttribute(
"hidden",r>=o)});return o}}function je(t,e,n,o){let s=S(t).map(f=>{let w=h("button",{type:"button",tabindex:-1});return w.
addEventListener("click",()=>n(f)),w}),a=S(e).map(f=>Zn(f,t)),r=[0,1].map(()=>tt("g",{})),c=r.map(f=>tt("svg",{"aria-hid\
den":"true"},f)),i=h("div",{class:"mha-line mha-text"},...s),d=h("div",{class:"mha-letters",role:"group",tabindex:0,"ari\
a-label":"letters; arrow left and right choose a position"},c[0],i,c[1]),m=jt(d,t);et(d,(f,w)=>{n(o()+(w||f)),s[o()].scrollIntoView(
{block:"nearest",inline:"nearest"})});let p="",g=f=>{let w=f.map(({below:y})=>Number(y)).join("");if(w===p)return;p=w;let x=[
!1,!0].map(y=>a.filter((b,N)=>f[N]?.below===y));r.forEach((y,b)=>{y.replaceChildren(...x[b].map(({arcs:N})=>N))});let[v,
k]=x.map(y=>y.map(b=>b.node));d.replaceChildren(...v,c[0],i,c[1],...k),c.forEach((y,b)=>{y.toggleAttribute("hidden",x[b].
length===0)})};return{node:d,draw:(f,w,x)=>{g(x);let v=m(f),k=[He*v/Be,He];c.forEach((y,b)=>{y.setAttribute("viewBox",`0\
 0 ${Dt*v} ${k[b]}`)}),r[0].setAttribute("transform",`translate(0 ${k[0]})`),r[1].setAttribute("transform","scale(1 -1)"),
s.forEach((y,b)=>{y.hidden=b>=f.length,y.textContent=f[b]??"",y.setAttribute("aria-pressed",String(b===w)),y.hidden?y.removeAttribute(
"aria-label"):y.setAttribute("aria-label",`${f[b]}, position ${b}`)}),x.forEach((y,b)=>{let N=x.flatMap(({below:_},M)=>_===
y.below?[M]:[]),[T,A]=[N.indexOf(b),N.length];a[b].draw(y,w,f,{height:k[Number(y.below)],lane:T,lanes:A})})}}}var Qe=5;function Ve({value:t,terms:e,divisor:n,bias:o}){let s=e.filter(({factors:l})=>l[0]!==0),a=V(s.map(l=>Math.abs(l.
value))).map(l=>s[l]),r=a.slice(Qe),c=(l,u)=>u===void 0?[]:[[l,"",nt(u)]],i=r.length>0?P(r.map(l=>l.value)):void 0;return[
...a.slice(0,Qe).map(({name:l,factors:u,value:d})=>[l,u.map(nt).join(" × "),nt(d)]),...c(bt(r.length,"smaller one"),i),
...c("bias",o),...c("divided by",n),...c("gives",t)]}function Ge(t,{stage:e,index:n,row:o,column:s},{position:a},r){let c=a(
o),i=C(t,n),l=t.layers.length>1?`the output of layer ${n}`:"the output";return{x:`Number ${s} of the vector of ${c}`,Q:`\
Number ${s} of the query of ${c} in ${i}`,K:`Number ${s} of the key of ${c} in ${i}`,V:`Number ${s} of the value of ${c}\
 in ${i}`,scores:`The score of ${c} for ${a(s)} in ${i}`,weights:`The weight of ${a(s)} for ${c} in ${i}`,average:`Numbe\
r ${s} of the average of ${c} in ${i}`,written:`Number ${s} of what ${i} adds for ${c}`,sum:`Number ${s} of ${l} for ${c}`,
logits:`The logit of ${r[s]} at ${c}`,answers:`The probability of ${r[s]} at ${c}`}[e]}var eo=t=>[[{stage:"Q",title:`Q = ${t} W_Q`},{stage:"K",title:`K = ${t} W_K`},{stage:"V",title:`V = ${t} W_V`}],[{stage:"\
scores",title:"scores = Q Kᵀ / √d"},{stage:"weights",title:"weights: softmax",bounded:!0}],[{stage:"average",title:"\
average"},{stage:"written",title:"written = average W_O"}]],no=[{stage:"x",title:"x: letter and position"}],oo=[{stage:"\
logits",title:"logits: readout"},{stage:"answers",title:"answers: softmax",bounded:!0}],Qt=t=>t===0?"x":`x${"₀₁₂₃₄"[t]}`;
function so({layers:t,residual:e},n){let o=e?`${Qt(n)} + the heads`:"sum of the heads";return{stage:"sum",title:t.length>
1?`${Qt(n+1)} = ${o}`:o}}function ro({stage:t,title:e,bounded:n=!1},o,s,a,r,c){let i=$t(e,a,r),l=`${e}${s}; arrow keys c\
hoose a number`;i.picture.setAttribute("role","application"),i.picture.setAttribute("tabindex","0"),i.picture.setAttribute(
"aria-label",l),i.node.style.flexGrow=String(r.length);let[u,d]=[0,0],m=([$,f])=>{$ in a&&f in r&&([u,d]=[$,f],c({stage:t,
index:o,row:u,column:d}))};i.onPoint(m,!1),et(i.picture,($,f)=>m([u+$,d+f]));let p=($,f,w)=>{let x=n?"weights":"signed";
i.draw(ao(ft($,t,o)),x,n?0:-f,f),i.mark(w),u=w},g=($,f)=>{let w=$.stage===t&&$.index===o;w&&([u,d]=[$.row,$.column]);let x=w?
[{top:u,left:d,height:1,width:1,kind:"mha-asked"}]:[];for(let v of f){if(v.stage!==t||v.index!==o)continue;let{row:k,rows:y,
column:b=0}=v,N=v.column===void 0?r.length:1;x.push({top:k,left:b,height:y,width:N,kind:"mha-source"})}i.frame(x)};return{
stage:t,index:o,node:i.node,draw:p,frame:g}}var ao=t=>t.map(e=>e.map(n=>n===Number.NEGATIVE_INFINITY?Number.NaN:n));function io(){
let t=h("tbody"),e=h("div",{class:"mha-reason"}),n=at(e),o=h("table",{"aria-label":"its terms"},t);return e.append(o),{node:e,
draw:(a,r)=>{let c=r.value===Number.NEGATIVE_INFINITY;o.hidden=c;let i=c?`${a} is not counted:`:`${a} is ${nt(r.value)}:`;
n(i,`${r.rule}.`),t.replaceChildren(...pt(Ve(r)))}}}function Ue(t,e,n,o,s){let a=[...e],r=b=>S(b).map(String),c=t.layers.
length,i=t.layers[0].W_Q[0][0].length,l=b=>kt(t,b).map(N=>N.replace(/^\w+ |[“”]/g,"")),u=(b,N)=>b==="x"?l(0):b==="su\
m"?l(N+1):b==="written"?l(D(t,N)+1):b==="scores"||b==="weights"?a:b==="logits"||b==="answers"?n:r(i),d=(b,N,T="")=>b.map(
A=>ro(A,N,T,a,u(A.stage,N),s)),m=b=>h("div",{class:"mha-flow"},...b.map(N=>N.node)),p=b=>{let N=C(t,b),A=eo(Qt(D(t,b))).
map(O=>d(O,b,` of ${N}`)),_=h("p",{class:"mha-row-title"},N),M=h("div",{class:"mha-head-panel"},_,...A.map(m));return z(
M,b),{stages:A.flat(),node:M}},g=d(no,0),$=io(),f=h("div",{class:c>1&&"mha-deep"}),w=h("div",{class:"mha-first"},m(g),$.
node),x=[{into:f,node:w,stages:g}];for(let b of S(c)){let N=h("div",{class:"mha-heads"});x.push({into:f,node:N,stages:[]});
for(let _ of yt(t,b))x.push({into:N,...p(_)});let T=b===c-1?d(oo,0):[],A=[...d([so(t,b)],b),...T];x.push({into:f,node:m(
A),stages:A})}let v=x.flatMap(b=>b.stages);return{node:f,draw:function*(b,N){let T=new Map;for(let{stage:A,index:_}of v){
let M=ft(b,A,_).flat().map(Math.abs),O=Q(M.filter(Number.isFinite));T.set(A,Math.max(T.get(A)??0,O)||1)}for(let A of x){
A.node.parentNode||A.into.append(A.node);for(let _ of A.stages){let M=_.stage==="weights"||_.stage==="answers";_.draw(b,
M?1:T.get(_.stage)??1,N),yield}}},answer:(b,N,T,A)=>{let _=ve(t,b,N,T,A);for(let M of v)M.frame(T,_.sources);$.draw(Ge(t,
T,A,o),_)}}}var co=3,Vt=["attention","every number"];function Ke(t,e,n){let o=[...t].find(s=>!e.includes(s));return o?`“${o}” is n\
ot in the alphabet: ${e[0]} to ${e.at(-1)}.`:t.length>n?`That is ${t.length} letters; the model reads ${n}.`:t?"":"Type \
at least one letter."}var Gt={text:(t,e)=>Ke(t,e("alphabet"),e("models")[0].positions.length)?void 0:t,model:(t,e)=>J(t,
e("models").length),position:(t,e)=>J(t,e("text").length),off:(t,e)=>vt(t,q(e("models")[e("model")]).length),answer:(t,e)=>J(
t,e("alphabet").length*e("questions").length,-1),view:(t,e)=>he(t,e("numbers")?Vt:Vt.slice(0,1)),asked:(t,e)=>{if(t==="")
return[];let[n,o="",s="",...a]=t.split(","),r=new Map(Object.entries(be(e("models")[e("model")],e("text").length))),[c,i]=r.
get(n)??[0,0],l=[J(o,c),J(s,i)];return l.includes(void 0)||a.length>0?void 0:[n,...l]}},Ut=t=>({position:Math.min(t("pos\
ition"),t("text").length-1),asked:Gt.asked(String(t("asked")),t)??[]}),X=t=>Ut(t.get).position,qe=t=>Math.max(...t.map(e=>q(
e).length));function lo(t){let[e,n]=[t.get("models"),t.get("alphabet")],o=e[0].positions.length,s=Ot({label:"model",options:e.
map(({name:g},$)=>({value:$,text:g})),change:g=>R(t,{model:g,off:[],answer:-1})}),a=S(qe(e)).map(g=>{let $=it("",()=>{let f=re(
t.get("off"),g);R(t,{off:f,answer:-1})});return $.classList.add("mha-switch"),z($,g),$}),[r,c]=[n[0],n.at(-1)],i=se({label:`\
type letters, ${r} to ${c}:`,size:o,refuse:g=>Ke(g,n,o),change:g=>R(t,{text:g,answer:-1})}),l=h("span",{class:"mha-count"}),
u=h("div",{class:"mha-models"});e.length>1&&u.append(s.node),u.append(l);let d=h("div",{class:"mha-top-row"},u,i.node);K(
i.node,{letters:o}),d.append(h("div",{class:"mha-head-switches"},...a));let m=e.every(({parameters:g})=>g===e[0].parameters);
return{node:d,set:()=>{let g=e[t.get("model")],$=t.get("off");s.set(t.get("model")),i.set(t.get("text"));let f=m&&e.length>
1?" either way":"";l.textContent=`${ae(g.parameters)} parameters${f}`,a.forEach((w,x)=>{w.hidden=x>=q(g).length,w.textContent=
`${C(g,x)}: ${$.includes(x)?"off":"on"}`,w.setAttribute("aria-pressed",String(!$.includes(x)))})}}}function uo(t,e,n){let o=n.
questions.map(()=>{let c=S(e).map(()=>h("span",{class:"mha-chip"})),l=h("span",{class:"mha-row-title",...{"aria-live":"p\
olite","aria-atomic":"true"}}),u=h("span",{class:"mha-screen-reader"}),d=h("div",{class:"mha-line","aria-hidden":"true"},
...c),m=h("div",{class:"mha-letter-row"},l,u,d);return{words:l,faults:u,cells:c,node:m}}),s=h("div",{class:"mha-answers"},
...o.map(c=>c.node)),a=jt(s,e);return{node:s,draw:c=>{let i=n.alphabet.length,l=t.get("answer");a(c.text),o.forEach(({words:u,
faults:d,cells:m},p)=>{let g=Se(p,c);m.forEach((w,x)=>{let v=g[x];w.textContent=v?v.letter+v.mark:"",w.className=`mha-ch\
ip ${v?.kind??""}`;let k=x===c.position&&(l<0||Math.floor(l/i)===p);w.classList.toggle("mha-highlighted",!!v&&k),w.onclick=
v&&(()=>R(t,{position:x,answer:p*i+v.id}))});let[$,f]=Te(p,g,c);U(u,$),U(d,f)})}}}function fo(t,e){let{questions:n,back:o,
alphabet:s}=e,a=s.length,r=n.map((l,u)=>{let d=h("p"),m=S(Math.min(co,a)).map(()=>{let g=h("div"),$=h("span"),f=h("b"),w=it(
"",()=>R(t,{answer:Number(w.dataset.answer)}));return w.append(f,h("span",{class:"mha-rail"},g),$),{button:w,bar:g,percentage:$,
letter:f}}),p=m.map(({button:g})=>g);return{question:l,k:u,title:d,lines:m,node:h("div",{},d,...p)}});return{node:h("div",
{class:"mha-guesses"},...r.map(l=>l.node)),draw:l=>{let u=t.get("text"),d=X(t),m=t.get("answer");for(let{question:p,k:g,
title:$,lines:f}of r){let w=st(u,d,o,g),x=w===null?"":` is “${w}”`,[v,k]=Et(p,o[g]).split(p);$.replaceChildren(v,h("\
b",{},p),`${k}${x}; the model says`);let y=At(l,d,g,e),b=V(y);f.forEach(({button:N,bar:T,percentage:A,letter:_},M)=>{let O=b[M],
{kind:W,mark:I}=St(w,s[O]);_.textContent=s[O],A.textContent=`${ce(y[O])}${I==="✓"?" ✓":""}`,T.className=W,K(T,{fill:`${100*
y[O]}%`}),N.dataset.answer=String(g*a+O),N.setAttribute("aria-pressed",String(m===g*a+O));let ht=`${s[O]} ${p}, ${A.textContent}\
; where from?`;N.setAttribute("aria-label",ht)})}}}}function ho(){let t=h("p",{class:"mha-hint"},"↑ Choose an answer: wh\
ere did it come from?"),e=h("div"),n=at(e),o=h("p",{class:"mha-title"}),s=h("tbody"),a=h("table",{class:"mha-trace","ari\
a-label":"where it came from"},s);e.append(o,a);let r=h("div",{class:"mha-trace-panel"},t,e),c=(i,l,u,d)=>{t.hidden=!!i,
o.hidden=a.hidden=!i,o.textContent="What raises this answer, compared with the mean of all letters: weight times value, \
through W_O and the readout"+(d?". What an earlier head contributes through a later one counts as the later one's":""),n(
i?Oe(u,i):""),i&&s.replaceChildren(...pt(Le(i,l)))};return{node:r,sentence:n.node,draw:c}}function po(t,e){let s=h("div",
{class:"mha-grid mha-large-maps",role:"group",tabindex:0,"aria-label":"maps; arrow up and down choose a position"}),a=It(
"weights","0","1","weights, one scale for all"),r=h("div",{},s,a);et(s,u=>t(e()+u),!1);let c=[];return{node:r,layOut:(u,d,m)=>{
s.classList.toggle("mha-deep",m),c=d.map((p,g)=>{let $=h("span",{class:"mha-row-title"},`${p}: what every letter attends\
 to`),f=$t($,[...u],[...u]);return z(f.node,g),f.onPoint(([w])=>t(w)),f}),s.replaceChildren(...c.map(p=>p.node))},draw:(u,d)=>{
c.forEach((m,p)=>{m.draw(u.heads[p].weights,"weights",0,1),m.mark(e()),m.node.classList.toggle("mha-off",d.includes(p))})}}}
function mo(t,e){let[n,o]=[e.get("models"),e.get("alphabet")],s=n[0].positions.length,a=o.length,r=mt(e,"alphabet","ques\
tions","back"),c=S(n[0].bias.length).map(E=>_e(E,r)),i=()=>n[e.get("model")],l=()=>i().layers.length>1,u=()=>[...e.get("\
text")].map(E=>o.indexOf(E)),d=lo(e),m=uo(e,s,r),p=fo(e,r),g=ho(),$=Ot({label:"show",options:Vt.map(E=>({value:E,text:E})),
change:E=>R(e,{view:E})}),f=E=>{E>=0&&E<e.get("text").length&&E!==X(e)&&R(e,{position:E,answer:-1})},w=je(s,qe(n),f,()=>X(
e)),x=po(f,()=>X(e)),v=h("div"),y=`0 is white; each stage has a scale of its own${n.some(({causal:E})=>E)?"; blocked sco\
res are gray":""}`,b=It("signed","less","more",y),N=h("div",{},x.node,h("div",{},v,b)),[T,A]=N.children;t.append(d.node,
oe(w.node,m.node));let _=at(t);t.append(p.node,g.node),e.get("numbers")&&t.append($.node),t.append(N);let M="",O="",W=null,
I,ht=()=>{let E=JSON.stringify([e.get("model"),e.get("text"),e.get("off")]);E!==O&&(I=we(i(),u(),e.get("off"))),O=E},Xe=()=>{
let E=e.get("text"),L=e.get("view")==="every number";T.toggleAttribute("hidden",L),A.toggleAttribute("hidden",!L);let G=JSON.
stringify([e.get("model"),E]);if(G!==M){let j=q(i()).map(F=>C(i(),F));x.layOut(E,j,l()),W=null}if(M=G,!L||W)return;let rt=c.
map((j,F)=>o[F%a]);W=Ue(i(),E,rt,c,({stage:j,index:F,row:Z,column:Tt})=>{R(e,{asked:[j,F,Tt]}),f(Z)}),v.replaceChildren(
W.node)},Kt=()=>{let E=X(e),{asked:L}=Ut(e.get);if(L.length===0)return{stage:"scores",index:0,row:E,column:Y(I.heads[0].
weights[E])};let[G,rt,j]=L;return{stage:G,index:rt,row:E,column:j}},Ye=()=>{if(!W)return;let E=L=>B(e.get("text"),L);W.answer(
I,u(),Kt(),{position:E,alphabet:[...o]})};return{observes:xt(Gt),stateForTests:()=>{ht();let E=Pt(i(),I,X(e),e.get("off"));
return{...I,before:E,position:X(e),answer:e.get("answer"),asked:Kt()}},*draw(){d.set(),$.set(e.get("view")),ht(),yield,Xe(),
yield;let E=X(e),L=e.get("off"),G=e.get("answer"),rt=Pt(i(),I,E,L),j=e.get("text"),F={model:i(),run:I,text:j,position:E,
off:L,before:rt,task:r},Z=G<0?null:ke(i(),I,u(),E,G,L);yield,w.draw(j,E,Re(F,Z)),yield,m.draw(F),yield,p.draw(I),yield,x.
draw(I,L),yield,W&&e.get("view")==="every number"&&(yield*W.draw(I,E),Ye(),yield);let Tt=v.matches(":focus-within")?"off":
"polite";for(let Je of[_.node,g.sentence])Je.setAttribute("aria-live",Tt);_(...Ie(F),ye(i(),L));let ze=Z&&Me(Z,F);g.draw(
ze,Z?.bias??0,c[G]??"",l())}}}var go=ee("A trained attention model, running in the page",mo),Ts=me(go,Gt,Ut);export{Ts as default};
