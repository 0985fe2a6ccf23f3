import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { readCalendarSource } from './calendar-source.ts';
import { DAV_LIMITS, type DavLimits } from './dav-client.ts';
import { moveCalendars } from './move-calendars.ts';

let server: TestServer;
/** At the server that they leave. */
let before: CalDavPerson;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [before, an] = [await calDavPerson(server), await newPerson(server)];
});

const day = (date: string) => [`DTSTART;VALUE=DATE:${date}`, `SEQUENCE:${Number(date) % 7}`];
const put = (name: string, text: string) =>
  before.dav.call('PUT', `${before.calendar}${encodeURIComponent(name)}.ics`, { body: text });

function pass({
  password = before.password,
  limits = DAV_LIMITS,
}: {
  password?: string;
  limits?: DavLimits;
} = {}) {
  const { host } = new URL(server.baseUrl);
  const from = readCalendarSource(`caldav://${before.email}@${host}`);
  const watcher = { start: () => undefined, show: () => undefined };
  return moveCalendars(server.context, { mailboxId: an.mailbox, from, password }, watcher, limits);
}

const titles = async () => {
  const query = { from: '2027-01-01', to: '2027-12-31', zone: 'Asia/Ho_Chi_Minh' };
  return (await an.client.listEvents({ query })).data.map(({ title }) => title);
};

test('CL-158 calendars come with their events, and a later pass brings what is new or newer, and nothing twice', async () => {
  // Its name without accents is that of one which is here.
  const own = { params: { id: before.calendar.split('/').at(-2) ?? '' }, body: { name: 'LICH' } };
  await before.client.changeCalendarEntry(own);
  await put('một', vevent('mot', 'Một', ...day('20270105')));
  await put('hai', vevent('hai', 'Hai & <ba>', ...day('20270106')));
  await put('việc', vtodo('viec', 'Việc'));
  const first = await pass();
  expect(first).toMatchObject({ refused: [], stopped: null });
  expect(first.calendars).toMatchObject([{ in_source: 2, created: 2, tasks: 1 }]);
  expect(await titles()).toEqual(['Một', 'Hai & <ba>']);

  await put('ba', vevent('ba', 'Ba', ...day('20270107')));
  await put('một', vevent('mot', 'Một mới', 'DTSTART;VALUE=DATE:20270105', 'SEQUENCE:9'));
  const again = await pass();
  expect(again.calendars).toMatchObject([{ created: 1, replaced: 1, already_there: 1 }]);
  expect(await titles()).toEqual(['Một mới', 'Hai & <ba>', 'Ba']);
  expect((await an.client.listCalendars({})).data).toHaveLength(2);
});

test('CL-158 what was deleted here since, and a calendar that was renamed, stay as they are', async () => {
  await put('một', vevent('mot', 'Một', ...day('20270105')));
  await put('hai', vevent('hai', 'Hai', ...day('20270106')));
  await pass();
  const query = { from: '2027-01-01', to: '2027-12-31', zone: 'Asia/Ho_Chi_Minh' };
  const [one] = (await an.client.listEvents({ query })).data;
  await an.client.trashEvents({ body: { ids: [one?.event_id ?? ''] } });
  const moved = (await an.client.listCalendars({})).data.find(({ is_default }) => !is_default);
  await an.client.changeCalendarEntry({ params: { id: moved?.id ?? '' }, body: { name: 'Lịch cũ' } });
  expect((await pass()).calendars).toMatchObject([{ created: 0, already_there: 1, deleted_here: 1 }]);
  expect(await titles()).toEqual(['Hai']);
  expect((await an.client.listCalendars({})).data.map(({ name }) => name)).toContain('Lịch cũ');
});

test('CL-158 a wrong password, and an answer that is too large, end the pass with the reason', async () => {
  expect((await pass({ password: 'khác' })).stopped).toMatch(/does not take this user and password/);
  await put('một', vevent('mot', 'Một', `DESCRIPTION:${'x'.repeat(50_000)}`, ...day('20270105')));
  const stopped = await pass({ limits: { ...DAV_LIMITS, answerBytes: 20_000 } });
  expect(stopped.stopped).toMatch(/without end/);
  expect(await titles()).toEqual([]);
});

test('CL-158 an address has a user and no password, and is without TLS on this machine alone', () => {
  expect(readCalendarSource('caldavs://lan@x.example@dav.example/cal/').url.href).toBe(
    'https://dav.example/cal/',
  );
  expect(readCalendarSource('caldavs://lan@dav.example').url.pathname).toBe('/.well-known/caldav');
  for (const wrong of ['caldavs://dav.example', 'caldavs://lan:x@dav.example', 'caldav://lan@dav.example'])
    expect(() => readCalendarSource(wrong)).toThrow();
});
