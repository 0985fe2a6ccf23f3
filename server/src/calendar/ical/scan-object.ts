import { type ContentLine, contentLines, lineAt } from '../../platform/content-lines/content-lines.ts';
import { OBJECT_BOUNDS } from './object-bounds.ts';
import { ObjectFault } from './object-fault.ts';

/** A component with its own properties and the components within it, by their places in the source. */
export type Part = {
  /** In capitals: VCALENDAR, VEVENT … */
  name: string;
  lines: ContentLine[];
  parts: Part[];
  begin: ContentLine;
  end: ContentLine;
};

/** An iCalendar text, by whose lines it is read and edited. */
export type Scanned = { source: Buffer; calendar: Part; lineBreak: string };

export function scanObject(source: Buffer): Scanned {
  if (source.length > OBJECT_BOUNDS.bytes) {
    throw new ObjectFault('max-resource-size', `An object has at most ${OBJECT_BOUNDS.bytes} bytes`);
  }
  if (hasMore(source, OBJECT_BOUNDS.breaks)) throw tooManyLines();
  const lines = contentLines(source, OBJECT_BOUNDS.lines);
  if (lines.length > OBJECT_BOUNDS.lines) throw tooManyLines();
  const open: Part[] = [];
  let calendar: Part | null = null;
  for (const line of lines) {
    const inside = open.at(-1);
    if (line.name === '') continue;
    if (line.name === 'BEGIN') {
      if (calendar !== null && !inside) throw invalid('There is more than one calendar in it');
      if (open.length === OBJECT_BOUNDS.depth) throw invalid('Its parts are too deep within one another');
      const part = { name: markOf(line), lines: [], parts: [], begin: line, end: line };
      if (inside) inside.parts.push(part);
      else if (part.name !== 'VCALENDAR') throw invalid('It does not begin with VCALENDAR');
      else calendar = part;
      open.push(part);
    } else if (line.name === 'END') {
      if (!inside || markOf(line) !== inside.name) throw invalid('Its parts do not end as they begin');
      inside.end = line;
      open.pop();
    } else if (inside) inside.lines.push(line);
    else throw invalid('There is a property outside of its calendar');
  }
  if (calendar === null) throw invalid('It is no calendar');
  if (open.length > 0) throw invalid('It breaks off before its end');
  return { source, calendar, lineBreak: breakOf(source, calendar.begin) };
}

function markOf({ value }: ContentLine): string {
  return value.toString('latin1', 0, 40).trim().toUpperCase();
}

function breakOf(source: Buffer, { start }: ContentLine): string {
  const { stop, end } = lineAt(source, start);
  const found = source.toString('latin1', stop, end);
  return found === '\n' || found === '\r' ? found : '\r\n';
}

/** Whether there are more line breaks: of CR LF, of one of them alone, or of both mixed. */
function hasMore(source: Buffer, most: number): boolean {
  return ['\n', '\r'].some((one) => {
    let count = 0;
    for (let at = source.indexOf(one); at >= 0 && count <= most; at = source.indexOf(one, at + 1)) count += 1;
    return count > most;
  });
}

function tooManyLines(): ObjectFault {
  return new ObjectFault('max-resource-size', `An object has at most ${OBJECT_BOUNDS.lines} lines`);
}

function invalid(message: string): ObjectFault {
  return new ObjectFault('valid-calendar-data', message);
}
