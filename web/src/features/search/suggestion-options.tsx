import type { Suggestion } from '@bocau/contract/search.ts';
import { Combobox } from '@mantine/core';
import { IconCornerDownLeft, IconMail, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { searchedWords } from '../thread-list/marked-parts.ts';
import { MarkedText } from '../thread-list/marked-text.tsx';
import styles from './search-bar.module.css';

type Props = { typed: string; threads: readonly Suggestion[]; texts: readonly string[] };

/** Conversations to open, texts to search for, and what was typed as it stands. */
export function SuggestionOptions({ typed, threads, texts }: Props) {
  const { t } = useTranslation();
  const words = searchedWords({ q: typed });
  return (
    <>
      {threads.map((thread) => (
        <Combobox.Option
          key={thread.thread_id}
          value={`thread ${thread.thread_id}`}
          className={styles.option}
        >
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
        </Combobox.Option>
      ))}
      {texts.map((text) => (
        <Combobox.Option key={text} value={`text ${text}`} className={styles.option}>
          <IconSearch size={18} aria-hidden />
          <span className={styles.subject}>{text}</span>
        </Combobox.Option>
      ))}
      {typed.trim() !== '' && (
        <Combobox.Option value="typed" className={styles.option}>
          <IconSearch size={18} aria-hidden />
          <span className={styles.subject}>{t('search.typed', { text: typed.trim() })}</span>
          <kbd className={styles.hint} aria-hidden>
            <IconCornerDownLeft size={14} /> Enter
          </kbd>
        </Combobox.Option>
      )}
    </>
  );
}
