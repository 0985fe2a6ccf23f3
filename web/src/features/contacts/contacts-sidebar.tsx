import type { ContactBook, ContactList } from '@bocau/contract/contacts.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconAddressBook,
  IconBuilding,
  IconBuildingCommunity,
  IconFolderShare,
  IconMessages,
  IconStar,
  IconTrash,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type ContactListRef, listIdOf } from '../../model/contacts/contact-place.ts';
import { CONTACTS_PATTERN, contactsAddressOf, contactsAt } from '../../parts/contacts/contact-address.ts';
import { PEOPLE_VIEWS, peopleAddressOf, peopleAt } from '../../parts/contacts/people-address.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { GROUPS_PATH } from '../../parts/groups/group-address.ts';
import { Link, useLocation, useMatch } from '../../router/router.tsx';
import { LineActs } from '../../ui/line-acts.tsx';
import { BookItems } from './books/book-items.tsx';
import type { BookQuestion } from './books/book-question.ts';
import { BookDialog } from './books/lazy-book-dialog.ts';
import { contactRequest } from './contact-request.ts';
import styles from './contacts-sidebar.module.css';
import { ListQuestionDialog } from './lists/lazy-list-dialog.ts';
import { ListItems } from './lists/list-items.tsx';
import type { ListQuestion } from './lists/list-question.ts';
import { useContactsStarted } from './use-contacts-started.ts';

type Props = { folded: boolean; inDrawer: boolean; children?: ReactNode };

/** The lists of the contacts, in the place of the mail folders. */
export function ContactsSidebar({ folded, inDrawer, children }: Props) {
  const { t } = useTranslation();
  const lists = useContacts((model) => model.lists());
  useContactsStarted();
  const books = useContacts((model) => model.books()) ?? [];
  const [question, setQuestion] = useState<BookQuestion | null>(null);
  const [listQuestion, setListQuestion] = useState<ListQuestion | null>(null);
  const params = useMatch(CONTACTS_PATTERN) ?? {};
  const { search } = useLocation();
  const inGroups = useMatch(`${GROUPS_PATH}/:id?`) !== null;
  const people = peopleAt(params, search);
  const shown = inGroups || people ? null : listIdOf(contactsAt(params, search).list);
  const own = books.filter(({ owner }) => owner === null);
  const shared = books.filter(({ owner }) => owner !== null);

  const place = (list: ContactListRef, icon: Icon, name: string, more: Partial<PlaceProps> = {}) => (
    <PlaceLink
      key={listIdOf(list)}
      {...{ to: contactsAddressOf(list), icon, name, folded, ...more }}
      current={listIdOf(list) === shown}
    />
  );
  const bookPlace = (book: ContactBook, icon: Icon) =>
    place({ kind: 'book', id: book.id }, icon, book.name, {
      ...(book.owner && { by: t('contacts.places.of', { owner: book.owner.name || book.owner.email }) }),
      acts: <BookActs book={book} onAsk={setQuestion} />,
    });

  return (
    <div className={styles.sidebar} data-drawer={inDrawer || undefined} data-folded={folded || undefined}>
      <NewButton folded={folded} inDrawer={inDrawer} />
      <nav className={styles.places} aria-label={t('contacts.places.label')}>
        <ul>
          {place({ kind: 'all' }, IconUsers, t('contacts.places.all'))}
          {place({ kind: 'favorites' }, IconStar, t('contacts.places.favorites'))}
          {PEOPLE_VIEWS.map((kind) => (
            <PlaceLink
              key={kind}
              to={peopleAddressOf(kind)}
              icon={kind === 'directory' ? IconBuilding : IconMessages}
              name={t(`contactPeople.${kind}.title`)}
              folded={folded}
              current={people?.kind === kind}
            />
          ))}
          <PlaceLink
            to={GROUPS_PATH}
            icon={IconBuildingCommunity}
            name={t('contacts.places.companyGroups')}
            folded={folded}
            current={inGroups}
          />
        </ul>
        {!folded && <h2>{t('contacts.places.lists')}</h2>}
        <ul aria-label={t('contacts.places.lists')}>
          {lists?.map((list) =>
            place({ kind: 'list', name: list.name }, IconUsersGroup, list.name, {
              count: list.total,
              acts: <ListActs list={list} onAsk={setListQuestion} />,
            }),
          )}
        </ul>
        {!folded && lists?.length === 0 && <p className={styles.none}>{t('contacts.places.noLists')}</p>}
        {own.length > 1 && (
          <>
            {!folded && <h2>{t('contacts.places.books')}</h2>}
            <ul aria-label={t('contacts.places.books')}>
              {own.map((book) => bookPlace(book, IconAddressBook))}
            </ul>
          </>
        )}
        {shared.length > 0 && (
          <>
            {!folded && <h2>{t('contacts.places.shared')}</h2>}
            <ul aria-label={t('contacts.places.shared')}>
              {shared.map((book) => bookPlace(book, IconFolderShare))}
            </ul>
          </>
        )}
        <ul className={styles.last}>{place({ kind: 'trash' }, IconTrash, t('contacts.places.trash'))}</ul>
      </nav>
      {children}
      {listQuestion && (
        <Suspense>
          <ListQuestionDialog question={listQuestion} onClose={() => setListQuestion(null)} />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <BookDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </div>
  );
}

function BookActs({ book, onAsk }: { book: ContactBook; onAsk(question: BookQuestion): void }) {
  const { t } = useTranslation();
  return (
    <LineActs
      className={styles.acts}
      label={t('contacts.tools.ofBook', { name: book.name })}
      part={BookDialog}
    >
      <BookItems book={book} onAsk={onAsk} />
    </LineActs>
  );
}

function ListActs({ list, onAsk }: { list: ContactList; onAsk(question: ListQuestion): void }) {
  const { t } = useTranslation();
  return (
    <LineActs
      className={styles.acts}
      label={t('contacts.tools.ofList', { name: list.name })}
      part={ListQuestionDialog}
    >
      <ListItems list={list} onAsk={onAsk} />
    </LineActs>
  );
}

function NewButton({ folded, inDrawer }: { folded: boolean; inDrawer: boolean }) {
  const { t } = useTranslation();
  const open = () => contactRequest.set('new');
  if (folded) {
    return (
      <ActionIcon
        variant="filled"
        className={styles.sign}
        size={40}
        aria-label={t('contacts.new')}
        data-hint={t('contacts.new')}
        data-hint-side="right"
        onClick={open}
      >
        <IconUserPlus size={20} />
      </ActionIcon>
    );
  }
  // On a phone it floats over the list.
  if (inDrawer) return null;
  return (
    <Button className={styles.new} leftSection={<IconUserPlus size={18} />} onClick={open}>
      {t('contacts.new')}
    </Button>
  );
}

type Icon = ComponentType<{ size?: number }>;
type PlaceProps = {
  to: string;
  icon: Icon;
  name: string;
  folded: boolean;
  current: boolean;
  count?: number;
  /** Who shares it. */
  by?: string;
  /** Beside it, where the sidebar is not folded. */
  acts?: ReactNode;
};

function PlaceLink({ to, icon: Icon, name, folded, current, count, by, acts }: PlaceProps) {
  const { t } = useTranslation();
  const words = count === undefined ? name : t('contacts.places.counted', { name, count });
  return (
    <li className={acts && !folded ? styles.withActs : undefined}>
      <Link
        to={to}
        className={styles.place}
        aria-current={current ? 'page' : undefined}
        aria-label={by ? `${words}, ${by}` : words}
        {...(folded && { 'data-hint': words, 'data-hint-side': 'right' })}
        draggable={false}
      >
        <Icon size={folded ? 20 : 18} />
        {!folded && (
          <span className={styles.name} title={name}>
            {name}
            {by && <small>{by}</small>}
          </span>
        )}
        {!folded && count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
      {!folded && acts}
    </li>
  );
}
