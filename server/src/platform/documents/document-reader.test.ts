import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { storeZip } from '../../demo-world/sample-archive.ts';
import { docx, pptx, xlsx } from '../../demo-world/sample-office.ts';
import { pdf } from '../../demo-world/sample-pdf.ts';
import { zipBomb } from '../../test-kit/zip-bomb.ts';
import { systemClock } from '../clock.ts';
import type { DocumentKind } from './document-limits.ts';
import { createDocumentReader } from './document-reader.ts';
import { DocumentError } from './reader-process.ts';

const reader = createDocumentReader({ clock: systemClock });
afterAll(() => reader.close());
const NEVER = new AbortController().signal;

function read(content: Uint8Array | string, kind: DocumentKind): Promise<string> {
  return reader.readText({ kind, open: async () => Readable.from([Buffer.from(content)]) }, NEVER);
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('SB-12 what a document says', () => {
  test('of a letter with a table, its runs and characters put together', async () => {
    const letter = docx('a.docx', 'Báo giá', ['Kính gửi chị Lan & anh Hùng'], [['Thép tấm', 12]]);
    expect(words(await read(letter.content, 'docx')).join(' ')).toBe(
      'Báo giá Kính gửi chị Lan & anh Hùng Thép tấm 12',
    );
    const runs =
      '<w:p><w:r><w:t>Hợp </w:t></w:r><w:r><w:t>đồ</w:t></w:r><w:r><w:t>ng&#x20;1</w:t></w:r></w:p>';
    const deleted = '<w:p><w:r><w:delText>xoá</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p>';
    const zip = storeZip([{ name: 'word/document.xml', content: Buffer.from(runs + deleted) }]);
    expect(words(await read(zip, 'docx'))).toEqual(['Hợp', 'đồng', '1']);
  });

  test('of a workbook, its cells row by row with the shared texts, and its sheets', async () => {
    const plain = await read(xlsx('a.xlsx', 'Công nợ', [['Thép tấm', 12_000]]).content, 'xlsx');
    expect(words(plain).join(' ')).toBe('Công nợ Thép tấm 12000');
    const shared = '<sst><si><t>Xi măng</t></si><si><r><t>Cát </t></r><r><t>vàng</t></r></si></sst>';
    const sheet = '<row><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="s"><v>0</v></c></row>';
    const zip = storeZip([
      { name: 'xl/sharedStrings.xml', content: Buffer.from(shared) },
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet) },
    ]);
    expect(words(await read(zip, 'xlsx'))).toEqual(['Cát', 'vàng', 'Xi', 'măng']);
  });

  test('of slides in their order, and of the pages of a PDF', async () => {
    const slides = Array.from({ length: 11 }, (_, index) => ({
      title: `Trang ${index + 1}`,
      lines: ['Kho'],
    }));
    const shown = words(await read(pptx('a.pptx', slides).content, 'pptx'));
    expect(shown.filter((word) => word !== 'Trang' && word !== 'Kho').map(Number)).toEqual(
      slides.map((_, index) => index + 1),
    );
    const pages = ['Điều 1. Đối tượng', 'Điều 2. Giá thuê'].map((line) => ({
      title: 'Hợp đồng',
      lines: [line],
    }));
    const text = words(await read(pdf('a.pdf', pages).content, 'pdf')).join(' ');
    expect(text).toBe('Hợp đồng Điều 1. Đối tượng 1 / 2 Hợp đồng Điều 2. Giá thuê 2 / 2');
  });
});

describe('a document that is hostile', () => {
  test.each<[string, DocumentKind]>([
    ['not a zip', 'docx'],
    ['PK\x03\x04 and then nothing', 'docx'],
    ['%PDF-1.7 /Font and then nothing', 'pdf'],
    ['', 'xlsx'],
  ])('%j is no %s, which is said', async (content, kind) => {
    await expect(read(content, kind)).rejects.toBeInstanceOf(DocumentError);
  });

  test('a zip bomb is unpacked only as far as its words may be indexed', async () => {
    const page = `<w:p><w:t>bom </w:t></w:p>`.repeat(40_000);
    const text = await read(zipBomb('word/document.xml', page.repeat(60)), 'docx');
    expect(text.length).toBe(200_000);
  });

  test('a PDF that unpacks to gigabytes ends its own process and nothing else', async () => {
    const many = deflateSync(Buffer.alloc(128 * 1024 ** 2, 'Q '), { level: 1 });
    const head = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << >> >> /Contents [${'4 0 R '.repeat(40)}] >>\nendobj\n4 0 obj\n<< /Length ${many.length} /Filter /FlateDecode >>\nstream\n`;
    const bytes = Buffer.concat([
      Buffer.from(head),
      many,
      Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n'),
    ]);
    await expect(read(bytes, 'pdf')).rejects.toThrow('the reading ended with a signal');
  });

  test('the program that reads it has no other file, no other program and no environment, and leaves nothing', async () => {
    const program = await writeProgram(
      `import { readFile, writeFile } from 'node:fs/promises';
       import { spawnSync } from 'node:child_process';
       const { env } = process;
       const tried = async (act) => { try { await act(); return 'could'; } catch (error) { return error.code ?? error.name; } };
       process.stdin.once('data', async () => {
       const text = [
         await tried(() => readFile('/etc/passwd')),
         await tried(() => writeFile(process.argv[1] + '.left-behind', '')),
         await tried(() => spawnSync('true')),
         await tried(() => new Function('return 1')()),
         Object.keys(env).join(),
         process.argv[2],
       ].join(' ');
       await writeFile(process.argv[2] + '/answer.json', JSON.stringify({ text }));
       process.stdout.write('.');
       });`,
    );
    const curious = createDocumentReader({ clock: systemClock, program });
    const text = await curious.readText(
      { kind: 'pdf', open: async () => Readable.from(['%PDF- /Font']) },
      NEVER,
    );
    await curious.close();
    const denied = 'ERR_ACCESS_DENIED';
    const [own = '', ...tried] = text.split(' ').reverse();
    expect(tried.reverse()).toEqual([denied, denied, denied, 'EvalError', 'TMPDIR']);
    expect(existsSync(own)).toBe(false);
  });
});

describe('a process that is kept ready', () => {
  test('reads the next document too, until it fails at one, says that it is worn, or dies', async () => {
    const program = await writeProgram(
      `import { readFile, writeFile } from 'node:fs/promises';
       process.stdin.on('data', async () => {
         const folder = process.argv[2];
         const document = await readFile(folder + '/document', 'latin1');
         const answer = document.includes('broken') ? { failure: 'broken' } : { text: String(process.pid) };
         await writeFile(folder + '/answer.json', JSON.stringify(answer));
         process.stdout.write(document.includes('worn') ? '!' : '.');
       });`,
    );
    const kept = createDocumentReader({ clock: systemClock, program });
    onTestFinished(() => kept.close());
    const pidAfter = (text: string) =>
      kept.readText({ kind: 'pdf', open: async () => Readable.from([`%PDF- /Font ${text}`]) }, NEVER);
    const first = await pidAfter('');
    expect(await pidAfter('')).toBe(first);
    await expect(pidAfter('broken')).rejects.toThrow('broken');
    const second = await pidAfter('');
    expect(second).not.toBe(first);
    expect(await pidAfter('worn')).toBe(second);
    const third = await pidAfter('');
    expect(third).not.toBe(second);
    process.kill(Number(third), 'SIGKILL');
    await expect.poll(() => isRunning(Number(third))).toBe(false);
    expect(await pidAfter('')).not.toBe(third);
  });

  test('is not asked about a PDF of pictures alone', async () => {
    const program = await writeProgram(`process.stdin.once('data', () => process.exit(3));`);
    const asked = createDocumentReader({ clock: systemClock, program });
    onTestFinished(() => asked.close());
    const pictures = '%PDF-1.7 << /Type /XObject /Subtype /Image >>';
    const open = async () => Readable.from([pictures]);
    expect(await asked.readText({ kind: 'pdf', open }, NEVER)).toBe('');
    const hidden = async () => Readable.from([pictures, '/Obj', 'Stm']);
    await expect(asked.readText({ kind: 'pdf', open: hidden }, NEVER)).rejects.toThrow(
      'the reading ended with 3',
    );
  });
});

async function writeProgram(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-reader-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'program.mjs');
  await writeFile(program, text);
  return program;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
