// Made by `make widgets` from js/src; edit there.
function ot(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));e.append(...n)}
function u(e,t={},...n){let o=document.createElement(e);return ot(o,t,n),o}function D(e,t){e.textContent!==t&&(e.textContent=t)}function $(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var rt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Lt=F([153,153,153]),At=ct(rt.split(" ").map(st));var at=new WeakMap;function F([e,t,n]){return 255<<24|n<<16|t<<8|e}function st(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function ct(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),
e.length-2),[c,a]=[e[r],e[r+1]];return F(c.map((s,i)=>Math.round(s+(a[i]-s)*(o-r))))})}function y(e){for(let t of e.querySelectorAll("canvas"))at.get(t)?.()}function H(e){let t,n=0,o=()=>{let c=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<c)){n=setTimeout(
o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(c){r(),t=c()??
void 0,o()},stop:r}}function G(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:c,stop:a}=it(e);o.append(c);let s=H(c),i,l=()=>i&&
s.start(i.draw);i=t(c,n,r,l),Object.assign(c,{stateForTests:i.stateForTests}),y(c),l();let p=lt(n,i.observes,l);return()=>{
p(),s.stop(),a()}}}}function it(e){let t=u("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,s=document.body.dataset.jpThemeLight,i=a?a==="dark":s?s==="f\
alse":n.matches;t.dataset.theme=i?"dark":"light",y(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function lt(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let c of t)e.on(`change:${c}`,r);return()=>{cancelAnimationFrame(
o);for(let c of t)e.off(`change:${c}`,r)}}var X=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function w(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}var ut=new Map([["ArrowUp",[-1,0]],["ArrowDown",[1,0]],["ArrowLeft",[0,-1]],["ArrowRight",[0,1]]]);function U(e,t,n=!0){
e.addEventListener("keydown",o=>{let[r,c]=ut.get(o.key)??[0,0];!r&&!(c&&n)||(o.preventDefault(),t(r,c,o))})}function K(e){let t=u("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...r)=>{
r.forEach((c,a)=>{let s=typeof c=="string"?c:c.heard;n[a]||(n[a]=u("span",{"aria-atomic":"true",class:c!==s&&"mha-screen\
-reader"}),t.append(n[a]," ")),D(n[a],s)})},{node:t})}var V=0;function E({label:e,options:t,change:n}){V+=1;let o=`mha-choice-${V}-${Math.random().toString(36).slice(2)}`,r=u(
"fieldset",{class:"mha-choice"},u("legend",{},e)),c=t.map(({value:s,text:i})=>{let l=u("input",{type:"radio",name:o,value:s});
return l.addEventListener("change",()=>n(s)),r.append(u("label",{},l,i)),l});return{node:r,set:s=>{t.forEach((i,l)=>{c[l].
checked=i.value===s})}}}function Q(...e){let t=u("div",{class:"mha-scroll"},...e),n=()=>{let r=t.scrollLeft,c=t.scrollWidth-t.clientWidth-r;t.classList.
toggle("mha-before",r>1),t.classList.toggle("mha-after",c>1),$(t,{before:`${r}px`,after:`${c}px`})};t.addEventListener("\
scroll",n,{passive:!0});let o=new ResizeObserver(n);for(let r of[t,...t.children])o.observe(r);return t}function f(e){return Array.from({length:e},(t,n)=>n)}var pt=8;function M(e,t){e.style.setProperty("--mha-hue",t<pt?`var(--mha-head-${t})`:"initial")}function L(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).join(" and ")}var A=["per head","stacked","packed","interleaved"],S=["Q","K","V"],dt=1/3,ft={"per head":(e,t)=>`W_${e}[${t}]`,stacked:e=>`\
W_${e}`,packed:()=>"W_QKV",interleaved:()=>"W_QKV"};function Y(e,{nHeads:t,dHead:n}){let o=S.flatMap(a=>f(t).map(s=>({p:a,
head:s})));e==="interleaved"&&o.sort((a,s)=>a.head-s.head);let r=new Map,c=0;return o.map(({p:a,head:s})=>{let i=ft[e](a,
s),l=r.get(i)??0;l===0&&c>0&&(c+=dt);let p={p:a,head:s,matrix:i,column:l,left:c};return r.set(i,l+n),c+=n,p})}function N(e,{
dHead:t}){return Math.max(...e.map(({left:n})=>n))+t}function k(e,t,n){return e.find(o=>o.p===t&&o.head===n)}function T(e,[
t,n,o,r]){let c=k(e,t,n);return[c.matrix,o,c.column+r]}function C(e,t){let[n,o,r]=T(e,t);return[`${n}[${o}, ${r}]`,`weig\
ht[${r}, ${o}]`]}function z(e,{dModel:t,dHead:n},[o,r,c,a],s,i){let l=e.indexOf(k(e,o,r))*n+a+i,p=e[Math.floor(l/n)];return p&&
c+s>=0&&c+s<t?[p.p,p.head,c+s,l%n]:null}function _({nHeads:e,dModel:t,dHead:n},[o,r,c,a]){return((S.indexOf(o)*e+r)*t+c)*
n+a}var q=(e,t)=>e===t?`${e}`:`${e} to ${t}`;function mt(e,t,n){let o=[];for(let{matrix:a,column:s}of S.map(i=>k(e,i,t))){
let i=o.at(-1);i?.matrix===a&&i.end===s?i.end+=n:o.push({matrix:a,column:s,end:s+n})}let r=new Set(o.map(({column:a,end:s})=>q(
a,s-1))),c=new Set(o.map(({matrix:a})=>a));return`columns ${L([...r])} of ${L([...c])}`}var ht=3;function J(e,{nHeads:t,
dModel:n,dHead:o}){let r=[...new Set(e.map(({matrix:s})=>s))],c=r.length>ht?`${r[0]} … ${r.at(-1)}`:r.join(", "),a=S.length*
t*o/r.length;return r.length===1?`${c} (${n}, ${a}), and below it x @ ${c}`:`${c}: ${r.length} matrices (${n}, ${a}), an\
d below each x @ it`}var I=(e,t)=>`rows ${q(e*t,(e+1)*t-1)}`;function Z(e,t,{head:n,storage:o,cell:r}){let c=mt(t,n,e.dHead),
a=`Head ${n} has ${c}, and ${I(n,e.dHead)} of W_O.`;if(!r.length)return["",{heard:""},a,"Choose a number, by pointer or \
arrow keys."];let[s,i,l,p]=r;return[`Number ${_(e,r)}: W_${s}, head ${i}, row ${l}, column ${p}.`,{heard:`It is ${C(t,r)[0]}\
, ${o}.`},a,""]}var tt=1.4;function O(e,t){let n=u("figcaption"),o=u("div",{class:"mha-cell-grid"});return $(o,{columns:e,rows:t}),{node:u(
"figure",{class:"mha-map"},n,Q(o)),field:o,title:a=>{n.textContent=a}}}function R(e,t){let{text:n="",wide:o=0,x:r=0,y:c=0,
head:a}=t,s=u("span",{class:o?"mha-cell-label":"mha-cell","aria-hidden":"true"},n);return $(s,{x:r,y:c,"label-width":o}),
a!==void 0&&M(s,a),e.append(s),{node:s,...t}}function gt({p:e,head:t},n){let{dModel:o,dHead:r,nTokens:c}=n,a=o+tt;return[
{p:e,head:t,text:e.toLowerCase()+t,wide:r},{p:e,head:t,text:e+t,wide:r,y:a},...f(r).flatMap(s=>[...f(o).map(i=>{let l=[e,
t,i,s],p=String(_(n,l));return{p:e,head:t,column:s,cell:l,text:p,x:s,y:i+1}}),...f(c).map(i=>({p:e,head:t,column:s,x:s,y:a+
1+i}))])]}function xt(e,t,n){return t.map(o=>{let r=u("div",{class:"mha-moving"});return e.append(r),{...o,node:r,parts:gt(
o,n).map(c=>R(r,c))}})}function bt({dModel:e,dHead:t,nHeads:n}){return f(n).flatMap(o=>[{head:o,text:String(o),wide:1,y:o*
t},...f(t).flatMap(r=>f(e).map(c=>({head:o,x:c+1,y:o*t+r})))])}function wt({dModel:e,nTokens:t}){return f(t).flatMap(n=>f(
e).map(o=>({row:o,x:o,y:n})))}function $t(){let e=A.map(a=>{let s=[u("td"),u("td")],i=u("tr",{},u("th",{scope:"row"},a),
...s);return{storage:a,cells:s,row:i}}),t=u("caption",{},"the same number in each storage"),n=["storage","W of x @ W","i\
ts nn.Linear"].map(a=>u("th",{scope:"col"},a)),o=[u("tr",{},...n),...e.map(({row:a})=>a)];return{node:u("table",{class:"\
mha-locations"},t,...o),draw:(a,s)=>{for(let{storage:i,cells:l,row:p}of e)a(i).forEach((m,x)=>{l[x].textContent=m}),p.classList.
toggle("mha-current",i===s)}}}function kt(e){let t=f(e.get("n_heads")).map(a=>({value:a,text:String(a)})),n=E({label:"he\
ad",options:t,change:a=>{let[s,,i,l]=e.get("cell");w(e,{head:a,...s&&{cell:[s,a,i,l]}})}});n.node.querySelectorAll("labe\
l").forEach((a,s)=>{a.classList.add("mha-head-label"),M(a,s)});let o=E({label:"storage",options:A.map(a=>({value:a,text:a})),
change:a=>w(e,{storage:a})});return{node:u("div",{class:"mha-controls"},n.node,o.node),set:()=>{n.set(e.get("head")),o.set(
e.get("storage"))}}}function St(e,t,n){let[o,r,c,a]=n;for(let s of e){let{classList:i}=s.node,l=s.p===o&&s.head===r&&s.column===
a,p=l&&s.cell?.[2]===c,m=!s.cell&&(l||s.row===c);i.toggle("mha-highlighted",s.head===t),i.toggle("mha-chosen-cell",n.length>
0&&p),i.toggle("mha-multiplied",n.length>0&&m)}}function vt(e,t,n){for(let{node:o,p:r,head:c}of e)o.style.transform=`tra\
nslateX(calc(var(--mha-unit) * ${k(t,r,c).left}))`,o.style.zIndex=r===n[0]&&c===n[1]?"1":""}function yt(e,t,n,o,r){let c=new Map(
n.map(a=>[a.node,a]));e.addEventListener("pointermove",({target:a})=>{let s=c.get(a)?.cell;s&&String(s)!==String(o.get("\
cell"))&&w(o,{cell:s})}),e.addEventListener("click",({target:a})=>{let{head:s,cell:i}=c.get(a)??{};s!==void 0&&w(o,{head:s,
...i&&{cell:i}})}),t.tabIndex=0,t.setAttribute("role","application"),t.setAttribute("aria-label","weights; arrow keys ch\
oose a cell and its head"),U(t,(a,s)=>{let i=o.get("cell"),l=["Q",o.get("head"),0,0],p=i.length?r(i,a,s):l;if(!p)return;
w(o,{cell:p,head:p[1]}),n.find(x=>String(x.cell)===String(p))?.node.scrollIntoView({block:"nearest",inline:"nearest"})})}
function Et(e,t){let n={nHeads:t.get("n_heads"),dModel:t.get("d_model"),dHead:t.get("d_head"),nTokens:t.get("n_tokens")},
{nHeads:o,dModel:r,dHead:c,nTokens:a}=n,s=o*c,i=d=>Y(d,n),l=kt(t),p=i(t.get("storage")),m=O(N(p,n),r+a+tt+1),x=O(r,a),v=O(
r+1,s);x.title(`x (${a}, ${r}): every head reads all of it`);let B=xt(m.field,p,n),P=B.flatMap(d=>d.parts),W=[...P,...bt(
n).map(d=>R(v.field,d)),...wt(n).map(d=>R(x.field,d))],j=$t();e.append(l.node,m.node);let et=K(e);return e.append(j.node,
u("div",{class:"mha-inputs-outputs"},x.node,v.node)),yt(e,m.field,W,t,(d,b,h)=>z(i(t.get("storage")),n,d,b,h)),{observes:[
"head","storage","cell"],stateForTests(){let d=t.get("storage"),b=i(d),h=P.flatMap(({cell:g})=>g?[[g.join("/"),T(b,g)]]:
[]);return{storage:d,positions:Object.fromEntries(h)}},draw(){let{head:d,storage:b,cell:h}=X(t,"head","storage","cell"),
g=i(b);l.set(),vt(B,g,h),$(m.field,{columns:N(g,n)}),St(W,d,h),m.title(J(g,n)),v.title(`W_O (${s}, ${r}): head ${d} has ${I(
d,c)}`),j.draw(nt=>h.length?C(i(nt),h):["none chosen",""],b),et(...Z(n,g,{head:d,storage:b,cell:h}))}}}var re=G("Concate\
nated heads, and how they are stored",Et);export{re as default};
