import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { describeZone } from './asked-zone.ts';

let server: TestServer;
let an: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await calDavPerson(server);
});

const MORNING = [
  'DTSTART;TZID=Asia/Ho_Chi_Minh:20260302T090000',
  'DTEND;TZID=Asia/Ho_Chi_Minh:20260302T100000',
];
const meeting = (uid: string, title = 'Họp', ...lines: string[]) => vevent(uid, title, ...MORNING, ...lines);

const put = (name: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  an.dav.call('PUT', `${an.calendar}${name}`, {
    body,
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...headers },
  });
const get = (name: string) => an.dav.call('GET', `${an.calendar}${name}`);
const titles = async () => {
  const query = { from: '2026-03-01', to: '2026-03-31', zone: 'Asia/Ho_Chi_Minh' };
  return (await an.client.listEvents({ query })).data.map(({ title }) => title);
};

describe('an event', () => {
  test('CL-2 is answered byte for byte as it was put, with its entity tag, and shows in the web', async () => {
    const odd = meeting(
      'odd',
      'Họp  tuần',
      'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
      'DESCRIPTION:dài \r\n  lắm',
    )
      .replaceAll('\r\n', '\n')
      .replace('BEGIN:VEVENT', 'begin:vevent');
    const made = await put('odd.ics', odd);
    expect([made.status, made.text]).toEqual([201, '']);
    const read = await get('odd.ics');
    expect([read.status, read.text, read.headers['etag']]).toEqual([200, odd, made.headers['etag']]);
    expect(made.headers['etag']).toMatch(/^"\w{32}"$/);
    expect(read.headers['content-type']).toBe('text/calendar; charset=utf-8; component=VEVENT');
    const head = await an.dav.call('HEAD', `${an.calendar}odd.ics`);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(odd)));
    const known = { 'if-none-match': made.headers['etag'] as string };
    expect((await an.dav.call('GET', `${an.calendar}odd.ics`, { headers: known })).status).toBe(304);
    expect(await titles()).toEqual(['Họp tuần']);
  });

  test('CL-2 isn’t overwritten by who knows only an older one', async () => {
    const first = (await put('a.ics', meeting('a', 'Một'))).headers['etag'] as string;
    expect((await put('a.ics', meeting('a', 'Hai'), { 'if-none-match': '*' })).status).toBe(412);
    const second = await put('a.ics', meeting('a', 'Hai'), { 'if-match': first });
    expect([second.status, second.headers['etag'] === first]).toEqual([204, false]);
    const old = { 'if-match': first };
    expect((await put('a.ics', meeting('a', 'Ba'), old)).status).toBe(412);
    expect((await an.dav.call('DELETE', `${an.calendar}a.ics`, { headers: old })).status).toBe(412);
    expect((await put('b.ics', meeting('b'), { 'if-match': '*' })).status).toBe(412);
    expect((await get('a.ics')).text).toContain('Hai');
  });

  test('CL-2 that two programs put at once is put by one of them', async () => {
    const tag = (await put('a.ics', meeting('a'))).headers['etag'] as string;
    const all = await Promise.all(
      ['Hai', 'Ba', 'Bốn', 'Năm'].map((name) => put('a.ics', meeting('a', name), { 'if-match': tag })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([204, 412, 412, 412]);
  });

  test('CL-2 goes into the trash when it is deleted, and comes back when it is put again', async () => {
    await put('a.ics', meeting('a', 'Một'));
    expect((await an.dav.call('DELETE', `${an.calendar}a.ics`)).status).toBe(204);
    expect((await get('a.ics')).status).toBe(404);
    expect(await titles()).toEqual([]);
    expect((await an.dav.call('DELETE', `${an.calendar}a.ics`)).status).toBe(404);
    expect((await put('other.ics', meeting('a', 'Hai'))).status).toBe(201);
    expect(await titles()).toEqual(['Hai']);
  });

  test('CL-2 that the web edits keeps what the phone has put into it', async () => {
    await put('a.ics', meeting('a', 'Một', 'X-PHONE:giữ', 'ATTENDEE;CN=Lan:mailto:lan@khach.example'));
    const query = { from: '2026-03-02', to: '2026-03-02', zone: 'Asia/Ho_Chi_Minh' };
    const [event] = (await an.client.listEvents({ query })).data;
    const params = { id: event?.event_id ?? '' };
    await an.client.changeEvent({ params, body: { scope: 'all', fields: { title: 'Hai' } } });
    const { text } = await get('a.ics');
    expect(text).toContain('SUMMARY:Hai');
    expect(text).toContain('X-PHONE:giữ');
    expect(text).toContain('ATTENDEE;CN=Lan');
  });
});

test('CL-2 a task is kept, with or without a time', async () => {
  for (const [name, task] of [
    ['a', vtodo('a', 'Mua hoa')],
    ['b', vtodo('b', 'Nộp thuế', 'DUE;VALUE=DATE:20260331')],
  ] as const) {
    expect((await put(`${name}.ics`, task)).status).toBe(201);
    expect((await get(`${name}.ics`)).text).toBe(task);
  }
  expect(await titles()).toEqual([]);
});

describe('what is refused', () => {
  const refusal = async (body: string | Buffer, headers = {}, name = 'a.ics') => {
    const { status, text } = await put(name, body, headers);
    return [status, /<CAL:([\w-]+)[/>]/.exec(text)?.[1]];
  };

  test('CL-3 a second event with a UID that is there, and another UID under the same name', async () => {
    await put('a.ics', meeting('a', 'Một'));
    expect(await refusal(meeting('a', 'Hai'), {}, 'b.ics')).toEqual([409, 'no-uid-conflict']);
    expect((await put('b.ics', meeting('a', 'Hai'))).text).toContain(`<D:href>${an.calendar}a.ics</D:href>`);
    expect(await refusal(meeting('b', 'Hai'))).toEqual([409, 'no-uid-conflict']);
    expect((await get('a.ics')).text).toContain('Một');
  });

  const wrong = {
    nothing: ['', 'valid-calendar-data'],
    words: ['text', 'valid-calendar-data'],
    'what breaks off': [meeting('a').slice(0, -20), 'valid-calendar-data'],
    'an event without a time': [vevent('a', 'Họp'), 'valid-calendar-data'],
    'a rule that is none': [meeting('a', 'Họp', 'RRULE:FREQ=OFTEN'), 'valid-calendar-data'],
    'two UIDs': [
      meeting('a').replace(
        'END:VEVENT',
        'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART:20260101T000000Z\r\nEND:VEVENT',
      ),
      'valid-calendar-object-resource',
    ],
    'no UID': [meeting('a').replace('UID:a\r\n', ''), 'valid-calendar-object-resource'],
    'a journal': [meeting('a').replaceAll('VEVENT', 'VJOURNAL'), 'supported-calendar-component'],
    'an event of each second': [meeting('a', 'Họp', 'RRULE:FREQ=SECONDLY'), 'max-instances'],
    'more than a megabyte': [
      meeting('a', 'Họp', `DESCRIPTION:${'x'.repeat(1024 * 1024)}`),
      'max-resource-size',
    ],
  } as const;
  test.each(Object.entries(wrong))(
    'CL-3 %s, with the precondition that it breaks, and nothing is kept',
    async (_what, [body, precondition]) => {
      expect(await refusal(body)).toEqual([403, precondition]);
      expect((await get('a.ics')).status).toBe(404);
      expect((await put('b.ics', meeting('b'))).status).toBe(201);
    },
  );

  test('CL-3 another kind of text, and names that no program makes up', async () => {
    expect(await refusal(meeting('a'), { 'content-type': 'text/vcard' })).toEqual([
      403,
      'supported-calendar-data',
    ]);
    expect((await put(`${'n'.repeat(256)}.ics`, meeting('a'))).status).toBe(403);
    expect((await put('a%0A.ics', meeting('a'))).status).toBe(403);
  });

  test('what calendars and folders don’t take', async () => {
    const { dav, calendar, home } = an;
    for (const path of ['/dav/calendars/', home, calendar]) {
      for (const method of ['GET', 'PUT', 'COPY', 'MOVE']) {
        const { status, headers } = await dav.call(method, path, { body: 'x' });
        expect([path, method, status]).toEqual([path, method, 405]);
        expect(headers['allow']).toContain('PROPFIND');
      }
    }
    expect((await dav.call('DELETE', home)).status).toBe(405);
    // New events go there.
    expect((await dav.call('DELETE', calendar)).text).toContain('<D:need-privileges/>');
  });
});

describe('calendars', () => {
  let id: string;
  beforeEach(() => {
    id = crypto.randomUUID();
  });
  const SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"';
  const mkcalendar = (props: string) =>
    `<C:mkcalendar ${SPACES}><set><prop>${props}</prop></set></C:mkcalendar>`;
  const mkcol = (props: string) => `<mkcol ${SPACES}><set><prop>${props}</prop></set></mkcol>`;
  const update = (props: string) =>
    `<propertyupdate ${SPACES}><set><prop>${props}</prop></set></propertyupdate>`;
  const shown = async () =>
    (await an.client.listCalendars({})).data.map(({ name, color }) => `${name} ${color}`);

  test('CL-5 are made, renamed, coloured and deleted by programs', async () => {
    const { dav, home } = an;
    // In capitals, as a Mac makes them up.
    const path = `${home}${id.toUpperCase()}/`;
    const tokyo = describeZone('Asia/Tokyo', 0);
    const body = mkcalendar(`<displayname>Dự án</displayname><A:calendar-color>#FF2968FF</A:calendar-color>
      <A:calendar-order>3</A:calendar-order><C:calendar-timezone>${tokyo}</C:calendar-timezone>
      <C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>`);
    expect((await dav.call('MKCALENDAR', path, { body })).status).toBe(201);
    expect((await dav.call('MKCALENDAR', path, { body })).status).toBe(405);
    expect(await shown()).toEqual(['Lịch #1a73e8', 'Dự án #ff2968']);
    expect((await dav.call('PUT', `${path}a.ics`, { body: meeting('a') })).status).toBe(201);
    const both = update('<displayname>Dự án 2</displayname><A:calendar-color>#00ff00</A:calendar-color>');
    const { byHref } = await dav.ask('PROPPATCH', path, { body: both });
    expect([...byHref.values()]).toEqual([
      { status: null, props: { 200: { displayname: '', 'calendar-color': '' } } },
    ]);
    expect(await shown()).toEqual(['Lịch #1a73e8', 'Dự án 2 #00ff00']);
    const order = await dav.ask('PROPPATCH', path, {
      body: update('<A:calendar-order>1</A:calendar-order>'),
    });
    expect([...order.byHref.values()][0]?.props).toEqual({ 200: { 'calendar-order': '' } });
    const other = update('<displayname>Khác</displayname><A:refreshrate>PT1H</A:refreshrate>');
    const refused = await dav.ask('PROPPATCH', path, { body: other });
    expect([...refused.byHref.values()][0]?.props).toEqual({
      403: { refreshrate: '' },
      424: { displayname: '' },
    });
    expect(await shown()).toEqual(['Lịch #1a73e8', 'Dự án 2 #00ff00']);
    expect((await dav.call('DELETE', path)).status).toBe(204);
    expect(await shown()).toEqual(['Lịch #1a73e8']);
    expect((await dav.call('GET', `${path}a.ics`)).status).toBe(404);
  });

  test('CL-5 are made by MKCOL too, and get a name where they are given none', async () => {
    const { dav, home } = an;
    const type = '<resourcetype><collection/><C:calendar/></resourcetype>';
    expect((await dav.call('MKCOL', `${home}${id}/`, { body: mkcol(type) })).status).toBe(201);
    expect((await dav.call('MKCALENDAR', `${home}${crypto.randomUUID()}/`)).status).toBe(201);
    expect(await shown()).toEqual(['Lịch #1a73e8', 'CalDAV #1a73e8', 'CalDAV 2 #1a73e8']);
  });

  test('CL-119 get no name of which nothing is seen, by programs and in the web', async () => {
    const { dav, home, client } = an;
    const named = (name: string) => mkcalendar(`<displayname>${name}</displayname>`);
    const path = `${home}${id}/`;
    for (const name of [' ', '\u200b', '\u202e']) {
      expect((await dav.call('MKCALENDAR', path, { body: named(name) })).status).toBe(403);
      await expect(client.createCalendar({ body: { name, color: '#0b8043' } })).rejects.toEqual(
        expect.objectContaining({ status: 400, code: 'invalid_input' }),
      );
    }
    expect((await dav.call('MKCALENDAR', path, { body: named('Dự\u202e án') })).status).toBe(201);
    const rename = (name: string) =>
      dav.call('PROPPATCH', path, { body: update(`<displayname>${name}</displayname>`) });
    expect((await rename('\u200b')).status).toBe(403);
    await expect(client.changeCalendarEntry({ params: { id }, body: { name: '\u200b ' } })).rejects.toEqual(
      expect.objectContaining({
        code: 'invalid_input',
        details: { fields: [expect.objectContaining({ field: 'name' })] },
      }),
    );
    expect((await shown()).at(-1)).toBe('Dự án #1a73e8');
    expect((await rename('Kho\u200b')).status).toBe(207);
    expect((await shown()).at(-1)).toBe('Kho #1a73e8');
  });

  test('CL-5 of another kind, or at another address, are not made', async () => {
    const { dav, home, calendar } = an;
    const plain = mkcol('<resourcetype><collection/></resourcetype>');
    expect((await dav.call('MKCOL', `${home}${id}/`, { body: plain })).text).toContain('valid-resourcetype');
    expect((await dav.call('MKCALENDAR', `${home}viec-nha/`)).status).toBe(403);
    expect((await dav.call('MKCALENDAR', home)).status).toBe(405);
    const inside = await dav.call('MKCALENDAR', `${calendar}con/`);
    expect([inside.status, inside.text]).toEqual([
      403,
      expect.stringContaining('calendar-collection-location-ok'),
    ]);
    expect((await dav.call('MKCALENDAR', `${home}${id}/con/`)).status).toBe(409);
    const journal =
      '<C:supported-calendar-component-set><C:comp name="VJOURNAL"/></C:supported-calendar-component-set>';
    const refused = await dav.call('MKCALENDAR', `${home}${id}/`, { body: mkcalendar(journal) });
    expect(refused.text).toContain('<CAL:supported-calendar-component/>');
    expect(await shown()).toHaveLength(1);
  });

  test.each(['CLASS:X-TOPSECRET', 'CLASS:PUBLIC\r\nCLASS:PRIVATE'])(
    'CL-111 what a program marks with %j is private',
    async (line) => {
      await put('a.ics', meeting('a', 'Lương').replace('DTSTART', `${line}\r\nDTSTART`));
      const { data } = await an.client.searchEvents({ query: { q: 'luong' } });
      expect(data).toMatchObject([{ is_private: true }]);
    },
  );

  test('CL-5 events are copied and moved between them', async () => {
    const { dav, home, calendar } = an;
    const path = `${home}${id}/`;
    await dav.call('MKCALENDAR', path);
    await put('a.ics', meeting('a', 'Một'));
    const to = (destination: string, more = {}) => ({ headers: { destination, ...more } });
    expect((await dav.call('COPY', `${calendar}a.ics`, to(`${server.baseUrl}${path}a.ics`))).status).toBe(
      201,
    );
    expect(await titles()).toEqual(['Một', 'Một']);
    const kept = to(`${path}a.ics`, { overwrite: 'F' });
    expect((await dav.call('COPY', `${calendar}a.ics`, kept)).status).toBe(412);
    expect((await dav.call('COPY', `${calendar}a.ics`, to(`${calendar}b.ics`))).text).toContain(
      'no-uid-conflict',
    );
    expect((await dav.call('MOVE', `${calendar}a.ics`, to(`${path}b.ics`))).text).toContain(
      'no-uid-conflict',
    );
    expect((await dav.call('MOVE', `${calendar}a.ics`, to(`${path}a.ics`))).status).toBe(204);
    expect((await get('a.ics')).status).toBe(404);
    expect((await dav.call('MOVE', `${path}a.ics`, to(`${calendar}c.ics`))).status).toBe(201);
    expect((await get('c.ics')).text).toContain('UID:a');
    expect(await titles()).toEqual(['Một']);
    expect((await dav.call('MOVE', `${calendar}c.ics`, to('https://evil.example/dav/x'))).status).toBe(502);
    expect((await dav.call('MOVE', `${calendar}c.ics`, to(`${calendar}c.ics`))).status).toBe(403);
    expect(
      (await dav.call('MOVE', `${calendar}c.ics`, to(`/dav/addressbooks/${an.email}/x/c.ics`))).status,
    ).toBe(403);
    expect((await dav.call('MOVE', `${calendar}c.ics`)).status).toBe(400);
  });

  test('each resource answers PROPPATCH, and takes no properties but those of a calendar', async () => {
    const { dav, home, calendar } = an;
    await put('a.ics', meeting('a'));
    const body = update('<color xmlns="x">red</color>');
    for (const path of [`${calendar}a.ics`, calendar, home, '/dav/calendars/']) {
      const { byHref } = await dav.ask('PROPPATCH', path, { body });
      expect([path, byHref.get(path)?.props]).toEqual([path, { 403: { color: '' } }]);
    }
    expect((await dav.call('PROPPATCH', `${calendar}none.ics`, { body })).status).toBe(404);
  });
});

test('CL-252 an event that is put again keeps the rows of times that stay, and no others', async () => {
  const { db } = server.context;
  const rows = () =>
    db
      .selectFrom('calendar_occurrences')
      .select(['original', 'title', sql<string>`ctid::text`.as('place_on_disk')])
      .where('mailbox_id', '=', an.mailbox)
      .orderBy('at')
      .execute();
  const putOn = async (title: string, days: string[]) => {
    const [first = '', ...others] = days.map((day) => `${day}T020000Z`);
    const body = vevent(
      'rows',
      title,
      `DTSTART:${first}`,
      'DURATION:PT1H',
      ...others.map((one) => `RDATE:${one}`),
    );
    expect((await an.dav.call('PUT', `${an.calendar}rows.ics`, { body })).status).toBeLessThan(300);
    return rows();
  };
  const before = await putOn('Họp', ['20260302', '20260303', '20260304']);
  expect(before).toHaveLength(3);
  const shorter = await putOn('Họp', ['20260302', '20260304', '20260305']);
  expect(shorter.map(({ original }) => original.slice(0, 8))).toEqual(['20260302', '20260304', '20260305']);
  expect(shorter.slice(0, 2)).toEqual([before[0], before[2]]);
  const renamed = await putOn('Họp lại', ['20260302', '20260304', '20260305']);
  expect(renamed.map(({ title }) => title)).toEqual(['Họp lại', 'Họp lại', 'Họp lại']);
});
