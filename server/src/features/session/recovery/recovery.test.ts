import { type ApiError, createApiClient } from '@bocau/contract/client.ts';
import { RECOVERY_REQUESTS, RESET_FRAGMENT, requestRecovery } from '@bocau/contract/recovery.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { type SmtpTrap, startSmtpTrap } from '../../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';

const NEXT = 'Bến-Thuyền-47-xuôi';
const ROUNDS = 60;
/** With this many rounds, some responses may be early or late by chance. */
const CHANCES = 12;

let server: TestServer;
let trap: SmtpTrap;
let an: NewPerson;
/** Each test has its own, because codes per address are counted. */
let outside: string;
let networks = 0;
const logged: string[] = [];

beforeAll(async () => {
  const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  trap = await startSmtpTrap();
  const env = { TRUSTED_PROXIES: '1', SMTP_RELAY: `smtp://127.0.0.1:${trap.port}` };
  server = await startTestServer({ log, env });
});
afterAll(async () => {
  await server.close();
  await trap.close();
});
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  an = await newPerson(server);
  outside = `an${an.mailbox}@nha.example`;
});

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

/** The last message sent, once all jobs have run. */
async function mailed(): Promise<string> {
  await runJobsUntilIdle(server.context);
  const [, body = ''] = (trap.messages.at(-1)?.raw ?? Buffer.alloc(0)).toString().split('\r\n\r\n');
  return Buffer.from(body, 'base64').toString();
}
const mailedCode = async () => /\b\d{8}\b/.exec(await mailed())?.[0] ?? '';
const mailedToken = async () => new RegExp(`#${RESET_FRAGMENT}([\\w-]{43})`).exec(await mailed())?.[1];

async function withAddress(): Promise<void> {
  await an.client.setRecoveryAddress({ body: { email: outside } });
  await an.client.verifyRecoveryAddress({ body: { code: await mailedCode() } });
}

/** From a new network each time, unless given. */
function ask(email: string, network?: string) {
  networks += 1;
  const from = network ?? `198.${Math.floor(networks / 250)}.${networks % 250}.1`;
  return fetch(server.baseUrl + requestRecovery.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email }),
  });
}

const choose = (token: string) =>
  createApiClient({ baseUrl: server.baseUrl, fetch }).resetPassword({ body: { token, new_password: NEXT } });

const subjects = async () => {
  await runJobsUntilIdle(server.context);
  return (await mailIn(an, 'INBOX')).map(({ subject }) => subject);
};

describe('a recovery address', () => {
  test('counts once its code was entered, and its person is told', async () => {
    const { data: asked } = await an.client.setRecoveryAddress({ body: { email: ` ${outside}` } });
    expect(asked).toEqual({ address: null, pending: outside });
    const code = await mailedCode();
    expect(trap.messages.at(-1)?.to).toEqual([outside]);
    expect(await codeOf(an.client.verifyRecoveryAddress({ body: { code: '00000000' } }))).toBe(
      'verification_code_wrong',
    );
    const { data } = await an.client.verifyRecoveryAddress({ body: { code: ` ${code}` } });
    expect(data).toEqual({ address: outside, pending: null });
    expect((await an.client.getRecoveryAddress({})).data).toEqual(data);
    expect(await codeOf(an.client.verifyRecoveryAddress({ body: { code } }))).toBe(
      'verification_code_expired',
    );
    // The new address waits for its own code, and the verified one stays valid until then.
    await an.client.setRecoveryAddress({ body: { email: `khac-${outside}` } });
    expect((await an.client.getRecoveryAddress({})).data.address).toBe(outside);
    expect((await an.client.setRecoveryAddress({ body: { email: null } })).data).toEqual({
      address: null,
      pending: null,
    });
    expect((await subjects()).sort()).toEqual(['Đã xóa email khôi phục', 'Đã đặt email khôi phục']);
    const kinds = (await an.client.listActivities({ query: {} })).data.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['recovery_address_removed', 'recovery_address_set']);
  });

  test('that is replaced or removed is told so, and not which one took its place', async () => {
    await withAddress();
    await an.client.setRecoveryAddress({ body: { email: `khac-${outside}` } });
    const code = await mailedCode();
    trap.messages.length = 0;
    await an.client.verifyRecoveryAddress({ body: { code } });
    expect(await mailed()).toContain(`không còn là email khôi phục của ${an.email}`);
    expect(await mailed()).not.toContain('khac-');
    await an.client.setRecoveryAddress({ body: { email: null } });
    expect(await mailed()).toContain('không còn là email khôi phục');
    expect(trap.messages.map(({ to }) => to)).toEqual([[outside], [`khac-${outside}`]]);
  });

  test('five wrong codes end it', async () => {
    await an.client.setRecoveryAddress({ body: { email: outside } });
    const code = await mailedCode();
    const wrong = code === '11111111' ? '22222222' : '11111111';
    for (let tries = 0; tries < 5; tries += 1) {
      await codeOf(an.client.verifyRecoveryAddress({ body: { code: wrong } }));
    }
    expect(await codeOf(an.client.verifyRecoveryAddress({ body: { code } }))).toBe(
      'verification_code_expired',
    );
    expect(await codeOf(an.client.setRecoveryAddress({ body: { email: outside } }))).toBe(
      'too_many_requests',
    );
  });

  test('is none of this server, and needs a fresh proof', async () => {
    const set = (email: string) => codeOf(an.client.setRecoveryAddress({ body: { email } }));
    expect(await set('minh.tran@saomai.example')).toBe('invalid_input');
    expect(await set('không phải')).toBe('invalid_input');
    server.clock.pass(601_000);
    expect(await set(outside)).toBe('proof_required');
    expect(await codeOf(an.client.verifyRecoveryAddress({ body: { code: '1' } }))).toBe('proof_required');
    expect(await codeOf(an.client.setRecoveryAddress({ body: { email: null } }))).toBe('proof_required');
  });
});

describe('who has forgotten the password', () => {
  test('PW-3 gets a link there, chooses another, and still needs the second step', async () => {
    await withAddress();
    await turnOnTwoStep(server.context, an.mailbox);
    expect((await ask(` ${an.email.toUpperCase()} `)).status).toBe(202);
    const token = (await mailedToken()) as string;
    expect(trap.messages.at(-1)?.to).toEqual([outside]);
    expect(await subjects()).toContain('Đã tạo liên kết đặt lại mật khẩu');
    expect(await codeOf(choose(token))).toBe('ok');
    expect(await codeOf(signedInClient(server.baseUrl, { email: an.email, password: NEXT }))).toBe(
      'code_required',
    );
    for (const secret of [token, outside]) expect(logged.join('\n')).not.toContain(secret);
  });

  test('PW-3 gets a link however the marks of the address are typed', async () => {
    an = await newPerson(server, { local: 'tuấn' });
    await withAddress();
    await ask(an.email.normalize('NFD'));
    expect(await mailedToken()).toBeDefined();
  });

  test('LH-2 gets none at an address that was named shortly before a stranger was seen', async () => {
    await withAddress();
    trap.messages.length = 0;
    await an.client.reportNotMe({});
    await ask(an.email);
    expect(await mailedToken()).toBeUndefined();
    const { db } = server.context;
    await db
      .updateTable('recovery_addresses')
      .set((eb) => ({ verified_at: eb('verified_at', '-', 7 * 24 * 3600) }))
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    await ask(an.email);
    expect(await codeOf(choose((await mailedToken()) as string))).toBe('ok');
  });

  test('AU-8 three an hour go to one account, and one network asks twenty times', async () => {
    await withAddress();
    trap.messages.length = 0;
    const answers = [];
    for (let times = 0; times < 5; times += 1) answers.push((await ask(an.email)).status);
    expect(answers).toEqual([202, 202, 202, 202, 202]);
    await runJobsUntilIdle(server.context);
    expect(trap.messages).toHaveLength(3);
    const network = '203.0.113.5';
    for (let times = 0; times < 20; times += 1) await ask(`khong-co-${times}@saomai.example`, network);
    const refused = await ask(an.email, network);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  test('is answered alike whether the account is there and has an address or not', async () => {
    await withAddress();
    const without = await newPerson(server);
    const asked = [an.email, without.email, 'khong-co@saomai.example', 'ai@noi-khac.example'];
    const seen = new Set<string>();
    const rounds: Map<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // No limit is reached, so that every request does all its work.
      server.clock.pass(RECOVERY_REQUESTS.perSeconds * 1_000);
      const times = new Map<string, number>();
      rounds.push(times);
      for (const email of round % 2 === 0 ? asked : asked.toReversed()) {
        const begun = systemClock.now();
        const answer = await ask(email);
        const text = await answer.text();
        times.set(email, systemClock.now() - begun);
        const headers = [...answer.headers.keys()].filter((name) => name !== 'date').join();
        seen.add(`${answer.status} ${text} ${headers}`);
      }
    }
    expect([...seen]).toHaveLength(1);
    // Compares by milliseconds and by ratio. A busy machine slows down whole rounds, and sometimes a single
    // response: so responses are compared within their round, and a leak shows as being later in all but a
    // few.
    const apart = (one: string, other: string) => {
      const all = rounds.map((times) => ((times.get(one) ?? 0) + 2) / ((times.get(other) ?? 0) + 2));
      return all.sort((a, b) => a - b)[CHANCES] as number;
    };
    const most = asked.flatMap((one) => asked.map((other) => apart(one, other)));
    expect(Math.max(...most)).toBeLessThan(1.2);
  });
});
