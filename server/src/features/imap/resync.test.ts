import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImapClient } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let program: ImapClient;
let other: ImapClient;
/** Of the inbox with its five messages, before anything is done with them. */
let before: { validity: number; modseq: number };

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await signInImap(server, an);
  other = await signInImap(server, an);
  for (const subject of ['Một', 'Hai', 'Ba', 'Bốn', 'Năm']) await appendMessage(program, rawMessage(subject));
  const { untagged } = await other.command('SELECT INBOX');
  before = { validity: codeOf(untagged, 'UIDVALIDITY'), modseq: codeOf(untagged, 'HIGHESTMODSEQ') };
});

const said = async (command: string, client = program) => (await client.command(command)).untagged;

function codeOf(lines: string[], code: string): number {
  return Number(new RegExp(`\\[${code} (\\d+)\\]`).exec(lines.join('\n'))?.[1]);
}

async function removeOthers(uids: string): Promise<void> {
  await other.command(`UID STORE ${uids} +FLAGS.SILENT (\\Deleted)`);
  await other.command(`UID EXPUNGE ${uids}`);
}

/** As if what has left the folder until now had been forgotten. */
async function forgetExpunged(): Promise<void> {
  const { db } = server.context;
  await db.deleteFrom('expunged').where('mailbox_id', '=', an.mailbox).execute();
  const { seq } = await db
    .selectFrom('mailbox_state')
    .select('seq')
    .where('mailbox_id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('folders')
    .set({ forgotten_modseq: seq })
    .where('mailbox_id', '=', an.mailbox)
    .execute();
}

describe('a client that comes back (QRESYNC)', () => {
  beforeEach(async () => {
    expect(await said('ENABLE QRESYNC')).toEqual(['* ENABLED QRESYNC']);
  });

  test('is told in one command what has left the folder and what has changed', async () => {
    await removeOthers('2:3');
    await other.command('UID STORE 5 +FLAGS (\\Flagged)');
    await appendMessage(other, rawMessage('Sáu'));
    const { result, untagged } = await program.command(
      `SELECT INBOX (QRESYNC (${before.validity} ${before.modseq}))`,
    );
    expect(result).toBe('OK [READ-WRITE] Opened');
    expect(untagged).toContain('* 4 EXISTS');
    expect(untagged.slice(-3)).toEqual([
      '* VANISHED (EARLIER) 2:3',
      expect.stringMatching(/^\* 3 FETCH \(UID 5 FLAGS \(\\Flagged\) MODSEQ \(\d+\)\)$/),
      expect.stringMatching(/^\* 4 FETCH \(UID 6 FLAGS \(\) MODSEQ \(\d+\)\)$/),
    ]);
  });

  test('is told of no more than it knows', async () => {
    await removeOthers('2:4');
    await other.command('UID STORE 1,5 +FLAGS (\\Flagged)');
    const { untagged } = await program.command(
      `SELECT INBOX (QRESYNC (${before.validity} ${before.modseq} 1:3 (1:2 1:2)))`,
    );
    expect(untagged.slice(-2)).toEqual([
      '* VANISHED (EARLIER) 2:3',
      expect.stringMatching(/^\* 1 FETCH \(UID 1 FLAGS/),
    ]);
  });

  test('is told of every uid without a message where the expunged ones are forgotten', async () => {
    await removeOthers('2:3,5');
    await forgetExpunged();
    const { untagged } = await program.command(`SELECT INBOX (QRESYNC (${before.validity} 1 1:9))`);
    expect(untagged).toContain('* VANISHED (EARLIER) 2:3,5');
    expect(await said(`UID FETCH 1:4 (FLAGS) (CHANGEDSINCE ${before.modseq} VANISHED)`)).toContain(
      '* VANISHED (EARLIER) 2:3',
    );
  });

  test('is told nothing of before where its uids are those of another time', async () => {
    await removeOthers('2');
    const { untagged } = await program.command(
      `SELECT INBOX (QRESYNC (${before.validity + 1} ${before.modseq}))`,
    );
    expect(untagged.filter((line) => /VANISHED|FETCH/.test(line))).toEqual([]);
    expect(codeOf(untagged, 'UIDVALIDITY')).toBe(before.validity);
  });

  test('asks for the same with UID FETCH', async () => {
    await program.command('SELECT INBOX');
    await removeOthers('1,4');
    await other.command('UID STORE 5 +FLAGS (\\Seen)');
    await program.command('NOOP');
    const { untagged } = await program.command(
      `UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${before.modseq} VANISHED)`,
    );
    expect(untagged).toEqual([
      '* VANISHED (EARLIER) 1,4',
      expect.stringMatching(/^\* 3 FETCH \(UID 5 MODSEQ \(\d+\) FLAGS \(\\Seen\)\)$/),
    ]);
  });

  test('is told what others remove by uids, and of its own removals the modseq', async () => {
    await program.command('SELECT INBOX');
    await removeOthers('2:3');
    expect(await said('NOOP')).toEqual(['* VANISHED 2:3']);
    await program.command('UID STORE 4 +FLAGS.SILENT (\\Deleted)');
    const { result, untagged } = await program.command('EXPUNGE');
    expect(untagged).toEqual(['* VANISHED 4']);
    expect(result).toMatch(/^OK \[HIGHESTMODSEQ \d+\] Removed$/);
    expect((await said('UID MOVE 5 Archive')).at(-1)).toBe('* VANISHED 5');
    expect((await program.command('CLOSE')).result).toBe('OK Closed');
  });

  test('is told where one folder ends and another begins', async () => {
    await program.command('SELECT INBOX');
    expect((await said('SELECT Archive'))[0]).toBe('* OK [CLOSED] The folder before is closed');
  });
});

test.each([
  'SELECT INBOX (QRESYNC (1 1))',
  'UID FETCH 1:* (FLAGS) (CHANGEDSINCE 1 VANISHED)',
  'FETCH 1:* (FLAGS) (CHANGEDSINCE 1 VANISHED)',
  'UID FETCH 1:* (FLAGS) (VANISHED)',
  'UID FETCH 1:* (FLAGS) ()',
])('%s needs QRESYNC', async (command) => {
  await program.command('SELECT INBOX');
  expect((await program.command(command)).result).toMatch(/^BAD /);
});

test.each(['(1)', '(1 1 (1))', '(1 1 1 2)', '1 1', '(1 1 1:2 (1 1) x)'])(
  'SELECT with QRESYNC %s is no command',
  async (parameter) => {
    await program.command('ENABLE QRESYNC');
    expect((await program.command(`SELECT INBOX (QRESYNC ${parameter})`)).result).toMatch(/^BAD /);
  },
);

describe('CONDSTORE', () => {
  test('begins with the first command that uses it, which is told the mod-sequence', async () => {
    await program.command('SELECT INBOX');
    expect((await said('STATUS INBOX (HIGHESTMODSEQ)'))[0]).toBe(
      `* OK [HIGHESTMODSEQ ${before.modseq}] The last change`,
    );
    await other.command('UID STORE 1 +FLAGS (\\Seen)');
    expect((await said('NOOP'))[0]).toMatch(/^\* 1 FETCH \(UID 1 FLAGS \(\\Seen\) MODSEQ \(\d+\)\)$/);
  });

  test('leaves everything alone where it may not have changed since 0', async () => {
    await program.command('SELECT INBOX');
    expect((await program.command('STORE 1:2 (UNCHANGEDSINCE 0) +FLAGS (\\Seen)')).result).toMatch(
      /^OK \[MODIFIED 1:2\]/,
    );
    expect(await said('SEARCH SEEN')).toEqual(['* SEARCH']);
  });

  test('reads what has changed alone', async () => {
    await program.command('SELECT INBOX');
    await other.command('UID STORE 2 +FLAGS (\\Seen)');
    await other.command('UID STORE 4 +FLAGS (\\Seen)');
    await program.command('NOOP');
    const lines = await said(`FETCH 1:* (FLAGS) (CHANGEDSINCE ${before.modseq})`);
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['OK', '2', '4']);
    expect(await said(`FETCH 1:3 (FLAGS) (CHANGEDSINCE ${before.modseq})`)).toHaveLength(1);
  });

  test('searches by it, and says the highest of what is answered', async () => {
    await program.command('SELECT INBOX (CONDSTORE)');
    await other.command('UID STORE 2 +FLAGS (\\Seen)');
    await other.command('UID STORE 4 +FLAGS (\\Seen)');
    await program.command('NOOP');
    const all = `MODSEQ ${before.modseq + 1}`;
    const [, highest] = /MODSEQ (\d+)/.exec((await said(`SEARCH ${all}`))[0] ?? '') ?? [];
    expect(await said(`SEARCH ${all}`)).toEqual([`* SEARCH 2 4 (MODSEQ ${highest})`]);
    const [first] = await said(`SEARCH RETURN (MIN) ${all}`);
    expect(first).toMatch(/ MIN 2 MODSEQ \d+$/);
    expect(Number(first?.split(' ').at(-1))).toBeLessThan(Number(highest));
    expect((await said(`SEARCH RETURN (MIN MAX) ${all}`))[0]).toMatch(
      new RegExp(` MIN 2 MAX 4 MODSEQ ${highest}$`),
    );
    expect((await said(`SEARCH RETURN (MIN COUNT) ${all}`))[0]).toMatch(
      new RegExp(` MIN 2 COUNT 2 MODSEQ ${highest}$`),
    );
  });
});
