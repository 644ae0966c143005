// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{var Z=".pst-scrollable-table-container, details.numbers > div",B=t=>document.querySelector(t);function wt(){let t=null,n=()=>{
document.activeElement===document.body&&t?.focus({preventScroll:!0})},s=({target:e,detail:r})=>{!(e instanceof Element)||
e.closest("dialog")||(t=r===0?e.closest("button"):null,setTimeout(n))};document.addEventListener("click",s,!0),document.
addEventListener("close",()=>setTimeout(n),!0)}function xt(){let t=document.createElement("div");t.role="status",t.className=
"visually-hidden",document.body.append(t);let n=([{target:e}])=>{let r=e;r.ariaLabel="Copy to clipboard";let{tooltip:o=""}=r.
dataset;t.textContent=o==="Copy"?"":o},s=B("main");new MutationObserver(n).observe(s,{attributeFilter:["data-tooltip"],subtree:!0})}
function Et(){let t=B(".primary-toggle"),n=B("#pst-primary-sidebar"),s=matchMedia("(min-width: 992px)"),e=()=>{let r=n.classList.
contains("pst-sidebar-hidden");t.ariaExpanded=s.matches?String(!r):null,t.ariaHasPopup=s.matches?null:"dialog"};e(),s.addEventListener(
"change",e),new MutationObserver(e).observe(n,{attributeFilter:["class"]})}function vt(){let t=o=>({box:o,before:o.scrollLeft,
all:o.scrollWidth-o.clientWidth}),n=({box:o,before:a,all:c})=>{o.classList.toggle("wide",c>1),o.style.setProperty("--bef\
ore",`${a}px`),o.style.setProperty("--after",`${c-a}px`)},s=o=>o.map(t).forEach(n),e=new ResizeObserver(o=>{let a=o.map(
({target:c})=>c.closest(Z));s([...new Set(a)])}),r=document.querySelectorAll(Z);for(let o of r){o.addEventListener("scro\
ll",()=>s([o]),{passive:!0});for(let a of[o,...o.children])e.observe(a)}}wt();document.addEventListener("DOMContentLoade\
d",()=>{xt(),Et(),vt()});function p(t,n,...s){let e=Object.assign(document.createElement(t),n);return e.append(...s),e}function tt({label:t,options:n},s,e){if(n.length>8){let a=p("input",{type:"range",min:0,max:n.length-1}),c=p("span",{ariaHidden:!0}),
l=()=>{c.textContent=a.ariaValueText=`${n[Number(a.value)]}`};a.addEventListener("input",()=>{l(),e()});let i=h=>{a.value=
String(Math.max(h,0)),l()};return i(0),{row:p("label",{},t,a,c),get:()=>Number(a.value),set:i}}let r=n.map(()=>p("input",
{type:"radio",name:s})),o=n.map((a,c)=>p("label",{},r[c],`${a}`));for(let a of r)a.addEventListener("change",e);return{row:p(
"fieldset",{},p("legend",{textContent:t}),p("div",{},...o)),get:()=>r.findIndex(a=>a.checked),set:a=>{for(let[c,l]of r.entries())
l.checked=a===c}}}function et(t,n){let s=p("input",{type:"text",autocomplete:"off",spellcheck:!1});return s.addEventListener(
"input",n),{row:p("label",{},t,s),get:()=>s.value,set:e=>s.value=e??""}}function $t(t){let n={ArrowUp:[-1,0],ArrowDown:[
1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]},s=(e,r,o)=>{let a=t[r][o],[c,l]=n[e.key]??[0,0],i=t[r+c]?.[o+l];if(e.key==="Home"&&
(i=t[r][0]),e.key==="End"&&(i=t[r].at(-1)),a instanceof HTMLInputElement){e.key==="Enter"&&(i=t.flat()[r*t[0].length+o+1]);
let h=l>0?a.value.length:0,g=a.selectionStart!==a.selectionEnd||a.selectionEnd!==h;if(/Home|End/.test(e.key)||l&&g)return}
!i||i===a||(e.preventDefault(),i.focus(),i instanceof HTMLInputElement&&i.select())};for(let[e,r]of t.entries())for(let[
o,a]of r.entries())a.onkeydown=c=>s(c,e,o)}function St(t,n,s){let e=c=>c.ariaPressed==="true",r=(c,l)=>{c.ariaPressed=String(
!!l),c.textContent=l?"✓":""},o=(c,l)=>{e(c)!==l&&(r(c,l),s())},a=null;for(let c of n)c.tabIndex=c===n[0]?0:-1,r(c,!1),
c.addEventListener("focus",()=>{for(let l of n)l.tabIndex=l===c?0:-1}),c.addEventListener("click",({detail:l})=>{l||o(c,
!e(c))}),c.addEventListener("pointerdown",l=>{!l.isPrimary||l.button||(a=!e(c),o(c,a))});return t.addEventListener("poin\
termove",c=>{if(c.buttons!==1&&(a=null),a!==null)for(let{clientX:l,clientY:i}of[...c.getCoalescedEvents?.()??[],c]){let h=document.
elementFromPoint(l,i),g=n.find(b=>b===h);g&&o(g,a)}}),{isOn:e,set:r}}function nt({table:t,rows:n,columns:s,painted:e},r){
let o=n.map(u=>s.map(d=>`row ${u}, column ${d}`)),a=e?[]:o.map(u=>u.map(d=>Ct(d,r))),c=e?o.map(u=>u.map(d=>p("button",{type:"\
button",ariaLabel:d}))):[],l=e?c:a,i=(u,d)=>p("th",{scope:u,textContent:d}),h=p("tr",{},p("td",{}),...s.map(u=>i("col",u))),
g=l.map((u,d)=>p("tr",{},i("row",n[d]),...u.map(y=>p("td",{},y)))),b=p("table",{},p("thead",{},h),p("tbody",{},...g));e&&
(b.role="grid"),b.ariaLabel=t,b.style.setProperty("--columns",String(s.length)),b.style.setProperty("--head",`${Math.max(
...n.map(u=>u.length))+1}ch`),$t(l);let v=p("div",{},p("p",{textContent:t}),b);if(e){let u=c.flat(),{isOn:d,set:y}=St(b,
u,r);return{row:v,get:()=>u.map(d),set:$=>{for(let[k,T]of u.entries())y(T,$[k])}}}let m=a.flat();return{row:v,get:()=>m.
map(u=>u.value),set:u=>{for(let[d,y]of m.entries())y.value=u[d]??""}}}function Ct(t,n){let s=p("input",{type:"text",autocomplete:"\
off",spellcheck:!1,ariaLabel:t});return s.addEventListener("input",n),s}var kt="write it like 0.25, 1/4, 25%, 16√2, 2^9 or 4,096";var Nt=[String.raw`(?:,\d{3})+(?:\.\d+)?`,String.raw`(?: \d{3})+(?:[.,]\d+)?`,String.raw`(?:'\d{3})+(?:[.,]\d+)?`,String.
raw`(?:_\d{3})+(?:\.\d+)?`,String.raw`(?:\.\d{3}){2,}(?:,\d+)?`,String.raw`\.\d{3},\d+`].join("|"),Lt=new RegExp(String.
raw`(?:([1-9]\d{0,2}(?:${Nt}))|\d+(?:\.\d*|,\d+)?|[.,]\d+)(?:e[-+]?\d+)?(?![\d.,'_])`,"iy"),At=/ ?([¼-¾⅐-⅞↉])/y,
ot=/ (\d+)\/(\d+)(?! ?[\d.,'_/^*])/y,It=/√|(?:math\.|np\.)?sqrt/iy,Tt=/^ ?(?:\(|√|(?:math\.|np\.)?sqrt)/i,Mt=/\*(?!\*)| x |x ?(?=10 ?(?:\^|\*\*))/iy,
qt=/^(?:[\p{L}_][\p{L}\p{N}_ ]*)?(?::=|[=≈≃≅~∼]) ?/u;function st(t){return t.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
"").replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g,n=>`^(${n.normalize("NFKC")})`).replace(/['’‘ʼ′´`]/g,"'").replace(/[^¼-¾⅐-⅞↉]+/g,
n=>n.normalize("NFKC")).replace(/[−–—‒‐‑﹣]/g,"-").replace(/[×·⋅∙•∗✕✖]/g,"*").replace(/[÷∕⁄]/g,
"/").replace(/\s+/g," ").replace(/per ?cent(?= ?\.?$)/i,"%").trim().replace(/([\d)%¼-¾⅐-⅞↉]) ?\.$/,"$1")}function Ot(t){
let n=0,s=(m=`cannot be read as a number: ${kt}`)=>{throw new Error(m)},e=m=>{for(let u of[n,t[n]===" "?n+1:-1]){m.lastIndex=
u;let d=u<0?null:m.exec(t);if(d)return n=m.lastIndex,d}return null},r=m=>(Number.isNaN(m)&&s("has no real value: give a \
finite number"),Number.isFinite(m)?m:s("is too large: give a finite number")),o=(m,u)=>u===0?s("divides by zero: give a \
finite number"):r(m/u);function a(){let m=()=>{let w=e(At)?.[1];if(!w)return null;let[I,P]=w.normalize("NFKC").split("⁄").
map(Number);return o(I,P)},u=e(Lt);if(!u)return m()??s();let[d,y]=u,$=d.replace(",",".");if(y){let w=d.match(/\D/)?.[0]??
"";$=d.replaceAll(w,"").replace(",",".")}let k=r(Number($));if(!/^\d+$/.test(d))return k;ot.lastIndex=n;let[T,O,C]=ot.exec(
t)??[];return T?(n+=T.length,Number(O)<Number(C)?k+Number(O)/Number(C):s()):k+(m()??0)}function c(){if(e(It)){let u=e(/[-+]/y)?.[0]===
"-"?-1:1;return r(Math.sqrt(u*c()))}if(!e(/\(/y))return a();let m=g();return e(/\)/y)?m:s()}function l(){let m=c();if(!e(
/\^|\*\*/y))return m;let u=i();return m===0&&u<0?o(1,0):r(m**u)}function i(){return(e(/[-+]/y)?.[0]==="-"?-1:1)*l()}function h(){
let m=i();for(let u=!1;;)if(e(Mt))m=r(m*i());else if(e(/\//y))u=!0,m=o(m,i());else if(Tt.test(t.slice(n)))m=u?s():r(m*l());else
return m}function g(){let m=h();for(let u=e(/[-+]/y);u;u=e(/[-+]/y))m=r(m+(u[0]==="-"?-1:1)*h());return m}let b=/^([-+ ]*)([^-+*/^()√a-z]+) ?%$/i.
exec(t);b&&(t=(b[1]+b[2]).trim()),/^[-+]?(inf|infinity|∞|nan)$/i.test(t)&&s("is not finite: give a finite number");let v=g();
return n<t.length&&s(),b?v/100:v}function F(t){let n=st(t).replace(qt,""),s=t.trim().length>30?`${t.trim().slice(0,29)}…`:
t.trim();try{return{value:Ot(t.length>1e3?"":n),whole:/^[-+]?\d+$/.test(n)?BigInt(n.replace("+","")):null}}catch(e){return{
refused:`“${s}” ${e.message}`}}}function U(t){let n=st(t),s=/^[([](.*)[)\]]$/.exec(n)?.[1];for(let e of s===void 0?[
n]:[s,n]){let r=[/;/,/ ,|, /,/ /,/,/].find(c=>c.test(e.trim())),o=r?e.trim().split(r).map(F):[],a=o.flatMap(c=>c.refused===
void 0?[c.value]:[]);if(o.length===2&&a.length===2)return a}return null}var z=1e5;function _(t){let n=null,s=a=>{try{return a()}catch{return null}},e=()=>n??s(()=>localStorage.getItem(t)),r=a=>{
n=a,s(()=>a?localStorage.setItem(t,a):localStorage.removeItem(t))};return{get:e,set:r,read:a=>{let c=e();if(c===null)return null;
let i=c.length<=z?s(()=>JSON.parse(c)):null;return i!==null&&a(i)?i:(r(null),null)}}}function rt({parts:t,table:n,columns:s=[],
painted:e,rows:r=[]},o,a){let c=h=>typeof h=="string"&&h.length<=1e3,l=h=>e?typeof h=="boolean":c(h);if(!Array.isArray(a)||
a.length!==o)return!1;if(t)return a.every((h,g)=>Number.isInteger(h)&&h>=-1&&h<t[g].options.length);if(!n)return a.every(
c);let[i]=a;return Array.isArray(i)&&i.length===r.length*s.length&&i.every(l)}var _t=new URL("../",document.currentScript.src).href,at=globalThis,ct={};function Y(t){return ct[t]??=new Promise((n,s)=>{
let e=p("script",{src:_t+t,onload:n,onerror:s});document.head.append(e)}),ct[t]}var it="It runs in this browser alone, o\
n a small part of torch. Ctrl+Enter or Cmd+Enter runs it. Tab indents; Escape, then Tab, leaves the editor. Tried in Chr\
omium, Firefox and WebKit.";function lt({name:t},n){let[s,e]=t.split("."),r=_(`code ${t}`),o=n.querySelector(".cell_inpu\
t pre")?.textContent?.trimEnd()??"",a=r.get(),c=p("p",{className:"about-python",hidden:!0,textContent:it}),l=p("textarea",
{ariaLabel:`Your code for exercise ${e}`,autocapitalize:"off",autocomplete:"off",spellcheck:!1,value:a&&a.length<=z?a:o});
l.rows=l.value.split(`
`).length;let i=p("pre",{role:"log",ariaLabel:"Printed",hidden:!0,tabIndex:0}),h=p("p",{role:"status",className:"verdict"}),
g=p("button",{type:"submit",textContent:"Run"}),b=p("button",{type:"button",textContent:"Start anew"}),v=p("p",{className:"\
vote-noted"},g,b),m=p("form",{className:"answer code"},l,v,i,h,c);m.ariaLabel=`Your answer in Python to exercise ${e}`;let u={
get:()=>l.value,set:C=>{l.value=C}},d=C=>{h.textContent=C,h.classList.toggle("right",C.startsWith("correct")),h.classList.
toggle("wrong",C.startsWith("not yet"))},y=C=>{i.hidden=!1,i.append(`${C}
`)},$=()=>{i.replaceChildren(),i.hidden=!0,d("")},k=C=>{r.set(C===o?null:C),d("")},T=()=>{for(let w of["python/wasm.js",
"python/worker.js",`cases/${s}.js`])Y(w).catch(()=>{});let C=()=>{c.hidden=!1;let w=()=>m.requestSubmit();u=at.bookPython.
edit(l,{about:it,run:w,changed:k})};Y("python/editor.js").then(C,()=>{})};l.addEventListener("focus",T,{once:!0}),l.addEventListener(
"input",()=>k(l.value)),m.addEventListener("submit",async C=>{if(C.preventDefault(),!g.ariaDisabled){$(),g.ariaDisabled=
"true",d("running …");try{let w=["wasm","worker","editor"].map(j=>Y(`python/${j}.js`));await Promise.all([...w,Y(`case\
s/${s}.js`)]);let{bookPython:I,bookTexts:P,codeCases:R}=at;d((await I.runCell(P,u.get(),R[t],y)).text)}catch{d("the page\
's Python could not be loaded: open the notebook.")}g.ariaDisabled=null}}),b.addEventListener("click",()=>{u.set(o),r.set(
null),$()});let O=p("details",{},p("summary",{textContent:"In a notebook"}));n.before(m,O),O.append(n)}function Rt({value:t,whole:n}){let s=`${n??""}`;return s?s.length>40?`${s.slice(0,18)}...${s.slice(-19)}`:s:t!==0&&(Math.
abs(t)<1e-4||Math.abs(t)>=1e16)?t.toExponential().replace(/e([-+])(\d)$/,"e$10$2"):Number.isInteger(t)?`${t}.0`:`${t}`}function ut(t,n){
if(!n.trim())return"not answered yet.";let s=F(n);if("refused"in s)return`${s.refused}.`;let{value:e}=s,r=([o,a])=>e===o||
Math.abs(e-o)<=a*Math.max(Math.abs(e),Math.abs(o));return t.find(r)?.[2]??`not yet: ${Rt(s)} is not right.`}function dt({
parts:t,sentences:n,verdicts:s},e){if(e.includes(-1))return"not answered yet.";let r=t.reduce((o,{options:a},c)=>o*a.length+
e[c],0);return n[s[r]]}function D(t,n){let e=t.toPrecision(n+20).replace(/([02468]\.?)5(?=\.?0{19}(e|$))/,(a,c)=>`${c}4`),
r=Number(Number(e).toPrecision(n)),o=r===0?0:Math.floor(Math.log10(Math.abs(r)));return o<-4||o>=n?r.toExponential().replace(
/e([-+])(\d)$/,"e$10$2"):`${r}`}function jt(t,n){let s=4;for(;D(t,s)===D(n,s);)s+=1;return D(t,s)}function K({rows:t,columns:n},s){
let e=`in column “${n[s%n.length]}”`;return t.length>1?`in row “${t[Math.floor(s/n.length)]}”, ${e.slice(3)}`:e}
function ft(t,n){let{painted:s,known:e}=t,r=s?[]:[...n.keys()].filter(y=>!String(n[y]).trim());if(s?!n.includes(!0):r.length===
n.length)return"not answered yet.";if(r.length)return`a number is missing ${K(t,r[0])}.`;let o=[];for(let[y,$]of n.entries()){
let k=typeof $=="string"?F($):{value:Number($)};if("refused"in k)return`${K(t,y)}: ${k.refused}.`;o.push(k.value)}let a=y=>[
...y.keys()].filter($=>Math.abs(o[$]-y[$])>1e-9+1e-6*Math.abs(y[$])),c=e.find(([y])=>!a(y).length);if(c)return c[1];let l=e[0][0],
[i,...h]=a(l),g=s?"cells":"numbers",[b,v]=[1+h.length,l.length],m=b===v?`all ${v} ${g} are`:`${b} of the ${v} ${g} ${h.length?
"are":"is"}`,u=s?`${n[i]?"you painted it":"you left it blank"}`:`you gave ${jt(o[i],l[i])}`,d=`${h.length?"the first ":""}${K(
t,i)}`;return`not yet: ${m} wrong, ${d}: ${u}.`}function Dt(t){let n=t.replace(/\s/g,"").toLowerCase();if(!/^[a-p]{32}$/.
test(n))return"give 32 letters, a to p";let e=[...Array(13).keys()].map(a=>a+4).find(a=>n.slice(a)===n.slice(0,-a));if(!e)
return"the letters must repeat a block of 4 to 16 letters to the end";let r=[...Array(31).keys()].filter(a=>a>=e),o=r.filter(
a=>a>=7&&n[a-7]===n[a+1]);return o.length===r.length?"here the letter seven positions back is always the next one":o.length?
`at position ${o[0]} the letter seven positions back happens to be the next one`:null}function Ft(t){let n=[.6,.3,.1],s=t.
map(c=>U(c)??[]),e=s.map((c,l)=>Math.hypot(...c.map(i=>n[l]*i)));if(Math.min(...e)<1e-6)return"each key writes something";
if(!(e[0]<e[1]&&e[1]<e[2]))return`the sizes must grow from the first key to the last; they are ${e.map(l=>D(l,4)).join("\
, ")}`;let r=[0,1].map(c=>n.reduce((l,i,h)=>l+i*s[h][c],0));if(Math.hypot(...r)<=.001*e[2])return null;let[o,a]=r.map(c=>D(
Number(c.toFixed(6))+0,3));return`the terms must add up to (0, 0); they add up to (${o}, ${a})`}var Yt={"circuit.2":{judge:([
t])=>Dt(t)},"reading_weights.2":{reads:U,such:"two finite numbers, such as (1.5, 0)",judge:Ft}};function mt({name:t,texts:n},s){
if(!s.some(l=>l.trim()))return"not answered yet.";let{reads:e,such:r,judge:o}=Yt[t],a=e?s.findIndex(l=>!e(l)):-1;if(a>=0)
return`${n[a].split(":")[0]}: give ${r}.`;let c=o(s);return c?`not yet: ${c}.`:"correct."}var G="Decide before you read on.",V="What you decided.";function W(t){return[...document.querySelectorAll(".bd-article \
blockquote")].find(s=>s.querySelector("p > strong:first-child")?.textContent===t)}function pt(){let[t,n]=[W(G),W(V)],s=t?.
querySelector("ul");if(!t||!s||!n)return;let e=_(`vote ${location.pathname.split("/").pop()}`),r=[...n.querySelectorAll(
"li")],o=[...s.children].map(d=>p("input",{type:"radio",name:"vote",value:d.textContent?.trim()})),a=[...s.children].map(
(d,y)=>p("label",{},o[y],p("span",{},...d.firstChild?.childNodes??[]))),c=p("span",{role:"status"}),l=p("button",{type:"\
button",textContent:"Take it back"}),i=p("button",{type:"button"}),h=p("legend",{className:"visually-hidden",textContent:"\
Your vote"}),g=p("fieldset",{className:"vote"},h,...a);s.replaceWith(g),g.after(p("p",{className:"vote-noted"},c,l)),r.at(
-1)?.parentElement?.after(p("p",{className:"vote-noted"},i));let b=r.findIndex(d=>/^[^:]+: right\b/.test(d.textContent?.
trim()??"")),v=!1,m=()=>{let d=o.findIndex(y=>y.checked);c.textContent=d<0?"":"Noted, in this browser alone. The answer \
comes below.",l.hidden=d<0,i.hidden=d<0||r.length===(d===b?1:2),i.textContent=v?"Show less":"The other answers",i.ariaExpanded=
String(v),r.forEach((y,$)=>{y.classList.toggle("chosen",$===d),y.hidden=d>=0&&$!==d&&$!==b&&!v})},u=e.get();for(let d of o)
d.checked=d.value===u,d.addEventListener("change",()=>{e.set(d.value),m()});l.addEventListener("click",()=>{for(let d of o)
d.checked=!1;e.set(null),m(),o[0].focus()}),i.addEventListener("click",()=>{v=!v,m()}),m()}function Wt(t,n){let{name:s,label:e="",numbers:r,parts:o,table:a,texts:c}=t,l=t,i=t,h={name:s,texts:c??[e]},g=_(`answer ${s}`),
b=p("p",{role:"status",className:"verdict"}),v=()=>{b.textContent=""},m=o?o.map((w,I)=>tt(w,`${s} ${I}`,v)):a?[nt(i,v)]:
h.texts.map(w=>et(w,v)),u=p("button",{type:"submit",textContent:"Check"}),d=p("button",{type:"button",textContent:"Clear"}),
y=p("p",{className:"vote-noted"},u,d),$=p("form",{className:"answer"},...m.map(({row:w})=>w),y,b);$.ariaLabel=`Your answ\
er to exercise ${s.split(".")[1]}`;let k=()=>{let w=m.map(({get:P})=>P()),I=o?dt(l,w):a?ft(i,w[0]):r?ut(r,w[0]):mt(h,w);
return b.textContent=I,b.classList.toggle("right",I.startsWith("correct")),b.classList.toggle("wrong",I.startsWith("not \
yet")),w};$.addEventListener("submit",w=>{w.preventDefault(),g.set(JSON.stringify(k()))}),d.addEventListener("click",()=>{
for(let{set:w}of m)w(o?-1:"");v(),g.set(null)});let T=g.read(w=>rt(t,m.length,w));if(T){for(let[w,{set:I}]of m.entries())
I(T[w]);k()}let O=t.code?"In Python, on this page":"In a notebook",C=p("details",{},p("summary",{textContent:O}));n.before(
$,C),C.append(n)}function Ht(){let t=l=>document.querySelector(l),n=t("a[href^='https://colab.research.google.com']"),s=t(
".btn-download-source-button"),e=(l,i)=>p("a",{href:l,textContent:i}),r=e(s?.href,n?"download the notebook":"Download th\
e notebook");Object.assign(r,{download:"",target:"_blank"});let o=n?[e(n.href,"Open it in Colab"),", or ",r]:[r],a=e("in\
tro.html#run-it","how to run it");return p("p",{className:"in-python"},"This one is answered in Python. ",...o,"; here i\
s ",a,".")}function Bt(){let t=document.querySelector("#exercise-data"),n=[...document.querySelectorAll(".bd-article div\
.cell")],s=JSON.parse(t?.textContent??"[]");for(let e of s){let r=`Exercise ${e.name}: not answered yet.`,o=n.find(b=>b.
querySelector(".output")?.textContent?.includes(r));if(!o)throw new Error(`no cell prints “${r}”`);let{code:a,numbers:c,
parts:l,table:i,texts:h}=e,g=l||c||i||h;g&&Wt(e,o),a&&lt(e,o),!g&&!a&&o.before(Ht())}}document.addEventListener("DOMCont\
entLoaded",()=>{pt(),Bt()});var Ut="input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]",J=":is(article#text\
, section) > section";function zt(){let t=new URLSearchParams(location.search).get("exercise"),s=[...document.querySelectorAll(
J)].find(({id:o})=>o.startsWith(`exercise-${t}-`));if(!s)return!1;document.documentElement.dataset.presenting="",document.
documentElement.dataset.exercise="",s.dataset.presented="";for(let o of s.querySelectorAll(".cell details.hide > summary"))
/^One solution\b/.test(o.textContent.trim())&&o.closest(".cell")?.setAttribute("data-solution","");let e=`${location.pathname}\
#${s.id}`,r=p("a",{href:e,textContent:"This exercise in its chapter"});return s.append(p("p",{className:"to-chapter"},r)),
!0}function X(t,n,s,e){let[r,o]=[document.createElement("button"),document.createElement("i")];return o.className=`fa-so\
lid ${n}`,r.append(o),r.type="button",r.className="btn btn-sm pst-navbar-icon",r.title=`${t} (${s})`,r.ariaLabel=t,r.setAttribute(
"aria-keyshortcuts",s),r.addEventListener("click",e),r}function Kt(){let t=document.documentElement,n=document.querySelector(
".bd-header-article"),e=[...document.querySelectorAll(J)];if(!n||e.length===0)return;let r=f=>[...f.children].filter(x=>x.
localName!=="section"),o=[],a=[];for(let f of e)a.push(f),!(r(f).every(S=>/^h\d$/.test(S.localName))&&f.querySelector(":\
scope > section"))&&(o.push(a),a=[]);let c=[G,V].map(W).filter(f=>f!==void 0),l=()=>c.map(f=>f.removeAttribute("data-wai\
ts"));for(let f of document.querySelectorAll("article .cell details.hide > summary"))/^imports\b/.test(f.textContent.trim())&&
f.closest(".cell")?.setAttribute("data-imports","");let i=0,h=null,g=X("Present","fa-person-chalkboard","p",()=>H()),b=Object.
assign(document.createElement("span"),{role:"status"}),v=Object.assign(document.createElement("div"),{className:"steps"});
v.append(X("Back","fa-chevron-left","PageUp",()=>R(-1)),b,X("Next","fa-chevron-right","PageDown",()=>R(1))),g.ariaPressed=
"false",n.querySelector(".article-header-buttons")?.prepend(g),n.querySelector(".header-article-items__start")?.append(v);
let m=()=>n.getBoundingClientRect().bottom,u=()=>Math.max(100,innerHeight-m()),d=()=>2.5*Number.parseFloat(getComputedStyle(
t).fontSize),y=f=>scrollTo({top:f,behavior:"instant"}),$=f=>{let{top:x,bottom:S}=f.getBoundingClientRect();return{part:f,
top:x-m(),bottom:S-m()}},k=f=>f.map($).filter(({top:x,bottom:S})=>S>x),T=f=>k(f.flatMap(r));function O(){let f=o.map(E=>T(
E)[0]?.top??Number.POSITIVE_INFINITY),x=f.findIndex(E=>E>-d()&&E<u()/2);if(x>=0)return{step:x,part:r(o[x][0])[0]};let S=Math.
max(0,f.findLastIndex(E=>E<=0));return{step:S,part:T(o[S]).find(({bottom:E})=>E>d()/2)?.part}}function C(){let f=T(o[i]).
flatMap(E=>E.bottom-E.top>u()&&E.part.matches("div.cell")?k([...E.part.children]):[E]),x=[0],S=f[f.length-1].bottom+scrollY;
for(let E=0;S>E+u();x.push(E)){let L=E+u(),M=N=>N.top+scrollY-d()/4,A=N=>N.bottom+scrollY>L,q=f.find(A);for(;q&&M(q)<E+u()/
4;)q=k([...q.part.children]).find(A);E=q?Math.min(M(q),L):L-Math.min(d(),u()/2)}return x}function w(f,x){i=f;for(let L of e)
L.toggleAttribute("data-presented",o[i].includes(L));t.dataset.presenting=i===o.length-1?"last":"";let S=o[i][0].querySelector(
":scope > :is(h1, h2, h3, h4)"),E=document.createElement("span");if(E.className="visually-hidden",b.replaceChildren(`${i+
1} of ${o.length}`,E),!!S){if(!x){E.textContent=`: ${S.textContent.replace(/#$/,"")}`;return}S.tabIndex=-1,S.focus({preventScroll:!0}),
S.addEventListener("blur",()=>S.removeAttribute("tabindex"),{once:!0})}}function I(f){let x=h&&f===r(o[i][0])[0];f&&y(x?
0:scrollY+$(f).top-d()/4)}let P=()=>history.replaceState(history.state,"",`#${o[i][0].id}`);function R(f){let S=(T(o[i]).
at(-1)?.bottom??0)<u()+1?[]:C().filter(A=>A>scrollY+1),E=C().filter(A=>A<scrollY-1),L=f>0?S[0]:E.at(-1),M=c.find(A=>A.matches(
"[data-presented] > [data-waits]"));L!==void 0?y(L):f>0&&M?(M.removeAttribute("data-waits"),I(M)):o[i+f]&&(w(i+f,!v.contains(
document.activeElement)),y(f<0?C().at(-1)??0:0),P())}function j(f){try{return f(sessionStorage)}catch{return null}}function H(){
let{step:f,part:x}=O(),S=document.activeElement,E=`${i} ${scrollY}`;if(h){let{folds:L,from:M,shown:A}=h;h=null;for(let[q,
N]of L)q.open=N;delete t.dataset.presenting,l();for(let q of e)q.removeAttribute("data-presented");v.contains(S)&&g.focus(),
E===A?(y(M),requestAnimationFrame(()=>requestAnimationFrame(()=>y(M)))):I(x),j(q=>q.removeItem("presenting"))}else{let M=[
...document.querySelectorAll("article details")].filter(N=>!N.closest(".mha")).map(N=>[N,N.open]);h={folds:M,from:scrollY};
for(let N of c)N.toggleAttribute("data-waits",$(N).top>u()/2);for(let[N]of M)N.open=!1;w(f,S!==g&&!o[f].some(N=>N.contains(
S))),I(x);let A=c[0];A&&$(A).top>0&&$(A).bottom>u()&&A!==x&&(A.dataset.waits=""),h.shown=`${i} ${scrollY}`,P(),j(N=>N.setItem(
"presenting","yes"))}g.ariaPressed=String(h!==null)}function Q(){let f=document.getElementById(location.hash.slice(1)),x=f?.
closest(J),S=o.findIndex(L=>L.some(M=>M===x));if(!f||S<0)return;document.querySelector("dialog[open]")?.close(),w(S,!0),
f.checkVisibility()||l(),f===o[S][0]?y(0):f.scrollIntoView({behavior:"instant"})}addEventListener("hashchange",()=>h&&Q());
let yt=f=>{let{key:x}=f;if(f.ctrlKey||f.altKey||f.metaKey||f.shiftKey||document.querySelector("dialog[open]"))return;let E=f.
target instanceof Element&&f.target.closest(Ut);(/^p$/i.test(x)&&!f.repeat&&!E||h&&x==="Escape")&&H(),!(!h||!/^Page(Down|Up)$/.
test(x))&&(f.preventDefault(),R(x==="PageDown"?1:-1))};addEventListener("keydown",yt,!0),document.addEventListener("DOMC\
ontentLoaded",()=>{if(!j(x=>x.getItem("presenting")))return;let f=location.hash;H(),f&&(history.replaceState(history.state,
"",f),Q())})}zt()||Kt();var ht=t=>t.toLowerCase().match(/[\p{L}\p{N}_]+/gu)??[];function Gt(t){let n=[...t.querySelectorAll("li")].slice(5);if(n.
length<2)return null;let s=document.createElement("details"),e=document.createElement("summary"),r=document.createElement(
"ul");s.className="more";let o=document.createElement("span");return o.className="visually-hidden",o.textContent=`: ${t.
querySelector("a")?.textContent}`,e.append(`${n.length} more`,o),r.append(...n),s.append(e,r),t.append(s),s}function Vt(t){
let n=[...t.querySelectorAll("li")],s=n.filter(i=>i.querySelector("ul")),e=n.filter(i=>!s.includes(i)).map(i=>{let h=decodeURIComponent(
i.querySelector("a")?.hash.slice(1)??""),g=document.getElementById(h)?.closest("section");return{item:i,text:ht(g?.textContent??
"").join(" ")}});if(e.length<20)return;let o=(e.length<60?[]:s.slice(1)).flatMap(i=>Gt(i)??[]),a=document.createElement(
"label"),c=document.createElement("input"),l=document.createElement("span");a.className="filter",a.append("Show only tho\
se with ",c,l),c.type="search",l.setAttribute("role","status"),c.addEventListener("input",()=>{let i=ht(c.value).map(u=>u.
replace(/(?<=..[^s])s$/,"")),h=u=>!/^\d/.test(u)&&e.some(({text:d})=>d.includes(u)),g=i.filter(h),b=e.map(({text:u})=>g.
filter(d=>u.includes(d)).length),v=i.length>0?Math.max(1,...b):0;e.forEach(({item:u},d)=>{u.hidden=b[d]<v});for(let u of o)
u.open=i.length>0,u.classList.toggle("all",i.length>0);for(let u of s)u.hidden=!u.querySelector("li:not([hidden])");let m=e.
filter(({item:u})=>!u.hidden).length;l.textContent=i.length>0?` ${m} of ${e.length}`:""}),t.querySelector(".topic-title")?.
after(a)}for(let t of document.querySelectorAll("nav.contents"))Vt(t);var gt=8,Xt=/^[\w.-]+(?:,\s+[\w.-]+)*$/;function Jt(t){
let n=(t.querySelector("summary")?.textContent??"").replace(/: \d+$/,"");return[...t.querySelectorAll("li, :scope > p")].
map(e=>{let r=e.textContent.trim(),[,o,a]=/^(.*): (.*)$/s.exec(r)??["","",r];if(Xt.test(a))return{names:a,says:o?`${n}: ${o}`:
n};let[,c,l]=/^([\w.-]+): (.*)$/s.exec(r)??["","",""];return{names:c,says:`${n}: ${l}`}}).flatMap(({names:e,says:r})=>e.
split(/,\s+/).filter(Boolean).map(o=>({name:o,verdict:r})))}function Qt(t){let n=[...t.querySelectorAll("details")],s=n.
flatMap(Jt),e=document.createElement("label"),r=document.createElement("input"),o=document.createElement("div");e.className=
"filter",e.append("Your model_type ",r),r.type="search",r.placeholder="qwen3",o.setAttribute("role","status"),r.addEventListener(
"input",()=>{let a=r.value.trim().toLowerCase().replace(/[\s_-]+/g,""),c=s.filter(({name:i})=>i.replace(/[_-]/g,"").includes(
a));if(c.sort((i,h)=>i.name.length-h.name.length),o.replaceChildren(),a==="")return;for(let{name:i,verdict:h}of c.slice(
0,gt)){let g=document.createElement("p"),b=document.createElement("strong");b.textContent=i,g.append(b,` ${h}`),o.append(
g)}let l=c.length-gt;l>0&&o.append(`and ${l} more`),c.length===0&&o.append("No family's name contains this.")}),n[0].before(
e,o)}var bt=document.getElementById("is-your-model-among-them");bt&&Qt(bt);})();
