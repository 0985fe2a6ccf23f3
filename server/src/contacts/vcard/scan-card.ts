import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type ContentLine, contentLines, lineAt } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { guessCharset } from '../../platform/mime/guess-charset.ts';
import { asUtf8 } from '../../platform/mime/wide-text.ts';
import { CardFault } from './card-fault.ts';

export type CardVersion = '2.1' | '3.0' | '4.0';

/** The content lines of a card, by which it is read and edited. */
export type Card = {
  /** In UTF-8, or in a charset that has ASCII in it. */
  source: Buffer;
  version: CardVersion;
  /** Between BEGIN and END: all bytes there, in order. */
  lines: ContentLine[];
  /** Where END begins. */
  end: number;
  lineBreak: string;
  /** Of text that is not UTF-8 and says no charset. */
  charset: string;
};

/** A card in a card in a card: more is none that a program has written. */
const DEEPEST = 4;

export function scanCard(bytes: Buffer): Card {
  if (bytes.length > LIMITS.contactCardBytes) throw new CardFault('too_large');
  const source = asUtf8(bytes);
  const all = contentLines(source);
  const begin = all.findIndex((line) => isMark(line, 'BEGIN'));
  const first = all[begin];
  if (first === undefined) throw new CardFault('not_a_card');
  const properties = all.filter(({ name }) => name !== '' && name !== 'BEGIN' && name !== 'END').length;
  if (properties > LIMITS.contactProperties) throw new CardFault('too_many_properties');
  const { lines, end } = linesOfCard(all, begin + 1);
  return {
    ...{ source, lines, end, version: versionOf(lines) },
    lineBreak: lineBreakAt(source, first),
    charset: isUtf8(source) ? 'utf-8' : guessCharset(Buffer.concat(foreignValues(lines))),
  };
}

function isMark(line: ContentLine, name: 'BEGIN' | 'END'): boolean {
  return line.name === name && textOfMark(line) === 'VCARD';
}

function textOfMark({ value }: ContentLine): string {
  return value.toString('latin1', 0, 40).trim().toUpperCase();
}

/** A card within the card (AGENT of vCard 2.1) becomes a part of the line before it. */
function linesOfCard(all: ContentLine[], from: number): { lines: ContentLine[]; end: number } {
  const lines: ContentLine[] = [];
  let depth = 1;
  let end = -1;
  for (const line of all.slice(from)) {
    if (isMark(line, 'BEGIN')) {
      // Two cards are not one.
      if (end >= 0 || depth === DEEPEST) throw new CardFault('broken');
      depth += 1;
    } else if (end >= 0) continue;
    else if (isMark(line, 'END')) {
      depth -= 1;
      if (depth === 0) {
        end = line.start;
        continue;
      }
    } else if (depth === 1) {
      lines.push(line);
      continue;
    }
    const before = lines.at(-1);
    if (before === undefined) throw new CardFault('broken');
    before.end = line.end;
  }
  if (end < 0) throw new CardFault('broken');
  return { lines, end };
}

function versionOf(lines: ContentLine[]): CardVersion {
  const line = lines.find(({ name }) => name === 'VERSION');
  const said = line?.value.toString('latin1', 0, 20).trim() ?? '';
  if (said.startsWith('2')) return '2.1';
  if (said.startsWith('4')) return '4.0';
  const quoted = lines.some((each) => paramValues(each, 'ENCODING').includes('quoted-printable'));
  return said === '' && quoted ? '2.1' : '3.0';
}

function lineBreakAt(source: Buffer, { start }: ContentLine): string {
  const { stop, end } = lineAt(source, start);
  const found = source.toString('latin1', stop, end);
  return found === '\n' || found === '\r' ? found : '\r\n';
}

/** The values that say something of the charset; lines that an edit has written in UTF-8 don't. */
function foreignValues(lines: ContentLine[]): Buffer[] {
  return lines.flatMap(({ value }) => (isUtf8(value) ? [] : [value]));
}
