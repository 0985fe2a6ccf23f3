import type { ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { ENTRY_FIELDS } from './card-entries.ts';
import { CardFault } from './card-fault.ts';
import { editEntries } from './edit-entries.ts';
import { editLists } from './edit-lists.ts';
import { editTexts } from './edit-texts.ts';
import { createLineEdits, type LineEdits } from './line-edits.ts';
import { embed, type Photo, photoLines, readPhoto } from './photos.ts';
import { readFields } from './read-card.ts';
import { type Card, type CardVersion, scanCard } from './scan-card.ts';
import { tidyFields } from './tidy-fields.ts';
import { rewriteLine, writeLine } from './write-line.ts';

/**
 * A card with other fields. Only the lines of what differs from what `readCard` says are replaced, added or removed;
 * every other byte stays, but UTF-16 becomes UTF-8. `photo` is left as it is by undefined and removed by null. With `at`, a card that changes
 * and has a REV says when.
 */
export function editCard(
  source: Buffer,
  wanted: Partial<ContactFields>,
  photo?: Photo | null,
  options?: { at: Date },
): Buffer {
  const card = scanCard(source);
  const edits = createLineEdits(card);
  const before = readFields(card);
  const fields = tidyFields(wanted);
  editTexts({ card, edits }, before, fields);
  for (const field of ENTRY_FIELDS) {
    const values = fields[field];
    if (values !== undefined) editEntries(card, edits, field, values);
  }
  if (fields.lists !== undefined) editLists(card, edits, before.lists, fields.lists);
  if (photo !== undefined) editPhoto(card, edits, photo);
  if (!edits.isEdited()) return source;
  if (options !== undefined) editRevision(card, edits, options.at);
  const edited = edits.apply();
  if (edited.length > LIMITS.contactCardBytes) {
    throw new CardFault('too_large', photo === undefined || photo === null ? undefined : 'photo');
  }
  // New lines may be more than a card may have.
  scanCard(edited);
  return edited;
}

function editPhoto(card: Card, edits: LineEdits, photo: Photo | null): void {
  const before = readPhoto(card);
  const lines = photoLines(card);
  const unchanged = photo === null ? lines.length === 0 : before?.bytes.equals(photo.bytes);
  if (unchanged) return;
  const [first] = lines;
  for (const line of lines) edits.remove(line);
  if (photo === null) return;
  const { params, text } = embed(photo.bytes, photo.type, card.version);
  const line = writeLine(card, { group: first?.group ?? '', name: 'PHOTO', params, text });
  // Version 2.1 ends base64 by an empty line.
  const bytes = card.version === '2.1' ? Buffer.concat([line, Buffer.from(card.lineBreak)]) : line;
  if (first === undefined) edits.append('PHOTO', bytes);
  else edits.replace(first, bytes);
}

/** Where a card has a REV, it says when the card changed. */
export function editRevision(card: Card, edits: LineEdits, at: Date): void {
  const line = card.lines.find(({ name }) => name === 'REV');
  if (line !== undefined) edits.replace(line, rewriteLine(card, line, { text: writeTime(at, card.version) }));
}

/** To the second; version 4.0 has no hyphens and colons (RFC 6350, 4.3.5). */
export function writeTime(at: Date, version: CardVersion): string {
  const text = `${at.toISOString().slice(0, 19)}Z`;
  return version === '4.0' ? text.replace(/[-:]/g, '') : text;
}
