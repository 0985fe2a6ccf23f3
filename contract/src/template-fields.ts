import { fold } from './fold.ts';

/** What a program knows by itself to fill in; every other field is asked for. */
export const KNOWN_FIELDS = ['name', 'title', 'company', 'date', 'amount'] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];

/** A literal text, or a field by what stands between its braces. */
export type TemplatePart = { text: string } | { field: string };

/** Folded, with single blanks. */
const NAMES: Readonly<Record<string, KnownField>> = {
  ten: 'name',
  name: 'name',
  'chuc danh': 'title',
  title: 'title',
  'cong ty': 'company',
  company: 'company',
  ngay: 'date',
  date: 'date',
  'so tien': 'amount',
  amount: 'amount',
};

const LONGEST = 40;
/** What may stand in a field beside letters and numbers, as headings of tables have it: `{Anh/Chị}`, `{Giá ($)}`. */
export const FIELD_SIGNS = ' _/(),.%$&+#’-';
/** `{{…}}` and `{{` stand for single braces; a field begins with a letter. Blanks may be those that do not break. */
const PART = new RegExp(
  `\\{\\{([^{}]*)\\}\\}|(\\{\\{)|\\{[ \\u00a0]*(\\p{L}[\\p{L}\\p{M}\\p{N}\\u00a0${FIELD_SIGNS}]{0,${LONGEST - 1}})\\}`,
  'gu',
);

/** Takes a text of a template apart: plain text, never HTML. */
export function templateParts(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const add = (more: string) => {
    const last = parts.at(-1);
    if (more === '') return;
    if (last && 'text' in last) last.text += more;
    else parts.push({ text: more });
  };
  let from = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, escaped, open, field] = match;
    add(text.slice(from, match.index));
    if (field !== undefined) parts.push({ field: fieldName(field) });
    else add(open === undefined ? `{${escaped}}` : '{');
    from = match.index + whole.length;
  }
  add(text.slice(from));
  return parts;
}

/** What stands behind the host of a link, before its fragment: fields never change where it leads. */
const BEHIND_HOST = /^(https?:\/\/[^/?#\\]+)([/?][^#]*)/i;
/** Editors may have encoded braces, and what is between them. */
const IN_ADDRESS = /(?:\{|%7b){2}|(?:\{|%7b)([^{}]{1,240}?)(?:\}|%7d)/gi;

/** Takes the address of a link apart as `templateParts` does a text. One without fields is a single text. */
export function addressParts(address: string): TemplatePart[] {
  const [, front = '', behind = ''] = BEHIND_HOST.exec(address) ?? [];
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const match of behind.matchAll(IN_ADDRESS)) {
    const [only, ...others] = match[1] === undefined ? [] : templateParts(`{${decoded(match[1])}}`);
    if (!only || 'text' in only || others.length > 0) continue;
    parts.push({ text: behind.slice(from, match.index) }, only);
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return [{ text: address }];
  return [{ text: front }, ...parts, { text: address.slice(front.length + from) }];
}

/** A value as it stands in the path or query of an address. */
export function inAddress(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** What a text has between two braces on each side, which is no field. */
export function escapedIn(text: string): string[] {
  return [...text.matchAll(PART)].flatMap(([, escaped = '']) => (escaped === '' ? [] : [fieldName(escaped)]));
}

/** The fields of some texts, each once, however often and in whatever case it stands there. */
export function fieldsOf(...texts: string[]): string[] {
  return fieldsOfParts(texts.flatMap(templateParts));
}

export function fieldsOfParts(parts: readonly TemplatePart[]): string[] {
  const found = new Map<string, string>();
  for (const part of parts) {
    if ('field' in part && !found.has(fieldKey(part.field))) found.set(fieldKey(part.field), part.field);
  }
  return [...found.values()];
}

/** Two fields with the same key get the same value: `{Tên}`, `{ten}` and `{name}` are one. */
export function fieldKey(field: string): string {
  return knownField(field) ?? fieldName(field).normalize('NFC').toLowerCase();
}

export function knownField(field: string): KnownField | undefined {
  const folded = fold(fieldName(field));
  return Object.hasOwn(NAMES, folded) ? NAMES[folded] : undefined;
}

/** A field without a value stays as it stands. Values are plain text, and no field in one is filled. */
export function fillFields(text: string, values: ReadonlyMap<string, string>): string {
  return templateParts(text)
    .map((part) => ('text' in part ? part.text : values.get(fieldKey(part.field)) || `{${part.field}}`))
    .join('');
}

function fieldName(between: string): string {
  return between.replace(/[\s\u00a0]+/g, ' ').trim();
}
