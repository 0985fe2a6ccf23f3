import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImapClient } from '../../test-kit/imap-client.ts';
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
});

const said = async (command: string) => (await program.command(command)).untagged;
const idOf = (line: string | undefined, name: string) =>
  new RegExp(`${name} \\(([\\w-]+)\\)`).exec(line ?? '')?.[1];

describe('BINARY', () => {
  const file = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 256));
  const lines = (file.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
  const raw = [
    'From: a@x.vn',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gi=C3=A1',
    '--B',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    '',
    lines,
    '--B',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: x-strange',
    '',
    'abc',
    '--B--',
    '',
  ].join('\r\n');

  beforeEach(async () => {
    await appendMessage(program, raw);
    await program.command('SELECT INBOX');
  });

  test('answers parts decoded, in part and with their size', async () => {
    expect(await said('FETCH 1 (BINARY.PEEK[1] BINARY.SIZE[1] BINARY.SIZE[2] BINARY.PEEK[9])')).toEqual([
      '* 1 FETCH (BINARY[1] {4}\r\nGi\xc3\xa1 BINARY.SIZE[1] 4 BINARY.SIZE[2] 200000 BINARY[9] NIL)',
    ]);
    expect(await said('FETCH 1 (BINARY.PEEK[2]<199998.5>)')).toEqual([
      '* 1 FETCH (BINARY[2]<199998> {2}\r\n>?)',
    ]);
    const [whole] = await said('FETCH 1 BINARY.PEEK[2]');
    expect(whole).toBe(`* 1 FETCH (BINARY[2] ~{200000}\r\n${file.toString('latin1')})`);
    expect((await said('FETCH 1 BINARY.PEEK[]'))[0]).toBe(`* 1 FETCH (BINARY[] {${raw.length}}\r\n${raw})`);
  });

  test('marks as read what is not only looked at', async () => {
    expect(await said('FETCH 1 (BINARY.SIZE[1] FLAGS)')).toEqual(['* 1 FETCH (BINARY.SIZE[1] 4 FLAGS ())']);
    expect((await said('FETCH 1 (BINARY[1] FLAGS)'))[0]).toContain('FLAGS (\\Seen)');
  });

  test('refuses what it cannot decode, and what is no part', async () => {
    expect((await program.command('FETCH 1 BINARY[3]')).result).toMatch(/^NO \[UNKNOWN-CTE\]/);
    for (const item of ['BINARY[TEXT]', 'BINARY[0]', 'BINARY', 'BINARY.SIZE[1]<0.1>', 'BINARY[1.]'])
      expect((await program.command(`FETCH 1 ${item}`)).result).toMatch(/^BAD /);
  });

  test('of a large part is sent as it is read', async () => {
    const large = Buffer.alloc(3_000_000, 'xyz');
    const body = (large.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
    const message = `From: a@x.vn\r\nContent-Transfer-Encoding: base64\r\nContent-Type: image/png\r\n\r\n${body}\r\n`;
    const uid = await appendMessage(program, message);
    await program.command('NOOP');
    const [line] = await said(`UID FETCH ${uid} (BINARY.PEEK[1])`);
    expect(line).toBe(`* 2 FETCH (UID ${uid} BINARY[1] {3000000}\r\n${large.toString()})`);
  });
});

describe('ids (OBJECTID)', () => {
  test('of a message are those of its bytes and its conversation, in every folder', async () => {
    await appendMessage(program, rawMessage('Một', { header: 'Message-ID: <one@x.example>\r\n' }));
    await appendMessage(program, rawMessage('Re: Một', { header: 'In-Reply-To: <one@x.example>\r\n' }));
    await program.command('SELECT INBOX');
    const [one, reply] = await said('FETCH 1:2 (EMAILID THREADID)');
    expect(one).toMatch(/^\* 1 FETCH \(EMAILID \(M[0-9a-f]{40}\) THREADID \(T[0-9a-f-]{36}\)\)$/);
    expect(idOf(reply, 'THREADID')).toBe(idOf(one, 'THREADID'));
    expect(idOf(reply, 'EMAILID')).not.toBe(idOf(one, 'EMAILID'));
    expect(await said(`SEARCH EMAILID ${idOf(one, 'EMAILID')}`)).toEqual(['* SEARCH 1']);
    expect(await said(`SEARCH THREADID ${idOf(one, 'THREADID')} NOT EMAILID M00`)).toEqual(['* SEARCH 1 2']);
    await program.command('COPY 1 Archive');
    await program.command('SELECT Archive');
    expect(idOf((await said('FETCH 1 EMAILID'))[0], 'EMAILID')).toBe(idOf(one, 'EMAILID'));
  });

  test('of a folder is the same wherever it is told', async () => {
    const created = idOf((await program.command('CREATE New')).result, 'MAILBOXID');
    await program.command('RENAME New Old');
    expect(idOf((await said('STATUS Old (MAILBOXID)'))[0], 'MAILBOXID')).toBe(created);
    expect(idOf((await said('SELECT Old')).join(), 'MAILBOXID')).toBe(created);
  });
});

describe('PREVIEW', () => {
  test('is the beginning of the text', async () => {
    await appendMessage(program, rawMessage('Một', { body: `Chào anh An ${'x'.repeat(500)}\r\n` }));
    await program.command('SELECT INBOX');
    const [line] = await said('FETCH 1 (PREVIEW)');
    const text = Buffer.from(line ?? '', 'latin1').toString();
    expect(text).toMatch(/^\* 1 FETCH \(PREVIEW \{\d+\}\r\nChào anh An x+\)$/);
    expect(text.length).toBeLessThan(240);
    expect(await said('FETCH 1 (PREVIEW (LAZY) UID)')).toEqual([expect.stringContaining('UID 1')]);
  });
});

describe('SAVEDATE', () => {
  test('is when a message came to be in its folder', async () => {
    await appendMessage(program, rawMessage('Một'), { at: '01-Nov-2025 08:00:00 +0000' });
    await program.command('SELECT INBOX');
    const [line] = await said('FETCH 1 (SAVEDATE INTERNALDATE)');
    expect(line).toMatch(/SAVEDATE "\d\d-\w{3}-\d{4} [\d:]{8} \+0000" INTERNALDATE "01-Nov-2025/);
    expect(line).not.toMatch(/SAVEDATE "01-Nov-2025/);
    expect(await said('SEARCH SAVEDSINCE 1-Jan-2026')).toEqual(['* SEARCH 1']);
    expect(await said('SEARCH SAVEDBEFORE 1-Jan-2026')).toEqual(['* SEARCH']);
    expect(await said('SEARCH SAVEDATESUPPORTED SAVEDON 1-Nov-2025')).toEqual(['* SEARCH']);
  });

  test('is not known of mail that was there before it was kept', async () => {
    await appendMessage(program, rawMessage('Một'), { at: '01-Nov-2025 08:00:00 +0000' });
    await server.context.db
      .updateTable('message_state')
      .set({ saved_at: null })
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    await program.command('SELECT INBOX');
    expect(await said('FETCH 1 SAVEDATE')).toEqual(['* 1 FETCH (SAVEDATE NIL)']);
    expect(await said('SEARCH SAVEDON 1-Nov-2025')).toEqual(['* SEARCH 1']);
    await program.command('STORE 1 +FLAGS (\\Seen)');
    expect(await said('FETCH 1 SAVEDATE')).toEqual(['* 1 FETCH (SAVEDATE NIL)']);
    await program.command('MOVE 1 Archive');
    await program.command('SELECT Archive');
    expect((await said('FETCH 1 SAVEDATE'))[0]).toMatch(/SAVEDATE "/);
  });
});

test('the header of a message whose fields are too long to be kept is read from its source', async () => {
  const ids = Array.from({ length: 1_500 }, (_, number) => ` <${number}.${'x'.repeat(40)}@y.example>\r\n`);
  await appendMessage(program, rawMessage('Dài', { header: `References:\r\n${ids.join('')}` }));
  await program.command('SELECT INBOX');
  const { db } = server.context;
  const kept = db.selectFrom('message_structures').select('fields').where('mailbox_id', '=', an.mailbox);
  expect(await kept.execute()).toEqual([{ fields: null }]);
  const [whole = ''] = await said('FETCH 1 (ENVELOPE BODY.PEEK[HEADER.FIELDS (SUBJECT DATE)])');
  expect(Buffer.from(whole, 'latin1').toString()).toMatch(
    /ENVELOPE \("Fri, 20 Nov 2026 08:00:00 \+0700" .*\{\d+\}\r\nSubject: Dài\r\nDate: Fri, 20 Nov/s,
  );
  // The same where the structure is read as well.
  const [both = ''] = await said('FETCH 1 (ENVELOPE BODY.PEEK[HEADER.FIELDS (SUBJECT DATE)] BODYSTRUCTURE)');
  expect(both).toContain(whole.slice(whole.indexOf('ENVELOPE'), -1));
});
