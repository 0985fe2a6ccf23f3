import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recount } from '../mail/mailbox/recount.ts';
import { systemClock } from '../platform/clock.ts';
import { endOf, startAdmin } from '../test-kit/start-admin.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';

const EMAIL = 'dung.le@saomai.example';
const MESSAGES = 1_000;

let server: TestServer;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-import-'));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

async function makeMaildir(): Promise<string> {
  const root = join(dir, 'Maildir');
  await mkdir(join(root, 'cur'), { recursive: true });
  for (let index = 0; index < MESSAGES; index += 1) {
    const reply = index % 3 === 0 ? '' : `In-Reply-To: <${index - (index % 3)}@kill.example>\r\n`;
    const path = join(root, 'cur', `${index}.host:2,S`);
    const subject = `${reply === '' ? '' : 'Re: '}Việc ${index - (index % 3)}`;
    await writeFile(
      path,
      `Message-ID: <${index}@kill.example>\r\nSubject: ${subject}\r\n${reply}\r\n${index}\r\n`,
    );
    const at = 1_700_000_000 + index * 60;
    await utimes(path, at, at);
  }
  return root;
}

async function count(mailboxId: number): Promise<number> {
  const { db } = server.context;
  const row = await db
    .selectFrom('messages')
    .select(db.fn.countAll<number>().as('messages'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return Number(row.messages);
}

test('an import that is killed again and again ends with every message once', async () => {
  const mailboxId = await server.mailboxId(EMAIL);
  const args = ['import', EMAIL, '--maildir', await makeMaildir()];
  let before = 0;
  for (let kills = 0; kills < 2; kills += 1) {
    const child = startAdmin(server, args);
    const ended = once(child, 'close');
    // Midway: some batches are stored, the next are in progress.
    while (child.exitCode === null && (await count(mailboxId)) === before) {
      await systemClock.sleep(5);
    }
    child.kill('SIGKILL');
    await ended;
    before = await count(mailboxId);
  }
  expect(before).toBeGreaterThan(0);
  const last = await endOf(startAdmin(server, args));
  expect(last.code).toBe(0);
  expect(last.out).toContain(`Imported ${MESSAGES - before} messages into ${EMAIL}`);
  expect(await count(mailboxId)).toBe(MESSAGES);
  expect(await recount(server.context.db, mailboxId)).toEqual([]);
  expect((await endOf(startAdmin(server, args))).out).toBe(
    `Imported 0 messages into ${EMAIL}, ${MESSAGES} were there already.\n`,
  );
});
