import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { exportCalendars } from './export-calendars.ts';

let server: TestServer;
let person: NewPerson;
let dir: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  dir = await mkdtemp(join(tmpdir(), 'bocau-calendars-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await server.close();
});

const zone = (offset: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:Văn phòng\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`;
/** With odd folding, properties of its own, an alarm, and a series with an exception. */
const EVENTS = [
  'BEGIN:VEVENT\r\nUID:e1\r\nDTSTART:20261120T020000Z\r\nSUMMARY:Họp giao\r\n  ban\r\nX-LA;X-P="a,b":giữ nguyên\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VEVENT\r\n',
  'BEGIN:VEVENT\r\nUID:e2\r\nDTSTART;TZID=Văn phòng:20261120T090000\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Trực\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:e2\r\nRECURRENCE-ID;TZID=Văn phòng:20261121T090000\r\nDTSTART;TZID=Văn phòng:20261121T100000\r\nSUMMARY:Trực muộn\r\nEND:VEVENT\r\n',
  'BEGIN:VEVENT\r\nUID:e3\r\nDTSTART;TZID=Văn phòng:20261122T090000\r\nSUMMARY:Cùng múi giờ\r\nEND:VEVENT\r\n',
  'BEGIN:VEVENT\r\nUID:e4\r\nDTSTART;TZID=Văn phòng:20261123T090000\r\nSUMMARY:Múi giờ khác\r\nEND:VEVENT\r\n',
  'BEGIN:VTODO\r\nUID:t1\r\nSUMMARY:Việc\r\nDTSTART:20261120T020000Z\r\nEND:VTODO\r\n',
];
const ZONES = ['', zone('+0700'), zone('+0700'), zone('+0900'), ''];
const objectOf = (place: number) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\n${ZONES[place]}${EVENTS[place]}END:VCALENDAR\r\n`;

async function put(calendarId: string | null, sources: string[]): Promise<string[]> {
  const now = unixSeconds(server.context.clock);
  return changeCalendar(server.context, person.mailbox, async (change) => {
    // The file has them in the order of their ids.
    const ids = sources.map(() => randomUUID()).toSorted();
    const puts = sources.map((text, place) => {
      const source = Buffer.from(text);
      const where = { id: ids[place] as string, calendarId: calendarId ?? change.defaultCalendar };
      return { ...where, source, derived: deriveObject(source, now) };
    });
    await putObjects(change, puts);
    return puts.map(({ id }) => id);
  });
}

test('CT-61 calendars are exported as one file each, with events as they were put, without those in the trash', async () => {
  const { db } = server.context;
  expect(await exportCalendars(db, person.mailbox, dir)).toBe(0);
  const gone = await put(null, [objectOf(0).replace('e1', 'bỏ')]);
  await changeCalendar(server.context, person.mailbox, (change) => trashObjects(change, gone));
  const body = { name: 'Nhóm: A, B/C', color: '#0b8043' };
  const { data: made } = await person.client.createCalendar({ body });
  await put(
    made.id,
    EVENTS.map((_, place) => objectOf(place)),
  );

  expect(await exportCalendars(db, person.mailbox, dir)).toBe(EVENTS.length);
  const names = (await readdir(join(dir, 'calendars'))).toSorted();
  expect(names).toHaveLength(2);
  const name = names.find((one) => one.startsWith('Nhóm_ A, B_C~')) ?? '';
  const text = await readFile(join(dir, 'calendars', name), 'utf8');
  for (const event of EVENTS) expect(text.split(event)).toHaveLength(2);
  expect(text).toContain('X-WR-CALNAME:Nhóm: A\\, B/C\r\n');
  // Two definitions of one zone: each in a calendar of its own, and each of them once.
  expect(text.match(/BEGIN:VCALENDAR/g)).toHaveLength(2);
  for (const one of [zone('+0700'), zone('+0900')]) expect(text.split(one)).toHaveLength(2);
  const [shared = '', apart = ''] = text.split(/(?<=END:VCALENDAR\r\n)/);
  expect(shared).toContain(zone('+0700'));
  expect(readObject(Buffer.from(apart)).uid).toBe('e4');
  const empty = names.find((one) => one !== name) ?? '';
  expect(await readFile(join(dir, 'calendars', empty), 'utf8')).not.toContain('VEVENT');
  expect(await exportCalendars(db, person.mailbox, dir)).toBe(EVENTS.length);
  expect(await readFile(join(dir, 'calendars', name), 'utf8')).toBe(text);
});
