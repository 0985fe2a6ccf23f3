import { NOT_IN_XML, PLAINLY_XML } from './xml-characters.ts';
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

/** A piece of XML that is well-formed by its making. */
export type Xml = string & { readonly xml: true };

/** Character data, escaped. XML 1.0 has no control characters, not even as references. */
export function text(value: string): Xml {
  return escaped(value) as Xml;
}

export function element(
  name: XmlName,
  content: Xml | readonly Xml[] = [],
  attributes: Record<string, string> = {},
): Xml {
  const inner = typeof content === 'string' ? content : content.join('');
  const { tag, declaration } = tagOf(name);
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const head = `${tag}${declaration}${written.join('')}`;
  return (inner === '' ? `<${head}/>` : `<${head}>${inner}</${tag}>`) as Xml;
}

/** The two ends of a root element whose content is sent piece by piece. */
export function rootElement(name: XmlName): { begin: string; end: string } {
  const { tag } = tagOf(name);
  return { begin: `${XML_DECLARATION}<${tag}${DECLARED}>`, end: `</${tag}>\n` };
}

/** A whole document. */
export function document(name: XmlName, content: readonly Xml[]): string {
  const { begin, end } = rootElement(name);
  return `${begin}${content.join('')}${end}`;
}

function tagOf(name: XmlName): { tag: string; declaration: string } {
  const { namespace, local } = splitName(name);
  const prefix = PREFIXES.get(namespace);
  if (prefix !== undefined) return { tag: `${prefix}:${local}`, declaration: '' };
  if (namespace === '') return { tag: local, declaration: '' };
  return { tag: `X:${local}`, declaration: ` xmlns:X="${escaped(namespace)}"` };
}

function escaped(value: string): string {
  const plain = PLAINLY_XML.test(value) ? value : value.replace(new RegExp(NOT_IN_XML, 'gu'), '');
  if (!SPECIAL.test(plain)) return plain;
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** A carriage return would be read as a line feed (XML 1.0, section 2.11), and a card be another than was put. */
const SPECIAL = /[&<>"\r]/;
