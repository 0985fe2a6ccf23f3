import { childOf, childrenOf } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import {
  nameInFilter,
  readTextMatch,
  type TextMatch,
  tooManyConditions,
  unsupportedFilter,
} from '../../platform/dav/text-match.ts';
import { carddav } from './card-names.ts';

export type Test = 'anyof' | 'allof';
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

/** Each is looked for in every card of a book. */
const MOST_CONDITIONS = 50;

export function readFilter(query: XmlElement): CardFilter {
  const filter = childOf(query, carddav('filter'));
  if (!filter) return { test: 'anyof', props: [] };
  const props = filter.children.map(readPropFilter);
  const conditions = props.reduce((sum, { texts, params }) => sum + 1 + texts.length + params.length, 0);
  if (conditions > MOST_CONDITIONS) {
    throw tooManyConditions(MOST_CONDITIONS, carddav);
  }
  return { test: testOf(filter), props };
}

function readPropFilter(filter: XmlElement): PropFilter {
  if (filter.name !== carddav('prop-filter')) throw unsupportedFilter(filter, carddav);
  const known = [carddav('is-not-defined'), carddav('text-match'), carddav('param-filter')];
  for (const child of filter.children)
    if (!known.includes(child.name)) throw unsupportedFilter(child, carddav);
  const given = nameInFilter(filter, carddav);
  const dot = given.indexOf('.');
  return {
    group: dot < 0 ? '' : given.slice(0, dot).toLowerCase(),
    name: given.slice(dot + 1),
    test: testOf(filter),
    isNotDefined: childOf(filter, carddav('is-not-defined')) !== undefined,
    texts: childrenOf(filter, carddav('text-match')).map((match) => readTextMatch(match, carddav)),
    params: childrenOf(filter, carddav('param-filter')).map(readParamFilter),
  };
}

function readParamFilter(filter: XmlElement): ParamFilter {
  const match = childOf(filter, carddav('text-match'));
  return {
    name: nameInFilter(filter, carddav),
    isNotDefined: childOf(filter, carddav('is-not-defined')) !== undefined,
    text: match ? readTextMatch(match, carddav) : null,
  };
}

function testOf({ attributes }: XmlElement): Test {
  return attributes.get('test') === 'allof' ? 'allof' : 'anyof';
}
