// Computes the memory that a model's weights and KV cache take, what fits on a number of devices,
// and how long it takes to read everything once, or to multiply where that takes longer.
//
// All byte counts are integers. A cache has at most 2^54 bytes, a small integer times a power of two,
// and no other count exceeds 2^52, so both are exact.

import { headsPerDevice } from "../shared/device_sharding.js";
import {
  formatBytes,
  formatCount,
  formatCountOf,
  formatMemory,
  formatRate,
  formatSignificant,
} from "../shared/format.js";
import { largest, total, upTo } from "../shared/math.js";

/**
 * @typedef {object} Sizes
 * @property {number} n_layers
 * @property {number} n_heads Query heads in each layer.
 * @property {number} n_kv_heads KV heads in each layer; each computes keys and values.
 * @property {number} d_head
 */

/**
 * @typedef {Sizes & { name: string, parameters: number, per_kv_head: number, in_tables: number,
 *   context: number, source: string }} PublishedModel per_kv_head: how many parameters one KV head
 *   has, over all layers. in_tables: how many parameters are in tables of which a step reads only a
 *   few rows. context: the largest number of tokens that the model accepts.
 */

/**
 * @typedef {{ name: string, memory: number, bandwidth: number, flops: number, source: string }} Device
 *   flops: operations a second of bfloat16 products; a multiplication and an addition are two.
 */

/**
 * @typedef {object} Choice
 * @property {Sizes} sizes
 * @property {number} tokens In each conversation.
 * @property {number} batch Number of conversations.
 * @property {number} n_bytes Bytes per cached value.
 * @property {number} weight_bits Bits per weight.
 * @property {number} n_devices How many devices divide the query heads among them.
 * @property {number[]} deviceCounts The numbers of devices to choose from.
 * @property {Device} device
 * @property {number} parameters The parameter count of the reader's own model.
 * @property {PublishedModel | undefined} published The model as published; undefined for the
 *   reader's own sizes.
 */

// What NCCL 2.30.7 expects of a sum over at most eight H100s, by a ring over NVLink: microseconds to
// start, microseconds in each of 2 (n - 1) rounds, and bytes a second of one direction. From its file
// src/graph/tuning.cc, for the protocols LL, LL128 and Simple; it takes the fastest one.
// book/several_machines.ipynb has the same numbers.
const PROTOCOLS = [
  { start: 6.6, round: 0.6, rate: 141e9 },
  { start: 14, round: 1.9, rate: 0.92 * 18 * 20.6e9 },
  { start: 8.4, round: 3.4, rate: 18 * 20.6e9 },
];
const ON_NVLINK = { devices: 8, names: /^H[12]00 / }; // for which these numbers hold
const BYTES_PER_SUMMED = 2; // what is summed has 16 bits, however the weights are stored
const SUMS_PER_LAYER = 2; // one after attention, one after the MLP

/**
 * Returns, for each KV head, the query heads that share it.
 * @param {Pick<Sizes, "n_heads" | "n_kv_heads">} sizes
 */
export function groupQueryHeads({ n_heads, n_kv_heads }) {
  const size = n_heads / n_kv_heads;
  return upTo(n_kv_heads).map((key) => upTo(size).map((i) => key * size + i));
}

/**
 * Returns the KV heads of each device: all that its query heads read.
 * @param {Pick<Sizes, "n_heads" | "n_kv_heads">} sizes
 * @param {number} nDevices
 */
export function kvHeadsPerDevice({ n_heads, n_kv_heads }, nDevices) {
  const size = n_heads / n_kv_heads;
  let first = 0;
  return headsPerDevice(n_heads, nDevices).map((count) => {
    const queries = upTo(count).map((i) => first + i);
    first += count;
    return [...new Set(queries.map((query) => Math.floor(query / size)))];
  });
}

/**
 * Counts all weights, and separately those that compute keys and values.
 * @param {Choice} choice
 */
function countWeights({ sizes, parameters, published }) {
  const { n_layers, n_heads, n_kv_heads, d_head } = sizes;
  if (!published) {
    const kv = 2 * n_layers * n_kv_heads * d_head * n_heads * d_head;
    return { all: parameters, kv: Math.min(kv, parameters) };
  }
  const fewer = published.n_kv_heads - n_kv_heads;
  const all = published.parameters - fewer * published.per_kv_head;
  return { all, kv: n_kv_heads * published.per_kv_head };
}

/**
 * Computes the bytes of a token, of a conversation, of the cache and of the weights; how much of
 * each the fullest device holds and reads; how many conversations fit; and a lower bound on the time
 * of a decode step: its reading or its products, whichever takes longer.
 * @param {Choice} choice
 */
export function costs(choice) {
  const { sizes, tokens, batch, n_bytes, weight_bits, n_devices, device } = choice;
  const token = 2 * sizes.n_layers * sizes.n_kv_heads * sizes.d_head * n_bytes;
  const conversation = token * tokens;
  const { all, kv } = countWeights(choice);
  const kvHeads = kvHeadsPerDevice(sizes, n_devices).map(({ length }) => length);
  const most = largest(kvHeads);
  const parametersHeld = (all - kv) / n_devices + (kv / sizes.n_kv_heads) * most;
  const weights = Math.ceil((parametersHeld * weight_bits) / 8);
  const conversationBytes = (conversation / sizes.n_kv_heads) * most;
  const inTables = ((choice.published?.in_tables ?? 0) * weight_bits) / 8;
  const weightsRead = weights - inTables / n_devices;
  const read = weightsRead + conversationBytes * batch;
  const reading = read / device.bandwidth;
  // Each query head has d_head products with a cached key, and as many with its value.
  const queryHeads = largest(headsPerDevice(sizes.n_heads, n_devices));
  const ofAttention = 2 * sizes.n_layers * queryHeads * sizes.d_head * tokens;
  const products = batch * ((weightsRead * 8) / weight_bits + ofAttention);
  const multiplying = (2 * products) / device.flops;
  const seconds = Math.max(reading, multiplying);
  return {
    token,
    conversation,
    cache: conversation * batch,
    weights: (all * weight_bits) / 8,
    fullest: {
      kvHeads: most,
      weights,
      conversation: conversationBytes,
      cache: conversationBytes * batch,
      read,
    },
    copies: total(kvHeads) / sizes.n_kv_heads,
    maxBatch: Math.max(0, Math.floor((device.memory - weights) / conversationBytes)),
    reading,
    multiplying,
    seconds,
    rate: batch / seconds, // tokens per second, over all conversations
  };
}

/** @typedef {ReturnType<typeof costs>} Costs */

/**
 * Counts the sums over the devices in a decode step and the bytes of each, and for H100s and H200s
 * on one NVLink the seconds that they wait and send; otherwise NaN, because a ring's speed is not
 * known here.
 * @param {Choice} choice
 */
export function sumsOverDevices({ sizes, batch, n_devices, device }) {
  const count = n_devices > 1 ? SUMS_PER_LAYER * sizes.n_layers : 0;
  const bytes = batch * sizes.n_heads * sizes.d_head * BYTES_PER_SUMMED;
  const sent = (2 * (n_devices - 1) * bytes) / n_devices; // by each device, in a ring
  const known = n_devices <= ON_NVLINK.devices && ON_NVLINK.names.test(device.name);
  if (!known) return { count, bytes, waiting: Number.NaN, sending: Number.NaN };
  const [fastest] = PROTOCOLS.map(({ start, round, rate }) => {
    const waiting = (start + 2 * (n_devices - 1) * round) / 1e6;
    return { waiting: count * waiting, sending: (count * sent) / rate };
  }).sort((a, b) => a.waiting + a.sending - (b.waiting + b.sending));
  return { count, bytes, ...fastest };
}

/**
 * Returns the seconds of a step with its sums over the devices; NaN where theirs are not known.
 * @param {Choice} choice
 * @param {number} alone Seconds that the step takes without them.
 */
function withSums(choice, alone) {
  const { count, waiting, sending } = sumsOverDevices(choice);
  return count === 0 ? alone : alone + waiting + sending;
}

/**
 * Returns the smallest number of devices that can hold the weights and one conversation.
 * @param {Choice} choice
 */
const fewestDevices = (choice) =>
  choice.deviceCounts.find((n_devices) => costs({ ...choice, n_devices }).maxBatch > 0);

/** Says which query heads share a KV head. @param {Sizes} sizes */
function describeGroups({ n_heads, n_kv_heads }) {
  if (n_heads === 1) return "The one query head has the one KV head.";
  if (n_kv_heads === n_heads) return "Each query head has a KV head of its own.";
  if (n_kv_heads === 1) return `All ${n_heads} query heads share one KV head.`;
  return `Each of the ${n_kv_heads} KV heads serves ${n_heads / n_kv_heads} query heads.`;
}

/**
 * Says how many KV heads a device holds, and how often they are copied.
 * @param {Choice} choice
 * @param {Costs} costs
 */
function describeCopies({ sizes, n_devices }, { fullest, copies }) {
  if (n_devices === 1) return "";
  const holds = `A device holds ${fullest.kvHeads} of ${formatCountOf(sizes.n_kv_heads, "KV head")}`;
  if (copies === 1) return `${holds}.`;
  const times = Number.isInteger(copies) ? `on ${copies} devices` : "on several devices";
  return `${holds}: each, with its cache, is ${times}.`;
}

/**
 * Compares cache and weights with those of the published number of KV heads.
 * @param {Choice} choice
 */
function describePublished({ sizes, weight_bits, published }) {
  if (!published || published.n_kv_heads === sizes.n_kv_heads) return "";
  const [now, then] = [sizes.n_kv_heads, published.n_kv_heads];
  const times = now > then ? `1/${now / then} of the cache` : `${then / now} times the cache`;
  const size = (Math.abs(then - now) * published.per_kv_head * weight_bits) / 8;
  const weights = `${formatBytes(size)} ${now > then ? "less" : "more"} in weights`;
  return `As published, with ${formatCountOf(then, "KV head")}, it takes ${times} and ${weights}.`;
}

/**
 * Says how many conversations fit next to the weights.
 * @param {Choice} choice
 * @param {Costs} costs
 */
function describeMemory(choice, { fullest, maxBatch }) {
  const { batch, n_devices, device } = choice;
  const weights = formatBytes(fullest.weights);
  const room = formatMemory(device.memory);
  const onOneDevice = n_devices === 1;
  const take = onOneDevice
    ? `The weights take ${weights}`
    : `Each of ${n_devices} devices holds ${weights}`;
  const taken = onOneDevice ? take : `${take} of the weights`;
  if (fullest.weights > device.memory) {
    const enough = fewestDevices(choice);
    const hold = enough ? ` ${enough} such devices hold all of them.` : "";
    return `${taken}, more than ${room}.${hold}`;
  }
  const over = batch > maxBatch ? `, not ${formatCount(batch)}` : "";
  const many = `${formatCount(maxBatch)} such conversation${maxBatch === 1 ? "" : "s"}${over}.`;
  if (onOneDevice) return `${taken}; the rest of ${room} holds ${many}`;
  return `${taken} and ${formatBytes(fullest.conversation)} of a conversation; ${room} has room for ${many}`;
}

/** @param {number} seconds */
const formatMilliseconds = (seconds) => `${formatSignificant(1000 * seconds, 3)} ms`;

/**
 * Says how long a decode step takes at least; "" where the conversations do not fit.
 * @param {Choice} choice
 * @param {Costs} costs
 */
function describeTime(choice, { fullest, maxBatch, reading, multiplying, seconds, rate }) {
  const { batch, n_devices } = choice;
  if (batch > maxBatch) return "";
  const where = n_devices === 1 ? "" : " on each device";
  const read = `A decode step reads ${formatBytes(fullest.read)}${where}`;
  const least = `at least ${formatMilliseconds(seconds)}`;
  const time =
    multiplying > reading
      ? `${read} in ${formatMilliseconds(reading)}, but its products in bfloat16 take ${least}`
      : `${read}: ${least}`;
  if (n_devices > 1) return `${time}. ${describeSums(choice, seconds)}`;
  const tokens = `at most ${formatCount(Math.round(rate))} tokens a second`;
  const perConversation =
    batch === 1 ? "" : `, ${formatCount(Math.round(1 / seconds))} a conversation`;
  return `${time}, ${tokens}${perConversation}.`;
}

/**
 * Says how many sums over the devices a step has, and how long they take where that is known.
 * @param {Choice} choice
 * @param {number} alone Seconds that the step takes without them.
 */
function describeSums(choice, alone) {
  const { count, bytes, waiting, sending } = sumsOverDevices(choice);
  const sums = `Its ${count} sums over the devices, ${SUMS_PER_LAYER} per layer of ${formatBytes(bytes)} each,`;
  if (Number.isNaN(waiting)) {
    const { n_devices, device } = choice;
    const why =
      n_devices > ON_NVLINK.devices && ON_NVLINK.names.test(device.name)
        ? `they cross servers, because one has ${ON_NVLINK.devices} devices on NVLink`
        : "only those by the NVLink of H100s and H200s are";
    return `${sums} come on top and are not calculated: ${why}.`;
  }
  const [wait, send] = [waiting, sending].map((time) => formatSignificant(1000 * time, 3));
  const all = withSums(choice, alone);
  return (
    `${sums} take ${formatMilliseconds(waiting + sending)} more by NVLink, as NVIDIA's NCCL expects: ` +
    `${wait} waiting, ${send} sending. Together ${formatMilliseconds(all)}, ` +
    `${formatCount(Math.round(choice.batch / all))} tokens a second.`
  );
}

/**
 * Returns what a reader looks for first, each as a number and what it counts: how many conversations
 * fit, the time of a step and the tokens a second; "–" where the conversations do not fit. Sums over
 * devices are included where their time is known.
 * @param {Choice} choice
 * @returns {[string, string][]}
 */
export function headlines(choice) {
  const { maxBatch, seconds } = costs(choice);
  const fits = choice.batch <= maxBatch;
  const together = withSums(choice, seconds);
  const known = !Number.isNaN(together);
  const step = known ? together : seconds;
  const sums = choice.n_devices === 1 ? "" : `${known ? "with" : "without"} its sums`;
  return [
    [formatCount(maxBatch), maxBatch === 1 ? "conversation fits" : "conversations fit"],
    [fits ? formatMilliseconds(step) : "–", `a step, ${sums || "at least"}`],
    [
      fits ? formatCount(Math.round(choice.batch / step)) : "–",
      `tokens a second, ${sums || "at most"}`,
    ],
  ];
}

/** Says how many tokens the model accepts, if a conversation has more. @param {Choice} choice */
function describeContext({ tokens, published }) {
  if (!published || tokens <= published.context) return "";
  const most = `${published.name} takes at most ${formatCount(published.context)} tokens`;
  return ` ${most}; all numbers here are for ${formatCount(tokens)}.`;
}

/** Returns the sentences under the controls. @param {Choice} choice */
export function describeCosts(choice) {
  const { sizes, tokens } = choice;
  const costsOfChoice = costs(choice);
  const factors = [
    "2",
    formatCountOf(sizes.n_layers, "layer"),
    formatCountOf(sizes.n_kv_heads, "KV head"),
    `${sizes.d_head} numbers`,
    formatCountOf(choice.n_bytes, "byte"),
  ];
  return [
    `A token takes ${factors.join(" × ")} = ${formatCount(costsOfChoice.token)} bytes.`,
    `A conversation of ${formatCount(tokens)} tokens takes ${formatBytes(costsOfChoice.conversation)}.${describeContext(choice)}`,
    describeMemory(choice, costsOfChoice),
    describeTime(choice, costsOfChoice),
    describeGroups(sizes),
    describeCopies(choice, costsOfChoice),
    describePublished(choice),
  ];
}

/**
 * Formats a device as its name, which ends with its memory, and its bandwidth.
 * @param {Device} device
 */
export const formatDevice = ({ name, bandwidth }) => `${name}, ${formatRate(bandwidth)}`;

/**
 * Says where the sizes come from, and what is counted.
 * @param {Pick<Choice, "published" | "device">} choice
 */
export function describeSources({ published, device }) {
  const sizes = published
    ? `${formatCount(published.parameters)} weights as published; sizes from ${published.source}. `
    : "";
  const except = published?.in_tables ? " (Of the embedding table it reads only a few rows.)" : "";
  return (
    `${sizes}Memory, bandwidth and speed from ${device.source}. Only weights and cache are ` +
    `counted. A step takes as long as reading them once, or as long as the products, whichever ` +
    `is longer.${except}`
  );
}
