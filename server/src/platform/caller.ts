import type { MustFirst } from '@bocau/contract/endpoint.ts';

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
  domainVerified: boolean;
  /** Nothing else is open to them until it is done. */
  mustFirst: MustFirst | null;
  session: { id: string; tokenHash: Buffer };
};
