// Made by `make widgets` from js/src; edit there.
function P(e,t,n){for(let[o,s]of Object.entries(t))s===!1||s==null||e.setAttribute(o,s===!0?"":String(s));e.append(...n)}
function i(e,t={},...n){let o=document.createElement(e);return P(o,t,n),o}function M(e,t,...n){let o=document.createElementNS(
"http://www.w3.org/2000/svg",e);return P(o,t,n),o}function _(e,t){e.textContent!==t&&(e.textContent=t)}function j(e,t,n,o=[]){let s=Math.max(1,t.length-1),r=n.map(f=>{let l=Array.from({length:s},()=>i("td")),m=i("th",{scope:"\
row"},f),b=i("div");return{row:i("tr",{},m,...l,i("td",{"aria-hidden":"true"},b)),cells:l,bar:b}}),a=t.map(f=>i("th",{scope:"\
col"},f)),c=i("td",o.length>0?{class:"mha-ends","aria-hidden":"true"}:{});c.append(...o.map(f=>i("span",{},f)));let d=t.
length>0?[i("tr",{},...a,c)]:[],h=r.map(({row:f})=>f);return{node:i("table",{class:"mha-bar-table"},i("caption",{},e),...d,
...h),rows:h,draw:(f,l)=>{r.forEach(({cells:m,bar:b},u)=>{for(let[v,g]of m.entries())_(g,f[u][v]);b.style.width=`${100*l[u]}\
%`})}}}function L(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var at="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var wt=q([153,153,153]),vt=dt(at.split(" ").map(it));var ct=new WeakMap;function q([e,t,n]){return 255<<24|n<<16|t<<8|e}function it(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function dt(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),s=Math.min(Math.floor(o),
e.length-2),[r,a]=[e[s],e[s+1]];return q(r.map((c,d)=>Math.round(c+(a[d]-c)*(o-s))))})}function O(e){for(let t of e.querySelectorAll("canvas"))ct.get(t)?.()}function H(e){for(;;){let{done:t,value:n}=e.next();if(t)return n}}function W(e){let t,n=0,o=()=>{let r=performance.now()+
20;for(;t&&!t.next().done;)if(!(performance.now()<r)){n=setTimeout(o),e.ariaBusy="true";return}s()},s=()=>{clearTimeout(
n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(r){s(),t=r()??void 0,o()},stop:s}}function G(e,t){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:a}=ut(e);o.append(r);let c=W(r),d,h=()=>d&&
c.start(d.draw);d=t(r,n,s,h),Object.assign(r,{stateForTests:d.stateForTests}),O(r),h();let p=ht(n,d.observes,h);return()=>{
p(),c.stop(),a()}}}}function ut(e){let t=i("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,d=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=d?"dark":"light",O(t)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),s.disconnect(),t.remove()}}}function ht(e,t,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of t)e.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of t)e.off(`change:${r}`,s)}}var V=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function $(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function U(e){let t=i("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...s)=>{
s.forEach((r,a)=>{let c=typeof r=="string"?r:r.heard;n[a]||(n[a]=i("span",{"aria-atomic":"true",class:r!==c&&"mha-screen\
-reader"}),t.append(n[a]," ")),_(n[a],c)})},{node:t})}function Y({label:e,max:t,show:n=String,change:o}){let s=i("output",
{"aria-live":"off"}),r=i("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(d,h=t)=>{let p=n(d);r.max=String(h),
r.value=String(d),_(s,p),r.getAttribute("aria-valuetext")!==p&&r.setAttribute("aria-valuetext",p)};return r.addEventListener(
"input",()=>{a(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:i("div",{class:"mha-control"},i("span",{},e,s),
r),set:a}}var z=0;function K({label:e,options:t,change:n}){z+=1;let o=`mha-choice-${z}-${Math.random().toString(36).slice(
2)}`,s=i("fieldset",{class:"mha-choice"},i("legend",{},e)),r=t.map(({value:c,text:d})=>{let h=i("input",{type:"radio",name:o,
value:c});return h.addEventListener("change",()=>n(c)),s.append(i("label",{},h,d)),h});return{node:s,set:c=>{t.forEach((d,h)=>{
r[h].checked=d.value===c})}}}function Q(e,t){let n=i("button",{type:"button"},e);return n.addEventListener("click",t),n}function R(e){return Array.from({length:e},(t,n)=>n)}function C(e){let t=0;for(let n of e)t+=n;return t}var X=e=>C(e)/e.length;function E(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}var J=e=>R(e.length).sort((t,n)=>e[n]-e[t]);function Z(e,t,n=[]){let o=E(e),s=0;for(let a=0;a<e.length;a++)s+=Math.exp(e[a]-o);let r=Math.log(s);for(let a=0;a<e.length;a++)
n[a]=e[a]-o-r,t[a]=Math.exp(n[a]);return t}function y(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function A(e){if(Number.
isNaN(e))return"NaN";let t=Math.abs(e);return t===Number.POSITIVE_INFINITY?e>0?"∞":"−∞":t===0||t>=.001&&t<1e4?y(e,
3):e.toExponential(1).replaceAll("-","−")}function tt(e){return e>0&&e<.01?"below 1%":e>.99&&e<1?"above 99%":`${Math.round(100*e)}%`}var N=125,T=8,B=Math.log(10),D=16,w=2*D+1;function et(e){let t=e,n=()=>{t=t+1831565813|0;let o=Math.imul(t^t>>>15,t|1);return o^=
o+Math.imul(o^o>>>7,o|61),((o^o>>>14)>>>0)/2**32};return()=>Math.sqrt(-2*Math.log(1-n()))*Math.cos(2*Math.PI*n())}function F(e){
let t=[],n=[],o=et(16*e),s=()=>{let r=t.length,a=Array.from({length:r?2**(r-1):1},o),c=t[r-1]?.[n.length]??Array(T).fill(
0);n.push([...c].map(d=>lt(d,a,o))),!(n.length<N)&&(t.push(n),n=[],o=et(16*e+t.length))};return function*(r){for(;t.length<=
r;)s(),yield;return t[r]}}function lt(e,t,n){for(let o=0;o<t.length;o++)e+=t[o]*n();return e}function pt(e,t){return e===
"none"?1:e==="d_head"?t:Math.sqrt(t)}function ft(e){return e==="none"?64:4}function nt(e,t,n){let o=pt(n,t),s=e.map(l=>l.
map(m=>m/o)),r=s.flat(),a=ft(n),c=a/D,d=Array(w).fill(0);for(let l of r){let m=Math.round(l/c)+D;d[Math.min(Math.max(m,0),
w-1)]+=1/r.length}let h=s.map(l=>Z(l,[])),p=h.map(E),x=J(p)[(N-1)/2],f=X(r);return{d_head:t,divisor:n,scores:r,reach:a,bar:c,
bins:d,row_scores:s[x],weights:h[x],typical:p[x],saturated:p.filter(l=>l>.9).length/N,deviation:Math.sqrt(C(r.map(l=>(l-
f)**2))/(r.length-1))}}var I={none:"nothing","sqrt(d_head)":"√d_head",d_head:"d_head"};function ot({d_head:e,divisor:t,
typical:n,saturated:o}){let s=n<.995?y(n):"above 0.99",r=`With scores divided by ${I[t]}, the largest of eight weights i\
s typically ${s}`,a=o?`, and over 0.9 for ${tt(o)} of the queries`:"",c={none:"The wider the head, the further the score\
s spread, and the more often one key takes over.","sqrt(d_head)":"The scores spread by about 1 at every width, so the wi\
dth no longer decides.",d_head:"The wider the head, the closer every weight comes to 1/8, whatever the query asks for."},
d=e>1?c[t]:"At width 1 all three choices divide by 1.";return[`${r}${a}.`,d]}function rt({divisor:e,reach:t,bar:n}){let o=`\
ends at ±${t}`,s={none:`The axis ${o} at every width; the wider the head, the further the scores spread.`,"sqrt(d_head)":`\
The axis ${o} at every width, and the scores have the same spread at every width.`,d_head:`The axis ${o} at every width;\
 the wider the head, the closer the scores are to 0.`},r=`The bracket is always ${y(B,1)} long: a key whose score is hig\
her by this much gets ten times the weight.`,a=`Each bar counts the scores in a range of ${n}, the outer two also all be\
yond them. The dashed lines are one standard deviation from 0.`;return`${s[e]} ${r} ${a}`}var st=[-.75,-.5,-.25,0,.25,.5,.75],mt=Object.keys(I);function gt(){let e=M("path",{class:"mha-bars"}),t=M("path",{class:"\
mha-spread"}),o={viewBox:`${-w/2} 0 ${w} 1`,preserveAspectRatio:"none","aria-hidden":"true"},s=st.map(p=>{let x=`left: ${50+
50*p*(w-1)/w}%`;return i("span",{style:x})}),r=i("figcaption"),a=i("p",{class:"mha-note"}),c=i("div",{class:"mha-tenfold",
"aria-hidden":"true"},i("span"));return c.append("10 times the weight"),{node:i("figure",{class:"mha-histogram"},r,c,M("\
svg",o,e,t),i("div",{class:"mha-axis","aria-hidden":"true"},...s),a),draw:p=>{let{scores:x,reach:f,bar:l,bins:m,deviation:b}=p,
u=E(m),v=b/l,g=m.map((S,k)=>`M${k-w/2+.1} 1v${-S/u}h.8V1z`);e.setAttribute("d",g.join("")),t.setAttribute("d",`M${-v} 0v\
1M${v} 0v1`),s.forEach((S,k)=>{S.textContent=y(st[k]*f,0)}),L(c,{length:`${100*B/l/w}%`}),r.textContent=`${x.length} sco\
res of random queries with random keys: their standard deviation is ${A(b)}.`,a.textContent=rt(p)}}}function xt(e,t){let{
widths:n,max_seed:o}=V(t,"widths","max_seed"),s=Y({label:"width d_head",max:n.length-1,show:u=>String(n[u]),change:u=>$(
t,{d_head:n[u]})}),r=K({label:"scores divided by",options:mt.map(u=>({value:u,text:I[u]})),change:u=>$(t,{divisor:u})}),
a=Q("",()=>$(t,{seed:(t.get("seed")+1)%(o+1)})),c=i("div",{class:"mha-controls mha-centered"});c.append(s.node,r.node,a),
e.append(c);let d=U(e),h=`The query whose largest weight is the median of ${N}: softmax of its ${T} scores`,p=R(T).map(u=>`\
key ${u}`),x=["key","score","weight"],f=gt(),l=j(h,x,p,["0","1"]);e.append(f.node,l.node);let m={seed:-1,atLevel:F(0)},b=function*(){
let u=t.get("d_head"),v=t.get("divisor"),g=t.get("seed");return m.seed!==g&&(m={seed:g,atLevel:F(g)}),{...nt(yield*m.atLevel(
Math.log2(u)),u,v),seed:g}};return{observes:["d_head","divisor","seed"],stateForTests:()=>H(b()),*draw(){s.set(n.indexOf(
t.get("d_head"))),r.set(t.get("divisor")),a.textContent=`other vectors (seed ${t.get("seed")})`;let u=yield*b();f.draw(u);
let{row_scores:v,weights:g}=u;l.draw(v.map((S,k)=>[A(S),A(g[k])]),g),d(...ot(u))}}}var Gt=G("Width of a head and spread \
of its scores",xt);export{Gt as default};
