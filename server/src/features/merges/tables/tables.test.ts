import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest';
import { storeZip } from '../../../demo-world/sample-archive.ts';
import { mergesOf } from '../../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { refusalOf } from '../../../test-kit/write-mail.ts';
import { zipBomb } from '../../../test-kit/zip-bomb.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';

let server: TestServer;
let an: NewPerson;
let merges: ReturnType<typeof mergesOf>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  merges = mergesOf(an);
});

async function cellsOf(table: string | Buffer, name?: string) {
  const merge = await merges.upload(await merges.write(), table, name);
  return (await merges.rows(merge)).map(({ line, cells }) => [line, ...cells]);
}

const TEXT = 'Email,Tên\nlan@minhphat.example,Nguyễn Thị Ngọc Ánh\n';
const READ = [[2, 'lan@minhphat.example', 'Nguyễn Thị Ngọc Ánh']];

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16 with a mark', iconv.encode(TEXT, 'utf-16le', { addBOM: true })],
  ['UTF-16 without a mark', iconv.encode(TEXT, 'utf-16le', { addBOM: false })],
  ['UTF-16 the other way round', iconv.encode(TEXT, 'utf-16be', { addBOM: false })],
  ['Windows-1258', iconv.encode(withTonesApart(TEXT), 'win1258')],
])('MM-1 reads CSV in %s', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual(READ);
});

/** As that charset has it: a letter with its circumflex, breve or horn, and the tone after it. */
function withTonesApart(text: string): string {
  return text
    .normalize('NFD')
    .replace(
      /(\p{L})(\u0323?)([\u0302\u0306\u031b])/gu,
      (_, letter, dot, mark) => (letter + mark).normalize('NFC') + dot,
    );
}

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function workbook(rows: string, { styles = '', shared = '', before = '' } = {}): Buffer {
  const parts = {
    'xl/workbook.xml': `<workbook ${NAMESPACE}><sheets>${before}<sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId3" Target="worksheets/other.xml"/><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
    'xl/worksheets/other.xml': `<worksheet ${NAMESPACE}><sheetData>${shownRow('', 'Email')}${shownRow('', 'kin@b.example')}</sheetData></worksheet>`,
    'xl/worksheets/first.xml': `<worksheet ${NAMESPACE}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': shared,
  };
  return Buffer.from(
    storeZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))),
  );
}

it('MM-1 MM-3 reads the first sheet of a workbook as people see it, and computes nothing', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0&quot; đ&quot;"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>`;
  const shared = '<sst><si><t>Email</t></si><si><r><t>Ngọc </t></r><r><t>Ánh</t></r></si></sst>';
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Ngày</t></is></c><c r="D1" t="inlineStr"><is><t>Tiền</t></is></c><c r="E1" t="inlineStr"><is><t>Tên</t></is></c><c r="F1" t="inlineStr"><is><t>Tỉ lệ</t></is></c></row>
    <row r="4"><c r="A4" t="str"><f>HYPERLINK("x")</f><v>lan@minhphat.example</v></c><c r="B4" s="1"><v>46353</v></c><c r="D4" s="2"><v>1200000</v></c><c r="E4" t="s"><v>1</v></c><c r="F4" s="3"><v>0.1</v></c></row>
    <row r="5"><c r="A5" t="inlineStr"><is><t>=cmd()</t></is></c></row>`;
  expect(await cellsOf(workbook(rows, { styles, shared }), 'khach.xlsx')).toEqual([
    [4, 'lan@minhphat.example', '27/11/2026', '', '1.200.000', 'Ngọc Ánh', '10%'],
    [5, '=cmd()', '', '', '', '', ''],
  ]);
});

it.each([
  ['0000000000', '912345678', '0912345678'],
  ['0000\\ 000\\ 000', '912345678', '0912 345 678'],
  ['&quot;+84 &quot;000-000-000', '912345678', '+84 912-345-678'],
  ['00000;-00000', '123', '00123'],
  ['000', '12345', '12345'],
  ['000', '1.5', '1.5'],
  ['0', '12', '12'],
])('MM-1 a number in the format %s keeps its places: %s is %s', async (format, value, shown) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
  const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = `<row r="1">${text('Email')}${text('Số')}</row><row r="2">${text('a@b.example')}<c s="1"><v>${value}</v></c></row>`;
  expect(await cellsOf(workbook(rows, { styles }), 'a.xlsx')).toEqual([[2, 'a@b.example', shown]]);
});

it('MM-2 leaves out a line with a cell that is too long, and says which', async () => {
  const long = 'x'.repeat(MERGE_LIMITS.cellLength + 1);
  const merge = await merges.upload(
    await merges.write(),
    `Email,Tên\na@minhphat.example,A\nb@minhphat.example,${long}\nc@minhphat.example,C\n`,
  );
  expect(merge).toMatchObject({
    counts: { rows: 2 },
    faults: { total: 1, first: [{ line: 3, problem: 'cell_too_long' }] },
  });
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('Email')}</row><row r="2">${cell(long)}</row><row r="3">${cell('a@b.example')}</row>`;
  expect(await merges.upload(await merges.write(), workbook(rows), 'a.xlsx')).toMatchObject({
    counts: { rows: 1 },
    faults: { total: 1, first: [{ line: 2, problem: 'cell_too_long' }] },
  });
});

const shownRow = (row: string, ...texts: string[]) =>
  `<row ${row}>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

it.each(['99999999999999999999', '-3', '0', '1.5', 'x', '1048577'])(
  'MM-2 refuses a workbook with a row %s, which no spreadsheet has',
  async (number) => {
    const rows = shownRow('r="1"', 'Email') + shownRow(`r="${number}"`, 'a@b.example');
    const refused = await refusalOf(merges.upload(await merges.write(), workbook(rows), 'a.xlsx'));
    expect(refused).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  },
);

it('MM-31 a workbook is read without characters that no text may have', async () => {
  const shared =
    '<sst><si><t>Email</t></si><si><t>Bì&#0;nh &#xD800;&#xD83D;&#xDE00;</t></si><si><t>T\0ên</t></si></sst>';
  const cells = (...numbers: number[]) => numbers.map((at) => `<c t="s"><v>${at}</v></c>`).join('');
  const rows = `<row r="1">${cells(0, 2, 1)}</row>${shownRow('r="2"', 'a@b.example', 'A&#0;n', '&#xD83D;&#xDE00;')}<row r="3">${cells(0, 2, 1)}</row>`;
  const merge = await merges.upload(await merges.write(), workbook(rows, { shared }), 'a.xlsx');
  expect(merge.columns.map(({ heading }) => heading)).toEqual(['Email', 'Tên', 'Bình \ufffd😀']);
  expect((await merges.rows(merge)).map(({ cells: read }) => read)).toEqual([['a@b.example', 'An', '😀']]);
  expect(merge.faults).toEqual({ total: 1, first: [{ line: 3, problem: 'unreadable' }] });
});

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from('Email,T\0ên\na@b.example,A\0n\n')],
  ['UTF-16', iconv.encode('Email,T\0ên\na@b.example,A\0n\n', 'utf-16le', { addBOM: true })],
])('MM-31 CSV in %s is read without characters that no text may have', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual([[2, 'a@b.example', 'An']]);
});

it('MM-40 a line of CSV in UTF-16 with half a character is left out, and told', async () => {
  const bytes = Buffer.from('\ufeffEmail,Tên\na@b.example,A\ud800n\nc@d.example,C\n', 'utf16le');
  expect(await merges.upload(await merges.write(), bytes)).toMatchObject({
    counts: { rows: 1 },
    faults: { first: [{ line: 2, problem: 'unreadable' }] },
  });
});

it('MM-31 what is shown of a long text is not cut within a character', async () => {
  const half = (length: number) => `${'x'.repeat(length - 1)}😀`;
  const merge = await merges.upload(
    await merges.write(),
    `Email,${half(MERGE_LIMITS.headingLength)}\na@b.example,${half(80)}\n`,
  );
  expect(merge.columns[1]).toMatchObject({
    heading: 'x'.repeat(MERGE_LIMITS.headingLength - 1),
    sample: 'x'.repeat(79),
  });
});

it('MM-31 a name of a field is not cut within a letter', async () => {
  const merge = await merges.upload(await merges.write(), `Email,${'x'.repeat(35)}𠀋𠀋\na@b.example,1\n`);
  expect(merge.columns[1]?.field).toBe('x'.repeat(35));
});

it('MM-32 CSV with a quote that is not closed is refused by its line', async () => {
  const table = 'Email,Tên\na@b.example,A\nc@d.example,"C\ne@f.example,E\n';
  expect(await refusalOf(merges.upload(await merges.write(), table))).toMatchObject({
    ...{ status: 400, code: 'invalid_input' },
    details: { problem: 'open_quote', line: 3 },
  });
});

it.each<[string, string, number]>([
  ['with the delimiter that its first line says', 'sep=;\r\nEmail;Tên\r\na@b.example;A, B\r\n', 3],
  ['of a Mac of old', 'Email,Tên\ra@b.example,"A, B"\r', 2],
  ['with a heading of several lines', '"Email";"Tên,\nhọ"\na@b.example;A, B\n', 3],
])('MM-39 reads CSV %s', async (_, table, line) => {
  expect(await cellsOf(table)).toEqual([[line, 'a@b.example', 'A, B']]);
});

it('MM-40 lines of CSV with bytes that are no character are left out, and told', async () => {
  const [before, after] = [`${TEXT}b@minhphat.example,Trần `, 'ình\nc@minhphat.example,Lê Thị Hồng Ánh\n'];
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xe1, 0xbb]), Buffer.from(after)]);
  const merge = await merges.upload(await merges.write(), bytes);
  expect(merge).toMatchObject({
    counts: { rows: 2 },
    faults: { total: 1, first: [{ line: 3, problem: 'unreadable' }] },
  });
});

it('MM-26 leaves out rows that a filter hides, and says how many', async () => {
  const rows = [
    shownRow('r="1"', 'Email', 'Tên'),
    shownRow('r="2" hidden="1"', 'a@b.example', 'A'),
    shownRow('r="3"', 'c@d.example', 'C'),
    '<row r="4" hidden="1"/>',
    shownRow('r="5" hidden="true"', 'e@f.example', 'x'.repeat(MERGE_LIMITS.cellLength + 1)),
    shownRow('r="6" hidden="0"', 'g@h.example', 'G'),
  ];
  const merge = await merges.upload(await merges.write(), workbook(rows.join('')), 'a.xlsx');
  expect(merge).toMatchObject({ counts: { rows: 2 }, faults: { total: 0, first: [], hidden: 2 } });
  expect((await merges.rows(merge)).map(({ line, email }) => [line, email])).toEqual([
    [3, 'c@d.example'],
    [6, 'g@h.example'],
  ]);
});

it('MM-26 takes the first line as headings though it is hidden, so that nobody becomes one', async () => {
  const rows = shownRow('r="1" hidden="1"', 'Email') + shownRow('r="2"', 'a@b.example');
  const merge = await merges.upload(await merges.write(), workbook(rows), 'a.xlsx');
  expect(merge).toMatchObject({ columns: [{ heading: 'Email' }], counts: { rows: 1 } });
  expect(merge.faults.hidden).toBeUndefined();
});

it.each(['hidden', 'veryHidden'])('MM-26 passes over a sheet that is %s', async (state) => {
  const rows = shownRow('', 'Email') + shownRow('', 'a@b.example');
  const book = workbook(rows, { before: `<sheet name="B" sheetId="2" state="${state}" r:id="rId3"/>` });
  const merge = await merges.upload(await merges.write(), book, 'a.xlsx');
  expect((await merges.rows(merge)).map(({ email }) => email)).toEqual(['a@b.example']);
});

it.each([
  ['a cell without an end', 'x'.repeat(15_999_000)],
  ['a quote with many lines', `"${'x\n'.repeat(7_999_000)}"`],
  ['quotes alone', `"${'""'.repeat(7_999_000)}"`],
  ['cells alone', ','.repeat(15_999_000)],
])('MM-36 a file of %s is answered', async (_what, text) => {
  const merge = await merges.upload(await merges.write(), `Email,Tên\na@b.example,A\nc@d.example,${text}`);
  expect(merge.counts.rows + merge.faults.total).toBe(2);
});

it('MM-26 rows that are hidden count for no limit', async () => {
  const hidden = shownRow('hidden="1"', 'k@minhphat.example').repeat(MERGE_LIMITS.rows + 10);
  const rows = shownRow('', 'Email') + hidden + shownRow('', 'a@b.example');
  expect(await merges.upload(await merges.write(), workbook(rows), 'a.xlsx')).toMatchObject({
    counts: { rows: 1 },
    faults: { hidden: MERGE_LIMITS.rows + 10 },
  });
});

it('MM-2 refuses a table with too many columns, as CSV and as a workbook', async () => {
  const headings = Array.from({ length: MERGE_LIMITS.columns + 1 }, (_, at) => `Cột ${at}`);
  headings[0] = 'Email';
  const draft = await merges.write();
  const values = ['a@b.example', ...headings.slice(1)];
  const refused = await refusalOf(merges.upload(draft, `${headings.join()}\n${values.join()}\n`));
  expect([refused.code, refused.details]).toEqual([
    'too_large',
    { what: 'columns', limit: MERGE_LIMITS.columns },
  ]);
  const book = workbook(shownRow('', ...headings) + shownRow('', ...values));
  expect((await refusalOf(merges.upload(draft, book, 'a.xlsx'))).details).toEqual(refused.details);
  const most = headings.slice(0, -1);
  const stray = `a@b.example\nb@b.example${','.repeat(MERGE_LIMITS.columns)}x\n`;
  expect(await merges.upload(draft, `${most.join()}\n${stray}`)).toMatchObject({
    counts: { rows: 1 },
    faults: { total: 1, first: [{ line: 3, problem: 'too_many_columns' }] },
  });
});

it('MM-2 refuses a table with too many rows, as CSV and as a workbook', async () => {
  const count = MERGE_LIMITS.rows + 1;
  const draft = await merges.write();
  const csv = `Email\n${Array.from({ length: count }, (_, at) => `k${at}@minhphat.example`).join('\n')}`;
  const refused = await refusalOf(merges.upload(draft, csv));
  expect([refused.code, refused.details]).toEqual(['too_large', { what: 'rows', limit: MERGE_LIMITS.rows }]);
  const row = '<row><c t="inlineStr"><is><t>k@minhphat.example</t></is></c></row>';
  const book = workbook(row.repeat(50_000));
  expect((await refusalOf(merges.upload(draft, book, 'a.xlsx'))).details).toEqual(refused.details);
});

it.each<[string, Buffer, string]>([
  ['an older workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupported_media_type'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'unsupported_media_type'],
  ['nothing', Buffer.alloc(0), 'unsupported_media_type'],
  ['an archive that ends', Buffer.from('PK\x03\x04 and then nothing'), 'unsupported_media_type'],
  [
    'a workbook without a sheet',
    Buffer.from(storeZip([{ name: 'a.txt', content: Buffer.from('a') }])),
    'unsupported_media_type',
  ],
])('MM-1 refuses %s', async (_, bytes, code) => {
  expect((await refusalOf(merges.upload(await merges.write(), bytes, 'a.xlsx'))).code).toBe(code);
});

it('MM-2 refuses what unpacks to more than a table may have', async () => {
  const bomb = zipBomb('xl/worksheets/sheet1.xml', `<worksheet>${' '.repeat(60_000_000)}`);
  expect(bomb.length).toBeLessThan(1_000_000);
  const refused = await refusalOf(merges.upload(await merges.write(), bomb, 'a.xlsx'));
  expect([refused.code, refused.details]).toEqual([
    'too_large',
    { what: 'bytes', limit: MERGE_LIMITS.tableBytes },
  ]);
});

test('the sandbox has the limits of the contract', () => {
  const { rows, columns, cellLength } = MERGE_LIMITS;
  expect(WORKBOOK_LIMITS).toEqual({ rows, columns, cellLength });
});
