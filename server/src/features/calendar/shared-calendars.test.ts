import type { EventFields } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import type { CalendarPermission } from '../../calendar-tables.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { changePerson } from '../people/change-person.ts';
import { createDomain } from '../people/create-people.ts';

let server: TestServer;
let owner: NewPerson;
let other: NewPerson;
let calendar: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await newPerson(server);
  other = await newPerson(server);
  const body = { name: 'Dự án', color: '#0b8043' };
  calendar = (await owner.client.createCalendar({ body })).data.id;
});

const ZONE = 'Asia/Ho_Chi_Minh';
const NOT_FOUND = expect.objectContaining({ status: 404, code: 'event_not_found' });
const FORBIDDEN = expect.objectContaining({ status: 403, code: 'forbidden' });
const DAY = { from: '2026-03-02', to: '2026-03-02', zone: ZONE };
const at = (clock: string) => ({ day: '2026-03-02', clock, zone: ZONE });
const nine = { title: 'Họp giá', place: 'Phòng A', start: at('09:00'), end: at('10:00') };

function share(permission: CalendarPermission, who = other) {
  const members = [{ address: who.email, permission }];
  return owner.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
}

async function add(fields: Partial<EventFields> = {}): Promise<string> {
  const body = { calendar_id: calendar, fields: { ...nine, ...fields } };
  return (await owner.client.createEvent({ body })).data.id;
}

const seenBy = async ({ client }: NewPerson) => (await client.listEvents({ query: DAY })).data;
const edit = (id: string, fields: Partial<EventFields>) =>
  other.client.changeEvent({ params: { id }, body: { fields } });

describe('a calendar that is shared', () => {
  test('CL-110 by its times shows when its owner is busy, and nothing of what', async () => {
    const id = await add();
    await add({ title: 'Rảnh', is_busy: false });
    await share('BUSY');
    const seen = await seenBy(other);
    expect(seen).toEqual([
      {
        ...{ event_id: expect.any(String), calendar_id: calendar, original: '', title: '', place: '' },
        ...{ kind: 'zoned', at: Date.UTC(2026, 2, 2, 2) / 1000, until: Date.UTC(2026, 2, 2, 3) / 1000 },
        ...{ repeats: false, is_busy: true, is_private: false, only_busy: true },
      },
    ]);
    for (const event of [id, seen[0]?.event_id ?? '']) {
      await expect(other.client.getEvent({ params: { id: event }, query: {} })).rejects.toEqual(NOT_FOUND);
      await expect(edit(event, { title: 'x' })).rejects.toEqual(NOT_FOUND);
    }
  });

  test('CL-235 comes in a colour that none of the person’s calendars has, and keeps the one that they choose', async () => {
    const colorOf = async (id: string) =>
      (await other.client.listCalendars({})).data.find((one) => one.id === id)?.color;
    const [own] = (await other.client.listCalendars({})).data;
    const ids = [calendar];
    for (const name of ['Một', 'Hai', 'Ba']) {
      const { data } = await owner.client.createCalendar({ body: { name, color: own?.color ?? '' } });
      ids.push(data.id);
    }
    const members = [{ address: other.email, permission: 'READ' as const }];
    for (const id of ids) await owner.client.setCalendarMembers({ params: { id }, body: { members } });
    expect(await colorOf(calendar)).toBe('#0b8043');
    const colors = await Promise.all(ids.map(colorOf));
    expect(new Set([own?.color, ...colors]).size).toBe(5);
    const chosen = { params: { id: ids[1] ?? '' }, body: { color: '#55626f' } };
    await other.client.changeCalendarEntry(chosen);
    await owner.client.setCalendarMembers({ params: { id: ids[1] ?? '' }, body: { members } });
    expect(await colorOf(ids[1] ?? '')).toBe('#55626f');
  });

  test('CL-110 to see is read and not written', async () => {
    const id = await add();
    await share('READ');
    expect(await seenBy(other)).toMatchObject([{ event_id: id, title: 'Họp giá', place: 'Phòng A' }]);
    expect((await other.client.getEvent({ params: { id }, query: {} })).data.fields.title).toBe('Họp giá');
    await expect(edit(id, { title: 'x' })).rejects.toEqual(FORBIDDEN);
    await expect(other.client.trashEvents({ body: { ids: [id] } })).rejects.toEqual(FORBIDDEN);
    const body = { calendar_id: calendar, fields: nine };
    await expect(other.client.createEvent({ body })).rejects.toEqual(FORBIDDEN);
    await expect(other.client.listCalendarMembers({ params: { id: calendar } })).rejects.toEqual(FORBIDDEN);
  });

  test('CL-112 CT-64 to change is written, which is told as theirs and can be undone', async () => {
    const id = await add();
    await share('WRITE');
    const changed = await edit(id, { title: 'Họp chốt giá' });
    const { fullname: name } = (await other.client.getProfile({})).data;
    expect(changed.data.changed_by).toEqual({ name, email: other.email });
    await other.client.trashEvents({ body: { ids: [id] } });
    expect(await seenBy(owner)).toEqual([]);
    const [trashed] = (await owner.client.listTrashedEvents({})).data;
    expect(trashed).toMatchObject({ id, trashed_by: { name, email: other.email } });
    await other.client.restoreEvents({ body: { ids: [id] } });
    expect(await seenBy(owner)).toMatchObject([{ title: 'Họp chốt giá' }]);
    const made = await other.client.createEvent({ body: { calendar_id: calendar, fields: nine } });
    expect((await owner.client.getEvent({ params: { id: made.data.id }, query: {} })).data).toEqual(
      made.data,
    );
    await owner.client.changeEvent({ params: { id }, body: { fields: { title: 'Của tôi' } } });
    expect((await other.client.getEvent({ params: { id }, query: {} })).data.changed_by).toBeNull();
  });

  test('CL-112 an event of it moves into no calendar of somebody else', async () => {
    const id = await add();
    await share('WRITE');
    const [own] = (await other.client.listCalendars({})).data;
    await expect(
      other.client.changeEvent({ params: { id }, body: { calendar_id: own?.id ?? '', fields: {} } }),
    ).rejects.toEqual(FORBIDDEN);
  });

  test('CL-110 to manage is shared on and renamed, and deleted by its owner alone', async () => {
    const third = await newPerson(server);
    await share('MANAGE');
    const members = [
      { address: other.email, permission: 'MANAGE' as const },
      { address: third.email, permission: 'READ' as const },
    ];
    await other.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
    await other.client.changeCalendarEntry({ params: { id: calendar }, body: { name: 'Dự án Sao Mai' } });
    expect((await third.client.listCalendars({})).data).toContainEqual({
      ...{ id: calendar, name: 'Dự án Sao Mai', color: '#0b8043', is_default: false, permission: 'READ' },
      owner: expect.objectContaining({ email: owner.email }),
      is_company: false,
      event_ids_end: expect.stringMatching(/^[0-9a-f]{12}$/),
      reminders: { timed: [], day: [] },
    });
    await expect(other.client.deleteCalendar({ params: { id: calendar } })).rejects.toEqual(FORBIDDEN);
  });

  test('CL-114 has a colour of one’s own, and can be left', async () => {
    await share('READ');
    await other.client.changeCalendarEntry({ params: { id: calendar }, body: { color: '#d50000' } });
    const look = async (who: NewPerson) =>
      (await who.client.listCalendars({})).data.find(({ id }) => id === calendar);
    expect(await look(other)).toMatchObject({ color: '#d50000' });
    expect(await look(owner)).toMatchObject({ color: '#0b8043' });
    await share('WRITE');
    expect(await look(other)).toMatchObject({ color: '#d50000', permission: 'WRITE' });
    await expect(
      other.client.changeCalendarEntry({ params: { id: calendar }, body: { name: 'x' } }),
    ).rejects.toEqual(FORBIDDEN);
    await other.client.leaveCalendar({ params: { id: calendar } });
    expect(await look(other)).toBeUndefined();
    await expect(owner.client.leaveCalendar({ params: { id: calendar } })).rejects.toEqual(FORBIDDEN);
  });

  test('CL-110 is no longer seen once its owner ended it, or went to another domain', async () => {
    const id = await add();
    await share('WRITE');
    await owner.client.setCalendarMembers({ params: { id: calendar }, body: { members: [] } });
    expect(await seenBy(other)).toEqual([]);
    await expect(edit(id, { title: 'x' })).rejects.toEqual(NOT_FOUND);
    await share('WRITE');
    await createDomain(server.context, 'di.example', true);
    await server.context.db
      .updateTable('mailboxes')
      .set(({ selectFrom }) => ({
        domain_id: selectFrom('domains').select('id').where('name', '=', 'di.example'),
      }))
      .where('id', '=', owner.mailbox)
      .execute();
    expect(await seenBy(other)).toEqual([]);
    await expect(edit(id, { title: 'x' })).rejects.toEqual(NOT_FOUND);
  });

  test('CL-110 CL-115 is shared with nobody of another domain, and with nobody who has a hundred', async () => {
    await createDomain(server.context, 'ngoai.example', true);
    const outside = await newPerson(server, { domain: 'ngoai.example' });
    await expect(share('READ', outside)).rejects.toMatchObject({ code: 'invalid_recipients' });
    const third = await newPerson(server);
    const shareMany = async (by: NewPerson, length: number) => {
      const many = Array.from({ length }, () => ({
        ...{ mailbox_id: by.mailbox, calendar_id: newId(server.clock), with_mailbox_id: other.mailbox },
        ...{ permission: 'READ' as const, color: null, created_at: 1 },
      }));
      await server.context.db.insertInto('calendar_members').values(many).execute();
    };
    const refused = { code: 'too_many_events', details: { emails: [other.email] } };
    await shareMany(third, LIMITS.calendarsShared - 1);
    await share('READ');
    await share('READ');
    await other.client.leaveCalendar({ params: { id: calendar } });
    await shareMany(third, 1);
    await expect(share('READ')).rejects.toMatchObject(refused);
    await server.context.db
      .deleteFrom('calendar_members')
      .where('with_mailbox_id', '=', other.mailbox)
      .execute();
    // One colleague leaves room for what others share.
    await shareMany(owner, 20);
    await expect(share('READ')).rejects.toMatchObject(refused);
  });

  test('CL-110 shows series beyond the years of which rows are kept', async () => {
    await add({ rule: 'FREQ=YEARLY' });
    await share('READ');
    const query = { from: '2040-03-02', to: '2040-03-02', zone: ZONE };
    expect((await other.client.listEvents({ query })).data).toMatchObject([{ title: 'Họp giá' }]);
  });
});

describe('a private event', () => {
  test.each(['READ', 'WRITE', 'MANAGE'] as const)(
    'CL-111 is nothing but busy to who has it by %s',
    async (permission) => {
      const id = await add({ is_private: true, title: 'Bác sĩ' });
      await share(permission);
      const [seen, ...more] = await seenBy(other);
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ title: '', place: '', original: '', only_busy: true });
      expect(seen?.event_id).not.toBe(id);
      const { client } = other;
      const params = { id };
      await expect(client.getEvent({ params, query: {} })).rejects.toEqual(NOT_FOUND);
      if (permission === 'READ') return;
      await expect(edit(id, { title: 'x' })).rejects.toEqual(NOT_FOUND);
      await expect(client.trashEvents({ body: { ids: [id] } })).rejects.toEqual(NOT_FOUND);
      const { seq } = (await client.getCalendarChanges({ query: {} })).data;
      await owner.client.changeEvent({ params, body: { fields: { title: 'Nha sĩ' } } });
      const { data } = await client.getCalendarChanges({ query: { since: String(seq) } });
      expect(data).toEqual({ seq: expect.any(Number), events: [], calendars: true });
    },
  );

  test('CL-111 of a series is hidden by itself, and others don’t change the whole', async () => {
    const id = await add({ rule: 'FREQ=DAILY;COUNT=3' });
    const original = '20260302T020000Z';
    await owner.client.changeEvent({
      params: { id },
      body: { scope: 'one', original, fields: { is_private: true, title: 'Riêng' } },
    });
    await share('WRITE');
    expect(await seenBy(other)).toMatchObject([{ only_busy: true, title: '' }]);
    const { client } = other;
    await expect(client.getEvent({ params: { id }, query: { original } })).rejects.toEqual(NOT_FOUND);
    await expect(edit(id, { title: 'x' })).rejects.toEqual(FORBIDDEN);
    const next = { scope: 'one' as const, original: '20260303T020000Z', fields: { title: 'Hai' } };
    expect((await client.changeEvent({ params: { id }, body: next })).data.fields.title).toBe('Hai');
  });

  test('CL-111 of a series that becomes private the ones that were changed before do too', async () => {
    const id = await add({ rule: 'FREQ=DAILY;COUNT=4', title: 'Bác sĩ' });
    const original = '20260303T020000Z';
    const change = (body: Parameters<NewPerson['client']['changeEvent']>[0]['body']) =>
      owner.client.changeEvent({ params: { id }, body });
    const query = { from: '2026-03-02', to: '2026-03-05', zone: ZONE };
    const titles = async () => (await other.client.listEvents({ query })).data.map(({ title }) => title);
    await share('READ');
    const moved = {
      start: { ...at('15:00'), day: '2026-03-03' },
      end: { ...at('16:00'), day: '2026-03-03' },
    };
    await change({ scope: 'one', original, fields: moved });
    await change({ scope: 'all', fields: { is_private: true } });
    expect(await titles()).toEqual(['', '', '', '']);
    const asked = other.client.getEvent({ params: { id }, query: { original } });
    await expect(asked).rejects.toEqual(NOT_FOUND);
    await change({ scope: 'one', original, fields: { is_private: false } });
    expect(await titles()).toEqual(['', 'Bác sĩ', '', '']);
    await change({ scope: 'all', fields: { is_private: true } });
    expect(await titles()).toEqual(['', '', '', '']);
    await change({ scope: 'all', fields: { is_private: false } });
    expect(await titles()).toEqual(['Bác sĩ', 'Bác sĩ', 'Bác sĩ', 'Bác sĩ']);
  });

  test('CL-111 that was split off a series is not undone by others', async () => {
    const params = { id: await add({ rule: 'FREQ=DAILY;COUNT=3' }) };
    await share('WRITE');
    const { client } = other;
    const split = (title: string) =>
      client.changeEvent({
        params,
        body: { scope: 'following', original: '20260303T020000Z', fields: { title } },
      });
    await split('Hai');
    await client.rejoinSeries({ params });
    const rest = { id: (await split('Ba')).data.id };
    await owner.client.changeEvent({ params: rest, body: { fields: { is_private: true } } });
    await expect(client.rejoinSeries({ params })).rejects.toEqual(NOT_FOUND);
    expect((await owner.client.getEvent({ params: rest, query: {} })).data.trashed_at).toBeNull();
  });

  test('CL-111 is marked by the owner of its calendar alone', async () => {
    const id = await add();
    await share('WRITE');
    await expect(edit(id, { is_private: true })).rejects.toEqual(FORBIDDEN);
    const body = { calendar_id: calendar, fields: { ...nine, is_private: true } };
    await expect(other.client.createEvent({ body })).rejects.toEqual(FORBIDDEN);
  });
});

test('CL-113 who has a shared calendar is told of a change, and its owner of theirs', async () => {
  await share('WRITE');
  const sockets = await Promise.all(
    [owner, other].map(({ client, email }) =>
      connectSocket(server.baseUrl, { token: client.token, room: email }),
    ),
  );
  for (const socket of sockets) await socket.next('hello');
  const id = await add();
  for (const socket of sockets) await socket.next('calendar_changed');
  const { seq } = (await other.client.getCalendarChanges({ query: {} })).data;
  await owner.client.deleteCalendar({ params: { id: calendar } });
  await sockets[1]?.next('calendar_changed');
  expect((await other.client.getCalendarChanges({ query: { since: String(seq) } })).data).toMatchObject({
    calendars: true,
  });
  await expect(edit(id, { title: 'x' })).rejects.toEqual(NOT_FOUND);
  for (const socket of sockets) await socket.close();
});

test('CL-118 a calendar of the company is read by everybody of its domain, and kept by the owner of the domain', async () => {
  await createDomain(server.context, 'cong-ty.example', true);
  const chief = await newPerson(server, { domain: 'cong-ty.example', kind: 'owner' });
  const member = await newPerson(server, { domain: 'cong-ty.example' });
  const { id } = (await chief.client.createCalendar({ body: { name: 'Công ty', color: '#0b8043' } })).data;
  const fields = { ...nine, title: 'Nghỉ Tết' };
  const made = await chief.client.createEvent({ body: { calendar_id: id, fields } });
  const params = { id };
  await expect(member.client.shareCalendarWithCompany({ params, body: { shared: true } })).rejects.toEqual(
    FORBIDDEN,
  );
  const shared = await chief.client.shareCalendarWithCompany({ params, body: { shared: true } });
  expect(shared.data).toMatchObject({ is_company: true });
  expect(await seenBy(member)).toMatchObject([{ title: 'Nghỉ Tết', calendar_id: id }]);
  expect(await seenBy(other)).toEqual([]);
  expect(
    (await member.client.getEvent({ params: { id: made.data.id }, query: {} })).data.fields,
  ).toMatchObject({
    title: 'Nghỉ Tết',
  });
  await expect(
    member.client.changeEvent({ params: { id: made.data.id }, body: { fields: { title: 'x' } } }),
  ).rejects.toEqual(FORBIDDEN);
  await expect(member.client.leaveCalendar({ params })).rejects.toEqual(FORBIDDEN);
  await chief.client.shareCalendarWithCompany({ params, body: { shared: false } });
  expect(await seenBy(member)).toEqual([]);
});

test('CL-115 what a colleague shares, however much, hides nothing of anybody else', async () => {
  const third = await newPerson(server);
  const params = await shareBy(third, other);
  await third.client.createEvent({ body: { calendar_id: params.id, fields: { ...nine, title: 'Thứ ba' } } });
  await other.client.createEvent({ body: { fields: { ...nine, title: 'Của mình' } } });
  await share('READ');
  const hourly = { start: { ...at('00:00'), day: '2026-02-01' }, end: { ...at('01:00'), day: '2026-02-01' } };
  for (let made = 0; made < 9; made += 1) await add({ ...hourly, rule: 'FREQ=HOURLY;COUNT=1200' });
  const query = { from: '2026-02-01', to: '2026-03-10', zone: ZONE };
  const { data, meta } = await other.client.listEvents({ query });
  expect(meta.complete).toBe(false);
  const titles = data.map(({ title }) => title);
  expect(titles.filter((title) => title === 'Họp giá')).toHaveLength(LIMITS.eventsListed / 2);
  expect(titles).toEqual(expect.arrayContaining(['Thứ ba', 'Của mình']));
});

/** A calendar that a person shares with another one to read, by its path. */
async function shareBy({ client }: NewPerson, { email }: NewPerson): Promise<{ id: string }> {
  const { id } = (await client.createCalendar({ body: { name: 'Chung', color: '#0b8043' } })).data;
  const body = { members: [{ address: email, permission: 'READ' as const }] };
  await client.setCalendarMembers({ params: { id }, body });
  return { id };
}

test('CL-118 a calendar of the company ends with who is no owner any more, and by any other owner', async () => {
  await createDomain(server.context, 'hai-chu.example', true);
  const [chief, second] = [
    await newPerson(server, { domain: 'hai-chu.example', kind: 'owner' }),
    await newPerson(server, { domain: 'hai-chu.example', kind: 'owner' }),
  ];
  const member = await newPerson(server, { domain: 'hai-chu.example' });
  const params = await ofCompany(chief);
  expect(await seenBy(member)).toHaveLength(1);
  const end = () => second.client.shareCalendarWithCompany({ params, body: { shared: false } });
  expect((await end()).data).toMatchObject({ is_company: false });
  expect(await seenBy(member)).toEqual([]);
  await expect(end()).rejects.toEqual(NOT_FOUND);

  await chief.client.shareCalendarWithCompany({ params, body: { shared: true } });
  const become = (kind: 'owner' | 'member') =>
    changePerson(server.context, chief.mailbox, { kind }, commandLine());
  await become('member');
  expect(await seenBy(member)).toEqual([]);
  const own = async () => (await chief.client.listCalendars({})).data.find(({ id }) => id === params.id);
  expect(await own()).toMatchObject({ is_company: false });
  await become('owner');
  expect(await seenBy(member)).toHaveLength(1);
  await second.client.deletePerson({ params: { id: String(chief.mailbox) } });
  expect(await seenBy(member)).toEqual([]);
});

/** A calendar of the company with one event, by its path. */
async function ofCompany({ client }: NewPerson): Promise<{ id: string }> {
  const { id } = (await client.createCalendar({ body: { name: 'Công ty', color: '#0b8043' } })).data;
  await client.createEvent({ body: { calendar_id: id, fields: nine } });
  await client.shareCalendarWithCompany({ params: { id }, body: { shared: true } });
  return { id };
}
