import type { Suggestion } from '@bocau/contract/search.ts';
import { ActionIcon, Combobox, Popover, Tooltip, useCombobox } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { SearchTerms } from '../../model/mail-model.ts';
import { useShownPlace } from '../folders/shown-place.ts';
import { addressOf } from '../thread-list/list-address.ts';
import styles from './search-bar.module.css';
import { termsOfTyped, typedOfTerms } from './search-form.ts';
import { SuggestionOptions } from './suggestion-options.tsx';
import { useSuggestions } from './use-suggestions.ts';

const AdvancedSearch = lazy(async () => ({
  default: (await import('./advanced-search.tsx')).AdvancedSearch,
}));

const NO_TERMS: SearchTerms = {};
const INBOX = addressOf({ kind: 'folder', path: 'INBOX' });

type Props = { narrow: boolean; onLeave(): void };

/** The field itself with what it suggests, and the advanced form below it. */
export function SearchField({ narrow, onLeave }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useShownPlace();
  const shown = place?.list.kind === 'search' ? place.list.terms : NO_TERMS;
  const said = typedOfTerms(shown);
  const [typed, setTyped] = useState(said);
  const [saidBefore, setSaidBefore] = useState(said);
  const [advanced, setAdvanced] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const suggestions = useSuggestions(typed, combobox.dropdownOpened);

  // Another search is shown, by going back or by the form: the bar says it too.
  if (said !== saidBefore) {
    setSaidBefore(said);
    setTyped(said);
  }

  function go(address: string) {
    combobox.closeDropdown();
    setAdvanced(false);
    field.current?.blur();
    onLeave();
    void navigate(address);
  }

  function search(terms: SearchTerms) {
    if (Object.keys(terms).length > 0) go(addressOf({ kind: 'search', terms }));
  }

  function open({ mailbox_name: path, thread_id: id }: Suggestion) {
    go(`${addressOf({ kind: 'folder', path }, 1, id)}?src=search-suggest`);
  }

  function clear() {
    setTyped('');
    combobox.closeDropdown();
    if (shown === NO_TERMS) field.current?.focus();
    else go(INBOX);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || combobox.dropdownOpened) return;
    if (typed !== said) setTyped(said);
    else {
      field.current?.blur();
      onLeave();
    }
  }

  return (
    <Popover
      opened={advanced}
      onChange={setAdvanced}
      width="target"
      position="bottom-start"
      offset={4}
      trapFocus
      closeOnEscape
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/useSemanticElements: Enter submits it */}
        <form
          role="search"
          aria-label={t('search.label')}
          className={styles.bar}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            search(termsOfTyped(typed, shown));
          }}
        >
          <IconSearch size={18} className={styles.sign} aria-hidden />
          <Combobox
            store={combobox}
            position="bottom-start"
            offset={4}
            onOptionSubmit={(value) => {
              const thread = suggestions.threads.find((each) => value === `thread ${each.thread_id}`);
              const text = value.startsWith('text ') ? value.slice('text '.length) : typed;
              if (thread) open(thread);
              else search(termsOfTyped(text, shown));
            }}
          >
            <Combobox.Target>
              <input
                ref={field}
                className={styles.input}
                type="text"
                inputMode="search"
                enterKeyHint="search"
                spellCheck={false}
                // biome-ignore lint/a11y/noAutofocus: on a phone it has just been asked for
                autoFocus={narrow}
                value={typed}
                placeholder={t('search.placeholder')}
                aria-label={t('search.label')}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  setAdvanced(false);
                  combobox.resetSelectedOption();
                  if (event.currentTarget.value.trim() === '') combobox.closeDropdown();
                  else combobox.openDropdown();
                }}
                onClick={() => typed.trim() !== '' && typed !== said && combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDown={onKeyDown}
              />
            </Combobox.Target>
            <Combobox.Dropdown className={styles.suggestions} hidden={typed.trim() === ''}>
              <Combobox.Options aria-label={t('search.suggestions')}>
                <SuggestionOptions typed={typed} {...suggestions} />
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
          {typed !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('search.clear')}
              onClick={clear}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
          <Tooltip label={t('search.advanced')} disabled={advanced}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('search.advanced')}
              aria-haspopup="dialog"
              aria-expanded={advanced}
              onClick={() => {
                combobox.closeDropdown();
                setAdvanced(!advanced);
              }}
            >
              <IconAdjustmentsHorizontal size={18} />
            </ActionIcon>
          </Tooltip>
        </form>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={styles.form} aria-label={t('search.advanced')}>
        <Suspense>
          <AdvancedSearch
            terms={termsOfTyped(typed, shown)}
            onSearch={search}
            onReset={() => {
              setTyped('');
              if (shown !== NO_TERMS) go(INBOX);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
