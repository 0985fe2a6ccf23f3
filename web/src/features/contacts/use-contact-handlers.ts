import { useMemo, useRef } from 'react';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import type { ContactsScreenState } from './use-contacts-screen.ts';

/** The callbacks of a row to its list; always the same object. */
export type ContactRowHandlers = {
  open(contact: Contact): void;
  toggle(contact: Contact, range: boolean): void;
  menu(contact: Contact, place: DOMRect): void;
};

export function useContactHandlers(screen: ContactsScreenState): ContactRowHandlers {
  const latest = useRef(screen);
  latest.current = screen;
  return useMemo(
    () => ({
      open: (contact) => latest.current.open(contact),
      toggle: (contact, range) => latest.current.toggle(contact, range),
      menu(contact, place) {
        const { picked, targetOf, view, move } = latest.current;
        move(view.contacts.indexOf(contact), false);
        latest.current.openMenu({ target: targetOf(picked.includes(contact) ? picked : [contact]), place });
      },
    }),
    [],
  );
}
