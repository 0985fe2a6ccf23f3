import type { DirectoryMode } from '@bocau/contract/directory.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createDomain } from '../people/create-people.ts';
import { fillDirectory } from './directory.jobs.ts';

const DOMAIN = 'danhba.example';

let server: TestServer;
let owner: NewPerson;
let an: NewPerson;
let binh: NewPerson;
let outsider: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  await createDomain(server.context, 'khac.example', true);
  owner = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
  an = await newPerson(server, { domain: DOMAIN });
  binh = await newPerson(server, { domain: DOMAIN });
  outsider = await newPerson(server, { domain: 'khac.example', kind: 'owner' });
});
afterAll(() => server.close());

const change = (
  { mailbox }: NewPerson,
  body: Parameters<SignedInClient['changeAnyPerson']>[0]['body'],
  by: NewPerson = owner,
) => by.client.changeAnyPerson({ params: { id: String(mailbox) }, body });

beforeEach(async () => {
  await show('all');
  const empty = { title: '', department: '', phone: '', manager: null, hidden: false };
  await change(owner, { ...empty, fullname: 'Lê Thị Chủ' });
  await change(an, { ...empty, fullname: 'Trần Văn Đức', title: 'Kế toán trưởng', phone: '0912 345 678' });
  await change(binh, { ...empty, fullname: 'Phạm Bình', department: 'Phòng Kỹ thuật', manager: an.email });
});

const show = (directory: DirectoryMode) =>
  owner.client.changeDomain({ params: { domain: DOMAIN }, body: { directory } });

async function names(search?: string, { client }: NewPerson = binh): Promise<string[]> {
  const { data } = await client.listDirectory({ query: search === undefined ? {} : { search } });
  return data.map(({ name }) => name);
}

const personOf = (email: string, { client }: NewPerson = binh) =>
  client.getDirectoryPerson({ query: { email } });

async function picture({ client }: NewPerson): Promise<void> {
  const bytes = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#1d5bd6' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'anh.png');
  const headers = { [SESSION_HEADER]: client.token };
  const { status } = await fetch(`${server.baseUrl}/api/v2/avatar`, { method: 'POST', headers, body: form });
  expect(status).toBe(200);
}

describe('CT-20 the directory', () => {
  test('has all people of the domain by given name, with what it says of them', async () => {
    const { data, meta } = await an.client.listDirectory({ query: {} });
    expect(data.map(({ letter, name }) => `${letter} ${name}`)).toEqual([
      'B Phạm Bình',
      'C Lê Thị Chủ',
      'Đ Trần Văn Đức',
    ]);
    expect(meta).toEqual({ next_cursor: null, shown: 'all' });
    expect(data[0]).toEqual({
      ...{ email: binh.email, name: 'Phạm Bình', letter: 'B', avatar: null },
      ...{ title: '', department: 'Phòng Kỹ thuật', phone: '' },
      manager: { name: 'Trần Văn Đức', email: an.email },
    });
    expect((await personOf(an.email)).data).toMatchObject({ title: 'Kế toán trưởng', phone: '0912 345 678' });
  });

  test('shows the pictures of people', async () => {
    await picture(an);
    const { avatar } = (await an.client.getAvatar({})).data;
    expect(avatar).toMatch(/^\/\w/);
    expect((await personOf(an.email)).data.avatar).toBe(avatar);
    await an.client.removeAvatar({});
  });

  test('goes from page to page', async () => {
    const first = await an.client.listDirectory({ query: { limit: '2' } });
    expect(first.data.map(({ name }) => name)).toEqual(['Phạm Bình', 'Lê Thị Chủ']);
    const cursor = first.meta.next_cursor as string;
    const second = await an.client.listDirectory({ query: { limit: '2', cursor } });
    expect(second.data.map(({ name }) => name)).toEqual(['Trần Văn Đức']);
    expect(second.meta.next_cursor).toBeNull();
    await expect(an.client.listDirectory({ query: { cursor: 'x' } })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test.each([
    ['duc', ['Trần Văn Đức']],
    ['ke toan', ['Trần Văn Đức']],
    ['KỸ THUẬT', ['Phạm Bình']],
    ['0912345', ['Trần Văn Đức']],
    ['345 678', ['Trần Văn Đức']],
    ['+84 912', ['Trần Văn Đức']],
    ['danhba', ['Phạm Bình', 'Lê Thị Chủ', 'Trần Văn Đức']],
    ['bình kỹ', ['Phạm Bình']],
    ['toán', ['Trần Văn Đức']],
    ['oán', []],
    ['—', []],
    ['nobody', []],
  ])('is searched by "%s"', async (search, found) => {
    expect(await names(search)).toEqual(found);
  });

  test('CT-23 is opened at a letter, and tells which letters there are', async () => {
    expect((await binh.client.listDirectoryLetters({ query: {} })).data).toEqual(['B', 'C', 'Đ']);
    const { data } = await binh.client.listDirectory({ query: { from: 'C' } });
    expect(data.map(({ name }) => name)).toEqual(['Lê Thị Chủ', 'Trần Văn Đức']);
  });

  test('CT-44 a department is shown with those below it, where that is asked for', async () => {
    await change(an, { department: 'Khối Kỹ thuật / Phần mềm' });
    await change(binh, { department: 'Khối Kỹ thuật' });
    await change(owner, { department: 'Khối Kỹ thuật khác' });
    const department = 'Khối Kỹ thuật';
    const named = async (more: object) =>
      (await an.client.listDirectory({ query: { department, ...more } })).data.map(({ name }) => name);
    expect(await named({})).toEqual(['Phạm Bình']);
    expect(await named({ below: 'true' })).toEqual(['Phạm Bình', 'Trần Văn Đức']);
    expect(await named({ below: 'true', search: 'duc' })).toEqual(['Trần Văn Đức']);
    const query = { department, below: 'true' as const };
    expect((await an.client.listDirectoryLetters({ query })).data).toEqual(['B', 'Đ']);
    await show('names');
    expect(await named({ below: 'true' })).toEqual([]);
  });

  test('CT-23 is narrowed to a department, of which it tells the people and the letters', async () => {
    await change(an, { department: 'Đối ngoại' });
    await change(owner, { department: 'Phòng Kỹ thuật' });
    const departments = async ({ client }: NewPerson) => (await client.listDirectoryDepartments({})).data;
    expect(await departments(an)).toEqual([
      { name: 'Đối ngoại', total: 1 },
      { name: 'Phòng Kỹ thuật', total: 2 },
    ]);
    expect(await departments(outsider)).toEqual([]);
    const query = { department: 'Phòng Kỹ thuật' };
    const named = async (more: object) =>
      (await an.client.listDirectory({ query: { ...query, ...more } })).data.map(({ name }) => name);
    expect(await named({})).toEqual(['Phạm Bình', 'Lê Thị Chủ']);
    expect(await named({ from: 'C' })).toEqual(['Lê Thị Chủ']);
    expect(await named({ search: 'binh' })).toEqual(['Phạm Bình']);
    expect((await an.client.listDirectoryLetters({ query })).data).toEqual(['B', 'C']);
    await change(owner, { hidden: true });
    expect(await named({})).toEqual(['Phạm Bình']);
    await show('names');
    expect(await named({})).toEqual([]);
    expect(await departments(an)).toEqual([]);
    expect((await an.client.listDirectoryLetters({ query })).data).toEqual([]);
  });

  test('shows names and addresses only where its owner wants so, and finds nobody by the rest', async () => {
    await show('names');
    const { data, meta } = await binh.client.listDirectory({ query: {} });
    expect(meta.shown).toBe('names');
    expect(data.find(({ email }) => email === an.email)).toMatchObject({
      title: '',
      phone: '',
      manager: null,
    });
    expect((await personOf(binh.email)).data).toMatchObject({ department: '', manager: null });
    expect(await names('đức')).toEqual(['Trần Văn Đức']);
    expect(await names('kế toán')).toEqual([]);
    expect(await names('0912345')).toEqual([]);
  });

  test('shows nobody where its owner wants so', async () => {
    await show('nothing');
    const { data, meta } = await binh.client.listDirectory({ query: {} });
    expect({ data, shown: meta.shown }).toEqual({ data: [], shown: 'nothing' });
    expect(await names('đức')).toEqual([]);
    await expect(personOf(an.email)).rejects.toMatchObject({ code: 'not_found' });
    const { data: domain } = await owner.client.showDomain({ params: { domain: DOMAIN } });
    expect(domain.directory).toBe('nothing');
  });

  test('is of no use to other domains', async () => {
    expect(await names(undefined, outsider)).toHaveLength(1);
    expect(await names('đức', outsider)).toEqual([]);
    await expect(personOf(an.email, outsider)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      outsider.client.changeDomain({ params: { domain: DOMAIN }, body: { directory: 'nothing' } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      binh.client.changeDomain({ params: { domain: DOMAIN }, body: { directory: 'nothing' } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test('follows names, addresses and deletions', async () => {
    const chi = await newPerson(server, { domain: DOMAIN });
    await chi.client.saveProfile({ body: { fullname: 'Đỗ Linh Chi' } });
    expect(await names('linh chi')).toEqual(['Đỗ Linh Chi']);
    await owner.client.renameAnyPerson({
      params: { id: String(chi.mailbox) },
      body: { email: `ketoan.chi@${DOMAIN}` },
    });
    expect(await names('ketoan')).toEqual(['Đỗ Linh Chi']);
    // The former address is theirs still.
    expect((await personOf(chi.email)).data.email).toBe(`ketoan.chi@${DOMAIN}`);
    const params = { id: String(chi.mailbox) };
    await owner.client.setAnySuspension({ params, body: { sign_in: true } });
    expect(await names('linh chi')).toEqual(['Đỗ Linh Chi']);
    await change(binh, { manager: chi.email });
    await owner.client.deleteAnyPerson({ params });
    expect(await names('linh chi')).toEqual([]);
    expect((await personOf(binh.email)).data.manager).toBeNull();
    await owner.client.undeleteAnyPerson({ params });
    expect(await names('linh chi')).toEqual(['Đỗ Linh Chi']);
    expect((await personOf(binh.email)).data.manager?.name).toBe('Đỗ Linh Chi');
    await owner.client.deleteAnyPerson({ params });
  });

  test('is made for people from before there was one', async () => {
    const { db } = server.context;
    const all = await names();
    await sql`delete from directory_entries where mailbox_id in (${an.mailbox}, ${binh.mailbox})`.execute(db);
    expect(await names()).not.toEqual(all);
    await fillDirectory(db, new AbortController().signal);
    expect(await names()).toEqual(all);
    // Deleted by a process of the last release, which writes no entry.
    await sql`update mailboxes set deleted_at = 1 where id = ${binh.mailbox}`.execute(db);
    expect(await names(undefined, an)).not.toContain('Phạm Bình');
    await fillDirectory(db, new AbortController().signal);
    await sql`update mailboxes set deleted_at = null where id = ${binh.mailbox}`.execute(db);
    await fillDirectory(db, new AbortController().signal);
    expect(await names()).toEqual(all);
  });
});

test('CT-21 who is hidden is in no list of colleagues, and can be written to', async () => {
  const hoa = await newPerson(server, { domain: DOMAIN, local: 'hoa.ngo' });
  await change(hoa, { fullname: 'Ngô Hoa' });
  await change(binh, { manager: hoa.email });
  const suggested = async (text: string) => {
    const { data } = await binh.client.suggestRecipients({ query: { search_text: text } });
    return data.same_domain_emails.map(({ email }) => email);
  };
  const completed = async () => {
    const { data } = await binh.client.completeAddresses({ query: { s: 'hoa' } });
    return data.map(({ email }) => email);
  };
  await picture(hoa);
  const pictured = async ({ client }: NewPerson) =>
    (await client.listAvatars({})).data.map(({ email }) => email);
  expect(await pictured(binh)).toContain(hoa.email);
  const typo = hoa.email.replace('hoa', 'hoaa');
  const checked = async () =>
    (await binh.client.checkAddresses({ body: { emails: [typo, hoa.email] } })).data;
  expect(await suggested('hoa')).toEqual([hoa.email]);
  expect(await completed()).toEqual([hoa.email]);
  expect((await checked())[typo]?.nearest?.map(({ email }) => email)).toContain(hoa.email);

  expect((await change(hoa, { hidden: true })).data.hidden).toBe(true);
  expect(await names('hoa')).toEqual([]);
  expect(await names()).not.toContain('Ngô Hoa');
  await expect(personOf(hoa.email)).rejects.toMatchObject({ code: 'not_found' });
  expect((await personOf(binh.email)).data.manager).toBeNull();
  expect(await suggested('hoa')).toEqual([]);
  expect(await suggested('')).not.toContain(hoa.email);
  expect(await completed()).toEqual([]);
  expect(await pictured(binh)).not.toContain(hoa.email);
  expect(await pictured(hoa)).toContain(hoa.email);
  expect((await checked())[typo]?.nearest?.map(({ email }) => email)).not.toContain(hoa.email);
  expect((await checked())[hoa.email]?.status).toBe('inside');
  // The owner finds them still.
  const { data } = await owner.client.listAllPeople({ query: { search: 'ngo hoa' } });
  expect(data.map(({ hidden }) => hidden)).toEqual([true]);
  await change(hoa, { hidden: false });
  expect(await names('hoa')).toEqual(['Ngô Hoa']);
});

describe('CT-22 owners write what the directory says', () => {
  test('and it is written down', async () => {
    await change(an, { title: '  Giám   đốc ', department: 'Ban giám đốc', manager: owner.email });
    const { data } = await owner.client.showAnyPerson({ params: { id: an.email } });
    expect(data).toMatchObject({
      ...{ title: 'Giám đốc', department: 'Ban giám đốc', phone: '0912 345 678', manager: owner.email },
      hidden: false,
    });
    const { data: log } = await an.client.listOwnAuditLog({ query: {} });
    expect(log.slice(0, 3).map(({ act, before, after }) => [act, before, after])).toEqual([
      ['manager', null, owner.email],
      ['department', null, 'Ban giám đốc'],
      ['title', 'Kế toán trưởng', 'Giám đốc'],
    ]);
    await change(an, { title: 'Giám đốc', manager: owner.email });
    expect((await an.client.listOwnAuditLog({ query: {} })).data).toEqual(log);
  });

  test('but nobody else', async () => {
    await expect(change(an, { title: 'Trùm' }, binh)).rejects.toMatchObject({ status: 403 });
    await expect(change(an, { title: 'Trùm' }, outsider)).rejects.toMatchObject({ status: 404 });
    expect((await personOf(an.email)).data.title).toBe('Kế toán trưởng');
  });

  test.each([
    ['of another domain', () => outsider.email],
    ['of nobody', () => `khong.ai@${DOMAIN}`],
    ['of the person', () => an.email],
  ])('and no manager by an address %s', async (_, email) => {
    await expect(change(an, { manager: email() })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ field: 'manager' }] },
    });
  });

  test.each([{ title: 'a\u0000b' }, { phone: '0'.repeat(61) }, { department: 'd'.repeat(121) }])(
    'of words that a list can show',
    async (body) => {
      await expect(change(an, body)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});
