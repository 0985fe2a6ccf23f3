const DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
const BEGINNING = 200;

/** XML as text, by its byte order mark, else by how it begins, else by what it declares. */
export function decodeXml(bytes: Uint8Array): string {
  return decode(bytes, encodingOf(bytes));
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // `<` and `?` in two bytes each.
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be';
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1');
  const declared = DECLARATION.exec(beginning)?.[1]?.toLowerCase() ?? 'utf-8';
  // What begins in single bytes is no UTF-16, whatever it declares: that is text which was saved anew.
  return declared.startsWith('utf-16') || declared.startsWith('ucs') ? 'utf-8' : declared;
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder('utf-8').decode(bytes);
  }
}
