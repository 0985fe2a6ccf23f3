import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateMailbox } from '../admin/migrate-mailbox.ts';
import { changeMailbox } from '../mail/mailbox/change-mailbox.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { removeMessages } from '../mail/messages/move-messages.ts';
import { systemClock } from '../platform/clock.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findDovecot } from './debian-programs.ts';
import { type MailElsewhere, type OtherProvider, startDovecot } from './start-dovecot.ts';

const dovecot = findDovecot();
const USER = 'lan@cu.example';
const PASSWORD = 'mật "khẩu" cũ';
const YEAR_2020 = 1_577_836_800;

let counter = 0;
function mail(subject: string, more: { flags?: string; at?: number; text?: string } = {}): MailElsewhere {
  counter += 1;
  const raw = `From: Khách <khach@minhphat.example>\r\nTo: lan@cu.example\r\nSubject: ${subject}\r\nMessage-ID: <moved${counter}@minhphat.example>\r\nDate: Thu, 20 Nov 2025 08:00:00 +0700\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${more.text ?? `Nội dung ${counter}`}\r\n`;
  return { raw, at: more.at ?? YEAR_2020 + counter * 60, flags: more.flags ?? '' };
}

describe.skipIf(dovecot === null)('a mailbox moved in from Dovecot of Debian', () => {
  let server: TestServer;
  let elsewhere: OtherProvider;
  let an: NewPerson;

  beforeAll(async () => {
    if (dovecot === null) return;
    server = await startTestServer({ clock: systemClock, env: { MAIL_MAX_MB: '1' } });
    elsewhere = await startDovecot(dovecot, {
      ...{ user: USER, password: PASSWORD },
      specialUse: { 'Gửi đi 2024': '\\Sent', 'Mọi thư': '\\All' },
    });
    an = await newPerson(server);
  });
  afterAll(async () => {
    await server?.close();
    await elsewhere?.stop();
  });

  /** The command, as typed. */
  async function migrate(more: { password?: string; args?: string[]; stdin?: string } = {}) {
    const stdin = new PassThrough();
    stdin.end(more.stdin ?? `${more.password ?? PASSWORD}\n`);
    const out: string[] = [];
    const err: string[] = [];
    const from = `imap://${USER}@127.0.0.1:${elsewhere.port}`;
    const code = await migrateMailbox.run({
      context: server.context,
      args: more.args ?? [an.email, '--from', from, '--json'],
      out: { write: (text: string) => out.push(text) },
      err: { write: (text: string) => err.push(text) },
      stdin,
    });
    return {
      code,
      text: out.join(''),
      err: err.join(''),
      report: more.args ? null : JSON.parse(out.join('')),
    };
  }

  async function removeSubject(subject: string) {
    const { db } = server.context;
    const rows = await db
      .selectFrom('messages')
      .select('id')
      .where('mailbox_id', '=', an.mailbox)
      .where('subject', '=', subject)
      .execute();
    await changeMailbox(server.context, an.mailbox, async (change) => {
      await removeMessages(
        change,
        rows.map(({ id }) => id),
      );
    });
  }

  test('brings folders, dates and marks once, and later what is new', async () => {
    const twin = mail('Hai lần');
    await elsewhere.put('INBOX', [
      mail('Báo giá', { flags: 'RS' }),
      mail('Hợp đồng', { flags: 'FS' }),
      mail('Chưa đọc'),
      ...[twin, twin],
      { raw: Buffer.from('no header at all \0\xff\xfe', 'latin1'), at: YEAR_2020 },
      mail('Quá lớn', { text: 'x'.repeat(1_100_000) }),
    ]);
    await elsewhere.put('Gửi đi 2024', [mail('Đã gửi', { flags: 'S' })]);
    await elsewhere.put('Khách hàng/Minh Phát', [mail('Trong thư mục')]);
    await elsewhere.put('Thùng rác', [mail('Đã bỏ')]);
    await elsewhere.put('Trống', []);
    const archived = mail('Chỉ ở mọi thư');
    await elsewhere.put('Mọi thư', [twin, archived]);

    const first = await migrate();
    const counts = {
      in_source: 0,
      copied: 0,
      already_there: 0,
      elsewhere: 0,
      refused: 0,
      left_meanwhile: 0,
      here: 0,
    };
    expect(first.report).toEqual({
      ...{ email: an.email, from: `${USER}@127.0.0.1`, whole: false, stopped: null, more_refused: 0 },
      folders: [
        { ...counts, folder: 'INBOX', to: 'INBOX', in_source: 7, copied: 6, refused: 1, here: 6 },
        { ...counts, folder: 'Gửi đi 2024', to: 'Sent', in_source: 1, copied: 1, here: 1 },
        { ...counts, folder: 'Thùng rác', to: 'Trash', in_source: 1, copied: 1, here: 1 },
        {
          ...counts,
          folder: 'Khách hàng/Minh Phát',
          to: 'Khách hàng/Minh Phát',
          in_source: 1,
          copied: 1,
          here: 1,
        },
        { ...counts, folder: 'Trống', to: 'Trống' },
        { ...counts, folder: 'Mọi thư', to: 'Archive', in_source: 2, copied: 1, elsewhere: 1, here: 1 },
      ],
      refused: [{ folder: 'INBOX', uid: 7, reason: 'It has 2 MB; a message may have 1 MB' }],
    });
    expect(first.code).toBe(1);
    const inbox = await mailIn(an, 'INBOX');
    expect(inbox.filter(({ subject }) => subject === 'Hai lần')).toHaveLength(2);
    expect(inbox.find(({ subject }) => subject === 'Báo giá')).toMatchObject({
      ...{ unread: false, answered: true, starred: false },
      received_at: YEAR_2020 + 120,
    });
    expect(inbox.find(({ subject }) => subject === 'Hợp đồng')).toMatchObject({
      unread: false,
      starred: true,
    });
    expect(inbox.find(({ subject }) => subject === 'Chưa đọc')).toMatchObject({ unread: true });
    expect(await mailIn(an, 'Sent')).toMatchObject([{ subject: 'Đã gửi' }]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
    // Old mail causes no notifications.
    const { db } = server.context;
    const kinds = await db
      .selectFrom('changes')
      .select('kind')
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    expect(kinds.map(({ kind }) => kind)).not.toContain('new_mail');
    // The twins share a Message-ID, so they form one conversation.
    expect((await an.client.listThreads({ query: { in: 'INBOX' } })).data).toHaveLength(5);

    // A message permanently deleted here does not come back, nor does one that was moved or renumbered there.
    await removeSubject('Chưa đọc');
    await elsewhere.move('INBOX', 'Khách hàng/Minh Phát', 'Báo giá');
    await elsewhere.renumber('Gửi đi 2024');
    await elsewhere.put('INBOX', [mail('Mới đến')]);
    const second = await migrate();
    const [inboxNow, sent, , below] = second.report.folders;
    expect(inboxNow).toMatchObject({ in_source: 7, copied: 1, already_there: 5, refused: 1, here: 5 });
    expect(sent).toMatchObject({ in_source: 1, copied: 0, already_there: 1 });
    expect(below).toMatchObject({ in_source: 2, copied: 0, already_there: 2 });
    expect((await mailIn(an, 'INBOX')).map(({ subject }) => subject).sort()).toEqual(
      ['', 'Báo giá', 'Hai lần', 'Hai lần', 'Hợp đồng', 'Mới đến'].sort(),
    );
    expect(await mailIn(an, 'Khách hàng/Minh Phát')).toHaveLength(1);

    // Killed after messages were stored, before they were remembered.
    await server.context.db.deleteFrom('moved_in_messages').where('mailbox_id', '=', an.mailbox).execute();
    await removeSubject('Mới đến');
    const third = await migrate();
    expect(third.report.folders[0]).toMatchObject({ copied: 2, already_there: 4, here: 6 });
    expect(await mailIn(an, 'INBOX')).toHaveLength(7);
  });

  test('says what keeps it from being whole, without the password', async () => {
    const wrong = await migrate({ password: 'sai' });
    expect(wrong).toMatchObject({
      code: 1,
      report: {
        whole: false,
        stopped: 'The server does not take this user and password: Authentication failed.',
      },
    });
    const small = await newPerson(server);
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ quota_mb: 1 }).where('id', '=', small.mailbox).execute();
    await db
      .updateTable('mailbox_state')
      .set({ used_bytes: 1024 * 1024 - 1200 })
      .where('mailbox_id', '=', small.mailbox)
      .execute();
    const list = `email;from;password\n${small.email};imap://${USER}@127.0.0.1:${elsewhere.port};"${PASSWORD.replaceAll('"', '""')}"\n`;
    const full = await migrate({ args: ['--csv', '-'], stdin: list });
    expect(full.text).toMatch(/^INBOX +INBOX +7 +(\d) +0 +0 +1 +0 +\1$/m);
    expect(full.text).toContain('stopped: The quota of the mailbox is reached');
    expect(full.text).toContain('0 of 1 mailboxes are whole.');
    expect(full.text + full.err).not.toContain('khẩu');
    expect((await mailIn(small, 'INBOX')).length).toBeGreaterThan(0);
    expect(await recount(db, small.mailbox)).toHaveLength(1);
  });
});
