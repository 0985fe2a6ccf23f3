import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InvoiceText, invoiceText, SELLER } from '../../demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from '../../test-kit/invoices/invoice-styles.ts';
import { receiveFiles, type SentFile } from '../../test-kit/invoices/receive-invoices.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { zipOfFiles } from '../../test-kit/zip-of-files.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
});

const write = (changes: Partial<InvoiceText>) => INVOICE_STYLES[0]?.write(invoiceText(changes)) ?? '';
const receive = (...files: SentFile[]) => receiveFiles(server, person, files);

test.each([
  ['leads out of its folder', '../x.xml'],
  ['leads to the top', '/etc/x.xml'],
  ['leads to a drive', 'C:/x.xml'],
  ['has another separator', 'a\\b.xml'],
  ['has characters that no name has', 'x\u0000\u202e.xml'],
  ['is cut within a character', `${'😀'.repeat(100)}.xml`],
])('IV-15 in an archive beside one whose name %s is read, and that one too', async (_, path) => {
  const content = await zipOfFiles([
    { path: '7.xml', content: write({ number: '7' }) },
    { path, content: write({ number: '8' }) },
    { path: '9.xml', content: write({ number: '9' }) },
  ]);
  await receive({ name: 'thang-11.zip', content });
  const { data } = await person.client.listInvoices({ query: {} });
  expect(data.map(({ number }) => number).sort()).toEqual(['7', '8', '9']);
  for (const { id } of data) {
    const { file } = (await person.client.getInvoice({ params: { id } })).data;
    expect(file.entry).toMatch(/\.xml$/);
    expect(file.entry).not.toMatch(/[\0\u202e]/);
  }
});

test.each<[string, (zip: Buffer, at: number) => void]>([
  ['is locked by a password', (zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)],
  ['is packed in an unknown way', (zip, at) => zip.writeUInt16LE(99, at + 10)],
  ['is not packed as it says', (zip, at) => zip.writeUInt16LE(8, at + 10)],
  ['tells another size', (zip, at) => zip.writeUInt32LE(7, at + 24)],
  ['stands nowhere', (zip, at) => zip.writeUInt32LE(0x7fff_ffff, at + 42)],
])('IV-15 in an archive beside one that %s is read', async (_, spoil) => {
  const zip = await zipOfFiles([
    { path: 'hong.xml', content: write({ number: '7' }) },
    { path: 'aa.xml', content: write({ number: '8' }) },
  ]);
  spoil(zip, zip.lastIndexOf('PK\u0001\u0002', zip.lastIndexOf('hong.xml')));
  // Bytes that are no text.
  zip.fill(0xff, zip.lastIndexOf('aa.xml'), zip.lastIndexOf('aa.xml') + 2);
  await receive({ name: 'thang-11.zip', content: zip });
  expect((await person.client.listInvoices({ query: {} })).data.map(({ number }) => number)).toContain('8');
});

test('IV-15 before the place where the directory of an archive breaks off is read', async () => {
  const zip = await zipOfFiles([
    { path: 'aa.xml', content: write({ number: '8' }) },
    { path: 'hong.xml', content: write({ number: '7' }) },
  ]);
  zip.fill(0, zip.lastIndexOf('hong.xml') - 46, zip.lastIndexOf('hong.xml'));
  await receive({ name: 'thang-11.zip', content: zip });
  expect((await person.client.listInvoices({ query: {} })).data.map(({ number }) => number)).toEqual(['8']);
});

test.each([
  ['the year 0', { date: '0000-01-01' }],
  ['the year 0 behind its day', { date: '01/01/0000' }],
  ['the year 1', { date: '0001-01-01T00:00:00' }],
  ['sums of hundreds of digits', { total: '9'.repeat(400), before: '1e400', tax: '-' }],
  [
    'a name that is cut within a character',
    { seller: { ...SELLER, name: `${'a'.repeat(399)}😀`, taxCode: `${'1'.repeat(19)}😀` } },
  ],
  [
    'a number that is cut within a character',
    { number: `${'1'.repeat(39)}😀`, symbol: `${'a'.repeat(39)}😀` },
  ],
  [
    'amounts that are cut within a character',
    { words: `${'a'.repeat(1999)}😀`, total: `${'x'.repeat(59)}😀` },
  ],
] satisfies [string, Partial<InvoiceText>][])(
  'IV-15 with %s is read, and the one beside it too',
  async (_, changes) => {
    const message = await receive(
      { name: 'a.xml', content: write({ number: '7', ...changes }) },
      { name: 'b.xml', content: write({ number: '8' }) },
    );
    const { data } = await person.client.listMessageInvoices({ params: { id: message } });
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({ number: '8', date: '2026-11-05', total: '1561850' });
    if ('date' in changes) expect(data[0]).toMatchObject({ number: '7', date: null });
    expect((await person.client.listInvoices({ query: {} })).data).toHaveLength(2);
  },
);

test('IV-15 shows no characters that hide or turn others', async () => {
  const hidden = { ...SELLER, name: 'Hoa\u202e neS\u2066\u200b', taxCode: SELLER.taxCode };
  const [line] = invoiceText().lines;
  const lines = [{ ...line, name: 'Giấy\u202d A4' } as InvoiceText['lines'][0]];
  await receive({
    name: 'a.xml',
    content: write({ seller: hidden, number: '12\u200e8', symbol: 'C26\u200fTHS', lines }),
  });
  const { data } = await person.client.listInvoices({ query: {} });
  expect(data).toMatchObject([{ seller: { name: 'Hoa neS' }, number: '128', symbol: 'C26THS' }]);
  const whole = await person.client.getInvoice({ params: { id: data[0]?.id ?? '' } });
  expect(whole.data.lines).toMatchObject([{ name: 'Giấy A4' }]);
  expect(JSON.stringify(whole.data)).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
});
