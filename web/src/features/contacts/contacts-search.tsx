import { useTranslation } from '../../i18n/use-translation.ts';
import { CONTACTS_PATTERN, contactsAddressOf, contactsAt } from '../../parts/contacts/contact-address.ts';
import { type PeopleView, peopleAddressOf, peopleAt } from '../../parts/contacts/people-address.ts';
import { ListSearch } from '../../parts/finding/list-search.tsx';
import { useLocation, useMatch } from '../../router/router.tsx';
import styles from './contacts-search.module.css';

const TYPED_MS = 250;

/** Finds contacts by name, address, organisation and number, as the user types; or people of the list that is shown. */
export function ContactsSearch() {
  const { t } = useTranslation();
  const { search: query } = useLocation();
  const params = useMatch(CONTACTS_PATTERN) ?? {};
  const view = peopleAt(params, query);
  if (view) return <PeopleSearch key={view.kind} view={view} />;
  const { list, cardId } = contactsAt(params, query);
  return (
    <ListSearch
      key="contacts"
      label={t('contacts.search.label')}
      clearLabel={t('contacts.search.clear')}
      className={styles.search}
      typedMs={TYPED_MS}
      address={contactsAddressOf(list)}
      words={list.kind === 'search' ? list.words : null}
      opened={cardId}
      addressOf={(words) => contactsAddressOf(words === '' ? { kind: 'all' } : { kind: 'search', words })}
    />
  );
}

function PeopleSearch({ view }: { view: PeopleView }) {
  const { t } = useTranslation();
  const { kind, department, email } = view;
  return (
    <ListSearch
      label={t(`contactPeople.${kind}.search`)}
      clearLabel={t('contacts.search.clear')}
      className={styles.search}
      typedMs={TYPED_MS}
      address={peopleAddressOf(kind, { words: view.words, department })}
      words={view.words === '' ? null : view.words}
      opened={email}
      addressOf={(words) => peopleAddressOf(kind, { words, department })}
    />
  );
}
