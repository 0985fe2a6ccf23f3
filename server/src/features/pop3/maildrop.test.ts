import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { markInFolder } from '../../mail/messages/mark-in-folder.ts';
import { removeMessages } from '../../mail/messages/move-messages.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectPop3, type Pop3Client } from '../../test-kit/pop3-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

async function signIn(): Promise<Pop3Client> {
  const client = await connectPop3({ port: server.running.pop3Port as number });
  await client.command(`USER ${an.email}`);
  expect(await client.command(`PASS ${lanAnh.password}`)).toMatch(/^\+OK /);
  return client;
}

const file = (subject: string, more: Parameters<typeof fileMail>[2] = {}) =>
  fileMail(server.context, an.mailbox, { subject, ...more });
const subjectsIn = async (folder: string) => (await mailIn(an, folder)).map(({ subject }) => subject).sort();

/** As the file of test-kit writes it. */
const sizeOf = (subject: string, text = 'Xin chào') =>
  Buffer.byteLength(
    `From: khach@minhphat.example\r\nTo: lan.anh@saomai.example\r\nSubject: ${subject}\r\n\r\n${text}\r\n`,
  );

describe('the inbox of a session', () => {
  test('is numbered from the oldest, with sizes and ids that stay', async () => {
    const ids = [await file('Mot'), await file('Hai'), await file('Ba', { folder: 'Trash' })];
    const client = await signIn();
    const [one, two] = [sizeOf('Mot'), sizeOf('Hai')];
    expect(await client.command('STAT')).toBe(`+OK 2 ${one + two}`);
    expect(await client.lines('LIST')).toEqual([`1 ${one}`, `2 ${two}`]);
    expect(await client.command('LIST 2')).toBe(`+OK 2 ${two}`);
    expect(await client.lines('UIDL')).toEqual([`1 ${ids[0]}`, `2 ${ids[1]}`]);
    expect(await client.command('UIDL 1')).toBe(`+OK 1 ${ids[0]}`);
    for (const word of [
      'LIST 3',
      'LIST 0',
      'LIST x',
      'LIST -1',
      'UIDL 99999999999',
      'RETR',
      'DELE 1 2',
      'TOP 1',
    ])
      expect(await client.command(word)).toMatch(/^-ERR /);
    expect(await (await signIn()).lines('UIDL')).toEqual([`1 ${ids[0]}`, `2 ${ids[1]}`]);
  });

  test('stays as it was when the session began', async () => {
    const first = await file('Mot');
    const client = await signIn();
    await file('Hai');
    await changeMailbox(server.context, an.mailbox, (change) => removeMessages(change, [first]));
    expect(await client.command('STAT')).toBe(`+OK 1 ${sizeOf('Mot')}`);
    expect(await client.command('RETR 1')).toBe('-ERR This message is no longer in the inbox');
    expect(await client.command('TOP 1 0')).toMatch(/^-ERR /);
    expect(await client.command('DELE 1')).toMatch(/^\+OK /);
    expect(await client.command('QUIT')).toBe('+OK Goodbye');
    expect(await subjectsIn('INBOX')).toEqual(['Hai']);
  });

  test('does not have what another program has marked as deleted', async () => {
    const [marked] = [await file('Mot'), await file('Hai')];
    await signIn();
    await changeMailbox(server.context, an.mailbox, async (change) => {
      const mark = { folderId: change.folders.INBOX, messageIds: [marked], marks: {}, deleted: true };
      await markInFolder(change, mark);
    });
    expect(await (await signIn()).lines('LIST')).toEqual([`1 ${sizeOf('Hai')}`]);
  });
});

describe('a message', () => {
  const WHOLE = ['From: khach@minhphat.example', 'To: lan.anh@saomai.example', 'Subject: Mot', ''];

  test('is sent as it is, with dots at the beginning of its lines', async () => {
    await file('Mot', { text: '.\r\n..hai\r\nba' });
    const client = await signIn();
    client.rawWrite('RETR 1\r\n');
    expect(await client.next()).toBe(`+OK ${sizeOf('Mot', '.\r\n..hai\r\nba')} octets`);
    client.rawWrite('NOOP\r\n');
    const said: string[] = [];
    for (let line = await client.next(); line !== '+OK Done'; line = await client.next()) said.push(line);
    expect(said).toEqual([...WHOLE, '..', '...hai', 'ba', '.']);
    expect(await client.lines('RETR 1')).toEqual([...WHOLE, '.', '..hai', 'ba']);
    expect(await client.lines('TOP 1 0')).toEqual(WHOLE);
    expect(await client.lines('TOP 1 1')).toEqual([...WHOLE, '.']);
    expect(await client.lines('top 1 100')).toEqual([...WHOLE, '.', '..hai', 'ba']);
    expect((await mailIn(an, 'INBOX'))[0]).toMatchObject({ subject: 'Mot', unread: true });
  });

  test('of megabytes comes whole, and its beginning without the rest', async () => {
    const text = randomBytes(3_000_000).toString('base64').replace(/.{76}/g, '$&\r\n');
    await file('Mot', { text });
    const client = await signIn();
    expect((await client.lines('RETR 1')).join('\r\n')).toBe([...WHOLE, text].join('\r\n'));
    expect(await client.lines('TOP 1 1')).toEqual([...WHOLE, text.slice(0, 76)]);
  });

  test('whose bytes are lost keeps nobody from the others', async () => {
    await file('Mot', { blob: 'ab'.repeat(32), size: 100 });
    await file('Hai');
    const client = await signIn();
    expect(await client.command('RETR 1')).toMatch(/^-ERR \[SYS\/PERM\]/);
    expect((await client.lines('RETR 2'))[2]).toBe('Subject: Hai');
  });
});

describe('DELE', () => {
  test('counts with QUIT: into the Trash, of all sessions the first one', async () => {
    await Promise.all([file('Mot'), file('Hai')]);
    const [client, other] = [await signIn(), await signIn()];
    await client.command('DELE 1');
    expect(await client.command('DELE 1')).toBe('-ERR This message is marked as deleted');
    expect(await client.command('RETR 1')).toMatch(/^-ERR /);
    expect(await client.command('STAT')).toMatch(/^\+OK 1 /);
    expect(await client.lines('LIST')).toHaveLength(1);
    expect(await client.command('RSET')).toBe('+OK 2 messages');
    await client.command('DELE 1');
    client.destroy();
    expect(await subjectsIn('INBOX')).toEqual(['Hai', 'Mot']);

    for (const each of [other, await signIn()]) {
      await each.command('DELE 1');
      await each.command('DELE 2');
      expect(await each.command('QUIT')).toBe('+OK Goodbye');
    }
    expect(await subjectsIn('INBOX')).toEqual([]);
    expect(await subjectsIn('Trash')).toEqual(['Hai', 'Mot']);
  });

  test.each([
    ['archive', 'Archive'],
    ['keep', 'INBOX'],
  ] as const)('does what the person chose: %s', async (value, folder) => {
    await an.client.saveSettings({ body: [{ key: 'pop3_delete', value }] });
    await file('Mot');
    const client = await signIn();
    expect(await client.command('DELE 1')).toMatch(/^\+OK /);
    expect(await client.command('QUIT')).toBe('+OK Goodbye');
    expect(await subjectsIn(folder)).toEqual(['Mot']);
    expect(await subjectsIn('Trash')).toEqual([]);
  });
});

test('many commands may come at once (PIPELINING), with what follows a QUIT thrown away', async () => {
  await file('Mot');
  const client = await connectPop3({ port: server.running.pop3Port as number });
  client.rawWrite(
    `USER ${an.email}\r\nPASS ${lanAnh.password}\r\nSTAT\r\nLIST 1\r\nNOOP\r\nQUIT\r\nNOOP\r\n`,
  );
  const size = sizeOf('Mot');
  expect(await client.closed()).toEqual([
    '+OK And the password',
    `+OK 1 messages, ${size} bytes`,
    `+OK 1 ${size}`,
    `+OK 1 ${size}`,
    '+OK Done',
    '+OK Goodbye',
  ]);
});
