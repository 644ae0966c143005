// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{var nt=".pst-scrollable-table-container",et=`${nt}, details.numbers > div`,j=t=>document.querySelector(t);function It(){
let t=null,e=()=>{document.activeElement===document.body&&t?.focus({preventScroll:!0})},o=({target:n,detail:r})=>{!(n instanceof
Element)||n.closest("dialog")||(t=r===0?n.closest("button"):null,setTimeout(e))};document.addEventListener("click",o,!0),
document.addEventListener("close",()=>setTimeout(e),!0)}function Ot(){let t=document.createElement("div");t.role="status",
t.className="visually-hidden",document.body.append(t);let e=([{target:n}])=>{let r=n;r.ariaLabel="Copy to clipboard";let{
tooltip:c=""}=r.dataset;t.textContent=c==="Copy"?"":c},o=j("main");new MutationObserver(e).observe(o,{attributeFilter:["\
data-tooltip"],subtree:!0})}function Mt(){let t=j(".primary-toggle"),e=j("#pst-primary-sidebar"),o=matchMedia("(min-widt\
h: 992px)"),n=()=>{let r=e.classList.contains("pst-sidebar-hidden");t.ariaExpanded=o.matches?String(!r):null,t.ariaHasPopup=
o.matches?null:"dialog"};n(),o.addEventListener("change",n),new MutationObserver(n).observe(e,{attributeFilter:["class"]})}
function qt(){let t=c=>({box:c,before:c.scrollLeft,all:c.scrollWidth-c.clientWidth}),e=({box:c,before:s,all:a})=>{c.classList.
toggle("wide",a>1),c.matches(nt)&&(c.tabIndex=a>0?0:-1),c.style.setProperty("--before",`${s}px`),c.style.setProperty("--\
after",`${a-s}px`)},o=c=>c.map(t).forEach(e),n=new ResizeObserver(c=>{let s=c.map(({target:a})=>a.closest(et));o([...new Set(
s)])}),r=document.querySelectorAll(et);for(let c of r){c.addEventListener("scroll",()=>o([c]),{passive:!0});for(let s of[
c,...c.children])n.observe(s)}}It();document.addEventListener("DOMContentLoaded",()=>{Ot(),Mt(),qt()});function f(t,e,...o){let n=Object.assign(document.createElement(t),e);return n.append(...o),n}function ot({label:t,options:e},o,n){if(e.length>8){let s=f("input",{type:"range",min:0,max:e.length-1}),a=f("span",{ariaHidden:!0}),
i=()=>{a.textContent=s.ariaValueText=`${e[Number(s.value)]}`};s.addEventListener("input",()=>{i(),n()});let l=h=>{s.value=
String(Math.max(h,0)),i()};return l(0),{row:f("label",{},t,s,a),get:()=>Number(s.value),set:l}}let r=e.map(()=>f("input",
{type:"radio",name:o})),c=e.map((s,a)=>f("label",{},r[a],`${s}`));for(let s of r)s.addEventListener("change",n);return{row:f(
"fieldset",{},f("legend",{textContent:t}),f("div",{},...c)),get:()=>r.findIndex(s=>s.checked),set:s=>{for(let[a,i]of r.entries())
i.checked=s===a}}}function st(t,e){let o=f("input",{type:"text",autocomplete:"off",spellcheck:!1});return o.addEventListener(
"input",e),{row:f("label",{},t,o),get:()=>o.value,set:n=>o.value=n??""}}function Pt(t){let e={ArrowUp:[-1,0],ArrowDown:[
1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]},o=(n,r,c)=>{let s=t[r][c],[a,i]=e[n.key]??[0,0],l=t[r+a]?.[c+i];if(n.key==="Home"&&
(l=t[r][0]),n.key==="End"&&(l=t[r].at(-1)),s instanceof HTMLInputElement){n.key==="Enter"&&(l=t.flat()[r*t[0].length+c+1]);
let h=i>0?s.value.length:0,g=s.selectionStart!==s.selectionEnd||s.selectionEnd!==h;if(/Home|End/.test(n.key)||i&&g)return}
!l||l===s||(n.preventDefault(),l.focus(),l instanceof HTMLInputElement&&l.select())};for(let[n,r]of t.entries())for(let[
c,s]of r.entries())s.onkeydown=a=>o(a,n,c)}function _t(t,e,o){let n=a=>a.ariaPressed==="true",r=(a,i)=>{a.ariaPressed=String(
!!i),a.textContent=i?"✓":""},c=(a,i)=>{n(a)!==i&&(r(a,i),o())},s=null;for(let a of e)a.tabIndex=a===e[0]?0:-1,r(a,!1),
a.addEventListener("focus",()=>{for(let i of e)i.tabIndex=i===a?0:-1}),a.addEventListener("click",({detail:i})=>{i||c(a,
!n(a))}),a.addEventListener("pointerdown",i=>{!i.isPrimary||i.button||(s=!n(a),c(a,s))});return t.addEventListener("poin\
termove",a=>{if(a.buttons!==1&&(s=null),s!==null)for(let{clientX:i,clientY:l}of[...a.getCoalescedEvents?.()??[],a]){let h=document.
elementFromPoint(i,l),g=e.find(p=>p===h);g&&c(g,s)}}),{isOn:n,set:r}}function rt({table:t,rows:e,columns:o,painted:n},r){
let c=e.map(u=>o.map(d=>`row ${u}, column ${d}`)),s=n?[]:c.map(u=>u.map(d=>Rt(d,r))),a=n?c.map(u=>u.map(d=>f("button",{type:"\
button",ariaLabel:d}))):[],i=n?a:s,l=(u,d)=>f("th",{scope:u,textContent:d}),h=f("tr",{},f("td",{}),...o.map(u=>l("col",u))),
g=i.map((u,d)=>f("tr",{},l("row",e[d]),...u.map(x=>f("td",{},x)))),p=f("table",{},f("thead",{},h),f("tbody",{},...g));n&&
(p.role="grid"),p.ariaLabel=t,p.style.setProperty("--columns",String(o.length)),p.style.setProperty("--head",`${Math.max(
...e.map(u=>u.length))+1}ch`),Pt(i);let b=f("div",{},f("p",{textContent:t}),p);if(n){let u=a.flat(),{isOn:d,set:x}=_t(p,
u,r);return{row:b,get:()=>u.map(d),set:v=>{for(let[w,$]of u.entries())x($,v[w])}}}let m=s.flat();return{row:b,get:()=>m.
map(u=>u.value),set:u=>{for(let[d,x]of m.entries())x.value=u[d]??""}}}function Rt(t,e){let o=f("input",{type:"text",autocomplete:"\
off",spellcheck:!1,ariaLabel:t});return o.addEventListener("input",e),o}var jt="write it like 0.25, 1/4, 25%, 16√2, 2^9 or 4,096";var Dt=[String.raw`(?:,\d{3})+(?:\.\d+)?`,String.raw`(?: \d{3})+(?:[.,]\d+)?`,String.raw`(?:'\d{3})+(?:[.,]\d+)?`,String.
raw`(?:_\d{3})+(?:\.\d+)?`,String.raw`(?:\.\d{3}){2,}(?:,\d+)?`,String.raw`\.\d{3},\d+`].join("|"),Ft=new RegExp(String.
raw`(?:([1-9]\d{0,2}(?:${Dt}))|\d+(?:\.\d*|,\d+)?|[.,]\d+)(?:e[-+]?\d+)?(?![\d.,'_])`,"iy"),Ht=/ ?([¼-¾⅐-⅞↉])/y,
ct=/ (\d+)\/(\d+)(?! ?[\d.,'_/^*])/y,Yt=/√|(?:math\.|np\.)?sqrt/iy,Bt=/^ ?(?:\(|√|(?:math\.|np\.)?sqrt)/i,Wt=/\*(?!\*)| x |x ?(?=10 ?(?:\^|\*\*))/iy,
zt=/^(?:[\p{L}_][\p{L}\p{N}_ ]*)?(?::=|[=≈≃≅~∼]) ?/u;function at(t){return t.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
"").replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g,e=>`^(${e.normalize("NFKC")})`).replace(/['’‘ʼ′´`]/g,"'").replace(/[^¼-¾⅐-⅞↉]+/g,
e=>e.normalize("NFKC")).replace(/[−–—‒‐‑﹣]/g,"-").replace(/[×·⋅∙•∗✕✖]/g,"*").replace(/[÷∕⁄]/g,
"/").replace(/\s+/g," ").replace(/per ?cent(?= ?\.?$)/i,"%").trim().replace(/([\d)%¼-¾⅐-⅞↉]) ?\.$/,"$1")}function Ut(t){
let e=0,o=(m=`cannot be read as a number: ${jt}`)=>{throw new Error(m)},n=m=>{for(let u of[e,t[e]===" "?e+1:-1]){m.lastIndex=
u;let d=u<0?null:m.exec(t);if(d)return e=m.lastIndex,d}return null},r=m=>(Number.isNaN(m)&&o("has no real value: give a \
finite number"),Number.isFinite(m)?m:o("is too large: give a finite number")),c=(m,u)=>u===0?o("divides by zero: give a \
finite number"):r(m/u);function s(){let m=()=>{let y=n(Ht)?.[1];if(!y)return null;let[S,I]=y.normalize("NFKC").split("⁄").
map(Number);return c(S,I)},u=n(Ft);if(!u)return m()??o();let[d,x]=u,v=d.replace(",",".");if(x){let y=d.match(/\D/)?.[0]??
"";v=d.replaceAll(y,"").replace(",",".")}let w=r(Number(v));if(!/^\d+$/.test(d))return w;ct.lastIndex=e;let[$,C,E]=ct.exec(
t)??[];return $?(e+=$.length,Number(C)<Number(E)?w+Number(C)/Number(E):o()):w+(m()??0)}function a(){if(n(Yt)){let u=n(/[-+]/y)?.[0]===
"-"?-1:1;return r(Math.sqrt(u*a()))}if(!n(/\(/y))return s();let m=g();return n(/\)/y)?m:o()}function i(){let m=a();if(!n(
/\^|\*\*/y))return m;let u=l();return m===0&&u<0?c(1,0):r(m**u)}function l(){return(n(/[-+]/y)?.[0]==="-"?-1:1)*i()}function h(){
let m=l();for(let u=!1;;)if(n(Wt))m=r(m*l());else if(n(/\//y))u=!0,m=c(m,l());else if(Bt.test(t.slice(e)))m=u?o():r(m*i());else
return m}function g(){let m=h();for(let u=n(/[-+]/y);u;u=n(/[-+]/y))m=r(m+(u[0]==="-"?-1:1)*h());return m}let p=/^([-+ ]*)([^-+*/^()√a-z]+) ?%$/i.
exec(t);p&&(t=(p[1]+p[2]).trim()),/^[-+]?(inf|infinity|∞|nan)$/i.test(t)&&o("is not finite: give a finite number");let b=g();
return e<t.length&&o(),p?b/100:b}function P(t){let e=at(t).replace(zt,""),o=t.trim().length>30?`${t.trim().slice(0,29)}…`:
t.trim();try{return{value:Ut(t.length>1e3?"":e),whole:/^[-+]?\d+$/.test(e)?BigInt(e.replace("+","")):null}}catch(n){return{
refused:`“${o}” ${n.message}`}}}function D(t){let e=at(t),o=/^[([](.*)[)\]]$/.exec(e)?.[1];for(let n of o===void 0?[
e]:[o,e]){let r=[/;/,/ ,|, /,/ /,/,/].find(a=>a.test(n.trim())),c=r?n.trim().split(r).map(P):[],s=c.flatMap(a=>a.refused===
void 0?[a.value]:[]);if(c.length===2&&s.length===2)return s}return null}function k(t){let e=null,o=s=>{try{return s()}catch{return null}},n=()=>e??o(()=>localStorage.getItem(t)),r=s=>{e=s,o(()=>s?
localStorage.setItem(t,s):localStorage.removeItem(t))};return{get:n,set:r,read:s=>{let a=n();if(a===null)return null;let l=a.
length<=1e5?o(()=>JSON.parse(a)):null;return l!==null&&s(l)?l:(r(null),null)}}}function lt({parts:t,table:e,columns:o=[],painted:n,rows:r=[]},c,s){let a=h=>typeof h=="string"&&h.length<=1e3,i=h=>n?typeof h==
"boolean":a(h);if(!Array.isArray(s)||s.length!==c)return!1;if(t)return s.every((h,g)=>Number.isInteger(h)&&h>=-1&&h<t[g].
options.length);if(!e)return s.every(a);let[l]=s;return Array.isArray(l)&&l.length===r.length*o.length&&l.every(i)}var Vt=new URL("../",document.currentScript.src).href,ut=globalThis,dt={};function _(t){return dt[t]??=new Promise((e,o)=>{
let n=f("script",{src:Vt+t,onload:e,onerror:o});document.head.append(n)}),dt[t]}var ft="It runs only in this browser, on\
 a small part of torch. Ctrl+Enter or Cmd+Enter runs it. Tab indents; Escape, then Tab, leaves the editor. Tried in Chro\
mium, Firefox and WebKit.";function mt({name:t},e){let[o,n]=t.split("."),r=k(`code ${t}`),c=e.querySelector(".cell_input\
 pre")?.textContent?.trimEnd()??"",s=r.get(),a=f("p",{className:"about-python",hidden:!0,textContent:ft}),i=f("textarea",
{ariaLabel:`Your code for exercise ${n}`,autocapitalize:"off",autocomplete:"off",spellcheck:!1,value:s&&s.length<=1e5?s:
c});i.rows=i.value.split(`
`).length;let l=f("pre",{role:"log",ariaLabel:"Printed",hidden:!0,tabIndex:0}),h=f("p",{role:"status",className:"verdict"}),
g=f("button",{type:"submit",textContent:"Run"}),p=f("button",{type:"button",textContent:"Start anew"}),b=f("p",{className:"\
vote-noted"},g,p),m=f("form",{className:"answer code"},i,b,l,h,a);m.ariaLabel=`Your answer in Python to exercise ${n}`;let u={
get:()=>i.value,set:E=>{i.value=E}},d=E=>{h.textContent=E,h.classList.toggle("right",E.startsWith("correct")),h.classList.
toggle("wrong",E.startsWith("not yet"))},x=E=>{l.hidden=!1,l.append(`${E}
`)},v=()=>{l.replaceChildren(),l.hidden=!0,d("")},w=E=>{r.set(E===c?null:E),d("")},$=()=>{for(let y of["python/wasm.js",
"python/worker.js",`cases/${o}.js`])_(y).catch(()=>{});let E=()=>{a.hidden=!1;let y=()=>m.requestSubmit();u=ut.bookPython.
edit(i,{about:ft,run:y,changed:w})};_("python/editor.js").then(E,()=>{})};i.addEventListener("focus",$,{once:!0}),i.addEventListener(
"input",()=>w(i.value)),m.addEventListener("submit",async E=>{if(E.preventDefault(),!g.ariaDisabled){v(),g.ariaDisabled=
"true",d("running …");try{let y=["wasm","worker","editor"].map(Tt=>_(`python/${Tt}.js`));await Promise.all([...y,_(`ca\
ses/${o}.js`)]);let{bookPython:S,bookTexts:I,codeCases:Lt}=ut;d((await S.runCell(I,u.get(),Lt[t],x)).text)}catch{d("the \
page's Python could not be loaded: open the notebook.")}g.ariaDisabled=null}}),p.addEventListener("click",()=>{u.set(c),
r.set(null),v()});let C=f("details",{},f("summary",{textContent:"In a notebook"}));e.before(m,C),C.append(e)}function Xt({value:t,whole:e}){let o=`${e??""}`;return o?o.length>40?`${o.slice(0,18)}...${o.slice(-19)}`:o:t!==0&&(Math.
abs(t)<1e-4||Math.abs(t)>=1e16)?t.toExponential().replace(/e([-+])(\d)$/,"e$10$2"):Number.isInteger(t)?`${t}.0`:`${t}`}function pt(t,e){
if(!e.trim())return"not answered yet.";let o=P(e);if("refused"in o)return`${o.refused}.`;let{value:n}=o,r=([c,s])=>n===c||
Math.abs(n-c)<=s*Math.max(Math.abs(n),Math.abs(c));return t.find(r)?.[2]??`not yet: ${Xt(o)} is not right.`}function ht({
parts:t,sentences:e,verdicts:o},n){if(n.includes(-1))return"not answered yet.";let r=t.reduce((c,{options:s},a)=>c*s.length+
n[a],0);return e[o[r]]}function O(t,e){let n=t.toPrecision(e+20).replace(/([02468]\.?)5(?=\.?0{19}(e|$))/,(s,a)=>`${a}4`),
r=Number(Number(n).toPrecision(e)),c=r===0?0:Math.floor(Math.log10(Math.abs(r)));return c<-4||c>=e?r.toExponential().replace(
/e([-+])(\d)$/,"e$10$2"):`${r}`}function Gt(t,e){let o=4;for(;O(t,o)===O(e,o);)o+=1;return O(t,o)}function F({rows:t,columns:e},o){
let n=`in column “${e[o%e.length]}”`;return t.length>1?`in row “${t[Math.floor(o/e.length)]}”, ${n.slice(3)}`:n}
function gt(t,e){let{painted:o,known:n}=t,r=o?[]:[...e.keys()].filter(x=>!String(e[x]).trim());if(o?!e.includes(!0):r.length===
e.length)return"not answered yet.";if(r.length)return`a number is missing ${F(t,r[0])}.`;let c=[];for(let[x,v]of e.entries()){
let w=typeof v=="string"?P(v):{value:Number(v)};if("refused"in w)return`${F(t,x)}: ${w.refused}.`;c.push(w.value)}let s=x=>[
...x.keys()].filter(v=>Math.abs(c[v]-x[v])>1e-9+1e-6*Math.abs(x[v])),a=n.find(([x])=>!s(x).length);if(a)return a[1];let i=n[0][0],
[l,...h]=s(i),g=o?"cells":"numbers",[p,b]=[1+h.length,i.length],m=p===b?`all ${b} ${g} are`:`${p} of the ${b} ${g} ${h.length?
"are":"is"}`,u=o?`${e[l]?"you painted it":"you left it blank"}`:`you gave ${Gt(c[l],i[l])}`,d=`${h.length?"the first ":""}${F(
t,l)}`;return`not yet: ${m} wrong, ${d}: ${u}.`}function Jt(t){let e=t.replace(/\s/g,"").toLowerCase();if(!/^[a-p]{32}$/.
test(e))return"give 32 letters, a to p";let n=[...Array(13).keys()].map(s=>s+4).find(s=>e.slice(s)===e.slice(0,-s));if(!n)
return"the letters must repeat a block of 4 to 16 letters to the end";let r=[...Array(31).keys()].filter(s=>s>=n),c=r.filter(
s=>s>=7&&e[s-7]===e[s+1]);return c.length===r.length?"here the letter seven positions back is always the next one":c.length?
`at position ${c[0]} the letter seven positions back happens to be the next one`:null}function Qt(t){let e=[.6,.3,.1],o=t.
map(a=>D(a)??[]),n=o.map((a,i)=>Math.hypot(...a.map(l=>e[i]*l)));if(Math.min(...n)<1e-6)return"each key writes something";
if(!(n[0]<n[1]&&n[1]<n[2]))return`the sizes must grow from the first key to the last; they are ${n.map(i=>O(i,4)).join("\
, ")}`;let r=[0,1].map(a=>e.reduce((i,l,h)=>i+l*o[h][a],0));if(Math.hypot(...r)<=.001*n[2])return null;let[c,s]=r.map(a=>O(
Number(a.toFixed(6))+0,3));return`the terms must add up to (0, 0); they add up to (${c}, ${s})`}var Zt={"circuit.2":{judge:([
t])=>Jt(t)},"reading_weights.2":{reads:D,such:"two finite numbers, such as (1.5, 0)",judge:Qt}};function bt({name:t,texts:e},o){
if(!o.some(i=>i.trim()))return"not answered yet.";let{reads:n,such:r,judge:c}=Zt[t],s=n?o.findIndex(i=>!n(i)):-1;if(s>=0)
return`${e[s].split(":")[0]}: give ${r}.`;let a=c(o);return a?`not yet: ${a}.`:"correct."}var H="Decide before you read on.",Y="What you decided.";function R(t){return[...document.querySelectorAll(".bd-article \
blockquote")].find(o=>o.querySelector("p > strong:first-child")?.textContent===t)}function yt(){let[t,e]=[R(H),R(Y)],o=t?.
querySelector("ul");if(!t||!o||!e)return;let n=k(`vote ${location.pathname.split("/").pop()}`),r=[...e.querySelectorAll(
"li")],c=[...o.children].map(d=>f("input",{type:"radio",name:"vote",value:d.textContent?.trim()})),s=[...o.children].map(
(d,x)=>f("label",{},c[x],f("span",{},...d.firstChild?.childNodes??[]))),a=f("span",{role:"status"}),i=f("button",{type:"\
button",textContent:"Take it back"}),l=f("button",{type:"button"}),h=f("legend",{className:"visually-hidden",textContent:"\
Your vote"}),g=f("fieldset",{className:"vote"},h,...s);o.replaceWith(g),g.after(f("p",{className:"vote-noted"},a,i)),r.at(
-1)?.parentElement?.after(f("p",{className:"vote-noted"},l));let p=r.findIndex(d=>/^[^:]+: right\b/.test(d.textContent?.
trim()??"")),b=!1,m=()=>{let d=c.findIndex(x=>x.checked);a.textContent=d<0?"":"Noted, only in this browser. The answer c\
omes below.",i.hidden=d<0,l.hidden=d<0||r.length===(d===p?1:2),l.textContent=b?"Show less":"The other answers",l.ariaExpanded=
String(b),r.forEach((x,v)=>{x.classList.toggle("chosen",v===d),x.hidden=d>=0&&v!==d&&v!==p&&!b})},u=n.get();for(let d of c)
d.checked=d.value===u,d.addEventListener("change",()=>{n.set(d.value),m()});i.addEventListener("click",()=>{for(let d of c)
d.checked=!1;n.set(null),m(),c[0].focus()}),l.addEventListener("click",()=>{b=!b,m()}),m()}function te(t,e){let{name:o,label:n="",numbers:r,parts:c,table:s,texts:a}=t,i=t,l=t,h={name:o,texts:a??[n]},g=k(`answer ${o}`),
p=f("p",{role:"status",className:"verdict"}),b=()=>{p.textContent=""},m=c?c.map((y,S)=>ot(y,`${o} ${S}`,b)):s?[rt(l,b)]:
h.texts.map(y=>st(y,b)),u=f("button",{type:"submit",textContent:"Check"}),d=f("button",{type:"button",textContent:"Clear"}),
x=f("p",{className:"vote-noted"},u,d),v=f("form",{className:"answer"},...m.map(({row:y})=>y),x,p);v.ariaLabel=`Your answ\
er to exercise ${o.split(".")[1]}`;let w=()=>{let y=m.map(({get:I})=>I()),S=c?ht(i,y):s?gt(l,y[0]):r?pt(r,y[0]):bt(h,y);
return p.textContent=S,p.classList.toggle("right",S.startsWith("correct")),p.classList.toggle("wrong",S.startsWith("not \
yet")),y};v.addEventListener("submit",y=>{y.preventDefault(),g.set(JSON.stringify(w()))}),d.addEventListener("click",()=>{
for(let{set:y}of m)y(c?-1:"");b(),g.set(null)});let $=g.read(y=>lt(t,m.length,y));if($){for(let[y,{set:S}]of m.entries())
S($[y]);w()}let C=t.code?"In Python, on this page":"In a notebook",E=f("details",{},f("summary",{textContent:C}));e.before(
v,E),E.append(e)}function ee(){let t=i=>document.querySelector(i),e=t("a[href^='https://colab.research.google.com']"),o=t(
".btn-download-source-button"),n=(i,l)=>f("a",{href:i,textContent:l}),r=n(o?.href,e?"download the notebook":"Download th\
e notebook");Object.assign(r,{download:"",target:"_blank"});let c=e?[n(e.href,"Open it in Colab"),", or ",r]:[r],s=n("in\
tro.html#run-it","how to run it");return f("p",{className:"in-python"},"This one is answered in Python. ",...c,"; here i\
s ",s,".")}function ne(){let t=document.querySelector("#exercise-data"),e=[...document.querySelectorAll(".bd-article div\
.cell")],o=JSON.parse(t?.textContent??"[]");for(let n of o){let r=`Exercise ${n.name}: not answered yet.`,c=e.find(p=>p.
querySelector(".output")?.textContent?.includes(r));if(!c)throw new Error(`no cell prints “${r}”`);let{code:s,numbers:a,
parts:i,table:l,texts:h}=n,g=i||a||l||h;g&&te(n,c),s&&mt(n,c),!g&&!s&&c.before(ee())}}document.addEventListener("DOMCont\
entLoaded",()=>{yt(),ne()});var B=":is(article#text, section) > section";function W(){return[...document.querySelectorAll(B)]}var A=t=>[...t.children].
filter(e=>e.localName!=="section");function xt(t){let e=[],o=[];for(let n of t)o.push(n),!(A(n).every(c=>/^h\d$/.test(c.
localName))&&n.querySelector(":scope > section"))&&(e.push(o),o=[]);return e}var z=t=>t.getBoundingClientRect().bottom,N=t=>Math.max(100,innerHeight-z(t)),L=()=>2.5*Number.parseFloat(getComputedStyle(
document.documentElement).fontSize);function q(t,e){let{top:o,bottom:n}=e.getBoundingClientRect();return{part:e,top:o-z(
t),bottom:n-z(t)}}var U=(t,e)=>e.map(o=>q(t,o)).filter(({top:o,bottom:n})=>n>o),M=(t,e)=>U(t,e.flatMap(A));function K(t,e){
let o=e.map(s=>M(t,s)[0]?.top??Number.POSITIVE_INFINITY),n=o.findIndex(s=>s>-L()&&s<N(t)/2);if(n>=0)return{step:n,part:A(
e[n][0])[0]};let r=Math.max(0,o.findLastIndex(s=>s<=0)),c=M(t,e[r]);return{step:r,part:c.find(({bottom:s})=>s>L()/2)?.part}}
function vt(t,e){let o=N(t),n=M(t,e).flatMap(s=>s.bottom-s.top>o&&s.part.matches("div.cell")?U(t,[...s.part.children]):[
s]),r=[0],c=n[n.length-1].bottom+scrollY;for(let s=0;c>s+o;r.push(s))s=oe(t,n,s);return r}function oe(t,e,o){let n=N(t),
r=o+n,c=i=>i.top+scrollY-L()/4,s=i=>i.bottom+scrollY>r,a=e.find(s);for(;a&&c(a)<o+n/4;)a=U(t,[...a.part.children]).find(
s);return a?Math.min(c(a),r):r-Math.min(L(),n/2)}var se="input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";function re(){let t=new URLSearchParams(
location.search).get("exercise"),e=W().find(({id:r})=>r.startsWith(`exercise-${t}-`));if(!e)return!1;document.documentElement.
dataset.presenting="",document.documentElement.dataset.exercise="",e.dataset.presented="",Et(e,/^One solution\b/,"data-s\
olution");let o=`${location.pathname}#${e.id}`,n=f("a",{href:o,textContent:"This exercise in its chapter"});return e.append(
f("p",{className:"to-chapter"},n)),!0}function Et(t,e,o){for(let n of t.querySelectorAll(".cell details.hide > summary"))
e.test(n.textContent?.trim()??"")&&n.closest(".cell")?.setAttribute(o,"")}function V(t,e,o,n){let[r,c]=[document.createElement(
"button"),document.createElement("i")];return c.className=`fa-solid ${e}`,r.append(c),r.type="button",r.className="btn b\
tn-sm pst-navbar-icon",r.title=`${t} (${o})`,r.ariaLabel=t,r.setAttribute("aria-keyshortcuts",o),r.addEventListener("cli\
ck",n),r}var T=t=>scrollTo({top:t,behavior:"instant"}),wt=({current:t})=>`${t} ${scrollY}`,X=({header:t,steps:e,current:o})=>vt(
t,e[o]);function St({quotes:t}){for(let e of t)e.removeAttribute("data-waits")}function ce(){let e=[...document.querySelectorAll(
"article details")].filter(n=>!n.closest(".mha")),o=e.map(n=>({fold:n,open:n.open}));for(let n of e)n.open=!1;return o}function J(t,e,o){
let{sections:n,steps:r,status:c}=t;t.current=e;for(let i of n)i.toggleAttribute("data-presented",r[e].includes(i));document.
documentElement.dataset.presenting=e===r.length-1?"last":"";let s=r[e][0].querySelector(":scope > :is(h1, h2, h3, h4)"),
a=document.createElement("span");if(a.className="visually-hidden",c.replaceChildren(`${e+1} of ${r.length}`,a),!!s){if(!o){
a.textContent=`: ${s.textContent.replace(/#$/,"")}`;return}s.tabIndex=-1,s.focus({preventScroll:!0}),s.addEventListener(
"blur",()=>s.removeAttribute("tabindex"),{once:!0})}}function Q({header:t,steps:e,current:o,saved:n},r){let c=n&&r===A(e[o][0])[0];
r&&T(c?0:scrollY+q(t,r).top-L()/4)}var $t=({steps:t,current:e})=>history.replaceState(history.state,"",`#${t[e][0].id}`);
function G(t,e){let{header:o,steps:n,quotes:r,bar:c,current:s}=t,l=(M(o,n[s]).at(-1)?.bottom??0)<N(o)+1?[]:X(t).filter(b=>b>
scrollY+1),h=X(t).filter(b=>b<scrollY-1),g=e>0?l[0]:h.at(-1),p=r.find(b=>b.matches("[data-presented] > [data-waits]"));g!==
void 0?T(g):e>0&&p?(p.removeAttribute("data-waits"),Q(t,p)):n[s+e]&&(J(t,s+e,!c.contains(document.activeElement)),T(e<0?
X(t).at(-1)??0:0),$t(t))}function Z(t){try{return t(sessionStorage)}catch{return null}}function ae(t){let{header:e,steps:o,
quotes:n,toggle:r}=t,{step:c,part:s}=K(e,o),a=document.activeElement,i=scrollY;for(let p of n)p.toggleAttribute("data-wa\
its",q(e,p).top>N(e)/2);let l={folds:ce(),from:i,screen:""};t.saved=l;let h=a!==r&&!o[c].some(p=>p.contains(a));J(t,c,h),
Q(t,s);let[g]=n;if(g&&g!==s){let{top:p,bottom:b}=q(e,g);p>0&&b>N(e)&&(g.dataset.waits="")}l.screen=wt(t),$t(t),Z(p=>p.setItem(
"presenting","yes"))}function ie(t,{folds:e,from:o,screen:n}){let{header:r,steps:c,sections:s,bar:a,toggle:i}=t,{part:l}=K(
r,c),h=wt(t)!==n,g=document.activeElement;t.saved=null;for(let{fold:p,open:b}of e)p.open=b;delete document.documentElement.
dataset.presenting,St(t);for(let p of s)p.removeAttribute("data-presented");a.contains(g)&&i.focus(),h?Q(t,l):(T(o),requestAnimationFrame(
()=>requestAnimationFrame(()=>T(o)))),Z(p=>p.removeItem("presenting"))}function tt(t){t.saved?ie(t,t.saved):ae(t),t.toggle.
ariaPressed=String(t.saved!==null)}function Ct(t){let{steps:e}=t,o=document.getElementById(location.hash.slice(1)),n=o?.
closest(B),r=e.findIndex(s=>s.some(a=>a===n));if(!o||r<0)return;document.querySelector("dialog[open]")?.close(),J(t,r,!0),
o.checkVisibility()||St(t),o===e[r][0]?T(0):o.scrollIntoView({behavior:"instant"})}function le(t,e){let{key:o}=e;if(e.ctrlKey||
e.altKey||e.metaKey||e.shiftKey||document.querySelector("dialog[open]"))return;let r=e.target instanceof Element&&e.target.
closest(se);(/^p$/i.test(o)&&!e.repeat&&!r||t.saved&&o==="Escape")&&tt(t),!(!t.saved||!/^Page(Down|Up)$/.test(o))&&(e.preventDefault(),
G(t,o==="PageDown"?1:-1))}function ue(t){if(!Z(o=>o.getItem("presenting")))return;let e=location.hash;tt(t),e&&(history.
replaceState(history.state,"",e),Ct(t))}function de(){let t=document.querySelector(".bd-header-article"),e=W();if(!t||e.
length===0)return;Et(document,/^imports\b/,"data-imports");let o=V("Present","fa-person-chalkboard","p",()=>tt(c)),n=Object.
assign(document.createElement("span"),{role:"status"}),r=Object.assign(document.createElement("div"),{className:"steps"});
r.append(V("Back","fa-chevron-left","PageUp",()=>G(c,-1)),n,V("Next","fa-chevron-right","PageDown",()=>G(c,1))),o.ariaPressed=
"false",t.querySelector(".article-header-buttons")?.prepend(o),t.querySelector(".header-article-items__start")?.append(r);
let c={header:t,sections:e,steps:xt(e),quotes:[H,Y].map(R).filter(s=>s!==void 0),toggle:o,bar:r,status:n,current:0,saved:null};
addEventListener("hashchange",()=>c.saved&&Ct(c)),addEventListener("keydown",s=>le(c,s),!0),document.addEventListener("D\
OMContentLoaded",()=>ue(c))}re()||de();var kt=t=>t.toLowerCase().match(/[\p{L}\p{N}_]+/gu)??[];function fe(t){let e=[...t.querySelectorAll("li")].slice(4);if(e.
length<2)return null;let o=document.createElement("details"),n=document.createElement("summary"),r=document.createElement(
"ul");o.className="more";let c=document.createElement("span");return c.className="visually-hidden",c.textContent=`: ${t.
querySelector("a")?.textContent}`,n.append(`${e.length} more`,c),r.append(...e),o.append(n,r),t.append(o),o}function me(t){
let e=[...t.querySelectorAll("li")],o=e.filter(l=>l.querySelector("ul")),n=e.filter(l=>!o.includes(l)).map(l=>{let h=decodeURIComponent(
l.querySelector("a")?.hash.slice(1)??""),g=document.getElementById(h)?.closest("section");return{item:l,text:kt(g?.textContent??
"").join(" ")}});if(n.length<20)return;let c=(n.length<60?[]:o.slice(1)).flatMap(l=>fe(l)??[]),s=document.createElement(
"label"),a=document.createElement("input"),i=document.createElement("span");s.className="filter",s.append("Show only tho\
se with ",a,i),a.type="search",i.setAttribute("role","status"),a.addEventListener("input",()=>{let l=kt(a.value).map(u=>u.
replace(/(?<=..[^s])s$/,"")),h=u=>!/^\d/.test(u)&&n.some(({text:d})=>d.includes(u)),g=l.filter(h),p=n.map(({text:u})=>g.
filter(d=>u.includes(d)).length),b=l.length>0?Math.max(1,...p):0;n.forEach(({item:u},d)=>{u.hidden=p[d]<b});for(let u of c)
u.open=l.length>0,u.classList.toggle("all",l.length>0);for(let u of o)u.hidden=!u.querySelector("li:not([hidden])");let m=n.
filter(({item:u})=>!u.hidden).length;i.textContent=l.length>0?` ${m} of ${n.length}`:""}),t.querySelector(".topic-title")?.
after(s)}for(let t of document.querySelectorAll("nav.contents"))me(t);var Nt=8,pe=/^[\w.-]+(?:,\s+[\w.-]+)*$/;function he(t){
let e=(t.querySelector("summary")?.textContent??"").replace(/: \d+$/,"");return[...t.querySelectorAll("li, :scope > p")].
map(n=>{let r=n.textContent.trim(),[,c,s]=/^(.*): (.*)$/s.exec(r)??["","",r];if(pe.test(s))return{names:s,says:c?`${e}: ${c}`:
e};let[,a,i]=/^([\w.-]+): (.*)$/s.exec(r)??["","",""];return{names:a,says:`${e}: ${i}`}}).flatMap(({names:n,says:r})=>n.
split(/,\s+/).filter(Boolean).map(c=>({name:c,verdict:r})))}function ge(t){let e=[...t.querySelectorAll("details")],o=e.
flatMap(he),n=document.createElement("label"),r=document.createElement("input"),c=document.createElement("div");n.className=
"filter",n.append("Your model_type ",r),r.type="search",r.placeholder="qwen3",c.setAttribute("role","status"),r.addEventListener(
"input",()=>{let s=r.value.trim().toLowerCase().replace(/[\s_-]+/g,""),a=o.filter(({name:l})=>l.replace(/[_-]/g,"").includes(
s));if(a.sort((l,h)=>l.name.length-h.name.length),c.replaceChildren(),s==="")return;for(let{name:l,verdict:h}of a.slice(
0,Nt)){let g=document.createElement("p"),p=document.createElement("strong");p.textContent=l,g.append(p,` ${h}`),c.append(
g)}let i=a.length-Nt;i>0&&c.append(`and ${i} more`),a.length===0&&c.append("No family's name contains this.")}),e[0].before(
n,c)}var At=document.getElementById("is-your-model-among-them");At&&ge(At);})();
