import type { Person } from '@bocau/contract/people.ts';
import { RESET_FRAGMENT } from '@bocau/contract/recovery.ts';
import { SOCKET_CLOSES } from '@bocau/contract/socket.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addUser } from '../../admin/add-user.ts';
import { addAlias, removeAlias } from '../../admin/alias.ts';
import { commandLine } from '../../admin/command-line-actor.ts';
import { setDomain } from '../../admin/set-domain.ts';
import { setUser } from '../../admin/set-user.ts';
import { dungLe, haPham, lanAnh, minhTran, namVo } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SignedInClient, signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { watchPlans } from '../../test-kit/watch-plans.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { changePerson } from './change-person.ts';

let server: TestServer;
let owner: SignedInClient;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail,jobs', SUBMISSION_PLAINTEXT_AUTH: 'loopback' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  // Each act that needs one has a fresh proof.
  owner = await server.signIn(lanAnh.email);
});

async function personOf(email: string): Promise<Person> {
  const { data } = await owner.listPeople({ query: { search: email } });
  const found = data.find((person) => person.email === email);
  if (!found) throw new Error(`${email} is not listed`);
  return found;
}

const params = ({ id }: { id: string }) => ({ params: { id } });
const idOf = ({ mailbox }: NewPerson) => String(mailbox);
const anHour = 3_600_000;
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

test('AU-5 an owner sees the people of the own domain, with no secret and nothing of their mail', async () => {
  const { data, meta } = await owner.listPeople({ query: {} });
  expect(data.map(({ email }) => email)).toEqual(
    [lanAnh, minhTran, haPham, dungLe].map(({ email }) => email).sort(),
  );
  expect(meta.next_cursor).toBeNull();
  expect(data.find(({ email }) => email === lanAnh.email)).toEqual({
    id: String(await server.mailboxId(lanAnh.email)),
    email: lanAnh.email,
    fullname: lanAnh.name,
    type: 'Owner',
    aliases: [],
    active: true,
    suspended: [],
    deleted_at: null,
    removed_at: null,
    enable_smtp: true,
    enable_recall: true,
    enable_drive: true,
    ...{ hidden: false, title: '', department: '', phone: '', manager: null },
    quota: lanAnh.quotaMb,
    drive_quota: expect.any(Number),
    used_quota: 0,
    sent: 0,
    two_step: false,
    last_sign_in_at: Math.floor(server.clock.now() / 1000),
    created_at: expect.any(Number),
  });
  expect(data.find(({ email }) => email === minhTran.email)).toMatchObject({
    aliases: minhTran.aliases,
    last_sign_in_at: null,
  });
});

test('AU-5 a page at a time in both orders, and found with and without accents, or by an alias', async () => {
  const emails: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = { limit: '2', ...(cursor ? { cursor } : {}) };
    const { data, meta } = await owner.listPeople({ query });
    emails.push(...data.map(({ email }) => email));
    cursor = meta.next_cursor;
    if (cursor === null) break;
  }
  expect(emails).toEqual([...emails].sort());
  expect(new Set(emails).size).toBe(4);
  const newest = await owner.listPeople({ query: { order: 'newest', limit: '2' } });
  const { data: older } = await owner.listPeople({
    query: { order: 'newest', cursor: newest.meta.next_cursor ?? '' },
  });
  expect(older.map(({ email }) => email)).not.toContain(newest.data[0]?.email);
  const search = async (text: string) =>
    (await owner.listPeople({ query: { search: text } })).data.map(({ email }) => email);
  expect(await search('Phạm Thu')).toEqual([haPham.email]);
  expect(await search('pham thu h')).toEqual([haPham.email]);
  expect(await search('DŨNG')).toEqual([dungLe.email]);
  expect(await search('ketoan@saomai.example')).toEqual([minhTran.email]);
  expect(await search('Võ Hoàng Nam')).toEqual([]);
  expect(await search('!!')).toEqual([]);
  for (const order of ['email', 'newest'] as const) {
    const cursor = order === 'email' ? (newest.meta.next_cursor ?? '') : 'abc';
    await expect(owner.listPeople({ query: { order, cursor } })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  }
});

test('AU-4 AU-7 only owners may, and a person of another domain is not there', async () => {
  const minh = await server.signIn(minhTran.email);
  const nam = await server.signIn(namVo.email);
  const ha = await personOf(haPham.email);
  const acts = [
    (client: SignedInClient) => client.changePerson({ ...params(ha), body: { fullname: 'Ai đó' } }),
    (client: SignedInClient) => client.makePasswordLink(params(ha)),
    (client: SignedInClient) => client.suspendPerson(params(ha)),
    (client: SignedInClient) => client.restorePerson(params(ha)),
    (client: SignedInClient) => client.signOutPerson(params(ha)),
    (client: SignedInClient) => client.addAlias({ ...params(ha), body: { address: 'x@bienxanh.example' } }),
    (client: SignedInClient) =>
      client.removeAlias({ params: { id: ha.id, address: 'sales@saomai.example' } }),
  ];
  for (const act of acts) {
    await expect(act(minh)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(act(nam)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(minh.listPeople({ query: {} })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(minh.listAuditLog({ query: {} })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await nam.listAuditLog({ query: {} })).data.filter(({ person }) => person === ha.email)).toEqual(
    [],
  );
  for (const id of ['0', '-1', '1.5', 'lan', '9'.repeat(16), '9'.repeat(40)]) {
    await expect(owner.suspendPerson({ params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await personOf(haPham.email)).toEqual(ha);
});

test('AU-4 AU-5 one person is shown by id or by any address of theirs, and to owners of other domains by neither', async () => {
  const minh = await personOf(minhTran.email);
  const [alias = ''] = minhTran.aliases;
  const shown = async (client: SignedInClient, id: string) =>
    (await client.showAnyPerson({ params: { id } })).data;
  const byId = await shown(owner, minh.id);
  expect(byId).toMatchObject(minh);
  for (const address of [minh.email, minh.email.toUpperCase(), alias]) {
    expect(await shown(owner, address)).toEqual(byId);
  }
  const nam = await server.signIn(namVo.email);
  for (const id of [minh.id, minh.email, alias]) {
    expect(await codeOf(shown(nam, id))).toBe('not_found');
  }
  expect(await codeOf(shown(await server.signIn(minhTran.email), minh.email))).toBe('forbidden');
  for (const address of ['@', 'khong-ai@saomai.example', `${'a'.repeat(238)}@saomai.example`]) {
    expect(await codeOf(shown(owner, address))).toBe('not_found');
  }
});

test('AU-5 name, quota and switches are changed at once, and written down with what they were', async () => {
  const an = await newPerson(server);
  const { data } = await owner.changePerson({
    params: { id: idOf(an) },
    body: { fullname: '  Phòng  Kinh doanh 2 ', quota: 77, enable_smtp: false, enable_recall: true },
  });
  expect(data).toMatchObject({ fullname: 'Phòng Kinh doanh 2', quota: 77, enable_smtp: false });
  expect((await an.client.getUserInfo({})).data).toMatchObject({
    fullname: 'Phòng Kinh doanh 2',
    enable_smtp: 0,
  });
  const seen = (await an.client.listOwnAuditLog({ query: {} })).data;
  expect(seen.map(({ act, before, after, actor }) => [act, before, after, actor])).toEqual([
    ['enable_smtp', 'true', 'false', lanAnh.email],
    ['quota', '1000', '77', lanAnh.email],
    ['fullname', expect.stringContaining('Người thứ'), 'Phòng Kinh doanh 2', lanAnh.email],
    ['created', null, 'member', null],
  ]);
  expect(seen[0]).toMatchObject({ person: an.email, from: '127.0.0.1' });
  const { data: ofDomain } = await owner.listAuditLog({ query: {} });
  expect(ofDomain.slice(0, 3)).toEqual(seen.slice(0, 3));
  for (const body of [{ fullname: '' }, { quota: 0 }, { quota: 1.5 }, { fullname: 'a\nb' }]) {
    await expect(owner.changePerson({ params: { id: idOf(an) }, body })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  }
});

test('AU-5 an owner switches the drive and its room, and two-step sign-in off for who lost the telephone', async () => {
  const an = await newPerson(server);
  const params = { id: idOf(an) };
  const { data } = await owner.changePerson({ params, body: { enable_drive: false, drive_quota: 77 } });
  expect(data).toMatchObject({ enable_drive: false, drive_quota: 77 });
  await sql`insert into second_steps (mailbox_id, totp_secret, since) values (${an.mailbox}, ${Buffer.from('x')}, 1)`.execute(
    server.context.db,
  );
  const off = await owner.changePerson({ params, body: { two_step: false } });
  expect(off.data.two_step).toBe(false);
  // They are signed out, and see it in their history.
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ code: 'session_required' });
  const log = (await owner.listAuditLog({ query: {} })).data.filter(({ person }) => person === an.email);
  expect(log.slice(0, 3).map(({ act, before, after }) => [act, before, after])).toEqual([
    ['two_step_off', null, null],
    ['enable_drive', 'true', 'false'],
    ['drive_quota', '10240', '77'],
  ]);
  const { rows } = await sql<{ kind: string }>`
    select * from security_events where mailbox_id = ${an.mailbox}`.execute(server.context.db);
  expect(JSON.stringify(rows)).toContain('two_step_off');
});

test('AU-5 aliases are of the own domain and of nobody else', async () => {
  const an = await newPerson(server);
  const add = (address: string) => owner.addAlias({ params: { id: idOf(an) }, body: { address } });
  expect((await add(' Kho@SaoMai.example')).data.aliases).toEqual(['kho@saomai.example']);
  await expect(add('kho@bienxanh.example')).rejects.toMatchObject({ code: 'invalid_input' });
  for (const taken of ['sales@saomai.example', lanAnh.email, 'kho@saomai.example']) {
    await expect(add(taken)).rejects.toMatchObject({ code: 'already_exists' });
  }
  const remove = (address: string) => owner.removeAlias({ params: { id: idOf(an), address } });
  await expect(remove(an.email)).rejects.toMatchObject({ code: 'not_found' });
  await expect(remove('sales@saomai.example')).rejects.toMatchObject({ code: 'not_found' });
  expect((await remove('kho@saomai.example')).data.aliases).toEqual([]);
});

test('AU-5 who is suspended is out at every door, reads why, and comes back by signing in', async () => {
  const an = await newPerson(server);
  const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
  await socket.next('hello');
  const port = server.running.submissionPort as number;
  const mail = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const signInToSend = async () => (await mail.command(`AUTH PLAIN ${plain(an.email)}`)).code;

  expect((await owner.suspendPerson({ params: { id: idOf(an) } })).data.active).toBe(false);
  expect((await socket.closed).code).toBe(SOCKET_CLOSES.session_required);
  const refused = { status: 401, code: 'account_suspended' };
  await expect(an.client.getUserInfo({})).rejects.toMatchObject(refused);
  const again = () => signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  await expect(again()).rejects.toMatchObject(refused);
  await expect(
    signedInClient(server.baseUrl, { email: an.email, password: 'Sai-mat-khau-1' }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await signInToSend()).toBe(525);

  expect((await owner.restorePerson({ params: { id: idOf(an) } })).data.active).toBe(true);
  // Former sessions stay closed.
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ code: 'session_required' });
  expect((await (await again()).listOwnAuditLog({ query: {} })).data.map(({ act }) => act)).toEqual([
    'restored',
    'suspended',
    'created',
  ]);
  expect(await signInToSend()).toBe(235);
  mail.end();
});

test('AU-5 who gets another main address stays signed in, and their programs too', async () => {
  const an = await newPerson(server);
  const { data: made } = await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
  const to = 'an.tran@saomai.example';
  const rename = (email: string, drop_old = false) =>
    owner.renamePerson({ params: { id: idOf(an) }, body: { email, drop_old } });
  expect((await rename(to)).data).toMatchObject({ email: to, aliases: [an.email] });
  const { data: user } = await an.client.getUserInfo({});
  expect(user).toMatchObject({ email: to, addresses: [to, an.email] });
  const port = server.running.submissionPort as number;
  const mail = () => connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const auth = async (email: string, password: string) => {
    const program = await mail();
    const { code } = await program.command(
      `AUTH PLAIN ${Buffer.from(`\0${email}\0${password}`).toString('base64')}`,
    );
    program.end();
    return code;
  };
  expect(await auth(an.email, made.password)).toBe(235);
  expect(await auth(to, made.password)).toBe(235);
  expect(await auth(to, lanAnh.password)).toBe(235);
  expect(await auth(an.email, lanAnh.password)).toBe(535);

  expect(await codeOf(rename(dungLe.email))).toBe('already_exists');
  expect(await codeOf(rename('an.tran@hoangha.example'))).toBe('invalid_input');
  expect((await rename(an.email, true)).data).toMatchObject({ email: an.email, aliases: [] });
  expect(await auth(to, made.password)).toBe(535);
  const { data: log } = await an.client.listOwnAuditLog({ query: {} });
  expect(log[0]).toMatchObject({ act: 'renamed', before: to, after: an.email });
});

test('AU-5 SE-3 the new main address writes as the old one did, which is kept while mail is to be sent from it', async () => {
  const an = await newPerson(server);
  const to = 'an.ky@saomai.example';
  const rename = (email: string, drop_old: boolean) =>
    owner.renamePerson({ params: { id: idOf(an) }, body: { email, drop_old } });
  const sender = { email: an.email, name: 'Phòng Kinh doanh' };
  await server.context.db
    .updateTable('addresses')
    .set({ sender_name: sender.name, default_sender: true })
    .where('address', '=', an.email)
    .execute();
  const { id } = await writeDraft(an, [lanAnh.email]);
  const at = Math.floor(server.clock.now() / 1000) + 7_200;
  await an.client.scheduleMail({ body: { msg_id: id, timestamp: at } });
  expect(await codeOf(rename(to, true))).toBe('invalid_input');
  expect((await rename(to, false)).data).toMatchObject({ email: to });
  const [first, second] = (await an.client.listSendAs({ query: {} })).data;
  expect([first, second]).toMatchObject([
    { email: to, name: sender.name, default: true },
    { email: an.email, default: false },
  ]);
});

test('AU-5 somebody new chooses a password by a link that no owner can use twice, and a forgotten one likewise', async () => {
  const email = 'moi.vao@saomai.example';
  const create = (body: { email: string; fullname: string }) => owner.createPerson({ body });
  const { person, link } = (await create({ email: ' Moi.Vao@saomai.example', fullname: 'Người Mới' })).data;
  expect(person).toMatchObject({ email, fullname: 'Người Mới', type: 'User', quota: 5_120, active: true });
  for (const given of [email, 'sales@saomai.example']) {
    await expect(create({ email: given, fullname: 'Hai' })).rejects.toMatchObject({ code: 'already_exists' });
  }
  for (const given of ['x@bienxanh.example', 'x', 'a b@saomai.example']) {
    await expect(create({ email: given, fullname: 'Hai' })).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const choose = (of: string, new_password: string) => {
    const token = of.slice(of.indexOf(RESET_FRAGMENT) + RESET_FRAGMENT.length);
    return owner.resetPassword({ body: { token, new_password } });
  };
  await choose(link, 'Thuyền-buồm-84-xanh');
  await expect(choose(link, 'Thuyền-buồm-85-xanh')).rejects.toMatchObject({ code: 'reset_link_expired' });
  await signedInClient(server.baseUrl, { email, password: 'Thuyền-buồm-84-xanh' });

  const again = await owner.makePasswordLink(params(person));
  await choose(again.data.link, 'Núi-cao-31-mây-trắng');
  const client = await signedInClient(server.baseUrl, { email, password: 'Núi-cao-31-mây-trắng' });
  expect((await client.listOwnAuditLog({ query: {} })).data.map(({ act }) => act)).toEqual([
    'password_link_made',
    'password_link_made',
    'created',
  ]);
  // The link was shown to the owner, and not mailed.
  await runJobsUntilIdle(server.context);
  const [notice] = (await client.listThreads({ query: { in: 'INBOX', q: 'liên kết đặt mật khẩu' } })).data;
  expect(notice?.subject).toBe('Đã tạo liên kết đặt mật khẩu');
  expect(notice?.snippet).toContain(`Quản trị viên (${lanAnh.email}) đã tạo liên kết`);
  server.clock.set(server.clock.now() + anHour);
  await expect(create({ email: 'x@saomai.example', fullname: 'X' })).rejects.toMatchObject({
    code: 'proof_required',
  });
  await expect(owner.makePasswordLink(params(person))).rejects.toMatchObject({ code: 'proof_required' });
});

test('LH-1 who is signed out signs in again, and finds it in the own history', async () => {
  const an = await newPerson(server);
  await owner.signOutPerson({ params: { id: idOf(an) } });
  await expect(an.client.getUserInfo({})).rejects.toMatchObject({ code: 'session_required' });
  const back = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  expect((await back.listActivities({ query: {} })).data.map(({ kind }) => kind)).toContain('sessions_ended');
  // An owner who does it to themselves stays signed in.
  await owner.signOutPerson(params(await personOf(lanAnh.email)));
  expect((await owner.listSessions({})).data).toHaveLength(1);
});

test('AU-5 the last owner stays one, also where two act at once; a suspended owner acts no more', async () => {
  const own = await personOf(lanAnh.email);
  await expect(owner.suspendPerson(params(own))).rejects.toMatchObject({ code: 'last_owner' });
  const demote = owner.changePerson({ ...params(own), body: { type: 'User' } });
  await expect(demote).rejects.toMatchObject({ code: 'last_owner' });

  const an = await newPerson(server);
  await owner.changePerson({ params: { id: idOf(an) }, body: { type: 'Owner' } });
  expect((await an.client.getUserInfo({})).data.type).toBe('Owner');
  const each = await Promise.allSettled([
    owner.changePerson({ params: { id: idOf(an) }, body: { type: 'User' } }),
    an.client.suspendPerson(params(own)),
  ]);
  expect(each.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await changePerson(
    server.context,
    Number(own.id),
    { suspended: { sign_in: false }, kind: 'owner' },
    commandLine(),
  );
  await changePerson(
    server.context,
    an.mailbox,
    { kind: 'owner', suspended: { sign_in: false } },
    commandLine(),
  );

  owner = await server.signIn(lanAnh.email);
  const other = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  await owner.suspendPerson({ params: { id: idOf(an) } });
  await expect(other.listPeople({ query: {} })).rejects.toMatchObject({ code: 'account_suspended' });
  await owner.changePerson({ params: { id: idOf(an) }, body: { type: 'User' } });
});

test('AU-5 suspending, roles and addresses need a fresh proof; a name does not', async () => {
  const an = await newPerson(server);
  server.clock.set(server.clock.now() + anHour);
  const to = { params: { id: idOf(an) } };
  const needing = [
    () => owner.suspendPerson(to),
    () => owner.restorePerson(to),
    () => owner.changePerson({ ...to, body: { type: 'Owner' } }),
    () => owner.addAlias({ ...to, body: { address: 'moi@saomai.example' } }),
    () => owner.removeAlias({ params: { id: idOf(an), address: 'moi@saomai.example' } }),
  ];
  for (const act of needing) await expect(act()).rejects.toMatchObject({ code: 'proof_required' });
  await owner.changePerson({ ...to, body: { fullname: 'Tên mới' } });
  await owner.proveIdentity({ body: { password: lanAnh.password } });
  await owner.suspendPerson(to);
});

test('AU-5 an owner gives no more storage than their domain has, whoever does it at the same time', async () => {
  const silent = { write: () => undefined };
  const setQuota = (value: string) =>
    setDomain.run({
      context: server.context,
      args: ['saomai.example', `quota_mb=${value}`],
      ...{ out: silent, err: silent },
    } as never);
  const storage = async () => (await owner.listPeople({ query: {} })).meta.storage;
  expect(await storage()).toBeNull();
  await setQuota('100000');
  const given = (await storage())?.given ?? 0;
  await setQuota(String(given + 1000));
  const create = (number: number) =>
    codeOf(
      owner.createPerson({
        body: { email: `kho.${number}@saomai.example`, fullname: 'Kho', quota: 600 },
      }),
    );
  expect((await Promise.all([create(1), create(2)])).sort()).toEqual(['domain_quota_exceeded', 'ok']);
  expect(await storage()).toEqual({ given: given + 600, total: given + 1000 });
  const { data: people } = await owner.listPeople({ query: { search: 'kho' } });
  const params = { id: people[0]?.id ?? '' };
  const change = (quota: number) => codeOf(owner.changePerson({ params, body: { quota } }));
  expect(await change(1001)).toBe('domain_quota_exceeded');
  expect(await change(1000)).toBe('ok');
  // A new person gets the rest of the storage, and cannot be added when there is none.
  await setQuota(String(given + 1500));
  const anew = (name: string) =>
    owner.createPerson({ body: { email: `${name}@saomai.example`, fullname: 'Kho' } });
  expect((await anew('kho.3')).data.person.quota).toBe(500);
  expect(await codeOf(anew('kho.4'))).toBe('domain_quota_exceeded');
  // Quotas can be reduced, also in a domain that is above its storage.
  await setQuota('1');
  expect([await change(900), await change(901)]).toEqual(['ok', 'domain_quota_exceeded']);
  await setQuota('none');
  expect(await change(600)).toBe('ok');
});

test('AU-5 where a domain is limited its owner makes no drive larger, and a provider may', async () => {
  const { email, mailbox } = await newPerson(server);
  const out = { write: () => undefined };
  const limit = (value: string) =>
    setDomain.run({ context: server.context, args: ['saomai.example', `quota_mb=${value}`], out } as never);
  const drive = (drive_quota: number) =>
    codeOf(owner.changePerson({ params: { id: String(mailbox) }, body: { drive_quota } }));
  await limit('10000000');
  expect([await drive(2_000_000_000), await drive(10_241)]).toEqual(Array(2).fill('domain_quota_exceeded'));
  expect([await drive(10_240), await drive(5000), await drive(5001)]).toEqual([
    'ok',
    'ok',
    'domain_quota_exceeded',
  ]);
  await setUser.run({ context: server.context, args: [email, 'drive_quota_mb=20000'], out } as never);
  expect(await drive(20_000)).toBe('ok');
  await limit('none');
  expect(await drive(30_000)).toBe('ok');
});

test('AU-5 what a provider switched off an owner does not switch on; what an owner switched off they do', async () => {
  const { email, mailbox } = await newPerson(server);
  const out = { write: () => undefined };
  const byProvider = (pair: string) =>
    setUser.run({ context: server.context, args: [email, pair], out } as never);
  for (const name of ['enable_drive', 'enable_smtp', 'enable_recall'] as const) {
    const set = (on: boolean) =>
      codeOf(owner.changePerson({ params: { id: String(mailbox) }, body: { [name]: on } }));
    await byProvider(`${name}=1`);
    expect([await set(false), await set(true), await set(false)]).toEqual(['ok', 'ok', 'ok']);
    // Already disabled: now by the provider too.
    await byProvider(`${name}=0`);
    expect([await set(false), await set(true)]).toEqual(['ok', 'forbidden']);
    await byProvider(`${name}=1`);
    expect([await set(false), await set(true)]).toEqual(['ok', 'ok']);
  }
});

test('AU-5 what the command line does stands in the same log, without a secret', async () => {
  const silent = { write: () => undefined };
  const run = (command: { run: typeof setUser.run }, ...args: string[]) =>
    command.run({ context: server.context, args, out: silent, err: silent });
  const email = 'kho.van@saomai.example';
  await run(addUser, email, '--password', 'Mat-khau-1', '--name', 'Kho vận');
  await sql`insert into second_steps (mailbox_id, totp_secret, since)
    select id, ${Buffer.from('x')}, 1 from mailboxes where email = ${email}`.execute(server.context.db);
  await run(
    setUser,
    email,
    'quota_mb=12',
    'drive_quota_mb=34',
    'password=Mat-khau-2',
    'two_step=off',
    'active=0',
  );
  await run(addAlias, email, 'van@saomai.example');
  // An address from before today's validation.
  await server.context.db
    .updateTable('addresses')
    .set({ address: 'v..an@saomai.example' })
    .where('address', '=', 'van@saomai.example')
    .execute();
  await run(removeAlias, 'V..An@saomai.example');
  const log = (await owner.listAuditLog({ query: {} })).data.filter(({ person }) => person === email);
  expect(log.map(({ act, before, after }) => [act, before, after]).reverse()).toEqual([
    ['created', null, 'member'],
    ['two_step_off', null, null],
    ['password_set', null, null],
    ['quota', '5120', '12'],
    ['drive_quota', '10240', '34'],
    ['suspended', null, null],
    ['alias_added', null, 'van@saomai.example'],
    ['alias_removed', 'v..an@saomai.example', null],
  ]);
  expect(new Set(log.map(({ actor, from }) => JSON.stringify([actor, from])))).toEqual(
    new Set(['[null,""]']),
  );
  expect(JSON.stringify(log)).not.toMatch(/Mat-khau|argon/);
});

test('AU-5 the log comes a page at a time', async () => {
  const an = await newPerson(server);
  for (let quota = 1; quota <= 60; quota += 1) {
    await changePerson(server.context, an.mailbox, { quota_mb: quota }, commandLine());
  }
  const first = await an.client.listOwnAuditLog({ query: {} });
  const second = await an.client.listOwnAuditLog({ query: { cursor: first.meta.next_cursor ?? '' } });
  expect([...first.data, ...second.data].map(({ after }) => after)).toEqual([
    ...Array.from({ length: 60 }, (_, at) => String(60 - at)),
    'member',
  ]);
  expect(second.meta.next_cursor).toBeNull();
  await expect(an.client.listOwnAuditLog({ query: { cursor: 'x' } })).rejects.toMatchObject({
    code: 'invalid_cursor',
  });
  await runJobsUntilIdle(server.context);
});

/**
 * Four thousand people, each with failed attempts after the sign-in: a page of fifty reads the details of
 * fifty.
 */
test('AU-5 a page of a large domain, and of what is searched in it, looks at that page alone', async () => {
  const { pgConfig } = server.context;
  // On a connection without timeouts: this many rows may take longer than an interactive statement.
  await queryOnce(
    pgConfig,
    `with people as (
      insert into mailboxes (domain_id, email, name, kind, quota_mb, created_at)
      select domain_id, 'nv' || lpad(n::text, 5, '0') || '@saomai.example', 'Trần Văn ' || n, 'member', 100, 1
      from mailboxes cross join generate_series(1, 4000) as n where email = '${lanAnh.email}'
      returning id, email
    ), states as (
      insert into mailbox_state (mailbox_id) select id from people
    ), alias as (
      insert into addresses (address, mailbox_id) select email, id from people
    )
    insert into security_events (mailbox_id, kind, outcome, address, user_agent, first_at, at)
    select id, 'sign_in', case when n = 1 then 'ok' else 'wrong_password' end, '', '', n, n
    from people cross join generate_series(1, 3) as n`,
  );
  await queryOnce(pgConfig, 'vacuum analyze mailboxes, mailbox_state, addresses, security_events');
  const watch = await watchPlans(server);
  for (const mode of ['auto', 'force_generic_plan'] as const) {
    await watch.plan(mode);
    const pagesOf = async (query: Parameters<SignedInClient['listPeople']>[0]['query']) => {
      watch.ranSince();
      const { data, meta } = await owner.listPeople({ query });
      const pages = watch.ranSince().map((ran) => ran.pages);
      return { data, next: meta.next_cursor ?? '', pages: Math.max(...pages) };
    };
    const first = await pagesOf({});
    const second = await pagesOf({ cursor: first.next });
    const newest = await pagesOf({ order: 'newest' });
    const rare = await pagesOf({ search: 'tran van 3999' });
    const everybody = await pagesOf({ search: 'saomai' });
    expect([first, second, newest, everybody].map(({ data }) => data.length)).toEqual([50, 50, 50, 50]);
    expect(rare.data.map(({ fullname, last_sign_in_at }) => [fullname, last_sign_in_at])).toEqual([
      ['Trần Văn 3999', 1],
    ]);
    const pages = [first, second, newest, rare, everybody].map((each) => each.pages);
    expect(Math.max(...pages), pages.join(' ')).toBeLessThan(1_200);
    expect(rare.pages, pages.join(' ')).toBeLessThan(60);
  }
});

function plain(email: string): string {
  return Buffer.from(`\0${email}\0${lanAnh.password}`).toString('base64');
}
