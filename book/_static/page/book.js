// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{var rt=".pst-scrollable-table-container",st=`${rt}, details.numbers > div`,F=t=>document.querySelector(t);function Pt(){
let t=null,e=()=>{document.activeElement===document.body&&t?.focus({preventScroll:!0})},o=({target:n,detail:r})=>{!(n instanceof
Element)||n.closest("dialog")||(t=r===0?n.closest("button"):null,setTimeout(e))};document.addEventListener("click",o,!0),
document.addEventListener("close",()=>setTimeout(e),!0)}function Rt(){let t=document.createElement("div");t.role="status",
t.className="visually-hidden",document.body.append(t);let e=([{target:n}])=>{let r=n;r.ariaLabel="Copy to clipboard";let{
tooltip:c=""}=r.dataset;t.textContent=c==="Copy"?"":c},o=F("main");new MutationObserver(e).observe(o,{attributeFilter:["\
data-tooltip"],subtree:!0})}function _t(){let t=F(".primary-toggle"),e=F("#pst-primary-sidebar"),o=matchMedia("(min-widt\
h: 992px)"),n=()=>{let r=e.classList.contains("pst-sidebar-hidden");t.ariaExpanded=o.matches?String(!r):null,t.ariaHasPopup=
o.matches?null:"dialog"};n(),o.addEventListener("change",n),new MutationObserver(n).observe(e,{attributeFilter:["class"]})}
function jt(){let t=c=>({box:c,before:c.scrollLeft,all:c.scrollWidth-c.clientWidth}),e=({box:c,before:s,all:a})=>{c.classList.
toggle("wide",a>1),c.matches(rt)&&(c.tabIndex=a>0?0:-1),c.style.setProperty("--before",`${s}px`),c.style.setProperty("--\
after",`${a-s}px`)},o=c=>c.map(t).forEach(e),n=new ResizeObserver(c=>{let s=c.map(({target:a})=>a.closest(st));o([...new Set(
s)])}),r=document.querySelectorAll(st);for(let c of r){c.addEventListener("scroll",()=>o([c]),{passive:!0});for(let s of[
c,...c.children])n.observe(s)}}Pt();document.addEventListener("DOMContentLoaded",()=>{Rt(),_t(),jt()});var Dt="input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";function ct(t){return t instanceof
Element&&t.closest(Dt)!==null}function f(t,e,...o){let n=Object.assign(document.createElement(t),e);return n.append(...o),
n}function P(t){let e=matchMedia("(prefers-reduced-motion: reduce)").matches;t.scrollIntoView({block:"nearest",behavior:e?
"instant":"smooth"})}function at({label:t,options:e},o,n){if(e.length>8){let s=f("input",{type:"range",min:0,max:e.length-1}),a=f("span",{ariaHidden:!0}),
i=()=>{a.textContent=s.ariaValueText=`${e[Number(s.value)]}`};s.addEventListener("input",()=>{i(),n()});let l=h=>{s.value=
String(Math.max(h,0)),i()};return l(0),{row:f("label",{},t,s,a),get:()=>Number(s.value),set:l}}let r=e.map(()=>f("input",
{type:"radio",name:o})),c=e.map((s,a)=>f("label",{},r[a],`${s}`));for(let s of r)s.addEventListener("change",n);return{row:f(
"fieldset",{},f("legend",{textContent:t}),f("div",{},...c)),get:()=>r.findIndex(s=>s.checked),set:s=>{for(let[a,i]of r.entries())
i.checked=s===a}}}function it(t,e){let o=f("input",{type:"text",autocomplete:"off",spellcheck:!1});return o.addEventListener(
"input",e),{row:f("label",{},t,o),get:()=>o.value,set:n=>o.value=n??""}}function Ft(t){let e={ArrowUp:[-1,0],ArrowDown:[
1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]},o=(n,r,c)=>{let s=t[r][c],[a,i]=e[n.key]??[0,0],l=t[r+a]?.[c+i];if(n.key==="Home"&&
(l=t[r][0]),n.key==="End"&&(l=t[r].at(-1)),s instanceof HTMLInputElement){n.key==="Enter"&&(l=t.flat()[r*t[0].length+c+1]);
let h=i>0?s.value.length:0,g=s.selectionStart!==s.selectionEnd||s.selectionEnd!==h;if(/Home|End/.test(n.key)||i&&g)return}
!l||l===s||(n.preventDefault(),l.focus(),l instanceof HTMLInputElement&&l.select())};for(let[n,r]of t.entries())for(let[
c,s]of r.entries())s.onkeydown=a=>o(a,n,c)}function Ht(t,e,o){let n=a=>a.ariaPressed==="true",r=(a,i)=>{a.ariaPressed=String(
!!i),a.textContent=i?"✓":""},c=(a,i)=>{n(a)!==i&&(r(a,i),o())},s=null;for(let a of e)a.tabIndex=a===e[0]?0:-1,r(a,!1),
a.addEventListener("focus",()=>{for(let i of e)i.tabIndex=i===a?0:-1}),a.addEventListener("click",({detail:i})=>{i||c(a,
!n(a))}),a.addEventListener("pointerdown",i=>{!i.isPrimary||i.button||(s=!n(a),c(a,s))});return t.addEventListener("poin\
termove",a=>{if(a.buttons!==1&&(s=null),s!==null)for(let{clientX:i,clientY:l}of[...a.getCoalescedEvents?.()??[],a]){let h=document.
elementFromPoint(i,l),g=e.find(m=>m===h);g&&c(g,s)}}),{isOn:n,set:r}}function lt({table:t,rows:e,columns:o,painted:n},r){
let c=e.map(u=>o.map(d=>`row ${u}, column ${d}`)),s=n?[]:c.map(u=>u.map(d=>Wt(d,r))),a=n?c.map(u=>u.map(d=>f("button",{type:"\
button",ariaLabel:d}))):[],i=n?a:s,l=(u,d)=>f("th",{scope:u,textContent:d}),h=f("tr",{},f("td",{}),...o.map(u=>l("col",u))),
g=i.map((u,d)=>f("tr",{},l("row",e[d]),...u.map(x=>f("td",{},x)))),m=f("table",{},f("thead",{},h),f("tbody",{},...g));n&&
(m.role="grid"),m.ariaLabel=t,m.style.setProperty("--columns",String(o.length)),m.style.setProperty("--head",`${Math.max(
...e.map(u=>u.length))+1}ch`),Ft(i);let b=f("div",{},f("p",{textContent:t}),m);if(n){let u=a.flat(),{isOn:d,set:x}=Ht(m,
u,r);return{row:b,get:()=>u.map(d),set:v=>{for(let[w,$]of u.entries())x($,v[w])}}}let p=s.flat();return{row:b,get:()=>p.
map(u=>u.value),set:u=>{for(let[d,x]of p.entries())x.value=u[d]??""}}}function Wt(t,e){let o=f("input",{type:"text",autocomplete:"\
off",spellcheck:!1,ariaLabel:t});return o.addEventListener("input",e),o}var Yt="write it like 0.25, 1/4, 25%, 16√2, 2^9 or 4,096";var Bt=[String.raw`(?:,\d{3})+(?:\.\d+)?`,String.raw`(?: \d{3})+(?:[.,]\d+)?`,String.raw`(?:'\d{3})+(?:[.,]\d+)?`,String.
raw`(?:_\d{3})+(?:\.\d+)?`,String.raw`(?:\.\d{3}){2,}(?:,\d+)?`,String.raw`\.\d{3},\d+`].join("|"),Vt=new RegExp(String.
raw`(?:([1-9]\d{0,2}(?:${Bt}))|\d+(?:\.\d*|,\d+)?|[.,]\d+)(?:e[-+]?\d+)?(?![\d.,'_])`,"iy"),zt=/ ?([¼-¾⅐-⅞↉])/y,
ut=/ (\d+)\/(\d+)(?! ?[\d.,'_/^*])/y,Ut=/√|(?:math\.|np\.)?sqrt/iy,Kt=/^ ?(?:\(|√|(?:math\.|np\.)?sqrt)/i,Xt=/\*(?!\*)| x |x ?(?=10 ?(?:\^|\*\*))/iy,
Gt=/^(?:[\p{L}_][\p{L}\p{N}_ ]*)?(?::=|[=≈≃≅~∼]) ?/u;function dt(t){return t.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
"").replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g,e=>`^(${e.normalize("NFKC")})`).replace(/['’‘ʼ′´`]/g,"'").replace(/[^¼-¾⅐-⅞↉]+/g,
e=>e.normalize("NFKC")).replace(/[−–—‒‐‑﹣]/g,"-").replace(/[×·⋅∙•∗✕✖]/g,"*").replace(/[÷∕⁄]/g,
"/").replace(/\s+/g," ").replace(/per ?cent(?= ?\.?$)/i,"%").trim().replace(/([\d)%¼-¾⅐-⅞↉]) ?\.$/,"$1")}function Jt(t){
let e=0,o=(p=`cannot be read as a number: ${Yt}`)=>{throw new Error(p)},n=p=>{for(let u of[e,t[e]===" "?e+1:-1]){p.lastIndex=
u;let d=u<0?null:p.exec(t);if(d)return e=p.lastIndex,d}return null},r=p=>(Number.isNaN(p)&&o("has no real value: give a \
finite number"),Number.isFinite(p)?p:o("is too large: give a finite number")),c=(p,u)=>u===0?o("divides by zero: give a \
finite number"):r(p/u);function s(){let p=()=>{let y=n(zt)?.[1];if(!y)return null;let[S,I]=y.normalize("NFKC").split("⁄").
map(Number);return c(S,I)},u=n(Vt);if(!u)return p()??o();let[d,x]=u,v=d.replace(",",".");if(x){let y=d.match(/\D/)?.[0]??
"";v=d.replaceAll(y,"").replace(",",".")}let w=r(Number(v));if(!/^\d+$/.test(d))return w;ut.lastIndex=e;let[$,C,E]=ut.exec(
t)??[];return $?(e+=$.length,Number(C)<Number(E)?w+Number(C)/Number(E):o()):w+(p()??0)}function a(){if(n(Ut)){let u=n(/[-+]/y)?.[0]===
"-"?-1:1;return r(Math.sqrt(u*a()))}if(!n(/\(/y))return s();let p=g();return n(/\)/y)?p:o()}function i(){let p=a();if(!n(
/\^|\*\*/y))return p;let u=l();return p===0&&u<0?c(1,0):r(p**u)}function l(){return(n(/[-+]/y)?.[0]==="-"?-1:1)*i()}function h(){
let p=l();for(let u=!1;;)if(n(Xt))p=r(p*l());else if(n(/\//y))u=!0,p=c(p,l());else if(Kt.test(t.slice(e)))p=u?o():r(p*i());else
return p}function g(){let p=h();for(let u=n(/[-+]/y);u;u=n(/[-+]/y))p=r(p+(u[0]==="-"?-1:1)*h());return p}let m=/^([-+ ]*)([^-+*/^()√a-z]+) ?%$/i.
exec(t);m&&(t=(m[1]+m[2]).trim()),/^[-+]?(inf|infinity|∞|nan)$/i.test(t)&&o("is not finite: give a finite number");let b=g();
return e<t.length&&o(),m?b/100:b}function R(t){let e=dt(t).replace(Gt,""),o=t.trim().length>30?`${t.trim().slice(0,29)}…`:
t.trim();try{return{value:Jt(t.length>1e3?"":e),whole:/^[-+]?\d+$/.test(e)?BigInt(e.replace("+","")):null}}catch(n){return{
refused:`“${o}” ${n.message}`}}}function H(t){let e=dt(t),o=/^[([](.*)[)\]]$/.exec(e)?.[1];for(let n of o===void 0?[
e]:[o,e]){let r=[/;/,/ ,|, /,/ /,/,/].find(a=>a.test(n.trim())),c=r?n.trim().split(r).map(R):[],s=c.flatMap(a=>a.refused===
void 0?[a.value]:[]);if(c.length===2&&s.length===2)return s}return null}function k(t){let e=null,o=s=>{try{return s()}catch{return null}},n=()=>e??o(()=>localStorage.getItem(t)),r=s=>{e=s,o(()=>s?
localStorage.setItem(t,s):localStorage.removeItem(t))};return{get:n,set:r,read:s=>{let a=n();if(a===null)return null;let l=a.
length<=1e5?o(()=>JSON.parse(a)):null;return l!==null&&s(l)?l:(r(null),null)}}}function mt({parts:t,table:e,columns:o=[],painted:n,rows:r=[]},c,s){let a=h=>typeof h=="string"&&h.length<=1e3,i=h=>n?typeof h==
"boolean":a(h);if(!Array.isArray(s)||s.length!==c)return!1;if(t)return s.every((h,g)=>Number.isInteger(h)&&h>=-1&&h<t[g].
options.length);if(!e)return s.every(a);let[l]=s;return Array.isArray(l)&&l.length===r.length*o.length&&l.every(i)}var Zt=new URL("../",document.currentScript.src).href,pt=globalThis,ht={};function _(t){return ht[t]??=new Promise((e,o)=>{
let n=f("script",{src:Zt+t,onload:e,onerror:o});document.head.append(n)}),ht[t]}var gt="It runs only in this browser, on\
 a small part of torch. Ctrl+Enter or Cmd+Enter runs it. Tab indents; Escape, then Tab, leaves the editor. Tried in Chro\
mium, Firefox and WebKit.",te="not answered yet.",ee=/^[ \t]+return \.\.\.[ \t]*(#.*)?$/m,ne="not yet: “return ...” is s\
till there; put your lines in its place.";function bt({name:t},e){let[o,n]=t.split("."),r=k(`code ${t}`),c=e.querySelector(
".cell_input pre")?.textContent?.trimEnd()??"",s=r.get(),a=f("p",{className:"about-python",hidden:!0,textContent:gt}),i=f(
"textarea",{ariaLabel:`Your code for exercise ${n}`,autocapitalize:"off",autocomplete:"off",spellcheck:!1,value:s&&s.length<=
1e5?s:c});i.rows=i.value.split(`
`).length;let l=f("pre",{role:"log",ariaLabel:"Printed",hidden:!0,tabIndex:0}),h=f("p",{role:"status",className:"verdict"}),
g=f("button",{type:"submit",textContent:"Run"}),m=f("button",{type:"button",textContent:"Start anew"}),b=f("p",{className:"\
vote-noted"},g,m),p=f("form",{className:"answer code"},i,b,l,h,a);p.ariaLabel=`Your answer in Python to exercise ${n}`;let u={
get:()=>i.value,set:E=>{i.value=E}},d=E=>{h.textContent=E,h.classList.toggle("right",E.startsWith("correct")),h.classList.
toggle("wrong",E.startsWith("not yet"))},x=E=>{l.hidden=!1,l.append(`${E}
`)},v=()=>{l.replaceChildren(),l.hidden=!0,d("")},w=E=>{r.set(E===c?null:E),d("")},$=()=>{for(let y of["python/wasm.js",
"python/worker.js",`cases/${o}.js`])_(y).catch(()=>{});let E=()=>{a.hidden=!1;let y=()=>p.requestSubmit();u=pt.bookPython.
edit(i,{about:gt,run:y,changed:w})};_("python/editor.js").then(E,()=>{})};i.addEventListener("focus",$,{once:!0}),i.addEventListener(
"input",()=>w(i.value)),p.addEventListener("submit",async E=>{if(E.preventDefault(),!g.ariaDisabled){v(),g.ariaDisabled=
"true",d("running …");try{let y=["wasm","worker","editor"].map(qt=>_(`python/${qt}.js`));await Promise.all([...y,_(`ca\
ses/${o}.js`)]);let{bookPython:S,bookTexts:I,codeCases:Ot}=pt,D=u.get(),{text:ot}=await S.runCell(I,D,Ot[t],x);d(ot===te&&
D!==c&&ee.test(D)?ne:ot)}catch{d("the page's Python could not be loaded: open the notebook.")}g.ariaDisabled=null,P(h)}}),
m.addEventListener("click",()=>{u.set(c),r.set(null),v()});let C=f("details",{},f("summary",{textContent:"In a notebook"}));
e.before(p,C),C.append(e)}function oe({value:t,whole:e}){let o=`${e??""}`;return o?o.length>40?`${o.slice(0,18)}...${o.slice(-19)}`:o:t!==0&&(Math.
abs(t)<1e-4||Math.abs(t)>=1e16)?t.toExponential().replace(/e([-+])(\d)$/,"e$10$2"):Number.isInteger(t)?`${t}.0`:`${t}`}function yt(t,e){
if(!e.trim())return"not answered yet.";let o=R(e);if("refused"in o)return`${o.refused}.`;let{value:n}=o,r=([c,s])=>n===c||
Math.abs(n-c)<=s*Math.max(Math.abs(n),Math.abs(c));return t.find(r)?.[2]??`not yet: ${oe(o)} is not right.`}function xt({
parts:t,sentences:e,verdicts:o},n){if(n.includes(-1))return"not answered yet.";let r=t.reduce((c,{options:s},a)=>c*s.length+
n[a],0);return e[o[r]]}function M(t,e){let n=t.toPrecision(e+20).replace(/([02468]\.?)5(?=\.?0{19}(e|$))/,(s,a)=>`${a}4`),
r=Number(Number(n).toPrecision(e)),c=r===0?0:Math.floor(Math.log10(Math.abs(r)));return c<-4||c>=e?r.toExponential().replace(
/e([-+])(\d)$/,"e$10$2"):`${r}`}function se(t,e){let o=4;for(;M(t,o)===M(e,o);)o+=1;return M(t,o)}function W({rows:t,columns:e},o){
let n=`in column “${e[o%e.length]}”`;return t.length>1?`in row “${t[Math.floor(o/e.length)]}”, ${n.slice(3)}`:n}
function vt(t,e){let{painted:o,known:n}=t,r=o?[]:[...e.keys()].filter(x=>!String(e[x]).trim());if(o?!e.includes(!0):r.length===
e.length)return"not answered yet.";if(r.length)return`a number is missing ${W(t,r[0])}.`;let c=[];for(let[x,v]of e.entries()){
let w=typeof v=="string"?R(v):{value:Number(v)};if("refused"in w)return`${W(t,x)}: ${w.refused}.`;c.push(w.value)}let s=x=>[
...x.keys()].filter(v=>Math.abs(c[v]-x[v])>1e-9+1e-6*Math.abs(x[v])),a=n.find(([x])=>!s(x).length);if(a)return a[1];let i=n[0][0],
[l,...h]=s(i),g=o?"cells":"numbers",[m,b]=[1+h.length,i.length],p=m===b?`all ${b} ${g} are`:`${m} of the ${b} ${g} ${h.length?
"are":"is"}`,u=o?`${e[l]?"you painted it":"you left it blank"}`:`you gave ${se(c[l],i[l])}`,d=`${h.length?"the first ":""}${W(
t,l)}`;return`not yet: ${p} wrong, ${d}: ${u}.`}function re(t){let e=t.replace(/\s/g,"").toLowerCase();if(!/^[a-p]{32}$/.
test(e))return"give 32 letters, a to p";let n=[...Array(13).keys()].map(s=>s+4).find(s=>e.slice(s)===e.slice(0,-s));if(!n)
return"the letters must repeat a block of 4 to 16 letters to the end";let r=[...Array(31).keys()].filter(s=>s>=n),c=r.filter(
s=>s>=7&&e[s-7]===e[s+1]);return c.length===r.length?"here the letter seven positions back is always the next one":c.length?
`at position ${c[0]} the letter seven positions back happens to be the next one`:null}function ce(t){let e=[.6,.3,.1],o=t.
map(a=>H(a)??[]),n=o.map((a,i)=>Math.hypot(...a.map(l=>e[i]*l)));if(Math.min(...n)<1e-6)return"each key writes something";
if(!(n[0]<n[1]&&n[1]<n[2]))return`the sizes must grow from the first key to the last; they are ${n.map(i=>M(i,4)).join("\
, ")}`;let r=[0,1].map(a=>e.reduce((i,l,h)=>i+l*o[h][a],0));if(Math.hypot(...r)<=.001*n[2])return null;let[c,s]=r.map(a=>M(
Number(a.toFixed(6))+0,3));return`the terms must add up to (0, 0); they add up to (${c}, ${s})`}var ae={"circuit.2":{judge:([
t])=>re(t)},"reading_weights.2":{reads:H,such:"two finite numbers, such as (1.5, 0)",judge:ce}};function Et({name:t,texts:e},o){
if(!o.some(i=>i.trim()))return"not answered yet.";let{reads:n,such:r,judge:c}=ae[t],s=n?o.findIndex(i=>!n(i)):-1;if(s>=0)
return`${e[s].split(":")[0]}: give ${r}.`;let a=c(o);return a?`not yet: ${a}.`:"correct."}var Y="Decide before you read on.",B="What you decided.";function j(t){return[...document.querySelectorAll(".bd-article \
blockquote")].find(o=>o.querySelector("p > strong:first-child")?.textContent===t)}function wt(){let[t,e]=[j(Y),j(B)],o=t?.
querySelector("ul");if(!t||!o||!e)return;let n=k(`vote ${location.pathname.split("/").pop()}`),r=[...e.querySelectorAll(
"li")],c=[...o.children].map(d=>f("input",{type:"radio",name:"vote",value:d.textContent?.trim()})),s=[...o.children].map(
(d,x)=>f("label",{},c[x],f("span",{},...d.firstChild?.childNodes??[]))),a=f("span",{role:"status"}),i=f("button",{type:"\
button",textContent:"Take it back"}),l=f("button",{type:"button"}),h=f("legend",{className:"visually-hidden",textContent:"\
Your vote"}),g=f("fieldset",{className:"vote"},h,...s);o.replaceWith(g),g.after(f("p",{className:"vote-noted"},a,i)),r.at(
-1)?.parentElement?.after(f("p",{className:"vote-noted"},l));let m=r.findIndex(d=>/^[^:]+: right\b/.test(d.textContent?.
trim()??"")),b=!1,p=()=>{let d=c.findIndex(x=>x.checked);a.textContent=d<0?"":"Noted, only in this browser. The answer c\
omes below.",i.hidden=d<0,l.hidden=d<0||r.length===(d===m?1:2),l.textContent=b?"Show less":"The other answers",l.ariaExpanded=
String(b),r.forEach((x,v)=>{x.classList.toggle("chosen",v===d),x.hidden=d>=0&&v!==d&&v!==m&&!b})},u=n.get();for(let d of c)
d.checked=d.value===u,d.addEventListener("change",()=>{n.set(d.value),p()});i.addEventListener("click",()=>{for(let d of c)
d.checked=!1;n.set(null),p(),c[0].focus()}),l.addEventListener("click",()=>{b=!b,p()}),p()}function ie(t,e){let{name:o,label:n="",numbers:r,parts:c,table:s,texts:a}=t,i=t,l=t,h={name:o,texts:a??[n]},g=k(`answer ${o}`),
m=f("p",{role:"status",className:"verdict"}),b=()=>{m.textContent=""},p=c?c.map((y,S)=>at(y,`${o} ${S}`,b)):s?[lt(l,b)]:
h.texts.map(y=>it(y,b)),u=f("button",{type:"submit",textContent:"Check"}),d=f("button",{type:"button",textContent:"Clear"}),
x=f("p",{className:"vote-noted"},u,d),v=f("form",{className:"answer"},...p.map(({row:y})=>y),x,m);v.ariaLabel=`Your answ\
er to exercise ${o.split(".")[1]}`;let w=()=>{let y=p.map(({get:I})=>I()),S=c?xt(i,y):s?vt(l,y[0]):r?yt(r,y[0]):Et(h,y);
return m.textContent=S,m.classList.toggle("right",S.startsWith("correct")),m.classList.toggle("wrong",S.startsWith("not \
yet")),y};v.addEventListener("submit",y=>{y.preventDefault(),g.set(JSON.stringify(w())),P(m)}),d.addEventListener("click",
()=>{for(let{set:y}of p)y(c?-1:"");b(),g.set(null)});let $=g.read(y=>mt(t,p.length,y));if($){for(let[y,{set:S}]of p.entries())
S($[y]);w()}let C=t.code?"In Python, on this page":"In a notebook",E=f("details",{},f("summary",{textContent:C}));e.before(
v,E),E.append(e)}function le(){let t=i=>document.querySelector(i),e=t("a[href^='https://colab.research.google.com']"),o=t(
".btn-download-source-button"),n=(i,l)=>f("a",{href:i,textContent:l}),r=n(o?.href,e?"download the notebook":"Download th\
e notebook");Object.assign(r,{download:"",target:"_blank"});let c=e?[n(e.href,"Open it in Colab"),", or ",r]:[r],s=n("in\
tro.html#run-it","how to run it");return f("p",{className:"in-python"},"This one is answered in Python. ",...c,"; here i\
s ",s,".")}function ue(){let t=document.querySelector("#exercise-data"),e=[...document.querySelectorAll(".bd-article div\
.cell")],o=JSON.parse(t?.textContent??"[]");for(let n of o){let r=`Exercise ${n.name}: not answered yet.`,c=e.find(m=>m.
querySelector(".output")?.textContent?.includes(r));if(!c)throw new Error(`no cell prints “${r}”`);let{code:s,numbers:a,
parts:i,table:l,texts:h}=n,g=i||a||l||h;g&&ie(n,c),s&&bt(n,c),!g&&!s&&c.before(le())}}document.addEventListener("DOMCont\
entLoaded",()=>{wt(),ue()});var V=":is(article#text, section) > section";function z(){return[...document.querySelectorAll(V)]}var L=t=>[...t.children].
filter(e=>e.localName!=="section");function St(t){let e=[],o=[];for(let n of t)o.push(n),!(L(n).every(c=>/^h\d$/.test(c.
localName))&&n.querySelector(":scope > section"))&&(e.push(o),o=[]);return e}var U=t=>t.getBoundingClientRect().bottom,N=t=>Math.max(100,innerHeight-U(t)),A=()=>2.5*Number.parseFloat(getComputedStyle(
document.documentElement).fontSize);function q(t,e){let{top:o,bottom:n}=e.getBoundingClientRect();return{part:e,top:o-U(
t),bottom:n-U(t)}}var K=(t,e)=>e.map(o=>q(t,o)).filter(({top:o,bottom:n})=>n>o),O=(t,e)=>K(t,e.flatMap(L));function X(t,e){
let o=e.map(s=>O(t,s)[0]?.top??Number.POSITIVE_INFINITY),n=o.findIndex(s=>s>-A()&&s<N(t)/2);if(n>=0)return{step:n,part:L(
e[n][0])[0]};let r=Math.max(0,o.findLastIndex(s=>s<=0)),c=O(t,e[r]);return{step:r,part:c.find(({bottom:s})=>s>A()/2)?.part}}
function $t(t,e){let o=N(t),n=O(t,e).flatMap(s=>s.bottom-s.top>o&&s.part.matches("div.cell")?K(t,[...s.part.children]):[
s]),r=[0],c=n[n.length-1].bottom+scrollY;for(let s=0;c>s+o;r.push(s))s=de(t,n,s);return r}function de(t,e,o){let n=N(t),
r=o+n,c=i=>i.top+scrollY-A()/4,s=i=>i.bottom+scrollY>r,a=e.find(s);for(;a&&c(a)<o+n/4;)a=K(t,[...a.part.children]).find(
s);return a?Math.min(c(a),r):r-Math.min(A(),n/2)}function fe(){let t=new URLSearchParams(location.search).get("exercise"),e=z().find(({id:r})=>r.startsWith(`exercise-${t}\
-`));if(!e)return!1;document.documentElement.dataset.presenting="",document.documentElement.dataset.exercise="",e.dataset.
presented="",Ct(e,/^One solution\b/,"data-solution");let o=`${location.pathname}#${e.id}`,n=f("a",{href:o,textContent:"T\
his exercise in its chapter"});return e.append(f("p",{className:"to-chapter"},n)),!0}function Ct(t,e,o){for(let n of t.querySelectorAll(
".cell details.hide > summary"))e.test(n.textContent?.trim()??"")&&n.closest(".cell")?.setAttribute(o,"")}function G(t,e,o,n){
let[r,c]=[document.createElement("button"),document.createElement("i")];return c.className=`fa-solid ${e}`,r.append(c),r.
type="button",r.className="btn btn-sm pst-navbar-icon",r.title=`${t} (${o})`,r.ariaLabel=t,r.setAttribute("aria-keyshort\
cuts",o),r.addEventListener("click",n),r}var T=t=>scrollTo({top:t,behavior:"instant"}),kt=({current:t})=>`${t} ${scrollY}`,
J=({header:t,steps:e,current:o})=>$t(t,e[o]);function Nt({quotes:t}){for(let e of t)e.removeAttribute("data-waits")}function me(){
let e=[...document.querySelectorAll("article details")].filter(n=>!n.closest(".mha")),o=e.map(n=>({fold:n,open:n.open}));
for(let n of e)n.open=!1;return o}function Z(t,e,o){let{sections:n,steps:r,status:c}=t;t.current=e;for(let i of n)i.toggleAttribute(
"data-presented",r[e].includes(i));document.documentElement.dataset.presenting=e===r.length-1?"last":"";let s=r[e][0].querySelector(
":scope > :is(h1, h2, h3, h4)"),a=document.createElement("span");if(a.className="visually-hidden",c.replaceChildren(`${e+
1} of ${r.length}`,a),!!s){if(!o){a.textContent=`: ${s.textContent.replace(/#$/,"")}`;return}s.tabIndex=-1,s.focus({preventScroll:!0}),
s.addEventListener("blur",()=>s.removeAttribute("tabindex"),{once:!0})}}function tt({header:t,steps:e,current:o,saved:n},r){
let c=n&&r===L(e[o][0])[0];r&&T(c?0:scrollY+q(t,r).top-A()/4)}var Lt=({steps:t,current:e})=>history.replaceState(history.
state,"",`#${t[e][0].id}`);function Q(t,e){let{header:o,steps:n,quotes:r,bar:c,current:s}=t,l=(O(o,n[s]).at(-1)?.bottom??
0)<N(o)+1?[]:J(t).filter(b=>b>scrollY+1),h=J(t).filter(b=>b<scrollY-1),g=e>0?l[0]:h.at(-1),m=r.find(b=>b.matches("[data-\
presented] > [data-waits]"));g!==void 0?T(g):e>0&&m?(m.removeAttribute("data-waits"),tt(t,m)):n[s+e]&&(Z(t,s+e,!c.contains(
document.activeElement)),T(e<0?J(t).at(-1)??0:0),Lt(t))}function et(t){try{return t(sessionStorage)}catch{return null}}function pe(t){
let{header:e,steps:o,quotes:n,toggle:r}=t,{step:c,part:s}=X(e,o),a=document.activeElement,i=scrollY;for(let m of n)m.toggleAttribute(
"data-waits",q(e,m).top>N(e)/2);let l={folds:me(),from:i,screen:""};t.saved=l;let h=a!==r&&!o[c].some(m=>m.contains(a));
Z(t,c,h),tt(t,s);let[g]=n;if(g&&g!==s){let{top:m,bottom:b}=q(e,g);m>0&&b>N(e)&&(g.dataset.waits="")}l.screen=kt(t),Lt(t),
et(m=>m.setItem("presenting","yes"))}function he(t,{folds:e,from:o,screen:n}){let{header:r,steps:c,sections:s,bar:a,toggle:i}=t,
{part:l}=X(r,c),h=kt(t)!==n,g=document.activeElement;t.saved=null;for(let{fold:m,open:b}of e)m.open=b;delete document.documentElement.
dataset.presenting,Nt(t);for(let m of s)m.removeAttribute("data-presented");a.contains(g)&&i.focus(),h?tt(t,l):(T(o),requestAnimationFrame(
()=>requestAnimationFrame(()=>T(o)))),et(m=>m.removeItem("presenting"))}function nt(t){t.saved?he(t,t.saved):pe(t),t.toggle.
ariaPressed=String(t.saved!==null)}function At(t){let{steps:e}=t,o=document.getElementById(location.hash.slice(1)),n=o?.
closest(V),r=e.findIndex(s=>s.some(a=>a===n));if(!o||r<0)return;document.querySelector("dialog[open]")?.close(),Z(t,r,!0),
o.checkVisibility()||Nt(t),o===e[r][0]?T(0):o.scrollIntoView({behavior:"instant"})}function ge(t,e){let{key:o}=e;e.ctrlKey||
e.altKey||e.metaKey||e.shiftKey||document.querySelector("dialog[open]")||((/^p$/i.test(o)&&!e.repeat&&!ct(e.target)||t.saved&&
o==="Escape")&&nt(t),!t.saved||!/^Page(Down|Up)$/.test(o))||(e.preventDefault(),Q(t,o==="PageDown"?1:-1))}function be(t){
if(!et(o=>o.getItem("presenting")))return;let e=location.hash;nt(t),e&&(history.replaceState(history.state,"",e),At(t))}
function ye(){let t=document.querySelector(".bd-header-article"),e=z();if(!t||e.length===0)return;Ct(document,/^imports\b/,
"data-imports");let o=G("Present","fa-person-chalkboard","p",()=>nt(c)),n=Object.assign(document.createElement("span"),{
role:"status"}),r=Object.assign(document.createElement("div"),{className:"steps"});r.append(G("Back","fa-chevron-left","\
PageUp",()=>Q(c,-1)),n,G("Next","fa-chevron-right","PageDown",()=>Q(c,1))),o.ariaPressed="false",t.querySelector(".artic\
le-header-buttons")?.prepend(o),t.querySelector(".header-article-items__start")?.append(r);let c={header:t,sections:e,steps:St(
e),quotes:[Y,B].map(j).filter(s=>s!==void 0),toggle:o,bar:r,status:n,current:0,saved:null};addEventListener("hashchange",
()=>c.saved&&At(c)),addEventListener("keydown",s=>ge(c,s),!0),document.addEventListener("DOMContentLoaded",()=>be(c))}fe()||
ye();var Tt=t=>t.toLowerCase().match(/[\p{L}\p{N}_]+/gu)??[];function xe(t){let e=[...t.querySelectorAll("li")].slice(4);if(e.
length<2)return null;let o=document.createElement("details"),n=document.createElement("summary"),r=document.createElement(
"ul");o.className="more";let c=document.createElement("span");return c.className="visually-hidden",c.textContent=`: ${t.
querySelector("a")?.textContent}`,n.append(`${e.length} more`,c),r.append(...e),o.append(n,r),t.append(o),o}function ve(t){
let e=[...t.querySelectorAll("li")],o=e.filter(l=>l.querySelector("ul")),n=e.filter(l=>!o.includes(l)).map(l=>{let h=decodeURIComponent(
l.querySelector("a")?.hash.slice(1)??""),g=document.getElementById(h)?.closest("section");return{item:l,text:Tt(g?.textContent??
"").join(" ")}});if(n.length<20)return;let c=(n.length<60?[]:o.slice(1)).flatMap(l=>xe(l)??[]),s=document.createElement(
"label"),a=document.createElement("input"),i=document.createElement("span");s.className="filter",s.append("Show only tho\
se with ",a,i),a.type="search",i.setAttribute("role","status"),a.addEventListener("input",()=>{let l=Tt(a.value).map(u=>u.
replace(/(?<=..[^s])s$/,"")),h=u=>!/^\d/.test(u)&&n.some(({text:d})=>d.includes(u)),g=l.filter(h),m=n.map(({text:u})=>g.
filter(d=>u.includes(d)).length),b=l.length>0?Math.max(1,...m):0;n.forEach(({item:u},d)=>{u.hidden=m[d]<b});for(let u of c)
u.open=l.length>0,u.classList.toggle("all",l.length>0);for(let u of o)u.hidden=!u.querySelector("li:not([hidden])");let p=n.
filter(({item:u})=>!u.hidden).length;i.textContent=l.length>0?` ${p} of ${n.length}`:""}),t.querySelector(".topic-title")?.
after(s)}for(let t of document.querySelectorAll("nav.contents"))ve(t);var It=8,Ee=/^[\w.-]+(?:,\s+[\w.-]+)*$/;function we(t){
let e=(t.querySelector("summary")?.textContent??"").replace(/: \d+$/,"");return[...t.querySelectorAll("li, :scope > p")].
map(n=>{let r=n.textContent.trim(),[,c,s]=/^(.*): (.*)$/s.exec(r)??["","",r];if(Ee.test(s))return{names:s,says:c?`${e}: ${c}`:
e};let[,a,i]=/^([\w.-]+): (.*)$/s.exec(r)??["","",""];return{names:a,says:`${e}: ${i}`}}).flatMap(({names:n,says:r})=>n.
split(/,\s+/).filter(Boolean).map(c=>({name:c,verdict:r})))}function Se(t){let e=[...t.querySelectorAll("details")],o=e.
flatMap(we),n=document.createElement("label"),r=document.createElement("input"),c=document.createElement("div");n.className=
"filter",n.append("Your model_type ",r),r.type="search",r.placeholder="qwen3",c.setAttribute("role","status"),r.addEventListener(
"input",()=>{let s=r.value.trim().toLowerCase().replace(/[\s_-]+/g,""),a=o.filter(({name:l})=>l.replace(/[_-]/g,"").includes(
s));if(a.sort((l,h)=>l.name.length-h.name.length),c.replaceChildren(),s==="")return;for(let{name:l,verdict:h}of a.slice(
0,It)){let g=document.createElement("p"),m=document.createElement("strong");m.textContent=l,g.append(m,` ${h}`),c.append(
g)}let i=a.length-It;i>0&&c.append(`and ${i} more`),a.length===0&&c.append("No family's name contains this.")}),e[0].before(
n,c)}var Mt=document.getElementById("is-your-model-among-them");Mt&&Se(Mt);})();
