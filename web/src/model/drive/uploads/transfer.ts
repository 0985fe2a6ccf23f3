import type { ApiError } from '@bocau/contract/client.ts';

/** The transfer of one file. */
export type Transfer = {
  /** Aborts; the bytes that the server received can be resumed. */
  stop(): void;
};

export type TransferOptions = {
  /** The account whose session the transfer must use. */
  owner: string;
  /** The URL of an interrupted upload; null for a new one. */
  url: string | null;
  metadata: Record<string, string>;
  begun(url: string): void;
  progress(sent: number): void;
  done(entryId: string | null): void;
  failed(error: ApiError): void;
};

/** How bytes are sent; the queue does not depend on the protocol. */
export type Transfers = {
  send(file: File, options: TransferOptions): Transfer;
  discard(url: string, owner: string): Promise<void>;
};
