// Made by `make widgets` from js/src; edit there.
function J(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));t.append(...n)}
function d(t,e={},...n){let o=document.createElement(t);return J(o,e,n),o}function E(t,e){t.textContent!==e&&(t.textContent=e)}function L(t){return t.map(([e,...n])=>{let o=n.map(r=>d("td",{},r));return d("tr",{},d("th",{scope:"row"},e),...o)})}function $(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var Z="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var St=A([153,153,153]),yt=et(Z.split(" ").map(tt));var z=new WeakMap;function A([t,e,n]){return 255<<24|n<<16|e<<8|t}function tt(t){return[0,2,4].map(e=>Number.parseInt(t.
slice(e,e+2),16))}function et(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),
t.length-2),[a,c]=[t[r],t[r+1]];return A(a.map((i,u)=>Math.round(i+(c[u]-i)*(o-r))))})}function _(t){for(let e of t.querySelectorAll("canvas"))z.get(e)?.()}function C(t){let e,n=0,o=()=>{let a=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<a)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(a){r(),e=a()??
void 0,o()},stop:r}}function O(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:a,stop:c}=nt(t);o.append(a);let i=C(a),u,s=()=>u&&
i.start(u.draw);u=e(a,n,r,s),Object.assign(a,{stateForTests:u.stateForTests}),_(a),s();let l=ot(n,u.observes,s);return()=>{
l(),i.stop(),c()}}}}function nt(t){let e=d("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,i=document.body.dataset.jpThemeLight,u=c?c==="dark":i?i==="f\
alse":n.matches;e.dataset.theme=u?"dark":"light",_(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function ot(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let a of e)t.on(`change:${a}`,r);return()=>{cancelAnimationFrame(
o);for(let a of e)t.off(`change:${a}`,r)}}function x(t,e){for(let n of Object.keys(e))t.set(n,e[n]);t.save_changes()}function B(t){let e=d("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((a,c)=>{let i=typeof a=="string"?a:a.heard;n[c]||(n[c]=d("span",{"aria-atomic":"true",class:a!==i&&"mha-screen\
-reader"}),e.append(n[c]," ")),E(n[c],i)})},{node:e})}function v({label:t,max:e,show:n=String,change:o}){let r=d("output",
{"aria-live":"off"}),a=d("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),c=(u,s=e)=>{let l=n(u);a.max=String(s),
a.value=String(u),E(r,l),a.getAttribute("aria-valuetext")!==l&&a.setAttribute("aria-valuetext",l)};return a.addEventListener(
"input",()=>{c(Number(a.value),Number(a.max)),o(Number(a.value))}),{node:d("div",{class:"mha-control"},d("span",{},t,r),
a),set:c}}var I=0;function D({label:t,options:e,change:n}){I+=1;let o=`mha-choice-${I}-${Math.random().toString(36).slice(
2)}`,r=d("fieldset",{class:"mha-choice"},d("legend",{},t)),a=e.map(({value:i,text:u})=>{let s=d("input",{type:"radio",name:o,
value:i});return s.addEventListener("change",()=>n(i)),r.append(d("label",{},s,u)),s});return{node:r,set:i=>{e.forEach((u,s)=>{
a[s].checked=u.value===i})}}}function p(t){return Array.from({length:t},(e,n)=>n)}function b(t){let e=0;for(let n of t)e+=n;return e}var k=t=>p(t+1).filter(e=>t%e===0),R=(t,e)=>k(t).findLast(n=>n<=e)??1;function rt(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var h=t=>t.toLocaleString("en-US"),P={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function S(t,e=1e3){
let n=P[e].findLastIndex((a,c)=>t>=.9995*e**c),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?h(Math.round(o)):rt(o,3)} ${P[e][Math.
max(0,n)]}`}function F(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function y(t,e){return`${t} ${e}${t===
1?"":"s"}`}function H(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}var j=["between heads","packed matrix in equal parts"],M=["Q","K","V","O"],K=(t,{heads:e,kvHeads:n})=>n<e?R(t,n):t;function W(t,e){
let[n,o]=[Math.floor(t/e),t%e];return p(e).map(r=>n+ +(r<o))}function V({devices:t,heads:e,kvHeads:n,dHead:o}){let r=e/n,
a=W(e,t);return a.flatMap((c,i)=>{let u=b(a.slice(0,i)),s=p(c).map(m=>u+m),l=[...new Set(s.map(m=>Math.floor(m/r)))];return M.
flatMap(m=>(m==="K"||m==="V"?l:s).map(f=>({matrix:m,head:f,device:i,from:0,to:o})))})}function at(t,e,n){let o=t.length*
n,r=p(e+1).map(a=>Math.round(a*o/e));return p(e).flatMap(a=>t.flatMap((c,i)=>{let u=Math.max(0,r[a]-i*n),s=Math.min(n,r[a+
1]-i*n);return u<s?[{...c,device:a,from:u,to:s}]:[]}))}function U(t,e){if(e==="between heads")return V(t);let{devices:n,
heads:o,kvHeads:r,dHead:a}=t,c=(u,s)=>p(s).map(l=>({matrix:u,head:l}));return[[...c("Q",o),...c("K",r),...c("V",r)],c("O",
o)].flatMap(u=>at(u,n,a))}function w(t,{devices:e,dModel:n}){return p(e).map(o=>b(t.map(r=>r.device===o?n*(r.to-r.from):
0)))}function st(t,{devices:e,heads:n,kvHeads:o,dHead:r}){let a=(c,i,u)=>t.some(s=>s.matrix===c&&s.head===i&&s.device===
u&&s.to-s.from===r);return p(n).filter(c=>{let i=Math.floor(c*o/n);return p(e).some(u=>a("Q",c,u)&&a("K",i,u)&&a("V",i,u))})}
function T({devices:t,tokens:e,dModel:n,bytes:o}){let r=t>1?e*n*o:0;return{summed:r,sent:2*(t-1)*r/t}}function ct(t,e){let n=t.
filter(({from:s,to:l})=>l-s===e).map(({head:s})=>s),o=t.filter(({from:s,to:l})=>l-s<e).map(({head:s})=>s),[r,a]=[n[0],n.
at(-1)],c=r===a?`${r}`:`${r}–${a}`,i=s=>o.filter(l=>l<r===s).map(l=>`part of ${l}`),u=n.length>0?[c]:[];return[...i(!0),
...u,...i(!1)].join(", ")||"none"}function it(t,{devices:e,kvHeads:n,dModel:o,dHead:r}){let a=t.filter(({matrix:f})=>f===
"K"),c=p(n).map(f=>a.filter(g=>g.head===f).length),i=a.length-n;if(i===0)return"";let u=Math.max(...c),s=h(2*i*o*r),l=u===
e?"all":`up to ${u}`,m=i===1?"1 copy":`${i} copies`;return`A KV head is on ${l} devices: ${m}, ${s} more parameters.`}function ut(t,e){
let n=st(t,e),o=n.length===1?"has":"have";return`${n.length===0?"No head has its":`${y(n.length,"head")} of ${e.heads} ${o}`}\
 queries, keys and values on one device. A device that reads its part as the [queries, keys, values] of its own heads co\
mputes something else.`}function lt(t){let e=p(t.length).filter(a=>t[a]===0),[n,o]=e.length>1?["Devices","have"]:["Devic\
e","has"],r=e.length>0?` ${n} ${H(e.map(String))} ${o} none.`:"";return`${t.join(" + ")}.${r}`}function dt(t,e){let n=w(
t,e),o={...e,devices:1},[r]=w(V(o),o),a=Math.max(...n);return`${a===Math.min(...n)?"Each device":"The fullest device"} h\
olds ${F(a/r)} of the ${h(r)} parameters.`}function mt(t,e){let{summed:n,sent:o}=T(t),r=t.heads<t.devices?", even one wi\
thout heads,":"";return`Forward, ${`${h(t.tokens)} × ${h(t.dModel)}`} values are summed (${S(n)}); for this, each devic\
e${r} sends ${S(o)}. Backward, as many values are summed${e?", and the gradients of the copies":""}.`}function q(t,e,n){
let{devices:o,heads:r}=e,a=`${y(r,"head")} on ${y(o,"device")}`;if(o===1)return[`${a}: nothing is communicated.`,"","",""];
let c=dt(t,e);if(n!=="between heads")return[`${a}.`,ut(t,e),c,""];let i=it(t,e),u=lt(W(r,o));return[`${a}: ${u}`,i,c,mt(
e,i!=="")]}function G(t,e,{dModel:n,dHead:o}){let r=t==="O"?[e*o,n]:[n,e*o];return`W_${t} (${r.map(h).join(" × ")})`}function X(t,e){
return w(t,e).map((n,o)=>{let r=t.filter(i=>i.device===o),a=M.map(i=>ct(r.filter(u=>u.matrix===i),e.dHead)),c=`${h(n)} (${S(
e.bytes*n)})`;return[String(o),...a,c]})}var pt=8;function N(t,e){t.style.setProperty("--mha-hue",e<pt?`var(--mha-head-${e})`:"initial")}var ht=["device","queries","keys","values","rows of W_O","parameters"];function Y(t){return{devices:t.get("n_devices"),heads:t.
get("n_heads"),kvHeads:t.get("n_kv_heads"),dModel:t.get("d_model"),dHead:t.get("d_head"),tokens:t.get("tokens"),bytes:t.
get("bytes_per_number")}}function ft(t){let e=v({label:"devices",max:t.get("max_devices")-1,show:s=>String(s+1),change:s=>x(
t,{n_devices:s+1})}),n=v({label:"heads",max:t.get("max_heads")-1,show:s=>String(s+1),change:s=>x(t,{n_heads:s+1,n_kv_heads:K(
s+1,Y(t))})}),o=v({label:"KV heads",max:0,show:s=>String(k(t.get("n_heads"))[s]),change:s=>x(t,{n_kv_heads:k(t.get("n_he\
ads"))[s]})}),r=v({label:"tokens",max:Math.log2(t.get("max_tokens")),show:s=>h(2**s),change:s=>x(t,{tokens:2**s})}),a=D(
{label:"cut",options:j.map(s=>({value:s,text:s})),change:s=>x(t,{cut:s})}),c=[e,n,o,r].map(({node:s})=>s);return{node:d(
"div",{},d("div",{class:"mha-controls"},...c),a.node),set:s=>{e.set(s.devices-1),n.set(s.heads-1);let l=k(s.heads);o.set(
l.indexOf(s.kvHeads),l.length-1),r.set(Math.log2(s.tokens)),a.set(t.get("cut"))}}}var Q=(t,e)=>t.every(({from:n,to:o})=>o-
n===e)?t.length:1;function gt(t,e,n){let o=Q(e,n),r=e.map(({device:s,from:l,to:m})=>{let f=m-l===n,g=d("span",{},f?String(
s):"");return N(g,s),g.style.flexGrow=String(m-l),g}),a=o>1?" mha-copies":"",c=o>1?`${t} × ${o}`:String(t),i=d("span",{
class:`mha-head-number${a}`},c),u=d("div",{class:`mha-block${a}`},...r);for(let s of[i,u])$(s,{copies:o});return[i,u]}function xt(){
let t=d("figcaption"),e=d("div",{class:"mha-blocks"}),n=d("figure",{class:"mha-sharded-matrix"},t,e);return{node:n,draw:(r,a,c)=>{
let i=r==="K"||r==="V"?c.kvHeads:c.heads;t.textContent=G(r,i,c),n.classList.toggle("mha-rowwise",r==="O");let u=p(i).map(
s=>a.filter(l=>l.matrix===r&&l.head===s));$(n,{blocks:b(u.map(s=>Q(s,c.dHead)))}),e.replaceChildren(...u.flatMap((s,l)=>gt(
l,s,c.dHead)))}}}function vt(){let t=d("p",{class:"mha-device-sum","aria-hidden":"true"});return{node:t,draw:({devices:n,
heads:o,tokens:r,dModel:a},c)=>{let i=p(Math.min(n,o)).flatMap(s=>{let l=d("b",{},`device ${s}`);return N(l,s),s>0?[" + ",
l]:[l]}),u=`${h(r)} × ${h(a)}`;t.replaceChildren("summed over the devices: ",...i,` = output (${u})`),t.hidden=!c}}}function bt(t,e,n){
let o="The number in a block is its device; the number at its edge is its head.";if(e!=="between heads")return t.some(({
from:i,to:u})=>u-i<n)?`${o} A block of several colors is cut between devices.`:o;let r=t.filter(({matrix:c})=>c==="K").map(
({head:c})=>c),a=r.filter(c=>c===0).length;return r.length===new Set(r).size?o:a<2?`${o} Under a bracket are copies: eac\
h device holds the whole head.`:`${o} “0 × ${a}”: ${a} devices hold copies of the whole KV head 0.`}function kt(){let t=d(
"tbody"),e=d("tr",{},...ht.map(a=>d("th",{scope:"col"},a)));return{node:d("table",{class:"mha-device-table","aria-label":"\
What each device holds"},d("thead",{},e),t),draw:a=>t.replaceChildren(...L(a))}}function wt(t,e){let n=ft(e),o=M.map(l=>({
matrix:l,...xt()})),r=o.map(({node:l})=>l),a=d("p",{class:"mha-note"}),[c,i]=[vt(),kt()];t.append(n.node),t.append(d("di\
v",{class:"mha-sharded-matrices","aria-hidden":"true"},...r)),t.append(a,c.node);let u=B(t);t.append(i.node);let s=()=>{
let l=Y(e),m=U(l,e.get("cut"));return{sizes:l,pieces:m,parameters:w(m,l),communication:T(l)}};return{observes:["n_device\
s","n_heads","n_kv_heads","tokens","cut"],stateForTests:s,draw(){let{sizes:l,pieces:m}=s();n.set(l);for(let{matrix:f,draw:g}of o)
g(f,m,l);a.textContent=bt(m,e.get("cut"),l.dHead),i.draw(X(m,l)),c.draw(l,l.devices>1&&e.get("cut")==="between heads"),u(
...q(m,l,e.get("cut")))}}}var ee=O("Attention divided among devices",wt);export{ee as default};
