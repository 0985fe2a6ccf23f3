import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import type { ImapClient } from '../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findMailReaders } from './debian-programs.ts';
import { flagInMaildir, readMaildir, removeFromMaildir, writeToMaildir } from './maildir.ts';
import { makeOpenFolder, runWith } from './other-mail-server.ts';

const readers = findMailReaders();

describe.skipIf(readers === null)('mail programs of Debian', () => {
  let server: TestServer;
  let an: NewPerson;
  let program: ImapClient;
  let place: { folder: string; remove(): Promise<void> };

  beforeAll(async () => {
    server = await startTestServer({ env: { ROLES: 'http,imap' } });
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    an = await newPerson(server);
    program = await signInImap(server, an);
    await program.command('CREATE Work');
    for (const subject of ['One', 'Two', 'Three', 'Four'])
      await appendMessage(program, rawMessage(subject, { header: `Message-ID: <${subject}@x.example>\r\n` }));
    place = await makeOpenFolder('reader');
  });
  afterEach(() => place.remove());

  const run = (command: string[]) =>
    runWith(command, { ...readers?.env, HOME: place.folder, TERM: 'xterm' }, '');

  async function subjectsIn(folder: string): Promise<string[]> {
    return (await mailIn(an, folder)).map(({ subject }) => subject ?? '').sort();
  }

  test('OfflineIMAP brings a Maildir and the mailbox together', async () => {
    const near = (folder: string) => join(place.folder, 'mail', folder);
    await writeFile(
      join(place.folder, 'offlineimaprc'),
      `[general]
accounts = bocau
metadata = ${place.folder}/state
ui = basic
fsync = False
[Account bocau]
localrepository = near
remoterepository = far
[Repository near]
type = Maildir
localfolders = ${place.folder}/mail
[Repository far]
type = IMAP
remotehost = 127.0.0.1
remoteport = ${server.running.imapPort}
remoteuser = ${an.email}
remotepass = ${lanAnh.password}
ssl = no
starttls = no
usecompression = yes
folderfilter = lambda name: name in ['INBOX', 'Work']
`,
    );
    const sync = () =>
      run([...(readers?.offlineimap ?? []), '-o', '-c', join(place.folder, 'offlineimaprc')]);
    await mkdir(join(place.folder, 'mail'));
    await sync();
    const messages = await readMaildir(near('INBOX'));
    expect(messages.map(({ id }) => id).sort()).toEqual(
      ['Four', 'One', 'Three', 'Two'].map((id) => `${id}@x.example`),
    );
    const [one, two] = ['One', 'Two'].map((id) =>
      messages.find((message) => message.id === `${id}@x.example`),
    );
    if (!one || !two) throw new Error('a message did not come');
    await flagInMaildir(one, 'FS');
    await removeFromMaildir(two);
    await writeToMaildir(near('Work'), '1.M1.near', rawMessage('Near'));
    await program.command('SELECT INBOX');
    await program.command('MOVE 4 Work');
    await sync();
    expect(await subjectsIn('INBOX')).toEqual(['One', 'Three']);
    expect(await subjectsIn('Work')).toEqual(['Four', 'Near']);
    expect((await mailIn(an, 'INBOX')).find(({ subject }) => subject === 'One')).toMatchObject({
      starred: true,
      unread: false,
    });
    await sync();
    expect((await readMaildir(near('Work'))).map(({ id }) => id).sort()).toEqual([
      'Four@x.example',
      'Near@minhphat.example',
    ]);
    expect(await subjectsIn('Work')).toEqual(['Four', 'Near']);
  });

  test('NeoMutt flags, moves and deletes', async () => {
    const url = `imap://127.0.0.1:${server.running.imapPort}`;
    await writeFile(
      join(place.folder, 'neomuttrc'),
      `set imap_user="${an.email}" imap_pass="${lanAnh.password}" folder="${url}" spoolfile="${url}/INBOX"
set ssl_starttls=no ssl_force_tls=no imap_authenticators="plain" imap_qresync=yes imap_condstore=yes
set sort=mailbox-order quit=yes delete=yes confirmappend=no confirmcreate=no wait_key=no mark_old=no
set header_cache="${place.folder}/headers" message_cachedir="${place.folder}/messages"
push "<first-entry><flag-message><first-entry><next-entry><save-message><kill-line>=Work<enter><delete-pattern>~s Three<enter><sync-mailbox><quit>"
`,
    );
    const neomutt = [...(readers?.neomutt ?? []), '-n', '-F', join(place.folder, 'neomuttrc')];
    await run(['script', '-qec', neomutt.join(' '), '/dev/null']);
    expect(await subjectsIn('INBOX')).toEqual(['Four', 'One']);
    expect(await subjectsIn('Work')).toEqual(['Two']);
    expect((await mailIn(an, 'INBOX')).find(({ subject }) => subject === 'One')).toMatchObject({
      starred: true,
    });
  });

  test('curl lists, searches, reads and brings', async () => {
    const curl = (path: string, ...more: string[]) =>
      run([
        ...['curl', '-sS', '-u', `${an.email}:${lanAnh.password}`],
        ...[`imap://127.0.0.1:${server.running.imapPort}/${path}`, ...more],
      ]);
    expect(await curl('')).toContain('* LIST (\\HasNoChildren) "/" "Work"');
    expect(await curl('INBOX?SUBJECT%20Two')).toBe('* SEARCH 2\r\n');
    expect(await curl('INBOX;UID=3;SECTION=TEXT')).toContain('Xin chào');
    expect(await curl('INBOX', '-X', 'STORE 1 +FLAGS (\\Flagged)')).toContain('FLAGS (\\Flagged)');
    await writeFile(join(place.folder, 'mail.eml'), rawMessage('Brought'));
    await curl('Work', '-T', join(place.folder, 'mail.eml'));
    expect(await subjectsIn('Work')).toEqual(['Brought']);
  });
});
