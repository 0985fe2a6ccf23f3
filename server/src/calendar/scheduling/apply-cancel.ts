import { readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { writeLine, writeMoment } from '../ical/write-lines.ts';
import { placeIn } from './apply-reply.ts';
import { partsByPlace, withPartAt } from './parts-of-object.ts';
import type { ReadMessage } from './read-message.ts';
import { isLater, versionOf } from './versions.ts';

/** `isOver`: nothing of the object is left that will happen. */
export type Cancelled = { source: Buffer; isOver: boolean };

/**
 * The text of a guest without what the organiser cancels. It stays in the text as cancelled, so that an invitation that
 * comes late does not bring it back. Null where it changes nothing.
 */
export function applyCancel(stored: Buffer, { parts }: ReadMessage): Cancelled | null {
  let source = stored;
  for (const part of parts) source = withCancelled(source, part) ?? source;
  if (source === stored) return null;
  return { source, isOver: isCalledOff(source) };
}

/** Whether its organiser took it away. Of a series that is gone the parts of single ones may stand as they were. */
export function isCalledOff(source: Buffer): boolean {
  const { main, changed } = readObject(source);
  return main ? main.isCancelled : changed.every(({ isCancelled }) => isCancelled);
}

function withCancelled(source: Buffer, cancel: Part): Buffer | null {
  const before = readObject(source);
  const place = placeIn(before, cancel);
  if (place === null) return null;
  const version = versionOf(cancel);
  const known = partsByPlace(before).get(place) ?? before.main;
  if (!known || !isLater(version, versionOf(known.part))) return null;
  const apart = withPartAt(source, place, version.stamp);
  const object = apart && readObject(apart);
  const target = object && partsByPlace(object).get(place);
  if (!target) return null;
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  edits.setLine(target.part, 'STATUS', writeLine('STATUS', 'CANCELLED', lineBreak));
  edits.setLine(target.part, 'SEQUENCE', writeLine('SEQUENCE', String(version.sequence), lineBreak));
  edits.setLine(target.part, 'DTSTAMP', writeMoment('DTSTAMP', version.stamp, lineBreak));
  return edits.apply();
}
