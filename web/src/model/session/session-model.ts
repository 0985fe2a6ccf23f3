import type { User } from '@bocau/contract/account.ts';
import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { Connection } from '../engine/connection.ts';
import type { FrameData, SessionMember } from './session-member.ts';

/** What the screens are told besides changed data. */
export type SessionEvent =
  | { kind: 'session-ended' }
  | { kind: 'forbidden'; error: ApiError }
  | { kind: 'enable-smtp-changed' }
  | { kind: 'new-sign-in'; signIn: FrameData<'new_sign_in'> };

/**
 * One person's session in one tab, without React: who is signed in, the start and the socket. What is known of mail or of
 * the drive is theirs: each joins as a member, and none knows of another.
 */
export type SessionModel = {
  /** That the session ended, or that something is forbidden, is told from whatever call it was. */
  readonly api: ApiClient;
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: SessionEvent) => void): () => void;

  /** Takes part until it leaves. What joins after the start is started at once. */
  join(member: SessionMember): () => void;
  /**
   * Asks who is signed in and for every member's part, then opens the socket. Settles when there is something to show:
   * what the server answered, or what a member last saw, whichever comes first.
   */
  boot(): Promise<void>;

  user(): User | null;
  /** Whose things are shown that were last seen, until the server has said who is signed in. */
  assume(user: User): void;
  /** Asks again: another name or address may have been given. */
  readUser(): Promise<User>;

  connection(): Connection;
  tryNow(): void;
  /** Somebody is there again: what waits between two tries of the connection is tried. */
  hurry(): void;

  /** Whoever it was of signs out, or is sent to sign in. */
  close(): void;
};
