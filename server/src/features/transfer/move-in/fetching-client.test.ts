import { type FetchMessageObject, ImapFlow, type ImapFlowOptions } from 'imapflow';
import { expect, test } from 'vitest';
import { startScriptedImap } from '../../../test-kit/scripted-imap.ts';
import { FetchingClient } from './fetching-client.ts';
import { type FetchAnswer, readFetchAnswer } from './read-fetch-answer.ts';

const QUERY = { uid: true, size: true, flags: true, internalDate: true, source: true };

/** What the client makes of these answers, and which of them it wrote for its log. */
async function fetchFrom(answers: string, ofImapFlow: boolean) {
  const imap = await startScriptedImap(
    { INBOX: { messages: [{ uid: 1, raw: 'x' }] } },
    { misbehave: (command) => (command.startsWith('FETCH') ? `${answers}TAG OK\r\n` : undefined) },
  );
  const logged: string[] = [];
  const log = ({ src, msg }: { src?: string; msg?: string }) => {
    if (src === 's' && / FETCH /.test(String(msg))) logged.push(String(msg));
  };
  const options: ImapFlowOptions = {
    ...{ host: '127.0.0.1', port: imap.port, secure: false, doSTARTTLS: false, disableAutoIdle: true },
    auth: { user: 'lan', pass: 'x' },
    logger: { trace: log, debug: log, info: log, warn: log, error: log },
  };
  const client = new FetchingClient(options);
  const plain = new ImapFlow(options);
  const fetched: (FetchAnswer | FetchMessageObject)[] = [];
  const used = ofImapFlow ? plain : client;
  await used.connect();
  await used.mailboxOpen('INBOX', { readOnly: true });
  if (ofImapFlow) fetched.push(...(await plain.fetchAll('1:*', QUERY)));
  else await client.fetchEach('1:*', QUERY, {}, (message) => fetched.push(message));
  used.close();
  await imap.close();
  return { fetched: fetched.map(tidy), logged };
}

function tidy({ uid, size, flags, internalDate, source, emailId }: FetchAnswer | FetchMessageObject) {
  const at = internalDate === undefined ? null : new Date(internalDate).getTime();
  return { uid, size, flags: [...(flags ?? [])], at, source: source?.toString('latin1'), emailId };
}

const PLAIN = [
  '* 1 FETCH (UID 7)',
  '* 2 FETCH (UID 8 RFC822.SIZE 12)',
  '* 3 FETCH (FLAGS () UID 9 X-GM-MSGID 1278455344230334865)',
  '* 3 FETCH (UID 10 EMAILID (M6d99ac3275bb4e))',
  '* 4 FETCH (UID 11 FLAGS (\\Seen $Forwarded x-y) INTERNALDATE " 7-Jul-1996 02:44:25 -0700" BODY[] {5}\r\na)\r\nb)',
  '* 5 FETCH (BODY[] {0}\r\n UID 12 INTERNALDATE "17-Jul-1996 02:44:25 +0000")',
];
const OTHER = [
  '* 6 FETCH (UID 13 MODSEQ (17) RFC822.SIZE 5)',
  '* 7 FETCH (UID 14 BODY[] "quoted \\" text")',
  '* 8 FETCH (UID 15 BODY[] NIL)',
  '* 9 FETCH (uid 16 rfc822.size 3)',
  '* 10 FETCH (UID 17 FLAGS ("a b" \\Seen))',
  '* 11 FETCH (UID 99999999999)',
  '* 12 FETCH (UID 18 BODY[HEADER] {3}\r\nabc BODY[] {2}\r\nde)',
  '* 13 FETCH (FLAGS (\\Seen))',
];
const lines = (answers: string[]) => answers.map((answer) => `${answer}\r\n`).join('');

test('plain answers are read as imapflow reads them, which never sees them', async () => {
  const { fetched, logged } = await fetchFrom(lines(PLAIN), false);
  expect(fetched).toEqual((await fetchFrom(lines(PLAIN), true)).fetched);
  expect(fetched).toHaveLength(PLAIN.length);
  expect(logged).toEqual([]);
});

test('what is not plain is left to imapflow', async () => {
  const mixed = lines([...OTHER, ...PLAIN]);
  const { fetched, logged } = await fetchFrom(mixed, false);
  const byUid = (messages: typeof fetched) => messages.sort((a, b) => (a.uid ?? 0) - (b.uid ?? 0));
  expect(byUid(fetched)).toEqual(byUid((await fetchFrom(mixed, true)).fetched));
  expect(logged).toHaveLength(OTHER.length);
});

test.each([
  ['* 1 FETCH (UID 1 BODY[] {3}\r\n)', ['ab']],
  ['* 1 FETCH (UID 1)', ['ab']],
  ['* 1 FETCH (UID 1 BODY[] {3}\r\n)', []],
  ['* 1 FETCH (UID 0)', []],
  ['* 1 FETCH (UID 1', []],
  ['* 1 FETCH (UID 1 ', []],
  ['* 1 FETCH (UID 1) x', []],
  ['* 1 FETCH ()', []],
  ['* OK [UNSEEN 1] FETCH (UID 1)', []],
  [`* 1 FETCH (UID 1 FLAGS (${'x'.repeat(5_000)}))`, []],
  ['* 1 FETCH (UID 1 FLAGS (ä))', []],
])('%j is no plain answer', (line, literals) => {
  const answer = { payload: Buffer.from(line), literals: literals.map((each) => Buffer.from(each)) };
  expect(readFetchAnswer(answer)).toBeNull();
});
