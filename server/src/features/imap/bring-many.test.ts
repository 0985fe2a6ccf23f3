import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImapClient } from '../../test-kit/imap-client.ts';
import { rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

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

/** Literals that are sent without waiting. */
const literal = (text: string) => `{${Buffer.byteLength(text)}+}\r\n${Buffer.from(text).toString('latin1')}`;

test('MULTIAPPEND brings several messages at once, each with its flags and time', async () => {
  const [one, two, three] = ['Một', 'Hai', 'Ba'].map((subject) => literal(rawMessage(subject)));
  const { result } = await program.command(
    `APPEND INBOX (\\Seen) "01-Nov-2026 08:00:00 +0000" ${one} "02-Nov-2026 08:00:00 +0000" ${two} (\\Flagged) ${three}`,
  );
  expect(result).toMatch(/^OK \[APPENDUID \d+ 1:3\] Stored$/);
  await program.command('SELECT INBOX');
  const { untagged } = await program.command('FETCH 1:3 (FLAGS INTERNALDATE)');
  expect(untagged.slice(0, 2)).toEqual([
    '* 1 FETCH (FLAGS (\\Seen) INTERNALDATE "01-Nov-2026 08:00:00 +0000")',
    '* 2 FETCH (FLAGS () INTERNALDATE "02-Nov-2026 08:00:00 +0000")',
  ]);
  expect(untagged[2]).toMatch(/FLAGS \(\\Flagged\)/);
});

test('MULTIAPPEND brings all or none', async () => {
  program.rawWrite(`a1 APPEND INBOX ${literal(rawMessage('Một'))} {2147483648}\r\n`);
  expect(await program.next()).toMatch(/^a1 NO \[TOOBIG\]/);
  expect((await program.command(`APPEND INBOX ${literal(rawMessage('Một'))} ${literal('')}`)).result).toMatch(
    /^NO There is no message/,
  );
  const { size, subject } = { size: 700_000, subject: 'Lớn' };
  await server.context.db
    .updateTable('mailboxes')
    .set({ quota_mb: 1 })
    .where('id', '=', an.mailbox)
    .execute();
  const large = literal(rawMessage(subject, { body: 'x'.repeat(size) }));
  program.rawWrite(`a2 APPEND INBOX ${large} {${size}}\r\n`);
  expect(await program.next()).toMatch(/^a2 NO \[OVERQUOTA\]/);
  expect(await mailIn(an, 'INBOX')).toEqual([]);
});

test.each(['APPEND INBOX ', 'APPEND INBOX (\\Seen)', `APPEND INBOX {1+}\r\nx `, 'APPEND INBOX {1+}\r\nx x'])(
  '%j is no command',
  async (command) => {
    expect((await program.command(command)).result).toMatch(/^BAD /);
  },
);

test('a message in UTF-8, or of any bytes, is stored as it is (RFC 6855, RFC 3516)', async () => {
  const raw = rawMessage('Nhị phân', { body: 'a\0b\r\n' });
  const bytes = Buffer.from(raw).toString('latin1');
  expect((await program.command(`APPEND INBOX UTF8 (~{${bytes.length}+}\r\n${bytes})`)).result).toMatch(
    /^OK /,
  );
  expect((await program.command(`APPEND INBOX ~{${bytes.length}+}\r\n${bytes}`)).result).toMatch(/^OK /);
  await program.command('SELECT INBOX');
  const { untagged } = await program.command('FETCH 1:2 BODY.PEEK[]');
  for (const line of untagged) expect(line).toContain(`{${bytes.length}}\r\n${bytes})`);
});
