import type { Queued } from '@bocau/contract/admin-mail.ts';
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
import styles from './mail.module.css';
import { QueueTools } from './queue-tools.tsx';
import { QueueTotals } from './queue-totals.tsx';
import { QueuedDialog } from './queued-dialog.tsx';
import { replyWords } from './reply-words.ts';
import { useQueueFilter } from './use-queue-filter.ts';

/** The outgoing queue: messages waiting for other servers, and the actions on them. */
export function QueuePage({ ownName }: { ownName: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const filter = useQueueFilter(cursors);
  const [opened, setOpened] = useState<Queued | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { cursor } = cursors;
  const { query } = filter;
  usePageTitle(t('consolePages.queue'));

  const queue = useQuery({
    queryKey: ['queue', 'list', filter.way, query, cursor],
    queryFn: () => api.listQueue({ query: { ...query, ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  });
  const rows = queue.data?.data;
  const next = queue.data?.meta.next_cursor ?? null;
  const noteAct = useKeptFocus(rows, title);

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('consolePages.queue')}
      </h1>
      <p className={pageStyles.about}>{t('adminMail.queue.about')}</p>
      <Together>
        <QueueTotals ownName={ownName} title={title} onShow={filter.showOnly} />
        <section className={pageStyles.section} aria-label={t('adminMail.queue.list')}>
          <QueueTools filter={filter} />
          {!rows && <AccountState query={queue} lines={6} />}
          {rows?.length === 0 && (
            <p className={pageStyles.about} role="status">
              {next === null && Object.keys(query).length === 0
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
