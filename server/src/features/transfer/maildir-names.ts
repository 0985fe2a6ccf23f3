import { createHash } from 'node:crypto';
import { encodeModifiedUtf7 } from '../../platform/imap/modified-utf7.ts';

/** Contains the path of a folder whose encoded name would be longer than file systems allow. */
export const FULL_NAME_FILE = 'bocau-folder-name';

const LONGEST_NAME = 250;
const KEPT_OF_LONG = 200;

/**
 * The directory of a folder in Maildir++: the inbox is the root itself. Dots are separators, so those in
 * names are encoded.
 */
export function maildirFolder(path: string): { dir: string; shortened: boolean } {
  if (path === 'INBOX') return { dir: '', shortened: false };
  const dir = `.${path
    .split('/')
    .map((name) => encodeModifiedUtf7(name, '.'))
    .join('.')}`;
  if (dir.length <= LONGEST_NAME) return { dir, shortened: false };
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return { dir: `${dir.slice(0, KEPT_OF_LONG)}~${hash}`, shortened: true };
}

/** The name of a message without its size and flags; the same at every export. */
const OWN_NAME = /^\d+\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.bocau/;

export function ownName({ id, received_at }: { id: string; received_at: number }): string {
  return `${received_at}.${id.replaceAll('-', '')}.bocau`;
}

/** The message that an export has written under this name; null where no export has. */
export function idOfOwnName(name: string): string | null {
  const parts = OWN_NAME.exec(name)?.slice(1);
  return parts ? parts.join('-') : null;
}

export type KeptMarks = { unread: boolean; starred: boolean; answered: boolean; draft: boolean };

/** The flags after `:2,` in alphabetical order. */
export function maildirMarks({ draft, starred, answered, unread }: KeptMarks): string {
  return `${draft ? 'D' : ''}${starred ? 'F' : ''}${answered ? 'R' : ''}${unread ? '' : 'S'}`;
}
