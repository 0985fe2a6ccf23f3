import { IconCornerDownLeft, IconMail, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import type { SearchTerms } from '../../model/mail-model.ts';
import { addressOf } from '../thread-list/list-address.ts';
import { searchedWords } from '../thread-list/marked-parts.ts';
import { MarkedText } from '../thread-list/marked-text.tsx';
import styles from './suggestion-list.module.css';
import { useSuggestions } from './use-suggestions.ts';

type Props = {
  /** Of the list; its options are this id and their number. */
  id: string;
  typed: string;
  active: number;
  onSearch(terms: SearchTerms): void;
  onGo(address: string): void;
  onEnter(): void;
};

type Option = { key: string; content: ReactNode; choose(): void };

/** Conversations to open, texts to search for, and what was typed as it stands. */
export function SuggestionList({ id, typed, active, onSearch, onGo, onEnter }: Props) {
  const { t } = useTranslation();
  const { threads, texts } = useSuggestions(typed);
  const words = searchedWords({ q: typed });

  const options: Option[] = [
    ...threads.map((thread) => ({
      key: `thread ${thread.thread_id}`,
      choose: () => {
        const list = { kind: 'folder', path: thread.mailbox_name } as const;
        onGo(`${addressOf(list, 1, thread.thread_id)}?src=search-suggest`);
      },
      content: (
        <>
          <IconMail size={18} aria-hidden />
          <span className={styles.thread}>
            <span className={styles.subject}>
              <MarkedText text={thread.subject || t('threadList.noSubject')} words={words} />
            </span>
            <span className={styles.from}>
              <MarkedText text={thread.from.name || thread.from.email} words={words} />
            </span>
          </span>
          <time className={styles.hint} dateTime={new Date(thread.date * 1000).toISOString()}>
            {shortDate(thread.date, now())}
          </time>
        </>
      ),
    })),
    ...texts.map((text) => ({
      key: `text ${text}`,
      choose: () => onSearch({ q: text }),
      content: (
        <>
          <IconSearch size={18} aria-hidden />
          <span className={styles.subject}>
            <MarkedText text={text} words={words} />
          </span>
        </>
      ),
    })),
    {
      key: 'typed',
      choose: onEnter,
      content: (
        <>
          <IconSearch size={18} aria-hidden />
          <span className={styles.subject}>{t('search.typed', { text: typed.trim() })}</span>
          <kbd className={styles.hint} aria-hidden>
            <IconCornerDownLeft size={14} /> Enter
          </kbd>
        </>
      ),
    },
  ];

  return (
    <div id={id} role="listbox" aria-label={t('search.suggestions')} className={styles.list}>
      {options.map(({ key, content, choose }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={key}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The field keeps the focus, or the list would be gone before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={choose}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
