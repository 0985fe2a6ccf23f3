import { NOT_IN_XML } from './xml-characters.ts';
import type { XmlName } from './xml-names.ts';
import { resolveName, type Scope, scopeOf } from './xml-namespaces.ts';

export type XmlElement = {
  name: XmlName;
  /** By local name: those that this protocol reads are in no namespace. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** The character data directly inside it. */
  text: string;
};

export type XmlLimits = { depth: number; elements: number };

/** Why a document is not read. */
export class XmlFault extends Error {
  override name = 'XmlFault';
}

/** It declares something (DTD), or refers to what only a declaration could define: nothing is ever expanded. */
export class XmlEntityFault extends XmlFault {}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}._:·-]*/uy;
const SPACE = /[ \t\r\n]*/y;
const ATTRIBUTES = 50;

type Tag = { raw: string; attributes: Map<string, string>; isEmpty: boolean };
type Open = { element: XmlElement; raw: string; scope: Scope };

/**
 * Reads a small document into a tree: well-formed XML 1.0 with namespaces, in one pass, without DTDs, external
 * references or entities other than the five of XML. With `take`, what is directly inside the root is handed over as soon
 * as it ends, and not kept.
 */
export function readXml(source: string, limits: XmlLimits, take?: (child: XmlElement) => void): XmlElement {
  const xml = source.startsWith('\ufeff') ? source.slice(1) : source;
  if (NOT_IN_XML.test(xml)) throw new XmlFault('It holds characters that XML does not have');
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let at = 0;

  const addText = (text: string) => {
    const parent = open.at(-1);
    if (parent) parent.element.text += text;
    else if (text.trim() !== '') throw new XmlFault('There is text outside of the root element');
  };

  function begin({ raw, attributes, isEmpty }: Tag): void {
    elements += 1;
    if (elements > limits.elements) throw new XmlFault(`It holds more than ${limits.elements} elements`);
    if (open.length >= limits.depth) throw new XmlFault(`It is nested deeper than ${limits.depth}`);
    const parent = open.at(-1);
    if (!parent && root) throw new XmlFault('There is more than one root element');
    const scope = scopeOf(parent?.scope, attributes);
    if (scope === null) throw new XmlFault(`The tag ${raw} declares a prefix for nothing`);
    const name = resolveName(raw, scope);
    if (name === null) throw new XmlFault(`The prefix of ${raw} is not declared`);
    const element = { name, attributes: plain(attributes), children: [], text: '' };
    if (parent) parent.element.children.push(element);
    else root = element;
    if (!isEmpty) open.push({ element, raw, scope });
    else ended(element);
  }

  function ended(element: XmlElement): void {
    const parent = open.at(-1);
    if (!take || !parent || open.length > 1) return;
    parent.element.children.pop();
    take(element);
  }

  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    const end = next < 0 ? xml.length : next;
    if (end > at) addText(decode(xml.slice(at, end)));
    if (next < 0) break;
    if (xml.startsWith('<!--', next)) at = after(xml, '-->', next + 4);
    else if (xml.startsWith('<![CDATA[', next)) {
      at = after(xml, ']]>', next + 9);
      if (open.length === 0) throw new XmlFault('There is text outside of the root element');
      addText(xml.slice(next + 9, at - 3));
    } else if (xml.startsWith('<!', next)) throw new XmlEntityFault('Declarations (DTD) are not accepted');
    else if (xml.startsWith('<?', next)) at = after(xml, '?>', next + 2);
    else if (xml.startsWith('</', next)) {
      at = after(xml, '>', next);
      const closed = open.pop();
      if (closed?.raw !== xml.slice(next + 2, at - 1).trimEnd())
        throw new XmlFault('An end tag ends nothing');
      ended(closed.element);
    } else {
      const { tag, end: tagEnd } = readTag(xml, next + 1);
      begin(tag);
      at = tagEnd;
    }
  }
  if (open.length > 0 || root === null) throw new XmlFault('It ends too early');
  return root;
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found < 0) throw new XmlFault('It ends too early');
  return found + mark.length;
}

function match(pattern: RegExp, xml: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(xml)?.[0] ?? '';
}

function readTag(xml: string, from: number): { tag: Tag; end: number } {
  const raw = match(NAME, xml, from);
  if (raw === '') throw new XmlFault('A tag has no name');
  const attributes = new Map<string, string>();
  let at = from + raw.length;
  for (;;) {
    const space = match(SPACE, xml, at);
    at += space.length;
    if (xml[at] === '>') return { tag: { raw, attributes, isEmpty: false }, end: at + 1 };
    if (xml.startsWith('/>', at)) return { tag: { raw, attributes, isEmpty: true }, end: at + 2 };
    const name = match(NAME, xml, at);
    if (name === '' || space === '') throw new XmlFault(`The tag ${raw} is broken`);
    at += name.length;
    at += match(SPACE, xml, at).length;
    if (xml[at] !== '=') throw new XmlFault(`The attribute ${name} has no value`);
    at += 1 + match(SPACE, xml, at + 1).length;
    const quote = xml[at];
    const end = quote === '"' || quote === "'" ? xml.indexOf(quote, at + 1) : -1;
    const value = xml.slice(at + 1, end);
    if (end < 0 || value.includes('<')) throw new XmlFault(`The attribute ${name} has no value`);
    if (attributes.has(name)) throw new XmlFault(`The attribute ${name} is there twice`);
    if (attributes.size >= ATTRIBUTES) throw new XmlFault(`The tag ${raw} has too many attributes`);
    attributes.set(name, decode(value));
    at = end + 1;
  }
}

function plain(attributes: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...attributes].filter(([name]) => !name.includes(':') && name !== 'xmlns'));
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6});|#(\d{1,7});|(\w{1,8});|)/gi, (_whole, hex, decimal, name) => {
    if (name !== undefined) {
      const known = ENTITIES.get(name);
      if (known === undefined) throw new XmlEntityFault(`The entity ${name} is not accepted`);
      return known;
    }
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    if (character === '' || NOT_IN_XML.test(character)) throw new XmlFault('A character reference is broken');
    return character;
  });
}
