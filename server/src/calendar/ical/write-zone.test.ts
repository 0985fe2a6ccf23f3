import { expect, test } from 'vitest';
import { ownZone } from './own-zone.ts';
import { scanObject } from './scan-object.ts';
import { writeZone } from './write-zone.ts';
import { zoneNamed } from './zones.ts';

const DAY = 24 * 3600;
const at = (year: number) => Date.UTC(year, 0, 15) / 1000;

/** What programs read that know the zone by its description alone. */
function described(name: string, around: number) {
  const zone = zoneNamed(name);
  if (!zone) throw new Error(`${name} is no zone`);
  const text = writeZone({ ...zone, name: 'Own' }, around, '\r\n').toString();
  const source = Buffer.from(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR\r\n`);
  const [part] = scanObject(source).calendar.parts;
  const read = part ? ownZone('Own', part, { left: 1_000_000 }) : null;
  if (!read) throw new Error(`${name} is not described`);
  return { text, zone, read };
}

/** Days from `from` to `to` on which noon is another moment than it should be. */
function wrongDays({ zone, read }: ReturnType<typeof described>, from: number, to: number) {
  const days = Array.from(
    { length: Math.floor((to - from) / DAY) },
    (_, day) => from + day * DAY + 12 * 3600,
  );
  return days.filter((wall) => read.momentOf(wall) !== zone.momentOf(wall)).length;
}

test.each([
  'Asia/Ho_Chi_Minh',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Sydney',
  'Asia/Jerusalem',
  'America/Santiago',
  'Pacific/Easter',
])('CL-244 %s is described so that a series of it is right fifty years on', (name) => {
  const zone = described(name, at(2026));
  expect(wrongDays(zone, at(2025), at(2076))).toBe(0);
});

test('CL-244 a rule is told once, and changes before it one by one', () => {
  expect(described('Europe/Berlin', at(2026)).text.match(/^RRULE.*(?=\r)/gm)).toEqual([
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  ]);
  // Its rule changed in 2007.
  const zone = described('America/New_York', at(2004));
  expect(zone.text.match(/^BEGIN:(STANDARD|DAYLIGHT)/gm)?.length).toBeGreaterThan(6);
  expect(wrongDays(zone, at(2003), at(2060))).toBe(0);
});

test('CL-244 what goes by the moon is told for ten years', () => {
  const zone = described('Africa/Casablanca', at(2026));
  expect(zone.text).not.toContain('RRULE');
  expect(wrongDays(zone, at(2025), at(2036))).toBe(0);
});
