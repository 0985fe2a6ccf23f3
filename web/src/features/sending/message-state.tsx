import type { Message } from '@bocau/contract/messages.ts';
import { type FocusEvent, useEffect, useRef } from 'react';
import { isUnsettled, summaryOf } from '../../model/mail/sending/delivery-summary.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { FailedAlert } from './failed-alert.tsx';
import styles from './message-state.module.css';
import { OpenedLine } from './opened-line.tsx';
import { PeriodicBanner } from './periodic-banner.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { ScheduledBanner } from './scheduled-banner.tsx';
import { useFollowedMessage } from './use-followed-message.ts';

type Props = { message: Message; onGone(): void };

/** How far the delivery of one's own message has come, and the actions on it. */
export function MessageState(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);

  // Where an action removes the focused control, this area takes the focus.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  });

  function left({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && place.current?.contains(relatedTarget))) hadFocus.current = false;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks the focus
    <div
      ref={place}
      className={styles.place}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={left}
    >
      <State {...props} />
    </div>
  );
}

function State({ message, onGone }: Props) {
  const { period, receipt, sending, intended_time: at, tracking } = message;
  const summary = sending && summaryOf(sending);
  useFollowedMessage(message.id, at === null && summary !== null && isUnsettled(summary));

  if (message.status === 'sending_failed') return <FailedAlert message={message} />;
  if (period) return <PeriodicBanner messageId={message.id} period={period} onGone={onGone} />;
  if (at !== null) return <ScheduledBanner messageId={message.id} at={at} onGone={onGone} />;
  return (
    <>
      {(sending !== null || tracking !== null) && (
        <div className={styles.quiet}>
          {sending && summary && <DeliveryLine messageId={message.id} sending={sending} summary={summary} />}
          {tracking && !message.is_draft && <OpenedLine tracking={tracking} />}
        </div>
      )}
      {receipt !== null && !message.is_draft && <ReceiptLine message={message} />}
    </>
  );
}
