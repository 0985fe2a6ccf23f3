import { QUEUE_REASONS, type Queued, type QueueReason } from '@bocau/contract/admin-mail.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { Together } from '../../../parts/account/together.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { useTypedSearch } from '../people/use-typed-search.ts';
import styles from './mail.module.css';
import { QueueTotals } from './queue-totals.tsx';
import { QueuedDialog } from './queued-dialog.tsx';
import { replyWords } from './reply-words.ts';

const WAYS = ['sender', 'recipient', 'destination'] as const;
type Way = (typeof WAYS)[number];

/** What waits for servers elsewhere, and what can be done about it. */
export function QueuePage({ ownName }: { ownName: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const [way, setWay] = useState<Way>('sender');
  const { typed, setTyped, search, searchFor } = useTypedSearch(cursors);
  const [reason, setReason] = useState<QueueReason | ''>('');
  const [opened, setOpened] = useState<Queued | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { cursor, reset } = cursors;
  usePageTitle(t('adminMail.queue.title'));

  const queue = useQuery({
    queryKey: ['queue', 'list', way, search, reason, cursor],
    queryFn: () =>
      api.listQueue({
        query: { ...(search && { [way]: search }), ...(reason && { reason }), ...(cursor && { cursor }) },
      }),
    placeholderData: keepPreviousData,
  });
  const rows = queue.data?.data;
  const next = queue.data?.meta.next_cursor ?? null;
  const noteAct = useKeptFocus(rows, title);

  function showOnly(destination: string) {
    setWay('destination');
    searchFor(destination);
  }

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('adminMail.queue.title')}
      </h1>
      <p className={pageStyles.about}>{t('adminMail.queue.about')}</p>
      <Together>
        <QueueTotals ownName={ownName} title={title} onShow={showOnly} />
        <section className={pageStyles.section} aria-label={t('adminMail.queue.list')}>
          <div className={styles.tools}>
            <NativeSelect
              label={t('adminMail.queue.by')}
              data={WAYS.map((value) => ({ value, label: t(`adminMail.queue.ways.${value}`) }))}
              value={way}
              onChange={({ currentTarget }) => {
                setWay(currentTarget.value as Way);
                reset();
              }}
            />
            <TextInput
              type="search"
              className={styles.search}
              label={t('adminMail.queue.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              maxLength={255}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <NativeSelect
              label={t('adminMail.queue.reason')}
              data={[
                { value: '', label: t('adminMail.queue.anyReason') },
                ...QUEUE_REASONS.map((value) => ({ value, label: t(`adminMail.queue.reasons.${value}`) })),
              ]}
              value={reason}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value as QueueReason | '');
                reset();
              }}
            />
          </div>
          {!rows && <AccountState query={queue} lines={6} />}
          {rows?.length === 0 && (
            <p className={pageStyles.about} role="status">
              {next === null && search === '' && reason === ''
                ? t('adminMail.queue.empty')
                : t('adminMail.queue.noMatch')}
            </p>
          )}
          {rows && rows.length > 0 && (
            <ul className={pageStyles.lines} aria-busy={queue.isPlaceholderData}>
              {rows.map((row) => (
                <Line key={`${row.id} ${row.recipient}`} row={row} onOpen={() => setOpened(row)} />
              ))}
            </ul>
          )}
          <Pages cursors={cursors} next={next} waiting={queue.isPlaceholderData} />
        </section>
      </Together>
      {opened && (
        <QueuedDialog
          row={opened}
          isOwn={opened.mailbox === ownName}
          onActed={noteAct}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function Line({ row, onOpen }: { row: Queued; onOpen(): void }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { recipient, sender, queued_at, next_at, reply, code, held, reason } = row;
  const at = (seconds: number) => shortMoment(seconds, now(), zone);
  const times = [
    t('adminMail.queue.since', { at: at(queued_at) }),
    next_at !== null && held === null && t('adminMail.queue.next', { at: at(next_at) }),
  ];
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.what}>
          <span className={styles.name}>{recipient}</span>
          <span className={styles.detail}>
            {sender === '' ? t('adminMail.queue.report') : t('adminMail.queue.from', { sender })}
            {' · '}
            {times.filter(Boolean).join(' · ')}
          </span>
          {reply !== null && <span className={styles.detail}>{replyWords(t, code, reply)}</span>}
        </span>
        <span className={styles.sign} data-tone={held === null ? undefined : 'warning'}>
          {held === null ? t(`adminMail.queue.reasons.${reason}`) : t(`adminMail.queue.held.${held}`)}
        </span>
      </button>
    </li>
  );
}
