import type { User } from '@bocau/contract/account.ts';
import type { SocketEvent, SocketFrame } from '@bocau/contract/socket.ts';

export type FrameData<E extends SocketEvent> = Extract<SocketFrame, { event: E }>['data'];

/** What is done with each event of the socket; others are not heard. */
export type FrameListeners = { readonly [E in SocketEvent]?: (data: FrameData<E>) => void };

/** What the socket's address says beside the account: by its name, from which number the server is to go on. */
export type SocketNumbers = Readonly<Record<string, number>>;

/** What one noun has to do with the session: mail, the drive, and what comes. Everything is asked for by the session. */
export type SessionMember = {
  /** Events are heard once its part of the start is there. */
  readonly frames?: FrameListeners;
  /** Asked whenever the socket is opened; a noun that asks for changes by itself has none. */
  numbers?(): SocketNumbers;
  /**
   * Reads its part of the start, beside who is signed in: the number first, as whatever is read after it is not older.
   * What it gives is run when that is known. Both are repeated until the server was reached.
   */
  start?(): Promise<(user: User) => Promise<void>>;
  /** Nothing more comes of the start: not of its own part, or not of all of it. */
  refused?(): void;
  /** The server is out of reach, and was when it was started. What this person has seen may be shown. */
  outOfReach?(person: string | null): Promise<void>;
  /** Shows what this person has seen on this device; true when that is something to go on with. */
  lastSeen?(person: string): Promise<boolean>;
  /** There is a connection, for the first time or again. Not told of one that there was before it joined. */
  connected?(): void;
  disconnected?(): void;
  /** Somebody asks not to wait for the next try: what has failed is tried at once. */
  tryNow?(): void;
  /** Nothing is asked in this session any more: what was begun waits for the next one. */
  ended?(): void;
  /** It is left for good: after `ended`, which may have come long before. */
  closed?(): void;
};
