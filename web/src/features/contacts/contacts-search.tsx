import { useTranslation } from '../../i18n/use-translation.ts';
import { CONTACTS_PATTERN, contactsAddressOf, contactsAt } from '../../parts/contacts/contact-address.ts';
import { ListSearch } from '../../parts/finding/list-search.tsx';
import { useLocation, useMatch } from '../../router/router.tsx';
import styles from './contacts-search.module.css';

/** Finds contacts by name, address, organisation and number, as the user types. */
export function ContactsSearch() {
  const { t } = useTranslation();
  const { search: query } = useLocation();
  const { list, cardId } = contactsAt(useMatch(CONTACTS_PATTERN) ?? {}, query);
  return (
    <ListSearch
      label={t('contacts.search.label')}
      clearLabel={t('contacts.search.clear')}
      className={styles.search}
      typedMs={250}
      address={contactsAddressOf(list)}
      words={list.kind === 'search' ? list.words : null}
      opened={cardId}
      addressOf={(words) => contactsAddressOf(words === '' ? { kind: 'all' } : { kind: 'search', words })}
    />
  );
}
