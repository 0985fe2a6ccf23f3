import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let program: ImapClient;
let other: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await connect();
  other = await connect();
});

async function connect(): Promise<ImapClient> {
  const client = await connectImap({ port: server.running.imapPort as number });
  await client.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
  return client;
}

const raw = (subject: string, body = 'Xin chào\r\n') =>
  [
    'From: Khach <khach@minhphat.example>',
    `To: ${an.email}`,
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 08:00:00 +0700',
    `Message-ID: <${subject.replaceAll(' ', '.')}@minhphat.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ].join('\r\n');

async function append(subject: string, { folder = 'INBOX', flags = '', body = 'Xin chào\r\n' } = {}) {
  const { result } = await program.commandWith(`APPEND ${folder} (${flags})`, raw(subject, body));
  return Number(/APPENDUID \d+ (\d+)/.exec(result)?.[1]);
}

const said = async (command: string, client = program) => (await client.command(command)).untagged;
const select = (folder = 'INBOX', client = program) => client.command(`SELECT ${folder}`);
const exists = (lines: string[]) => lines.find((line) => line.endsWith(' EXISTS'));

describe('a folder that is opened', () => {
  test('says what is in it', async () => {
    await append('Một');
    const { result, untagged } = await select();
    expect(result).toBe('OK [READ-WRITE] Opened');
    expect(untagged[0]).toBe('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
    expect(untagged[1]).toContain('PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\*)');
    expect(untagged.slice(2, 4)).toEqual(['* 1 EXISTS', '* 0 RECENT']);
    expect(untagged.join('\n')).toMatch(/UIDVALIDITY \d+[\s\S]*UIDNEXT 2\][\s\S]*HIGHESTMODSEQ \d+/);
    expect((await program.command('EXAMINE inbox')).result).toBe('OK [READ-ONLY] Opened');
    expect((await program.command('STORE 1 +FLAGS (\\Seen)')).result).toMatch(/^NO /);
    expect((await program.command('UNSELECT')).result).toMatch(/^OK /);
    expect((await program.command('FETCH 1 UID')).result).toMatch(/^BAD /);
    expect((await select('Nothing')).result).toMatch(/^NO \[NONEXISTENT\]/);
    expect((await select('WEBMAIL_SCHEDULED')).result).toMatch(/^NO \[NONEXISTENT\]/);
  });

  test('is counted by STATUS, and by LIST for many at once', async () => {
    await append('Một');
    await append('Hai', { flags: '\\Seen' });
    const size = Buffer.byteLength(raw('Một')) + Buffer.byteLength(raw('Hai'));
    const [line] = await said('STATUS INBOX (MESSAGES UNSEEN UIDNEXT SIZE DELETED RECENT)');
    expect(line).toBe(`* STATUS "INBOX" (MESSAGES 2 UNSEEN 1 UIDNEXT 3 SIZE ${size} DELETED 0 RECENT 0)`);
    const listed = await said('LIST "" (INBOX Trash) RETURN (STATUS (MESSAGES UNSEEN))');
    expect(listed).toContain('* STATUS "INBOX" (MESSAGES 2 UNSEEN 1)');
    expect(listed).toContain('* STATUS "Trash" (MESSAGES 0 UNSEEN 0)');
    expect((await program.command('STATUS INBOX (NONSENSE)')).result).toMatch(/^BAD /);
  });
});

describe('APPEND', () => {
  test('stores the bytes as they are, with flags and time, and the web shows it', async () => {
    const bytes = raw('Hợp đồng', 'Kính gửi\r\n');
    const { result } = await program.commandWith(
      'APPEND INBOX (\\Seen \\Flagged $Work) "19-Nov-2026 10:00:00 +0700"',
      bytes,
    );
    expect(result).toMatch(/^OK \[APPENDUID \d+ 1\] Stored/);
    await select();
    const length = Buffer.byteLength(bytes);
    const [fetched] = await said('FETCH 1 (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[])');
    expect(Buffer.from(fetched ?? '', 'latin1').toString()).toBe(
      `* 1 FETCH (UID 1 FLAGS (\\Flagged \\Seen $Work) INTERNALDATE "19-Nov-2026 03:00:00 +0000" RFC822.SIZE ${length} ` +
        `BODY[] {${length}}\r\n${bytes})`,
    );
    const [shown] = await mailIn(an, 'INBOX');
    expect(shown).toMatchObject({ subject: 'Hợp đồng', starred: true, unread: false });
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('keeps what programs alone see in a folder of before they were served', async () => {
    const { db } = server.context;
    const { data } = await an.client.createFolder({ body: { name: 'Kho' } });
    await fileMail(server.context, an.mailbox, { folder: data.id });
    await db.deleteFrom('message_state').where('mailbox_id', '=', an.mailbox).execute();
    await db
      .updateTable('folders')
      .set({ uid_validity: null, uid_next: 1 })
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    await append('Một', { folder: 'Kho', flags: '$Work \\Deleted' });
    await select('Kho');
    expect(await said('FETCH 2 FLAGS')).toEqual(['* 2 FETCH (FLAGS (\\Deleted $Work))']);
    expect((await program.command('UID MOVE 2 Archive')).result).toMatch(/^OK/);
    expect((await program.command('UID COPY 1 Archive')).result).toMatch(/^OK/);
    await select('Archive');
    // What is moved is not what was to be deleted.
    expect(await said('FETCH 1 FLAGS')).toEqual(['* 1 FETCH (FLAGS ($Work))']);
  });

  test.each([
    ['a folder that is not there', 'Nothing', 10, /^NO \[TRYCREATE\]/],
    ['a message that is too large', 'INBOX', 2_147_483_648, /^NO \[TOOBIG\]/],
  ])('refuses before the message is sent: %s', async (_what, folder, size, expected) => {
    program.rawWrite(`a1 APPEND ${folder} {${size}}\r\n`);
    expect((await program.next()).slice(3)).toMatch(expected);
    expect((await program.command('NOOP')).result).toMatch(/^OK/);
  });

  test('refuses what the mailbox has no room for, and no message at all', async () => {
    await server.context.db
      .updateTable('mailboxes')
      .set({ quota_mb: 0 })
      .where('id', '=', an.mailbox)
      .execute();
    program.rawWrite('a1 APPEND INBOX {100}\r\n');
    expect(await program.next()).toMatch(/^a1 NO \[OVERQUOTA\]/);
    await server.context.db
      .updateTable('mailboxes')
      .set({ quota_mb: 9 })
      .where('id', '=', an.mailbox)
      .execute();
    expect((await program.commandWith('APPEND INBOX', '')).result).toMatch(/^NO /);
    expect((await program.command('APPEND INBOX')).result).toMatch(/^BAD /);
  });
});

describe('FETCH', () => {
  const parts = [
    'From: "Trần Bình" <binh@x.example>',
    'To: an@saomai.example, Lan <lan@saomai.example>',
    'Subject: =?utf-8?q?H=E1=BB=A3p?= one',
    'Message-ID: <p1@x.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'First part',
    '--B',
    'Content-Type: application/pdf; name=a.pdf',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=a.pdf',
    '',
    'JVBERi0x',
    '--B--',
    '',
  ].join('\r\n');

  beforeEach(async () => {
    await program.commandWith('APPEND INBOX', parts);
    await select();
  });

  test.each([
    ['BODY.PEEK[1]', 'BODY[1] {10}\r\nFirst part'],
    ['BODY.PEEK[2]', 'BODY[2] {8}\r\nJVBERi0x'],
    ['BODY.PEEK[2.MIME]<0.12>', 'BODY[2.MIME]<0> {12}\r\nContent-Type'],
    ['BODY.PEEK[1]<6.100>', 'BODY[1]<6> {4}\r\npart'],
    ['BODY.PEEK[1]<60.100>', 'BODY[1]<60> {0}\r\n'],
    ['BODY.PEEK[3]', 'BODY[3] NIL'],
    [
      'BODY.PEEK[HEADER.FIELDS (Message-Id)]',
      'BODY[HEADER.FIELDS (Message-Id)] {30}\r\nMessage-ID: <p1@x.example>\r\n\r\n',
    ],
    [
      'BODY',
      'BODY (("TEXT" "PLAIN" ("charset" "utf-8") NIL NIL "7BIT" 10 0)' +
        '("APPLICATION" "PDF" ("name" "a.pdf") NIL NIL "BASE64" 8) "MIXED")',
    ],
    [
      'BODYSTRUCTURE',
      'BODYSTRUCTURE (("TEXT" "PLAIN" ("charset" "utf-8") NIL NIL "7BIT" 10 0 NIL NIL NIL NIL)' +
        '("APPLICATION" "PDF" ("name" "a.pdf") NIL NIL "BASE64" 8 NIL ("ATTACHMENT" ("filename" "a.pdf")) NIL NIL)' +
        ' "MIXED" ("boundary" "B") NIL NIL NIL)',
    ],
  ])('%s is answered from the source', async (item, expected) => {
    const [line] = await said(`FETCH 1 ${item}`);
    expect(line?.replace(/^\* 1 FETCH \(/, '').replace(/\)$/, '')).toBe(expected);
  });

  test('ENVELOPE names who wrote to whom, encoded as it came', async () => {
    const [line] = await said('FETCH 1 ENVELOPE');
    const from = Buffer.from('Trần Bình').toString('latin1');
    expect(line).toContain(
      `"=?utf-8?q?H=E1=BB=A3p?= one" (({${from.length}}\r\n${from} NIL "binh" "x.example"))`,
    );
    expect(line).toContain('((NIL NIL "an" "saomai.example")("Lan" NIL "lan" "saomai.example"))');
    expect(line).toMatch(/NIL NIL NIL "<p1@x\.example>"\)\)$/);
  });

  test('answers what a list of a program shows without a look at a source', async () => {
    await append('Một');
    await select();
    const [open, read] = [vi.spyOn(server.context.blobs, 'open'), vi.spyOn(server.context.blobs, 'read')];
    const [answer] = await said(
      'FETCH 2 (UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (From Subject)])',
    );
    expect(answer).toContain('From: Khach <khach@minhphat.example>');
    expect([open.mock.calls, read.mock.calls]).toEqual([[], []]);
  });

  test('describes mail of an earlier release when it is asked for', async () => {
    const asked = () => said('FETCH 1 (ENVELOPE BODYSTRUCTURE BODY.PEEK[1.MIME])');
    const before = await asked();
    await server.context.db.deleteFrom('message_structures').where('mailbox_id', '=', an.mailbox).execute();
    expect(await asked()).toEqual(before);
  });

  test('marks as read what is not only looked at, and says so', async () => {
    expect(await said('FETCH 1 (FLAGS BODY.PEEK[TEXT]<0.2>)')).toEqual([
      '* 1 FETCH (FLAGS () BODY[TEXT]<0> {2}\r\n--)',
    ]);
    expect(await said('FETCH 1 (FLAGS BODY[TEXT]<0.2>)')).toEqual([
      '* 1 FETCH (FLAGS (\\Seen) BODY[TEXT]<0> {2}\r\n--)',
    ]);
    expect((await mailIn(an, 'INBOX'))[0]).toMatchObject({ unread: false });
  });

  test('takes sets of numbers and of uids, and refuses numbers that are none', async () => {
    await append('Hai');
    await append('Ba');
    await program.command('NOOP');
    expect(await said('FETCH 1,3:* UID')).toEqual(['* 1 FETCH (UID 1)', '* 3 FETCH (UID 3)']);
    expect(await said('UID FETCH 2:100 FLAGS')).toEqual([
      '* 2 FETCH (UID 2 FLAGS ())',
      '* 3 FETCH (UID 3 FLAGS ())',
    ]);
    expect((await program.command('FETCH 4 UID')).result).toMatch(/^BAD /);
    expect(await program.command('UID FETCH 77 FLAGS')).toEqual({ result: 'OK Fetched', untagged: [] });
  });

  test('sends a message of many megabytes whole', async () => {
    const body = `${'x'.repeat(76)}\r\n`.repeat(40_000);
    const uid = await append('Lớn', { body });
    const [line] = await said(`UID FETCH ${uid} BODY.PEEK[TEXT]`);
    expect(line?.length).toBe(
      `* 2 FETCH (UID ${uid} BODY[TEXT] {${body.length}}\r\n`.length + body.length + 1,
    );
  });
});

describe('STORE', () => {
  beforeEach(async () => {
    await append('Một');
    await append('Hai');
    await select();
  });

  test('adds, removes and replaces flags, and the web follows', async () => {
    expect(await said('STORE 1 +FLAGS (\\Seen \\Flagged $Work)')).toEqual([
      '* 1 FETCH (FLAGS (\\Flagged \\Seen $Work))',
    ]);
    const [hai, mot] = await mailIn(an, 'INBOX');
    expect([hai, mot].map((mail) => [mail?.subject, mail?.unread, mail?.starred])).toEqual(
      expect.arrayContaining([
        ['Một', false, true],
        ['Hai', true, false],
      ]),
    );
    expect(await said('STORE 1 -FLAGS (\\Seen $WORK)')).toEqual(['* 1 FETCH (FLAGS (\\Flagged))']);
    expect(await said('UID STORE 1:2 FLAGS (\\Answered)')).toEqual([
      '* 1 FETCH (UID 1 FLAGS (\\Answered))',
      '* 2 FETCH (UID 2 FLAGS (\\Answered))',
    ]);
    expect(await said('STORE 1 +FLAGS.SILENT (\\Seen)')).toEqual([]);
    expect((await program.command('STORE 1 +FLAGS (\\Nonsense)')).result).toMatch(/^BAD /);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('leaves alone what others have changed since, and says which', async () => {
    const lines = await said('FETCH 1 MODSEQ');
    const modseq = Number(/MODSEQ \((\d+)\)/.exec(lines.join())?.[1]);
    await select('INBOX', other);
    await other.command('STORE 2 +FLAGS (\\Flagged)');
    const { result, untagged } = await program.command(
      `STORE 1:2 (UNCHANGEDSINCE ${modseq + 1}) +FLAGS (\\Seen)`,
    );
    expect(result).toMatch(/^OK \[MODIFIED 2\]/);
    expect(untagged[0]).toMatch(/^\* 1 FETCH \(UID 1 FLAGS \(\\Seen\) MODSEQ \(\d+\)\)$/);
  });

  test('of deleted ones is followed by an EXPUNGE, of all or of some', async () => {
    await append('Ba');
    await program.command('NOOP');
    await program.command('STORE 1:2 +FLAGS.SILENT (\\Deleted)');
    expect(await said('UID EXPUNGE 2:3')).toEqual(['* 2 EXPUNGE']);
    expect(await said('EXPUNGE')).toEqual(['* 1 EXPUNGE']);
    expect((await mailIn(an, 'INBOX')).map(({ subject }) => subject)).toEqual(['Ba']);
    await program.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
    expect(await program.command('CLOSE')).toEqual({ result: 'OK Closed', untagged: [] });
    expect(await mailIn(an, 'INBOX')).toEqual([]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });
});

describe('COPY and MOVE', () => {
  beforeEach(async () => {
    await append('Một', { flags: '\\Seen' });
    await append('Hai');
    await select();
  });

  test('copy messages with their flags', async () => {
    expect((await program.command('COPY 1:2 Archive')).result).toMatch(
      /^OK \[COPYUID \d+ 1:2 (?:1:2|2,1)\] Copied/,
    );
    expect((await program.command('UID COPY 77 Archive')).result).toMatch(/^OK /);
    expect((await program.command('COPY 1 Nothing')).result).toMatch(/^NO \[TRYCREATE\]/);
    await select('Archive');
    // They came in the same second, in whatever order.
    expect((await said('SEARCH SEEN'))[0]).toMatch(/^\* SEARCH [12]$/);
    expect(await said('SEARCH UNSEEN SUBJECT Hai')).toEqual([expect.stringMatching(/^\* SEARCH [12]$/)]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('move messages, which have other uids there', async () => {
    const { result, untagged } = await program.command('MOVE 1 Archive');
    expect(result).toMatch(/^OK /);
    expect(untagged[0]).toMatch(/^\* OK \[COPYUID \d+ 1 1\]/);
    expect(untagged.slice(1)).toEqual(['* 1 EXPUNGE']);
    expect((await mailIn(an, 'Archive')).map(({ subject }) => subject)).toEqual(['Một']);
    expect((await program.command('MOVE 1 Sent')).result).toMatch(/^NO \[CANNOT\]/);
    await program.command('UID MOVE 2 Trash');
    expect((await mailIn(an, 'Trash')).map(({ subject }) => subject)).toEqual(['Hai']);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });
});

describe('what others do', () => {
  beforeEach(async () => {
    await append('Một');
    await append('Hai');
    await select();
    await select('INBOX', other);
  });

  test('is told at the end of a command: new mail, marks and what is gone', async () => {
    await fileMail(server.context, an.mailbox, { subject: 'Ba' });
    expect(exists(await said('NOOP'))).toBe('* 3 EXISTS');
    await other.command('STORE 1 +FLAGS (\\Flagged)');
    expect(await said('NOOP')).toContain('* 1 FETCH (UID 1 FLAGS (\\Flagged))');
    await other.command('STORE 1 +FLAGS (\\Deleted)');
    await other.command('EXPUNGE');
    expect(await said('NOOP')).toContain('* 1 EXPUNGE');
  });

  test('removes no number while numbers are used', async () => {
    await other.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
    await other.command('EXPUNGE');
    const { result, untagged } = await program.command('FETCH 1:2 UID');
    expect(untagged).toEqual(['* 2 FETCH (UID 2)']);
    expect(result).toMatch(/^NO \[EXPUNGEISSUED\]/);
    // It has its number until the program is told that it is gone.
    expect(await said('SEARCH ALL')).toEqual(['* SEARCH 1 2']);
    await expect.poll(() => said('UID SEARCH ALL')).toEqual(['* SEARCH 1 2', '* 1 EXPUNGE']);
    expect(await said('UID SEARCH ALL')).toEqual(['* SEARCH 2']);
  });

  test('finds nothing of what is gone, whatever is asked of it', async () => {
    await other.command('STORE 1 +FLAGS.SILENT (\\Deleted)');
    await other.command('EXPUNGE');
    expect((await said('SEARCH NOT SUBJECT xyz'))[0]).toBe('* SEARCH 2');
    expect((await said('SEARCH NOT BODY xyz'))[0]).toBe('* SEARCH 2');
  });

  test('is told to who idles, as it happens', async () => {
    program.rawWrite('i1 IDLE\r\n');
    expect(await program.next()).toBe('+ idling');
    await fileMail(server.context, an.mailbox, { subject: 'Ba' });
    expect(await program.next()).toBe('* 3 EXISTS');
    expect(await program.next()).toBe('* 0 RECENT');
    const [thread] = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    await an.client.deleteThreads({
      body: { ids: [thread?.id as string], folder_id: thread?.folder_id as string },
    });
    expect(await program.next()).toMatch(/^\* \d EXPUNGE$/);
    program.rawWrite('DONE\r\n');
    expect(await program.next()).toBe('i1 OK Idled');
    program.rawWrite('i2 IDLE\r\n');
    await program.next();
    program.rawWrite('STOP\r\n');
    expect(await program.next()).toMatch(/^i2 BAD /);
  });

  test('is told again to who idles, where it was told with the answer to another question', async () => {
    const idle = async (tag: string) => {
      program.rawWrite(`${tag} IDLE\r\n`);
      expect(await program.next()).toBe('+ idling');
    };
    const done = async (tag: string) => {
      program.rawWrite('DONE\r\n');
      expect(await program.next()).toBe(`${tag} OK Idled`);
    };
    await fileMail(server.context, an.mailbox, { subject: 'Ba' });
    await expect.poll(() => said('UID FETCH 1 UID')).toContain('* 3 EXISTS');
    // Thunderbird takes no notice of it there.
    await idle('i1');
    expect(await program.next()).toBe('* 3 EXISTS');
    await done('i1');
    await idle('i2');
    await done('i2');
    await fileMail(server.context, an.mailbox, { subject: 'Bốn' });
    expect(await said('NOOP')).toContain('* 4 EXISTS');
    await idle('i3');
    await done('i3');
    const ids = (await an.client.listThreads({ query: { in: 'INBOX' } })).data.map(({ id }) => id);
    await an.client.markThreads({ body: { ids, unread: false } });
    const heard: string[] = [];
    await expect
      .poll(async () => heard.push(...(await said('UID FETCH 1 UID'))) && heard.join())
      .toContain('* 4 FETCH (UID 4 FLAGS (\\Seen)');
    await idle('i4');
    expect(await program.next()).toBe('* 4 EXISTS');
    await done('i4');
  });

  test.each(['UID', 'MODSEQ', 'BODY.PEEK[TEXT]'])(
    'is told of a message of which %s alone is fetched meanwhile',
    async (item) => {
      const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
      await an.client.markThreads({ body: { ids: data.map(({ id }) => id), unread: false } });
      const heard: string[] = [];
      await expect
        .poll(async () => heard.push(...(await said(`UID FETCH 1:* (${item})`))) && heard.join())
        .toContain('* 2 FETCH (UID 2 FLAGS (\\Seen)');
    },
  );

  test('ends the connection where it was the folder itself', async () => {
    const { data } = await an.client.createFolder({ body: { name: 'Tạm' } });
    await fileMail(server.context, an.mailbox, { folder: data.id });
    await select('"T&Pw"'.replace('&Pw', '&HqE-m'));
    await an.client.forceDeleteFolder({ body: { folder_id: data.id } });
    await program.command('NOOP').catch(() => undefined);
    await expect(program.command('NOOP')).rejects.toThrow('closed');
  });
});

describe('SEARCH', () => {
  beforeEach(async () => {
    await append('Hợp đồng thuê nhà', { body: 'Kính gửi anh An, Bình gửi hợp đồng.\r\n' });
    await append('Báo giá', { flags: '\\Seen \\Flagged $Work', body: 'Giá mới của MÁY IN.\r\n' });
    await append('Lớn', { body: 'x'.repeat(10_000) });
    await select();
  });

  test.each([
    ['ALL', '1 2 3'],
    ['UNSEEN', '1 3'],
    ['FLAGGED KEYWORD $work', '2'],
    ['NOT FLAGGED', '1 3'],
    ['OR FLAGGED LARGER 9000', '2 3'],
    ['2:*', '2 3'],
    ['UID 1', '1'],
    ['1:* NOT DELETED', '1 2 3'],
    ['FROM minhphat', '1 2 3'],
    ['TO nobody', ''],
    ['SUBJECT {3+}\r\nGi\xc3', null],
    ['SINCE 20-Nov-2026', '1 2 3'],
    ['BEFORE 20-Nov-2026', ''],
    ['SENTON 20-Nov-2026', '1 2 3'],
    ['YOUNGER 60', '1 2 3'],
    ['OLDER 60', ''],
    ['NEW', ''],
    ['HEADER Content-Type plain', '1 2 3'],
    ['HEADER X-Nothing ""', ''],
    ['HEADER Message-ID ""', '1 2 3'],
    ['HEADER message-id gi\xc3', null],
    ['HEADER Message-ID @MINHPHAT.example>', '1 2 3'],
    ['HEADER Message-ID l.n@', ''],
    ['HEADER Date "20 Nov 2026"', '1 2 3'],
    ['HEADER MIME-Version ""', ''],
    ['(UNSEEN (SMALLER 9000))', '1'],
  ])('%s finds %s', async (keys, expected) => {
    const { result, untagged } = await program.command(`SEARCH ${keys}`);
    if (expected === null) expect(result).toMatch(/^BAD /);
    else
      expect({ result, untagged }).toEqual({
        result: 'OK Searched',
        untagged: [`* SEARCH${expected === '' ? '' : ` ${expected}`}`],
      });
  });

  test.each([
    ['SUBJECT', 'hợp', '1'],
    ['SUBJECT', 'GIÁ', '2'],
    ['BODY', 'máy in', '2'],
    ['TEXT', 'bình', '1'],
    ['TEXT', 'thuê', '1'],
  ])('%s %s finds %s, whatever its case', async (key, text, expected) => {
    const { untagged } = await program.commandWith(`SEARCH CHARSET UTF-8 ${key}`, text);
    expect(untagged).toEqual([`* SEARCH ${expected}`]);
  });

  test('answers short where that is asked for, and saves what it found', async () => {
    expect(await said('UID SEARCH RETURN (MIN MAX COUNT ALL) 1:3')).toEqual([
      expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\) UID MIN 1 MAX 3 ALL 1:3 COUNT 3$/),
    ]);
    expect(await said('SEARCH RETURN () DELETED')).toEqual([
      expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\)$/),
    ]);
    expect(await program.command('SEARCH RETURN (SAVE) UNSEEN')).toEqual({
      result: 'OK Searched',
      untagged: [],
    });
    expect(await said('FETCH $ UID')).toEqual(['* 1 FETCH (UID 1)', '* 3 FETCH (UID 3)']);
    expect((await program.command('SEARCH CHARSET KOI8-R ALL')).result).toMatch(/^NO \[BADCHARSET/);
  });
});

test('a draft of the web that has no source yet is not shown, and what a program puts there is', async () => {
  await an.client.createDraft({ body: { subject: 'Nháp' } });
  expect(exists((await select('Drafts')).untagged)).toBe('* 0 EXISTS');
  const uid = await append('Nháp khác', { folder: 'Drafts', flags: '\\Draft \\Seen' });
  const [line] = await said(`UID FETCH ${uid} FLAGS`);
  expect(line).toBe(`* 1 FETCH (UID ${uid} FLAGS (\\Seen \\Draft))`);
  const drafts = await mailIn(an, 'Drafts');
  expect(drafts.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Nháp khác']));
  expect(await readMail(an, drafts[0]?.id as string)).toMatchObject({ folder: 'Drafts' });
});
