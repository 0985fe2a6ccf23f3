import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allFolders } from '../../model/mail/folder-tree.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { searchedWords } from '../../parts/marked-text/searched-words.ts';
import { isWaitingForValue, operatorHints } from './operator-hints.ts';
import { recentSearches } from './recent-searches.ts';
import styles from './suggestion-list.module.css';
import {
  HelpOption,
  OperatorOption,
  PersonOption,
  RecentHeading,
  RecentOption,
  ThreadOption,
  TypedOption,
} from './suggestion-options.tsx';
import { termsOfTyped } from './typed-terms.ts';
import { useSuggestions } from './use-suggestions.ts';

type Props = {
  /** The id of the list; its options append their index, from -1 on. */
  id: string;
  typed: string;
  active: number;
  onSearch(terms: SearchTerms): void;
  onGo(address: string): void;
  onEnter(): void;
  /** Text to continue typing from. */
  onType(text: string): void;
  onHelp(): void;
};

type Option = { key: string; content: ReactNode; choose(): void; isHeading?: true };

const RECENT_BESIDE_OTHERS = 2;

/**
 * The typed text itself, which Enter takes first; what was searched for before, people to search for, conversations
 * to open, operators to search with. New results are added below the present ones: nothing moves away from under the
 * pointer.
 */
export function SuggestionList({ id, typed, active, onSearch, onGo, onEnter, onType, onHelp }: Props) {
  const { t, language } = useTranslation();
  const tree = useMailbox((model) => model.folders());
  const { threads, texts, standing } = useSuggestions(typed);
  const words = searchedWords({ q: typed });
  const folders = allFolders(tree).map(({ display_name: path }) => ({ path, words: pathWords(t, path) }));
  const labels = useMailbox((model) => model.labels()).map(({ name }) => ({
    path: name,
    words: labelPathWords(name),
  }));
  const hints = operatorHints(typed, language, folders, labels);
  // While an operator is being typed, names and subjects that merely contain its letters are not meant.
  const named = isWaitingForValue(typed, hints) ? { texts: [], threads: [] } : { texts, threads };

  const given = typed.trim().toLowerCase();
  const recent = recentSearches()
    .filter((text) => text.toLowerCase().startsWith(given) && text.toLowerCase() !== given)
    .slice(0, given === '' ? undefined : RECENT_BESIDE_OTHERS);

  const options: Option[] = [
    given === ''
      ? { key: 'recent', choose: () => undefined, content: <RecentHeading />, isHeading: true }
      : { key: 'typed', choose: onEnter, content: <TypedOption typed={typed} /> },
    ...recent.map((text) => ({
      key: `recent ${text}`,
      choose: () => onSearch(termsOfTyped(text, {}, language)),
      content: <RecentOption text={text} words={words} />,
    })),
    ...named.texts.map((text) => ({
      key: `text ${text}`,
      choose: () => onSearch({ q: text }),
      content: <PersonOption text={text} words={words} />,
    })),
    ...named.threads.map((thread) => ({
      key: `thread ${thread.thread_id}`,
      choose: () => {
        const list = { kind: 'folder', path: thread.mailbox_name } as const;
        onGo(`${addressOf(list, 1, thread.thread_id)}?src=search-suggest`);
      },
      content: <ThreadOption thread={thread} words={words} />,
    })),
    ...hints.map((hint) => ({
      key: `operator ${hint.operator}`,
      choose: () => onType(hint.typed),
      content: <OperatorOption hint={hint} />,
    })),
    ...(standing && given !== '' ? [{ key: 'help', choose: onHelp, content: <HelpOption /> }] : []),
  ];

  return (
    <div id={id} role="listbox" aria-label={t('search.suggestions')} className={styles.list}>
      {options.map(({ key, content, choose, isHeading }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={key}
          id={`${id}-${at - 1}`}
          role="option"
          tabIndex={-1}
          aria-selected={at - 1 === active}
          aria-disabled={isHeading}
          className={styles.option}
          // Keeps the focus in the field; on blur the list would close before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={choose}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
