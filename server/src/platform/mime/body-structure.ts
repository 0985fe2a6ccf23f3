import { type Envelope, envelopeOf } from './envelope.ts';
import { keptFields } from './kept-header.ts';
import { mailLimits } from './mail-limits.ts';
import { parseRawParameters } from './parse-parameters.ts';
import { type HeaderField, headerValue, splitHeaders } from './split-headers.ts';
import type { MimePart } from './split-parts.ts';

/**
 * A part as IMAP describes it (RFC 9051, 7.5.2, BODYSTRUCTURE) and its position in the source. Absent values
 * are left out. Strings hold one character per byte.
 */
export type BodyPart = {
  /** In lower case, as `text/plain`; multipart if and only if the part has `parts`. */
  type: string;
  params?: [name: string, value: string][];
  id?: string;
  description?: string;
  /** In lower case; `7bit` when absent. */
  encoding?: string;
  md5?: string;
  disposition?: { type: string; params: [name: string, value: string][] };
  language?: string[];
  location?: string;
  /** For text and messages. */
  lines?: number;
  /** Offsets of its header, its body and its end. The root's header is that of the message. */
  start: number;
  body: number;
  end: number;
  parts?: BodyPart[];
  /** For message/rfc822 and message/global: the contained message, whose header begins with the body. */
  message?: { envelope: Envelope; root: BodyPart };
};

/** How a message appears to a mail program that has not fetched its source. */
export type MessageStructure = {
  /** Header fields byte for byte, as `keptFields` returns them. */
  fields: string | null;
  /** A `BodyPart` as JSON. */
  structure: string;
};

const LF = 10;
const MULTIPART = 'multipart/';
const MESSAGE = /^message\/(rfc822|global)$/;
const TYPE = /^[a-z0-9!#$%&'*+.^_`{|}~-]{1,100}\/[a-z0-9!#$%&'*+.^_`{|}~-]{1,100}$/;

/** The structure of a message that was split into parts. Never throws; linear in its length. */
export function structureOf(raw: Buffer, root: MimePart): MessageStructure {
  const fields = keptFields(raw, root.fields, root.bodyStart);
  const structure = JSON.stringify(describe({ raw, parts: 0 }, root, 0));
  if (structure.length <= mailLimits.structureCharacters) return { fields, structure };
  return { fields, structure: JSON.stringify(opaquePart(root.fields, root.bodyStart, raw.length)) };
}

/** For a message of which only the beginning can be read: all of it is one part. */
export function simpleStructure(firstBytes: Buffer, size: number): MessageStructure {
  const { fields, bodyStart } = splitHeaders(firstBytes, 0, firstBytes.length);
  const whole = bodyStart < firstBytes.length || firstBytes.length >= size;
  return {
    fields: whole ? keptFields(firstBytes, fields, bodyStart) : null,
    structure: JSON.stringify(opaquePart(fields, bodyStart, size)),
  };
}

type Describing = { raw: Buffer; parts: number };

function describe(describing: Describing, part: MimePart, depth: number): BodyPart {
  const { raw } = describing;
  const { start, bodyStart, end, fields, children } = part;
  describing.parts += 1;
  const body = Math.min(bodyStart, end);
  const nested = depth < mailLimits.structureDepth && describing.parts < mailLimits.structureParts;
  const named = typeOf(part);
  const { type } = named;
  const described = { ...named, ...describeHeader(fields), start, body, end };
  if (type.startsWith(MULTIPART) && nested && children.length > 0)
    return { ...described, parts: describeChildren(describing, children, depth) };
  if (MESSAGE.test(type) && nested && part.message !== null) {
    const root = describe(describing, part.message, depth + 1);
    const message = { envelope: envelopeOf(part.message.fields), root };
    return { ...described, lines: countLines(raw, body, end), message };
  }
  if (type.startsWith('text/')) return { ...described, lines: countLines(raw, body, end) };
  if (type.startsWith(MULTIPART)) return { ...textPart(described), lines: countLines(raw, body, end) };
  return MESSAGE.test(type) ? { ...described, type: 'application/octet-stream' } : described;
}

function describeChildren(describing: Describing, children: MimePart[], depth: number): BodyPart[] {
  const parts: BodyPart[] = [];
  for (const child of children) {
    if (parts.length > 0 && describing.parts >= mailLimits.structureParts) break;
    parts.push(describe(describing, child, depth + 1));
  }
  return parts;
}

/** A multipart without parts is described as the text that it is shown as. */
function textPart({ params: _, ...described }: BodyPart): BodyPart {
  return { ...described, type: 'text/plain' };
}

function opaquePart(fields: HeaderField[], body: number, end: number): BodyPart {
  const encoding = describeHeader(fields).encoding;
  return { type: 'application/octet-stream', ...(encoding && { encoding }), start: 0, body, end };
}

function typeOf({ fields, contentType }: MimePart): Pick<BodyPart, 'type' | 'params'> {
  const header = headerValue(fields, 'content-type');
  if (!TYPE.test(contentType.value)) return { type: 'application/octet-stream' };
  const given = header === null ? [] : parseRawParameters(header).parameters;
  return { type: contentType.value, ...(given.length > 0 && { params: given.map(shortened) }) };
}

function describeHeader(fields: HeaderField[]): Partial<BodyPart> {
  const described: Partial<BodyPart> = {};
  for (const { name, value } of fields) {
    if (!name.startsWith('content-') || value === '') continue;
    const text = short(value);
    if (name === 'content-id') described.id ??= text;
    else if (name === 'content-description') described.description ??= text;
    else if (name === 'content-transfer-encoding') described.encoding ??= encodingOf(text);
    else if (name === 'content-md5') described.md5 ??= text;
    else if (name === 'content-location') described.location ??= text;
    else if (name === 'content-language') described.language ??= languagesOf(text);
    else if (name === 'content-disposition') {
      const { value: type, parameters } = parseRawParameters(value);
      if (type !== '') described.disposition ??= { type: short(type), params: parameters.map(shortened) };
    }
  }
  return described;
}

function encodingOf(text: string): string {
  return /[^\s;()]+/.exec(text)?.[0]?.toLowerCase() ?? '7bit';
}

function languagesOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.replace(/\([^)]*\)/g, '').trim());
  return tags.filter((tag) => tag !== '').slice(0, 20);
}

function shortened([name, value]: [string, string]): [string, string] {
  return [short(name), short(value)];
}

/** IMAP strings cannot contain NUL. */
function short(text: string): string {
  return text.replaceAll('\0', '').slice(0, mailLimits.structureStringBytes);
}

function countLines(raw: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = raw.indexOf(LF, start); at >= 0 && at < end; at = raw.indexOf(LF, at + 1)) lines += 1;
  return lines;
}
