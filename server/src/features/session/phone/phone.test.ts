import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError, createApiClient } from '@bocau/contract/client.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setDomain } from '../../../admin/set-domain.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { readPhoneCode } from '../../../identity/phone/phone-codes.store.ts';
import { sendPhoneCode } from '../../../identity/phone/send-phone-code.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';
import { requireCode } from '../second-step/challenge.ts';
import { hotp, timeStep } from '../second-step/totp.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = Buffer.from('12345678901234567890');

let server: TestServer;
let gateway: Server;
let answer: (response: ServerResponse) => void;
let an: NewPerson;
let count = 0;
const sent: { path: string; key: string | undefined; to: string; text: string }[] = [];
const logged: string[] = [];

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    sent.push({
      path: request.url ?? '',
      key: request.headers.authorization,
      ...(JSON.parse(await text(request)) as { to: string; text: string }),
    });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  const env = {
    PHONE_SMS_URL: `${url}/sms`,
    PHONE_CALL_URL: `${url}/call`,
    PHONE_GATEWAY_AUTHORIZATION: 'Bearer khoa',
    PHONE_COUNTRIES: 'VN,LA',
    PHONE_CODES_PER_DAY: '40',
  };
  server = await startTestServer({ log, env });
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await server.close();
});
beforeEach(async () => {
  // Resets the daily budget and the freshness of proofs from the previous test.
  server.clock.pass(25 * HOUR);
  answer = (response) => void response.end('{}');
  an = await newPerson(server);
});

const newNumber = () => `09120000${String(10 + ++count)}`;
const international = (number: string) => `+84${number.slice(1)}`;
const seconds = () => Math.floor(server.clock.now() / 1000);
const totp = () => hotp(SECRET, timeStep(seconds()));

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('It was not refused');
  return error;
}
const codeOfRefusal = async (call: Promise<unknown>) => (await refusal(call)).code;

const start = (phone: string, { client } = an) => client.startVerification({ body: { phone } });
const confirm = (code: string, { client } = an) => client.confirmVerification({ body: { code } });

/** What was sent to the phone since the last call. */
async function received(): Promise<string> {
  sent.length = 0;
  await runJobsUntilIdle(server.context);
  return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '';
}

async function verify(phone: string, person = an): Promise<void> {
  await start(phone, person);
  await confirm(await received(), person);
}

const outcomes = async () => {
  const { values } = await server.context.metrics.phoneCodes.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.method} ${labels.outcome}`, value]));
};

describe('verifying a number', () => {
  test('AC-6 AP-59 AP-60 AP-62 a code proves it, and what follows is told without it', async () => {
    const phone = newNumber();
    expect((await an.client.listCountries({})).data).toEqual([
      { country: 'VN', calling_code: '84' },
      { country: 'LA', calling_code: '856' },
    ]);
    expect((await an.client.getVerification({})).data).toEqual({
      phone: null,
      methods: ['sms', 'call'],
      fee: 20_000,
      pending: null,
    });
    const now = seconds();
    const pending = { method: 'sms', state: 'queued', resend_at: now + 60, expires_at: now + 600 };
    const begun = { ...pending, phone: international(phone) };
    expect((await start(phone)).data.pending).toEqual(begun);
    const code = await received();
    expect(sent).toMatchObject([{ path: '/sms', key: 'Bearer khoa', to: international(phone) }]);
    expect(sent[0]?.text).toMatch(/^Bo Cau: ma xac minh cua ban la \d{6}, co hieu luc trong 10 phut/);
    expect((await an.client.getVerification({})).data.pending?.state).toBe('sent');
    expect(await codeOfRefusal(confirm('12345'))).toBe('verification_code_wrong');
    expect((await an.client.getProfile({})).data.phone).toBeNull();
    expect((await confirm(` ${code} `)).data).toMatchObject({ phone: international(phone), pending: null });
    expect((await an.client.getProfile({})).data.phone).toBe(international(phone));
    expect(await codeOfRefusal(confirm(code))).toBe('verification_code_expired');

    await runJobsUntilIdle(server.context);
    const [notice] = await mailIn(an, 'INBOX');
    const hint = `+84 ••• ••• ${phone.slice(-2)}`;
    expect(notice?.subject).toBe('Đã xác minh số điện thoại');
    expect((await an.client.listActivities({ query: {} })).data[0]).toMatchObject({
      kind: 'phone_verified',
      about: hint,
    });
    expect(logged.join('\n')).toContain('phone code sent');
    for (const secret of [phone.slice(1), code]) expect(logged.join('\n')).not.toContain(secret);
  });

  test.each([
    ['a fixed line', '024 3825 1234', 'VN', 'invalid'],
    ['a premium number', '1900 1234', 'VN', 'invalid'],
    ['too short', '0912', 'VN', 'invalid'],
    ['no number', 'điện thoại', 'VN', 'invalid'],
    ['a country that is not served', '+1 202 555 0143', 'VN', 'not_an_option'],
    ['a country that is none', '0912345678', 'XX', 'not_an_option'],
  ])('AC-6 %s is refused before anything is sent', async (_, phone, country, rule) => {
    const refused = await refusal(an.client.startVerification({ body: { phone, country } }));
    expect(refused).toMatchObject({ code: 'invalid_input', details: { fields: [{ field: 'phone', rule }] } });
  });

  test('AC-7 that a number is used already is said only to whoever has shown that it is theirs', async () => {
    const phone = newNumber();
    await verify(phone);
    const binh = await newPerson(server);
    server.clock.pass(MINUTE);
    await start(phone, binh);
    const code = await received();
    expect(await codeOfRefusal(confirm('000', binh))).toBe('verification_code_wrong');
    expect(await codeOfRefusal(confirm(code, binh))).toBe('already_exists');
    expect((await binh.client.getVerification({})).data).toMatchObject({ phone: null, pending: null });
    expect((await an.client.getVerification({})).data.phone).toBe(international(phone));
  });

  test('AC-6 two accounts that prove one number at the same time: one has it', async () => {
    const phone = newNumber();
    const binh = await newPerson(server);
    await start(phone);
    const ours = await received();
    await start(phone, binh);
    const theirs = await received();
    const both = await Promise.allSettled([confirm(ours), confirm(theirs, binh)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('AC-6 five tries a code, judged one after the other however they come', async () => {
    await start(newNumber());
    const code = await received();
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
    const tried = await Promise.all(Array.from({ length: 9 }, () => codeOfRefusal(confirm(wrong))));
    expect(tried.filter((outcome) => outcome === 'verification_code_wrong')).toHaveLength(5);
    expect(await codeOfRefusal(confirm(code))).toBe('verification_code_expired');
  });

  test('AC-6 a code ends after ten minutes, and the one before with the next', async () => {
    const phone = newNumber();
    await start(phone);
    const first = await received();
    server.clock.pass(MINUTE);
    await start(phone);
    const second = await received();
    if (first !== second) expect(await codeOfRefusal(confirm(first))).toBe('verification_code_wrong');
    expect(await codeOfRefusal(an.client.setPhone({ body: { phone: newNumber(), code: second } }))).toBe(
      'verification_code_expired',
    );
    server.clock.pass(9 * MINUTE);
    const { client } = an;
    expect(await codeOfRefusal(confirm(second))).toBe('proof_required');
    await client.proveIdentity({ body: { password: lanAnh.password } });
    server.clock.pass(MINUTE);
    expect(await codeOfRefusal(confirm(second))).toBe('verification_code_expired');
  });

  test('AP-62 another number needs a fresh proof, and ends what is signed in elsewhere', async () => {
    await verify(newNumber());
    const other = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    const next = newNumber();
    server.clock.pass(10 * MINUTE);
    expect(await codeOfRefusal(start(next))).toBe('proof_required');
    await an.client.proveIdentity({ body: { password: lanAnh.password } });
    await start(next);
    const body = { phone: international(next), code: await received() };
    expect((await an.client.setPhone({ body })).data.phone).toBe(international(next));
    expect(await codeOfRefusal(other.getProfile({}))).toBe('session_required');
    await an.client.removePhone({});
    expect((await an.client.getVerification({})).data.phone).toBeNull();
    const kinds = (await an.client.listActivities({ query: {} })).data.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['phone_removed', 'phone_changed']);
  });
});

describe('limits of sending', () => {
  const waitOf = async (call: Promise<unknown>) => {
    const { code, retryAfter } = await refusal(call);
    return [code, retryAfter];
  };

  test('AC-6 a minute lies between two, also when they are asked for together', async () => {
    const phone = newNumber();
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => start(phone)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    server.clock.pass(15_000);
    expect(await waitOf(start(phone))).toEqual(['too_many_requests', 45]);
    expect(await waitOf(an.client.sendCode({ body: { method: 'call' } }))).toEqual(['too_many_requests', 45]);
    server.clock.pass(45_000);
    expect((await an.client.sendCode({ body: { method: 'call' } })).data.method).toBe('call');
    const said = await received();
    expect(said).toBe('');
    expect(sent[0]).toMatchObject({ path: '/call' });
    const digits = /(\d, ){5}\d/.exec(sent[0]?.text ?? '')?.[0].replaceAll(', ', '') ?? '';
    expect((await confirm(digits)).data.phone).toBe(international(phone));
  });

  test('AC-6 three an hour go to one number, and five a day to one account', async () => {
    const phone = newNumber();
    const people = [an, await newPerson(server), await newPerson(server), await newPerson(server)];
    for (const person of people.slice(0, 3)) await start(phone, person);
    const [, , , last] = people as [NewPerson, NewPerson, NewPerson, NewPerson];
    expect(await waitOf(start(phone, last))).toEqual(['too_many_requests', 3600]);
    for (let i = 0; i < 4; i++) {
      server.clock.pass(MINUTE);
      await start(newNumber());
    }
    server.clock.pass(MINUTE);
    expect(await waitOf(start(newNumber()))).toEqual(['too_many_requests', 24 * 3600 - 300]);
  });

  test('AC-6 a day has so many codes for everybody together, which is a figure for the operator', async () => {
    await server.context.db
      .updateTable('phone_budget')
      .set({ day: Math.floor(seconds() / 86_400), sent: 38 })
      .execute();
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(server)));
    const asked = await Promise.allSettled(people.map((person) => start(newNumber(), person)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await outcomes())['sms cap_reached']).toBe(2);
  });
});

describe('the gateway', () => {
  const stateAfter = async () => {
    await runJobsUntilIdle(server.context);
    return (await an.client.getVerification({})).data.pending?.state;
  };

  test.each([
    [400, 'refused'],
    [503, 'failed'],
    [302, 'failed'],
  ])('that answers %i is counted as %s, asked once, and its person sees it', async (status, outcome) => {
    const before = (await outcomes())[`sms ${outcome}`] ?? 0;
    answer = (response) => void response.writeHead(status, { location: '/khac' }).end('không');
    await start(newNumber());
    sent.length = 0;
    expect(await stateAfter()).toBe('failed');
    expect(sent).toHaveLength(1);
    expect((await outcomes())[`sms ${outcome}`]).toBe(before + 1);
  });

  test('that answers without an end is given up', async () => {
    answer = (response) => void response.end('x'.repeat(100_000));
    await start(newNumber());
    expect(await stateAfter()).toBe('failed');
  });

  test('that says nothing is given up after ten seconds, and nobody waits for it before', async () => {
    const asked = Promise.withResolvers<void>();
    answer = () => asked.resolve();
    await start(newNumber());
    const over = stateAfter();
    await asked.promise;
    expect((await an.client.getVerification({})).data.pending?.state).toBe('queued');
    await server.clock.advance(10_000);
    expect(await over).toBe('failed');
  });

  test('is not asked for a code that another one has replaced', async () => {
    const phone = newNumber();
    await start(phone);
    server.clock.pass(MINUTE);
    await start(phone);
    await received();
    expect(sent).toHaveLength(1);
  });
});

const allow = (value: 'on' | 'off') =>
  setDomain.run({
    context: server.context,
    args: ['saomai.example', `sms_codes=${value}`],
    out: { write: () => true },
  } as unknown as Parameters<typeof setDomain.run>[0]);

describe('a code by SMS or call as the second step', () => {
  let phone: string;
  const anonymous = () => createApiClient({ baseUrl: server.baseUrl, fetch });

  beforeEach(async () => {
    phone = newNumber();
    await verify(phone);
    server.clock.pass(MINUTE);
    await turnOnTwoStep(server.context, an.mailbox, SECRET);
    await allow('on');
  });

  const signIn = async () => {
    const password = lanAnh.password;
    const refused = await refusal(anonymous().login({ body: { email: an.email, password } }));
    return refused.details as CodeRequired;
  };

  test('TF-2 AP-65 is offered where the number is verified and the domain allows it, works once, and proves nothing', async () => {
    await allow('off');
    const without = await signIn();
    expect(without).toMatchObject({ methods: ['totp', 'recovery_code'], phone_hint: null });
    expect(
      await codeOfRefusal(anonymous().sendCode({ body: { method: 'sms', challenge: without.challenge } })),
    ).toBe('forbidden');
    await allow('on');
    const { challenge, ...rest } = await signIn();
    expect(rest).toMatchObject({
      methods: ['totp', 'recovery_code', 'sms', 'call'],
      phone_hint: `+84 ••• ••• ${phone.slice(-2)}`,
    });
    const { data } = await anonymous().sendCode({ body: { method: 'sms', challenge } });
    expect(data).toMatchObject({ method: 'sms', resend_at: seconds() + 60 });
    expect((await refusal(anonymous().sendCode({ body: { method: 'call', challenge } }))).retryAfter).toBe(
      60,
    );
    const code = await received();
    expect(sent).toMatchObject([{ to: international(phone) }]);
    // It is valid only for the challenge that it was sent for.
    const other = await requireCode(server.context, an.mailbox);
    const { challenge: another } = other.details as CodeRequired;
    expect(await codeOfRefusal(anonymous().login({ body: { challenge: another, code } }))).toBe(
      'code_incorrect',
    );
    const client = anonymous();
    const both = await Promise.allSettled([
      client.login({ body: { challenge, code } }),
      anonymous().login({ body: { challenge, code } }),
    ]);
    const tokens = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.data.token] : []));
    expect(tokens).toHaveLength(1);
    client.setToken(tokens[0] ?? '');
    expect((await client.listActivities({ query: {} })).data.map(({ method }) => method)).toContain('sms');
    expect(await codeOfRefusal(client.makeRecoveryCodes({}))).toBe('proof_required');
    expect(await codeOfRefusal(client.startVerification({ body: { phone } }))).toBe('proof_required');
    await client.proveIdentity({ body: { code: totp() } });
    expect((await client.makeRecoveryCodes({})).data.recovery_codes).toHaveLength(10);
  });

  test('TF-2 five wrong ones end its challenge, and ten those of the account', async () => {
    const wrong = async (challenge: string) => {
      const tried = Array.from({ length: 6 }, () =>
        codeOfRefusal(anonymous().login({ body: { challenge, code: '1' } })),
      );
      return (await Promise.all(tried)).sort();
    };
    const { challenge } = (await requireCode(server.context, an.mailbox)).details as CodeRequired;
    await anonymous().sendCode({ body: { method: 'sms', challenge } });
    expect(await wrong(challenge)).toEqual(['challenge_expired', ...Array(5).fill('code_incorrect')]);
    const { challenge: next } = (await requireCode(server.context, an.mailbox)).details as CodeRequired;
    await wrong(next);
    server.clock.pass(MINUTE);
    const { challenge: last } = (await requireCode(server.context, an.mailbox)).details as CodeRequired;
    await anonymous().sendCode({ body: { method: 'sms', challenge: last } });
    const code = await received();
    expect(await codeOfRefusal(anonymous().login({ body: { challenge: last, code } }))).toBe(
      'too_many_requests',
    );
  });

  test('AP-65 a challenge that nobody gave out sends nothing, and neither does nobody', async () => {
    const challenge = 'khong-co';
    expect(await codeOfRefusal(anonymous().sendCode({ body: { method: 'sms', challenge } }))).toBe(
      'challenge_expired',
    );
    expect(await codeOfRefusal(anonymous().sendCode({ body: { method: 'sms' } }))).toBe('session_required');
    expect(await codeOfRefusal(an.client.sendCode({ body: { method: 'sms' } }))).toBe(
      'verification_code_expired',
    );
  });

  test('TF-2 a code that was encrypted with a key that is gone is over', async () => {
    const { context } = server;
    const asked = {
      mailboxId: an.mailbox,
      purpose: 'recovery',
      number: international(phone),
      method: 'sms',
    } as const;
    await inTransaction(context.db, (tx) => sendPhoneCode(context, tx, asked));
    await context.db
      .updateTable('phone_codes')
      .set({ sealed: Buffer.alloc(60) })
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    await runJobsUntilIdle(context);
    expect((await readPhoneCode(context.db, an.mailbox, 'recovery'))?.state).toBe('queued');
  });
});

describe('a lost password', () => {
  const NEXT = 'Bến-Thuyền-47-xuôi';
  beforeEach(() => allow('off'));
  const anybody = () => createApiClient({ baseUrl: server.baseUrl, fetch });
  const ask = async (email = an.email) =>
    (await anybody().requestRecoveryCode({ body: { email } })).data.request;
  const enter = async (request: string, code: string, email = an.email) =>
    (await anybody().verifyRecoveryCode({ body: { email, request, code } })).data.token;
  const choose = (token: string) => anybody().resetPassword({ body: { token, new_password: NEXT } });
  const withNumber = async () => {
    await verify(newNumber());
    server.clock.pass(MINUTE);
  };

  test('PW-3 TF-3 is chosen anew by a code to the number, once, and the second step stays', async () => {
    await withNumber();
    await turnOnTwoStep(server.context, an.mailbox, SECRET);
    expect((await anybody().getRecoveryWays({})).data).toEqual({ phone: true });
    const request = await ask(` ${an.email.toUpperCase()}`);
    const code = await received();
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await codeOfRefusal(enter(request, wrong))).toBe('verification_code_wrong');
    // It is valid only in the browser that requested it.
    expect(await codeOfRefusal(enter('x'.repeat(43), code))).toBe('verification_code_wrong');
    const token = await enter(request, code);
    expect(await codeOfRefusal(enter(request, code))).toBe('verification_code_wrong');
    await choose(token);
    expect(await codeOfRefusal(choose(token))).toBe('reset_link_expired');
    const signIn = signedInClient(server.baseUrl, { email: an.email, password: NEXT });
    expect(await codeOfRefusal(signIn)).toBe('code_required');
    const { data } = await anybody().login({ body: { email: an.email, password: NEXT, code: totp() } });
    an.client.setToken(data.token);
    await runJobsUntilIdle(server.context);
    expect((await mailIn(an, 'INBOX')).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Đã tạo liên kết đặt lại mật khẩu', 'Đã đặt mật khẩu mới bằng liên kết']),
    );
    expect(logged.join('\n')).not.toContain(code);
  });

  test('TF-2 is no matter of a number that is the second step as well', async () => {
    await withNumber();
    await turnOnTwoStep(server.context, an.mailbox, SECRET);
    const request = await ask();
    const code = await received();
    await allow('on');
    expect(await codeOfRefusal(enter(request, code))).toBe('verification_code_wrong');
    server.clock.pass(MINUTE);
    await ask();
    expect(await received()).toBe('');
  });

  test('gets no code at a number that is as new as a stranger', async () => {
    await withNumber();
    await an.client.reportNotMe({});
    await ask();
    expect(await received()).toBe('');
  });

  test('is answered alike whether there is such an account, and how many codes it had', async () => {
    await withNumber();
    const request = await ask('khong-co@saomai.example');
    expect(request).toMatch(/^[\w-]{43}$/);
    const [nobody, known] = await Promise.all([
      refusal(enter(request, '123456', 'khong-co@saomai.example')),
      refusal(enter(await ask(), '123456')),
    ]);
    expect([nobody.status, nobody.code, nobody.message]).toEqual([known.status, known.code, known.message]);
    expect(await received()).toMatch(/^\d{6}$/);
    for (let minute = 0; minute < 3; minute += 1) {
      server.clock.pass(61 * MINUTE);
      await ask();
      await received();
    }
    // Three of the five per day, the verification included; strangers cannot use up the others.
    expect(sent).toEqual([]);
    await an.client.proveIdentity({ body: { password: lanAnh.password } });
    await an.client.startVerification({ body: { phone: newNumber() } });
    expect(await received()).not.toBe('');
  });

  test('has a token for a quarter of an hour', async () => {
    await withNumber();
    const token = await enter(await ask(), await received());
    server.clock.pass(15 * MINUTE);
    expect(await codeOfRefusal(choose(token))).toBe('reset_link_expired');
  });
});
