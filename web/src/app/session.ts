import type { User } from '@bocau/contract/account.ts';
import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import { forgetKeptValues, forgetLastMailbox } from './kept-values.ts';

const TOKEN = 'bocau.token';
/** Who signed in last on this browser; it outlives a session that ends by itself. */
const PERSON = 'bocau.person';

export type Session = {
  api: ApiClient;
  token(): string | null;
  /** A session that a single sign-on left with the browser as a cookie alone. */
  takeUp(): Promise<boolean>;
  signIn(input: { email: string; password: string; code?: string }): Promise<User>;
  signOut(): Promise<void>;
  /** From then on, until somebody signs in again. */
  isSigningOut(): boolean;
  /** The server knows this session no more. */
  forget(): void;
};

/** The session of this browser: its token is kept beside the cookie, because only the token lets us write. */
export function createSession(): Session {
  const api = createApiClient({
    baseUrl: '',
    fetch: window.fetch.bind(window),
    token: localStorage.getItem(TOKEN),
  });

  let signingOut = false;

  function keep(token: string | null): void {
    api.setToken(token);
    if (token === null) localStorage.removeItem(TOKEN);
    else localStorage.setItem(TOKEN, token);
  }

  async function begin({ token, user }: { token: string; user: User }): Promise<void> {
    // A browser that keeps nothing has nothing to forget.
    if (localStorage.getItem(PERSON) !== user.email) await forgetLastMailbox().catch(() => undefined);
    localStorage.setItem(PERSON, user.email);
    keep(token);
    signingOut = false;
  }

  return {
    api,
    token: () => localStorage.getItem(TOKEN),
    async takeUp() {
      const found = await api.getSession({}).catch(() => null);
      if (found?.data) await begin(found.data);
      return Boolean(found?.data);
    },
    async signIn(input) {
      const { data } = await api.login({ body: input });
      await begin(data);
      return data.user;
    },
    async signOut() {
      signingOut = true;
      // Without an answer the session still ends on this device.
      await api.logout({}).catch(() => undefined);
      keep(null);
      await forgetKeptValues(localStorage.getItem(PERSON));
      localStorage.removeItem(PERSON);
    },
    isSigningOut: () => signingOut,
    forget: () => keep(null),
  };
}
