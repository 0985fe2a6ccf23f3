import { mailLimits } from './mail-limits.ts';

/**
 * One header field, unfolded. The value holds one character per byte, so that its charset can be decided
 * later.
 */
export type HeaderField = {
  name: string;
  value: string;
  /** Its byte range in the source, including the last line break. */
  start: number;
  end: number;
};

export type HeaderBlock = { fields: HeaderField[]; bodyStart: number };

const LF = 10;
const CR = 13;
const COLON = 58;

/** Fields that affect what is shown: thousands of other fields before them do not push them over the limit. */
const READ =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|in-reply-to|references|content-.{1,40}|list-.{1,40})$/;

/**
 * Reads the header block that starts at `start`. Ends at the empty line; without one, the body begins where the
 * lines stop looking like header fields. `endsAt` lets a multipart stop a part that has no empty line.
 */
export function splitHeaders(
  raw: Buffer,
  start: number,
  end: number,
  endsAt?: (lineStart: number, lineEnd: number) => boolean,
): HeaderBlock {
  const fields: HeaderField[] = [];
  let fieldStart = -1;
  let fieldEnd = -1;
  let nextField = -1;
  let firstStranger = -1;
  let read = 0;
  let at = start;
  const keep = () => {
    if (fieldStart >= 0 && (fields.length < mailLimits.headerFields || read < mailLimits.headerFields)) {
      const field = fieldOf(raw, fieldStart, fieldEnd, nextField);
      const isRead = READ.test(field.name);
      if (isRead) read += 1;
      if (isRead || fields.length < mailLimits.headerFields) fields.push(field);
    }
    fieldStart = -1;
  };
  while (at < end) {
    const lineEnd = findLineEnd(raw, at, end);
    const next = afterLineBreak(raw, lineEnd, end);
    if (lineEnd === at || (endsAt !== undefined && raw[at] === 45 && endsAt(at, lineEnd))) {
      keep();
      return { fields, bodyStart: lineEnd === at ? next : at };
    }
    const first = raw[at];
    if ((first === 32 || first === 9) && fieldStart >= 0) {
      fieldEnd = lineEnd;
      nextField = next;
    } else if (isFieldStart(raw, at, lineEnd)) {
      keep();
      if (at - start < mailLimits.headerBlockBytes) {
        fieldStart = at;
        fieldEnd = lineEnd;
        nextField = next;
      }
    } else if (!isBlank(raw, at, lineEnd)) {
      keep();
      const mailboxLine =
        at === start &&
        (raw.toString('latin1', at, at + 5) === 'From ' || raw.toString('latin1', at, at + 6) === '>From ');
      if (!mailboxLine) {
        if (fields.length === 0) return { fields, bodyStart: at };
        if (firstStranger < 0) firstStranger = at;
      }
    } else if (fieldStart < 0 && fields.length > 0) {
      return { fields, bodyStart: next };
    }
    at = next;
  }
  keep();
  return { fields, bodyStart: firstStranger >= 0 ? firstStranger : end };
}

export function findLineEnd(raw: Buffer, at: number, end: number): number {
  let position = at;
  while (position < end) {
    const byte = raw[position];
    if (byte === LF || byte === CR) return position;
    position += 1;
  }
  return end;
}

/** The position after CRLF, LF or a lone CR. */
export function afterLineBreak(raw: Buffer, lineEnd: number, end: number): number {
  if (lineEnd >= end) return end;
  return raw[lineEnd] === CR && lineEnd + 1 < end && raw[lineEnd + 1] === LF ? lineEnd + 2 : lineEnd + 1;
}

function isFieldStart(raw: Buffer, at: number, lineEnd: number): boolean {
  const limit = Math.min(lineEnd, at + 200);
  for (let position = at; position < limit; position += 1) {
    const byte = raw[position] ?? 0;
    if (byte === COLON) return position > at;
    if (byte < 33 || byte > 126)
      return (byte === 32 || byte === 9) && position > at && isColonAfterSpaces(raw, position, limit);
  }
  return false;
}

function isColonAfterSpaces(raw: Buffer, at: number, limit: number): boolean {
  let position = at;
  while (position < limit && (raw[position] === 32 || raw[position] === 9)) position += 1;
  return raw[position] === COLON;
}

function isBlank(raw: Buffer, at: number, lineEnd: number): boolean {
  for (let position = at; position < lineEnd; position += 1) {
    if (raw[position] !== 32 && raw[position] !== 9) return false;
  }
  return true;
}

function fieldOf(raw: Buffer, start: number, lineEnd: number, end: number): HeaderField {
  const text = raw.toString('latin1', start, Math.min(lineEnd, start + mailLimits.headerFieldBytes));
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1);
  return {
    name: text.slice(0, colon).trim().toLowerCase(),
    value: (/[\r\n]/.test(value) ? value.replace(/\r\n|[\r\n]/g, '') : value).trim(),
    start,
    end,
  };
}

export function headerValue(fields: HeaderField[], name: string): string | null {
  for (const field of fields) if (field.name === name) return field.value;
  return null;
}

export function headerValues(fields: HeaderField[], name: string): string[] {
  return fields.filter((field) => field.name === name).map((field) => field.value);
}
