import type { ContactCard, ContactOrder } from '@bocau/contract/contacts.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type ContactListRef, type ContactPlace, placeKeyOf } from '../../model/contacts/contact-place.ts';
import type { ContactsModel, ContactsView } from '../../model/contacts/contacts-model.ts';
import { type Contact, rowOf } from '../../model/contacts/contacts-noun.ts';
import type { KeptEdit } from '../../model/contacts/kept-edits.ts';
import { useOpenMessage } from '../../parts/compose/lazy-compose.ts';
import { cardAddressOf, contactsAddressOf, contactsAt } from '../../parts/contacts/contact-address.ts';
import { useContacts, useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { notify } from '../../parts/notices/notify.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { type PickAll, usePickAll } from '../../parts/selection/use-pick-all.ts';
import { useRowSelection } from '../../parts/selection/use-row-selection.ts';
import { useBackLayer, useLocation, useNavigate, useParams } from '../../router/router.tsx';
import type { GridHandle } from '../../ui/rows/use-grid-focus.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import type { BookQuestion } from './books/book-question.ts';
import { useWhole, type Whole } from './bulk/use-whole.ts';
import type { ContactTarget } from './contact-acts.ts';
import { contactRequest } from './contact-request.ts';
import { readOrder, rememberOrder } from './kept-order.ts';
import { nameOfList } from './list-names.ts';
import type { ListQuestion } from './lists/list-question.ts';
import { useLoadRest } from './use-load-rest.ts';

export type ContactQuestion =
  | { kind: 'new'; edit?: KeptEdit }
  | { kind: 'edit'; id: string }
  | { kind: 'list'; contacts: readonly Contact[] }
  | { kind: 'move'; contacts: readonly Contact[] }
  | { kind: 'code'; contact: Contact }
  | { kind: 'delete'; contacts: readonly Contact[] }
  | { kind: 'empty-trash' }
  | { kind: 'import' }
  | { kind: 'duplicates' }
  | { kind: 'book'; question: BookQuestion }
  | { kind: 'list-name'; question: ListQuestion }
  | { kind: 'keys' };

export type ContactMenuPlace = { target: ContactTarget; place: DOMRect };

export type ContactsScreenState = Whole & {
  model: ContactsModel;
  list: ContactListRef;
  place: ContactPlace;
  placeKey: string;
  view: ContactsView;
  /** The title of the list. */
  name: string;
  /** The opened card; null while there is none. */
  cardId: string | null;
  selection: Selection;
  picked: readonly Contact[];
  cursor: Contact | null;
  question: ContactQuestion | null;
  menu: ContactMenuPlace | null;
  grid: { current: GridHandle | null };
  target: ContactTarget;
  pickAll: PickAll;
  clearPicked(): void;
  targetOf(contacts: readonly Contact[]): ContactTarget;
  setOrder(order: ContactOrder): void;
  /** Shows the list from a letter on; null for all of it. */
  setFrom(letter: string | null): void;
  select(selection: Selection): void;
  toggle(contact: Contact, range: boolean): void;
  move(to: number, extending: boolean): void;
  open(contact: Contact | ContactCard): void;
  /** Closes the card; returns false when none is open. */
  close(): boolean;
  ask(question: ContactQuestion | null): void;
  openMenu(menu: ContactMenuPlace | null): void;
};

/** All state and acts of the contacts except their rendering. */
export function useContactsScreen(narrow: boolean): ContactsScreenState {
  const { t } = useTranslation();
  const model = useContactsModel();
  const navigate = useNavigate();
  const openMessage = useOpenMessage();
  const shown = useShownPlace();
  const { list, place, placeKey, view, cardId } = shown;
  const books = useContacts((reader) => reader.books());
  const rows = useRowSelection(placeKey, view.contacts);
  const { selection, select, picked, cursor, setCursor, toggle } = rows;
  const [question, ask] = useState<ContactQuestion | null>(null);
  const [menu, openMenu] = useState<ContactMenuPlace | null>(null);
  const grid = useRef<GridHandle | null>(null);
  const { contacts, hasMore, total } = view;
  const pickAll = usePickAll({ key: placeKey, rows: contacts, hasMore, total }, select);
  useLoadRest({ model, place, view }, pickAll.isComing);
  const clearPicked = () => select(NOTHING_PICKED);
  const wholeList = useWhole({ place, view, selection, select, clearPicked, books: books ?? [] });
  const { whole } = wholeList;
  useBackLayer(() => select(NOTHING_PICKED), narrow && picked.length > 0);
  useRequests(() => ask({ kind: 'new' }));
  // Contacts that leave the list are unselected, so that they are not selected when they come back.
  useEffect(() => {
    if (view.loading !== 'ready' || picked.length === selection.ids.size) return;
    select({ ...selection, ids: new Set(picked.map(({ id }) => id)) });
  }, [view.loading, picked, selection, select]);

  useCursorOnOpened({ cardId, contacts, setCursor });

  const opened = useContacts((reader) => (cardId === null ? null : reader.card(cardId).card));
  // On a phone a card covers the list, and its acts are those of the card.
  const current = narrow && opened ? rowOf(opened) : (cursor ?? (opened && rowOf(opened)));

  function targetOf(contacts: readonly Contact[]): ContactTarget {
    return {
      ...{ model, contacts },
      whole: contacts === picked ? whole : null,
      ask: {
        write(people) {
          const to = people.filter(({ email }) => email !== '').map(recipientOf);
          const without = people.length - to.length;
          if (without > 0) notify({ text: t('contacts.writtenWithout', { count: without }), seconds: 8 });
          void openMessage((compose) => compose.openNew({ to: to.join(', ') }));
        },
        edit: ({ id }) => ask({ kind: 'edit', id }),
        list: (some) => ask({ kind: 'list', contacts: some }),
        move: (some) => ask({ kind: 'move', contacts: some }),
        code: (contact) => ask({ kind: 'code', contact }),
        remove: (some) =>
          ask(whole && some === picked ? { kind: 'empty-trash' } : { kind: 'delete', contacts: some }),
        whole: (act) => wholeList.actOnWhole({ act }),
      },
    };
  }

  return {
    ...{ model, list, place, placeKey, view, cardId, picked, cursor, question, menu, grid },
    ...{ select, selection, toggle, targetOf, ask, openMenu, pickAll, clearPicked },
    ...wholeList,
    setOrder: shown.setOrder,
    setFrom: shown.setFrom,
    name: nameOfList(t, list, books ?? []),
    target: targetOf(picked.length > 0 ? picked : current ? [current] : []),
    move(to, extending) {
      const row = view.contacts[to];
      if (!row) return;
      rows.moveTo(row, extending);
      grid.current?.show(to);
    },
    open(contact) {
      const row = view.contacts.find(({ id }) => id === contact.id);
      if (row) setCursor(row);
      void navigate(cardAddressOf(list, contact.id), { replace: !narrow && cardId !== null });
    },
    close() {
      if (cardId !== null) void navigate(contactsAddressOf(list));
      return cardId !== null;
    },
  };
}

/** Acts by keys are those of the card that was opened last, however it was opened. */
function useCursorOnOpened({
  cardId,
  contacts,
  setCursor,
}: {
  cardId: string | null;
  contacts: readonly Contact[];
  setCursor(contact: Contact): void;
}): void {
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const row = followed.current === cardId ? undefined : contacts.find(({ id }) => id === cardId);
    if (cardId === null || row) followed.current = cardId;
    if (row) setCursor(row);
  }, [cardId, contacts, setCursor]);
}

/** The list of the address in its order, kept loaded as long as it is shown. */
function useShownPlace() {
  const model = useContactsModel();
  const params = useParams();
  const { search } = useLocation();
  const [order, setOrder] = useState(readOrder);
  const { list, cardId } = useMemo(() => contactsAt(params, search), [params, search]);
  const wholeKey = placeKeyOf({ list, order, from: null });
  const [from, setFrom] = useKeyed<string | null>(wholeKey, null);
  const placeKey = placeKeyOf({ list, order, from });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the list
  const place = useMemo<ContactPlace>(() => ({ list, order, from }), [placeKey]);
  const view = useContacts((reader) => reader.view(place));
  useEffect(() => model.hold(place), [model, place]);
  return {
    ...{ list: place.list, place, placeKey, view, cardId, setFrom },
    setOrder(next: ContactOrder) {
      rememberOrder(next);
      setOrder(next);
    },
  };
}

/** Opens the form when a button outside of the screen asks for it. */
function useRequests(open: () => void): void {
  const asked = useSyncExternalStore(contactRequest.subscribe, contactRequest.get);
  useEffect(() => {
    if (asked === null) return;
    contactRequest.set(null);
    open();
  });
}

/** As it is typed into a message. */
export function recipientOf({ name, email }: { name: string; email: string }): string {
  return name && name !== email ? `"${name.replace(/["\\]/g, '')}" <${email}>` : email;
}
