import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { encodeModifiedUtf7 } from '../../platform/imap/modified-utf7.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
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
  program = await connectImap({ port: server.running.imapPort as number });
  await program.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
});

const said = async (command: string) => (await program.command(command)).untagged;
const named = (path: string) => `"${encodeModifiedUtf7(path)}"`;

async function create(path: string): Promise<string> {
  const { data } = await an.client.createFolder({
    body: { name: path.slice(path.lastIndexOf('/') + 1), display_name: path },
  });
  return data.id;
}

/** Paths of the folders that the web shows. */
async function shown(): Promise<string[]> {
  const { data } = await an.client.listFolders({});
  const paths = (folders: typeof data): string[] =>
    folders.flatMap((folder) => [folder.display_name, ...paths(folder.children)]);
  return paths(data);
}

const CREATED = /^OK \[MAILBOXID \(F[0-9a-f-]{36}\)\] Created$/;

const SYSTEM = [
  '* LIST (\\Noinferiors \\HasNoChildren) "/" "INBOX"',
  '* LIST (\\HasNoChildren \\Archive) "/" "Archive"',
  '* LIST (\\Noinferiors \\HasNoChildren \\Drafts) "/" "Drafts"',
  '* LIST (\\Noinferiors \\HasNoChildren \\Junk) "/" "Junk"',
  '* LIST (\\Noinferiors \\HasNoChildren \\Sent) "/" "Sent"',
  '* LIST (\\Noinferiors \\HasNoChildren \\Trash) "/" "Trash"',
];

describe('LIST', () => {
  test('shows system folders by their use, and none that waits to be sent or is a list', async () => {
    expect(await said('LIST "" "*"')).toEqual(SYSTEM);
  });

  test('shows own folders in modified UTF-7, and in UTF-8 where that is enabled', async () => {
    await create('Khách hàng');
    await create('Khách hàng/Minh Phát');
    const encoded = '"Kh&AOE-ch h&AOA-ng';
    expect((await said('LIST "" "*"')).slice(SYSTEM.length)).toEqual([
      `* LIST (\\HasChildren) "/" ${encoded}"`,
      `* LIST (\\HasNoChildren) "/" ${encoded}/Minh Ph&AOE-t"`,
    ]);
    expect(await said(`LIST ${encoded}/" "%"`)).toEqual([
      `* LIST (\\HasNoChildren) "/" ${encoded}/Minh Ph&AOE-t"`,
    ]);
    expect(await said('ENABLE UTF8=ACCEPT CONDSTORE NONSENSE')).toEqual(['* ENABLED UTF8=ACCEPT CONDSTORE']);
    const utf8 = Buffer.from('"Khách hàng"').toString('latin1');
    expect(await said('LIST "" "Kh%"')).toEqual([`* LIST (\\HasChildren) "/" ${utf8}`]);
  });

  test.each([
    ['LIST "" ""', ['* LIST (\\Noselect) "/" ""']],
    ['LIST "" inbox', SYSTEM.slice(0, 1)],
    ['LIST "" (INBOX Trash)', [SYSTEM[0], SYSTEM[5]]],
    ['LIST (SPECIAL-USE) "" "*"', SYSTEM.slice(1)],
    ['LIST "" "%" RETURN (CHILDREN)', SYSTEM],
    [
      'LIST "" INBOX RETURN (SUBSCRIBED)',
      ['* LIST (\\Noinferiors \\HasNoChildren \\Subscribed) "/" "INBOX"'],
    ],
    ['LIST "" Starred', []],
    ['LIST "" WEBMAIL_SCHEDULED', []],
  ])('answers %s', async (command, expected) => {
    expect(await program.command(command)).toEqual({ result: 'OK Listed', untagged: expected });
  });

  test.each([
    'LIST',
    'LIST ""',
    'LIST (NONSENSE) "" "*"',
    'LIST (RECURSIVEMATCH) "" "*"',
    'LIST "" "*" RETURN',
  ])('%s is no command', async (command) => {
    expect((await program.command(command)).result).toMatch(/^BAD /);
  });
});

describe('subscriptions', () => {
  test('leave out what nobody wants to see', async () => {
    await create('Một');
    await create('Một/Hai');
    expect((await program.command(`UNSUBSCRIBE ${named('Một')}`)).result).toBe('OK Unsubscribed');
    expect(await said('LSUB "" "M%"')).toEqual([]);
    expect(await said('LIST (SUBSCRIBED) "" "M*"')).toEqual([
      `* LIST (\\HasNoChildren \\Subscribed) "/" ${named('Một/Hai')}`,
    ]);
    expect(await said('LIST (SUBSCRIBED RECURSIVEMATCH) "" "M%"')).toEqual([
      `* LIST (\\HasChildren) "/" ${named('Một')} ("CHILDINFO" ("SUBSCRIBED"))`,
    ]);
    await program.command(`SUBSCRIBE ${named('Một')}`);
    expect(await said('LSUB "" "M%"')).toEqual([`* LSUB () "/" ${named('Một')}`]);
    expect((await program.command('SUBSCRIBE "Kh"')).result).toMatch(/^NO \[NONEXISTENT\]/);
  });
});

describe('folders', () => {
  test('are made with what is missing above them, and the web shows them', async () => {
    expect((await program.command(`CREATE ${named('Dự án/2026/Quý 1')}`)).result).toMatch(CREATED);
    expect(await shown()).toEqual(expect.arrayContaining(['Dự án', 'Dự án/2026', 'Dự án/2026/Quý 1']));
    expect((await program.command(`CREATE ${named('dự án')}`)).result).toMatch(/^NO \[ALREADYEXISTS\]/);
    expect((await program.command('CREATE "Inbox"')).result).toMatch(/^NO \[ALREADYEXISTS\]/);
    expect((await program.command('CREATE "Sent/x"')).result).toMatch(/^NO \[CANNOT\]/);
    expect((await program.command('CREATE "Spam"')).result).toMatch(/^NO \[ALREADYEXISTS\]/);
    expect((await program.command(`CREATE ${named('a/')}`)).result).toMatch(CREATED);
  });

  test('are made for no special use, as each has its folder already', async () => {
    expect((await program.command('CREATE Gesendet (USE (\\Sent))')).result).toMatch(/^NO \[USEATTR\]/);
    expect((await program.command('CREATE Gesendet (USE ())')).result).toMatch(CREATED);
    expect((await program.command('CREATE x (NONSENSE)')).result).toMatch(/^BAD /);
  });

  test('are renamed and moved with what lies below them', async () => {
    await create('Một');
    await create('Một/Hai');
    expect((await program.command(`RENAME ${named('Một')} ${named('Ba/Bốn')}`)).result).toBe('OK Renamed');
    expect(await shown()).toEqual(expect.arrayContaining(['Ba', 'Ba/Bốn', 'Ba/Bốn/Hai']));
    expect((await program.command(`RENAME ${named('Ba')} ${named('Ba/Bốn/x')}`)).result).toMatch(
      /^NO \[CANNOT\]/,
    );
    expect((await program.command('RENAME INBOX x')).result).toMatch(/^NO \[CANNOT\]/);
    expect((await program.command('RENAME Nothing x')).result).toMatch(/^NO \[NONEXISTENT\]/);
    expect((await program.command('RENAME Sent x')).result).toMatch(/^NO \[CANNOT\]/);
  });

  test('are deleted, and their messages go to the Trash', async () => {
    const folder = await create('Một');
    await create('Một/Hai');
    const message = await fileMail(server.context, an.mailbox, { folder });
    expect((await program.command(`DELETE ${named('Một')}`)).result).toMatch(/^NO \[HASCHILDREN\]/);
    expect((await program.command(`DELETE ${named('Một/Hai')}`)).result).toMatch(/^OK /);
    expect((await program.command(`DELETE ${named('Một')}`)).result).toMatch(/^OK /);
    const { data } = await an.client.getMessage({ params: { id: message }, query: {} });
    expect(data.folder).toBe('Trash');
    expect((await program.command('DELETE INBOX')).result).toMatch(/^NO \[CANNOT\]/);
    expect((await program.command('DELETE Starred')).result).toMatch(/^NO \[NONEXISTENT\]/);
  });
});
