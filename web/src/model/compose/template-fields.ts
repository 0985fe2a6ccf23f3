import {
  addressParts,
  fieldKey,
  fieldsOf,
  fieldsOfParts,
  knownField,
} from '@bocau/contract/template-fields.ts';
import type { ComposeWindow } from './compose-model.ts';
import { linksOf, textOf, withoutSignature } from './own-words.ts';

const BLOCK_QUOTE = /<blockquote\b[\s\S]*?<\/blockquote>/gi;

/** By window: the fields of templates that were inserted here and not filled. */
const left = new Map<string, Set<string>>();

/** Braces of other words may be what somebody wants to say, unless a template brought them. */
export function noteFieldsLeft(windowId: string, fields: readonly string[]): void {
  const known = left.get(windowId) ?? new Set();
  left.set(windowId, new Set([...known, ...fields.map(fieldKey)]));
}

/** The fields in the own words, quotes excluded, and in the subject that the recipient would see as braces. */
export function unfilledFields({
  id,
  subject,
  body,
}: Pick<ComposeWindow, 'id' | 'subject' | 'body'>): string[] {
  if (!`${subject}${body}`.includes('{')) return [];
  const own = withoutSignature(body).replace(BLOCK_QUOTE, ' ');
  const isLeft = (field: string) => left.get(id)?.has(fieldKey(field)) === true;
  const inWords = fieldsOf(subject, textOf(own)).filter(
    (field) => knownField(field) !== undefined || isLeft(field),
  );
  // TE-22: an address may have braces of its own.
  const inLinks = fieldsOfParts(linksOf(own).flatMap(addressParts)).filter(isLeft);
  return [...new Set([...inWords, ...inLinks])];
}
