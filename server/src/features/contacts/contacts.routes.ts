import * as bulk from '@bocau/contract/contact-bulk.ts';
import * as imports from '@bocau/contract/contact-imports.ts';
import * as contacts from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { listKey } from '../../contacts/cards/derive-card.ts';
import type { ContactsDeps } from '../../contacts/change-contacts.ts';
import { readListRecipients, readLists } from '../../contacts/lists/lists.store.ts';
import { whileClientStays } from '../../platform/http/leaving-client.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { createImportTurns } from '../../platform/import-turns.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { createTurns } from '../../platform/take-turns.ts';
import { showContactBulk, startContactBulk, stopContactBulk, undoContactBulk } from './bulk/start-bulk.ts';
import { removePhoto, setPhoto, showPhoto } from './card-photo.ts';
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
import { readImport } from './imports/read-import.ts';
import { readImportForm, readPlanForm } from './imports/read-import-form.ts';
import { planImport, runImport, undoImport } from './imports/run-import.ts';
import { showBirthdays } from './list-birthdays.ts';
import { listContacts, listLetters } from './list-contacts.ts';
import { findDuplicates } from './merges/find-duplicates.ts';
import { mergeCards, undoMerge } from './merges/merge-cards.ts';
import { readContactChanges } from './read-contact-changes.ts';
import { leaveBook, listMembers, shareBook } from './share-book.ts';
import { findCard, findCardOf, showBooks } from './show-contacts.ts';
import { changeContact, createContact } from './write-card.ts';

const NEVER = new AbortController().signal;

export function contactRoutes(deps: ContactsDeps): Route[] {
  const { db } = deps;
  const turns = createTurns(deps.clock);
  const inTurn = createImportTurns();
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

    route(contacts.leaveContactBook, async ({ caller, params }) => {
      await leaveBook(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(contacts.listContacts, ({ caller, query }) => listContacts(db, caller.person, query)),

    route(contacts.listBirthdays, async ({ caller }) => ({ data: await showBirthdays(db, caller.person) })),

    route(contacts.listContactLetters, async ({ caller, query }) => ({
      data: await listLetters(db, caller.person, query),
    })),

    route(contacts.getContact, async ({ caller, params }) => ({
      data: await findCard(db, caller.person, params.id),
    })),

    route(contacts.findContact, async ({ caller, query }) => ({
      data: await findCardOf(db, caller.person, query.email),
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

    route(contacts.setContactPhoto, async ({ caller, params, request }) => ({
      data: await setPhoto(deps, caller.person, params.id, request),
    })),

    route(contacts.removeContactPhoto, async ({ caller, params }) => ({
      data: await removePhoto(deps, caller.person, params.id),
    })),

    route(contacts.showContactPhoto, ({ caller, params, query, request }) =>
      showPhoto(db, caller.person, { ...params, ...query }, request.headers['if-none-match']),
    ),

    route(contacts.listContactLists, async ({ caller }) => ({ data: await readLists(db, caller.person) })),

    route(contacts.listRecipients, async ({ caller, query }) => ({
      data: await readListRecipients(db, caller.person, listKey(query.name), LIMITS.recipientsPerMail),
    })),

    route(contacts.changeContactList, async ({ caller, body }) => {
      await changeContactList(deps, caller.person, body);
      return { data: OK };
    }),

    route(contacts.listContactDuplicates, async ({ caller }) => ({
      data: await findDuplicates(db, caller.person),
    })),

    route(contacts.mergeContacts, async ({ caller, body }) => ({
      data: await mergeCards(deps, caller.person, body),
    })),

    route(contacts.undoContactMerge, async ({ caller, body }) => {
      await undoMerge(deps, caller.person, body.uid);
      return { data: OK };
    }),

    route(contacts.getContactChanges, async ({ caller, query }) => ({
      data: await readContactChanges(db, caller.person, query.since ?? null),
    })),

    route(imports.planContactImport, async ({ caller, request }) => ({
      data: await whileClientStays(request, (signal) =>
        inTurn(caller.person, async () => {
          const { bytes, columns } = await readPlanForm(request);
          const file = await inSlices(readImport(bytes, columns), signal);
          return planImport({ ...deps, turns, signal }, caller.person, file);
        }),
      ),
    })),

    // Goes on when the client has left: half of a file would be there.
    route(imports.importContacts, async ({ caller, request }) => ({
      data: await inTurn(caller.person, async () => {
        const { bytes, columns, ...order } = await readImportForm(request);
        const file = await inSlices(readImport(bytes, columns), NEVER);
        return runImport({ ...deps, turns, signal: NEVER }, caller.person, file, order);
      }),
    })),

    route(imports.undoContactImport, async ({ caller, body }) => {
      await undoImport(deps, caller.person, body.uid);
      return { data: OK };
    }),

    route(bulk.startContactBulk, async ({ caller, body }) => ({
      data: await startContactBulk(deps, caller.person, body),
    })),

    route(bulk.getContactBulk, async ({ caller, params }) => ({
      data: await showContactBulk(deps, caller.person, params.id),
    })),

    route(bulk.stopContactBulk, async ({ caller, params }) => {
      await stopContactBulk(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(bulk.undoContactBulk, async ({ caller, params }) => ({
      data: await undoContactBulk(deps, caller.person, params.id),
    })),

    route(contacts.exportContacts, ({ caller, query }) => exportContacts(db, caller.person, query)),
  ];
}
