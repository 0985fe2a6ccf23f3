import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
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
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

describe('a client that has enabled IMAP4rev2', () => {
  beforeEach(async () => {
    expect(await said('ENABLE IMAP4rev2')).toEqual(['* ENABLED IMAP4rev2']);
  });

  test('is told nothing of recent messages, and of the folder before that it is closed', async () => {
    await appendMessage(program, rawMessage('Một'));
    const untagged = await said('SELECT INBOX');
    expect(untagged.filter((line) => /RECENT|UNSEEN/.test(line))).toEqual([]);
    expect(untagged).toContain('* LIST () "/" "INBOX"');
    await fileMail(server.context, an.mailbox, { subject: 'Ba' });
    expect(await said('NOOP')).toEqual(['* 2 EXISTS']);
    expect((await said('SELECT Archive'))[0]).toBe('* OK [CLOSED] The folder before is closed');
  });

  test('is answered to SEARCH in the new form', async () => {
    await appendMessage(program, rawMessage('Một'));
    await program.command('SELECT INBOX');
    expect(await said('UID SEARCH ALL')).toEqual([
      expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\) UID ALL 1$/),
    ]);
    expect(await said('SEARCH FLAGGED')).toEqual([expect.stringMatching(/^\* ESEARCH \(TAG "t\d+"\)$/)]);
  });

  test('writes and reads names in UTF-8', async () => {
    const name = utf8('"Khách & hàng"');
    expect((await program.command(`CREATE ${name}`)).result).toMatch(/^OK /);
    expect(await said('LIST "" "Kh%"')).toEqual([`* LIST (\\HasNoChildren) "/" ${name}`]);
  });
});

test('a client that has enabled UTF8=ACCEPT names no charset', async () => {
  await program.command('ENABLE UTF8=ACCEPT');
  await program.command('SELECT INBOX');
  expect((await program.command('SEARCH CHARSET UTF-8 ALL')).result).toMatch(/^BAD /);
  expect((await program.command(`SEARCH SUBJECT ${utf8('"Một"')}`)).result).toMatch(/^OK /);
});

test('a client that has not is told which message is the first unread', async () => {
  await appendMessage(program, rawMessage('Một'), { flags: '\\Seen' });
  await appendMessage(program, rawMessage('Hai'));
  expect(await said('SELECT INBOX')).toContain('* OK [UNSEEN 2] The first that is unread');
});
