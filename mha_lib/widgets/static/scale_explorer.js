// Made by `make widgets` from js/src; edit there.
function P(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function i(e,t={},...n){let o=document.createElement(e);return P(o,t,n),o}function M(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return P(o,t,n),o}function _(e,t){e.textContent!==t&&(e.textContent=t)}function j(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(u=>{let f=Array.from({length:s},()=>i("td")),g=i("th",{scope:"\
row"},u),x=i("div");return{row:i("tr",{},g,...f,i("td",{"aria-hidden":"true"},x)),cells:f,bar:x}}),a=t.map(u=>i("th",{scope:"\
col"},u)),c=i("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(u=>i("span",{},u)));let d=t.
length>0?[i("tr",{},...a,c)]:[],l=r.map(({row:u})=>u);return{node:i("table",{class:"mha-bar-table"},i("caption",{},e),...d,
...l),rows:l,draw:(u,f)=>{r.forEach(({cells:g,bar:x},h)=>{for(let[v,m]of g.entries())_(m,u[h][v]);x.style.width=`${100*f[h]}\
%`})}}}function L(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var ct="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var wt=q([153,153,153]),vt=ut(ct.split(" ").map(dt));var it=new WeakMap;function q([e,t,n]){return 255<<24|n<<16|t<<8|e}function dt(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function ut(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),
e.length-2),[r,a]=[e[s],e[s+1]];return q(r.map((c,d)=>Math.round(c+(a[d]-c)*(o-s))))})}function O(e){for(let t of e.querySelectorAll("canvas"))it.get(t)?.()}function H(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function W(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function G(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=ht(e);o.append(r);let c=W(r),d,l=()=>d&&
c.start(d.draw);d=t(r,n,s,l),Object.assign(r,{stateForTests:d.stateForTests}),O(r),l();let p=lt(n,d.observes,l);return()=>{
p(),c.stop(),a()}}}}function ht(e){let t=i("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,d=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=d?"dark":"light",O(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function lt(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var V=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function $(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function U(e){let t=i("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...s)=>{
s.forEach((r,a)=>{let c=typeof r=="string"?r:r.heard;n[a]||(n[a]=i("span",{"aria-atomic":"true",class:r!==c&&"mha-screen\
-reader"}),t.append(n[a]," ")),_(n[a],c)})},{node:t})}function Y({label:e,max:t,show:n=String,change:o}){let s=i("output",
{"aria-live":"off"}),r=i("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(d,l=t)=>{let p=n(d);r.max=String(l),
r.value=String(d),_(s,p),r.getAttribute("aria-valuetext")!==p&&r.setAttribute("aria-valuetext",p)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:i("div",{class:"mha-control"},i("span",{},e,s),
r),set:a}}var z=0;function K({label:e,options:t,change:n}){z+=1;let o=`mha-choice-${z}-${Math.random().toString(36).slice(
2)}`,s=i("fieldset",{class:"mha-choice"},i("legend",{},e)),r=t.map(({value:c,text:d})=>{let l=i("input",{type:"radio",name:o,
value:c});return l.addEventListener("change",()=>n(c)),s.append(i("label",{},l,d)),l});return{node:s,set:c=>{t.forEach((d,l)=>{
r[l].checked=d.value===c})}}}function Q(e,t){let n=i("button",{type:"button"},e);return n.addEventListener("click",t),n}function R(e){return Array.from({length:e},(t,n)=>n)}function C(e){let t=0;for(let n of e)t+=n;return t}var X=e=>C(e)/e.length;function E(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var J=e=>R(e.length).sort((t,n)=>e[n]-e[t]);function Z(e,t,n=[]){let o=E(e),s=0;for(let a=0;a<e.length;a++)s+=Math.exp(e[a]-o);let r=Math.log(s);for(let a=0;a<e.length;a++)
n[a]=e[a]-o-r,t[a]=Math.exp(n[a]);return t}function y(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function A(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?y(e,
3):e.toExponential(1).replaceAll("-","−")}function tt(e){return e>0&&e<.01?"below 1%":e>.99&&e<1?"above 99%":`${Math.round(100*e)}%`}var N=125,T=8,B=Math.log(10),D=32,b=2*D+1,et=64;function nt(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,
t|1);return o^=o+Math.imul(o^o>>>7,o|61),((o^o>>>14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.
PI*n())}function F(e){let t=[],n=[],o=nt(16*e),s=()=>{let r=t.length,a=Array.from({length:r?2**(r-1):1},o),c=t[r-1]?.[n.
length]??Array(T).fill(0);n.push([...c].map(d=>pt(d,a,o))),!(n.length<N)&&(t.push(n),n=[],o=nt(16*e+t.length))};return function*(r){
for(;t.length<=r;)s(),yield;return t[r]}}function pt(e,t,n){for(let o=0;o<t.length;o++)e+=t[o]*n();return e}function ft(e,t){
return e==="none"?1:e==="d_head"?t:Math.sqrt(t)}function ot(e,t,n){let o=ft(n,t),s=e.map(u=>u.map(f=>f/o)),r=s.flat(),a=et/
D,c=Array(b).fill(0);for(let u of r){let f=Math.round(u/a)+D;c[Math.min(Math.max(f,0),b-1)]+=1/r.length}let d=s.map(u=>Z(
u,[])),l=d.map(E),p=J(l)[(N-1)/2],w=X(r);return{d_head:t,divisor:n,scores:r,reach:et,bar:a,bins:c,row_scores:s[p],weights:d[p],
typical:l[p],saturated:l.filter(u=>u>.9).length/N,deviation:Math.sqrt(C(r.map(u=>(u-w)**2))/(r.length-1))}}var I={none:"\
nothing","sqrt(d_head)":"√d_head",d_head:"d_head"};function rt({d_head:e,divisor:t,typical:n,saturated:o}){let s=n<.995?
y(n):"above 0.99",r=`With scores divided by ${I[t]}, the largest of eight weights is typically ${s}`,a=o?`, and over 0.9\
 for ${tt(o)} of the queries`:"",c={none:"The wider the head, the further the scores spread, and the more often one key \
takes over.","sqrt(d_head)":"The scores spread by about 1 at every width, so the width no longer decides.",d_head:"The w\
ider the head, the closer every weight comes to 1/8, whatever the query asks for."},d=e>1?c[t]:"At width 1 all three cho\
ices divide by 1.";return[`${r}${a}.`,d]}function st({divisor:e,reach:t,bar:n}){let o=`ends at ±${t} for every width an\
d divisor`,s={none:`The axis ${o}; the wider the head, the further the scores spread.`,"sqrt(d_head)":`The axis ${o}, an\
d the scores have the same spread at every width.`,d_head:`The axis ${o}; the wider the head, the closer the scores are \
to 0.`},r=`The bracket is always ${y(B,1)} long: a key whose score is higher by this much gets ten times the weight.`,a=`\
Each bar counts the scores in a range of ${n}, the outer two also all beyond them. The dashed lines are one standard dev\
iation from 0.`;return`${s[e]} ${r} ${a}`}var at=[-.75,-.5,-.25,0,.25,.5,.75],mt=Object.keys(I);function gt(){let e=M("path",{class:"mha-bars"}),t=M("path",{class:"\
mha-spread"}),o={viewBox:`${-b/2} 0 ${b} 1`,preserveAspectRatio:"none","aria-hidden":"true"},s=at.map(p=>{let w=`left: ${50+
50*p*(b-1)/b}%`;return i("span",{style:w})}),r=i("figcaption"),a=i("p",{class:"mha-note"}),c=i("div",{class:"mha-tenfold",
"aria-hidden":"true"},i("span"));return c.append("10 times the weight"),{node:i("figure",{class:"mha-histogram"},r,c,M("\
svg",o,e,t),i("div",{class:"mha-axis","aria-hidden":"true"},...s),a),draw:p=>{let{scores:w,reach:u,bar:f,bins:g,deviation:x}=p,
h=E(g),v=x/f,m=g.map((S,k)=>`M${k-b/2+.1} 1v${-S/h}h.8V1z`);e.setAttribute("d",m.join("")),t.setAttribute("d",`M${-v} 0v\
1M${v} 0v1`),s.forEach((S,k)=>{S.textContent=y(at[k]*u,0)}),L(c,{length:`${100*B/f/b}%`}),r.textContent=`${w.length} sco\
res of random queries with random keys: their standard deviation is ${A(x)}.`,a.textContent=st(p)}}}function xt(e,t){let{
widths:n,max_seed:o}=V(t,"widths","max_seed"),s=Y({label:"width d_head",max:n.length-1,show:h=>String(n[h]),change:h=>$(
t,{d_head:n[h]})}),r=K({label:"scores divided by",options:mt.map(h=>({value:h,text:I[h]})),change:h=>$(t,{divisor:h})}),
a=Q("",()=>$(t,{seed:(t.get("seed")+1)%(o+1)})),c=i("div",{class:"mha-controls mha-centered"});c.append(s.node,r.node,a),
e.append(c);let d=U(e),l=`The query whose largest weight is the median of ${N}: softmax of its ${T} scores`,p=R(T).map(h=>`\
key ${h}`),w=["key","score","weight"],u=gt(),f=j(l,w,p,["0","1"]);e.append(u.node,f.node);let g={seed:-1,atLevel:F(0)},x=function*(){
let h=t.get("d_head"),v=t.get("divisor"),m=t.get("seed");return g.seed!==m&&(g={seed:m,atLevel:F(m)}),{...ot(yield*g.atLevel(
Math.log2(h)),h,v),seed:m}};return{observes:["d_head","divisor","seed"],stateForTests:()=>H(x()),*draw(){s.set(n.indexOf(
t.get("d_head"))),r.set(t.get("divisor")),a.textContent=`other vectors (seed ${t.get("seed")})`;let h=yield*x();u.draw(h);
let{row_scores:v,weights:m}=h;f.draw(v.map((S,k)=>[A(S),A(m[k])]),m),d(...rt(h))}}}var Gt=G("Width of a head and spread \
of its scores",xt);export{Gt as default};
