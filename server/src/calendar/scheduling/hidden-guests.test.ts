import { expect, test } from 'vitest';
import { guestsOf } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import { editAll, editOne } from '../objects/edit-series.ts';
import { writeObject } from '../objects/write-object.ts';
import { answerEvent, versionedAfter } from './answer-event.ts';
import { applyRequest, takeInvitation } from './apply-request.ts';
import { owedMessages } from './owed-messages.ts';
import { somePart } from './parts-of-object.ts';
import { textOfProgram } from './put-by-program.ts';
import { type ReadMessage, readMessage } from './read-message.ts';

const OWN = new Set(['an@cty.example']);
const NOW = Date.UTC(2026, 10, 1) / 1000;
const at = (day: string, clock: string) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh' });
const person = (name: string) => ({ name, email: `${name}@doitac.example` });
const ROOM = { name: 'Phòng A', email: 'phong-a@cty.example' };

const meeting = (rule: string | null = null) =>
  writeObject(
    {
      ...{ title: 'Phỏng vấn', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00'), rule },
      ...{ guests: [person('lan'), person('minh')], rooms: [ROOM], hides_guests: true },
    },
    { uid: 'pv-1', organiser: { name: 'An', email: 'an@cty.example' }, now: NOW },
  );
const edited = (source: Buffer, fields: object) =>
  versionedAfter(source, editAll(source, { fields, now: NOW + 60 }), OWN);

function owed(told: Buffer | null, current: Buffer | null) {
  return owedMessages({ told, current }, OWN, NOW + 60).map(({ method, to, source }) => ({
    method,
    to: to.map(({ name }) => name).join(' '),
    named: guestsOf(somePart(readObject(source)))
      .map(({ name }) => name)
      .toSorted()
      .join(' '),
    text: source.toString(),
  }));
}

const briefly = (messages: ReturnType<typeof owed>) =>
  messages.map(({ method, to, named }) => `${method} ${to}: ${named}`);

test('CL-231 each guest gets a message of their own, with themselves and the rooms', () => {
  const messages = owed(null, meeting());
  // Rooms of other houses are asked by mail, and see what guests see.
  expect(briefly(messages).slice(0, 2)).toEqual(['REQUEST lan: Phòng A lan', 'REQUEST minh: Phòng A minh']);
  expect(messages[0]?.text).not.toContain('minh');
  expect(messages[0]?.text).not.toContain('X-BOCAU');
});

test('CL-231 who comes and who leaves is told to nobody else', () => {
  const three = edited(meeting(), { guests: [person('lan'), person('minh'), person('hoa')] });
  expect(briefly(owed(meeting(), three))).toEqual(['REQUEST hoa: Phòng A hoa']);
  const none = edited(three, { guests: [person('lan')] });
  expect(briefly(owed(three, none)).toSorted()).toEqual(['CANCEL hoa: hoa', 'CANCEL minh: minh']);
  expect(briefly(owed(three, null))).toContain('CANCEL lan: lan');
});

test('CL-231 a list that was shown is taken back, and shown again, by an update', () => {
  const shown = edited(meeting(), { hides_guests: false });
  expect(briefly(owed(null, shown))[0]).toMatch(/^REQUEST lan minh/);
  expect(briefly(owed(shown, edited(shown, { hides_guests: true })))[0]).toBe('REQUEST lan: Phòng A lan');
});

test('CL-231 in a series it is so in all of it, also where one of it changes or is asked to alone', () => {
  const series = meeting('FREQ=WEEKLY;COUNT=4');
  const fields = { guests: [person('lan'), person('minh'), person('hoa')], hides_guests: false };
  const second = '20261201T020000Z';
  const text = versionedAfter(series, editOne(series, second, { fields, now: NOW + 60 }), OWN);
  for (const { to, text: said } of owed(series, text)) {
    for (const name of ['lan', 'minh', 'hoa']) if (name !== to) expect(said).not.toContain(`mailto:${name}@`);
  }
});

test('CL-231 a program that drops the line shows nobody to the others', () => {
  const before = meeting();
  const given = Buffer.from(
    before
      .toString()
      .replace(/X-BOCAU-HIDES-GUESTS:TRUE\r\n/, '')
      .replace('Phỏng vấn', 'Phỏng vấn 2'),
  );
  expect(given.toString()).not.toContain('HIDES');
  const put = { before, told: before, given, own: OWN, keepsAnswers: false, now: NOW + 60 };
  const kept = textOfProgram(put);
  expect(briefly(owed(before, kept))[0]).toBe('REQUEST lan: Phòng A lan');
});

test('CL-306 a guest who has answered one of a series keeps nobody of those who are hidden later', () => {
  const shown = edited(meeting('FREQ=WEEKLY;COUNT=4'), { hides_guests: false });
  const lan = new Set([person('lan').email]);
  const invitation = readMessage(Buffer.from(owed(null, shown)[0]?.text ?? '')) as ReadMessage;
  const copy = takeInvitation(invitation, lan) ?? shown;
  const second = '20261201T020000Z';
  const answered = answerEvent(copy, lan, { original: second, answer: 'declined' }) as Buffer;
  expect(answered.toString().match(/minh/g)?.length).toBeGreaterThan(1);
  const hidden = owedMessages(
    { told: shown, current: edited(shown, { hides_guests: true }) },
    OWN,
    NOW + 120,
  );
  const ofLan = hidden.find(({ to }) => to.some(({ name }) => name === 'lan'));
  const update = readMessage(ofLan?.source ?? Buffer.alloc(0)) as ReadMessage;
  const text = applyRequest(answered, update, lan)?.toString() ?? '';
  expect(text).not.toContain('minh');
  expect(text).toContain('PARTSTAT=DECLINED');
});
