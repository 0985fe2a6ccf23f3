import type { BlobKey } from '../blobs/blob-store.ts';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** What the pool hands to a worker when it starts. */
export type WorkerStart = {
  blobStoreUrl: string;
  blobOptions: Omit<BlobStoreOptions, 'clock' | 'onDamage'>;
  /** Holds the id of what is being read right now, 0 in between. */
  current: SharedArrayBuffer;
};

/** HTML as it may stand in a message of ours, and its words for the search. */
export type CleanedHtml = { html: string; words: string };

/** Text as HTML; `isCut` where it is not the whole. */
export type QuotedText = CleanedHtml & { isCut: boolean };

export type Work =
  | { kind: 'parse'; raw: BlobKey | Uint8Array }
  | { kind: 'clean'; html: string }
  | { kind: 'quote'; text: string };

export type WorkerRequest = { id: number } & Work;

export type WorkerAnswer =
  | { id: number; kind: 'parsed'; mail: ParsedMail }
  | { id: number; kind: 'cleaned'; cleaned: CleanedHtml }
  | { id: number; kind: 'quoted'; quoted: QuotedText }
  /** What was given broke the reader; the worker itself goes on. */
  | { id: number; kind: 'unreadable'; reason: string }
  /** The blob store failed: nothing is known about the message. */
  | { id: number; kind: 'store-failed'; name: string; message: string };
