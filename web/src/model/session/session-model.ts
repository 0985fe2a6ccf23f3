import type { User } from '@bocau/contract/account.ts';
import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { Connection } from '../engine/connection.ts';
import type { FrameData, SessionMember } from './session-member.ts';

/** Events for the screens, besides changed data. */
export type SessionEvent =
  | { kind: 'session-ended' }
  | { kind: 'forbidden'; error: ApiError }
  | { kind: 'enable-smtp-changed' }
  | { kind: 'new-sign-in'; signIn: FrameData<'new_sign_in'> };

/**
 * One person's session in one tab, without React: who is signed in, the start and the socket. Mail and the
 * drive keep their own state: each joins as a member, and no member knows of another.
 */
export type SessionModel = {
  /** Reports an ended session or a forbidden call, whichever call found it. */
  readonly api: ApiClient;
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: SessionEvent) => void): () => void;

  /** Adds a member until it leaves. A member that joins after the start is started at once. */
  join(member: SessionMember): () => void;
  /**
   * Asks who is signed in and for every member's part, then opens the socket. Settles when there is something
   * to show: the server's answer or a member's cache, whichever comes first.
   */
  boot(): Promise<void>;

  user(): User | null;
  /** The user whose cached data is shown, until the server has said who is signed in. */
  assume(user: User): void;
  /** Asks the server again: the name or the address may have changed. */
  readUser(): Promise<User>;

  /** A call by another client was refused, as the server no longer knows the session. */
  end(): void;

  connection(): Connection;
  tryNow(): void;
  /** The user is back: ends the pause between two connection attempts. */
  hurry(): void;

  /** Called when the session's user signs out, or is sent to sign in. */
  close(): void;
};
