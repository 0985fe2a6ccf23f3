import type { ContactFields } from '@bocau/contract/contacts.ts';
import { sameValue } from '../engine/same-value.ts';

type FieldName = keyof ContactFields;
const NAME_PARTS = ['family_name', 'middle_name', 'given_name'] as const;

/** Where only the whole name was typed into the form, the server splits it. */
export function withoutIdleParts(
  wanted: Partial<ContactFields>,
  typed: ContactFields,
): Partial<ContactFields> {
  if (NAME_PARTS.some((name) => typed[name] !== '')) return wanted;
  const { family_name: _family, middle_name: _middle, given_name: _given, ...rest } = wanted;
  return rest;
}

/** The fields that differ, as they are wanted. */
export function changedFields(before: ContactFields, after: ContactFields): Partial<ContactFields> {
  const names = (Object.keys(after) as FieldName[]).filter((name) => !sameValue(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}

/**
 * An edit of a card that another edit came before. What only one of them changed is taken from it;
 * `fields` are those that both changed, each to something else.
 */
export function mergeEdits(before: ContactFields, mine: ContactFields, theirs: ContactFields) {
  const own = withoutIdleParts(changedFields(before, mine), mine);
  const others = changedFields(before, theirs);
  const fields = (Object.keys(own) as FieldName[]).filter(
    (name) => name in others && !sameValue(own[name], others[name]),
  );
  return { merged: { ...theirs, ...own }, fields };
}
