import yauzl, { type Entry } from 'yauzl';
import { scanXml } from '../../../platform/documents/scan-xml.ts';
import { readSharedStrings } from '../../../platform/documents/shared-strings.ts';
import { readEntry } from '../../../platform/zip/read-entry.ts';
import { type CellFormat, cellFormats, shownNumber } from './cell-formats.ts';
import type { TableLine } from './merge-table.ts';
import { WORKBOOK_LIMITS as limits } from './workbook-limits.ts';

/** What the program that reads a workbook answers. */
export type WorkbookAnswer =
  | { lines: TableLine[]; long: number[]; hidden: number }
  | { refused: 'rows' | 'bytes' | 'unreadable' };

const PART_BYTES = 32 * 1024 ** 2;
const MOST_ENTRIES = 2_000;
/** Of the answer, which is a file of a limited size. */
const ANSWER_BYTES = 7_500_000;
/** Spreadsheets number no more. */
const LAST_LINE = 1_048_576;

class Refused extends Error {
  readonly why: 'rows' | 'bytes' | 'unreadable';
  constructor(why: 'rows' | 'bytes' | 'unreadable') {
    super(why);
    this.why = why;
  }
}

/** The first sheet that is seen, line by line; of what is computed, the value that was stored. */
export async function readWorkbook(bytes: Buffer): Promise<WorkbookAnswer> {
  try {
    const read = await openParts(bytes);
    const { sheet, is1904 } = await findSheet(read);
    const shared = readSharedStrings(await read('xl/sharedStrings.xml'));
    const formats = cellFormats(await read('xl/styles.xml'));
    return readSheet(await read(sheet), { shared, formats, is1904 });
  } catch (error) {
    return { refused: error instanceof Refused ? error.why : 'unreadable' };
  }
}

async function openParts(bytes: Buffer): Promise<(name: string) => Promise<string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size > MOST_ENTRIES) throw new Refused('unreadable');
  }
  return async (name) => {
    const entry = entries.get(name);
    if (!entry) return '';
    // Whatever size its header states: a small archive can hold more than memory does.
    const part = await readEntry(zip, entry, PART_BYTES + 1);
    if (part.length > PART_BYTES) throw new Refused('bytes');
    return part.toString('utf8');
  };
}

/** MM-26: whoever looks at the workbook sees another one, and would be sent to people whom they do not see. */
const HIDDEN: ReadonlySet<string> = new Set(['hidden', 'veryHidden']);

async function findSheet(
  read: (name: string) => Promise<string>,
): Promise<{ sheet: string; is1904: boolean }> {
  let first: string | null = null;
  let shown: string | null = null;
  let is1904 = false;
  scanXml(await read('xl/workbook.xml'), {
    text() {},
    tag({ name, isEnd, attribute }) {
      if (isEnd) return;
      if (name === 'sheet') {
        const id = attribute('(?:\\w+:)?id');
        first ??= id;
        if (!HIDDEN.has(attribute('state') ?? '')) shown ??= id;
      }
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
    },
  });
  let target = 'worksheets/sheet1.xml';
  scanXml(await read('xl/_rels/workbook.xml.rels'), {
    text() {},
    tag({ name, attribute }) {
      if (name === 'Relationship' && attribute('Id') === (shown ?? first))
        target = attribute('Target') ?? target;
    },
  });
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 };
}

function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}

function lineOf(number: string): number {
  const line = /^\d{1,7}$/.test(number) ? Number(number) : 0;
  if (line < 1 || line > LAST_LINE) throw new Refused('unreadable');
  return line;
}

type Workbook = { shared: string[]; formats: CellFormat[]; is1904: boolean };

function readSheet(xml: string, workbook: Workbook): WorkbookAnswer {
  if (!/<(?:\w+:)?worksheet\b/.test(xml.slice(0, 4096))) throw new Refused('unreadable');
  const lines: TableLine[] = [];
  const long: number[] = [];
  let size = 0;
  let hidden = 0;
  let row: TableLine = { line: 0, cells: [] };
  let isHidden = false;
  let isLong = false;
  let cell = { at: -1, type: '', style: 0, text: '' };
  let inValue = false;

  function endCell(): void {
    const text = cellText(cell, workbook);
    if (cell.at < 0 || text === '') return;
    // What is beyond the columns is told by its line.
    const at = Math.min(cell.at, limits.columns);
    if (text.length > limits.cellLength) isLong = true;
    while (row.cells.length < at) row.cells.push('');
    row.cells[at] = text;
  }

  function endRow(): void {
    if (row.cells.every((text) => text.trim() === '')) return;
    // MM-26: as a filter leaves it. The first line has the headings, shown or not.
    if (isHidden && lines.length > 0) hidden += 1;
    else if (isLong) long.push(row.line);
    else {
      lines.push(row);
      size += Buffer.byteLength(JSON.stringify(row));
    }
    // With the headings.
    if (lines.length > limits.rows + 1) throw new Refused('rows');
    if (size > ANSWER_BYTES) throw new Refused('bytes');
  }

  scanXml(xml, {
    text(run) {
      if (inValue && cell.text.length <= limits.cellLength) cell.text += run;
    },
    tag({ name, isEnd, isEmpty, attribute }) {
      if (name === 'row') {
        if (isEnd) endRow();
        else {
          row = { line: lineOf(attribute('r') ?? String(row.line + 1)), cells: [] };
          isHidden = isTrue(attribute('hidden'));
          isLong = false;
          cell = { ...cell, at: -1 };
        }
      } else if (name === 'c' && !isEnd) {
        const at = columnAt(attribute('r')) ?? cell.at + 1;
        cell = { at, type: attribute('t') ?? '', style: Number(attribute('s') ?? 0), text: '' };
      } else if (name === 'c') endCell();
      else if (name === 'v' || name === 't') inValue = !isEnd && !isEmpty;
    },
  });
  return { lines, long, hidden };
}

function cellText(cell: { type: string; style: number; text: string }, workbook: Workbook): string {
  if (cell.type === 's') return workbook.shared[Number(cell.text)] ?? '';
  if (cell.type === 'e') return '';
  if (cell.type === 'b') return cell.text === '1' ? 'TRUE' : 'FALSE';
  if (cell.type !== '' && cell.type !== 'n') return cell.text;
  return shownNumber(cell.text, workbook.formats[cell.style] ?? 'plain', workbook.is1904);
}

const LETTERS = 26;

function columnAt(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
}
