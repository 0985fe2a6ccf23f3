import { IconUserCog } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { Link } from '../../router/router.tsx';
import { useSettings } from '../settings/use-settings.ts';
import styles from './account-page.module.css';

export type AuditLine = {
  id: string;
  at: number;
  act: string;
  /** The target, where known, and its page. */
  to?: { name: string; page: string | null };
  detail: string;
};

/** The acts of administrators, in words, newest first. */
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
      {lines.map(({ id, at, act, to, detail }) => (
        <li key={id} className={styles.line}>
          <IconUserCog size={20} stroke={1.5} aria-hidden />
          <span className={styles.what}>
            <span className={styles.name}>{act}</span>
            <span className={styles.detail}>
              {to?.page ? (
                <Link to={to.page} className={styles.inWords}>
                  {to.name}
                </Link>
              ) : (
                to?.name
              )}
              {to?.name && detail && ' · '}
              {detail}
            </span>
          </span>
          <time className={styles.when} dateTime={new Date(at * 1000).toISOString()}>
            {shortMoment(at, now(), zone)}
          </time>
        </li>
      ))}
    </ul>
  );
}
