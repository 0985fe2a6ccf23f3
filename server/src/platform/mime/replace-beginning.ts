import type { BodyPart, MessageStructure } from './body-structure.ts';
import { keptFields } from './kept-header.ts';
import { splitHeaders } from './split-headers.ts';

const SPACE = 32;
const TAB = 9;

/** The structure of a message whose leading header fields were replaced; `rest` is what follows them. */
export function replaceBeginning(
  { fields, structure }: MessageStructure,
  { read, kept, rest }: { read: Buffer; kept: Buffer; rest: Buffer },
): MessageStructure {
  const root = moved(JSON.parse(structure) as BodyPart, kept.length - read.length);
  const continues = rest[0] === SPACE || rest[0] === TAB;
  const [before, after] = [keptOf(read), keptOf(kept)];
  const isKnown = fields !== null && before !== null && after !== null && !continues;
  return {
    fields: isKnown ? after + fields.slice(before.length) : null,
    structure: JSON.stringify({ ...root, start: 0 }),
  };
}

function keptOf(beginning: Buffer): string | null {
  const { fields } = splitHeaders(beginning, 0, beginning.length);
  return keptFields(beginning, fields, beginning.length);
}

function moved(part: BodyPart, by: number): BodyPart {
  const { start, body, end, parts, message } = part;
  return {
    ...part,
    ...{ start: start + by, body: body + by, end: end + by },
    ...(parts && { parts: parts.map((child) => moved(child, by)) }),
    ...(message && { message: { ...message, root: moved(message.root, by) } }),
  };
}
