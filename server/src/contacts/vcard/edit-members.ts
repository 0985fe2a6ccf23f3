import { LIMITS } from '@bocau/contract/limits.ts';
import { plainText } from './card-entries.ts';
import { CardFault } from './card-fault.ts';
import { editRevision } from './edit-card.ts';
import { createLineEdits } from './line-edits.ts';
import { escapeText } from './line-text.ts';
import { MEMBER_PROPERTIES, withoutScheme } from './read-card.ts';
import { scanCard } from './scan-card.ts';
import { writeLine } from './write-line.ts';

/** A group with more members or with fewer, by their uids; lines of other members stay as they are. */
export function editMembers(
  source: Buffer,
  { add, remove }: { add: string[]; remove: string[] },
  { at }: { at: Date },
): Buffer {
  const card = scanCard(source);
  const edits = createLineEdits(card);
  const lines = card.lines.filter(({ name }) => MEMBER_PROPERTIES.includes(name));
  const uidOf = (line: (typeof lines)[number]) => withoutScheme(plainText(line, card).trim()).toLowerCase();
  const gone = new Set(remove.map((uid) => uid.toLowerCase()));
  for (const line of lines) if (gone.has(uidOf(line))) edits.remove(line);
  const known = new Set(lines.map(uidOf));
  const name = lines[0]?.name ?? (card.version === '4.0' ? 'MEMBER' : 'X-ADDRESSBOOKSERVER-MEMBER');
  for (const uid of add) {
    if (known.has(uid.toLowerCase())) continue;
    const text = escapeText(`urn:uuid:${uid}`, card.version);
    edits.append(name, writeLine(card, { group: '', name, params: [], text }));
  }
  if (!edits.isEdited()) return source;
  editRevision(card, edits, at);
  const edited = edits.apply();
  if (edited.length > LIMITS.contactCardBytes) throw new CardFault('too_large');
  // New lines may be more than a card may have.
  scanCard(edited);
  return edited;
}
