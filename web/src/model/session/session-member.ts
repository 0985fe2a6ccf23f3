import type { User } from '@bocau/contract/account.ts';
import type { SocketEvent, SocketFrame } from '@bocau/contract/socket.ts';

export type FrameData<E extends SocketEvent> = Extract<SocketFrame, { event: E }>['data'];

/** Handlers by socket event; other events are ignored. */
export type FrameListeners = { readonly [E in SocketEvent]?: (data: FrameData<E>) => void };

/**
 * Query parameters of the socket's URL besides the account: by name, the sequence number to continue from.
 */
export type SocketNumbers = Readonly<Record<string, number>>;

/** What one noun (mail, the drive, later ones) contributes to the session. The session calls all of it. */
export type SessionMember = {
  /** Events are delivered once its part of the start is done. */
  readonly frames?: FrameListeners;
  /** Read whenever the socket is opened; a noun that fetches changes by itself has none. */
  numbers?(): SocketNumbers;
  /**
   * Reads its part of the start in parallel with the signed-in user: the sequence number first, as everything
   * read after it is at least as new. The returned function runs once the user is known. Both are repeated
   * until the server was reached.
   */
  start?(): Promise<(user: User) => Promise<void>>;
  /** Its start failed, in its own part or as a whole, and nothing more will come of it. */
  refused?(): void;
  /** The server is out of reach, as it was at the start. The cached data of this person may be shown. */
  outOfReach?(person: string | null): Promise<void>;
  /** Shows the data of this person that is cached on this device; true when that is enough to work with. */
  lastSeen?(person: string): Promise<boolean>;
  /**
   * The connection is there, for the first time or again. Not called for one that existed before the member
   * joined.
   */
  connected?(): void;
  disconnected?(): void;
  /** The user asks not to wait for the next retry: retries at once what has failed. */
  tryNow?(): void;
  /** This session sends no more calls: operations that have begun wait for the next session. */
  ended?(): void;
  /** The session is closed for good: after `ended`, which may have come long before. */
  closed?(): void;
};
