import { watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lanAnh } from '../demo-world/people.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { seededNumbers } from '../test-kit/hostile/hostile-parts.ts';
import type { ImapClient } from '../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findMailReaders } from './debian-programs.ts';
import { flagInMaildir, readMaildir, removeFromMaildir, writeToMaildir } from './maildir.ts';
import { makeOpenFolder } from './other-mail-server.ts';
import { type Ended, runProgram } from './run-program.ts';

const readers = findMailReaders();
const FOLDERS = ['INBOX', 'Work'];
/** Of each folder, at first. */
const MESSAGES = 2_500;
const APPENDED_AT_ONCE = 250;
/** Each ends with a kill. */
const ROUNDS = 10;
/** One in so many messages is changed on either side in each of them. */
const CHANGED = 20;
/** How many files isync has touched in a folder when it is killed, at most: far fewer than a round changes. */
const TOUCHED = 60;

/** Flags of a Maildir, by how IMAP names them. */
const FLAGS: [string, string][] = [
  ['F', '\\Flagged'],
  ['R', '\\Answered'],
  ['S', '\\Seen'],
];

describe.skipIf(readers === null)('isync of Debian', () => {
  let server: TestServer;
  let an: NewPerson;
  let program: ImapClient;
  let place: { folder: string; remove(): Promise<void> };
  const next = seededNumbers(26);
  let count = 0;

  beforeAll(async () => {
    server = await startTestServer({ env: { ROLES: 'http,imap' } });
    an = await newPerson(server);
    program = await signInImap(server, an);
    await program.command('CREATE Work');
    place = await makeOpenFolder('isync');
    await mkdir(join(place.folder, 'mail'));
    await writeFile(join(place.folder, 'mbsyncrc'), configuration());
  });
  afterAll(async () => {
    await server?.close();
    await place?.remove();
  });

  const configuration = () => `
FSync no

IMAPAccount bocau
Host 127.0.0.1
Port ${server.running.imapPort}
User ${an.email}
Pass ${lanAnh.password}
SSLType None
AuthMechs LOGIN

IMAPStore far
Account bocau

MaildirStore near
Path ${place.folder}/mail/
Inbox ${place.folder}/mail/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Patterns ${FOLDERS.join(' ')}
Create Both
Expunge Both
CopyArrivalDate yes
SyncState *
`;

  function sync(kill?: AbortSignal): Promise<Ended> {
    const command = [...(readers?.mbsync ?? []), '-c', join(place.folder, 'mbsyncrc'), '-q', 'all'];
    const env = { ...readers?.env, HOME: place.folder };
    return runProgram(command, { env, ...(kill ? { kill } : {}) });
  }

  async function syncWhole(): Promise<void> {
    const { code, said } = await sync();
    expect(code, said).toBe(0);
  }

  /** Killed by its work and not by the clock: when it has touched so many files of a folder. */
  async function syncKilled(folder: string, most: number): Promise<Ended> {
    const kill = new AbortController();
    let touched = 0;
    const watcher = watch(join(maildir(folder), 'cur'), () => {
      touched += 1;
      if (touched === most) kill.abort();
    });
    const ended = await sync(kill.signal);
    watcher.close();
    return ended;
  }

  const maildir = (folder: string) => join(place.folder, 'mail', folder);
  const message = () => {
    count += 1;
    return rawMessage(`Thư ${count}`, {
      header: `Message-ID: <m${count}@x.example>\r\n`,
      body: `${'x'.repeat(next() % 3_000)}\r\n`,
    });
  };

  /** Message-IDs with their flags, of what is on the server. */
  async function farSide(folder: string): Promise<string[]> {
    const { untagged } = await program.command(`EXAMINE ${folder}`);
    if (untagged.includes('* 0 EXISTS')) return [];
    const fetched = await program.command('FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (Message-ID)])');
    return fetched.untagged
      .map((line) => {
        const id = /<([^>]+)>/.exec(line)?.[1];
        const flags = FLAGS.filter(([, name]) => line.includes(name)).map(([letter]) => letter);
        return `${id} ${flags.join('')}`;
      })
      .sort();
  }

  async function nearSide(folder: string): Promise<string[]> {
    return (await readMaildir(maildir(folder))).map(({ id, flags }) => `${id} ${flags}`).sort();
  }

  /** What a person does in a mail program that reads the Maildir. */
  async function changeNear(folder: string): Promise<void> {
    for (let made = next() % 4; made > 0; made -= 1)
      await writeToMaildir(maildir(folder), `${count}.M${made}.near`, message());
    for (const one of (await readMaildir(maildir(folder))).filter(() => next() % CHANGED === 0)) {
      if (next() % 4 === 0) await removeFromMaildir(one);
      else await flagInMaildir(one, `${one.flags}${FLAGS[next() % 3]?.[0]}`);
    }
  }

  /** What happens in the mailbox meanwhile. */
  async function changeFar(folder: string): Promise<void> {
    for (let made = next() % 4; made > 0; made -= 1) await appendMessage(program, message(), { folder });
    const { untagged } = await program.command(`SELECT ${folder}`);
    const exists = Number(/\* (\d+) EXISTS/.exec(untagged.join('\n'))?.[1]);
    for (let number = exists; number > 0; number -= 1) {
      if (next() % CHANGED !== 0) continue;
      if (next() % 4 !== 0) await program.command(`STORE ${number} +FLAGS (${FLAGS[next() % 3]?.[1]})`);
      else if (next() % 2 === 0)
        await program.command(`MOVE ${number} ${folder === 'INBOX' ? 'Work' : 'INBOX'}`);
      else {
        await program.command(`STORE ${number} +FLAGS.SILENT (\\Deleted)`);
        await program.command('EXPUNGE');
      }
    }
  }

  test('LB-11 labels, which a Maildir has no place for, stay on what it copies, marks and moves nothing of', async () => {
    const { data: label } = await an.client.createLabel({ body: { name: 'Khách', color: 'green' } });
    await appendMessage(program, message(), { folder: 'INBOX' });
    const [one] = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    await an.client.labelThreads({ body: { ids: [one?.id as string], add: [label.id], remove: [] } });
    await syncWhole();
    const [copied] = await readMaildir(maildir('INBOX'));
    await flagInMaildir(copied as NonNullable<typeof copied>, 'FS');
    await syncWhole();
    await program.command('SELECT INBOX');
    const { untagged } = await program.command('FETCH 1 FLAGS');
    expect(untagged.join()).toMatch(/\\Flagged.*\$label1|\$label1.*\\Flagged/);
    expect(await nearSide('INBOX')).toEqual(await farSide('INBOX'));
  });

  test('ends with the same on both sides, whenever it is killed, and with nothing twice', async () => {
    for (const folder of FOLDERS) {
      for (let from = 0; from < MESSAGES; from += APPENDED_AT_ONCE) {
        const messages = Array.from({ length: APPENDED_AT_ONCE }, message).map((raw) => {
          const bytes = Buffer.from(raw);
          return `{${bytes.length}+}\r\n${bytes.toString('latin1')}`;
        });
        expect((await program.command(`APPEND ${folder} ${messages.join(' ')}`)).result).toMatch(/^OK /);
      }
    }
    await syncWhole();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const folder of FOLDERS) {
        await changeNear(folder);
        await changeFar(folder);
      }
      const { code, said } = await syncKilled(FOLDERS[round % 2] as string, 1 + (next() % TOUCHED));
      expect(code, said).toBeNull();
    }
    for (const _ of ['what was left', 'what that led to']) await syncWhole();
    for (const folder of FOLDERS) {
      const far = await farSide(folder);
      expect(far.length).toBeGreaterThan(MESSAGES / 2);
      expect(await nearSide(folder)).toEqual(far);
      expect(new Set(far.map((line) => line.split(' ')[0])).size).toBe(far.length);
    }
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  }, 300_000);
});
