/** Large enough that a chunk costs little beside its rows, small enough that others are served before the next. */
const CHUNK_CHARACTERS = 32 * 1024;

/** Joins short texts to chunks of bytes. Others are served after each, however fast the reader is. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
    await new Promise((resume) => setImmediate(resume));
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
