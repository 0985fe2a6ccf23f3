import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await connectImap({ port: server.running.imapPort as number });
  await program.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
  // What tells of the sign-in has the first uid.
  await runJobsUntilIdle(server.context);
  const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
  await an.client.deleteThreads({ body: { ids: data.map(({ id }) => id) } });
});

const HOUR = 3600;
const MESSAGE = ['From: khach@minhphat.example', 'Subject: Hop dong', '', 'Xin chao\r\n'].join('\r\n');

const said = async (command: string) => (await program.command(command)).untagged;
const seconds = () => Math.floor(server.clock.now() / 1000);

/** A message that was read, with uid 2. */
async function appendAndSnooze(until: number): Promise<void> {
  await program.commandWith('APPEND INBOX (\\Seen) "19-Nov-2026 10:00:00 +0700"', MESSAGE);
  await program.command('SELECT INBOX');
  const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
  const [{ id, folder_id }] = data as [(typeof data)[number]];
  await an.client.snoozeThreads({ body: { ids: [id], folder_id, until } });
}

test('LT-9 a program sees it leave the inbox, and come back unseen under another uid as of when it came', async () => {
  const until = seconds() + HOUR;
  await appendAndSnooze(until);
  expect(await said('NOOP')).toContain('* 1 EXPUNGE');
  expect((await said('LIST "" *')).join('\n')).toContain('"Snoozed"');
  expect(await said('STATUS Snoozed (MESSAGES UNSEEN)')).toEqual([
    '* STATUS "Snoozed" (MESSAGES 1 UNSEEN 0)',
  ]);
  server.clock.set(until * 1000);
  await runJobsUntilIdle(server.context);
  expect(await said('NOOP')).toContain('* 1 EXISTS');
  expect(await said('FETCH 1 (UID FLAGS INTERNALDATE)')).toEqual([
    '* 1 FETCH (UID 3 FLAGS () INTERNALDATE "19-Nov-2026 03:00:00 +0000")',
  ]);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

test('LT-7 a program that moves it out ends the wait, and what it puts there waits for an answer', async () => {
  const until = seconds() + HOUR;
  await appendAndSnooze(until);
  await program.command('SELECT Snoozed');
  await program.command('UID MOVE 1 Archive');
  await program.commandWith('APPEND Snoozed', MESSAGE.replace('dong', 'khac'));
  server.clock.set((until + HOUR) * 1000);
  await runJobsUntilIdle(server.context);
  const listed = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
  expect(await listed('INBOX')).toEqual([]);
  expect(await listed('Archive')).toMatchObject([{ subject: 'Hop dong' }]);
  const [waiting] = await listed('Snoozed');
  expect(waiting?.snoozed_until).toBeUndefined();
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});
