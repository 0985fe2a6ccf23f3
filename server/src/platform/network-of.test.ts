import { expect, test } from 'vitest';
import { laneOf, networkOf, siteOf } from './network-of.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('AU-8 %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('AU-8 the /64s of a site are one site', () => {
  expect(siteOf('2001:db8:1:2::6')).toBe('2001:db8:1::/48');
  expect(siteOf('2001:db8:1:ffff::6')).toBe('2001:db8:1::/48');
  expect(siteOf('192.0.2.7')).toBeNull();
  expect(siteOf('::ffff:192.0.2.7')).toBeNull();
  expect(laneOf('2001:db8:1:ffff::6')).toBe('2001:db8:1::/48');
  expect(laneOf('192.0.2.7')).toBe('192.0.2.7');
});
