import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readSubject } from '../../model/mail/read-subject.ts';
import { MarkedText } from '../marked-text/marked-text.tsx';
import styles from './subject-words.module.css';

const NONE: readonly string[] = [];

type Props = {
  subject: string;
  words?: readonly string[];
  /** In a line that may be too short for all of it. */
  fromHit?: boolean;
};

/** The displayed subject: with a mark for forgeries before it, and the searched words highlighted. */
export function SubjectWords({ subject, words = NONE, fromHit = false }: Props) {
  const { t } = useTranslation();
  const read = readSubject(subject);
  return (
    <>
      {read.spoofed && (
        <>
          <span className={styles.spoofed}>{t('threadDetail.spoof.mark')}</span>{' '}
        </>
      )}
      <MarkedText text={read.words.trim() || t('threadList.noSubject')} words={words} fromHit={fromHit} />
    </>
  );
}

/** The same as plain text. */
export function subjectWords(t: Say, subject: string): string {
  const { words, spoofed } = readSubject(subject);
  const shown = words.trim() || t('threadList.noSubject');
  return spoofed ? `${t('threadDetail.spoof.mark')}: ${shown}` : shown;
}
