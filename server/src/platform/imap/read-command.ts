import type { ByteReader } from '../line-server/byte-reader.ts';

/** What was done with the bytes of a literal that are not kept in memory. */
export type StoredLiteral = { key: string; size: number };

export type Literal = { size: number; bytes: Buffer | null; stored: StoredLiteral | null };

/** A command as it came: text, and the literals between. */
export type CommandPart = Buffer | Literal;

export type LiteralVerdict =
  | 'memory'
  | { store(bytes: AsyncIterable<Buffer>): Promise<StoredLiteral> }
  /** Said in place of the continuation; nothing of the literal is read. */
  | { refuse: string };

/** What is being stored cannot be: the command is answered with this, and nothing that follows can be read. */
export class LiteralRefused extends Error {
  override name = 'LiteralRefused';
  readonly answer: string;

  constructor(answer: string, options: ErrorOptions) {
    super('a literal could not be stored', options);
    this.answer = answer;
  }
}

export type LiteralAsked = { size: number; parts: readonly CommandPart[]; mayWait: boolean };

export type CommandOptions = {
  /** Judges a literal by what stands before it, ahead of its first byte. */
  judge(asked: LiteralAsked): Promise<LiteralVerdict>;
  /** Tells the client that it may send its literal (`+`). */
  invite(): Promise<void>;
  /** The first bytes of a command have come. */
  begun(): void;
};

export type ReadCommand =
  | { kind: 'command'; parts: CommandPart[] }
  /** A literal that the client waits with was refused: the command has ended there. */
  | { kind: 'refused'; tag: string; answer: string }
  /** What follows cannot be told from a command any more: the connection has to end. */
  | { kind: 'broken'; tag: string; answer: string }
  | { kind: 'ended' };

const LINE_BYTES = 64 * 1024;
/** Of one command in memory; a message is stored as it comes. */
const MEMORY_BYTES = 256 * 1024;
const LITERALS = 1_000;
const LITERAL = /(~)?\{(\d{1,20})(\+)?\}$/;
const TOO_LONG = `BAD [TOOBIG] A command line may have up to ${LINE_BYTES} bytes`;

/** Reads one command with its literals (RFC 9051 section 4.3, RFC 7888); no literal is read before it is allowed. */
export async function readCommand(reader: ByteReader, options: CommandOptions): Promise<ReadCommand> {
  const parts: CommandPart[] = [];
  let lineBytes = 0;
  let inMemory = 0;
  for (;;) {
    const line = await reader.line(LINE_BYTES - lineBytes);
    if (line === null) return { kind: 'ended' };
    if (line === 'too_long') return { kind: 'broken', tag: tagOf(parts[0]), answer: TOO_LONG };
    options.begun();
    lineBytes += line.length;
    const found = LITERAL.exec(line.subarray(-24).toString('latin1'));
    if (!found) return { kind: 'command', parts: [...parts, line] };
    const [whole, , digits, plus] = found;
    const text = line.subarray(0, line.length - whole.length);
    parts.push(text);
    const tag = tagOf(parts[0]);
    const size = Number(digits);
    const mayWait = plus === undefined;
    const verdict = await judge(options, { size, parts, mayWait }, inMemory);
    if (typeof verdict === 'object' && 'refuse' in verdict)
      return { kind: mayWait ? 'refused' : 'broken', tag, answer: verdict.refuse };
    if (mayWait) await options.invite();
    if (verdict === 'memory') {
      inMemory += size;
      parts.push({ size, bytes: Buffer.concat(await collect(reader.bytes(size))), stored: null });
    } else {
      const stored = await storeOrRefuse(verdict.store(reader.bytes(size)));
      if (typeof stored === 'string') return { kind: 'broken', tag, answer: stored };
      parts.push({ size, bytes: null, stored });
    }
  }
}

async function storeOrRefuse(storing: Promise<StoredLiteral>): Promise<StoredLiteral | string> {
  try {
    return await storing;
  } catch (error) {
    if (error instanceof LiteralRefused) return error.answer;
    throw error;
  }
}

async function judge(
  options: CommandOptions,
  asked: LiteralAsked,
  inMemory: number,
): Promise<LiteralVerdict> {
  if (asked.parts.length > LITERALS * 2) return { refuse: `BAD A command may have ${LITERALS} literals` };
  const verdict = await options.judge(asked);
  if (verdict === 'memory' && inMemory + asked.size > MEMORY_BYTES)
    return { refuse: `BAD [TOOBIG] The literals of this command may have up to ${MEMORY_BYTES} bytes` };
  return verdict;
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const TAG = /^[!#$&',\-./0-9:;<=>?@A-Z[^_`a-z|}~]+(?= |$)/;

/** `*` where none can be read. */
export function tagOf(first: CommandPart | undefined): string {
  if (!Buffer.isBuffer(first)) return '*';
  return TAG.exec(first.subarray(0, 256).toString('latin1'))?.[0] ?? '*';
}
