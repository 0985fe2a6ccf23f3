import type { CalendarEvent, EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { readHeldRooms } from '../../calendar/rooms/rooms.store.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const OUTSIDE = { name: 'Khách', email: 'khach@minhphat.example' };

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver: keysInDns });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

const guest = ({ email }: NewPerson) => ({ name: '', email });

async function ask(fields: Partial<EventFields> = {}): Promise<CalendarEvent> {
  const whole = { title: 'Giao ban', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') };
  const guests = [guest(lan), guest(minh), OUTSIDE];
  const { data } = await an.client.createEvent({ body: { fields: { ...whole, guests, ...fields } } });
  return data;
}

async function asked(fields: Partial<EventFields> = {}): Promise<CalendarEvent> {
  const event = await ask(fields);
  await work();
  return event;
}

/** One that only An may book. */
async function newRoom() {
  const owner = await server.signIn(lanAnh.email);
  const settings = { name: 'Sen', bookers: 'named' as const, named: [an.email] };
  const body = { local: `sen-${an.mailbox}`, settings };
  const { email } = (await owner.addRoom({ params: { domain: 'saomai.example' }, body })).data;
  return { name: 'Sen', email };
}

const hand = (id: string, to: { email: string }) =>
  an.client.handOverEvent({ params: { id }, body: { to_email: to.email } });
const refused = (reason: string) =>
  expect.objectContaining({ code: 'invalid_event', details: expect.objectContaining({ reason }) });

async function eventOf(person: NewPerson): Promise<CalendarEvent> {
  const [first] = (await person.client.listEvents({ query: WEEK })).data;
  if (!first) throw new Error('there is an event');
  return (await person.client.getEvent({ params: { id: first.event_id }, query: {} })).data;
}

const answersOf = ({ attendees }: CalendarEvent) =>
  Object.fromEntries(attendees.map(({ email, answer }) => [email, answer]));

/** To whom what has left went, by its subject. */
async function sentTo({ mailbox }: NewPerson, subject: RegExp): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('outbox as o')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'o.mailbox_id').onRef('m.id', '=', 'o.message_id'),
    )
    .innerJoin('outbox_recipients as r', (join) =>
      join.onRef('r.mailbox_id', '=', 'o.mailbox_id').onRef('r.outbox_id', '=', 'o.id'),
    )
    .select(['m.subject', 'r.email'])
    .where('o.mailbox_id', '=', mailbox)
    .where('m.mailbox_id', '=', mailbox)
    .where('r.mailbox_id', '=', mailbox)
    .execute();
  return rows.flatMap((row) => (subject.test(row.subject) ? [row.email] : [])).toSorted();
}

async function sourceOf(person: NewPerson): Promise<string> {
  const [whole] = await readWholeObjects(server.context.db, person.mailbox, [(await eventOf(person)).id]);
  return whole?.source.toString().replaceAll('\r\n ', '') ?? '';
}

describe('a meeting that is handed over', () => {
  test('CL-203 has another organiser in the copies of all at once, and who had it stays a guest', async () => {
    const { id } = await asked();
    await minh.client.answerEvent({
      params: { id: (await eventOf(minh)).id },
      body: { answer: 'tentative' },
    });
    await work();
    const { data } = await hand(id, lan);
    expect(data).toMatchObject({ organiser: { email: lan.email }, my_answer: 'accepted' });
    expect(await eventOf(lan)).toMatchObject({ organiser: { email: lan.email }, my_answer: null });
    await work();
    for (const person of [an, lan, minh]) {
      const event = await eventOf(person);
      expect(event.organiser?.email).toBe(lan.email);
      expect(answersOf(event)).toEqual({
        ...{ [an.email]: 'accepted', [lan.email]: 'accepted' },
        ...{ [minh.email]: 'tentative', [OUTSIDE.email]: 'waiting' },
      });
    }
    expect((await eventOf(minh)).my_answer).toBe('tentative');
  });

  test('CL-203 is told to each guest once, by who asks to it now, as a later version of the same', async () => {
    const { id } = await asked();
    expect(await sentTo(an, /Lời mời/)).toHaveLength(3);
    await hand(id, lan);
    await work();
    await work();
    expect(await sentTo(an, /Lời mời/)).toHaveLength(3);
    expect(await sentTo(an, /Trả lời|Đã nhận lời|chấp nhận/i)).toEqual([]);
    expect(await sentTo(lan, /Lời mời đã thay đổi/)).toEqual(
      [an.email, minh.email, OUTSIDE.email].toSorted(),
    );
    const [update] = (await mailIn(minh, 'INBOX')).filter(({ subject }) => /thay đổi/.test(subject));
    expect(update?.snippet).toMatch(/đã giao cuộc hẹn này cho/);
    expect(await sourceOf(lan)).toContain('SEQUENCE:1');
    expect(await sourceOf(minh)).toContain('SEQUENCE:1');
  });

  test('CL-203 says to the new organiser in a message of their own who has handed it to them', async () => {
    const { id, organiser } = await asked();
    const noticesOf = async (person: NewPerson) =>
      (await mailIn(person, 'INBOX')).filter(({ subject }) => /“Giao ban”/.test(subject));
    await hand(id, lan);
    await work();
    const [told, ...more] = await noticesOf(lan);
    expect(told?.subject).toBe(`${organiser?.name || an.email} đã giao “Giao ban” cho bạn tổ chức`);
    expect(told?.snippet).toContain(an.email);
    expect(more).toEqual([]);
    for (const other of [an, minh]) expect(await noticesOf(other)).toEqual([]);
  });

  test('CL-203 is the new organiser’s to change, and no more of who had it', async () => {
    const { id } = await asked();
    await hand(id, lan);
    await work();
    await expect(
      an.client.changeEvent({ params: { id }, body: { fields: { place: 'A' } } }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    const theirs = await eventOf(lan);
    const fields = {
      place: 'Phòng B',
      guests: theirs.fields.guests.filter(({ email }) => email !== OUTSIDE.email),
    };
    await lan.client.changeEvent({ params: { id: theirs.id }, body: { fields } });
    await work();
    expect((await eventOf(minh)).fields.place).toBe('Phòng B');
    expect((await eventOf(an)).fields.place).toBe('Phòng B');
    expect(await sentTo(lan, /Đã hủy/)).toEqual([OUTSIDE.email]);
    await an.client.answerEvent({ params: { id }, body: { answer: 'declined' } });
    await work();
    expect(answersOf(await eventOf(lan))).toMatchObject({ [an.email]: 'declined' });
  });

  test('CL-203 takes its series along, with what of it is apart', async () => {
    const { id } = await asked({ rule: 'FREQ=DAILY;COUNT=3' });
    await an.client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20261125T020000Z', fields: { place: 'Chỗ khác' } },
    });
    await work();
    await hand(id, lan);
    await work();
    const source = await sourceOf(minh);
    expect(source.match(/^ORGANIZER.*$/gm)?.every((line) => line.includes(lan.email))).toBe(true);
    expect(source.match(/^ORGANIZER/gm)).toHaveLength(2);
    expect(source).toContain('LOCATION:Chỗ khác');
  });

  test('CL-203 goes from hand to hand, and back', async () => {
    const { id } = await asked();
    await hand(id, lan);
    const theirs = await eventOf(lan);
    await runJobsUntilIdle(server.context);
    await lan.client.handOverEvent({ params: { id: theirs.id }, body: { to_email: an.email } });
    await work();
    expect(await eventOf(an)).toMatchObject({ organiser: { email: an.email }, my_answer: null });
    expect((await eventOf(minh)).organiser?.email).toBe(an.email);
    expect((await eventOf(lan)).my_answer).toBe('accepted');
  });

  test('CL-204 keeps its rooms', async () => {
    const { id } = await asked({ rooms: [await newRoom()] });
    expect((await eventOf(an)).attendees).toContainEqual(
      expect.objectContaining({ is_room: true, answer: 'accepted' }),
    );
    await hand(id, lan);
    await work();
    const theirs = await eventOf(lan);
    expect(theirs.attendees).toContainEqual(expect.objectContaining({ is_room: true, answer: 'accepted' }));
    expect(await readHeldRooms(server.context.db, lan.mailbox, theirs.id)).toHaveLength(1);
    expect(await readHeldRooms(server.context.db, an.mailbox, id)).toEqual([]);
  });

  test('CL-204 shows its rooms as held to who had it, to other guests and to colleagues of theirs', async () => {
    const { id } = await asked({ rooms: [await newRoom()] });
    const colleague = await newPerson(server);
    for (const { client } of [an, lan]) {
      const [calendar] = (await client.listCalendars({})).data;
      const members = [{ address: colleague.email, permission: 'READ' as const }];
      await client.setCalendarMembers({ params: { id: calendar?.id ?? '' }, body: { members } });
    }
    await hand(id, lan);
    const held = expect.objectContaining({ is_room: true, answer: 'accepted' });
    const theirs = (await eventOf(lan)).id;
    const seenBy = async ({ client }: NewPerson, seen: string) =>
      (await client.getEvent({ params: { id: seen }, query: {} })).data.attendees;
    expect(await seenBy(an, id)).toContainEqual(held);
    await work();
    for (const person of [an, lan, minh]) expect((await eventOf(person)).attendees).toContainEqual(held);
    for (const seen of [id, theirs]) expect(await seenBy(colleague, seen)).toContainEqual(held);
    // What is lost later is what its organiser's copy says, and what guests are told.
    await server.context.db.deleteFrom('calendar_bookings').where('mailbox_id', '=', lan.mailbox).execute();
    const lost = expect.objectContaining({ is_room: true, answer: 'declined' });
    for (const person of [lan, colleague]) expect(await seenBy(person, theirs)).toContainEqual(lost);
  });

  test('CL-205 goes to nobody outside, to no group, to who is no guest or can’t have it, and is not private', async () => {
    const stranger = await newPerson(server);
    const { id } = await asked();
    await expect(hand(id, OUTSIDE)).rejects.toEqual(refused('outside'));
    await expect(hand(id, stranger)).rejects.toEqual(refused('not_guest'));
    await expect(hand(id, an)).rejects.toEqual(refused('not_guest'));
    await server.context.db
      .updateTable('mailboxes')
      .set({ active: false })
      .where('id', '=', minh.mailbox)
      .execute();
    await expect(hand(id, minh)).rejects.toEqual(refused('unavailable'));
    await lan.client.trashEvents({ body: { ids: [(await eventOf(lan)).id] } });
    await work();
    await expect(hand(id, lan)).rejects.toEqual(refused('not_in_calendar'));
    const theirs = (await lan.client.listTrashedEvents({})).data[0];
    await lan.client.restoreEvents({ body: { ids: [theirs?.id ?? ''] } });
    await an.client.changeEvent({ params: { id }, body: { fields: { place: 'Phòng C' } } });
    await expect(hand(id, lan)).rejects.toEqual(refused('not_told'));
    // They are told at once, as it was asked for.
    await runJobsUntilIdle(server.context);
    expect((await eventOf(lan)).fields.place).toBe('Phòng C');
    expect((await hand(id, lan)).data.organiser?.email).toBe(lan.email);
    await runJobsUntilIdle(server.context);
    await lan.client.handOverEvent({ params: { id: (await eventOf(lan)).id }, body: { to_email: an.email } });
    await work();
    await an.client.changeEvent({ params: { id }, body: { fields: { is_private: true } } });
    await work();
    await expect(hand(id, lan)).rejects.toEqual(refused('private'));
    await expect(
      lan.client.handOverEvent({ params: { id: (await eventOf(lan)).id }, body: { to_email: an.email } }),
    ).rejects.toEqual(refused('not_organiser'));
  });

  test('CL-205 is not taken by somebody who says that they ask to it now', async () => {
    await asked();
    const thief = await newPerson(server);
    const [, uid = ''] = /^UID:(.*)\r$/m.exec(await sourceOf(minh)) ?? [];
    const said = { uid, organiser: thief.email, from: thief.email, submittedBy: thief, sequence: 9 };
    await receiveInvitation(server, minh, said);
    await work();
    expect(await eventOf(minh)).toMatchObject({
      organiser: { email: an.email },
      fields: { title: 'Giao ban' },
    });
  });
});
