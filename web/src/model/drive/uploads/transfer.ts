import type { ApiError } from '@bocau/contract/client.ts';

/** One file on its way. */
export type Transfer = {
  /** What was received stays, and can be gone on with. */
  stop(): void;
};

export type TransferOptions = {
  /** Into whose session it may go, and into no other. */
  owner: string;
  /** Of an upload that was begun before; null for a new one. */
  url: string | null;
  metadata: Record<string, string>;
  begun(url: string): void;
  progress(sent: number): void;
  done(entryId: string | null): void;
  failed(error: ApiError): void;
};

/** How bytes are sent; the queue knows nothing of the protocol. */
export type Transfers = {
  send(file: File, options: TransferOptions): Transfer;
  discard(url: string, owner: string): Promise<void>;
};
