import { LIMITS } from '@bocau/contract/limits.ts';
import type { DraftFile } from '../../mail/messages/draft-rows.store.ts';
import { Failure } from '../../platform/failure.ts';
import { contentIdsIn } from '../../platform/mime/describe-files.ts';
import type { OtherFile } from './drafts.store.ts';

type Wanted = {
  /** What the draft has by now. */
  current: DraftFile[];
  /** Ids of the files that are to be listed; null for those that are. */
  listed: string[] | null;
  /** Files of the mailbox besides the current ones, as far as they were asked for. */
  others: OtherFile[];
  /** Images of the original that is quoted. */
  quoted: DraftFile[];
  body: string;
  /** Content ids that the quoted original names. */
  namedByQuote: string[];
  newId: () => string;
};

const IN_BODY = /\/api\/v2\/files\/([0-9a-f-]{36})\/download/g;
const OWN_ID = '@bocau';

/** The files that a body shows by their address here, as the editor writes it; of endlessly many the first. */
export function filesNamedIn(body: string): string[] {
  const ids = new Set<string>();
  for (const [, id = ''] of body.matchAll(IN_BODY)) {
    ids.add(id);
    if (ids.size === LIMITS.filesPerMail) break;
  }
  return [...ids];
}

/**
 * The files that a draft is to have: those that are listed, then what its text shows. A loose file is taken; a file
 * of another message or of a signature is copied, and the body then names the copy.
 */
export function planFiles(wanted: Wanted): { files: DraftFile[]; body: string } {
  const { current, others, newId } = wanted;
  const here = new Map(current.map((file) => [file.id, file]));
  const elsewhere = new Map(others.map((file) => [file.id, file]));
  const listed = wanted.listed ?? current.filter((file) => !file.inline).map((file) => file.id);
  const named = filesNamedIn(wanted.body);
  const asked = new Set([...listed, ...named]);
  const chosen = new Map<string, DraftFile>();
  const copies = new Map<string, string>();

  const copy = (original: DraftFile) => {
    // A call that is repeated makes no second copy.
    const before = current.find(
      (file) =>
        file.blob === original.blob &&
        file.name === original.name &&
        !asked.has(file.id) &&
        !chosen.has(file.id),
    );
    const file = before ?? { ...original, id: newId() };
    copies.set(original.id, file.id);
    chosen.set(file.id, file);
  };
  const choose = (id: string): boolean => {
    if (chosen.has(copies.get(id) ?? id)) return true;
    const own = here.get(id);
    const other = elsewhere.get(id);
    if (own) chosen.set(id, own);
    else if (other?.message_id === null && !other.in_signature) chosen.set(id, other);
    else if (other) copy(other);
    return own !== undefined || other !== undefined;
  };

  for (const id of listed) {
    if (!choose(id)) throw new Failure('file_not_found', 'File not found', { details: { id } });
  }
  // An address of nobody's in a text that was pasted shows nothing, and keeps nobody from writing.
  for (const id of named) choose(id);
  const shown = new Set([...contentIdsIn(wanted.body), ...wanted.namedByQuote]);
  for (const file of [...current, ...wanted.quoted]) {
    if (file.content_id === null || !shown.has(file.content_id) || chosen.has(file.id)) continue;
    if ([...chosen.values()].some((other) => other.content_id === file.content_id)) continue;
    if (here.has(file.id)) chosen.set(file.id, file);
    else copy(file);
  }

  const body =
    copies.size === 0
      ? wanted.body
      : wanted.body.replace(IN_BODY, (address, id: string) => {
          const copied = copies.get(id);
          return copied === undefined ? address : address.replace(id, copied);
        });
  const inBody = new Set(filesNamedIn(body));
  const files = [...chosen.values()].map((file) => {
    if (inBody.has(file.id)) return { ...file, inline: true, content_id: file.id + OWN_ID };
    const content_id = file.content_id?.endsWith(OWN_ID) ? null : file.content_id;
    return { ...file, content_id, inline: content_id !== null && shown.has(content_id) };
  });
  return { files, body };
}
