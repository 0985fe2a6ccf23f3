import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import type { Part, Scanned } from './scan-object.ts';

/** Places of a source that become something else; the bytes of all others stay. */
export type SourceEdits = {
  replace(place: { start: number; end: number }, bytes: Buffer): void;
  insert(at: number, bytes: Buffer): void;
  remove(place: { start: number; end: number }): void;
  /** The only property of this name in a part; null removes it. */
  setLine(part: Part, name: string, bytes: Buffer | null): void;
  removePart(part: Part): void;
  apply(): Buffer;
};

type Edit = { start: number; end: number; bytes: Buffer };

export function createSourceEdits({ source }: Pick<Scanned, 'source'>): SourceEdits {
  const edits: Edit[] = [];
  const replace = ({ start, end }: { start: number; end: number }, bytes: Buffer) => {
    edits.push({ start, end, bytes });
  };
  const remove = (place: { start: number; end: number }) => replace(place, NOTHING);
  return {
    replace,
    insert: (at, bytes) => replace({ start: at, end: at }, bytes),
    remove,
    setLine(part, name, bytes) {
      const [first, ...others] = part.lines.filter((line) => line.name === name);
      if (first) replace(first, bytes ?? NOTHING);
      else if (bytes) replace(endOf(part), bytes);
      for (const line of others) remove(line);
    },
    removePart: (part) => remove({ start: part.begin.start, end: part.end.end }),
    apply() {
      const pieces: Buffer[] = [];
      let at = 0;
      for (const { start, end, bytes } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
        // A line within a part that goes has gone with it.
        if (start < at) continue;
        pieces.push(source.subarray(at, start), bytes);
        at = end;
      }
      return Buffer.concat([...pieces, source.subarray(at)]);
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** Where the next property of a part belongs: after its last one, before the parts within it. */
function endOf(part: Part): { start: number; end: number } {
  const last: ContentLine = part.lines.at(-1) ?? part.begin;
  const at = Math.min(last.end, part.parts[0]?.begin.start ?? last.end);
  return { start: at, end: at };
}
