import { addressParts, inAddress, templateParts } from '@bocau/contract/template-fields.ts';
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

/** A body as it was parsed: what stays as it is, and the fields between. */
export type BodyPart = string | { field: string; inAddress?: true };

export function partsOfText(body: string): BodyPart[] {
  return templateParts(body).map((part) => ('text' in part ? part.text : part));
}

/** Fields are found between the tags of HTML, and in them in the addresses of links alone (MM-29). */
export function partsOfHtml(body: string): BodyPart[] {
  const all: BodyPart[] = [];
  eachPiece(body, (piece, isText) => {
    if (!isText) {
      all.push(...partsOfTag(piece));
      return;
    }
    const shown = piece.includes('{') || piece.includes('&#') ? decodeEntities(piece) : '';
    const parts = shown === '' ? [] : templateParts(shown);
    if (parts.every((part) => 'text' in part && part.text === shown)) all.push(piece);
    else all.push(...parts.map((part) => ('text' in part ? escapeHtml(part.text) : part)));
  });
  return all;
}

const LINK = /^<a\s/i;
const ADDRESS = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/i;

function partsOfTag(tag: string): BodyPart[] {
  const found = LINK.test(tag) ? ADDRESS.exec(tag) : null;
  if (!found) return [tag];
  const [whole, before = '', inDouble, inSingle = ''] = found;
  const parts = addressParts(decodeEntities(inDouble ?? inSingle));
  if (!parts.some((part) => 'field' in part)) return [tag];
  const quote = inDouble === undefined ? "'" : '"';
  return [
    tag.slice(0, found.index) + before + quote,
    ...parts.map((part) =>
      'text' in part ? escapeHtml(part.text) : { field: part.field, inAddress: true as const },
    ),
    quote + tag.slice(found.index + whole.length),
  ];
}

/** A value is text, whatever is in it. */
export function fillParts(parts: BodyPart[], fieldValue: FieldValue, isHtml: boolean): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = fieldValue(part.field);
      if (part.inAddress && value !== undefined) return inAddress(value);
      const text = value ?? `{${part.field}}`;
      if (!isHtml) return text;
      return value === undefined ? escapeHtml(text) : escapeHtml(text).replace(/\r?\n/g, '<br>');
    })
    .join('');
}

const TAG = /[a-zA-Z/!?]/;

/** What stands between tags, and the tags, in one pass whatever is left unclosed. */
function eachPiece(source: string, take: (piece: string, isText: boolean) => void): void {
  let at = 0;
  while (at < source.length) {
    let open = source.indexOf('<', at);
    while (open >= 0 && !TAG.test(source[open + 1] ?? '')) open = source.indexOf('<', open + 1);
    const end = open < 0 ? source.length : open;
    const next = open < 0 ? source.length : endOfTag(source, open);
    if (end > at) take(source.slice(at, end), true);
    if (next > end) take(source.slice(end, next), false);
    at = next;
  }
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
