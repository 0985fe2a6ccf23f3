import { IconUserCog } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import styles from '../account-page.module.css';

export type AuditLine = { id: string; at: number; act: string; detail: string };

/** What administrators did, in words, newest first. */
export function AuditLines({ lines, label, isOld }: { lines: AuditLine[]; label: string; isOld: boolean }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  if (lines.length === 0) {
    return (
      <p className={styles.about} role="status">
        {t('people.log.empty')}
      </p>
    );
  }
  return (
    <ul className={styles.lines} aria-label={label} aria-busy={isOld}>
      {lines.map(({ id, at, act, detail }) => (
        <li key={id} className={styles.line}>
          <IconUserCog size={20} stroke={1.5} aria-hidden />
          <span className={styles.what}>
            <span className={styles.name}>{act}</span>
            <span className={styles.detail}>{detail}</span>
          </span>
          <time className={styles.when} dateTime={new Date(at * 1000).toISOString()}>
            {shortMoment(at, now(), zone)}
          </time>
        </li>
      ))}
    </ul>
  );
}
