import { isAscii } from 'node:buffer';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { foldLine, LINE_OCTETS } from '../../platform/content-lines/fold-line.ts';
import { paramValues, parseParam } from '../../platform/content-lines/parse-head.ts';
import { encodingOf } from './line-text.ts';
import type { Card, CardVersion } from './scan-card.ts';

const UTF8 = 'CHARSET=UTF-8';
const QUOTED = 'ENCODING=QUOTED-PRINTABLE';

type Manner = Pick<Card, 'version' | 'lineBreak'>;

export type NewLine = {
  group: string;
  name: string;
  /** As they are written, one character for a byte. */
  params: string[];
  /** With separators escaped. */
  text: string;
};

/** A content line in the manner of the card's version. */
export function writeLine(manner: Manner, { group, name, params, text }: NewLine): Buffer {
  const rawName = group === '' ? name : `${group}.${name}`;
  const quoted = needsQuoting(text, manner.version);
  const all = [...params, ...(quoted && !isPlain(text) ? [UTF8] : []), ...(quoted ? [QUOTED] : [])];
  return encodeLine(manner, { rawName, params: all.map(parseParam) }, null, text);
}

export type LineChange = {
  /** With separators escaped; undefined leaves the value as it is. */
  text?: string;
  /** Names of parameters that go. */
  without?: string[];
  /** Parameters that come. */
  params?: string[];
  group?: string;
};

/** A line with another value or other parameters. What is not changed keeps its bytes. */
export function rewriteLine(card: Card, line: ContentLine, change: LineChange): Buffer {
  const { text } = change;
  const encoded = text === undefined ? { without: [], params: [] } : encodingChange(card, line, text);
  const without = [...(change.without ?? []), ...encoded.without];
  const kept = line.params.filter(({ name }) => !without.includes(name));
  const added = [...(change.params ?? []), ...encoded.params];
  const bare = line.rawName.slice(line.rawName.indexOf('.') + 1);
  const rawName = change.group === undefined ? line.rawName : joinName(change.group, bare);
  const head = { rawName, params: [...kept, ...added.map(parseParam)] };
  const sameHead = rawName === line.rawName && kept.length === line.params.length && added.length === 0;
  if (text !== undefined) {
    const prefix = sameHead ? card.source.subarray(line.start, line.valueStart) : null;
    return encodeLine(card, head, prefix, text);
  }
  // The value keeps its folds, so that the first line may become somewhat long.
  const rest = card.source.subarray(line.valueStart, line.end);
  return Buffer.concat([Buffer.from(headText(head), 'latin1'), rest]);
}

/** How the parameters of a line change with the encoding that its new text needs. */
function encodingChange(
  card: Card,
  line: ContentLine,
  text: string,
): { without: string[]; params: string[] } {
  const encoding = encodingOf(line);
  const charset = paramValues(line, 'CHARSET')[0];
  const misfits = charset !== undefined && charset !== 'utf-8' && !isPlain(text);
  const without = [...(encoding === 'base64' ? ['ENCODING'] : []), ...(misfits ? ['CHARSET'] : [])];
  const quoted = encoding === 'quoted-printable';
  const params: string[] = [];
  if (!quoted && !needsQuoting(text, card.version)) return { without, params };
  if (!isPlain(text) && (charset === undefined || misfits)) params.push(UTF8);
  if (!quoted) params.push(QUOTED);
  return { without, params };
}

function joinName(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}

function needsQuoting(text: string, version: CardVersion): boolean {
  return version === '2.1' && (!isPlain(text) || text.includes('\n') || text.endsWith('='));
}

function isPlain(text: string): boolean {
  return isAscii(Buffer.from(text));
}

type Head = Pick<ContentLine, 'rawName' | 'params'>;

function headText({ rawName, params }: Head): string {
  return `${[rawName, ...params.map(({ raw }) => raw)].join(';')}:`;
}

function encodeLine(manner: Manner, head: Head, prefix: Buffer | null, text: string): Buffer {
  const begin = prefix ?? Buffer.from(headText(head), 'latin1');
  if (encodingOf(head) === 'quoted-printable') {
    return Buffer.concat([begin, quote(text, manner.lineBreak), Buffer.from(manner.lineBreak)]);
  }
  const value = Buffer.from(text);
  const end = Buffer.from(manner.lineBreak);
  // Programs differ in what they make of a folded line of version 2.1.
  if (manner.version === '2.1' && encodingOf(head) === null) return Buffer.concat([begin, value, end]);
  if (prefix === null)
    return Buffer.concat([foldLine(Buffer.concat([begin, value]), 0, manner.lineBreak), end]);
  const lastBreak = Math.max(prefix.lastIndexOf(10), prefix.lastIndexOf(13));
  return Buffer.concat([prefix, foldLine(value, prefix.length - lastBreak - 1, manner.lineBreak), end]);
}

/** Quoted-printable. Colons are encoded, so that no line of it looks like the end of the card. */
function quote(text: string, lineBreak: string): Buffer {
  let out = '';
  let column = LINE_OCTETS;
  for (const byte of Buffer.from(text.replaceAll('\n', '\r\n'))) {
    const plain = byte > 32 && byte < 127 && byte !== 61 && byte !== 58;
    const written = plain || byte === 32 ? String.fromCharCode(byte) : `=${hex(byte)}`;
    column -= written.length;
    // Some programs drop a space at the beginning of a line.
    if (column < 1 && byte !== 32) {
      out += `=${lineBreak}`;
      column = LINE_OCTETS - written.length;
    }
    out += written;
  }
  return Buffer.from(out.endsWith(' ') ? `${out.slice(0, -1)}=20` : out, 'latin1');
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
