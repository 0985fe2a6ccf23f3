import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { exportContacts } from './export-contacts.ts';

let server: TestServer;
let person: NewPerson;
let dir: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  dir = await mkdtemp(join(tmpdir(), 'bocau-contacts-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await server.close();
});

const PHOTO = Buffer.alloc(3000, 'anh').toString('base64');
/** With odd folding, properties of its own, a photo, and one without a line break at its end. */
const CARDS = [
  'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:c1\r\nFN:Nguyễn Thị\r\n  Lan Anh\r\nN:Nguyễn;Lan Anh;Thị;;\r\nX-LA:giữ nguyên\r\nitem1.TEL:0912 345 678\r\nitem1.X-ABLabel:Zalo\r\nEND:VCARD\r\n',
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:c2\r\nFN:Trần Bảo\r\nPHOTO;ENCODING=b;TYPE=JPEG:${PHOTO}\r\nEND:VCARD\r\n`,
  'BEGIN:VCARD\nVERSION:4.0\nUID:c3\nKIND:group\nFN:Khách hàng\nMEMBER:urn:uuid:c1\nEND:VCARD',
];

async function importInto(bookId: string, text: string): Promise<void> {
  const form = new FormData();
  form.set('uid', crypto.randomUUID());
  form.set('book_id', bookId);
  form.set('file', new Blob([text], { type: 'text/vcard' }), 'cards.vcf');
  const { status } = await fetch(`${server.baseUrl}/api/contacts/v1/import`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: person.client.token },
    body: form,
  });
  expect(status).toBeLessThan(300);
}

test('CT-1 contacts are exported by book, byte for byte, without those in the trash and of others', async () => {
  const { client } = person;
  expect(await exportContacts(server.context.db, person.mailbox, dir)).toBe(0);
  const { data: made } = await client.createContact({ body: { fields: { full_name: 'Bỏ đi' } } });
  await client.trashContacts({ body: { ids: [made.id] } });
  const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng: Hà Nội/HCM' } });
  await client.createContactBook({ body: { name: 'Trống' } });
  for (const card of CARDS) await importInto(book.id, card);
  expect(await exportContacts(server.context.db, person.mailbox, dir)).toBe(CARDS.length);
  const names = (await readdir(join(dir, 'contacts'))).toSorted();
  expect(names).toHaveLength(3);
  const name = names.find((one) => one.startsWith('Khách hàng_ Hà Nội_HCM~')) ?? '';
  const text = await readFile(join(dir, 'contacts', name), 'utf8');
  for (const card of CARDS) expect(text).toContain(card);
  expect(text.length).toBe(CARDS.join('').length + '\r\n'.length);
  for (const others of names.filter((one) => one !== name)) {
    expect(await readFile(join(dir, 'contacts', others), 'utf8')).toBe('');
  }
  // A second run writes the same.
  expect(await exportContacts(server.context.db, person.mailbox, dir)).toBe(CARDS.length);
  expect(await readFile(join(dir, 'contacts', name), 'utf8')).toBe(text);
});
