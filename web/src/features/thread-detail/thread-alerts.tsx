import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconAlertTriangle, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './thread-detail.module.css';

/** What a reader must know before reading. */
export function ThreadAlerts({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const spoofed = thread.messages.find((message) => message.spoofed);
  const inJunk = thread.mailbox_name === 'Junk' || thread.messages.some(({ folder }) => folder === 'Junk');
  return (
    <>
      {(spoofed || thread.spoofed) && (
        <div className={styles.alert} data-tone="danger" role="alert">
          <IconShieldX size={20} aria-hidden />
          <div>
            <strong>{t('threadDetail.spoof.title')}</strong>
            <p>{t('threadDetail.spoof.text', { email: (spoofed ?? thread).from.email })}</p>
          </div>
        </div>
      )}
      {inJunk && (
        <div className={styles.alert} data-tone="warning" role="note">
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            <strong>{t('threadDetail.junk.title')}</strong>
            <p>{t('threadDetail.junk.text')}</p>
          </div>
        </div>
      )}
    </>
  );
}
