import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError } from '@bocau/contract/client.ts';
import { type CodeRequired, setUpTwoStep } from '@bocau/contract/second-step.ts';
import { COOKIE_HEADER, SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateSecrets } from '../../../admin/rotate-secrets.ts';
import { setUser } from '../../../admin/set-user.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import { readSignOuts } from '../../../identity/security/sessions.store.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createSecretBox } from '../../../platform/secrets/secret-box.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { type SignedInClient, signedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';
import { openSession } from '../open-session.ts';
import { requireCode } from '../second-step/challenge.ts';
import { judgeCode } from '../second-step/judge-code.ts';
import { reseal } from '../second-step/reseal.ts';
import { hotp, timeStep } from '../second-step/totp.ts';

const PASSWORD = lanAnh.password;
const NEXT = 'Bến-Thuyền-47-xuôi';
const MINUTE = 60_000;
const PAIRS = 50;

let server: TestServer;
let an: NewPerson;
const logged: string[] = [];

beforeAll(async () => {
  const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  server = await startTestServer({ log, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

const seconds = () => Math.floor(server.clock.now() / 1000);
const codeOf = (secret: Buffer, ahead = 0) =>
  hotp(secret, timeStep(Math.floor(server.clock.now() / 1000)) + ahead);

function secretOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Enabled, and half a minute later, so that the next code differs. */
async function withTwoStep({ client }: NewPerson) {
  const { data: setup } = await client.setUpTwoStep({});
  const secret = secretOf(setup.secret);
  const { data } = await client.turnOnTwoStep({ body: { code: codeOf(secret) } });
  server.clock.pass(30_000);
  return { secret, codes: data.recovery_codes };
}

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('It was not refused');
  return error;
}
const codeOfRefusal = async (call: Promise<unknown>) => (await refusal(call)).code;

const session = (password = PASSWORD) => signedInClient(server.baseUrl, { email: an.email, password });

type Login = Parameters<SignedInClient['login']>[0]['body'];

/** Like a page, which keeps cookies. */
function loginAsPage(body: Login, cookie = '', from = '192.0.2.7') {
  return fetch(`${server.baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      [COOKIE_HEADER.name]: COOKIE_HEADER.value,
      cookie,
    },
    body: JSON.stringify(body),
  });
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.replace(/;.*/, ''))
    .join('; ');

/** Requests the secret for another app, which needs a fresh proof, with the session just opened. */
function setUpAsPage(signedIn: Response) {
  const cookie = cookiesOf(signedIn);
  return fetch(`${server.baseUrl}${setUpTwoStep.path}`, {
    method: setUpTwoStep.method,
    headers: { [COOKIE_HEADER.name]: COOKIE_HEADER.value, cookie },
  });
}

/** As after a correct password, whose verification takes time. */
async function challengeOf(): Promise<string> {
  const { details } = await requireCode(server.context, an.mailbox);
  return (details as CodeRequired).challenge;
}

const subjects = async () => {
  await runJobsUntilIdle(server.context);
  return (await mailIn(an, 'INBOX')).map(({ subject }) => subject);
};

describe('changing the password', () => {
  const change = (new_password: string, current_password = PASSWORD) =>
    an.client.changePassword({ body: { current_password, new_password } });

  test('AP-66 PW-3 needs the current one, ends what the old one opened, and is mailed', async () => {
    const other = await session();
    const { data: made } = await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
    expect(made.password).toMatch(/^([a-z2-7]{4} ){5}[a-z2-7]{4}$/);
    expect(await codeOfRefusal(change(NEXT, 'sai'))).toBe('password_incorrect');
    expect((await other.getUserInfo({})).data.email).toBe(an.email);
    await change(NEXT);
    expect((await an.client.getUserInfo({})).data.email).toBe(an.email);
    expect(await codeOfRefusal(other.getUserInfo({}))).toBe('session_required');
    expect((await an.client.listAppPasswords({})).data).toEqual([]);
    expect(await codeOfRefusal(session())).toBe('invalid_credentials');
    // Typed with separate combining marks, as some keyboards do, it is the same one.
    await session(NEXT.normalize('NFD'));
    expect(await subjects()).toContain('Đã đổi mật khẩu');
  });

  test('PW-3 of two changes by the same old one, the later is refused', async () => {
    const next = [`${NEXT}-1`, `${NEXT}-2`];
    const ended = await Promise.allSettled(next.map((one) => change(one)));
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['password_incorrect']);
    await session(next[ended.findIndex(({ status }) => status === 'fulfilled')]);
  });

  test('AU-8 PW-3 is open to a browser that signed in, while somebody guesses in its own network', async () => {
    const from = '198.51.100.77';
    const byPassword = { email: an.email, password: PASSWORD };
    const cookie = (await loginAsPage(byPassword, '', from)).headers
      .getSetCookie()
      .filter((line) => line.includes('; Path=/;'))
      .map((line) => line.replace(/;.*/, ''))
      .join('; ');
    for (let index = 0; index < 5; index += 1)
      await loginAsPage({ ...byPassword, password: 'sai' }, '', from);
    expect((await loginAsPage(byPassword, '', from)).status).toBe(429);
    const call = (method: string, path: string, body: object) =>
      fetch(`${server.baseUrl}/api/v2/${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': from,
          [COOKIE_HEADER.name]: COOKIE_HEADER.value,
          cookie,
        },
        body: JSON.stringify(body),
      });
    expect((await call('POST', 'auth/proof', { password: PASSWORD })).status).toBe(200);
    const passwords = { current_password: PASSWORD, new_password: NEXT };
    expect((await call('PUT', 'password', passwords)).status).toBe(200);
  });

  test('PW-3 opens nothing for who proved the old one a moment before', async () => {
    const { db, clock, personNotices } = server.context;
    const deps = { db, clock, personNotices, sessionSeconds: 60 };
    const whose = { mailbox: an.mailbox, signOuts: await readSignOuts(db, an.mailbox) };
    const origin = { address: '192.0.2.7', userAgent: '', device: null, protocol: 'api' } as const;
    const open = () => openSession(deps, whose, { method: 'password', by: 'password', origin });
    const now = Math.floor(clock.now() / 1000);
    const [opening] = await inTransaction(db, async (tx) => {
      await endSessions(tx, an.mailbox, { now });
      return [open().catch((error: unknown) => error)];
    });
    expect(await opening).toMatchObject({ code: 'challenge_expired' });
    await expect(open()).rejects.toMatchObject({ code: 'challenge_expired' });
  });

  test.each([
    ['hoa-sen-2026', ['uppercase']],
    ['aA1-', ['length']],
    [PASSWORD, ['same']],
    ['P@ssw0rd1', ['weak']],
    [`Aa1-${'x'.repeat(125)}`, ['too_long']],
  ])('PW-1 PW-2 refuses %j', async (next, faults) => {
    const error = await refusal(change(next));
    expect([error.code, error.details['faults']]).toEqual(['password_refused', faults]);
    expect((await session()).token).toBeTruthy();
  });

  test('PW-1 refuses what is made of the person’s own name and address', async () => {
    const error = await refusal(change(`${an.email}A`));
    expect(error.details['faults']).toEqual(['weak']);
  });
});

describe('a call whose body is still on its way when everybody is signed out', () => {
  /** The server has the header and half of the body; `finish` sends the rest and reads the response. */
  async function begin(path: string, contentType: string, body: string) {
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname);
    const length = Buffer.byteLength(body);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `${SESSION_HEADER}: ${an.client.token}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${length}`,
      'Expect: 100-continue',
    ];
    const half = Math.floor(body.length / 2);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, half)}`);
    // 100 Continue: the header was read.
    await once(socket, 'data');
    return () => {
      const answer = text(socket);
      socket.write(body.slice(half));
      return answer;
    };
  }
  const FORM = [
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n',
    'Content-Type: text/plain\r\n\r\nxin chào\r\n--cut--\r\n',
  ].join('');
  const APP = JSON.stringify({ name: 'Outlook', scopes: ['smtp'] });

  test.each([
    ['/api/v2/app-passwords', 'application/json', APP, 'app_passwords'],
    ['/api/v2/files', 'multipart/form-data; boundary=cut', FORM, 'attachments'],
  ] as const)('AU-6 is refused: %s', async (path, contentType, body, table) => {
    const other = await session();
    await an.client.getUserInfo({});
    const finish = await begin(path, contentType, body);
    await other.reportNotMe({});
    expect(await codeOfRefusal(an.client.getUserInfo({}))).toBe('session_required');
    expect(await finish()).toMatch(/^HTTP\/1.1 401 /);
    const { db } = server.context;
    expect(await db.selectFrom(table).selectAll().where('mailbox_id', '=', an.mailbox).execute()).toEqual([]);
  });

  test('a setup of two-step sign-in that was begun ends with the password', async () => {
    const { data: setup } = await an.client.setUpTwoStep({});
    await an.client.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } });
    const code = codeOf(secretOf(setup.secret));
    expect(await codeOfRefusal(an.client.turnOnTwoStep({ body: { code } }))).toBe(
      'verification_code_expired',
    );
  });
});

describe('a fresh proof', () => {
  test('is asked for ten minutes after the sign-in, and once given counts for ten more', async () => {
    const make = () => an.client.createAppPassword({ body: { name: 'Thunderbird', scopes: ['smtp'] } });
    await make();
    server.clock.pass(10 * MINUTE);
    const acts: (() => Promise<unknown>)[] = [
      make,
      () => an.client.setUpTwoStep({}),
      () => an.client.turnOnTwoStep({ body: { code: '123456' } }),
      () => an.client.makeRecoveryCodes({}),
      () => an.client.createRule({ body: { is_enable: true, sieve_json: FORWARD } }),
      () => an.client.createRule({ body: { is_enable: true, sieve_json: REDIRECT } }),
      () => an.client.verifyForward({ body: { code: '1', account_to: FAR } }),
    ];
    for (const act of acts) {
      const error = await refusal(act());
      expect([error.status, error.code]).toEqual([403, 'proof_required']);
    }
    expect(await codeOfRefusal(an.client.proveIdentity({ body: { password: 'sai' } }))).toBe(
      'password_incorrect',
    );
    expect(await codeOfRefusal(an.client.proveIdentity({ body: { code: '123456' } }))).toBe(
      'password_incorrect',
    );
    await an.client.proveIdentity({ body: { password: PASSWORD } });
    await make();
    server.clock.pass(10 * MINUTE);
    expect(await codeOfRefusal(make())).toBe('proof_required');
  });

  test('is a code where two-step is on, and for the password too', async () => {
    const { secret } = await withTwoStep(an);
    server.clock.pass(10 * MINUTE);
    const change = () =>
      an.client.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } });
    expect(await codeOfRefusal(change())).toBe('proof_required');
    expect(await codeOfRefusal(an.client.proveIdentity({ body: { password: PASSWORD } }))).toBe(
      'verification_code_wrong',
    );
    await an.client.proveIdentity({ body: { code: codeOf(secret) } });
    await change();
  });
});

const FAR = 'khach@minhphat.example';
const FORWARD = JSON.stringify({ type: 'autofw', is_enable: true, email: FAR });
const REDIRECT = JSON.stringify({
  match: 'all',
  conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }],
  actions: [{ enable: true, type: 'redirect', value: FAR }],
});

describe('two-step sign-in', () => {
  test('TF-1 AP-64 turns on by a code of the app, shows ten recovery codes once, and ends other sessions', async () => {
    const other = await session();
    const { data: setup } = await an.client.setUpTwoStep({});
    expect(setup.uri).toContain(
      `:${encodeURIComponent(an.email)}?secret=${setup.secret.replaceAll(' ', '')}`,
    );
    expect((await an.client.getTwoStep({})).data).toMatchObject({ enabled: false, setup, proof: 'password' });
    // Not enabled yet: no code is required.
    await session();
    expect(await codeOfRefusal(an.client.turnOnTwoStep({ body: { code: '000000' } }))).toBe(
      'verification_code_wrong',
    );
    const secret = secretOf(setup.secret);
    const { data } = await an.client.turnOnTwoStep({ body: { code: codeOf(secret) } });
    expect(new Set(data.recovery_codes).size).toBe(10);
    expect(await codeOfRefusal(other.getUserInfo({}))).toBe('session_required');
    expect((await an.client.getTwoStep({})).data).toMatchObject({
      enabled: true,
      recovery_codes_left: 10,
      setup: null,
      proof: 'code',
    });
    expect(await subjects()).toEqual(['Đã bật xác thực hai bước']);
    const rows = await server.context.db.selectFrom('second_steps').selectAll().execute();
    const stored = Buffer.concat(rows.flatMap(({ totp_secret }) => totp_secret ?? []));
    expect(stored.includes(secret)).toBe(false);
  });

  test('TF-3 AP-73 asks for a code after the password, which works once', async () => {
    const { secret } = await withTwoStep(an);
    const error = await refusal(an.client.login({ body: { email: an.email, password: PASSWORD } }));
    expect(error.details).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recovery_code'],
      phone_hint: null,
      expires_in: 600,
    });
    const { challenge } = error.details as CodeRequired;
    const code = codeOf(secret);
    const { token } = (await an.client.login({ body: { challenge, code } })).data;
    expect(token).toBeTruthy();
    expect(await codeOfRefusal(an.client.login({ body: { challenge, code } }))).toBe('challenge_expired');
    const both = { email: an.email, password: PASSWORD };
    expect(await codeOfRefusal(an.client.login({ body: { ...both, code } }))).toBe('code_incorrect');
    server.clock.pass(30_000);
    await an.client.login({ body: { ...both, code: codeOf(secret) } });
    expect(await codeOfRefusal(an.client.login({ body: { ...both, password: 'sai', code } }))).toBe(
      'invalid_credentials',
    );
  });

  test('TF-3 of one code that is shown twice at once, one is accepted', async () => {
    const { secret, codes } = await withTwoStep(an);
    const email = an.email;
    let accepted = 0;
    for (const code of [codeOf(secret), ...codes]) {
      const challenges = [await challengeOf(), await challengeOf()];
      const pair = await Promise.allSettled([
        an.client.login({ body: { challenge: challenges[0] as string, code } }),
        code === codes[0]
          ? an.client.login({ body: { email, password: PASSWORD, code } })
          : an.client.login({ body: { challenge: challenges[1] as string, code } }),
      ]);
      accepted += pair.filter(({ status }) => status === 'fulfilled').length;
      await server.context.db.deleteFrom('wrong_codes').where('mailbox_id', '=', an.mailbox).execute();
    }
    expect(accepted).toBe(11);
    expect((await an.client.getTwoStep({})).data.recovery_codes_left).toBe(0);
    expect(await subjects()).toContain('Đã dùng một mã khôi phục');
  });

  test('TF-3 of fifty pairs of one code, each judged at the same time, fifty codes are accepted', async () => {
    const { secret } = await withTwoStep(an);
    const { db } = server.context;
    const judge = (code: string) =>
      inTransaction(db, (tx) => judgeCode(server.context, tx, an.mailbox, code)).then(
        ({ outcome }) => outcome,
      );
    const outcomes: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      server.clock.pass(30_000);
      const code = codeOf(secret);
      outcomes.push((await Promise.all([judge(code), judge(code)])).sort().join(' '));
      await db.deleteFrom('wrong_codes').where('mailbox_id', '=', an.mailbox).execute();
    }
    expect(new Set(outcomes)).toEqual(new Set(['right wrong']));
  });

  test('TF-3 AU-8 five wrong codes end a challenge, and ten are judged in ten minutes, wherever they come from', async () => {
    const { secret, codes } = await withTwoStep(an);
    const first = await challengeOf();
    const tries = (challenge: string) =>
      codeOfRefusal(an.client.login({ body: { challenge, code: '000000' } }));
    for (let index = 0; index < 5; index += 1) expect(await tries(first)).toBe('code_incorrect');
    expect(await tries(first)).toBe('challenge_expired');
    const [second, third] = [await challengeOf(), await challengeOf()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => tries(index % 2 ? second : third)),
    );
    expect(answers.filter((answer) => answer === 'code_incorrect')).toHaveLength(5);
    const last = await challengeOf();
    const closed = await refusal(an.client.login({ body: { challenge: last, code: codeOf(secret) } }));
    expect([closed.status, closed.code, closed.retryAfter]).toEqual([429, 'too_many_requests', 600]);
    // A valid recovery code works despite another's failed guesses.
    await an.client.login({ body: { challenge: last, code: codes[3]?.toUpperCase() as string } });
    server.clock.pass(10 * MINUTE);
    await an.client.login({ body: { challenge: await challengeOf(), code: codeOf(secret) } });
  });

  test('TF-3 AU-8 challenges that nobody gave out are counted by network', async () => {
    const guess = async (from: string) => {
      const answer = await loginAsPage({ challenge: 'x', code: '000000' }, '', from);
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: 601 }, () => guess('192.0.2.90')));
    expect([statuses.filter((one) => one === 429).length, await guess('198.51.100.90')]).toEqual([1, 401]);
    server.clock.pass(MINUTE);
    expect(await guess('192.0.2.90')).toBe(401);
  });

  test('TF-3 AU-8 thirty wrong codes are judged in a day, however slowly they come, and a message a day says so', async () => {
    const { secret, codes } = await withTwoStep(an);
    const login = async (code: string) => an.client.login({ body: { challenge: await challengeOf(), code } });
    // Just after midnight, so that all of them are on one day.
    const day = 24 * 60 * MINUTE;
    server.clock.pass(day - (server.clock.now() % day));
    for (let index = 0; index < 30; index += 1) {
      if (index % 10 === 0) server.clock.pass(10 * MINUTE);
      expect(await codeOfRefusal(login('000000'))).toBe('code_incorrect');
      if (index === 3) expect(await subjects()).toEqual(['Đã bật xác thực hai bước']);
    }
    server.clock.pass(10 * MINUTE);
    const closed = await refusal(login(codeOf(secret)));
    expect([closed.code, closed.retryAfter]).toEqual(['too_many_requests', 24 * 3600 - 30 * 60]);
    expect((await subjects()).filter((subject) => subject?.includes('sai mã'))).toHaveLength(1);
    await login(codes[0] as string);
    server.clock.pass(day - 30 * MINUTE);
    await login(codeOf(secret));
  });

  test('TF-3 a challenge ends after ten minutes, and with the password', async () => {
    const { secret } = await withTwoStep(an);
    const [old, ended] = [await challengeOf(), await challengeOf()];
    await an.client.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } });
    expect(await codeOfRefusal(an.client.login({ body: { challenge: ended, code: codeOf(secret) } }))).toBe(
      'challenge_expired',
    );
    server.clock.pass(10 * MINUTE);
    expect(await codeOfRefusal(an.client.login({ body: { challenge: old, code: codeOf(secret) } }))).toBe(
      'challenge_expired',
    );
  });

  test('TF-3 a browser that is trusted is asked for the password alone, for 30 days, and only the person’s own', async () => {
    const { secret } = await withTwoStep(an);
    const answer = await loginAsPage({
      challenge: await challengeOf(),
      code: codeOf(secret),
      trust_device: true,
    });
    expect(answer.status).toBe(200);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('bocau_trust_')) as string;
    expect(line).toMatch(/; Path=\/api\/v2\/auth; .*Max-Age=2592000.*; HttpOnly$/);
    const cookie = line.replace(/;.*/, '');
    const byPassword = { email: an.email, password: PASSWORD };
    const trusted = await loginAsPage(byPassword, cookie);
    expect(trusted.status).toBe(200);
    const refused = await setUpAsPage(trusted);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: 'proof_required' } },
    ]);
    expect((await setUpAsPage(answer)).status).toBe(200);
    expect((await loginAsPage({ ...byPassword, password: 'sai' }, cookie)).status).toBe(401);
    expect(
      (
        await loginAsPage(
          byPassword,
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(401);
    const binh = await newPerson(server);
    await withTwoStep(binh);
    const value = cookie.split('=')[1];
    const foreign = await loginAsPage(
      { email: binh.email, password: PASSWORD },
      `bocau_trust_${binh.mailbox}=${value}`,
    );
    expect(foreign.status).toBe(401);
    server.clock.pass(30 * 24 * 60 * MINUTE);
    expect((await loginAsPage(byPassword, cookie)).status).toBe(401);
  });

  test('LH-2 TF-3 “this was not me” leaves no browser trusted and no sign-in half done', async () => {
    const { secret } = await withTwoStep(an);
    const answer = await loginAsPage({
      challenge: await challengeOf(),
      code: codeOf(secret),
      trust_device: true,
    });
    const cookie = cookiesOf(answer);
    const challenge = await challengeOf();
    await an.client.setUpTwoStep({});
    await an.client.reportNotMe({});
    expect((await an.client.getTwoStep({})).data).toMatchObject({ trusted_devices: 0, setup: null });
    expect((await loginAsPage({ email: an.email, password: PASSWORD }, cookie)).status).toBe(401);
    server.clock.pass(30_000);
    expect(await codeOfRefusal(an.client.login({ body: { challenge, code: codeOf(secret) } }))).toBe(
      'challenge_expired',
    );
  });

  test.each(['deleteTwoStep', 'turnOffTwoStep'] as const)(
    'TF-1 AP-64 %s needs a code, ends other sessions, and forgets what was trusted',
    async (name) => {
      const { secret } = await withTwoStep(an);
      const other = await signedInWithCode(codeOf(secret));
      server.clock.pass(30_000);
      expect(await codeOfRefusal(an.client[name]({ body: { code: '000000' } }))).toBe(
        'verification_code_wrong',
      );
      await an.client[name]({ body: { code: codeOf(secret) } });
      expect(await codeOfRefusal(other.getUserInfo({}))).toBe('session_required');
      expect((await an.client.getTwoStep({})).data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
      await session();
      expect(await subjects()).toContain('Đã tắt xác thực hai bước');
    },
  );

  test('new recovery codes take the place of the old ones', async () => {
    const { codes } = await withTwoStep(an);
    const { data } = await an.client.makeRecoveryCodes({});
    const login = (code: string) => an.client.login({ body: { email: an.email, password: PASSWORD, code } });
    expect(await codeOfRefusal(login(codes[0] as string))).toBe('code_incorrect');
    await login(data.recovery_codes[0] as string);
  });

  async function signedInWithCode(code: string) {
    const { token } = (await an.client.login({ body: { email: an.email, password: PASSWORD, code } })).data;
    const client = await newPerson(server).then((person) => person.client);
    client.setToken(token);
    return client;
  }
});

describe('by the command line', () => {
  const run = (...args: string[]) => {
    const context = server.context;
    const terminal = { write: () => true };
    return setUser.run({ context, args, out: terminal, err: terminal } as never);
  };

  test('two-step is turned off for whoever has lost app and paper, and every session ends', async () => {
    await withTwoStep(an);
    await run(an.email, 'two_step=off');
    expect(await codeOfRefusal(an.client.getUserInfo({}))).toBe('session_required');
    await session();
    await expect(run(an.email, 'two_step=on')).rejects.toThrow('only by the person');
  });

  test('secrets are encrypted anew with the first key, and open with it alone', async () => {
    const { secret } = await withTwoStep(an);
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const { db, clock } = server.context;
    const both = createSecretBox([after, before]);
    expect((await reseal({ db, clock, secrets: both })).count).toBeGreaterThan(0);
    expect(await reseal({ db, clock, secrets: both })).toEqual({ count: 0, unopened: [] });
    const sealed = await hidden();
    expect(createSecretBox([after]).open(sealed, { mailboxId: an.mailbox, purpose: 'totp' })).toEqual(secret);
    await reseal({ db, clock, secrets: createSecretBox([before, after]) });
    await challengeOf();
  });

  test('secrets that no key opens stop no others, are named, and an expired one that waits goes', async () => {
    const { db, clock } = server.context;
    const [lost, before, after] = [Buffer.alloc(32, 5), Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const [broken, late] = [an, await newPerson(server)];
    const sealed = (person: NewPerson) =>
      createSecretBox([lost]).seal(Buffer.alloc(20), { mailboxId: person.mailbox, purpose: 'totp' });
    await withTwoStep(broken);
    await withTwoStep(late);
    const set = (person: NewPerson, values: object) =>
      db.updateTable('second_steps').set(values).where('mailbox_id', '=', person.mailbox).execute();
    await set(broken, { totp_secret: sealed(broken) });
    await set(late, { pending_secret: sealed(late), pending_at: seconds() - 3600 });
    const said: string[] = [];
    const rotate = (...keys: [Buffer, ...Buffer[]]) => {
      const context = { db, clock, secrets: createSecretBox(keys) };
      const out = { write: () => true };
      return rotateSecrets.run({
        context,
        args: [],
        out,
        err: { write: (text: string) => said.push(text) },
      } as never);
    };
    expect(await rotate(after, before)).toBe(1);
    expect(said).toEqual([`Mailboxes whose secrets no key opens, left as they were: ${broken.mailbox}.\n`]);
    const { totp_secret, pending_secret } = await db
      .selectFrom('second_steps')
      .selectAll()
      .where('mailbox_id', '=', late.mailbox)
      .executeTakeFirstOrThrow();
    expect([createSecretBox([after]).isCurrent(totp_secret as Buffer), pending_secret]).toEqual([true, null]);
    await db.deleteFrom('second_steps').where('mailbox_id', '=', broken.mailbox).execute();
    expect(await rotate(before, after)).toBe(0);
  });

  async function hidden(): Promise<Buffer> {
    const { totp_secret } = await server.context.db
      .selectFrom('second_steps')
      .select('totp_secret')
      .where('mailbox_id', '=', an.mailbox)
      .executeTakeFirstOrThrow();
    return totp_secret as Buffer;
  }
});

test('nothing of passwords, codes and secrets is logged', async () => {
  const { secret, codes } = await withTwoStep(an);
  const challenge = await challengeOf();
  await codeOfRefusal(an.client.login({ body: { challenge, code: '481516' } }));
  await codeOfRefusal(
    an.client.changePassword({ body: { current_password: 'Sai-Mất-Rồi-9', new_password: NEXT } }),
  );
  await fetch(`${server.baseUrl}/api/v2/2fa`, { headers: { [SESSION_HEADER]: an.client.token } });
  const all = logged.join('\n');
  for (const hidden of [
    challenge,
    '481516',
    'Sai-Mất-Rồi-9',
    NEXT,
    PASSWORD,
    secret.toString('hex'),
    ...codes,
  ]) {
    expect(all).not.toContain(hidden);
  }
});
