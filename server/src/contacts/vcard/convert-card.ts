import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { imageType } from '../../platform/sniff-image.ts';
import { plainText } from './card-entries.ts';
import { convertParams, convertText } from './convert-text.ts';
import { DAY_PARAMS, tidyDay, writeDay } from './days.ts';
import { labelLine } from './entry-lines.ts';
import { labelOfTypes } from './labels.ts';
import { createLineEdits } from './line-edits.ts';
import { escapeText, textOf } from './line-text.ts';
import { shownName, splitName } from './names.ts';
import { dataUri, embed, embeddedBytes } from './photos.ts';
import { readFields, readKind } from './read-card.ts';
import { type Card, type CardVersion, scanCard } from './scan-card.ts';
import { type NewLine, writeLine } from './write-line.ts';

type Target = '3.0' | '4.0';

/** What version 4.0 has a name for, and the name that programs use in 3.0. */
const RENAMED: [string, string][] = [
  ['X-ADDRESSBOOKSERVER-KIND', 'KIND'],
  ['X-ADDRESSBOOKSERVER-MEMBER', 'MEMBER'],
  ['X-ANNIVERSARY', 'ANNIVERSARY'],
];
const EMBEDDED = ['PHOTO', 'LOGO', 'SOUND', 'KEY'];
const DAYS = ['BDAY', 'ANNIVERSARY', 'X-ANNIVERSARY'];

/**
 * The same card for a client that asks for another version; the same bytes where it has that version. Properties that
 * are unknown stay.
 */
export function convertCard(source: Buffer, version: Target): Buffer {
  const card = scanCard(source);
  if (card.version === version) return source;
  const manner = { version, lineBreak: card.lineBreak };
  const { newGroup } = createLineEdits(card);
  const line = (name: string, text: string) => writeLine(manner, { group: '', name, params: [], text });
  const converted = card.lines
    .filter(({ name }) => name !== '' && name !== 'VERSION')
    .flatMap((each) => {
      if (isRelation(each, card, version)) return relationLines(card, each, manner, newGroup);
      return [writeLine(manner, convertLine(card, each, version))];
    });
  const required = requiredNames(card, version).map(([name, text]) => line(name, text));
  return Buffer.concat([
    line('BEGIN', 'VCARD'),
    line('VERSION', version),
    ...converted,
    ...required,
    line('END', 'VCARD'),
  ]);
}

/** FN, and N in version 3.0. */
function requiredNames(card: Card, version: Target): [string, string][] {
  const has = (name: string) => card.lines.some((line) => line.name === name);
  const fields = readFields(card);
  const { family_name, given_name, middle_name } =
    readKind(card) === 'individual'
      ? splitName(fields.full_name)
      : { family_name: fields.full_name, given_name: '', middle_name: '' };
  const parts = [family_name, given_name, middle_name].map((part) => escapeText(part, version));
  return [
    ...(has('N') || version === '4.0' ? [] : [['N', `${parts.join(';')};;`] as [string, string]]),
    ...(has('FN') ? [] : [['FN', escapeText(shownName(fields), version)] as [string, string]]),
  ];
}

function convertLine(card: Card, line: ContentLine, version: Target): NewLine {
  const { name } = line;
  const head = nameOf(line, version);
  if (EMBEDDED.includes(name)) return { ...head, ...convertEmbedded(card, line, version) };
  if (DAYS.includes(name)) return { ...head, ...convertDay(card, line, version) };
  const params = convertParams(line, version);
  const text = convertText(card, line, version);
  if (name === 'TEL' && version === '3.0' && text.slice(0, 4).toLowerCase() === 'tel:') {
    return { ...head, params: params.filter((param) => !isValueParam(param)), text: text.slice(4) };
  }
  const isTime = name === 'REV' && version === '4.0' && text.length < 40;
  return { ...head, params, text: isTime ? text.replace(/[-:]/g, '') : text };
}

function isValueParam(param: string): boolean {
  return param.toUpperCase().startsWith('VALUE=');
}

function nameOf({ name, rawName }: ContentLine, version: Target): Pick<NewLine, 'group' | 'name'> {
  const dot = rawName.indexOf('.');
  const other = RENAMED.find((names) => names[version === '4.0' ? 0 : 1] === name);
  const renamed = other?.[version === '4.0' ? 1 : 0];
  return { group: dot < 0 ? '' : rawName.slice(0, dot), name: renamed ?? rawName.slice(dot + 1) };
}

/** The format of a day differs; one with a time, or no day at all, stays as it is. */
function convertDay(card: Card, line: ContentLine, version: Target): Pick<NewLine, 'params' | 'text'> {
  const text = textOf(line, card).trim();
  const day = tidyDay(text, paramValues(line, 'X-APPLE-OMIT-YEAR')[0]);
  if (day === null || text.length > '1990-08-15'.length) {
    return { params: convertParams(line, version), text: convertText(card, line, version) };
  }
  const written = writeDay(day, version);
  return { text: written.text, params: [...convertParams(line, version, DAY_PARAMS), ...written.params] };
}

function convertEmbedded(card: Card, line: ContentLine, version: Target): Pick<NewLine, 'params' | 'text'> {
  const bytes = embeddedBytes(line);
  if (bytes !== null) {
    const params = convertParams(line, version, ['TYPE', 'VALUE', 'MEDIATYPE']);
    const embedded = embed(bytes, mediaType(line, bytes), version);
    return { text: embedded.text, params: [...params, ...embedded.params] };
  }
  const uri = version === '3.0' && line.params.every(({ name }) => name !== 'VALUE') && hasScheme(line);
  const params = convertParams(line, version);
  return { params: uri ? [...params, 'VALUE=uri'] : params, text: convertText(card, line, version) };
}

function hasScheme({ value }: ContentLine): boolean {
  return /^\s{0,9}[a-z][a-z0-9+.-]{0,20}:/i.test(value.toString('latin1', 0, 40));
}

function mediaType(line: ContentLine, bytes: Buffer): string {
  const known = dataUri(line)?.type || imageType(bytes);
  if (known !== null && known !== undefined) return known;
  const [type = 'octet-stream'] = paramValues(line, 'TYPE');
  const kinds: Record<string, string> = { SOUND: 'audio', KEY: 'application' };
  return type.includes('/') ? type : `${kinds[line.name] ?? 'image'}/${type}`;
}

/** A person by name, for whom version 3.0 has Apple's property alone. */
function isRelation(line: ContentLine, card: Card, version: CardVersion): boolean {
  if (line.name !== 'RELATED' || version !== '3.0') return false;
  return plainText(line, card).slice(0, 4).toLowerCase() !== 'urn:';
}

function relationLines(
  card: Card,
  line: ContentLine,
  manner: { version: Target; lineBreak: string },
  newGroup: () => string,
): Buffer[] {
  const { group } = nameOf(line, manner.version);
  const text = convertText(card, line, manner.version);
  const params = convertParams(line, manner.version, ['TYPE', 'VALUE']);
  const label = labelOfTypes(line);
  const labelled = group !== '' || label === '';
  const own = labelled ? group : newGroup();
  const written = writeLine(manner, { group: own, name: 'X-ABRELATEDNAMES', params, text });
  return labelled ? [written] : [written, labelLine(manner, own, label)];
}
