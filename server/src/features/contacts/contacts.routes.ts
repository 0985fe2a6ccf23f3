import * as contacts from '@bocau/contract/contacts.ts';
import type { ContactsDeps } from '../../contacts/change-contacts.ts';
import { readLists } from '../../contacts/lists/lists.store.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { changeBookName, createBook, removeBook } from './change-books.ts';
import {
  changeContactList,
  deleteContacts,
  markContacts,
  moveContacts,
  restoreContacts,
  trashContacts,
} from './change-cards.ts';
import { exportContacts } from './export-contacts.ts';
import { listContacts, listLetters } from './list-contacts.ts';
import { readContactChanges } from './read-contact-changes.ts';
import { listMembers, shareBook } from './share-book.ts';
import { findCard, showBooks } from './show-contacts.ts';
import { changeContact, createContact } from './write-card.ts';

export function contactRoutes(deps: ContactsDeps): Route[] {
  const { db } = deps;
  return [
    route(contacts.listContactBooks, async ({ caller }) => ({ data: await showBooks(db, caller.person) })),

    route(contacts.createContactBook, async ({ caller, body }) => ({
      data: await createBook(deps, caller.person, body.name),
    })),

    route(contacts.renameContactBook, async ({ caller, params, body }) => ({
      data: await changeBookName(deps, caller.person, params.id, body.name),
    })),

    route(contacts.deleteContactBook, async ({ caller, params }) => {
      await removeBook(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(contacts.listBookMembers, async ({ caller, params }) => ({
      data: await listMembers(db, caller.person, params.id),
    })),

    route(contacts.setBookMembers, async ({ caller, params, body }) => ({
      data: await shareBook(deps, caller.person, params.id, body.members),
    })),

    route(contacts.listContacts, ({ caller, query }) => listContacts(db, caller.person, query)),

    route(contacts.listContactLetters, async ({ caller, query }) => ({
      data: await listLetters(db, caller.person, query),
    })),

    route(contacts.getContact, async ({ caller, params }) => ({
      data: await findCard(db, caller.person, params.id),
    })),

    route(contacts.createContact, async ({ caller, body }) => ({
      data: await createContact(deps, caller.person, body),
    })),

    route(contacts.changeContact, async ({ caller, params, body }) => ({
      data: await changeContact(deps, caller.person, params.id, body),
    })),

    route(contacts.markContacts, async ({ caller, body }) => {
      await markContacts(deps, caller.person, body);
      return { data: OK };
    }),

    route(contacts.trashContacts, async ({ caller, body }) => {
      await trashContacts(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(contacts.restoreContacts, async ({ caller, body }) => {
      await restoreContacts(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(contacts.deleteContacts, async ({ caller, body }) => {
      await deleteContacts(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(contacts.moveContacts, async ({ caller, body }) => {
      await moveContacts(deps, caller.person, body);
      return { data: OK };
    }),

    route(contacts.listContactLists, async ({ caller }) => ({ data: await readLists(db, caller.person) })),

    route(contacts.changeContactList, async ({ caller, body }) => {
      await changeContactList(deps, caller.person, body);
      return { data: OK };
    }),

    route(contacts.getContactChanges, async ({ caller, query }) => ({
      data: await readContactChanges(db, caller.person, query.since ?? null),
    })),

    route(contacts.exportContacts, ({ caller, query }) => exportContacts(db, caller.person, query)),
  ];
}
