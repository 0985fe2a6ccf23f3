import { expect, test } from 'vitest';
import { readDnsServer } from './name-servers.ts';

test('reads the address of a name server, with a port or without', () => {
  const written = [
    '192.0.2.1',
    '192.0.2.1:5353',
    '2001:db8::1',
    '[2001:db8::1]:5353',
    'ns.example',
    '192.0.2.1:99999',
  ];
  expect(written.map(readDnsServer)).toEqual([
    { address: '192.0.2.1', port: 53 },
    { address: '192.0.2.1', port: 5353 },
    { address: '2001:db8::1', port: 53 },
    { address: '2001:db8::1', port: 5353 },
    null,
    null,
  ]);
});
