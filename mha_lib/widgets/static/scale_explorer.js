// Made by `make widgets` from js/src; edit there.
function j(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function c(e,t={},...n){let o=document.createElement(e);return j(o,t,n),o}function k(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return j(o,t,n),o}function M(e,t){e.textContent!==t&&(e.textContent=t)}function q(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(u=>{let f=Array.from({length:s},()=>c("td")),g=c("th",{scope:"\
row"},u),x=c("div");return{row:c("tr",{},g,...f,c("td",{"aria-hidden":"true"},x)),cells:f,bar:x}}),a=t.map(u=>c("th",{scope:"\
col"},u)),i=c("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});i.append(...o.map(u=>c("span",{},u)));let d=t.
length>0?[c("tr",{},...a,i)]:[],l=r.map(({row:u})=>u);return{node:c("table",{class:"mha-bar-table"},c("caption",{},e),...d,
...l),rows:l,draw:(u,f)=>{r.forEach(({cells:g,bar:x},h)=>{for(let[v,m]of g.entries())M(m,u[h][v]);x.style.width=`${100*f[h]}\
%`})}}}function O(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var it="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var vt=H([153,153,153]),yt=ht(it.split(" ").map(ut));var dt=new WeakMap;function H([e,t,n]){return 255<<24|n<<16|t<<8|e}function ut(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function ht(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),
e.length-2),[r,a]=[e[s],e[s+1]];return H(r.map((i,d)=>Math.round(i+(a[d]-i)*(o-s))))})}function R(e){for(let t of e.querySelectorAll("canvas"))dt.get(t)?.()}function W(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function G(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function V(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=lt(e);o.append(r);let i=G(r),d,l=()=>d&&
i.start(d.draw);d=t(r,n,s,l),Object.assign(r,{stateForTests:d.stateForTests}),R(r),l();let p=pt(n,d.observes,l);return()=>{
p(),i.stop(),a()}}}}function lt(e){let t=c("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,d=a?a==="dark":i?i==="f\
alse":n.matches;t.dataset.theme=d?"dark":"light",R(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function pt(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var z=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function E(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function Y(e){let t=c("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...s)=>{
s.forEach((r,a)=>{let i=typeof r=="string"?r:r.heard;n[a]||(n[a]=c("span",{"aria-atomic":"true",class:r!==i&&"mha-screen\
-reader"}),t.append(n[a]," ")),M(n[a],i)})},{node:t})}function K({label:e,max:t,show:n=String,change:o}){let s=c("output",
{"aria-live":"off"}),r=c("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(d,l=t)=>{let p=n(d);r.max=String(l),
r.value=String(d),M(s,p),r.getAttribute("aria-valuetext")!==p&&r.setAttribute("aria-valuetext",p)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:c("div",{class:"mha-control"},c("span",{},e,s),
r),set:a}}var U=0;function Q({label:e,options:t,change:n}){U+=1;let o=`mha-choice-${U}-${Math.random().toString(36).slice(
2)}`,s=c("fieldset",{class:"mha-choice"},c("legend",{},e)),r=t.map(({value:i,text:d})=>{let l=c("input",{type:"radio",name:o,
value:i});return l.addEventListener("change",()=>n(i)),s.append(c("label",{},l,d)),l});return{node:s,set:i=>{t.forEach((d,l)=>{
r[l].checked=d.value===i})}}}function X(e,t){let n=c("button",{type:"button"},e);return n.addEventListener("click",t),n}function C(e){return Array.from({length:e},(t,n)=>n)}function D(e){let t=0;for(let n of e)t+=n;return t}var J=e=>D(e)/e.length;function N(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var Z=e=>C(e.length).sort((t,n)=>e[n]-e[t]);function tt(e,t,n=[]){let o=N(e),s=0;for(let a=0;a<e.length;a++)s+=Math.exp(e[a]-o);let r=Math.log(s);for(let a=0;a<e.length;a++)
n[a]=e[a]-o-r,t[a]=Math.exp(n[a]);return t}function y(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function _(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?y(e,
3):e.toExponential(1).replaceAll("-","−")}function et(e){return e>0&&e<.01?"below 1%":e>.99&&e<1?"above 99%":`${Math.round(100*e)}%`}var A=125,T=8,F=Math.log(10),B=32,w=2*B+1,nt=64;function ot(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,
t|1);return o^=o+Math.imul(o^o>>>7,o|61),((o^o>>>14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.
PI*n())}function P(e){let t=[],n=[],o=ot(16*e),s=()=>{let r=t.length,a=Array.from({length:r?2**(r-1):1},o),i=t[r-1]?.[n.
length]??Array(T).fill(0);n.push([...i].map(d=>ft(d,a,o))),!(n.length<A)&&(t.push(n),n=[],o=ot(16*e+t.length))};return function*(r){
for(;t.length<=r;)s(),yield;return t[r]}}function ft(e,t,n){for(let o=0;o<t.length;o++)e+=t[o]*n();return e}function mt(e,t){
return e==="none"?1:e==="d_head"?t:Math.sqrt(t)}function rt(e,t,n){let o=mt(n,t),s=e.map(u=>u.map(f=>f/o)),r=s.flat(),a=nt/
B,i=Array(w).fill(0);for(let u of r){let f=Math.round(u/a)+B;i[Math.min(Math.max(f,0),w-1)]+=1/r.length}let d=s.map(u=>tt(
u,[])),l=d.map(N),p=Z(l)[(A-1)/2],b=J(r);return{d_head:t,divisor:n,scores:r,reach:nt,bar:a,bins:i,row_scores:s[p],weights:d[p],
typical:l[p],saturated:l.filter(u=>u>.9).length/A,deviation:Math.sqrt(D(r.map(u=>(u-b)**2))/(r.length-1))}}var I={none:"\
nothing","sqrt(d_head)":"√d_head",d_head:"d_head"};function st({d_head:e,divisor:t,typical:n,saturated:o}){let s=n<.995?
y(n):"above 0.99",r=`With scores divided by ${I[t]}, the largest of eight weights is typically ${s}`,a=o?`, and over 0.9\
 for ${et(o)} of the queries`:"",i={none:"The wider the head, the further the scores spread, and the more often one key \
takes over.","sqrt(d_head)":"The scores spread by about 1 at every width, so the width no longer decides.",d_head:"The w\
ider the head, the closer every weight comes to 1/8, whatever the query asks for."},d=e>1?i[t]:"At width 1 all three cho\
ices divide by 1.";return[`${r}${a}.`,d]}function at({divisor:e,reach:t,bar:n}){let o=`ends at ±${t} for every width an\
d divisor`,s={none:`The axis ${o}; the wider the head, the further the scores spread.`,"sqrt(d_head)":`The axis ${o}, an\
d the scores have the same spread at every width.`,d_head:`The axis ${o}; the wider the head, the closer the scores are \
to 0.`},r=`The bracket is always ${y(F,1)} long: a key whose score is higher by this much gets ten times the weight.`,a=`\
Each bar counts the scores in a range of ${n}. The paler bars at both ends also count all scores beyond the axis. The da\
shed lines are one standard deviation from 0.`;return`${s[e]} ${r} ${a}`}var ct=[-.75,-.5,-.25,0,.25,.5,.75],gt=Object.keys(I);function xt(){let e=k("path",{class:"mha-bars"}),t=k("path",{class:"\
mha-bars mha-outer"}),n=k("path",{class:"mha-spread"}),s={viewBox:`${-w/2} 0 ${w} 1`,preserveAspectRatio:"none","aria-hi\
dden":"true"},r=ct.map(b=>{let u=`left: ${50+50*b*(w-1)/w}%`;return c("span",{style:u})}),a=c("figcaption"),i=c("p",{class:"\
mha-note"}),d=c("div",{class:"mha-tenfold","aria-hidden":"true"},c("span"));return d.append("10 times the weight"),{node:c(
"figure",{class:"mha-histogram"},a,d,k("svg",s,e,t,n),c("div",{class:"mha-axis","aria-hidden":"true"},...r),i),draw:b=>{
let{scores:u,reach:f,bar:g,bins:x,deviation:h}=b,v=N(x),m=h/g,S=x.map(($,L)=>`M${L-w/2+.1} 1v${-$/v}h.8V1z`);e.setAttribute(
"d",S.slice(1,-1).join("")),t.setAttribute("d",`${S[0]}${S.at(-1)}`),n.setAttribute("d",`M${-m} 0v1M${m} 0v1`),r.forEach(
($,L)=>{$.textContent=y(ct[L]*f,0)}),O(d,{length:`${100*F/g/w}%`}),a.textContent=`${u.length} scores of random queries w\
ith random keys: their standard deviation is ${_(h)}.`,i.textContent=at(b)}}}function bt(e,t){let{widths:n,max_seed:o}=z(
t,"widths","max_seed"),s=K({label:"width d_head",max:n.length-1,show:h=>String(n[h]),change:h=>E(t,{d_head:n[h]})}),r=Q(
{label:"scores divided by",options:gt.map(h=>({value:h,text:I[h]})),change:h=>E(t,{divisor:h})}),a=X("",()=>E(t,{seed:(t.
get("seed")+1)%(o+1)})),i=c("div",{class:"mha-controls mha-centered"});i.append(s.node,r.node,a),e.append(i);let d=Y(e),
l=`A typical query: softmax of its ${T} scores. (Its largest weight is the median of ${A}.)`,p=C(T).map(h=>`key ${h}`),b=[
"key","score","weight"],u=xt(),f=q(l,b,p,["0","1"]);e.append(u.node,f.node);let g={seed:-1,atLevel:P(0)},x=function*(){let h=t.
get("d_head"),v=t.get("divisor"),m=t.get("seed");return g.seed!==m&&(g={seed:m,atLevel:P(m)}),{...rt(yield*g.atLevel(Math.
log2(h)),h,v),seed:m}};return{observes:["d_head","divisor","seed"],stateForTests:()=>W(x()),*draw(){s.set(n.indexOf(t.get(
"d_head"))),r.set(t.get("divisor")),a.textContent=`other vectors (seed ${t.get("seed")})`;let h=yield*x();u.draw(h);let{
row_scores:v,weights:m}=h;f.draw(v.map((S,$)=>[_(S),_(m[$])]),m),d(...st(h))}}}var Vt=V("Width of a head and spread of i\
ts scores",bt);export{Vt as default};
