import type { Suggestion } from '@bocau/contract/search.ts';
import {
  IconCornerDownLeft,
  IconFilter,
  IconHelp,
  IconHistory,
  IconMail,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { MarkedText } from '../../parts/marked-text/marked-text.tsx';
import { shownName } from '../../parts/senders/sender-doubts.ts';
import { SubjectWords } from '../../parts/subjects/subject-words.tsx';
import type { OperatorHint } from './operator-hints.ts';
import styles from './suggestion-list.module.css';

/** The typed words, which are highlighted in the results. */
type Found = { words: readonly string[] };

export function TypedOption({ typed }: { typed: string }) {
  const { t } = useTranslation();
  return (
    <>
      <IconSearch size={18} aria-hidden />
      <span className={styles.subject}>{t('search.typed', { text: typed.trim() })}</span>
      <kbd className={styles.hint} aria-hidden>
        <IconCornerDownLeft size={14} /> Enter
      </kbd>
    </>
  );
}

export function RecentHeading() {
  const { t } = useTranslation();
  return <span className={styles.from}>{t('search.recent')}</span>;
}

/** SB-15: what was searched for before. */
export function RecentOption({ text, words }: Found & { text: string }) {
  return (
    <>
      <IconHistory size={18} aria-hidden />
      <span className={styles.subject}>
        <MarkedText text={text} words={words} />
      </span>
    </>
  );
}

export function PersonOption({ text, words }: Found & { text: string }) {
  return (
    <>
      <IconUser size={18} aria-hidden />
      <span className={styles.subject}>
        <MarkedText text={text} words={words} />
      </span>
    </>
  );
}

export function ThreadOption({ thread, words }: Found & { thread: Suggestion }) {
  return (
    <>
      <IconMail size={18} aria-hidden />
      <span className={styles.thread}>
        <span className={styles.subject}>
          <SubjectWords subject={thread.subject} words={words} />
        </span>
        <span className={styles.from}>
          <MarkedText text={shownName(thread.from)} words={words} />
        </span>
      </span>
      <time className={styles.hint} dateTime={new Date(thread.date * 1000).toISOString()}>
        {shortDate(thread.date, now())}
      </time>
    </>
  );
}

export function OperatorOption({ hint }: { hint: OperatorHint }) {
  const { t } = useTranslation();
  return (
    <>
      <IconFilter size={18} aria-hidden />
      <span className={styles.operator}>{hint.operator}</span>
      <span className={styles.hint}>{hintWords(t, hint)}</span>
    </>
  );
}

function hintWords(t: Say, { path, means }: OperatorHint): string {
  if (path === null) return t(`searchOperators.means.${means}`);
  return means === 'label' ? labelPathWords(path) : pathWords(t, path);
}

export function HelpOption() {
  const { t } = useTranslation();
  return (
    <>
      <IconHelp size={18} aria-hidden />
      <span className={styles.subject}>{t('search.operators')}</span>
    </>
  );
}
