const ENCODED = /&([A-Za-z0-9+,]*)-/g;
/** Printable ASCII stands for itself, save the marks given. */
const PLAIN = /^[\x20-\x7e]$/;

/** A folder's name as IMAP and Maildir++ write it (RFC 3501, 5.1.3); `alsoEncoded` are characters that the place reserves. */
export function encodeModifiedUtf7(text: string, alsoEncoded = ''): string {
  let encoded = '';
  let waiting = '';
  const flush = () => {
    if (waiting !== '') encoded += `&${toBase64(waiting)}-`;
    waiting = '';
  };
  for (const unit of text.split('')) {
    if (PLAIN.test(unit) && !alsoEncoded.includes(unit)) {
      flush();
      encoded += unit === '&' ? '&-' : unit;
    } else {
      waiting += unit;
    }
  }
  flush();
  return encoded;
}

/** What is not well encoded stays as it is. */
export function decodeModifiedUtf7(text: string): string {
  return text.replace(ENCODED, (whole, inner: string) => (inner === '' ? '&' : (fromBase64(inner) ?? whole)));
}

function toBase64(text: string): string {
  const bytes = Buffer.from(text, 'utf16le').swap16();
  return bytes.toString('base64').replace(/=+$/, '').replaceAll('/', ',');
}

function fromBase64(encoded: string): string | null {
  const bytes = Buffer.from(encoded.replaceAll(',', '/'), 'base64');
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  const text = bytes.swap16().toString('utf16le');
  return text.isWellFormed() ? text : null;
}
