import { decodeCharset } from './decode-charset.ts';
import { mailLimits } from './mail-limits.ts';
import { codepageName, PROPERTY, stringOf, textOf, UNICODE_STRING, type Value } from './mapi-properties.ts';
import { decompressRtf, rtfToText } from './rtf-to-text.ts';

export type TnefFile = {
  name: string | null;
  contentType: string | null;
  contentId: string | null;
  bytes: Buffer;
};

export type TnefContent = {
  files: TnefFile[];
  text: string | null;
  html: string | null;
  /** Everything in it was understood, so nothing is lost when the winmail.dat itself is not shown. */
  complete: boolean;
};

type Property = Value & { id: number };

const signature = 0x223e9f78;
const attribute = {
  body: 0x800c,
  attachmentData: 0x800f,
  attachmentTitle: 0x8010,
  attachmentStart: 0x9002,
  messageProperties: 0x9003,
  attachmentProperties: 0x9005,
  codepage: 0x9007,
} as const;
const embeddedObject = 0x0d;
const maxProperties = 5_000;

/**
 * Opens a winmail.dat (MS-OXTNEF). Null when it is none; a broken one is read up to the fault, and nothing is
 * thrown.
 */
export function readTnef(bytes: Buffer): TnefContent | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return null;
  const content: TnefContent = { files: [], text: null, html: null, complete: true };
  let charset = 'windows-1252';
  let file: TnefFile | null = null;
  let at = 6;
  while (at + 11 <= bytes.length) {
    const id = bytes.readUInt16LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const start = at + 9;
    if (length > bytes.length - start) {
      content.complete = false;
      break;
    }
    const data = bytes.subarray(start, start + length);
    at = start + length + 2;
    if (id === attribute.codepage && length >= 4) charset = codepageName(data.readUInt32LE(0));
    else if (id === attribute.body) content.text ??= stringOf(data, charset);
    else if (id === attribute.messageProperties) takeBody(content, readProperties(data), charset);
    else if (id === attribute.attachmentStart) {
      file = { name: null, contentType: null, contentId: null, bytes: Buffer.alloc(0) };
      if (content.files.length < mailLimits.attachments) content.files.push(file);
      else content.complete = false;
    } else if (file !== null) takeAttachment(content, file, id, data, charset);
  }
  if (at < bytes.length) content.complete = false;
  content.files = content.files.filter((one) => one.bytes.length > 0 || one.name !== null);
  return content;
}

function takeAttachment(
  content: TnefContent,
  file: TnefFile,
  id: number,
  data: Buffer,
  charset: string,
): void {
  if (id === attribute.attachmentData) file.bytes = data;
  else if (id === attribute.attachmentTitle) file.name ??= stringOf(data, charset) || null;
  else if (id === attribute.attachmentProperties) {
    const properties = readProperties(data);
    if (!properties.complete) content.complete = false;
    for (const one of properties.list) {
      if (one.id === PROPERTY.longFileName) file.name = textOf(one, charset) || file.name;
      else if (one.id === PROPERTY.fileName) file.name ??= textOf(one, charset) || null;
      else if (one.id === PROPERTY.mimeTag) file.contentType = textOf(one, charset) || null;
      else if (one.id === PROPERTY.contentId) file.contentId = textOf(one, charset) || null;
      else if (one.id === PROPERTY.attachmentBytes) {
        if (one.type !== embeddedObject) file.bytes = one.bytes;
        // An embedded message has no form that a reader could open: the winmail.dat stays listed next to it.
        else content.complete = false;
      }
    }
  }
}

function takeBody(
  content: TnefContent,
  properties: { list: Property[]; complete: boolean },
  charset: string,
): void {
  if (!properties.complete) content.complete = false;
  let rtf: string | null = null;
  for (const one of properties.list) {
    if (one.id === PROPERTY.body) content.text = textOf(one, charset) || content.text;
    else if (one.id === PROPERTY.html)
      content.html = one.type === UNICODE_STRING ? textOf(one, charset) : decodeCharset(one.bytes, null);
    else if (one.id === PROPERTY.rtf) {
      const plain = decompressRtf(one.bytes, mailLimits.bodyCharacters * 4);
      if (plain !== null) rtf = rtfToText(plain.toString('latin1'), mailLimits.bodyCharacters);
    }
  }
  if (content.text === null && content.html === null && rtf !== null && rtf !== '') content.text = rtf;
}

/** A MAPI property list. Stops at the first invalid property. */
function readProperties(data: Buffer): { list: Property[]; complete: boolean } {
  const list: Property[] = [];
  if (data.length < 4) return { list, complete: false };
  const count = data.readUInt32LE(0);
  let at = 4;
  for (let number = 0; number < count; number += 1) {
    if (number >= maxProperties || at + 4 > data.length) return { list, complete: false };
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) at = afterPropertyName(data, at);
    const values = at < 0 ? null : readValues(data, at, type);
    if (values === null) return { list, complete: false };
    if (values.first !== null) list.push({ id, type: type & 0xfff, bytes: values.first });
    at = values.end;
  }
  return { list, complete: true };
}

function afterPropertyName(data: Buffer, at: number): number {
  if (at + 24 > data.length) return -1;
  const byNumber = data.readUInt32LE(at + 16) === 0;
  if (byNumber) return at + 24;
  const length = data.readUInt32LE(at + 20);
  return length > data.length ? -1 : at + 24 + padded(length);
}

function readValues(data: Buffer, start: number, type: number): { first: Buffer | null; end: number } | null {
  const base = type & 0xfff;
  const several = (type & 0x1000) !== 0;
  const size = fixedSizes.get(base);
  const counted = several || size === undefined;
  if (size === undefined && !variableTypes.has(base)) return null;
  if (counted && start + 4 > data.length) return null;
  const count = counted ? data.readUInt32LE(start) : 1;
  let at = counted ? start + 4 : start;
  let first: Buffer | null = null;
  for (let number = 0; number < count; number += 1) {
    if (size === undefined && at + 4 > data.length) return null;
    const length = size ?? data.readUInt32LE(at);
    if (size === undefined) at += 4;
    if (length > data.length - at) return null;
    first ??= data.subarray(at, at + length);
    at += size ?? padded(length);
  }
  return { first, end: Math.min(at, data.length) };
}

const fixedSizes = new Map([
  [1, 4],
  [2, 4],
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 8],
  [7, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);
const variableTypes = new Set([embeddedObject, 0x1e, UNICODE_STRING, 0x102]);

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
