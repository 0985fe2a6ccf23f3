import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn, refusalOf } from '../../test-kit/write-mail.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;
/** Each test has its own, because codes per address are counted. */
let target: string;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  an = await newPerson(server);
  target = `an${an.mailbox}@nha.example`;
});

const autofw = (email: string, is_enable = true) => ({
  is_enable,
  sieve_json: JSON.stringify({ type: 'autofw', is_enable, email }),
});
/** Adds a rule for the address; returns its id. */
async function add(email: string, person = an): Promise<string> {
  return (await person.client.createRule({ body: autofw(email) })).data.id;
}
const verify = (code: string, email = target, person = an) =>
  person.client.verifyForward({ body: { code, account_to: email } });
const resend = (to: string, from = an.email) =>
  an.client.resendForwardCode({ body: { type: 'autofw', from, to } });

/** Moves the last code into the past; advancing the clock would trigger all timers of the program. */
const aDayPasses = () =>
  inTransaction(server.context.db, (tx) =>
    tx
      .updateTable('forward_addresses')
      .set((row) => ({ code_sent_at: row('code_sent_at', '-', 24 * 3600) }))
      .where('mailbox_id', '=', an.mailbox)
      .execute(),
  );

/** The code mailed last. */
async function mailedCode(): Promise<string> {
  await runJobsUntilIdle(server.context);
  const text = bodyOf(trap.messages.at(-1)?.raw ?? Buffer.alloc(0));
  return /\b\d{8}\b/.exec(text)?.[0] ?? '';
}

function bodyOf(raw: Buffer): string {
  const [, body = ''] = raw.toString().split('\r\n\r\n');
  return Buffer.from(body, 'base64').toString();
}

const forwards = async () => (await an.client.listRules({})).data;

describe('a forwarding address', () => {
  test('FW-3 AP-56 waits for the code that is mailed to it, and then mail goes there', async () => {
    await add(target);
    expect(await forwards()).toMatchObject([{ is_enable: false, verify: false, name: target }]);
    const code = await mailedCode();
    expect(code).toMatch(/^\d{8}$/);
    const [{ from, to, raw }] = trap.messages as [(typeof trap.messages)[number]];
    expect(to).toEqual([target]);
    expect(from).toMatch(/^fwd\+[0-9a-z]+-[0-9a-z]+-[0-9a-f]{20}@saomai\.example$/);
    expect(raw.toString()).toContain('Auto-Submitted: auto-generated');
    expect(bodyOf(raw)).not.toContain('Người thứ');

    expect((await verify(code)).data).toEqual({ ok: true, is_enable: true });
    const [forward] = await forwards();
    expect(forward).toMatchObject({ is_enable: true, verify: true });
    expect(JSON.parse(forward?.sieve_json ?? '')).toEqual({ type: 'autofw', is_enable: true, email: target });
    expect((await verify('00000000')).data).toEqual({ ok: true, is_enable: true });
  });

  test('FW-4 a wrong code is refused, and after five tries so is the right one', async () => {
    await add(target);
    const code = await mailedCode();
    for (let i = 0; i < 5; i++) {
      expect((await refusalOf(verify('x'))).code).toBe('verification_code_wrong');
    }
    expect((await refusalOf(verify(code))).code).toBe('verification_code_expired');
    await server.clock.advance(60_000);
    await resend(target);
    expect((await verify(await mailedCode())).data.is_enable).toBe(true);
  });

  test('FW-4 a code is valid for a day, and only the last one', async () => {
    await add(target);
    const first = await mailedCode();
    expect((await refusalOf(resend(target))).code).toBe('too_many_requests');
    await server.clock.advance(60_000);
    await resend(target);
    const second = await mailedCode();
    expect((await refusalOf(verify(first))).code).toBe('verification_code_wrong');
    await aDayPasses();
    expect((await refusalOf(verify(second))).code).toBe('verification_code_expired');
  });

  test('AP-57 a code is mailed five times a day to one address, and for oneself alone', async () => {
    await add(target);
    for (let i = 0; i < 4; i++) {
      await server.clock.advance(60_000);
      await resend(target);
    }
    await server.clock.advance(60_000);
    const refused = await refusalOf(resend(target));
    expect(refused.code).toBe('too_many_requests');
    expect((await refusalOf(resend(target, 'lan.anh@saomai.example'))).code).toBe('sender_not_allowed');
    expect((await refusalOf(resend('khac@nha.example'))).code).toBe('rule_not_found');
  });

  test('FW-2 is no address of the mailbox, with or without a tag, and none that is there already', async () => {
    const [local, domain] = an.email.split('@');
    for (const email of [an.email, `${local}+x@${domain}`, an.email.toUpperCase(), 'không phải']) {
      await expect(add(email)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await add(target);
    await expect(add(target.toUpperCase())).rejects.toMatchObject({ code: 'already_exists' });
  });

  test('FW-3 ten new ones a day, and twenty codes to one target over all mailboxes', async () => {
    for (let i = 0; i < 10; i++) await add(`nguoi${i}@nha.example`);
    await expect(add('nguoi10@nha.example')).rejects.toMatchObject({ code: 'too_many_requests' });
    const other = await newPerson(server);
    const now = Math.floor(server.clock.now() / 1000);
    await server.context.db
      .insertInto('forward_codes')
      .values(
        Array.from({ length: 20 }, (_, i) => ({
          mailbox_id: an.mailbox,
          id: `00000000-0000-8000-8000-0000000000${(10 + i).toString()}`,
          address: target,
          first: false,
          sent_at: now,
        })),
      )
      .execute();
    await expect(add(target, other)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('FW-6 at most one is active', async () => {
    const one = await add(target);
    await verify(await mailedCode());
    const two = await add('an@khac.example');
    const set = (id: string, is_enable: boolean) =>
      an.client.updateRule({ params: { id }, body: { is_enable } });
    expect((await refusalOf(set(two, true))).code).toBe('address_not_verified');
    const second = await verify(await mailedCode(), 'an@khac.example');
    expect(second.data.is_enable).toBe(false);
    await set(two, true);
    const state = async () => Object.fromEntries((await forwards()).map((row) => [row.id, row.is_enable]));
    expect(await state()).toEqual({ [one]: false, [two]: true });
    await set(two, false);
    expect(await state()).toEqual({ [one]: false, [two]: false });
  });

  test('FW-2 an address here that forwards back is refused, over others too', async () => {
    const [binh, chi] = [await newPerson(server), await newPerson(server)];
    const codeIn = async (person: NewPerson) => {
      await runJobsUntilIdle(server.context);
      const mail = await mailIn(person, 'INBOX');
      return /\b\d{8}\b/.exec(mail[0]?.body ?? '')?.[0] ?? '';
    };
    await add(binh.email);
    await verify(await codeIn(binh), binh.email);
    await add(chi.email, binh);
    await verify(await codeIn(chi), chi.email, binh);
    await expect(add(an.email, chi)).rejects.toMatchObject({ code: 'forwarding_loop' });
  });

  test('FW-4 RU-3 whose mail goes elsewhere, or is not let in, is told in the inbox, once', async () => {
    await add(target);
    await verify(await mailedCode());
    const told = async () => {
      await runJobsUntilIdle(server.context);
      const mail = await mailIn(an, 'INBOX');
      return mail.map(({ subject, body }) => [subject, body?.includes(target)]);
    };
    expect(await told()).toEqual([['Đã bật chuyển tiếp thư', true]]);

    const filter = (comparator: string, type: string, value = '') => ({
      conditions: [{ type: 'subject', comparator, value: 'Vòng' }],
      actions: [{ enable: true, type, value }],
    });
    const make = async (given: object) => {
      const body = { is_enable: true, sieve_json: JSON.stringify(given) };
      return (await an.client.createRule({ body })).data.id;
    };
    await make(filter('contains', 'discard'));
    expect(await told()).toHaveLength(1);
    await make(filter('!contains', 'discard'));
    const id = await make(filter('contains', 'redirect', target));
    await an.client.updateRule({ params: { id }, body: { name: 'Vòng' } });
    const all = await told();
    expect(all).toHaveLength(3);
    expect(all).toContainEqual(['Bộ lọc mới gửi thư đi nơi khác', true]);
    expect(all).toContainEqual(['Bộ lọc mới bỏ mọi thư đến', false]);
  });
});
