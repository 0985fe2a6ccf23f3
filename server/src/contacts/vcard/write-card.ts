import type { ContactFields } from '@bocau/contract/contacts.ts';
import { editCard, writeTime } from './edit-card.ts';
import { escapeText } from './line-text.ts';
import { shownName } from './names.ts';
import type { Photo } from './photos.ts';
import { writeLine } from './write-line.ts';

const PRODUCT = '-//Bo Cau//Contacts//EN';
const MANNER = { version: '3.0', lineBreak: '\r\n' } as const;

/** `at` is null where nobody knows when the card was changed last: it has no REV then. */
export type NewCard = { uid: string; at: Date | null; photo?: Photo | null };

/**
 * A new vCard of version 3.0, which all programs take. It has a name to show in any case; the parts of a name are
 * those that are given, so that whoever has only a full name splits it by `splitName` before.
 */
export function writeCard(fields: Partial<ContactFields>, { uid, at, photo = null }: NewCard): Buffer {
  const line = (name: string, text: string) => writeLine(MANNER, { group: '', name, params: [], text });
  const empty = Buffer.concat([
    line('BEGIN', 'VCARD'),
    line('VERSION', MANNER.version),
    line('PRODID', PRODUCT),
    line('UID', escapeText(uid, MANNER.version)),
    ...(at === null ? [] : [line('REV', writeTime(at, MANNER.version))]),
    line('N', ';;;;'),
    line('FN', ''),
    line('END', 'VCARD'),
  ]);
  return editCard(empty, { ...fields, full_name: shownName(fields) }, photo);
}
