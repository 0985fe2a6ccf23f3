import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconAlertTriangle, IconShieldX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './thread-detail.module.css';

const WhySpam = lazyPart(async () => {
  const [{ WhySpam: Part }] = await Promise.all([import('./why-spam.tsx'), loadLaterWords()]);
  return Part;
});

/** Warnings to see before reading. */
export function ThreadAlerts({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const spam = thread.messages.find((message) => message.folder === 'Junk' && message.spam)?.spam;
  const spoofed = thread.messages.find((message) => message.spoofed);
  const inJunk = thread.mailbox_name === 'Junk' || thread.messages.some(({ folder }) => folder === 'Junk');
  return (
    <>
      {(spoofed || thread.spoofed) && (
        <div className={styles.alert} data-tone="danger" role="alert">
          <IconShieldX size={20} aria-hidden />
          <div>
            <strong>{t('threadDetail.spoofed.title')}</strong>
            <p>{t('threadDetail.spoofed.text', { email: (spoofed ?? thread).from.email })}</p>
          </div>
        </div>
      )}
      {inJunk && (
        <div className={styles.alert} data-tone="warning" role="note">
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            <strong>{t('threadDetail.junk.title')}</strong>
            {spam && (
              <Suspense fallback={null}>
                <WhySpam spam={spam} />
              </Suspense>
            )}
            <p>{t('threadDetail.junk.text')}</p>
          </div>
        </div>
      )}
    </>
  );
}
