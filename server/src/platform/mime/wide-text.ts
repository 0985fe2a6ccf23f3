import { decodeCharset } from './decode-charset.ts';

/** The bytes of UTF-16, which some programs export, as UTF-8; others as they are. */
export function asUtf8(bytes: Buffer): Buffer {
  const charset = wideCharset(bytes);
  return charset === null ? bytes : Buffer.from(decodeCharset(bytes, charset));
}

function wideCharset(bytes: Buffer): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: the B of BEGIN, and its other half.
  if (isLetterB(first) && second === 0) return 'utf-16le';
  return first === 0 && isLetterB(second) ? 'utf-16be' : null;
}

function isLetterB(byte: number | undefined): boolean {
  return byte === 0x42 || byte === 0x62;
}
