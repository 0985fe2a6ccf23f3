import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
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
  program = await signInImap(server, an);
  await appendMessage(program, rawMessage('Một'));
  await program.command('SELECT INBOX');
});

const stranger = () => connectImap({ port: server.running.imapPort as number });
const stillServed = async () => expect((await program.command('NOOP')).result).toBe('OK Done');

test.each([
  ['10,000 brackets', `SEARCH ${'('.repeat(10_000)}ALL${')'.repeat(10_000)}`],
  ['10,000 brackets of a list', `LIST "" ${'('.repeat(10_000)}`],
  ['10,000 brackets of flags', `STORE 1 FLAGS ${'('.repeat(10_000)}`],
  ['half a command', 'FETCH 1 (BODY[HEADER.FIELDS (From'],
  ['half a string', 'LIST "" "abc'],
  ['NUL', 'LIST "" "a\0b"'],
  ['8 bits that are no UTF-8', 'SELECT "\xff\xfe"'],
  ['8 bits without quotes', 'SELECT h\xc3\xa0ng'],
  ['a carriage return', 'SELECT IN\rBOX'],
  ['no command', ''],
  ['what is no command', 'GET / HTTP/1.1'],
  ['30,000 ranges', `FETCH ${'1,'.repeat(30_000)}1 UID`],
  ['a number beyond all', 'FETCH 99999999999999999999 UID'],
  ['300 items', `FETCH 1 (${'UID '.repeat(299)}UID)`],
])('%s is refused, and the connection goes on', async (_what, command) => {
  expect((await program.command(command)).result).toMatch(/^BAD /);
  await stillServed();
});

test.each([
  ['a literal of 2 GB for a name', 'SELECT {2147483648}', /^x BAD \[TOOBIG\]/],
  ['a literal of 2 GB for a message', 'APPEND INBOX {2147483648}', /^x NO \[TOOBIG\]/],
  ['a literal beyond all numbers', 'APPEND INBOX {99999999999999999999}', /^x NO \[TOOBIG\]/],
])('%s is refused before it is sent', async (_what, command, expected) => {
  program.rawWrite(`x ${command}\r\n`);
  expect(await program.next()).toMatch(expected);
  await stillServed();
});

describe('others are served', () => {
  test('beside an endless line and a stranger who sends byte by byte', async () => {
    const endless = await stranger();
    endless.rawWrite(Buffer.alloc(1_000_000, 'x'));
    const slow = await stranger();
    for (const byte of 'a1 LOGIN nobody') {
      slow.rawWrite(byte);
      await stillServed();
    }
    expect((await endless.closed()).join()).toMatch(/BAD \[TOOBIG\]/);
    slow.destroy();
  });

  test('beside more connections than an address may have before it signs in', async () => {
    const others = await Promise.all(Array.from({ length: 150 }, stranger));
    const refused = others.filter(({ greeting }) => greeting.startsWith('* BYE [UNAVAILABLE]'));
    expect(refused.length).toBe(50);
    await stillServed();
    for (const other of others) other.destroy();
    await expect.poll(async () => (await stranger()).greeting).toMatch(/^\* OK/);
  });

  test('beside those who leave in the middle of a message', async () => {
    for (let times = 0; times < 10; times += 1) {
      const leaving = await signInImap(server, an);
      leaving.rawWrite('a APPEND INBOX {1000000}\r\n');
      expect(await leaving.next()).toMatch(/^\+/);
      leaving.rawWrite('Subject: half');
      leaving.destroy();
    }
    await stillServed();
    expect((await program.command('STATUS INBOX (MESSAGES)')).untagged[0]).toContain('MESSAGES 1');
  });
});

const COMMANDS = [
  'SELECT INBOX (CONDSTORE)',
  'SELECT INBOX (QRESYNC (1 2 1:3 (1 1)))',
  'LIST (SUBSCRIBED RECURSIVEMATCH) "" ("*" "%") RETURN (CHILDREN STATUS (MESSAGES UNSEEN))',
  'STATUS INBOX (MESSAGES UIDNEXT SIZE MAILBOXID DELETED-STORAGE)',
  'UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (From To)]<0.10> BINARY.SIZE[1] PREVIEW (LAZY)) (CHANGEDSINCE 1)',
  'FETCH 1 (ENVELOPE BODYSTRUCTURE EMAILID THREADID SAVEDATE)',
  'UID SEARCH RETURN (MIN MAX SAVE) CHARSET UTF-8 OR (FROM an) NOT SUBJECT "x" SINCE 1-Feb-2026 1:* MODSEQ 3',
  'SORT RETURN (ALL COUNT) (REVERSE DATE SUBJECT) UTF-8 UNDELETED LARGER 3',
  'UID THREAD REFERENCES UTF-8 ALL',
  'STORE 1 (UNCHANGEDSINCE 5) +FLAGS.SILENT (\\Seen $Work)',
  'COPY 1 "Archive"',
  'CREATE "A&AOA-/b" (USE ())',
  'RENAME "A" "B/c"',
  'ENABLE CONDSTORE QRESYNC UTF8=ACCEPT IMAP4rev2',
  'ID ("name" "x" "version" NIL)',
  'GETQUOTAROOT INBOX',
];

/** Cut, doubled, with a byte changed, or with a piece of another command in it; never two lines, nor a literal. */
function spoil(command: string, next: () => number): string {
  const [at, other] = [next() % command.length, COMMANDS[next() % COMMANDS.length] as string];
  const ways = [
    command.slice(0, at),
    command.slice(0, at) + command.slice(at + 1),
    command.slice(0, at) + String.fromCharCode(next() % 256) + command.slice(at + 1),
    command.slice(0, at) + other.slice(next() % other.length),
    command.slice(0, at) + command.slice(at).repeat(3),
  ];
  return (ways[next() % ways.length] as string).replace(/[\r\n{]/g, '(');
}

test('no command that was spoilt is a fault of the server', async () => {
  const next = seededNumbers(9051);
  let taken = 0;
  for (let times = 0; times < 600; times += 1) {
    const command = spoil(COMMANDS[times % COMMANDS.length] as string, next);
    const { result } = await program.command(command);
    expect(`${JSON.stringify(command)}: ${result}`).toMatch(/: (OK|NO \[(?!SERVERBUG)|NO [A-Z]|BAD )/);
    if (result.startsWith('OK')) taken += 1;
    await stillServed();
  }
  expect(taken).toBeGreaterThan(20);
});
