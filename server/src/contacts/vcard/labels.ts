import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues, quoteParam } from '../../platform/content-lines/parse-head.ts';
import type { CardVersion } from './scan-card.ts';
import { tidyLine } from './tidy-text.ts';

/** Types that say how something is reached, not whose or where it is. */
const NOISE = [
  ...['pref', 'internet', 'voice', 'msg', 'text', 'textphone', 'video', 'isdn', 'bbs', 'modem', 'x400'],
  ...['dom', 'intl', 'postal', 'parcel', 'tlx', 'iphone', 'uri'],
];
/** Of several types the first of these is the label: a fax at work is a fax. */
const BY_WEIGHT = ['mobile', 'fax', 'pager', 'work', 'home', 'main', 'other'];
const SYNONYMS = new Map(
  Object.entries({ cell: 'mobile', cellular: 'mobile', homefax: 'fax', workfax: 'fax', otherfax: 'fax' }),
);
/** Words that Apple translates. */
const APPLE_WORDS = [
  ...['mother', 'father', 'parent', 'brother', 'sister', 'child', 'son', 'daughter', 'friend', 'spouse'],
  ...['partner', 'assistant', 'manager', 'anniversary', 'home', 'work', 'school', 'mobile', 'other', 'main'],
  'homepage',
];
const LABEL_LENGTH = 60;
const APPLE_FORM = /^_\$!<(.{0,200})>!\$_$/s;

/** Types of a telephone, as vCard names them; of these others have three. */
const PHONE_TYPES = new Map(
  Object.entries({
    ...{
      mobile: 'CELL',
      fax: 'FAX',
      pager: 'PAGER',
      main: 'MAIN',
      work: 'WORK',
      home: 'HOME',
      other: 'OTHER',
    },
  }),
);
const PLACES = ['work', 'home', 'other'];
/** RFC 6350, 6.6.6. */
const RELATIONS = [
  ...['contact', 'acquaintance', 'friend', 'met', 'co-worker', 'colleague', 'co-resident', 'neighbor'],
  ...['child', 'parent', 'sibling', 'spouse', 'kin', 'muse', 'crush', 'date', 'sweetheart', 'agent'],
];

/** A known word in lower case, or a label of the user's own. */
export function tidyLabel(label: string): string {
  const text = tidyLine(APPLE_FORM.exec(label)?.[1] ?? label, LABEL_LENGTH);
  const lower = text.toLowerCase();
  const word = SYNONYMS.get(lower) ?? lower;
  return BY_WEIGHT.includes(word) || APPLE_WORDS.includes(word) ? word : text;
}

/** The label that the types of a line make. */
export function labelOfTypes(line: ContentLine): string {
  const types = labelTypes(line).map(tidyLabel);
  return BY_WEIGHT.find((word) => types.includes(word)) ?? types[0] ?? '';
}

/** Heads are kept as one character for a byte, of which only ASCII has a lower case. */
function labelTypes(line: ContentLine): string[] {
  return line.params
    .flatMap(({ name, values }) => (name === 'TYPE' ? values : []))
    .map((type) => Buffer.from(type, 'latin1').toString().toLowerCase())
    .map((type) => (type.startsWith('x-') ? type.slice(2) : type))
    .filter((type) => type !== '' && !NOISE.includes(type));
}

/** The text of an X-ABLabel. */
export function appleLabel(label: string): string {
  return APPLE_WORDS.includes(label) ? `_$!<${label[0]?.toUpperCase()}${label.slice(1)}>!$_` : label;
}

/** The type that stands for a label, if there is one for such a property. */
export function typeOfLabel(label: string, property: string): string | null {
  const type = PHONE_TYPES.get(label) ?? null;
  if (property === 'TEL') return type;
  if (property === 'RELATED') return RELATIONS.includes(label) ? label : null;
  return ['EMAIL', 'ADR', 'URL'].includes(property) && PLACES.includes(label) ? type : null;
}

export function typeParam(type: string, version: CardVersion): string {
  if (version === '2.1') return type.toUpperCase();
  return `TYPE=${version === '3.0' ? type.toUpperCase() : type.toLowerCase()}`;
}

/** The types of a line that make no label. */
export function otherTypes(line: ContentLine): string[] {
  return paramValues(line, 'TYPE').filter((type) => NOISE.includes(type));
}

/** The parameters for the types of a line, as they were written. */
export function typesWithoutPref(line: ContentLine, version: CardVersion): string[] {
  return line.params
    .flatMap(({ name, values }) => (name === 'TYPE' ? values : []))
    .filter((type) => type !== '' && type.toLowerCase() !== 'pref')
    .map((type) => (version === '2.1' ? type : `TYPE=${quoteParam(type)}`));
}
