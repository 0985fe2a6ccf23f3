import { describe, expect, test } from 'vitest';
import { withPartAt } from '../scheduling/parts-of-object.ts';
import { proposalMessage } from './proposal-message.ts';
import type { ProposalRow } from './proposals.store.ts';

const moment = (day: number, hour: number) => Date.UTC(2026, 10, day, hour) / 1000;
const SOURCE = Buffer.from(
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Doi tac//VI'],
    ...['BEGIN:VEVENT', 'UID:hop@doitac.example', 'DTSTAMP:20261101T010000Z', 'SEQUENCE:2'],
    'DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000',
    'DTEND;TZID=Asia/Ho_Chi_Minh:20261124T100000',
    ...['RRULE:FREQ=WEEKLY;COUNT=4', 'SUMMARY:Họp tuần', 'DESCRIPTION:Kín'],
    'ORGANIZER;CN=Hùng:mailto:hung@doitac.example',
    'ATTENDEE;CN=Lan;PARTSTAT=TENTATIVE;RSVP=TRUE:mailto:lan@saomai.example',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:binh@doitac.example',
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n'),
);
const ROW: ProposalRow = {
  ...{ object_id: 'o', original: '20261201T020000Z', guest: 'lan@saomai.example', round: 'r' },
  ...{ at: Date.UTC(2026, 11, 1, 7) / 1000, until: Date.UTC(2026, 11, 1, 8) / 1000 },
  ...{ was_at: Date.UTC(2026, 11, 1, 2) / 1000, was_until: Date.UTC(2026, 11, 1, 3) / 1000 },
  ...{ words: 'Sáng tôi bận; chiều được', stamp: moment(20, 3), declined_at: null },
};
const LAN = new Set(['lan@saomai.example']);
const HUNG = new Set(['hung@doitac.example']);
const linesOf = (row: ProposalRow, own: ReadonlySet<string>, source = SOURCE) =>
  proposalMessage(source, row, own)?.source.toString().replaceAll('\r\n ', '').split('\r\n') ?? [];

describe('a message of a proposal', () => {
  test('CL-190 CL-193 is a COUNTER of the one that is meant, with its guest, their words and when it was to be', () => {
    const lines = linesOf(ROW, LAN);
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['METHOD:COUNTER', 'UID:hop@doitac.example', 'SEQUENCE:2', 'DTSTAMP:20261120T030000Z'],
        'DTSTART;TZID=Asia/Ho_Chi_Minh:20261201T140000',
        'DTEND;TZID=Asia/Ho_Chi_Minh:20261201T150000',
        'RECURRENCE-ID;TZID=Asia/Ho_Chi_Minh:20261201T090000',
        'ATTENDEE;CN=Lan;PARTSTAT=TENTATIVE:mailto:lan@saomai.example',
        'ORGANIZER;CN=Hùng:mailto:hung@doitac.example',
        'COMMENT:Sáng tôi bận\\; chiều được',
        'X-MS-OLK-ORIGINALSTART:20261201T020000Z',
      ]),
    );
    expect(lines.join('\n')).not.toMatch(/VALARM|binh@|Kín|RRULE/);
  });

  test('CL-192 is a DECLINECOUNTER to the guest where the organiser declines it', () => {
    const declined = { ...ROW, declined_at: moment(20, 4) };
    expect(proposalMessage(SOURCE, declined, HUNG)).toMatchObject({
      ...{ method: 'DECLINECOUNTER', from: 'hung@doitac.example' },
      to: [{ name: 'Lan', email: 'lan@saomai.example' }],
    });
    const lines = linesOf(declined, HUNG);
    expect(lines).toEqual(expect.arrayContaining(['METHOD:DECLINECOUNTER', 'DTSTAMP:20261120T040000Z']));
    expect(lines.join('\n')).not.toMatch(/COMMENT|X-MS/);
  });

  test('CL-191 is none where the meeting is at another time, or its guest is not asked any more', () => {
    expect(proposalMessage(SOURCE, { ...ROW, was_at: ROW.was_at - 60 }, LAN)).toBeNull();
    expect(proposalMessage(SOURCE, { ...ROW, guest: 'mai@saomai.example' }, LAN)).toBeNull();
    const apart = withPartAt(SOURCE, ROW.original, 0) as Buffer;
    const cancelled = Buffer.from(
      apart.toString().replace(/(RECURRENCE-ID.*\r\n)/, '$1STATUS:CANCELLED\r\n'),
    );
    expect(proposalMessage(cancelled, ROW, LAN)).toBeNull();
  });
});
