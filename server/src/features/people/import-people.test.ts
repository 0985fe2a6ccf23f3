import { Readable } from 'node:stream';
import type { ImportFault } from '@bocau/contract/import-people.ts';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { importUsers } from '../../admin/import-users.ts';
import { listUsers, showUser } from '../../admin/list-users.ts';
import { createRowPrinter } from '../../admin/print-rows.ts';
import { dungLe, lanAnh, namVo } from '../../demo-world/people.ts';
import { readCsv } from '../../platform/read-csv.ts';
import { type SignedInClient, signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';
import { hashPassword } from '../session/passwords.ts';
import { isGuessable } from '../session/protection/guessable-password.ts';
import { importPeople } from './import-people.ts';

let server: TestServer;
let owner: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
});
afterAll(() => server.close());

async function run(csv: string, ...args: string[]): Promise<string> {
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  const stdin = Readable.from([Buffer.from(csv)]);
  const given = { context: server.context, args: ['--csv', '-', ...args], out, err: out, stdin };
  await importUsers.run(given as never).catch((error: Error) => {
    printed += error.message;
  });
  return printed;
}

const wordsOf = (faults: ImportFault[]) =>
  faults.map(({ line, field, problem }) => `${line} ${field} ${problem}`);

test('a list is read as spreadsheets write it', () => {
  const text = '\uFEFFemail;name\r\n a@b.vn ;"Lê; ""Dũng"""\r\n\r\n"c@d.vn";"hai\ndòng"\r\ne@f.vn; " x " ';
  expect(readCsv(text)).toEqual([
    { number: 1, fields: ['email', 'name'] },
    { number: 2, fields: ['a@b.vn', 'Lê; "Dũng"'] },
    { number: 4, fields: ['c@d.vn', 'hai\ndòng'] },
    { number: 6, fields: ['e@f.vn', ' x '] },
  ]);
});

test('AU-5 every fault of a list is told by its line before anything is done', async () => {
  const csv = [
    'email,name,quota_mb,role,aliases,password,password_hash',
    'moi1@saomai.example,Người Một,100,,,,',
    'không phải,Ai,,,,,',
    'moi2@saomai.example,Ai,nhiều,giám đốc,,,',
    'moi1@saomai.example,Trùng,,,,,',
    `x@${namVo.email.split('@')[1]},Miền khác,,,,,`,
    'sales@saomai.example,Là bí danh,,,,,',
    'moi3@saomai.example,Ai,,,ketoan@saomai.example,,',
    'moi4@saomai.example,Ai,,,,ngan,',
    'moi6@saomai.example,Ai,,,,,{BLF-CRYPT}$2y$05$abc',
    `${dungLe.email},Đã có,,,,,`,
  ].join('\n');
  const { data } = await owner.importPeople({ body: { csv } });
  expect(data).toMatchObject({ there: 1, links: [], fault_count: 9 });
  expect(wordsOf(data.faults)).toEqual([
    '3 email is no mail address',
    '4 quota_mb is no number of MB',
    '4 role is neither owner nor member',
    '5 email is in line 2 too',
    '6 email is of no domain that you administer',
    '7 email is an alias of somebody',
    '8 aliases has one that somebody has',
    '9 password does not meet the rules',
    '10 password_hash can not be verified here (BLF-CRYPT): ARGON2ID or SHA512-CRYPT can',
  ]);
  const { data: found } = await owner.listAllPeople({ query: { search: 'moi1' } });
  expect(found).toEqual([]);
  expect(await run(csv)).toContain('line 10: password_hash can not be verified here');
  await expect(owner.importPeople({ body: { csv: 'mail\na@b.vn' } })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('MM-32 a list with a quote that is not closed is refused by its line, here and at the command line', async () => {
  const csv = 'email,name\nmoi20@saomai.example,"Người\nmoi21@saomai.example,Ai\n';
  const refused = await refusalOf(owner.importPeople({ body: { csv, only_check: true } }));
  expect(refused).toMatchObject({ code: 'invalid_input', details: { problem: 'open_quote', line: 2 } });
  expect(await run(csv, '--check')).toBe('The quote that begins in line 2 is not closed');
});

test('AU-5 an import that ends in the middle answers the links of who is there by then', async () => {
  const many = Array.from({ length: 33_000 }, (_, at) => `bi.danh${at}@saomai.example`);
  const aliasesOf = (at: number) => (at === 0 ? many : at === 500 ? [lanAnh.email] : []);
  const people = Array.from({ length: 501 }, (_, at) => ({
    ...{ line: at + 2, email: `dung${at}@saomai.example`, name: 'Dừng', quotaMb: 1, kind: 'member' as const },
    ...{ aliases: aliasesOf(at), password: null, passwordHash: null },
  }));
  const deps = { ...server.context, hashPassword, isGuessable };
  const done = await importPeople(deps, people, commandLine(), { links: true });
  expect(done).toMatchObject({ added: 500, stopped: { code: 'already_exists' } });
  expect(done.links).toHaveLength(500);
});

test('AU-5 a list is imported once however often it is given, and its people sign in as they did elsewhere', async () => {
  const sha512 = `{SHA512-CRYPT}$6$rounds=1500$muoi$VSx1b0PIBgWjIYtLE0i8AuQej.Dj7nWiHkLrlKNFJHwsnjIMfEv7J/Is8tqqiXpuVYl2amKvYCIyQBeI/fuBp1`;
  const cheap = await hash(lanAnh.password, { memoryCost: 1024, timeCost: 1 });
  const csv = [
    'email,name,quota_mb,role,aliases,password,password_hash',
    `cu@saomai.example,Người Cũ,100,,nguoi.cu@saomai.example,,${sha512}`,
    'mat.khau@saomai.example," Có Mật Khẩu ",,,," Xanh-La-Cay-7319 ",',
    `re.tien@saomai.example,Hash Rẻ,,,,,"{ARGON2ID}${cheap}"`,
    ...Array.from({ length: 600 }, (_, at) => `nv${at}@saomai.example,Nhân viên ${at},,,,,`),
  ].join('\n');
  const checked = await owner.importPeople({ body: { csv, only_check: true } });
  expect(checked.data).toMatchObject({ added: 603, there: 0, fault_count: 0, links: [] });
  const { data } = await owner.importPeople({ body: { csv, links: true } });
  expect(data).toMatchObject({ added: 603, there: 0, stopped: null });
  expect(data.links).toHaveLength(600);
  expect((await owner.importPeople({ body: { csv } })).data).toMatchObject({ added: 0, there: 603 });
  expect(await run(csv)).toContain('Added 0 people; 603 were there already.');

  const old = { email: 'cu@saomai.example', password: lanAnh.password };
  for (const _twice of [1, 2]) {
    const client = await signedInClient(server.baseUrl, old);
    expect((await client.getUserInfo({})).data.addresses).toContain('nguoi.cu@saomai.example');
    expect((await client.listFolders({})).data.length).toBeGreaterThan(5);
  }
  await signedInClient(server.baseUrl, { email: 're.tien@saomai.example', password: lanAnh.password });
  for (const email of [old.email, 're.tien@saomai.example']) {
    const { password_hash } = await server.context.db
      .selectFrom('mailboxes')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  }
  const log = (await owner.listAuditLog({ query: {} })).data.map(({ act }) => act);
  expect(log).toContain('password_link_made');
  await signedInClient(server.baseUrl, { email: 'mat.khau@saomai.example', password: ' Xanh-La-Cay-7319 ' });
});

test('AU-5 people are listed at the command line, as text, CSV or JSON', async () => {
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  const list = async (command: typeof listUsers, ...args: string[]) => {
    printed = '';
    await command.run({ context: server.context, args, out, err: out } as never);
    return printed.trim().split('\n');
  };
  await owner.changeAnyPerson({
    params: { id: String(await server.mailboxId(dungLe.email)) },
    body: { fullname: '=1+1, "x"' },
  });
  const [head, line] = await list(listUsers, '--search', dungLe.email, '--csv');
  expect(head).toMatch(/^email,fullname,type,aliases,active,/);
  expect(line).toMatch(/^dung\.le@saomai\.example,"'=1\+1, ""x""",User,/);
  const all = await list(listUsers, '--domain', 'saomai.example', '--json');
  expect(all.length).toBeGreaterThan(600);
  expect(JSON.parse(all[0] as string)).toMatchObject({ email: 'cu@saomai.example', active: true });
  const aliases = ['a'.repeat(3_000)];
  createRowPrinter(out, 'csv')({ aliases });
  expect(printed.length).toBeGreaterThan(3_000);
  printed = '';
  createRowPrinter(out, 'text')({ aliases });
  expect(printed).toMatch(/^aliases\na{1999}…\n$/);
  const [names, first] = await list(listUsers, '--search', dungLe.email);
  expect(names).toMatch(/^email\tfullname\ttype\taliases\tactive\t/);
  expect(first?.split('\t')).toHaveLength(names?.split('\t').length ?? 0);
  expect(await list(showUser, namVo.email)).toEqual(
    expect.arrayContaining([`email=${namVo.email}`, 'used_quota=0', 'used_drive_quota=0', 'provider=false']),
  );
});

test('AU-5 whoever was deleted is not taken for somebody who is there', async () => {
  const { data: gone } = await owner.createPerson({
    body: { email: 'da.nghi@saomai.example', fullname: 'Đã Nghỉ' },
  });
  for (const address of ['nghi@saomai.example', 'nghi2@saomai.example']) {
    await owner.addAlias({ params: { id: gone.person.id }, body: { address } });
  }
  await owner.deletePerson({ params: { id: gone.person.id } });
  const csv = [
    'email,aliases',
    'da.nghi@saomai.example,',
    'nghi@saomai.example,',
    'thay@saomai.example,nghi2@saomai.example',
  ].join('\n');
  const { data } = await owner.importPeople({ body: { csv } });
  expect(data).toMatchObject({ added: 0, there: 0, fault_count: 3 });
  expect(data.faults.map(({ reason }) => reason)).toEqual(['deleted', 'deleted', 'deleted']);
  expect(data.faults[0]?.problem).toMatch(/^is of somebody who was deleted, until 20/);
});

test('CT-22 a list says what the directory says of new people, and of those who are there where it is wanted', async () => {
  const csv = [
    'Email;Họ và tên;Chức danh;Phòng ban;Số điện thoại;Quản lý;Ẩn',
    'ct.nhanvien@saomai.example;Trần Nhân Viên;Kế toán;Phòng Tài chính;0912 345 678;ct.sep@saomai.example;',
    'ct.sep@saomai.example;Lê Thị Sếp;Trưởng phòng;Phòng Tài chính;;;không',
    'ct.an@saomai.example;Ngô Ẩn;;;;;có',
    `${dungLe.email};;Kỹ sư;;;ct.sep@saomai.example;`,
  ].join('\n');
  const shown = async (email: string) => (await owner.showAnyPerson({ params: { id: email } })).data;
  const before = await shown(dungLe.email);
  const { data: checked } = await owner.importPeople({ body: { csv, only_check: true } });
  expect(checked).toMatchObject({ added: 3, there: 1, changed: 1, fault_count: 0 });
  const { data } = await owner.importPeople({ body: { csv } });
  expect(data).toMatchObject({ added: 3, there: 1, changed: 0, stopped: null });
  expect(await shown('ct.nhanvien@saomai.example')).toMatchObject({
    ...{ fullname: 'Trần Nhân Viên', title: 'Kế toán', department: 'Phòng Tài chính', phone: '0912 345 678' },
    ...{ manager: 'ct.sep@saomai.example', hidden: false },
  });
  expect(await shown('ct.an@saomai.example')).toMatchObject({ hidden: true, title: '' });
  expect(await shown(dungLe.email)).toEqual(before);
  const { data: found } = await owner.listDirectory({ query: { search: 'phòng tài chính' } });
  expect(found.map(({ name }) => name)).toEqual(['Lê Thị Sếp', 'Trần Nhân Viên']);

  const { data: updated } = await owner.importPeople({ body: { csv, update: true } });
  expect(updated).toMatchObject({ added: 0, there: 4, changed: 1 });
  expect(await shown(dungLe.email)).toMatchObject({
    ...{ fullname: before.fullname, title: 'Kỹ sư', manager: 'ct.sep@saomai.example' },
  });
  const { data: log } = await owner.listAuditLog({ query: {} });
  expect(log.slice(0, 2).map(({ person, act, after }) => [person, act, after])).toEqual([
    [dungLe.email, 'manager', 'ct.sep@saomai.example'],
    [dungLe.email, 'title', 'Kỹ sư'],
  ]);
  // Empty cells change nothing, and what is there already is nothing to change.
  const less = `email,title,department\n${dungLe.email},,Phòng Kỹ thuật`;
  expect(await run(less, '--update')).toContain('Changed what the directory says of 1 people.');
  expect(await run(less, '--update', '--check')).toContain('Of 0 the directory would change.');
  expect(await shown(dungLe.email)).toMatchObject({ title: 'Kỹ sư', department: 'Phòng Kỹ thuật' });
});

test('CT-22 a list with managers of nobody, words that are too long or another switch is not taken', async () => {
  const csv = [
    'email,title,manager,hidden',
    'ct1@saomai.example,,khong.ai@saomai.example,',
    `ct2@saomai.example,,${namVo.email},`,
    `ct3@saomai.example,${'x'.repeat(121)},,`,
    'ct4@saomai.example,,,có lẽ',
    'ct5@saomai.example,,ct5@saomai.example,',
  ].join('\n');
  const { data } = await owner.importPeople({ body: { csv, update: true } });
  expect(wordsOf(data.faults)).toEqual([
    '2 manager is of nobody of the same domain',
    '3 manager is of nobody of the same domain',
    '4 title is too long, or has control characters',
    '5 hidden is neither yes nor no',
    '6 manager is the person’s own',
  ]);
});
