import type { Message } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { shownName } from '../../parts/senders/sender-doubts.ts';
import styles from './message-state.module.css';
import { useMessageRequest } from './use-message-request.ts';
import { useMoments } from './use-moments.ts';

/** The number of confirming recipients that are shown. */
const SHOWN = 5;

/**
 * RFC 8098: asks the reader once, explicitly, whether the sender may get a read receipt; shows senders who
 * requested one what came of it.
 */
export function ReceiptLine({ message }: { message: Message }) {
  const { receipt_to: to } = message;
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(false);

  // The buttons are removed with the answer; this area takes the focus.
  useEffect(() => {
    if (!answered.current || to !== null) return;
    answered.current = false;
    place.current?.focus({ preventScroll: true });
  }, [to]);

  return (
    <div ref={place} className={`${styles.place} not-printed`} tabIndex={-1}>
      {to === null ? (
        <ReceiptStatus message={message} />
      ) : (
        <Question message={message} to={to} answered={answered} />
      )}
    </div>
  );
}

type Asked = { message: Message; to: NonNullable<Message['receipt_to']>; answered: RefObject<boolean> };

function Question({ message, to, answered }: Asked) {
  const { t } = useTranslation();
  const api = useApi();
  const perform = useMessageRequest(message.id);
  const answer = (send: boolean) =>
    perform(async () => {
      if (answered.current) return;
      await api.answerReceipt({ params: { id: message.id }, body: { send } });
      answered.current = true;
    });
  return (
    <div className={styles.state}>
      <IconMailQuestion size={18} aria-hidden />
      <div className={styles.words}>
        <p>{t('receipt.asks', { sender: shownName(message.from) })}</p>
        {to.elsewhere && <p className={styles.aside}>{t('receipt.elsewhere', { address: to.email })}</p>}
        <div className={styles.acts}>
          <Button variant="default" onClick={() => answer(true)}>
            {t('receipt.send')}
          </Button>
          <Button variant="default" onClick={() => answer(false)}>
            {t('receipt.decline')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The reader's answer or, for one's own message, who confirmed reading it. */
function ReceiptStatus({ message }: { message: Message }) {
  const { receipt, receipts, sending } = message;
  // A received message whose request is not to be answered shows nothing.
  if (receipt === 'wanted' && receipts.length === 0 && sending === null) return null;
  return (
    <div className={styles.quiet}>
      <Words message={message} />
    </div>
  );
}

function Words({ message: { receipt, receipts } }: { message: Message }) {
  const { t } = useTranslation();
  const { short } = useMoments();
  const more = receipts.length - SHOWN;
  if (receipt === null) return null;
  if (receipt !== 'wanted') return <Line>{t(`receipt.${receipt}`)}</Line>;
  if (receipts.length === 0) return <Line>{t('receipt.waiting')}</Line>;
  return (
    <>
      {receipts.slice(0, SHOWN).map(({ name, email, at }) => (
        <Line key={email}>{t('receipt.displayed', { who: name || email, time: short(at) })}</Line>
      ))}
      {more > 0 && <Line>{t('receipt.more', { count: more })}</Line>}
      <p className={styles.aside}>{t('receipt.noProof')}</p>
    </>
  );
}

function Line({ children }: { children: string }) {
  return (
    <div className={styles.line}>
      <IconMailCheck size={16} aria-hidden />
      <span role="status">{children}</span>
    </div>
  );
}
