export type LoadOrder = {
  port: number;
  /** Asked in turn by every connection. */
  requests: Uint8Array[];
  connections: number;
  ms: number;
};

export type LoadResult = { clientMs: number[]; refused: number; seconds: number };
