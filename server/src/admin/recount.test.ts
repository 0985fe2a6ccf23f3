import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recount } from '../mail/mailbox/recount.ts';
import { fileMails } from '../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import type { Command } from './command.ts';
import { recountCommand } from './recount.ts';
import { refile } from './refile.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
  await fileMails(server.context, an.mailbox, [
    { subject: 'Báo giá', messageId: 'a@x.example', unread: true, starred: true },
    { subject: 'Re: Báo giá', inReplyTo: 'a@x.example', references: ['a@x.example'] },
    { subject: 'Hợp đồng' },
  ]);
});
afterAll(() => server.close());

async function admin(command: Command, ...args: string[]): Promise<{ code: number; told: string }> {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await command.run({ context: server.context, args, out, err: { write: () => '' } });
  return { code, told };
}

test('a recount says what differs, and writes it right where it is asked to', async () => {
  const { db } = server.context;
  const agree = 'Counts of 1 mailboxes agree with their rows.\n';
  expect(await admin(recountCommand, an.email)).toEqual({ code: 0, told: agree });
  await sql`update folders set unread_threads = 7 where mailbox_id = ${an.mailbox} and role = 'INBOX'`.execute(
    db,
  );
  await sql`insert into drive_state (mailbox_id, used_bytes, reserved_bytes) values (${an.mailbox}, 5, 7)
    on conflict (mailbox_id) do update set used_bytes = 5, reserved_bytes = 7`.execute(db);
  const found = await admin(recountCommand, an.email);
  expect(found.code).toBe(1);
  expect(found.told).toContain(`${an.email}: folder INBOX says 2 threads and 7 unread`);
  expect(found.told).toContain('drive: used bytes');
  expect(found.told).toContain('1 of 1 mailboxes differ; --repair writes them right.');

  const repaired = await admin(recountCommand, '--domain', an.email.split('@')[1] as string, '--repair');
  expect(repaired.code).toBe(0);
  expect(repaired.told).toContain('Repaired 1 of 1 mailboxes that differed.');
  expect(await admin(recountCommand, an.email)).toEqual({ code: 0, told: agree });
  await expect(admin(recountCommand, an.email, '--all')).rejects.toThrow(
    'Either EMAIL, --domain NAME or --all',
  );
  await expect(admin(recountCommand, '--domain', 'xa.example')).rejects.toThrow(
    'There is no domain xa.example',
  );
});

test('what lies in no folder or thread is put where people see it, once', async () => {
  const { db } = server.context;
  const none = { code: 0, told: 'All messages of 1 mailboxes have their folder and thread.\n' };
  expect(await admin(refile, an.email)).toEqual(none);
  await sql`update messages set folder_id = gen_random_uuid()
    where mailbox_id = ${an.mailbox} and subject = 'Hợp đồng'`.execute(db);
  await sql`delete from threads t using messages m where t.mailbox_id = ${an.mailbox} and m.mailbox_id = t.mailbox_id
    and m.thread_id = t.id and m.subject = 'Báo giá'`.execute(db);
  expect((await recount(db, an.mailbox)).join()).toMatch(/lacks its (thread|folder)/);
  // What cannot be moved stays, and is reported.
  await sql`create function stay() returns trigger language plpgsql as 'begin return null; end'`.execute(db);
  await sql`create trigger stay before update of folder_id on messages for each row execute function stay()`.execute(
    db,
  );
  expect(await admin(refile, an.email)).toEqual({
    code: 1,
    told: `${an.email}: made 1 threads anew.\n${an.email}: 1 messages could not be moved.\n`,
  });
  await sql`drop function stay cascade`.execute(db);
  expect(await admin(refile, an.email)).toEqual({
    code: 0,
    told: `${an.email}: put 1 messages into Thư tìm lại.\n`,
  });
  expect(await admin(refile, an.email)).toEqual(none);
  expect(await mailIn(an, 'Thư tìm lại')).toMatchObject([{ subject: 'Hợp đồng' }]);
  await admin(recountCommand, an.email, '--repair');
  expect(await recount(db, an.mailbox)).toEqual([]);

  // A message deleted before it could be moved is no problem.
  await sql`update messages set folder_id = gen_random_uuid()
    where mailbox_id = ${an.mailbox} and subject = 'Hợp đồng'`.execute(db);
  await sql`create function vanish() returns trigger language plpgsql
    as 'begin delete from messages where mailbox_id = old.mailbox_id and id = old.id; return null; end'`.execute(
    db,
  );
  await sql`create trigger vanish before update of folder_id on messages for each row execute function vanish()`.execute(
    db,
  );
  expect(await admin(refile, an.email)).toEqual(none);
  await sql`drop function vanish cascade`.execute(db);
});
