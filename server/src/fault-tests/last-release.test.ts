import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../platform/db/migrate.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { migrateJobs } from '../platform/jobs/migrate-jobs.ts';
import { startChildServer } from '../test-kit/child-server.ts';
import { createEmptyDatabase } from '../test-kit/database.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import lastRelease from './last-release.json' with { type: 'json' };
import { addPeople, callRelease, deliverTo, startRelease } from './run-release.ts';
import { hasCommit, unpackRelease } from './unpack-release.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');
const PASSWORD = 'Mot-mat-khau-dai-2026';
const HUE = 'hue@saomai.example';
const LONG = 'long@saomai.example';

/**
 * The rule of docs/deploy.md: a migration keeps what the previous release needs. That release runs while its
 * tables are migrated, continues to serve, restarts after a crash, and runs next to the current one.
 */
test('the last release goes on with the migrated tables, starts on them again, and runs beside the present program', {
  timeout: 120_000,
}, async ({ skip }) => {
  const { commit } = lastRelease;
  skip(!(await hasCommit(commit)), `${commit} is not in this clone: its history was cut off`);
  const folder = await mkdtemp(join(fastFolder(), 'bocau-release-'));
  const database = await createEmptyDatabase();
  onTestFinished(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  await unpackRelease(commit, folder);
  const dataDir = join(folder, 'data');
  const env = { DATABASE_URL: databaseUrl(database.pgConfig), DATA_DIR: dataDir };
  const first = await startRelease(folder, env);
  onTestFinished(() => void first.child.kill('SIGKILL'));
  await addPeople(folder, env, [HUE, LONG], PASSWORD);
  const applied = await migrate(database.pgConfig, MIGRATIONS);
  await migrateJobs(database.pgConfig);
  await useMail(first.baseUrl, first.lmtpPort, 'trước');
  const killed = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await killed;
  expect(first.errors(), `with ${applied.join(', ') || 'no new migration'}`).toEqual([]);

  const [old, present] = await Promise.all([startRelease(folder, env), startChildServer({ dataDir, env })]);
  onTestFinished(() => void old.child.kill('SIGKILL'));
  onTestFinished(() => present.kill('SIGKILL'));
  const [byOld, byPresent] = await Promise.all([signIn(old.baseUrl, HUE), signIn(present.baseUrl, HUE)]);
  expect(await subjectsIn(byPresent, 'Inbox')).toEqual(['Thư đến trước']);
  expect(await subjectsIn(byPresent, 'Sent')).toEqual(['Thư đi trước']);
  await useMail(present.baseUrl, present.lmtpPort, 'sau');
  expect(await subjectsIn(byOld, 'Inbox')).toEqual(['Thư đến sau', 'Thư đến trước']);
  expect(await subjectsIn(byOld, 'Sent')).toEqual(['Thư đi sau', 'Thư đi trước']);
  await deliver(old.lmtpPort, 'Thư đến giữa');
  expect(await subjectsIn(byPresent, 'Inbox')).toContain('Thư đến giữa');
  old.child.kill('SIGTERM');
  const [code] = await once(old.child, 'exit');
  expect([code, old.errors()]).toEqual([0, []]);
  await present.stop();
});

type Call = Awaited<ReturnType<typeof callRelease>>;

const signIn = (baseUrl: string, email: string) => callRelease(baseUrl, { email, password: PASSWORD });

async function subjectsIn(call: Call, folder: string): Promise<string[]> {
  const threads = await call<{ subject: string }[]>('GET', `/api/v2/threads?in=${folder}&per_page=10`);
  return threads.map(({ subject }) => subject);
}

/**
 * Signs in, receives mail, lists it, writes a draft, saves and sends it to a colleague, and deletes another.
 */
async function useMail(baseUrl: string, lmtpPort: number, name: string): Promise<void> {
  const [hue, long] = await Promise.all([signIn(baseUrl, HUE), signIn(baseUrl, LONG)]);
  await deliver(lmtpPort, `Thư đến ${name}`);
  expect(await subjectsIn(hue, 'Inbox')).toContain(`Thư đến ${name}`);

  const draft = await hue<{ id: string }>('POST', '/api/v2/messages', {
    from: HUE,
    to: [{ email: LONG }],
    subject: `Thư đi ${name}`,
    body: '<p>Chào Long</p>',
  });
  await hue('PATCH', `/api/v2/messages/${draft.id}`, { body: '<p>Chào Long, hẹn mai gặp</p>' });
  await hue('POST', '/api/v2/send_mail', { msg_id: draft.id });
  const other = await hue<{ id: string }>('POST', '/api/v2/messages', { subject: 'Bỏ đi' });
  await hue('DELETE', `/api/v2/messages/${other.id}`);
  expect(await subjectsIn(hue, 'Sent')).toContain(`Thư đi ${name}`);
  // A job delivers it.
  await expect.poll(() => subjectsIn(long, 'Inbox'), { timeout: 20_000 }).toContain(`Thư đi ${name}`);
}

async function deliver(port: number, subject: string): Promise<void> {
  expect(await deliverTo(port, HUE, subject)).toEqual([250]);
}
