import { expect, test } from 'vitest';
import { knownZone, placeNames } from './windows-zones.ts';

test.each([
  ['SE Asia Standard Time', 'Asia/Ho_Chi_Minh'],
  ['"W. Europe Standard Time"', 'Europe/Berlin'],
  ['Ulaanbaatar Standard Time', 'Asia/Ulaanbaatar'],
  ['UTC-11', 'Etc/GMT+11'],
  // Notes
  ['SE Asia', 'Asia/Ho_Chi_Minh'],
  ['Pacific', 'America/Los_Angeles'],
  ['Eastern', 'America/New_York'],
  // A place before what it is called elsewhere.
  ['Singapore', 'Singapore'],
  ['/citadel.org/20070227_1/America/New_York', 'America/New_York'],
  ['Nowhere/Eastern', null],
  ['', null],
] as const)('CL-245 %s is %s', (name, zone) => {
  expect(knownZone(name)).toBe(zone);
});

test('CL-245 all names of Windows are of places that there are', () => {
  const unknown = [...placeNames()].filter((name) => knownZone(name) !== name);
  expect(unknown).toEqual([]);
});
