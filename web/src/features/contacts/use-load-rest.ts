import { useEffect } from 'react';
import type { ContactPlace } from '../../model/contacts/contact-place.ts';
import type { ContactsModel, ContactsView } from '../../model/contacts/contacts-model.ts';

type List = { model: ContactsModel; place: ContactPlace; view: ContactsView };

/** Loads the remaining pages while they are wanted: each page that arrives triggers the next request. */
export function useLoadRest({ model, place, view }: List, isWanted: boolean): void {
  const { contacts, hasMore } = view;
  const isDue = isWanted && hasMore;
  useEffect(() => {
    if (isDue && contacts.length > 0) model.loadMore(place);
  }, [isDue, contacts, model, place]);
}
