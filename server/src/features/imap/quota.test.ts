import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImapClient } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  program = await signInImap(server, await newPerson(server));
});

const said = async (command: string) => (await program.command(command)).untagged;

test('a mailbox has one quota, of all folders together', async () => {
  expect(await said('GETQUOTA ""')).toEqual(['* QUOTA "" (STORAGE 0 1024000)']);
  await appendMessage(program, rawMessage('Một', { body: 'x'.repeat(10_000) }));
  expect(await said('GETQUOTAROOT inbox')).toEqual([
    '* QUOTAROOT "INBOX" ""',
    '* QUOTA "" (STORAGE 10 1024000)',
  ]);
});

test('a folder tells what expunging would free', async () => {
  await appendMessage(program, rawMessage('Một', { body: 'x'.repeat(10_000) }), { flags: '\\Deleted' });
  await appendMessage(program, rawMessage('Hai'));
  expect(await said('STATUS INBOX (DELETED DELETED-STORAGE)')).toEqual([
    '* STATUS "INBOX" (DELETED 1 DELETED-STORAGE 10)',
  ]);
});

test.each([
  ['GETQUOTA other', /^NO \[NONEXISTENT\]/],
  ['GETQUOTAROOT Nothing', /^NO \[NONEXISTENT\]/],
  ['GETQUOTA', /^BAD /],
  ['SETQUOTA "" (STORAGE 1)', /^BAD /],
])('%s is refused', async (command, expected) => {
  expect((await program.command(command)).result).toMatch(expected);
});
