import { templateParts } from '@bocau/contract/template-fields.ts';
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
export function fillHtml(html: string, fieldValue: FieldValue): string {
  return eachText(html, (text) => {
    const parts = templateParts(decodeEntities(text));
    if (!parts.some((part) => 'field' in part)) return text;
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
export function textsOfHtml(html: string): string[] {
  const texts: string[] = [];
  eachText(html, (text) => {
    texts.push(decodeEntities(text));
    return text;
  });
  return texts;
}

const TAG = /[a-zA-Z/!?]/;

/** Replaces what stands between tags and has a brace, in one pass whatever is left unclosed. */
function eachText(html: string, replace: (text: string) => string): string {
  let out = '';
  let at = 0;
  while (at < html.length) {
    let open = html.indexOf('<', at);
    while (open >= 0 && !TAG.test(html[open + 1] ?? '')) open = html.indexOf('<', open + 1);
    const end = open < 0 ? html.length : open;
    const text = html.slice(at, end);
    out += text.includes('{') || text.includes('&#') ? replace(text) : text;
    const next = open < 0 ? html.length : endOfTag(html, open);
    out += html.slice(end, next);
    at = next;
  }
  return out;
}

function endOfTag(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4);
    return end < 0 ? html.length : end + 3;
  }
  let quote = '';
  for (let at = open + 1; at < html.length; at += 1) {
    const sign = html[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return html.length;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}
