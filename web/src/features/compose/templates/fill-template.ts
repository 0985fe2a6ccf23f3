import { LIMITS } from '@bocau/contract/limits.ts';
import {
  addressParts,
  fieldKey,
  fieldsOfParts,
  fillFields,
  inAddress,
  type TemplatePart,
  templateParts,
} from '@bocau/contract/template-fields.ts';
import { parseHtml } from '../../../lib/trusted-html.ts';
import { linksOf, textOf } from '../../../model/compose/own-words.ts';

/** What is known without a question: of the first recipient and of today. Empty values count as not known. */
export function knownValues(
  recipient: { name: string; title: string; company: string } | null,
  date: string,
): Map<string, string> {
  const values = new Map([['date', date]]);
  for (const field of ['name', 'title', 'company'] as const) {
    const value = recipient?.[field].trim() ?? '';
    if (value !== '') values.set(field, value);
  }
  return values;
}

/** Of what is inserted of a template, each once; those in addresses of links last (TE-22). */
export function fieldsOfTemplate({ subject, html }: { subject: string; html: string }): string[] {
  const links = linksOf(html).flatMap(addressParts);
  return fieldsOfParts([...templateParts(subject), ...templateParts(textOf(html)), ...links]);
}

/** TE-7: values go into text nodes, so none becomes HTML. TE-22: and into addresses of links, encoded. */
export function fillHtml(html: string, values: ReadonlyMap<string, string>): string {
  const { body } = parseHtml(html);
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    if (text.includes('{')) node.nodeValue = fillFields(text, values);
  }
  for (const link of body.querySelectorAll('a[href]')) {
    const parts = addressParts(link.getAttribute('href') ?? '');
    if (parts.some((part) => 'field' in part)) link.setAttribute('href', filledAddress(parts, values));
  }
  return body.innerHTML;
}

function filledAddress(parts: readonly TemplatePart[], values: ReadonlyMap<string, string>): string {
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      const value = values.get(fieldKey(part.field));
      return value ? inAddress(value) : `{${part.field}}`;
    })
    .join('');
}

/** The fields that are to be asked for, each once. */
export function fieldsToAsk(fields: readonly string[], values: ReadonlyMap<string, string>): string[] {
  return fields.filter((field) => !values.has(fieldKey(field)));
}

/** Also as French has them, whose dates are written in the same way. */
const VIETNAMESE = /[àáâãèéêìíòóôõùúýăđĩũơư\u1ea0-\u1ef9]/i;

/** Of the words around the fields: Vietnamese, else English; that of the screen where there are none. */
export function languageOfText(text: string, ofScreen: string): string {
  const words = templateParts(text.normalize('NFC')).flatMap((part) => ('text' in part ? part.text : []));
  if (words.some((word) => VIETNAMESE.test(word))) return 'vi';
  return words.some((word) => /\p{L}/u.test(word)) ? 'en' : ofScreen;
}

/** The date in a time zone, as it is written in the language. */
export function dateInWords(ms: number, zone: string, language: string): string {
  const month = language === 'vi' ? '2-digit' : 'long';
  const day = language === 'vi' ? '2-digit' : 'numeric';
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { day, month, year: 'numeric', timeZone: zone }).format(ms);
}

/** On one line, as long as a subject may be. */
export function fillSubject(subject: string, values: ReadonlyMap<string, string>): string {
  return fillFields(subject, values).replace(/\s+/g, ' ').slice(0, LIMITS.subjectLength);
}
