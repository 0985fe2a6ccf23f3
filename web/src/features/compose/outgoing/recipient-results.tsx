import type { Message, RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullDate } from '../../../lib/dates.ts';
import { failureOfText } from '../../../model/compose/send-failures.ts';
import { useApi } from '../../mailbox-context/use-api.ts';
import { failureWords } from './failure-words.ts';
import styles from './message-state.module.css';
import { useLetterAct } from './use-letter-act.ts';

/** Who has it, who has not and why, and sending it again to those. */
export function RecipientResults({ message, sending }: { message: Message; sending: Sending }) {
  const { t } = useTranslation();
  const id = useId();
  const { recipients } = sending;
  const missed = recipients.filter(isMissed);
  const arrived = recipients.filter(({ state }) => state === 'delivered').length;
  const [open, setOpen] = useState(missed.length > 0);
  const words =
    arrived === recipients.length
      ? t('sending.state.arrived', { count: arrived })
      : t('sending.state.partly', { count: arrived, all: recipients.length });
  return (
    <>
      <div className={styles.summary} data-tone={missed.length > 0 ? 'danger' : undefined}>
        <span>{words}</span>
        <button
          type="button"
          className={styles.details}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('sending.state.details')}
        </button>
      </div>
      {open && (
        <ul id={id} className={styles.results}>
          {recipients.map((recipient) => (
            <Result
              key={recipient.email}
              messageId={message.id}
              recipient={recipient}
              mayRepeat={!message.is_draft}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type ResultProps = { messageId: string; recipient: RecipientDelivery; mayRepeat: boolean };

function Result({ messageId, recipient, mayRepeat }: ResultProps) {
  const { t } = useTranslation();
  const api = useApi();
  const [act, busy] = useLetterAct();
  const { email, name, state } = recipient;
  return (
    <li className={styles.result} data-state={state}>
      <div>
        {name && name !== email ? `${name} <${email}>` : email}
        <small>{wordsOf(recipient)}</small>
      </div>
      {mayRepeat && isMissed(recipient) && (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('sending.state.sendAgainTo', { email })}
          onClick={() =>
            act(async () => {
              await api.sendAgain({ params: { id: messageId }, body: { emails: [email] } });
              return t('sending.state.sentAgain');
            })
          }
        >
          {t('sending.state.sendAgain')}
        </Button>
      )}
    </li>
  );

  function wordsOf({ at, next_at, reply }: RecipientDelivery): string {
    if (state === 'waiting') {
      return next_at === null
        ? t('sending.state.recipients.waiting')
        : t('sending.state.recipients.waitingUntil', { time: fullDate(next_at) });
    }
    if (state === 'delivered') {
      return t('sending.state.recipients.delivered', { time: at === null ? '' : fullDate(at) });
    }
    const said = t(`sending.state.recipients.${state}`);
    return state === 'recalled' || !reply ? said : `${said}: ${failureWords(t, failureOfText(reply))}`;
  }
}

function isMissed({ state }: RecipientDelivery): boolean {
  return state === 'failed' || state === 'unclear';
}
