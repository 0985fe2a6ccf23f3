import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import { readKnownLabels, readLabelIdsAmong } from '../labels/labels.store.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import {
  type LabelChange,
  type Labelled,
  type LabelScope,
  type LabelsBefore,
  restoreLabelsOf,
  updateLabels,
} from './message-labels.store.ts';

/** Puts labels on messages and takes them off. */
export async function labelMessages(
  change: MailboxChange,
  scope: LabelScope,
  labels: LabelChange,
): Promise<Labelled[]> {
  const changed = await updateLabels(change.tx, change.mailboxId, scope, labels);
  change.markThreadsDirty(changed.map(({ thread_id }) => thread_id));
  return changed;
}

export async function restoreLabels(
  change: MailboxChange,
  labelIds: string[],
  messages: LabelsBefore[],
): Promise<void> {
  const changed = await restoreLabelsOf(change.tx, change.mailboxId, labelIds, messages);
  change.markThreadsDirty(changed.map(({ thread_id }) => thread_id));
}

/** Everywhere but in the folders whose messages no list besides their own shows. */
export function outsideDiscarded(change: MailboxChange): { outside: string[] } {
  return { outside: DISCARDED_FOLDERS.map((role) => change.folders[role]) };
}

/** Refuses where one of them does not exist, or is another person's. */
export async function checkLabels(change: MailboxChange, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = wanted.every(isId) ? await readLabelIdsAmong(change.tx, change.mailboxId, wanted) : [];
  if (found.length < wanted.length) throw labelNotFound();
}

/** Those of the labels that are not deleted; refuses others' labels, and what never was one. */
export async function presentLabels(change: MailboxChange, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const known = wanted.every(isId) ? await readKnownLabels(change.tx, change.mailboxId, wanted) : [];
  if (known.length < wanted.length) throw labelNotFound();
  return known.filter(({ deleted }) => !deleted).map(({ id }) => id);
}

export function labelNotFound(): Failure {
  return new Failure('label_not_found', 'Label not found');
}
