// Made by `make widgets` from js/src; edit there.
var Z="h1e-4";function z(t,e,n){for(let[o,r]of Object.entries(e))r===!1||r==null||t.setAttribute(o,r===!0?"":String(r));
t.append(...n)}function h(t,e={},...n){let o=document.createElement(t);return z(o,e,n),o}function R(t,e,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",t);return z(o,e,n),o}function _(t,e){t.textContent!==e&&(t.textContent=e)}function C(t,e){for(let[n,o]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(o))}var kt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Qt=tt([153,153,153]),Jt=yt(kt.split(" ").map(xt));var _t=new WeakMap;function tt([t,e,n]){return 255<<24|n<<16|e<<8|t}function xt(t){return[0,2,4].map(e=>Number.parseInt(
t.slice(e,e+2),16))}function yt(t){return Array.from({length:256},(e,n)=>{let o=n/255*(t.length-1),r=Math.min(Math.floor(
o),t.length-2),[s,a]=[t[r],t[r+1]];return tt(s.map((c,i)=>Math.round(c+(a[i]-c)*(o-r))))})}function K(t){for(let e of t.querySelectorAll("canvas"))_t.get(e)?.()}function et(t){let e,n=0,o=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),t.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){r(),e=s()??
void 0,o()},stop:r}}function nt(t,e){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Mt(t);o.append(s);let c=et(s),i,d=()=>i&&
c.start(i.draw);i=e(s,n,r,d),Object.assign(s,{stateForTests:i.stateForTests}),K(s),d();let u=St(n,i.observes,d);return()=>{
u(),c.stop(),a()}}}}function Mt(t){let e=h("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,i=a?a==="dark":c?c==="f\
alse":n.matches;e.dataset.theme=i?"dark":"light",K(e)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",o),r.disconnect(),e.remove()}}}function St(t,e,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of e)t.off(`change:${s}`,r)}}var F=(t,...e)=>Object.fromEntries(e.map(n=>[n,t.get(n)]));function S(t,e){for(let n of Object.
keys(e))t.set(n,e[n]);t.save_changes()}function st(t){let e=h("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=h("span",{"aria-atomic":"true",class:s!==c&&"mha-screen\
-reader"}),e.append(n[a]," ")),_(n[a],c)})},{node:e})}function rt({label:t,max:e,show:n=String,change:o}){let r=h("outpu\
t",{"aria-live":"off"}),s=h("input",{type:"range",min:0,max:e,step:1,"aria-label":t}),a=(i,d=e)=>{let u=n(i);s.max=String(
d),s.value=String(i),_(r,u),s.getAttribute("aria-valuetext")!==u&&s.setAttribute("aria-valuetext",u)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:h("div",{class:"mha-control"},h("span",{},t,r),
s),set:a}}var ot=0;function U({label:t,options:e,change:n}){ot+=1;let o=`mha-choice-${ot}-${Math.random().toString(36).slice(
2)}`,r=h("fieldset",{class:"mha-choice"},h("legend",{},t)),s=e.map(({value:c,text:i})=>{let d=h("input",{type:"radio",name:o,
value:c});return d.addEventListener("change",()=>n(c)),r.append(h("label",{},d,i)),d});return{node:r,set:c=>{e.forEach((i,d)=>{
s[d].checked=i.value===c})}}}function W({label:t,options:e,change:n}){let o=h("div",{"aria-hidden":"true"}),r=e.map((d,u)=>h(
"option",{value:u},d)),s=h("select",{"aria-label":t},...r),a=h("div",{class:"mha-menu"},o,s),c=h("div",{class:"mha-contr\
ol mha-picker"},h("span",{},t),a),i=d=>{s.value=String(d),_(o,e[d])};return s.addEventListener("change",()=>{i(Number(s.
value)),n(Number(s.value))}),{node:c,set:i}}function w(t){return Array.from({length:t},(e,n)=>n)}function q(t){let e=0;for(let n of t)e+=n;return e}var X=t=>w(t+1).filter(e=>t%e===0),Y=(t,e)=>X(t).findLast(n=>n<=e)??1;function E(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)
e=Math.max(e,n);return e}function P(t,e){let n=t.toPrecision(e);return n.includes("e")?String(Number(n)):n}var $=t=>t.toLocaleString("en-US"),at={1e3:["bytes","kB","MB","GB","TB"],1024:["bytes","KiB","MiB","GiB"]};function k(t,e=1e3){
let n=at[e].findLastIndex((s,a)=>t>=.9995*e**a),o=t/e**Math.max(0,n);return`${n<1||o>=99.95?$(Math.round(o)):P(o,3)} ${at[e][Math.
max(0,n)]}`}var H=t=>`${t/1e9} GB`,ct=t=>`${k(t)}/s`;function N(t,e){return`${t} ${e}${t===1?"":"s"}`}var Et=8;function it(t,e){t.style.setProperty("--mha-hue",e<Et?`var(--mha-head-${e})`:"initial")}function G(t,e){let[n,o]=[Math.floor(t/e),t%e];return w(e).map(r=>n+ +(r<o))}var Nt=[{start:6.6,round:.6,rate:141e9},{start:14,round:1.9,rate:.92*18*206e8},{start:8.4,round:3.4,rate:18*206e8}],O={devices:8,
names:/^H[12]00 /},At=2,dt=2;function Q({n_heads:t,n_kv_heads:e}){let n=t/e;return w(e).map(o=>w(n).map(r=>o*n+r))}function J({
n_heads:t,n_kv_heads:e},n){let o=t/e,r=0;return G(t,n).map(s=>{let a=w(s).map(c=>r+c);return r+=s,[...new Set(a.map(c=>Math.
floor(c/o)))]})}function Lt({sizes:t,parameters:e,published:n}){let{n_layers:o,n_heads:r,n_kv_heads:s,d_head:a}=t;if(!n){
let d=2*o*s*a*r*a;return{all:e,kv:Math.min(d,e)}}let c=n.n_kv_heads-s;return{all:n.parameters-c*n.per_kv_head,kv:s*n.per_kv_head}}
function D(t){let{sizes:e,tokens:n,batch:o,n_bytes:r,weight_bits:s,n_devices:a,device:c}=t,i=2*e.n_layers*e.n_kv_heads*e.
d_head*r,d=i*n,{all:u,kv:m}=Lt(t),f=J(e,a).map(({length:wt})=>wt),p=E(f),g=(u-m)/a+m/e.n_kv_heads*p,M=Math.ceil(g*s/8),A=d/
e.n_kv_heads*p,l=(t.published?.in_tables??0)*s/8,v=M-l/a,b=v+A*o,x=b/c.bandwidth,T=E(G(e.n_heads,a)),L=2*e.n_layers*T*e.
d_head*n,y=2*(o*(v*8/s+L))/c.flops,B=Math.max(x,y);return{token:i,conversation:d,cache:d*o,weights:u*s/8,fullest:{kvHeads:p,
weights:M,conversation:A,cache:A*o,read:b},copies:q(f)/e.n_kv_heads,maxBatch:Math.max(0,Math.floor((c.memory-M)/A)),reading:x,
multiplying:y,seconds:B,rate:o/B}}function Tt({sizes:t,batch:e,n_devices:n,device:o}){let r=n>1?dt*t.n_layers:0,s=e*t.n_heads*
t.d_head*At,a=2*(n-1)*s/n;if(!(n<=O.devices&&O.names.test(o.name)))return{count:r,bytes:s,waiting:Number.NaN,sending:Number.
NaN};let[i]=Nt.map(({start:d,round:u,rate:m})=>{let f=(d+2*(n-1)*u)/1e6;return{waiting:r*f,sending:r*a/m}}).sort((d,u)=>d.
waiting+d.sending-(u.waiting+u.sending));return{count:r,bytes:s,...i}}var Ct=t=>t.deviceCounts.find(e=>D({...t,n_devices:e}).
maxBatch>0);function Ot({n_heads:t,n_kv_heads:e}){return t===1?"The one query head has the one KV head.":e===t?"Each que\
ry head has a KV head of its own.":e===1?`All ${t} query heads share one KV head.`:`Each of the ${e} KV heads serves ${t/
e} query heads.`}function Dt({sizes:t,n_devices:e},{fullest:n,copies:o}){if(e===1)return"";let r=`A device holds ${n.kvHeads}\
 of ${N(t.n_kv_heads,"KV head")}`;if(o===1)return`${r}.`;let s=Number.isInteger(o)?`on ${o} devices`:"on several devices";
return`${r}: each, with its cache, is ${s}.`}function It({sizes:t,weight_bits:e,published:n}){if(!n||n.n_kv_heads===t.n_kv_heads)
return"";let[o,r]=[t.n_kv_heads,n.n_kv_heads],s=o>r?`1/${o/r} of the cache`:`${r/o} times the cache`,a=Math.abs(r-o)*n.per_kv_head*
e/8,c=`${k(a)} ${o>r?"less":"more"} in weights`;return`As published, with ${N(r,"KV head")}, it takes ${s} and ${c}.`}function Bt(t,{
fullest:e,maxBatch:n}){let{batch:o,n_devices:r,device:s}=t,a=k(e.weights),c=H(s.memory),i=r===1,d=i?`The weights take ${a}`:
`Each of ${r} devices holds ${a}`,u=i?d:`${d} of the weights`;if(e.weights>s.memory){let p=Ct(t),g=p?` ${p} such devices\
 hold all of them.`:"";return`${u}, more than ${c}.${g}`}let m=o>n?`, not ${o}`:"",f=`${$(n)} such conversation${n===1?"":
"s"}${m}.`;return i?`${u}; the rest of ${c} holds ${f}`:`${u} and ${k(e.conversation)} of a conversation; ${c} has room \
for ${f}`}var V=t=>`${P(1e3*t,3)} ms`;function Rt(t,{fullest:e,maxBatch:n,reading:o,multiplying:r,seconds:s,rate:a}){let{
batch:c,n_devices:i}=t;if(c>n)return"";let d=i===1?"":" on each device",u=`A decode step reads ${k(e.read)}${d}`,m=`at l\
east ${V(s)}`,f=r>o?`${u} in ${V(o)}, but its products in bfloat16 take ${m}`:`${u}: ${m}`;if(i>1)return`${f}. ${Pt(t,s)}`;
let p=`at most ${$(Math.round(a))} tokens a second`,g=c===1?"":`, ${$(Math.round(1/s))} a conversation`;return`${f}, ${p}${g}\
.`}function Pt(t,e){let{count:n,bytes:o,waiting:r,sending:s}=Tt(t),a=`Its ${n} sums over the devices, ${dt} per layer of\
 ${k(o)} each,`;if(Number.isNaN(r)){let{n_devices:d,device:u}=t,m=d>O.devices&&O.names.test(u.name)?`they cross servers,\
 because one has ${O.devices} devices on NVLink`:"only those by the NVLink of H100s and H200s are";return`${a} come on t\
op and are not calculated: ${m}.`}let[c,i]=[r,s].map(d=>P(1e3*d,3));return`${a} take ${V(r+s)} more by NVLink, as NVIDIA\
's NCCL expects: ${c} waiting, ${i} sending. Together ${V(e+r+s)}.`}function Ht({tokens:t,published:e}){return!e||t<=e.context?
"":` ${e.name} takes at most ${$(e.context)} tokens.`}function ht(t){let{sizes:e,tokens:n}=t,o=D(t);return[`A token take\
s ${["2",N(e.n_layers,"layer"),N(e.n_kv_heads,"KV head"),`${e.d_head} numbers`,N(t.n_bytes,"byte")].join(" × ")} = ${$(
o.token)} bytes.`,`A conversation of ${$(n)} tokens takes ${k(o.conversation)}.${Ht(t)}`,Bt(t,o),Rt(t,o),Ot(e),Dt(t,o),It(
t)]}var ut=({name:t,bandwidth:e})=>`${t}, ${ct(e)}`;function lt({published:t,device:e}){let n=t?`${$(t.parameters)} weig\
hts as published; sizes from ${t.source}. `:"",o=t?.in_tables?" (Of the embedding table it reads only a few rows.)":"";return`${n}\
Memory, bandwidth and speed from ${e.source}. Only weights and cache are counted. A step takes as long as reading them o\
nce, or as long as the products, whichever is longer.${o}`}var mt="your own",Vt=["model","device","n_devices","n_layers","n_heads","n_kv_heads","d_head","parameters","tokens","bat\
ch","n_bytes","weight_bits"],jt=8,Kt=16,$t=8,ft=4,pt={16:"2 bytes",8:"1 byte",4:"½ byte"};function Ft(t,e,n){let o=rt({
label:t,max:e().length-1,show:s=>$(e()[s]),change:s=>n(e()[s])}),r=s=>{let a=e();o.set(a.findLastIndex(c=>c<=s),a.length-
1)};return{node:o.node,set:r}}function Ut(t){let[e,n]=[t.get("models"),t.get("known_devices")],o=t.get("offered"),r=[...e.
map(({name:l})=>l),mt],a=W({label:"model",options:r,change:l=>{let{n_layers:v,n_heads:b,n_kv_heads:x,d_head:T}=e[l]??j(t),
L={model:r[l],n_layers:v,n_heads:b,n_kv_heads:x,d_head:T},I=bt(t),y=o.parameters.findLast(B=>B<=(I?.parameters??0));S(t,
e[l]||!y?L:{...L,parameters:y})}}),c=W({label:"device",options:n.map(ut),change:l=>S(t,{device:n[l].name})}),d=[["n_kv_h\
eads","KV heads",()=>X(t.get("n_heads"))],["tokens","tokens",()=>o.tokens],["batch","conversations",()=>o.batch],["n_dev\
ices","devices",()=>o.n_devices],["n_layers","layers",()=>o.n_layers],["n_heads","query heads",()=>o.n_heads,l=>({n_kv_heads:Y(
l,t.get("n_kv_heads"))})],["d_head","width of a head",()=>o.d_head],["parameters","weights",()=>o.parameters]].map(([l,v,
b,x])=>{let T=y=>S(t,{[l]:y,...x?.(y)}),{node:L,set:I}=Ft(v,b,T);return{node:L,draw:()=>I(t.get(l))}}),u=U({label:"a cac\
hed value takes",options:o.n_bytes.map(l=>({value:l,text:pt[8*l]})),change:l=>S(t,{n_bytes:l})}),m=U({label:"a weight ta\
kes",options:o.weight_bits.map(l=>({value:l,text:pt[l]})),change:l=>S(t,{weight_bits:l})}),f=d.map(({node:l})=>l),p=h("d\
iv",{class:"mha-controls"},a.node,c.node,...f.slice(0,ft)),g=h("div",{class:"mha-controls"},...f.slice(ft)),M=h("div",{class:"\
mha-controls"},u.node,m.node);return{nodes:[p,g,M],draw:()=>{a.set(r.indexOf(t.get("model"))),c.set(vt(t)),g.hidden=t.get(
"model")!==mt;for(let l of d)l.draw();u.set(t.get("n_bytes")),m.set(t.get("weight_bits"))}}}var vt=t=>t.get("known_devic\
es").findIndex(({name:e})=>e===t.get("device")),bt=t=>t.get("models").find(({name:e})=>e===t.get("model")),j=t=>F(t,"n_l\
ayers","n_heads","n_kv_heads","d_head");function Wt(t,e,n,o){let r=t.length/2,s=t.map((p,g)=>`M${g+.5} 0L${r} 1`).join(""),
a=t.map((p,g)=>`M${g+.5} 0${Z}`).join(""),c=R("svg",{viewBox:`0 0 ${t.length} 1`,preserveAspectRatio:"none"},R("path",{class:"\
mha-sharing-lines",d:s}),R("path",{class:"mha-query-dots",d:n?"":a})),i=t.length>1?`${t[0]}–${t.at(-1)}`:`${t[0]}`,d=n?
t.map(p=>h("span",{},`${p}`)):[h("span",{},i)],u=o.length>$t?"":`${e}`,m=w(Math.max(1,o.length)).map(()=>h("b",{},u)),f=u?
gt(o):`KV head ${e}: ${gt(o)}`;return h("div",{class:"mha-group"},h("div",{class:"mha-queries"},...d),c,h("div",{class:"\
mha-kv-blocks"},...m),h("div",{class:"mha-holders"},f))}function gt(t){return t.length<2?t.map(e=>`device ${e}`).join():
`devices ${t[0]}–${t.at(-1)}`}function qt(){let t=h("div",{class:"mha-groups"}),e=h("figcaption"),n=h("figure",{class:"\
mha-sharing","aria-hidden":"true"},e,t),o="";return{node:n,draw:(s,a)=>{let c=`${s.n_heads} ${s.n_kv_heads} ${a}`;if(c===
o)return;o=c;let i=s.n_heads<=Kt,d=Q(s),u=J(s,a),m=d.map((v,b)=>w(a).filter(x=>u[x].includes(b))),f=E(m.map(({length:v})=>v)),
p=f>1,g=p?f>$t?150:80:34,M=Math.max(g,d[0].length*(i?20:7));_(e,`One layer: query heads above; below, ${p?"a block for e\
ach device that holds their KV head":"their KV heads"}`),C(t,{"min-width":`${M}px`}),t.classList.toggle("mha-singles",s.
n_heads===s.n_kv_heads);let l=d.map((v,b)=>Wt(v,b,i,p?m[b]:[]));d.length<=jt&&l.forEach(it),t.replaceChildren(...l)}}}function Xt(){
let t=["weights","cache"].map(s=>{let a=h("div"),c=h("span"),i=h("div",{class:"mha-rail"},a);return{row:h("div",{class:`\
mha-bytes-row mha-${s}-bar`},s,i,c),bar:a,value:c}}),e=h("i"),n=h("figcaption"),o=h("figure",{class:"mha-bytes","aria-hi\
dden":"true"},n,h("div",{class:"mha-bytes-rows"},...t.map(({row:s})=>s),e));return{node:o,draw:({weights:s,cache:a},c,i)=>{
let d=E([c,s+a]);[s,a].forEach((m,f)=>{let p=f>0?s:0;C(t[f].bar,{fill:`${100*m/d}%`,start:`${100*p/d}%`}),_(t[f].value,k(
m))});let u=i===1?"":`One of the ${i} devices. `;_(n,`${u}The cache is drawn after the weights; the line marks ${H(c)}`),
C(o,{memory:c/d})}}}function Yt(t,e){let n=()=>({sizes:j(e),...F(e,"tokens","batch","n_bytes","weight_bits","n_devices",
"parameters"),device:e.get("known_devices")[vt(e)],deviceCounts:e.get("offered").n_devices,published:bt(e)}),o=Ut(e),r=qt(),
s=Xt();t.append(...o.nodes);let a=st(t),c=h("p",{class:"mha-note"});return t.append(s.node,r.node,c),{observes:Vt,stateForTests:()=>({
...j(e),...D(n()),groups:Q(j(e))}),draw(){let i=n();o.draw(),r.draw(i.sizes,i.n_devices),s.draw(D(i).fullest,i.device.memory,
i.n_devices),a(...ht(i)),_(c,lt(i))}}}var Oe=nt("Bytes of weights and of a cache, and the time to read them",Yt);export{Oe as default};
