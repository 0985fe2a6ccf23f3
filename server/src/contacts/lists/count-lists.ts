import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { ALL_LISTS, type ContactsChange } from '../change-contacts.ts';
import { addToLists } from './lists.store.ts';

/** Adds to the totals of lists, by a row for each card that left one or came to one. */
export async function countLists(
  change: ContactsChange,
  left: { list_key: string }[],
  joined: { list_key: string; name: string }[],
): Promise<void> {
  const changed = new Map<string, { list_key: string; name: string; more: number }>();
  const add = (list_key: string, name: string, more: number) => {
    const known = changed.get(list_key);
    changed.set(list_key, { list_key, name, more: (known?.more ?? 0) + more });
  };
  for (const { list_key } of left) add(list_key, list_key, -1);
  for (const { list_key, name } of joined) add(list_key, name, 1);
  const uneven = [...changed.values()].filter(({ more }) => more !== 0);
  if (uneven.length === 0) return;
  const lists = await addToLists(change.tx, change.mailboxId, uneven);
  const limit = LIMITS.contactLists;
  if (lists > limit)
    throw new Failure('too_many_contacts', `There are at most ${limit} lists`, { details: { limit } });
  change.journal('list', ALL_LISTS);
}
