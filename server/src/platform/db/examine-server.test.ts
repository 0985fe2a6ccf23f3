import { describe, expect, test } from 'vitest';
import { isUntested, type ServerFacts, serverFault } from './examine-server.ts';

const fit: ServerFacts = { version: '15.20', number: 150_020, encoding: 'UTF8', standby: false };

describe('a server', () => {
  test.each([150_000, 160_004, 180_001, 190_000])('of version %d can be worked with', (number) => {
    expect(serverFault({ ...fit, number })).toBeNull();
  });

  test('below the lowest version, in another encoding or in recovery can not', () => {
    const old = serverFault({ ...fit, version: '14.19', number: 140_019 });
    expect(old?.what).toBe('this is PostgreSQL 14.19, and 15 to 18 are supported');
    expect(serverFault({ ...fit, encoding: 'LATIN1' })?.what).toBe(
      'the encoding of the database is LATIN1, and UTF8 is needed',
    );
    expect(serverFault({ ...fit, standby: true })?.what).toBe(
      'this server is a standby, which can only be read',
    );
  });

  test('above the highest version is not tested', () => {
    expect([180_001, 190_000].map((number) => isUntested({ number }))).toEqual([false, true]);
  });
});
