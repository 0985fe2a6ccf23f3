import { templateParts } from '@bocau/contract/template-fields.ts';
import { html } from '../../platform/http/html-page.ts';
import { decodeEntities } from '../../platform/mime/html-entities.ts';

/** What is put in place of a field; undefined: it stays as it stands. */
export type FieldValue = (field: string) => string | undefined;

/** Fills fields of a plain text. Values are not read again. */
export function fillText(text: string, fieldValue: FieldValue): string {
  if (!text.includes('{')) return text;
  return templateParts(text)
    .map((part) => ('text' in part ? part.text : (fieldValue(part.field) ?? `{${part.field}}`)))
    .join('');
}

/** The same between the tags of HTML, and never in them: a value is text, whatever is in it. */
export function fillHtml(body: string, fieldValue: FieldValue): string {
  return eachText(body, (text) => {
    const shown = decodeEntities(text);
    const parts = templateParts(shown);
    if (parts.every((part) => 'text' in part && part.text === shown)) return text;
    return parts
      .map((part) => {
        if ('text' in part) return escapeHtml(part.text);
        const value = fieldValue(part.field);
        return value === undefined
          ? escapeHtml(`{${part.field}}`)
          : escapeHtml(value).replace(/\r?\n/g, '<br>');
      })
      .join('');
  });
}

/** The texts of HTML in which there may be fields, one after another. */
export function textsOfHtml(body: string): string[] {
  const texts: string[] = [];
  eachText(body, (text) => {
    texts.push(decodeEntities(text));
    return text;
  });
  return texts;
}

const TAG = /[a-zA-Z/!?]/;

/** Replaces what stands between tags and has a brace, in one pass whatever is left unclosed. */
function eachText(source: string, replace: (text: string) => string): string {
  let out = '';
  let at = 0;
  while (at < source.length) {
    let open = source.indexOf('<', at);
    while (open >= 0 && !TAG.test(source[open + 1] ?? '')) open = source.indexOf('<', open + 1);
    const end = open < 0 ? source.length : open;
    const text = source.slice(at, end);
    out += text.includes('{') || text.includes('&#') ? replace(text) : text;
    const next = open < 0 ? source.length : endOfTag(source, open);
    out += source.slice(end, next);
    at = next;
  }
  return out;
}

function endOfTag(source: string, open: number): number {
  if (source.startsWith('<!--', open)) {
    const end = source.indexOf('-->', open + 4);
    return end < 0 ? source.length : end + 3;
  }
  let quote = '';
  let before = '';
  for (let at = open + 1; at < source.length; at += 1) {
    const sign = source[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at + 1;
    // Elsewhere it is a sign of a name or of a value without quotes.
    else if (before === '=' && (sign === '"' || sign === "'")) quote = sign;
    if (sign.trim() !== '') before = sign;
  }
  return source.length;
}

export function escapeHtml(text: string): string {
  return html`${text}`.markup;
}
