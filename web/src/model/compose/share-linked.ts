import type { Sharing } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { leadDriveLinks } from './drive-links.ts';
import { recipientsOf } from './open-window.ts';

type Deps = { store: ComposeStore; api: Pick<ComposeApi, 'createShares'> };

/**
 * Shares files with all recipients of a message, effective when it is sent, and points its links to the
 * shares. Without a public link all recipients are inside, and open the drive's own page.
 */
export async function shareLinked(
  { store, api }: Deps,
  windowId: string,
  { ids, permission, password, expireDate }: Sharing,
): Promise<string[]> {
  const view = store.get(windowId)?.view;
  if (!view) return [];
  const emails = new Set(recipientsOf(view).map(({ email }) => email));
  const { data } = await api.createShares({
    body: {
      ids: [...ids],
      share_withs: [...emails],
      permission,
      expire_date: expireDate,
      pending: true,
      ...(password !== null && { password }),
    },
  });
  const links = new Map(
    data.flatMap(({ link, entries }) => (link === null ? [] : entries.map(({ id }) => [id, link] as const))),
  );
  const now = store.get(windowId)?.view;
  const body = now && leadDriveLinks(now.body, links);
  if (now && body !== undefined && body !== now.body) {
    store.changeContent(windowId, { body }, { bodyRevision: now.bodyRevision + 1 });
  }
  return data.map(({ id }) => id);
}
