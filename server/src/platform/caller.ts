import type { AdminScope, MustFirst } from '@bocau/contract/endpoint.ts';

/** How a session was authenticated, or how a mail program signed in. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'sign_on' | 'app_password';

/** How strongly the caller was authenticated. */
export type Assurance = {
  method: SignInMethod;
  /** Unix seconds. */
  provenAt: number;
};

/** Who calls, by whatever protocol. */
export type Caller = {
  /** Today a person is a mailbox. */
  person: number;
  /** The mailbox that is acted on. */
  mailbox: number;
  /** In the domain of the mailbox. */
  role: 'owner' | 'member';
  assurance: Assurance;
};

/** Who calls over HTTP, by a session. */
export type SessionCaller = Caller & {
  email: string;
  domain: number;
  domainVerified: boolean;
  /** Administers the whole installation. */
  provider: boolean;
  /** Nothing else is open to them until it is done. */
  mustFirst: MustFirst | null;
  session: { id: string; tokenHash: Buffer };
  /** When they call, in Unix seconds. */
  at: number;
};

/** Who acts as an administrator: what their commands are limited by, and what is written down of them. */
export type Actor = {
  /** They see and change what belongs to this domain; null: the whole installation. */
  domainId: number | null;
  /** An address, the name of a token, or the user of the operating system. */
  name: string;
  /** From where; empty at the command line. */
  address: string;
} & ({ kind: 'person'; mailboxId: number } | { kind: 'token'; tokenId: string } | { kind: 'command_line' });

/** Who calls an endpoint for administrators. */
export type AdminCaller = {
  actor: Actor;
  /** None of somebody who administers nothing. */
  scopes: ReadonlySet<AdminScope>;
  /** Null where a program calls by its token. */
  session: SessionCaller | null;
  /** Whether a session without a second step is enough. */
  needsTwoStep: boolean;
};
