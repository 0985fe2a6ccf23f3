import { LIMITS } from '@bocau/contract/limits.ts';
import type { RemovedMessage } from '@bocau/contract/removed-messages.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { pathWords } from '../../parts/folders/folder-names.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useAttempt } from '../../parts/notices/use-attempt.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import lines from './list-lines.module.css';
import styles from './removed-messages.module.css';
import { useRestoring } from './use-restoring.ts';

const QUERY = ['removed-messages'];

/**
 * Below the Trash: messages removed by a mail program are not in it, but can be restored. Hidden for none.
 */
export function RemovedLine() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [open, setOpen] = useState(false);
  const first = useQuery({ queryKey: QUERY, queryFn: () => api.listRemovedMessages({ query: {} }) });
  if (!first.data || first.data.data.length === 0) return null;
  const { data, meta } = first.data;
  return (
    <div className={`${lines['line']} ${lines['below']}`}>
      <button type="button" onClick={() => setOpen(true)}>
        {t('removed.title')}
      </button>
      {open && (
        <RemovedDialog
          first={data}
          next={meta.next_cursor}
          total={meta.total ?? data.length}
          onClose={() => {
            setOpen(false);
            void queries.invalidateQueries({ queryKey: QUERY });
          }}
        />
      )}
    </div>
  );
}

type Listed = { first: RemovedMessage[]; next: string | null; total: number };

function RemovedDialog({ first, next: firstNext, total, onClose }: Listed & { onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy, run } = useAttempt();
  const [messages, setMessages] = useState(first);
  const [next, setNext] = useState(firstNext);
  const { restored, left, restoring, restoreOne, restoreAll, stop } = useRestoring(total);

  async function loadMore(cursor: string): Promise<void> {
    const { data, meta } = await api.listRemovedMessages({ query: { cursor } });
    setMessages((before) => [...before, ...data]);
    setNext(meta.next_cursor);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('removed.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <p className={styles['note']}>{t('removed.note', { count: LIMITS.removedDays })}</p>
      <div className={styles['all']}>
        <p role="status" className={styles['note']}>
          {left < total && t('removed.progress', { done: total - left, total })}
        </p>
        <RestoreAll
          left={left}
          busy={busy}
          stop={restoring ? stop : null}
          onRestore={() => void run(restoreAll)}
        />
      </div>
      <ul className={styles['messages']}>
        {messages.map((message) => (
          <RemovedRow
            key={message.id}
            message={message}
            restored={restored.has(message.id)}
            busy={busy}
            onRestore={() => void run(() => restoreOne(message.id))}
          />
        ))}
      </ul>
      {next !== null && left > 0 && (
        <div className={styles['more']}>
          <Button variant="default" disabled={busy} onClick={() => void run(() => loadMore(next))}>
            {t('removed.more')}
          </Button>
        </div>
      )}
    </Modal>
  );
}

type AllProps = { left: number; busy: boolean; stop: (() => void) | null; onRestore(): void };

/** One button all the time, which keeps the focus. */
function RestoreAll({ left, busy, stop, onRestore }: AllProps) {
  const { t } = useTranslation();
  const still = stop === null && (busy || left === 0);
  const label = left > 0 ? t('removed.restoreAll', { count: left }) : t('removed.allRestored');
  return (
    <Button
      variant={stop ? 'default' : 'filled'}
      aria-disabled={still || undefined}
      data-disabled={still || undefined}
      onClick={still ? undefined : (stop ?? onRestore)}
    >
      {stop ? t('removed.stop') : label}
    </Button>
  );
}

type RowProps = { message: RemovedMessage; restored: boolean; busy: boolean; onRestore(): void };

function RemovedRow({ message, restored, busy, onRestore }: RowProps) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { from, folder, removed_at: at } = message;
  const subject = message.subject || t('threadList.noSubject');
  const label = t(restored ? 'removed.restored' : 'removed.restore');
  const still = restored || busy;
  return (
    <li className={styles['message']}>
      <div className={styles['words']}>
        <strong>{subject}</strong>
        <span>
          {from.name || from.email} · {pathWords(t, folder ?? 'INBOX')}
        </span>
      </div>
      <time dateTime={new Date(at * 1000).toISOString()}>{shortMoment(at, now(), zone)}</time>
      <Button
        variant={restored ? 'transparent' : 'default'}
        size="xs"
        // Not `disabled`, so that it keeps the focus when there is nothing left to do.
        aria-disabled={still || undefined}
        data-disabled={still || undefined}
        aria-label={`${label}: ${subject}`}
        onClick={still ? undefined : onRestore}
      >
        {label}
      </Button>
    </li>
  );
}
