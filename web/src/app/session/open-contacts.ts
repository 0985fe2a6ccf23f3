import { announceContactsEvent } from '../../features/contacts/begin-contact-act.ts';
import { createContactsModel } from '../../model/contacts/create-contacts-model.ts';
import { openOnce } from './open-once.ts';

export const openContacts = openOnce({
  create: createContactsModel,
  announce: announceContactsEvent,
  frame: 'contacts_changed',
});
