import { Readable } from 'node:stream';
import { inChunks } from './in-chunks.ts';
import type { Cell } from './write-xlsx.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** CSV (RFC 4180) that spreadsheets open as UTF-8. */
export function writeCsv(headings: string[], rows: AsyncIterable<Cell[]>): Readable {
  return Readable.from(inChunks(lines(headings, rows)), { objectMode: false });
}

async function* lines(headings: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${headings.map((value) => field({ kind: 'text', value })).join(',')}\r\n`;
  for await (const row of rows) yield `${row.map(field).join(',')}\r\n`;
}

/** With the wide forms of Chinese and Japanese keyboards, which some take for the same. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text that a spreadsheet would take for a formula begins with an apostrophe: it is a stranger's. */
function field({ kind, value }: Cell): string {
  return quote(kind === 'text' && BEGINS_FORMULA.test(value) ? `'${value}` : value);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
