import type { ChangeSet } from '@bocau/contract/changes.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { messageOfSingle, singleId } from '@bocau/contract/single-messages.ts';
import type { Moved, Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type FakeFolder, type FakeMessage, fakeMessageView, fakeRows } from './fake-rows.ts';

type Moves = Moved['moved'];
type Counts = { total_threads: number; unread_threads: number };

const SYSTEM = [
  ['inbox', 'INBOX'],
  ['sent', 'Sent'],
  ['drafts', 'Drafts'],
  ['archive', 'Archive'],
  ['snoozed', 'Snoozed'],
  ['junk', 'Junk'],
  ['trash', 'Trash'],
] as const;

/** An in-memory mailbox that keeps the contract: rows, counts, the journal, and what operations move. */
export function createFakeMailbox() {
  const folders = new Map<string, FakeFolder>(
    SYSTEM.map(([id, name]) => [id, { id, name, path: name, system: true }]),
  );
  for (const name of ['Work', 'Home']) {
    folders.set(name.toLowerCase(), { id: name.toLowerCase(), name, path: name, system: false });
  }
  const labels = new Map<string, Pick<Label, 'id' | 'name' | 'color' | 'position' | 'hidden'>>();
  const messages = new Map<string, FakeMessage>();
  const merged = new Map<string, string>();
  const journal: {
    seq: number;
    kind: 'thread' | 'folder' | 'label' | 'merged' | 'message' | 'settings';
    entity: string;
  }[] = [];
  const watchers = new Set<() => void>();
  let seq = 1;
  let forgotten = 0;
  let lastId = 0;
  /** Lists show single messages. */
  let single = false;

  const pathOf = (id: string) => folders.get(id)?.path ?? '';
  const resolve = (id: string): string => (merged.has(id) ? resolve(merged.get(id) as string) : id);
  /** The messages that a row's id stands for. */
  const ofRow = (id: string) => {
    const own = messageOfSingle(id);
    return [...messages.values()].filter((message) =>
      own === null ? message.threadId === id : message.id === own,
    );
  };
  const rowsOf = (id: string, own = ofRow(id), wanted?: string) => {
    const rows = fakeRows(own, pathOf, wanted);
    return new Map([...rows].map(([list, row]) => [list, { ...row, id }]));
  };
  const rowOf = (message: FakeMessage) => (single ? singleId(message.id) : message.threadId);

  function list(listId: string): Thread[] {
    const byRow = Map.groupBy(messages.values(), rowOf);
    const rows = [...byRow].flatMap(([id, own]) => rowsOf(id, own, listId).get(listId) ?? []);
    const at = (row: Thread) =>
      row.last_message_timestamp + (row.pinned && row.folder_id === listId ? 1e11 : 0);
    return rows.sort((a, b) => at(b) - at(a) || (a.id < b.id ? 1 : -1));
  }

  function counts(listId: string): Counts {
    const rows = list(listId);
    return { total_threads: rows.length, unread_threads: rows.filter((row) => row.unread).length };
  }

  function folderView(folder: FakeFolder): Folder {
    const { id, name, path, system } = folder;
    return {
      id,
      name,
      display_name: path,
      parentName: null,
      ...counts(id),
      icon: 'folder',
      system,
      position: folder.position ?? null,
      children: [],
    };
  }

  function labelView(id: string): Label[] {
    const label = labels.get(id);
    if (!label) return [];
    const { total_threads: total, unread_threads: unread } = counts(id);
    return [{ ...label, keyword: `$${id}`, total, unread }];
  }

  /** Puts labels on messages and takes them off; in the form of the server's answer. */
  function setLabels(chosen: readonly FakeMessage[], add: readonly string[], remove: readonly string[]) {
    for (const id of [...add, ...remove]) {
      if (!labels.has(id)) throw new ApiError(404, 'label_not_found', 'no such label');
    }
    const changed = chosen.flatMap((message) => {
      const before = message.labels ?? [];
      const after = [...new Set([...before, ...add])].filter((id) => !remove.includes(id));
      if (after.length === before.length && after.every((id) => before.includes(id))) return [];
      message.labels = after;
      return [{ message_id: message.id, thread_id: message.threadId, label_ids_before: before }];
    });
    if (changed.length > 0) change(new Set(changed.map((each) => each.thread_id)));
    return { changed };
  }

  function change(
    threadIds: Iterable<string>,
    extra: { kind: 'merged' | 'folder' | 'label' | 'message' | 'settings'; entity: string }[] = [],
  ): void {
    seq++;
    for (const entity of threadIds) journal.push({ seq, kind: 'thread', entity });
    for (const entity of labels.keys()) journal.push({ seq, kind: 'label', entity });
    for (const entity of folders.keys()) journal.push({ seq, kind: 'folder', entity });
    for (const note of extra) journal.push({ seq, ...note });
    for (const watcher of [...watchers]) watcher();
  }

  function move(
    chosen: FakeMessage[],
    to: (message: FakeMessage) => string | null,
    nameOf = (message: FakeMessage) => message.threadId,
  ): Moves {
    const moves: Moves = [];
    const touched = new Set(chosen.map((message) => message.threadId));
    for (const message of chosen) {
      const target = to(message);
      if (target === message.folderId) continue;
      moves.push({
        thread_id: nameOf(message),
        message_id: message.id,
        from_folder_id: message.folderId,
        to_folder_id: target,
      });
      if (target === null) messages.delete(message.id);
      else Object.assign(message, { folderId: target, oldFolderId: message.folderId });
    }
    const gone = moves.filter((one) => one.to_folder_id === null);
    if (moves.length > 0)
      change(
        touched,
        gone.map((one) => ({ kind: 'message', entity: one.message_id })),
      );
    return moves;
  }

  const inFolder = (ids: readonly string[], folderId: string) => {
    const meant = new Set(ids.flatMap((id) => ofRow(resolve(id))));
    return [...meant].filter((message) => message.folderId === folderId);
  };

  const toldRows = (id: string) => [...rowsOf(id)].map(([list, thread]) => ({ list, thread }));
  const threadsOf = (ids: readonly string[]) =>
    new Set(ids.flatMap((id) => ofRow(id).map((message) => message.threadId)));

  /** In the form in which the server's answers name moved messages. */
  const named = (ids: readonly string[]) => (message: FakeMessage) =>
    ids.includes(singleId(message.id)) ? singleId(message.id) : message.threadId;

  return {
    folders,
    messages,
    rowsOf,
    list,
    counts,
    pathOf,
    resolve,
    seq: () => seq,
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    showMessages(on: boolean) {
      single = on;
      change([], [{ kind: 'settings', entity: 'inbox' }]);
    },
    forgetJournal() {
      forgotten = seq;
      journal.length = 0;
    },

    receive(given: Partial<FakeMessage> & { threadId?: string } = {}): FakeMessage {
      const id = `m${String(++lastId).padStart(4, '0')}`;
      const message: FakeMessage = {
        id,
        threadId: `t${id}`,
        folderId: 'inbox',
        oldFolderId: null,
        at: 1_000_000 + lastId * 60,
        unread: true,
        starred: false,
        draft: false,
        subject: `Thư ${id}`,
        ...given,
      };
      messages.set(id, message);
      change([message.threadId]);
      return message;
    },
    merge(from: string, into: string) {
      for (const message of ofRow(from)) message.threadId = into;
      merged.set(from, into);
      change([from, into], [{ kind: 'merged', entity: from }]);
    },
    addFolder(name: string): Folder {
      const folder = { id: name.toLowerCase(), name, path: name, system: false };
      folders.set(folder.id, folder);
      change([], [{ kind: 'folder', entity: folder.id }]);
      return folderView(folder);
    },
    removeFolder(id: string) {
      folders.delete(id);
      change([], [{ kind: 'folder', entity: id }]);
    },
    placeFolder(id: string, beforeId: string | null): Folder {
      const others = [...folders.values()].filter((folder) => folder.id !== id);
      const at = others.findIndex((folder) => folder.id === beforeId);
      const placed = others.toSpliced(at < 0 ? others.length : at, 0, folders.get(id) as FakeFolder);
      folders.clear();
      for (const [index, folder] of placed.entries()) {
        if (!folder.system) folder.position = index + 1;
        folders.set(folder.id, folder);
      }
      change([]);
      return folderView(folders.get(id) as FakeFolder);
    },
    labels: () => [...labels.keys()].flatMap(labelView),
    addLabel(name: string, color: Label['color'] = 'blue'): Label {
      if ([...labels.values()].some((label) => label.name === name))
        throw new ApiError(400, 'label_exists', 'taken');
      const id = `l${labels.size + 1}`;
      labels.set(id, { id, name, color, position: null, hidden: false });
      change([], [{ kind: 'label', entity: id }]);
      return labelView(id)[0] as Label;
    },
    changeLabel(id: string, given: Partial<Label>): Label {
      const label = labels.get(id);
      if (!label) throw new ApiError(404, 'label_not_found', 'no such label');
      const { name } = label;
      Object.assign(label, given);
      for (const other of labels.values()) {
        if (other.name.startsWith(`${name}/`)) other.name = label.name + other.name.slice(name.length);
      }
      change([]);
      return labelView(id)[0] as Label;
    },
    removeLabel(id: string) {
      const carrying = [...messages.values()].filter((message) => message.labels?.includes(id));
      setLabels(carrying, [], [id]);
      labels.delete(id);
      change([], [{ kind: 'label', entity: id }]);
    },
    labelThreads: (ids: readonly string[], add: readonly string[], remove: readonly string[]) =>
      setLabels([...new Set(ids.flatMap((id) => ofRow(resolve(id))))], add, remove),
    labelMessages: (ids: readonly string[], add: readonly string[], remove: readonly string[]) =>
      setLabels(
        ids.flatMap((id) => messages.get(id) ?? []),
        add,
        remove,
      ),
    restoreLabels(
      touched: readonly string[],
      given: readonly { message_id: string; label_ids_before: readonly string[] }[],
    ) {
      for (const { message_id, label_ids_before } of given) {
        const message = messages.get(message_id);
        const back = touched.filter((id) => label_ids_before.includes(id));
        if (message)
          setLabels(
            [message],
            back,
            touched.filter((id) => !back.includes(id)),
          );
      }
    },
    folderTree: () => [...folders.values()].map(folderView),

    mark(ids: readonly string[], folderId: string, unread: boolean) {
      const touched = ids.map(resolve).filter((id) => {
        const own = inFolder([id], folderId).sort((a, b) => a.at - b.at);
        const meant = (unread ? own.slice(-1) : own).filter((message) => message.unread !== unread);
        for (const message of meant) message.unread = unread;
        return meant.length > 0;
      });
      if (touched.length > 0) change(threadsOf(touched));
    },
    star(given: string, starred: boolean) {
      const id = resolve(given);
      const own = ofRow(id).sort((a, b) => a.at - b.at);
      if (own.length === 0) throw new ApiError(404, 'thread_not_found', 'no such thread');
      const latest = own.findLast((message) => !['trash', 'junk'].includes(message.folderId)) ?? own.at(-1);
      for (const message of own) if (!starred || message === latest) message.starred = starred;
      change(threadsOf([id]));
    },
    move: (ids: readonly string[], from: string, to: string) => {
      if (!folders.has(from) || !folders.has(to))
        throw new ApiError(404, 'folder_not_found', 'no such folder');
      return move(inFolder(ids, from), () => to, named(ids));
    },
    remove: (ids: readonly string[], from: string) =>
      move(inFolder(ids, from), () => (from === 'trash' || from === 'junk' ? null : 'trash'), named(ids)),
    restore: (ids: readonly string[]) =>
      move(
        inFolder(ids, 'trash'),
        ({ oldFolderId }) =>
          oldFolderId !== null && oldFolderId !== 'trash' && folders.has(oldFolderId) ? oldFolderId : 'inbox',
        named(ids),
      ),
    snooze(ids: readonly string[], from: string, until: number | null) {
      const chosen = inFolder(ids, from);
      for (const message of chosen) message.until = until;
      if (from === 'snoozed') change(threadsOf(ids));
      return move(chosen, () => 'snoozed', named(ids));
    },
    unsnooze: (ids: readonly string[]) =>
      move(inFolder(ids, 'snoozed'), ({ oldFolderId }) => oldFolderId ?? 'inbox', named(ids)),
    /** Of each thread, the last sent message. */
    followUp(ids: readonly string[], at: number | null) {
      labels.set(WAITING, { id: WAITING, name: '', color: 'gray', position: null, hidden: false });
      for (const id of ids) {
        const sent = ofRow(resolve(id)).filter(({ folderId }) => folderId === 'sent');
        const last = sent.toSorted((a, b) => a.at - b.at).at(-1);
        if (last) last.followUpAt = at;
      }
      change(threadsOf(ids));
      return { changed: [] };
    },
    pin(ids: readonly string[], folderId: string, pinned: boolean) {
      for (const id of ids.map(resolve)) {
        const own = inFolder([id], folderId).sort((a, b) => a.at - b.at);
        if (pinned && !own.some((message) => message.pinnedIn === folderId) && own.length > 0)
          (own.at(-1) as FakeMessage).pinnedIn = folderId;
        if (!pinned)
          for (const message of ofRow(id)) if (message.pinnedIn === folderId) message.pinnedIn = null;
      }
      change(threadsOf(ids));
    },
    mute(ids: readonly string[], muted: boolean) {
      for (const message of ids.map(resolve).flatMap(ofRow)) message.muted = muted;
      change(threadsOf(ids));
    },
    moveMessages(ids: readonly string[], from: string, to: string) {
      const chosen = ids.map((id) => messages.get(id));
      if (chosen.some((message) => !message)) throw new ApiError(404, 'message_not_found', 'no such message');
      move(
        chosen.filter((message) => message !== undefined && message.folderId === from) as FakeMessage[],
        () => to,
      );
    },

    open(given: string, path: string | undefined): ThreadWithMessages {
      const id = resolve(given);
      const rows = rowsOf(id);
      const viewed = [...folders.values()].find((folder) => folder.path === path)?.id;
      const isShown = (list: string) => !['trash', 'junk', STARRED].includes(list);
      const row =
        rows.get(viewed ?? '') ?? [...rows].find(([name]) => isShown(name))?.[1] ?? [...rows.values()][0];
      if (!row) throw new ApiError(404, 'thread_not_found', 'no such thread');
      const own = ofRow(id).sort((a, b) => a.at - b.at);
      const shows = (message: FakeMessage) =>
        message.folderId === row.folder_id || !['trash', 'junk'].includes(message.folderId);
      const shown = own.some(shows) ? own.filter(shows) : own;
      return {
        ...row,
        snippets: {},
        messages: shown.map((message) => fakeMessageView(message, pathOf, message === shown.at(-1))),
      };
    },

    changes(since: number | null): ChangeSet {
      if (since !== null && since < forgotten) throw new ApiError(410, 'changes_too_old', 'too old');
      const entries = since === null ? [] : journal.filter((entry) => entry.seq > since);
      const of = (kind: string) => [
        ...new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.entity)),
      ];
      return structuredClone({
        seq,
        threads: [
          ...of('thread').map((id) => ({ id, rows: single ? [] : toldRows(id) })),
          ...(single ? of('thread') : []).flatMap((id) =>
            ofRow(id).map((message) => ({ id: singleId(message.id), rows: toldRows(singleId(message.id)) })),
          ),
          ...(single ? of('message') : []).map((id) => ({ id: singleId(id), rows: [] })),
        ],
        ...(single ? { single: true as const } : {}),
        ...(of('settings').length > 0 ? { settings: true as const } : {}),
        merged: of('merged').map((id) => ({ id, into: resolve(id) })),
        folders: of('folder')
          .flatMap((id) => folders.get(id) ?? [])
          .map(folderView),
        removed_folders: of('folder').filter((id) => !folders.has(id)),
        ...(of('label').length > 0 && {
          labels: of('label').flatMap(labelView),
          removed_labels: of('label').filter((id) => !labels.has(id)),
        }),
        new_mail: [],
        quota: { user_quota: 1000, user_used_quota: messages.size * 100, auto_quota: false },
        starred: counts(STARRED),
      });
    },
  };
}
