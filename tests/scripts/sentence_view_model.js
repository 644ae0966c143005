globalThis.encoders ??= {};
const model = encoders[name] ??=
    m.readEncoder(Uint8Array.from(atob(file), (c) => c.charCodeAt(0)).buffer);
const read = m.makeEncoderReader(model);
const plain = ({ weights, vector }) =>
    ({ weights: weights.map((heads) => heads.map((rows) => rows.map((row) => [...row]))),
       vector: [...vector] });
