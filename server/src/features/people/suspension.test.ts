import type { Person } from '@bocau/contract/people.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { showUser } from '../../admin/list-users.ts';
import { setUser } from '../../admin/set-user.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { MAILBOX_EVENTS, type MailboxEvent } from '../../mail/mailbox/publish-event.ts';
import { holdSender } from '../../mail/outbox/holds.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { actOnBatch } from '../outgoing-queue/queue-acts.store.ts';
import { findDomainId } from './accounts.store.ts';
import { changeDomain } from './change-domain.ts';
import { createDomain } from './create-people.ts';

const OUTSIDE = 'ban@elsewhere.example';
const QUARTER_MS = 15 * 60_000;
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  trap.messages.length = 0;
  trap.refuseRecipient(() => null);
  an = await newPerson(server);
});

async function suspend({ mailbox }: NewPerson, body: { [kind in Person['suspended'][number]]?: boolean }) {
  const owner = await server.signIn(lanAnh.email);
  return (await owner.setSuspension({ params: { id: String(mailbox) }, body })).data;
}

async function send(from: NewPerson, to: string[]): Promise<string> {
  const { id } = await writeDraft(from, to);
  await from.client.sendMail({ body: { msg_id: id } });
  return id;
}

async function rcpt(address: string): Promise<number> {
  const mail = await connectMail({
    host: '127.0.0.1',
    port: server.running.smtpPort as number,
    protocol: 'smtp',
  });
  await mail.command('MAIL FROM:<khach@elsewhere.example>');
  const { code } = await mail.command(`RCPT TO:<${address}>`);
  mail.end();
  return code;
}

const subjectsIn = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);

test('AU-5 who is signed out by a suspension hears nothing that would make their page start again', async () => {
  const binh = await newPerson(server);
  const heard: MailboxEvent[] = [];
  await server.context.listener.listen(MAILBOX_EVENTS, (payload) => heard.push(JSON.parse(payload)));
  await suspend(an, { sign_in: true, sending: true, receiving: true });
  await suspend(binh, { sending: true });
  const frame = { event: 'enable_smtp', data: { enable_smtp: 0 } } as const;
  // The first would have come before the second.
  await expect.poll(() => heard).toEqual([{ mailbox: binh.mailbox, frame }]);
});

test('AU-5 whose sending is suspended keeps reading; what is queued waits, and leaves when it is given back', async () => {
  const binh = await newPerson(server);
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  const queued = await send(an, ['queued@elsewhere.example']);
  const recipient = async () => (await readMail(an, queued)).sending?.recipients[0];
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  const { id: msg_id } = await writeDraft(an, ['scheduled@elsewhere.example', binh.email]);
  const timestamp = Math.floor(server.clock.now() / 1000) + 600;
  await an.client.scheduleMail({ body: { msg_id, timestamp } });

  const suspended = await suspend(an, { sending: true });
  expect(suspended).toMatchObject({ active: true, suspended: ['sending'] });
  // Both before it is due again and afterwards.
  const held = { state: 'held', held_by: 'suspension', reply: null, next_at: null };
  expect(await recipient()).toMatchObject(held);
  expect((await an.client.getUserInfo({})).data.enable_smtp).toBe(0);
  const { id } = await writeDraft(an, [OUTSIDE]);
  expect(await refusalOf(an.client.sendMail({ body: { msg_id: id } }))).toMatchObject({
    code: 'sending_disabled',
  });
  await server.clock.advance(3 * QUARTER_MS);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);
  expect(await subjectsIn(binh)).toEqual([]);
  expect(await recipient()).toMatchObject(held);
  const { rows: traced } = await sql<{ said: string }>`
    select said from mail_trace where event = 'held' and ref = (
      select id from outbox where mailbox_id = ${an.mailbox} and message_id = ${queued})`.execute(
    server.context.db,
  );
  expect(traced).toEqual([{ said: 'The sender is suspended' }]);
  expect(await rcpt(an.email)).toBe(250);
  const held_messages = async () => {
    const owner = await server.signIn(lanAnh.email);
    return (await owner.showAnyPerson({ params: { id: an.email } })).data.held_messages;
  };
  expect(await held_messages()).toBe(2);

  expect((await suspend(an, { sending: false })).suspended).toEqual([]);
  expect(await held_messages()).toBe(0);
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual([
    'queued@elsewhere.example',
    'scheduled@elsewhere.example',
  ]);
  expect(await subjectsIn(binh)).toEqual(['Hợp đồng']);
  const log = (await an.client.listOwnAuditLog({ query: {} })).data.map(({ act, after }) => [act, after]);
  expect(log.slice(0, 2)).toEqual([
    ['restored', 'sending'],
    ['suspended', 'sending'],
  ]);
});

const dayAfter = ({ clock }: TestServer) => new Date(clock.now() + 36 * 3_600_000).toISOString().slice(0, 10);

test('AU-19 what is planned is counted for who gives sending back, and is drafts again if they cancel it', async () => {
  const { id: once } = await writeDraft(an, ['scheduled@elsewhere.example']);
  const timestamp = Math.floor(server.clock.now() / 1000) + 86_400;
  await an.client.scheduleMail({ body: { msg_id: once, timestamp } });
  const { id: daily } = await writeDraft(an, ['daily@elsewhere.example']);
  await an.client.sendPeriodically({
    body: { msg_id: daily, period: { by_days: 1 }, time_send: '08:00', start_day: dayAfter(server) },
  });
  await suspend(an, { sending: true });
  const owner = await server.signIn(lanAnh.email);
  const params = { id: an.email };
  const planned = async () => (await owner.showAnyPerson({ params })).data;
  expect(await planned()).toMatchObject({ held_messages: 0, planned_messages: 2 });
  await expect(an.client.cancelPlannedMail({ params })).rejects.toMatchObject({ status: 403 });
  expect((await owner.cancelPlannedMail({ params })).data).toEqual({ ended: 2, more: false });
  expect((await owner.cancelPlannedMail({ params })).data).toEqual({ ended: 0, more: false });
  expect(await planned()).toMatchObject({ planned_messages: 0 });
  await suspend(an, { sending: false });
  await server.clock.advance(2 * 86_400_000);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);
  expect((await readMail(an, once)).draft).toBeTruthy();
  const log = (await an.client.listOwnAuditLog({ query: {} })).data.map(({ act, after }) => [act, after]);
  expect(log.slice(0, 2)).toEqual([
    ['restored', 'sending'],
    ['planned_mail_cancelled', '2'],
  ]);
});

test('AU-5 what the suspension holds while its end waits for its turn leaves with the rest', async () => {
  const { db } = server.context;
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  await send(an, [OUTSIDE]);
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  await suspend(an, { sending: true });
  let restored: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await sql`select from mailboxes where id = ${an.mailbox} for share`.execute(tx);
    restored = suspend(an, { sending: false });
    await untilWaiting(db, 1);
    await server.clock.advance(5_000);
    await sql`update outbox_recipients set state = 'held', next_at = null,
      held_at = ${Math.floor(server.clock.now() / 1000)} where mailbox_id = ${an.mailbox}`.execute(tx);
  });
  await restored;
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(1);
});

test('AU-5 what an administrator holds by itself stays held when sending is given back', async () => {
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  await send(an, [OUTSIDE]);
  await runJobsUntilIdle(server.context);
  await sql`update outbox_recipients set state = 'held', held_at = ${Math.floor(server.clock.now() / 1000)}
    where mailbox_id = ${an.mailbox}`.execute(server.context.db);
  trap.refuseRecipient(() => null);
  await server.clock.advance(QUARTER_MS);
  await suspend(an, { sending: true });
  await suspend(an, { sending: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);
});

test('AU-5 nor does it leave where they held it during the suspension', async () => {
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  await send(an, [OUTSIDE]);
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  await suspend(an, { sending: true });
  const act = { now: Math.floor(server.clock.now() / 1000), after: null, limit: 10, reply: '' };
  const filter = { mailboxId: an.mailbox };
  const actOn = (what: 'hold' | 'release') =>
    inTransaction(server.context.db, (tx) => actOnBatch(tx, what, filter, act));
  expect(await actOn('hold')).toMatchObject([{ moved: true }]);
  await suspend(an, { sending: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);
  // Released, then held by the next suspension, it is sent when that ends.
  await actOn('release');
  await suspend(an, { sending: true });
  await server.clock.advance(QUARTER_MS);
  await runJobsUntilIdle(server.context);
  await suspend(an, { sending: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(1);
});

test('AU-5 mail to whose receiving is suspended is answered “later”, waits among colleagues, and comes afterwards', async () => {
  const binh = await newPerson(server);
  await suspend(an, { receiving: true });
  expect(await rcpt(an.email)).toBe(450);
  await send(binh, [an.email]);
  // They sign in and send meanwhile.
  await send(an, [OUTSIDE]);
  await server.clock.advance(60_000);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(1);
  expect(await subjectsIn(an)).toEqual([]);
  await server.clock.advance(QUARTER_MS);
  await runJobsUntilIdle(server.context);
  const { rows: traced } = await sql<{ recipient: string; code: number; said: string }>`
    select recipient, code, said from mail_trace where event = 'deferred' and ref in (
      select id from outbox where mailbox_id = ${binh.mailbox})`.execute(server.context.db);
  const said = 'Mailbox does not take mail for now, try again later';
  expect(traced).toEqual([{ recipient: an.email, code: 450, said }]);

  await suspend(an, { receiving: false });
  await server.clock.advance(QUARTER_MS);
  await runJobsUntilIdle(server.context);
  expect(await subjectsIn(an)).toEqual(['Hợp đồng']);
  expect(await rcpt(an.email)).toBe(250);

  await suspend(an, { receiving: true });
  await send(binh, [an.email]);
  await runJobsUntilIdle(server.context);
  await sql`update outbox set due_at = due_at - 6 * 86400 where mailbox_id = ${binh.mailbox}`.execute(
    server.context.db,
  );
  await server.clock.advance(QUARTER_MS);
  await runJobsUntilIdle(server.context);
  expect(await subjectsIn(binh)).toHaveLength(1);
});

test('AU-5 the kinds are set together at the command line; who may not sign in still gets mail', async () => {
  const set = async (...args: string[]) => {
    const input = { context: server.context, args: [an.email, ...args], out: { write: () => undefined } };
    await setUser.run(input as unknown as Parameters<typeof setUser.run>[0]);
    const owner = await server.signIn(lanAnh.email);
    return (await owner.listPeople({ query: { search: an.email } })).data[0]?.suspended;
  };
  expect(await set('suspend=sign_in')).toEqual(['sign_in']);
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ code: 'account_suspended' });
  expect(await rcpt(an.email)).toBe(250);
  expect(await set('suspend=sending,receiving')).toEqual(['sending', 'receiving']);
  expect(await set('active=0')).toEqual(['sign_in', 'sending', 'receiving']);
  expect(await set('suspend=none')).toEqual([]);
  await expect(set('suspend=reading')).rejects.toThrow("all or none, not 'reading'");
});

test('AU-5 a suspended domain signs nobody in and sends nothing, its mail waits elsewhere, and all goes on when it is resumed', async () => {
  await createDomain(server.context, 'ngung.example', true);
  const chu = await newPerson(server, { domain: 'ngung.example', kind: 'owner' });
  const vien = await newPerson(server, { domain: 'ngung.example' });
  const domain = { id: await idOfDomain('ngung.example'), name: 'ngung.example' };
  const set = (suspended: string | null) =>
    changeDomain(server.context, domain, { suspended }, commandLine());
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  await send(chu, [OUTSIDE]);
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  const { id: msg_id } = await writeDraft(chu, ['scheduled@elsewhere.example']);
  const timestamp = Math.floor(server.clock.now() / 1000) + 600;
  await chu.client.scheduleMail({ body: { msg_id, timestamp } });

  await set('Chưa thanh toán');
  await vi.waitFor(() =>
    expect(chu.client.getUserInfo({})).rejects.toMatchObject({ code: 'account_suspended' }),
  );
  const signIn = (who: NewPerson, password = lanAnh.password) =>
    signedInClient(server.baseUrl, { email: who.email, password });
  const code = 'account_suspended';
  const details = { of: 'domain', reason: 'Chưa thanh toán' };
  await expect(signIn(chu)).rejects.toMatchObject({ code, details });
  await expect(signIn(vien)).rejects.toHaveProperty('details', { of: 'domain' });
  await expect(signIn(chu, 'sai mật khẩu')).rejects.toMatchObject({
    code: 'invalid_credentials',
    details: {},
  });
  expect(await rcpt(chu.email)).toBe(450);
  await send(an, [chu.email]);
  await server.clock.advance(3 * QUARTER_MS);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);
  const { rows: traced } = await sql<{ said: string }>`
    select said from mail_trace where event = 'held' and ref in (
      select id from outbox where mailbox_id = ${chu.mailbox})`.execute(server.context.db);
  expect(traced).toEqual([{ said: 'The domain of the sender is suspended' }]);
  // Others are not affected.
  expect(await rcpt(an.email)).toBe(250);

  await set(null);
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual(
    [OUTSIDE, 'scheduled@elsewhere.example'].sort(),
  );
  await server.clock.advance(QUARTER_MS);
  await runJobsUntilIdle(server.context);
  expect(await subjectsIn(chu)).toEqual(['Hợp đồng']);
  expect(await rcpt(chu.email)).toBe(250);
  const { rows: log } = await sql<{ before: string; after: string }>`
    select before, after from audit_log where domain_id = ${domain.id} and act = 'domain_changed' order by id`.execute(
    server.context.db,
  );
  expect(log).toEqual([
    { before: 'suspended=none', after: 'suspended=Chưa thanh toán' },
    { before: 'suspended=Chưa thanh toán', after: 'suspended=none' },
  ]);
});

test('AU-5 of a person it is shown that their domain is suspended, and that what they send is held', async () => {
  await createDomain(server.context, 'vi-sao.example', true);
  const vien = await newPerson(server, { domain: 'vi-sao.example' });
  const { db } = server.context;
  await db.updateTable('mailboxes').set({ provider: true }).where('id', '=', an.mailbox).execute();
  await db
    .updateTable('sessions')
    .set({ method: 'password_and_code' })
    .where('mailbox_id', '=', an.mailbox)
    .execute();
  await server.clock.advance(60_000);
  const shown = async () => {
    const { data } = await an.client.showAnyPerson({ params: { id: vien.email } });
    return { domain_suspended: data.domain_suspended, held: data.held };
  };
  const printed = async () => {
    let said = '';
    const out = { write: (text: string) => (said += text) };
    await showUser.run({ context: server.context, args: [vien.email], out, err: out } as never);
    return said.split('\n').filter((line) => /^(domain_suspended|held)=/.test(line));
  };
  expect(await shown()).toEqual({ domain_suspended: false, held: false });
  expect(await printed()).toEqual(['domain_suspended=false', 'held=false']);
  const domain = { id: await idOfDomain('vi-sao.example'), name: 'vi-sao.example' };
  await changeDomain(server.context, domain, { suspended: 'Nợ cước' }, commandLine());
  expect(await shown()).toEqual({ domain_suspended: true, held: false });
  await inTransaction(db, (tx) => holdSender(tx, vien.mailbox, { at: 1, actor: '', reason: '' }));
  expect(await shown()).toEqual({ domain_suspended: true, held: true });
  expect(await printed()).toEqual(['domain_suspended=true', 'held=true']);
});

test('AU-5 what a suspension of the domain holds at its edges leaves with the rest', async () => {
  const { db } = server.context;
  const seconds = () => Math.floor(server.clock.now() / 1000);
  await createDomain(server.context, 'ria.example', true);
  const vien = await newPerson(server, { domain: 'ria.example' });
  const domain = { id: await idOfDomain('ria.example'), name: 'ria.example' };
  const set = (suspended: string | null) =>
    changeDomain(server.context, domain, { suspended }, commandLine());
  const holdAt = (tx: Tx, messageId: string, at: number) =>
    sql`update outbox_recipients r set state = 'held', next_at = null, held_at = ${at} from outbox o
      where o.mailbox_id = ${vien.mailbox} and o.message_id = ${messageId}
        and r.mailbox_id = ${vien.mailbox} and r.outbox_id = o.id`.execute(tx);
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  const [early, late] = [await send(vien, ['som@elsewhere.example']), await send(vien, [OUTSIDE])];
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);

  // A process that waits for the domain's row has read the clock before.
  const begun = seconds();
  await server.clock.advance(5_000);
  await set('Chưa thanh toán');
  await inTransaction(db, (tx) => holdAt(tx, early, begun));
  await server.clock.advance(QUARTER_MS);
  let resumed: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await sql`select from domains where id = ${domain.id} for share`.execute(tx);
    resumed = set(null);
    await untilWaiting(db, 1);
    await server.clock.advance(90_000);
    await holdAt(tx, late, seconds());
  });
  await resumed;
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual([OUTSIDE, 'som@elsewhere.example'].sort());
});

test('AU-5 only a provider suspends a domain, and none in which a provider is', async () => {
  const owner = await server.signIn(lanAnh.email);
  const body = { suspended: 'Nợ cước' };
  const refused = owner.changeDomain({ params: { domain: 'saomai.example' }, body });
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  await createDomain(server.context, 'nha-cung-cap.example', true);
  const boss = await newPerson(server, { domain: 'nha-cung-cap.example' });
  await sql`update mailboxes set provider = true where id = ${boss.mailbox}`.execute(server.context.db);
  const domain = { id: await idOfDomain('nha-cung-cap.example'), name: 'nha-cung-cap.example' };
  await expect(changeDomain(server.context, domain, body, commandLine())).rejects.toMatchObject({
    code: 'invalid_input',
  });
  const { data } = await owner.showDomain({ params: { domain: 'saomai.example' } });
  expect(data).toMatchObject({ active: true, suspended_at: null, suspended_reason: null });
});

async function idOfDomain(name: string): Promise<number> {
  return (await findDomainId(server.context.db, name)) as number;
}
