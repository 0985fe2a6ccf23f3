import type { SystemFolder } from '@bocau/contract/folder-roles.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';

/** Messages in these folders have no source yet. */
const UNSENT: readonly string[] = ['Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period'] satisfies SystemFolder[];

/** The messages of a target that can be attached to a new one; null for none or an unknown number. */
export function forwardable({
  list,
  threads,
  whole,
}: Pick<ActTarget, 'list' | 'threads' | 'whole'>): { ids: string[]; subject: string | null } | null {
  if (whole !== null || (list.kind === 'folder' && UNSENT.includes(list.path))) return null;
  const ids = threads.flatMap(({ message_ids: all, draft_ids: drafts }) =>
    all.filter((id) => !drafts.includes(id)),
  );
  const [first] = threads;
  if (!first || ids.length === 0) return null;
  return { ids, subject: threads.length === 1 ? first.subject : null };
}
