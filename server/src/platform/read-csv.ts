import { Failure } from './failure.ts';
import { inOneGo, type Steps } from './in-slices.ts';

/** A line of a file: its number and its fields. */
export type CsvLine = { number: number; fields: string[] };

const BYTE_ORDER_MARK = /^\uFEFF/;
/** How Excel says which delimiter its file has. */
const SAID_DELIMITER = /^("?)sep=([^\r\n])\1(?:\r\n|\r|\n)/i;
const QUOTED_FIELD = /(^|[,;\t\r\n]) *"[^"]*(?:""[^"]*)*"/g;
/** About a millisecond. */
const CHARACTERS_A_STEP = 32 * 1024;
/** Of a first line. */
const LOOKED_AT = 64 * 1024;

const [QUOTE, NEW_LINE, RETURN] = ['"', '\n', '\r'].map((sign) => sign.charCodeAt(0));

/** What is kept of a text, so that none takes more memory than it has to; unlimited where it is not said. */
export type CsvBounds = {
  /** One line more is read. */
  lines?: number;
  /** Of a line that has more fields, one more is kept: the first of the others that is not empty. */
  fields?: number;
  /** Of a longer field, one character more is kept. */
  fieldLength?: number;
};

/**
 * RFC 4180, with commas or, as spreadsheets write it in Vietnam, semicolons or tabs. White space around a
 * field is trimmed; quoted text is kept unchanged. Empty lines are skipped. A quote that is not closed would take the
 * lines after it into its field: such a text is refused by the line of the quote.
 */
export function readCsv(given: string, bounds: CsvBounds = {}): CsvLine[] {
  return inOneGo(readCsvInSteps(given, bounds));
}

export function* readCsvInSteps(
  given: string,
  { lines: most = Infinity, fields: mostFields = Infinity, fieldLength = Infinity }: CsvBounds,
): Steps<CsvLine[]> {
  const text = given.replace(BYTE_ORDER_MARK, '');
  const said = SAID_DELIMITER.exec(text);
  const delimiter = (said?.[2] ?? delimiterOf(text)).charCodeAt(0);
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  /** Where the text begins that is not in the field yet. */
  let from = said?.[0].length ?? 0;
  /** Whether the field has only white space so far: trimming it at each character would be quadratic. */
  let blank = true;
  let quoted = false;
  /** The end of the quoted text within the field. */
  let kept = 0;
  let number = said ? 2 : 1;
  let began = number;
  /** The line of the last quote that began a text. */
  let quotedAt = number;
  /** Where others are served next. */
  let pause = 0;

  /** Piece by piece: a string that grows by characters takes thirty bytes for each. */
  function take(until: number): void {
    const room = fieldLength + 1 - field.length;
    if (room > 0) field += text.slice(from, Math.min(until, from + room));
    from = until + 1;
  }

  function endField(): void {
    const read = kept === 0 ? field.trim() : field.slice(0, kept) + field.slice(kept).trimEnd();
    if (fields.length <= mostFields) fields.push(read);
    else fields[mostFields] ||= read;
    field = '';
    blank = true;
    kept = 0;
  }

  function endLine(): void {
    endField();
    if (fields.some((each) => each !== '')) lines.push({ number: began, fields });
    fields = [];
  }

  for (let at = from; at < text.length && lines.length <= most; at += 1) {
    if (at >= pause) {
      pause = at + CHARACTERS_A_STEP;
      yield;
    }
    const sign = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    const endsLine = sign === NEW_LINE || (sign === RETURN && next !== NEW_LINE);
    if (endsLine) number += 1;
    if (quoted) {
      if (sign !== QUOTE) continue;
      take(at);
      if (next === QUOTE) {
        // The second one of two is text.
        at += 1;
      } else {
        quoted = false;
        kept = field.length;
      }
    } else if (sign === QUOTE && blank) {
      field = '';
      from = at + 1;
      blank = false;
      quoted = true;
      quotedAt = number;
    } else if (sign === delimiter) {
      take(at);
      endField();
    } else if (endsLine) {
      // Empty lines by the million cost no more than other text.
      if (from === at && blank && field === '' && fields.length === 0) from = at + 1;
      else {
        take(at);
        endLine();
      }
      began = number;
    } else if (sign === RETURN) take(at);
    else if (text.charAt(at).trim() !== '') {
      blank = false;
      // Text beside a quoted one that has several lines: the quote that ended it began another one.
      if (kept > 0 && quotedAt < number) throw openQuote(quotedAt);
    }
  }
  if (lines.length > most) return lines;
  if (quoted) throw openQuote(quotedAt);
  take(text.length);
  endLine();
  return lines;
}

/** The delimiter that is most frequent in the first line, beside what is quoted in it, which may have several lines. */
function delimiterOf(text: string): string {
  const looked = text.slice(0, LOOKED_AT).replace(QUOTED_FIELD, '$1');
  const [first = ''] = looked.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}

function openQuote(line: number): Failure {
  return new Failure('invalid_input', `The quote that begins in line ${line} is not closed`, {
    details: { problem: 'open_quote', line },
  });
}
