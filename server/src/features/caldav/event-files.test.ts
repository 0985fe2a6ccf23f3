import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (clock: string) => ({ day: '2026-11-24', clock, zone: ZONE });
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };

let server: TestServer;
let an: CalDavPerson;
let lan: CalDavPerson;
let minh: NewPerson;
/** An event of An with a file that opens to Lan. */
let meeting: { id: string; share: string; link: string };

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan, minh] = [await calDavPerson(server), await calDavPerson(server), await newPerson(server)];
  const folder = (await an.client.createDriveFolder({ body: { name: 'Báo cáo', parent_id: null } })).data;
  const order = { ids: [folder.id], share_withs: [lan.email], permission: 'READ' as const, pending: true };
  const [share] = (await an.client.createShares({ body: order })).data;
  const link = share?.link ?? '';
  const fields = { title: 'Họp', start: at('09:00'), end: at('10:00'), guests: [guest(lan)] };
  const files = [{ name: 'Báo cáo.pdf', url: link, size: 1 }];
  const { id } = (await an.client.createEvent({ body: { fields: { ...fields, files } } })).data;
  meeting = { id, share: share?.id ?? '', link };
  await work();
});

const guest = ({ email }: NewPerson) => ({ name: '', email });

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

const put = async (who: CalDavPerson, name: string, body: string) => {
  const headers = { 'content-type': 'text/calendar' };
  const { status } = await who.dav.call('PUT', `${who.calendar}${name}`, { body, headers });
  expect(status).toBeLessThan(300);
  await work();
};

/** Changes the text of the meeting, as a program of An does. */
async function edit(change: (text: string) => string): Promise<void> {
  const { text } = await an.dav.call('GET', `${an.calendar}${meeting.id}.ics`);
  await put(an, `${meeting.id}.ics`, change(text));
}

const withLine = (line: string) => (text: string) =>
  text.replace('END:VEVENT', [line, 'END:VEVENT'].join('\r\n'));
const asks = (...people: NewPerson[]) => people.map(({ email }) => `ATTENDEE:mailto:${email}`);
const peopleOfFile = async () =>
  (await an.client.getShare({ params: { id: meeting.share } })).data.share_withs.map(({ email }) => email);

test('CL-200 a file opens to whom a program of its owner asks, and not to whom a secretary has added before', async () => {
  const calendar = (await an.client.listCalendars({})).data.find(({ is_default }) => is_default);
  const members = [{ address: minh.email, permission: 'WRITE' as const }];
  await an.client.setCalendarMembers({ params: { id: calendar?.id ?? '' }, body: { members } });
  const fields = { guests: [guest(lan), guest(minh)] };
  await minh.client.changeEvent({ params: { id: meeting.id }, body: { fields } });
  await work();
  await edit(withLine('X-MOZ-LASTACK:20261124T010000Z'));
  expect(await peopleOfFile()).toEqual([lan.email]);
  await edit((text) => text.replace(minh.email, minh.email.toUpperCase()));
  expect(await peopleOfFile()).toEqual([lan.email]);
  const come = await newPerson(server);
  await edit(withLine(`ATTENDEE:mailto:${come.email}`));
  expect(await peopleOfFile()).toEqual([lan.email, come.email].toSorted());
  // As a program that makes an event of the rest of a series.
  const rest = [
    'DTSTART:20261125T020000Z',
    `ORGANIZER:mailto:${an.email}`,
    ...asks(lan, minh, come, await newPerson(server)),
  ];
  await put(an, 'rest.ics', vevent('rest', 'Họp', ...rest, `ATTACH:${meeting.link}`));
  await an.client.trashEvents({ body: { ids: [meeting.id] } });
  await work();
  expect(await peopleOfFile()).toEqual([lan.email, come.email].toSorted());
  expect((await an.client.getShare({ params: { id: meeting.share } })).data.state).toBe('active');
});

test('CL-200 a guest opens a file to nobody by what their program puts', async () => {
  const theirs = ['DTSTART:20261124T040000Z', `ORGANIZER:mailto:${lan.email}`, ...asks(an, minh)];
  await put(lan, 'a.ics', vevent('a', 'Của Lan', ...theirs, `ATTACH:${meeting.link}`));
  const copy = (await an.client.listEvents({ query: WEEK })).data.find(({ title }) => title === 'Của Lan');
  expect(copy).toBeDefined();
  await edit(withLine('X-MOZ-LASTACK:20261124T010000Z'));
  expect(await peopleOfFile()).toEqual([lan.email]);
});
