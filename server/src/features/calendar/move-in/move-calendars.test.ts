import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { type CalendarSource, readCalendarSource } from './calendar-source.ts';
import { DAV_LIMITS, type DavLimits } from './dav-client.ts';
import { areWhole, moveCalendars } from './move-calendars.ts';

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

/** A server with one calendar; `objects` writes what it answers about them. */
async function serve(
  answer: (asked: { method: string; path: string; hrefs: string[] }, response: ServerResponse) => unknown,
  status = 207,
): Promise<CalendarSource> {
  const old = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method = '', url: path = '' } = request;
    const hrefs = [...body.matchAll(/<href>([^<]+)/g)].map(([, href = '']) => href);
    response.writeHead(status, { 'content-type': 'application/xml' });
    await answer({ method, path, hrefs }, response);
  });
  old.listen(0, '127.0.0.1');
  await once(old, 'listening');
  onTestFinished(async () => {
    old.closeAllConnections();
    old.close();
    await once(old, 'close');
  });
  const { port } = old.address() as AddressInfo;
  return readCalendarSource(`caldav://cu@127.0.0.1:${port}/old/`);
}

const multistatus = (...responses: string[]) =>
  `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join('')}</multistatus>`;
const resource = (path: string, prop: string) =>
  `<response><href>${path}</href><propstat><prop>${prop}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const HOME = multistatus(
  resource('/old/', '<C:calendar-home-set><href>/old/</href></C:calendar-home-set>'),
  resource('/old/a/', '<resourcetype><collection/><C:calendar/></resourcetype>'),
);
const etag = (path: string) => resource(path, '<getetag>"1"</getetag>');
const pathsOf = (count: number) => Array.from({ length: count }, (_, at) => `/old/a/e${at}.ics`);
const eventAt = (path: string) => {
  const uid = /(\w+)\.ics/.exec(path)?.[1] ?? '';
  return resource(path, `<C:calendar-data>${vevent(uid, uid, ...day('20270105'))}</C:calendar-data>`);
};

const passFrom = (from: CalendarSource, limits: Partial<DavLimits> = {}) =>
  moveCalendars(
    server.context,
    { mailboxId: an.mailbox, from, password: 'x' },
    { start: () => undefined, show: () => undefined },
    { ...DAV_LIMITS, ...limits },
  );

test('CL-158 events are stored as they come: no more than a page of them is ever in memory', async () => {
  const stored: number[] = [];
  const from = await serve(async ({ method, path, hrefs }, response) => {
    if (path === '/old/') return response.end(HOME);
    if (method === 'PROPFIND') return response.end(multistatus(...pathsOf(120).map(etag)));
    stored.push((await titles()).length);
    return response.end(multistatus(...hrefs.map(eventAt)));
  });
  expect(await passFrom(from)).toMatchObject({
    stopped: null,
    calendars: [{ created: 120, in_source: 120 }],
  });
  expect(stored).toEqual([0, 50, 100]);
  // All of it is one import, which is undone as a whole.
  const imports = await server.context.db
    .selectFrom('calendar_imports')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .execute();
  expect(imports).toHaveLength(1);
});

test('CL-158 a server that answers without end is left, and what came before is kept', async () => {
  function endless(response: ServerResponse, begin: string, next: (at: number) => string) {
    const pieces = function* () {
      yield begin;
      for (let at = 0; ; at += 1) yield next(at);
    };
    // Whoever reads it leaves.
    return pipeline(Readable.from(pieces()), response).catch(() => undefined);
  }
  const begin = multistatus().replace('</multistatus>', '');
  const limits = { answerBytes: 1024 * 1024 };
  const lists = await serve(({ path }, response) =>
    path === '/old/' ? response.end(HOME) : endless(response, begin, (at) => etag(`/old/a/${at}.ics`)),
  );
  expect((await passFrom(lists, limits)).stopped).toMatch(/without end/);
  let page = 0;
  const texts = await serve(({ method, path, hrefs }, response) => {
    if (path === '/old/') return response.end(HOME);
    if (method === 'PROPFIND') return response.end(multistatus(...pathsOf(120).map(etag)));
    page += 1;
    return page === 1
      ? response.end(multistatus(...hrefs.map(eventAt)))
      : endless(response, begin, (at) => eventAt(`/old/a/more${at}.ics`));
  });
  const stopped = await passFrom(texts, limits);
  expect(stopped).toMatchObject({
    stopped: expect.stringMatching(/without end/),
    calendars: [{ created: 50 }],
  });
  expect(await titles()).toHaveLength(50);
});

test('CL-158 more than was asked for, and more calendars or events than anybody has, end the pass', async () => {
  const more = await serve(({ method, path, hrefs }, response) => {
    if (path === '/old/') return response.end(HOME);
    const answer = method === 'PROPFIND' ? pathsOf(1).map(etag) : [...hrefs, '/old/a/x.ics'].map(eventAt);
    return response.end(multistatus(...answer));
  });
  expect((await passFrom(more)).stopped).toMatch(/more than it was asked for/);
  const calendars = await serve((_asked, response) =>
    response.end(multistatus(...Array.from({ length: 1_001 }, (_, at) => etag(`/old/${at}/`)))),
  );
  expect((await passFrom(calendars)).stopped).toMatch(/lists calendars without end/);
  const events = await serve(({ path }, response) =>
    response.end(path === '/old/' ? HOME : multistatus(...pathsOf(100_001).map(etag))),
  );
  expect((await passFrom(events)).stopped).toMatch(/more than 100000 events/);
});

/** Three objects, of which the server gives the second one as `answer` does; `listed` is how often it lists it. */
async function withAnswer(answer: (path: string) => string, listed = Number.POSITIVE_INFINITY) {
  let lists = 0;
  return serve(({ method, path, hrefs }, response) => {
    if (path === '/old/') return response.end(HOME);
    const paths = pathsOf(3);
    if (method === 'PROPFIND') {
      lists += 1;
      const now = paths.filter((each) => each !== paths[1] || lists <= listed);
      return response.end(multistatus(...now.map(etag)));
    }
    return response.end(
      multistatus(...hrefs.map((each) => (each === paths[1] ? answer(each) : eventAt(each)))),
    );
  });
}

const refusal = (path: string, status: number) =>
  `<response><href>${path}</href><status>HTTP/1.1 ${status} No</status></response>`;

test('CL-280 what a server lists and does not give, or gives as no iCalendar, is named, and nothing is whole', async () => {
  const notGiven = 'The server lists it and does not give it';
  const noCalendar = 'What the server gives is no iCalendar';
  const data = (path: string, text: string) => resource(path, `<C:calendar-data>${text}</C:calendar-data>`);
  const answers: [(path: string) => string, string][] = [
    [(path) => refusal(path, 500), `${notGiven}, but answers 500`],
    [(path) => refusal(path, 403), `${notGiven}, but answers 403`],
    [(path) => refusal(path, 404), `${notGiven}, but answers 404`],
    [
      (path) => resource(path, '<C:calendar-data/>').replace('200 OK', '500 Internal Server Error'),
      `${notGiven}, but answers 500`,
    ],
    [() => '', notGiven],
    [(path) => data(path, ''), noCalendar],
    [(path) => data(path, '&lt;html&gt;503&lt;/html&gt;'), noCalendar],
    [(path) => data(path, 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR'), noCalendar],
  ];
  for (const [answer, reason] of answers) {
    const report = await passFrom(await withAnswer(answer));
    expect(report).toMatchObject({
      calendars: [{ in_source: 3, refused: 1, left_meanwhile: 0 }],
      refused: [{ calendar: 'a', title: 'e1.ics', reason }],
      stopped: null,
    });
    expect(areWhole(report)).toBe(false);
  }
  expect((await titles()).sort()).toEqual(['e0', 'e2']);
});

test('CL-280 what was deleted there since it was listed is missed by nobody', async () => {
  const report = await passFrom(await withAnswer((path) => refusal(path, 404), 1));
  expect(report).toMatchObject({
    calendars: [{ in_source: 2, created: 2, refused: 0, left_meanwhile: 1 }],
    refused: [],
  });
  expect(areWhole(report)).toBe(true);
});

test('CL-280 paths that a server writes with other signs encoded are those that it was asked for', async () => {
  const report = await passFrom(
    await serve(({ method, path, hrefs }, response) => {
      if (path === '/old/') return response.end(HOME);
      if (method === 'PROPFIND') return response.end(multistatus(etag('/old/a/lan%40x.ics')));
      return response.end(multistatus(...hrefs.map((href) => eventAt(href.replace('%40', '@')))));
    }),
  );
  expect(areWhole(report)).toBe(true);
});

test('CL-280 a list that its server cuts short ends the pass', async () => {
  const from = await serve(({ method, path, hrefs }, response) => {
    if (path === '/old/') return response.end(HOME);
    if (method === 'PROPFIND')
      return response.end(multistatus(...pathsOf(2).map(etag), refusal('/old/a/', 507)));
    return response.end(multistatus(...hrefs.map(eventAt)));
  });
  expect((await passFrom(from)).stopped).toMatch(/lists a part of a only/);
});

test('CL-283 a server that does not say where its calendars are is to be given with its path', async () => {
  const { url, user } = await serve((_asked, response) => response.end('<html/>'), 404);
  const from = readCalendarSource(`caldav://${user}@${url.host}`);
  expect((await passFrom(from)).stopped).toBe(
    'The server has no /.well-known/caldav (it answers 404): give its path behind the host, as in caldavs://USER@HOST/dav/',
  );
});
