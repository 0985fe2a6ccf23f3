import type { ContactImportPlan, ContactImportResult } from '@bocau/contract/contact-imports.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { deleteOldImports } from './imports.store.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
});

async function send(path: string, file: string | Buffer, fields: Record<string, string> = {}, who = person) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(file)]), 'danh-bạ');
  const response = await fetch(`${server.baseUrl}/api/contacts/v1/${path}`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: who.client.token },
    body: form,
  });
  const body = (await response.json()) as { data: unknown };
  return { status: response.status, data: body.data };
}

async function plan(file: string | Buffer, fields?: Record<string, string>): Promise<ContactImportPlan> {
  const { status, data } = await send('import/plan', file, fields);
  expect(status).toBe(200);
  return data as ContactImportPlan;
}

async function run(file: string | Buffer, fields: Record<string, string> = {}, who = person) {
  const { status, data } = await send('import', file, { uid: crypto.randomUUID(), ...fields }, who);
  expect(status).toBe(200);
  return data as ContactImportResult;
}

async function cards(query: Parameters<NewPerson['client']['listContacts']>[0]['query'] = {}) {
  const { data } = await client.listContacts({ query });
  return Promise.all(data.map(async ({ id }) => (await client.getContact({ params: { id } })).data));
}

const names = async () => (await client.listContacts({ query: {} })).data.map(({ name }) => name);

const GOOGLE = `First Name,Middle Name,Last Name,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Country
Anh,Thị Lan,Nguyễn,Sao Mai,Giám đốc,1990-08-15,"Dòng một
dòng hai",Khách hàng ::: * myContacts,* Work,lan.anh@a.example,Home,lan@b.example ::: lan2@b.example,Mobile,0912 345 678,Work,27 Nguyễn Văn Cừ,Phường Bồ Đề,Hà Nội,Việt Nam
`;
const OUTLOOK = `Title,First Name,Middle Name,Last Name,Company,Job Title,Business Street,Business City,Business State,Home Phone,Mobile Phone,Birthday,Categories,E-mail Address,E-mail 2 Address
,Bình,,Trần,Thép Việt,Trưởng phòng,1 Lê Lợi,Vinh,Nghệ An,024 3555 0001,0904 555 272,31/12/1985,Nhà cung cấp;VIP,binh@thep.example,b2@thep.example
`;
const BY_HAND =
  '\uFEFFHọ và tên;Số điện thoại;Địa chỉ email;Công ty;Chức vụ;Mã khách\nLê Thị Chi;0987 654 321;chi@c.example;Minh Phát;Kế toán;KH-01\n;;;;;KH-02\n';

describe('a spreadsheet', () => {
  test('CT-12 of Google is understood', async () => {
    const seen = await plan(GOOGLE);
    expect(seen).toMatchObject({ kind: 'csv', total: 1, faults: { total: 0 }, duplicates: { total: 0 } });
    expect(seen.rows).toEqual([
      {
        name: 'Nguyễn Thị Lan Anh',
        organisation: 'Sao Mai',
        email: 'lan.anh@a.example',
        phone: '0912 345 678',
      },
    ]);
    expect(await run(GOOGLE)).toMatchObject({ created: 1, skipped: 0 });
    const [card] = await cards();
    expect(card?.fields).toMatchObject({
      ...{ family_name: 'Nguyễn', middle_name: 'Thị Lan', given_name: 'Anh', title: 'Giám đốc' },
      emails: [
        { label: 'work', value: 'lan.anh@a.example' },
        { label: 'home', value: 'lan@b.example' },
        { label: 'home', value: 'lan2@b.example' },
      ],
      phones: [{ label: 'mobile', value: '0912 345 678' }],
      addresses: [
        {
          label: 'work',
          street: '27 Nguyễn Văn Cừ',
          ward: 'Phường Bồ Đề',
          province: 'Hà Nội',
          country: 'Việt Nam',
        },
      ],
      ...{ birthday: '1990-08-15', notes: 'Dòng một\ndòng hai', lists: ['Khách hàng'] },
    });
  });

  test('CT-12 of Outlook is understood', async () => {
    await run(OUTLOOK, { list: 'Nhập tháng 11' });
    const [card] = await cards();
    expect(card?.fields).toMatchObject({
      ...{ full_name: 'Trần Bình', organisation: 'Thép Việt', title: 'Trưởng phòng', birthday: '1985-12-31' },
      lists: ['Nhà cung cấp', 'VIP', 'Nhập tháng 11'],
      addresses: [{ label: 'work', street: '1 Lê Lợi', ward: 'Vinh', province: 'Nghệ An' }],
    });
    expect(card?.fields.phones.map(({ label }) => label).sort()).toEqual(['home', 'mobile']);
    expect(card?.fields.emails).toHaveLength(2);
  });

  test('CT-12 with several addresses in a cell is split, and what is no address or day is kept in the notes', async () => {
    const csv = [
      'Họ và tên;Email;Ngày sinh;Ghi chú',
      'An;"a@x.example, b@x.example; C <c@x.example>";31/02/1990;Quen ở Huế',
      'Ba;không có;15/08/1990;',
    ].join('\n');
    expect((await plan(csv)).unread).toEqual({
      total: 2,
      first: [
        { line: 2, what: 'Ngày sinh', value: '31/02/1990', problem: 'not_a_day', kept: 'notes' },
        { line: 3, what: 'Email', value: 'không có', problem: 'not_an_address', kept: 'notes' },
      ],
    });
    expect(await run(csv)).toMatchObject({ created: 2, faults: { total: 0 } });
    const [an, ba] = (await cards()).map(({ fields }) => fields);
    expect(an?.emails.map(({ value }) => value)).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
    expect(an).toMatchObject({ birthday: null, notes: 'Quen ở Huế\n31/02/1990' });
    expect(ba).toMatchObject({ emails: [], birthday: '1990-08-15', notes: 'không có' });
  });

  test.each([
    ['zip', 'danh-ba.vcf'],
    ['workbook', '[Content_Types].xml'],
  ])('CT-43 packed as a %s is refused, and is not unpacked', async (archive, name) => {
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(name)]);
    for (const path of ['import/plan', 'import']) {
      const form = new FormData();
      form.set('uid', crypto.randomUUID());
      form.set('file', new Blob([file]), 'danh-ba.zip');
      const response = await fetch(`${server.baseUrl}/api/contacts/v1/${path}`, {
        method: 'POST',
        headers: { [SESSION_HEADER]: client.token },
        body: form,
      });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ error: { details: { archive } } });
    }
  });

  test('MM-32 with a quote that is not closed is refused by its line, as nobody would see who is missing', async () => {
    for (const path of ['import/plan', 'import']) {
      const form = new FormData();
      form.set('uid', crypto.randomUUID());
      form.set(
        'file',
        new Blob(['Name,Email\nChi,chi@a.example\n"Bình,b@a.example\nAn,an@a.example\n']),
        'a.csv',
      );
      const response = await fetch(`${server.baseUrl}/api/contacts/v1/${path}`, {
        method: 'POST',
        headers: { [SESSION_HEADER]: client.token },
        body: form,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { details: { problem: 'open_quote', line: 3 } } });
    }
    expect(await names()).toEqual([]);
  });

  test('MM-39 is read with the delimiter that its first line says, and with lines as an old Mac ends them', async () => {
    await run('sep=;\rName;Email\rChi, Lê;chi@a.example\r');
    expect((await cards()).map(({ fields }) => [fields.full_name, fields.emails?.[0]?.value])).toEqual([
      ['Chi, Lê', 'chi@a.example'],
    ]);
  });

  test('CT-43 days of vCards that are none are told with their card, and stay in it', async () => {
    const cards = ['1990-08-15', 'mùa thu', ''].map(
      (day, at) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Người ${at}\r\nBDAY:${day}\r\nEND:VCARD\r\n`,
    );
    const { total, unread } = await plan(cards.join(''));
    expect(total).toBe(3);
    expect(unread).toEqual({
      total: 1,
      first: [{ line: 2, what: 'BDAY', value: 'mùa thu', problem: 'not_a_day', kept: 'card' }],
    });
  });

  test('CT-12 made by hand is understood, and its columns can be told otherwise', async () => {
    const seen = await plan(BY_HAND);
    expect(seen.columns.map(({ heading, column }) => [heading, column])).toEqual([
      ['Họ và tên', 'full_name'],
      ['Số điện thoại', 'phone'],
      ['Địa chỉ email', 'email'],
      ['Công ty', 'organisation'],
      ['Chức vụ', 'title'],
      ['Mã khách', null],
    ]);
    expect(seen.faults).toEqual({ total: 1, first: [{ line: 3, problem: 'empty' }] });
    const columns = JSON.stringify(['full_name', 'phone.mobile', null, 'organisation', 'title', 'notes']);
    expect(await run(BY_HAND, { columns })).toMatchObject({ created: 1, faults: { total: 1 } });
    const [card] = await cards();
    expect(card?.fields).toMatchObject({
      ...{ family_name: 'Lê', given_name: 'Chi', emails: [], notes: 'KH-01' },
      phones: [{ label: 'mobile', value: '0987 654 321' }],
    });
  });
});

const vcard = (uid: string, name: string, more = '') =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:${name}\r\nN:${name};;;;\r\n${more}END:VCARD\r\n`;

describe('a file of vCards', () => {
  test('CT-1 is kept byte for byte, and given back so', async () => {
    const file =
      vcard('một', 'An', 'X-CUA-RIENG;X-A=1:giữ nguyên\r\n') +
      vcard('hai', 'Bình', 'item1.URL:https://b.example\r\n');
    expect(await run(file)).toMatchObject({ created: 2, skipped: 0, faults: { total: 0 } });
    const exported = await fetch(`${server.baseUrl}/api/contacts/v1/export`, {
      headers: { [SESSION_HEADER]: client.token },
    });
    expect(await exported.text()).toBe(file);
    const other = await newPerson(server);
    expect(await run(file, {}, other)).toMatchObject({ created: 2 });
  });

  test('CT-12 says which of its cards are none, and imports the others', async () => {
    const file = `${vcard('một', 'An')}BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n${vcard('hai', 'Bình')}`;
    expect(await run(file)).toMatchObject({
      created: 2,
      faults: { total: 1, first: [{ line: 2, problem: 'empty' }] },
    });
    expect(await names()).toEqual(['An', 'Bình']);
  });
});

describe('an import', () => {
  test('CT-12 shows duplicates before, leaves them out, or adds them', async () => {
    await client.createContact({
      body: { fields: { full_name: 'Chị Chi', phones: [{ label: 'work', value: '+84987654321' }] } },
    });
    const twice = `${BY_HAND}Chi lần nữa;0987654321;;;;\n`;
    expect((await plan(twice)).duplicates).toMatchObject({
      total: 2,
      rows: [{ name: 'Lê Thị Chi' }, { name: 'Chi lần nữa' }],
    });
    expect(await run(twice)).toMatchObject({ created: 0, skipped: 2 });
    expect(await names()).toEqual(['Chị Chi']);
    expect(await run(twice, { duplicates: 'add' })).toMatchObject({ created: 2, skipped: 0 });
    const file = vcard('một', 'An');
    await run(file);
    expect(await run(file)).toMatchObject({ created: 0, skipped: 1 });
    expect(await run(file, { duplicates: 'add' })).toMatchObject({ created: 1 });
    expect((await names()).filter((name) => name === 'An')).toHaveLength(2);
  });

  test('CT-12 takes people who share a name for different ones, unless one of both has neither address nor number', async () => {
    const people = ['an1@x.example', 'an2@x.example', 'an3@x.example'].map((email) => `An,${email}`);
    const file = ['Name,Email', ...people, ''].join('\n');
    expect((await plan(file)).duplicates.total).toBe(0);
    expect(await run(file)).toMatchObject({ created: 3, skipped: 0 });
    expect(await run('Name,Email\nAn,an4@x.example\n')).toMatchObject({ created: 1 });
    expect(await run('Name,Email\nAn,\nAn khác,an4@x.example\n')).toMatchObject({ created: 0, skipped: 2 });
    await run('Name,Email\nBình,\n');
    expect(await run('Name,Email\nBình,binh@x.example\n')).toMatchObject({ created: 0, skipped: 1 });
  });

  test('CT-12 leaves out what its file says twice, also in two of its portions', async () => {
    const line = 'An,chung@x.example,0912345678\n';
    const others = Array.from({ length: 150 }, (_, n) => `Khách ${n},chung@x.example,\n`).join('');
    const file = `Name,Email,Phone\n${line}${line}${others}${line}`;
    expect((await plan(file)).duplicates.total).toBe(2);
    expect(await run(file)).toMatchObject({ created: 151, skipped: 2 });
    const card = (uid: string) => vcard(uid, 'Chi', 'REV:20260101T000000Z\r\n');
    expect(await run(card('một') + card('một') + card('hai'))).toMatchObject({ created: 1, skipped: 2 });
  });

  test('CT-12 that is sent again makes each card once', async () => {
    const uid = crypto.randomUUID();
    const both = await Promise.all([run(OUTLOOK, { uid }), run(OUTLOOK, { uid })]);
    expect(both.map(({ created }) => created)).toEqual([1, 1]);
    expect(await run(OUTLOOK, { uid })).toMatchObject({ created: 1, skipped: 0 });
    expect(await names()).toEqual(['Trần Bình']);
  });

  test('CT-12 is undone, but for what was changed since', async () => {
    const uid = crypto.randomUUID();
    await run(vcard('một', 'An') + vcard('hai', 'Bình'), { uid });
    const kept = (await client.listContacts({ query: { search: 'binh' } })).data[0];
    await server.clock.advance(60_000);
    await client.changeContact({ params: { id: kept?.id ?? '' }, body: { fields: { title: 'Giám đốc' } } });
    await client.undoContactImport({ body: { uid } });
    expect(await names()).toEqual(['Bình']);
    const stranger = await newPerson(server);
    await expect(stranger.client.undoContactImport({ body: { uid } })).rejects.toEqual(
      expect.objectContaining({ code: 'contact_not_found' }),
    );
  });

  test('CT-12 is undone no longer once it is forgotten', async () => {
    const uid = crypto.randomUUID();
    await run(vcard('một', 'An'), { uid });
    const { db, clock } = server.context;
    await inTransaction(db, (tx) => deleteOldImports(tx, unixSeconds(clock) + 1));
    await expect(client.undoContactImport({ body: { uid } })).rejects.toMatchObject({
      code: 'contact_not_found',
    });
    expect(await names()).toEqual(['An']);
  });

  test('CT-12 CT-6 is undone by others only as far as they may write its book', async () => {
    const [binh, uid] = [await newPerson(server), crypto.randomUUID()];
    const { id: shared } = (await client.createContactBook({ body: { name: 'Khách' } })).data;
    const members = [{ address: binh.email, permission: 'WRITE' as const }];
    await client.setBookMembers({ params: { id: shared }, body: { members } });
    await run(vcard('một', 'An'), { uid });
    const undo = (id: string) => binh.client.undoContactImport({ body: { uid: id } });
    await expect(undo(uid)).rejects.toMatchObject({ code: 'contact_not_found' });
    expect(await names()).toEqual(['An']);
    const another = crypto.randomUUID();
    await run(vcard('hai', 'Bình'), { uid: another, book_id: shared });
    expect(await names()).toEqual(['An', 'Bình']);
    await undo(another);
    expect(await names()).toEqual(['An']);
  });

  test('CT-12 of thousands of cards costs no more for each of them', async () => {
    const file = Array.from({ length: 2_000 }, (_, n) =>
      vcard(`u${n}`, `Khách ${n}`, `EMAIL:khach${n}@x.example\r\n`),
    ).join('');
    expect(await run(file)).toMatchObject({ created: 2_000, skipped: 0 });
    expect((await client.listContactBooks({})).data[0]?.total).toBe(2_000);
  });

  test('CT-12 of what is no list of contacts brings nothing', async () => {
    expect(await plan('')).toMatchObject({ total: 0, columns: [] });
    expect(await plan(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toMatchObject({ total: 0 });
    expect((await send('import', 'x', { uid: 'không' })).status).toBe(400);
  });
});
