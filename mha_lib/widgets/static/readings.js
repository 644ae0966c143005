// Made by `make widgets` from js/src; edit there.
function ct(t,e,n){for(let[r,o]of Object.entries(e))o===!1||o==null||t.setAttribute(r,o===!0?"":String(o));t.append(...n)}
function f(t,e={},...n){let r=document.createElement(t);return ct(r,e,n),r}function k(t,e){t.textContent!==e&&(t.textContent=e)}function M(t,e){for(let[n,r]of Object.entries(e))t.style.setProperty(`--mha-${n}`,String(r))}var it="2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";var Nt=G([153,153,153]),St=pt(it.split(" ").map(lt));var ut=new WeakMap;function G([t,e,n]){return 255<<24|n<<16|e<<8|t}function lt(t){return[0,2,4].map(e=>Number.parseInt(t.
slice(e,e+2),16))}function pt(t){return Array.from({length:256},(e,n)=>{let r=n/255*(t.length-1),o=Math.min(Math.floor(r),
t.length-2),[s,a]=[t[o],t[o+1]];return G(s.map((u,l)=>Math.round(u+(a[l]-u)*(r-o))))})}function O(t){for(let e of t.querySelectorAll("canvas"))ut.get(e)?.()}function Q(t){let e,n=0,r=()=>{let s=performance.now()+20;for(;e&&!e.next().done;)if(!(performance.now()<s)){n=setTimeout(
r),t.ariaBusy="true";return}o()},o=()=>{clearTimeout(n),n&&(t.ariaBusy="false"),n=0,e=void 0};return{start(s){o(),e=s()??
void 0,r()},stop:o}}function z(t,e){return{render({model:n,el:r,openedByLink:o=!1}){let{root:s,stop:a}=ft(t);r.append(s);let u=Q(s),l,i=()=>l&&
u.start(l.draw);l=e(s,n,o,i),Object.assign(s,{stateForTests:l.stateForTests}),O(s),i();let c=dt(n,l.observes,i);return()=>{
c(),u.stop(),a()}}}}function ft(t){let e=f("section",{class:"mha","aria-label":t}),n=matchMedia("(prefers-color-scheme: \
dark)"),r=()=>{let a=document.documentElement.dataset.theme,u=document.body.dataset.jpThemeLight,l=a?a==="dark":u?u==="f\
alse":n.matches;e.dataset.theme=l?"dark":"light",O(e)};r(),n.addEventListener("change",r);let o=new MutationObserver(r);
return o.observe(document.documentElement,{attributeFilter:["data-theme"]}),o.observe(document.body,{attributeFilter:["d\
ata-jp-theme-light"]}),{root:e,stop:()=>{n.removeEventListener("change",r),o.disconnect(),e.remove()}}}function dt(t,e,n){
let r=0,o=()=>{cancelAnimationFrame(r),r=requestAnimationFrame(n)};for(let s of e)t.on(`change:${s}`,o);return()=>{cancelAnimationFrame(
r);for(let s of e)t.off(`change:${s}`,o)}}function $(t,e){for(let n of Object.keys(e))t.set(n,e[n]);t.save_changes()}function Y(t){let e=f("p",{class:"mha-sentences","aria-live":"polite"});t.append(e);let n=[];return Object.assign((...o)=>{
o.forEach((s,a)=>{let u=typeof s=="string"?s:s.heard;n[a]||(n[a]=f("span",{"aria-atomic":"true",class:s!==u&&"mha-screen\
-reader"}),e.append(n[a]," ")),k(n[a],u)})},{node:e})}var K=0;function A({label:t,options:e,change:n}){K+=1;let r=`mha-choice-${K}-${Math.random().toString(36).slice(2)}`,o=f(
"fieldset",{class:"mha-choice"},f("legend",{},t)),s=e.map(({value:u,text:l})=>{let i=f("input",{type:"radio",name:r,value:u});
return i.addEventListener("change",()=>n(u)),o.append(f("label",{},i,l)),i});return{node:o,set:u=>{e.forEach((l,i)=>{s[i].
checked=l.value===u})}}}function U(t,e){let n=f("button",{type:"button"},t);return n.addEventListener("click",e),n}function w(t){return Array.from({length:t},(e,n)=>n)}function E(t){let e=0;for(let n of t)e+=n;return e}var q=t=>E(t)/t.length;function R(t){let e=Number.NEGATIVE_INFINITY;for(let n of t)e=Math.max(e,n);return e}var N=t=>t.indexOf(R(t));function S(t,e,n=[]){let r=R(t),o=0;for(let a=0;a<t.length;a++)o+=Math.exp(t[a]-r);let s=Math.log(o);for(let a=0;a<t.length;a++)
n[a]=t[a]-r-s,e[a]=Math.exp(n[a]);return e}function _(t,e=2){let n=t.toFixed(e);return Number(n)===0?n.replace("-",""):n.replace("-","−")}var C=(t,e)=>`“${t[e]}” (${e})`;function I(t){return t>0&&t<.01?"below 1%":t>.99&&t<1?"above 99%":`${Math.round(100*t)}%`}function X(t){return[t.slice(0,-1).join(", "),t.at(-1)].filter(Boolean).join(" and ")}function v(t,e){return t.map(n=>{let r=new Array(e[0].length).fill(0);for(let o=0;o<e.length;o++)for(let s=0;s<r.length;s++)
r[s]+=n[o]*e[o][s];return r})}var W=(t,e)=>t.map((n,r)=>n.map((o,s)=>o+e[r][s])),F=t=>t[0].map((e,n)=>mt(t,n));function ht(t,{
W_Q:e,W_K:n,W_V:r,W_O:o},s,a,u){let[l,i,c]=[e,n,r].map(h=>v(t,h[s])),d=Math.sqrt(l[0].length),g=v(l,F(i)).map((h,y)=>h.map(
(T,L)=>a&&L>y?Number.NEGATIVE_INFINITY:T/d)),m=g.map(h=>S(h,h.slice())),b=v(m,c),x=v(b,o[s]),p=u?x.map(h=>h.map(()=>0)):
x;return{Q:l,K:i,V:c,scores:g,weights:m,average:b,written:p}}var J=({letter_vectors:t,positions:e},n)=>n.map((r,o)=>t[r].
map((s,a)=>s+e[o][a]));function Z(t,e,{residual:n,causal:r,off:o=[]}){let s=[],a=[];for(let u of e){let l=a.at(-1)??t,i=s.
length,c=u.W_Q.map((g,m)=>ht(l,u,m,r,o.includes(i+m))),d=c.map(({written:g})=>g);s.push(...c),a.push((n?[l,...d]:d).reduce(
W))}return{x:t,heads:s,sums:a}}var tt=(t,e)=>v(e,t.readout).map(n=>n.map((r,o)=>r+t.bias[o]));var mt=(t,e)=>t.map(n=>n[e]);var D=["is","are"],et=(t,e,n)=>t.map((r,o)=>o===e?n:r);function gt({W_Q:t,W_K:e,W_V:n,W_O:r,readout:o,...s}){return{...s,
...{residual:!0,causal:!0,parameters:0,features:[]},layers:[{W_Q:t,W_K:e,W_V:n,W_O:r}],readout:F(o)}}function nt(t,e){let n=e.
length-1,{x:r,heads:o}=Z(J(t,e),t.layers,t);return{x:r[n],scores:o.map(({scores:s})=>s[n]),written:o.map(({V:s},a)=>v(s,
t.layers[0].W_O[a]))}}var H=t=>t.map(e=>S(e,e.slice()));function B(t,{x:e,written:n},r){let o=n.map((a,u)=>v([r[u]],a)),
[s]=tt(t,[[e],...o].reduce(W));return S(s,s.slice())}function ot(t,e,n,r){let o=gt(t),s=nt(o,e),a=H(s.scores),u=w(a.length),
l=n<0?u:[n],i=w(e.length),c=u.map(p=>i.map(h=>a[p][h]*Math.hypot(...s.written[p][h]))),d=E(c.flat()),g=B(o,s,a),m=N(g),b=p=>g[m]-
B(o,s,p)[m],x=(p,h,y)=>p.map((T,L)=>l.includes(L)?et(T,h,y):T);return{probabilities:g,weight:i.map(p=>q(l.map(h=>a[h][p]))),
size:i.map(p=>E(l.map(h=>c[h][p]))/d),drop:i.map(p=>b(x(a,p,0))),mask:i.map(p=>i.length<2?b(x(a,p,0)):b(H(x(s.scores,p,Number.
NEGATIVE_INFINITY)))),change:i.map(p=>{let h=r[e[p]];if(h<0)return null;let y=nt(o,et(e,p,h));return g[m]-B(o,y,H(y.scores))[m]})}}
function V(t,e){let n=t[e],r=Math.max(...t.probabilities);return w(n.length).filter(o=>r-(n[o]??0)<.5)}function rt(t,e,n){
let r=w(t.length).filter(o=>e[o]>=0);return t.slice(0,r[n-1]+1)}var P=({W_Q:t},e)=>t.length===1?0:Math.min(e,t.length-1);
function st(t,e,n,r){let{probabilities:o,weight:s}=r,a=d=>X(V(r,d).map(g=>C(t,g)))||"no word",u=N(o),l=e.find(d=>d>=0)===
u?"right":"wrong",i=N(s),c=n<0?"The mean of the heads":`Head ${n}`;return[`The model says “${D[u]}” with ${I(o[u])},\
 ${l}.`,`${c} gives most weight, ${_(s[i])}, to ${C(t,i)}.`,`Dropping a term flips the answer at ${a("drop")};`,`masking\
 a key, at ${a("mask")};`,`changing the word, at ${a("change")}.`]}var at={weight:"weight",size:"weight × size",drop:"term dropped",mask:"key masked",change:"word changed"},j=Object.keys(
at),xt=["drop","mask","change"];function bt(t){let[e,n]=[t.get("numbers"),t.get("vocabulary")],r=s=>s.map(a=>e[n.indexOf(
a)]),o=rt(t.get("text"),r(t.get("text")),t.get("nouns"));return{words:o,numbers:r(o),ids:o.map(s=>n.indexOf(s))}}function wt(t){
let[e,n,r]=[t.get("models"),t.get("numbers"),t.get("vocabulary")],o=A({label:"model",options:e.map(({name:c},d)=>({value:d,
text:c})),change:c=>$(t,{model:c})}),s=e.map(({W_Q:c})=>{if(c.length<2)return null;let g=[...w(c.length).map(m=>({value:m,
text:`head ${m}`})),{value:-1,text:"mean of the heads"}];return A({label:"read",options:g,change:m=>$(t,{head:m})})}),a=t.
get("text").filter(c=>n[r.indexOf(c)]>=0).length,u=A({label:"nouns",options:w(a).map(c=>({value:c+1,text:String(c+1)})),
change:c=>$(t,{nouns:c})}),l=f("div",{class:"mha-reading-controls"});return e.length>1&&l.append(o.node),l.append(...s.flatMap(
c=>c?.node??[])),a>1&&l.append(u.node),{node:l,set:()=>{o.set(t.get("model")),u.set(t.get("nouns")),s.forEach((c,d)=>{c&&
(c.node.hidden=d!==t.get("model"),c.set(P(e[d],t.get("head"))))})}}}function vt(){let t=D.map(r=>{let o=f("div"),s=f("sp\
an"),a=f("span",{class:"mha-rail","aria-hidden":"true"},o);return{bar:o,percentage:s,node:f("div",{},f("b",{},r),a,s)}});
return{node:f("div",{class:"mha-verbs"},...t.map(r=>r.node)),draw:r=>{t.forEach(({bar:o,percentage:s},a)=>{M(o,{fill:`${100*
r[a]}%`}),k(s,I(r[a]))})}}}function yt(){let t=f("div"),e=f("span"),n=f("td",{},f("div",{class:"mha-rail","aria-hidden":"\
true"},t));return n.append(e),{node:n,draw:(o,s)=>{M(t,{fill:`${100*Math.max(0,o??0)}%`}),k(e,o===null?"–":`${_(o)}${s?
" ⇄":""}`),n.classList.toggle("mha-flipped",s)}}}function kt(t){let[e,n]=[t.get("vocabulary"),t.get("partners")],r=t.get(
"text").map((i,c)=>{let d=U("",()=>{let p=t.get("text").slice();p[c]=e[n[e.indexOf(p[c])]],$(t,{text:p})}),g=n[e.indexOf(
i)]<0,m=j.map(yt),b=f("th",{scope:"row"},g?i:d),x=f("tr",{},b,...m.map(p=>p.node));return{button:d,fixed:g,cells:m,node:x}}),
o=f("tr",{},f("td"),f("th",{scope:"colgroup",colspan:2},"what is read"),f("th",{scope:"colgroup",colspan:3},"what the an\
swer loses")),s=j.map(i=>f("th",{scope:"col"},at[i])),a=r.map(({node:i})=>i),u=f("table",{class:"mha-reading-table","ari\
a-label":"readings, a row per word"});return u.append(o,f("tr",{},f("th",{scope:"col"},"word"),...s),...a),{node:u,draw:i=>{
let c=Object.fromEntries(xt.map(d=>[d,V(i,d)]));r.forEach(({button:d,fixed:g,cells:m,node:b},x)=>{if(b.hidden=x>=i.weight.
length,!b.hidden){if(!g){let p=t.get("text")[x],h=e[n[e.indexOf(p)]];k(d,p),d.setAttribute("aria-label",`${p}, position ${x}\
; exchange it for ${h}`)}j.forEach((p,h)=>{m[h].draw(i[p][x],c[p]?.includes(x)??!1)})}})}}}function $t(t,e){let n=wt(e),
r=kt(e),o=vt();t.append(n.node,r.node,o.node);let s=Y(t);t.append(f("p",{class:"mha-note"},"Click a framed word to excha\
nge it. All bars go from 0 to 1. ⇄: the answer flips. –: no other word fits there."));let u=()=>{let l=e.get("models")[e.
get("model")],i=P(l,e.get("head")),c=bt(e);return{text:c,head:i,...ot(l,c.ids,i,e.get("partners"))}};return{observes:["m\
odel","head","text","nouns"],stateForTests:u,draw(){let{text:l,head:i,...c}=u();n.set(),r.draw(c),o.draw(c.probabilities),
s(...st(l.words,l.numbers,i,c))}}}var ee=z("Readings of one row of attention",$t);export{ee as default};
