import type { Readable } from 'node:stream';

/** The lower-case hex SHA-256 of the bytes: the same bytes are kept once. */
export type BlobKey = string;

/** Where bytes live. A key that `put` returned is durable: it survives a power cut. */
export type BlobStore = {
  /** Idempotent; returns the key. Putting an existing blob refreshes its age, so that `removeStale` keeps it. */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ key: BlobKey; size: number }>;
  /** Streams the bytes, or the given range of them (`end` is exclusive). Throws BlobMissingError. */
  open(key: BlobKey, range?: { start: number; end: number }): Promise<Readable>;
  read(key: BlobKey): Promise<Buffer>;
  stat(key: BlobKey): Promise<{ size: number; modifiedAt: Date } | null>;
  /** Garbage collection: removes the blob unless it was put again after `olderThan`; true when it is gone. */
  removeStale(key: BlobKey, olderThan: Date): Promise<boolean>;
  /** With the size that each takes where it is kept, which may be compressed. */
  list(): AsyncIterable<{ key: BlobKey; size: number; modifiedAt: Date }>;
  /** Throws when the store can't be written to and read from. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export class BlobMissingError extends Error {
  override name = 'BlobMissingError';
}

/** The store is full; blobs that were stored before are untouched. */
export class BlobStoreFullError extends Error {
  override name = 'BlobStoreFullError';
}
