import type { Readable } from 'node:stream';

/** The lower-case hex SHA-256 of the bytes: the same bytes are kept once. */
export type BlobKey = string;

export type PutOptions = {
  /** Nobody else reads the pieces of the stream: their memory is free once they are written. */
  frees?: boolean;
};

/** Where bytes live. A key that `put` returned is durable: it survives a power cut. */
export type BlobStore = {
  /** Idempotent; returns the key. Putting an existing blob refreshes its age, so that `removeStale` keeps it. */
  put(
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    options?: PutOptions,
  ): Promise<{ key: BlobKey; size: number }>;
  /** Streams the bytes, or the given range of them (`end` is exclusive). Throws BlobMissingError. */
  open(key: BlobKey, range?: { start: number; end: number }): Promise<Readable>;
  read(key: BlobKey): Promise<Buffer>;
  stat(key: BlobKey): Promise<{ size: number; modifiedAt: Date } | null>;
  /** Garbage collection: removes the blob unless it was put again after `olderThan`; true when it is gone. */
  removeStale(key: BlobKey, olderThan: Date): Promise<boolean>;
  /** The id of the installation whose blobs these are; null where none was written. */
  readOwner(): Promise<string | null>;
  writeOwner(id: string): Promise<void>;
  /** In the order of their keys, those behind `after`; with the size that each takes where it is kept, which may be compressed. */
  list(after?: BlobKey): AsyncIterable<{ key: BlobKey; size: number; modifiedAt: Date }>;
  /** Reads all of its bytes against its key; `pace` is told how many came, and may take its time. */
  verify(key: BlobKey, pace?: Pace): Promise<'sound' | 'damaged' | 'missing'>;
  /**
   * Takes a damaged blob out of the way, so that it is never read and can be put again; its bytes stay aside. False
   * where it is sound after all.
   */
  setAside(key: BlobKey): Promise<boolean>;
  /** The bytes that were set aside, where they prove to be whole: what could not be read may be readable again. */
  openAside(key: BlobKey): Promise<Readable>;
  /** Throws when the store can't be written to and read from. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type Pace = (bytes: number) => Promise<void>;

/** What each way of keeping blobs does by itself; `verifyBlobs` makes a store of it. */
export type KeptBlobs = Omit<BlobStore, 'verify' | 'setAside'> & {
  /** As of a store, where what was taken is not sound; that it can not be opened is for `isSound` to judge. */
  setAside(key: BlobKey, isSound: (open: () => Promise<Readable>) => Promise<boolean>): Promise<boolean>;
};

export class BlobMissingError extends Error {
  override name = 'BlobMissingError';
}

/** The bytes are not those that were stored. */
export class BlobDamagedError extends BlobMissingError {
  override name = 'BlobDamagedError';
}

/** The store is full; blobs that were stored before are untouched. */
export class BlobStoreFullError extends Error {
  override name = 'BlobStoreFullError';
}
