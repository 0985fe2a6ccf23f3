const BASE64 = /\+([A-Za-z0-9+/]*)-?/g;
/** What stands for itself in UTF-7 (RFC 2152), without the optional characters. */
const DIRECT = /[^A-Za-z0-9'(),\-./:? ]+/gu;

/** Text of a header in UTF-7, by which WOPI sends names; null where it can't be read. */
export function decodeUtf7(text: string): string | null {
  if (/[^\x20-\x7e]/.test(text)) return null;
  const decoded = text.replace(BASE64, (whole, base64: string) => {
    if (base64 === '') return whole.endsWith('-') ? '+' : '\ufffd';
    const bytes = Buffer.from(base64, 'base64');
    // The bits that are left of the last character are padding.
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
  return decoded.isWellFormed() && !decoded.includes('\ufffd') ? decoded : null;
}

export function encodeUtf7(text: string): string {
  return text.replace(DIRECT, (run) => {
    if (run === '+') return '+-';
    return `+${Buffer.from(run, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`;
  });
}
