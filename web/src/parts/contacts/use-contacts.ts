import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ContactsModel } from '../../model/contacts/contacts-model.ts';

export const ContactsModelContext = createContext<ContactsModel | null>(null);

export function useContactsModel(): ContactsModel {
  const model = useContext(ContactsModelContext);
  if (!model) throw new Error('There are no contacts around this part of the screen');
  return model;
}

/** Reads from the model, and rerenders when what it read changes. */
export function useContacts<T>(read: (model: ContactsModel) => T): T {
  const model = useContactsModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}
