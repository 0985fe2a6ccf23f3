import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { portions } from '../../../lib/portions.ts';
import { deriveRows, withUnread } from './change-rows.ts';
import type { Done, PutBack, RowsByList } from './operation.ts';
import { type MailOperationKind, NOTHING_MOVED } from './operation-kind.ts';
import type { Places } from './places.ts';

type Moves = Done['moves'];

export const putBack: MailOperationKind<PutBack> = {
  targets: (step) => step.threads.map(({ thread, folderId }) => ({ row: thread, listId: folderId })),

  changeRows(step, target, rows, places) {
    const thread = step.threads.find((other) => other.thread.id === target.row.id);
    if (!thread) return rows;
    const { left, entered } = thread;
    const isBack = left.every((list) => rows.has(list)) && !entered.some((list) => rows.has(list));
    return isBack ? rows : takeBack(rows, new Map(thread.before), entered, places);
  },

  changeDetail(step, target, detail, places) {
    const from = step.done && new Map(step.done.moves.map((move) => [move.message_id, move.from_folder_id]));
    const path = places.pathOf(target.listId);
    const messages = detail.messages.map((message) => {
      const came = message.old_folder === path && message.folder_id !== target.listId;
      const back = from ? from.get(message.id) : came ? target.listId : undefined;
      if (back === undefined || back === message.folder_id) return message;
      return { ...message, folder_id: back, folder: places.pathOf(back) ?? message.folder };
    });
    const viewed = messages.find((message) => message.folder_id === target.listId);
    if (!viewed || messages.some((message) => message.folder_id === detail.folder_id))
      return { ...detail, messages };
    const { folder_id, folder: mailbox_name } = viewed;
    return { ...detail, messages, folder_id, v4_folder_id: folder_id, mailbox_name };
  },

  async send(step, api, places) {
    const { moves: known, removedRules } = step.done ?? NOTHING_MOVED;
    for (const { is_enable, sieve_json } of removedRules) {
      await api.createRule({ body: { is_enable, sieve_json } });
    }
    const moves = [...known];
    if (step.unclear) {
      const named = new Set(moves.map((move) => move.thread_id));
      for (const target of step.threads) {
        if (!named.has(target.thread.id)) moves.push(...(await findMoved(api, target, places)));
      }
    }
    const pairs = Map.groupBy(
      moves.filter((move) => move.to_folder_id !== null),
      (move) => `${move.to_folder_id} ${move.from_folder_id}`,
    );
    for (const pair of pairs.values()) {
      for (const some of portions(pair, LIMITS.idsPerCall)) {
        const [{ from_folder_id, to_folder_id }] = some as [Moves[number]];
        await api.moveMessages({
          body: {
            message_ids: some.map((move) => move.message_id),
            from_folder_id: to_folder_id as string,
            to_folder_id: from_folder_id,
          },
        });
      }
    }
    return NOTHING_MOVED;
  },

  inverse: () => null,
  withAnswer: (step, { answer, unclear }) => ({ ...step, done: answer, unclear }),
};

function takeBack(
  rows: RowsByList,
  before: RowsByList,
  entered: readonly string[],
  places: Places,
): RowsByList {
  const carriers = entered.flatMap((list) => rows.get(list) ?? []);
  const next = new Map(rows);
  for (const list of entered) next.delete(list);
  for (const [list, row] of before) next.set(list, rows.has(list) ? row : carry(row, carriers));
  deriveRows(next, places);
  return next;
}

/** The row as it was before, with its current marks. */
function carry(row: Thread, since: readonly Thread[]): Thread {
  if (since.length === 0) return row;
  const unread = since.some((other) => other.unread);
  return { ...withUnread(row, unread), starred: since.some((other) => other.starred) };
}

/** Finds the messages of a thread that came from the folder, for when the answer that named them was lost. */
async function findMoved(
  api: ApiClient,
  { thread, folderId }: PutBack['threads'][number],
  places: Places,
): Promise<Moves> {
  const path = places.pathOf(folderId);
  const lists: ThreadWithMessages[] = [];
  // Messages in Trash and Junk show only when that folder is viewed.
  for (const viewed of [undefined, places.pathOf(places.trash), places.pathOf(places.junk)]) {
    const { data } = await api.getThread({
      params: { id: thread.id },
      query: { in: viewed ?? undefined, expand: '-1', peek: 'true' },
    });
    lists.push(data);
  }
  const found = new Map<string, Moves[number]>();
  for (const message of lists.flatMap((detail) => detail.messages)) {
    if (message.old_folder !== path || message.folder_id === folderId) continue;
    found.set(message.id, {
      thread_id: thread.id,
      message_id: message.id,
      from_folder_id: folderId,
      to_folder_id: message.folder_id,
    });
  }
  return [...found.values()];
}
