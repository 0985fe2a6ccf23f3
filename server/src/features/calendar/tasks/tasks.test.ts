import { TASKS_LISTED, type TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recountCalendar } from '../../../calendar/recount/recount-calendar.ts';
import { giveReminders } from '../../../calendar/reminders/give-reminders.ts';
import type { CalendarPermission } from '../../../calendar-tables.ts';
import { type CalDavPerson, calDavPerson, vtodo } from '../../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { tellReminders } from '../tell-reminders.ts';

let server: TestServer;
let person: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await calDavPerson(server);
});

const ZONE = 'Asia/Ho_Chi_Minh';
const NOT_FOUND = expect.objectContaining({ status: 404, code: 'event_not_found' });
const FORBIDDEN = expect.objectContaining({ status: 403, code: 'forbidden' });
const day = (days: number) =>
  new Date(server.clock.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
const whole = (days: number) => ({ day: day(days), clock: null, zone: null });
const written = (days: number) => day(days).replaceAll('-', '');

async function add(
  fields: Partial<TaskFields> & { title: string },
  calendar?: string,
  by: NewPerson = person,
) {
  const body = { fields, ...(calendar !== undefined && { calendar_id: calendar }) };
  return (await by.client.createTask({ body })).data;
}

const list = (query: { state?: 'open' | 'done'; q?: string } = {}, by: NewPerson = person) =>
  by.client.listTasks({ query });
const titles = async (query: { state?: 'open' | 'done'; q?: string } = {}, by: NewPerson = person) =>
  (await list(query, by)).data.map(({ title }) => title);
const finish = (id: string, original = '', done = true) =>
  person.client.finishTask({ params: { id }, body: { done, original } });
const edit = (id: string, fields: Partial<TaskFields>) =>
  person.client.changeTask({ params: { id }, body: { fields } });

/** The text as a program reads it, without the lines that say when it was written. */
async function textOf(id: string): Promise<string> {
  const { text } = await person.dav.call('GET', `${person.calendar}${id}.ics`);
  return text
    .replaceAll(/(DTSTAMP|LAST-MODIFIED|CREATED|COMPLETED):\d{8}T\d{6}Z/g, '$1')
    .replace(/SEQUENCE:\d+\r\n/, '');
}

async function put(name: string, text: string): Promise<void> {
  const { status } = await person.dav.call('PUT', `${person.calendar}${name}.ics`, { body: text });
  expect([201, 204]).toContain(status);
}

describe('the list', () => {
  test('CL-160 has open tasks by when they are due, and those without a date last', async () => {
    await add({ title: 'Lúc nào cũng được' });
    await add({ title: 'Tuần sau', due: whole(9) });
    await add({ title: 'Quá hạn', due: { day: day(-2), clock: '09:00', zone: ZONE } });
    await add({ title: 'Mai', due: whole(1), notes: 'Mang theo hợp đồng', reminders: [30], priority: 1 });
    const { data, meta } = await list();
    expect(data.map(({ title }) => title)).toEqual(['Quá hạn', 'Mai', 'Tuần sau', 'Lúc nào cũng được']);
    expect(data[1]).toMatchObject({
      ...{ due: { kind: 'day', at: Date.parse(day(1)) / 1000 }, done_at: null, priority: 1, repeats: false },
      ...{ has_notes: true, has_reminders: true, is_private: false, original: '' },
    });
    expect(meta.complete).toBe(true);
    expect(
      (await person.client.listEvents({ query: { from: day(0), to: day(2), zone: ZONE } })).data,
    ).toEqual([]);
  });

  test('CL-160 has what a phone puts at once, and no longer what it deletes', async () => {
    await put('t', vtodo('t', 'Mua hoa', `DUE;VALUE=DATE:${written(0)}`));
    expect(await titles()).toEqual(['Mua hoa']);
    await put('t', vtodo('t', 'Mua hoa', 'STATUS:COMPLETED', 'COMPLETED:20260101T000000Z'));
    expect(await titles()).toEqual([]);
    expect(await titles({ state: 'done' })).toEqual(['Mua hoa']);
    await person.dav.call('DELETE', `${person.calendar}t.ics`);
    expect(await titles({ state: 'done' })).toEqual([]);
  });

  test('CL-160 of done ones is by when they were done, the last first', async () => {
    const [one, other] = [await add({ title: 'Một' }), await add({ title: 'Hai' })];
    await finish(one.id);
    await server.clock.advance(60_000);
    await finish(other.id);
    expect(await titles({ state: 'done' })).toHaveLength(2);
    expect(await titles()).toEqual([]);
    await finish(one.id, '', false);
    expect(await titles()).toEqual(['Một']);
  });

  test('CL-160 says where there are more than it shows', async () => {
    expect(TASKS_LISTED.done).toBe(100);
    for (let n = 0; n <= TASKS_LISTED.done; n += 1)
      await put(
        `d${n}`,
        vtodo(`d${n}`, `Việc ${n}`, 'STATUS:COMPLETED', `COMPLETED:20260101T0${n % 10}0000Z`),
      );
    const { data, meta } = await list({ state: 'done' });
    expect(data).toHaveLength(TASKS_LISTED.done);
    expect(meta.complete).toBe(false);
  });

  test('CL-160 finds tasks by the beginnings of words, without accents, also those that are done', async () => {
    const { id } = await add({ title: 'Gửi báo giá', notes: 'cho anh Đức' });
    await add({ title: 'Đặt phòng' });
    expect(await titles({ q: 'bao gi' })).toEqual(['Gửi báo giá']);
    await finish(id);
    expect(await titles({ q: 'DUC' })).toEqual(['Gửi báo giá']);
    expect(await titles({ q: "'; drop" })).toEqual([]);
    expect(await titles({ q: '?!' })).toEqual([]);
  });
});

describe('a task', () => {
  test('CL-161 is a clean VTODO', async () => {
    const { id } = await add({
      ...{ title: 'Gửi báo giá; gấp', notes: 'Hai bản,\nđóng dấu', url: 'https://mail.example/mail/1' },
      ...{ due: { day: '2026-12-01', clock: '15:00', zone: ZONE }, reminders: [30], priority: 1 },
      ...{ rule: 'FREQ=WEEKLY', is_private: true },
    });
    const text = await textOf(id);
    const [, part = ''] = text.split('END:VTIMEZONE\r\n');
    expect(part.split('\r\n')).toEqual([
      ...['BEGIN:VTODO', `UID:${id}`, 'CREATED', 'STATUS:NEEDS-ACTION', 'SUMMARY:Gửi báo giá\\; gấp'],
      ...['DESCRIPTION:Hai bản\\,\\nđóng dấu', 'URL:https://mail.example/mail/1'],
      ...[`DUE;TZID=${ZONE}:20261201T150000`, 'RRULE:FREQ=WEEKLY', `DTSTART;TZID=${ZONE}:20261201T150000`],
      ...['PRIORITY:1', 'CLASS:PRIVATE', 'DTSTAMP', 'LAST-MODIFIED', 'BEGIN:VALARM', 'ACTION:DISPLAY'],
      ...['DESCRIPTION:Reminder', 'TRIGGER:-PT30M', 'END:VALARM', 'END:VTODO', 'END:VCALENDAR', ''],
    ]);
  });

  test('CL-161 that was made twice is one, under the id that was chosen', async () => {
    const [calendar] = (await person.client.listCalendars({})).data;
    const uid = `3d0f6b52-7a43-4c0e-9a51-${calendar?.event_ids_end}`;
    const body = { uid, calendar_id: calendar?.id, fields: { title: 'Một lần' } };
    const made = [await person.client.createTask({ body }), await person.client.createTask({ body })];
    expect(made.map(({ data }) => data.id)).toEqual([uid, uid]);
    expect(await titles()).toEqual(['Một lần']);
  });

  test('CL-161 keeps every byte of a phone but those that are edited', async () => {
    const lines = [
      ...[`DUE;TZID=${ZONE}:20261201T090000`, `DTSTART;TZID=${ZONE}:20261201T090000`],
      ...['X-APPLE-SORT-ORDER:7', 'CATEGORIES:Nhà', 'PERCENT-COMPLETE:40', 'STATUS:IN-PROCESS'],
      ...[
        'BEGIN:VALARM',
        'UID:a',
        'ACTION:DISPLAY',
        'TRIGGER;VALUE=DATE-TIME:20261201T020000Z',
        'END:VALARM',
      ],
    ];
    await put('p', vtodo('p', 'Mua hoa', ...lines));
    const [task] = (await list()).data;
    const detail = (await person.client.getTask({ params: { id: task?.id ?? '' } })).data;
    expect(detail.fields).toMatchObject({
      reminders: [0],
      due: { day: '2026-12-01', clock: '09:00', zone: ZONE },
    });
    await edit(detail.id, { title: 'Mua hoa hồng' });
    const text = await textOf('p');
    for (const line of lines) expect(text).toContain(`${line}\r\n`);
    expect(text).toContain('SUMMARY:Mua hoa hồng\r\n');
    await edit(detail.id, { due: { day: '2026-12-02', clock: '10:00', zone: ZONE } });
    const moved = await textOf('p');
    expect(moved).toContain(`DUE;TZID=${ZONE}:20261202T100000`);
    expect(moved).toContain(`DTSTART;TZID=${ZONE}:20261202T100000`);
    expect(moved).toContain('TRIGGER;VALUE=DATE-TIME:20261202T030000Z');
    await edit(detail.id, { due: null });
    expect(await textOf('p')).not.toMatch(/DUE|DTSTART;/);
  });

  test('CL-161 that was changed meanwhile is not overwritten, and the same edit again is none', async () => {
    const { id, revision } = await add({ title: 'Một' });
    const change = (title: string) =>
      person.client.changeTask({ params: { id }, body: { revision, fields: { title } } });
    await change('Hai');
    expect((await change('Hai')).data.fields.title).toBe('Hai');
    await expect(change('Ba')).rejects.toEqual(
      expect.objectContaining({ status: 409, code: 'event_changed' }),
    );
  });

  test('CL-161 is refused with a rule and no date, a day that there is not, and a rule that is none', async () => {
    const INVALID = (field: string) =>
      expect.objectContaining({ code: 'invalid_event', details: expect.objectContaining({ field }) });
    await expect(add({ title: 'x', rule: 'FREQ=DAILY' })).rejects.toEqual(INVALID('due'));
    await expect(add({ title: 'x', due: { day: '2026-02-30', clock: null, zone: null } })).rejects.toEqual(
      INVALID('due'),
    );
    await expect(add({ title: 'x', due: whole(1), rule: 'FREQ=NEVER' })).rejects.toEqual(INVALID('rule'));
    const { id } = await add({ title: 'x', due: whole(1), rule: 'FREQ=DAILY' });
    await edit(id, { rule: null, due: null });
    expect((await list()).data[0]).toMatchObject({ due: null, repeats: false });
  });

  test('CL-161 is no event, and an event is no task', async () => {
    const at = (clock: string) => ({ day: day(1), clock, zone: ZONE });
    const fields = { title: 'Họp', start: at('09:00'), end: at('10:00') };
    const { id } = (await person.client.createEvent({ body: { fields } })).data;
    await expect(person.client.getTask({ params: { id } })).rejects.toEqual(NOT_FOUND);
    await expect(edit(id, { title: 'x' })).rejects.toEqual(NOT_FOUND);
    await expect(finish(id)).rejects.toEqual(NOT_FOUND);
  });

  test('CL-164 goes into the trash and comes back, and a recount finds all as it should be', async () => {
    const { id } = await add({ title: 'Bỏ đi', due: whole(1) });
    await person.client.trashEvents({ body: { ids: [id] } });
    expect(await titles()).toEqual([]);
    expect((await person.client.listTrashedEvents({})).data).toMatchObject([{ id, is_task: true }]);
    await person.client.restoreEvents({ body: { ids: [id] } });
    expect(await titles()).toEqual(['Bỏ đi']);
    expect(await recountCalendar(server.context.db, person.mailbox)).toEqual([]);
  });
});

describe('done', () => {
  test('CL-162 is written as programs write it, and open again without a trace', async () => {
    const { id } = await add({ title: 'Gọi Lan' });
    const before = await textOf(id);
    await finish(id);
    expect(await textOf(id)).toContain('STATUS:COMPLETED\r\n');
    expect(await textOf(id)).toContain('PERCENT-COMPLETE:100\r\n');
    await finish(id, '', false);
    expect(await textOf(id)).toBe(before);
  });

  test('CL-162 of a series the next one comes, not before today, once however often it is said', async () => {
    const due = { day: day(-10), clock: '09:00', zone: ZONE };
    const { id, original } = await add({
      title: 'Sao lưu',
      due,
      rule: 'FREQ=DAILY;COUNT=30',
      reminders: [10],
    });
    const before = await textOf(id);
    const { data } = await finish(id, original);
    expect(data).toMatchObject({ done_at: null, repeats: true });
    expect([day(0), day(1)]).toContain(data.fields.due?.day);
    expect(data.fields.rule).toMatch(/^FREQ=DAILY;COUNT=(20|19)$/);
    expect((await finish(id, original)).data.fields).toEqual(data.fields);
    await person.client.rejoinSeries({ params: { id } });
    expect(await textOf(id)).toBe(before);
  });

  test('CL-162 of the last of a series is done as a whole', async () => {
    const { id, original } = await add({ title: 'Hai lần', due: whole(1), rule: 'FREQ=DAILY;COUNT=2' });
    const next = (await finish(id, original)).data;
    expect(next.fields.due).toEqual(whole(2));
    const last = (await finish(id, next.original)).data;
    expect(last.done_at).not.toBeNull();
    expect(await titles()).toEqual([]);
    await person.client.rejoinSeries({ params: { id } });
    expect(await titles()).toEqual(['Hai lần']);
  });

  test('CL-162 of a series whose single ones a program has done is the next after them', async () => {
    const times = (days: number) => [
      `DTSTART;VALUE=DATE:${written(days)}`,
      `DUE;VALUE=DATE:${written(days)}`,
    ];
    const single = [
      ...['BEGIN:VTODO', 'UID:s', 'SUMMARY:Tưới cây', `RECURRENCE-ID;VALUE=DATE:${written(1)}`, ...times(1)],
      ...['STATUS:COMPLETED', 'END:VTODO', 'END:VCALENDAR'],
    ];
    const text = vtodo('s', 'Tưới cây', ...times(1), 'RRULE:FREQ=DAILY');
    await put('s', text.replace('END:VCALENDAR', single.join('\r\n')));
    const [task] = (await list()).data;
    expect(task).toMatchObject({ due: { at: Date.parse(day(2)) / 1000 }, repeats: true });
    await edit(task?.id ?? '', { due: whole(4) });
    const moved = await textOf('s');
    expect(moved).toContain(`DTSTART;VALUE=DATE:${written(4)}`);
    expect(moved).not.toContain('RECURRENCE-ID');
  });
});

describe('reminders', () => {
  test('CL-163 of a task come before it is due, and none once it is done', async () => {
    const due = { day: day(1), clock: '09:00', zone: ZONE };
    const { id } = await add({ title: 'Gọi Lan', due, reminders: [30, 0] });
    const waiting = () =>
      server.context.db
        .selectFrom('calendar_reminders')
        .select('due_at')
        .where('mailbox_id', '=', person.mailbox)
        .orderBy('due_at')
        .execute();
    const at = Date.parse(`${day(1)}T02:00:00Z`) / 1000;
    expect((await waiting()).map(({ due_at }) => due_at)).toEqual([at - 1800, at]);
    await edit(id, { reminders: [15] });
    expect((await waiting()).map(({ due_at }) => due_at)).toEqual([at - 900]);
    await finish(id);
    expect(await waiting()).toEqual([]);
  });

  test('CL-163 of a task stands on screens until it is dismissed, and is said to be one', async () => {
    const due = { day: day(1), clock: '09:00', zone: ZONE };
    const { id } = await add({ title: 'Gọi Lan', due, reminders: [30] });
    server.clock.pass(24 * 3600 * 1000);
    await giveReminders(server.context, tellReminders, new AbortController().signal);
    const at = Date.parse(`${due.day}T02:00:00Z`) / 1000;
    expect((await person.client.listReminders({})).data).toMatchObject([
      { event_id: id, title: 'Gọi Lan', is_task: true, kind: 'zoned', at, until: at, due_at: at - 1800 },
    ]);
    await person.client.dismissReminder({ params: { id }, body: { original: '' } });
    expect((await person.client.listReminders({})).data).toEqual([]);
    expect(await textOf(id)).toContain('ACKNOWLEDGED:');
  });
});

describe('shared calendars', () => {
  let other: NewPerson;
  let calendar: string;

  beforeEach(async () => {
    other = await newPerson(server);
    calendar = (await person.client.createCalendar({ body: { name: 'Dự án', color: '#0b8043' } })).data.id;
  });

  function share(permission: CalendarPermission) {
    const members = [{ address: other.email, permission }];
    return person.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
  }

  test('CL-165 to see shows tasks but private ones, and lets nobody change them', async () => {
    const seen = await add({ title: 'Chung' }, calendar);
    const hidden = await add({ title: 'Riêng chung', is_private: true }, calendar);
    await add({ title: 'Lịch khác' });
    await share('BUSY');
    expect(await titles({}, other)).toEqual([]);
    await share('READ');
    expect(await titles({}, other)).toEqual(['Chung']);
    expect(await titles({ q: 'chung' }, other)).toEqual(['Chung']);
    await expect(other.client.getTask({ params: { id: hidden.id } })).rejects.toEqual(NOT_FOUND);
    const body = { done: true, original: '' };
    await expect(other.client.finishTask({ params: { id: seen.id }, body })).rejects.toEqual(FORBIDDEN);
    await expect(add({ title: 'x' }, calendar, other)).rejects.toEqual(FORBIDDEN);
  });

  test('CL-165 to change makes, does and moves them within the calendars of their owner', async () => {
    await share('WRITE');
    const { id } = await add({ title: 'Của nhóm' }, calendar, other);
    expect(await titles()).toEqual(['Của nhóm']);
    await other.client.finishTask({ params: { id }, body: { done: true, original: '' } });
    expect(await titles({ state: 'done' })).toEqual(['Của nhóm']);
    const [own] = (await other.client.listCalendars({})).data;
    const move = { calendar_id: own?.id ?? '', fields: {} };
    await expect(other.client.changeTask({ params: { id }, body: move })).rejects.toEqual(FORBIDDEN);
    await expect(
      other.client.changeTask({ params: { id }, body: { fields: { is_private: true } } }),
    ).rejects.toEqual(FORBIDDEN);
  });
});
