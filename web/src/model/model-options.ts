import type { ApiClient } from '@bocau/contract/client.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';

/** Time as the model needs it; tests move it by hand. */
export type ModelClock = {
  now(): number;
  after(ms: number, run: () => void): { stop(): void };
  every(ms: number, run: () => void): { stop(): void };
};

export type SocketLike = { close(): void };

export type SocketListener = {
  frame(frame: SocketFrame): void;
  /** Told once, whether the socket had been open or not; nothing comes after it. */
  closed(code: number): void;
};

/** Keeps values over a reload; what it takes can be cloned. */
export type KeyValueStorage = {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  keys(prefix: string): Promise<string[]>;
};

export type ModelOptions = {
  api: ApiClient;
  openSocket(query: { room: string; since: number }, listener: SocketListener): SocketLike;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: { isOnline(): boolean; onChange(listener: () => void): () => void };
  /** The same over a reload, another one in each tab: whose acts are kept where. */
  tabId: string;
};
