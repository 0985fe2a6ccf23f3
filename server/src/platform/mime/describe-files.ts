import { calendarMark, isCalendar } from './calendar-mark.ts';
import { safeFileName } from './file-names.ts';
import { mailLimits } from './mail-limits.ts';
import type { ParsedAttachment } from './parsed-mail.ts';
import type { PlaceInSource } from './place-in-source.ts';

/**
 * An attachment whose bytes still have to be put into the blob store, unless they are a range of the source.
 */
export type ReadFile = Omit<ParsedAttachment, 'blob'> & { bytes: Buffer };

/** A file as the message declares it, before validation. */
export type FoundFile = {
  name: string | null;
  contentType: string;
  contentId: string | null;
  bytes: Buffer;
  place: PlaceInSource | null;
};

/** Names, types and the inline flag of a message's files, as they are listed. */
export function describeFiles(found: FoundFile[], html: string | null): ReadFile[] {
  const shownIds = html === null ? new Set<string>() : contentIdsIn(html);
  return withoutTwinInvites(found).map((file, at) => {
    const contentType = cleanType(file.contentType);
    const calendar = isCalendar(file.name, contentType) ? calendarMark(file.bytes) : null;
    return {
      name: safeFileName(file.name, contentType, at + 1),
      contentType,
      size: file.bytes.length,
      contentId: file.contentId,
      inline: file.contentId !== null && shownIds.has(file.contentId),
      bytes: file.bytes,
      place: file.place,
      ...(calendar && { calendar }),
    };
  });
}

/** Invitations come twice, as an alternative body and as a file: only the file is listed. */
function withoutTwinInvites(found: FoundFile[]): FoundFile[] {
  const named = found
    .filter((file) => file.name !== null && /calendar|ics/.test(file.contentType))
    .slice(0, mailLimits.attachments);
  return found.filter(
    (file) =>
      file.name !== null ||
      file.contentType !== 'text/calendar' ||
      !named.some((other) => other.bytes.equals(file.bytes)),
  );
}

export function cleanType(contentType: string): string {
  const type = contentType.toLowerCase();
  return type.length <= 127 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type)
    ? type
    : 'application/octet-stream';
}

/** The content ids that a body references, both as written and decoded. */
export function contentIdsIn(html: string): Set<string> {
  const ids = new Set<string>();
  for (const [, id = ''] of html.matchAll(/cid:([^\s"'<>)]{1,1000})/gi)) {
    ids.add(id);
    ids.add(percentDecoded(id).replaceAll('&amp;', '&'));
  }
  return ids;
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
