import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileMail } from '../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findFetchers } from './debian-programs.ts';
import { CERTIFICATE, runWith } from './other-mail-server.ts';

const fetchers = findFetchers();
/** What goes wrong on the way: dots, lines without their end, bytes of any charset, length. */
const TEXTS = [
  'Xin chào',
  '.\r\n..\r\n.hai',
  'a\r\n.\r\n',
  'không có dòng cuối',
  'Tiếng Việt: ế ằ ỗ',
  // Python's poplib takes no line of more than 2,048 bytes.
  `${'dài '.repeat(15)}\r\n`.repeat(20_000),
];

describe.skipIf(fetchers === null)('programs of Debian that fetch by POP3', () => {
  let server: TestServer;
  let an: NewPerson;
  let password: string;
  let folder: string;

  beforeAll(async () => {
    server = await startTestServer({
      env: {
        ROLES: 'http,imap',
        SUBMISSION_PLAINTEXT_AUTH: 'never',
        MAIL_TLS_CERT: CERTIFICATE.cert,
        MAIL_TLS_KEY: CERTIFICATE.key,
        POP3_TLS_PORT: '0',
      },
    });
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    an = await newPerson(server);
    const body = { name: 'Máy quét', scopes: ['pop3' as const] };
    password = (await an.client.createAppPassword({ body })).data.password;
    for (const [index, text] of TEXTS.entries())
      await fileMail(server.context, an.mailbox, { subject: `Thu ${index}`, text });
    folder = await mkdtemp(join(tmpdir(), 'bocau-fetchers-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  const run = (command: string[]) =>
    runWith(command, { ...fetchers?.env, HOME: folder, FETCHMAILHOME: folder }, '');
  const subjectsIn = async (name: string) => (await mailIn(an, name)).map(({ subject }) => subject).sort();
  const all = TEXTS.map((_, index) => `Thu ${index}`);
  /** As the file of test-kit writes it. */
  const rawOf = (index: number) =>
    `From: khach@minhphat.example\r\nTo: lan.anh@saomai.example\r\nSubject: Thu ${index}\r\n\r\n${TEXTS[index]}\r\n`;

  test('fetchmail over STLS brings each message once, and leaves them here', async () => {
    const target = join(folder, 'fetched');
    const config = join(folder, 'fetchmailrc');
    await writeFile(
      config,
      `poll 127.0.0.1 protocol POP3 service ${server.running.pop3Port} uidl\n` +
        `user "${an.email}" password "${password}" sslproto "TLS1.2+" no sslcertck keep mda "cat >> ${target}"\n`,
      { mode: 0o600 },
    );
    const fetchmail = () => run([...(fetchers?.fetchmail ?? []), '--fetchmailrc', config, '--nosyslog']);
    const fetched = async () => (await readFile(target, 'utf8')).match(/^Subject: Thu \d+/gm);
    await fetchmail();
    expect(await fetched()).toEqual(all.map((subject) => `Subject: ${subject}`));
    // Nothing new: fetchmail ends with 1.
    await expect(fetchmail()).rejects.toThrow('ended with 1');
    await fileMail(server.context, an.mailbox, { subject: 'Thu 99' });
    await fetchmail();
    expect((await fetched())?.slice(TEXTS.length)).toEqual(['Subject: Thu 99']);
    expect(await subjectsIn('INBOX')).toHaveLength(TEXTS.length + 1);
  });

  test('getmail over implicit TLS brings them whole, and what it deletes is in the Trash', async () => {
    const target = await mkdtemp(join(folder, 'brought-'));
    // Getmail misses the end of a child that is over before it waits for it.
    const store = `cat > ${target}/$$; sleep 1`;
    await writeFile(
      join(folder, 'getmailrc'),
      [
        '[retriever]\ntype = SimplePOP3SSLRetriever\nserver = 127.0.0.1',
        `port = ${server.running.pop3TlsPort}\nusername = ${an.email}\npassword = ${password}`,
        '[destination]\ntype = MDA_external\nallow_root_commands = true\npath = /bin/sh',
        `arguments = ("-c", "${store}")`,
        '[options]\nread_all = false\ndelete = true\nreceived = false\ndelivered_to = false\n',
      ].join('\n'),
    );
    await run([...(fetchers?.getmail ?? []), '--getmaildir', folder, '--rcfile', 'getmailrc']);
    const names = await readdir(target);
    const brought = await Promise.all(names.map((name) => readFile(join(target, name), 'utf8')));
    for (const index of TEXTS.keys()) {
      const found = brought.find((text) => text.includes(`Subject: Thu ${index}\n`));
      expect(found?.replace(/^Return-Path:.*\n/, '')).toBe(rawOf(index).replaceAll('\r\n', '\n'));
    }
    expect(await subjectsIn('INBOX')).toEqual([]);
    expect(await subjectsIn('Trash')).toEqual(all);
  });

  test.each([
    ['STLS', 'pop3'],
    ['implicit TLS', 'pop3s'],
  ])('curl reads over %s, byte by byte', async (_how, scheme) => {
    const { pop3Port, pop3TlsPort } = server.running;
    const base = `${scheme}://127.0.0.1:${scheme === 'pop3' ? pop3Port : pop3TlsPort}`;
    const curl = (...args: string[]) =>
      run([...(fetchers?.curl ?? []), '-sSk', '--ssl-reqd', '-u', `${an.email}:${password}`, ...args]);
    expect((await curl(`${base}/`)).match(/^\d+ \d+/gm)).toHaveLength(TEXTS.length);
    expect(await curl(`${base}/2`)).toBe(rawOf(1));
    expect(await curl('-X', 'TOP 2 1', `${base}/`)).toBe(rawOf(1).split('..')[0]);
    await expect(curl(`${base}/99`)).rejects.toThrow(/ended with/);
    await curl('-I', '-X', 'DELE', `${base}/1`);
    expect(await subjectsIn('Trash')).toEqual(['Thu 0']);
    await expect(
      run([...(fetchers?.curl ?? []), '-sSk', '--ssl-reqd', '-u', `${an.email}:sai`, `${base}/`]),
    ).rejects.toThrow(/ended with 67/);
  });
});
