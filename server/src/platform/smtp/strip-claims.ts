export type StripOptions = {
  /**
   * Lower-case authserv-ids under which no sender may write Authentication-Results: our own, and the trusted
   * ones.
   */
  authservIds: readonly string[];
  /** Lower-case names, or prefixes that end in `*`, that only we may write: `x-bocau-*`. */
  ownHeaders: readonly string[];
};

/** Longer than any real field name; a first line without a colon by then is no field. */
const LONGEST_NAME = 200;
/** Enough of an Authentication-Results field to read its first word. */
const LONGEST_DECISION = 1000;
const LF = 0x0a;

/**
 * Removes from a raw message what a sender may not claim: Return-Path, Authentication-Results under the given
 * ids (RFC 8601 section 5) and our own header fields. Only the header block is inspected; everything else
 * passes unchanged, and at most the beginning of one field is buffered.
 */
export async function* stripClaims(
  message: AsyncIterable<Uint8Array>,
  options: StripOptions,
): AsyncGenerator<Buffer, void, undefined> {
  const stripper = new ClaimStripper(options);
  for await (const chunk of message) {
    const kept = stripper.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (kept.length > 0) yield kept;
  }
  const kept = stripper.end();
  if (kept.length > 0) yield kept;
}

class ClaimStripper {
  private readonly options: StripOptions;
  private mode: 'deciding' | 'keeping' | 'dropping' | 'body' = 'deciding';
  private held: Buffer = Buffer.alloc(0);
  private atLineStart = true;

  constructor(options: StripOptions) {
    this.options = options;
  }

  take(chunk: Buffer): Buffer {
    if (this.mode === 'body') return chunk;
    const out: Buffer[] = [];
    let rest = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = Buffer.alloc(0);
    while (rest.length > 0) {
      const used = this.step(rest, false, out);
      if (used === 0) {
        this.held = rest;
        break;
      }
      rest = rest.subarray(used);
    }
    return Buffer.concat(out);
  }

  end(): Buffer {
    const out: Buffer[] = [];
    let rest = this.held;
    while (rest.length > 0) rest = rest.subarray(this.step(rest, true, out));
    return Buffer.concat(out);
  }

  /** Consumes bytes from the front and returns how many; 0 when it needs more. */
  private step(bytes: Buffer, last: boolean, out: Buffer[]): number {
    if (this.mode === 'body') {
      out.push(bytes);
      return bytes.length;
    }
    if (this.atLineStart) {
      const continues = bytes[0] === 0x20 || bytes[0] === 0x09;
      if (this.mode === 'deciding' || !continues) {
        const kind = this.decide(bytes, last);
        if (kind === null) return 0;
        this.mode = kind;
        if (kind === 'body') return this.step(bytes, last, out);
      }
    }
    const end = bytes.indexOf(LF);
    const used = end === -1 ? bytes.length : end + 1;
    if (this.mode === 'keeping') out.push(bytes.subarray(0, used));
    this.atLineStart = end !== -1;
    return used;
  }

  private decide(bytes: Buffer, last: boolean): 'keeping' | 'dropping' | 'body' | null {
    const end = bytes.indexOf(LF);
    if (end === 0 || (end === 1 && bytes[0] === 0x0d)) return 'body';
    const start = bytes.subarray(0, LONGEST_NAME).toString('latin1');
    const colon = start.indexOf(':');
    if (colon === -1 || (end !== -1 && colon > end)) {
      if (end === -1 && bytes.length < LONGEST_NAME && !last) return null;
      // Only strict parsers take a line that is no field for the end of the header block.
      return 'keeping';
    }
    const name = start.slice(0, colon).trim().toLowerCase();
    if (name === 'return-path' || this.isOwn(name)) return 'dropping';
    if (name !== 'authentication-results') return 'keeping';
    const authservId = firstWord(bytes.subarray(colon + 1, LONGEST_DECISION), last);
    if (authservId === null) return bytes.length < LONGEST_DECISION && !last ? null : 'dropping';
    return this.options.authservIds.includes(authservId) ? 'dropping' : 'keeping';
  }

  private isOwn(name: string): boolean {
    return this.options.ownHeaders.some((own) =>
      own.endsWith('*') ? name.startsWith(own.slice(0, -1)) : name === own,
    );
  }
}

/** The first word of a field's value, without comments; null when it may continue after these bytes. */
function firstWord(bytes: Buffer, last: boolean): string | null {
  const text = bytes.toString('latin1');
  let depth = 0;
  let word = '';
  for (const message of text) {
    if (message === '(') depth++;
    else if (message === ')' && depth > 0) depth--;
    else if (depth > 0) continue;
    else if (/[\s;]/.test(message)) {
      if (word !== '' || message === ';') return word;
    } else if (message !== '"') word += message.toLowerCase();
  }
  return last ? word : null;
}
