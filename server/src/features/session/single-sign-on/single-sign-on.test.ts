import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { createApiClient } from '@bocau/contract/client.ts';
import { COOKIE_HEADER, PERSON_COOKIE, SESSION_COOKIE } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setDomain } from '../../../admin/set-domain.ts';
import { showDomain } from '../../../admin/show-domain.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createSecretBox } from '../../../platform/secrets/secret-box.ts';
import { addProvider, CLIENT_SECRET } from '../../../test-kit/add-provider.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { type Claims, type SignOnProvider, startSignOnProvider } from '../../../test-kit/sign-on-provider.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { createTestBrowser, type TestBrowser } from '../../../test-kit/test-browser.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { openClientSecret, resealClientSecrets } from './client-secret.ts';
import { insertLink, readDomainId } from './links.store.ts';
import { findProvider } from './providers.store.ts';

const DOMAIN = 'saomai.example';
const PUBLIC_URL = 'http://thu.saomai.example';
const CLIENT = {
  client_id: 'bocau',
  client_secret: CLIENT_SECRET,
  redirect_uris: [`${PUBLIC_URL}/sign-on/callback`],
  post_logout_redirect_uris: [`${PUBLIC_URL}/login`],
};

let provider: SignOnProvider;
let other: SignOnProvider;
let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
  [provider, other] = await Promise.all([startSignOnProvider(CLIENT), startSignOnProvider(CLIENT)]);
  const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]));
  server = await startTestServer({
    env: { PUBLIC_URL, SSO_INTERNAL_HOSTS: `${provider.host},${other.host}` },
    dial: (host, port) => connect({ host, port }),
    log: { debug: note, info: note, warn: note, error: note },
  });
  person = await newPerson(server);
});
afterAll(() => Promise.all([server.close(), provider.close(), other.close()]));

let person: NewPerson;
let browser: TestBrowser;
let counter = 0;
beforeEach(async () => {
  server.clock.pass(60_000);
  await addProvider(server, DOMAIN, { issuer: provider.issuer });
  counter += 1;
  browser = newBrowser();
  Object.assign(provider, { account: accountOf(person), change: null, foreignKey: false });
});

function accountOf({ email }: { email: string }) {
  return { subject: `người-${counter}`, email };
}

/** For a test that changes its person permanently. */
async function someoneElse(): Promise<void> {
  person = await newPerson(server);
  provider.account = accountOf(person);
}

function newBrowser(): TestBrowser {
  return createTestBrowser({ home: server.baseUrl, away: PUBLIC_URL });
}

/** From the sign-in page to the provider's redirect back. */
async function toCallback(using = browser, email = person.email): Promise<string> {
  // A provider remembers a signed-in browser: this one asks each time.
  for (const name of using.cookies.keys()) if (!name.startsWith(server.baseUrl)) using.cookies.delete(name);
  let answer = await using.go(`/sign-on/start?to=%2Ffolder%2FSent&email=${encodeURIComponent(email)}`);
  for (;;) {
    const to = answer.headers.get('location') ?? '';
    if (to.startsWith(`${PUBLIC_URL}/`) || to.startsWith('/login')) return to;
    answer = await using.follow(answer);
    if (!answer.headers.has('location')) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}

/** The complete flow; returns what the sign-in page is told at its end. */
async function comeBack(using = browser): Promise<string | null> {
  const answer = await using.go(await toCallback(using));
  return answer.headers.get('location');
}

const DONE = '/login?sign_on=done&to=%2Ffolder%2FSent';
const told = (result: string) => `/login?sign_on=${result}&to=%2Ffolder%2FSent`;

async function post(path: string, body?: object, using = browser) {
  const answer = await using.go(path, {
    method: 'POST',
    headers: {
      [COOKIE_HEADER.name]: COOKIE_HEADER.value,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, ...((await answer.json()) as { data?: Claims; error?: Claims }) };
}

const finish = (using = browser) => post('/api/v2/auth/sign-on', undefined, using);
const refusal = (reason: string) => ({
  status: 401,
  error: { code: 'sign_on_refused', details: expect.objectContaining({ reason }) as unknown },
});

/** As the page does it: the password in the same browser, and the confirmation. */
async function linkBy({ email }: { email: string }, using = browser) {
  await post('/api/v2/auth/login', { email, password: lanAnh.password }, using);
  return post('/api/v2/auth/sign-on/link', undefined, using);
}

/** The state after the person has linked the provider's account. */
async function linked(): Promise<void> {
  const { db, clock } = server.context;
  const domain_id = await readDomainId(db, person.mailbox);
  const { issuer } = provider;
  const { subject, email } = accountOf(person);
  await inTransaction(db, (tx) =>
    insertLink(tx, {
      ...{ mailbox_id: person.mailbox, id: newId(clock), domain_id, issuer, subject, email },
      created_at: unixSeconds(clock),
    }),
  );
}

const events = async () => (await person.client.listActivities({ query: {} })).data;
const asText = () => JSON.stringify(logged);

describe('single sign-on', () => {
  test('an account that nobody linked opens nothing; after the password and a yes it does', async () => {
    await someoneElse();
    expect(await comeBack()).toBe(DONE);
    expect(await finish()).toMatchObject({
      status: 401,
      error: { details: { reason: 'unlinked', account: person.email, domain: DOMAIN } },
    });
    expect(await linkBy(person)).toMatchObject({ status: 200 });
    expect(await post('/api/v2/auth/sign-on/link')).toMatchObject(refusal('expired'));
    browser.cookies.clear();
    server.clock.pass(1_000);

    expect(await comeBack()).toBe(DONE);
    expect(await finish()).toMatchObject({ status: 200, data: { user: { email: person.email } } });
    const cookie = (name: string) => browser.cookies.get(`${server.baseUrl} ${name}`);
    expect(cookie(PERSON_COOKIE)).toBe(encodeURIComponent(person.email));
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token: cookie(SESSION_COOKIE) ?? '' });
    expect((await client.getUserInfo({})).data.email).toBe(person.email);
    await expect(client.createAppPassword({ body: { name: 'x', scopes: ['smtp'] } })).rejects.toMatchObject({
      code: 'proof_required',
    });
    expect(await finish()).toMatchObject(refusal('expired'));
    expect(await events()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'sign_in', method: 'sign_on', outcome: 'ok' }),
        expect.objectContaining({ kind: 'sign_on_linked', about: person.email }),
      ]),
    );
    await runJobsUntilIdle(server.context);
    const { data: inbox } = await client.listThreads({ query: { in: 'INBOX' } });
    expect(inbox.map(({ subject }) => subject)).toContain('Đã liên kết tài khoản công ty');
  });

  test('nothing of it is stored in the clear, or logged', async () => {
    const callback = new URL(await toCallback());
    const rows = JSON.stringify(await server.context.db.selectFrom('sign_on_attempts').selectAll().execute());
    const cookies = JSON.stringify([...browser.cookies.values()]);
    await browser.go(callback.href);
    for (const secret of [callback.searchParams.get('state'), callback.searchParams.get('code')]) {
      expect(rows).not.toContain(secret);
      expect(cookies).not.toContain(secret);
      expect(asText()).not.toContain(secret);
    }
  });

  test.each<[string, (callback: URL) => Promise<string>, string]>([
    [
      'a state that is not ours',
      async (to) => `${to.href}x`.replace(/state=[^&]+/, 'state=other'),
      'expired',
    ],
    ['another code', async (to) => to.href.replace(/code=[^&]+/, 'code=other'), told('refused')],
    [
      'another provider’s name',
      async (to) => to.href.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fboese.example'),
      told('refused'),
    ],
    [
      'no cookie of the browser',
      async (to) => {
        browser.cookies.clear();
        return to.href;
      },
      'expired',
    ],
    [
      'the cookie of another browser',
      async (to) => {
        const stranger = newBrowser();
        await stranger.go(`/sign-on/start?email=${person.email}`);
        browser.cookies.clear();
        for (const [name, value] of stranger.cookies) browser.cookies.set(name, value);
        return to.href;
      },
      'expired',
    ],
    [
      'more than ten minutes',
      async (to) => {
        server.clock.pass(601_000);
        return to.href;
      },
      'expired',
    ],
  ])('a callback with %s signs nobody in', async (_name, spoil, result) => {
    await linked();
    const answer = await browser.go(await spoil(new URL(await toCallback())));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(result === 'expired' ? '/login?sign_on=expired' : result);
    expect(await finish()).toMatchObject(refusal('expired'));
  });

  test('a callback counts once, also for two at the same time', async () => {
    await linked();
    const callback = await toCallback();
    const answers = await Promise.all([1, 2, 3].map(() => browser.go(callback)));
    const to = answers.map(({ headers }) => headers.get('location'));
    expect(to.sort()).toEqual([
      '/login?sign_on=done&to=%2Ffolder%2FSent',
      '/login?sign_on=expired',
      '/login?sign_on=expired',
    ]);
  });

  test.each<[string, () => void]>([
    ['of another audience', () => (provider.change = (claims) => ({ ...claims, aud: 'someone-else' }))],
    ['of another issuer', () => (provider.change = (claims) => ({ ...claims, iss: other.issuer }))],
    [
      'that has expired',
      () => (provider.change = (claims) => ({ ...claims, exp: (claims['iat'] as number) - 3600 })),
    ],
    ['for another nonce', () => (provider.change = (claims) => ({ ...claims, nonce: 'other' }))],
    ['of nobody', () => (provider.change = (claims) => ({ ...claims, sub: '' }))],
    ['of a blank', () => (provider.change = (claims) => ({ ...claims, sub: ' ' }))],
    ['without a nonce', () => (provider.change = ({ nonce: _, ...claims }) => claims)],
    ['signed by another key', () => (provider.foreignKey = true)],
  ])('a token %s signs nobody in', async (_name, spoil) => {
    await linked();
    spoil();
    expect(await comeBack()).toBe(told('refused'));
    expect(await finish()).toMatchObject(refusal('expired'));
  });

  test('AU-3 a page elsewhere leads to the sign-in page with the address, not into a mailbox', async () => {
    await linked();
    const start = `/sign-on/start?to=%2Ffolder%2FSent&email=${encodeURIComponent(person.email)}`;
    const from = async (site: string) =>
      (await browser.go(start, { headers: { 'sec-fetch-site': site } })).headers.get('location') ?? '';
    const gate = `/login?email=${encodeURIComponent(person.email)}&to=%2Ffolder%2FSent`;
    expect([await from('cross-site'), await from('same-site')]).toEqual([gate, gate]);
    expect(browser.cookies.size).toBe(0);
    expect(await from('same-origin')).toContain(provider.issuer);
    expect(await from('none')).toContain(provider.issuer);
  });

  test('AU-3 the session of another mailbox is replaced only when that was agreed to', async () => {
    await linked();
    const present = await newPerson(server);
    await post('/api/v2/auth/login', { email: present.email, password: lanAnh.password });
    const whose = () => browser.cookies.get(`${server.baseUrl} ${PERSON_COOKIE}`);
    expect(await comeBack()).toBe(DONE);
    expect(await finish()).toMatchObject({
      status: 401,
      error: { details: { reason: 'other_session', account: person.email, signed_in: present.email } },
    });
    expect(whose()).toBe(encodeURIComponent(present.email));
    const agreed = () => post('/api/v2/auth/sign-on?replace=1');
    expect(await agreed()).toMatchObject({ status: 200, data: { user: { email: person.email } } });
    expect(whose()).toBe(encodeURIComponent(person.email));
    // One's own session continues.
    expect(await comeBack()).toBe(DONE);
    expect(await finish()).toMatchObject({ status: 200 });
  });

  test('who declines at the provider is told so, and may try again', async () => {
    await linked();
    const { account } = provider;
    provider.account = null;
    expect(await comeBack()).toBe(told('cancelled'));
    provider.account = account;
    expect(await comeBack()).toBe(DONE);
    expect(await finish()).toMatchObject({ status: 200 });
  });

  test('of a domain without it, or of none, the sign-in page hears so', async () => {
    for (const email of ['a@bienxanh.example', 'a@nowhere.example', '', '@', '%00', '\0', 'a@\0']) {
      expect(await toCallback(browser, email)).toBe(told('none'));
    }
    const find = (domain: string) => person.client.findSignOn({ query: { domain } });
    expect((await find('SaoMai.example')).data).toEqual({ available: true });
    expect((await find('bienxanh.example')).data).toEqual({ available: false });
  });

  test('a silent provider costs its own asker alone, and not for long', async () => {
    await linked();
    await addProvider(server, DOMAIN, { issuer: other.issuer });
    const asked = other.silence();
    const waiting = browser.go(`/sign-on/start?email=${person.email}`);
    await asked;
    expect((await person.client.getUserInfo({})).data.email).toBe(person.email);
    // Other tests on the server begin and end theirs meanwhile.
    await vi.waitFor(async () => {
      const { rows } = await server.context.database.pool.query<{ count: string }>(
        "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%'",
      );
      expect(Number(rows[0]?.count)).toBe(0);
    });
    await server.clock.advance(5_000);
    expect((await waiting).headers.get('location')).toBe('/login?sign_on=silent');
    other.speak();
    expect(await toCallback()).toContain('access_denied');
  });

  test('the keys and the description of a provider are asked for once', async () => {
    await linked();
    await comeBack();
    provider.requests.clear();
    for (let again = 0; again < 3; again += 1) expect(await comeBack()).toBe(DONE);
    expect(provider.requests.get('/.well-known/openid-configuration') ?? 0).toBe(0);
    expect(provider.requests.get('/jwks') ?? 0).toBe(0);
  });
});

describe('who an account of the provider is', () => {
  test('is not decided by its address, verified or not', async () => {
    provider.account = { subject: 'a stranger', email: lanAnh.email };
    await comeBack();
    expect(await finish()).toMatchObject(refusal('unlinked'));
  });

  test('is decided by a verified address of the very domain where the domain says so, and only the first time', async () => {
    await someoneElse();
    await addProvider(server, DOMAIN, { issuer: provider.issuer, trust_email: true });
    const subject = `first ${counter}`;
    for (const [email, verified] of [
      [person.email, false],
      [`x@x.example@${DOMAIN}`, true],
      [person.email.replace('@', '@x.'), true],
      ['hoa@bienxanh.example', true],
    ] as const) {
      provider.account = { subject, email, verified };
      await comeBack();
      expect(await finish()).toMatchObject(refusal('unlinked'));
    }
    provider.account = { subject, email: person.email.toUpperCase() };
    await comeBack();
    expect(await finish()).toMatchObject({ status: 200, data: { user: { email: person.email } } });
    // The address was reassigned at the provider, but not the mailbox here.
    provider.account = { subject: 'their successor', email: person.email };
    await comeBack();
    expect(await finish()).toMatchObject(refusal('unlinked'));
  });

  test('is not what another provider, or another domain with the same one, says of the same subject', async () => {
    await linked();
    other.account = provider.account;
    await addProvider(server, DOMAIN, { issuer: other.issuer });
    await comeBack();
    expect(await finish()).toMatchObject(refusal('unlinked'));
    await addProvider(server, 'bienxanh.example', { issuer: provider.issuer });
    const callback = await toCallback(browser, 'a@bienxanh.example');
    expect((await browser.go(callback)).headers.get('location')).toBe(DONE);
    expect(await finish()).toMatchObject(refusal('unlinked'));
    expect(await linkBy(person)).toMatchObject(refusal('other_domain'));
    await server.context.db
      .deleteFrom('sign_on_providers')
      .where('domain_id', 'in', (eb) =>
        eb.selectFrom('domains').select('id').where('name', '=', 'bienxanh.example'),
      )
      .execute();
  });

  test('opens one mailbox only, and none for a session that proved itself long ago', async () => {
    await someoneElse();
    await linked();
    const second = await newPerson(server);
    await comeBack();
    expect(await linkBy(second)).toMatchObject(refusal('taken'));
    provider.account = { subject: `another ${counter}`, email: '' };
    await comeBack();
    server.clock.pass(601_000);
    expect(await post('/api/v2/auth/sign-on/link')).toMatchObject({ error: { code: 'proof_required' } });
  });
});

describe('single sign-on goes around nothing', () => {
  test('TF-3 an account with two-step sign-in asks for its code', async () => {
    await someoneElse();
    await linked();
    await turnOnTwoStep(server.context, person.mailbox);
    await comeBack();
    const { status, error } = await finish();
    expect([status, error?.['code']]).toEqual([401, 'code_required']);
    expect(error?.['details']).toMatchObject({ methods: ['totp', 'recovery_code'] });
    expect(browser.cookies.has(`${server.baseUrl} ${SESSION_COOKIE}`)).toBe(false);
  });

  test('a domain that requires two-step sign-in lets nobody do anything who has none', async () => {
    await someoneElse();
    await linked();
    const require = (require_two_step: boolean) =>
      server.context.db.updateTable('domains').set({ require_two_step }).where('name', '=', DOMAIN).execute();
    await require(true);
    await comeBack();
    expect(await finish()).toMatchObject({ status: 200 });
    const token = browser.cookies.get(`${server.baseUrl} ${SESSION_COOKIE}`) ?? '';
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token });
    await expect(client.listFolders({})).rejects.toMatchObject({ code: 'two_step_required' });
    await require(false);
  });

  test('a suspended person is out, and so is who was signed out everywhere meanwhile', async () => {
    await someoneElse();
    await linked();
    await comeBack();
    await person.client.reportNotMe({});
    expect(await finish()).toMatchObject(refusal('expired'));
    server.clock.pass(1_000);
    await comeBack();
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ active: false }).where('id', '=', person.mailbox).execute();
    expect(await finish()).toMatchObject(refusal('suspended'));
  });

  test('a link is listed, and removed with a fresh proof; who came in by it is out', async () => {
    await someoneElse();
    await linked();
    await comeBack();
    await finish();
    const { data } = await person.client.listSignOnLinks({});
    expect(data).toMatchObject({
      available: true,
      links: [{ issuer: provider.issuer, account: person.email, last_used_at: expect.any(Number) as number }],
    });
    const params = { id: data.links[0]?.id as string };
    server.clock.pass(601_000);
    await expect(person.client.removeSignOnLink({ params })).rejects.toMatchObject({
      code: 'proof_required',
    });
    await person.client.proveIdentity({ body: { password: lanAnh.password } });
    await person.client.removeSignOnLink({ params });
    const session = browser.cookies.get(`${server.baseUrl} ${SESSION_COOKIE}`) ?? '';
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token: session });
    await expect(client.getUserInfo({})).rejects.toMatchObject({ status: 401 });
    server.clock.pass(1_000);
    await comeBack();
    expect(await finish()).toMatchObject(refusal('unlinked'));
    expect((await events()).map(({ kind }) => kind)).toContain('sign_on_unlinked');
  });

  test('AU-3 logs out at the provider as well, in a browser that was there', async () => {
    await linked();
    expect((await browser.go('/sign-on/logout')).headers.get('location')).toBe('/login');
    const cookie = 'bocau_sign_on_domain=%00';
    const odd = await fetch(`${server.baseUrl}/sign-on/logout`, { headers: { cookie }, redirect: 'manual' });
    expect(odd.headers.get('location')).toBe('/login');
    await comeBack();
    await finish();
    const answer = await browser.go('/sign-on/logout');
    const to = new URL(answer.headers.get('location') as string);
    expect([to.origin, to.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      `${PUBLIC_URL}/login`,
    ]);
    expect((await browser.follow(answer)).status).toBe(200);
    expect((await browser.go('/sign-on/logout')).headers.get('location')).toBe('/login');
  });
});

describe('what a provider may not be', () => {
  test.each([
    ['http://127.0.0.1:1', 'by http'],
    ['https://127.0.0.1', 'inside'],
    ['https://10.0.0.7/realms/x', 'inside'],
    ['ftp://sso.example', 'by another protocol'],
  ])('%s, %s', async (issuer) => {
    await addProvider(server, DOMAIN, { issuer });
    expect(await toCallback()).toBe(told('silent'));
  });

  test.each([
    ['http://10.0.0.7/token', 'http://10.0.0.7/jwks'],
    ['http://127.0.0.1:9/token', 'http://127.0.0.1:9/jwks'],
  ])('one whose description leads inside, to %s', async (token_endpoint, jwks_uri) => {
    other.account = accountOf(person);
    for (const metadata of [{ token_endpoint }, { jwks_uri }]) {
      other.metadata = metadata;
      server.clock.pass(3_601_000);
      await addProvider(server, DOMAIN, { issuer: other.issuer });
      expect(await comeBack()).toBe(told('silent'));
      const line = logged.findLast((one) => one.includes('single sign-on failed'));
      expect(line).toContain('refused');
    }
    expect(asText()).not.toContain(CLIENT_SECRET);
  });
});

describe('npm run admin -- domain set', () => {
  async function set(args: string[], secret = '') {
    let out = '';
    const terminal = {
      write(text: string) {
        out += text;
      },
    };
    const input = { context: server.context, out: terminal, err: terminal, stdin: Readable.from([secret]) };
    await setDomain.run({ ...input, args: [DOMAIN, ...args] });
    await showDomain.run({ ...input, args: [DOMAIN] });
    return out;
  }

  test('asks the provider first, keeps the secret from sight, and takes single sign-on away again', async () => {
    const given = [`sso_issuer=${provider.issuer}`, 'sso_client=bocau', 'sso_secret=-', 'sso_trust_email=1'];
    const out = await set(given, `${CLIENT_SECRET}\n`);
    expect(out).toContain('Changed sso_issuer, sso_client, sso_secret, sso_trust_email of saomai.example.');
    expect(out).toContain(`sso_secret=set\nsso_trust_email=1\nsso_callback=${CLIENT.redirect_uris[0]}\n`);
    expect(out).not.toContain(CLIENT_SECRET);
    await linked();
    await comeBack();
    expect(await finish()).toMatchObject({ status: 200 });
    expect(await set(['sso_trust_email=0'])).toContain('sso_secret=set\nsso_trust_email=0');
    expect(await set(['sso_issuer=none'])).toContain('sso_issuer=none\n');
    expect(await toCallback()).toBe(told('none'));
  });

  test.each([
    [['sso_issuer=http://sso.saomai.example', 'sso_client=x'], /^sso_issuer=http.*an https address$/],
    [['sso_issuer=https://127.0.0.1', 'sso_client=x'], /can't be used: .*not a public address/],
    [['sso_issuer=https://sso.saomai.example', 'sso_client=x'], /can't be used: .*DNS|no address/],
    [['sso_secret=geheim'], /read from standard input: sso_secret=-/],
    [['sso_secret=-'], /no secret on standard input/],
    [['sso_issuer=none', 'sso_client=x'], /goes alone/],
  ])('refuses %j, and says why', async (args, message) => {
    await expect(set(args)).rejects.toMatchObject({
      name: 'AdminError',
      message: expect.stringMatching(message),
    });
  });

  test('what another key encrypted is encrypted anew, and what no key opens is named', async () => {
    const { db } = server.context;
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)] as const;
    const rotate = (...keys: [Buffer, ...Buffer[]]) =>
      resealClientSecrets({ db, secrets: createSecretBox(keys) });
    expect(await rotate(after)).toEqual({ count: 0, unopened: [DOMAIN] });
    expect(await rotate(after, before)).toEqual({ count: 1, unopened: [] });
    expect(await rotate(after)).toEqual({ count: 0, unopened: [] });
    expect(await rotate(before, after)).toEqual({ count: 1, unopened: [] });
    const row = await findProvider(db, DOMAIN);
    const open = (domainId: number) =>
      openClientSecret(server.context.secrets, domainId, row?.client_secret as Buffer);
    expect(open(row?.domain_id as number)).toBe(CLIENT_SECRET);
    expect(() => open((row?.domain_id as number) + 1)).toThrow();
  });
});
