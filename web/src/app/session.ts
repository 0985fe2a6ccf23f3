import type { User } from '@bocau/contract/account.ts';
import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import { forgetKeptValues } from './kept-values.ts';

const TOKEN = 'bocau.token';

export type Session = {
  api: ApiClient;
  token(): string | null;
  /** A session that a single sign-on left with the browser as a cookie alone. */
  takeUp(): Promise<boolean>;
  signIn(input: { email: string; password: string; code?: string }): Promise<User>;
  signOut(): Promise<void>;
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

  function keep(token: string | null): void {
    api.setToken(token);
    if (token === null) localStorage.removeItem(TOKEN);
    else localStorage.setItem(TOKEN, token);
  }

  return {
    api,
    token: () => localStorage.getItem(TOKEN),
    async takeUp() {
      const found = await api.getSession({}).catch(() => null);
      if (found?.data) keep(found.data.token);
      return Boolean(found?.data);
    },
    async signIn(input) {
      const { data } = await api.login({ body: input });
      keep(data.token);
      return data.user;
    },
    async signOut() {
      // Without an answer the session still ends on this device.
      await api.logout({}).catch(() => undefined);
      keep(null);
      await forgetKeptValues();
    },
    forget: () => keep(null),
  };
}
