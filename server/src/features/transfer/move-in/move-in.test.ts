import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeMailbox } from '../../../mail/mailbox/change-mailbox.ts';
import { recount } from '../../../mail/mailbox/recount.ts';
import { removeMessages } from '../../../mail/messages/move-messages.ts';
import { systemClock } from '../../../platform/clock.ts';
import { newPerson } from '../../../test-kit/new-person.ts';
import { type ScriptedFolder, startScriptedImap } from '../../../test-kit/scripted-imap.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';
import { moveIn } from './move-in.ts';
import { isWhole } from './move-report.ts';
import { SOURCE_LIMITS } from './source-limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A clock without the wait after a broken connection. */
const clock = { ...systemClock, sleep: async () => undefined };
const LIMITS = {
  ...SOURCE_LIMITS,
  messages: 100,
  silentMs: 300,
  answerMs: 60_000,
  listBytes: 100_000,
  folders: 50,
};

function raw(subject: string): string {
  return `From: khach@minhphat.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@minhphat.example>\r\n\r\nText\r\n`;
}

async function move(
  folders: Record<string, ScriptedFolder>,
  script: Parameters<typeof startScriptedImap>[1] = {},
  protection: 'none' | 'starttls' | 'tls' = 'none',
) {
  const imap = await startScriptedImap(folders, script);
  const person = await newPerson(server);
  const from = { host: '127.0.0.1', port: imap.port, user: 'lan', protection };
  const progress = { start: () => undefined, show: () => undefined };
  const pass = () =>
    moveIn(
      { ...server.context, clock },
      { mailboxId: person.mailbox, from, password: 'x', largestMessage: 100_000 },
      progress,
      LIMITS,
    );
  const report = await pass();
  return { imap, person, pass, report };
}

const INBOX: Record<string, ScriptedFolder> = {
  INBOX: { messages: ['a', 'b', 'c'].map((subject, index) => ({ uid: index + 1, raw: raw(subject) })) },
};

test('a message that Google shows in several folders is brought once, and fetched once', async () => {
  const folders: Record<string, ScriptedFolder> = {
    '[Gmail]/All Mail': {
      attributes: '\\All',
      messages: ['a', 'b', 'c'].map((name, index) => ({ uid: index + 10, raw: raw(name), id: `${index}` })),
    },
    INBOX: { messages: [{ uid: 1, raw: raw('a'), id: '0' }] },
    Work: {
      messages: ['a', 'b'].map((name, index) => ({ uid: index + 1, raw: raw(name), id: `${index}` })),
    },
  };
  const { imap, person, report, pass } = await move(folders, { capabilities: 'X-GM-EXT-1' });
  expect(report.folders.map(({ folder, to, copied, elsewhere }) => [folder, to, copied, elsewhere])).toEqual([
    ['INBOX', 'INBOX', 1, 0],
    ['Work', 'Work', 1, 1],
    ['[Gmail]/All Mail', 'Archive', 1, 2],
  ]);
  expect(isWhole(report)).toBe(true);
  expect(await mailIn(person, 'Archive')).toMatchObject([{ subject: 'c' }]);

  // Another label, and no longer in the inbox: only fetched to see that it is known.
  folders.INBOX = { messages: [{ uid: 2, raw: raw('b'), id: '1' }] };
  const again = await pass();
  expect(again.folders.map(({ copied }) => copied)).toEqual([0, 0, 0]);
  expect(isWhole(again)).toBe(true);
  await imap.close();
});

describe('what messages are tagged with there', () => {
  const tagged = (flags: string, labels?: string) => ({ uid: 1, raw: raw('a'), flags, labels, id: '1' });

  test('is remembered: keywords of any server', async () => {
    const folders = { INBOX: { messages: [tagged('\\Seen $Forwarded Khach-hang $Forwarded')] } };
    const { imap, person } = await move(folders);
    expect(await tagsOf(person)).toEqual([{ keywords: ['$Forwarded', 'Khach-hang'], labels: [] }]);
    await imap.close();
  });

  test('LB-14 is remembered, and labels here: labels of Google, but for those that are its folders', async () => {
    const labels = '"\\\\Inbox" \\Starred "K&Hr8- to&AOE-n/2026" "H&APM-a &AREBoQ-n"';
    const folders = { INBOX: { messages: [tagged('', labels)] } };
    const { imap, person } = await move(folders, { capabilities: 'X-GM-EXT-1' });
    expect(await tagsOf(person)).toEqual([{ keywords: [], labels: ['Kế toán/2026', 'Hóa đơn'] }]);
    const { data } = await person.client.listLabels({});
    expect(data.map(({ name, keyword, total }) => [name, keyword, total])).toEqual([
      ['Hóa đơn', '$label2', 1],
      ['Kế toán/2026', '$label1', 1],
    ]);
    expect(await recount(server.context.db, person.mailbox)).toEqual([]);
    await imap.close();
  });

  test('is bounded, and is text', async () => {
    const flags = ['x'.repeat(256), ...Array.from({ length: 300 }, (_, n) => `k${n}`)].join(' ');
    const folders = { INBOX: { messages: [tagged(flags, '"a&AAA-b" "&2AA-" "" "Work"')] } };
    const { imap, person } = await move(folders, { capabilities: 'X-GM-EXT-1' });
    const [tags] = await tagsOf(person);
    expect(tags?.keywords).toHaveLength(100);
    expect(tags?.labels).toEqual(['&2AA-', 'Work']);
    await imap.close();
  });

  test('is asked for by a later pass where an earlier release did not, once, and nothing is fetched again', async () => {
    const folders: Record<string, ScriptedFolder> = { INBOX: { messages: [tagged('')] } };
    const { imap, person, pass } = await move(folders);
    await server.context.db
      .updateTable('moved_in_messages')
      .set({ keywords: null, labels: null })
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    folders.INBOX = { messages: [tagged('$label1')] };
    await pass();
    expect(await tagsOf(person)).toEqual([{ keywords: ['$label1'], labels: [] }]);
    folders.INBOX = { messages: [tagged('$label2')] };
    await pass();
    expect(await tagsOf(person)).toEqual([{ keywords: ['$label1'], labels: [] }]);
    expect(imap.commands.filter((command) => command.includes('BODY'))).toHaveLength(1);
    await imap.close();
  });

  function tagsOf(person: { mailbox: number }) {
    return server.context.db
      .selectFrom('moved_in_messages')
      .select(['keywords', 'labels'])
      .where('mailbox_id', '=', person.mailbox)
      .execute();
  }
});

test('a message that leaves a folder of Google before it is asked for is brought from another', async () => {
  const folders = {
    '[Gmail]/All Mail': { attributes: '\\All', messages: [{ uid: 10, raw: raw('a'), id: '7' }] },
    INBOX: { messages: [{ uid: 5, raw: raw('a'), id: '7' }] },
  };
  const { imap, person, report, pass } = await move(folders, {
    capabilities: 'X-GM-EXT-1',
    misbehave(command) {
      if (command.includes('RFC822.SIZE')) folders.INBOX.messages.splice(0);
      return undefined;
    },
  });
  expect(report.folders).toMatchObject([
    { in_source: 0, copied: 0, left_meanwhile: 1 },
    { in_source: 1, copied: 1, elsewhere: 0 },
  ]);
  expect(await mailIn(person, 'Archive')).toHaveLength(1);
  expect(isWhole(report)).toBe(false);
  expect(isWhole(await pass())).toBe(true);
  await imap.close();
});

test('what was removed here stays removed when its folder is renamed there', async () => {
  const folders: Record<string, ScriptedFolder> = { Work: { messages: [{ uid: 1, raw: raw('a') }] } };
  const { imap, person, report, pass } = await move(folders);
  expect(report.folders).toMatchObject([{ copied: 1 }]);
  const [mail] = await mailIn(person, 'Work');
  await changeMailbox(server.context, person.mailbox, (change) =>
    removeMessages(change, [mail?.id as string]),
  );
  folders.Projects = folders.Work as ScriptedFolder;
  delete folders.Work;
  const again = await pass();
  expect(again.folders).toMatchObject([{ folder: 'Projects', copied: 0, already_there: 1, here: 0 }]);
  expect(isWhole(again)).toBe(true);
  await imap.close();
});

describe('a server that', () => {
  test.each([
    [
      'refuses one message',
      /BODY/,
      (uids: string) => (/\b2\b|1:3|1:2/.test(uids) ? 'TAG NO damaged\r\n' : undefined),
    ],
    ['keeps one message to itself', /BODY/, (uids: string) => (/1:3/.test(uids) ? '' : undefined)],
  ])('%s gives the others', async (name, what, answer) => {
    const silent = name.startsWith('keeps');
    const one = (uid: number, subject: string) =>
      `* ${uid} FETCH (UID ${uid} FLAGS (\\Seen) BODY[] {${raw(subject).length}}\r\n${raw(subject)})\r\n`;
    const { imap, person, report } = await move(INBOX, {
      misbehave(command) {
        if (!what.test(command)) return undefined;
        const said = answer(/FETCH (\S+)/.exec(command)?.[1] ?? '');
        return silent && said !== undefined ? `${one(1, 'a')}${one(3, 'c')}TAG OK\r\n` : said;
      },
    });
    expect(report).toMatchObject({
      stopped: null,
      folders: [{ in_source: 3, copied: 2, refused: 1, here: 2 }],
      refused: [{ uid: 2, reason: silent ? 'The server lists it and does not give it' : 'damaged' }],
    });
    expect(isWhole(report)).toBe(false);
    expect((await mailIn(person, 'INBOX')).map(({ subject }) => subject).sort()).toEqual(['a', 'c']);
    await imap.close();
  });

  const endless = 'x'.repeat(500_000);
  test.each<[string, (command: string) => string | undefined, RegExp]>([
    [
      'announces an endless message',
      (c) => (c.includes('BODY') ? '* 1 FETCH (UID 1 BODY[] {9999999999}\r\n' : undefined),
      /literal/i,
    ],
    ['never ends a line', (c) => (c.startsWith('LIST') ? endless.repeat(4) : undefined), /Line length/],
    [
      'has more folders than anybody',
      (c) =>
        c.startsWith('LIST')
          ? `${Array.from({ length: 60 }, (_, n) => `* LIST () "/" "f${n}"\r\n`).join('')}TAG OK\r\n`
          : undefined,
      /more than 50 folders/,
    ],
    [
      'answers more than it was asked',
      (c) => (c.startsWith('FETCH') ? `${'* 1 FETCH (UID 1)\r\n'.repeat(1_100)}TAG OK\r\n` : undefined),
      /more than it was asked/,
    ],
    [
      'falls silent',
      (c) => (c.startsWith('EXAMINE') ? '* 3 EXISTS\r\n' : undefined),
      /Opening a folder failed/,
    ],
  ])('%s is left, with a reason', async (_, misbehave, reason) => {
    const { imap, person, report } = await move(INBOX, { misbehave });
    expect(report.stopped).toMatch(reason);
    expect(isWhole(report)).toBe(false);
    expect(await mailIn(person, 'INBOX')).toEqual([]);
    await imap.close();
  });

  test('names folders as no database takes it gives the others', async () => {
    const names = ['&AAA-', '&2AA-', 'x'.repeat(1_001)];
    const { imap, report } = await move({
      ...INBOX,
      ...Object.fromEntries(names.map((name) => [name, { messages: [{ uid: 1, raw: raw('x') }] }])),
    });
    expect(report.folders.filter(({ copied }) => copied > 0)).toMatchObject([{ folder: 'INBOX', copied: 3 }]);
    const reason = 'Its name is too long, or no text';
    expect(report).toMatchObject({ stopped: null, refused: names.map(() => ({ reason })) });
    await imap.close();
  });

  test('has more messages than anybody in all folders is refused the last', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => ({ uid: index + 1, raw: raw(`${index}`) }));
    const { imap, report } = await move({ INBOX: { messages }, Work: { messages } });
    expect(report.folders).toMatchObject([{ copied: 60 }, { refused: 1, copied: 0 }]);
    expect(report.refused).toMatchObject([{ reason: 'With it there are more than 100 messages' }]);
    await imap.close();
  });

  test.each([
    ['UNAVAILABLE', 3, 'The server takes nobody now: … is taken'],
    ['AUTHENTICATIONFAILED', 1, 'The server does not take this user and password: … is taken'],
  ])(
    'says NO [%s] to a password is asked %i times, and its words are without it',
    async (code, times, said) => {
      const { imap, report } = await move(INBOX, {
        misbehave: (command) => (command.startsWith('LOGIN') ? `TAG NO [${code}] x is taken\r\n` : undefined),
      });
      expect(report.stopped).toBe(said);
      expect(imap.commands.filter((command) => command.startsWith('LOGIN'))).toHaveLength(times);
      await imap.close();
    },
  );

  test.each(['starttls', 'tls'] as const)('has no TLS learns no password: %s', async (protection) => {
    const { imap, report } = await move(INBOX, {}, protection);
    expect(report.stopped).toMatch(/^Signing in failed/);
    expect(imap.commands.filter((command) => /LOGIN|AUTHENTICATE/.test(command))).toEqual([]);
    await imap.close();
  });

  test('hangs up in between is called again, and nothing is counted twice', async () => {
    let calls = 0;
    const { imap, person, report } = await move(
      { ...INBOX, Work: { messages: [{ uid: 1, raw: raw('d') }] } },
      {
        misbehave(command, socket) {
          if (!command.includes('BODY')) return undefined;
          calls += 1;
          if (calls !== 2) return undefined;
          socket.destroy();
          return '';
        },
      },
    );
    expect(report.folders).toMatchObject([
      { copied: 3, already_there: 0, here: 3 },
      { copied: 1, already_there: 0, here: 1 },
    ]);
    expect(isWhole(report)).toBe(true);
    expect(await mailIn(person, 'INBOX')).toHaveLength(3);
    await imap.close();
  });

  test.each([1, 2])('hangs up whenever UID %i is asked for gives the others', async (bad) => {
    const { imap, report } = await move(INBOX, {
      misbehave(command, socket) {
        if (!command.includes('BODY') || !asks(command, bad)) return undefined;
        socket.destroy();
        return '';
      },
    });
    expect(report).toMatchObject({
      stopped: null,
      folders: [{ in_source: 3, copied: 2, refused: 1, here: 2 }],
      refused: [{ uid: bad, reason: 'The line breaks whenever it is asked for' }],
    });
    await imap.close();
  });

  test('hangs up in the middle of an answer is not asked again for what came whole', async () => {
    const first = `* 1 FETCH (UID 1 FLAGS () BODY[] {${raw('a').length}}\r\n${raw('a')})\r\n* BYE\r\n`;
    const { imap, report } = await move(INBOX, {
      misbehave(command, socket) {
        if (!command.includes('BODY') || !asks(command, 3)) return undefined;
        socket.end(asks(command, 1) ? first : '* BYE\r\n');
        return '';
      },
    });
    expect(report).toMatchObject({ stopped: null, folders: [{ copied: 2, refused: 1, here: 2 }] });
    const asked = imap.commands.filter((command) => command.includes('BODY'));
    expect(asked.map((command) => command.split(' ')[2])).toEqual(['1:3', '2', '3', '3']);
    await imap.close();
  });
});

/** Whether a command requests this message, among others. */
function asks(command: string, uid: number): boolean {
  const [first = 0, last = first] = (/FETCH (\S+)/.exec(command)?.[1] ?? '').split(':').map(Number);
  return first <= uid && uid <= last;
}
