/** Header fields in front of a message. */
export async function* behind(lines: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield lines;
  yield* source;
}
