import type { ContactImportPlan, ContactImportResult } from '@bocau/contract/contact-imports.ts';
import { reachBook } from '../../../contacts/access/reach.ts';
import { readBooks } from '../../../contacts/books/books.store.ts';
import { defaultBookOf } from '../../../contacts/books/books-of.ts';
import { formerImportedCardId, importedCardId } from '../../../contacts/cards/chosen-ids.ts';
import { deriveCard } from '../../../contacts/cards/derive-card.ts';
import { putCards, trashCards } from '../../../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../../../contacts/change-contacts.ts';
import { contactNotFound } from '../../../contacts/refusals.ts';
import { setUid } from '../../../contacts/vcard/set-uid.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { idFromText } from '../../../platform/ids.ts';
import {
  type ClassifiedCard,
  type ClassifyDeps,
  classifyCards,
  type ImportTarget,
} from './classify-cards.ts';
import { findImported, insertImport, readImportOf } from './imports.store.ts';
import type { ImportFault, ImportFile } from './read-import.ts';

const SHOWN = 10;
const FAULTS_SHOWN = 100;

/** What an import would do, without doing it. */
export async function planImport(
  deps: ContactsDeps & ClassifyDeps,
  person: number,
  { kind, columns, cards }: ImportFile,
): Promise<ContactImportPlan> {
  const plan: ContactImportPlan = {
    ...{ kind, total: 0, columns, rows: [] },
    duplicates: { total: 0, rows: [] },
    faults: { total: 0, first: [] },
    unread: { total: 0, first: [] },
  };
  const byLine = new Map(cards.map((card) => [card.line, card]));
  const target: ImportTarget = {
    // No card has come with it.
    uid: idFromText('plan'),
    ...{ person, mailboxId: person, bookId: await defaultBookOf(deps.db, person), list: undefined },
    at: new Date(deps.clock.now()),
  };
  for await (const portion of classifyCards(deps, cards, target)) {
    addFaults(plan.faults, portion.faults);
    plan.total += portion.cards.length;
    for (const card of portion.cards) {
      const unread = byLine.get(card.line)?.unread() ?? [];
      plan.unread.total += unread.length;
      plan.unread.first.push(...unread.slice(0, FAULTS_SHOWN - plan.unread.first.length));
      if (plan.rows.length < SHOWN) plan.rows.push(rowOf(card));
      if (!card.isDuplicate) continue;
      plan.duplicates.total += 1;
      if (plan.duplicates.rows.length < SHOWN) plan.duplicates.rows.push(rowOf(card));
    }
  }
  return plan;
}

function rowOf({ derived: { full_name, organisation, email, phone } }: ClassifiedCard) {
  return { name: full_name, organisation, email, phone };
}

type Faults = ContactImportPlan['faults'];

function addFaults(faults: Faults, more: ImportFault[]): void {
  faults.total += more.length;
  faults.first.push(...more.slice(0, FAULTS_SHOWN - faults.first.length));
}

export type ImportOrder = {
  uid: string;
  book_id?: string | undefined;
  list?: string | undefined;
  duplicates: 'skip' | 'add';
};

/** Each portion is a change of its own: what has come stays, and the same import sent again goes on from there. */
export async function runImport(
  deps: ContactsDeps & ClassifyDeps,
  person: number,
  { cards }: ImportFile,
  { uid, book_id, list, duplicates }: ImportOrder,
): Promise<ContactImportResult> {
  const book = await reachBook(deps.db, person, book_id ?? (await defaultBookOf(deps.db, person)), 'WRITE');
  const mailboxId = book.mailbox_id;
  const result: ContactImportResult = { uid, created: 0, skipped: 0, faults: { total: 0, first: [] } };
  const target = { uid, person, mailboxId, bookId: book.id, list, at: new Date(deps.clock.now()) };
  const now = unixSeconds(deps.clock);
  await changeContacts(deps, mailboxId, ({ tx }) =>
    insertImport(tx, mailboxId, { id: uid, at: now, cards: cards.length }),
  );
  for await (const portion of classifyCards(deps, cards, target)) {
    addFaults(result.faults, portion.faults);
    const wanted = portion.cards.filter(
      ({ isThere, isDuplicate }) => isThere || !isDuplicate || duplicates === 'add',
    );
    const fresh = wanted.filter(({ isThere }) => !isThere).map(withOwnUid);
    result.created += wanted.length;
    result.skipped += portion.cards.length - wanted.length;
    if (fresh.length === 0) continue;
    await changeContacts(deps, mailboxId, (change) =>
      putCards(
        change,
        fresh.map(({ id, source, derived }) => ({ id, bookId: book.id, source, derived })),
      ),
    );
  }
  return result;
}

/** A second card with the uid of another one gets one of its own: a program would take both for one. */
function withOwnUid(card: ClassifiedCard): ClassifiedCard {
  if (!card.hasUid) return card;
  const source = setUid(card.source, card.id);
  return { ...card, source, derived: deriveCard(source) };
}

const UNDONE_AT_ONCE = 500;

/** Puts the cards of an import into the trash that nobody has changed since, as far as the caller may write them. */
export async function undoImport(deps: ContactsDeps, person: number, uid: string): Promise<void> {
  const books = (await readBooks(deps.db, person)).filter(({ permission }) => permission !== 'READ');
  const mailboxes = new Set([person, ...books.map(({ mailbox_id }) => mailbox_id)]);
  for (const mailboxId of mailboxes) {
    const done = await readImportOf(deps.db, mailboxId, uid);
    if (!done) continue;
    const own = mailboxId === person;
    const bookIds = books.filter(({ mailbox_id }) => mailbox_id === mailboxId).map(({ id }) => id);
    const isReached = (bookId: string) => own || bookIds.includes(bookId);
    let reached = own;
    for (let from = 0; from < done.cards; from += UNDONE_AT_ONCE) {
      const count = Math.min(UNDONE_AT_ONCE, done.cards - from);
      const ids = Array.from({ length: count }, (_, at) => [
        importedCardId(mailboxId, uid, from + at),
        formerImportedCardId(uid, from + at),
      ]).flat();
      await changeContacts(deps, mailboxId, async (change) => {
        const imported = await findImported(change.tx, mailboxId, ids);
        const found = imported.filter(({ book_id }) => isReached(book_id));
        reached ||= found.length > 0;
        const same = found.filter(({ changed_at, created_at }) => changed_at === created_at);
        await trashCards(
          change,
          same.map(({ id }) => id),
        );
      });
    }
    // It went into another book of that person.
    if (!reached) continue;
    return;
  }
  throw contactNotFound();
}
