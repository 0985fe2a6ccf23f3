import type { CalendarEvent, EventFields } from '@bocau/contract/calendar.ts';
import type { EventFile } from '@bocau/contract/event-files.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import type { Share } from '@bocau/contract/shares.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCalendar } from '../../../calendar/change-calendar.ts';
import { deriveObject } from '../../../calendar/objects/derive-object.ts';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import { putObjects } from '../../../calendar/objects/put-objects.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (clock: string) => ({ day: '2026-11-24', clock, zone: ZONE });
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
const OUTSIDE = { name: '', email: 'khach@minhphat.example' };

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan] = [await newPerson(server), await newPerson(server)];
  folder = (await an.client.createDriveFolder({ body: { name: 'Báo cáo', parent_id: null } })).data.id;
});

const guest = ({ email }: NewPerson) => ({ name: '', email });
const jobs = () => runJobsUntilIdle(server.context);

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await jobs();
}

/** As the form does before it saves. */
async function pend(people: string[], password?: string): Promise<Share & { link: string }> {
  const body = { ids: [folder], share_withs: people, permission: 'READ' as const, pending: true };
  const [made] = (await an.client.createShares({ body: { ...body, ...(password && { password }) } })).data;
  if (!made?.link) throw new Error('it has a link');
  return { ...made, link: made.link };
}

const fileOf = ({ link }: { link: string }): EventFile => ({ name: 'Báo cáo.pdf', url: link, size: 2048 });

async function make(fields: Partial<EventFields>): Promise<CalendarEvent> {
  const whole = { title: 'Họp', start: at('09:00'), end: at('10:00'), ...fields };
  return (await an.client.createEvent({ body: { fields: whole } })).data;
}

const change = async (id: string, fields: Partial<EventFields>) => {
  await an.client.changeEvent({ params: { id }, body: { fields } });
  await jobs();
};
const trash = async (id: string) => {
  await an.client.trashEvents({ body: { ids: [id] } });
  await jobs();
};
const shareOf = async ({ id }: Share) => (await an.client.getShare({ params: { id } })).data;
const stateOf = async (share: Share) => (await shareOf(share)).state;

async function eventOf(person: NewPerson): Promise<CalendarEvent> {
  const [first] = (await person.client.listEvents({ query: WEEK })).data;
  if (!first) throw new Error('there is an event');
  return (await person.client.getEvent({ params: { id: first.event_id }, query: {} })).data;
}

async function source(person: NewPerson, id: string): Promise<string> {
  const [whole] = await readWholeObjects(server.context.db, person.mailbox, [id]);
  return whole?.source.toString().replaceAll('\r\n ', '') ?? '';
}

const download = ({ client }: NewPerson, id: string, index: number) =>
  fetch(`${server.baseUrl}/api/calendar/v1/events/${id}/files/${index}`, {
    headers: { [SESSION_HEADER]: client.token },
  });

const pageOf = ({ link }: { link: string }) => `${server.baseUrl}${new URL(link).pathname}`;

/** By its password; null where it opens nothing. */
async function openLink(share: { link: string }, password: string): Promise<string | null> {
  const answer = await fetch(`${pageOf(share)}/open`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password }),
  });
  return answer.status === 303 ? (answer.headers.get('set-cookie')?.split(';')[0] ?? null) : null;
}

const visit = async (share: { link: string }, cookie: string | null) =>
  (await fetch(pageOf(share), { headers: { cookie: cookie ?? '' } })).text();

/** As a program puts it. */
async function put(person: NewPerson, id: string, edit: (text: string) => string): Promise<void> {
  await changeCalendar(server.context, person.mailbox, async (change) => {
    const [whole] = await readWholeObjects(change.tx, person.mailbox, [id]);
    if (!whole) throw new Error('it is there');
    const text = Buffer.from(edit(whole.source.toString()));
    const derived = deriveObject(text, change.now);
    await putObjects(change, [{ id, calendarId: whole.calendar_id, source: text, derived }]);
  });
  await jobs();
}

describe('a file of the drive at an event', () => {
  test('CL-200 opens for its guests with the event, is told in the invitation, and is on their card', async () => {
    const share = await pend([lan.email]);
    const { id } = await make({ guests: [guest(lan)], files: [fileOf(share)] });
    expect(await stateOf(share)).toBe('pending');
    await work();
    expect(await stateOf(share)).toBe('active');
    expect(await source(an, id)).toContain(`ATTACH;FILENAME=Báo cáo.pdf;SIZE=2048:${share.link}`);
    expect((await eventOf(lan)).fields.files).toEqual([fileOf(share)]);
    const [message] = await mailIn(lan, 'INBOX');
    expect(message?.snippet).toContain('Họp');
    expect((await lan.client.getDriveFile({ params: { id: folder } })).data.name).toBe('Báo cáo');
    expect((await an.client.getEvent({ params: { id }, query: {} })).data.file_shares).toEqual([
      { url: share.link, share_id: share.id },
    ]);
    expect((await eventOf(lan)).file_shares).toBeUndefined();
  });

  test('CL-200 is closed with the event that is deleted or has lost it, and opens with it again', async () => {
    const share = await pend([lan.email]);
    const { id } = await make({ guests: [guest(lan)], files: [fileOf(share)] });
    await jobs();
    await trash(id);
    expect(await stateOf(share)).toBe('revoked');
    await expect(lan.client.getDriveFile({ params: { id: folder } })).rejects.toMatchObject({ status: 404 });
    await an.client.restoreEvents({ body: { ids: [id] } });
    await jobs();
    expect(await stateOf(share)).toBe('active');
    await change(id, { files: [] });
    expect(await stateOf(share)).toBe('revoked');
    await change(id, { files: [fileOf(share)] });
    expect(await stateOf(share)).toBe('active');
  });

  test('CL-200 is open to those who are guests now, and what its owner has ended stays so', async () => {
    const minh = await newPerson(server);
    const share = await pend([lan.email]);
    const { id } = await make({ guests: [guest(lan)], files: [fileOf(share)] });
    await change(id, { guests: [guest(minh)] });
    expect((await shareOf(share)).share_withs.map(({ email }) => email)).toEqual([minh.email]);
    await an.client.revokeShare({ params: { id: share.id } });
    await change(id, { title: 'Họp lại', guests: [guest(minh), guest(lan)] });
    expect(await shareOf(share)).toMatchObject({ state: 'revoked', revoked_by: 'owner' });
  });

  test('CL-240 says at the event where its share was ended, to guests too, and the share says for which events it is', async () => {
    const share = await pend([lan.email]);
    await make({ title: 'Chốt giá', guests: [guest(lan)], files: [fileOf(share)] });
    await work();
    const accessOf = async () => (await an.client.listShares({ params: { id: folder } })).data;
    expect((await accessOf())[0]?.events).toMatchObject([{ title: 'Chốt giá' }]);
    expect(await eventOf(lan)).not.toHaveProperty('ended_files');
    await an.client.revokeShare({ params: { id: share.id } });
    for (const person of [an, lan]) expect((await eventOf(person)).ended_files).toEqual([share.link]);
    await an.client.restoreShare({ params: { id: share.id } });
    expect(await eventOf(lan)).not.toHaveProperty('ended_files');
  });

  test('CL-200 stays open while another event has it, as the rest of a series', async () => {
    const share = await pend([lan.email]);
    const series = { rule: 'FREQ=DAILY;COUNT=4', guests: [guest(lan)], files: [fileOf(share)] };
    const { id } = await make(series);
    const body = { scope: 'following' as const, original: '20261126T020000Z', fields: { title: 'Khác' } };
    const rest = (await an.client.changeEvent({ params: { id }, body })).data;
    await trash(id);
    expect(await stateOf(share)).toBe('active');
    await trash(rest.id);
    expect(await stateOf(share)).toBe('revoked');
    await an.client.deleteEvents({ body: { ids: [id, rest.id] } });
  });

  test('CL-200 has a link for guests outside, with the password of its share', async () => {
    const share = await pend([OUTSIDE.email], 'chim bồ câu bay');
    const { id } = await make({ guests: [OUTSIDE, guest(lan)], files: [fileOf(share)] });
    await work();
    expect(await shareOf(share)).toMatchObject({
      state: 'active',
      has_password: true,
      share_withs: expect.arrayContaining([
        expect.objectContaining({ email: OUTSIDE.email, inside: false }),
        expect.objectContaining({ email: lan.email, inside: true }),
      ]),
    });
    const page = await fetch(`${server.baseUrl}${new URL(share.link).pathname}`);
    expect(page.status).toBe(200);
    await trash(id);
  });

  test('CL-200 has a link that ends with the last guest outside, who are let in again when they come back', async () => {
    const password = 'chim bồ câu bay';
    const share = await pend([OUTSIDE.email, lan.email], password);
    const { id } = await make({ guests: [OUTSIDE, guest(lan)], files: [fileOf(share)] });
    await work();
    const cookie = await openLink(share, password);
    expect(await visit(share, cookie)).toContain('Báo cáo');
    for (const guests of [[guest(lan)], []]) {
      await change(id, { guests });
      expect(await openLink(share, password)).toBeNull();
      expect(await visit(share, cookie)).not.toContain('Báo cáo');
    }
    await change(id, { guests: [OUTSIDE] });
    expect(await visit(share, await openLink(share, password))).toContain('Báo cáo');
  });

  test('CL-200 belongs to no event by a link alone: neither of another person nor one that was open before', async () => {
    const open = await an.client.createShares({
      body: { ids: [folder], share_withs: [lan.email], permission: 'READ' },
    });
    const [shared] = open.data;
    if (!shared?.link) throw new Error('it has a link');
    const { id } = await make({ files: [fileOf({ link: shared.link })] });
    await trash(id);
    expect(await stateOf(shared)).toBe('active');
    const mine = await pend([lan.email]);
    const body = {
      fields: { title: 'Của Lan', start: at('09:00'), end: at('10:00'), files: [fileOf(mine)] },
    };
    await lan.client.createEvent({ body });
    await jobs();
    expect(await stateOf(mine)).toBe('pending');
  });

  test('CL-201 survives what programs do to the rest of the text', async () => {
    const share = await pend([lan.email]);
    const { id } = await make({ guests: [guest(lan)], files: [fileOf(share)] });
    await jobs();
    await put(an, id, (text) => text.replace('SUMMARY:Họp', 'SUMMARY:Khác'));
    await put(an, id, (text) => text.replace(/ATTACH[^\r]*(\r\n [^\r]*)*/, `ATTACH:${share.link}`));
    expect(await stateOf(share)).toBe('active');
    expect((await eventOf(an)).fields.files).toMatchObject([{ url: share.link }]);
    await put(an, id, (text) => text.replace(/ATTACH[^\r]*(\r\n [^\r]*)*\r\n/, ''));
    expect(await stateOf(share)).toBe('revoked');
  });
});

describe('whom a file opens to', () => {
  const opens = async ({ client }: NewPerson) =>
    (await client.getDriveFile({ params: { id: folder } }).catch(({ status }) => ({ data: status }))).data;
  const CLOSED = 404;
  const peopleOf = async (share: Share) => (await shareOf(share)).share_withs.map(({ email }) => email);
  let minh: NewPerson;
  beforeEach(async () => {
    minh = await newPerson(server);
  });

  /** An's meeting with Lan, who has its file. */
  async function meeting(): Promise<{ share: Share & { link: string }; id: string }> {
    const share = await pend([lan.email]);
    const { id } = await make({ guests: [guest(lan)], files: [fileOf(share)] });
    await work();
    expect(await opens(lan)).toMatchObject({ name: 'Báo cáo' });
    return { share, id };
  }

  test('CL-200 is said by its owner: a guest who puts its link into a meeting of their own opens it to nobody', async () => {
    const { share, id } = await meeting();
    const fields = { title: 'Của Lan', start: at('11:00'), end: at('12:00'), files: [fileOf(share)] };
    const theirs = await lan.client.createEvent({
      body: { fields: { ...fields, guests: [guest(an), guest(minh)] } },
    });
    await work();
    const copy = (await an.client.listEvents({ query: WEEK })).data.find(({ title }) => title === 'Của Lan');
    if (!copy) throw new Error('it was asked to');
    await an.client.answerEvent({ params: { id: copy.event_id }, body: { answer: 'accepted' } });
    await change(copy.event_id, { reminders: [10] });
    await work();
    expect(await peopleOf(share)).toEqual([lan.email]);
    expect([await opens(minh), await opens(lan)]).toEqual([CLOSED, expect.anything()]);
    await trash(id);
    expect(await stateOf(share)).toBe('revoked');
    await lan.client.trashEvents({ body: { ids: [theirs.data.id] } });
  });

  test('CL-200 is open to guests of a meeting that was handed over, and to nobody whom the next organiser adds', async () => {
    const share = await pend([lan.email, minh.email]);
    const fields = { guests: [guest(lan), guest(minh)], files: [fileOf(share)] };
    const { id } = await make(fields);
    await work();
    await an.client.handOverEvent({ params: { id }, body: { to_email: lan.email } });
    await work();
    expect([await opens(lan), await opens(minh)]).not.toContain(CLOSED);
    const stranger = await newPerson(server);
    const theirs = await eventOf(lan);
    const changeTheirs = async (guests: NewPerson[]) => {
      const body = { fields: { guests: guests.map(guest), files: [fileOf(share)] } };
      await lan.client.changeEvent({ params: { id: theirs.id }, body });
      await work();
    };
    await changeTheirs([an, stranger]);
    expect([await opens(lan), await opens(minh), await opens(stranger)]).toEqual([
      ...[expect.objectContaining({ name: 'Báo cáo' }), CLOSED, CLOSED],
    ]);
    await changeTheirs([an, minh]);
    expect(await peopleOf(share)).toEqual([lan.email]);
  });

  test('CL-200 is opened by no other link of its owner that an organiser puts into what was handed to them', async () => {
    const { share } = await meeting();
    const other = await make({ title: 'Khác', start: at('14:00'), end: at('15:00'), guests: [guest(lan)] });
    await work();
    await an.client.handOverEvent({ params: { id: other.id }, body: { to_email: lan.email } });
    await work();
    const theirs = (await lan.client.listEvents({ query: WEEK })).data.find(({ title }) => title === 'Khác');
    const fields = { files: [fileOf(share)], guests: [guest(an), guest(minh)] };
    await lan.client.changeEvent({ params: { id: theirs?.event_id ?? '' }, body: { fields } });
    await work();
    expect(await peopleOf(share)).toEqual([lan.email]);
  });

  test('CL-200 is opened by its owner alone: who may change the calendar takes guests of a file away, and adds none', async () => {
    const { share, id } = await meeting();
    const calendar = (await an.client.listCalendars({})).data.find(({ is_default }) => is_default);
    const members = [{ address: minh.email, permission: 'WRITE' as const }];
    await an.client.setCalendarMembers({ params: { id: calendar?.id ?? '' }, body: { members } });
    const byMinh = async (guests: NewPerson[]) => {
      await minh.client.changeEvent({ params: { id }, body: { fields: { guests: guests.map(guest) } } });
      await work();
    };
    await byMinh([lan, minh]);
    expect(await peopleOf(share)).toEqual([lan.email]);
    const fields = { title: 'Của Minh', start: at('11:00'), end: at('12:00'), files: [fileOf(share)] };
    const made = await minh.client.createEvent({
      body: { calendar_id: calendar?.id, fields: { ...fields, guests: [guest(minh)] } },
    });
    await work();
    await change(made.data.id, { title: 'Đổi tên' });
    await change(id, { title: 'Họp lại' });
    await put(an, id, (text) => text.replace('SUMMARY:Họp lại', 'SUMMARY:Họp'));
    const added = await newPerson(server);
    await change(id, { guests: [guest(lan), guest(minh), guest(added)] });
    await work();
    expect(await peopleOf(share)).toEqual([lan.email, added.email].toSorted());
    expect(await opens(minh)).toBe(CLOSED);
    await byMinh([minh, added]);
    expect(await peopleOf(share)).toEqual([added.email]);
    await byMinh([lan, minh, added]);
    expect(await peopleOf(share)).toEqual([added.email]);
    await change(id, { guests: [guest(added)] });
    await change(id, { guests: [guest(minh), guest(added)] });
    expect(await opens(minh)).not.toBe(CLOSED);
  });
});

describe('files of others', () => {
  const LINES = [
    'ATTACH:javascript:alert(1)',
    'ATTACH;FILENAME="a;b.pdf":https://docs.example/d/1?x=2',
    'ATTACH;FMTTYPE=text/html;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=trang.html:PGgxPkE8L2gxPg==',
    'ATTACH:CID:part1@mail.example',
  ];

  test('CL-202 are links of the web alone, and what is within the text is saved and never shown', async () => {
    const { id } = await make({});
    await put(an, id, (text) => text.replace('END:VEVENT', [...LINES, 'END:VEVENT'].join('\r\n')));
    const { data } = await an.client.getEvent({ params: { id }, query: {} });
    expect(data.fields.files).toEqual([{ name: 'a;b.pdf', url: 'https://docs.example/d/1?x=2', size: null }]);
    expect(data.enclosed).toEqual([{ name: 'trang.html', size: 10 }]);
    const answer = await download(an, id, 0);
    expect(await answer.text()).toBe('<h1>A</h1>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="trang.html"/),
      'x-content-type-options': 'nosniff',
    });
    expect((await download(an, id, 1)).status).toBe(404);
  });

  test('CL-202 a link that is no address of the web is refused', async () => {
    const files = [{ name: 'a', url: 'javascript:alert(1)', size: null }];
    await expect(make({ files })).rejects.toMatchObject({ status: 400 });
  });
});
