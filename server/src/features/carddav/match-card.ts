import { textOf, unescapeText } from '../../contacts/vcard/line-text.ts';
import { type Card, scanCard } from '../../contacts/vcard/scan-card.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { isFound, matchText, type TextMatch } from '../../platform/dav/text-match.ts';
import type { CardFilter, ParamFilter, PropFilter, Test } from './read-filter.ts';

/** Pictures and keys are no text that anybody looks for. */
const LONGEST_VALUE = 64 * 1024;

export function matchCard(source: Buffer, filter: CardFilter): boolean {
  if (filter.props.length === 0) return true;
  const card = scanCard(source);
  return holds(filter.test, filter.props, (prop) => matchProp(card, prop));
}

function holds<T>(test: Test, conditions: readonly T[], isMet: (one: T) => boolean): boolean {
  return test === 'allof' ? conditions.every(isMet) : conditions.some(isMet);
}

function matchProp(card: Card, filter: PropFilter): boolean {
  const lines = card.lines.filter(
    ({ name, group }) => name === filter.name && (filter.group === '' || group === filter.group),
  );
  if (filter.isNotDefined) return lines.length === 0;
  return lines.some((line) => matchLine(card, line, filter));
}

/** One property of a card against all that is asked of it. */
function matchLine(card: Card, line: ContentLine, { test, texts, params }: PropFilter): boolean {
  if (texts.length + params.length === 0) return true;
  const value = line.value.length > LONGEST_VALUE ? '' : unescapeText(textOf(line, card), card.version);
  const plain = line.name === 'TEL' ? digitsOf(value) : null;
  const conditions = [
    ...texts.map((match) => () => matchText(value, match) || (plain !== null && matchNumber(plain, match))),
    ...params.map((param) => () => matchParam(line, param)),
  ];
  return holds(test, conditions, (isMet) => isMet());
}

function matchParam({ params }: ContentLine, { name, isNotDefined, text }: ParamFilter): boolean {
  const values = params.filter((param) => param.name === name).flatMap((param) => param.values);
  if (isNotDefined) return values.length === 0;
  return text === null ? values.length > 0 : values.some((value) => matchText(value, text));
}

/** A number is found however it is spaced. */
function matchNumber(digits: string, { text, type, negated }: TextMatch): boolean {
  const wanted = digitsOf(text);
  return !negated && wanted !== '' && /^[\d\s()+./-]+$/.test(text) && isFound(digits, wanted, type);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
