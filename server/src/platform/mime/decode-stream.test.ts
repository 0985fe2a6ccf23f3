import { expect, test } from 'vitest';
import { decodeStream, isDecodable } from './decode-stream.ts';

async function decodeInPieces(text: string, encoding: string, length: number): Promise<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const decoded: Buffer[] = [];
  for await (const piece of decodeStream(pieces(), encoding)) decoded.push(piece);
  return Buffer.concat(decoded);
}

const LINES = /.{1,76}/g;

test.each([1, 2, 3, 7, 1_000])('decodes what comes in pieces of %d bytes', async (length) => {
  const file = Buffer.from(Array.from({ length: 1_001 }, (_, index) => index % 256));
  const base64 = (file.toString('base64').match(LINES) ?? []).join('\r\n');
  expect(await decodeInPieces(`${base64}\r\n-- \r\nA list`, 'BASE64', length)).toEqual(file);
  expect(await decodeInPieces('Gi=C3=A1 m=\r\n=E1=BB=9Bi \r\n=00', 'quoted-printable', length)).toEqual(
    Buffer.from('Giá mới\r\n\0'),
  );
  expect((await decodeInPieces('a=20b', '8bit', length)).toString()).toBe('a=20b');
});

test('knows which encodings it undoes', () => {
  expect(['7bit', 'Base64', 'x-uuencode', 'base64 '].map(isDecodable)).toEqual([true, true, false, false]);
});
