// Made by `make widgets` from js/src; edit there.
function kt(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function x(t,e={},...n){let o=document.createElement(t);return kt(o,e,n),o}function K(t,e,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",t);return kt(o,e,n),o}function Nt(t,e){t.textContent!==e&&(t.textContent=e)}function it(t,e){
new ResizeObserver(([{contentRect:n}])=>e(Math.round(n.width))).observe(t)}function Et(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var ce="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Ge=St([153,153,153]),Ke=ue(ce.split(" ").map(le));var ie=new WeakMap;function St([t,e,n]){return 255<<24|n<<16|e<<8|t}function le(t){return[0,2,4].map(e=>Number.parseInt(
t.slice(e,e+2),16))}function ue(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(
o),t.length-2),[s,a]=[t[r],t[r+1]];return St(s.map((i,c)=>Math.round(i+(a[c]-i)*(o-r))))})}function lt(t){for(let e of t.querySelectorAll("canvas"))ie.get(e)?.()}function At(t){let e,n=0,o=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??
void 0,o()},stop:r}}function _t(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=me(t);o.append(s);let i=At(s),c,l=()=>c&&
i.start(c.draw);c=e(s,n,r,l),Object.assign(s,{stateForTests:c.stateForTests}),lt(s),l();let u=fe(n,c.observes,l);return()=>{
u(),i.stop(),a()}}}}function me(t){let e=x("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,c=a?a==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=c?"dark":"light",lt(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function fe(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var Mt=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function Q(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}var pe=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function Tt(t,e,n=!0){
t.addEventListener("keydown",o=>{let[r,s]=pe.get(o.key)??[0,0];!r&&!(s&&n)||(o.preventDefault(),e(r,s,o))})}function Lt(t){let e=x("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let i=typeof s=="string"?s:s.heard;n[a]||(n[a]=x("span",{"aria-atomic":"true",class:s!==i&&"mha-screen\
-reader"}),e.append(n[a]," ")),Nt(n[a],i)})},{node:e})}function Ct(...t){let e=x("div",{class:"mha-scroll"},...t),n=()=>{let r=e.scrollLeft,s=e.scrollWidth-e.clientWidth-r;e.classList.
toggle("mha-before",r>1),e.classList.toggle("mha-after",s>1),Et(e,{before:`${r}px`,after:`${s}px`})};e.addEventListener(
"scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[e,...e.children])o.observe(r);return e}function et(t,e){
let n=x("button",{type:"button"},t);return n.addEventListener("click",e),n}function H(t){return Array.from({length:t},(e,n)=>n)}function X(t){let e=0;for(let n of t)e+=n;return e}function U(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var ut=t=>t.indexOf(U(t));function Ot(t,e,n=[]){let o=U(t),r=0;for(let a=0;a<t.length;a++)r+=Math.exp(t[a]-o);let s=Math.log(r);for(let a=0;a<t.length;a++)
n[a]=t[a]-o-s,e[a]=Math.exp(n[a]);return e}function de(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function Rt(t){if(Number.
isNaN(t))return"NaN";let e=Math.abs(t);return e===Number.POSITIVE_INFINITY?t>0?"∞":"−∞":e===0||e>=.001&&e<1e4?de(t,
3):t.toExponential(1).replaceAll("-","−")}function A(t){let e=Math.abs(t);return e===0||e>=.005&&e<1e4?mt(t,"0"):e>=1e-4&&
e<1?t.toPrecision(1).replace("-","−"):Rt(t)}var mt=(t,e="")=>String(Number(t.toFixed(2))).replace("-","−").replace(/^(−?)0\./,
`$1${e}.`);function It(t,e,n){let o=`head ${t%e}`;return n>1?`layer ${Math.floor(t/e)}, ${o}`:o}var he=8;function Wt(t,e){t.style.setProperty("--mha-hue",e<he?`var(--mha-head-${e})`:"initial")}var nt=t=>Object.keys(t);function jt(t,e){let n=Object.entries(e).map(([o,r])=>[o,String(r)]);return`${t}?${new URLSearchParams(
n)}`.replaceAll("%2C",",")}function Bt(t){let e=/^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(t),[,n,o,r]=e??[];return n===
void 0?null:{name:n,className:o,query:r}}function Dt(t,e,n){let o=c=>({values:null,wrong:c});if(t.length>2e3)return o("i\
t is longer than 2000 characters");let r=[...new URLSearchParams(t)],s=r.find(([c])=>!Object.hasOwn(e,c));if(s)return o(
`nothing here is called “${Ht(s[0])}”`);let a={},i=c=>Object.hasOwn(a,c)?a[c]:n(c);for(let[c,l]of Object.entries(e)){
let u=r.filter(([f])=>f===c).map(([,f])=>f);if(u.length===0)return o(`${c} is missing`);if(u.length>1)return o(`${c} is \
given ${ge(u.length)}`);let m=l(u[0],i);if(m===void 0)return o(`${c} cannot be “${Ht(u[0])}”`);a[c]=m}return{values:a,
wrong:""}}var ge=t=>t===2?"twice":`${t} times`;function Ht(t){let e=[...t];return e.length>40?`${e.slice(0,40).join("")}\
…`:t}function xe(t){let e=Number(t);return Number.isFinite(e)&&String(e)===t?e:void 0}function ft(t,e,n=0){let o=xe(t);
return o!==void 0&&Number.isInteger(o)&&o>=n&&o<e?o:void 0}function Ft(t,e){let n=t===""?[]:t.split(",").map(o=>ft(o,e));
return n.includes(void 0)?void 0:n}var Y="open",be=["pointerdown","wheel","touchstart","keydown","hashchange"],we=120,ve=99,$e=["","localhost","127.0.0.1",
"[::1]"];function Vt(t,e,n=()=>({})){let o=nt(e);return{...t,choices:e,settle:n,render:s=>{let{model:a,el:i,link:c}=s;if(!c)
return t.render(s);let l=()=>Mt(a,...o),u=l(),m=()=>ye(i,c,e,a.get),f=m();f?.values&&Q(a,f.values);let d=t.render({...s,
openedByLink:!!f?.values}),h=i.querySelector(".mha"),b=Ee(h),$=Se(h,()=>jt(c,{...l(),...n(a.get),...b.get()})),y=({values:N,
folds:k,wrong:M})=>{let O=M||b.findError(k);Q(a,O?u:N),b.open(O?[]:k),$.clear(),$.refuse(O),Ne(i)},E=()=>{let N=m();N&&y(
N)};f?y(f):document.addEventListener("DOMContentLoaded",E,{once:!0}),addEventListener("hashchange",E);for(let N of o)a.on(
`change:${N}`,$.clear);return()=>{for(let N of o)a.off(`change:${N}`,$.clear);document.removeEventListener("DOMContentLo\
aded",E),removeEventListener("hashchange",E),d()}}}}function ye(t,e,n,o){let r=Bt(location.hash);if(r?.name!==e)return r&&
ke(r,t)?{values:null,folds:[],wrong:`it shows another ${r.className}`}:null;let s=!new URLSearchParams(r.query).has(Y),a={
...n,[Y]:m=>Ft(m,ve)},{values:i,wrong:c}=Dt(r.query,s?n:a,o),{[Y]:l=[],...u}=i??{};return{values:i&&u,folds:l,wrong:c}}function ke({
name:t,className:e},n){if(document.readyState==="loading")return!1;let o=document.querySelectorAll("[data-mha-link]"),r=[
...o].map(s=>s.dataset.mhaLink??"");return r.includes(t)?!1:o[r.findIndex(s=>s.startsWith(`${e}-`))]===n}function Ne(t){
let e=t.closest("details");for(;e;)e.open=!0,e=e.parentElement?.closest("details")??null;t.id=location.hash.slice(1);let[
n,o]=[we,Number.NaN],r=()=>{let a=t.getBoundingClientRect().top+scrollY;a!==o&&t.scrollIntoView(),o=a,n-- >0&&requestAnimationFrame(
r)};r();let s=()=>{n=0};for(let a of be)addEventListener(a,s,{once:!0,capture:!0,passive:!0})}function Ee(t){let e=[...t.
querySelectorAll("details")];return{get(){let n=e.flatMap((o,r)=>o.open?[r]:[]);return n.length>0?{[Y]:n}:{}},findError:n=>n.
some(o=>!e[o])?`${Y} cannot be “${n}”`:"",open(n){e.forEach((o,r)=>{o.open=n.includes(r)})}}}function Se(t,e){let n=x(
"p",{class:"mha-refused",role:"status"}),o=x("output"),r,s=()=>{r?.remove(),o.textContent=n.textContent=""},i=x("div",{class:"\
mha-link"},et("Copy link to this",async()=>{s();let l=`#${e()}`,u=location.href.split("#")[0]+l;if(await Ae(u)){o.append(
"Copied.",...Pt(l));return}r=x("input",{type:"text",readonly:!0,"aria-label":"link to this"}),r.value=u,i.append(r),r.select(),
o.append("The browser does not allow copying: copy the link from this field.",...Pt(l))}),o);return t.prepend(n),t.append(
i),{clear:s,refuse:l=>{n.textContent=l&&`The link does not fit this page: ${l}.`}}}function Pt(t){if(!$e.includes(location.
hostname))return[];let e=" Only this computer can open this link.",n=document.querySelector("link[rel=canonical]");return n?
[`${e} Others can open `,x("a",{href:n.href+t},"the same page online"),"."]:[`${e} To let a class open it, serve the boo\
k with “make serve ROOM=1” and copy the link there.`]}async function Ae(t){try{return await navigator.clipboard.writeText(
t),!0}catch{return!1}}var J=t=>t.layers[0].W_Q.length;var Qt=(t,e)=>Math.floor(e/J(t)),_e=(t,e)=>H(J(t)).map(n=>e*J(t)+n),ht=(t,e)=>It(e,J(t),t.layers.length),Xt=(t,e,n)=>t.layers[Qt(
t,n)][e][n%J(t)],qt=(t,e)=>e===0||t.residual?t.features:dt(t.features);function ot(t,e){return t.map(n=>{let o=new Array(
e[0].length).fill(0);for(let r=0;r<e.length;r++)for(let s=0;s<o.length;s++)o[s]+=n[r]*e[r][s];return o})}var Me=(t,e)=>t.
map((n,o)=>n.map((r,s)=>r+e[o][s])),Te=t=>t[0].map((e,n)=>Z(t,n));function Le(t,{W_Q:e,W_K:n,W_V:o,W_O:r},s,a,i){let[c,l,
u]=[e,n,o].map(y=>ot(t,y[s])),m=Math.sqrt(c[0].length),f=ot(c,Te(l)).map((y,E)=>y.map((N,k)=>a&&k>E?Number.NEGATIVE_INFINITY:
N/m)),d=f.map(y=>Ot(y,y.slice())),h=ot(d,u),b=ot(h,r[s]),$=i?b.map(y=>y.map(()=>0)):b;return{Q:c,K:l,V:u,scores:f,weights:d,
average:h,written:$}}function Gt(t,e,{residual:n,causal:o,off:r=[]}){let s=[],a=[];for(let i of e){let c=a.at(-1)??t,l=s.length,u=i.W_Q.map((f,d)=>Le(
c,i,d,o,r.includes(l+d))),m=u.map(({written:f})=>f);s.push(...u),a.push((n?[c,...m]:m).reduce(Me))}return{x:t,heads:s,sums:a}}function rt(t,e,n){return e==="sum"?t.sums[n]:e==="x"||e==="logits"||e==="answers"?t[e]:t.heads[n]?.[e]}var z=(t,e,n)=>e.map((o,r)=>({name:t[r],factors:[o,n[r]],value:o*n[r]})),Z=(t,e)=>t.map(n=>n[e]),dt=t=>Array.from(t,(e,n)=>`\
number ${n}`),Kt="blocked: a position attends only to itself and to earlier ones",Ce=9;function Ut(t,e,n,o){let r=U(t),s=Math.
abs(r)>Ce?r:0,a=t.map((l,u)=>{let m=l-s;return{name:n[u],factors:[m],value:Math.exp(m)}}),i=`e to the power of its own${s?
" (less the largest)":""}`,c=`the softmax of the ${o.stage}: ${i}, divided by the sum of all of these`;return{rule:t[e]===
Number.NEGATIVE_INFINITY?Kt:c,terms:[{...a[e],factors:[]}],divisor:X(a.map(({value:l})=>l)),raised:a,sources:[o]}}function Yt(t,e,n,o,r){
let{stage:s,index:a,row:i,column:c}=o,l=rt(e,s,a)[i][c],u={model:t,stages:e,text:n,asked:o,words:r};return s==="x"?{value:l,
...Oe(u)}:s==="sum"?{value:l,...Ie(u)}:s==="logits"||s==="answers"?{value:l,...We(u)}:{value:l,...Re(u,s)}}function Oe({
model:{letter_vectors:t,positions:e},text:n,asked:{row:o,column:r},words:s}){return{rule:"the letter's vector plus the p\
osition's",terms:[{name:`letter ${s.position(o)}`,factors:[],value:t[n[o]][r]},{name:`position ${o}`,factors:[],value:e[o][r]}],
sources:[]}}function gt(t,e,n){let o=e===0?{stage:"x",index:0,row:n,rows:1}:{stage:"sum",index:e-1,row:n,rows:1},r=e===0?
"the token's vector":`the output of layer ${e-1}`;return{source:o,name:r,numbers:rt(t,o.stage,o.index)[n]}}function pt({
model:t,stages:e,asked:{index:n,row:o,column:r}},s){let a=Qt(t,n),i=gt(e,a,o),c=Z(Xt(t,s,n),r);return{rule:`${i.name} ti\
mes column ${r} of ${s}`,terms:z(qt(t,a),i.numbers,c),sources:[i.source,{stage:s,index:n,row:0,rows:c.length,column:r}]}}
function Re(t,e){let{model:n,stages:o,text:r,asked:s,words:a}=t,{index:i,row:c,column:l}=s,u=o.heads[i],m=r.map((b,$)=>a.
position($)),f=n.causal?c+1:m.length,d=(b,$,y=1)=>({stage:b,index:i,row:$,rows:y});return{Q:()=>pt(t,"W_Q"),K:()=>pt(t,"\
W_K"),V:()=>pt(t,"W_V"),scores:()=>l>=f?{rule:Kt,terms:[],sources:[]}:{rule:"the dot product of query and key, divided b\
y the square root of their width",terms:z(dt(u.Q[c]),u.Q[c],u.K[l]),divisor:Math.sqrt(u.Q[c].length),sources:[d("Q",c),d(
"K",l)]},weights:()=>Ut(u.scores[c],l,m,d("scores",c)),average:()=>({rule:`weight times value, added over all tokens${n.
causal?" so far":""}`,terms:z(m,u.weights[c],Z(u.V,l)).slice(0,f),sources:[d("weights",c),{...d("V",0,f),column:l}]}),written:()=>{
let b=Z(Xt(n,"W_O",i),l),$={stage:"W_O",index:i,row:0,rows:b.length,column:l};return{rule:`the average times column ${l}\
 of W_O`,terms:z(dt(u.average[c]),u.average[c],b),sources:[d("average",c),$]}}}[e]()}function Ie({model:t,stages:e,asked:{
index:n,row:o,column:r}}){let s=_e(t,n),a=s.map(m=>({name:ht(t,m),factors:[],value:e.heads[m].written[o][r]})),i=s.map(m=>({
stage:"written",index:m,row:o,rows:1}));if(!t.residual)return{rule:"what the heads add up to",terms:a,sources:i};let{source:c,
name:l,numbers:u}=gt(e,n,o);return{rule:"what came in, and what each head adds",terms:[{name:l,factors:[],value:u[r]},...a],
sources:[c,...i]}}function We({model:t,stages:e,asked:{stage:n,row:o,column:r},words:{alphabet:s}}){let a=t.layers.length;
if(n==="logits"){let{source:l,numbers:u}=gt(e,a,o);return{rule:"the sum times a column of the readout, and a bias",terms:z(
qt(t,a),u,Z(t.readout,r)),bias:t.bias[r],sources:[l]}}let i=s.length*Math.floor(r/s.length),c=e.logits[o].slice(i,i+s.length);
return Ut(c,r-i,s,{stage:"logits",index:0,row:o,rows:1})}function zt(t,{stage:e,index:n,row:o,column:r},{position:s},a){let i=s(o),c=ht(t,n),l=t.layers.length>1?`the output of l\
ayer ${n}`:"the output";return{x:`Number ${r} of the vector of ${i}`,Q:`Number ${r} of the query of ${i} in ${c}`,K:`Num\
ber ${r} of the key of ${i} in ${c}`,V:`Number ${r} of the value of ${i} in ${c}`,scores:`The score of ${i} for ${s(r)} \
in ${c}`,weights:`The weight of ${s(r)} for ${i} in ${c}`,average:`Number ${r} of the average of ${i} in ${c}`,written:`\
Number ${r} of what ${c} adds for ${i}`,sum:`Number ${r} of ${l} for ${i}`,logits:`The logit of ${a[r]} at ${i}`,answers:`\
The probability of ${a[r]} at ${i}`}[e]}function Jt(t,e,n){let o={name:"",parameters:0,letter_vectors:[],positions:[],features:t[0].map((a,i)=>`number ${i}`),layers:[
e],residual:!1,causal:!1,readout:[],bias:[]},r={...Gt(t,[e],o),logits:[],answers:[]};return{model:o,run:r,nameToken:a=>{
let i=n.filter(c=>c===n[a]).length>1;return`“${n[a]}”${i?` (${a})`:""}`}}}function bt(t,{W_Q:e,W_V:n}){let[o,r,s]=[t.
length,t[0].length,e.length],[a,i]=[e[0][0].length,n[0][0].length];return{x:[1,o,r],W_Q:[s,r,a],W_K:[s,r,a],W_V:[s,r,i],
Q:[s,o,a],K:[s,o,a],V:[s,o,i],weights:[s,o,o],average:[s,o,i],concatenated:[s,o,i],W_O:[s,i,r],sum:[1,o,r]}}var q=t=>t.startsWith(
"W_");function st({model:t,run:e},n,o){return q(n)?t.layers[0][n][o]:rt(e,n==="concatenated"?"average":n,o)}var Zt=({run:t},e)=>({
stage:"weights",index:0,row:e,column:ut(t.heads[0].weights[e])});function wt(t,{stage:e,index:n,row:o,column:r},s,a){let[
i,c,l]=t[e],[u,m]=[e==="concatenated",e==="W_O"],f=($,y,E)=>Math.min(Math.max($+y,0),E-1),d=f(o+(m?n*c:0),s,m?i*c:c),h=f(
r+(u?n*l:0),a,u?i*l:l),b=m?Math.floor(d/c):u?Math.floor(h/l):n;return{stage:e,index:b,row:m?d%c:d,column:u?h%l:h}}function xt(t,e,n,o,r=[]){
let s=o.map(({name:l})=>l.replace("number ","")),a=n.map((l,u)=>[l,...o.map(m=>A(m.factors[u])),...["",...r.slice(1)].map(
()=>"")]),i=o.map(({value:l})=>l),c=["product",...i.map(A),A(X(i))];return{caption:t,columns:[e,...s,"sum",...r.slice(0,
1)],lines:[...a,[...c,...r.slice(1)]]}}function He(t,e,n,o,r){let s=t.map(({value:a})=>a);return{caption:`the softmax ov\
er all scores of ${o}`,columns:["token",...t.map(({name:a})=>a),"sum"],lines:[[`score${r}`,...t.map(({factors:a})=>A(a[0])),
""],[r?"e to it":"e^score",...s.map(A),A(X(s))],["weight",...e.map(A),"1"]],marked:n}}function vt(t,e){let{model:n,run:o,
nameToken:r}=t,{stage:s,index:a,row:i,column:c}=e,l=r(i),u=A(st(t,s,a)[i][c]),m={position:r,alphabet:[]},f=H(o.x.length),
d=(k,M)=>Yt(n,o,f,{stage:k,index:M,row:i,column:c},m),h=k=>`${zt(n,{...e,stage:k},m,[])} is ${u}:`;if(q(s))return{sentences:[
`Row ${i}, column ${c} of ${s} in head ${a} is ${u}:`,"a parameter. Training sets it, and it is the same for every input\
."],tables:[],frames:[]};if(s==="x")return{sentences:[h("x"),"part of what goes into the layer. Every head gets all of x\
."],tables:[],frames:[]};if(s==="concatenated"){let M=`Number ${a*o.heads[a].average[i].length+c} of the concatenated av\
erages of ${l} is ${u}:`,O=`number ${c} of the average in head ${a}, copied.`;return{sentences:[M,O],tables:[],frames:[{
stage:"average",index:a,row:i,rows:1,column:c}]}}if(s==="sum")return je(t,e,h("sum"),d);let b=d(s,a),$=b.sources;if(s===
"weights"){let k=d("scores",a),{raised:M=[],divisor:O=1}=b,{factors:G,value:j}=M[c],p=k.value-G[0],v=Math.abs(p)>1?` − ${A(
p)}`:"",S=`${A(k.value)}${v}`,w=`e^${v?`(${S})`:S} = ${A(j)}`,g=v&&" (Subtracting the largest score from all changes no \
weight.)",T=r(c),C=`÷ √${k.terms.length}`,_=`the score of ${l} for ${T}`,R=[C,A(k.value)];return{sentences:[h(s),`${w}\
, divided by the sum over all tokens, ${A(O)}.${g}`],tables:[xt(_,"number",["query","key"],k.terms,R),He(M,o.heads[a].weights[i],
c,l,v)],frames:k.sources}}let[y,...E]=s==="average"?["token","weight","value"]:["number","x",`W_${s}`],N=s==="average"?`\
the weights of ${l} times column ${c} of V`:`the row of ${l} in x times column ${c} of W_${s}`;return{sentences:[h(s),`${b.
rule}.`],tables:[xt(N,y,E,b.terms)],frames:$}}function je({run:t,nameToken:e},{row:n,column:o},r,s){let a=t.heads.map((m,f)=>s(
"written",f)),i=s("sum",0).terms.map(m=>`${m.name} adds ${A(m.value)}`),c=a.flatMap(m=>m.terms).map((m,f)=>({...m,name:`\
number ${f}`})),l=`the concatenated row of ${e(n)} times column ${o} of W_O`,u=xt(l,"number",["average","W_O"],c);return{
sentences:[r,`${i.join(", ")}.`],tables:[{...u,heads:a.flatMap(({terms:m},f)=>m.map(()=>f))}],frames:a.flatMap(({sources:m})=>m.
map(f=>f.stage==="average"?{...f,stage:"concatenated"}:f))}}var Be=600,te=12,De=6.8,ne={asked:(t,e)=>{if(t==="")return[];let[n,...o]=t.split(","),r=new Map(Object.entries(bt(e("x"),
e("parameters")))).get(n),s=o.map((a,i)=>ft(a,r?.[i]??0));return s.length!==3||s.includes(void 0)?void 0:[n,...s]}};function ee(t){
let e=new DOMParser().parseFromString(t,"text/html").querySelector("svg"),n=document.importNode(e,!0);n.removeAttribute(
"display");let o=n.querySelectorAll("[data-stage]"),r=0,s=[...o].map(i=>{let{stage:c,head:l="0",box:u=""}=i.dataset,[m,f,
d,h,b,$]=u.split(" ").map(Number),E=c==="average"&&i.closest("[data-part=concatenation]")?"concatenated":c,N=i.querySelectorAll(
"text");N.length>0&&N[0].previousElementSibling?.remove();for(let M of N)M.remove();let k={x:m,y:f,width:d*$,height:h*b};
return i.prepend(K("rect",{...k,fill:"transparent"})),{node:i,stage:E,index:Number(l),copy:E==="x"?r++:Number(l),label:(i.
getAttribute("aria-label")??"").split(";")[0],printed:N.length>0,box:{left:m,top:f,cell:d,rowHeight:h,rows:b,columns:$}}}),
a=K("g",{"aria-hidden":"true",class:"mha-marks"});return n.append(a),{node:n,matrices:s,marks:a}}function Fe({box:t},e,{
row:n,rows:o,column:r},s){let{left:a,top:i,cell:c,rowHeight:l}=t,u=r===void 0?H(t.columns):[r],m={x:a+u[0]*c,y:i+n*l,width:u.
length*c,height:o*l},f=H(o).flatMap(h=>u.map(b=>{let $=mt(e[n+h][b]),y=$.length*De>c&&{textLength:c-1},E={x:a+(b+.5)*c,y:i+
(n+h)*l+13};return K("text",{...E,...y,lengthAdjust:"spacingAndGlyphs"},$)}));return{lines:(s==="mha-followed"?[s]:["mha\
-halo",s]).map(h=>K("rect",{...m,class:h})),texts:f}}function Pe({caption:t,columns:e,lines:n,marked:o,heads:r=[]}){let s=e.
map((i,c)=>{let l=x("th",{scope:"col"},i);return c-1 in r&&Wt(l,r[c-1]),l}),a=n.map(([i,...c],l)=>{let u=l===n.length-1?
c.length-1:-1,m=o??u,f=c.map((d,h)=>x("td",{class:h===m&&"mha-current"},d));return x("tr",{},x("th",{scope:"row"},i),...f)});
return x("table",{},x("caption",{},t),x("tr",{},...s),...a)}function Ve(t,e){let n=e.get("x"),o=e.get("parameters"),r=Jt(
n,o,e.get("tokens")),s=bt(n,o),[a,i]=[ee(e.get("wide")),ee(e.get("tall"))],c=a,l=null,u=()=>{let p=e.get("asked");if(p.length===
0)return Zt(r,e.get("row"));let[v,S,w,g]=p;return{stage:v,index:S,row:w,column:g}},m=()=>l??u(),f=({stage:p,index:v,row:S,
column:w})=>{l=null,Q(e,{asked:[p,v,S,w]}),j()},d=x("div",{class:"mha-layer-drawing"}),h=x("div",{class:"mha-sum-panel"}),
b=x("div",{class:"mha-steps",role:"group","aria-label":"another number"});for(let[p,v,S,w]of[["←","the number before",
0,-1],["↑","the number above",-1,0],["↓","the number below",1,0],["→","the number after",0,1]]){let g=et(p,()=>f(wt(
s,u(),S,w)));g.setAttribute("aria-label",v),b.append(g)}let $=x("div",{}),y=Lt($),E=x("div",{class:"mha-sum-tables"}),N=Ct(
E);for(let[p,v]of[["role","region"],["aria-label","the sum"],["tabindex","0"]])N.setAttribute(p,v);h.append(b,$,N);let k="\
Point at any number, or tap it. What it was computed from gets a dashed frame.",M=x("div",{});t.append(x("p",{class:"mha\
-note"},k),d,M,h);let O=()=>{let{stage:p,row:v}=m();return q(p)?e.get("row"):v},G=({stage:p,index:v,copy:S},w,g)=>p===g.
stage&&(p==="x"?w.stage==="x"||S===w.index:v===g.index),j=()=>{let p=m(),{sentences:v,tables:S,frames:w}=vt(r,p),g=O(),T=[],
C=new Map;for(let _ of c.matrices){let R=st(r,_.stage,_.index),W=(L,P)=>{let I=Fe(_,R,L,P);T.push(...I.lines);for(let V of I.
texts)C.set([V.getAttribute("x"),V.getAttribute("y")].join(),V)};_.printed&&W({row:g,rows:1},"mha-followed");for(let L of w)
G(_,p,L)&&W(L,"mha-source-frame");let D={...p,rows:1};G(_,p,D)&&W(D,"mha-asked-frame");let tt=R[g]?.map(A).join(", "),F=q(
_.stage)?"":`; the row of ${r.nameToken(g)} is ${tt}`,B=`${_.label}${F}; arrow keys choose a number`;_.node.getAttribute(
"aria-label")!==B&&_.node.setAttribute("aria-label",B)}c.marks.replaceChildren(...T,...C.values()),y.node.setAttribute("\
aria-live",l?"off":"polite"),y(...v),E.replaceChildren(...S.map(Pe))};for(let{node:p,matrices:v}of[a,i]){let S=({clientX:w,
clientY:g},T)=>{let{left:C,top:_,width:R}=p.getBoundingClientRect(),W=R/p.viewBox.baseVal.width,[D,tt]=[(w-C)/W,(g-_)/W],
B=v.map(({stage:L,index:P,box:I})=>{let V=(at,ct,$t,yt)=>[Math.min(Math.max(Math.floor((at-ct)/$t),0),yt-1),Math.max(ct-
at,at-ct-$t*yt,0)],[oe,re]=V(D,I.left,I.cell,I.columns),[se,ae]=V(tt,I.top,I.rowHeight,I.rows);return{far:Math.hypot(re,
ae),asked:{stage:L,index:P,row:se,column:oe}}}).reduce((L,P)=>P.far<L.far?P:L);return B.far<=T?B.asked:null};p.addEventListener(
"pointermove",w=>{let g=w.pointerType==="touch"?null:S(w,0);!g||String(Object.values(g))===String(Object.values(m()))||(l=
g,j())}),p.addEventListener("pointerleave",()=>{l&&(l=null,j())}),p.addEventListener("click",w=>{let g=S(w,te);g&&f(g)});
for(let{node:w,stage:g,index:T}of v)w.setAttribute("role","application"),w.setAttribute("tabindex","0"),w.addEventListener(
"focus",()=>{let C=w.getBoundingClientRect().bottom-h.getBoundingClientRect().top;C>0&&w.matches(":focus-visible")&&scrollBy(
{top:C+te})}),Tt(w,(C,_)=>{let R=u(),W=R.stage===g&&R.index===T,D=q(g)?0:O(),F=wt(s,W?R:{stage:g,index:T,row:D,column:0},
C,_);f(F);let B=v.find(L=>L.stage===g&&L.index===F.index);F.index!==T&&B?.node.focus()})}return it(M,p=>{let v=p<Be?i:a;
v===c&&c.node.parentNode||(c=v,d.replaceChildren(c.node),j())}),{observes:nt(ne),stateForTests:()=>{let p=m(),{stage:v,index:S,
row:w,column:g}=p,T=st(r,v,S)[w][g];return{...r.run,asked:p,value:T,...vt(r,p)}},draw:j}}var Qe=_t("A layer of attention\
, number by number",Ve),Qn=Vt(Qe,ne);export{Qn as default};
