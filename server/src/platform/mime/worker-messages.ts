import type { BlobKey } from '../blobs/blob-store.ts';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { ParsedMail } from './parsed-mail.ts';
import type { OutlookFile } from './read-outlook-file.ts';

/** The data passed to a worker when it starts. */
export type WorkerStart = {
  blobStoreUrl: string;
  blobOptions: Omit<BlobStoreOptions, 'clock' | 'onDamage'>;
  /** The id of the job being read right now; 0 in between. */
  current: SharedArrayBuffer;
};

/** Sanitized HTML, and its words for the search. */
export type CleanedHtml = { html: string; words: string };

/** Text as HTML; `isCut` when it was shortened. */
export type QuotedText = CleanedHtml & { isCut: boolean };

export type Work =
  | { kind: 'parse'; raw: BlobKey | Uint8Array }
  | { kind: 'clean'; html: string }
  | { kind: 'outlook'; bytes: Uint8Array }
  | { kind: 'quote'; text: string };

export type WorkerRequest = { id: number } & Work;

export type WorkerAnswer =
  | { id: number; kind: 'parsed'; mail: ParsedMail }
  | { id: number; kind: 'cleaned'; cleaned: CleanedHtml }
  | { id: number; kind: 'quoted'; quoted: QuotedText }
  | { id: number; kind: 'opened'; file: OutlookFile }
  /** The input broke the reader; the worker itself continues. */
  | { id: number; kind: 'unreadable'; reason: string }
  /** The blob store failed: the message is not at fault. */
  | { id: number; kind: 'store-failed'; name: string; message: string };
