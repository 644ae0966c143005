// Made by `make widgets` from js/src; edit there.
var X="h1e-4";function G(t,e,n){for(let[o,s]of Object.entries(e))s===!1||s==null||t.setAttribute(o,s===!0?"":String(s));
t.append(...n)}function h(t,e={},...n){let o=document.createElement(t);return G(o,e,n),o}function D(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return G(o,e,n),o}function x(t,e){t.textContent!==e&&(t.textContent=e)}function L(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var $t="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Yt=Q([153,153,153]),qt=kt($t.split(" ").map(wt));var bt=new WeakMap;function Q([t,e,n]){return 255<<24|n<<16|e<<8|t}function wt(t){return[0,2,4].map(e=>Number.parseInt(t.
slice(e,e+2),16))}function kt(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),s=Math.min(Math.floor(o),
t.length-2),[r,c]=[t[s],t[s+1]];return Q(r.map((a,i)=>Math.round(a+(c[i]-a)*(o-s))))})}function j(t){for(let e of t.querySelectorAll("canvas"))bt.get(e)?.()}function J(t){let e,n=0,o=()=>{let r=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<r)){n=setTimeout(
o),t.ariaBusy="true";return}s()},s=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(r){s(),e=r()??
void 0,o()},stop:s}}function Z(t,e){return{render({model:n,el:o,openedByLink:s=!1}){let{root:r,stop:c}=xt(t);o.append(r);let a=J(r),i,d=()=>i&&
a.start(i.draw);i=e(r,n,s,d),Object.assign(r,{stateForTests:i.stateForTests}),j(r),d();let m=_t(n,i.observes,d);return()=>{
m(),a.stop(),c()}}}}function xt(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,a=document.body.dataset.jpThemeLight,i=c?c==="dark":a?a==="f\
alse":n.matches;e.dataset.theme=i?"dark":"light",j(e)};o(),n.addEventListener("change",o);let s=new MutationObserver(o);
return s.observe(document.documentElement,{attributeFilter:["data-theme"]}),s.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),s.disconnect(),e.remove()}}}function _t(t,e,n){
let o=0,s=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let r of e)t.on(`change:${r}`,s);return()=>{cancelAnimationFrame(
o);for(let r of e)t.off(`change:${r}`,s)}}var H=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function M(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}function tt(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...s)=>{
s.forEach((r,c)=>{let a=typeof r=="string"?r:r.heard;n[c]||(n[c]=h("span",{"aria-atomic":"true",class:r!==a&&"mha-screen\
-reader"}),e.append(n[c]," ")),x(n[c],a)})},{node:e})}function et({label:t,max:e,show:n=String,change:o}){let s=h("outpu\
t",{"aria-live":"off"}),r=h("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),c=(i,d=e)=>{let m=n(i);r.max=String(
d),r.value=String(i),x(s,m),r.getAttribute("aria-valuetext")!==m&&r.setAttribute("aria-valuetext",m)};return r.addEventListener(
"input",()=>{c(Number(r.value),Number(r.max)),o(Number(r.value))}),{node:h("div",{class:"mha-control"},h("span",{},t,s),
r),set:c}}var z=0;function V({label:t,options:e,change:n}){z+=1;let o=`mha-choice-${z}-${Math.random().toString(36).slice(
2)}`,s=h("fieldset",{class:"mha-choice"},h("legend",{},t)),r=e.map(({value:a,text:i})=>{let d=h("input",{type:"radio",name:o,
value:a});return d.addEventListener("change",()=>n(a)),s.append(h("label",{},d,i)),d});return{node:s,set:a=>{e.forEach((i,d)=>{
r[d].checked=i.value===a})}}}function F({label:t,options:e,change:n}){let o=h("div",{"aria-hidden":"true"}),s=e.map((d,m)=>h(
"option",{value:m},d)),r=h("select",{"aria-label":t},...s),c=h("div",{class:"mha-menu"},o,r),a=h("div",{class:"mha-contr\
ol mha-picker"},h("span",{},t),c),i=d=>{r.value=String(d),x(o,e[d])};return r.addEventListener("change",()=>{i(Number(r.
value)),n(Number(r.value))}),{node:a,set:i}}function w(t){return Array.from({length:t},(e,n)=>n)}function K(t){let e=0;for(let n of t)e+=n;return e}var U=t=>w(t+1).filter(e=>t%e===0),W=(t,e)=>U(t).findLast(n=>n<=e)??1;function N(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)
e=Math.max(e,n);return e}function C(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var v=t=>t.toLocaleString("en-US"),nt={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function k(t,e=1e3){
let n=nt[e].findLastIndex((r,c)=>t>=.9995*e**c),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?v(Math.round(o)):C(o,3)} ${nt[e][Math.
max(0,n)]}`}var I=t=>`${t/1e9} GB`,ot=t=>`${k(t)}/s`;function E(t,e){return`${t} ${e}${t===1?"":"s"}`}var yt=8;function rt(t,e){t.style.setProperty("--mha-hue",e<yt?`var(--mha-head-${e})`:"initial")}function st(t,e){let[n,o]=[Math.floor(t/e),t%e];return w(e).map(s=>n+ +(s<o))}var[Mt,Et]=[6.6,.6],at=2;function Y({n_heads:t,n_kv_heads:e}){let n=t/e;return w(e).map(o=>w(n).map(s=>o*n+s))}function q({
n_heads:t,n_kv_heads:e},n){let o=t/e,s=0;return st(t,n).map(r=>{let c=w(r).map(a=>s+a);return s+=r,[...new Set(c.map(a=>Math.
floor(a/o)))]})}function St({sizes:t,parameters:e,published:n}){let{n_layers:o,n_heads:s,n_kv_heads:r,d_head:c}=t;if(!n){
let d=2*o*r*c*s*c;return{all:e,kv:Math.min(d,e)}}let a=n.n_kv_heads-r;return{all:n.parameters-a*n.per_kv_head,kv:r*n.per_kv_head}}
function T(t){let{sizes:e,tokens:n,batch:o,n_bytes:s,weight_bits:r,n_devices:c,device:a}=t,i=2*e.n_layers*e.n_kv_heads*e.
d_head*s,d=i*n,{all:m,kv:f}=St(t),p=q(e,c).map(({length:y})=>y),l=N(p),g=(m-f)/c+f/e.n_kv_heads*l,_=Math.ceil(g*r/8),S=d/
e.n_kv_heads*l,u=(t.published?.in_tables??0)*r/8,$=_-u/c+S*o,b=$/a.bandwidth;return{token:i,conversation:d,cache:d*o,weights:m*
r/8,fullest:{kvHeads:l,weights:_,conversation:S,cache:S*o,read:$},copies:K(p)/e.n_kv_heads,maxBatch:Math.max(0,Math.floor(
(a.memory-_)/S)),seconds:b,rate:o/b}}var Nt=t=>t.deviceCounts.find(e=>T({...t,n_devices:e}).maxBatch>0);function At({n_heads:t,
n_kv_heads:e}){return t===1?"The one query head has the one KV head.":e===t?"Each query head has a KV head of its own.":
e===1?`All ${t} query heads share one KV head.`:`Each of the ${e} KV heads serves ${t/e} query heads.`}function Lt({sizes:t,
n_devices:e},{fullest:n,copies:o}){if(e===1)return"";let s=`A device holds ${n.kvHeads} of ${E(t.n_kv_heads,"KV head")}`;
if(o===1)return`${s}.`;let r=Number.isInteger(o)?`on ${o} devices`:"on several devices";return`${s}: each, with its cach\
e, is ${r}.`}function Ct({sizes:t,weight_bits:e,published:n}){if(!n||n.n_kv_heads===t.n_kv_heads)return"";let[o,s]=[t.n_kv_heads,
n.n_kv_heads],r=o>s?`1/${o/s} of the cache`:`${s/o} times the cache`,c=Math.abs(s-o)*n.per_kv_head*e/8,a=`${k(c)} ${o>s?
"less":"more"} in weights`;return`As published, with ${E(s,"KV head")}, it takes ${r} and ${a}.`}function Tt(t,{fullest:e,
maxBatch:n}){let{batch:o,n_devices:s,device:r}=t,c=k(e.weights),a=I(r.memory),i=s===1,d=i?`The weights take ${c}`:`Each \
of ${s} devices holds ${c}`,m=i?d:`${d} of the weights`;if(e.weights>r.memory){let l=Nt(t),g=l?` ${l} such devices hold \
all of them.`:"";return`${m}, more than ${a}.${g}`}let f=o>n?`, not ${o}`:"",p=`${v(n)} such conversation${n===1?"":"s"}${f}\
.`;return i?`${m}; the rest of ${a} holds ${p}`:`${m} and ${k(e.conversation)} of a conversation; ${a} has room for ${p}`}
function Ot({sizes:t,batch:e,n_devices:n},{fullest:o,maxBatch:s,seconds:r,rate:c}){if(e>s)return"";let a=n===1?"":" on e\
ach device",d=`${`A decode step reads ${k(o.read)}${a}`}: at least ${C(1e3*r,3)} ms`;if(n>1)return`${d}. ${Dt(t,n)}`;let m=`\
at most ${v(Math.round(c))} tokens a second`,f=e===1?"":`, ${v(Math.round(1/r))} a conversation`;return`${d}, ${m}${f}.`}
function Dt({n_layers:t},e){let n=Mt+2*(e-1)*Et,o=at*t;return`With ${at} sums per layer, the devices also add up ${o} ti\
mes; at the ${C(n,3)} µs of latency that NVIDIA's NCCL expects by NVLink${e>8?" (an H100 server has eight devices on it\
)":""}, ${C(o*n/1e3,3)} ms more.`}function It({tokens:t,published:e}){return!e||t<=e.context?"":` ${e.name} takes at mos\
t ${v(e.context)} tokens.`}function ct(t){let{sizes:e,tokens:n}=t,o=T(t);return[`A token takes ${["2",E(e.n_layers,"laye\
r"),E(e.n_kv_heads,"KV head"),`${e.d_head} numbers`,E(t.n_bytes,"byte")].join(" × ")} = ${v(o.token)} bytes.`,`A conver\
sation of ${v(n)} tokens takes ${k(o.conversation)}.${It(t)}`,Tt(t,o),Ot(t,o),At(e),Lt(t,o),Ct(t)]}var it=({name:t,bandwidth:e})=>`${t}\
, ${ot(e)}`;function dt({published:t,device:e}){let n=t?`${v(t.parameters)} weights as published; sizes from ${t.source}\
. `:"",o=t?.in_tables?", except an embedding table, of which a step reads a few rows":"";return`${n}Memory and bandwidth\
 from ${e.source}. Only weights and cache are counted; the time is that of reading them once${o}.`}var ht="your own",Bt=["model","device","n_devices","n_layers","n_heads","n_kv_heads","d_head","parameters","tokens","bat\
ch","n_bytes","weight_bits"],Rt=8,Pt=16,ft=8,ut=4,mt={16:"2 bytes",8:"1 byte",4:"½ byte"};function jt(t,e,n){let o=et({
label:t,max:e().length-1,show:r=>v(e()[r]),change:r=>n(e()[r])}),s=r=>{let c=e();o.set(c.findLastIndex(a=>a<=r),c.length-
1)};return{node:o.node,set:s}}function Ht(t){let[e,n]=[t.get("models"),t.get("known_devices")],o=t.get("offered"),s=[...e.
map(({name:u})=>u),ht],c=F({label:"model",options:s,change:u=>{let{n_layers:$,n_heads:b,n_kv_heads:y,d_head:R}=e[u]??B(t),
O={model:s[u],n_layers:$,n_heads:b,n_kv_heads:y,d_head:R},P=gt(t),A=o.parameters.findLast(vt=>vt<=(P?.parameters??0));M(
t,e[u]||!A?O:{...O,parameters:A})}}),a=F({label:"device",options:n.map(it),change:u=>M(t,{device:n[u].name})}),d=[["n_kv\
_heads","KV heads",()=>U(t.get("n_heads"))],["tokens","tokens",()=>o.tokens],["batch","conversations",()=>o.batch],["n_d\
evices","devices",()=>o.n_devices],["n_layers","layers",()=>o.n_layers],["n_heads","query heads",()=>o.n_heads,u=>({n_kv_heads:W(
u,t.get("n_kv_heads"))})],["d_head","width of a head",()=>o.d_head],["parameters","weights",()=>o.parameters]].map(([u,$,
b,y])=>{let R=A=>M(t,{[u]:A,...y?.(A)}),{node:O,set:P}=jt($,b,R);return{node:O,draw:()=>P(t.get(u))}}),m=V({label:"a cac\
hed value takes",options:o.n_bytes.map(u=>({value:u,text:mt[8*u]})),change:u=>M(t,{n_bytes:u})}),f=V({label:"a weight ta\
kes",options:o.weight_bits.map(u=>({value:u,text:mt[u]})),change:u=>M(t,{weight_bits:u})}),p=d.map(({node:u})=>u),l=h("d\
iv",{class:"mha-controls"},c.node,a.node,...p.slice(0,ut)),g=h("div",{class:"mha-controls"},...p.slice(ut)),_=h("div",{class:"\
mha-controls"},m.node,f.node);return{nodes:[l,g,_],draw:()=>{c.set(s.indexOf(t.get("model"))),a.set(pt(t)),g.hidden=t.get(
"model")!==ht;for(let u of d)u.draw();m.set(t.get("n_bytes")),f.set(t.get("weight_bits"))}}}var pt=t=>t.get("known_devic\
es").findIndex(({name:e})=>e===t.get("device")),gt=t=>t.get("models").find(({name:e})=>e===t.get("model")),B=t=>H(t,"n_l\
ayers","n_heads","n_kv_heads","d_head");function Vt(t,e,n,o){let s=t.length/2,r=t.map((l,g)=>`M${g+.5} 0L${s} 1`).join(""),
c=t.map((l,g)=>`M${g+.5} 0${X}`).join(""),a=D("svg",{viewBox:`0 0 ${t.length} 1`,preserveAspectRatio:"none"},D("path",{class:"\
mha-sharing-lines",d:r}),D("path",{class:"mha-query-dots",d:n?"":c})),i=t.length>1?`${t[0]}–${t.at(-1)}`:`${t[0]}`,d=n?
t.map(l=>h("span",{},`${l}`)):[h("span",{},i)],m=o.length>ft?"":`${e}`,f=w(Math.max(1,o.length)).map(()=>h("b",{},m)),p=m?
lt(o):`KV head ${e}: ${lt(o)}`;return h("div",{class:"mha-group"},h("div",{class:"mha-queries"},...d),a,h("div",{class:"\
mha-kv-blocks"},...f),h("div",{class:"mha-holders"},p))}function lt(t){return t.length<2?t.map(e=>`device ${e}`).join():
`devices ${t[0]}–${t.at(-1)}`}function Ft(){let t=h("div",{class:"mha-groups"}),e=h("figcaption"),n=h("figure",{class:"\
mha-sharing","aria-hidden":"true"},e,t),o="";return{node:n,draw:(r,c)=>{let a=`${r.n_heads} ${r.n_kv_heads} ${c}`;if(a===
o)return;o=a;let i=r.n_heads<=Pt,d=Y(r),m=q(r,c),f=d.map(($,b)=>w(c).filter(y=>m[y].includes(b))),p=N(f.map(({length:$})=>$)),
l=p>1,g=l?p>ft?150:80:34,_=Math.max(g,d[0].length*(i?20:7));x(e,`One layer: query heads above; below, ${l?"a block for e\
ach device that holds their KV head":"their KV heads"}`),L(t,{"min-width":`${_}px`}),t.classList.toggle("mha-singles",r.
n_heads===r.n_kv_heads);let u=d.map(($,b)=>Vt($,b,i,l?f[b]:[]));d.length<=Rt&&u.forEach(rt),t.replaceChildren(...u)}}}function Kt(){
let t=["weights","cache"].map(r=>{let c=h("div"),a=h("span"),i=h("div",{class:"mha-rail"},c);return{row:h("div",{class:`\
mha-bytes-row mha-${r}-bar`},r,i,a),bar:c,value:a}}),e=h("i"),n=h("figcaption"),o=h("figure",{class:"mha-bytes","aria-hi\
dden":"true"},n,h("div",{class:"mha-bytes-rows"},...t.map(({row:r})=>r),e));return{node:o,draw:({weights:r,cache:c},a,i)=>{
let d=N([a,r+c]);[r,c].forEach((f,p)=>{let l=p>0?r:0;L(t[p].bar,{fill:`${100*f/d}%`,start:`${100*l/d}%`}),x(t[p].value,k(
f))});let m=i===1?"":`One of the ${i} devices. `;x(n,`${m}The cache is drawn after the weights; the line marks ${I(a)}`),
L(o,{memory:a/d})}}}function Ut(t,e){let n=()=>({sizes:B(e),...H(e,"tokens","batch","n_bytes","weight_bits","n_devices",
"parameters"),device:e.get("known_devices")[pt(e)],deviceCounts:e.get("offered").n_devices,published:gt(e)}),o=Ht(e),s=Ft(),
r=Kt();t.append(...o.nodes);let c=tt(t),a=h("p",{class:"mha-note"});return t.append(r.node,s.node,a),{observes:Bt,stateForTests:()=>({
...B(e),...T(n()),groups:Y(B(e))}),draw(){let i=n();o.draw(),s.draw(i.sizes,i.n_devices),r.draw(T(i).fullest,i.device.memory,
i.n_devices),c(...ct(i)),x(a,dt(i))}}}var Ae=Z("Bytes of weights and of a cache, and the time to read them",Ut);export{Ae as default};
