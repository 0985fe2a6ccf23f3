import { inOneGo, type Steps } from './in-slices.ts';

/** A line of a file: its number and its fields. */
export type CsvLine = { number: number; fields: string[] };

const BYTE_ORDER_MARK = /^\uFEFF/;
/** About a millisecond. */
const CHARACTERS_A_STEP = 32 * 1024;

/**
 * RFC 4180, with commas or, as spreadsheets write it in Vietnam, semicolons or tabs. White space around a
 * field is trimmed; quoted text is kept unchanged. Empty lines are skipped. At most `most` + 1 lines are
 * read.
 */
export function readCsv(given: string, most = Number.POSITIVE_INFINITY): CsvLine[] {
  return inOneGo(readCsvInSteps(given, most));
}

export function* readCsvInSteps(given: string, most: number): Steps<CsvLine[]> {
  const text = given.replace(BYTE_ORDER_MARK, '');
  const delimiter = delimiterOf(text);
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  /** Whether the field has only white space so far: trimming it at each character would be quadratic. */
  let blank = true;
  let quoted = false;
  /** The end of the quoted text within the field. */
  let kept = 0;
  let number = 1;
  let began = 1;

  function endField(): void {
    fields.push(kept === 0 ? field.trim() : field.slice(0, kept) + field.slice(kept).trimEnd());
    field = '';
    blank = true;
    kept = 0;
  }

  function endLine(): void {
    endField();
    if (fields.some((each) => each !== '')) lines.push({ number: began, fields });
    fields = [];
  }

  for (let at = 0; at < text.length && lines.length <= most; at += 1) {
    if (at % CHARACTERS_A_STEP === 0) yield;
    const sign = text[at] as string;
    if (sign === '\n') number += 1;
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else {
        quoted = false;
        kept = field.length;
      }
    } else if (sign === '"' && blank) {
      field = '';
      blank = false;
      quoted = true;
    } else if (sign === delimiter) endField();
    else if (sign === '\n') {
      endLine();
      began = number;
    } else if (sign !== '\r') {
      field += sign;
      blank &&= sign.trim() === '';
    }
  }
  endLine();
  return lines;
}

/** The delimiter that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'));
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}
