import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { deleteUser, undeleteUser } from '../../admin/delete-user.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { mailboxRows } from '../../kernel/kernels.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';
import { undeletePerson } from './delete-person.ts';
import { claimPerson, deleteMailbox } from './purge-people.store.ts';
import { purgePeople } from './purge-people.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let binh: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
  binh = await newPerson(server);
});
afterAll(() => close());

const ALIAS = 'kinhdoanh.cu@saomai.example';
const owner = () => server.signIn(lanAnh.email);
const params = ({ mailbox }: NewPerson) => ({ params: { id: String(mailbox) } });

async function rcpt(address: string): Promise<number> {
  const port = server.running.smtpPort as number;
  const mail = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  await mail.command('MAIL FROM:<khach@elsewhere.example>');
  const { code } = await mail.command(`RCPT TO:<${address}>`);
  mail.end();
  return code;
}

async function send(from: NewPerson, to: string[]): Promise<void> {
  const { id } = await writeDraft(from, to);
  await from.client.sendMail({ body: { msg_id: id } });
}

/**
 * A person with mail to themselves and a colleague, an alias, a file, and a message waiting for another
 * server.
 */
async function somebody(): Promise<NewPerson> {
  const person = await newPerson(server);
  await (await owner()).addAlias({ ...params(person), body: { address: ALIAS } });
  await send(binh, [person.email]);
  trap.refuseRecipient(() => '451 4.7.1 Come again');
  await send(person, ['ban@elsewhere.example', binh.email]);
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  await person.client.createDriveFolder({ body: { name: 'Hợp đồng', parent_id: null } });
  return person;
}

async function rowsOf(mailboxId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column = 'mailbox_id' } of mailboxRows()) {
    const [row] = await readRows<{ count: number }>(
      server.context.db,
      sql`select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${mailboxId}`,
    );
    if (row && row.count > 0) counts[table] = row.count;
  }
  return counts;
}

test('AU-5 who is deleted is out at every door and nobody to other servers; brought back, nothing is missing', async () => {
  const an = await somebody();
  const { data } = await (await owner()).deletePerson(params(an));
  const now = Math.floor(server.clock.now() / 1000);
  expect(data).toMatchObject({ deleted_at: now, removed_at: now + 30 * 86_400, active: false });
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ status: 401 });
  const signIn = () => signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  await expect(signIn()).rejects.toMatchObject({ code: 'account_suspended' });
  expect([await rcpt(an.email), await rcpt(ALIAS)]).toEqual([550, 550]);
  // The failure of a message sent just before is reported to its sender.
  await send(binh, [an.email]);
  await server.clock.advance(3_600_000);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toEqual([]);

  // Their addresses stay reserved, and no other act is possible on them.
  const another = (await owner()).createPerson({ body: { email: an.email, fullname: 'Người khác' } });
  await expect(another).rejects.toMatchObject({ message: expect.stringContaining('was deleted, until 20') });
  await expect((await owner()).restorePerson(params(an))).rejects.toMatchObject({ code: 'invalid_input' });

  expect((await (await owner()).undeletePerson(params(an))).data).toMatchObject({
    deleted_at: null,
    active: true,
    suspended: [],
    aliases: [ALIAS],
  });
  const client = await signIn();
  expect(await mailIn({ ...an, client }, 'INBOX')).toHaveLength(1);
  expect(await rcpt(ALIAS)).toBe(250);
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to)).toEqual(['ban@elsewhere.example']);
  await (await owner()).removeAlias({ params: { id: String(an.mailbox), address: ALIAS } });
});

test('AU-5 after the time of grace all that was theirs goes, and nothing of others; begun twice it is done once', async () => {
  const an = await somebody();
  const said: string[] = [];
  const input = {
    context: server.context,
    args: [an.email],
    out: { write: (text: string) => said.push(text) },
  };
  await deleteUser.run(input as unknown as Parameters<typeof deleteUser.run>[0]);
  expect(said.join('')).toContain("'user undelete' brings them back within 30 days");
  const signal = new AbortController().signal;
  await purgePeople(server.context, signal);
  expect(await rowsOf(an.mailbox)).toMatchObject({ messages: 2 });
  const before = await mailIn(binh, 'INBOX');
  const others = await rowsOf(binh.mailbox);

  const { db } = server.context;
  const now = Math.floor(server.clock.now() / 1000);
  await sql`update mailboxes set purge_at = ${now} where id = ${an.mailbox}`.execute(db);
  await expect(
    undeleteUser.run(input as unknown as Parameters<typeof undeleteUser.run>[0]),
  ).rejects.toMatchObject({ code: 'not_found' });
  await Promise.all([purgePeople(server.context, signal), purgePeople(server.context, signal)]);
  expect(await rowsOf(an.mailbox)).toEqual({});
  expect(await mailIn(binh, 'INBOX')).toEqual(before);
  expect(await rowsOf(binh.mailbox)).toEqual(others);
  const [waiting] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from orphaned_blobs`,
  );
  expect(waiting?.count).toBeGreaterThan(0);
  // The address is free, and the log still shows whose it was.
  await (await owner()).createPerson({ body: { email: an.email, fullname: 'Người mới' } });
  const { data } = await (await owner()).listAuditLog({ query: {} });
  expect(data.filter(({ person }) => person === an.email).map(({ act }) => act)).toEqual([
    'password_link_made',
    'created',
    'purged',
    'deleted',
    'alias_added',
    'created',
  ]);
});

test('AU-5 who is brought back is not removed, nor brought back once begun; one in the way holds up nobody', async () => {
  const [back, stuck, next] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  const { db, clock } = server.context;
  const now = Math.floor(clock.now() / 1000);
  for (const [at, each] of [back, stuck, next].entries()) {
    await (await owner()).deletePerson(params(each));
    await sql`
      update mailboxes set deleted_at = ${now - 86_400}, purge_at = ${now - 10 + at} where id = ${each.mailbox}`.execute(
      db,
    );
  }
  // Another machine with a slow clock: the first to lock the person wins.
  const behind = { ...server.context, clock: { ...clock, now: () => clock.now() - 60_000 } };
  await undeletePerson(behind, back.mailbox, commandLine());
  expect(await inTransaction(db, (tx) => claimPerson(tx, back.mailbox, now))).toBe(false);
  expect(await inTransaction(db, (tx) => deleteMailbox(tx, back.mailbox))).toBe(false);
  expect(await inTransaction(db, (tx) => claimPerson(tx, stuck.mailbox, now))).toBe(true);
  await expect(undeletePerson(behind, stuck.mailbox, commandLine())).rejects.toMatchObject({
    code: 'not_found',
  });

  await sql`create table in_the_way (mailbox bigint references mailboxes (id))`.execute(db);
  await sql`insert into in_the_way values (${stuck.mailbox})`.execute(db);
  const signal = new AbortController().signal;
  await expect(purgePeople(server.context, signal)).rejects.toThrow('1 deleted people');
  expect(await rowsOf(next.mailbox)).toEqual({});
  await sql`drop table in_the_way`.execute(db);
  await purgePeople(server.context, signal);
  expect(await rowsOf(stuck.mailbox)).toEqual({});
  expect(await rowsOf(back.mailbox)).not.toEqual({});
});
