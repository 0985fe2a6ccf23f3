import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../features/administrators/audit.store.ts';
import { makeBackup } from '../features/backup/make-backup.ts';
import { listBackups } from '../platform/backups/backup-folder.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { fileMail } from '../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import type { Command } from './command.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { migrateMailbox } from './migrate-mailbox.ts';
import { restore } from './restore.ts';

const EMAIL = 'minh.tran@saomai.example';
const silent = { write: () => undefined };

let server: TestServer;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-audited-'));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

async function run(command: Command, ...args: string[]): Promise<number> {
  return command.run({ context: server.context, args, out: silent, err: silent });
}

/** The latest act, as the owner of the domain sees it. */
async function lastAct() {
  const { db } = server.context;
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', 'saomai.example')
    .executeTakeFirstOrThrow();
  const [latest] = await readAudit(db, { domainId: id }, { after: null, limit: 1 });
  return latest;
}

test('CL-292 restore of a mailbox says that it is mail alone, and how the rest comes back', async () => {
  const backups = join(dir, 'alone');
  await makeBackup(server.context, backups, () => undefined);
  const { config, pgConfig } = server.context;
  const given = { ...config, databaseUrl: databaseUrl(pgConfig), roles: new Set<never>() };
  let said = '';
  const out = { write: (text: string) => (said += text) };
  const args = ['--from', backups, '--mailbox', EMAIL];
  expect(await restore.runWithout(given, out, { args, err: silent })).toBe(0);
  expect(said).toMatch(/^Only mail is restored\. Contacts and calendars: .*export.*import/m);
});

test('export, import, migrate-mailbox and restore of a mailbox are written down before they begin', async () => {
  await fileMail(server.context, await server.mailboxId(EMAIL), { subject: 'Một' });
  const by = { by: 'command_line', actor: userInfo().username, to: EMAIL };

  await run(exportCommand, EMAIL, '--out', join(dir, 'out'));
  expect(await lastAct()).toMatchObject({ ...by, act: 'mail_exported', after: join(dir, 'out') });

  const file = join(dir, 'one.mbox');
  await writeFile(file, 'From a@x.example Thu Nov 20 01:00:00 2025\nSubject: Hai\n\nHai\n');
  await run(importCommand, EMAIL, '--mbox', file, '--folder', 'Cũ');
  expect(await lastAct()).toMatchObject({ ...by, act: 'mail_imported', before: file, after: 'Cũ' });

  const from = 'imaps://minh@127.0.0.1:1';
  // It fails at its first attempt, and would wait for the second.
  const clock = { ...server.clock, sleep: () => Promise.reject(new Error('cut off')) };
  const context = { ...server.context, clock };
  const args = [EMAIL, '--from', from];
  await expect(
    migrateMailbox.run({ context, args, out: silent, err: silent, stdin: Readable.from(['Mat-khau-1\n']) }),
  ).rejects.toThrow('cut off');
  expect(await lastAct()).toMatchObject({ ...by, act: 'mail_moved_in', before: 'imaps://minh@127.0.0.1' });

  const backups = join(dir, 'backups');
  await makeBackup(server.context, backups, () => undefined);
  const [name] = await listBackups(backups);
  const { config, pgConfig } = server.context;
  const given = { ...config, databaseUrl: databaseUrl(pgConfig), roles: new Set<never>() };
  const wanted = ['--from', backups, '--mailbox', EMAIL];
  expect(await restore.runWithout(given, silent, { args: wanted, err: silent })).toBe(0);
  expect(await lastAct()).toMatchObject({ ...by, act: 'mail_restored', after: name });
});
