import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { createDomain } from '../people/create-people.ts';

let server: TestServer;
let an: CalDavPerson;
let lan: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan] = [await calDavPerson(server), await calDavPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

const TIMES = ['DTSTART:20270302T020000Z', 'DTEND:20270302T030000Z'];
const LATER = ['DTSTART:20270303T020000Z', 'DTEND:20270303T030000Z'];
const WEEK = { from: '2027-03-01', to: '2027-03-07', zone: 'Asia/Ho_Chi_Minh' };
const from = ({ email }: NewPerson) => `ORGANIZER;CN=An:mailto:${email}`;
const to = ({ email }: { email: string }, params = 'PARTSTAT=NEEDS-ACTION;RSVP=TRUE') =>
  `ATTENDEE;${params}:mailto:${email}`;
const meeting = (uid: string, ...lines: string[]) => vevent(uid, 'Họp tuần', ...lines);
const unfold = (text: string) => text.replaceAll(/\r\n[ \t]/g, '');
const put = (
  person: CalDavPerson,
  uid: string,
  body: string,
  headers: Record<string, string> = {},
  calendar = person.calendar,
) => person.dav.call('PUT', `${calendar}${uid}.ics`, { body, headers });
const read = async (person: CalDavPerson, uid: string) => {
  const { text, headers } = await person.dav.call('GET', `${person.calendar}${uid}.ics`);
  return { text: unfold(text), tag: headers['schedule-tag'] ?? '', etag: headers['etag'] ?? '' };
};
/** Of meetings: that a program has signed in is told as well. */
const subjects = async (person: NewPerson) =>
  (await mailIn(person, 'INBOX')).flatMap(({ subject }) => (subject.includes('Họp') ? [subject] : []));
const conditionOf = (text: string) => /<CAL:([\w-]+)[/>]/.exec(text)?.[1];

/** The invited event where the guest's program finds it. */
async function invited(
  person: CalDavPerson,
): Promise<{ path: string; text: string; headers: Record<string, string | undefined> }> {
  const { byHref } = await person.dav.ask('PROPFIND', person.calendar, { depth: '1' });
  const path = [...byHref.keys()].find((one) => one !== person.calendar) ?? '';
  const { text, headers } = await person.dav.call('GET', path);
  return { path, text: unfold(text), headers };
}

const answerOf = (text: string, { email }: NewPerson) =>
  new RegExp(`ATTENDEE[^\\r\\n]*PARTSTAT=([A-Z-]+)[^\\r\\n]*:mailto:${email}`).exec(text)?.[1];

async function asked(lines = TIMES): Promise<void> {
  await put(an, 'm1', meeting('m1', ...lines, from(an), to(lan)));
  await work();
}

const answering = (text: string, person: NewPerson, answer: string) =>
  text.replace(
    new RegExp(`ATTENDEE[^\\r\\n]*:mailto:${person.email}`),
    `ATTENDEE;PARTSTAT=${answer}:mailto:${person.email}`,
  );

describe('an organiser', () => {
  test('CV-14 whose phone puts a meeting asks its guests by mail, once, and reads that they were told', async () => {
    const text = meeting('m1', ...TIMES, from(an), to(an, 'PARTSTAT=ACCEPTED'), to(lan));
    const { status, headers } = await put(an, 'm1', text);
    expect([status, headers['etag'], headers['schedule-tag']]).toEqual([201, undefined, expect.any(String)]);
    expect((await read(an, 'm1')).text).toContain('SCHEDULE-STATUS=1.0');
    await work();
    await work();
    expect(await subjects(lan)).toEqual([expect.stringContaining('Lời mời: Họp tuần (')]);
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
    const after = await read(an, 'm1');
    expect(after.text).toContain('SCHEDULE-STATUS=1.1');
    expect(after.tag).toBe(headers['schedule-tag']);
    expect((await invited(lan)).text).not.toContain('SCHEDULE-STATUS');
    // What the phone puts as it has read it is told to nobody again.
    await put(an, 'm1', (await an.dav.call('GET', `${an.calendar}m1.ics`)).text);
    await work();
    expect(await subjects(lan)).toHaveLength(1);
  });

  test('CV-14 reads it of guests whose lines are folded anywhere', async () => {
    const names = Array.from({ length: 12 }, (_, at) => 'N'.repeat(10 + at));
    const guests = names.map((name, at) => to({ email: `k${at}@khach.example` }, `CN=${name}`));
    await put(an, 'm1', meeting('m1', ...TIMES, from(an), ...guests));
    await work();
    expect((await read(an, 'm1')).text.match(/SCHEDULE-STATUS=1\.1/g)).toHaveLength(names.length);
  });

  test('CV-14 who moves, renames and deletes a meeting tells its guests each time', async () => {
    await asked();
    await put(an, 'm1', meeting('m1', ...LATER, from(an), to(lan)));
    await work();
    expect((await invited(lan)).text).toContain('DTSTART:20270303T020000Z');
    expect((await read(an, 'm1')).text).toContain('SEQUENCE:1');
    await an.dav.call('DELETE', `${an.calendar}m1.ics`);
    await work();
    expect(await subjects(lan)).toHaveLength(3);
    expect((await lan.client.listEvents({ query: WEEK })).data).toEqual([]);
  });

  test('CV-14 who takes out all guests, and with them the organiser, calls it off with them', async () => {
    await asked();
    expect((await put(an, 'm1', meeting('m1', ...TIMES))).status).toBe(204);
    await work();
    expect(await subjects(lan)).toEqual([
      expect.stringMatching(/^Lời mời/),
      expect.stringMatching(/^Đã hủy/),
    ]);
  });

  test('CV-14 who moves a meeting into another calendar tells nobody, and makes no second one of it', async () => {
    await asked();
    const body = { name: 'Khác', color: '#0b8043' };
    const { id } = (await an.client.createCalendar({ body })).data;
    const destination = `${an.home}${id}/m1.ics`;
    const copy = await an.dav.call('COPY', `${an.calendar}m1.ics`, { headers: { destination } });
    const second = await put(an, 'm1', meeting('m1', ...TIMES, from(an), to(lan)), {}, `${an.home}${id}/`);
    for (const { status, text } of [copy, second]) {
      expect([status, conditionOf(text)]).toEqual([403, 'unique-scheduling-object-resource']);
    }
    expect((await an.dav.call('MOVE', `${an.calendar}m1.ics`, { headers: { destination } })).status).toBe(
      201,
    );
    await work();
    expect(await subjects(lan)).toHaveLength(1);
  });

  test('CV-15 whose program tells guests itself has none of ours', async () => {
    await put(an, 'm1', meeting('m1', ...TIMES, from(an), to(lan, 'SCHEDULE-AGENT=CLIENT')));
    await put(an, 'm2', meeting('m2', ...TIMES, from(an).replace('CN=An', 'SCHEDULE-AGENT=NONE'), to(lan)));
    await work();
    await an.dav.call('DELETE', `${an.calendar}m1.ics`);
    await an.dav.call('DELETE', `${an.calendar}m2.ics`);
    await work();
    expect(await subjects(lan)).toEqual([]);
    expect(await mailIn(an, 'Sent')).toEqual([]);
  });

  test('CV-14 who moves in with what is over asks nobody, and deletes it without a word', async () => {
    const past = ['DTSTART:20250302T020000Z', 'DTEND:20250302T030000Z'];
    const body = meeting('m1', ...past, from(an), to(lan));
    expect((await put(an, 'm1', body)).headers['etag']).toMatch(/^"/);
    expect((await an.dav.call('GET', `${an.calendar}m1.ics`)).text).toBe(body);
    await an.dav.call('DELETE', `${an.calendar}m1.ics`);
    await work();
    expect(await subjects(lan)).toEqual([]);
  });

  test('CV-14 who moves in with a meeting that a guest has answered asks nobody again, until it changes', async () => {
    const answered = (...times: string[]) => meeting('m1', ...times, from(an), to(lan, 'PARTSTAT=ACCEPTED'));
    await put(an, 'm1', answered(...TIMES));
    await work();
    expect(await subjects(lan)).toEqual([]);
    await put(an, 'm1', answered(...LATER));
    await work();
    expect(await subjects(lan)).toHaveLength(1);
    // Deleted and put again, it is one to which they are asked.
    await an.dav.call('DELETE', `${an.calendar}m1.ics`);
    await work();
    await put(an, 'm1', answered(...TIMES));
    await work();
    expect(await subjects(lan)).toHaveLength(3);
  });

  test('CV-25 who moves in with a meeting that some have answered asks the others', async () => {
    const binh = await newPerson(server);
    const text = meeting('m1', ...TIMES, from(an), to(lan, 'PARTSTAT=ACCEPTED'), to(binh));
    await put(an, 'm1', text);
    const kept = (await read(an, 'm1')).text;
    expect([answerOf(kept, lan), answerOf(kept, binh)]).toEqual(['ACCEPTED', 'NEEDS-ACTION']);
    expect(kept.match(/SCHEDULE-STATUS=1\.0/g)).toHaveLength(1);
    await work();
    expect([await subjects(lan), await subjects(binh)]).toEqual([[], [expect.stringMatching(/^Lời mời/)]]);
    const invitation = (await binh.client.listEvents({ query: WEEK })).data;
    expect(invitation).toMatchObject([{ title: 'Họp tuần' }]);
    expect((await read(an, 'm1')).text).not.toContain('UNTOLD');
    // Both know it now.
    await put(an, 'm1', meeting('m1', ...LATER, from(an), to(lan, 'PARTSTAT=ACCEPTED'), to(binh)));
    await work();
    expect([(await subjects(lan)).length, (await subjects(binh)).length]).toEqual([1, 2]);
  });

  test('CV-25 whose phone copies a meeting asks all guests to the copy, whatever they have answered to the first', async () => {
    await asked();
    const { path, text: invitation } = await invited(lan);
    await lan.dav.call('PUT', path, { body: answering(invitation, lan, 'ACCEPTED') });
    await work();
    const { text } = await read(an, 'm1');
    expect(answerOf(text, lan)).toBe('ACCEPTED');
    const copy = text.replace('UID:m1', 'UID:m2').replaceAll('20270302T', '20270304T');
    expect((await put(an, 'm2', copy)).headers['etag']).toBe(undefined);
    expect(answerOf((await read(an, 'm2')).text, lan)).toBe('NEEDS-ACTION');
    await work();
    expect(await subjects(lan)).toHaveLength(2);
  });

  test('CL-309 a meeting of a phone, whose UIDs are in capitals, is answered, told apart from its like in small letters, and called off', async () => {
    const uid = '6F3A1B2C-0D4E-4F5A-8B6C-7D8E9FA0B1C2';
    await put(an, uid, meeting(uid, ...TIMES, from(an), to(lan)));
    await work();
    const { path, text } = await invited(lan);
    expect(text).toContain(`UID:${uid}`);
    await lan.dav.call('PUT', path, { body: answering(text, lan, 'ACCEPTED') });
    await work();
    expect(answerOf((await read(an, uid)).text, lan)).toBe('ACCEPTED');
    const small = uid.toLowerCase();
    expect((await put(an, small, meeting(small, ...LATER, from(an)))).status).toBe(201);
    const twice = await put(an, 'again', meeting(uid, ...TIMES, from(an), to(lan)));
    expect([twice.status, twice.text]).toEqual([409, expect.stringContaining('no-uid-conflict')]);
    await an.dav.call('DELETE', `${an.calendar}${uid}.ics`);
    await work();
    expect((await lan.dav.call('GET', path)).status).toBe(404);
    expect((await read(an, small)).text).toContain(`UID:${small}`);
  });

  test('CV-25 a meeting that was made just now has no answers, whatever its text says', async () => {
    const now = new Date(server.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const text = meeting('m1', `CREATED:${now}`, ...TIMES, from(an), to(lan, 'PARTSTAT=ACCEPTED'));
    await put(an, 'm1', text);
    expect(answerOf((await read(an, 'm1')).text, lan)).toBe('NEEDS-ACTION');
    await work();
    expect(await subjects(lan)).toHaveLength(1);
  });

  test('CV-26 whose program forces a message has it sent, once, to whom it says', async () => {
    const binh = await newPerson(server);
    const forced = 'PARTSTAT=ACCEPTED;SCHEDULE-FORCE-SEND=REQUEST';
    const known = meeting('m1', ...TIMES, from(an), to(lan, forced), to(binh, 'PARTSTAT=ACCEPTED'));
    await put(an, 'm1', known);
    await work();
    expect([(await subjects(lan)).length, (await subjects(binh)).length]).toEqual([1, 0]);
    const { text } = await read(an, 'm1');
    expect([text.includes('FORCE-SEND'), answerOf(text, lan)]).toEqual([false, 'ACCEPTED']);
    const again = meeting('m1', ...TIMES, from(an), to(lan, forced), to(binh, 'PARTSTAT=ACCEPTED'));
    await put(an, 'm1', again);
    await work();
    expect([(await subjects(lan)).length, (await subjects(binh)).length]).toEqual([2, 0]);
    await put(an, 'm1', (await an.dav.call('GET', `${an.calendar}m1.ics`)).text);
    await work();
    expect(await subjects(lan)).toHaveLength(2);
  });

  test('CV-16 whose phone has not heard of an answer changes the meeting without losing it', async () => {
    await asked();
    const { tag, etag } = await read(an, 'm1');
    const copy = await invited(lan);
    await lan.dav.call('PUT', copy.path, { body: answering(copy.text, lan, 'ACCEPTED') });
    await work();
    const answered = await read(an, 'm1');
    expect([answerOf(answered.text, lan), answered.tag, answered.etag === etag]).toEqual([
      'ACCEPTED',
      tag,
      false,
    ]);
    const renamed = vevent('m1', 'Họp tháng', ...TIMES, from(an), to(lan));
    const stale = await put(an, 'm1', renamed, { 'if-match': etag });
    expect(stale.status).toBe(412);
    const { status, headers } = await put(an, 'm1', renamed, { 'if-schedule-tag-match': tag });
    expect([status, headers['schedule-tag'] === tag]).toEqual([204, false]);
    const kept = await read(an, 'm1');
    expect(answerOf(kept.text, lan)).toBe('ACCEPTED');
    expect(kept.text).toContain('SUMMARY:Họp tháng');
    const again = await put(an, 'm1', renamed, { 'if-schedule-tag-match': tag });
    expect(again.status).toBe(412);
  });

  test('CV-17 stays who it is, and is one', async () => {
    await asked();
    const other = await put(an, 'm1', meeting('m1', ...TIMES, from(lan), to(lan)));
    expect([other.status, conditionOf(other.text)]).toEqual([
      403,
      'allowed-organizer-scheduling-object-change',
    ]);
    const two = meeting('m2', ...TIMES, 'RRULE:FREQ=DAILY', from(an), to(lan)).replace(
      'END:VCALENDAR',
      [
        ...['BEGIN:VEVENT', 'UID:m2', 'RECURRENCE-ID:20270303T020000Z', ...LATER],
        ...[from(lan), 'SUMMARY:Họp', 'END:VEVENT', 'END:VCALENDAR'],
      ].join('\r\n'),
    );
    const { status, text } = await put(an, 'm2', two);
    expect([status, conditionOf(text)]).toEqual([403, 'same-organizer-in-all-components']);
  });

  test('CV-17 who is somebody else asks nobody', async () => {
    const binh = await newPerson(server);
    await put(an, 'm1', meeting('m1', ...TIMES, from(lan), to(binh)));
    await an.dav.call('DELETE', `${an.calendar}m1.ics`);
    await work();
    expect([await subjects(lan), await subjects(binh)]).toEqual([[], []]);
    expect(await mailIn(an, 'Sent')).toEqual([]);
  });

  test('CV-18 asks no more than may be written to, and none whose sending is off', async () => {
    const crowd = (count: number) =>
      Array.from({ length: count }, (_, at) => to({ email: `nguoi${at}@khach.example` }));
    const many = await put(an, 'm1', meeting('m1', ...TIMES, from(an), ...crowd(501)));
    expect([many.status, conditionOf(many.text)]).toEqual([403, 'max-attendees-per-instance']);
    const theirs = meeting(
      'm2',
      ...TIMES,
      from({ ...an, email: 'chu@khach.example' }),
      to(an),
      ...crowd(600),
    );
    expect((await put(an, 'm2', theirs)).status).toBe(201);
    const fast = await put(an, 'm1', meeting('m1', ...TIMES, from(an), ...crowd(61)));
    expect([fast.status, Number(fast.headers['retry-after']) > 0]).toEqual([503, true]);
    await server.context.db
      .updateTable('mailboxes')
      .set({ enable_smtp: false })
      .where('id', '=', an.mailbox)
      .execute();
    expect((await put(an, 'm1', meeting('m1', ...TIMES, from(an), to(lan)))).status).toBe(403);
    expect((await an.dav.call('GET', `${an.calendar}m1.ics`)).status).toBe(404);
    await work();
    expect(await subjects(lan)).toEqual([]);
  });
});

describe('a guest', () => {
  test('CV-26 whose program forces an answer has it sent again', async () => {
    await asked();
    const { path, text } = await invited(lan);
    const answered = answering(text, lan, 'TENTATIVE');
    await lan.dav.call('PUT', path, { body: answered });
    await work();
    const forced = answered.replace('ORGANIZER', 'ORGANIZER;SCHEDULE-FORCE-SEND=REPLY');
    expect((await lan.dav.call('PUT', path, { body: forced })).status).toBe(204);
    await work();
    expect(await mailIn(lan, 'Sent')).toHaveLength(2);
  });

  test('CV-19 whose phone answers has told the organiser, once', async () => {
    await asked();
    const { path, text, headers } = await invited(lan);
    const tag = { 'if-schedule-tag-match': headers['schedule-tag'] ?? '' };
    const answered = answering(text, lan, 'TENTATIVE');
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM', 'END:VEVENT'].join(
      '\r\n',
    );
    const body = answered.replace('END:VEVENT', alarm).replace(/SEQUENCE:0/, 'SEQUENCE:7');
    expect((await lan.dav.call('PUT', path, { body, headers: tag })).status).toBe(204);
    await work();
    await work();
    expect(answerOf((await read(an, 'm1')).text, lan)).toBe('TENTATIVE');
    expect(await mailIn(lan, 'Sent')).toHaveLength(1);
    const after = unfold((await lan.dav.call('GET', path)).text);
    expect(after).toMatch(/ORGANIZER[^\r\n]*SCHEDULE-STATUS=1.1/);
    expect(after).not.toContain('SEQUENCE:7');
    expect(after).toContain('TRIGGER:-PT10M');
  });

  test.each([
    ['the time', (text: string) => text.replace('DTEND:20270302T030000Z', 'DTEND:20270302T040000Z')],
    ['the title', (text: string) => text.replace('SUMMARY:Họp tuần', 'SUMMARY:Khác')],
    ['who asks', (text: string) => text.replace(/ORGANIZER[^\r\n]*/, 'ORGANIZER:mailto:ai@khach.example')],
    ['that somebody asks', (text: string) => text.replace(/ORGANIZER[^\r\n]*\r\n/, '')],
    [
      'who is asked',
      (text: string) => text.replace('END:VEVENT', 'ATTENDEE:mailto:ai@khach.example\r\nEND:VEVENT'),
    ],
    ['that they are asked', (text: string) => text.replace(/ATTENDEE[^\r\n]*\r\n/, '')],
    ['how it repeats', (text: string) => text.replace('END:VEVENT', 'RRULE:FREQ=DAILY\r\nEND:VEVENT')],
  ])('CV-17 can’t change %s', async (_what, change) => {
    await asked();
    const { path, text } = await invited(lan);
    const { status, text: said } = await lan.dav.call('PUT', path, { body: change(text) });
    expect([status, conditionOf(said)]).toEqual([403, 'allowed-attendee-scheduling-object-change']);
    expect((await invited(lan)).text).toBe(text);
  });

  test('CV-19 who deletes the event declines, or says nothing where that is wished', async () => {
    await asked();
    const { path } = await invited(lan);
    const silent = { 'schedule-reply': 'F' };
    expect((await lan.dav.call('DELETE', path, { headers: silent })).status).toBe(204);
    await work();
    expect(answerOf((await read(an, 'm1')).text, lan)).toBe('NEEDS-ACTION');
    await put(an, 'm2', meeting('m2', ...TIMES, from(an), to(lan)));
    await work();
    await lan.dav.call('DELETE', (await invited(lan)).path);
    await work();
    expect(answerOf((await read(an, 'm2')).text, lan)).toBe('DECLINED');
  });

  test('CV-19 who leaves one out of a series declines that one alone', async () => {
    await asked([...TIMES, 'RRULE:FREQ=DAILY;COUNT=3']);
    const { path, text } = await invited(lan);
    const accepted = answering(text, lan, 'ACCEPTED');
    await lan.dav.call('PUT', path, { body: accepted });
    await work();
    const body = accepted.replace('END:VEVENT', 'EXDATE:20270303T020000Z\r\nEND:VEVENT');
    expect((await lan.dav.call('PUT', path, { body })).status).toBe(204);
    await work();
    expect((await lan.client.listEvents({ query: WEEK })).data).toHaveLength(2);
    const kept = (await read(an, 'm1')).text.split('BEGIN:VEVENT').slice(1);
    expect(kept.map((part) => answerOf(part, lan))).toEqual(['ACCEPTED', 'DECLINED']);
  });

  test('CV-17 leaves no more out of a series at once than a person does', async () => {
    await asked([...TIMES, 'RRULE:FREQ=DAILY;COUNT=90']);
    const { path, text } = await invited(lan);
    const days = Array.from({ length: 51 }, (_, at) => {
      const day = new Date(Date.UTC(2027, 2, 3 + at, 2)).toISOString();
      return `EXDATE:${day.replaceAll(/[-:]|\.\d+/g, '')}`;
    });
    const body = text.replace('END:VEVENT', [...days, 'END:VEVENT'].join('\r\n'));
    expect((await lan.dav.call('PUT', path, { body })).status).toBe(403);
    expect((await invited(lan)).text).toBe(text);
  });

  test('CV-16 whose phone has an older text of a series loses no answer of a guest to one of it', async () => {
    await asked([...TIMES, 'RRULE:FREQ=DAILY;COUNT=3']);
    const { tag } = await read(an, 'm1');
    const { path, text } = await invited(lan);
    await lan.dav.call('PUT', path, {
      body: text.replace('END:VEVENT', 'EXDATE:20270303T020000Z\r\nEND:VEVENT'),
    });
    await work();
    const series = vevent(
      'm1',
      'Họp tuần',
      ...TIMES,
      'RRULE:FREQ=DAILY;COUNT=3',
      'LOCATION:Phòng A',
      from(an),
      to(lan),
    );
    const { status } = await put(an, 'm1', series, { 'if-schedule-tag-match': tag });
    expect(status).toBe(204);
    const parts = (await read(an, 'm1')).text.split('BEGIN:VEVENT').slice(1);
    expect(parts.map((part) => answerOf(part, lan))).toEqual(['NEEDS-ACTION', 'DECLINED']);
  });
});

const PROP = (
  names: string,
) => `<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>${names}
  </D:prop></D:propfind>`;

describe('the boxes of scheduling', () => {
  test('CV-20 a principal says where they are; in the inbox there is nothing, and new events go to a calendar', async () => {
    const own = `/dav/principals/${an.email}/`;
    const options = await an.dav.call('OPTIONS', own);
    expect(options.headers['dav']).toContain('calendar-auto-schedule');
    const body = PROP('<C:schedule-inbox-URL/><C:schedule-outbox-URL/><C:calendar-user-type/>');
    const principal = await an.dav.ask('PROPFIND', own, { depth: '0', body });
    expect(principal.byHref.get(own)?.props[200]).toEqual({
      'schedule-inbox-URL': { href: `${an.home}inbox/` },
      'schedule-outbox-URL': { href: `${an.home}outbox/` },
      'calendar-user-type': 'INDIVIDUAL',
    });
    const inbox = await an.dav.ask('PROPFIND', `${an.home}inbox/`, {
      depth: '1',
      body: PROP('<D:resourcetype/><C:schedule-default-calendar-URL/><D:sync-token/>'),
    });
    expect([...inbox.byHref.keys()]).toEqual([`${an.home}inbox/`]);
    expect(inbox.byHref.get(`${an.home}inbox/`)?.props[200]).toMatchObject({
      resourcetype: { collection: '', 'schedule-inbox': '' },
      'schedule-default-calendar-URL': { href: an.calendar },
    });
    const sync = '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>';
    const synced = await an.dav.ask('REPORT', `${an.home}inbox/`, { body: sync });
    expect([synced.byHref.size, synced.token]).toEqual([0, expect.stringMatching(/^urn:/)]);
    for (const method of ['PUT', 'DELETE', 'MKCALENDAR', 'GET']) {
      expect((await an.dav.call(method, `${an.home}outbox/`)).status).toBe(405);
    }
    expect((await an.dav.call('POST', `${an.home}inbox/`)).status).toBe(405);
    expect((await an.dav.call('POST', an.calendar)).status).toBe(405);
    expect((await an.dav.call('GET', `${an.home}inbox/x.ics`)).status).toBe(404);
  });

  const question = (organiser: string, people: string[], days = 1) =>
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', 'BEGIN:VFREEBUSY', 'UID:q1'],
      ...['DTSTAMP:20270101T000000Z', 'DTSTART:20270302T000000Z'],
      `DTEND:${new Date(Date.UTC(2027, 2, 2 + days)).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
      `ORGANIZER:mailto:${organiser}`,
      ...people.map((email) => `ATTENDEE:mailto:${email}`),
      ...['END:VFREEBUSY', 'END:VCALENDAR', ''],
    ].join('\r\n');
  const ask = (body: string) =>
    an.dav.call('POST', `${an.home}outbox/`, { body, headers: { 'content-type': 'text/calendar' } });
  const told = (text: string) =>
    text
      .split('<CAL:response>')
      .slice(1)
      .map((one) => [
        /<CAL:request-status>(.*?)<\/CAL:request-status>/.exec(one)?.[1],
        /^FREEBUSY[^\r\n&]*/m.exec(one)?.[0],
      ]);

  test('CV-21 the outbox says when colleagues are busy, and of all others the same', async () => {
    const hidden = await newPerson(server);
    await createDomain(server.context, 'khac.example', true);
    const stranger = await newPerson(server, { domain: 'khac.example' });
    await hidden.client.setBusyChoice({ body: { shown: false } });
    await put(lan, 'b', vevent('b', 'Khám bệnh', ...TIMES, 'CLASS:PRIVATE'));
    await put(lan, 'c', vevent('c', 'Họp', 'DTSTART:20270302T023000Z', 'DTEND:20270302T040000Z'));
    const people = [lan.email, hidden.email, stranger.email, 'ai@khach.example'];
    const { status, headers, text } = await ask(question(an.email, people));
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('xml')]);
    const nobody = ['3.7;Invalid calendar user', undefined];
    expect(told(text)).toEqual([
      ['2.0;Success', 'FREEBUSY;FBTYPE=BUSY:20270302T020000Z/20270302T040000Z'],
      nobody,
      nobody,
      nobody,
    ]);
    expect(text).not.toContain('Khám');
  });

  test('CV-21 nobody asks in the name of another, for too many, for too long, or anything else', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `nguoi${at}@khach.example`);
    const refused: [string, string][] = [
      [question(lan.email, [lan.email]), 'organizer-allowed'],
      [question(an.email, many), 'valid-scheduling-message'],
      [question(an.email, []), 'valid-scheduling-message'],
      [question(an.email, [lan.email], 200), 'valid-scheduling-message'],
      [meeting('m1', ...TIMES, from(an), to(lan)), 'valid-scheduling-message'],
      ['x', 'valid-calendar-data'],
      ['x'.repeat(70_000), 'max-resource-size'],
    ];
    for (const [body, condition] of refused) {
      const { status, text } = await ask(body);
      expect([status, conditionOf(text)]).toEqual([403, condition]);
    }
    const other = await an.dav.call('POST', `${lan.home}outbox/`, { body: question(an.email, [lan.email]) });
    expect(other.status).toBe(404);
  });
});
