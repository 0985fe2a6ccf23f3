import type { TracedWithCopies } from '@bocau/contract/admin-mail.ts';
import type { GroupStrangers } from '@bocau/contract/groups.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { distribute, MEMBERS_A_RUN } from '../features/groups/distribute.ts';
import { createMailRules } from '../features/rules/mail-rules.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import type { SignedInClient } from '../test-kit/signed-in-client.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../test-kit/smtp-trap.ts';
import type { TestServer } from '../test-kit/start-server.ts';
import { startWithTrap } from '../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../test-kit/txt-records.ts';
import { addToken } from './token.ts';
import { trace } from './trace.ts';
import type { OfGroup } from './trace-groups.ts';

const DOMAIN = 'saomai.example';
const FRIEND = 'hung@doitac.example';
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let owner: SignedInClient;
let an: NewPerson;
let binh: NewPerson;
let group: string;
let counter = 0;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    resolver: txtRecords({
      'doitac.example': SPF_FROM_HERE,
      '_dmarc.doitac.example': 'v=DMARC1; p=reject',
    }),
  }));
});
afterAll(() => close());
beforeEach(async () => {
  owner = await server.signIn(lanAnh.email);
  [an, binh] = [await newPerson(server), await newPerson(server)];
  trap.refuseRecipient(() => null);
  trap.messages.length = 0;
  group = await makeGroup('anyone', 'refused');
});

async function makeGroup(writers: 'anyone' | 'members', strangers: GroupStrangers): Promise<string> {
  counter += 1;
  const body = { local: `vet${counter}`, name: 'Nhóm', writers };
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
  await owner.changeGroup({ params: { domain: DOMAIN, group: data.email }, body: { strangers } });
  return data.email;
}

const addTo = (to: string, emails: string[]) =>
  owner.addGroupMembers({ params: { domain: DOMAIN, group: to }, body: { emails } });

async function bring(subject: string, ...to: string[]): Promise<void> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const id = `Message-ID: <${crypto.randomUUID()}@doitac.example>`;
  const raw = [`From: ${FRIEND}`, `Subject: ${subject}`, id, '', 'Chào', ''].join('\r\n');
  const { message } = await client.send({ from: FRIEND, to, raw });
  expect(message.map(({ code }) => code)).toEqual([250]);
  client.end();
}

/** As the console asks. */
async function asked(query: Record<string, string>): Promise<TracedWithCopies[]> {
  let token = '';
  const out = { write: (text: string) => (token += text) };
  const args = ['--name', crypto.randomUUID(), '--scope', 'mail:read'];
  await addToken.run({ context: server.context, args, out, err: out } as never);
  const path = `/api/admin/v1/trace?${new URLSearchParams(query)}`;
  const answer = await fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${token.trim()}` } });
  return ((await answer.json()) as { data: TracedWithCopies[] }).data;
}

async function printed(...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  expect(await trace.run({ context: server.context, args, out, err: out } as never)).toBe(0);
  return said;
}

async function expanded(to: string): Promise<OfGroup> {
  const events: OfGroup[] = JSON.parse(await printed('--to', to, '--json'));
  const [found, ...more] = events.filter(({ expansion, waits }) => expansion ?? waits);
  expect(more).toEqual([]);
  return found ?? {};
}

const NOBODY = { sent: 0, waiting: 0, held: 0, failed: 0, unclear: 0, suspended: 0, not_begun: 0 };

test('GR-61 a message to a group is traced through its copies, from those that wait to those that were refused', async () => {
  const inner = await makeGroup('anyone', 'refused');
  await addTo(inner, [binh.email, an.email]);
  await addTo(group, [
    an.email,
    inner,
    'duoc@xa.example',
    'sai@xa.example',
    'cho@xa.example',
    'ngung@xa.example',
  ]);
  await sql`update group_members set suspended_at = 1 where address = 'ngung@xa.example'`.execute(
    server.context.db,
  );
  trap.refuseRecipient((to) =>
    to.startsWith('sai') ? '550 5.1.1 No such user' : to.startsWith('cho') ? '451 4.7.1 Greylisted' : null,
  );
  await bring('Đang chờ', group);
  expect((await expanded(group)).expansion).toEqual({
    finished_at: null,
    kept_here: null,
    people: { filed: 0, known: 0, refused: 0, waiting: 2 },
    elsewhere: { ...NOBODY, suspended: 1, not_begun: 3 },
    reasons: [],
  });
  await runJobsUntilIdle(server.context);
  const { expansion } = await expanded(group);
  expect(expansion).toMatchObject({
    finished_at: expect.any(Number),
    people: { filed: 2, known: 0, refused: 0, waiting: 0 },
    elsewhere: { ...NOBODY, sent: 1, waiting: 1, failed: 1, suspended: 1 },
  });
  expect(expansion?.reasons).toEqual([
    expect.objectContaining({ event: 'failed', code: 550, count: 1 }),
    expect.objectContaining({ event: 'waiting', code: 451, count: 1 }),
  ]);
  const said = await printed('--to', group);
  expect(said).toContain(
    '\n    distributed; people: 2 filed; elsewhere: 1 sent, 1 waiting, 1 failed, 1 suspended\n',
  );
  expect(said).toMatch(/\n {4}1 failed {2}550 5\.1\.1 No such user\n/);
});

test('GR-84 the console has how far the copies have come of one message, and asks nothing of it for a list', async () => {
  await addTo(group, [an.email, 'sai@xa.example']);
  trap.refuseRecipient(() => '550 5.1.1 No such user');
  await bring('Vào bảng quản trị', group);
  await runJobsUntilIdle(server.context);
  const [listed] = await asked({ recipient: group });
  expect(listed).toMatchObject({ event: 'received', folder: null, copies: null });
  const path = await asked({ message: listed?.message_id ?? '' });
  const { expansion } = await expanded(group);
  expect(expansion).toMatchObject({ people: { filed: 1 }, elsewhere: { failed: 1 } });
  expect(path.find(({ recipient }) => recipient === group)?.copies).toEqual(expansion);
  const copy = path.find(({ recipient }) => recipient === an.email);
  expect(copy).toMatchObject({ event: 'received', folder: 'INBOX', copies: null });
});

test('GR-61 held copies count, a full mailbox and who had the message already are told apart', async () => {
  await addTo(group, [an.email, binh.email, 'giu@cham.example']);
  await sql`insert into held_senders (mailbox_id, at, actor, reason)
    select id, 1, 'ops', 'busy' from mailboxes where kind = 'owner'`.execute(server.context.db);
  await sql`update mailbox_state set used_bytes = 1000000000000 where mailbox_id = ${binh.mailbox}`.execute(
    server.context.db,
  );
  await bring('Bị giữ', an.email, group);
  await runJobsUntilIdle(server.context);
  const { expansion } = await expanded(group);
  expect(expansion).toMatchObject({
    people: { filed: 0, known: 1, refused: 1, waiting: 0 },
    elsewhere: { ...NOBODY, held: 1 },
  });
  expect(expansion?.reasons).toEqual([expect.objectContaining({ event: 'mailbox_full', count: 1 })]);
  await sql`delete from held_senders`.execute(server.context.db);
});

test('GR-61 what waits for a keeper is said to wait, until it is decided', async () => {
  const closed = await makeGroup('members', 'held');
  await addTo(closed, [an.email]);
  await bring('Xin phép', closed);
  expect(await printed('--to', closed)).toContain('\n    waits for a keeper of the group\n');
  await runJobsUntilIdle(server.context);
  const params = { domain: DOMAIN, group: closed };
  const [held] = (await owner.listGroupHeld({ params })).data;
  await owner.decideGroupHeld({ params: { ...params, held: held?.id ?? '' }, body: { act: 'release' } });
  await runJobsUntilIdle(server.context);
  expect(await expanded(closed)).toMatchObject({ expansion: { people: { filed: 1 } } });
});

test('GR-61 pages of members elsewhere are counted whole, whoever of the domain carries them', async () => {
  const { db } = server.context;
  const members = MEMBERS_A_RUN * 2 + 10;
  await sql`insert into group_members (group_id, address, added_at)
    select g.id, 'khach' || lpad(n::text, 4, '0') || '@xa.example', 1
    from groups g, generate_series(1, ${members}) n where g.address = ${group}`.execute(db);
  await bring('Nhiều người', group);
  const { rows } = await sql<{ id: string }>`
    select m.id from group_messages m join groups g on g.id = m.group_id where g.address = ${group}`.execute(
    db,
  );
  const deps = { ...server.context, mailRules: createMailRules(server.context) };
  const runOnce = () => distribute(deps, { id: rows[0]?.id as string }, { lastAttempt: false });
  await runOnce();
  await runOnce();
  const whileRunning = (await expanded(group)).expansion?.elsewhere;
  expect(whileRunning).toEqual({ ...NOBODY, waiting: MEMBERS_A_RUN * 2, not_begun: 10 });
  const carriers = await sql`
    update mailboxes set sending_suspended_at = 1 where kind = 'owner' and id in (
      select mailbox_id from outbox where sender like 'grp+%' and state = 'sending') returning id`.execute(
    db,
  );
  expect(carriers.rows.length).toBe(1);
  await runOnce();
  expect((await expanded(group)).expansion?.elsewhere).toEqual({ ...NOBODY, waiting: members });
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await sql`update outbox set state = 'cancelled' where state = 'sending'`.execute(db);
});
