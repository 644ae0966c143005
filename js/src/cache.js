// What a model keeps while it writes: the bytes of keys and values, and who shares a key head.
//
// All sizes are whole numbers, and the largest product is 2^53, so that every sum is exact.

import { counted, tellBytes, tellCount, upTo } from "./numbers.js";

/**
 * @typedef {object} Sizes
 * @property {number} n_layers
 * @property {number} n_heads Query heads of a layer.
 * @property {number} n_kv_heads Key heads of a layer; each has its values beside it.
 * @property {number} d_head
 */

/** @typedef {Sizes & { name: string, parameters: number, source: string }} Published */

/**
 * @typedef {object} Choice
 * @property {Sizes} sizes
 * @property {number} tokens Of one conversation.
 * @property {number} batch Conversations.
 * @property {number} n_bytes Of one number in the cache.
 * @property {Published | undefined} published The model as it was published; none for own sizes.
 */

export const ROOM = 80e9; // bytes of the device in the story
export const ROOM_TEXT = "80 GB";
const WEIGHT = 2; // bytes of one weight: the models were published in 16 bits

/** The query heads of each key head. @param {Pick<Sizes, "n_heads" | "n_kv_heads">} sizes */
export function groups({ n_heads, n_kv_heads }) {
  const size = n_heads / n_kv_heads;
  return upTo(n_kv_heads).map((key) => upTo(size).map((i) => key * size + i));
}

/**
 * The bytes of a token, of a conversation and of the whole cache; those of the weights, where they
 * are known; and how many conversations fit beside the weights.
 * @param {Choice} choice
 */
export function bytes({ sizes, tokens, batch, n_bytes, published }) {
  const token = 2 * sizes.n_layers * sizes.n_kv_heads * sizes.d_head * n_bytes;
  const conversation = token * tokens;
  const weights = published ? WEIGHT * published.parameters : null;
  const fit = Math.max(0, Math.floor((ROOM - (weights ?? 0)) / conversation));
  return { token, conversation, cache: conversation * batch, weights, fit };
}

/** @typedef {ReturnType<typeof bytes>} Bytes */

/** @param {number} n */
const tellBoth = (n) => `${tellBytes(n)} (${tellBytes(n, 1024)})`;

/** Who shares a key head. @param {Sizes} sizes */
export function tellGroups({ n_heads, n_kv_heads }) {
  if (n_heads === 1) return "The one query head has the one key head.";
  if (n_kv_heads === n_heads) return "Each query head has a key head of its own.";
  if (n_kv_heads === 1) return `All ${n_heads} query heads share one key head.`;
  return `Each of the ${n_kv_heads} key heads serves ${n_heads / n_kv_heads} query heads.`;
}

/**
 * How this cache compares with the published model's.
 * @param {Sizes} sizes
 * @param {Published | undefined} published
 */
function tellPublished({ n_kv_heads }, published) {
  if (!published || published.n_kv_heads === n_kv_heads) return "";
  const [now, then] = [n_kv_heads, published.n_kv_heads];
  const times = now > then ? `${now / then} times` : `1/${then / now}`;
  const had = counted(then, "key head");
  return `As published, the model has ${had}: the cache is now ${times} as large.`;
}

/** @param {number} n */
const conversations = (n) => `${tellCount(n)} such conversation${n === 1 ? "" : "s"}`;

/** What fits beside the weights. @param {Bytes} bytes */
function tellRoom({ weights, fit }) {
  if (weights === null) return `${ROOM_TEXT} hold ${conversations(fit)}, and no weights beside.`;
  const taken = `The weights take ${tellBytes(weights)}`;
  if (weights > ROOM) return `${taken}, more than ${ROOM_TEXT}.`;
  return `${taken}. Beside them, ${ROOM_TEXT} hold ${conversations(fit)}.`;
}

/** The sentences under the controls. @param {Choice} choice */
export function story(choice) {
  const { sizes, tokens, batch, n_bytes, published } = choice;
  const taken = bytes(choice);
  const factors = [
    "2",
    counted(sizes.n_layers, "layer"),
    counted(sizes.n_kv_heads, "key head"),
    `${sizes.d_head} numbers`,
    counted(n_bytes, "byte"),
  ];
  const all = batch === 1 ? "" : `; ${batch} of them: ${tellBoth(taken.cache)}`;
  return [
    `A token takes ${factors.join(" × ")} = ${tellCount(taken.token)} bytes.`,
    `A conversation of ${tellCount(tokens)} tokens takes ${tellBoth(taken.conversation)}${all}.`,
    tellRoom(taken),
    tellGroups(sizes),
    tellPublished(sizes, published),
  ];
}

/**
 * Where a published model's sizes come from; "" for the reader's own sizes.
 * @param {Published | undefined} published
 */
export const tellOrigin = (published) =>
  published
    ? `${tellCount(published.parameters)} weights of 2 bytes, as published; sizes from ` +
      `${published.source}. Tokens are counted beyond what the model was made for, too.`
    : "";
