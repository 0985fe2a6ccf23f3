import { type KeyboardEvent, Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './search-bar.module.css';
import type { SearchBarState } from './use-search-bar.ts';

const SuggestionList = lazyPart(async () => {
  const [{ SuggestionList: Part }] = await Promise.all([import('./suggestion-list.tsx'), loadLaterWords()]);
  return Part;
}, 'first');

/** The search input with its suggestions. */
export function SearchInput({ bar, narrow }: { bar: SearchBarState; narrow: boolean }) {
  const { t } = useTranslation();
  const { typed, suggestions } = bar;
  const { id, isOpen, active } = suggestions;

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) suggestions.move(step);
      else suggestions.show(true);
    }
    const option = suggestions.chosen();
    if (event.key === 'Enter' && isOpen && option) {
      event.preventDefault();
      option.click();
    }
    if (event.key === 'Escape') bar.leave();
  }

  return (
    <>
      <input
        ref={bar.field}
        className={styles.input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: on a phone the user has just opened it
        autoFocus={narrow}
        value={typed}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onChange={(event) => {
          bar.setAdvanced(false);
          bar.type(event.currentTarget.value);
        }}
        onFocus={SuggestionList.prepare}
        onClick={() => (bar.isChanged || typed === '') && suggestions.reopen()}
        onBlur={() => suggestions.show(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Suspense>
          <SuggestionList
            id={id}
            typed={typed}
            active={active}
            onSearch={bar.search}
            onGo={bar.go}
            onEnter={bar.enter}
            onType={bar.type}
            onHelp={bar.explain}
          />
        </Suspense>
      )}
    </>
  );
}
