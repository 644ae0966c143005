// Made by `make widgets` from js/src; edit there.
var D="h1e-4";function z(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));
e.append(...n)}function p(e,t={},...n){let o=document.createElement(e);return z(o,t,n),o}function k(e,t,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",e);return z(o,t,n),o}function M(e,t){e.textContent!==t&&(e.textContent=t)}function H(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var yt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Xt=U([153,153,153]),zt=St(yt.split(" ").map(wt));var $t=new WeakMap;function U([e,t,n]){return 255<<24|n<<16|t<<8|e}function wt(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function St(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),
e.length-2),[s,a]=[e[r],e[r+1]];return U(s.map((c,u)=>Math.round(c+(a[u]-c)*(o-r))))})}function R(e){for(let t of e.querySelectorAll("canvas"))$t.get(t)?.()}function Y(e){let t,n=0,o=()=>{let s=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(s){r(),t=s()??
void 0,o()},stop:r}}function G(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:a}=kt(e);o.append(s);let c=Y(s),u,i=()=>u&&
c.start(u.draw);u=t(s,n,r,i),Object.assign(s,{stateForTests:u.stateForTests}),R(s),i();let l=Et(n,u.observes,i);return()=>{
l(),c.stop(),a()}}}}function kt(e){let t=p("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let a=document.documentElement.dataset.theme,c=document.body.dataset.jpThemeLight,u=a?a==="dark":c?c==="f\
alse":n.matches;t.dataset.theme=u?"dark":"light",R(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function Et(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of t)e.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of t)e.off(`change:${s}`,r)}}var q=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function E(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function V(e){let t=p("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...r)=>{
r.forEach((s,a)=>{let c=typeof s=="string"?s:s.heard;n[a]||(n[a]=p("span",{"aria-atomic":"true",class:s!==c&&"mha-screen\
-reader"}),t.append(n[a]," ")),M(n[a],c)})},{node:t})}function Q({label:e,max:t,show:n=String,change:o}){let r=p("output",
{"aria-live":"off"}),s=p("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),a=(u,i=t)=>{let l=n(u);s.max=String(i),
s.value=String(u),M(r,l),s.getAttribute("aria-valuetext")!==l&&s.setAttribute("aria-valuetext",l)};return s.addEventListener(
"input",()=>{a(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:p("div",{class:"mha-control"},p("span",{},e,r),
s),set:a}}var K=0;function J({label:e,options:t,change:n}){K+=1;let o=`mha-choice-${K}-${Math.random().toString(36).slice(
2)}`,r=p("fieldset",{class:"mha-choice"},p("legend",{},e)),s=t.map(({value:c,text:u})=>{let i=p("input",{type:"radio",name:o,
value:c});return i.addEventListener("change",()=>n(c)),r.append(p("label",{},i,u)),i});return{node:r,set:c=>{t.forEach((u,i)=>{
s[i].checked=u.value===c})}}}function h(e){return Array.from({length:e},(t,n)=>n)}function j(e){let t=0;for(let n of e)t+=n;return t}var Z=(e,t)=>e.includes(
t)?e.filter(n=>n!==t):[...e,t],tt=e=>j(e)/e.length;function et(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function nt(e){let t=Number.POSITIVE_INFINITY;
for(let n of e)t=Math.min(t,n);return t}var A=e=>e.indexOf(et(e)),ot=e=>h(e.length).sort((t,n)=>e[n]-e[t]);function $(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function rt(e,t){return`${e} ${t}${e===1?"":"s"}`}function N(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}var Lt=8;function st(e,t){e.style.setProperty("--mha-hue",t<Lt?`var(--mha-head-${t})`:"initial")}var w="your own",at=e=>j(e.map(t=>2**t)),F=e=>h(32).filter(t=>e>>>t&1);function P(e){let t=h(e+1).map(()=>[]);for(let n of h(
2**e))t[F(n).length].push(n);return t}function T(e,t,n){let o=h(t.length+1).map(r=>t.slice(0,r));return{name:e,sets:o,accuracies:o.
map(r=>n[at(r)])}}var Mt=(e,t)=>ot(h(t).map(n=>e[2**n]));function At(e,t){let n=[];for(;n.length<t;){let o=h(t).filter(s=>!n.
includes(s)),r=o.map(s=>e[at([...n,s])]);n.push(o[A(r)])}return n}function _t(e,t){let n=t.map(o=>o[A(o.map(r=>e[r]))]);
return{name:"best",sets:n.map(F),accuracies:n.map(o=>e[o])}}function Nt(e,t){return{name:"random",sets:null,accuracies:t.
map(o=>tt(o.map(r=>e[r])))}}function ct(e,t,n){let o=e.map(({name:s,heads:a,accuracies:c})=>{if(a&&!c)return T(s,a,t);let u=a&&
h(a.length+1).map(i=>a.slice(0,i));return{name:s,sets:u,accuracies:c??[]}});if(!t.length)return o;let r=P(n);return[...o,
T("one at a time",Mt(t,n),t),T("greedy",At(t,n),t),_t(t,r),Nt(t,r)]}var it=(e,t)=>T(w,e,t);function ut(e,t,n){let o=Z(e,
t);return{your_order:C(o,n),n_removed:o.length}}var C=(e,t)=>[...e,...h(t).filter(n=>!e.includes(n))],Tt=12;function lt(e,t){
return[...new Set(e.map(o=>Math.floor(o/t)))].sort((o,r)=>o-r).map(o=>{let r=e.filter(a=>Math.floor(a/t)===o),s=r.map(a=>a%
t).sort((a,c)=>a-c);return`layer ${o}: head${r.length>1?"s":""} ${N(s.map(String))}`}).join("; ")}function Ct(e,t,n){let o=h(
t).map(r=>n-e.filter(s=>Math.floor(s/n)===r).length);return`left in layers 0 to ${t-1}: ${N(o.map(String))}`}function Ot(e,{
layers:t,heads:n}){let o=e.length>Tt?Ct(e,t,n):lt(e,n),r=h(t).filter(u=>h(n).every(i=>e.includes(u*n+i))),[s,a]=r.length>
1?["Layers","have"]:["Layer","has"],c=r.length>0?`${s} ${N(r.map(String))} ${a} no head left.`:"";return[o,c]}function It(e,t,n,o){
if(e===o||t===0)return"";let r=$(o.accuracies[t]);return r===$(e.accuracies[t])?"The best choice of as many heads leaves\
 no more.":`The best choice of as many heads leaves ${r}: ${lt(o.sets?.[t]??[],n)}.`}function Bt(e,t){let n=$(Math.abs(t));
return t<0&&Number(n)>0?`The last cut raised the ${e} by ${n}.`:`The last cut cost ${n}.`}function pt(e,t,n,o){let r=e.accuracies[t],
s=e.sets?.[t],[a,c]=Ot(s??[],n),u=`${t} of ${rt(n.layers*n.heads,"head")} removed`,i=t>0&&e!==o;return[`${u}${a&&`: ${a}`}\
.`,c,`The ${n.measure} is ${$(r)}${s?"":", the mean over choices"}.`,i?Bt(n.measure,e.accuracies[t-1]-r):"",o?It(e,t,n.heads,
o):""]}function mt(e,t,n){return F(t[A(t.map(o=>-Math.abs(e[o]-n)))])}var dt=(e,t,n)=>e[A(e.map(({accuracies:o})=>-Math.
abs(o[t]-n)))];var ft=["","7 4","2 4","12 3 2 3","1 6","14 6","4 2 1 2 1 2","9 2"],Dt=13;function Ht(e,t){let[n,o]=[e.get("n_layers"),e.
get("n_heads")],r=e.get("subsets").length>0,s=h(n*o).map(i=>{let l=r?p("button",{type:"button"}):p("span");return l.classList.
add("mha-head-cell"),l.append(r?`head ${i%o}`:`${i%o}`),st(l,i%o),l.addEventListener("click",()=>r&&t(i)),l}),a=h(n).map(
i=>{let l=s.slice(i*o,(i+1)*o);return p("div",{},p("span",{class:"mha-layer"},`layer ${i}`),...l)}),c=p("div",{class:"mh\
a-head-grid","aria-hidden":!r&&"true"},...a);return H(c,{heads:o}),c.classList.toggle("mha-small",!r),{node:c,draw:i=>{s.
forEach((l,v)=>{let m=i?.includes(v)??!1;if(l.classList.toggle("mha-removed",m),l.classList.toggle("mha-unknown",i===null),
!r)return;let f=`layer ${Math.floor(v/o)}, head ${v%o}`;l.setAttribute("aria-pressed",String(!m)),l.setAttribute("aria-l\
abel",`${f}: ${m?"removed":"on"}`)})}}}var ht=e=>({class:"mha-line-sample","stroke-dasharray":ft[e%ft.length]});function Rt(e,t,n,o){
let r=k("path",{class:"mha-subset-dots"}),s=e.map((x,g)=>k("polyline",ht(g))),a=k("path",{class:"mha-current-dot"}),c=k(
"svg",{viewBox:`-0.5 ${-1.04} ${t+1} ${1.08-n}`,preserveAspectRatio:"none"},r,...s,a),u=Math.ceil(t/(Dt-1)),i=x=>100*(x+
.5)/(t+1),l=h(Math.floor(t/u)+1).map(x=>{let g=p("span",{},String(x*u));return g.style.left=`${i(x*u)}%`,g}),v=[0,.25,.5,
.75,1].map(x=>{let g=p("span",{},$(x));return g.style.top=`${100*(1.04-x)/(1.08-n)}%`,g}),m=p("div",{class:"mha-area"},c),
f=p("figcaption",{},`${o} against heads removed`),b=p("div",{class:"mha-y-axis"},...v),y=p("div",{class:"mha-axis"},...l);
return{node:p("figure",{class:"mha-plot","aria-hidden":"true"},f,b,m,y),draw:(x,g,S,L)=>{x.forEach(({name:I,accuracies:B},_)=>{
let gt=_===g?S+1:0,xt=B.slice(0,I===w?gt:L+1);s[_].setAttribute("points",xt.map((bt,vt)=>`${vt},${-bt}`).join(" ")),s[_].
classList.toggle("mha-followed",_===g)}),a.before(s[g]),a.setAttribute("d",`M${S} ${-x[g].accuracies[S]}${D}`)},drawDots:x=>{
r.setAttribute("d",x.map(([g,S])=>`M${g} ${-S}${D}`).join(""))},onPoint:x=>{m.addEventListener("pointerdown",({clientX:g,
clientY:S})=>{let L=m.getBoundingClientRect(),I=(g-L.left)/L.width*(t+1)-.5,B=1.04-(S-L.top)/L.height*(1.08-n);x(Math.max(
0,Math.min(t,Math.round(I))),B)})}}}function jt(e,t){let n=e.map(a=>({value:a,text:a})),o=J({label:"line",options:n,change:t});
o.node.classList.add("mha-line-choice");let r=[...o.node.querySelectorAll("label")].map((a,c)=>{let u=k("line",{x1:0,x2:28,
y1:4,y2:4,...ht(c)}),i=k("svg",{viewBox:"0 0 28 8","aria-hidden":"true"},u),l=p("b",{"aria-hidden":"true"});return a.prepend(
i),a.append(" ",l),l}),s=(a,c,u)=>{o.set(e[c]),a.forEach(({accuracies:i},l)=>{M(r[l],e[l]===w&&l!==c?"":$(i[u]))})};return{
node:o.node,draw:s}}function Ft(e){let t=e.get("subsets"),n=e.get("n_layers")*e.get("n_heads"),o=ct(e.get("lines"),t,n),
r=o[0].accuracies.length-1,s=t.length>0?P(n):[],a=()=>t.length>0?[...o,it(e.get("your_order"),t)]:o,c=()=>{let m=a(),f=Math.
max(0,m.findIndex(({name:y})=>y===e.get("line"))),b=e.get("n_removed");return{lines:m,chosen:f,nRemoved:b,removed:m[f].sets?.[b]??
null}},u=m=>{let f=e.get("your_order"),b=m===w&&f.every((y,d)=>y===d);E(e,{line:m,your_order:b?C(c().removed??[],n):f})},
i=m=>E(e,{line:w,...ut(c().removed??[],m,n)}),l=(m,f)=>{if(t.length>0){let b=C(mt(t,s[m],f),n);E(e,{line:w,your_order:b,
n_removed:m});return}E(e,{line:dt(o,m,f).name,n_removed:m})},v=s.flatMap((m,f)=>m.map(b=>[f,t[b]]));return{steps:r,lines:a,
currentState:c,chooseLine:u,press:i,point:l,dots:v}}function Pt(e,t){let n=Ft(t),o=t.get("subsets").length>0,r=n.lines().
map(({name:d})=>d),s=nt([0,...n.lines().flatMap(({accuracies:d})=>d)]),{n_layers:a,n_heads:c,measure:u}=q(t,"n_layers","\
n_heads","measure"),i={layers:a,heads:c,measure:u},l=jt(r,n.chooseLine),v=Q({label:"heads removed",max:n.steps,change:d=>E(
t,{n_removed:d})}),m=Ht(t,n.press),f=Rt(r,n.steps,s,i.measure);f.drawDots(n.dots),f.onPoint(n.point),e.append(l.node,v.node,
m.node);let b=V(e);e.append(f.node);let y=o?0:n.steps;return{observes:["line","n_removed","your_order"],stateForTests:()=>n.
currentState(),draw(){let d=n.currentState(),O=d.lines[d.chosen];l.draw(d.lines,d.chosen,d.nRemoved),v.set(d.nRemoved),v.
node.style.visibility=O.name===w?"hidden":"visible",m.draw(d.removed),y=Math.max(y,d.nRemoved),f.draw(d.lines,d.chosen,d.
nRemoved,y);let W=o?d.lines.find(({name:X})=>X==="best"):void 0;b(...pt(O,d.nRemoved,i,W))}}}var ye=G("Accuracy against \
heads removed",Pt);export{ye as default};
