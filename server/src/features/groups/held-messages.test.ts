import { type ApiClient, createApiClient } from '@bocau/contract/client.ts';
import {
  HELD_DAYS,
  HELD_LINK_DAYS,
  HELD_LINK_LIMIT,
  HELD_TEXT,
  HELD_UNDO_MINUTES,
  MOST_HELD_OF_CLIENT,
  MOST_HELD_OF_DOMAIN,
  MOST_HELD_OF_ONE,
  MOST_HELD_UNPROVEN,
} from '@bocau/contract/held-messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../admin/set-user.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { expireHeld } from './expire-held.ts';
import { tellKeepers } from './tell-keepers.ts';

const DOMAIN = 'saomai.example';
const STRANGER = 'khach@doitac.example';
const HOUR = 3600_000;
let server: TestServer;
let close: () => Promise<void>;
let owner: SignedInClient;
let an: NewPerson;
let keeper: NewPerson;
let other: NewPerson;
let visitor: ApiClient;
let group: string;
let counter = 0;

beforeAll(async () => {
  ({ server, close } = await startWithTrap({
    resolver: txtRecords({
      'doitac.example': SPF_FROM_HERE,
      '_dmarc.doitac.example': 'v=DMARC1; p=reject',
      ...Object.fromEntries(
        ['ban.doitac.example', 'moi.doitac.example', 'khachthat.example', 'gmail.com'].flatMap((domain) => [
          [domain, SPF_FROM_HERE],
          [`_dmarc.${domain}`, 'v=DMARC1; p=none'],
        ]),
      ),
    }),
  }));
  visitor = createApiClient({ baseUrl: server.baseUrl, fetch });
});
afterAll(() => close());
beforeEach(async () => {
  // Time passes between the tests, and changes need a fresh proof.
  owner = await server.signIn(lanAnh.email);
  [an, keeper, other] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  counter += 1;
  const body = { local: `giu${counter}`, name: 'Nhóm', writers: 'members' as const };
  group = (await owner.addGroup({ params: { domain: DOMAIN }, body })).data.email;
  const params = { domain: DOMAIN, group };
  await owner.addGroupMembers({ params, body: { emails: [an.email] } });
  const keepers = [keeper.email, other.email];
  await owner.changeGroup({ params, body: { strangers: 'held', keepers } });
});

function mailFrom(from: string, subject: string, more: string[] = []): string {
  const fields = [
    `From: Khách <${from}>`,
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@x.example>`,
  ];
  return [...fields, ...more, '', 'Chào nhóm', ''].join('\r\n');
}

async function bring(raw: string, from = STRANGER): Promise<string> {
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const answer = await client.send({ from, to: [group], raw });
  client.end();
  const [last] = answer.message.length > 0 ? answer.message : answer.recipients;
  return `${last?.code} ${last?.lines[0]}`;
}

const idle = () => runJobsUntilIdle(server.context);
const subjectsOf = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);
const heldOf = async (person: NewPerson) =>
  (await person.client.listHeldMessages({ params: { group } })).data;
const decide = (person: NewPerson, held: string, act: 'release' | 'refuse' | 'release_and_allow') =>
  person.client.decideHeldMessage({ params: { group, held }, body: { act } });
const traced = async (event: string) =>
  (
    await sql<{ said: string | null }>`
      select said from mail_trace where recipient = ${group} and event = ${event}`.execute(server.context.db)
  ).rows;

async function linkOf(person: NewPerson): Promise<string> {
  const [notice] = await mailIn(person, 'INBOX');
  return /\/held#([\w.-]+)/.exec(notice?.body ?? '')?.[1] ?? '';
}

describe('mail of who may not write', () => {
  test('GR-1 GR-3 waits, is released once by two keepers at once, and is brought again in vain', async () => {
    const raw = mailFrom(STRANGER, 'Xin chào');
    expect(await bring(raw)).toMatch(/^250/);
    expect(await bring(raw)).toMatch(/^250/);
    await idle();
    expect(await subjectsOf(an)).toEqual([]);
    const [held, ...more] = await heldOf(keeper);
    expect(more).toEqual([]);
    expect(held).toMatchObject({
      subject: 'Xin chào',
      from: { email: STRANGER, name: 'Khách' },
      proven: true,
    });
    expect((await keeper.client.listOwnGroups({ query: {} })).data).toMatchObject([
      { email: group, keeps: true, member: false, held: 1 },
    ]);
    const both = await Promise.all([
      decide(keeper, held?.id ?? '', 'release'),
      decide(other, held?.id ?? '', 'refuse'),
    ]);
    const [first, second] = both.map(({ data }) => data);
    expect([first?.done, second?.done].sort()).toEqual([false, true]);
    expect(first?.decision).toBe(second?.decision);
    expect(first?.decided_by).toBe(first?.done ? keeper.email : other.email);
    await idle();
    const reached = first?.decision === 'released' ? ['Xin chào'] : [];
    expect(await subjectsOf(an)).toEqual(reached);
    expect(await bring(raw)).toMatch(/^250/);
    await idle();
    expect(await subjectsOf(an)).toEqual(reached);
    expect(await heldOf(keeper)).toEqual([]);
    expect((await traced('held')).length).toBe(1);
    expect((await traced('repeated')).length).toBe(2);
  });

  test('GR-3 whose writer is allowed is held no more; each act is in the audit log', async () => {
    await bring(mailFrom(STRANGER, 'Lần một'));
    const [held] = await heldOf(keeper);
    await decide(keeper, held?.id ?? '', 'release_and_allow');
    await bring(mailFrom(STRANGER, 'Lần hai'));
    await bring(mailFrom('ai.do@khac.example', 'Người khác'));
    await idle();
    expect((await subjectsOf(an)).sort()).toEqual(['Lần hai', 'Lần một']);
    const [unproven] = await heldOf(keeper);
    expect(unproven).toMatchObject({ subject: 'Người khác', proven: false });
    const answer = await decide(keeper, unproven?.id ?? '', 'release_and_allow');
    expect(answer.data).toMatchObject({ done: true, decision: 'released', writer: 'unproven' });
    const { data } = await keeper.client.showKeptGroup({ params: { group } });
    expect(data.allowed).toEqual([STRANGER]);
    const log = await server.context.db
      .selectFrom('audit_log')
      .select(['act', 'actor', 'after'])
      .where('person', '=', group)
      .where('actor', '=', keeper.email)
      .orderBy('id')
      .execute();
    expect(log.map(({ act, after }) => `${act} ${after?.split(' ')[0]}`)).toEqual([
      `group_mail_released ${STRANGER}`,
      `group_writer_allowed ${STRANGER}`,
      'group_mail_released ai.do@khac.example',
    ]);
  });

  test('GR-40 several are decided in one call, and each is answered by itself', async () => {
    await bring(mailFrom(STRANGER, 'Một'));
    await bring(mailFrom(STRANGER, 'Hai'));
    await bring(mailFrom('ai.do@khac.example', 'Ba'));
    const waiting = await heldOf(keeper);
    const idOf = (subject: string) => waiting.find((held) => held.subject === subject)?.id ?? '';
    await decide(other, idOf('Hai'), 'refuse');
    const ids = [idOf('Một'), idOf('Hai'), idOf('Ba'), crypto.randomUUID(), 'không phải', idOf('Một')];
    const act = 'release_and_allow';
    const { data } = await keeper.client.decideHeldMessages({ params: { group }, body: { ids, act } });
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(data.map(({ message }) => message)).toMatchObject([
      { done: true, decision: 'released', writer: 'allowed' },
      { done: false, decision: 'refused', decided_by: other.email, writer: null },
      { done: true, decision: 'released', writer: 'unproven' },
      null,
      null,
    ]);
    await idle();
    expect((await subjectsOf(an)).sort()).toEqual(['Ba', 'Một']);
    const stranger = await newPerson(server);
    const body = { ids: [idOf('Một')], act: 'refuse' as const };
    expect((await refusalOf(stranger.client.decideHeldMessages({ params: { group }, body }))).code).toBe(
      'not_found',
    );
    expect((await refusalOf(an.client.decideHeldMessages({ params: { group }, body }))).code).toBe(
      'forbidden',
    );
    const params = { domain: DOMAIN, group };
    expect((await owner.decideManyGroupHeld({ params, body })).data).toMatchObject([
      { message: { done: false, decided_by: keeper.email } },
    ]);
  });

  test('GR-40 what was dropped is put back within the hour, and is gone after the night', async () => {
    await bring(mailFrom(STRANGER, 'Bỏ nhầm'));
    await bring(mailFrom(STRANGER, 'Đã chuyển'));
    const waiting = await heldOf(keeper);
    const [first, second] = ['Bỏ nhầm', 'Đã chuyển'].map(
      (subject) => waiting.find((held) => held.subject === subject)?.id ?? '',
    ) as [string, string];
    const putBack = async (person: NewPerson) => {
      const body = { ids: [first, second], act: 'wait' as const };
      const { data } = await person.client.decideHeldMessages({ params: { group }, body });
      return data.map(({ message }) => message?.done);
    };
    await decide(keeper, first, 'refuse');
    await decide(keeper, second, 'release');
    expect(await heldOf(keeper)).toEqual([]);
    expect(await putBack(other)).toEqual([true, false]);
    expect(await putBack(keeper)).toEqual([false, false]);
    expect(await heldOf(keeper)).toEqual(waiting.filter(({ id }) => id === first));
    expect((await traced('held')).map(({ said }) => said)).toContain(`put back by ${other.email}`);
    await decide(keeper, first, 'refuse');
    const clean = () => expireHeld(server.context, new AbortController().signal);
    const sources = async () =>
      (await sql`select from group_held where id = ${first} and blob is not null`.execute(server.context.db))
        .rows.length;
    await clean();
    expect(await sources()).toBe(1);
    server.clock.pass((HELD_UNDO_MINUTES + 1) * 60_000);
    expect(await putBack(keeper)).toEqual([false, false]);
    await clean();
    expect(await sources()).toBe(0);
    const facts = await sql<{ facts: object }>`select facts from group_held where id = ${first}`.execute(
      server.context.db,
    );
    expect(facts.rows[0]?.facts).not.toHaveProperty('excerpt');
  });

  test('GR-1 of somebody here waits too, and its sender hears of no failure; dropped, it is traced', async () => {
    const chi = await newPerson(server);
    const draft = await writeDraft(chi, [group], { subject: 'Từ đồng nghiệp' });
    await chi.client.sendMail({ body: { msg_id: draft.id } });
    await idle();
    const [held] = await heldOf(keeper);
    expect(held).toMatchObject({ subject: 'Từ đồng nghiệp', from: { email: chi.email }, proven: true });
    expect((await decide(keeper, held?.id ?? '', 'refuse')).data).toMatchObject({
      done: true,
      decision: 'refused',
    });
    await idle();
    expect([await subjectsOf(an), await subjectsOf(chi)]).toEqual([[], []]);
    expect(await traced('discarded')).toEqual([{ said: `by ${keeper.email}` }]);
  });

  test.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated',
    'Precedence: bulk',
    'Precedence: junk',
    'X-Autoreply: yes',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
  ])('GR-2 is refused where a program wrote it: %s', async (field) => {
    expect(await bring(mailFrom(STRANGER, 'Tự động', [field]))).toMatch(/^550 5\.7\.2/);
    expect(await bring(mailFrom(STRANGER, 'Người viết', ['Auto-Submitted: no']))).toMatch(/^250/);
    expect((await heldOf(keeper)).map(({ subject }) => subject)).toEqual(['Người viết']);
  });

  test('GR-2 is refused where it is a report, forged, or too much of one sender', async () => {
    expect(await bring(mailFrom(STRANGER, 'Báo cáo'), '')).toMatch(/^550 5\.7\.2/);
    expect(await bring(mailFrom(lanAnh.email, 'Giả danh'), STRANGER)).toMatch(/^550 5\.7\.2/);
    for (let i = 0; i < MOST_HELD_OF_ONE; i++)
      expect(await bring(mailFrom(STRANGER, `${i}`))).toMatch(/^250/);
    expect(await bring(mailFrom(STRANGER, 'Quá nhiều'))).toMatch(/^452 4\.2\.2/);
    expect(await bring(mailFrom('ai@khac.example', 'Người khác'), 'ai@khac.example')).toMatch(/^250/);
    expect((await heldOf(keeper)).length).toBe(MOST_HELD_OF_ONE + 1);
  });
});

test('GR-2 of invented senders fills no more than its share, so that proven ones are held still', async () => {
  const invented = (n: number) => bring(mailFrom(`ai${n}@khac.example`, `${n}`), `ai${n}@khac.example`);
  for (let n = 0; n < MOST_HELD_OF_CLIENT; n++) expect(await invented(n)).toMatch(/^250/);
  expect(await invented(99)).toMatch(/^452 4\.2\.2/);
  expect(await bring(mailFrom(STRANGER, 'Thật'))).toMatch(/^250/);
  const { db } = server.context;
  // From other addresses.
  await sql`update group_held set client = 'smtp 192.0.2.1' where not proven`.execute(db);
  expect(await invented(100)).toMatch(/^250/);
  await sql`
    insert into group_held (id, group_id, delivery_key, blob, size, envelope_sender, author, author_name, subject, proven,
      client, facts, received_at)
    select gen_random_uuid(), h.group_id, decode(md5(n::text || h.group_id), 'hex'), h.blob, 1, n || '@x.example', 'a', '', '', false,
      'smtp 192.0.2.' || n, '{}', h.received_at
    from (select h.* from group_held h join groups g on g.id = h.group_id where g.address = ${group} limit 1) h, generate_series(1, ${MOST_HELD_UNPROVEN}) n`.execute(
    db,
  );
  expect(await invented(101)).toMatch(/^452 4\.2\.2/);
  expect(await bring(mailFrom(STRANGER, 'Vẫn nhận'))).toMatch(/^250/);
});

describe('GR-82 proven senders take a share', () => {
  const elsewhere = (from: string) =>
    sql`update group_held set client = 'smtp 192.0.2.' || substr(md5(id::text), 1, 6) where author like ${from}`.execute(
      server.context.db,
    );
  const proven = async (domain: string, n: number) => {
    const from = `bia${n}@${domain}`;
    return (await bring(mailFrom(from, `${n}`), from)).slice(0, 9);
  };

  test('of one domain and those below it, from however many places', async () => {
    for (let n = 0; n < MOST_HELD_OF_DOMAIN; n++)
      expect(await proven(n % 2 ? 'doitac.example' : 'ban.doitac.example', n)).toMatch(/^250/);
    await elsewhere('%doitac.example');
    expect(await proven('doitac.example', 99)).toBe('452 4.2.2');
    expect(await proven('moi.doitac.example', 99)).toBe('452 4.2.2');
    expect(await proven('khachthat.example', 1)).toMatch(/^250/);
  });

  test('of one address that connects, with however many domains; not of a provider that anybody may use', async () => {
    for (let n = 0; n < MOST_HELD_OF_CLIENT; n++) expect(await proven('gmail.com', n)).toMatch(/^250/);
    expect(await proven('khachthat.example', 1)).toBe('452 4.2.2');
    await elsewhere('%gmail.com');
    expect(await proven('gmail.com', 99)).toMatch(/^250/);
    expect(await proven('khachthat.example', 2)).toMatch(/^250/);
  });
});

describe('keepers', () => {
  test('GR-4 are told once an hour, with a button that shows first and decides once', async () => {
    await bring(mailFrom(STRANGER, 'Một'));
    await idle();
    await bring(mailFrom(STRANGER, 'Hai'));
    await idle();
    expect((await mailIn(keeper, 'INBOX')).length).toBe(1);
    const token = await linkOf(keeper);
    const shown = (await visitor.readHeldLink({ body: { token } })).data;
    expect(shown).toMatchObject({ group, message: { subject: 'Một', decision: null } });
    expect((await heldOf(keeper)).length).toBe(2);
    const pressed = (await visitor.decideHeldByLink({ body: { token, act: 'release' } })).data;
    expect(pressed.message).toMatchObject({ done: true, decided_by: keeper.email });
    const late = (await visitor.decideHeldByLink({ body: { token: await linkOf(other), act: 'refuse' } }))
      .data;
    expect(late.message).toMatchObject({ done: false, decision: 'released', decided_by: keeper.email });
    // Over: nobody reads any more whose message it was, and a press is told who decided for an hour alone.
    const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code;
    for (const each of [token, await linkOf(other)])
      expect(await codeOf(visitor.readHeldLink({ body: { token: each } }))).toBe('held_link_expired');
    server.clock.pass(HOUR);
    expect(await codeOf(visitor.decideHeldByLink({ body: { token, act: 'refuse' } }))).toBe(
      'held_link_expired',
    );
    await idle();
    expect(await subjectsOf(an)).toEqual(['Một']);
    expect((await mailIn(keeper, 'INBOX')).length).toBe(2);
  });

  test('GR-4 are shown how a message begins, as plain text, and what is attached, until it is decided', async () => {
    const html = `<p>Chào&nbsp;nhóm</p><script>alert(1)</script><img src="https://theo.doi.example/x"><p>Báo\u202e giá</p>${'dài '.repeat(400)}`;
    const parts = [
      ...['--b', 'Content-Type: text/html; charset=utf-8', '', html],
      ...[
        '--b',
        'Content-Type: application/pdf; name="bao gia.pdf"',
        'Content-Disposition: attachment',
        '',
        'x',
      ],
      ...['--b--', ''],
    ];
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const head = mailFrom(STRANGER, 'Có tệp', [type]).split('\r\n\r\n')[0];
    expect(await bring(`${head}\r\n\r\n${parts.join('\r\n')}`)).toMatch(/^250/);
    await idle();
    const { message } = (await visitor.readHeldLink({ body: { token: await linkOf(keeper) } })).data;
    expect(message.text).toMatch(/^Chào\snhóm\s+Báo giá\s+dài dài/);
    expect(message.text.length).toBeLessThanOrEqual(HELD_TEXT);
    expect(message.files).toEqual(['bao gia.pdf']);
    expect(await heldOf(keeper)).toEqual([message]);
    await decide(keeper, message.id, 'release');
    const rows = await server.context.db
      .selectFrom('group_held')
      .select('facts')
      .where('id', '=', message.id)
      .execute();
    expect(rows[0]?.facts).not.toHaveProperty('excerpt');
  });

  test('GR-4 are told once of messages that come at the same time', async () => {
    const { db } = server.context;
    const found = db.selectFrom('groups').select('id').where('address', '=', group);
    const { id: groupId } = await found.executeTakeFirstOrThrow();
    await Promise.all(
      ['Một', 'Hai', 'Ba', 'Bốn'].map(async (subject) => {
        await bring(mailFrom(STRANGER, subject));
        await tellKeepers(server.context, { groupId });
      }),
    );
    await idle();
    expect((await mailIn(keeper, 'INBOX')).length).toBe(1);
    server.clock.pass(HOUR);
    await idle();
    expect((await mailIn(keeper, 'INBOX')).length).toBe(2);
  });

  test('GR-4 decide by no button that is old, changed, or of one who is suspended or no keeper any more', async () => {
    await bring(mailFrom(STRANGER, 'Nút'));
    await idle();
    const token = await linkOf(keeper);
    const codeOf = async (given: string) =>
      (await refusalOf(visitor.readHeldLink({ body: { token: given } }))).code;
    expect(await codeOf(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe('held_link_expired');
    expect(await codeOf('không phải')).toBe('held_link_expired');
    // The same numbers, written otherwise.
    const [id, number, ...rest] = token.split('.');
    expect(await codeOf([id, `0${number}`, ...rest].join('.'))).toBe('held_link_expired');
    expect(await codeOf([id, number, `0${rest[0]}`, rest[1]].join('.'))).toBe('held_link_expired');
    const params = { domain: DOMAIN, group };
    await owner.changeGroup({ params, body: { keepers: [other.email] } });
    expect(await codeOf(token)).toBe('held_link_expired');
    await owner.changeGroup({ params, body: { keepers: [keeper.email] } });
    expect((await visitor.readHeldLink({ body: { token } })).data.group).toBe(group);
    const out = { write: () => true };
    const setActive = (value: string) => {
      const args = [keeper.email, `active=${value}`];
      return setUser.run({ context: server.context, args, out, err: out } as never);
    };
    await setActive('off');
    expect(await codeOf(token)).toBe('held_link_expired');
    await setActive('on');
    expect((await visitor.readHeldLink({ body: { token } })).data.group).toBe(group);
    server.clock.pass((HELD_LINK_DAYS * 24 + 1) * HOUR);
    expect(await codeOf(token)).toBe('held_link_expired');
  });
});

test('GR-60 a keeper decides by the button beside whoever guesses links at the same address', async () => {
  await bring(mailFrom(STRANGER, 'Sau một cổng chung'));
  await idle();
  const token = await linkOf(keeper);
  const codesOf = async (given: (n: number) => string) => {
    const tries = Array.from({ length: HELD_LINK_LIMIT.count + 1 }, (_, n) =>
      visitor.readHeldLink({ body: { token: given(n) } }),
    );
    return (await Promise.allSettled(tries)).map((answer) =>
      answer.status === 'fulfilled' ? 'answered' : answer.reason.code,
    );
  };
  const guess = (n: number) => token.slice(0, -4) + String(n).padStart(4, '0');
  expect(new Set(await codesOf(guess))).toEqual(new Set(['held_link_expired', 'too_many_requests']));
  expect(await codesOf(() => 'nope')).toEqual(codesFor('too_many_requests'));
  expect((await visitor.readHeldLink({ body: { token } })).data.group).toBe(group);
  // Too many by one keeper's links are refused as well, and another keeper's are not.
  expect(await codesOf(() => token)).toContain('too_many_requests');
  const { data } = await visitor.decideHeldByLink({ body: { token: await linkOf(other), act: 'release' } });
  expect(data.message).toMatchObject({ done: true, decision: 'released' });
  server.clock.pass(HELD_LINK_LIMIT.perSeconds * 1000);
  expect((await refusalOf(visitor.readHeldLink({ body: { token: 'nope' } }))).code).toBe('held_link_expired');
});

function codesFor(code: string): string[] {
  return Array.from({ length: HELD_LINK_LIMIT.count + 1 }, () => code);
}

describe('a keeper who is suspended', () => {
  const SUSPENDED: Record<string, (who: NewPerson) => Promise<unknown>> = {
    'in everything': (who) => owner.suspendPerson({ params: { id: String(who.mailbox) } }),
    'in signing in': (who) =>
      owner.setSuspension({ params: { id: String(who.mailbox) }, body: { sign_in: true } }),
    'by deletion': (who) => owner.deletePerson({ params: { id: String(who.mailbox) } }),
    'with their domain': () => setDomain(false),
  };
  const setDomain = (active: boolean) =>
    server.context.db.updateTable('domains').set({ active }).where('name', '=', DOMAIN).execute();

  test.each(Object.keys(SUSPENDED))('GR-4 %s reads and decides by no link', async (how) => {
    await bring(mailFrom(STRANGER, 'Liên kết'));
    await idle();
    const token = await linkOf(keeper);
    await SUSPENDED[how]?.(keeper);
    const answers = await Promise.allSettled([
      visitor.readHeldLink({ body: { token } }),
      visitor.decideHeldByLink({ body: { token, act: 'release' } }),
    ]);
    await setDomain(true);
    const expired = { status: 'rejected', reason: { code: 'held_link_expired' } };
    expect(answers).toMatchObject([expired, expired]);
    expect((await heldOf(other)).length).toBe(1);
  });

  test('GR-4 is told of nothing; where all are, the owners are', async () => {
    for (const who of [keeper, other]) await SUSPENDED['in signing in']?.(who);
    await bring(mailFrom(STRANGER, 'Không ai'));
    await idle();
    const told = await sql<{ mailbox_id: number }>`
      select distinct mailbox_id from messages where subject like ${`%${group}%`}`.execute(server.context.db);
    const ids = told.rows.map(({ mailbox_id: id }) => id);
    expect(ids).not.toContain(keeper.mailbox);
    expect(ids).not.toContain(other.mailbox);
    expect(ids.length).toBeGreaterThan(0);
  });
});

describe('in the end', () => {
  test('GR-5 what nobody decides on is dropped after some days, and forgotten later', async () => {
    await bring(mailFrom(STRANGER, 'Bị quên'));
    server.clock.pass((HELD_DAYS * 24 + 1) * HOUR);
    const run = () => expireHeld(server.context, new AbortController().signal);
    await run();
    expect(await traced('discarded')).toEqual([{ said: `nobody decided within ${HELD_DAYS} days` }]);
    const rows = () => server.context.db.selectFrom('group_held').select(['decision', 'blob']).execute();
    expect(await rows()).toContainEqual({ decision: 'expired', blob: null });
    server.clock.pass(8 * 24 * HOUR);
    await run();
    expect(await rows()).toEqual([]);
  });
});
