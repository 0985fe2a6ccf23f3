import type { User } from '@bocau/contract/account.ts';
import { type ApiClient, ApiError, createApiClient } from '@bocau/contract/client.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import { type login, PERSON_COOKIE } from '@bocau/contract/session.ts';
import { withProof } from '../../model/session/ask-proof.ts';
import { catchErrors } from '../../model/session/catch-errors.ts';
import { withStart } from '../../model/session/start-answers.ts';
import { openUploads } from '../../parts/uploads/open-uploads.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { readCookie, removeCookie } from '../browser/cookies.ts';
import { forgetReadMail, forgetStoredValues, forgetUnsent } from '../browser/forget-stored.ts';
import { isPageReplaced, PERSON, pageAccount, setPageAccount } from '../browser/page-account.ts';

/**
 * Key of the user who signed out while the server was out of reach: only it can remove the session cookie.
 */
const SIGNED_OUT = 'bocau.signed-out';
/** Where releases of November 2026 stored the session's token, readable by any script. */
const OLD_TOKEN = 'bocau.token';

/** A password, a password and a code, or the code of a sign-in whose password was right. */
export type SignInInput = InputOf<typeof login>['body'];

export type Session = {
  api: ApiClient;
  /** Whether a user is signed in, as far as this browser knows. */
  isKnown(): boolean;
  /** The user whose mailbox may be shown before the server has answered; null while unknown. */
  person(): string | null;
  /** Adopts a session that began outside this page, such as by single sign-on; false when there is none. */
  restore(): Promise<boolean>;
  signIn(input: SignInInput): Promise<User>;
  /**
   * Signs in a user who returns from the identity provider. Refused while someone else is signed in here,
   * unless the user has agreed to replace them.
   */
  signOn(agreed?: { replaces: true }): Promise<User>;
  signOut(): Promise<void>;
  /** True from signing out until the next sign-in. */
  isSigningOut(): boolean;
  /**
   * Whether this page may go on with who has just signed in: it was nobody's before, or theirs, and not signed out.
   */
  goesOn(): boolean;
  /** Someone else has signed in in another tab, so this page can no longer be used. */
  isReplaced(): boolean;
  /** Called when a call is refused because someone else is signed in; null when no mailbox is open. */
  onOtherAccount(listener: (() => void) | null): void;
  /**
   * The server no longer knows this session: cached mail is removed from this device, unsent work stays. Data
   * that already belongs to another user is left alone.
   */
  forget(): Promise<void>;
};

/** The session of this browser is an HttpOnly cookie; a second, readable cookie says whose it is. */
export function createSession(): Session {
  const client = withStart(
    createApiClient({ baseUrl: '', fetch: window.fetch.bind(window), cookie: true, account: pageAccount }),
    window.bocauStart,
    browserClock,
  );
  // A later session of this page makes its own requests.
  window.bocauStart = undefined;
  const { getUserInfo } = client;
  let otherAccount: (() => void) | null = null;
  const named = Object.assign(client, {
    async getUserInfo(input: object, signal?: AbortSignal) {
      const answer = await getUserInfo(input, signal);
      followNewAddress(answer.data);
      return answer;
    },
  });
  const api = catchErrors(withProof(named), (error) => {
    if (error instanceof ApiError && error.code === 'other_account') otherAccount?.();
    throw error;
  });

  let signingOut = false;
  let goesOn = true;

  async function begin(user: User): Promise<void> {
    goesOn = [null, user.email].includes(pageAccount()) && !signingOut;
    // Uploads in progress belong to the drive of the user who began them: no other session may continue them.
    const uploads = openUploads.get();
    if (signingOut || uploads?.owner !== user.email) {
      uploads?.close();
      openUploads.set(null);
    }
    const isSomebodyElse = localStorage.getItem(PERSON) !== user.email;
    // From here on, pages of the previous user no longer cache what they read.
    localStorage.setItem(PERSON, user.email);
    setPageAccount(user.email);
    // A browser without storage has nothing to remove.
    if (isSomebodyElse) await forgetReadMail().catch(() => undefined);
    localStorage.removeItem(SIGNED_OUT);
    signingOut = false;
  }

  /**
   * After a rename, the account is still the one that the call named; other pages keep using the old address.
   */
  function followNewAddress({ email }: User): void {
    const before = pageAccount();
    if (before === null || before === email || localStorage.getItem(PERSON) !== before) return;
    localStorage.setItem(PERSON, email);
    setPageAccount(email);
  }

  async function enter(asked: Promise<{ data: { user: User } }>): Promise<User> {
    const { user } = (await asked).data;
    await begin(user);
    return user;
  }

  /**
   * Without an answer the session still ends on this device, and on the server once it can be reached again.
   */
  async function endOnServer(): Promise<void> {
    const whose = pageAccount() ?? localStorage.getItem(SIGNED_OUT);
    if (!isPageReplaced()) localStorage.setItem(SIGNED_OUT, whose ?? '1');
    // The previous release stored no address.
    const heard = await api.logout(whose?.includes('@') ? { account: whose } : {}).then(
      () => true,
      (error: { status?: number }) => error.status === 401,
    );
    if (heard && !isPageReplaced()) localStorage.removeItem(SIGNED_OUT);
  }

  function wasSignedOut(): boolean {
    return localStorage.getItem(SIGNED_OUT) !== null;
  }

  function person(): string | null {
    const known = readCookie(PERSON_COOKIE);
    return known === localStorage.getItem(PERSON) && !wasSignedOut() ? known : null;
  }

  /** Keeps the cookie of a user who has signed in in another tab. */
  function removeOwnCookie(): void {
    if (readCookie(PERSON_COOKIE) === pageAccount()) removeCookie(PERSON_COOKIE);
  }

  setPageAccount(person());
  return {
    api,
    isKnown: () => person() !== null && !isPageReplaced(),
    person,
    async restore() {
      // Reloads with the account that has signed in in another tab.
      if (isPageReplaced()) {
        window.location.reload();
        return new Promise<never>(() => undefined);
      }
      if (wasSignedOut()) await endOnServer();
      if (wasSignedOut()) return false;
      localStorage.removeItem(OLD_TOKEN);
      const found = await api.getSession({}).catch(() => null);
      if (found?.data) await begin(found.data.user);
      // The server knows no session: mail cached by an ended one must not be left for the next user.
      else if (found) await forgetReadMail().catch(() => undefined);
      return Boolean(found?.data);
    },
    signIn: (input) => enter(api.login({ body: input })),
    signOn: (agreed) => enter(api.finishSignOn({ query: agreed ? { replace: '1' } : {} })),
    async signOut() {
      signingOut = true;
      openUploads.get()?.close();
      await endOnServer();
      removeOwnCookie();
      const email = pageAccount();
      if (isPageReplaced()) await forgetUnsent(email as string);
      else {
        localStorage.removeItem(PERSON);
        await forgetStoredValues(email);
      }
    },
    isSigningOut: () => signingOut,
    goesOn: () => goesOn,
    isReplaced: isPageReplaced,
    onOtherAccount(listener) {
      otherAccount = listener;
    },
    async forget() {
      removeOwnCookie();
      // Data cached before the other sign-in is already removed. Without storage there is nothing to remove.
      if (!isPageReplaced()) await forgetReadMail().catch(() => undefined);
    },
  };
}
