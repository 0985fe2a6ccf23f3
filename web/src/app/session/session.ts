import type { User } from '@bocau/contract/account.ts';
import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import { type login, PERSON_COOKIE } from '@bocau/contract/session.ts';
import { withProof } from '../../model/session/ask-proof.ts';
import { openUploads } from '../../parts/uploads/open-uploads.ts';
import { readCookie, removeCookie } from '../browser/cookies.ts';
import { forgetLastMailbox, forgetReadMail, forgetStoredValues } from '../browser/indexed-db.ts';
import { takeStart } from '../browser/take-start.ts';

/** Who signed in last on this browser; it outlives a session that ends by itself. */
export const PERSON = 'bocau.person';
/** Signed out without the server having heard of it: only the server can take the session's cookie away. */
const SIGNED_OUT = 'bocau.signed-out';
/** Where releases of November 2026 kept the session's token, for any script to read. */
const OLD_TOKEN = 'bocau.token';

/** Password, password and code, or the code of a sign-in whose password was right. */
export type SignInInput = InputOf<typeof login>['body'];

export type Session = {
  api: ApiClient;
  /** Whether somebody is signed in, as far as this browser knows. */
  isKnown(): boolean;
  /** Whose mailbox may be shown before the server has answered; null while that is not known. */
  person(): string | null;
  /** Takes a session that this page has not seen begin, as single sign-on leaves one; false when there is none. */
  restore(): Promise<boolean>;
  signIn(input: SignInInput): Promise<User>;
  /** For whoever has come back from the provider of their domain. */
  /** Refused where somebody else is signed in here, unless that was agreed to. */
  signOn(agreed?: { replaces: true }): Promise<User>;
  signOut(): Promise<void>;
  /** From then on, until somebody signs in again. */
  isSigningOut(): boolean;
  /** The server knows this session no more: what was read of the mailbox leaves this device, what was written stays. */
  forget(): Promise<void>;
};

/** The session of this browser is a cookie that no script can read; another one says whose it is. */
export function createSession(): Session {
  const api = withProof(
    takeStart(createApiClient({ baseUrl: '', fetch: window.fetch.bind(window), cookie: true })),
  );

  let signingOut = false;

  async function begin(user: User): Promise<void> {
    // What is on its way goes into the drive of whoever began it: nobody else's session may send it.
    const uploads = openUploads.get();
    if (signingOut || uploads?.owner !== user.email) {
      uploads?.close();
      openUploads.set(null);
    }
    // A browser that keeps nothing has nothing to forget.
    if (localStorage.getItem(PERSON) !== user.email) await forgetLastMailbox().catch(() => undefined);
    localStorage.setItem(PERSON, user.email);
    localStorage.removeItem(SIGNED_OUT);
    signingOut = false;
  }

  async function enter(asked: Promise<{ data: { user: User } }>): Promise<User> {
    const { user } = (await asked).data;
    await begin(user);
    return user;
  }

  /** Without an answer the session still ends on this device, and on the server when it can be reached again. */
  async function endOnServer(): Promise<void> {
    localStorage.setItem(SIGNED_OUT, '1');
    const heard = await api.logout({}).then(
      () => true,
      (error: { status?: number }) => error.status === 401,
    );
    if (heard) localStorage.removeItem(SIGNED_OUT);
  }

  function wasSignedOut(): boolean {
    return localStorage.getItem(SIGNED_OUT) !== null;
  }

  function person(): string | null {
    const known = readCookie(PERSON_COOKIE);
    return known === localStorage.getItem(PERSON) && !wasSignedOut() ? known : null;
  }

  return {
    api,
    isKnown: () => person() !== null,
    person,
    async restore() {
      if (wasSignedOut()) await endOnServer();
      if (wasSignedOut()) return false;
      localStorage.removeItem(OLD_TOKEN);
      const found = await api.getSession({}).catch(() => null);
      if (found?.data) await begin(found.data.user);
      // The server knows of nobody: what a session that has ended was shown is not left to who comes next.
      else if (found) await forgetReadMail().catch(() => undefined);
      return Boolean(found?.data);
    },
    signIn: (input) => enter(api.login({ body: input })),
    signOn: (agreed) => enter(api.finishSignOn({ query: agreed ? { replace: '1' } : {} })),
    async signOut() {
      signingOut = true;
      openUploads.get()?.close();
      await endOnServer();
      removeCookie(PERSON_COOKIE);
      await forgetStoredValues(localStorage.getItem(PERSON));
      localStorage.removeItem(PERSON);
    },
    isSigningOut: () => signingOut,
    async forget() {
      removeCookie(PERSON_COOKIE);
      // A browser that keeps nothing has nothing to forget.
      await forgetReadMail().catch(() => undefined);
    },
  };
}
