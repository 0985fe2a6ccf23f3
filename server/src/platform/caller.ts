import type { AdminScope, MailboxRight, MustFirst } from '@bocau/contract/endpoint.ts';

/** How a session was authenticated, or how a mail program signed in. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'sign_on' | 'app_password';

/** How strongly the caller was authenticated. */
export type Assurance = {
  method: SignInMethod;
  /** Unix seconds. */
  provenAt: number;
  /** Of a mail program that signed in by one. */
  appPasswordId?: string;
};

/** The authenticated caller, over any protocol. */
export type Caller = {
  /** By the id of their own mailbox. */
  person: number;
  /** The mailbox that the call acts on. */
  mailbox: number;
  /** The role in the domain of the mailbox. */
  role: 'owner' | 'member';
  assurance: Assurance;
};

/** Who calls over HTTP, by a session: what acts on a person sees no mailbox. */
export type SessionCaller = Omit<Caller, 'mailbox'> & {
  email: string;
  domain: number;
  domainVerified: boolean;
  /** Administers the whole installation. */
  provider: boolean;
  /** What the caller must do first; every other endpoint is refused until then. */
  mustFirst: MustFirst | null;
  session: { id: string; tokenHash: Buffer };
  /** When the call is made, in Unix seconds. */
  at: number;
};

/** Who calls over HTTP to act on a mailbox: their own, with all rights, or one that they are a member of. */
export type MailboxCaller = SessionCaller & { mailbox: number; rights: ReadonlySet<MailboxRight> };

/** Who acts as an administrator: what their commands are limited by, and what is written down of them. */
export type Actor = {
  /** The domain they may see and change; null means the whole installation. */
  domainId: number | null;
  /** An address, the name of a token, or the operating system user. */
  name: string;
  /** The address they act from; empty on the command line. */
  address: string;
} & ({ kind: 'person'; mailboxId: number } | { kind: 'token'; tokenId: string } | { kind: 'command_line' });

/** The caller of an administrators' endpoint. */
export type AdminCaller = {
  actor: Actor;
  /** Empty for a caller who is not an administrator. */
  scopes: ReadonlySet<AdminScope>;
  /** Null for a program that authenticates with a token. */
  session: SessionCaller | null;
  /** Whether a session without a second step is enough. */
  needsTwoStep: boolean;
};
