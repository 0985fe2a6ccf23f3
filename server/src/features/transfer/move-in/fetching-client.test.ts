import type { FetchMessageObject } from 'imapflow';
import { expect, test } from 'vitest';
import { startScriptedImap } from '../../../test-kit/scripted-imap.ts';
import { FetchingClient } from './fetching-client.ts';
import { type FetchAnswer, readFetchAnswer } from './read-fetch-answer.ts';

const QUERY = { uid: true, size: true, flags: true, internalDate: true, source: true };

type Message = FetchAnswer | FetchMessageObject;
type Fetch = (client: FetchingClient) => Promise<Message[]>;

/** fetchAll bypasses our parser: its results are imapflow's alone. */
const byImapFlow: Fetch = (client) => client.fetchAll('1:*', QUERY);
const byEach: Fetch = async (client) => {
  const fetched: Message[] = [];
  await client.fetchEach('1:*', QUERY, {}, (message) => fetched.push(message));
  return fetched;
};

/** The result of a fetch with these responses, and those of them that imapflow serialized for its log. */
async function fetchFrom(answers: string, fetch: Fetch) {
  const imap = await startScriptedImap(
    { INBOX: { messages: [{ uid: 1, raw: 'x' }] } },
    { misbehave: (command) => (command.startsWith('FETCH') ? `${answers}TAG OK\r\n` : undefined) },
  );
  const logged: string[] = [];
  const log = ({ src, msg }: { src?: string; msg?: string }) => {
    if (src === 's' && / FETCH /.test(String(msg))) logged.push(String(msg));
  };
  const client = new FetchingClient({
    ...{ host: '127.0.0.1', port: imap.port, secure: false, doSTARTTLS: false, disableAutoIdle: true },
    auth: { user: 'lan', pass: 'x' },
    logger: { trace: log, debug: log, info: log, warn: log, error: log },
  });
  try {
    await client.connect();
    await client.mailboxOpen('INBOX', { readOnly: true });
    return { fetched: (await fetch(client)).map(tidy), logged };
  } finally {
    client.close();
    await imap.close();
  }
}

function tidy({ uid, size, flags, labels, internalDate, source, emailId }: Message) {
  const at = internalDate === undefined ? null : new Date(internalDate).getTime();
  const tags = { flags: [...(flags ?? [])], labels: [...(labels ?? [])] };
  return { uid, size, ...tags, at, source: source?.toString('latin1'), emailId };
}

const PLAIN = [
  '* 1 FETCH (UID 7)',
  '* 2 FETCH (UID 8 RFC822.SIZE 12)',
  '* 3 FETCH (FLAGS () UID 9 X-GM-MSGID 1278455344230334865)',
  '* 3 FETCH (UID 10 EMAILID (M6d99ac3275bb4e))',
  '* 3 FETCH (UID 10 X-GM-LABELS ("\\\\Inbox" Work "a \\"b\\" (c)" \\Sent "K&Hr8- to&AOE-n"))',
  '* 3 FETCH (X-GM-LABELS () UID 10)',
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
  '* 12 FETCH (UID 17 X-GM-LABELS (a&b "c"))',
  '* 12 FETCH (UID 18 BODY[HEADER] {3}\r\nabc BODY[] {2}\r\nde)',
  '* 13 FETCH (FLAGS (\\Seen))',
  '* 14 FETCH (UID 19 FLAGS (\\Seen\\Answered))',
  '* 15 FETCH (UID 20 FLAGS (a\\b))',
  '* 16 FETCH (UID 21 FLAGS (NIL \\Seen))',
  '* 17 FETCH (UID 22 FLAGS (\\Seen  \\Answered))',
  '* 18 FETCH (UID 23 FLAGS (1:2))',
  '* 19 FETCH (UID 24 EMAILID (NIL))',
];
const lines = (answers: string[]) => answers.map((answer) => `${answer}\r\n`).join('');

test('plain answers are read as imapflow reads them, which never sees them', async () => {
  const { fetched, logged } = await fetchFrom(lines(PLAIN), byEach);
  expect(fetched).toEqual((await fetchFrom(lines(PLAIN), byImapFlow)).fetched);
  expect(fetched).toHaveLength(PLAIN.length);
  expect(logged).toEqual([]);
});

test('what is not plain is left to imapflow, and comes in its turn', async () => {
  const mixed = lines([...PLAIN, ...OTHER, ...PLAIN]);
  const { fetched, logged } = await fetchFrom(mixed, byEach);
  expect(fetched).toEqual((await fetchFrom(mixed, byImapFlow)).fetched);
  expect(logged).toHaveLength(OTHER.length);
});

test('one fetch at a time', async () => {
  const { fetched } = await fetchFrom(lines(PLAIN), async (client) => {
    const first = byEach(client);
    await expect(byEach(client)).rejects.toThrow('One fetch at a time');
    await first;
    return byEach(client);
  });
  expect(fetched).toHaveLength(PLAIN.length);
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
  ['* 1 FETCH (UID 1 FLAGS (\\Seen\\Answered))', []],
  ['* 1 FETCH (UID 1 FLAGS (a\\b))', []],
  ['* 1 FETCH (UID 1 FLAGS (\\))', []],
  ['* 1 FETCH (UID 1 FLAGS (NIL))', []],
  ['* 1 FETCH (UID 1 FLAGS (x nil))', []],
  ['* 1 FETCH (UID 1 FLAGS (\\Seen  \\Answered))', []],
  ['* 1 FETCH (UID 1 FLAGS (1:2))', []],
  ['* 1 FETCH (UID 1 EMAILID (NIL))', []],
  ['* 1 FETCH (UID 1 X-GM-LABELS ("a))', []],
  ['* 1 FETCH (UID 1 X-GM-LABELS (NIL))', []],
])('%j is no plain answer', (line, literals) => {
  const answer = { payload: Buffer.from(line), literals: literals.map((each) => Buffer.from(each)) };
  expect(readFetchAnswer(answer)).toBeNull();
});
