const BASE64 = /\+([A-Za-z0-9+/]*)-?/g;
/** The direct characters of UTF-7 (RFC 2152), without the optional ones. */
const DIRECT = /[^A-Za-z0-9'(),\-./:? ]+/gu;

/** Decodes UTF-7 header text, in which WOPI sends names; null when invalid. */
export function decodeUtf7(text: string): string | null {
  if (/[^\x20-\x7e]/.test(text)) return null;
  const decoded = text.replace(BASE64, (whole, base64: string) => {
    if (base64 === '') return whole.endsWith('-') ? '+' : '\ufffd';
    const bytes = Buffer.from(base64, 'base64');
    // The remaining bits of the last character are padding.
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
