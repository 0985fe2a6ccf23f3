import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { guestsOf } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import { dropOne, editAll, editOne } from '../objects/edit-series.ts';
import { occurrencesOf } from '../occurrences/occurrences-of.ts';
import { answerEvent, versionedAfter, withoutUntoldAnswers } from './answer-event.ts';
import { applyCancel } from './apply-cancel.ts';
import { applyReply } from './apply-reply.ts';
import { applyRequest } from './apply-request.ts';
import { newlyAsked, withoutEarlierAnswers } from './newly-asked.ts';
import { type OwedMessage, owedMessages } from './owed-messages.ts';
import { somePart } from './parts-of-object.ts';
import { askAgain } from './raise-sequence.ts';
import { readMessage } from './read-message.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const ORGANISER = new Set(['an@cty.example']);
const LAN = new Set(['lan@doitac.example']);
const MINH = new Set(['minh@doitac.example']);
const NOW = Date.UTC(2026, 10, 1) / 1000;
const THIRD = '20260119T020000Z';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });

function meeting({ guests = ['lan', 'minh'], more = [] as string[], rule = '' } = {}): Buffer {
  return Buffer.from(
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x', 'BEGIN:VEVENT', 'UID:hop-1'],
      'DTSTAMP:20261101T000000Z',
      'DTSTART;TZID=Asia/Ho_Chi_Minh:20260105T090000',
      'DTEND;TZID=Asia/Ho_Chi_Minh:20260105T100000',
      ...(rule === '' ? [] : [`RRULE:${rule}`]),
      'SUMMARY:Họp tuần',
      'LOCATION:Phòng A',
      'ORGANIZER;CN=An:mailto:an@cty.example',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:an@cty.example',
      ...guests.map((name) => `ATTENDEE;CN=${name};RSVP=TRUE:mailto:${name}@doitac.example`),
      ...more,
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  );
}

const weekly = () => meeting({ rule: 'FREQ=WEEKLY;COUNT=6' });
const edited = (source: Buffer, fields: object, now = NOW + 60) =>
  versionedAfter(source, editAll(source, { fields, now }), ORGANISER);
const owed = (told: Buffer | null, current: Buffer | null, now = NOW + 60) =>
  owedMessages({ told, current }, ORGANISER, now);
const summary = (messages: OwedMessage[]) =>
  messages.map(({ method, to }) => `${method} ${to.map(({ name }) => name).join(' ')}`);
const answersIn = (source: Buffer) =>
  guestsOf(somePart(readObject(source))).map(({ email, answer }) => `${email.split('@')[0]} ${answer}`);
const sequenceIn = (source: Buffer) => Number(/^SEQUENCE:(\d+)/m.exec(source.toString())?.[1] ?? 0);

/** The message as the program of a guest or organiser takes it. */
function receive(
  stored: Buffer | null,
  { source, method }: Pick<OwedMessage, 'source' | 'method'>,
  who = LAN,
) {
  const message = readMessage(source);
  if (!message) throw new Error('the message can be read');
  if (method === 'REQUEST') return applyRequest(stored, message, who) ?? stored;
  if (method === 'CANCEL') return (stored && applyCancel(stored, message)?.source) ?? stored;
  const [me = ''] = who;
  return (stored && applyReply(stored, message, me, NOW).source) ?? stored;
}

/** What happens, when and where, as people see it. */
function happens(source: Buffer): string[] {
  const object = readObject(source);
  if (object.main?.isCancelled) return [];
  return occurrencesOf(object, { from: 0, to: 1e12 })
    .map(({ at: moment, part }) => `${new Date(moment * 1000).toISOString()} ${part.title} ${part.place}`)
    .toSorted();
}

describe('what a change owes', () => {
  test('CL-80 a new meeting asks its guests, and not who makes it', () => {
    const [message, ...others] = owed(null, meeting());
    expect(others).toEqual([]);
    expect(message).toMatchObject({ method: 'REQUEST', from: 'an@cty.example' });
    expect(message?.to.map(({ email }) => email)).toEqual(['lan@doitac.example', 'minh@doitac.example']);
    expect(message?.source.toString()).toContain('METHOD:REQUEST\r\n');
  });

  test.each([
    ['a title', { title: 'Họp tháng' }, ['REQUEST lan minh']],
    ['an hour', { start: at('2026-01-05', '14:00') }, ['REQUEST lan minh']],
    ['a reminder', { reminders: [10] }, []],
  ])('CL-80 %s that changes is told to whom it concerns', (_what, fields, expected) => {
    const before = meeting();
    expect(summary(owed(before, edited(before, fields)))).toEqual(expected);
  });

  test('CL-80 who is no longer asked is told so, the others get the new list, and a meeting that goes tells all', () => {
    expect(summary(owed(meeting(), meeting({ guests: ['lan'] })))).toEqual(['REQUEST lan', 'CANCEL minh']);
    expect(summary(owed(meeting({ guests: ['lan'] }), meeting()))).toEqual(['REQUEST lan', 'REQUEST minh']);
    expect(summary(owed(meeting(), null))).toEqual(['CANCEL lan minh']);
    expect(owed(meeting(), meeting())).toEqual([]);
  });

  test('CL-80 a guest of one of a series is told of that one alone, and who is not in it sees it left out', () => {
    const series = weekly();
    const single = editOne(series, THIRD, { fields: { title: 'Riêng' }, now: NOW });
    const apart = Buffer.from(
      single
        .toString()
        .replace(
          /(RECURRENCE-ID[\s\S]*?)ATTENDEE;CN=minh[^\r]*\r\n/,
          '$1ATTENDEE;CN=hoa:mailto:hoa@x.example\r\n',
        ),
    );
    const messages = owed(series, apart);
    expect(summary(messages).toSorted()).toEqual(['REQUEST hoa', 'REQUEST lan', 'REQUEST minh']);
    const of = (name: string) =>
      messages.find(({ to }) => to.some((one) => one.name === name))?.source.toString() ?? '';
    expect(of('hoa').match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(of('hoa')).toContain('RECURRENCE-ID');
    expect(of('minh')).toMatch(/EXDATE;TZID=Asia\/Ho_Chi_Minh:20260119T090000/);
    expect(
      happens(receive(null, { source: Buffer.from(of('minh')), method: 'REQUEST' }) as Buffer),
    ).toHaveLength(5);
  });

  test('CL-80 a program that tells guests by itself owes nothing', () => {
    const told = Buffer.from(meeting().toString().replace('ORGANIZER;', 'ORGANIZER;SCHEDULE-AGENT=CLIENT;'));
    expect(owed(null, told)).toEqual([]);
    const one = Buffer.from(
      meeting().toString().replace('ATTENDEE;CN=lan', 'ATTENDEE;SCHEDULE-AGENT=CLIENT;CN=lan'),
    );
    expect(summary(owed(null, one))).toEqual(['REQUEST minh']);
  });

  test('CL-80 alarms, notes of programs and parameters for the server stay with the organiser', () => {
    const own = meeting({
      more: [
        'X-APPLE-TRAVEL:1',
        'CREATED:20260101T000000Z',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT5M',
        'END:VALARM',
      ],
    });
    const text = owed(null, own)[0]?.source.toString() ?? '';
    expect(text).not.toMatch(/VALARM|X-APPLE|CREATED/);
  });

  test('CL-81 SEQUENCE rises where time, rule or place changed, and only there', () => {
    const before = weekly();
    expect(sequenceIn(edited(before, { title: 'Khác', description: 'x', is_busy: false }))).toBe(0);
    expect(sequenceIn(edited(before, { place: 'Phòng B' }))).toBe(1);
    expect(sequenceIn(edited(before, { start: at('2026-01-05', '11:00') }))).toBe(1);
    expect(sequenceIn(edited(before, { rule: 'FREQ=WEEKLY;COUNT=7' }))).toBe(1);
    expect(sequenceIn(versionedAfter(before, dropOne(before, THIRD), ORGANISER))).toBe(1);
    const titled = versionedAfter(
      before,
      editOne(before, THIRD, { fields: { title: 'Riêng' }, now: NOW }),
      ORGANISER,
    );
    expect(titled.toString()).not.toContain('SEQUENCE:1');
  });

  test('CL-81 who is taken out and asked back before anybody heard of it has answered all the same', () => {
    const accepted = Buffer.from(
      meeting().toString().replace('RSVP=TRUE:mailto:lan', 'PARTSTAT=ACCEPTED:mailto:lan'),
    );
    const back = edited(accepted, { title: 'Khác' }).toString().replace('PARTSTAT=ACCEPTED', 'RSVP=TRUE');
    expect(answersIn(askAgain(accepted, Buffer.from(back), { own: ORGANISER }))).toContain('lan ACCEPTED');
  });

  test('CL-81 guests are not asked again where one of a series is left out, but where it comes back', () => {
    const accepted = Buffer.from(
      weekly().toString().replace('RSVP=TRUE:mailto:lan', 'PARTSTAT=ACCEPTED:mailto:lan'),
    );
    const dropped = versionedAfter(accepted, dropOne(accepted, THIRD), ORGANISER);
    expect(answersIn(askAgain(accepted, dropped, { own: ORGANISER }))).toContain('lan ACCEPTED');
    expect(answersIn(askAgain(dropped, accepted, { own: ORGANISER }))).toContain('lan NEEDS-ACTION');
    const theirs = answerEvent(receive(null, owed(null, weekly())[0] as OwedMessage) as Buffer, LAN, {
      answer: 'accepted',
      original: '',
    }) as Buffer;
    const [told] = owed(weekly(), versionedAfter(weekly(), dropOne(weekly(), THIRD), ORGANISER));
    expect(answersIn(receive(theirs, told as OwedMessage) as Buffer)).toContain('lan ACCEPTED');
  });

  test('CL-81 guests are asked again where it happens at another time', () => {
    const accepted = Buffer.from(
      meeting().toString().replace('RSVP=TRUE:mailto:lan', 'PARTSTAT=ACCEPTED:mailto:lan'),
    );
    const moved = edited(accepted, { start: at('2026-01-05', '14:00') });
    expect(answersIn(askAgain(accepted, moved, { own: ORGANISER }))).toContain('lan NEEDS-ACTION');
    expect(answersIn(askAgain(accepted, edited(accepted, { place: 'B' }), { own: ORGANISER }))).toContain(
      'lan ACCEPTED',
    );
  });
});

describe('an answer', () => {
  const invited = () => receive(null, owed(null, weekly())[0] as OwedMessage) as Buffer;
  const reply = (
    source: Buffer,
    answer: 'accepted' | 'declined',
    { original = '', now = NOW + 100 } = {},
  ) => {
    const answered = answerEvent(source, LAN, { answer, original }) as Buffer;
    return { answered, messages: owedMessages({ told: source, current: answered }, LAN, now) };
  };

  test('CL-84 is one message to the organiser, and the same answer again is none', () => {
    const { answered, messages } = reply(invited(), 'accepted');
    expect(messages).toMatchObject([
      { method: 'REPLY', from: 'lan@doitac.example', to: [{ email: 'an@cty.example' }] },
    ]);
    expect(messages[0]?.source.toString()).not.toContain('minh');
    expect(reply(answered, 'accepted').messages).toEqual([]);
    expect(answersIn(receive(weekly(), messages[0] as OwedMessage) as Buffer)).toContain('lan ACCEPTED');
  });

  test('CL-438 that is the same as to another time is told', () => {
    const { answered } = reply(invited(), 'declined');
    const moved = edited(weekly(), { start: at('2026-01-05', '14:00') });
    const asked = receive(answered, owed(weekly(), moved, NOW + 200)[0] as OwedMessage) as Buffer;
    const again = answerEvent(asked, LAN, { answer: 'declined', original: '' }) as Buffer;
    const [message] = owedMessages({ told: answered, current: again }, LAN, NOW + 300);
    expect(answersIn(receive(moved, message as OwedMessage) as Buffer)).toContain('lan DECLINED');
  });

  test('CL-393 CL-438 of which its organiser was not told is taken back where it is called off', () => {
    const { answered: known, messages } = reply(invited(), 'accepted');
    const asked = receive(weekly(), messages[0] as OwedMessage) as Buffer;
    const untold = answerEvent(known, LAN, { answer: 'declined', original: '' }) as Buffer;
    const gone = receive(untold, owed(asked, null, NOW + 200)[0] as OwedMessage) as Buffer;
    const again = owed(null, asked, NOW + 300)[0] as OwedMessage;
    expect(answersIn(receive(gone, again) as Buffer)).toContain('lan NEEDS-ACTION');
    const back = withoutUntoldAnswers(gone, known, LAN);
    expect(answersIn(receive(back, again) as Buffer)).toContain('lan ACCEPTED');
  });

  test('CL-438 that was on its way when its guest was taken out and asked again is none, as their copy asks anew', () => {
    const first = invited();
    const { answered, messages } = reply(first, 'accepted', { now: NOW + 100 });
    const without = edited(weekly(), { guests: [{ name: 'minh', email: 'minh@doitac.example' }] });
    const gone = receive(answered, owed(weekly(), without, NOW + 90)[0] as OwedMessage) as Buffer;
    const asked = withoutEarlierAnswers(without, weekly(), { inside: LAN, stamp: NOW + 110 });
    const again = owed(without, asked, NOW + 110).find(({ to }) => to.some(({ name }) => name === 'lan'));
    const copy = receive(gone, again as OwedMessage) as Buffer;
    expect(answersIn(copy)).toContain('lan NEEDS-ACTION');
    expect(receive(asked, messages[0] as OwedMessage)).toEqual(asked);
    const { messages: next } = reply(copy, 'accepted', { now: NOW + 120 });
    expect(answersIn(receive(asked, next[0] as OwedMessage) as Buffer)).toContain('lan ACCEPTED');
    expect(newlyAsked(without, weekly())).toEqual([...LAN]);
    expect(newlyAsked(weekly(), edited(weekly(), { title: 'Khác' }))).toEqual([]);
  });

  test('CL-80 when it was given is told to nobody, nor what became of a message to its guest', () => {
    const stamped = 'ATTENDEE;CN=lan;X-BOCAU-ANSWERED=20261101T000000Z;SCHEDULE-STATUS=1.1;';
    const source = Buffer.from(weekly().toString().replace('ATTENDEE;CN=lan;', stamped));
    const messages = [...owed(null, source, NOW), ...owed(source, null, NOW)];
    expect(messages.map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL']);
    for (const one of messages) expect(one.source.toString()).not.toMatch(/X-BOCAU|SCHEDULE-STATUS/);
  });

  test('CL-84 to one of a series is of that one alone', () => {
    const { messages } = reply(invited(), 'declined', { original: THIRD });
    const stored = receive(weekly(), messages[0] as OwedMessage) as Buffer;
    const { main, changed } = readObject(stored);
    const of = (part = main) =>
      guestsOf((part as NonNullable<typeof main>).part).find(({ name }) => name === 'lan')?.answer;
    expect([of(), of(changed[0])]).toEqual(['NEEDS-ACTION', 'DECLINED']);
    expect(happens(stored)).toEqual(happens(weekly()));
  });

  test('CL-84 what a guest throws away is declined', () => {
    const [message] = owedMessages({ told: invited(), current: null }, LAN, NOW + 100);
    expect(message?.source.toString()).toContain('PARTSTAT=DECLINED');
  });

  test('CL-83 of one guest in the name of another changes nothing', () => {
    const { messages } = reply(invited(), 'accepted');
    expect(receive(weekly(), messages[0] as OwedMessage, MINH)).toEqual(weekly());
    expect(receive(weekly(), messages[0] as OwedMessage, new Set(['ai@la.example']))).toEqual(weekly());
  });

  test('CL-82 to a version that is over, or older than another answer, changes nothing', () => {
    const { messages: yes } = reply(invited(), 'accepted', { now: NOW + 100 });
    const { messages: no } = reply(invited(), 'declined', { now: NOW + 200 });
    const after = receive(receive(weekly(), no[0] as OwedMessage), yes[0] as OwedMessage) as Buffer;
    expect(answersIn(after)).toContain('lan DECLINED');
    const moved = edited(weekly(), { start: at('2026-01-05', '14:00') });
    expect(receive(moved, yes[0] as OwedMessage)).toEqual(moved);
  });

  test('CL-311 that crosses a change of the place counts, as its guest keeps it', () => {
    const { answered, messages } = reply(invited(), 'accepted', { now: NOW + 100 });
    const elsewhere = edited(weekly(), { place: 'Phòng B' }, NOW + 90);
    expect(sequenceIn(elsewhere)).toBe(1);
    const copy = receive(answered, owed(weekly(), elsewhere, NOW + 90)[0] as OwedMessage) as Buffer;
    expect(answersIn(copy)).toContain('lan ACCEPTED');
    const asked = receive(elsewhere, messages[0] as OwedMessage) as Buffer;
    expect(answersIn(asked)).toContain('lan ACCEPTED');
    const { messages: one } = reply(invited(), 'declined', { original: THIRD, now: NOW + 100 });
    const apart = readObject(receive(elsewhere, one[0] as OwedMessage) as Buffer).changed[0];
    expect(apart && guestsOf(apart.part).find(({ name }) => name === 'lan')?.answer).toBe('DECLINED');
  });
});

describe('a copy of a guest', () => {
  test('CL-82 keeps its own reminders and answer when the organiser changes something else than the time', () => {
    const before = weekly();
    const first = receive(null, owed(null, before)[0] as OwedMessage) as Buffer;
    const own = versionedAfter(first, editAll(first, { fields: { reminders: [15] }, now: NOW + 900 }), LAN);
    const answered = answerEvent(own, LAN, { answer: 'accepted', original: '' }) as Buffer;
    const titled = edited(before, { title: 'Tên mới' }, NOW + 300);
    const next = receive(answered, owed(before, titled, NOW + 300)[0] as OwedMessage) as Buffer;
    expect(next.toString()).toMatch(/SUMMARY:Tên mới[\s\S]*VALARM/);
    expect(answersIn(next)).toContain('lan ACCEPTED');
    const moved = edited(titled, { start: at('2026-01-05', '15:00') }, NOW + 400);
    const asked = receive(next, owed(titled, moved, NOW + 400)[0] as OwedMessage) as Buffer;
    expect(answersIn(asked)).toContain('lan NEEDS-ACTION');
  });

  test('CL-82 stays cancelled when an older invitation comes after the cancellation', () => {
    const before = meeting();
    const [invitation] = owed(null, before, NOW) as [OwedMessage];
    const [cancellation] = owed(before, null, NOW + 60) as [OwedMessage];
    const gone = receive(receive(null, invitation), cancellation) as Buffer;
    expect(happens(gone)).toEqual([]);
    expect(receive(gone, invitation)).toEqual(gone);
  });

  test('CL-82 is what the organiser has at the end, in whatever order messages come, and however often', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = prng(`scheduling ${seed}`);
      let current = weekly();
      const sent = [...owed(null, current, NOW)];
      for (let step = 1; step <= 6; step += 1) {
        const next = randomEdit(current, random, NOW + step * 60);
        sent.push(...owed(current, next, NOW + step * 60));
        current = next;
      }
      const mine = sent.filter(({ to }) => to.some(({ name }) => name === 'lan'));
      // The first is what makes the copy; of the others any may come twice, and before an earlier one.
      const order = [...mine, ...mine.filter(() => random.chance(0.5))];
      for (let index = order.length - 1; index > 0; index -= 1) {
        const other = random.int(0, index);
        [order[index], order[other]] = [order[other] as OwedMessage, order[index] as OwedMessage];
      }
      let copy: Buffer | null = null;
      for (const message of order) copy = receive(copy, message) as Buffer;
      expect(happens(copy as unknown as Buffer), `seed ${seed}`).toEqual(happens(current));
    }
  });
});

function randomEdit(source: Buffer, random: ReturnType<typeof prng>, now: number): Buffer {
  const kept = occurrencesOf(readObject(source), { from: 0, to: 1e12 });
  const one = random.pick(kept).original;
  const hour = String(random.int(8, 17)).padStart(2, '0');
  const next = random.pick([
    () => editAll(source, { fields: { title: `Họp ${random.int(1, 99)}` }, now }),
    () => editAll(source, { fields: { place: `Phòng ${random.int(1, 9)}` }, now }),
    () => editAll(source, { fields: { start: at('2026-01-05', `${hour}:00`) }, now }),
    () => editOne(source, one, { fields: { title: `Riêng ${random.int(1, 99)}` }, now }),
    () => editOne(source, one, { fields: { start: at('2026-02-20', `${hour}:00`) }, now }),
    () => (kept.length > 2 ? dropOne(source, one) : editAll(source, { fields: { title: 'Còn ít' }, now })),
  ])();
  return versionedAfter(source, next, ORGANISER);
}
