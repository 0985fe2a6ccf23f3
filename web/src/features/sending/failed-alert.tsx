import type { Message } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isMissed, summaryOf } from '../../model/mail/sending/delivery-summary.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { FailureReason } from './failure-reason.tsx';
import styles from './message-state.module.css';
import { RecipientResults } from './recipient-results.tsx';

/**
 * SD-20: the recipients that a message did not reach, or may not have reached, why, and what can be done now.
 */
export function FailedAlert({ message }: { message: Message }) {
  const { t } = useTranslation();
  const withCompose = useWithCompose();
  const model = useMailModel();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const recipients = message.sending?.recipients ?? [];
  const missed = recipients.filter(isMissed);
  const others = recipients.filter((recipient) => !isMissed(recipient));
  const { all, kind } = summaryOf({ state: 'failed', recipients });

  function title(): string {
    if (kind === 'unclear') return t('outgoing.state.unclear', { count: all, missed: missed.length });
    return message.is_draft || missed.length === 0
      ? t('outgoing.state.failed')
      : t('outgoing.state.missed', { count: all, missed: missed.length });
  }

  return (
    <div className={styles.state} data-tone={kind === 'unclear' ? 'warning' : 'danger'} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <div className={styles.words}>
        <p>
          <strong>{title()}</strong>
        </p>
        {missed.length === 0 && <FailureReason text={message.error_msg} />}
        {message.is_draft && <p>{t('outgoing.state.backInDrafts')}</p>}
        {missed.length > 0 && (
          <RecipientResults
            messageId={message.id}
            recipients={missed}
            mayRepeat={!message.is_draft && maySend}
          />
        )}
        {others.length > 0 && <Others messageId={message.id} recipients={others} />}
        {message.is_draft && maySend && (
          <div className={`${styles.acts} not-printed`}>
            <Button
              size="xs"
              leftSection={<IconPencil size={16} />}
              onClick={() =>
                withCompose(async (compose) =>
                  compose.openDraft(await model.loadMessage(message.id), 'thread'),
                )
              }
            >
              {t('outgoing.editAndSend')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

type OthersProps = { messageId: string; recipients: NonNullable<Message['sending']>['recipients'] };

function Others({ messageId, recipients }: OthersProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.who} not-printed`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('outgoing.others', { count: recipients.length })}
      </button>
      <div id={id} hidden={!open}>
        {open && <RecipientResults messageId={messageId} recipients={recipients} mayRepeat={false} />}
      </div>
    </>
  );
}
