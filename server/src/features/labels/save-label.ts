import type { BodyOf } from '@bocau/contract/endpoint.ts';
import type {
  changeLabel as changeEndpoint,
  createLabel as createEndpoint,
  Label,
} from '@bocau/contract/labels.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { keywordFor } from '../../mail/labels/label-keywords.ts';
import { cleanLabelName } from '../../mail/labels/label-names.ts';
import {
  followFromNow,
  insertLabel,
  type LabelRow,
  readFreeKeywords,
  readLabel,
  readLabels,
  updateLabel,
  writeNames,
  writePositions,
} from '../../mail/labels/labels.store.ts';
import { byPlace, labelView } from '../../mail/labels/labels.view.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { labelNotFound } from '../../mail/messages/label-messages.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { adoptKeywordTask } from './adopt-keyword.ts';

export async function createLabel(
  deps: ChangeDeps,
  mailboxId: number,
  input: BodyOf<typeof createEndpoint>,
): Promise<Label> {
  const name = cleanLabelName(input.name);
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const others = await readLabels(tx, mailboxId);
    if (others.length >= LIMITS.labelsPerMailbox)
      throw new Failure('too_many_labels', `A mailbox can have up to ${LIMITS.labelsPerMailbox} labels`);
    refuseTaken(others, name);
    const keyword = await chooseKeyword(change, others, name, input.keyword);
    const label = { id: newId(deps.clock), name, color: input.color, keyword };
    await insertLabel(tx, mailboxId, label);
    await followFromNow(tx, mailboxId);
    if (input.keyword !== undefined) await addJob(tx, adoptKeywordTask, { mailboxId, labelId: label.id });
    change.journal('label', label.id);
    const none = { total_threads: 0, unread_threads: 0, total_messages: 0, unread_messages: 0 };
    return labelView({ ...label, position: null, hidden: false, ...none }, false);
  });
}

/** One that programs have set is given only to whoever asks for it. */
async function chooseKeyword(
  { tx, mailboxId }: MailboxChange,
  others: LabelRow[],
  name: string,
  wanted: string | undefined,
): Promise<string> {
  const taken = others.map(({ keyword }) => keyword);
  if (wanted === undefined) {
    const free = await readFreeKeywords(tx, mailboxId);
    return keywordFor(name, [...taken, ...free.map(({ keyword }) => keyword)]);
  }
  if (taken.some((keyword) => keyword.toLowerCase() === wanted.toLowerCase()))
    throw invalidInput('Another label has this keyword', {
      field: 'keyword',
      problem: 'is that of another label',
      rule: 'invalid',
    });
  return wanted;
}

export async function changeLabel(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  input: BodyOf<typeof changeEndpoint>,
): Promise<Label> {
  const name = input.name === undefined ? undefined : cleanLabelName(input.name);
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const label = await readLabel(tx, mailboxId, id);
    if (!label) throw labelNotFound();
    const labels = await readLabels(tx, mailboxId);
    if (name !== undefined && name !== label.name) await rename(change, labels, label, name);
    if (input.position !== undefined) await place(change, labels, label, input.position);
    const { color, hidden } = input;
    await updateLabel(tx, mailboxId, id, {
      ...(color === undefined ? {} : { color }),
      ...(hidden === undefined ? {} : { hidden }),
    });
    change.journal('label', id);
    const single = await readListsMessages(tx, mailboxId);
    return labelView((await readLabel(tx, mailboxId, id)) as LabelRow, single);
  });
}

/** Those nested below it come along. */
async function rename(
  { tx, mailboxId, journal }: MailboxChange,
  labels: LabelRow[],
  label: LabelRow,
  name: string,
): Promise<void> {
  const below = labels.filter((other) => isBelow(other.name, label.name));
  const renamed = [label, ...below].map((one) => ({
    id: one.id,
    name: one === label ? name : name + one.name.slice(label.name.length),
  }));
  const stay = labels.filter((other) => !renamed.some(({ id }) => id === other.id));
  for (const one of renamed) {
    refuseTaken(stay, one.name);
    const isTooLong = one.name.length > LIMITS.labelNameLength;
    if (isTooLong || one.name.split('/').length > LIMITS.folderDepth)
      throw invalidInput('The name of a label below it would become too long', {
        field: 'name',
        problem: 'is too long for a label that is nested below',
        rule: 'too_long',
        limit: LIMITS.labelNameLength,
      });
  }
  await writeNames(tx, mailboxId, renamed);
  for (const { id } of renamed) journal('label', id);
}

function isBelow(name: string, above: string): boolean {
  return pathKey(name).startsWith(`${pathKey(above)}/`);
}

/** Takes a place among all labels, which from then on stand where they stood. */
async function place(
  { tx, mailboxId, journal }: MailboxChange,
  labels: LabelRow[],
  label: LabelRow,
  position: number | null,
): Promise<void> {
  if (position === null) {
    await writePositions(tx, mailboxId, [{ id: label.id, position }]);
    return;
  }
  const order = labels.filter(({ id }) => id !== label.id).sort(byPlace);
  order.splice(position, 0, label);
  const places = order
    .map(({ id, position: before }, at) => ({ id, before, position: at }))
    .filter(({ before, position: at }) => before !== at);
  await writePositions(tx, mailboxId, places);
  for (const { id } of places) journal('label', id);
}

function refuseTaken(others: LabelRow[], name: string): void {
  if (others.some((other) => pathKey(other.name) === pathKey(name)))
    throw new Failure('label_exists', 'A label with this name already exists', { details: { name } });
}
