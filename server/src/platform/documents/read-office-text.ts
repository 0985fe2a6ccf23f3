import yauzl, { type Entry } from 'yauzl';
import { readEntry } from '../zip/read-entry.ts';
import { DOCUMENT_LIMITS, type DocumentKind } from './document-limits.ts';
import { scanXml } from './scan-xml.ts';
import { readSharedStrings } from './shared-strings.ts';

type OfficeKind = Exclude<DocumentKind, 'pdf'>;
type Parts = { names: string[]; read(name: string): Promise<string> };

const { textCharacters, entries: mostEntries, partBytes, unpackedBytes, cells: mostCells } = DOCUMENT_LIMITS;

/** In display order. */
const TEXT_PARTS: Record<'docx' | 'pptx', RegExp[]> = {
  docx: [
    /^word\/document\d*\.xml$/,
    /^word\/header\d*\.xml$/,
    /^word\/footer\d*\.xml$/,
    /^word\/(footnotes|endnotes|comments)\.xml$/,
  ],
  pptx: [
    /^ppt\/slides\/slide\d+\.xml$/,
    /^ppt\/notesSlides\/notesSlide\d+\.xml$/,
    /^ppt\/diagrams\/data\d+\.xml$/,
  ],
};
const SHEETS = /^xl\/worksheets\/sheet\d+\.xml$/;

/** The text of an Office document, in display order. */
export async function readOfficeText(bytes: Buffer, kind: OfficeKind): Promise<string> {
  const parts = await openParts(bytes);
  if (kind === 'xlsx') return readWorkbook(parts);
  let text = '';
  for (const name of TEXT_PARTS[kind].flatMap((pattern) => numbered(parts.names, pattern))) {
    if (text.length >= textCharacters) break;
    text += `${readParagraphs(await parts.read(name), textCharacters - text.length)}\n`;
  }
  return text;
}

async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size >= mostEntries) break;
  }
  let left: number = unpackedBytes;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return '';
      const part = await readEntry(zip, entry, Math.min(left, partBytes));
      left -= part.length;
      return part.toString('utf8');
    },
  };
}

function numbered(names: string[], pattern: RegExp): string[] {
  const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
  return names.filter((name) => pattern.test(name)).sort((a, b) => number(a) - number(b));
}

/** Joins the runs of a paragraph; separates paragraphs, cells and line breaks. */
function readParagraphs(xml: string, limit: number): string {
  let text = '';
  let inText = false;
  let inFallback = false;
  scanXml(xml, {
    text(run) {
      if (inText && !inFallback && text.length < limit) text += run;
    },
    tag({ name, isEnd, isEmpty }) {
      if (name === 't') inText = !isEnd && !isEmpty;
      // The fallback for older programs repeats the same text.
      else if (name === 'Fallback') inFallback = !isEnd && !isEmpty;
      else if (name === 'p' ? isEnd : name === 'tab' || name === 'br' || name === 'cr') text += '\n';
    },
  });
  return text.slice(0, limit);
}

async function readWorkbook(parts: Parts): Promise<string> {
  const lines: string[] = [];
  scanXml(await parts.read('xl/workbook.xml'), {
    text() {},
    tag: ({ name, attribute }) => {
      if (name === 'sheet') lines.push(attribute('name') ?? '');
    },
  });
  const shared = readSharedStrings(await parts.read('xl/sharedStrings.xml'));
  const left = { characters: textCharacters as number, cells: mostCells as number };
  for (const name of numbered(parts.names, SHEETS)) {
    if (left.characters <= 0 || left.cells <= 0) break;
    lines.push(readSheet(await parts.read(name), shared, left));
  }
  return lines.join('\n').slice(0, textCharacters);
}

/** The cells row by row; numbers in their stored form. */
function readSheet(xml: string, shared: string[], left: { characters: number; cells: number }): string {
  let text = '';
  let type: string | null = null;
  let inValue = false;
  let value = '';
  const add = (cell: string) => {
    if (left.characters <= 0 || left.cells <= 0 || cell === '') return;
    left.cells -= 1;
    left.characters -= cell.length + 1;
    text += `${cell} `;
  };
  scanXml(xml, {
    text(run) {
      if (inValue) value += run;
    },
    tag({ name, isEnd, isEmpty, attribute }) {
      if (name === 'c' && !isEnd) {
        type = attribute('t');
        value = '';
      } else if (name === 'v' || name === 't') inValue = !isEnd && !isEmpty;
      else if (name === 'row' && isEnd) text += '\n';
      if (name !== 'c' || !isEnd) return;
      if (type === 's') add(shared[Number(value)] ?? '');
      else if (type !== 'b' && type !== 'e') add(value);
    },
  });
  return text;
}
