// Made by `make widgets` from js/src; edit there.
var R="h1e-4";function X(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));
e.append(...n)}function m(e,t={},...n){let o=document.createElement(e);return X(o,t,n),o}function $(e,t,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",e);return X(o,t,n),o}function M(e,t){e.textContent!==t&&(e.textContent=t)}function j(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var St="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Vt=z([153,153,153]),Qt=Lt(St.split(" ").map(Et));var kt=new WeakMap;function z([e,t,n]){return 255<<24|n<<16|t<<8|e}function Et(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function Lt(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),
e.length-2),[s,a]=[e[r],e[r+1]];return z(s.map((c,u)=>Math.round(c+(a[u]-c)*(o-r))))})}function F(e){for(let t of e.querySelectorAll("canvas"))kt.get(t)?.()}function Y(e){let t,n=0,o=()=>{let s=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(s){r(),t=s()??
void 0,o()},stop:r}}function G(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=Mt(e);o.append(s);let c=Y(s),u,i=()=>u&&
c.start(u.draw);u=t(s,n,r,i),Object.assign(s,{stateForTests:u.stateForTests}),F(s),i();let l=At(n,u.observes,i);return()=>{
l(),c.stop(),a()}}}}function Mt(e){let t=m("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,u=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=u?"dark":"light",F(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function At(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of t)e.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of t)e.off(`change:${s}`,r)}}var q=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function E(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function V(e){let t=m("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=m("span",{"aria-atomic":"true",class:s!==c&&"mha-screen\
-reader"}),t.append(n[a]," ")),M(n[a],c)})},{node:t})}function Q({label:e,max:t,show:n=String,change:o}){let r=m("output",
{"aria-live":"off"}),s=m("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(u,i=t)=>{let l=n(u);s.max=String(i),
s.value=String(u),M(r,l),s.getAttribute("aria-valuetext")!==l&&s.setAttribute("aria-valuetext",l)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:m("div",{class:"mha-control"},m("span",{},e,r),
s),set:a}}var K=0;function J({label:e,options:t,change:n}){K+=1;let o=`mha-choice-${K}-${Math.random().toString(36).slice(
2)}`,r=m("fieldset",{class:"mha-choice"},m("legend",{},e)),s=t.map(({value:c,text:u})=>{let i=m("input",{type:"radio",name:o,
value:c});return i.addEventListener("change",()=>n(c)),r.append(m("label",{},i,u)),i});return{node:r,set:c=>{t.forEach((u,i)=>{
s[i].checked=u.value===c})}}}function x(e){return Array.from({length:e},(t,n)=>n)}function P(e){let t=0;for(let n of e)t+=n;return t}var Z=(e,t)=>e.includes(
t)?e.filter(n=>n!==t):[...e,t],tt=e=>P(e)/e.length;function et(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function nt(e){let t=Number.POSITIVE_INFINITY;
for(let n of e)t=Math.min(t,n);return t}var A=e=>e.indexOf(et(e)),ot=e=>x(e.length).sort((t,n)=>e[n]-e[t]);function w(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function rt(e,t){return`${e} ${t}${e===1?"":"s"}`}function T(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}var _t=8;function st(e,t){e.style.setProperty("--mha-hue",t<_t?`var(--mha-head-${t})`:"initial")}var S="your own",at=e=>P(e.map(t=>2**t)),W=e=>x(32).filter(t=>e>>>t&1);function U(e){let t=x(e+1).map(()=>[]);for(let n of x(
2**e))t[W(n).length].push(n);return t}function O(e,t,n){let o=x(t.length+1).map(r=>t.slice(0,r));return{name:e,sets:o,accuracies:o.
map(r=>n[at(r)])}}var Nt=(e,t)=>ot(x(t).map(n=>e[2**n]));function Tt(e,t){let n=[];for(;n.length<t;){let o=x(t).filter(s=>!n.
includes(s)),r=o.map(s=>e[at([...n,s])]);n.push(o[A(r)])}return n}function Ot(e,t){let n=t.map(o=>o[A(o.map(r=>e[r]))]);
return{name:"best",sets:n.map(W),accuracies:n.map(o=>e[o])}}function It(e,t){return{name:"random",sets:null,accuracies:t.
map(o=>tt(o.map(r=>e[r])))}}function ct(e,t,n){let o=e.map(({name:s,heads:a,accuracies:c})=>{if(a&&!c)return O(s,a,t);let u=a&&
x(a.length+1).map(i=>a.slice(0,i));return{name:s,sets:u,accuracies:c??[]}});if(!t.length)return o;let r=U(n);return[...o,
O("one at a time",Nt(t,n),t),O("greedy",Tt(t,n),t),Ot(t,r),It(t,r)]}var it=(e,t)=>O(S,e,t);function ut(e,t,n){let o=Z(e,
t);return{your_order:I(o,n),n_removed:o.length}}var I=(e,t)=>[...e,...x(t).filter(n=>!e.includes(n))],Ct=12;function lt(e,t){
return[...new Set(e.map(o=>Math.floor(o/t)))].sort((o,r)=>o-r).map(o=>{let r=e.filter(a=>Math.floor(a/t)===o),s=r.map(a=>a%
t).sort((a,c)=>a-c);return`layer ${o}: head${r.length>1?"s":""} ${T(s.map(String))}`}).join("; ")}function Bt(e,t,n){let o=x(
t).map(r=>n-e.filter(s=>Math.floor(s/n)===r).length);return`left in layers 0 to ${t-1}: ${T(o.map(String))}`}function Dt(e,{
layers:t,heads:n}){let o=e.length>Ct?Bt(e,t,n):lt(e,n),r=x(t).filter(u=>x(n).every(i=>e.includes(u*n+i))),[s,a]=r.length>
1?["Layers","have"]:["Layer","has"],c=r.length>0?`${s} ${T(r.map(String))} ${a} no head left.`:"";return[o,c]}function Ht(e,t,n,o){
if(e===o||t===0)return"";let r=w(o.accuracies[t]);return r===w(e.accuracies[t])?"The best choice of as many heads leaves\
 no more.":`The best choice of as many heads leaves ${r}: ${lt(o.sets?.[t]??[],n)}.`}function Rt(e,t){let n=w(Math.abs(t));
return t<0&&Number(n)>0?`The last cut raised the ${e} by ${n}.`:`The last cut cost ${n}.`}function pt(e,t,n,o){let r=e.accuracies[t],
s=e.sets?.[t],[a,c]=Dt(s??[],n),u=`${t} of ${rt(n.layers*n.heads,"head")} removed`,i=t>0&&e!==o;return[`${u}${a&&`: ${a}`}\
.`,c,`The ${n.measure} is ${w(r)}${s?"":", the mean over choices"}.`,i?Rt(n.measure,e.accuracies[t-1]-r):"",o?Ht(e,t,n.heads,
o):""]}function mt(e,t,n){return W(t[A(t.map(o=>-Math.abs(e[o]-n)))])}var dt=(e,t,n)=>e[A(e.map(({accuracies:o})=>-Math.
abs(o[t]-n)))];var ft=["","7 4","2 4","12 3 2 3","1 6","14 6","4 2 1 2 1 2","9 2"],jt=13;function Ft(e,t){let[n,o]=[e.get("n_layers"),e.
get("n_heads")],r=e.get("subsets").length>0,s=x(n*o).map(i=>{let l=r?m("button",{type:"button"}):m("span");return l.classList.
add("mha-head-cell"),l.append(r?`head ${i%o}`:`${i%o}`),st(l,i%o),l.addEventListener("click",()=>r&&t(i)),l}),a=x(n).map(
i=>{let l=s.slice(i*o,(i+1)*o);return m("div",{},m("span",{class:"mha-layer"},`layer ${i}`),...l)}),c=m("div",{class:"mh\
a-head-grid","aria-hidden":!r&&"true"},...a);return j(c,{heads:o}),c.classList.toggle("mha-small",!r),{node:c,draw:i=>{s.
forEach((l,b)=>{let p=i?.includes(b)??!1;if(l.classList.toggle("mha-removed",p),l.classList.toggle("mha-unknown",i===null),
!r)return;let f=`layer ${Math.floor(b/o)}, head ${b%o}`;l.setAttribute("aria-pressed",String(!p)),l.setAttribute("aria-l\
abel",`${f}: ${p?"removed":"on"}`)})}}}var ht="best",gt="stroke-width: 6.5px; stroke-dasharray: none",xt="stroke: var(--\
mha-ground); stroke-width: 3.5px; stroke-dasharray: none",bt=e=>({class:"mha-line-sample","stroke-dasharray":ft[e%ft.length]});
function Pt(e,t,n,o){let r=$("path",{class:"mha-subset-dots"}),s=e.map((h,g)=>$("polyline",bt(g))),a=e.indexOf(ht),c=$("\
polyline",{class:"mha-line-sample",style:xt}),u=a<0?[]:[s[a],c],i=h=>{a<0||(s[a].setAttribute("style",h?"":gt),c.setAttribute(
"points",h?"":s[a].getAttribute("points")??""),r.after(...u))},l=$("path",{class:"mha-current-dot"}),b=$("svg",{viewBox:`\
-0.5 ${-1.04} ${t+1} ${1.08-n}`,preserveAspectRatio:"none"},r,...u,...s.filter((h,g)=>g!==a),l),p=Math.ceil(t/(jt-1)),f=h=>100*
(h+.5)/(t+1),y=x(Math.floor(t/p)+1).map(h=>{let g=m("span",{},String(h*p));return g.style.left=`${f(h*p)}%`,g}),v=[0,.25,
.5,.75,1].map(h=>{let g=m("span",{},w(h));return g.style.top=`${100*(1.04-h)/(1.08-n)}%`,g}),d=m("div",{class:"mha-area"},
b),_=m("figcaption",{},`${o} against heads removed`),C=m("div",{class:"mha-y-axis"},...v),B=m("div",{class:"mha-axis"},...y);
return{node:m("figure",{class:"mha-plot","aria-hidden":"true"},_,C,d,B),draw:(h,g,k,L)=>{h.forEach(({name:D,accuracies:H},N)=>{
let yt=N===g?k+1:0,vt=H.slice(0,D===S?yt:L+1);s[N].setAttribute("points",vt.map(($t,wt)=>`${wt},${-$t}`).join(" ")),s[N].
classList.toggle("mha-followed",N===g)}),i(a===g),l.before(s[g]),l.setAttribute("d",`M${k} ${-h[g].accuracies[k]}${R}`)},
drawDots:h=>{r.setAttribute("d",h.map(([g,k])=>`M${g} ${-k}${R}`).join(""))},onPoint:h=>{d.addEventListener("pointerdown",
({clientX:g,clientY:k})=>{let L=d.getBoundingClientRect(),D=(g-L.left)/L.width*(t+1)-.5,H=1.04-(k-L.top)/L.height*(1.08-
n);h(Math.max(0,Math.min(t,Math.round(D))),H)})}}}function Wt(e,t){let n=e.map(a=>({value:a,text:a})),o=J({label:"line",
options:n,change:t});o.node.classList.add("mha-line-choice");let r=[...o.node.querySelectorAll("label")].map((a,c)=>{let i=(e[c]===
ht?[gt,xt]:[""]).map(p=>$("line",{x1:0,x2:28,y1:4,y2:4,...bt(c),style:p})),l=$("svg",{viewBox:"0 0 28 8","aria-hidden":"\
true"},...i),b=m("b",{"aria-hidden":"true"});return a.prepend(l),a.append(" ",b),b}),s=(a,c,u)=>{o.set(e[c]),a.forEach(({
accuracies:i},l)=>{M(r[l],e[l]===S&&l!==c?"":w(i[u]))})};return{node:o.node,draw:s}}function Ut(e){let t=e.get("subsets"),
n=e.get("n_layers")*e.get("n_heads"),o=ct(e.get("lines"),t,n),r=o[0].accuracies.length-1,s=t.length>0?U(n):[],a=()=>t.length>
0?[...o,it(e.get("your_order"),t)]:o,c=()=>{let p=a(),f=Math.max(0,p.findIndex(({name:v})=>v===e.get("line"))),y=e.get("\
n_removed");return{lines:p,chosen:f,nRemoved:y,removed:p[f].sets?.[y]??null}},u=p=>{let f=e.get("your_order"),y=p===S&&f.
every((v,d)=>v===d);E(e,{line:p,your_order:y?I(c().removed??[],n):f})},i=p=>E(e,{line:S,...ut(c().removed??[],p,n)}),l=(p,f)=>{
if(t.length>0){let y=I(mt(t,s[p],f),n);E(e,{line:S,your_order:y,n_removed:p});return}E(e,{line:dt(o,p,f).name,n_removed:p})},
b=s.flatMap((p,f)=>p.map(y=>[f,t[y]]));return{steps:r,lines:a,currentState:c,chooseLine:u,press:i,point:l,dots:b}}function Xt(e,t){
let n=Ut(t),o=t.get("subsets").length>0,r=n.lines().map(({name:d})=>d),s=nt([0,...n.lines().flatMap(({accuracies:d})=>d)]),
{n_layers:a,n_heads:c,measure:u}=q(t,"n_layers","n_heads","measure"),i={layers:a,heads:c,measure:u},l=Wt(r,n.chooseLine),
b=Q({label:"heads removed",max:n.steps,change:d=>E(t,{n_removed:d})}),p=Ft(t,n.press),f=Pt(r,n.steps,s,i.measure);f.drawDots(
n.dots),f.onPoint(n.point),e.append(l.node,b.node,p.node);let y=V(e);e.append(f.node);let v=o?0:n.steps;return{observes:[
"line","n_removed","your_order"],stateForTests:()=>n.currentState(),draw(){let d=n.currentState(),_=d.lines[d.chosen];l.
draw(d.lines,d.chosen,d.nRemoved),b.set(d.nRemoved),b.node.style.visibility=_.name===S?"hidden":"visible",p.draw(d.removed),
v=Math.max(v,d.nRemoved),f.draw(d.lines,d.chosen,d.nRemoved,v);let C=o?d.lines.find(({name:B})=>B==="best"):void 0;y(...pt(
_,d.nRemoved,i,C))}}}var Me=G("Accuracy against heads removed",Xt);export{Me as default};
