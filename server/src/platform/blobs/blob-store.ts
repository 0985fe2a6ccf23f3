import type { Readable } from 'node:stream';

/** The lower-case hex SHA-256 of the bytes. Blobs are content-addressed, so identical bytes are stored once. */
export type BlobKey = string;

export type PutOptions = {
  /** The caller does not read the stream's chunks after this: their memory is freed once they are written. */
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
  /**
   * Lists blobs in the order of their keys, starting after `after`. The size is the stored one, which may be
   * compressed.
   */
  list(after?: BlobKey): AsyncIterable<{ key: BlobKey; size: number; modifiedAt: Date }>;
  /**
   * Reads all bytes and compares their hash with the key. `pace` receives the number of bytes read and may
   * throttle the read.
   */
  verify(key: BlobKey, pace?: Pace): Promise<'sound' | 'damaged' | 'missing'>;
  /**
   * Moves a damaged blob aside, so that it is never read and can be put again; its bytes are kept. Returns
   * false when the blob turns out to be intact.
   */
  setAside(key: BlobKey): Promise<boolean>;
  /**
   * The bytes that were set aside, if they prove intact: what could not be read before may be readable again.
   */
  openAside(key: BlobKey): Promise<Readable>;
  /** Throws when the store cannot be written to and read from. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type Pace = (bytes: number) => Promise<void>;

/** What each storage backend implements itself; `verifyBlobs` wraps it into a store. */
export type KeptBlobs = Omit<BlobStore, 'verify' | 'setAside'> & {
  /**
   * Like `setAside` of a store, for a blob that is not sound. Whether a blob that cannot be opened is sound
   * is for `isSound` to decide.
   */
  setAside(key: BlobKey, isSound: (open: () => Promise<Readable>) => Promise<boolean>): Promise<boolean>;
};

export class BlobMissingError extends Error {
  override name = 'BlobMissingError';
}

/** The bytes are not the ones that were stored. */
export class BlobDamagedError extends BlobMissingError {
  override name = 'BlobDamagedError';
}

/** The store is full; blobs that were stored before are untouched. */
export class BlobStoreFullError extends Error {
  override name = 'BlobStoreFullError';
}
