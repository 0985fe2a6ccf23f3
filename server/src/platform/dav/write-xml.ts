import { isUtf8 } from 'node:buffer';
import { NOT_IN_XML } from './xml-characters.ts';
import { splitName, type XmlName } from './xml-names.ts';

/** Namespaces that are declared once, at the root; others where they occur. */
const PREFIXES = new Map([
  ['DAV:', 'D'],
  ['urn:ietf:params:xml:ns:carddav', 'C'],
  ['urn:ietf:params:xml:ns:caldav', 'CAL'],
  ['http://calendarserver.org/ns/', 'CS'],
]);

const DECLARED = [...PREFIXES].map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`).join('');

const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/**
 * A piece of XML that is well-formed by its making. Each of its characters is a byte of UTF-8, so that an answer with
 * hundreds of texts is put together without any of them being decoded and encoded; `bytesOf` makes it one.
 */
export type Xml = string & { readonly xml: true };

export function bytesOf(xml: string): Buffer {
  return Buffer.from(xml, 'latin1');
}

/** Character data, escaped. XML 1.0 has no control characters, not even as references. */
export function text(value: string): Xml {
  return escaped(value) as Xml;
}

/** The same of a text in UTF-8, as which what is broken in it is read. */
export function textOfBytes(source: Buffer): Xml {
  return ((isUtf8(source) ? escapedBytes(source) : null) ?? escaped(source.toString())) as Xml;
}

export function element(
  name: XmlName,
  content: Xml | readonly Xml[] = '' as Xml,
  attributes: Record<string, string> | null = null,
): Xml {
  const inner = typeof content === 'string' ? content : joined(content);
  const { head: plain, end } = tagOf(name);
  let head = plain;
  for (const key in attributes) head += ` ${key}="${escaped(attributes[key] ?? '')}"`;
  return (inner === '' ? `${head}/>` : `${head}>${inner}${end}`) as Xml;
}

/** By `+`, as `join` would copy a text once for each element around it. */
function joined(pieces: readonly Xml[]): string {
  let all = '';
  for (const piece of pieces) all += piece;
  return all;
}

/** The two ends of a root element whose content is sent piece by piece. */
export function rootElement(name: XmlName): { begin: string; end: string } {
  const { head, end } = tagOf(name);
  return { begin: `${XML_DECLARATION}${head}${DECLARED}>`, end: `${end}\n` };
}

/** A whole document. */
export function document(name: XmlName, content: readonly Xml[]): Buffer {
  const { begin, end } = rootElement(name);
  return bytesOf(`${begin}${content.join('')}${end}`);
}

/** The beginning of an element, which attributes may follow, and its end. */
type Tag = { head: string; end: string };

/** Of names that occur again and again; programs may ask for any. */
const tags = new Map<XmlName, Tag>();
const TAGS_AT_MOST = 500;

function tagOf(name: XmlName): Tag {
  const known = tags.get(name);
  if (known) return known;
  const tag = makeTag(name);
  if (tags.size < TAGS_AT_MOST) tags.set(name, tag);
  return tag;
}

function makeTag(name: XmlName): Tag {
  const { namespace, local: written } = splitName(name);
  const local = Buffer.from(written).toString('latin1');
  const prefix = PREFIXES.get(namespace);
  if (prefix !== undefined) return ends(`${prefix}:${local}`);
  if (namespace === '') return ends(local);
  return ends(`X:${local}`, ` xmlns:X="${escaped(namespace)}"`);
}

function ends(tag: string, declaration = ''): Tag {
  return { head: `<${tag}${declaration}`, end: `</${tag}>` };
}

/** Letters of ASCII and the like, of which none is escaped. */
const PLAIN = /^[\t\n !#-%'-;=?-~]*$/;

function escaped(value: string): string {
  if (PLAIN.test(value)) return value;
  const kept = NOT_IN_XML.test(value) ? value.replace(new RegExp(NOT_IN_XML, 'gu'), '') : value;
  return escapedBytes(Buffer.from(kept)) ?? '';
}

/** A carriage return would be read as a line feed (XML 1.0, section 2.11), and a card be another than was put. */
const NAMES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const LONGEST_NAME = 6;
const [IS_PLAIN, IS_NAMED, IS_OUTSIDE, MAY_BE_OUTSIDE] = [0, 1, 2, 3];
/** What becomes of a byte: control characters are not in XML, and of those that begin by 0xEF two are not. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (NAMES[character] !== undefined) return IS_NAMED;
  if (byte < 0x20 && character !== '\t' && character !== '\n') return IS_OUTSIDE;
  return byte === 0xef ? MAY_BE_OUTSIDE : IS_PLAIN;
});
const NAME_BYTES = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(NAMES[String.fromCharCode(byte)] ?? ''),
);
const SHORT = 16 * 1024;
const scratch = Buffer.allocUnsafe(SHORT * LONGEST_NAME);

/** Of valid UTF-8, byte by byte; null where a character of it is not in XML. */
function escapedBytes(bytes: Buffer): string | null {
  const { length } = bytes;
  const out = length <= SHORT ? scratch : Buffer.allocUnsafe(length * LONGEST_NAME);
  let to = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    const kind = KINDS[byte];
    if (kind === IS_OUTSIDE) return null;
    // U+FFFE and U+FFFF.
    if (kind === MAY_BE_OUTSIDE && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe) return null;
    if (kind !== IS_NAMED) {
      out[to] = byte;
      to += 1;
      continue;
    }
    const name = NAME_BYTES[byte] as Buffer;
    for (let nth = 0; nth < name.length; nth += 1) out[to + nth] = name[nth] as number;
    to += name.length;
  }
  return out.toString('latin1', 0, to);
}
