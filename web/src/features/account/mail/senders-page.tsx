import type { TopSender } from '@bocau/contract/admin-mail.ts';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import pageStyles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
import { useTry } from '../use-try.ts';
import styles from './mail.module.css';

/** Who sends the most right now, and the brake for who sends too much. */
export function SendersPage() {
  const { t, language } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const { busy, run } = useTry();
  usePageTitle(t('adminMail.senders.title'));
  const senders = useQuery({ queryKey: ['queue', 'senders'], queryFn: () => api.listTopSenders({}) });
  const rows = senders.data?.data;
  const noteAct = useKeptFocus(rows, title);

  const act = (does: 'hold' | 'release', sender: string, reason = '') =>
    run(async () => {
      await api.actOnQueue({ body: { act: does, sender, ...(reason && { reason }) } });
      noteAct();
      notify({
        text: t(does === 'hold' ? 'adminMail.senders.heldNow' : 'adminMail.queue.released', { name: sender }),
      });
      await queries.invalidateQueries({ queryKey: ['queue'] });
    });

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('adminMail.senders.title')}
      </h1>
      <p className={pageStyles.about}>{t('adminMail.senders.about')}</p>
      <section className={pageStyles.section} aria-label={t('adminMail.senders.title')}>
        {!rows && <AccountState query={senders} lines={6} />}
        {rows?.length === 0 && (
          <p className={pageStyles.about} role="status">
            {t('adminMail.senders.empty')}
          </p>
        )}
        {rows && rows.length > 0 && (
          <ul className={pageStyles.lines}>
            {rows.map((row) => (
              <Line
                key={row.sender}
                row={row}
                busy={busy}
                onHold={() => setAsking(row.sender)}
                onRelease={() => void act('release', row.sender)}
              />
            ))}
          </ul>
        )}
        {senders.data && (
          <p className={styles.limits}>
            {t('adminMail.senders.limits', {
              hour: senders.data.meta.per_hour.toLocaleString(language),
              day: senders.data.meta.per_day.toLocaleString(language),
            })}
          </p>
        )}
      </section>
      {asking !== null && (
        <HoldDialog
          name={asking}
          onClose={() => setAsking(null)}
          onHold={(reason) => {
            setAsking(null);
            void act('hold', asking, reason);
          }}
        />
      )}
    </div>
  );
}

type LineProps = { row: TopSender; busy: boolean; onHold(): void; onRelease(): void };

function Line({ row: { sender, hour, day, rejected, held }, busy, onHold, onRelease }: LineProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.event}>
      <span className={styles.what}>
        <span className={styles.name}>{sender}</span>
        <span className={styles.detail}>
          {[t('adminMail.senders.hour', { count: hour }), t('adminMail.senders.day', { count: day })].join(
            ' · ',
          )}
        </span>
        {rejected > 0 && (
          <span className={styles.detail} data-tone="warning">
            {t('adminMail.senders.rejected', { count: rejected })}
          </span>
        )}
      </span>
      {held && (
        <span className={styles.sign} data-tone="warning">
          {t('adminMail.senders.held')}
        </span>
      )}
      <Button
        variant="default"
        data-disabled={busy || undefined}
        aria-label={t(held ? 'adminMail.senders.releaseWho' : 'adminMail.senders.holdWho', { name: sender })}
        onClick={held ? onRelease : onHold}
      >
        {t(held ? 'adminMail.queue.release' : 'adminMail.senders.hold')}
      </Button>
    </li>
  );
}

function HoldDialog({
  name,
  onHold,
  onClose,
}: {
  name: string;
  onHold(reason: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <ChoiceDialog
      title={t('adminMail.senders.holdTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('adminMail.senders.holdAct'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => onHold(reason.trim())}
    >
      <p>{t('adminMail.senders.holdText')}</p>
      <TextInput
        label={t('adminMail.queue.note')}
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ChoiceDialog>
  );
}
