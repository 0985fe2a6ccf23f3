import { type GroupWriters, MOST_GROUP_MEMBERS } from '@bocau/contract/groups.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail, type SendResult } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';
import { createMailRules } from '../rules/mail-rules.ts';
import { distribute, MEMBERS_A_RUN } from './distribute.ts';

const DOMAIN = 'saomai.example';
const FRIEND = 'hung@doitac.example';
const OUTSIDE = 'ngoai@nha.example';
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let owner: SignedInClient;
let an: NewPerson;
let binh: NewPerson;
let chi: NewPerson;
let group: string;
let counter = 0;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    resolver: txtRecords({
      'doitac.example': SPF_FROM_HERE,
      '_dmarc.doitac.example': 'v=DMARC1; p=reject',
      'nha.example': SPF_FROM_HERE,
      '_dmarc.nha.example': 'v=DMARC1; p=reject',
    }),
  }));
});
afterAll(() => close());
beforeEach(async () => {
  // Time passes between the tests, and changes need a fresh proof.
  owner = await server.signIn(lanAnh.email);
  [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  trap.refuseRecipient(() => null);
  trap.messages.length = 0;
  group = await makeGroup('anyone', [an.email, binh.email]);
});

async function makeGroup(writers: GroupWriters, emails: string[], named: string[] = []): Promise<string> {
  counter += 1;
  const body = { local: `nhom${counter}`, name: 'Nhóm', writers, named };
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
  await addTo(data.email, emails);
  return data.email;
}

async function addTo(to: string, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  await owner.addGroupMembers({ params: { domain: DOMAIN, group: to }, body: { emails } });
}

const membersOf = async (of: string) =>
  (await owner.listGroupMembers({ params: { domain: DOMAIN, group: of }, query: {} })).data;

function mailFrom(from: string, subject: string, more: string[] = []): string {
  const fields = [
    `From: ${from}`,
    `Subject: ${subject}`,
    `Message-ID: <${encodeURIComponent(subject)}@doitac.example>`,
  ];
  return [...fields, ...more, '', 'Chào cả nhóm', ''].join('\r\n');
}

async function bring(to: string[], raw: string, from = FRIEND): Promise<SendResult> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const answer = await client.send({ from, to, raw });
  client.end();
  return answer;
}

const rcptOf = ({ recipients }: SendResult) => recipients.map(({ code, lines }) => `${code} ${lines[0]}`);
const answerOf = ({ message }: SendResult) => message.map(({ code, lines }) => `${code} ${lines[0]}`)[0];
const subjectsOf = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);
const idle = () => runJobsUntilIdle(server.context);

async function sendFrom(person: NewPerson, to: string[], subject: string): Promise<void> {
  const draft = await writeDraft(person, to, { subject });
  await person.client.sendMail({ body: { msg_id: draft.id } });
  await idle();
}

describe('members', () => {
  test('however many ways lead to a person, they have a message once; one who is gone or takes none has not', async () => {
    const inner = await makeGroup('named', [binh.email, chi.email]);
    const other = await makeGroup('anyone', [an.email, inner]);
    await addTo(group, [inner, other]);
    const dung = await newPerson(server);
    await addTo(inner, [dung.email]);
    await server.context.db
      .updateTable('mailboxes')
      .set({ receiving_suspended_at: 1 })
      .where('id', '=', dung.mailbox)
      .execute();
    const raw = mailFrom(FRIEND, 'Nhiều đường');
    expect(answerOf(await bring([group, other, an.email], raw))).toMatch(/^250/);
    await idle();
    // Brought again, as by a server that did not hear the answer.
    expect(answerOf(await bring([group, other, an.email], raw))).toMatch(/^250/);
    expect(await idle()).not.toContain('distribute_to_group');
    for (const person of [an, binh, chi]) expect(await subjectsOf(person)).toEqual(['Nhiều đường']);
    const copies = await server.context.db
      .selectFrom('messages')
      .select('mailbox_id')
      .where('mailbox_id', '=', dung.mailbox)
      .execute();
    expect(copies).toEqual([]);
  });

  test('have one source of one size, with the fields of a list; the trace names group and people', async () => {
    await bring([group], mailFrom(FRIEND, 'Một nguồn'));
    await idle();
    const rows = await server.context.db
      .selectFrom('messages')
      .select(['blob', 'size'])
      .where('mailbox_id', 'in', [an.mailbox, binh.mailbox])
      .execute();
    expect(rows.length).toBe(2);
    expect(new Set(rows.map(({ blob, size }) => `${blob?.toString('hex')} ${size}`)).size).toBe(1);
    const raw = await server.context.blobs.read(rows[0]?.blob?.toString('hex') as string);
    expect(raw.toString()).toMatch(
      new RegExp(`^Return-Path: .*\r\nList-Id: <${group.replace('@', '.')}>\r\n`),
    );
    expect(raw.toString()).not.toContain('List-Unsubscribe');
    const { rows: traced } = await sql<{ recipient: string; client: string }>`
      select recipient, client from mail_trace where message_id = ${`${encodeURIComponent('Một nguồn')}@doitac.example`} and event = 'received'
      order by recipient`.execute(server.context.db);
    expect(traced).toEqual(
      [
        { recipient: an.email, client: `group ${group}` },
        { recipient: binh.email, client: `group ${group}` },
        { recipient: group, client: 'smtp 127.0.0.1' },
      ].sort((one, other) => (one.recipient < other.recipient ? -1 : 1)),
    );
  });

  test('GO-7 of 5,000 elsewhere are all in the outbox, once, in pages over one source, also when a run is repeated', async () => {
    const { db } = server.context;
    const { id } = await db
      .selectFrom('groups')
      .select('id')
      .where('address', '=', group)
      .executeTakeFirstOrThrow();
    await sql`insert into group_members (group_id, address, added_at)
      select ${id}, 'khach' || lpad(n::text, 4, '0') || '@xa.example', 1
      from generate_series(1, ${MOST_GROUP_MEMBERS}) n`.execute(db);
    await bring([group], mailFrom(FRIEND, 'Nhiều người'));
    const [{ id: message } = { id: '' }] = await db
      .selectFrom('group_messages')
      .select('id')
      .where('group_id', '=', id)
      .execute();
    const deps = { ...server.context, mailRules: createMailRules(server.context) };
    const readDone = () =>
      db
        .selectFrom('group_messages')
        .select(['blob', 'finished_at', 'filed_to'])
        .where('id', '=', message)
        .executeTakeFirstOrThrow();
    let runs = 0;
    for (let done = await readDone(); done.finished_at === null; done = await readDone()) {
      // Twice at the same time, as by a worker that was thought to be dead.
      const both = [1, 2].map(() => distribute(deps, { id: message }, { lastAttempt: false }));
      await Promise.all(both);
      runs += 1;
    }
    expect(runs).toBe(1 + MOST_GROUP_MEMBERS / MEMBERS_A_RUN + 1);
    expect((await readDone()).blob).toBeNull();
    const { rows } = await sql`
      select count(*)::int as copies, count(distinct r.address)::int as members, count(distinct o.id)::int as pages,
        count(distinct o.blob)::int as sources
      from outbox_recipients r join outbox o on o.mailbox_id = r.mailbox_id and o.id = r.outbox_id
      where r.address like '%@xa.example'`.execute(db);
    const pages = MOST_GROUP_MEMBERS / MEMBERS_A_RUN;
    expect(rows).toEqual([{ copies: MOST_GROUP_MEMBERS, members: MOST_GROUP_MEMBERS, pages, sources: 1 }]);
    expect(await subjectsOf(an)).toEqual(['Nhiều người']);
    // Nobody needs to have them.
    await sql`delete from graphile_worker._private_jobs`.execute(db);
    await sql`update outbox set state = 'cancelled' where state = 'sending'`.execute(db);
  });
});

describe('who may write', () => {
  test('is judged before DATA, and reports are no mail to a group', async () => {
    const closed = await makeGroup('members', [an.email, FRIEND]);
    const byNobody = await bring([closed], mailFrom('la@khac.example', 'x'), 'la@khac.example');
    expect(rcptOf(byNobody)).toEqual([expect.stringMatching(/^550 5\.7\.2 /)]);
    expect(rcptOf(await bring([closed, group], mailFrom(FRIEND, 'x'), ''))).toEqual([
      expect.stringMatching(/^550 5\.7\.2 /),
      expect.stringMatching(/^550 5\.7\.2 /),
    ]);
    expect(rcptOf(await bring([`khong.co.${closed}`], mailFrom(FRIEND, 'x')))).toEqual([
      expect.stringMatching(/^550 5\.1\.1 /),
    ]);
  });

  test('tells nobody outside at RCPT who is a member, and after DATA one thing to all others', async () => {
    const closed = await makeGroup('members', [an.email, FRIEND]);
    const named = await makeGroup('named', [], [FRIEND]);
    const inside = await makeGroup('domain', []);
    const isMember = async (to: string, from: string) => {
      const { recipients, message } = await bring(
        [to],
        mailFrom('ai.do@khac.example', crypto.randomUUID()),
        from,
      );
      return [recipients, message].flatMap((answers) => answers.map(({ code, lines }) => `${code} ${lines}`));
    };
    for (const [to, from, other] of [
      [closed, FRIEND, 'la@doitac.example'],
      [closed, an.email, 'khong.co@saomai.example'],
      [closed, an.email, chi.email],
      [named, FRIEND, 'la@doitac.example'],
      [inside, an.email, 'khong.co@saomai.example'],
    ] as const) {
      const answers = await isMember(to, from);
      expect(answers).toEqual([expect.stringMatching(/^250/), expect.stringMatching(/^550 5\.7\.2/)]);
      expect(await isMember(to, other)).toEqual(answers);
    }
    const stranger = mailFrom('la@doitac.example', 'Thật mà lạ');
    const proven = await bring([closed], stranger, 'la@doitac.example');
    expect(answerOf(proven)).toBe((await isMember(closed, FRIEND))[1]);
  });

  test('by a proven author, as anybody can write an envelope', async () => {
    const closed = await makeGroup('members', [an.email, FRIEND]);
    const forged = mailFrom('ai.do@khac.example', 'Giả');
    expect(answerOf(await bring([closed], forged))).toMatch(/^550 5\.7\.2 /);
    expect(answerOf(await bring([closed], mailFrom(FRIEND, 'Thật')))).toMatch(/^250/);
    await idle();
    expect(await subjectsOf(an)).toEqual(['Thật']);
    const named = await makeGroup('named', [an.email], [FRIEND]);
    expect(answerOf(await bring([named], mailFrom(FRIEND, 'Có tên')))).toMatch(/^250/);
    const inside = await makeGroup('domain', [an.email]);
    expect(rcptOf(await bring([inside], mailFrom(FRIEND, 'x')))[0]).toMatch(/^550 5\.7\.2 /);
  });

  test('holds for people here, who hear that a message did not go', async () => {
    const closed = await makeGroup('members', [an.email, FRIEND]);
    await sendFrom(an, [closed], 'Từ thành viên');
    expect(await subjectsOf(an)).toEqual(['Từ thành viên']);
    await sendFrom(chi, [closed, group], 'Từ người khác');
    expect(await subjectsOf(an)).toEqual(expect.arrayContaining(['Từ thành viên', 'Từ người khác']));
    expect((await subjectsOf(an)).length).toBe(2);
    expect((await mailIn(chi, 'INBOX'))[0]?.body).toContain('5.7.2');
  });
});

describe('from somebody here', () => {
  test('to a group and a member of it the member has one copy, as of a proven sender', async () => {
    await sendFrom(chi, [group, an.email], 'Cả hai');
    for (const person of [an, binh]) expect(await subjectsOf(person)).toEqual(['Cả hai']);
    const [message] = await mailIn(binh, 'INBOX');
    expect(message?.from).toMatchObject({ email: chi.email });
  });
});

describe('members elsewhere', () => {
  test('get it with a way out, and leave by it', async () => {
    await addTo(group, [OUTSIDE]);
    await bring([group], mailFrom(FRIEND, 'Ra ngoài'));
    await idle();
    const [sent] = trap.messages;
    expect(sent?.to).toEqual([OUTSIDE]);
    expect(sent?.from).toMatch(new RegExp(`^grp\\+.*@${DOMAIN}$`));
    const text = sent?.raw.toString() ?? '';
    const leave = group.replace('@', '+leave@');
    expect(text).toMatch(/^List-Unsubscribe: <http:[^>]+>,\r\n <mailto:/m);
    expect(text).toContain(`<mailto:${leave}?subject=leave>`);
    expect(text).toContain(`List-Id: <${group.replace('@', '.')}>`);
    expect(text).not.toContain('Return-Path');
    expect(answerOf(await bring([leave], mailFrom('ai@khac.example', 'x'), 'ai@khac.example'))).toMatch(
      /^550/,
    );
    expect((await membersOf(group)).length).toBe(3);
    expect(answerOf(await bring([leave], mailFrom(OUTSIDE, 'leave'), OUTSIDE))).toMatch(/^250/);
    expect((await membersOf(group)).map(({ email }) => email)).not.toContain(OUTSIDE);
  });

  test('have one copy, also of a message to two of their groups and to themselves', async () => {
    const other = await makeGroup('anyone', [OUTSIDE, 'khac@nha.example']);
    await addTo(group, [OUTSIDE]);
    await bring([group, other], mailFrom(FRIEND, 'Hai nhóm'));
    await idle();
    expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual(['khac@nha.example', OUTSIDE]);
    trap.messages.length = 0;
    await sendFrom(chi, [group, other, OUTSIDE], 'Và riêng');
    expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual(['khac@nha.example', OUTSIDE]);
  });

  describe('that lose mail', () => {
    const OTHER = 'khac@nha.example';
    const report = (lost: string, note = '') =>
      [
        'From: MAILER-DAEMON@nha.example',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        ...['--b', 'Content-Type: text/plain', '', note],
        ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.nha.example', ''],
        ...[`Final-Recipient: rfc822; ${lost}`, 'Action: failed', 'Status: 5.1.1', ''],
        ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${crypto.randomUUID()}@x.example>`],
        ...['', '--b--', ''],
      ].join('\r\n');
    const suspended = async () =>
      (await membersOf(group)).filter(({ suspended_at: at }) => at !== null).map(({ email }) => email);
    const returned = async (to: string, raw: string) => answerOf(await bring([to], raw, ''));

    /** The envelope senders of the copies of so many messages. */
    async function returnAddresses(count: number, subject: string): Promise<Record<string, string[]>> {
      trap.messages.length = 0;
      for (let i = 0; i < count; i++) await bring([group], mailFrom(FRIEND, `${subject} ${i}`));
      await idle();
      const of = (member: string) =>
        trap.messages.filter(({ to }) => to.join() === member).map(({ from }) => from as string);
      return { [OUTSIDE]: of(OUTSIDE), [OTHER]: of(OTHER) };
    }

    test('GO-6 are suspended after five messages within a week, their keepers are told, and adding them again helps', async () => {
      await addTo(group, [OUTSIDE, OTHER]);
      trap.refuseRecipient((address) => (address === OUTSIDE ? '550 5.1.1 no such user' : null));
      for (let i = 0; i < 3; i++) await bring([group], mailFrom(FRIEND, `Trả lại ${i}`));
      await idle();
      trap.refuseRecipient(() => null);
      const { [OUTSIDE]: own = [] } = await returnAddresses(2, 'Báo sau');
      const [first = '', second = ''] = own;
      server.clock.pass(6 * 24 * 3600_000);
      // Doubled: the same report again, and another one about the same message.
      const once = report(OUTSIDE);
      for (const raw of [once, once, report(OUTSIDE, 'Lần nữa')]) {
        expect(await returned(first, raw)).toMatch(/^250/);
        expect(await suspended()).toEqual([]);
      }
      expect(await returned(second, report(OUTSIDE))).toMatch(/^250/);
      expect(await suspended()).toEqual([OUTSIDE]);
      await returnAddresses(1, 'Sau đó');
      expect(trap.messages.flatMap(({ to }) => to)).toEqual([OTHER]);
      const { rows: skipped } = await sql`
        select recipient, client from mail_trace where event = 'discarded' and recipient = ${OUTSIDE}`.execute(
        server.context.db,
      );
      expect(skipped).toEqual([{ recipient: OUTSIDE, client: `group ${group}` }]);
      server.clock.pass(120_000);
      await idle();
      const notices = await sql<{ count: number }>`
        select count(*)::int from messages m join mailboxes p on p.id = m.mailbox_id
        where p.email = ${lanAnh.email} and m.subject like ${`%${group}%`}`.execute(server.context.db);
      expect(notices.rows).toEqual([{ count: 1 }]);
      owner = await server.signIn(lanAnh.email);
      await addTo(group, [OUTSIDE]);
      expect(await suspended()).toEqual([]);
      // What was counted before counts no more.
      expect(await returned(second, report(OUTSIDE, 'Muộn'))).toMatch(/^250/);
      await returnAddresses(1, 'Trở lại');
      expect(trap.messages.flatMap(({ to }) => to).sort()).toEqual([OTHER, OUTSIDE]);
      expect(await suspended()).toEqual([]);
    });

    test('GO-6 are reported by who had their copy alone', async () => {
      await addTo(group, [OUTSIDE, OTHER]);
      const addresses = await returnAddresses(6, 'Của riêng');
      const [first = '', ...more] = addresses[OUTSIDE] ?? [];
      expect(new Set([...(addresses[OUTSIDE] ?? []), ...(addresses[OTHER] ?? [])]).size).toBe(12);
      // Another member, and one's own copy of one message for all.
      for (const to of [first, ...more]) expect(await returned(to, report(OTHER))).toMatch(/^250/);
      for (let i = 0; i < 6; i++) expect(await returned(first, report(OUTSIDE))).toMatch(/^250/);
      expect(await suspended()).toEqual([]);
      const guesses = [first.replace(/.{5}@/, '00000@'), first.replace(/-[^-]+@/, '@')];
      for (const guessed of guesses)
        expect(rcptOf(await bring([guessed], report(OUTSIDE), ''))[0]).toMatch(/^550/);
      server.clock.pass(15 * 24 * 3600_000);
      expect(rcptOf(await bring([first], report(OUTSIDE), ''))[0]).toMatch(/^550/);
    });

    test('GO-6 have one envelope sender for every try at one message', async () => {
      await addTo(group, [OUTSIDE]);
      trap.hangUp('before-answer');
      await bring([group], mailFrom(FRIEND, 'Thử lại'));
      await idle();
      trap.hangUp(null);
      server.clock.pass(2 * 24 * 3600_000);
      await idle();
      expect(trap.messages.length).toBe(2);
      expect(new Set(trap.messages.map(({ from }) => from)).size).toBe(1);
    });
  });
});

describe('loops', () => {
  test('end where the message was in the group before', async () => {
    await addTo(group, [OUTSIDE]);
    await bring([group], mailFrom(FRIEND, 'Vòng'));
    await idle();
    const back = trap.messages[0]?.raw.toString() as string;
    expect(answerOf(await bring([group], back, OUTSIDE))).toMatch(/^554 5\.4\.6/);
    await idle();
    expect(await subjectsOf(an)).toEqual(['Vòng']);
  });

  test('end in a circle of groups that got into the tables', async () => {
    const other = await makeGroup('anyone', [group, chi.email]);
    await sql`insert into group_members (group_id, address, member_group_id, added_at)
      select g.id, ${other}, o.id, 1 from groups g, groups o where g.address = ${group} and o.address = ${other}`.execute(
      server.context.db,
    );
    await bring([group], mailFrom(FRIEND, 'Vòng tròn'));
    await idle();
    for (const person of [an, binh, chi]) expect(await subjectsOf(person)).toEqual(['Vòng tròn']);
  });
});

test('GR-10 mail between two people waits for no group', () => {
  expect(distributeTask.lane).toBe('groups');
});
