import type { CardPut } from '../cards/card-put.ts';
import { listKey } from '../cards/derive-card.ts';
import type { ContactsChange } from '../change-contacts.ts';
import { countLists } from '../lists/count-lists.ts';
import { editCard } from '../vcard/edit-card.ts';
import { readCard } from '../vcard/read-card.ts';
import { editCards } from './edit-cards.ts';
import { findMembers, type Group, joinByGroup, leaveByGroup, readCarriers } from './groups.store.ts';

/**
 * Brings the lists of the cards that groups name, or named, to what the groups are now. Returns the cards that have to
 * be put: those that carry the name of a list that they left with its group. No other card is touched, so that a
 * program that puts a group finds what it has put.
 */
export async function followGroups(
  change: ContactsChange,
  before: Group[],
  after: Group[],
): Promise<CardPut[]> {
  const now = new Map(after.map((group) => [group.card_id, group]));
  const puts: CardPut[] = [];
  for (const was of before) {
    const is = now.get(was.card_id);
    const stays = is?.book_id === was.book_id ? is : undefined;
    if (stays) now.delete(was.card_id);
    puts.push(...(await followGroup(change, was, stays)));
  }
  for (const is of now.values()) await followGroup(change, undefined, is);
  return puts;
}

/** `was` and `is` are in one book. */
async function followGroup(
  change: ContactsChange,
  was: Group | undefined,
  is: Group | undefined,
): Promise<CardPut[]> {
  const { tx, mailboxId } = change;
  const isRenamed = was?.list_key !== is?.list_key;
  const [old, uids] = [new Set(was?.uids), new Set(is?.uids)];
  const changed = [...new Set([...old, ...uids])].filter(
    (uid) => isRenamed || !(old.has(uid) && uids.has(uid)),
  );
  const bookId = (is ?? was)?.book_id;
  if (changed.length === 0 || bookId === undefined) return [];
  const members = await findMembers(tx, mailboxId, bookId, changed);
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return [];
  const left = was ? await leaveByGroup(tx, mailboxId, ids, [was.list_key]) : [];
  await countLists(change, left, await joinByGroup(tx, mailboxId, ids));
  for (const id of ids) change.journal('card', id);
  if (!was) return [];
  const leavers = members.filter(({ uid }) => old.has(uid) && (isRenamed || !uids.has(uid)));
  const staying = new Set(leavers.filter(({ uid }) => uids.has(uid)).map(({ id }) => id));
  const carriers = await readCarriers(
    tx,
    mailboxId,
    was.list_key,
    leavers.map(({ id }) => id),
  );
  return editCards(change, carriers, ({ id, source }, options) => {
    const lists = readCard(source).fields.lists.flatMap((name) => {
      if (listKey(name) !== was.list_key) return [name];
      return is && staying.has(id) ? [is.name] : [];
    });
    return editCard(source, { lists: [...new Set(lists)] }, undefined, options);
  });
}
