import { Readable } from 'node:stream';
import { type DeflatedMember, writeZip, type ZipMember } from '../zip/write-zip.ts';
import { inChunks } from './in-chunks.ts';

/** A day as YYYY-MM-DD, a decimal number as text, or text. */
export type Cell = { kind: 'text' | 'number' | 'date'; value: string };

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const OF_WORKBOOK = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;
/** 1 for headings, 2 for numbers with marks between thousands, 3 for days. */
const STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.########"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Days since the beginning of 1900, as spreadsheets count them. */
const DAYS_BEFORE_1970 = 25_569;
const DAY_MS = 86_400_000;
const LONGEST_TEXT = 32_000;
/** In characters: room for a day and for amounts, which are shown as signs where they do not fit. */
const COLUMN_WIDTH = 18;

/** A workbook of one sheet with a row of headings, written as its rows come. */
export function writeXlsx(
  name: string,
  headings: string[],
  rows: AsyncIterable<Cell[]>,
  modifiedAt: number,
): Readable {
  const workbook = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="${SHEET}" xmlns:r="${RELATION}"><sheets><sheet name="${escapeXml(name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts: [string, string][] = [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', RELATIONS],
    ['xl/workbook.xml', workbook],
    ['xl/_rels/workbook.xml.rels', OF_WORKBOOK],
    ['xl/styles.xml', STYLES],
  ];
  return writeZip(membersOf(parts, sheetOf(headings, rows), modifiedAt));
}

async function* membersOf(
  parts: [string, string][],
  sheet: AsyncIterable<string>,
  modifiedAt: number,
): AsyncGenerator<ZipMember | DeflatedMember> {
  for (const [path, text] of parts) {
    const bytes = Buffer.from(text);
    yield { path, size: bytes.length, modifiedAt, bytes: Readable.from(bytes, { objectMode: false }) };
  }
  yield { path: 'xl/worksheets/sheet1.xml', modifiedAt, deflate: inChunks(sheet) };
}

async function* sheetOf(headings: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headings.length}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`;
  const titles = headings.map(
    (heading) => `<c t="inlineStr" s="1"><is><t>${escapeXml(heading)}</t></is></c>`,
  );
  yield `<row>${titles.join('')}</row>`;
  for await (const row of rows) yield `<row>${row.map(cell).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

function cell({ kind, value }: Cell): string {
  if (value === '') return '<c/>';
  if (kind === 'number') return `<c s="2"><v>${value}</v></c>`;
  if (kind === 'date')
    return `<c s="3"><v>${Date.parse(`${value}T00:00:00Z`) / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, LONGEST_TEXT))}</t></is></c>`;
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
