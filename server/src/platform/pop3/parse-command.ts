export type Pop3Command = {
  /** In capitals. */
  name: string;
  /** What follows the space behind the name: a password may begin, or end, with one. */
  args: string;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x1f\x7f]/;

/** A line of a client (RFC 1939 section 3); null where it is none. */
export function parseCommand(line: Buffer): Pop3Command | null {
  const text = decode(line);
  if (text === null || CONTROLS.test(text)) return null;
  const at = text.indexOf(' ');
  const name = (at === -1 ? text : text.slice(0, at)).toUpperCase();
  return { name, args: at === -1 ? '' : text.slice(at + 1) };
}

/** Counted from one; null where it is no number. */
export function parseNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function decode(line: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
