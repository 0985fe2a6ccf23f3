import type { CardPut } from '../cards/card-put.ts';
import type { ContactsChange } from '../change-contacts.ts';
import { editMembers } from '../vcard/edit-members.ts';
import { editCards } from './edit-cards.ts';
import { findGroups } from './groups.store.ts';

/** A card that came to a list, or left it. */
export type ListMove = { bookId: string; uid: string; listKey: string; joins: boolean };

/** The groups that say now what became of the cards of their lists; those that say it already are none of them. */
export async function editGroups(change: ContactsChange, moves: ListMove[]): Promise<CardPut[]> {
  const puts: CardPut[] = [];
  for (const [bookId, some] of Map.groupBy(moves, (move) => move.bookId)) {
    const groups = await findGroups(change.tx, change.mailboxId, {
      bookId,
      listKeys: [...new Set(some.map(({ listKey }) => listKey))],
      uids: some.map(({ uid }) => uid.toLowerCase()),
    });
    const edits = new Map(
      groups.map(({ card_id, list_key, uids }) => {
        const members = new Set(uids);
        const own = some.filter(({ listKey }) => listKey === list_key);
        const add = own.filter(({ joins, uid }) => joins && !members.has(uid.toLowerCase()));
        const remove = own.filter(({ joins, uid }) => !joins && members.has(uid.toLowerCase()));
        return [card_id, { add: add.map(({ uid }) => uid), remove: remove.map(({ uid }) => uid) }] as const;
      }),
    );
    const ids = [...edits].filter(([, { add, remove }]) => add.length + remove.length > 0).map(([id]) => id);
    puts.push(
      ...(await editCards(change, ids, ({ id, source }, options) =>
        editMembers(source, edits.get(id) ?? { add: [], remove: [] }, options),
      )),
    );
  }
  return puts;
}
