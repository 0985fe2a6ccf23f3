import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { imageType, sniffImage } from './sniff-image.ts';

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

const GIF = latin1('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;');

describe('the type of a picture', () => {
  test.each([
    ['image/png', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['image/jpeg', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['image/gif', latin1('GIF87a')],
    ['image/gif', GIF],
    ['image/webp', latin1('RIFF\x24\0\0\0WEBPVP8 ')],
    ['image/avif', latin1('\0\0\0\x1cftypavif\0\0\0\0mif1miaf')],
    ['image/avif', latin1('\0\0\0\x1cftypmif1\0\0\0\0miafavif')],
    ['image/bmp', latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
    ['image/x-icon', latin1(`\0\0\x01\0\x01\0${'\0'.repeat(16)}`)],
    [null, latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [null, latin1('<!doctype html><img>')],
    [null, latin1('\x1f\x8b\x08\0\0\0\0\0')],
    [null, latin1('BM và chữ, không phải ảnh')],
    [null, latin1('RIFF\x24\0\0\0WAVEfmt ')],
    [null, latin1('\0\0\0\x1cftypisom\0\0\0\0mp42')],
    [null, latin1('%PDF-1.7')],
    [null, latin1('')],
  ])('is %s by its bytes', (type, bytes) => {
    expect(imageType(bytes)).toBe(type);
  });

  test.each([1, 7, 31, 32, 33, 100_000])(
    'is found in pieces of %i bytes, and nothing is lost',
    async (piece) => {
      for (const bytes of [GIF, Buffer.concat([GIF, Buffer.alloc(100_000, 7)])]) {
        const pieces: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece));
        if (pieces.length > 4000) continue;
        const image = await sniffImage(Readable.from(pieces, { objectMode: false }));
        expect(image?.type).toBe('image/gif');
        expect((await buffer(image?.stream as Readable)).equals(bytes)).toBe(true);
      }
    },
  );

  test('closes what is none', async () => {
    const stream = Readable.from([Buffer.alloc(100_000, 60)]);
    expect(await sniffImage(stream)).toBeNull();
    expect(stream.destroyed).toBe(true);
  });
});
