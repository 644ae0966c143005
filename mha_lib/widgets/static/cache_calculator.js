// Made by `make widgets` from js/src; edit there.
var Z="h1e-4";function z(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function h(t,e={},...n){let o=document.createElement(t);return z(o,e,n),o}function P(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return z(o,e,n),o}function w(t,e){t.textContent!==e&&(t.textContent=e)}function O(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var yt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var zt=tt([153,153,153]),te=Et(yt.split(" ").map(St));var Mt=new WeakMap;function tt([t,e,n]){return 255<<24|n<<16|e<<8|t}function St(t){return[0,2,4].map(e=>Number.parseInt(
t.slice(e,e+2),16))}function Et(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(
o),t.length-2),[s,a]=[t[r],t[r+1]];return tt(s.map((c,d)=>Math.round(c+(a[d]-c)*(o-r))))})}function K(t){for(let e of t.querySelectorAll("canvas"))Mt.get(e)?.()}function et(t){let e,n=0,o=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??
void 0,o()},stop:r}}function nt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Nt(t);o.append(s);let c=et(s),d,i=()=>d&&
c.start(d.draw);d=e(s,n,r,i),Object.assign(s,{stateForTests:d.stateForTests}),K(s),i();let u=At(n,d.observes,i);return()=>{
u(),c.stop(),a()}}}}function Nt(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,d=a?a==="dark":c?c==="f\
alse":n.matches;e.dataset.theme=d?"dark":"light",K(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function At(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var F=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function S(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}function st(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=h("span",{"aria-atomic":"true",class:s!==c&&"mha-screen\
-reader"}),e.append(n[a]," ")),w(n[a],c)})},{node:e})}function rt({label:t,max:e,show:n=String,change:o}){let r=h("outpu\
t",{"aria-live":"off"}),s=h("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),a=(d,i=e)=>{let u=n(d);s.max=String(
i),s.value=String(d),w(r,u),s.getAttribute("aria-valuetext")!==u&&s.setAttribute("aria-valuetext",u)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:h("div",{class:"mha-control"},h("span",{},t,r),
s),set:a}}var ot=0;function U({label:t,options:e,change:n}){ot+=1;let o=`mha-choice-${ot}-${Math.random().toString(36).slice(
2)}`,r=h("fieldset",{class:"mha-choice"},h("legend",{},t)),s=e.map(({value:c,text:d})=>{let i=h("input",{type:"radio",name:o,
value:c});return i.addEventListener("change",()=>n(c)),r.append(h("label",{},i,d)),i});return{node:r,set:c=>{e.forEach((d,i)=>{
s[i].checked=d.value===c})}}}function W({label:t,options:e,change:n}){let o=h("div",{"aria-hidden":"true"}),r=e.map((i,u)=>h(
"option",{value:u},i)),s=h("select",{"aria-label":t},...r),a=h("div",{class:"mha-menu"},o,s),c=h("div",{class:"mha-contr\
ol mha-picker"},h("span",{},t),a),d=i=>{s.value=String(i),w(o,e[i])};return s.addEventListener("change",()=>{d(Number(s.
value)),n(Number(s.value))}),{node:c,set:d}}function k(t){return Array.from({length:t},(e,n)=>n)}function q(t){let e=0;for(let n of t)e+=n;return e}var X=t=>k(t+1).filter(e=>t%e===0),Y=(t,e)=>X(t).findLast(n=>n<=e)??1;function E(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)
e=Math.max(e,n);return e}function H(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var g=t=>t.toLocaleString("en-US"),at={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function x(t,e=1e3){
let n=at[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?g(Math.round(o)):H(o,3)} ${at[e][Math.
max(0,n)]}`}var V=t=>`${t/1e9} GB`,ct=t=>`${x(t)}/s`;function N(t,e){return`${t} ${e}${t===1?"":"s"}`}var Lt=8;function it(t,e){t.style.setProperty("--mha-hue",e<Lt?`var(--mha-head-${e})`:"initial")}function G(t,e){let[n,o]=[Math.floor(t/e),t%e];return k(e).map(r=>n+ +(r<o))}var Tt=[{start:6.6,round:.6,rate:141e9},{start:14,round:1.9,rate:.92*18*206e8},{start:8.4,round:3.4,rate:18*206e8}],D={devices:8,
names:/^H[12]00 /},Ct=2,dt=2;function Q({n_heads:t,n_kv_heads:e}){let n=t/e;return k(e).map(o=>k(n).map(r=>o*n+r))}function J({
n_heads:t,n_kv_heads:e},n){let o=t/e,r=0;return G(t,n).map(s=>{let a=k(s).map(c=>r+c);return r+=s,[...new Set(a.map(c=>Math.
floor(c/o)))]})}function Ot({sizes:t,parameters:e,published:n}){let{n_layers:o,n_heads:r,n_kv_heads:s,d_head:a}=t;if(!n){
let i=2*o*s*a*r*a;return{all:e,kv:Math.min(i,e)}}let c=n.n_kv_heads-s;return{all:n.parameters-c*n.per_kv_head,kv:s*n.per_kv_head}}
function T(t){let{sizes:e,tokens:n,batch:o,n_bytes:r,weight_bits:s,n_devices:a,device:c}=t,d=2*e.n_layers*e.n_kv_heads*e.
d_head*r,i=d*n,{all:u,kv:f}=Ot(t),l=J(e,a).map(({length:_t})=>_t),p=E(l),$=(u-f)/a+f/e.n_kv_heads*p,M=Math.ceil($*s/8),A=i/
e.n_kv_heads*p,m=(t.published?.in_tables??0)*s/8,v=M-m/a,b=v+A*o,_=b/c.bandwidth,C=E(G(e.n_heads,a)),L=2*e.n_layers*C*e.
d_head*n,y=2*(o*(v*8/s+L))/c.flops,R=Math.max(_,y);return{token:d,conversation:i,cache:i*o,weights:u*s/8,fullest:{kvHeads:p,
weights:M,conversation:A,cache:A*o,read:b},copies:q(l)/e.n_kv_heads,maxBatch:Math.max(0,Math.floor((c.memory-M)/A)),reading:_,
multiplying:y,seconds:R,rate:o/R}}function ht({sizes:t,batch:e,n_devices:n,device:o}){let r=n>1?dt*t.n_layers:0,s=e*t.n_heads*
t.d_head*Ct,a=2*(n-1)*s/n;if(!(n<=D.devices&&D.names.test(o.name)))return{count:r,bytes:s,waiting:Number.NaN,sending:Number.
NaN};let[d]=Tt.map(({start:i,round:u,rate:f})=>{let l=(i+2*(n-1)*u)/1e6;return{waiting:r*l,sending:r*a/f}}).sort((i,u)=>i.
waiting+i.sending-(u.waiting+u.sending));return{count:r,bytes:s,...d}}function ut(t,e){let{count:n,waiting:o,sending:r}=ht(
t);return n===0?e:e+o+r}var Dt=t=>t.deviceCounts.find(e=>T({...t,n_devices:e}).maxBatch>0);function It({n_heads:t,n_kv_heads:e}){
return t===1?"The one query head has the one KV head.":e===t?"Each query head has a KV head of its own.":e===1?`All ${t}\
 query heads share one KV head.`:`Each of the ${e} KV heads serves ${t/e} query heads.`}function Bt({sizes:t,n_devices:e},{
fullest:n,copies:o}){if(e===1)return"";let r=`A device holds ${n.kvHeads} of ${N(t.n_kv_heads,"KV head")}`;if(o===1)return`${r}\
.`;let s=Number.isInteger(o)?`on ${o} devices`:"on several devices";return`${r}: each, with its cache, is ${s}.`}function Rt({
sizes:t,weight_bits:e,published:n}){if(!n||n.n_kv_heads===t.n_kv_heads)return"";let[o,r]=[t.n_kv_heads,n.n_kv_heads],s=o>
r?`1/${o/r} of the cache`:`${r/o} times the cache`,a=Math.abs(r-o)*n.per_kv_head*e/8,c=`${x(a)} ${o>r?"less":"more"} in \
weights`;return`As published, with ${N(r,"KV head")}, it takes ${s} and ${c}.`}function Pt(t,{fullest:e,maxBatch:n}){let{
batch:o,n_devices:r,device:s}=t,a=x(e.weights),c=V(s.memory),d=r===1,i=d?`The weights take ${a}`:`Each of ${r} devices h\
olds ${a}`,u=d?i:`${i} of the weights`;if(e.weights>s.memory){let p=Dt(t),$=p?` ${p} such devices hold all of them.`:"";
return`${u}, more than ${c}.${$}`}let f=o>n?`, not ${g(o)}`:"",l=`${g(n)} such conversation${n===1?"":"s"}${f}.`;return d?
`${u}; the rest of ${c} holds ${l}`:`${u} and ${x(e.conversation)} of a conversation; ${c} has room for ${l}`}var I=t=>`${H(
1e3*t,3)} ms`;function Ht(t,{fullest:e,maxBatch:n,reading:o,multiplying:r,seconds:s,rate:a}){let{batch:c,n_devices:d}=t;
if(c>n)return"";let i=d===1?"":" on each device",u=`A decode step reads ${x(e.read)}${i}`,f=`at least ${I(s)}`,l=r>o?`${u}\
 in ${I(o)}, but its products in bfloat16 take ${f}`:`${u}: ${f}`;if(d>1)return`${l}. ${Vt(t,s)}`;let p=`at most ${g(Math.
round(a))} tokens a second`,$=c===1?"":`, ${g(Math.round(1/s))} a conversation`;return`${l}, ${p}${$}.`}function Vt(t,e){
let{count:n,bytes:o,waiting:r,sending:s}=ht(t),a=`Its ${n} sums over the devices, ${dt} per layer of ${x(o)} each,`;if(Number.
isNaN(r)){let{n_devices:u,device:f}=t,l=u>D.devices&&D.names.test(f.name)?`they cross servers, because one has ${D.devices}\
 devices on NVLink`:"only those by the NVLink of H100s and H200s are";return`${a} come on top and are not calculated: ${l}\
.`}let[c,d]=[r,s].map(u=>H(1e3*u,3)),i=ut(t,e);return`${a} take ${I(r+s)} more by NVLink, as NVIDIA's NCCL expects: ${c}\
 waiting, ${d} sending. Together ${I(i)}, ${g(Math.round(t.batch/i))} tokens a second.`}function mt(t){let{maxBatch:e,seconds:n}=T(
t),o=t.batch<=e,r=ut(t,n),s=!Number.isNaN(r),a=s?r:n,c=t.n_devices===1?"":`${s?"with":"without"} its sums`;return[[g(e),
e===1?"conversation fits":"conversations fit"],[o?I(a):"–",`a step, ${c||"at least"}`],[o?g(Math.round(t.batch/a)):"–",
`tokens a second, ${c||"at most"}`]]}function jt({tokens:t,published:e}){return!e||t<=e.context?"":` ${`${e.name} takes \
at most ${g(e.context)} tokens`}; all numbers here are for ${g(t)}.`}function lt(t){let{sizes:e,tokens:n}=t,o=T(t);return[
`A token takes ${["2",N(e.n_layers,"layer"),N(e.n_kv_heads,"KV head"),`${e.d_head} numbers`,N(t.n_bytes,"byte")].join(" \
× ")} = ${g(o.token)} bytes.`,`A conversation of ${g(n)} tokens takes ${x(o.conversation)}.${jt(t)}`,Pt(t,o),Ht(t,o),It(
e),Bt(t,o),Rt(t)]}var ft=({name:t,bandwidth:e})=>`${t}, ${ct(e)}`;function pt({published:t,device:e}){let n=t?`${g(t.parameters)}\
 weights as published; sizes from ${t.source}. `:"",o=t?.in_tables?" (Of the embedding table it reads only a few rows.)":
"";return`${n}Memory, bandwidth and speed from ${e.source}. Only weights and cache are counted. A step takes as long as \
reading them once, or as long as the products, whichever is longer.${o}`}var gt="your own",Kt=["model","device","n_devices","n_layers","n_heads","n_kv_heads","d_head","parameters","tokens","bat\
ch","n_bytes","weight_bits"],Ft=8,Ut=16,wt=8,$t=4,vt={16:"2 bytes",8:"1 byte",4:"½ byte"};function Wt(t,e,n){let o=rt({
label:t,max:e().length-1,show:s=>g(e()[s]),change:s=>n(e()[s])}),r=s=>{let a=e();o.set(a.findLastIndex(c=>c<=s),a.length-
1)};return{node:o.node,set:r}}function qt(t){let[e,n]=[t.get("models"),t.get("known_devices")],o=t.get("offered"),r=[...e.
map(({name:m})=>m),gt],a=W({label:"model",options:r,change:m=>{let{n_layers:v,n_heads:b,n_kv_heads:_,d_head:C}=e[m]??j(t),
L={model:r[m],n_layers:v,n_heads:b,n_kv_heads:_,d_head:C},B=xt(t),y=o.parameters.findLast(R=>R<=(B?.parameters??0));S(t,
e[m]||!y?L:{...L,parameters:y})}}),c=W({label:"device",options:n.map(ft),change:m=>S(t,{device:n[m].name})}),i=[["n_kv_h\
eads","KV heads",()=>X(t.get("n_heads"))],["tokens","tokens",()=>o.tokens],["batch","conversations",()=>o.batch],["n_dev\
ices","devices",()=>o.n_devices],["n_layers","layers",()=>o.n_layers],["n_heads","query heads",()=>o.n_heads,m=>({n_kv_heads:Y(
m,t.get("n_kv_heads"))})],["d_head","width of a head",()=>o.d_head],["parameters","weights",()=>o.parameters]].map(([m,v,
b,_])=>{let C=y=>S(t,{[m]:y,..._?.(y)}),{node:L,set:B}=Wt(v,b,C);return{node:L,draw:()=>B(t.get(m))}}),u=U({label:"a cac\
hed value takes",options:o.n_bytes.map(m=>({value:m,text:vt[8*m]})),change:m=>S(t,{n_bytes:m})}),f=U({label:"a weight ta\
kes",options:o.weight_bits.map(m=>({value:m,text:vt[m]})),change:m=>S(t,{weight_bits:m})}),l=i.map(({node:m})=>m),p=h("d\
iv",{class:"mha-controls"},a.node,c.node,...l.slice(0,$t)),$=h("div",{class:"mha-controls"},...l.slice($t)),M=h("div",{class:"\
mha-controls"},u.node,f.node);return{nodes:[p,$,M],draw:()=>{a.set(r.indexOf(t.get("model"))),c.set(kt(t)),$.hidden=t.get(
"model")!==gt;for(let m of i)m.draw();u.set(t.get("n_bytes")),f.set(t.get("weight_bits"))}}}var kt=t=>t.get("known_devic\
es").findIndex(({name:e})=>e===t.get("device")),xt=t=>t.get("models").find(({name:e})=>e===t.get("model")),j=t=>F(t,"n_l\
ayers","n_heads","n_kv_heads","d_head");function Xt(t,e,n,o){let r=t.length/2,s=t.map((p,$)=>`M${$+.5} 0L${r} 1`).join(""),
a=t.map((p,$)=>`M${$+.5} 0${Z}`).join(""),c=P("svg",{viewBox:`0 0 ${t.length} 1`,preserveAspectRatio:"none"},P("path",{class:"\
mha-sharing-lines",d:s}),P("path",{class:"mha-query-dots",d:n?"":a})),d=t.length>1?`${t[0]}–${t.at(-1)}`:`${t[0]}`,i=n?
t.map(p=>h("span",{},`${p}`)):[h("span",{},d)],u=o.length>wt?"":`${e}`,f=k(Math.max(1,o.length)).map(()=>h("b",{},u)),l=u?
bt(o):`KV head ${e}: ${bt(o)}`;return h("div",{class:"mha-group"},h("div",{class:"mha-queries"},...i),c,h("div",{class:"\
mha-kv-blocks"},...f),h("div",{class:"mha-holders"},l))}function bt(t){return t.length<2?t.map(e=>`device ${e}`).join():
`devices ${t[0]}–${t.at(-1)}`}function Yt(){let t=h("div",{class:"mha-groups"}),e=h("figcaption"),n=h("figure",{class:"\
mha-sharing","aria-hidden":"true"},e,t),o="";return{node:n,draw:(s,a)=>{let c=`${s.n_heads} ${s.n_kv_heads} ${a}`;if(c===
o)return;o=c;let d=s.n_heads<=Ut,i=Q(s),u=J(s,a),f=i.map((v,b)=>k(a).filter(_=>u[_].includes(b))),l=E(f.map(({length:v})=>v)),
p=l>1,$=p?l>wt?150:80:34,M=Math.max($,i[0].length*(d?20:7));w(e,`One layer: query heads above; below, ${p?"a block for e\
ach device that holds their KV head":"their KV heads"}`),O(t,{"min-width":`${M}px`}),t.classList.toggle("mha-singles",s.
n_heads===s.n_kv_heads);let m=i.map((v,b)=>Xt(v,b,d,p?f[b]:[]));i.length<=Ft&&m.forEach(it),t.replaceChildren(...m)}}}function Gt(){
let t=h("div",{class:"mha-headlines","aria-hidden":"true"}),e=[];return{node:t,draw:o=>o.forEach((r,s)=>{e[s]||(e[s]=[h(
"b"),h("span")],t.append(h("div",{},...e[s])));let[a,c]=e[s];w(a,r[0]),w(c,r[1])})}}function Qt(){let t=["weights","cach\
e"].map(s=>{let a=h("div"),c=h("span"),d=h("div",{class:"mha-rail"},a);return{row:h("div",{class:`mha-bytes-row mha-${s}\
-bar`},s,d,c),bar:a,value:c}}),e=h("i"),n=h("figcaption"),o=h("figure",{class:"mha-bytes","aria-hidden":"true"},n,h("div",
{class:"mha-bytes-rows"},...t.map(({row:s})=>s),e));return{node:o,draw:({weights:s,cache:a},c,d)=>{let i=E([c,s+a]);[s,a].
forEach((f,l)=>{let p=l>0?s:0;O(t[l].bar,{fill:`${100*f/i}%`,start:`${100*p/i}%`}),w(t[l].value,x(f))});let u=d===1?"":`\
One of the ${d} devices. `;w(n,`${u}The cache is drawn after the weights; the line marks ${V(c)}`),O(o,{memory:c/i})}}}function Jt(t,e){
let n=()=>({sizes:j(e),...F(e,"tokens","batch","n_bytes","weight_bits","n_devices","parameters"),device:e.get("known_dev\
ices")[kt(e)],deviceCounts:e.get("offered").n_devices,published:xt(e)}),o=qt(e),r=Yt(),s=Qt(),a=Gt();t.append(...o.nodes,
a.node);let c=st(t),d=h("p",{class:"mha-note"});return t.append(s.node,r.node,d),{observes:Kt,stateForTests:()=>({...j(e),
...T(n()),groups:Q(j(e))}),draw(){let i=n();o.draw(),r.draw(i.sizes,i.n_devices),a.draw(mt(i)),s.draw(T(i).fullest,i.device.
memory,i.n_devices),c(...lt(i)),w(d,pt(i))}}}var Be=nt("Bytes of weights and of a cache, and the time to read them",Jt);export{Be as default};
