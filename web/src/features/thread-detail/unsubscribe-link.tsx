import type { Message } from '@bocau/contract/messages.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortName } from '../../parts/addresses/short-name.ts';
import {
  canUnsubscribe,
  type Offer,
  UnsubscribeDialog,
} from '../../parts/unsubscribe/unsubscribe-dialog.tsx';
import styles from './unsubscribe-link.module.css';

/** Offers what the sender of a message offers: to unsubscribe. */
export function UnsubscribeLink({ message, offer }: { message: Message; offer: Offer }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  if (!canUnsubscribe(offer)) return null;
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setAsking(true)}>
        {t('threadDetail.unsubscribe.link')}
      </button>
      <UnsubscribeDialog
        opened={asking}
        messageId={message.id}
        sender={shortName(message.from)}
        offer={offer}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
