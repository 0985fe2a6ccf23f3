import { availableParallelism } from 'node:os';
import { BlobDamagedError, type BlobKey, BlobMissingError, BlobStoreFullError } from '../blobs/blob-store.ts';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { Clock } from '../clock.ts';
import { clip } from './clip-text.ts';
import { htmlToText } from './html-to-text.ts';
import { lazyBlobStore } from './lazy-blob-store.ts';
import { mailLimits } from './mail-limits.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { plainWords } from './plain-words.ts';
import { quoteText } from './quote-text.ts';
import type { OutlookFile } from './read-outlook-file.ts';
import { createReadingPool, type Outcome } from './reading-pool.ts';
import { readSimply, simpleReadingBytes } from './simple-reading.ts';
import { textAsHtml } from './text-as-html.ts';
import type { CleanedHtml, QuotedText } from './worker-messages.ts';

export type MailParser = {
  /**
   * Parses a message that is in the blob store, or whose bytes are given and may still be on their way there.
   * Rejects only when the blob store fails or the parser is closed.
   */
  parse(raw: BlobKey | Uint8Array, size: number): Promise<ParsedMail>;
  /** Sanitizes HTML for use in our messages; falls back to its plain text when that is too expensive. */
  cleanHtml(html: string): Promise<CleanedHtml>;
  /** Plain text as HTML for use in our messages. */
  quoteText(text: string): Promise<QuotedText>;
  /** Opens a message or template of Outlook; null for what isn't one, or can't be read. */
  openOutlook(bytes: Uint8Array): Promise<OutlookFile | null>;
  close(): Promise<void>;
};

export type MailParserOptions = {
  blobStoreUrl: string;
  /** For a blob store on S3; without them the SDK uses its default credential chain. */
  blobOptions?: Omit<BlobStoreOptions, 'clock' | 'onDamage'>;
  clock: Clock;
  workers?: number;
  /** The time limit for the full reading of a small message; more per megabyte. */
  timeLimitMs?: number;
  memoryLimitMb?: number;
  log?: { warn(details: object, message: string): void };
  /** Called for messages whose source is damaged. */
  onDamage?: (key: BlobKey) => void;
  /** Replaces the workers' program; tests misbehave in it. */
  workerFile?: URL;
};

/** Up to this length a text takes less time than handing it to another thread. */
const QUOTED_AT_ONCE = 20_000;
const extraMsPerMegabyte = 100;
const defaultTimeLimitMs = 1_200;

/** Parses mail in worker threads; messages they fail at get the simple reading. */
export function createMailParser(options: MailParserOptions): MailParser {
  const { blobStoreUrl, blobOptions = {}, clock, log, timeLimitMs } = options;
  const blobs = lazyBlobStore(blobStoreUrl, blobOptions);
  const pool = createReadingPool({
    blobStoreUrl,
    blobOptions,
    clock,
    workers: options.workers ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
    memoryLimitMb: options.memoryLimitMb ?? 256,
    workerFile: options.workerFile ?? new URL('./parse-worker.ts', import.meta.url),
    limitMs: (size) => readingLimitMs(size, timeLimitMs),
  });

  async function parse(raw: BlobKey | Uint8Array, size: number): Promise<ParsedMail> {
    const outcome = await pool.run({ kind: 'parse', raw: typeof raw === 'string' ? raw : apart(raw) }, size);
    if (outcome.kind === 'answered') {
      const { answer } = outcome;
      if (answer.kind === 'parsed') return answer.mail;
      if (answer.kind === 'store-failed') {
        const error = storeError(answer.name, answer.message);
        if (error instanceof BlobDamagedError && typeof raw === 'string') options.onDamage?.(raw);
        throw error;
      }
    }
    log?.warn({ size, reason: reasonOf(outcome) }, 'A message got the simple reading');
    return readSimply(await beginningOf(raw, size), size);
  }

  async function cleanHtml(html: string): Promise<CleanedHtml> {
    const given = clip(html, mailLimits.bodyCharacters);
    const outcome = await pool.run({ kind: 'clean', html: given }, given.length);
    if (outcome.kind === 'answered' && outcome.answer.kind === 'cleaned') return outcome.answer.cleaned;
    log?.warn({ size: given.length, reason: reasonOf(outcome) }, 'A body was quoted as plain text');
    const text = htmlToText(given, mailLimits.bodyCharacters);
    return { html: textAsHtml(text), words: plainWords(text, mailLimits.searchCharacters) };
  }

  async function quote(text: string): Promise<QuotedText> {
    if (text.length <= QUOTED_AT_ONCE) return quoteText(text);
    const given = clip(text, mailLimits.bodyCharacters);
    const outcome = await pool.run({ kind: 'quote', text: given }, given.length);
    if (outcome.kind === 'answered' && outcome.answer.kind === 'quoted') return outcome.answer.quoted;
    log?.warn({ size: given.length, reason: reasonOf(outcome) }, 'A body was quoted by its beginning');
    return { ...quoteText(clip(text, QUOTED_AT_ONCE)), isCut: true };
  }

  async function openOutlook(bytes: Uint8Array): Promise<OutlookFile | null> {
    const outcome = await pool.run({ kind: 'outlook', bytes: apart(bytes) }, bytes.byteLength);
    if (outcome.kind === 'answered' && outcome.answer.kind === 'opened') return outcome.answer.file;
    log?.warn({ size: bytes.byteLength, reason: reasonOf(outcome) }, 'A file of Outlook could not be read');
    return null;
  }

  async function beginningOf(raw: BlobKey | Uint8Array, size: number): Promise<Buffer> {
    const end = Math.min(size, simpleReadingBytes);
    if (typeof raw !== 'string') return Buffer.from(raw.subarray(0, end));
    const stream = await (await blobs.get()).open(raw, { start: 0, end });
    return Buffer.concat(await Array.fromAsync(stream));
  }

  async function close(): Promise<void> {
    await pool.close();
    await blobs.close();
  }

  return { parse, cleanHtml, quoteText: quote, openOutlook, close };
}

/** Transferring bytes moves their whole ArrayBuffer: for a small message, 64 KB of Buffer's pool. */
function apart(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function reasonOf(outcome: Outcome): string {
  if (outcome.kind === 'given-up') return outcome.reason;
  return outcome.answer.kind === 'unreadable' ? outcome.answer.reason : 'it answered something else';
}

/** The time limit of a message's full reading before it falls back to the simple one. */
export function readingLimitMs(size: number, smallLimitMs: number = defaultTimeLimitMs): number {
  return smallLimitMs + (size / 1_048_576) * extraMsPerMegabyte;
}

function storeError(name: string, message: string): Error {
  if (name === 'BlobDamagedError') return new BlobDamagedError(message);
  if (name === 'BlobMissingError') return new BlobMissingError(message);
  if (name === 'BlobStoreFullError') return new BlobStoreFullError(message);
  return Object.assign(new Error(message), { name });
}
