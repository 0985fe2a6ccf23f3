const LF = 0x0a;
const CR = 0x0d;

export type HeaderLimits = { bytes: number; lines: number; signatures: number };

/**
 * The header block of a message that arrives in chunks: held back until complete, so that signatures beyond a
 * limit can be removed. A block that exceeds the limits is passed on unchecked.
 */
export class HeaderBlock {
  /** No longer held back: it has ended, or is too long. */
  decided = false;
  tooLong = false;
  /** The body was reached. */
  ended = false;

  private readonly limits: HeaderLimits;
  private held: Uint8Array[] = [];
  private length = 0;
  private lines = 0;
  private lineIsEmpty = true;

  constructor(limits: HeaderLimits) {
    this.limits = limits;
  }

  /** Returns the bytes to pass on: none while the block is held back. */
  take(bytes: Uint8Array): Uint8Array {
    const end = this.ended ? 0 : this.scan(bytes);
    if (this.decided) return bytes;
    const taken = bytes.subarray(0, end);
    this.held.push(taken);
    this.length += taken.length;
    this.tooLong = this.length > this.limits.bytes || this.lines > this.limits.lines;
    if (!this.ended && !this.tooLong) return new Uint8Array();
    return Buffer.concat([this.release(), bytes.subarray(end)]);
  }

  /** The held bytes of a message without a body. */
  end(): Uint8Array {
    return this.decided ? new Uint8Array() : this.release();
  }

  private release(): Uint8Array {
    this.decided = true;
    const header = Buffer.concat(this.held);
    this.held = [];
    return this.tooLong ? header : this.withoutExcessSignatures(header);
  }

  private withoutExcessSignatures(header: Buffer): Buffer {
    const fields = header.toString('latin1').split(/(?<=\n)(?![ \t])/);
    let signatures = 0;
    const kept = fields.filter(
      (field) => !/^dkim-signature[ \t]*:/i.test(field) || ++signatures <= this.limits.signatures,
    );
    return kept.length === fields.length ? header : Buffer.from(kept.join(''), 'latin1');
  }

  /** Scans on through the block; returns how many of these bytes belong to it. */
  private scan(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LF) {
        if (this.lineIsEmpty) {
          this.ended = true;
          return at + 1;
        }
        this.lineIsEmpty = true;
        this.lines += 1;
        continue;
      }
      if (byte === CR) continue;
      this.lineIsEmpty = false;
    }
    return bytes.length;
  }
}
