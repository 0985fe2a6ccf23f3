import { DavRefusal } from './dav-refusal.ts';
import type { Asked } from './properties.ts';
import type { XmlElement } from './read-xml.ts';
import { dav, type XmlName } from './xml-names.ts';

const MOST_PROPS = 200;

export function childOf({ children }: XmlElement, name: XmlName): XmlElement | undefined {
  return children.find((child) => child.name === name);
}

export function childrenOf({ children }: XmlElement, name: XmlName): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** RFC 4918, section 9.1: without a body, all properties. */
export function readPropfind(root: XmlElement | null): Asked {
  if (root === null) return { kind: 'all' };
  if (root.name !== dav('propfind')) throw malformed('The body of PROPFIND is DAV:propfind');
  return askedOf(root);
}

/** What a report asks for: `prop`, `allprop` or `propname`. */
export function askedOf(root: XmlElement): Asked {
  const prop = childOf(root, dav('prop'));
  if (prop) {
    if (prop.children.length > MOST_PROPS) throw malformed(`At most ${MOST_PROPS} properties are answered`);
    return { kind: 'props', props: prop.children };
  }
  return childOf(root, dav('propname')) ? { kind: 'names' } : { kind: 'all' };
}

export type PropChange = { name: XmlName; element: XmlElement; isRemoval: boolean };

/** The instructions of PROPPATCH (RFC 4918, section 9.2) or of an extended MKCOL (RFC 5689), in their order. */
export function readPropChanges(root: XmlElement, expected: XmlName): PropChange[] {
  if (root.name !== expected) throw malformed('The body is of another method');
  const changes = root.children.flatMap((instruction) => {
    const isRemoval = instruction.name === dav('remove');
    if (!isRemoval && instruction.name !== dav('set')) return [];
    return childrenOf(instruction, dav('prop'))
      .flatMap(({ children }) => children)
      .map((element) => ({ name: element.name, element, isRemoval }));
  });
  if (changes.length > MOST_PROPS) throw malformed(`At most ${MOST_PROPS} properties are changed at once`);
  return changes;
}

export type SyncAsked = { token: string; limit: number | null; asked: Asked };

/** RFC 6578. A level of `infinite` would concern collections inside of this one, and there are none. */
export function readSyncCollection(root: XmlElement): SyncAsked {
  const level = childOf(root, dav('sync-level'))?.text.trim() ?? '1';
  if (level !== '1' && level !== 'infinite') throw malformed('The level of a synchronization is 1');
  const token = childOf(root, dav('sync-token'))?.text.trim() ?? '';
  return { token, limit: limitOf(root, dav('limit'), dav('nresults')), asked: askedOf(root) };
}

/** The most results that a client takes; null where it says nothing. */
export function limitOf(root: XmlElement, limit: XmlName, nresults: XmlName): number | null {
  const given = childOf(root, limit);
  if (!given) return null;
  const number = childOf(given, nresults)?.text.trim() ?? '';
  if (!/^[1-9]\d{0,8}$/.test(number)) throw malformed('A limit is a positive number');
  return Number(number);
}

export function malformed(message: string): DavRefusal {
  return new DavRefusal(400, message);
}
