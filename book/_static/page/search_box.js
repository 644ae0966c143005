// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{var w="input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";function f(t){return t instanceof
Element&&t.closest(w)!==null}var m=new URL("../search/",document.currentScript.src),L=new URL("../../",m),S={dialog:10,page:30},T=60,x=600;function y(t){
let e=document.createElement("script");return e.src=new URL(t,m).href,new Promise((n,o)=>{e.addEventListener("load",n),e.
addEventListener("error",()=>o(new Error(`${t} was not loaded`))),document.head.append(e)})}var p=null;function g(){let t=document.
createElement("link");t.rel="stylesheet",t.href=new URL("search.css",m).href,document.head.append(t);let e=globalThis;return Promise.
all([y("engine.js"),y("index.js")]).then(()=>e.bookSearch.makeSearch(e.bookIndex))}function l(t,e,...n){let o=document.createElement(
t);return o.className=e,o.append(...n),o}var b=t=>t.map(({text:e,marked:n})=>n?l("mark","",e):e);function k({url:t,title:e,
page:n,kind:o,sentence:i,isCode:d}){let r=e.map(({text:a})=>a).join("")===n,c=o==="figure"?`Figure in ${n}`:n,s=l("a","s\
earch-result",l("span","search-where",r?"":c),l("span","search-title",...b(e)),l(d?"code":"span","search-sentence",...b(
i)));return s.href=new URL(t,L).href,s}var A=(t,e,n)=>e===0?`Nothing found for “${t}”.`:e===1?"1 result":`${e===n?`T\
he first ${e}`:e} results`;function E(t,e,n,o){let[i,d]=[0,0],r="",c=(a,h=x)=>{clearTimeout(d),d=setTimeout(()=>{e.textContent=
a},h)},s=async()=>{let a=t.value;if(a!==r){r=a,p??=g();try{let h=await p;if(r!==a)return;let u=a.trim().length>1?h(a,n):
[];o(a,u),c(a.trim().length>1?A(a.trim(),u.length,n):"")}catch(h){p=null,r="";let{message:u}=h;c(`The search could not b\
e loaded: ${u}.`,0)}}};return t.addEventListener("focus",()=>{p??=g(),p.catch(()=>{})}),t.addEventListener("input",()=>{
clearTimeout(i),i=setTimeout(s,T)}),s}function R(t){let e=t.querySelector("input");if(!e)return;let n=l("div","search-re\
sults"),o=l("p","search-status");n.id="search-list",n.role="listbox",n.ariaLabel="Results",n.hidden=!0,o.role="status",e.
type="text",e.enterKeyHint="search",e.role="combobox",e.ariaAutoComplete="list",e.ariaExpanded="false",e.setAttribute("a\
ria-controls",n.id),t.querySelector("form")?.after(l("div","search-panel",n,o));let i=-1,d=r=>{let c=[...n.children];c[i]?.
setAttribute("aria-selected","false"),i=r;let s=c[i];s?.setAttribute("aria-selected","true"),s?.scrollIntoView({block:"n\
earest"}),s?e.setAttribute("aria-activedescendant",s.id):e.removeAttribute("aria-activedescendant")};E(e,o,S.dialog,(r,c)=>{
let s=c.map((a,h)=>{let u=k(a);return u.id=`search-option-${h}`,u.role="option",u.ariaSelected="false",u.tabIndex=-1,u});
n.replaceChildren(...s),n.scrollTop=0,n.hidden=s.length===0,e.ariaExpanded=`${s.length>0}`,d(-1)}),e.addEventListener("k\
eydown",r=>{let c=n.children.length,s=r.key==="ArrowDown"?1:r.key==="ArrowUp"?-1:0;r.isComposing||c===0||(s?(r.preventDefault(),
d((i+1+s+c+1)%(c+1)-1)):r.key==="Enter"&&i>=0&&(r.preventDefault(),n.children[i].click()))}),n.addEventListener("click",
r=>{!(r.ctrlKey||r.metaKey||r.shiftKey)&&r.target instanceof Element&&r.target.closest("a")&&t.close()})}function I(t){let e=document.
querySelector(".bd-search-container form input");if(!e)return;let n=l("h2","","Search Results"),o=l("p","search-status"),
i=l("ol","search-results");o.role="status",t.append(n,o,i);let d=document.title,r=E(e,o,S.page,(c,s)=>{document.title=c?
`${c} - ${d}`:d,i.replaceChildren(...s.map(a=>l("li","",k(a))))});e.value=new URLSearchParams(location.search).get("q")??
"",e.value&&r()}function U(t){let e=t.ctrlKey||t.altKey||t.metaKey,n=f(t.target)||document.querySelector("dialog[open]");
t.key!=="/"||e||t.repeat||n||(t.preventDefault(),document.querySelector(".search-button__button")?.click())}document.addEventListener(
"keydown",U);document.addEventListener("DOMContentLoaded",()=>{let t=document.querySelector("#pst-search-dialog"),e=document.
querySelector(".bd-search-container #search-results");t&&R(t),e&&I(e)});})();
