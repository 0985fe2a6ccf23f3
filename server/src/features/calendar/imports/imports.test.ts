import type { CalendarImportPlan, CalendarImportResult } from '@bocau/contract/calendar-imports.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCalendars } from '../../../calendar/calendars/calendars.store.ts';
import { changeCalendar } from '../../../calendar/change-calendar.ts';
import { openCalendarFile } from '../../../calendar/ical/merge-objects.ts';
import { deriveObject } from '../../../calendar/objects/derive-object.ts';
import { readSourcesAfter } from '../../../calendar/objects/objects.store.ts';
import { putObjects } from '../../../calendar/objects/put-objects.ts';
import type { CalendarPermission } from '../../../calendar-tables.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { deleteOldImports } from './imports.store.ts';
import { GOOGLE, OUTLOOK } from './program-exports.ts';

let server: TestServer;
let person: NewPerson;
let calendar: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  calendar = await newCalendar(person);
});

async function newCalendar({ client }: NewPerson, name = 'Dự án'): Promise<string> {
  return (await client.createCalendar({ body: { name, color: '#0b8043' } })).data.id;
}

type Fields = Record<string, string>;

async function send(path: string, file: string | Buffer, fields: Fields, who = person) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(file)]), 'lịch.ics');
  const response = await fetch(`${server.baseUrl}/api/calendar/v1/${path}`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: who.client.token },
    body: form,
  });
  const body = (await response.json()) as { data: unknown; error?: { code: string; details: unknown } };
  return { status: response.status, data: body.data, error: body.error };
}

async function plan(file: string | Buffer, fields: Fields = { calendar_id: calendar }) {
  const { status, data } = await send('import/plan', file, fields);
  expect(status).toBe(200);
  return data as CalendarImportPlan;
}

async function run(file: string | Buffer, fields: Fields = {}, who = person) {
  const all = { uid: crypto.randomUUID(), ...(fields.name ? {} : { calendar_id: calendar }), ...fields };
  const { status, data } = await send('import', file, all, who);
  expect(status).toBe(200);
  return data as CalendarImportResult;
}

const undo = (uid: string, { client } = person) => client.undoCalendarImport({ body: { uid } });
const NOT_FOUND = expect.objectContaining({ status: 404, code: 'event_not_found' });
const FORBIDDEN = { status: 403, error: { code: 'forbidden' } };

async function occurrences({ client } = person) {
  const query = { from: '2026-11-01', to: '2026-12-31', zone: 'Asia/Ho_Chi_Minh' };
  const { data } = await client.listEvents({ query });
  return data.map(({ title, at }) => `${new Date(at * 1000).toISOString().slice(0, 16)} ${title}`);
}
const titles = async (who = person) => (await occurrences(who)).map((line) => line.slice(17)).sort();

async function sources(calendarId = calendar, { mailbox } = person): Promise<string[]> {
  const first = '00000000-0000-0000-0000-000000000000';
  const rows = await readSourcesAfter(server.context.db, mailbox, calendarId, first, 1_000);
  return rows.map(({ source }) => source.toString()).sort();
}

const EVENT = (uid: string, title: string, more: string[] = []) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261127T020000Z'],
    ...[`SUMMARY:${title}`, ...more, 'END:VEVENT', ''],
  ].join('\r\n');
const FILE = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//X//EN\r\n${events.join('')}END:VCALENDAR\r\n`;

const GOOGLE_TIMES = [
  '2026-11-30T02:00 Giao ban tuần',
  '2026-12-07T07:00 Giao ban tuần (chiều)',
  '2026-12-14T02:00 Giao ban tuần',
  '2026-12-24T00:00 Giáng sinh',
];

describe('an import', () => {
  test('CL-150 of Google’s export keeps series with their changed ones, and every byte that others write', async () => {
    expect(await plan(GOOGLE())).toEqual({
      ...{ created: 2, equal: 0, replaced: 0, kept: 0, faults: { total: 0, first: [] }, tasks: 0, others: 0 },
      ...{ name: 'Việc của Lan', titles: ['Giao ban tuần', 'Giáng sinh'] },
    });
    expect(await titles()).toEqual([]);
    expect(await run(GOOGLE())).toMatchObject({ created: 2, calendar_id: calendar });
    expect(await occurrences()).toEqual(GOOGLE_TIMES);
    const [series = ''] = (await sources()).filter((text) => text.includes('RRULE'));
    const parts = GOOGLE().match(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n/g) ?? [];
    expect(series).toContain((parts[0] ?? 'nothing') + parts[2]);
    expect(series).toContain('BEGIN:VTIMEZONE');
    expect(series).not.toContain('METHOD');
  });

  test('CL-150 of Outlook’s export knows the zones of Windows and its own, and counts tasks', async () => {
    expect(await plan(OUTLOOK)).toMatchObject({ created: 2, tasks: 1, name: 'Lịch Outlook' });
    await run(OUTLOOK);
    expect(await occurrences()).toEqual(['2026-11-26T01:00 Gặp khách', '2026-12-11T02:00 Kiểm kho']);
    expect((await sources()).join()).toContain('X-ALT-DESC;FMTTYPE=text/html:<html>');
  });

  test('CL-151 invites nobody and reminds of nothing that is over', async () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM'];
    const past = EVENT('past', 'Đã qua', alarm).replace('DTSTART:20261127', 'DTSTART:20261120');
    const before = await server.context.db.selectFrom('outbox').select('id').execute();
    await run(FILE(past));
    await run(GOOGLE().replace('METHOD:PUBLISH', 'METHOD:REQUEST'));
    expect((await person.client.listReminders({})).data).toEqual([]);
    expect(await server.context.db.selectFrom('outbox').select('id').execute()).toEqual(before);
    const [series] = (await person.client.searchEvents({ query: { q: 'giao ban' } })).data;
    const { data } = await person.client.getEvent({ params: { id: series?.event_id ?? '' }, query: {} });
    expect(data.organiser).toEqual({ name: 'Trần Bình', email: 'binh@thep.example' });
    expect(data.attendees).toHaveLength(2);
  });

  test('CL-152 leaves out what is there already, replaces what is older, and keeps what is newer', async () => {
    await run(GOOGLE());
    const later = GOOGLE('20261125T000000Z');
    expect(await run(later)).toMatchObject({ created: 0, equal: 2, replaced: 0, kept: 0 });
    const changed = later
      .replace('SUMMARY:Giáng sinh', 'SUMMARY:Nghỉ Giáng sinh')
      .replace(/(UID:noel[\s\S]*?LAST-MODIFIED:)20261001/, '$120261125');
    expect(await plan(changed)).toMatchObject({ created: 0, equal: 1, replaced: 1, kept: 0 });
    expect(await run(changed)).toMatchObject({ equal: 1, replaced: 1 });
    expect(await titles()).toContain('Nghỉ Giáng sinh');
    expect(await run(GOOGLE())).toMatchObject({ created: 0, equal: 1, replaced: 0, kept: 1 });
    const sequence = GOOGLE().replace(/(UID:noel[\s\S]*?SEQUENCE:)0/, '$15');
    expect(await run(sequence)).toMatchObject({ equal: 1, replaced: 1 });
    expect(await titles()).toContain('Giáng sinh');
  });

  test('CL-152 makes nobody else the organiser of a meeting that is there', async () => {
    const asked = (by: string, sequence: number) =>
      FILE(
        EVENT('hop', 'Họp', [
          `ORGANIZER:mailto:${by}`,
          'ATTENDEE:mailto:x@y.example',
          `SEQUENCE:${sequence}`,
        ]),
      );
    await run(asked('lan@doitac.example', 0));
    expect(await run(asked(person.email, 9))).toMatchObject({ replaced: 0, kept: 1 });
    expect(await run(asked('Lan@doitac.example', 3))).toMatchObject({ replaced: 1 });
  });

  test('CL-152 says what it can’t read by file and line, and imports the rest', async () => {
    const guests = Array.from({ length: 501 }, (_, at) => `ATTENDEE:mailto:g${at}@x.example`);
    const file = FILE(
      EVENT('a', 'Được'),
      EVENT('b', 'Hỏng').replace('DTSTART:20261127T020000Z', 'DTSTART:hôm nào'),
      EVENT('c', 'Đông', guests),
      EVENT('d', 'Dài', [`DESCRIPTION:${'a'.repeat(1024 * 1024)}`]),
      EVENT('e', 'Mãi', ['RRULE:FREQ=SECONDLY']),
    );
    const result = await run(file);
    expect(result.created).toBe(1);
    expect(result.faults.total).toBe(4);
    expect(result.faults.first.toSorted((one, other) => one.line - other.line)).toEqual([
      { file: '', line: 10, title: 'Hỏng', problem: 'broken' },
      { file: '', line: 16, title: 'Đông', problem: 'too_many_guests' },
      { file: '', line: 523, title: '', problem: 'too_large' },
      { file: '', line: 530, title: 'Mãi', problem: 'too_often' },
    ]);
    expect(await titles()).toEqual(['Được']);
  });

  test('CL-153 of what we export is the same, and nothing of it changes an event that is there', async () => {
    await run(GOOGLE());
    await run(OUTLOOK);
    const before = await sources();
    const exported = openCalendarFile();
    const text = Buffer.concat([
      exported.begin('Dự án'),
      ...before.map((source) => exported.add(Buffer.from(source))),
      exported.end(),
    ]);
    expect(await run(text)).toMatchObject({ created: 0, equal: 4, replaced: 0, kept: 0 });
    const other = await newPerson(server);
    const copy = await run(text, { name: 'Dự án' }, other);
    expect(copy.created).toBe(4);
    const parts = (texts: string[]) =>
      texts.flatMap((one) => one.match(/BEGIN:VEVENT[\s\S]*END:VEVENT\r\n/) ?? []);
    expect(parts(await sources(copy.calendar_id, other)).sort()).toEqual(parts(before).sort());
    expect(await occurrences(other)).toEqual(await occurrences());
  });

  test('CL-153 CL-376 of a calendar that its owner has exported is the same; nobody else has the file', async () => {
    await run(GOOGLE());
    await run(OUTLOOK);
    const before = await sources();
    const exportedBy = (who: NewPerson) =>
      fetch(`${server.baseUrl}/api/calendar/v1/calendars/${calendar}/export`, {
        headers: { [SESSION_HEADER]: who.client.token },
      });
    const file = await exportedBy(person);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;.*\.ics/);
    const text = Buffer.from(await file.arrayBuffer());
    expect(await run(text)).toMatchObject({ created: 0, equal: before.length, replaced: 0, kept: 0 });
    const colleague = await newPerson(server);
    expect((await exportedBy(colleague)).status).toBe(404);
    const members = [{ address: colleague.email, permission: 'MANAGE' as const }];
    await person.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
    expect((await exportedBy(colleague)).status).toBe(403);
  });

  test('CL-154 into a new calendar, sent again, makes each event once; undone, it leaves no calendar', async () => {
    const uid = crypto.randomUUID();
    const first = await run(GOOGLE(), { uid, name: 'Việc của Lan', color: '#d50000' });
    const again = await run(GOOGLE(), { uid, name: 'Việc của Lan' });
    expect(again).toEqual(first);
    expect((await person.client.getCalendarImport({ params: { uid } })).data).toEqual({ done: 2, total: 2 });
    expect(await occurrences()).toEqual(GOOGLE_TIMES);
    const named = async () =>
      (await readCalendars(server.context.db, person.mailbox)).map(({ name }) => name);
    expect(await named()).toContain('Việc của Lan');
    expect((await send('import', GOOGLE(), { uid: crypto.randomUUID(), name: 'Dự án' })).error).toMatchObject(
      {
        ...{ code: 'already_exists', details: { field: 'name' } },
      },
    );
    expect((await undo(uid)).data).toEqual({ changed: 0 });
    expect(await titles()).toEqual([]);
    expect(await named()).not.toContain('Việc của Lan');
    expect((await person.client.listTrashedEvents({})).data).toEqual([]);
    await expect(undo(uid)).rejects.toEqual(NOT_FOUND);
  });

  test('CL-154 is undone: its events go, those that it replaced come back, and what was changed since stays', async () => {
    await run(FILE(EVENT('a', 'Cũ')));
    const before = await sources();
    const { uid } = await run(
      FILE(
        EVENT('a', 'Mới', ['SEQUENCE:1']),
        EVENT('b', 'Thêm'),
        EVENT('c', 'Sửa sau'),
        EVENT('d', 'Xóa sau'),
      ),
    );
    const idOf = async (q: string) =>
      (await person.client.searchEvents({ query: { q } })).data[0]?.event_id ?? '';
    const id = await idOf('sua sau');
    await person.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { title: 'Đã sửa' } } });
    await person.client.trashEvents({ body: { ids: [await idOf('xoa sau')] } });
    expect(await titles()).toEqual(['Mới', 'Thêm', 'Đã sửa']);
    expect((await undo(uid)).data).toEqual({ changed: 1 });
    expect(await titles()).toEqual(['Cũ', 'Đã sửa']);
    expect(await sources()).toEqual(expect.arrayContaining(before));
    expect((await person.client.listTrashedEvents({})).data.map(({ title }) => title)).toEqual(['Xóa sau']);
  });

  test('CL-154 can no longer be undone after a week', async () => {
    const { uid } = await run(GOOGLE());
    await inTransaction(server.context.db, (tx) => deleteOldImports(tx, unixSeconds(server.clock) + 1));
    await expect(undo(uid)).rejects.toEqual(NOT_FOUND);
    const steps = server.context.db.selectFrom('calendar_import_steps').select('object_id');
    expect(await steps.where('import_id', '=', uid).execute()).toEqual([]);
  });
});

describe('an import into what is another person’s', () => {
  let other: NewPerson;
  beforeEach(async () => {
    other = await newPerson(server);
  });
  async function share(permission: CalendarPermission): Promise<void> {
    const members = [{ address: other.email, permission }];
    await person.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
  }
  const into = (file: string) => ({ calendar_id: calendar, uid: crypto.randomUUID(), file });
  async function tried({ file, ...fields }: ReturnType<typeof into>) {
    const planned = await send('import/plan', file, { calendar_id: calendar }, other);
    const imported = await send('import', file, fields, other);
    expect(planned.error?.code).toBe(imported.error?.code);
    return imported;
  }

  test('CL-156 is refused as if there were none, for who may not see it, and to those who only see it', async () => {
    const { uid } = await run(GOOGLE());
    expect(await tried(into(OUTLOOK))).toMatchObject({ status: 404, error: { code: 'event_not_found' } });
    for (const permission of ['BUSY', 'READ'] as const) {
      await share(permission);
      expect(await tried(into(OUTLOOK))).toMatchObject(FORBIDDEN);
      await expect(undo(uid, other)).rejects.toEqual(NOT_FOUND);
      await expect(other.client.getCalendarImport({ params: { uid } })).rejects.toEqual(NOT_FOUND);
    }
    expect(await occurrences()).toEqual(GOOGLE_TIMES);
  });

  test('CL-156 is made and undone by who may change it, but for what is private', async () => {
    const secret = FILE(EVENT('s', 'Khám bệnh', ['CLASS:PRIVATE']));
    await run(secret);
    await share('WRITE');
    const file = FILE(
      EVENT('s', 'Lấn vào', ['SEQUENCE:9']),
      EVENT('p', 'Giấu', ['CLASS:CONFIDENTIAL']),
      EVENT('a', 'Họp dự án'),
    );
    const result = await run(file, {}, other);
    expect(result).toMatchObject({ created: 1, replaced: 0 });
    expect(result.faults.first.map(({ title, problem }) => `${title}: ${problem}`).sort()).toEqual([
      'Giấu: private',
      'Lấn vào: not_here',
    ]);
    expect(await titles()).toEqual(['Họp dự án', 'Khám bệnh']);
    const id = (await person.client.searchEvents({ query: { q: 'du an' } })).data[0]?.event_id ?? '';
    const { data } = await person.client.getEvent({ params: { id }, query: {} });
    expect(data.changed_by?.email).toBe(other.email);
    await undo(result.uid, other);
    expect(await titles()).toEqual(['Khám bệnh']);
  });

  test('CL-156 is not undone any more by who may no longer change it, and by nobody else', async () => {
    await share('WRITE');
    const { uid } = await run(GOOGLE(), {}, other);
    await expect(undo(uid, await newPerson(server))).rejects.toEqual(NOT_FOUND);
    await share('READ');
    await expect(undo(uid, other)).rejects.toEqual(NOT_FOUND);
    await undo(uid);
    expect(await titles()).toEqual([]);
  });
});

describe('a file', () => {
  test('CL-150 goes into the calendar of new events where none is named', async () => {
    const uid = crypto.randomUUID();
    const { data } = await send('import', GOOGLE(), { uid });
    const [first] = (await person.client.listCalendars({})).data;
    expect(data).toMatchObject({ created: 2, calendar_id: first?.id });
    await undo(uid);
    expect((await person.client.listCalendars({})).data).toHaveLength(2);
  });

  test('CL-155 of another kind has no events, and a broken or a too large one is refused', async () => {
    expect(await plan('BEGIN:VCARD\r\nFN:An\r\nEND:VCARD\r\n')).toMatchObject({ created: 0, titles: [] });
    expect(await send('import/plan', Buffer.from('PK\x03\x04 hỏng'), {})).toMatchObject({
      ...{ status: 415, error: { code: 'unsupported_media_type' } },
    });
    expect(await send('import/plan', Buffer.alloc(33 * 1024 * 1024, 'a'), {})).toMatchObject({
      ...{ status: 413, error: { code: 'too_large' } },
    });
    expect(await send('import', GOOGLE(), { uid: '1' })).toMatchObject({ error: { code: 'invalid_input' } });
  });

  test('CL-152 whose UID a task of a program has is told, and the task stays', async () => {
    const { mailbox } = person;
    const todo = FILE('BEGIN:VTODO\r\nUID:a\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Việc\r\nEND:VTODO\r\n');
    const source = Buffer.from(todo);
    const derived = deriveObject(source, unixSeconds(server.clock));
    await changeCalendar(server.context, mailbox, (change) =>
      putObjects(change, [{ id: newId(server.clock), calendarId: calendar, source, derived }]),
    );
    const { faults } = await run(FILE(EVENT('a', 'Họp')));
    expect(faults.first).toMatchObject([{ title: 'Họp', problem: 'not_here' }]);
    expect(await sources()).toEqual([todo]);
  });
});
