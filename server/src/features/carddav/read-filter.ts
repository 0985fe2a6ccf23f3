import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childOf, childrenOf } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { element } from '../../platform/dav/write-xml.ts';
import { COLLATIONS, carddav } from './card-names.ts';

export type Test = 'anyof' | 'allof';
export type MatchType = 'equals' | 'contains' | 'starts-with' | 'ends-with';
export type TextMatch = {
  text: string;
  collation: (typeof COLLATIONS)[number];
  type: MatchType;
  negated: boolean;
};
/** Without a text, that there is one. */
export type ParamFilter = { name: string; isNotDefined: boolean; text: TextMatch | null };
export type PropFilter = {
  group: string;
  name: string;
  test: Test;
  isNotDefined: boolean;
  texts: TextMatch[];
  params: ParamFilter[];
};
/** The filter of a query (RFC 6352, section 10.5); without any of a property, all cards match. */
export type CardFilter = { test: Test; props: PropFilter[] };

const MATCH_TYPES: readonly string[] = ['equals', 'contains', 'starts-with', 'ends-with'];
/** Each is looked for in every card of a book. */
const MOST_CONDITIONS = 50;

export function readFilter(query: XmlElement): CardFilter {
  const filter = childOf(query, carddav('filter'));
  if (!filter) return { test: 'anyof', props: [] };
  const props = filter.children.map(readPropFilter);
  const conditions = props.reduce((sum, { texts, params }) => sum + 1 + texts.length + params.length, 0);
  if (conditions > MOST_CONDITIONS) {
    throw new DavRefusal(403, `A filter has at most ${MOST_CONDITIONS} conditions`, {
      condition: carddav('supported-filter'),
      inside: [element(carddav('filter'))],
    });
  }
  return { test: testOf(filter), props };
}

function readPropFilter(filter: XmlElement): PropFilter {
  if (filter.name !== carddav('prop-filter')) throw unsupported(filter);
  const known = [carddav('is-not-defined'), carddav('text-match'), carddav('param-filter')];
  for (const child of filter.children) if (!known.includes(child.name)) throw unsupported(child);
  const given = nameOf(filter);
  const dot = given.indexOf('.');
  return {
    group: dot < 0 ? '' : given.slice(0, dot).toLowerCase(),
    name: given.slice(dot + 1),
    test: testOf(filter),
    isNotDefined: childOf(filter, carddav('is-not-defined')) !== undefined,
    texts: childrenOf(filter, carddav('text-match')).map(readTextMatch),
    params: childrenOf(filter, carddav('param-filter')).map(readParamFilter),
  };
}

function readParamFilter(filter: XmlElement): ParamFilter {
  const match = childOf(filter, carddav('text-match'));
  return {
    name: nameOf(filter),
    isNotDefined: childOf(filter, carddav('is-not-defined')) !== undefined,
    text: match ? readTextMatch(match) : null,
  };
}

function readTextMatch(match: XmlElement): TextMatch {
  const { attributes, text } = match;
  const type = attributes.get('match-type') ?? 'contains';
  const collation = attributes.get('collation') ?? 'default';
  const known = collation === 'default' ? COLLATIONS[0] : COLLATIONS.find((one) => one === collation);
  if (known === undefined) {
    throw new DavRefusal(403, 'This collation is not served', { condition: carddav('supported-collation') });
  }
  if (!MATCH_TYPES.includes(type)) throw unsupported(match);
  const negated = attributes.get('negate-condition') === 'yes';
  return { text, collation: known, type: type as MatchType, negated };
}

function testOf({ attributes }: XmlElement): Test {
  return attributes.get('test') === 'allof' ? 'allof' : 'anyof';
}

/** In capitals, as the names of properties and parameters are compared. */
function nameOf(filter: XmlElement): string {
  const name = filter.attributes.get('name')?.trim().toUpperCase();
  if (!name) throw unsupported(filter);
  return name;
}

function unsupported({ name, attributes }: XmlElement): DavRefusal {
  return new DavRefusal(403, 'This filter is not served', {
    condition: carddav('supported-filter'),
    inside: [element(name, [], Object.fromEntries(attributes))],
  });
}
