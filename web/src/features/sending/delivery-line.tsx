import type { Sending } from '@bocau/contract/messages.ts';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconClock,
  IconSend,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DeliverySummary } from '../../model/mail/sending/delivery-summary.ts';
import { HeldLine } from './held-line.tsx';
import styles from './message-state.module.css';
import { RecipientResults } from './recipient-results.tsx';

const ICONS = {
  'on-its-way': IconSend,
  deferred: IconClock,
  stopped: IconAlertTriangle,
  unclear: IconAlertTriangle,
  failed: IconAlertTriangle,
  recalled: IconArrowBackUp,
  arrived: IconCheck,
} as const;

type Props = { messageId: string; sending: Sending; summary: DeliverySummary };

/** One quiet line for a message that is being delivered or has arrived; expands to its recipients. */
export function DeliveryLine({ messageId, sending, summary }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { kind, all, reached, recalled, missed } = summary;
  if (kind === 'held') return <HeldLine messageId={messageId} />;
  const open = chosen ?? missed.length > 0;
  const Icon = ICONS[kind];
  return (
    <>
      <div
        className={styles.line}
        data-tone={kind === 'unclear' || kind === 'stopped' ? 'warning' : undefined}
      >
        <Icon size={16} aria-hidden />
        <span role="status">{words()}</span>
        {all > 0 && (
          <button
            type="button"
            className={`${styles.who} not-printed`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setChosen(!open)}
          >
            {t('outgoing.who')}
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
      </div>
      <div id={id} hidden={!open}>
        {open && <RecipientResults messageId={messageId} recipients={sending.recipients} mayRepeat />}
      </div>
    </>
  );

  function words(): string {
    if (kind === 'deferred') return t('outgoing.state.deferred', { reached, count: all });
    if (kind === 'stopped') return t('outgoing.state.stopped', { reached, count: all });
    if (kind === 'on-its-way') {
      return reached > 0
        ? t('outgoing.state.goesOn', { reached, all })
        : t('outgoing.state.onItsWay', { count: all });
    }
    if (kind === 'unclear') return t('outgoing.state.unclear', { count: all, missed: missed.length });
    if (kind === 'failed') return t('outgoing.state.missed', { count: all, missed: missed.length });
    if (kind === 'recalled') return t('outgoing.state.recalled', { recalled, count: all });
    return t('outgoing.state.arrived', { count: all });
  }
}
