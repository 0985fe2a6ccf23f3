import type { ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import type { ContactBook } from '@bocau/contract/contacts.ts';
import { say } from '../../../i18n/i18n.ts';
import type { ContactListRef, ContactPlace } from '../../../model/contacts/contact-place.ts';
import type { ContactsView } from '../../../model/contacts/contacts-model.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { NOTHING_PICKED, type Selection } from '../../../parts/selection/selection.ts';
import { announceContactFailure } from '../begin-contact-act.ts';
import { bulkWhereOf, runContactBulk } from './contact-bulk.ts';

type Options = {
  place: ContactPlace;
  view: ContactsView;
  selection: Selection;
  select(selection: Selection): void;
  clearPicked(): void;
  books: readonly ContactBook[];
};

/** What becomes of everything that the list shows; `named`: of the list or book that it goes to. */
type WholeOrder = Omit<ContactBulkOrder, 'where'> & { named?: string };

export type Whole = {
  /** The whole list is selected, of which only a part is loaded. */
  whole: ContactListRef | null;
  /** Whether the list can be selected as a whole without loading it. */
  mayPickWhole: boolean;
  pickWhole(): void;
  /** Acts on the whole list that is selected. */
  actOnWhole(order: WholeOrder): void;
};

/** The whole list as one selection, of which only a part is loaded: the server acts on it. */
export function useWhole({ place, view, selection, select, clearPicked, books }: Options): Whole {
  const api = useApi();
  const model = useContactsModel();
  const { list, from } = place;
  const { contacts, hasMore } = view;
  const isOwn = list.kind !== 'book' || books.find(({ id }) => id === list.id)?.permission === 'OWNER';
  // What begins at a letter is a part of its list.
  const mayPickWhole = isOwn && from === null;

  async function run({ named, ...order }: WholeOrder): Promise<void> {
    try {
      await runContactBulk({
        api,
        order: { where: bulkWhereOf(list), ...order },
        words: (count) => wordsOf(order.act, count, named ?? ''),
        changed: () => void model.refresh(place),
      });
      clearPicked();
    } catch (error) {
      announceContactFailure(say('contacts.bulk.refused'), asApiError(error));
    }
  }

  return {
    whole: mayPickWhole && selection.whole && hasMore ? list : null,
    mayPickWhole,
    pickWhole: () => select({ ...NOTHING_PICKED, ids: new Set(contacts.map(({ id }) => id)), whole: true }),
    actOnWhole: (order) => void run(order),
  };
}

function wordsOf(act: WholeOrder['act'], count: number, named: string): string {
  switch (act) {
    case 'list':
      return say('contacts.done.listOn', { count, list: named });
    case 'move':
      return say('contacts.done.move', { count, book: named });
    case 'relist':
      return say('contacts.done.listRenamed', { list: named });
    default:
      return say(`contacts.done.${act}`, { count });
  }
}
