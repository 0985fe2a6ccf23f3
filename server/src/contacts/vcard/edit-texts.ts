import type { ContactFields } from '@bocau/contract/contacts.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import {
  birthdayLine,
  fullNameLine,
  LEAP_PARAM,
  lunarLines,
  NAME_PARTS,
  nameLine,
  nicknameLine,
  noteLines,
  organisationLine,
  saysAnything,
  type Texts,
  titleLine,
} from './card-texts.ts';
import { DAY_PARAMS, writeDay } from './days.ts';
import type { LineEdits } from './line-edits.ts';
import { escapeEntry, escapeText, splitEscaped, textOf } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { rewriteLine, writeLine } from './write-line.ts';

type Wanted = Partial<ContactFields>;
type Editing = { card: Card; edits: LineEdits };

/** Changes the properties that a card has once. `before` is what it says. */
export function editTexts({ card, edits }: Editing, before: Texts, wanted: Wanted): void {
  const differs = (name: keyof Texts) => wanted[name] !== undefined && wanted[name] !== before[name];
  const editing = { card, edits };
  const escaped = (text: string) => escapeText(text, card.version);
  if (NAME_PARTS.some(differs)) editName(editing, before, wanted);
  if (differs('full_name')) setText(editing, 'FN', fullNameLine(card), escaped(wanted.full_name ?? ''));
  if (differs('nickname')) {
    setText(editing, 'NICKNAME', nicknameLine(card), escapeEntry(wanted.nickname ?? '', card.version));
  }
  if (differs('organisation') || differs('department')) editOrganisation(editing, before, wanted);
  if (differs('title')) {
    const line = titleLine(card);
    setText(editing, line?.name ?? 'TITLE', line, escaped(wanted.title ?? ''));
  }
  if (differs('birthday')) editBirthday(editing, wanted.birthday ?? null);
  if (differs('lunar_birthday') || differs('lunar_leap')) editLunar(editing, { ...before, ...wanted });
  if (differs('notes')) editNotes(editing, escaped(wanted.notes ?? ''));
}

/** Properties that stay when they say nothing: N and FN must be there, and an empty TITLE hides a ROLE. */
function staysEmpty({ card }: Editing, name: string): boolean {
  if (name === 'TITLE') return card.lines.some((line) => line.name === 'ROLE');
  return name === 'FN' || name === 'N';
}

/** Sets the value of a property: in this line of it, in the first one, or in a new one. */
function setText(editing: Editing, name: string, line: ContentLine | undefined, text: string): void {
  const { card, edits } = editing;
  const all = card.lines.filter((each) => each.name === name);
  const target = line ?? all[0];
  const keeps = text !== '' || staysEmpty(editing, name);
  if (target === undefined) {
    if (text !== '') edits.append(name, writeLine(card, { group: '', name, params: [], text }));
  } else if (keeps) edits.replace(target, rewriteLine(card, target, { text }));
  if (isEmpty(text)) {
    for (const each of all) if (!(keeps && each === target) && saysAnything(each, card)) edits.remove(each);
  }
}

/** A value of nothing but separators. */
function isEmpty(text: string): boolean {
  return splitEscaped(text, ';').every((part) => part === '');
}

function editName(editing: Editing, before: Texts, wanted: Wanted): void {
  const { card } = editing;
  const line = nameLine(card);
  const parts = line === undefined ? [] : splitEscaped(textOf(line, card), ';');
  while (parts.length < NAME_PARTS.length) parts.push('');
  for (const [at, part] of NAME_PARTS.entries()) {
    const text = wanted[part];
    if (text !== undefined && text !== before[part]) parts[at] = escapeEntry(text, card.version);
  }
  setText(editing, 'N', line, parts.join(';'));
}

/** Units of an organisation are a text here, and stay as they are unless that text changes. */
function editOrganisation(editing: Editing, before: Texts, wanted: Wanted): void {
  const { card } = editing;
  const line = organisationLine(card);
  const [first = '', ...units] = line === undefined ? [] : splitEscaped(textOf(line, card), ';');
  const { organisation = before.organisation, department = before.department } = wanted;
  const name = organisation === before.organisation ? first : escapeText(organisation, card.version);
  const escaped = escapeText(department, card.version);
  const changed = department === '' ? [] : [escaped];
  const text = [name, ...(department === before.department ? units : changed)].join(';');
  setText(editing, 'ORG', line, isEmpty(text) ? '' : text);
}

function editBirthday({ card, edits }: Editing, birthday: string | null): void {
  const all = card.lines.filter(({ name }) => name === 'BDAY');
  if (birthday === null) {
    for (const line of all) edits.remove(line);
    return;
  }
  const { text, params } = writeDay(birthday, card.version);
  const line = birthdayLine(card) ?? all[0];
  if (line === undefined) edits.append('BDAY', writeLine(card, { group: '', name: 'BDAY', params, text }));
  else edits.replace(line, rewriteLine(card, line, { text, without: DAY_PARAMS, params }));
}

type Lunar = Partial<Pick<ContactFields, 'lunar_birthday' | 'lunar_leap'>>;

function editLunar({ card, edits }: Editing, { lunar_birthday: lunar, lunar_leap: leap }: Lunar): void {
  for (const line of lunarLines(card)) edits.remove(line);
  const name = 'X-LUNAR-BIRTHDAY';
  const params = leap ? [`${LEAP_PARAM}=1`] : [];
  if (lunar) edits.append('BDAY', writeLine(card, { group: '', name, params, text: '1' }));
}

/** Several notes are shown as one, and are one after an edit. */
function editNotes(editing: Editing, text: string): void {
  const { card, edits } = editing;
  const [first, ...others] = noteLines(card);
  setText(editing, 'NOTE', first, text);
  for (const line of others) edits.remove(line);
}
