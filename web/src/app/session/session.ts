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

/** Who signed out without the server having heard of it: only the server can take the session's cookie away. */
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
  /** Somebody else has signed in beside this page, which is of no use any more. */
  isReplaced(): boolean;
  /** What is done when any call is refused because somebody else is signed in; null where no mailbox is open. */
  onOtherAccount(listener: (() => void) | null): void;
  /**
   * The server knows this session no more: what was read of the mailbox leaves this device, what was written stays. What
   * is somebody else's by now stays as it is.
   */
  forget(): Promise<void>;
};

/** The session of this browser is a cookie that no script can read; another one says whose it is. */
export function createSession(): Session {
  const client = withStart(
    createApiClient({ baseUrl: '', fetch: window.fetch.bind(window), cookie: true, account: pageAccount }),
    window.bocauStart,
    browserClock,
  );
  // A later session of this page asks for itself.
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

  async function begin(user: User): Promise<void> {
    // What is on its way goes into the drive of whoever began it: nobody else's session may send it.
    const uploads = openUploads.get();
    if (signingOut || uploads?.owner !== user.email) {
      uploads?.close();
      openUploads.set(null);
    }
    const isSomebodyElse = localStorage.getItem(PERSON) !== user.email;
    // From here on no page of whoever was signed in before stores what it reads.
    localStorage.setItem(PERSON, user.email);
    setPageAccount(user.email);
    // A browser that keeps nothing has nothing to forget.
    if (isSomebodyElse) await forgetReadMail().catch(() => undefined);
    localStorage.removeItem(SIGNED_OUT);
    signingOut = false;
  }

  /** Who was renamed is the account that the call named all the same: other pages go on under the address that they know. */
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

  /** Without an answer the session still ends on this device, and on the server when it can be reached again. */
  async function endOnServer(): Promise<void> {
    const whose = pageAccount() ?? localStorage.getItem(SIGNED_OUT);
    if (!isPageReplaced()) localStorage.setItem(SIGNED_OUT, whose ?? '1');
    // The release before left no address.
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

  /** Who signed in beside this page keeps theirs. */
  function removeOwnCookie(): void {
    if (readCookie(PERSON_COOKIE) === pageAccount()) removeCookie(PERSON_COOKIE);
  }

  setPageAccount(person());
  return {
    api,
    isKnown: () => person() !== null && !isPageReplaced(),
    person,
    async restore() {
      // Begins anew, with whoever has signed in beside it.
      if (isPageReplaced()) {
        window.location.reload();
        return new Promise<never>(() => undefined);
      }
      if (wasSignedOut()) await endOnServer();
      if (wasSignedOut()) return false;
      localStorage.removeItem(OLD_TOKEN);
      const found = await api.getSession({}).catch(() => null);
      if (found?.data) await begin(found.data.user);
      // The server knows of nobody here: what a session that has ended was shown is not left to who comes next.
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
    isReplaced: isPageReplaced,
    onOtherAccount(listener) {
      otherAccount = listener;
    },
    async forget() {
      removeOwnCookie();
      // What was read before the other sign-in is gone already. A browser that keeps nothing has nothing to forget.
      if (!isPageReplaced()) await forgetReadMail().catch(() => undefined);
    },
  };
}
