import type { BodyPart } from './body-structure.ts';

/**
 * A section of a message as IMAP names it (RFC 9051, 6.4.5): `BODY[1.2.HEADER]` has the path 1, 2. `null`:
 * the part itself, or the whole message when the path is empty.
 */
export type BodySection = { path: number[]; of: 'header' | 'text' | 'mime' | null };

export type SourceRange = { start: number; end: number };

/** The byte range of a section in the source; null when the message has no such section. */
export function sectionRange(root: BodyPart, { path, of }: BodySection): SourceRange | null {
  const part = findPart(root, path);
  if (part === null) return null;
  if (of === 'mime') return path.length === 0 ? null : { start: part.start, end: part.body };
  if (of === null) return { start: path.length === 0 ? part.start : part.body, end: part.end };
  const message = path.length === 0 ? part : part.message?.root;
  if (message === undefined) return null;
  return of === 'header'
    ? { start: message.start, end: message.body }
    : { start: message.body, end: message.end };
}

/** How the bytes of a part are encoded (RFC 3516); those of the message, and of several parts, are as they are. */
export function partEncoding(root: BodyPart, path: number[]): string {
  const part = path.length === 0 ? null : findPart(root, path);
  return part === null || part.parts !== undefined ? 'binary' : (part.encoding ?? '7bit');
}

/** The part of that number; null where there is none. Without a number, the message. */
function findPart(root: BodyPart, path: number[]): BodyPart | null {
  let part: BodyPart = root;
  /** The only part of a message that is not multipart has the number 1. */
  let isMessage = true;
  for (const number of path) {
    const within: BodyPart | undefined = isMessage ? part : (part.message?.root ?? part);
    isMessage ||= part.message !== undefined;
    const next: BodyPart | undefined = within.parts
      ? within.parts[number - 1]
      : isMessage && number === 1
        ? within
        : undefined;
    if (next === undefined) return null;
    part = next;
    isMessage = false;
  }
  return part;
}
