import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToken } from '../../admin/token.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { moveMessages, removeMessages } from '../../mail/messages/move-messages.ts';
import { openBackup } from '../../platform/backups/backup-folder.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreMail } from './restore-mail.ts';

let server: TestServer;
let dir: string;
let an: NewPerson;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-restore-'));
  server = await startTestServer({ env: { BACKUP_DIR: dir } });
  an = await newPerson(server);
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

async function restore(folder: string | null) {
  const backup = await openBackup(dir);
  const whose = { id: an.mailbox, email: an.email };
  return restoreMail(server.context, an.mailbox, { dir, backup, whose, folder });
}

const change = (work: Parameters<typeof changeMailbox>[2]) => changeMailbox(server.context, an.mailbox, work);

test('a folder or a mailbox in use gets back what is missing, once, with its marks', async () => {
  const { context } = server;
  const { data: folder } = await an.client.createFolder({ body: { name: 'Dự án\\2026' } });
  const { data: below } = await an.client.createFolder({
    body: { name: 'Ảnh', display_name: 'Dự án\\2026/Ảnh' },
  });
  const file = (subject: string, more: Parameters<typeof fileMail>[2] = {}) =>
    fileMail(context, an.mailbox, { subject, text: `Nội dung\t${subject}`, folder: folder.id, ...more });
  const starred = await file('Có sao', { starred: true, unread: false, answered: true });
  const forged = await file('Giả mạo', { spoofed: true });
  const picture = await file('Ảnh', { folder: below.id });
  const moved = await file('Đã chuyển');
  const trashed = await file('Trong thùng rác');
  const arrived = await file('Đến lại');
  const inInbox = await file('Trong hộp thư', { folder: 'INBOX' });
  await writeDraft(an, []);
  await makeBackup(context, dir, () => undefined);

  await change(async (given) => {
    await moveMessages(given, { messageIds: [moved], from: null, to: given.folders.INBOX });
    await moveMessages(given, { messageIds: [trashed], from: null, to: given.folders.Trash });
    await removeMessages(given, [starred, forged, picture, arrived, inInbox]);
  });
  await an.client.deleteFolder({ params: { id: below.id } });
  // The same bytes in the same folder, as another message.
  await file('Đến lại');

  expect(await restore('dự án\\2026')).toEqual({
    ...{ restored: 3, known: 3, putBack: 1, inTrash: 0, drafts: 0 },
    problems: [],
  });
  const back = await mailIn(an, 'Dự án\\2026');
  expect(back.map(({ subject }) => subject).sort()).toEqual(
    ['Có sao', '**SPOOF** Giả mạo', 'Trong thùng rác', 'Đến lại'].sort(),
  );
  expect(back.find(({ subject }) => subject === 'Có sao')).toMatchObject({
    unread: false,
    starred: true,
    answered: true,
    body: expect.stringContaining('Nội dung'),
  });
  expect(await mailIn(an, 'Dự án\\2026/Ảnh')).toMatchObject([{ subject: 'Ảnh', unread: true }]);
  expect(await restore(null)).toMatchObject({ restored: 1, known: 6, putBack: 0, drafts: 1, problems: [] });
  expect(await restore(null)).toMatchObject({ restored: 0, known: 7 });
  expect(await restore('Dự án\\2026')).toMatchObject({ restored: 0, known: 6, putBack: 0 });
  expect(await recount(context.db, an.mailbox)).toEqual([]);
  await expect(restore('Không có')).rejects.toThrow("has no folder 'Không có' of this mailbox");
  const asked = { dir, backup: await openBackup(dir), folder: null };
  for (const whose of [{ email: 'ai@saomai.example' }, { id: an.mailbox, email: 'ai@saomai.example' }])
    await expect(restoreMail(context, an.mailbox, { ...asked, whose })).rejects.toThrow(
      'has no mailbox ai@saomai.example',
    );
});

test('AU-2 a provider finds a folder that was deleted in a backup, and restores it', async () => {
  const { context } = server;
  const person = await newPerson(server);
  const { data: folder } = await person.client.createFolder({ body: { name: 'Hồ sơ thầu' } });
  const mails = Array.from({ length: 3 }, (_, at) => ({ subject: `Thầu ${at}`, folder: folder.id }));
  const ids = await fileMails(context, person.mailbox, mails);
  const { name } = await makeBackup(context, dir, () => undefined);
  await changeMailbox(context, person.mailbox, (change) => removeMessages(change, ids));
  await person.client.deleteFolder({ params: { id: folder.id } });

  const provider = await tokenOf('--name', 'khôi phục', '--scope', 'mail:read,mail:write');
  const whose = `people/${person.mailbox}`;
  const restores = `${whose}/mail-restore`;
  const wanted = { backup: name, folder: 'Hồ sơ thầu' };
  const ofDomain = await tokenOf(
    '--name',
    'x',
    '--scope',
    'mail:read,mail:write',
    '--domain',
    'saomai.example',
  );
  expect(await call(ofDomain, 'backups')).toMatchObject({ status: 403 });
  expect(await call(ofDomain, restores, wanted)).toMatchObject({ status: 403 });
  expect((await call(provider, 'backups')).data).toContainEqual({ name, at: expect.any(Number) });
  const { data: folders } = await call(provider, `${whose}/backup-folders?backup=${name}`);
  expect(folders).toContainEqual({ path: 'Hồ sơ thầu', role: null, is_there: false });
  expect(folders).toContainEqual({ path: 'INBOX', role: 'INBOX', is_there: true });
  expect(folders).not.toContainEqual(expect.objectContaining({ path: 'Starred' }));
  const unknown = '20200101T000000Z';
  expect(await call(provider, restores, { ...wanted, backup: unknown })).toMatchObject({ status: 404 });
  expect(await call(provider, `${whose}/backup-folders?backup=${unknown}`)).toMatchObject({ status: 404 });
  expect(await call(provider, 'people/999999999/mail-restore')).toMatchObject({ status: 404 });
  expect(await call(provider, restores)).toMatchObject({ status: 200, data: null });

  expect(await call(provider, restores, wanted)).toMatchObject({ data: { ...wanted, state: 'waiting' } });
  expect(await call(provider, restores, wanted)).toMatchObject({ status: 409 });
  await runJobsUntilIdle(context);
  expect((await call(provider, restores)).data).toMatchObject({
    ...wanted,
    ...{ state: 'done', seen: 3, restored: 3, put_back: 0, unreadable: 0, ended_at: expect.any(Number) },
  });
  const back = await mailIn(person, 'Hồ sơ thầu');
  expect(back.map(({ subject }) => subject).sort()).toEqual(mails.map(({ subject }) => subject));
  const recorded = await context.db
    .selectFrom('audit_log')
    .select(['actor', 'person', 'after'])
    .where('act', '=', 'mail_restored')
    .execute();
  expect(recorded).toEqual([{ actor: 'khôi phục', person: person.email, after: `Hồ sơ thầu (${name})` }]);
  // The job of a restore that died in its last attempt is gone, which must not block another one.
  await context.db
    .updateTable('mail_restores')
    .set({ state: 'running', ended_at: null })
    .where('mailbox_id', '=', person.mailbox)
    .execute();
  expect((await call(provider, restores)).data).toMatchObject({ state: 'failed' });
  // Nothing is missing now.
  expect(await call(provider, restores, wanted)).toMatchObject({ data: { state: 'waiting' } });
  await runJobsUntilIdle(context);
  expect((await call(provider, restores)).data).toMatchObject({ state: 'done', seen: 3, restored: 0 });
});

test('a folder that the backup lacks is not restored, and a folder of backups that is away is no error', async () => {
  const { context } = server;
  const { name } = await makeBackup(context, dir, () => undefined);
  const provider = await tokenOf('--name', 'thiếu', '--scope', 'mail:read,mail:write');
  const restores = `people/${an.mailbox}/mail-restore`;
  const wanted = { backup: name, folder: 'Không có' };
  expect(await call(provider, restores, wanted)).toMatchObject({ status: 200 });
  expect(await runJobsUntilIdle(context)).toEqual(['restore_folder']);
  expect((await call(provider, restores)).data).toMatchObject({ state: 'failed', restored: 0 });

  await rename(dir, `${dir}-away`);
  expect(await call(provider, 'backups')).toMatchObject({ status: 200, data: [] });
  expect(await call(provider, restores, wanted)).toMatchObject({ status: 404 });
  expect(await call(provider, `people/${an.mailbox}/backup-folders?backup=${name}`)).toMatchObject({
    status: 404,
  });
  await rename(`${dir}-away`, dir);
  await rm(join(dir, name, 'folders.copy.zst'));
  expect(await call(provider, `people/${an.mailbox}/backup-folders?backup=${name}`)).toMatchObject({
    status: 404,
  });
  await rm(join(dir, name), { recursive: true });
});

test('whose address another person had when a backup was made finds none of their folders, but by it alone in one of another installation', async () => {
  const [before, now] = [await newPerson(server), await newPerson(server)];
  await before.client.createFolder({ body: { name: 'Riêng tư' } });
  const { name } = await makeBackup(server.context, dir, () => undefined);
  const { db } = server.context;
  await db
    .updateTable('mailboxes')
    .set({ email: `cu-${before.email}` })
    .where('id', '=', before.mailbox)
    .execute();
  await db.updateTable('mailboxes').set({ email: before.email }).where('id', '=', now.mailbox).execute();

  const provider = await tokenOf('--name', 'đổi địa chỉ', '--scope', 'mail:read,mail:write');
  const foldersOf = async (mailbox: number) => {
    const { data } = await call(provider, `people/${mailbox}/backup-folders?backup=${name}`);
    return (data as { path: string }[]).map(({ path }) => path);
  };
  expect(await foldersOf(now.mailbox)).not.toContain('Riêng tư');
  expect(await foldersOf(before.mailbox)).toContain('Riêng tư');
  const later = await newPerson(server);
  expect(await foldersOf(later.mailbox)).toEqual([]);

  // Its mailbox numbers belong to other people.
  await db.updateTable('installation').set({ id: randomUUID() }).execute();
  expect(await foldersOf(now.mailbox)).toContain('Riêng tư');
  expect(await foldersOf(before.mailbox)).toEqual([]);
  const restores = `people/${before.mailbox}/mail-restore`;
  await call(provider, restores, { backup: name, folder: 'Riêng tư' });
  await runJobsUntilIdle(server.context);
  expect((await call(provider, restores)).data).toMatchObject({ state: 'failed', seen: 0 });
});

async function tokenOf(...args: string[]): Promise<string> {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  await addToken.run({ context: server.context, args, out, err: { write: () => '' } });
  return told.trim();
}

async function call(token: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }> {
  const answer = await fetch(`${server.baseUrl}/api/admin/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data };
}
