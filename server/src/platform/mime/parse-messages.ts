import type { BlobKey } from '../blobs/blob-store.ts';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** What the pool hands to a worker when it starts. */
export type WorkerStart = {
  blobStoreUrl: string;
  blobCredentials: BlobStoreOptions['credentials'];
  /** Holds the id of the message whose bytes are being read right now, 0 between messages. */
  current: SharedArrayBuffer;
};

export type ParseRequest = { id: number; raw: BlobKey | Uint8Array };

export type ParseAnswer =
  | { id: number; kind: 'parsed'; mail: ParsedMail }
  /** The message broke the reader; the worker itself goes on. */
  | { id: number; kind: 'unreadable'; reason: string }
  /** The blob store failed: nothing is known about the message. */
  | { id: number; kind: 'store-failed'; name: string; message: string };
