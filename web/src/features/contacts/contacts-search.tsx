import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import type { ContactListRef } from '../../model/contacts/contact-place.ts';
import { CONTACTS_PATTERN, contactsAddressOf, contactsAt } from '../../parts/contacts/contact-address.ts';
import { useLocation, useMatch, useNavigate } from '../../router/router.tsx';
import styles from './contacts-search.module.css';

/** Debounces typing, so that a word is not searched letter by letter. */
const TYPED_MS = 250;

/** Finds contacts by name, address, organisation and number, as the user types. */
export function ContactsSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search: query } = useLocation();
  const { list, cardId } = contactsAt(useMatch(CONTACTS_PATTERN) ?? {}, query);
  const searched = list.kind === 'search' ? list.words : '';
  const [typed, setTyped] = useState(searched);
  const stop = useRef(() => {});
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(searched);
  // Going back or choosing another list clears or fills the field; the field's own searches leave it alone,
  // since more may have been typed since.
  useEffect(() => {
    if (asked.current === searched) return;
    asked.current = searched;
    setTyped(searched);
  }, [searched]);
  // A card that is opened before the search of what was typed last is not left again by it.
  useEffect(() => {
    if (cardId !== null) stop.current();
  }, [cardId]);
  useEffect(() => () => stop.current(), []);

  function search(words: string): void {
    stop.current();
    const wanted = words.trim();
    if (wanted === asked.current && wanted === searched) return;
    asked.current = wanted;
    const ref: ContactListRef = wanted === '' ? { kind: 'all' } : { kind: 'search', words: wanted };
    void navigate(contactsAddressOf(ref), { replace: list.kind === 'search' });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and older browsers don't know <search>
    <div role="search" aria-label={t('contacts.search.label')} className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
        }}
      >
        <TextInput
          ref={field}
          data-contacts-search
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t('contacts.search.label')}
          placeholder={t('contacts.search.label')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                aria-label={t('contacts.search.clear')}
                size="sm"
                onClick={() => {
                  setTyped('');
                  search('');
                  field.current?.focus();
                }}
              />
            )
          }
          value={typed}
          onChange={(event) => {
            const words = event.currentTarget.value;
            setTyped(words);
            stop.current();
            stop.current = after(TYPED_MS, () => search(words));
          }}
        />
      </form>
    </div>
  );
}
