import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { brakeList, brakeSet } from '../../admin/brake.ts';
import { queueHold, queueList, queueRelease } from '../../admin/queue.ts';
import { readBusiest } from '../../mail/outbox/brake.store.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { watchPlans } from '../../test-kit/watch-plans.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let trap: SmtpTrap;
let owner: NewPerson;
let person: NewPerson;
let domains = 0;

beforeAll(async () => {
  trap = await startSmtpTrap();
  server = await startTestServer({
    env: {
      SMTP_RELAY: `smtp://127.0.0.1:${trap.port}`,
      BRAKE_PER_HOUR: '5',
      BRAKE_PER_DAY: '8',
      BRAKE_REFUSED: '4',
    },
  });
});
afterAll(async () => {
  await server.close();
  await trap.close();
});
beforeEach(async () => {
  trap.messages.length = 0;
  trap.refuseRecipient(() => null);
  domains += 1;
  const domain = `congty${domains}.example`;
  await addDomain(domain);
  owner = await newPerson(server, { domain, kind: 'owner' });
  person = await newPerson(server, { domain });
});

async function addDomain(name: string): Promise<void> {
  const row = { name, verified: true, created_at: 0 };
  await server.context.db.insertInto('domains').values(row).execute();
}

async function run(command: typeof brakeList, ...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  await command.run({ context: server.context, args, out, err: out } as never);
  return said;
}

let written = 0;
async function send(count: number, from = person, inside: string[] = []): Promise<string> {
  const elsewhere = Array.from({ length: count }, () => {
    written += 1;
    return `khach.${written}@away.example`;
  });
  const { id } = await writeDraft(from, [...elsewhere, ...inside]);
  await from.client.sendMail({ body: { msg_id: id } });
  await server.clock.advance(60_000);
  await runJobsUntilIdle(server.context);
  return id;
}

const left = () => trap.messages.flatMap(({ to }) => to).length;

test('who sends far more than usual is held; administrators are told once, and the owner lets it leave', async () => {
  const log = vi.spyOn(server.context.log, 'warn');
  await send(3);
  expect(left()).toBe(3);
  const colleague = await newPerson(server);
  const id = await send(3, person, [colleague.email]);
  await send(2);
  await send(1, colleague);
  expect(left()).toBe(4);
  expect(await mailIn(colleague, 'INBOX')).toHaveLength(1);

  const { recipients = [] } = (await readMail(person, id)).sending ?? {};
  expect(recipients.filter(({ state }) => state === 'held')).toHaveLength(3);
  expect(recipients.find(({ state }) => state === 'held')?.reply).toBe(
    'Held automatically after mail to 6 recipients elsewhere within an hour; an administrator can release it',
  );
  const queued = JSON.parse(await run(queueList, '--sender', person.email, '--json'));
  expect(queued).toHaveLength(5);
  expect(queued[0]).toMatchObject({ reason: 'held', held: 'brake' });
  expect(log.mock.calls.map(([fields]) => fields)).toContainEqual(
    expect.objectContaining({ event: 'sender_braked', mailbox: person.mailbox, reason: 'hour', count: 6 }),
  );
  log.mockRestore();

  const notices = await mailIn(owner, 'INBOX');
  expect(notices.map(({ subject }) => subject)).toEqual([`Đã tạm giữ thư gửi đi của ${person.email}`]);
  const notice = (await readMail(owner, notices[0]?.id ?? '')).body ?? '';
  expect(notice).toContain('/admin/senders');
  expect(notice).toContain('Hãy hỏi người gửi');
  expect(await mailIn(person, 'INBOX')).toEqual([]);

  const { data } = await owner.client.listBrakes({});
  expect(data).toEqual([expect.objectContaining({ sender: person.email, brake: 'hour', waiting: 5 })]);
  await addDomain(`khac${domains}.example`);
  const another = await newPerson(server, { domain: `khac${domains}.example`, kind: 'owner' });
  expect((await another.client.listBrakes({})).data).toEqual([]);
  const release = { body: { act: 'release' as const, sender: person.email } };
  await expect(another.client.actOnBrake(release)).rejects.toMatchObject({ code: 'not_found' });
  await expect(person.client.actOnBrake(release)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await owner.client.actOnBrake(release)).data).toEqual({ moved: 5, more: false });
  await runJobsUntilIdle(server.context);
  expect(left()).toBe(9);
  // Messages that were reviewed no longer count.
  await send(4);
  expect(left()).toBe(13);
  expect(await run(brakeList)).toBe('');
});

test('what a mailbox has always sent is usual, and a figure of its own counts as it is', async () => {
  await run(brakeSet, person.email, 'on=0');
  await send(9);
  expect(left()).toBe(9);
  server.clock.pass(48 * HOUR_MS);
  await run(brakeSet, person.email, 'on=1');
  await send(7);
  expect(left()).toBe(16);
  server.clock.pass(2 * HOUR_MS);
  await run(brakeSet, person.email, 'per_hour=1');
  await send(2);
  expect(left()).toBe(16);
  const { rows } = await sql<{ reason: string }>`
    select reason from held_senders where mailbox_id = ${person.mailbox}`.execute(server.context.db);
  expect(rows[0]?.reason).toContain('2 recipients elsewhere within an hour');
});

test('of a domain it can not be turned off', async () => {
  const off = run(brakeSet, `congty${domains}.example`, 'on=0');
  await expect(off).rejects.toMatchObject({ code: 'invalid_input' });
});

test('much within a day is noticed as well, spread over its hours', async () => {
  for (let round = 0; round < 2; round += 1) {
    await send(4);
    server.clock.pass(2 * HOUR_MS);
  }
  expect(left()).toBe(8);
  await send(1);
  expect(left()).toBe(8);
  expect(await run(brakeList)).toContain('within a day');
});

test('whose recipients are refused is held before the rest is tried', async () => {
  trap.refuseRecipient((to) => (to.startsWith('khach') ? '550 5.1.1 No such user' : null));
  await send(4);
  await send(1);
  expect(await run(brakeList)).toContain(`${person.email}  since`);
  expect((await owner.client.listBrakes({})).data).toEqual([
    expect.objectContaining({ brake: 'refused', waiting: 1 }),
  ]);
  await owner.client.actOnBrake({ body: { act: 'remove', sender: person.email, reason: 'mật khẩu lộ' } });
  expect((await owner.client.listBrakes({})).data[0]?.waiting).toBe(0);
  server.clock.pass(HOUR_MS);
  const removal = owner.client.actOnBrake({ body: { act: 'remove', sender: person.email } });
  await expect(removal).rejects.toMatchObject({ code: 'proof_required' });
});

test('what was scheduled long before counts when it leaves', async () => {
  for (let each = 0; each < 9; each += 1) {
    written += 1;
    const { id } = await writeDraft(person, [`khach.${written}@away.example`]);
    const timestamp = Math.floor(server.clock.now() / 1000) + 25 * 3600;
    await person.client.scheduleMail({ body: { msg_id: id, timestamp } });
  }
  server.clock.pass(26 * HOUR_MS);
  await runJobsUntilIdle(server.context);
  expect(left()).toBeLessThan(9);
  expect((await owner.client.listBrakes({})).data).toEqual([
    expect.objectContaining({ sender: person.email, brake: 'hour' }),
  ]);
});

test('what others refused makes nothing usual', async () => {
  await run(brakeSet, person.email, 'on=0');
  trap.refuseRecipient((to) => (to.startsWith('khach') ? '554 5.7.1 Spam' : null));
  await send(9);
  trap.refuseRecipient(() => null);
  server.clock.pass(48 * HOUR_MS);
  await run(brakeSet, person.email, 'on=1');
  await send(6);
  expect(left()).toBe(0);
  expect((await owner.client.listBrakes({})).data).toMatchObject([{ brake: 'hour' }]);
});

test.each(['552 5.3.4 Message size exceeds the limit', '550 5.7.1 Rejected by policy'])(
  'whose mail is refused with %s is not held: the addresses may exist',
  async (answer) => {
    trap.refuseRecipient((to) => (to.startsWith('khach') ? answer : null));
    await send(4);
    expect((await owner.client.listBrakes({})).data).toEqual([]);
  },
);

test('a notice leaves although its person is held or suspended', async () => {
  await send(6);
  expect(left()).toBe(0);
  await sql`update mailboxes set sending_suspended_at = 1 where id = ${person.mailbox}`.execute(
    server.context.db,
  );
  await sql`update outbox set kind = 'notice' where mailbox_id = ${person.mailbox}`.execute(
    server.context.db,
  );
  await run(queueRelease, '--destination', 'relay');
  await runJobsUntilIdle(server.context);
  expect(left()).toBe(6);
});

test('an owner lets go what was held automatically, not what the provider holds, and never their own', async () => {
  trap.refuseRecipient(() => '451 4.7.1 Later');
  await send(1);
  trap.refuseRecipient(() => null);
  const [single] = JSON.parse(await run(queueList, '--sender', person.email, '--json'));
  await run(queueHold, single.id);
  await send(6);
  const { data } = await owner.client.actOnBrake({ body: { act: 'release', sender: person.email } });
  expect(data.moved).toBe(6);
  await runJobsUntilIdle(server.context);
  expect(left()).toBe(6);
  const [still, ...others] = JSON.parse(await run(queueList, '--sender', person.email, '--json'));
  expect(others).toEqual([]);
  expect(still).toMatchObject({ id: single.id, reason: 'held', held: 'recipient' });
  await run(queueHold, '--sender', person.email);
  const again = owner.client.actOnBrake({ body: { act: 'release', sender: person.email } });
  await expect(again).rejects.toMatchObject({ code: 'not_found' });

  await send(6, owner);
  const own = owner.client.actOnBrake({ body: { act: 'release', sender: owner.email } });
  await expect(own).rejects.toMatchObject({ code: 'forbidden' });
  expect((await owner.client.listBrakes({})).data).toMatchObject([{ sender: owner.email }]);
  const about = (await mailIn(owner, 'INBOX')).find(({ subject }) => subject.includes(owner.email));
  expect((await readMail(owner, about?.id ?? '')).body).toContain('Hãy nhờ người quản trị khác');
});

test('what is usual is looked up in few rows, however much was sent in the last weeks', async () => {
  const { db } = server.context;
  const now = Math.floor(server.clock.now() / 1000);
  const [messages, each] = [20, 40];
  await sql`
    with sent as (
      insert into outbox (mailbox_id, id, message_id, kind, state, due_at, created_at, sender, recipient_count, counted_at)
      select ${person.mailbox}, gen_random_uuid(), gen_random_uuid(), 'send', 'sent', at, at, ${person.email}, ${each}::integer, at
      from generate_series(1, 34) as day, generate_series(1, ${messages}::integer) as n,
        lateral (select ${now}::bigint - day * 86400 - n * 60 as at) as moment
      returning mailbox_id, id)
    insert into outbox_recipients (mailbox_id, outbox_id, address, email, name, destination, state)
    select mailbox_id, id, whom, whom, repeat('x', 400), 'away.example', 'delivered'
    from sent, generate_series(1, ${each}::integer) as n, lateral (select n || '@away.example' as whom) as named
    order by id, whom`.execute(db);
  await sql`vacuum analyze outbox, outbox_recipients`.execute(db);
  const watch = await watchPlans(server);
  for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
    await watch.plan(mode);
    const [hour, day] = [messages * each, messages * each];
    expect(await readBusiest(db, person.mailbox, now, { hour, day })).toEqual({ hour, day });
    // One day's recipients out of all in the table.
    const ran = watch.ranSince().filter(({ text }) => text.includes('outbox_recipients'));
    expect(ran.map(({ pages }) => pages < 200)).toEqual([true]);
  }
});
