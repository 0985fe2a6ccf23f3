import type { RecipientDelivery } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isMissed } from '../../model/mail/sending/delivery-summary.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { reasonWords, ServersWords } from './failure-reason.tsx';
import styles from './message-state.module.css';
import { useMessageRequest } from './use-message-request.ts';
import { useMoments } from './use-moments.ts';

type Props = { messageId: string; recipients: readonly RecipientDelivery[]; mayRepeat: boolean };

/** The result for each recipient, and sending again to those who did not get the message. */
export function RecipientResults({ messageId, recipients, mayRepeat }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { zone, isElsewhere } = useMoments();
  const act = useMessageRequest(messageId);
  /** Recipients who may get it twice: confirmed first. */
  const [asking, setAsking] = useState<readonly RecipientDelivery[] | null>(null);
  const missed = mayRepeat ? recipients.filter(isMissed) : [];

  function repeat(whom: readonly RecipientDelivery[]): void {
    setAsking(null);
    act(() => {
      // Before the request: afterwards, this notice could replace the one about the result.
      notify({ text: t('outgoing.sendingAgain') });
      return api.sendAgain({ params: { id: messageId }, body: { emails: whom.map(({ email }) => email) } });
    });
  }

  function begin(whom: readonly RecipientDelivery[]): void {
    if (whom.some(({ state }) => state === 'unclear')) setAsking(whom);
    else repeat(whom);
  }

  return (
    <>
      <ul className={styles.results}>
        {recipients.map((recipient) => (
          <li key={recipient.email} className={styles.result}>
            <Result recipient={recipient} />
            {missed.includes(recipient) && (
              <Button
                className="not-printed"
                size="xs"
                variant="default"
                aria-label={t('outgoing.sendAgainTo', { email: recipient.email })}
                onClick={() => begin([recipient])}
              >
                {t('outgoing.sendAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {recipients.map(reportedTime).some((time) => time !== null && isElsewhere(time)) && (
        <p className={styles.aside}>{t('outgoing.timesIn', { zone })}</p>
      )}
      {missed.length > 1 && (
        <div className={`${styles.acts} not-printed`}>
          <Button size="xs" variant="default" onClick={() => begin(missed)}>
            {t('outgoing.sendAgainAll', { count: missed.length })}
          </Button>
        </div>
      )}
      {asking && (
        <ChoiceDialog
          title={t('outgoing.twice.title')}
          safe={t('outgoing.twice.keep')}
          other={{ label: t('outgoing.sendAgain') }}
          onSafe={() => setAsking(null)}
          onOther={() => repeat(asking)}
        >
          <p>{t('outgoing.twice.text')}</p>
          <ul className={styles.twice}>
            {asking
              .filter(({ state }) => state === 'unclear')
              .map(({ email }) => (
                <li key={email}>{email}</li>
              ))}
          </ul>
        </ChoiceDialog>
      )}
    </>
  );
}

function Result({ recipient }: { recipient: RecipientDelivery }) {
  const { t } = useTranslation();
  const { short } = useMoments();
  const { email, name, state, held_by, reply } = recipient;
  const time = reportedTime(recipient);
  return (
    <div className={styles.whom}>
      <p>{name && name !== email ? `${name} <${email}>` : email}</p>
      <p className={styles.outcome} data-state={state}>
        {words()}
      </p>
      {(state === 'failed' || state === 'waiting') && <ServersWords text={reply} />}
    </div>
  );

  function words(): string {
    if (state === 'failed') {
      return t('outgoing.result.failed', { reason: reasonWords(t, reply) }).trim();
    }
    if (state === 'waiting') {
      return time === null ? t('outgoing.result.waiting') : t('outgoing.result.again', { time: short(time) });
    }
    if (state === 'held') return t(`outgoing.result.held.${held_by ?? 'administrator'}`);
    if (state !== 'delivered') return t(`outgoing.result.${state}`);
    return time === null
      ? t('outgoing.result.reached')
      : t('outgoing.result.delivered', { time: short(time) });
  }
}

/** The time shown for a recipient: of arrival, or of the next attempt. */
function reportedTime({ state, reply, at, next_at }: RecipientDelivery): number | null {
  if (state === 'waiting') return reply === null ? null : next_at;
  return state === 'delivered' ? at : null;
}
