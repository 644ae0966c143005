// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{var m=new URL("../search/",document.currentScript.src),b=new URL("../../",m),S={dialog:10,page:30},w=60,k=600;function f(n){
let e=document.createElement("script");return e.src=new URL(n,m).href,new Promise((t,o)=>{e.addEventListener("load",t),e.
addEventListener("error",()=>o(new Error(`${n} was not loaded`))),document.head.append(e)})}var p=null;function g(){let n=document.
createElement("link");n.rel="stylesheet",n.href=new URL("search.css",m).href,document.head.append(n);let e=globalThis;return Promise.
all([f("engine.js"),f("index.js")]).then(()=>e.bookSearch.makeSearch(e.bookIndex))}function l(n,e,...t){let o=document.createElement(
n);return o.className=e,o.append(...t),o}var y=n=>n.map(({text:e,marked:t})=>t?l("mark","",e):e);function E({url:n,title:e,
page:t,kind:o,sentence:i,isCode:d}){let r=e.map(({text:c})=>c).join("")===t,a=o==="figure"?`Figure in ${t}`:t,s=l("a","s\
earch-result",l("span","search-where",r?"":a),l("span","search-title",...y(e)),l(d?"code":"span","search-sentence",...y(
i)));return s.href=new URL(n,b).href,s}var T=(n,e,t)=>e===0?`Nothing found for “${n}”.`:e===1?"1 result":`${e===t?`T\
he first ${e}`:e} results`;function L(n,e,t,o){let[i,d]=[0,0],r="",a=(c,h=k)=>{clearTimeout(d),d=setTimeout(()=>{e.textContent=
c},h)},s=async()=>{let c=n.value;if(c!==r){r=c,p??=g();try{let h=await p;if(r!==c)return;let u=c.trim().length>1?h(c,t):
[];o(c,u),a(c.trim().length>1?T(c.trim(),u.length,t):"")}catch(h){p=null,r="";let{message:u}=h;a(`The search could not b\
e loaded: ${u}.`,0)}}};return n.addEventListener("focus",()=>{p??=g(),p.catch(()=>{})}),n.addEventListener("input",()=>{
clearTimeout(i),i=setTimeout(s,w)}),s}function A(n){let e=n.querySelector("input");if(!e)return;let t=l("div","search-re\
sults"),o=l("p","search-status");t.id="search-list",t.role="listbox",t.ariaLabel="Results",t.hidden=!0,o.role="status",e.
type="text",e.enterKeyHint="search",e.role="combobox",e.ariaAutoComplete="list",e.ariaExpanded="false",e.setAttribute("a\
ria-controls",t.id),n.querySelector("form")?.after(l("div","search-panel",t,o));let i=-1,d=r=>{let a=[...t.children];a[i]?.
setAttribute("aria-selected","false"),i=r;let s=a[i];s?.setAttribute("aria-selected","true"),s?.scrollIntoView({block:"n\
earest"}),s?e.setAttribute("aria-activedescendant",s.id):e.removeAttribute("aria-activedescendant")};L(e,o,S.dialog,(r,a)=>{
let s=a.map((c,h)=>{let u=E(c);return u.id=`search-option-${h}`,u.role="option",u.ariaSelected="false",u.tabIndex=-1,u});
t.replaceChildren(...s),t.scrollTop=0,t.hidden=s.length===0,e.ariaExpanded=`${s.length>0}`,d(-1)}),e.addEventListener("k\
eydown",r=>{let a=t.children.length,s=r.key==="ArrowDown"?1:r.key==="ArrowUp"?-1:0;r.isComposing||a===0||(s?(r.preventDefault(),
d((i+1+s+a+1)%(a+1)-1)):r.key==="Enter"&&i>=0&&(r.preventDefault(),t.children[i].click()))}),t.addEventListener("click",
r=>{!(r.ctrlKey||r.metaKey||r.shiftKey)&&r.target instanceof Element&&r.target.closest("a")&&n.close()})}function R(n){let e=document.
querySelector(".bd-search-container form input");if(!e)return;let t=l("h2","","Search Results"),o=l("p","search-status"),
i=l("ol","search-results");o.role="status",n.append(t,o,i);let d=document.title,r=L(e,o,S.page,(a,s)=>{document.title=a?
`${a} - ${d}`:d,i.replaceChildren(...s.map(c=>l("li","",E(c))))});e.value=new URLSearchParams(location.search).get("q")??
"",e.value&&r()}document.addEventListener("DOMContentLoaded",()=>{let n=document.querySelector("#pst-search-dialog"),e=document.
querySelector(".bd-search-container #search-results");n&&A(n),e&&R(e)});})();
