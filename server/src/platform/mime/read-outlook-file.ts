import CFB from 'cfb';
import { deEncapsulateSync } from 'rtf-stream-parser';
import { decodeCharset } from './decode-charset.ts';
import { mailLimits } from './mail-limits.ts';
import { codepageName, PROPERTY, stringOf, textOf, UNICODE_STRING, type Value } from './mapi-properties.ts';
import { decompressRtf, rtfToText } from './rtf-to-text.ts';

type Person = { name: string; email: string };

/** What of a message or template of Outlook a text can be made of. */
export type OutlookFile = {
  subject: string;
  html: string | null;
  text: string | null;
  to: Person[];
  cc: Person[];
  bcc: Person[];
  files: { name: string; contentId: string | null; bytes: Buffer }[];
};

/** A storage of the file: its values by their ids, and its small values, which stand in one stream. */
type Storage = { values: Map<number, Value>; numbers: Map<number, number> };

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const VALUE = /^__substg1\.0_([0-9A-F]{4})([0-9A-F]{4})$/i;
const NUMBERS = '__properties_version1.0';
const RECIPIENT = '__recip_version1.0_';
const ATTACHMENT = '__attach_version1.0_';
/** How much of a stream of numbers stands before them (MS-OXMSG, 2.4). */
const HEAD = { message: 32, other: 8 };
const NUMBER_BYTES = 16;
const OF_MESSAGE = { codepage: 0x3fde, ansiCodepage: 0x3ffd };
const OF_RECIPIENT = { kind: 0x0c15, name: 0x3001, address: 0x3003, smtpAddress: 0x39fe };
const KINDS: Record<number, 'to' | 'cc' | 'bcc'> = { 1: 'to', 2: 'cc', 3: 'bcc' };

/** Opens an .oft or .msg (MS-OXMSG). Throws on what is none. */
export function readOutlookFile(bytes: Buffer): OutlookFile {
  const storages = readStorages(bytes);
  const message = storages.get('') ?? { values: new Map(), numbers: new Map() };
  const charset = codepageName(message.numbers.get(OF_MESSAGE.ansiCodepage) ?? 0) || 'windows-1252';
  const file: OutlookFile = {
    subject: textIn(message, PROPERTY.subject, charset),
    ...readBody(message, charset),
    ...{ to: [], cc: [], bcc: [], files: [] },
  };
  for (const [name, storage] of storages) {
    if (name.startsWith(RECIPIENT)) {
      const kind = KINDS[(storage.numbers.get(OF_RECIPIENT.kind) ?? 0) & 0xf];
      if (kind) file[kind].push(readPerson(storage, charset));
    } else if (name.startsWith(ATTACHMENT) && file.files.length < mailLimits.attachments) {
      const content = storage.values.get(PROPERTY.attachmentBytes);
      const called =
        textIn(storage, PROPERTY.longFileName, charset) || textIn(storage, PROPERTY.fileName, charset);
      const contentId = textIn(storage, PROPERTY.contentId, charset) || null;
      if (content) file.files.push({ name: called, contentId, bytes: content.bytes });
    }
  }
  return file;
}

/** By their names; the message itself has none. What lies deeper belongs to messages within it. */
function readStorages(bytes: Buffer): Map<string, Storage> {
  // The library reads archives as well.
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no compound file');
  const container = CFB.read(bytes, { type: 'buffer' });
  const storages = new Map<string, Storage>();
  for (const [place, path] of container.FullPaths.entries()) {
    const entry = container.FileIndex[place];
    const [, ...names] = path.split('/');
    const name = names.pop() ?? '';
    if (entry?.type !== 2 || names.length > 1) continue;
    const [of = ''] = names;
    const storage = storages.get(of) ?? { values: new Map(), numbers: new Map() };
    storages.set(of, storage);
    const content = Buffer.from(entry.content);
    const [, id = '', type = ''] = VALUE.exec(name) ?? [];
    if (id !== '') {
      storage.values.set(Number.parseInt(id, 16), { type: Number.parseInt(type, 16), bytes: content });
    } else if (name === NUMBERS) {
      storage.numbers = readNumbers(content, of === '' ? HEAD.message : HEAD.other);
    }
  }
  return storages;
}

function readNumbers(stream: Buffer, head: number): Map<number, number> {
  const numbers = new Map<number, number>();
  for (let at = head; at + NUMBER_BYTES <= stream.length; at += NUMBER_BYTES) {
    numbers.set(stream.readUInt16LE(at + 2), stream.readUInt32LE(at + 8));
  }
  return numbers;
}

function readBody(message: Storage, charset: string): Pick<OutlookFile, 'html' | 'text'> {
  const text = textIn(message, PROPERTY.body, charset) || null;
  const html = message.values.get(PROPERTY.html);
  if (html?.type === UNICODE_STRING) return { html: textOf(html, charset), text };
  const declared = codepageName(message.numbers.get(OF_MESSAGE.codepage) ?? 0);
  if (html) return { html: stringOf(html.bytes, declared), text };
  const compressed = message.values.get(PROPERTY.rtf);
  const rtf = compressed && decompressRtf(compressed.bytes, mailLimits.bodyCharacters * 4);
  if (!rtf) return { html: null, text };
  const within = htmlWithin(rtf);
  return { html: within, text: text ?? rtfToText(rtf.toString('latin1'), mailLimits.bodyCharacters) };
}

/** The HTML that Outlook wrapped into RTF (MS-OXRTFEX); null for RTF that is none. */
function htmlWithin(rtf: Buffer): string | null {
  if (!rtf.includes('\\fromhtml')) return null;
  const decode = (bytes: Buffer, charset: string) =>
    decodeCharset(bytes, charset.replace(/^cp(?=\d)/, 'windows-'));
  return deEncapsulateSync(rtf, { decode, mode: 'html', warn: () => undefined }).text.toString();
}

function readPerson(storage: Storage, charset: string): Person {
  const address = textIn(storage, OF_RECIPIENT.smtpAddress, charset);
  return {
    name: textIn(storage, OF_RECIPIENT.name, charset),
    email: address || textIn(storage, OF_RECIPIENT.address, charset),
  };
}

function textIn({ values }: Storage, id: number, charset: string): string {
  const value = values.get(id);
  return value ? textOf(value, charset) : '';
}
