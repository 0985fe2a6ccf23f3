import { QUEUE_ACTS, type QueueAct, type Queued } from '@bocau/contract/admin-mail.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment } from '../../../lib/dates.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './mail.module.css';
import { destinationWords, replyWords } from './reply-words.ts';

const SCOPES = ['recipient', 'message', 'sender', 'destination'] as const;
type Scope = (typeof SCOPES)[number];

/** `isOwn`: sent by the user; `onActed`: the line may now be removed from the list. */
type Props = { row: Queued; isOwn: boolean; onActed(): void; onClose(): void };

/** One recipient in the queue: its details, and actions on it, its message, its sender or its destination. */
export function QueuedDialog({ row, isOwn, onActed, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const [scope, setScope] = useState<Scope>(row.held === 'brake' ? 'sender' : (row.held ?? 'recipient'));
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const { destination, mailbox } = row;
  // Held senders can't clear themselves.
  const acts = QUEUE_ACTS.filter((each) => !(isOwn && each === 'release' && scope !== 'destination'));

  const act = (does: QueueAct) =>
    run(async () => {
      const { data } = await api.actOnQueue({ body: { act: does, ...wholeOf(row, scope), reason } });
      notify({ text: doneWords(t, does, scope, data) });
      onActed();
      onClose();
      await queries.invalidateQueries({ queryKey: ['queue'] });
    });

  return (
    <Modal
      opened
      onClose={onClose}
      title={row.recipient}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <Facts row={row} />
      <div className={styles.form}>
        <NativeSelect
          label={t('adminMail.queue.scope')}
          data={SCOPES.map((value) => ({
            value,
            label: t(`adminMail.queue.scopes.${value}`, {
              name: value === 'sender' ? mailbox : destinationWords(t, destination),
            }),
          }))}
          value={scope}
          onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}
        />
        <TextInput
          label={t('adminMail.queue.note')}
          description={t('adminMail.queue.noteAbout')}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Acts
          acts={acts}
          busy={busy}
          onAct={(each) => (each === 'remove' ? setAsking(true) : void act(each))}
        />
      </div>
      {asking && (
        <ChoiceDialog
          title={t('adminMail.queue.removeTitle')}
          safe={t('common.actions.cancel')}
          other={{ label: t('adminMail.queue.acts.remove'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={() => {
            setAsking(false);
            void act('remove');
          }}
        >
          <p>{t('adminMail.queue.removeText')}</p>
        </ChoiceDialog>
      )}
    </Modal>
  );
}

function Facts({ row }: { row: Queued }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  return (
    <dl className={styles.facts}>
      <dt>{t('adminMail.queue.mailbox')}</dt>
      <dd>{row.mailbox}</dd>
      <dt>{t('adminMail.queue.destination')}</dt>
      <dd>{destinationWords(t, row.destination)}</dd>
      <dt>{t('adminMail.queue.waitingSince')}</dt>
      <dd>{fullMoment(row.queued_at, zone)}</dd>
      <dt>{t('adminMail.queue.attempts')}</dt>
      <dd>{row.attempts}</dd>
      <dt>{t('adminMail.queue.nextTry')}</dt>
      <dd>{row.next_at === null ? t('adminMail.queue.none') : fullMoment(row.next_at, zone)}</dd>
      <dt>{t('adminMail.queue.said')}</dt>
      <dd>{row.reply === null ? t('adminMail.queue.none') : replyWords(t, row.code, row.reply)}</dd>
    </dl>
  );
}

type ActsProps = { acts: readonly QueueAct[]; busy: boolean; onAct(act: QueueAct): void };

function Acts({ acts, busy, onAct }: ActsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.acts}>
      {acts.map((each) => (
        <Button
          key={each}
          variant={each === 'remove' ? 'outline' : 'default'}
          {...(each === 'remove' ? { color: 'red' } : {})}
          data-disabled={busy || undefined}
          onClick={() => onAct(each)}
        >
          {t(`adminMail.queue.acts.${each}`)}
        </Button>
      ))}
    </div>
  );
}

type Done = { moved: number; more: boolean };

/** The result and the number of affected messages; there may be more than one call can reach. */
function doneWords(t: Say, does: QueueAct, scope: Scope, { moved, more }: Done): string {
  const isWhole = does === 'hold' && (scope === 'sender' || scope === 'destination');
  const done = isWhole
    ? t('adminMail.queue.did.holdAll')
    : moved === 0
      ? t('adminMail.queue.nothing')
      : t(`adminMail.queue.did.${does}`, { count: moved });
  return more ? `${done} ${t('adminMail.queue.did.more')}` : done;
}

function wholeOf({ id, recipient, destination, mailbox }: Queued, scope: Scope) {
  if (scope === 'sender') return { sender: mailbox };
  if (scope === 'destination') return { destination };
  return scope === 'message' ? { message: id } : { message: id, recipient };
}
