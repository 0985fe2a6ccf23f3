import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { exportMaildir } from './export-maildir.ts';
import { importMail } from './import-mail.ts';
import type { MailSource } from './mail-source.ts';
import { readMaildir } from './read-maildir.ts';
import { readMbox } from './read-mbox.ts';

const NOW = TEST_NOW / 1000;
const YEAR_AGO = NOW - 365 * 86_400;

let server: TestServer;
let lanAnh: number;
let minhTran: number;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.mailboxId('lan.anh@saomai.example');
  minhTran = await server.mailboxId('minh.tran@saomai.example');
});
afterAll(() => server.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-transfer-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
  for (const mailbox of [lanAnh, minhTran]) await emptyMailbox(mailbox);
});

async function emptyMailbox(mailboxId: number): Promise<void> {
  const { db } = server.context;
  for (const table of [
    'messages',
    'message_contents',
    'message_search',
    'message_state',
    'attachments',
    'list_rows',
  ] as const) {
    await db.deleteFrom(table).where('mailbox_id', '=', mailboxId).execute();
  }
  for (const table of ['threads', 'thread_keys', 'merged_threads'] as const) {
    await db.deleteFrom(table).where('mailbox_id', '=', mailboxId).execute();
  }
  await db.deleteFrom('folders').where('mailbox_id', '=', mailboxId).where('role', 'is', null).execute();
  const none = { total_threads: 0, unread_threads: 0, total_messages: 0, unread_messages: 0 };
  await db.updateTable('folders').set(none).execute();
  await db.updateTable('mailbox_state').set({ used_bytes: 0 }).execute();
}

let counter = 0;
function raw(subject = 'Thư cũ', more = ''): string {
  counter += 1;
  return `From: Khách <khach@minhphat.example>\r\nTo: lan.anh@saomai.example\r\nSubject: ${subject}\r\nMessage-ID: <old${counter}@minhphat.example>\r\nDate: Thu, 20 Nov 2025 08:00:00 +0700\r\n${more}\r\nNội dung ${counter}\r\n`;
}

async function put(path: string, bytes: string | Buffer, at = YEAR_AGO): Promise<void> {
  const file = join(dir, 'in', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await utimes(file, at, at);
}

async function bring(source: MailSource<never> | Promise<unknown>, mailbox = lanAnh) {
  const opened = (await source) as MailSource;
  try {
    return await importMail(server.context, mailbox, opened, () => undefined);
  } finally {
    await opened.close();
  }
}

function maildir(below: string[] = []) {
  return readMaildir(join(dir, 'in'), { below, now: NOW });
}

async function kept(mailbox = lanAnh) {
  return server.context.db
    .selectFrom('messages as m')
    .innerJoin('folders as f', (join_) =>
      join_.onRef('f.mailbox_id', '=', 'm.mailbox_id').onRef('f.id', '=', 'm.folder_id'),
    )
    .select([
      'f.path as folder',
      'm.subject',
      'm.received_at',
      'm.unread',
      'm.starred',
      'm.answered',
      'm.draft',
    ])
    .select(['m.thread_id'])
    .where('m.mailbox_id', '=', mailbox)
    .orderBy('m.received_at')
    .orderBy('m.id')
    .execute();
}

/** Folder, bytes, flags and time of every message file below a Maildir. */
async function messageFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\/(cur|new)$/.test(entry.parentPath));
  const told = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const hash = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      const { mtimeMs } = await stat(path);
      const folder = relative(root, dirname(entry.parentPath));
      return `${folder} ${hash} ${entry.name.split(':2,')[1] ?? ''} ${mtimeMs / 1000}`;
    }),
  );
  return told.sort();
}

describe('a Maildir', () => {
  test('comes back byte for byte, with its folders, marks and dates', async () => {
    await put('cur/1.M1.host:2,RS', raw('Báo giá'), YEAR_AGO);
    await put('cur/2.M2.host,S=12:2,FS', raw('Hợp đồng'), YEAR_AGO + 60);
    await put('cur/3.M3.host:2,', raw('Chưa đọc'), YEAR_AGO + 120);
    await put('.Sent/cur/4.M4.host:2,S', raw('Đã gửi'), YEAR_AGO + 180);
    await put('.Drafts/cur/5.M5.host:2,DS', raw('Nháp'), YEAR_AGO + 240);
    await put('.Kh&AOE-ch h&AOA-ng.v1&AC4-2/cur/6.M6.host:2,S', raw('Phiên bản'), YEAR_AGO + 300);
    await put('.Junk/cur/7.M7.host:2,', Buffer.from('no header at all \0\xff\xfe', 'latin1'), YEAR_AGO + 360);
    await put('.Trash/cur/8.M8.host:2,S', '', YEAR_AGO + 420);

    expect(await bring(maildir())).toEqual({ filed: 8, known: 0, problems: [] });
    expect(await recount(server.context.db, lanAnh)).toEqual([]);
    expect((await kept()).map((message) => message.folder)).toEqual([
      ...['INBOX', 'INBOX', 'INBOX', 'Sent', 'Drafts', 'Khách hàng/v1.2', 'Junk', 'Trash'],
    ]);

    const out = join(dir, 'out');
    const result = await exportMaildir(server.context, lanAnh, out, () => undefined);
    expect(result).toEqual({ written: 8, known: 0, problems: [] });
    expect(await messageFiles(out)).toEqual(await messageFiles(join(dir, 'in')));
  });

  test('is known when it is brought in again, also what was read or marked meanwhile', async () => {
    await put('new/1.M1.host', raw('Mới'));
    await put('cur/2.M2.host:2,S', raw('Cũ'));
    expect(await bring(maildir())).toMatchObject({ filed: 2 });
    await mkdir(join(dir, 'in', 'cur'), { recursive: true });
    await rename(join(dir, 'in/new/1.M1.host'), join(dir, 'in/cur/1.M1.host:2,FS'));
    await put('cur/3.M3.host:2,S', raw('Thêm'));
    expect(await bring(maildir())).toEqual({ filed: 1, known: 2, problems: [] });
    expect(await kept()).toHaveLength(3);
  });

  test('with lines of Unix is kept as it goes over the wire, in its true size, and known by its own bytes', async () => {
    const unix = lf(raw('Máy chủ cũ'));
    await put('cur/1.M1.host:2,S', unix);
    await bring(maildir());
    const source = unix.replaceAll('\n', '\r\n');
    expect(await sourceOf('Máy chủ cũ')).toBe(source);
    const { size } = await server.context.db
      .selectFrom('messages')
      .select('size')
      .where('mailbox_id', '=', lanAnh)
      .executeTakeFirstOrThrow();
    expect(size).toBe(Buffer.byteLength(source));
    expect(await recount(server.context.db, lanAnh)).toEqual([]);
    expect(await bring(maildir())).toEqual({ filed: 0, known: 1, problems: [] });
  });

  test('marks say read, starred, answered, draft and deleted', async () => {
    await put('new/1.host', raw('new'), YEAR_AGO);
    await put('cur/2.host:2,S', raw('seen'), YEAR_AGO + 1);
    await put('cur/3.host:2,FR', raw('flagged'), YEAR_AGO + 2);
    await put('cur/4.host:2,D', raw('draft'), YEAR_AGO + 3);
    await put('.Work/cur/5.host:2,ST', raw('deleted'), YEAR_AGO + 4);
    await bring(maildir());
    const none = { folder: 'INBOX', unread: true, starred: false, answered: false, draft: false };
    expect(await kept()).toMatchObject([
      { ...none, subject: 'new', received_at: YEAR_AGO },
      { ...none, subject: 'seen', unread: false, received_at: YEAR_AGO + 1 },
      { ...none, subject: 'flagged', starred: true, answered: true },
      { ...none, subject: 'draft', draft: true },
      { ...none, subject: 'deleted', folder: 'Trash', unread: false },
    ]);
  });

  test('may keep its folders as a tree, and may go below a folder', async () => {
    await put('cur/1.host:2,S', raw('Đến'), YEAR_AGO);
    await put('Du an/Nh&AOA-/cur/2.host:2,S', raw('Nhà'), YEAR_AGO + 1);
    await put('Sent/cur/3.host:2,S', raw('Đi'), YEAR_AGO + 2);
    await bring(maildir(['Cũ', '2025']));
    expect((await kept()).map((message) => message.folder)).toEqual([
      'Cũ/2025',
      'Cũ/2025/Du an/Nhà',
      'Cũ/2025/Sent',
    ]);
  });

  test('is dated by its Date field where the time of the file can not be true', async () => {
    await put('cur/1.host:2,S', raw(), 0);
    await put('cur/2.host:2,S', raw(), NOW + 10 * 86_400);
    await bring(maildir());
    const written = Date.UTC(2025, 10, 20, 1) / 1000;
    expect((await kept()).map((message) => message.received_at)).toEqual([written, written]);
  });

  test('builds its conversations in the order of dates, over folders', async () => {
    const first = raw('Đặt hàng');
    const id = /<(.*)>\r\nDate/.exec(first)?.[1];
    await put('.Sent/cur/a.host:2,S', raw('Re: Đặt hàng', `In-Reply-To: <${id}>\r\n`), YEAR_AGO + 60);
    await put('cur/z.host:2,S', first, YEAR_AGO);
    await bring(maildir());
    const [one, other] = await kept();
    expect([one?.subject, other?.subject]).toEqual(['Đặt hàng', 'Re: Đặt hàng']);
    expect(one?.thread_id).toBe(other?.thread_id);
  });

  test('with a file that can not be read comes in but for that, which is told', async () => {
    await put('cur/1.host:2,S', raw());
    await symlink(join(dir, 'nowhere'), join(dir, 'in/cur/2.host:2,S'));
    const { filed, problems } = await bring(maildir());
    expect(filed).toBe(1);
    expect(problems).toMatchObject([{ what: join(dir, 'in/cur/2.host:2,S') }]);
  });

  test('is refused when it is none', async () => {
    await put('just/a/file', 'x');
    await expect(maildir()).rejects.toThrow('is no Maildir');
  });
});

describe('an mbox file', () => {
  function mbox(path = 'old.mbox', below: string[] = []) {
    return readMbox(join(dir, 'in', path), { below, now: NOW });
  }

  test('comes in with its dates and marks, its quoted lines as they were', async () => {
    const body = 'Thân chào\n>From hôm qua\n>>From hôm kia\nFrom now on, no separator\n';
    await put(
      'old.mbox',
      `From khach@minhphat.example Thu Nov 20 01:00:00 2025\nStatus: RO\nX-Status: AF\n${lf(raw('Một'))}\n` +
        `From khach@minhphat.example Fri Nov 21 08:00:00 2025 +0700\nSubject: Hai\n\n${body}\n` +
        `From - Sat Nov 22 01:00:00 2025\nX-Status: T\nSubject: Ba\n\nhết`,
    );
    expect(await bring(mbox())).toEqual({ filed: 3, known: 0, problems: [] });
    expect(await kept()).toMatchObject([
      {
        subject: 'Một',
        received_at: Date.UTC(2025, 10, 20, 1) / 1000,
        unread: false,
        starred: true,
        answered: true,
      },
      { subject: 'Hai', received_at: Date.UTC(2025, 10, 21, 1) / 1000, unread: true, draft: false },
      { subject: 'Ba', received_at: Date.UTC(2025, 10, 22, 1) / 1000, draft: true },
    ]);
    expect(await sourceOf('Hai')).toBe(
      'Subject: Hai\r\n\r\nThân chào\r\nFrom hôm qua\r\n>From hôm kia\r\nFrom now on, no separator\r\n',
    );
    expect(await sourceOf('Ba')).toBe('X-Status: T\r\nSubject: Ba\r\n\r\nhết');
  });

  test('keeps messages that are alike, and knows all of them again', async () => {
    const one = 'From a@x.example Thu Nov 20 01:00:00 2025\nSubject: Báo động\n\nQuá tải\n\n';
    await put('old.mbox', one.repeat(3));
    expect(await bring(mbox('old.mbox', ['Báo động']))).toEqual({ filed: 3, known: 0, problems: [] });
    await put('old.mbox', one.repeat(4));
    expect(await bring(mbox('old.mbox', ['Báo động']))).toEqual({ filed: 1, known: 3, problems: [] });
    expect((await kept()).every((message) => message.folder === 'Báo động')).toBe(true);
  });

  test('is cut rightly wherever its pieces are read apart', async () => {
    const messages = Array.from(
      { length: 400 },
      (_, index) =>
        `From a@x.example Thu Nov 20 01:00:00 2025\nSubject: ${index}\n\n${'dòng '.repeat(1000 + (index % 17))}\n\n`,
    );
    await put('old.mbox', messages.join(''));
    const source = await mbox();
    expect(source.messages).toHaveLength(400);
    for (const [index, message] of source.messages.entries()) {
      const { raw: bytes } = await source.read(message);
      expect(bytes.toString()).toBe(messages[index]?.replace(/^From .*\n/, '').replace(/\n\n$/, '\n'));
    }
    await source.close();
  });

  test('is refused when it is none', async () => {
    await put('old.mbox', 'hello');
    await expect(mbox()).rejects.toThrow('is no mbox file');
  });
});

describe('an export', () => {
  test('into the same folder again follows what was moved and marked, and doubles nothing', async () => {
    await put('cur/1.host:2,S', raw('Một'), YEAR_AGO);
    await put('cur/2.host:2,', raw('Hai'), YEAR_AGO + 1);
    await bring(maildir());
    const out = join(dir, 'out');
    await exportMaildir(server.context, lanAnh, out, () => undefined);
    await changeMailbox(server.context, lanAnh, async ({ tx, folders }) => {
      await tx
        .updateTable('messages')
        .set({ folder_id: folders.Junk })
        .where('subject', '=', 'Một')
        .execute();
      await tx.updateTable('messages').set({ unread: false }).where('subject', '=', 'Hai').execute();
    });
    expect(await exportMaildir(server.context, lanAnh, out, () => undefined)).toEqual({
      written: 0,
      known: 2,
      problems: [],
    });
    expect((await messageFiles(out)).map((line) => line.replace(/ [0-9a-f]{64} /, ' '))).toEqual([
      ` S ${YEAR_AGO + 1}`,
      `.Junk S ${YEAR_AGO}`,
    ]);
  });

  test('into the same folder again replaces a file whose message has another source since', async () => {
    await put('cur/1.host:2,S', raw('Một'), YEAR_AGO);
    await bring(maildir());
    const out = join(dir, 'out');
    await exportMaildir(server.context, lanAnh, out, () => undefined);
    const { key, size } = await server.context.blobs.put(Buffer.from('Subject: Khác\r\n\r\n'));
    await changeMailbox(server.context, lanAnh, ({ tx }) =>
      tx
        .updateTable('messages')
        .set({ blob: Buffer.from(key, 'hex'), size })
        .where('mailbox_id', '=', lanAnh)
        .execute(),
    );
    await exportMaildir(server.context, lanAnh, out, () => undefined);
    expect(await messageFiles(out)).toEqual([` ${key} S ${YEAR_AGO}`]);
  });

  test('CL-292 into the mailbox that it is of doubles nothing, wherever that lies now, and brings back what is gone', async () => {
    await put('cur/1.host:2,S', raw('Một'), YEAR_AGO);
    await put('cur/2.host:2,', raw('Hai'), YEAR_AGO + 1);
    await put('cur/3.host:2,', raw('Ba'), YEAR_AGO + 2);
    await bring(maildir());
    const out = join(dir, 'out');
    await exportMaildir(server.context, lanAnh, out, () => undefined);
    await changeMailbox(server.context, lanAnh, ({ tx, folders }) =>
      tx.updateTable('messages').set({ folder_id: folders.Junk }).where('subject', '=', 'Một').execute(),
    );
    // As if it was never there: who deletes a message for good deletes it with all that is said of it.
    await server.context.db
      .deleteFrom('messages')
      .where('mailbox_id', '=', lanAnh)
      .where('subject', '=', 'Ba')
      .execute();
    const exported = () => readMaildir(out, { below: [], now: NOW });
    expect(await bring(exported())).toMatchObject({ filed: 1, known: 2 });
    expect((await kept(lanAnh)).map(({ subject }) => subject).toSorted()).toEqual(['Ba', 'Hai', 'Một']);
    expect(await bring(exported())).toMatchObject({ filed: 0, known: 3 });
    expect(await bring(exported(), minhTran)).toMatchObject({ filed: 3, known: 0 });
  });

  test('keeps names that are too long for the file system', async () => {
    const long = 'Chứng từ xuất nhập khẩu các lô hàng đi Hamburg, Yokohama và Singapore – lưu để đối chiếu';
    await put('cur/1.host:2,S', raw());
    await bring(maildir([long, long]));
    const out = join(dir, 'out');
    await exportMaildir(server.context, lanAnh, out, () => undefined);
    await bring(readMaildir(out, { below: [], now: NOW }), minhTran);
    expect((await kept(minhTran)).map((message) => message.folder)).toEqual([`${long}/${long}`]);
  });
});

function lf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

async function sourceOf(subject: string): Promise<string> {
  const { blob } = await server.context.db
    .selectFrom('messages')
    .select('blob')
    .where('mailbox_id', '=', lanAnh)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  if (blob === null) throw new Error(`${subject} has no source`);
  return (await server.context.blobs.read(blob.toString('hex'))).toString();
}
