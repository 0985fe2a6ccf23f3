const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 without padding, in lowercase: no two of its characters look alike. */
export function toBase32(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31];
}

/** Grouped for people to read and type. */
export function grouped(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ');
}

/** Reverts the grouping. */
export function ungrouped(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase();
}
