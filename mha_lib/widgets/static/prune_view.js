// Made by `make widgets` from js/src; edit there.
var C="h1e-4";function G(e,t,n){for(let[o,r]of Object.entries(t))r===!1||r==null||e.setAttribute(o,r===!0?"":String(r));
e.append(...n)}function p(e,t={},...n){let o=document.createElement(e);return G(o,t,n),o}function y(e,t,...n){let o=document.
createElementNS("http://www.w3.org/2000/svg",e);return G(o,t,n),o}function _(e,t){e.textContent!==t&&(e.textContent=t)}function R(e,t){for(let[n,o]of Object.entries(t))e.style.setProperty(`--mha-${n}`,String(o))}var wt="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Kt=U([153,153,153]),Vt=Et(wt.split(" ").map(kt));var St=new WeakMap;function U([e,t,n]){return 255<<24|n<<16|t<<8|e}function kt(e){return[0,2,4].map(t=>Number.parseInt(e.
slice(t,t+2),16))}function Et(e){return Array.from({length:256},(t,n)=>{let o=n/255*(e.length-1),r=Math.min(Math.floor(o),
e.length-2),[s,c]=[e[r],e[r+1]];return U(s.map((a,u)=>Math.round(a+(c[u]-a)*(o-r))))})}function j(e){for(let t of e.querySelectorAll("canvas"))St.get(t)?.()}function Y(e){let t,n=0,o=()=>{let s=performance.now()+20;for(;t&&!t.next().done;)if(!(performance.now()<s)){n=setTimeout(
o),e.ariaBusy="true";return}r()},r=()=>{clearTimeout(n),n&&(e.ariaBusy="false"),n=0,t=void 0};return{start(s){r(),t=s()??
void 0,o()},stop:r}}function q(e,t){return{render({model:n,el:o,openedByLink:r=!1}){let{root:s,stop:c}=Lt(e);o.append(s);let a=Y(s),u,i=()=>u&&
a.start(u.draw);u=t(s,n,r,i),Object.assign(s,{stateForTests:u.stateForTests}),j(s),i();let l=Mt(n,u.observes,i);return()=>{
l(),a.stop(),c()}}}}function Lt(e){let t=p("section",{class:"mha","aria-label":e}),n=matchMedia("(prefers-color-scheme: \
dark)"),o=()=>{let c=document.documentElement.dataset.theme,a=document.body.dataset.jpThemeLight,u=c?c==="dark":a?a==="f\
alse":n.matches;t.dataset.theme=u?"dark":"light",j(t)};o(),n.addEventListener("change",o);let r=new MutationObserver(o);
return r.observe(document.documentElement,{attributeFilter:["data-theme"]}),r.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:t,stop:()=>{n.removeEventListener("change",o),r.disconnect(),t.remove()}}}function Mt(e,t,n){
let o=0,r=()=>{cancelAnimationFrame(o),o=requestAnimationFrame(n)};for(let s of t)e.on(`change:${s}`,r);return()=>{cancelAnimationFrame(
o);for(let s of t)e.off(`change:${s}`,r)}}var K=(e,...t)=>Object.fromEntries(t.map(n=>[n,e.get(n)]));function L(e,t){for(let n of Object.
keys(t))e.set(n,t[n]);e.save_changes()}function Q(e){let t=p("p",{class:"mha-sentences","aria-live":"polite"});e.append(t);let n=[];return Object.assign((...r)=>{
r.forEach((s,c)=>{let a=typeof s=="string"?s:s.heard;n[c]||(n[c]=p("span",{"aria-atomic":"true",class:s!==a&&"mha-screen\
-reader"}),t.append(n[c]," ")),_(n[c],a)})},{node:t})}function J({label:e,max:t,show:n=String,change:o}){let r=p("output",
{"aria-live":"off"}),s=p("input",{type:"range",min:0,max:t,step:1,"aria-label":e}),c=(u,i=t)=>{let l=n(u);s.max=String(i),
s.value=String(u),_(r,l),s.getAttribute("aria-valuetext")!==l&&s.setAttribute("aria-valuetext",l)};return s.addEventListener(
"input",()=>{c(Number(s.value),Number(s.max)),o(Number(s.value))}),{node:p("div",{class:"mha-control"},p("span",{},e,r),
s),set:c}}var V=0;function Z({label:e,options:t,change:n}){V+=1;let o=`mha-choice-${V}-${Math.random().toString(36).slice(
2)}`,r=p("fieldset",{class:"mha-choice"},p("legend",{},e)),s=t.map(({value:a,text:u})=>{let i=p("input",{type:"radio",name:o,
value:a});return i.addEventListener("change",()=>n(a)),r.append(p("label",{},i,u)),i});return{node:r,set:a=>{t.forEach((u,i)=>{
s[i].checked=u.value===a})}}}function x(e){return Array.from({length:e},(t,n)=>n)}function F(e){let t=0;for(let n of e)t+=n;return t}var tt=(e,t)=>e.
includes(t)?e.filter(n=>n!==t):[...e,t],et=e=>F(e)/e.length;function nt(e){let t=Number.NEGATIVE_INFINITY;for(let n of e)t=Math.max(t,n);return t}function ot(e){let t=Number.POSITIVE_INFINITY;
for(let n of e)t=Math.min(t,n);return t}var N=e=>e.indexOf(nt(e)),rt=e=>x(e.length).sort((t,n)=>e[n]-e[t]);function w(e,t=2){let n=e.toFixed(t);return Number(n)===0?n.replace("-",""):n.replace("-","−")}function st(e,t){return`${e} ${t}${e===1?"":"s"}`}function O(e){return[e.slice(0,-1).join(", "),e.at(-1)].filter(Boolean).
join(" and ")}var At=8;function at(e,t){e.style.setProperty("--mha-hue",t<At?`var(--mha-head-${t})`:"initial")}var S="your own",ct=e=>F(e.map(t=>2**t)),P=e=>x(32).filter(t=>e>>>t&1);function W(e){let t=x(e+1).map(()=>[]);for(let n of x(
2**e))t[P(n).length].push(n);return t}function I(e,t,n){let o=x(t.length+1).map(r=>t.slice(0,r));return{name:e,sets:o,accuracies:o.
map(r=>n[ct(r)])}}var _t=(e,t)=>rt(x(t).map(n=>e[2**n]));function Nt(e,t){let n=[];for(;n.length<t;){let o=x(t).filter(s=>!n.
includes(s)),r=o.map(s=>e[ct([...n,s])]);n.push(o[N(r)])}return n}function Tt(e,t){let n=t.map(o=>o[N(o.map(r=>e[r]))]);
return{name:"best",sets:n.map(P),accuracies:n.map(o=>e[o])}}function Ct(e,t){return{name:"random",sets:null,accuracies:t.
map(o=>et(o.map(r=>e[r])))}}function it(e,t,n){let o=e.map(({name:s,heads:c,accuracies:a})=>{if(c&&!a)return I(s,c,t);let u=c&&
x(c.length+1).map(i=>c.slice(0,i));return{name:s,sets:u,accuracies:a??[]}});if(!t.length)return o;let r=W(n);return[...o,
I("one at a time",_t(t,n),t),I("greedy",Nt(t,n),t),Tt(t,r),Ct(t,r)]}var ut=(e,t)=>I(S,e,t);function lt(e,t,n){let o=tt(e,
t);return{your_order:B(o,n),n_removed:o.length}}var B=(e,t)=>[...e,...x(t).filter(n=>!e.includes(n))],Ot=12;function pt(e,t){
return[...new Set(e.map(o=>Math.floor(o/t)))].sort((o,r)=>o-r).map(o=>{let r=e.filter(c=>Math.floor(c/t)===o),s=r.map(c=>c%
t).sort((c,a)=>c-a);return`layer ${o}: head${r.length>1?"s":""} ${O(s.map(String))}`}).join("; ")}function It(e,t,n){let o=x(
t).map(r=>n-e.filter(s=>Math.floor(s/n)===r).length);return`left in layers 0 to ${t-1}: ${O(o.map(String))}`}function Bt(e,{
layers:t,heads:n}){let o=e.length>Ot?It(e,t,n):pt(e,n),r=x(t).filter(u=>x(n).every(i=>e.includes(u*n+i))),[s,c]=r.length>
1?["Layers","have"]:["Layer","has"],a=r.length>0?`${s} ${O(r.map(String))} ${c} no head left.`:"";return[o,a]}function Dt(e,t,n,o){
if(e===o||t===0)return"";let r=w(o.accuracies[t]);return r===w(e.accuracies[t])?"The best choice of as many heads leaves\
 no more.":`The best choice of as many heads leaves ${r}: ${pt(o.sets?.[t]??[],n)}.`}function Ht(e,t){let n=w(Math.abs(t));
return t<0&&Number(n)>0?`The last cut raised the ${e} by ${n}.`:`The last cut cost ${n}.`}function mt(e,t,n,o){let r=e.accuracies[t],
s=e.sets?.[t],[c,a]=Bt(s??[],n),u=`${t} of ${st(n.layers*n.heads,"head")} removed`,i=t>0&&e!==o;return[`${u}${c&&`: ${c}`}\
.`,a,`The ${n.measure} is ${w(r)}${s?"":", the mean over choices"}.`,i?Ht(n.measure,e.accuracies[t-1]-r):"",o?Dt(e,t,n.heads,
o):""]}function dt(e,t,n){return P(t[N(t.map(o=>-Math.abs(e[o]-n)))])}var ft=(e,t,n)=>e[N(e.map(({accuracies:o})=>-Math.
abs(o[t]-n)))];var ht=["","7 4","2 4","12 3 2 3","1 6","14 6","4 2 1 2 1 2","9 2"],Rt=13;function jt(e,t){let[n,o]=[e.get("n_layers"),e.
get("n_heads")],r=e.get("subsets").length>0,s=x(n*o).map(i=>{let l=r?p("button",{type:"button"}):p("span");return l.classList.
add("mha-head-cell"),l.append(r?`head ${i%o}`:`${i%o}`),at(l,i%o),l.addEventListener("click",()=>r&&t(i)),l}),c=x(n).map(
i=>{let l=s.slice(i*o,(i+1)*o);return p("div",{},p("span",{class:"mha-layer"},`layer ${i}`),...l)}),a=p("div",{class:"mh\
a-head-grid","aria-hidden":!r&&"true"},...c);return R(a,{heads:o}),a.classList.toggle("mha-small",!r),{node:a,draw:i=>{s.
forEach((l,h)=>{let m=i?.includes(h)??!1;if(l.classList.toggle("mha-removed",m),l.classList.toggle("mha-unknown",i===null),
!r)return;let f=`layer ${Math.floor(h/o)}, head ${h%o}`;l.setAttribute("aria-pressed",String(!m)),l.setAttribute("aria-l\
abel",`${f}: ${m?"removed":"on"}`)})}}}var gt="best",Ft="stroke: var(--mha-ink); stroke-width: 12px",Pt="stroke: var(--m\
ha-ground); stroke-width: 9px",xt=e=>({class:"mha-line-sample","stroke-dasharray":ht[e%ht.length]});function Wt(e,t,n,o){
let r=y("path",{class:"mha-subset-dots"}),s=e.map((g,b)=>y("polyline",xt(b))),c=e.indexOf(gt),a=[Ft,Pt].map(g=>y("path",
{class:"mha-subset-dots",style:g})),u=y("path",{class:"mha-current-dot"}),i=y("svg",{viewBox:`-0.5 ${-1.04} ${t+1} ${1.08-
n}`,preserveAspectRatio:"none"},...a,r,...s,u),l=Math.ceil(t/(Rt-1)),h=g=>100*(g+.5)/(t+1),m=x(Math.floor(t/l)+1).map(g=>{
let b=p("span",{},String(g*l));return b.style.left=`${h(g*l)}%`,b}),f=[0,.25,.5,.75,1].map(g=>{let b=p("span",{},w(g));return b.
style.top=`${100*(1.04-g)/(1.08-n)}%`,b}),v=p("div",{class:"mha-area"},i),$=p("figcaption",{},`${o} against heads remove\
d`),d=p("div",{class:"mha-y-axis"},...f),T=p("div",{class:"mha-axis"},...m);return{node:p("figure",{class:"mha-plot","ar\
ia-hidden":"true"},$,d,v,T),draw:(g,b,k,E)=>{g.forEach(({name:A,accuracies:H},M)=>{let bt=M===b?k+1:0,vt=H.slice(0,A===S?
bt:E+1);s[M].setAttribute("points",vt.map((yt,$t)=>`${$t},${-yt}`).join(" ")),s[M].classList.toggle("mha-followed",M===b)}),
s[c]?.setAttribute("visibility",c===b?"visible":"hidden");let D=g[c]?.accuracies.slice(0,E+1)??[];for(let A of a)A.setAttribute(
"d",D.map((H,M)=>`M${M} ${-H}${C}`).join(""));u.before(s[b]),u.setAttribute("d",`M${k} ${-g[b].accuracies[k]}${C}`)},drawDots:g=>{
r.setAttribute("d",g.map(([b,k])=>`M${b} ${-k}${C}`).join(""))},onPoint:g=>{v.addEventListener("pointerdown",({clientX:b,
clientY:k})=>{let E=v.getBoundingClientRect(),D=(b-E.left)/E.width*(t+1)-.5,A=1.04-(k-E.top)/E.height*(1.08-n);g(Math.max(
0,Math.min(t,Math.round(D))),A)})}}}function Xt(e,t){let n=e.map(a=>({value:a,text:a})),o={cx:14,cy:4},r=Z({label:"line",
options:n,change:t});r.node.classList.add("mha-line-choice");let s=[...r.node.querySelectorAll("label")].map((a,u)=>{let i=e[u]===
gt?[y("circle",{...o,r:3.3,fill:"none",stroke:"currentColor"}),y("circle",{...o,r:1.5,fill:"currentColor"})]:[y("line",{
x1:0,x2:28,y1:4,y2:4,...xt(u)})],l=y("svg",{viewBox:"0 0 28 8","aria-hidden":"true"},...i),h=p("b",{"aria-hidden":"true"});
return a.prepend(l),a.append(" ",h),h}),c=(a,u,i)=>{r.set(e[u]),a.forEach(({accuracies:l},h)=>{_(s[h],e[h]===S&&h!==u?"":
w(l[i]))})};return{node:r.node,draw:c}}function zt(e){let t=e.get("subsets"),n=e.get("n_layers")*e.get("n_heads"),o=it(e.
get("lines"),t,n),r=o[0].accuracies.length-1,s=t.length>0?W(n):[],c=()=>t.length>0?[...o,ut(e.get("your_order"),t)]:o,a=()=>{
let m=c(),f=Math.max(0,m.findIndex(({name:$})=>$===e.get("line"))),v=e.get("n_removed");return{lines:m,chosen:f,nRemoved:v,
removed:m[f].sets?.[v]??null}},u=m=>{let f=e.get("your_order"),v=m===S&&f.every(($,d)=>$===d);L(e,{line:m,your_order:v?B(
a().removed??[],n):f})},i=m=>L(e,{line:S,...lt(a().removed??[],m,n)}),l=(m,f)=>{if(t.length>0){let v=B(dt(t,s[m],f),n);L(
e,{line:S,your_order:v,n_removed:m});return}L(e,{line:ft(o,m,f).name,n_removed:m})},h=s.flatMap((m,f)=>m.map(v=>[f,t[v]]));
return{steps:r,lines:c,currentState:a,chooseLine:u,press:i,point:l,dots:h}}function Gt(e,t){let n=zt(t),o=t.get("subsets").
length>0,r=n.lines().map(({name:d})=>d),s=ot([0,...n.lines().flatMap(({accuracies:d})=>d)]),{n_layers:c,n_heads:a,measure:u}=K(
t,"n_layers","n_heads","measure"),i={layers:c,heads:a,measure:u},l=Xt(r,n.chooseLine),h=J({label:"heads removed",max:n.steps,
change:d=>L(t,{n_removed:d})}),m=jt(t,n.press),f=Wt(r,n.steps,s,i.measure);f.drawDots(n.dots),f.onPoint(n.point),e.append(
l.node,h.node,m.node);let v=Q(e);e.append(f.node);let $=o?0:n.steps;return{observes:["line","n_removed","your_order"],stateForTests:()=>n.
currentState(),draw(){let d=n.currentState(),T=d.lines[d.chosen];l.draw(d.lines,d.chosen,d.nRemoved),h.set(d.nRemoved),h.
node.style.visibility=T.name===S?"hidden":"visible",m.draw(d.removed),$=Math.max($,d.nRemoved),f.draw(d.lines,d.chosen,d.
nRemoved,$);let X=o?d.lines.find(({name:z})=>z==="best"):void 0;v(...mt(T,d.nRemoved,i,X))}}}var Le=q("Accuracy against \
heads removed",Gt);export{Le as default};
