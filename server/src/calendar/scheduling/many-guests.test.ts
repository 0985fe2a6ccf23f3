import { expect, test } from 'vitest';
import { owedMessages } from './owed-messages.ts';

const OWN = new Set(['an@cty.example']);
const NOW = Date.UTC(2026, 10, 1) / 1000;

function meetingOf(guests: number, ...more: string[]): Buffer {
  const asked = Array.from({ length: guests }, (_, at) => `ATTENDEE:mailto:nguoi${at}@khach.example`);
  const event = [
    'UID:dong',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261201T020000Z',
    'DTEND:20261201T030000Z',
  ];
  const lines = [
    'BEGIN:VEVENT',
    ...event,
    'ORGANIZER:mailto:an@cty.example',
    ...more,
    ...asked,
    'END:VEVENT',
  ];
  return Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
}

/** Microseconds of the processor, the least of five. */
function costOf(run: () => unknown): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

test('CL-253 more guests than a meeting may have are refused, and not compared first', () => {
  expect(() => owedMessages({ told: null, current: meetingOf(501) }, OWN, NOW)).toThrow('at most 500 guests');
  expect(owedMessages({ told: null, current: meetingOf(500) }, OWN, NOW)).toHaveLength(1);
});

test.each([
  ['who see one another', []],
  ['who do not', ['X-BOCAU-HIDES-GUESTS:TRUE']],
])('CL-253 calling off a meeting of eight times as many guests, %s, costs some eight times', (_who, more) => {
  const callOff = (guests: number) => {
    const told = meetingOf(guests, ...more);
    return costOf(() => owedMessages({ told, current: null }, OWN, NOW));
  };
  callOff(900);
  expect(callOff(7_200) / callOff(900)).toBeLessThan(24);
});
