const fs = await import("node:fs");
const { makeWordPieces } = await import(pieces);
const model = m.readEncoder(new Uint8Array(fs.readFileSync(path)).buffer);
const { encode } = makeWordPieces(model.vocabulary);
const read = m.makeEncoderReader(model);
return texts.map((text) => {
    const run = finish(read(encode(text), off));
    return { ids: encode(text), weights: run.weights.map((heads) => heads.map((rows) =>
        rows.map((row) => [...row]))), vector: [...run.vector] };
});
