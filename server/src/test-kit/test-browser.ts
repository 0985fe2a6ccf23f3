/** A browser reduced to redirects and cookies: it follows nothing by itself. */
export type TestBrowser = {
  cookies: Map<string, string>;
  go(url: string, init?: RequestInit): Promise<Response>;
  /** The target of a redirect; a URL of `away` is mapped to `home`, like a host name in front of the server. */
  follow(response: Response): Promise<Response>;
};

export function createTestBrowser({ home, away }: { home: string; away: string }): TestBrowser {
  const cookies = new Map<string, string>();
  const here = (url: string) => (url.startsWith(away) ? home + url.slice(away.length) : url);

  async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(here(address), home);
    const own = [...cookies].filter(([name]) => name.startsWith(`${url.origin} `));
    const cookie = own.map(([name, value]) => `${name.slice(url.origin.length + 1)}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const key = `${url.origin} ${name}`;
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    return Object.defineProperty(answer, 'url', { value: url.href });
  }

  return {
    cookies,
    go,
    follow: (response) => go(new URL(response.headers.get('location') ?? '', response.url).href),
  };
}
