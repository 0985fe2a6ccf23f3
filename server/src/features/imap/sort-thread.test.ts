import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImapClient } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let program: ImapClient;

const DATE = (day: number) => `Date: ${day} Nov 2026 08:00:00 +0700\r\n`;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  program = await signInImap(server, await newPerson(server));
  const given = [
    [
      'Re: Hợp đồng',
      `${DATE(3)}Message-ID: <b@x>\r\nReferences: <a@x>\r\nCc: Z <z@x.vn>\r\n`,
      'x'.repeat(300),
    ],
    ['Hợp đồng', `${DATE(1)}Message-ID: <a@x>\r\n`, 'x'],
    ['Báo giá', `${DATE(4)}Message-ID: <c@x>\r\nIn-Reply-To: <gone@x>\r\nCc: a@x.vn\r\n`, 'x'.repeat(90)],
    ['hợp đồng', `${DATE(2)}Message-ID: <d@x>\r\nReferences: <a@x> <b@x>\r\n`, 'x'.repeat(600)],
    ['Re: báo giá', `${DATE(5)}Message-ID: <e@x>\r\n`, 'x'.repeat(10)],
  ] as const;
  for (const [subject, header, body] of given)
    await appendMessage(program, rawMessage(subject, { header, body }), {
      flags: subject.startsWith('Re') ? '\\Seen' : '',
    });
  await program.command('SELECT INBOX');
});

const said = async (command: string) => (await program.command(command)).untagged;

describe('SORT', () => {
  test.each([
    ['(DATE)', '2 4 1 3 5'],
    ['(REVERSE DATE)', '5 3 1 4 2'],
    ['(SIZE)', '2 5 3 1 4'],
    ['(ARRIVAL)', '1 2 3 4 5'],
    ['(SUBJECT DATE)', '3 5 2 4 1'],
    ['(SUBJECT REVERSE DATE)', '5 3 1 4 2'],
    ['(REVERSE SUBJECT)', '1 2 4 3 5'],
    ['(CC)', '2 4 5 3 1'],
    ['(FROM TO)', '1 2 3 4 5'],
    ['(DISPLAYFROM DISPLAYTO REVERSE SIZE)', '4 1 3 5 2'],
  ])('by %s', async (keys, expected) => {
    expect(await program.command(`SORT ${keys} UTF-8 ALL`)).toEqual({
      result: 'OK Sorted',
      untagged: [`* SORT ${expected}`],
    });
  });

  test('sorts what is searched for alone, by uids too', async () => {
    await program.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
    await program.command('EXPUNGE');
    expect(await said('UID SORT (REVERSE DATE) US-ASCII UNSEEN')).toEqual(['* SORT 3 4 2']);
    expect(await said('SORT (DATE) UTF-8 FLAGGED')).toEqual(['* SORT']);
  });

  test('answers short where that is asked for (ESORT), and saves what it found', async () => {
    expect(await said('UID SORT RETURN (ALL COUNT MIN MAX) (DATE) UTF-8 ALL')).toEqual([
      expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\) UID MIN 2 MAX 5 ALL 2,4,1,3,5 COUNT 5$/),
    ]);
    expect(await said('SORT RETURN (SAVE) (DATE) UTF-8 UNSEEN')).toEqual([]);
    expect(await said('FETCH $ UID')).toEqual([2, 3, 4].map((uid) => `* ${uid} FETCH (UID ${uid})`));
  });

  test.each([
    ['SORT (DATE) KOI8-R ALL', /^NO \[BADCHARSET/],
    ['SORT DATE UTF-8 ALL', /^BAD /],
    ['SORT () UTF-8 ALL', /^BAD /],
    ['SORT (REVERSE) UTF-8 ALL', /^BAD /],
    ['SORT (COLOUR) UTF-8 ALL', /^BAD /],
    ['SORT (DATE) UTF-8', /^BAD /],
  ])('%s is refused', async (command, expected) => {
    expect((await program.command(command)).result).toMatch(expected);
  });
});

describe('THREAD', () => {
  test('by what answers what, and by subjects', async () => {
    expect(await said('THREAD REFERENCES UTF-8 ALL')).toEqual(['* THREAD (2 1 4)(3 5)']);
    expect(await said('UID THREAD ORDEREDSUBJECT UTF-8 ALL')).toEqual(['* THREAD (2 (4)(1))(3 5)']);
    expect(await said('THREAD REFERENCES US-ASCII 3:4')).toEqual(['* THREAD (4)(3)']);
    expect(await said('THREAD REFERENCES UTF-8 FLAGGED')).toEqual(['* THREAD']);
  });

  test('in no other way', async () => {
    expect((await program.command('THREAD REFS UTF-8 ALL')).result).toMatch(/^BAD /);
    expect((await program.command('THREAD REFERENCES KOI8-R ALL')).result).toMatch(/^NO \[BADCHARSET/);
  });
});
