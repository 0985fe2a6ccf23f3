const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
const LONGEST_NAME = 40;
const MAX_FROM_BYTES = 64 * 1024;
const MAX_FROM_ADDRESSES = 1000;

/**
 * The header block of a message that comes in pieces: held back until it is whole, so that signatures beyond a
 * limit can be taken out of it. A block longer than the limit is let go unread, but for its From fields: those are
 * read in linear time wherever they hide.
 */
export class HeaderBlock {
  /** Held back no longer: it has ended, or is too long. */
  decided = false;
  tooLong = false;
  /** The body was reached. */
  ended = false;

  private readonly maxBytes: number;
  private readonly maxSignatures: number;
  private held: Uint8Array[] = [];
  private length = 0;
  private atLineStart = true;
  private lineIsEmpty = true;
  private name: string | null = '';
  private inFrom = false;
  private fromBytes: number[] = [];

  constructor(maxBytes: number, maxSignatures: number) {
    this.maxBytes = maxBytes;
    this.maxSignatures = maxSignatures;
  }

  /** The bytes that may go on: none while the block is being held. */
  take(bytes: Uint8Array): Uint8Array {
    const end = this.ended ? 0 : this.scan(bytes);
    if (this.decided) return bytes;
    const taken = bytes.subarray(0, end);
    this.held.push(taken);
    this.length += taken.length;
    this.tooLong = this.length > this.maxBytes;
    if (!this.ended && !this.tooLong) return new Uint8Array();
    return Buffer.concat([this.letGo(), bytes.subarray(end)]);
  }

  /** What is held of a message that has no body. */
  end(): Uint8Array {
    return this.decided ? new Uint8Array() : this.letGo();
  }

  /** Everything in the From fields that looks like an address, also in their names and comments. */
  fromAddresses(): string[] {
    const tokens = Buffer.from(this.fromBytes)
      .toString()
      .split(/[\s<>(),:;"]+/);
    return [...new Set(tokens.filter((token) => token.includes('@')))].slice(0, MAX_FROM_ADDRESSES);
  }

  private letGo(): Uint8Array {
    this.decided = true;
    const header = Buffer.concat(this.held);
    this.held = [];
    return this.tooLong ? header : this.withoutExcessSignatures(header);
  }

  private withoutExcessSignatures(header: Buffer): Buffer {
    const fields = header.toString('latin1').split(/(?<=\n)(?![ \t])/);
    let signatures = 0;
    const kept = fields.filter(
      (field) => !/^dkim-signature[ \t]*:/i.test(field) || ++signatures <= this.maxSignatures,
    );
    return kept.length === fields.length ? header : Buffer.from(kept.join(''), 'latin1');
  }

  /** Reads on in the block and says how many of these bytes belong to it. */
  private scan(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LF) {
        if (this.lineIsEmpty) {
          this.ended = true;
          return at + 1;
        }
        this.atLineStart = true;
        this.lineIsEmpty = true;
        continue;
      }
      if (byte === CR) continue;
      if (this.atLineStart && byte !== SPACE && byte !== TAB) {
        this.name = '';
        this.inFrom = false;
      }
      this.atLineStart = false;
      this.lineIsEmpty = false;
      this.readByte(byte);
    }
    return bytes.length;
  }

  private readByte(byte: number): void {
    if (this.name === null) {
      if (this.inFrom && this.fromBytes.length < MAX_FROM_BYTES) this.fromBytes.push(byte);
    } else if (byte === COLON) {
      this.inFrom = this.name.trim().toLowerCase() === 'from';
      if (this.inFrom) this.fromBytes.push(SPACE);
      this.name = null;
    } else {
      this.name = this.name.length < LONGEST_NAME ? this.name + String.fromCharCode(byte) : null;
    }
  }
}
