import { fold } from '@bocau/contract/fold.ts';

/** A run of text on one line of a page. */
export type TextRun = { str: string; hasEOL: boolean };
type Place = { run: number; at: number };
export type Span = { from: Place; to: Place };

/** A searchable text, with the position on the page of each of its characters. */
type Form = { text: string; from: number[]; to: number[] };
/** Folded, for words typed without diacritics; as written, for words with some. */
export type PageText = { starts: number[]; folded: Form; written: Form };

/** A letter with its combining marks. */
const LETTER = /.\p{M}*/gsu;

export function pageText(runs: readonly TextRun[]): PageText {
  const starts: number[] = [];
  let raw = '';
  for (const { str, hasEOL } of runs) {
    starts.push(raw.length);
    raw += hasEOL ? `${str}\n` : str;
  }
  return { starts, folded: formOf(raw, fold), written: formOf(raw, writtenForm) };
}

/** The positions of the typed words; a line end counts as a space. */
export function findInPage({ starts, folded, written }: PageText, typed: string): Span[] {
  const wanted = writtenForm(typed).replace(/\s+/g, ' ').trim();
  if (wanted === '') return [];
  const form = fold(wanted) === wanted ? folded : written;
  const spans: Span[] = [];
  let at = form.text.indexOf(wanted);
  while (at >= 0) {
    const end = at + wanted.length;
    spans.push({
      from: placeIn(starts, form.from[at] ?? 0),
      // The end of the last letter: the end of a run must not become the start of the next one.
      to: placeIn(starts, (form.to[end - 1] ?? 1) - 1, 1),
    });
    at = form.text.indexOf(wanted, end);
  }
  return spans;
}

function writtenForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function formOf(raw: string, change: (letter: string) => string): Form {
  const form: Form = { text: '', from: [], to: [] };
  for (const { 0: letter, index } of raw.matchAll(LETTER)) {
    const isSpace = letter.trim() === '';
    const changed = isSpace ? (form.text.endsWith(' ') ? '' : ' ') : change(letter);
    for (let unit = 0; unit < changed.length; unit += 1) {
      form.from.push(index);
      form.to.push(index + letter.length);
    }
    form.text += changed;
  }
  return form;
}

function placeIn(starts: readonly number[], offset: number, after = 0): Place {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { run: low, at: offset - (starts[low] ?? 0) + after };
}
