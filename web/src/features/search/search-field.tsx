import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useNavigate } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './search-bar.module.css';
import { termsOfTyped, typedOfTerms } from './typed-terms.ts';

const SuggestionList = lazyPart(async () => {
  const [{ SuggestionList: Part }] = await Promise.all([import('./suggestion-list.tsx'), loadLaterWords()]);
  return Part;
}, 'first');
const OperatorSheet = lazyPart(async () => {
  const [{ OperatorSheet: Part }] = await Promise.all([import('./operator-sheet.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const AdvancedPopover = lazyPart(async () => {
  const [{ AdvancedPopover: Part }] = await Promise.all([import('./advanced-popover.tsx'), loadLaterWords()]);
  return Part;
});

const NO_TERMS: SearchTerms = {};
const INBOX = addressOf({ kind: 'folder', path: 'INBOX' });

type Props = { narrow: boolean; onLeave(): void };

/** The field itself with what it suggests, and the advanced form below it. */
export function SearchField({ narrow, onLeave }: Props) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const place = useShownPlace();
  const shown = place?.list.kind === 'search' ? place.list.terms : NO_TERMS;
  const said = typedOfTerms(shown, language);
  const [typed, setTyped] = useState(said);
  const [saidBefore, setSaidBefore] = useState(said);
  const [advanced, setAdvanced] = useState(false);
  const [listed, setListed] = useState(false);
  const [explained, setExplained] = useState(false);
  /** The suggestion that Enter means; -1 is what was typed. */
  const [active, setActive] = useState(-1);
  const [bar, setBar] = useState<HTMLFormElement | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const suggesting = listed && typed.trim() !== '';

  // Another search is shown, by going back or by the form: the bar says it too.
  if (said !== saidBefore) {
    setSaidBefore(said);
    setTyped(said);
  }

  function list(shown: boolean) {
    setListed(shown);
    setActive(-1);
  }

  function go(address: string) {
    list(false);
    setAdvanced(false);
    field.current?.blur();
    onLeave();
    void navigate(address);
  }

  function search(terms: SearchTerms) {
    if (Object.keys(terms).length > 0) go(addressOf({ kind: 'search', terms }));
  }

  function explain() {
    list(false);
    setAdvanced(false);
    setExplained(true);
  }

  function enter() {
    search(termsOfTyped(typed, shown, language));
  }

  function clear() {
    setTyped('');
    list(false);
    if (shown === NO_TERMS) field.current?.focus();
    else go(INBOX);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (suggesting) move(step);
      else list(true);
    }
    const option = document.getElementById(`${listId}-${active}`);
    if (event.key === 'Enter' && suggesting && option) {
      event.preventDefault();
      option.click();
    }
    if (event.key === 'Escape') leave();
  }

  /** Round through the suggestions, by way of what was typed. */
  function move(step: number) {
    const count = document.getElementById(listId)?.childElementCount ?? 1;
    const next = ((active + 1 + step + count) % count) - 1;
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  }

  /** First the list goes, then what was changed, then the focus. */
  function leave() {
    if (suggesting) list(false);
    else if (typed !== said) setTyped(said);
    else {
      field.current?.blur();
      onLeave();
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: Enter submits it */}
      <form
        ref={setBar}
        role="search"
        aria-label={t('search.label')}
        className={styles.bar}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          enter();
        }}
      >
        <IconSearch size={18} className={styles.sign} aria-hidden />
        <input
          ref={field}
          className={styles.input}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: on a phone it has just been asked for
          autoFocus={narrow}
          value={typed}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          aria-autocomplete="list"
          aria-expanded={suggesting}
          aria-controls={suggesting ? listId : undefined}
          aria-activedescendant={suggesting ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAdvanced(false);
            list(true);
          }}
          onFocus={SuggestionList.prepare}
          onClick={() => typed !== said && setListed(true)}
          onBlur={() => list(false)}
          onKeyDown={onKeyDown}
        />
        {suggesting && (
          <Suspense>
            <SuggestionList
              id={listId}
              typed={typed}
              active={active}
              onSearch={search}
              onGo={go}
              onEnter={enter}
              onType={(text) => {
                setTyped(text);
                list(true);
              }}
              onHelp={explain}
            />
          </Suspense>
        )}
        {typed !== '' && (
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('search.clear')} onClick={clear}>
            <IconX size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('search.advanced')}
          data-hint={advanced ? undefined : t('search.advanced')}
          aria-haspopup="dialog"
          aria-expanded={advanced}
          onPointerEnter={AdvancedPopover.prepare}
          onFocus={AdvancedPopover.prepare}
          onClick={() => {
            list(false);
            setAdvanced(!advanced);
          }}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </form>
      <Suspense>
        {advanced && bar && (
          <AdvancedPopover
            anchor={bar}
            opener={opener}
            onClose={() => setAdvanced(false)}
            terms={termsOfTyped(typed, shown, language)}
            onSearch={search}
            onHelp={explain}
            onReset={() => {
              setTyped('');
              if (shown !== NO_TERMS) go(INBOX);
            }}
          />
        )}
        {explained && <OperatorSheet onClose={() => setExplained(false)} />}
      </Suspense>
    </>
  );
}
