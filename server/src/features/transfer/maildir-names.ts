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

export type KeptMarks = { unread: boolean; starred: boolean; answered: boolean; draft: boolean };

/** The flags after `:2,` in alphabetical order. */
export function maildirMarks({ draft, starred, answered, unread }: KeptMarks): string {
  return `${draft ? 'D' : ''}${starred ? 'F' : ''}${answered ? 'R' : ''}${unread ? '' : 'S'}`;
}
