import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeCalendar } from '../calendar/change-calendar.ts';
import { DERIVED_VERSION, deriveObject } from '../calendar/objects/derive-object.ts';
import { putObjects, trashObjects } from '../calendar/objects/put-objects.ts';
import { lanAnh } from '../demo-world/people.ts';
import { unixSeconds } from '../platform/clock.ts';
import { type CardDavPerson, cardDavPerson, vcard } from '../test-kit/carddav-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import type { TestServer } from '../test-kit/start-server.ts';
import { startWithTrap } from '../test-kit/start-with-trap.ts';
import type { Command } from './command.ts';
import { checkGroups, checkMailboxes } from './doctor/check-database.ts';
import { recountCommand } from './recount.ts';

let server: TestServer;
let close: () => Promise<void>;
let an: CardDavPerson;
let group: string;

/** Cards with lists and a group of a Mac, events that happen once and again, some of both in the trash. */
beforeAll(async () => {
  ({ server, close } = await startWithTrap());
  an = await cardDavPerson(server);
  const put = (name: string, body: string) =>
    an.dav.call('PUT', `${an.book}${name}.vcf`, { body, headers: { 'content-type': 'text/vcard' } });
  const members = ['m1', 'm2'].map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`);
  await put('group', vcard('mac', 'Bạn bè', 'X-ADDRESSBOOKSERVER-KIND:group', ...members));
  await put('m1', vcard('m1', 'Một', 'EMAIL:mot@nha.example', 'TEL:0912345678'));
  await put('m2', vcard('m2', 'Hai', 'CATEGORIES:Xóm'));
  await put('m3', vcard('m3', 'Ba'));
  await an.dav.call('DELETE', `${an.book}m3.vcf`);
  const { context } = server;
  const now = unixSeconds(context.clock);
  await changeCalendar(context, an.mailbox, async (change) => {
    const puts = ['', 'RRULE:FREQ=WEEKLY', ''].map((rule, place) => {
      const source = Buffer.from(icsOf(`su-kien-${place}`, rule));
      return {
        ...{ id: randomUUID(), calendarId: change.defaultCalendar, source },
        derived: deriveObject(source, now),
      };
    });
    await putObjects(change, puts);
    await trashObjects(change, [puts[2]?.id ?? '']);
  });
  const owner = await server.signIn(lanAnh.email);
  const params = { domain: 'saomai.example' };
  const body = { local: 'demlai', name: 'Đếm lại', writers: 'anyone' as const };
  group = (await owner.addGroup({ params, body })).data.email;
  await owner.addGroupMembers({
    params: { ...params, group },
    body: { emails: [an.email, 'ai@nha.example'] },
  });
  await runJobsUntilIdle(context);
});
afterAll(() => close());

function icsOf(uid: string, rule: string): string {
  const event = [
    `UID:${uid}`,
    'DTSTART:20261120T020000Z',
    'DTEND:20261120T030000Z',
    `SUMMARY:Họp ${uid}`,
    rule,
  ];
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y', 'BEGIN:VEVENT', ...event, 'END:VEVENT'];
  return [...lines.filter((line) => line !== ''), 'END:VCALENDAR', ''].join('\r\n');
}

async function admin(command: Command, ...args: string[]): Promise<{ code: number; told: string }> {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await command.run({ context: server.context, args, out, err: { write: () => '' } });
  return { code, told };
}

/** Rows that a repair must write as they were, as text. */
const TABLES = [
  ...['contact_cards', 'contact_points', 'contact_list_members', 'contact_groups', 'contact_group_members'],
  ...['contact_lists', 'calendar_objects', 'calendar_occurrences', 'group_members', 'group_keepers'],
];

async function dump(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(o) - 'spread_from' - 'spread_to')::text as row from ${sql.table(table)} o order by 1`.execute(
      server.context.db,
    );
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

const GONE = sql`gen_random_uuid()`;

describe('a recount finds and mends', () => {
  const SPOILED: Record<string, { by: () => RawBuilder<unknown>; said: string }> = {
    'the number of cards': {
      by: () => sql`update contact_state set cards = 77`,
      said: 'contacts: cards: 77 instead of',
    },
    'the bytes of cards': {
      by: () => sql`update contact_state set bytes = 7`,
      said: 'contacts: bytes of cards: 7 instead of',
    },
    'the total of a book': {
      by: () => sql`update contact_books set total = 9`,
      said: 'contacts: total of book',
    },
    'the total of a list': {
      by: () => sql`update contact_lists set total = 9`,
      said: 'contacts: total of list',
    },
    'a name': { by: () => sql`update contact_cards set full_name = 'Sai'`, said: 'full_name' },
    'words that are searched': { by: () => sql`update contact_cards set words = ' sai'`, said: 'words' },
    'an address that is missing': { by: () => sql`delete from contact_points`, said: 'points' },
    'an address that is wrong': { by: () => sql`update contact_points set value = 'sai'`, said: 'points' },
    'a card without its list': {
      by: () => sql`delete from contact_list_members where not by_group`,
      said: 'lists',
    },
    'a member without the list of its group': {
      by: () => sql`delete from contact_list_members where by_group`,
      said: 'card not in the list of its group',
    },
    'a member of no group': {
      by: () => sql`
        insert into contact_list_members (mailbox_id, list_key, card_id, given_key, family_key, by_group)
        select mailbox_id, 'la', id, given_key, family_key, true from contact_cards where trashed_at is null limit 1`,
      said: 'card in the list of no group',
    },
    'a group without its members': { by: () => sql`delete from contact_group_members`, said: 'group' },
    'an address of no card': {
      by: () =>
        sql`insert into contact_points select mailbox_id, ${GONE}, 'email', 0, 'x' from contact_state`,
      said: 'rows of contact_points without a card',
    },
    'the number of events': {
      by: () => sql`update calendar_state set objects = 7`,
      said: 'calendar: objects: 7 instead of',
    },
    'the bytes of events': {
      by: () => sql`update calendar_state set bytes = 7`,
      said: 'calendar: bytes of objects: 7 instead of',
    },
    'the title of an event': { by: () => sql`update calendar_objects set title = 'Sai'`, said: 'title' },
    'when an event is': { by: () => sql`update calendar_occurrences set at = at + 60`, said: 'occurrences' },
    'an occurrence that is missing': { by: () => sql`delete from calendar_occurrences`, said: 'occurrences' },
    'an occurrence of nothing': {
      by: () => sql`
        insert into calendar_occurrences
        select mailbox_id, ${GONE}, original, calendar_id, title, place, kind, at, until, repeats, is_busy, is_private
        from calendar_occurrences limit 1`,
      said: 'occurrences without an object',
    },
  };

  test.each(Object.keys(SPOILED))('CT-60 %s', async (what) => {
    const { by, said } = SPOILED[what] as (typeof SPOILED)[string];
    const { db } = server.context;
    const before = await dump();
    expect(await admin(recountCommand, an.email)).toMatchObject({ code: 0 });
    await by().execute(db);
    const found = await admin(recountCommand, an.email);
    expect(found).toMatchObject({ code: 1, told: expect.stringContaining(said) });
    expect(await checkMailboxes(db)).toContainEqual(
      expect.objectContaining({ level: 'fail', text: expect.stringContaining(an.email) }),
    );
    expect(await admin(recountCommand, an.email, '--repair')).toMatchObject({
      code: 0,
      told: expect.stringContaining('Repaired 1 of 1'),
    });
    expect(await dump()).toEqual(before);
    expect((await checkMailboxes(db)).map(({ level }) => level)).toEqual(['ok']);
  });

  test('CT-60 cards and events whose book or calendar is missing, in one of their own', async () => {
    const { db } = server.context;
    await sql`update contact_cards set book_id = ${GONE} where full_name = 'Hai'`.execute(db);
    await sql`update calendar_objects set calendar_id = ${GONE} where title like '%0'`.execute(db);
    const { told } = await admin(recountCommand, an.email, '--repair');
    expect(told).toContain('contacts: cards in no book');
    expect(told).toContain('calendar: objects in no calendar');
    expect(await admin(recountCommand, an.email)).toMatchObject({ code: 0 });
    const { rows } = await sql`
      select name from contact_books where name like 'Sổ tìm lại %'
      union all select name from calendars where name like 'Lịch tìm lại %'`.execute(db);
    expect(rows.length).toBe(2);
  });

  test('CT-60 what waits for the rebuild job, or what this release can’t read, is no fault', async () => {
    const { db } = server.context;
    await sql`update contact_cards set derived_version = derived_version - 1, title = 'x'`.execute(db);
    await sql`update calendar_state set bytes = null`.execute(db);
    await sql`update calendar_sources set source = 'x' where object_id in (
      select id from calendar_objects where derived_version = ${DERIVED_VERSION})`.execute(db);
    expect(await admin(recountCommand, an.email)).toMatchObject({ code: 0 });
  });
});

describe('a recount of all finds and mends in groups', () => {
  /** As after a restore of a part, which no foreign key has looked at. */
  beforeAll(async () => {
    await sql`
      do $$ declare one record; begin
        for one in select conrelid::regclass as of, conname from pg_constraint
          where contype = 'f' and conrelid in ('group_members'::regclass, 'group_keepers'::regclass, 'group_held'::regclass)
        loop execute format('alter table %s drop constraint %I', one.of, one.conname); end loop;
      end $$`.execute(server.context.db);
  });
  const unchecked = (spoil: RawBuilder<unknown>) => spoil.execute(server.context.db);
  const SPOILED: Record<string, { by: () => Promise<unknown>; said: string }> = {
    'members of no group': {
      by: () =>
        unchecked(sql`insert into group_members (group_id, address, added_at) values (987654, 'x', 1)`),
      said: 'rows of group_members without a group 987654: 1',
    },
    'members who are nobody': {
      by: () =>
        unchecked(
          sql`insert into group_members (group_id, address, person_id, added_at) select id, 'x', 987654, 1 from groups limit 1`,
        ),
      said: 'rows of group_members of nobody',
    },
    'members that are no group': {
      by: () =>
        unchecked(
          sql`insert into group_members (group_id, address, member_group_id, added_at) select id, 'x', 987654, 1 from groups limit 1`,
        ),
      said: 'members that are no group',
    },
    'keepers of no group': {
      by: () =>
        unchecked(
          sql`insert into group_keepers (group_id, person_id, added_at) values (987654, ${an.mailbox}, 1)`,
        ),
      said: 'rows of group_keepers without a group',
    },
    'held messages of no group': {
      by: () => unchecked(heldMessage(sql`987654`, sql`'\\x01'`)),
      said: 'rows of group_held without a group 987654: 1',
    },
    'held messages without their source': {
      by: () => unchecked(heldMessage(sql`(select id from groups limit 1)`, sql`null`)),
      said: 'held message without its source',
    },
  };
  const heldMessage = (groupId: RawBuilder<unknown>, blob: RawBuilder<unknown>) => sql`
    insert into group_held (id, group_id, delivery_key, blob, size, envelope_sender, author, author_name, subject,
      proven, client, facts, received_at)
    values (gen_random_uuid(), ${groupId}, gen_random_uuid()::text::bytea, ${blob}, 1, '', '', '', '', false, '', '{}', 1)`;

  test.each(Object.keys(SPOILED))('GR-64 %s', async (what) => {
    const { by, said } = SPOILED[what] as (typeof SPOILED)[string];
    const { db } = server.context;
    const before = (await dump())['group_members'];
    expect(await checkGroups(db)).toMatchObject({ level: 'ok' });
    await by();
    expect(await admin(recountCommand, '--all')).toMatchObject({
      code: 1,
      told: expect.stringContaining(said),
    });
    expect(await checkGroups(db)).toMatchObject({ level: 'fail', text: expect.stringContaining(said) });
    const { told } = await admin(recountCommand, '--all', '--repair');
    expect(told).toContain('Repaired the groups.');
    expect(await checkGroups(db)).toMatchObject({ level: 'ok' });
    expect((await dump())['group_members']).toEqual(before);
  });

  test('GR-64 messages that no job distributes, which reach the members then', async () => {
    const { db } = server.context;
    const port = server.running.smtpPort as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
    const raw = 'From: ai@doitac.example\r\nSubject: Kẹt\r\nMessage-ID: <ket@doitac.example>\r\n\r\nx\r\n';
    const { message } = await client.send({ from: 'ai@doitac.example', to: [group], raw });
    expect(message[0]?.code).toBe(250);
    client.end();
    await sql`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'distribute_to_group'`.execute(db);
    expect(await checkGroups(db)).toMatchObject({
      level: 'fail',
      text: expect.stringContaining('message that no job distributes'),
    });
    await admin(recountCommand, '--all', '--repair');
    await runJobsUntilIdle(server.context);
    const rows = await sql`select from messages where mailbox_id = ${an.mailbox} and subject = 'Kẹt'`.execute(
      db,
    );
    expect(rows.rows.length).toBe(1);
  });
});
