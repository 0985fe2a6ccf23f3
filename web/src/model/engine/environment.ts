/** Time as the model needs it; tests move it by hand. */
export type ModelClock = {
  now(): number;
  after(ms: number, run: () => void): { stop(): void };
  every(ms: number, run: () => void): { stop(): void };
};

export type SocketLike = { close(): void };

export type SocketListener<Frame> = {
  frame(frame: Frame): void;
  /** Called once, whether the socket was ever open or not; no other call follows. */
  closed(code: number): void;
};

/** Persists values over a reload; they must be structured-cloneable. */
export type KeyValueStorage = {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  keys(prefix: string): Promise<string[]>;
};

/**
 * Runs the task when the tab of this id is certainly closed, one claimant at a time; does nothing while it is open.
 */
export type ClaimTab = (tabId: string, task: () => Promise<void>) => Promise<unknown>;

/** Whether the browser has a network. */
export type Online = { isOnline(): boolean; onChange(listener: () => void): () => void };
