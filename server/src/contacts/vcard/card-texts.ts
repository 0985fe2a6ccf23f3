import type { ContactFields } from '@bocau/contract/contacts.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { joinList, plainText } from './card-entries.ts';
import { tidyDay } from './days.ts';
import { splitEscaped, textOf, unescapeText } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { tidyLists } from './tidy-fields.ts';
import { tidyLine, tidyNotes } from './tidy-text.ts';

/** The components of N that the contract has, in N's order. */
export const NAME_PARTS = ['family_name', 'given_name', 'middle_name', 'name_prefix', 'name_suffix'] as const;

export type Texts = Omit<ContactFields, 'emails' | 'phones' | 'addresses' | 'urls' | 'dates' | 'relations'>;

export function readTexts(card: Card): Texts {
  return {
    full_name: textOfLine(card, fullNameLine(card)),
    ...readName(card),
    nickname: readNickname(card),
    ...readOrganisation(card),
    title: textOfLine(card, titleLine(card)),
    ...readBirthday(card),
    notes: tidyNotes(
      noteLines(card)
        .map((line) => plainText(line, card))
        .join('\n'),
    ),
    lists: tidyLists(listLines(card).flatMap((line) => listsOf(line, card))),
  };
}

/** The first line of a property that says anything. */
function sayingLine(card: Card, name: string): ContentLine | undefined {
  return card.lines.find((line) => line.name === name && saysAnything(line, card));
}

export function saysAnything(line: ContentLine, card: Card): boolean {
  return tidyLine(plainText(line, card)) !== '';
}

function textOfLine(card: Card, line: ContentLine | undefined): string {
  return line === undefined ? '' : tidyLine(plainText(line, card));
}

export function fullNameLine(card: Card): ContentLine | undefined {
  return sayingLine(card, 'FN');
}

/** A role where no title is: an empty title says that there is none. */
export function titleLine(card: Card): ContentLine | undefined {
  const hasTitle = card.lines.some(({ name }) => name === 'TITLE');
  return sayingLine(card, hasTitle ? 'TITLE' : 'ROLE');
}

export function nicknameLine(card: Card): ContentLine | undefined {
  return sayingLine(card, 'NICKNAME');
}

function readNickname(card: Card): string {
  const line = nicknameLine(card);
  return line === undefined ? '' : tidyLine(joinList(textOf(line, card), card));
}

export function nameLine(card: Card): ContentLine | undefined {
  const lines = card.lines.filter(({ name }) => name === 'N');
  return lines.find((line) => namesIn(line, card).some((name) => name !== '')) ?? lines[0];
}

function readName(card: Card): Pick<Texts, (typeof NAME_PARTS)[number]> {
  const line = nameLine(card);
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] =
    line === undefined ? [] : namesIn(line, card);
  return {
    ...{ family_name: family, given_name: given, middle_name: middle },
    ...{ name_prefix: prefix, name_suffix: suffix },
  };
}

function namesIn(line: ContentLine, card: Card): string[] {
  return splitEscaped(textOf(line, card), ';')
    .slice(0, NAME_PARTS.length)
    .map((part, at) => tidyLine(joinList(part, card, at < 3 ? ' ' : ', ')));
}

export function organisationLine(card: Card): ContentLine | undefined {
  return sayingLine(card, 'ORG');
}

function readOrganisation(card: Card): Pick<Texts, 'organisation' | 'department'> {
  const line = organisationLine(card);
  if (line === undefined) return { organisation: '', department: '' };
  const [first = '', ...units] = splitEscaped(textOf(line, card), ';').map((unit) =>
    tidyLine(unescapeText(unit, card.version)),
  );
  return { organisation: first, department: tidyLine(units.filter((unit) => unit !== '').join(', ')) };
}

export function birthdayLine(card: Card): ContentLine | undefined {
  return card.lines.find((line) => line.name === 'BDAY' && birthdayIn(line, card) !== null);
}

function birthdayIn(line: ContentLine, card: Card): string | null {
  return tidyDay(textOf(line, card), paramValues(line, 'X-APPLE-OMIT-YEAR')[0]);
}

function readBirthday(card: Card): Pick<Texts, 'birthday' | 'lunar_birthday' | 'lunar_leap'> {
  const line = birthdayLine(card);
  const lunar = lunarLines(card).filter((each) => textOf(each, card).trim() === '1');
  return {
    birthday: line === undefined ? null : birthdayIn(line, card),
    lunar_birthday: lunar.length > 0,
    lunar_leap: lunar.some((each) => paramValues(each, LEAP_PARAM)[0] === '1'),
  };
}

/** A parameter: whoever doesn't know it still reads a lunar birthday, of the common month. */
export const LEAP_PARAM = 'LEAP';

export function lunarLines(card: Card): ContentLine[] {
  return card.lines.filter(({ name }) => name === 'X-LUNAR-BIRTHDAY');
}

export function noteLines(card: Card): ContentLine[] {
  return card.lines.filter((line) => line.name === 'NOTE' && plainText(line, card).trim() !== '');
}

export function listLines(card: Card): ContentLine[] {
  return card.lines.filter(({ name }) => name === 'CATEGORIES');
}

export function listsOf(line: ContentLine, card: Card): string[] {
  return tidyLists(splitEscaped(textOf(line, card), ',').map((entry) => unescapeText(entry, card.version)));
}
