import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { encodingOf } from './line-text.ts';
import type { Card } from './scan-card.ts';

/** Lines that say something of the others in their group, and go with the last of them. */
const SATELLITES = ['X-ABLABEL', 'X-ABADR'];

export type LineEdits = {
  replace(line: ContentLine, bytes: Buffer): void;
  remove(line: ContentLine): void;
  insertBefore(line: ContentLine, bytes: Buffer): void;
  insertAfter(line: ContentLine, bytes: Buffer): void;
  /** After the last line of such a property, or at the end of the card. */
  append(property: string, bytes: Buffer): void;
  /** The name of a group that no line has. */
  newGroup(): string;
  isEdited(): boolean;
  /** The source with the edits in it. */
  apply(): Buffer;
};

/** What becomes of single lines of a card; the bytes of all others stay. */
export function createLineEdits(card: Card): LineEdits {
  const instead = new Map<ContentLine, Buffer | null>();
  const before = new Map<ContentLine, Buffer[]>();
  const after = new Map<ContentLine, Buffer[]>();
  const atEnd: Buffer[] = [];
  const unfinished = unfinishedLine(card);
  let lastGroup = 0;
  const add = (line: ContentLine, bytes: Buffer) => addTo(line === unfinished ? before : after, line, bytes);

  return {
    replace: (line, bytes) => instead.set(line, bytes),
    remove: (line) => instead.set(line, null),
    insertBefore: (line, bytes) => addTo(before, line, bytes),
    insertAfter: add,
    append(property, bytes) {
      const last = card.lines.findLast(({ name }) => name === property) ?? unfinished;
      if (last === undefined) atEnd.push(bytes);
      else add(last, bytes);
    },
    newGroup() {
      if (lastGroup === 0) lastGroup = highestGroup(card);
      lastGroup += 1;
      return `item${lastGroup}`;
    },
    isEdited: () => instead.size + before.size + after.size + atEnd.length > 0,
    apply() {
      for (const line of orphans(card, (each) => instead.get(each) === null)) instead.set(line, null);
      const pieces = card.lines.flatMap((line) => [
        ...(before.get(line) ?? []),
        ...pieceOf(card, line, instead.get(line)),
        ...(after.get(line) ?? []),
      ]);
      const start = card.lines[0]?.start ?? card.end;
      const { source, end } = card;
      return Buffer.concat([source.subarray(0, start), ...pieces, ...atEnd, source.subarray(end)]);
    },
  };
}

/** The last line, where a soft break is at its end: what came after it would be a part of it. */
function unfinishedLine({ source, lines }: Card): ContentLine | undefined {
  const last = lines.at(-1);
  if (last === undefined || encodingOf(last) !== 'quoted-printable') return undefined;
  return source.toString('latin1', last.valueStart, last.end).trimEnd().endsWith('=') ? last : undefined;
}

function addTo(map: Map<ContentLine, Buffer[]>, line: ContentLine, bytes: Buffer): void {
  const known = map.get(line);
  if (known === undefined) map.set(line, [bytes]);
  else known.push(bytes);
}

function pieceOf({ source }: Card, line: ContentLine, bytes: Buffer | null | undefined): Buffer[] {
  if (bytes === null) return [];
  return [bytes ?? source.subarray(line.start, line.end)];
}

function orphans(card: Card, isRemoved: (line: ContentLine) => boolean): ContentLine[] {
  const left = new Set<string>();
  const emptied = new Set<string>();
  for (const line of card.lines) {
    if (line.group === '' || isSatellite(line)) continue;
    (isRemoved(line) ? emptied : left).add(line.group);
  }
  return card.lines.filter((line) => isSatellite(line) && emptied.has(line.group) && !left.has(line.group));
}

export function isSatellite(line: ContentLine): boolean {
  return SATELLITES.includes(line.name);
}

function highestGroup(card: Card): number {
  const numbers = card.lines.map(({ group }) => Number(/^item(\d{1,6})$/.exec(group)?.[1] ?? 0));
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}
