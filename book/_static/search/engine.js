// Made by `make widgets` from js/src/page/search.js; edit there.
// Contains MiniSearch, Copyright 2022 Luca Ongaro, MIT licence; see ../python/NOTICE.txt.
"use strict";var bookSearch=(()=>{var Y=Object.defineProperty;var Tt=Object.getOwnPropertyDescriptor;var Vt=Object.getOwnPropertyNames;var $t=Object.prototype.hasOwnProperty;var Nt=(n,t)=>{for(var e in t)Y(n,e,{get:t[e],enumerable:!0})},Dt=(n,t,e,s)=>{if(t&&typeof t=="object"||typeof t=="funct\
ion")for(let o of Vt(t))!$t.call(n,o)&&o!==e&&Y(n,o,{get:()=>t[o],enumerable:!(s=Tt(t,o))||s.enumerable});return n};var Rt=n=>Dt(Y({},"__esModule",{value:!0}),n);var Se={};Nt(Se,{anchorOf:()=>Ft,makeSearch:()=>_e,mark:()=>U,stem:()=>C,termsOf:()=>D});var jt="ENTRIES",at="KEYS",ut="VALUES";var V=class{constructor(t,e){let s=t._tree,o=Array.from(s.keys());this.set=t,this._type=e,this._path=o.length>0?[{node:s,
keys:o}]:[]}next(){let t=this.dive();return this.backtrack(),t}dive(){if(this._path.length===0)return{done:!0,value:void 0};
let{node:t,keys:e}=A(this._path);if(A(e)==="")return{done:!1,value:this.result()};let s=t.get(A(e));return this._path.push(
{node:s,keys:Array.from(s.keys())}),this.dive()}backtrack(){if(this._path.length===0)return;let t=A(this._path).keys;t.pop(),
!(t.length>0)&&(this._path.pop(),this.backtrack())}key(){return this.set._prefix+this._path.map(({keys:t})=>A(t)).filter(
t=>t!=="").join("")}value(){return A(this._path).node.get("")}result(){switch(this._type){case ut:return this.value();case at:
return this.key();default:return[this.key(),this.value()]}}[Symbol.iterator](){return this}},A=n=>n[n.length-1],Wt=(n,t,e)=>{
let s=new Map;if(t===void 0)return s;let o=t.length+1,i=o+e,r=new Uint8Array(i*o).fill(e+1);for(let c=0;c<o;++c)r[c]=c;for(let c=1;c<
i;++c)r[c*o]=c;return ht(n,t,e,s,r,1,o,""),s},ht=(n,t,e,s,o,i,r,c)=>{let a=i*r;t:for(let u of n.keys())if(u===""){let h=o[a-
1];h<=e&&s.set(c,[n.get(u),h])}else{let h=i;for(let g=0;g<u.length;++g,++h){let m=u[g],_=r*h,v=_-r,z=o[_],w=Math.max(0,h-
e-1),d=Math.min(r-1,h+e);for(let l=w;l<d;++l){let S=m!==t[l],x=o[v+l]+ +S,p=o[v+l+1]+1,f=o[_+l]+1,F=o[_+l+1]=Math.min(x,
p,f);F<z&&(z=F)}if(z>e)continue t}ht(n.get(u),t,e,s,o,h,r,c+u)}},$=class n{constructor(t=new Map,e=""){this._size=void 0,
this._tree=t,this._prefix=e}atPrefix(t){if(!t.startsWith(this._prefix))throw new Error("Mismatched prefix");let[e,s]=P(this.
_tree,t.slice(this._prefix.length));if(e===void 0){let[o,i]=et(s);for(let r of o.keys())if(r!==""&&r.startsWith(i)){let c=new Map;
return c.set(r.slice(i.length),o.get(r)),new n(c,t)}}return new n(e,t)}clear(){this._size=void 0,this._tree.clear()}delete(t){
return this._size=void 0,Pt(this._tree,t)}entries(){return new V(this,jt)}forEach(t){for(let[e,s]of this)t(e,s,this)}fuzzyGet(t,e){
return Wt(this._tree,t,e)}get(t){let e=G(this._tree,t);return e!==void 0?e.get(""):void 0}has(t){let e=G(this._tree,t);return e!==
void 0&&e.has("")}keys(){return new V(this,at)}set(t,e){if(typeof t!="string")throw new Error("key must be a string");return this.
_size=void 0,q(this._tree,t).set("",e),this}get size(){if(this._size)return this._size;this._size=0;let t=this.entries();
for(;!t.next().done;)this._size+=1;return this._size}update(t,e){if(typeof t!="string")throw new Error("key must be a st\
ring");this._size=void 0;let s=q(this._tree,t);return s.set("",e(s.get(""))),this}fetch(t,e){if(typeof t!="string")throw new Error(
"key must be a string");this._size=void 0;let s=q(this._tree,t),o=s.get("");return o===void 0&&s.set("",o=e()),o}values(){
return new V(this,ut)}[Symbol.iterator](){return this.entries()}static from(t){let e=new n;for(let[s,o]of t)e.set(s,o);return e}static fromObject(t){
return n.from(Object.entries(t))}},P=(n,t,e=[])=>{if(t.length===0||n==null)return[n,e];for(let s of n.keys())if(s!==""&&
t.startsWith(s))return e.push([n,s]),P(n.get(s),t.slice(s.length),e);return e.push([n,t]),P(void 0,"",e)},G=(n,t)=>{if(t.
length===0||n==null)return n;for(let e of n.keys())if(e!==""&&t.startsWith(e))return G(n.get(e),t.slice(e.length))},q=(n,t)=>{
let e=t.length;t:for(let s=0;n&&s<e;){for(let i of n.keys())if(i!==""&&t[s]===i[0]){let r=Math.min(e-s,i.length),c=1;for(;c<
r&&t[s+c]===i[c];)++c;let a=n.get(i);if(c===i.length)n=a;else{let u=new Map;u.set(i.slice(c),a),n.set(t.slice(s,s+c),u),
n.delete(i),n=u}s+=c;continue t}let o=new Map;return n.set(t.slice(s),o),o}return n},Pt=(n,t)=>{let[e,s]=P(n,t);if(e!==void 0){
if(e.delete(""),e.size===0)dt(s);else if(e.size===1){let[o,i]=e.entries().next().value;lt(s,o,i)}}},dt=n=>{if(n.length===
0)return;let[t,e]=et(n);if(t.delete(e),t.size===0)dt(n.slice(0,-1));else if(t.size===1){let[s,o]=t.entries().next().value;
s!==""&&lt(n.slice(0,-1),s,o)}},lt=(n,t,e)=>{if(n.length===0)return;let[s,o]=et(n);s.set(o+t,e),s.delete(o)},et=n=>n[n.length-
1],st="or",ft="and",Bt="and_not",N=class n{constructor(t){if(t?.fields==null)throw new Error('MiniSearch: option "fields\
" must be provided');let e=t.autoVacuum==null||t.autoVacuum===!0?X:t.autoVacuum;this._options={...K,...t,autoVacuum:e,searchOptions:{
...ot,...t.searchOptions||{}},autoSuggestOptions:{...qt,...t.autoSuggestOptions||{}}},this._index=new $,this._documentCount=
0,this._documentIds=new Map,this._idToShortId=new Map,this._fieldIds={},this._fieldLength=new Map,this._avgFieldLength=[],
this._nextId=0,this._storedFields=new Map,this._dirtCount=0,this._currentVacuum=null,this._enqueuedVacuum=null,this._enqueuedVacuumConditions=
tt,this.addFields(this._options.fields)}add(t){let{extractField:e,stringifyField:s,tokenize:o,processTerm:i,fields:r,idField:c}=this.
_options,a=e(t,c);if(a==null)throw new Error(`MiniSearch: document does not have ID field "${c}"`);if(this._idToShortId.
has(a))throw new Error(`MiniSearch: duplicate ID ${a}`);let u=this.addDocumentId(a);this.saveStoredFields(u,t);for(let h of r){
let g=e(t,h);if(g==null)continue;let m=o(s(g,h),h),_=this._fieldIds[h],v=new Set(m).size;this.addFieldLength(u,_,this._documentCount-
1,v);for(let z of m){let w=i(z,h);if(Array.isArray(w))for(let d of w)this.addTerm(_,u,d);else w&&this.addTerm(_,u,w)}}}addAll(t){
for(let e of t)this.add(e)}addAllAsync(t,e={}){let{chunkSize:s=10}=e,o={chunk:[],promise:Promise.resolve()},{chunk:i,promise:r}=t.
reduce(({chunk:c,promise:a},u,h)=>(c.push(u),(h+1)%s===0?{chunk:[],promise:a.then(()=>new Promise(g=>setTimeout(g,0))).then(
()=>this.addAll(c))}:{chunk:c,promise:a}),o);return r.then(()=>this.addAll(i))}remove(t){let{tokenize:e,processTerm:s,extractField:o,
stringifyField:i,fields:r,idField:c}=this._options,a=o(t,c);if(a==null)throw new Error(`MiniSearch: document does not ha\
ve ID field "${c}"`);let u=this._idToShortId.get(a);if(u==null)throw new Error(`MiniSearch: cannot remove document with \
ID ${a}: it is not in the index`);for(let h of r){let g=o(t,h);if(g==null)continue;let m=e(i(g,h),h),_=this._fieldIds[h],
v=new Set(m).size;this.removeFieldLength(u,_,this._documentCount,v);for(let z of m){let w=s(z,h);if(Array.isArray(w))for(let d of w)
this.removeTerm(_,u,d);else w&&this.removeTerm(_,u,w)}}this._storedFields.delete(u),this._documentIds.delete(u),this._idToShortId.
delete(a),this._fieldLength.delete(u),this._documentCount-=1}removeAll(t){if(t)for(let e of t)this.remove(e);else{if(arguments.
length>0)throw new Error("Expected documents to be present. Omit the argument to remove all documents.");this._index=new $,
this._documentCount=0,this._documentIds=new Map,this._idToShortId=new Map,this._fieldLength=new Map,this._avgFieldLength=
[],this._storedFields=new Map,this._nextId=0}}discard(t){let e=this._idToShortId.get(t);if(e==null)throw new Error(`Mini\
Search: cannot discard document with ID ${t}: it is not in the index`);this._idToShortId.delete(t),this._documentIds.delete(
e),this._storedFields.delete(e),(this._fieldLength.get(e)||[]).forEach((s,o)=>{this.removeFieldLength(e,o,this._documentCount,
s)}),this._fieldLength.delete(e),this._documentCount-=1,this._dirtCount+=1,this.maybeAutoVacuum()}maybeAutoVacuum(){if(this.
_options.autoVacuum===!1)return;let{minDirtFactor:t,minDirtCount:e,batchSize:s,batchWait:o}=this._options.autoVacuum;this.
conditionalVacuum({batchSize:s,batchWait:o},{minDirtCount:e,minDirtFactor:t})}discardAll(t){let e=this._options.autoVacuum;
try{this._options.autoVacuum=!1;for(let s of t)this.discard(s)}finally{this._options.autoVacuum=e}this.maybeAutoVacuum()}replace(t){
let{idField:e,extractField:s}=this._options,o=s(t,e);this.discard(o),this.add(t)}vacuum(t={}){return this.conditionalVacuum(
t)}conditionalVacuum(t,e){return this._currentVacuum?(this._enqueuedVacuumConditions=this._enqueuedVacuumConditions&&e,this.
_enqueuedVacuum!=null?this._enqueuedVacuum:(this._enqueuedVacuum=this._currentVacuum.then(()=>{let s=this._enqueuedVacuumConditions;
return this._enqueuedVacuumConditions=tt,this.performVacuuming(t,s)}),this._enqueuedVacuum)):this.vacuumConditionsMet(e)===
!1?Promise.resolve():(this._currentVacuum=this.performVacuuming(t),this._currentVacuum)}async performVacuuming(t,e){let s=this.
_dirtCount;if(this.vacuumConditionsMet(e)){let o=t.batchSize||Z.batchSize,i=t.batchWait||Z.batchWait,r=1;for(let[c,a]of this.
_index){for(let[u,h]of a)for(let[g]of h)this._documentIds.has(g)||(h.size<=1?a.delete(u):h.delete(g));this._index.get(c).
size===0&&this._index.delete(c),r%o===0&&await new Promise(u=>setTimeout(u,i)),r+=1}this._dirtCount-=s}await null,this._currentVacuum=
this._enqueuedVacuum,this._enqueuedVacuum=null}vacuumConditionsMet(t){if(t==null)return!0;let{minDirtCount:e,minDirtFactor:s}=t;
return e=e||X.minDirtCount,s=s||X.minDirtFactor,this.dirtCount>=e&&this.dirtFactor>=s}get isVacuuming(){return this._currentVacuum!=
null}get dirtCount(){return this._dirtCount}get dirtFactor(){return this._dirtCount/(1+this._documentCount+this._dirtCount)}has(t){
return this._idToShortId.has(t)}getStoredFields(t){let e=this._idToShortId.get(t);if(e!=null)return this._storedFields.get(
e)}search(t,e={}){let{searchOptions:s}=this._options,o={...s,...e},i=this.executeQuery(t,e),r=[];for(let[c,{score:a,terms:u,
match:h}]of i){let g=u.length||1,m={id:this._documentIds.get(c),score:a*g,terms:Object.keys(h),queryTerms:u,match:h};Object.
assign(m,this._storedFields.get(c)),(o.filter==null||o.filter(m))&&r.push(m)}return t===n.wildcard&&o.boostDocument==null||
r.sort(rt),r}autoSuggest(t,e={}){e={...this._options.autoSuggestOptions,...e};let s=new Map;for(let{score:i,terms:r}of this.
search(t,e)){let c=r.join(" "),a=s.get(c);a!=null?(a.score+=i,a.count+=1):s.set(c,{score:i,terms:r,count:1})}let o=[];for(let[
i,{score:r,terms:c,count:a}]of s)o.push({suggestion:i,terms:c,score:r/a});return o.sort(rt),o}get documentCount(){return this.
_documentCount}get termCount(){return this._index.size}static loadJSON(t,e){if(e==null)throw new Error("MiniSearch: load\
JSON should be given the same options used when serializing the index");return this.loadJS(JSON.parse(t),e)}static async loadJSONAsync(t,e){
if(e==null)throw new Error("MiniSearch: loadJSON should be given the same options used when serializing the index");return this.
loadJSAsync(JSON.parse(t),e)}static getDefault(t){if(K.hasOwnProperty(t))return H(K,t);throw new Error(`MiniSearch: unkn\
own option "${t}"`)}static loadJS(t,e){let{index:s,documentIds:o,fieldLength:i,storedFields:r,serializationVersion:c}=t,
a=this.instantiateMiniSearch(t,e);a._documentIds=j(o),a._fieldLength=j(i),a._storedFields=j(r);for(let[u,h]of a._documentIds)
a._idToShortId.set(h,u);for(let[u,h]of s){let g=new Map;for(let m of Object.keys(h)){let _=h[m];c===1&&(_=_.ds),g.set(parseInt(
m,10),j(_))}a._index.set(u,g)}return a}static async loadJSAsync(t,e){let{index:s,documentIds:o,fieldLength:i,storedFields:r,
serializationVersion:c}=t,a=this.instantiateMiniSearch(t,e);a._documentIds=await W(o),a._fieldLength=await W(i),a._storedFields=
await W(r);for(let[h,g]of a._documentIds)a._idToShortId.set(g,h);let u=0;for(let[h,g]of s){let m=new Map;for(let _ of Object.
keys(g)){let v=g[_];c===1&&(v=v.ds),m.set(parseInt(_,10),await W(v))}++u%1e3===0&&await mt(0),a._index.set(h,m)}return a}static instantiateMiniSearch(t,e){
let{documentCount:s,nextId:o,fieldIds:i,averageFieldLength:r,dirtCount:c,serializationVersion:a}=t;if(a!==1&&a!==2)throw new Error(
"MiniSearch: cannot deserialize an index created with an incompatible version");let u=new n(e);return u._documentCount=s,
u._nextId=o,u._idToShortId=new Map,u._fieldIds=i,u._avgFieldLength=r,u._dirtCount=c||0,u._index=new $,u}executeQuery(t,e={}){
if(t===n.wildcard)return this.executeWildcardQuery(e);if(typeof t!="string"){let m={...e,...t,queries:void 0},_=t.queries.
map(v=>this.executeQuery(v,m));return this.combineResults(_,m.combineWith)}let{tokenize:s,processTerm:o,searchOptions:i}=this.
_options,r={tokenize:s,processTerm:o,...i,...e},{tokenize:c,processTerm:a}=r,g=c(t).flatMap(m=>a(m)).filter(m=>!!m).map(
Yt(r)).map(m=>this.executeQuerySpec(m,r));return this.combineResults(g,r.combineWith)}executeQuerySpec(t,e){let s={...this.
_options.searchOptions,...e},o=(s.fields||this._options.fields).reduce((z,w)=>({...z,[w]:H(s.boost,w)||1}),{}),{boostDocument:i,
weights:r,maxFuzzy:c,bm25:a}=s,{fuzzy:u,prefix:h}={...ot.weights,...r},g=this._index.get(t.term),m=this.termResults(t.term,
t.term,1,t.termBoost,g,o,i,a),_,v;if(t.prefix&&(_=this._index.atPrefix(t.term)),t.fuzzy){let z=t.fuzzy===!0?.2:t.fuzzy,w=z<
1?Math.min(c,Math.round(t.term.length*z)):z;w&&(v=this._index.fuzzyGet(t.term,w))}if(_)for(let[z,w]of _){let d=z.length-
t.term.length;if(!d)continue;v?.delete(z);let l=h*z.length/(z.length+.3*d);this.termResults(t.term,z,l,t.termBoost,w,o,i,
a,m)}if(v)for(let z of v.keys()){let[w,d]=v.get(z);if(!d)continue;let l=u*z.length/(z.length+d);this.termResults(t.term,
z,l,t.termBoost,w,o,i,a,m)}return m}executeWildcardQuery(t){let e=new Map,s={...this._options.searchOptions,...t};for(let[
o,i]of this._documentIds){let r=s.boostDocument?s.boostDocument(i,"",this._storedFields.get(o)):1;e.set(o,{score:r,terms:[],
match:{}})}return e}combineResults(t,e=st){if(t.length===0)return new Map;let s=e.toLowerCase(),o=Ut[s];if(!o)throw new Error(
`Invalid combination operator: ${e}`);return t.reduce(o)||new Map}toJSON(){let t=[];for(let[e,s]of this._index){let o={};
for(let[i,r]of s)o[i]=Object.fromEntries(r);t.push([e,o])}return{documentCount:this._documentCount,nextId:this._nextId,documentIds:Object.
fromEntries(this._documentIds),fieldIds:this._fieldIds,fieldLength:Object.fromEntries(this._fieldLength),averageFieldLength:this.
_avgFieldLength,storedFields:Object.fromEntries(this._storedFields),dirtCount:this._dirtCount,index:t,serializationVersion:2}}termResults(t,e,s,o,i,r,c,a,u=new Map){
if(i==null)return u;for(let h of Object.keys(r)){let g=r[h],m=this._fieldIds[h],_=i.get(m);if(_==null)continue;let v=_.size,
z=this._avgFieldLength[m];for(let w of _.keys()){if(!this._documentIds.has(w)){this.removeTerm(m,w,e),v-=1;continue}let d=c?
c(this._documentIds.get(w),e,this._storedFields.get(w)):1;if(!d)continue;let l=_.get(w),S=this._fieldLength.get(w)[m],x=Qt(
l,v,this._documentCount,S,z,a),p=s*o*g*d*x,f=u.get(w);if(f){f.score+=p,Ht(f.terms,t);let F=H(f.match,e);F?F.push(h):f.match[e]=
[h]}else u.set(w,{score:p,terms:[t],match:{[e]:[h]}})}}return u}addTerm(t,e,s){let o=this._index.fetch(s,ct),i=o.get(t);
if(i==null)i=new Map,i.set(e,1),o.set(t,i);else{let r=i.get(e);i.set(e,(r||0)+1)}}removeTerm(t,e,s){if(!this._index.has(
s)){this.warnDocumentChanged(e,t,s);return}let o=this._index.fetch(s,ct),i=o.get(t);i==null||i.get(e)==null?this.warnDocumentChanged(
e,t,s):i.get(e)<=1?i.size<=1?o.delete(t):i.delete(e):i.set(e,i.get(e)-1),this._index.get(s).size===0&&this._index.delete(
s)}warnDocumentChanged(t,e,s){for(let o of Object.keys(this._fieldIds))if(this._fieldIds[o]===e){this._options.logger("w\
arn",`MiniSearch: document with ID ${this._documentIds.get(t)} has changed before removal: term "${s}" was not present i\
n field "${o}". Removing a document after it has changed can corrupt the index!`,"version_conflict");return}}addDocumentId(t){
let e=this._nextId;return this._idToShortId.set(t,e),this._documentIds.set(e,t),this._documentCount+=1,this._nextId+=1,e}addFields(t){
for(let e=0;e<t.length;e++)this._fieldIds[t[e]]=e}addFieldLength(t,e,s,o){let i=this._fieldLength.get(t);i==null&&this._fieldLength.
set(t,i=[]),i[e]=o;let c=(this._avgFieldLength[e]||0)*s+o;this._avgFieldLength[e]=c/(s+1)}removeFieldLength(t,e,s,o){if(s===
1){this._avgFieldLength[e]=0;return}let i=this._avgFieldLength[e]*s-o;this._avgFieldLength[e]=i/(s-1)}saveStoredFields(t,e){
let{storeFields:s,extractField:o}=this._options;if(s==null||s.length===0)return;let i=this._storedFields.get(t);i==null&&
this._storedFields.set(t,i={});for(let r of s){let c=o(e,r);c!==void 0&&(i[r]=c)}}};N.wildcard=Symbol("*");var H=(n,t)=>Object.
prototype.hasOwnProperty.call(n,t)?n[t]:void 0,Ut={[st]:(n,t)=>{for(let e of t.keys()){let s=n.get(e);if(s==null)n.set(e,
t.get(e));else{let{score:o,terms:i,match:r}=t.get(e);s.score=s.score+o,s.match=Object.assign(s.match,r),it(s.terms,i)}}return n},
[ft]:(n,t)=>{let e=new Map;for(let s of t.keys()){let o=n.get(s);if(o==null)continue;let{score:i,terms:r,match:c}=t.get(
s);it(o.terms,r),e.set(s,{score:o.score+i,terms:o.terms,match:Object.assign(o.match,c)})}return e},[Bt]:(n,t)=>{for(let e of t.
keys())n.delete(e);return n}},Jt={k:1.2,b:.7,d:.5},Qt=(n,t,e,s,o,i)=>{let{k:r,b:c,d:a}=i;return Math.log(1+(e-t+.5)/(t+.5))*
(a+n*(r+1)/(n+r*(1-c+c*s/o)))},Yt=n=>(t,e,s)=>{let o=typeof n.fuzzy=="function"?n.fuzzy(t,e,s):n.fuzzy||!1,i=typeof n.prefix==
"function"?n.prefix(t,e,s):n.prefix===!0,r=typeof n.boostTerm=="function"?n.boostTerm(t,e,s):1;return{term:t,fuzzy:o,prefix:i,
termBoost:r}},K={idField:"id",extractField:(n,t)=>n[t],stringifyField:(n,t)=>n.toString(),tokenize:n=>n.split(Kt),processTerm:n=>n.
toLowerCase(),fields:void 0,searchOptions:void 0,storeFields:[],logger:(n,t)=>{typeof console?.[n]=="function"&&console[n](
t)},autoVacuum:!0},ot={combineWith:st,prefix:!1,fuzzy:!1,maxFuzzy:6,boost:{},weights:{fuzzy:.45,prefix:.375},bm25:Jt},qt={
combineWith:ft,prefix:(n,t,e)=>t===e.length-1},Z={batchSize:1e3,batchWait:10},tt={minDirtFactor:.1,minDirtCount:20},X={...Z,
...tt},Ht=(n,t)=>{n.includes(t)||n.push(t)},it=(n,t)=>{for(let e of t)n.includes(e)||n.push(e)},rt=({score:n},{score:t})=>t-
n,ct=()=>new Map,j=n=>{let t=new Map;for(let e of Object.keys(n))t.set(parseInt(e,10),n[e]);return t},W=async n=>{let t=new Map,
e=0;for(let s of Object.keys(n))t.set(parseInt(s,10),n[s]),++e%1e3===0&&await mt(0);return t},mt=n=>new Promise(t=>setTimeout(
t,n)),Kt=/[\n\r\p{Z}\p{P}]+/u;var gt={title:4,names:3,asked:4,text:1,code:.4,page:.7},Xt={question:1.35,symptom:1.35,section:1,word:1.1,message:.9,page:.8,
exercise:.6,figure:.6,reference:.5},Gt=.75,Zt=.6,te=4,ee=60,se=.08,ne=4,oe=.6,ie=.5,re=.8,ce=1.5,ae=2.5,ue=.3,B=190,he=500,
St=new Set(`a about am an and any are as at be been but by can could did do does doing dont for from get
  gets give given gives has have how i if in into is it its me my of on one or should so some than
  that the their them then there these they this those to too use used using was we were what when
  where which while who why will with would you your vs versus`.split(/\s+/)),zt=/[\p{L}\p{N}]+(?:(?:[_'’]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}_]+)*|√/gu,
de=/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_/u,pt=/^why\b/i,le=/(?<=(?<!\b(?:al|e\.g|i\.e))[.?!][”")]?)\s+(?=[\p{Lu}\p{N}“"(])/u;
function C(n){let t=n.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/['’](s|t)?$/,"$1").replace(/['’]/g,
"");if(t==="√")return"sqrt";if(t.length<4||/[\d_.]/.test(t))return t;t=t.replace(/^(matri|verti|indi)ces$/,"$1x").replace(
/^axes$/,"axis").replace(/ies$/,"y").replace(/(ss|x|ch|sh)es$/,"$1").replace(/([^aius])s$/,"$1").replace(/our(s|ed|ing|al|ly)?$/,
"or$1").replace(/is(ation|e[drs]?|ing)$/,"iz$1").replace(/ys(e[drs]?|ing)$/,"yz$1").replace(/tre$/,"ter");let e=t.replace(
/ization$/,"iz").replace(/ation$/,"at").replace(/(?<=.{3})(ing|ed|er|ly)$/,"");return e!==t&&/[aeiouy]/.test(e)&&(t=e.replace(
/([^aeiouslz])\1$/,"$1").replace(/ll$/,"l")),t.length>4?t.replace(/e$/,""):t}var _t=new Map;function D(n){let t=_t.get(n);
if(!t){let e=n.split(de),s=e.length>1?e.filter(o=>o.length>1):[];t=[...new Set([n,...s].map(C))],_t.set(n,t)}return t}var R=n=>n.
match(zt)??[],xt=n=>new Set(R(n).flatMap(D)),wt=n=>R(n).map(C).join(" ");function fe([,,,,n,t]){let e=n.flatMap(s=>s.split(
le));return[...e,...t].map((s,o)=>({text:s,terms:xt(s),isCode:o>=e.length}))}function Ft([,n,t,e]){return n||t==="refere\
nce"?n||e:e.toLowerCase().normalize("NFKD").replace(/[^\0-\x7f]/g,"").replace(/[^a-z0-9]+/g,"-").replace(/^[-0-9]+|-+$/g,
"")}var me=([,,n,t])=>n==="word"?t.split(", "):[t],Mt=n=>n.trim().replace(/\(.*\)?$/,"").toLowerCase();function ge(n){let t=n.
split(".").slice(0,-1),e=t.length<3&&t.every(i=>/^(?!book$)[a-z]/.test(i)),s=Mt(n).split("."),o=s.map((i,r)=>s.slice(r).
join("."));return e||!/^[a-z]+$/.test(n.split(".").at(-1)??"")?o:o.slice(0,-1)}function pe(n){let t=new Map;for(let e of n){
let s=e.map(o=>R(o).map(C));for(let o of s){let i=o.join(" "),r=s.filter(c=>c.join(" ")!==i);t.set(i,[...t.get(i)??[],...r])}}
return t}function yt(n,t,e){for(let[s,{score:o,terms:i}]of t){let r=n.get(s);n.set(s,{score:Math.max(r?.score??0,o*e),quality:Math.
max(r?.quality??0,e),terms:[...r?.terms??[],...i]})}}async function _e({pages:n,entries:t,synonyms:e}){let s=new Set,o=new N(
{fields:Object.keys(gt),tokenize:R,processTerm:d=>{let l=D(d);for(let S of l)s.add(S);return l},searchOptions:{boost:gt,
tokenize:d=>[d],processTerm:d=>d}}),i=new Map,r=t.map(([d,,l,S,x,p,f=[]],F)=>{let b=l==="reference";if(b)for(let y of ge(
S))i.set(y,[...i.get(y)??[],F]);return{id:F,title:b?S.split(".").at(-1):S,names:l==="word"?S:"",asked:f.join(`
`),text:x.join(`
`),code:p.join(`
`),page:n[d][1]}});await o.addAllAsync(r,{chunkSize:40});let c=pe(e),a=new Map,u=new Map;function h(d,l){let S=`${d} ${l}`,
x=a.get(S);if(x)return x;let p=s.has(d),f=o.search(d,{prefix:l?d.length>1:!p&&d.length>3,fuzzy:p||d.length<4||/\d/.test(
d)?!1:.25,weights:{prefix:p?.05:.5,fuzzy:.4}}),F=new Map(f.map(({id:b,score:y,terms:I})=>[b,{score:y,quality:1,terms:I}]));
return a.size>he&&a.clear(),a.set(S,F),F}function g(d,l){let[S,...x]=d.map((f,F)=>h(f,l&&F===d.length-1));if(x.length===
0)return S;let p=new Map;for(let[f,F]of S){let b=x.map(y=>y.get(f));if(b.every(y=>y!==void 0)){let y=[F,...b],I=y.reduce(
(O,{score:k})=>O+k,0)/Math.sqrt(y.length);p.set(f,{score:I,quality:1,terms:y.flatMap(({terms:O})=>O)})}}return p}function m(d){
let l=R(d),S=l.filter(y=>!St.has(y.toLowerCase())&&y.length>1),x=S.length>0?S:l,p=!/[\s(]$/.test(d),f=x.map((y,I)=>{let O=p&&
I===x.length-1,[k,...T]=D(y),M=new Map(h(k,O));return T.length>0&&yt(M,g(T,O),Zt),M}),[F,b]=[l.map(C),x.map(C)];for(let y=te;y>
0;y--)for(let I=0;I+y<=l.length;I++){let O=F.slice(I,I+y);for(let k of c.get(O.join(" "))??[]){let T=g(k,!1);for(let M of O){
let E=f[b.indexOf(M)];E&&yt(E,T,Gt/Math.sqrt(y))}}}return f}function _(d){let l=u.get(d)??fe(t[d]);return u.set(d,l),l}function v(d){
let l=new Map,S=d.map(({id:x})=>{let[p]=t[x],f=(l.get(p)??0)+1;return l.set(p,f),f<=ne});return[!1,!0].flatMap(x=>d.filter(
(p,f)=>S[f]!==x))}function z(d,{text:l,isCode:S},x){let[p,,f,F]=t[d],b=new Set(x.flatMap(y=>[...y]));return{url:`${n[p][0]}\
#${Ft(t[d])}`,title:U(F,b),page:n[p][1],kind:f,sentence:U(ye(l,b),b),isCode:S}}function w(d,l){let S=new Map;for(let p of d)
for(let[f,{score:F}]of p)S.set(f,(S.get(f)??0)+F);return[...S].map(([p,f])=>{let F=d.map(y=>y.get(p)?.quality??0),b=Xt[t[p][2]];
return{id:p,score:f*vt(F,l)**2*b}}).sort((p,f)=>f.score-p.score)}return function(l,S=10){let x=m(l),p=x.map(M=>M.size?Math.
log(1+t.length/M.size):0),f=new Set(i.get(Mt(l))),F=[...f].map(M=>({id:M,score:0})),b=w(x,p);F.push(...b.slice(0,ee).filter(
({id:M})=>!f.has(M)));let y=F.map(({id:M,score:E})=>{let J=x.map(L=>new Set(L.get(M)?.terms)),[,,,It,,,Ot=[]]=t[M],kt=[It,
...Ot].map(L=>xt(L)),Q=Math.max(...kt.map(L=>bt(L,J,p))),Lt=oe*(f.has(M)?1:Q),nt=we(_(M),J,p,Lt),Et=me(t[M]).some(L=>wt(
L)===wt(l)),At=ie*nt.coverage+re*Q**2+(Et?ce:0)+(pt.test(l.trim())&&pt.test(t[M][3])?ae*Q:0),Ct=()=>z(M,nt,J);return{id:M,
score:E*(1+At),toResult:Ct}}),I=y.slice(f.size).sort((M,E)=>E.score-M.score),O=I.filter(({score:M})=>M>se*I[0].score),k=[
...y.slice(0,f.size),...O];return v(k).slice(0,S).map(M=>M.toResult())}}function vt(n,t){return n.reduce((s,o,i)=>s+o*t[i],
0)/(t.reduce((s,o)=>s+o,0)||1)}function bt(n,t,e){let s=t.map(o=>[...o].some(i=>n.has(i))?1:0);return vt(s,e)}function we(n,t,e,s){
let o={text:"",coverage:0,isCode:!1},i=-1;return n.forEach(({text:r,terms:c,isCode:a},u)=>{let h=bt(c,t,e),g=h+(u===0?s:
0)-(a?ue:0);g>i+1e-9&&([o,i]=[{text:r,coverage:h,isCode:a},g])}),o}function ye(n,t){if(n.length<=B)return n;let e=U(n,t),
s=e.findIndex(({marked:u})=>u),i=e.slice(0,Math.max(s,0)).reduce((u,h)=>u+h.text.length,0),r=i<B*.7?0:n.indexOf(" ",i-B/
3)+1,c=n.slice(r,r+B),a=r+c.length>=n.length;return`${r?"… ":""}${a?c:`${c.slice(0,c.lastIndexOf(" "))} …`}`}function U(n,t){
let e=[],s=0;for(let o of n.matchAll(zt))!D(o[0]).some(r=>t.has(r))||St.has(o[0].toLowerCase())||(o.index>s&&e.push({text:n.
slice(s,o.index),marked:!1}),e.push({text:o[0],marked:!0}),s=o.index+o[0].length);return s<n.length&&e.push({text:n.slice(
s),marked:!1}),e}return Rt(Se);})();
