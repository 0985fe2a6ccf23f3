import type { Quota } from '@bocau/contract/account.ts';
import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { Thread } from '@bocau/contract/threads.ts';

/** A mailbox as a client stores it: the rows of every list by list and thread, folders by id. */
export type Replica = {
  seq: number;
  lists: Record<string, Record<string, Thread>>;
  /** Without their children. */
  folders: Record<string, Folder>;
  labels: Record<string, Label>;
  starred: ChangeSet['starred'];
  quota: Quota;
};

const ROWS_A_PAGE = '100';

/** Everything the lists currently show. The number is read first, so changes made meanwhile come after it. */
export async function fetchSnapshot(client: ApiClient): Promise<Replica> {
  const { seq, quota } = (await client.getChanges({ query: {} })).data;
  const { data: tree, meta } = await client.listFolders({});
  const folders = flatten(tree);
  const lists: Replica['lists'] = {};
  for (const folder of folders) lists[folder.id] = await fetchList(client, { in: folder.display_name });
  lists[STARRED] = await fetchList(client, { in: STARRED });
  const { data: labels } = await client.listLabels({});
  for (const label of labels) lists[label.id] = await fetchList(client, { label: label.id });
  return {
    seq,
    lists,
    folders: Object.fromEntries(folders.map((folder) => [folder.id, { ...folder, children: [] }])),
    labels: Object.fromEntries(labels.map((label) => [label.id, label])),
    starred: meta.starred,
    quota,
  };
}

/** The replica with the changes applied; the given one is not modified. */
export function applyChangeSet(replica: Replica, changes: ChangeSet): Replica {
  const { lists, folders, labels } = structuredClone(replica);
  for (const folder of changes.folders) {
    folders[folder.id] = folder;
    lists[folder.id] ??= {};
  }
  for (const id of changes.removed_folders) {
    delete folders[id];
    delete lists[id];
  }
  for (const label of changes.labels ?? []) {
    labels[label.id] = label;
    lists[label.id] ??= {};
  }
  for (const id of changes.removed_labels ?? []) {
    delete labels[id];
    delete lists[id];
  }
  for (const { id, rows } of changes.threads) {
    for (const list of Object.values(lists)) delete list[id];
    for (const { list, thread } of rows) {
      const shown = lists[list] ?? {};
      shown[id] = thread;
      lists[list] = shown;
    }
  }
  for (const list of Object.values(lists)) {
    for (const thread of Object.values(list)) {
      thread.mailbox_name = folders[thread.folder_id]?.display_name ?? thread.mailbox_name;
    }
  }
  return { seq: changes.seq, lists, folders, labels, starred: changes.starred, quota: changes.quota };
}

async function fetchList(
  client: ApiClient,
  of: { in: string } | { label: string },
): Promise<Record<string, Thread>> {
  const rows: Record<string, Thread> = {};
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page = await client.listThreads({ query: { ...of, limit: ROWS_A_PAGE, ...query } });
    for (const thread of page.data) rows[thread.id] = thread;
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

function flatten(tree: Folder[]): Folder[] {
  return tree.flatMap((folder) => [folder, ...flatten(folder.children)]);
}
