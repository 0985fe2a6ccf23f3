export type LoadOrder = {
  port: number;
  /** Requests that every connection sends in turn. */
  requests: Uint8Array[];
  connections: number;
  ms: number;
};

export type LoadResult = { clientMs: number[]; refused: number; seconds: number };
