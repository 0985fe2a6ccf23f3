import { listLines, listsOf } from './card-texts.ts';
import type { LineEdits } from './line-edits.ts';
import { escapeEntry, splitEscaped, textOf, unescapeText } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { tidyLists } from './tidy-fields.ts';
import { rewriteLine, writeLine } from './write-line.ts';

/** Takes a card from lists and puts it into others; the names that stay keep their lines. */
export function editLists(card: Card, edits: LineEdits, before: string[], wanted: string[]): void {
  if (isSameOrder(before, wanted)) return;
  const lines = listLines(card);
  const kept = before.filter((name) => wanted.includes(name));
  const added = wanted.filter((name) => !before.includes(name));
  const escaped = added.map((name) => escapeEntry(name, card.version));
  const last = lines.findLast((line) => listsOf(line, card).some((name) => kept.includes(name))) ?? lines[0];
  if (!isSameOrder([...kept, ...added], wanted)) {
    const text = wanted.map((name) => escapeEntry(name, card.version)).join(',');
    for (const line of lines) {
      if (line === lines[0]) edits.replace(line, rewriteLine(card, line, { text }));
      else edits.remove(line);
    }
    return;
  }
  for (const line of lines) {
    const pieces = splitEscaped(textOf(line, card), ',');
    const left = pieces.filter((piece) => {
      const [name] = tidyLists([unescapeText(piece, card.version)]);
      return name !== undefined && (kept.includes(name) || !before.includes(name));
    });
    const gone = left.length < pieces.length && listsOf(line, card).some((name) => !kept.includes(name));
    const names = [...(gone ? left : pieces), ...(line === last ? escaped : [])].filter(
      (name) => name !== '',
    );
    if (names.length === 0) edits.remove(line);
    else if (gone || (line === last && added.length > 0)) {
      edits.replace(line, rewriteLine(card, line, { text: names.join(',') }));
    }
  }
  if (lines.length === 0) {
    const text = escaped.join(',');
    edits.append('CATEGORIES', writeLine(card, { group: '', name: 'CATEGORIES', params: [], text }));
  }
}

function isSameOrder(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}
