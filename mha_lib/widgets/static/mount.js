// Made by `make widgets` from js/src; edit there.
"use strict";(()=>{function r(t){let a=new Map;return{get:e=>t[e],set(e,n){t[e]=n;for(let o of a.get(`change:${e}`)??[])o()},on(e,n){a.set(
e,(a.get(e)??new Set).add(n))},off(e,n){a.get(e)?.delete(n)},save_changes(){}}}function s(t,a){return document.querySelector(
`[data-mha-${t}="${a}"]`)?.textContent??""}function m(t){if(document.readyState!=="loading"||!location.pathname.startsWith(
"/"))return;let a=t.dataset.mhaName??"",e=document.querySelectorAll(`[data-mha-name="${a}"][data-mha-link]`).length;t.dataset.
mhaLink=e>0?`${a}-${e+1}`:a}async function l(t){t.dataset.mounted="",m(t);let{mha:a,mhaLink:e}=t.dataset,n=r(JSON.parse(
s("state",a))),o=new Blob([s("module",a)],{type:"text/javascript"}),c=URL.createObjectURL(o),{default:d}=await import(c);
URL.revokeObjectURL(c),d.render({model:n,el:t,link:e})}var u=document.querySelectorAll("[data-mha]:not([data-mounted])");
for(let t of u)l(t);})();
