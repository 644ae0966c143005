// Made by `make widgets` from js/src; edit there.
var G="h1e-4";function Q(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function h(t,e={},...n){let o=document.createElement(t);return Q(o,e,n),o}function D(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return Q(o,e,n),o}function x(t,e){t.textContent!==e&&(t.textContent=e)}function A(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var bt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Yt=J([153,153,153]),Gt=xt(bt.split(" ").map(kt));var wt=new WeakMap;function J([t,e,n]){return 255<<24|n<<16|e<<8|t}function kt(t){return[0,2,4].map(e=>Number.parseInt(t.
slice(e,e+2),16))}function xt(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(o),
t.length-2),[s,c]=[t[r],t[r+1]];return J(s.map((a,i)=>Math.round(a+(c[i]-a)*(o-r))))})}function V(t){for(let e of t.querySelectorAll("canvas"))wt.get(e)?.()}function Z(t){let e,n=0,o=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??
void 0,o()},stop:r}}function z(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=_t(t);o.append(s);let a=Z(s),i,d=()=>i&&
a.start(i.draw);i=e(s,n,r,d),Object.assign(s,{stateForTests:i.stateForTests}),V(s),d();let u=yt(n,i.observes,d);return()=>{
u(),a.stop(),c()}}}}function _t(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,a=document.body.dataset.jpThemeLight,i=c?c==="dark":a?a==="f\
alse":n.matches;e.dataset.theme=i?"dark":"light",V(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function yt(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var j=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function M(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}function et(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,c)=>{let a=typeof s=="string"?s:s.heard;n[c]||(n[c]=h("span",{"aria-atomic":"true",class:s!==a&&"mha-screen\
-reader"}),e.append(n[c]," ")),x(n[c],a)})},{node:e})}function nt({label:t,max:e,show:n=String,change:o}){let r=h("outpu\
t",{"aria-live":"off"}),s=h("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),c=(i,d=e)=>{let u=n(i);s.max=String(
d),s.value=String(i),x(r,u),s.getAttribute("aria-valuetext")!==u&&s.setAttribute("aria-valuetext",u)};return s.addEventListener(
"input",()=>{c(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:h("div",{class:"mha-control"},h("span",{},t,r),
s),set:c}}var tt=0;function K({label:t,options:e,change:n}){tt+=1;let o=`mha-choice-${tt}-${Math.random().toString(36).slice(
2)}`,r=h("fieldset",{class:"mha-choice"},h("legend",{},t)),s=e.map(({value:a,text:i})=>{let d=h("input",{type:"radio",name:o,
value:a});return d.addEventListener("change",()=>n(a)),r.append(h("label",{},d,i)),d});return{node:r,set:a=>{e.forEach((i,d)=>{
s[d].checked=i.value===a})}}}function F({label:t,options:e,change:n}){let o=h("div",{"aria-hidden":"true"}),r=e.map((d,u)=>h(
"option",{value:u},d)),s=h("select",{"aria-label":t},...r),c=h("div",{class:"mha-menu"},o,s),a=h("div",{class:"mha-contr\
ol mha-picker"},h("span",{},t),c),i=d=>{s.value=String(d),x(o,e[d])};return s.addEventListener("change",()=>{i(Number(s.
value)),n(Number(s.value))}),{node:a,set:i}}function w(t){return Array.from({length:t},(e,n)=>n)}function U(t){let e=0;for(let n of t)e+=n;return e}var W=t=>w(t+1).filter(e=>t%e===0),q=(t,e)=>W(t).findLast(n=>n<=e)??1;function N(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)
e=Math.max(e,n);return e}function I(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var v=t=>t.toLocaleString("en-US"),ot={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function k(t,e=1e3){
let n=ot[e].findLastIndex((s,c)=>t>=.9995*e**c),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?v(Math.round(o)):I(o,3)} ${ot[e][Math.
max(0,n)]}`}var B=t=>`${t/1e9} GB`,st=t=>`${k(t)}/s`;function S(t,e){return`${t} ${e}${t===1?"":"s"}`}var Mt=8;function rt(t,e){t.style.setProperty("--mha-hue",e<Mt?`var(--mha-head-${e})`:"initial")}function at(t,e){let[n,o]=[Math.floor(t/e),t%e];return w(e).map(r=>n+ +(r<o))}var St=[{start:6.6,round:.6,rate:141e9},{start:14,round:1.9,rate:.92*18*206e8},{start:8.4,round:3.4,rate:18*206e8}],T={devices:8,
names:/^H[12]00 /},Et=2,ct=2;function X({n_heads:t,n_kv_heads:e}){let n=t/e;return w(e).map(o=>w(n).map(r=>o*n+r))}function Y({
n_heads:t,n_kv_heads:e},n){let o=t/e,r=0;return at(t,n).map(s=>{let c=w(s).map(a=>r+a);return r+=s,[...new Set(c.map(a=>Math.
floor(a/o)))]})}function Nt({sizes:t,parameters:e,published:n}){let{n_layers:o,n_heads:r,n_kv_heads:s,d_head:c}=t;if(!n){
let d=2*o*s*c*r*c;return{all:e,kv:Math.min(d,e)}}let a=n.n_kv_heads-s;return{all:n.parameters-a*n.per_kv_head,kv:s*n.per_kv_head}}
function C(t){let{sizes:e,tokens:n,batch:o,n_bytes:r,weight_bits:s,n_devices:c,device:a}=t,i=2*e.n_layers*e.n_kv_heads*e.
d_head*r,d=i*n,{all:u,kv:l}=Nt(t),f=Y(e,c).map(({length:y})=>y),p=N(f),g=(u-l)/c+l/e.n_kv_heads*p,_=Math.ceil(g*s/8),E=d/
e.n_kv_heads*p,m=(t.published?.in_tables??0)*s/8,$=_-m/c+E*o,b=$/a.bandwidth;return{token:i,conversation:d,cache:d*o,weights:u*
s/8,fullest:{kvHeads:p,weights:_,conversation:E,cache:E*o,read:$},copies:U(f)/e.n_kv_heads,maxBatch:Math.max(0,Math.floor(
(a.memory-_)/E)),seconds:b,rate:o/b}}function Lt({sizes:t,batch:e,n_devices:n,device:o}){let r=n>1?ct*t.n_layers:0,s=e*t.
n_heads*t.d_head*Et,c=2*(n-1)*s/n;if(!(n<=T.devices&&T.names.test(o.name)))return{count:r,bytes:s,waiting:Number.NaN,sending:Number.
NaN};let[i]=St.map(({start:d,round:u,rate:l})=>{let f=(d+2*(n-1)*u)/1e6;return{waiting:r*f,sending:r*c/l}}).sort((d,u)=>d.
waiting+d.sending-(u.waiting+u.sending));return{count:r,bytes:s,...i}}var At=t=>t.deviceCounts.find(e=>C({...t,n_devices:e}).
maxBatch>0);function Tt({n_heads:t,n_kv_heads:e}){return t===1?"The one query head has the one KV head.":e===t?"Each que\
ry head has a KV head of its own.":e===1?`All ${t} query heads share one KV head.`:`Each of the ${e} KV heads serves ${t/
e} query heads.`}function Ct({sizes:t,n_devices:e},{fullest:n,copies:o}){if(e===1)return"";let r=`A device holds ${n.kvHeads}\
 of ${S(t.n_kv_heads,"KV head")}`;if(o===1)return`${r}.`;let s=Number.isInteger(o)?`on ${o} devices`:"on several devices";
return`${r}: each, with its cache, is ${s}.`}function Ot({sizes:t,weight_bits:e,published:n}){if(!n||n.n_kv_heads===t.n_kv_heads)
return"";let[o,r]=[t.n_kv_heads,n.n_kv_heads],s=o>r?`1/${o/r} of the cache`:`${r/o} times the cache`,c=Math.abs(r-o)*n.per_kv_head*
e/8,a=`${k(c)} ${o>r?"less":"more"} in weights`;return`As published, with ${S(r,"KV head")}, it takes ${s} and ${a}.`}function Dt(t,{
fullest:e,maxBatch:n}){let{batch:o,n_devices:r,device:s}=t,c=k(e.weights),a=B(s.memory),i=r===1,d=i?`The weights take ${c}`:
`Each of ${r} devices holds ${c}`,u=i?d:`${d} of the weights`;if(e.weights>s.memory){let p=At(t),g=p?` ${p} such devices\
 hold all of them.`:"";return`${u}, more than ${a}.${g}`}let l=o>n?`, not ${o}`:"",f=`${v(n)} such conversation${n===1?"":
"s"}${l}.`;return i?`${u}; the rest of ${a} holds ${f}`:`${u} and ${k(e.conversation)} of a conversation; ${a} has room \
for ${f}`}function It(t,{fullest:e,maxBatch:n,seconds:o,rate:r}){let{batch:s,n_devices:c}=t;if(s>n)return"";let a=c===1?
"":" on each device",d=`${`A decode step reads ${k(e.read)}${a}`}: at least ${I(1e3*o,3)} ms`;if(c>1)return`${d}. ${Bt(t,
o)}`;let u=`at most ${v(Math.round(r))} tokens a second`,l=s===1?"":`, ${v(Math.round(1/o))} a conversation`;return`${d}\
, ${u}${l}.`}function Bt(t,e){let{count:n,bytes:o,waiting:r,sending:s}=Lt(t),c=`Its ${n} sums over the devices, ${ct} pe\
r layer of ${k(o)} each,`;if(Number.isNaN(r)){let{n_devices:i,device:d}=t,u=i>T.devices&&T.names.test(d.name)?`they cros\
s servers, because one has ${T.devices} devices on NVLink`:"only those by the NVLink of H100s and H200s are";return`${c}\
 come on top and are not calculated: ${u}.`}let a=i=>I(1e3*i,3);return`${c} take ${a(r+s)} ms more by NVLink, as NVIDIA'\
s NCCL expects: ${a(r)} waiting, ${a(s)} sending. Together ${a(e+r+s)} ms.`}function Rt({tokens:t,published:e}){return!e||
t<=e.context?"":` ${e.name} takes at most ${v(e.context)} tokens.`}function it(t){let{sizes:e,tokens:n}=t,o=C(t);return[
`A token takes ${["2",S(e.n_layers,"layer"),S(e.n_kv_heads,"KV head"),`${e.d_head} numbers`,S(t.n_bytes,"byte")].join(" \
× ")} = ${v(o.token)} bytes.`,`A conversation of ${v(n)} tokens takes ${k(o.conversation)}.${Rt(t)}`,Dt(t,o),It(t,o),Tt(
e),Ct(t,o),Ot(t)]}var dt=({name:t,bandwidth:e})=>`${t}, ${st(e)}`;function ht({published:t,device:e}){let n=t?`${v(t.parameters)}\
 weights as published; sizes from ${t.source}. `:"",o=t?.in_tables?", except an embedding table, of which a step reads a\
 few rows":"";return`${n}Memory and bandwidth from ${e.source}. Only weights and cache are counted; the time is that of \
reading them once${o}.`}var ut="your own",Pt=["model","device","n_devices","n_layers","n_heads","n_kv_heads","d_head","parameters","tokens","bat\
ch","n_bytes","weight_bits"],Ht=8,Vt=16,pt=8,mt=4,lt={16:"2 bytes",8:"1 byte",4:"½ byte"};function jt(t,e,n){let o=nt({
label:t,max:e().length-1,show:s=>v(e()[s]),change:s=>n(e()[s])}),r=s=>{let c=e();o.set(c.findLastIndex(a=>a<=s),c.length-
1)};return{node:o.node,set:r}}function Kt(t){let[e,n]=[t.get("models"),t.get("known_devices")],o=t.get("offered"),r=[...e.
map(({name:m})=>m),ut],c=F({label:"model",options:r,change:m=>{let{n_layers:$,n_heads:b,n_kv_heads:y,d_head:P}=e[m]??R(t),
O={model:r[m],n_layers:$,n_heads:b,n_kv_heads:y,d_head:P},H=vt(t),L=o.parameters.findLast($t=>$t<=(H?.parameters??0));M(
t,e[m]||!L?O:{...O,parameters:L})}}),a=F({label:"device",options:n.map(dt),change:m=>M(t,{device:n[m].name})}),d=[["n_kv\
_heads","KV heads",()=>W(t.get("n_heads"))],["tokens","tokens",()=>o.tokens],["batch","conversations",()=>o.batch],["n_d\
evices","devices",()=>o.n_devices],["n_layers","layers",()=>o.n_layers],["n_heads","query heads",()=>o.n_heads,m=>({n_kv_heads:q(
m,t.get("n_kv_heads"))})],["d_head","width of a head",()=>o.d_head],["parameters","weights",()=>o.parameters]].map(([m,$,
b,y])=>{let P=L=>M(t,{[m]:L,...y?.(L)}),{node:O,set:H}=jt($,b,P);return{node:O,draw:()=>H(t.get(m))}}),u=K({label:"a cac\
hed value takes",options:o.n_bytes.map(m=>({value:m,text:lt[8*m]})),change:m=>M(t,{n_bytes:m})}),l=K({label:"a weight ta\
kes",options:o.weight_bits.map(m=>({value:m,text:lt[m]})),change:m=>M(t,{weight_bits:m})}),f=d.map(({node:m})=>m),p=h("d\
iv",{class:"mha-controls"},c.node,a.node,...f.slice(0,mt)),g=h("div",{class:"mha-controls"},...f.slice(mt)),_=h("div",{class:"\
mha-controls"},u.node,l.node);return{nodes:[p,g,_],draw:()=>{c.set(r.indexOf(t.get("model"))),a.set(gt(t)),g.hidden=t.get(
"model")!==ut;for(let m of d)m.draw();u.set(t.get("n_bytes")),l.set(t.get("weight_bits"))}}}var gt=t=>t.get("known_devic\
es").findIndex(({name:e})=>e===t.get("device")),vt=t=>t.get("models").find(({name:e})=>e===t.get("model")),R=t=>j(t,"n_l\
ayers","n_heads","n_kv_heads","d_head");function Ft(t,e,n,o){let r=t.length/2,s=t.map((p,g)=>`M${g+.5} 0L${r} 1`).join(""),
c=t.map((p,g)=>`M${g+.5} 0${G}`).join(""),a=D("svg",{viewBox:`0 0 ${t.length} 1`,preserveAspectRatio:"none"},D("path",{class:"\
mha-sharing-lines",d:s}),D("path",{class:"mha-query-dots",d:n?"":c})),i=t.length>1?`${t[0]}–${t.at(-1)}`:`${t[0]}`,d=n?
t.map(p=>h("span",{},`${p}`)):[h("span",{},i)],u=o.length>pt?"":`${e}`,l=w(Math.max(1,o.length)).map(()=>h("b",{},u)),f=u?
ft(o):`KV head ${e}: ${ft(o)}`;return h("div",{class:"mha-group"},h("div",{class:"mha-queries"},...d),a,h("div",{class:"\
mha-kv-blocks"},...l),h("div",{class:"mha-holders"},f))}function ft(t){return t.length<2?t.map(e=>`device ${e}`).join():
`devices ${t[0]}–${t.at(-1)}`}function Ut(){let t=h("div",{class:"mha-groups"}),e=h("figcaption"),n=h("figure",{class:"\
mha-sharing","aria-hidden":"true"},e,t),o="";return{node:n,draw:(s,c)=>{let a=`${s.n_heads} ${s.n_kv_heads} ${c}`;if(a===
o)return;o=a;let i=s.n_heads<=Vt,d=X(s),u=Y(s,c),l=d.map(($,b)=>w(c).filter(y=>u[y].includes(b))),f=N(l.map(({length:$})=>$)),
p=f>1,g=p?f>pt?150:80:34,_=Math.max(g,d[0].length*(i?20:7));x(e,`One layer: query heads above; below, ${p?"a block for e\
ach device that holds their KV head":"their KV heads"}`),A(t,{"min-width":`${_}px`}),t.classList.toggle("mha-singles",s.
n_heads===s.n_kv_heads);let m=d.map(($,b)=>Ft($,b,i,p?l[b]:[]));d.length<=Ht&&m.forEach(rt),t.replaceChildren(...m)}}}function Wt(){
let t=["weights","cache"].map(s=>{let c=h("div"),a=h("span"),i=h("div",{class:"mha-rail"},c);return{row:h("div",{class:`\
mha-bytes-row mha-${s}-bar`},s,i,a),bar:c,value:a}}),e=h("i"),n=h("figcaption"),o=h("figure",{class:"mha-bytes","aria-hi\
dden":"true"},n,h("div",{class:"mha-bytes-rows"},...t.map(({row:s})=>s),e));return{node:o,draw:({weights:s,cache:c},a,i)=>{
let d=N([a,s+c]);[s,c].forEach((l,f)=>{let p=f>0?s:0;A(t[f].bar,{fill:`${100*l/d}%`,start:`${100*p/d}%`}),x(t[f].value,k(
l))});let u=i===1?"":`One of the ${i} devices. `;x(n,`${u}The cache is drawn after the weights; the line marks ${B(a)}`),
A(o,{memory:a/d})}}}function qt(t,e){let n=()=>({sizes:R(e),...j(e,"tokens","batch","n_bytes","weight_bits","n_devices",
"parameters"),device:e.get("known_devices")[gt(e)],deviceCounts:e.get("offered").n_devices,published:vt(e)}),o=Kt(e),r=Ut(),
s=Wt();t.append(...o.nodes);let c=et(t),a=h("p",{class:"mha-note"});return t.append(s.node,r.node,a),{observes:Pt,stateForTests:()=>({
...R(e),...C(n()),groups:X(R(e))}),draw(){let i=n();o.draw(),r.draw(i.sizes,i.n_devices),s.draw(C(i).fullest,i.device.memory,
i.n_devices),c(...it(i)),x(a,ht(i))}}}var Te=z("Bytes of weights and of a cache, and the time to read them",qt);export{Te as default};
