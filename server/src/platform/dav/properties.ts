import type { PropsFound } from './multistatus.ts';
import type { XmlElement } from './read-xml.ts';
import { element, type Xml } from './write-xml.ts';
import { dav, type XmlName } from './xml-names.ts';

/** A live property of a kind of resource. */
export type Property<Resource> = {
  name: XmlName;
  /** Its content; null where this resource has no such property. `asked` is the element in the request. */
  read(resource: Resource, asked: XmlElement | null): Xml | readonly Xml[] | null;
  /** Only answered where it is named (RFC 4918, section 14.2, wants few in `allprop`). */
  onlyNamed?: true;
};

/** What a PROPFIND or a report asks for of each resource. */
export type Asked = { kind: 'names' } | { kind: 'all' } | { kind: 'props'; props: readonly XmlElement[] };

/** Reads what was asked for of one resource after the other. */
export function propsReader<Resource>(
  properties: readonly Property<Resource>[],
  asked: Asked,
): (resource: Resource) => PropsFound {
  if (asked.kind === 'props') return namedReader(properties, asked.props);
  const wanted = properties.filter(({ onlyNamed }) => asked.kind === 'names' || !onlyNamed);
  return (resource) => {
    const found: Xml[] = [];
    for (const { name, read } of wanted) {
      const content = read(resource, null);
      if (content !== null) found.push(element(name, asked.kind === 'names' ? [] : content));
    }
    return { found, missing: [] };
  };
}

export function findProps<Resource>(
  properties: readonly Property<Resource>[],
  resource: Resource,
  asked: Asked,
): PropsFound {
  return propsReader(properties, asked)(resource);
}

function namedReader<Resource>(
  properties: readonly Property<Resource>[],
  props: readonly XmlElement[],
): (resource: Resource) => PropsFound {
  const wanted = props.map((prop) => ({ prop, property: properties.find(({ name }) => name === prop.name) }));
  return (resource) => {
    const answer: PropsFound = { found: [], missing: [] };
    for (const { prop, property } of wanted) {
      const content = property?.read(resource, prop) ?? null;
      if (content === null) answer.missing.push(prop.name);
      else answer.found.push(element(prop.name, content));
    }
    return answer;
  };
}

/** `DAV:current-user-privilege-set` (RFC 3744, section 5.4), the only part of that protocol which clients need. */
export function privileges(names: readonly string[]): Xml[] {
  return names.map((name) => element(dav('privilege'), [element(dav(name))]));
}

/** `DAV:supported-report-set` (RFC 3253, section 3.1.5). */
export function supportedReports(names: readonly XmlName[]): Xml[] {
  return names.map((name) => element(dav('supported-report'), [element(dav('report'), [element(name)])]));
}
