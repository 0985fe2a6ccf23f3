import type { SpamVerdict } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconAlertTriangle, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './thread-detail.module.css';

/** What a reader must know before reading. */
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
            {spam && <WhySpam spam={spam} />}
            <p>{t('threadDetail.junk.text')}</p>
          </div>
        </div>
      )}
    </>
  );
}

/** The names are those of the filter, as whoever runs it knows them. */
function WhySpam({ spam: { score, reasons } }: { spam: SpamVerdict }) {
  const { t, language } = useTranslation();
  const points = score?.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <p>
      {points === undefined
        ? t('threadDetail.junk.found')
        : t('threadDetail.junk.foundScore', { score: points })}
      {reasons.length > 0 && ` ${t('threadDetail.junk.reasons', { reasons: reasons.join(', ') })}`}
    </p>
  );
}
