import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { readPersonForUpdate } from './accounts.store.ts';

const PASSWORD = 'chim bồ câu bay';
const STRANGER = 'khach@minhphat.example';

let server: TestServer;
let heir: NewPerson;
let colleague: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  heir = await newPerson(server);
  colleague = await newPerson(server);
});
afterAll(() => server.close());

const owner = () => server.signIn(lanAnh.email);
const params = ({ mailbox }: NewPerson) => ({ params: { id: String(mailbox) } });
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

/**
 * A person who shares a folder with colleagues for writing and by an outside link, and has something in the
 * trash.
 */
async function leaver() {
  const person = await newPerson(server);
  const { client } = person;
  const folder = (await client.createDriveFolder({ body: { name: 'Khách hàng' } })).data.id;
  const upload = async (name: string) => {
    const form = new FormData();
    form.append('parent_id', folder);
    form.append('file', new Blob([`nội dung ${name}`], { type: 'text/plain' }), name);
    return (await client.uploadDriveFile({ form })).data[0]?.id as string;
  };
  const [file, old] = [await upload('báo giá.txt'), await upload('cũ.txt')];
  await client.trashDriveFiles({ body: { ids: [old] } });
  const share = { ids: [folder], permission: 'WRITE' as const };
  await client.createShares({ body: { ...share, share_withs: [colleague.email, heir.email] } });
  const outside = { ...share, share_withs: [STRANGER], password: PASSWORD };
  const link = (await client.createShares({ body: outside })).data[0]?.link as string;
  return { person, folder, file, old, link };
}

async function opensLink(link: string): Promise<boolean> {
  const path = new URL(link).pathname;
  const body = new URLSearchParams({ password: PASSWORD });
  const at = `${server.baseUrl}${path}/open`;
  const answer = await fetch(at, { method: 'POST', redirect: 'manual', body });
  return answer.headers.getSetCookie().length > 0;
}

async function noticesOf({ mailbox }: NewPerson): Promise<string[]> {
  const messages = server.context.db.selectFrom('messages').select('subject');
  return (await messages.where('mailbox_id', '=', mailbox).execute()).map(({ subject }) => subject);
}

const sees = (who: NewPerson, id: string) =>
  who.client.getDriveFile({ params: { id } }).then(
    ({ data }) => data.prop.permission,
    (error: { code: string }) => error.code,
  );

test('SH-9 AU-5 while somebody may not sign in colleagues read what they shared, and links open nothing', async () => {
  const { person, folder, file, link } = await leaver();
  const other = await newPerson(server, { domain: 'bienxanh.example' });
  expect([await sees(colleague, file), await opensLink(link)]).toEqual(['WRITE', true]);
  await (await owner()).suspendPerson(params(person));
  expect(await sees(colleague, file)).toBe('READ');
  const mine = (await colleague.client.listSharedWithMe({ query: {} })).data;
  expect(mine.find(({ id }) => id === folder)?.prop.permission).toBe('READ');
  const rename = { params: { id: file }, body: { name: 'x.txt' } };
  await expect(colleague.client.renameDriveFile(rename)).rejects.toEqual(refused(403, 'file_not_owned'));
  expect([await sees(other, file), await opensLink(link)]).toEqual(['file_not_found', false]);
  await (await owner()).restorePerson(params(person));
  expect([await sees(colleague, file), await opensLink(link)]).toEqual(['WRITE', true]);
  await (await owner()).deletePerson(params(person));
  expect([await sees(colleague, file), await opensLink(link)]).toEqual(['file_not_found', false]);
});

test.each(['suspended', 'deleted'] as const)(
  'SH-9 AU-5 the drive of who is %s goes to a colleague with its shares, and stands in the audit of both',
  async (how) => {
    const { person, folder, file, old, link } = await leaver();
    const client = await owner();
    await (how === 'deleted' ? client.deletePerson(params(person)) : client.suspendPerson(params(person)));
    const before = (await heir.client.getDriveUsage({})).data.used_bytes;
    await client.handOverDrive({ ...params(person), body: { heir: heir.email } });

    const { data: top } = await heir.client.listDriveFiles({ query: {} });
    const root = top.find(({ name }) => name.includes(person.email));
    const { data } = await heir.client.getDriveFile({ params: { id: file } });
    expect(data.display_name).toBe(`/${root?.name}/Khách hàng/báo giá.txt`);
    expect(data.prop.permission).toBe('OWNER');
    const bytes = await fetch(server.baseUrl + data.href, {
      headers: { [SESSION_HEADER]: heir.client.token },
    });
    expect(await bytes.text()).toBe('nội dung báo giá.txt');
    expect((await heir.client.getDriveUsage({})).data.used_bytes).toBeGreaterThan(before);
    const { data: trash } = await heir.client.listDriveTrash({ query: {} });
    expect(trash.map(({ id }) => id)).toContain(old);
    const { data: found } = await heir.client.searchDrive({ query: { display_name: 'bao gia' } });
    expect(found.map(({ id }) => id)).toContain(file);

    // Colleagues keep their access; the outside link stays closed until an owner of the domain restores it.
    expect([await sees(colleague, file), await opensLink(link)]).toEqual(['WRITE', false]);
    const { data: shares } = await heir.client.listShares({ params: { id: folder } });
    const ended = shares.find((one) => one.link === link);
    expect(ended).toMatchObject({ state: 'revoked', revoked_by: 'domain' });
    const toHeir = { params: { id: ended?.id as string } };
    await expect(heir.client.restoreShare(toHeir)).rejects.toEqual(refused(409, 'not_undoable'));
    await client.restoreDomainLink({ params: { domain: 'saomai.example', id: ended?.id as string } });
    expect([await sees(colleague, file), await opensLink(link)]).toEqual(['WRITE', true]);
    await runJobsUntilIdle(server.context);
    expect(await noticesOf(heir)).toContain(`Bạn đã nhận kho tệp của ${person.email}`);
    // And the new owner may end it.
    for (const { id } of shares) await heir.client.revokeShare({ params: { id } });
    expect([await sees(colleague, file), await opensLink(link)]).toEqual(['file_not_found', false]);
    expect((await heir.client.listSharedWithMe({ query: {} })).data.map(({ id }) => id)).not.toContain(
      folder,
    );

    for (const { mailbox } of [person, heir]) {
      expect(await recountDrive(server.context.db, mailbox)).toEqual([]);
    }
    const { data: log } = await client.listAuditLog({ query: {} });
    expect(log).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: 'drive_handed_over', person: person.email, after: heir.email }),
        expect.objectContaining({ act: 'drive_received', person: heir.email, after: person.email }),
      ]),
    );
  },
);

test('SH-9 AU-5 a share with colleagues and outside at once stays with the colleagues alone', async () => {
  const { person } = await leaver();
  const mixed = (await person.client.createDriveFolder({ body: { name: 'Chung' } })).data.id;
  const withs = { ids: [mixed], share_withs: [colleague.email, STRANGER], password: PASSWORD };
  const [share] = (await person.client.createShares({ body: { ...withs, permission: 'READ' } })).data;
  const link = share?.link as string;
  const client = await owner();
  await client.suspendPerson(params(person));
  await client.handOverDrive({ ...params(person), body: { heir: heir.email } });
  expect([await sees(colleague, mixed), await opensLink(link)]).toEqual(['READ', false]);
  const { data: shares } = await heir.client.listShares({ params: { id: mixed } });
  expect(shares.map(({ state, share_withs }) => [state, share_withs.map(({ email }) => email)])).toEqual(
    expect.arrayContaining([
      ['active', [colleague.email]],
      ['revoked', [STRANGER]],
    ]),
  );
});

test('SH-9 the links of who may sign in stay open, and the heir is told how many lead outside', async () => {
  const { person, link } = await leaver();
  const taker = await newPerson(server);
  await (await owner()).handOverDrive({ ...params(person), body: { heir: taker.email } });
  expect(await opensLink(link)).toBe(true);
  await runJobsUntilIdle(server.context);
  const { data: threads } = await taker.client.listThreads({ query: { in: 'INBOX' } });
  expect(threads.map(({ subject, snippet }) => [subject, snippet])).toEqual([
    [`Bạn đã nhận kho tệp của ${person.email}`, expect.stringContaining('1 liên kết')],
  ]);
});

test('AU-5 where a domain is limited, what goes past the heir’s quota by an owner goes from the giver’s', async () => {
  const { person } = await leaver();
  const taker = await newPerson(server);
  const { db } = server.context;
  const MB = 1024 * 1024;
  await db
    .updateTable('drive_state')
    .set({ used_bytes: 30 * MB })
    .where('mailbox_id', '=', person.mailbox)
    .execute();
  await db.updateTable('mailboxes').set({ drive_quota_mb: 100 }).where('id', '=', person.mailbox).execute();
  await db.updateTable('mailboxes').set({ drive_quota_mb: 10 }).where('id', '=', taker.mailbox).execute();
  const domain = db.updateTable('domains').where('name', '=', 'saomai.example');
  await domain.set({ storage_mb: 1_000_000 }).execute();
  await (await owner()).handOverDrive({ ...params(person), body: { heir: taker.email } });
  await domain.set({ storage_mb: null }).execute();
  const quotas = db
    .selectFrom('mailboxes')
    .select(['id', 'drive_quota_mb as quota'])
    .where('id', 'in', [person.mailbox, taker.mailbox])
    .orderBy('id');
  expect(await quotas.execute()).toEqual([
    { id: person.mailbox, quota: 80 },
    { id: taker.mailbox, quota: 10 },
  ]);
});

test.each(['waits for its job', 'is gone'])(
  'SH-9 of a drive with a folder that was deleted for good and %s, the heir has the trash alone',
  async (how) => {
    const { person, folder, old } = await leaver();
    const taker = await newPerson(server);
    await person.client.trashDriveFiles({ body: { ids: [folder] } });
    await person.client.deleteDriveFiles({ body: { ids: [folder] } });
    if (how === 'is gone') await runJobsUntilIdle(server.context);
    await (await owner()).handOverDrive({ ...params(person), body: { heir: taker.email } });
    await runJobsUntilIdle(server.context);
    const { data: trash } = await taker.client.listDriveTrash({ query: {} });
    expect(trash.map(({ id }) => id)).toEqual([old]);
    const { data: usage } = await taker.client.getDriveUsage({});
    expect(usage.used_bytes).toBe(Buffer.byteLength('nội dung cũ.txt'));
    for (const { mailbox } of [person, taker]) {
      expect(await recountDrive(server.context.db, mailbox)).toEqual([]);
    }
  },
);

test('SH-9 whoever hands a drive over keeps no mail of the two from coming in', async () => {
  const { db } = server.context;
  await inTransaction(db, async (tx) => {
    await readPersonForUpdate(tx, heir.mailbox);
    // As every row that references the mailbox does.
    const refer = sql`select from mailboxes where id = ${heir.mailbox} for key share nowait`;
    await inTransaction(db, (other) => refer.execute(other));
  });
});

test('SH-9 an upload that is not finished ends with the hand-over, its room is free, and who lives is told', async () => {
  const { person } = await leaver();
  const begun = await fetch(`${server.baseUrl}/storage/v1/uploads`, {
    method: 'POST',
    headers: {
      [SESSION_HEADER]: person.client.token,
      'tus-resumable': '1.0.0',
      'upload-length': '5000',
      'upload-metadata': `filename ${Buffer.from('dở.bin').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: 'abc',
  });
  expect(begun.status).toBe(201);
  await (await owner()).handOverDrive({ ...params(person), body: { heir: heir.email } });
  const state = await server.context.db
    .selectFrom('drive_state')
    .select(['reserved_bytes', 'used_bytes'])
    .where('mailbox_id', '=', person.mailbox)
    .executeTakeFirst();
  expect(state).toEqual({ reserved_bytes: 0, used_bytes: 0 });
  expect(await recountDrive(server.context.db, person.mailbox)).toEqual([]);
  await runJobsUntilIdle(server.context);
  const told = await server.context.db
    .selectFrom('messages')
    .select('subject')
    .where('mailbox_id', '=', person.mailbox)
    .execute();
  expect(told).toEqual([{ subject: 'Kho tệp của bạn đã được giao cho đồng nghiệp' }]);
});

test('SH-9 a drive goes to nobody of another domain, without a drive or suspended, and only owners give it', async () => {
  const { person, file } = await leaver();
  const client = await owner();
  const other = await newPerson(server, { domain: 'bienxanh.example' });
  const away = await newPerson(server);
  await client.suspendPerson(params(away));
  const give = (to: string) => client.handOverDrive({ ...params(person), body: { heir: to } });
  for (const to of [other.email, away.email, person.email, 'khong-co@saomai.example']) {
    await expect(give(to)).rejects.toEqual(refused(400, 'invalid_input'));
  }
  await expect(client.handOverDrive({ ...params(other), body: { heir: heir.email } })).rejects.toEqual(
    refused(404, 'not_found'),
  );
  await expect(
    colleague.client.handOverDrive({ ...params(person), body: { heir: colleague.email } }),
  ).rejects.toEqual(refused(403, 'forbidden'));
  expect(await sees(person, file)).toBe('OWNER');
  await client.deletePerson(params(person));
  server.clock.pass(31 * 24 * 3_600_000);
  await expect(
    (await owner()).handOverDrive({ ...params(person), body: { heir: heir.email } }),
  ).rejects.toEqual(refused(404, 'not_found'));
});

test('CL-350 a colleague who is only checked is refused as in the act, and keeps the drive they have', async () => {
  const { person, file } = await leaver();
  const client = await owner();
  const check = (to: { email: string }) =>
    client.checkHeir({ ...params(person), body: { heir: to.email, gets: 'drive' } });
  await check(heir);
  await expect(check(person)).rejects.toEqual(refused(400, 'invalid_input'));
  expect((await person.client.getDriveFile({ params: { id: file } })).data.id).toBe(file);
});

test('a copy under way ends when the drive is handed over, and lies in the trash of who gets it', async () => {
  const { person, folder } = await leaver();
  const next = await newPerson(server);
  await person.client.startDriveCopy({ body: { ids: [folder], parent_id: null } });
  await (await owner()).suspendPerson(params(person));
  await (await owner()).handOverDrive({ ...params(person), body: { heir: next.email } });
  const { data: trash } = await next.client.listDriveTrash({ query: {} });
  expect(trash.map(({ name }) => name)).toContain('Khách hàng');
  await runJobsUntilIdle(server.context);
  for (const { mailbox } of [person, next]) {
    expect(await recountDrive(server.context.db, mailbox)).toEqual([]);
  }
});
