import type { BodyOf } from '@bocau/contract/endpoint.ts';
import type {
  Labelled,
  labelMessages as messagesEndpoint,
  restoreLabels as restoreEndpoint,
  labelThreads as threadsEndpoint,
} from '@bocau/contract/labels.ts';
import { findLabel } from '../../mail/labels/labels.store.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import {
  checkLabels,
  labelMessages as label,
  outsideDiscarded,
  presentLabels,
  restoreLabels as restore,
} from '../../mail/messages/label-messages.ts';
import type { LabelChange, Labelled as LabelledRow } from '../../mail/messages/message-labels.store.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { readKnownMessages } from '../../mail/threads/single-rows.store.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';

/**
 * Labels what threads have in a folder. Without one, and in Starred or the list of a label: wherever they are, but labels
 * are put only on what is not in Trash or Junk.
 */
export async function labelThreads(
  deps: ChangeDeps,
  mailboxId: number,
  { ids, folder_id, add, remove }: BodyOf<typeof threadsEndpoint>,
): Promise<Labelled> {
  return changeMailbox(deps, mailboxId, async (change) => {
    await checkLabels(change, [...add, ...remove]);
    const folder = await findFolderOfAct(change, folder_id);
    const { threadIds, messageIds } = await resolveRows(change.tx, mailboxId, ids);
    const changed: LabelledRow[] = [];
    const labels = withoutBoth({ add, remove });
    for (const scope of [
      ...(threadIds.length > 0 ? [{ threadIds }] : []),
      ...(messageIds.length > 0 ? [{ messageIds }] : []),
    ]) {
      if (folder !== null) changed.push(...(await label(change, { ...scope, in: folder }, labels)));
      else changed.push(...(await labelEverywhere(change, scope, labels)));
    }
    return labelledView(changed);
  });
}

/** Off comes a label wherever it is. */
async function labelEverywhere(
  change: MailboxChange,
  scope: { threadIds: string[] } | { messageIds: string[] },
  { add, remove }: LabelChange,
): Promise<LabelledRow[]> {
  const put = await label(change, { ...scope, ...outsideDiscarded(change) }, { add, remove });
  if (remove.length === 0) return put;
  return [...put, ...(await label(change, { ...scope, outside: [] }, { add: [], remove }))];
}

export async function labelMessages(
  deps: ChangeDeps,
  mailboxId: number,
  { ids, add, remove }: BodyOf<typeof messagesEndpoint>,
): Promise<Labelled> {
  return changeMailbox(deps, mailboxId, async (change) => {
    await checkLabels(change, [...add, ...remove]);
    const messageIds = await checkMessages(change, ids);
    return labelledView(await label(change, { messageIds, outside: [] }, withoutBoth({ add, remove })));
  });
}

/** Of labels that were deleted since, nothing comes back. */
export async function restoreLabels(
  deps: ChangeDeps,
  mailboxId: number,
  { label_ids, messages }: BodyOf<typeof restoreEndpoint>,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const named = messages.flatMap(({ label_ids_before }) => label_ids_before);
    const present = await presentLabels(change, [...label_ids, ...named]);
    await checkMessages(
      change,
      messages.map(({ message_id }) => message_id),
    );
    const restored = label_ids.filter((id) => present.includes(id));
    if (restored.length > 0) await restore(change, restored, messages);
  });
}

async function checkMessages({ tx, mailboxId }: MailboxChange, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const known = wanted.every(isId) ? await readKnownMessages(tx, mailboxId, wanted) : [];
  if (known.length < wanted.length) throw new Failure('message_not_found', 'Message not found');
  return wanted;
}

/** Null for no folder, and for lists in which nothing lies. */
async function findFolderOfAct(change: MailboxChange, id: string | undefined): Promise<string | null> {
  if (id === undefined || id === change.folders.Starred) return null;
  if (isId(id) && (await findLabel(change.tx, change.mailboxId, id))) return null;
  await checkFolders(change.tx, change.mailboxId, [id]);
  return id;
}

function withoutBoth({ add, remove }: LabelChange): LabelChange {
  return { add: add.filter((id) => !remove.includes(id)), remove };
}

function labelledView(changed: LabelledRow[]): Labelled {
  return {
    changed: changed.map(({ label_ids_before, ...ids }) => ({
      ...ids,
      label_ids_before: label_ids_before ?? [],
    })),
  };
}
