import { IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DeferredMail } from '../../../model/compose/compose-model.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import styles from './deferred-mails.module.css';
import type { WindowSpot } from './place-windows.ts';

type Props = {
  mails: readonly DeferredMail[];
  spots: ReadonlyMap<string, WindowSpot>;
  onUndo(windowId: string): void;
};

/** Messages that are sent automatically once the connection is back, as bars among the minimised windows. */
export function DeferredMails({ mails, spots, onUndo }: Props) {
  const { t } = useTranslation();
  // Attempts made while the server is unreachable don't count as sending.
  const isConnected = useSessionState((session) => session.connection().state === 'online');
  return (
    <ul className={`${styles.list} not-printed`} aria-label={t('sending.offline.list')}>
      {mails.map(({ windowId, subject, state }) => {
        const words = subject.trim() || t('threadList.noSubject');
        return (
          <li key={windowId} className={styles.mail} style={spots.get(windowId)}>
            <IconClock size={18} aria-hidden />
            <span className={styles.words}>
              <span className={styles.subject}>{words}</span>
              <span className={styles.state}>{t(`sending.offline.${isConnected ? state : 'waiting'}`)}</span>
            </span>
            <button
              type="button"
              className={styles.undo}
              aria-label={t('sending.offline.undo', { subject: words })}
              onClick={() => onUndo(windowId)}
            >
              {t('common.actions.undo')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
