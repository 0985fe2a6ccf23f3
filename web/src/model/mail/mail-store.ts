import type { Quota } from '@bocau/contract/account.ts';
import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { ChangeSet } from '@bocau/contract/changes.ts';
import { type ChangeLog, createChangeLog } from '../engine/change-log.ts';
import { createNotifier, type Notifier } from '../engine/notifier.ts';
import { createOverlay, type Overlay } from '../engine/overlay.ts';
import { createFolderTree, type FolderTree } from './folder-tree.ts';
import { createLabelList, type LabelList } from './label-list.ts';
import { createListPages, type ListPages, outcomesOf } from './list-pages.ts';
import type { ModelEvent } from './mail-model.ts';
import { addImpliedRows } from './operations/change-rows.ts';
import { isListed } from './operations/listed.ts';
import type { Mail } from './operations/operation-kind.ts';
import { kindOf } from './operations/operation-kinds.ts';
import { createThreadCache, type ThreadCache } from './thread-cache.ts';

/** All known state of a mailbox, and its listeners. */
export type MailStore = Notifier<ModelEvent> & {
  readonly folders: FolderTree;
  readonly labels: LabelList;
  readonly pages: ListPages;
  readonly threads: ThreadCache;
  readonly overlay: Overlay<Mail>;
  readonly log: ChangeLog<ChangeSet>;
  readonly bulkJobs: Map<string, BulkJob>;
  quota: Quota | null;
  /** The number up to which the journal is applied; null until the first one is known. */
  seq: number | null;
  /** Lists show single messages: the mailbox's setting as the server last reported it. */
  single: boolean;
  /** The mode of lists (conversations or single messages) has changed: they must be fetched again. */
  listsStale: boolean;
  /** The order or the names of folders may have changed: they must be fetched again. */
  foldersStale: boolean;
  /** The single entry point for changes, remote and our own. */
  applyChanges(changes: ChangeSet): void;
};

export function createMailStore(): MailStore {
  const folders = createFolderTree();
  const labels = createLabelList();
  const pages = createListPages(folders);
  const threads = createThreadCache();
  const overlay = createOverlay<Mail>({
    kindOf,
    lists: folders.places,
    resolve: threads.resolve,
    rowsOf: pages.rowsOf,
    addImplied: addImpliedRows,
    count: (row) =>
      isListed(row.id, store.single) ? { total: 1, unread: row.unread ? 1 : 0 } : { total: 0, unread: 0 },
  });
  const log = createChangeLog<ChangeSet>();

  const store: MailStore = {
    ...createNotifier<ModelEvent>(),
    folders,
    labels,
    pages,
    threads,
    overlay,
    log,
    bulkJobs: new Map(),
    quota: null,
    seq: null,
    single: false,
    listsStale: false,
    foldersStale: false,
    applyChanges(changes) {
      if (store.seq !== null && changes.seq <= store.seq) return;
      store.batch(() => {
        if (folders.applyChanges(changes)) store.foldersStale = true;
        labels.applyChanges(changes);
        const single = changes.single === true;
        if (single === store.single) pages.applyChanges(changes);
        else Object.assign(store, { single, listsStale: true });
        threads.applyChanges(changes);
        overlay.applyChanges({ outcomes: outcomesOf(changes), merged: changes.merged });
        store.quota = changes.quota;
        store.seq = changes.seq;
        log.applied(changes);
      });
      if (changes.settings) store.emit({ kind: 'settings-changed' });
    },
  };
  return store;
}
