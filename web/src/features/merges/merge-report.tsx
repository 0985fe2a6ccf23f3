import type { MergeRow } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { failureOfText } from '../../model/compose/send-failures.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { failureWords } from '../../parts/sending/failure-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link } from '../../router/router.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './merge-report.module.css';
import { unsentOf } from './merge-words.ts';
import type { ShownMerge } from './use-merge.ts';
import { type RowsAsked, useMergeRows } from './use-merge-rows.ts';

const FILTERS = {
  all: {},
  sent: { state: 'sent' },
  refused: { state: 'refused' },
  unclear: { state: 'unclear' },
  sending: { state: 'sending' },
  waiting: { state: 'waiting' },
  skipped: { state: 'skipped' },
  stopped: { state: 'stopped' },
  opened: { did: 'opened' },
  answered: { did: 'answered' },
} as const satisfies Record<string, RowsAsked>;
type Filter = keyof typeof FILTERS;

/** What became of each person's message; what did not happen to anybody is no filter. */
export function MergeReport({ merge }: { merge: ShownMerge }) {
  const { t, language } = useTranslation();
  const [chosen, choose] = useState<Filter>('all');
  const numbers = numbersOf(merge);
  const filters = (Object.keys(FILTERS) as Filter[]).filter(
    (filter) => filter === 'all' || filter === chosen || (numbers[filter] ?? 0) > 0,
  );
  return (
    <section className={styles.report} aria-labelledby="merge-report">
      <div className={styles.heading}>
        <h2 id="merge-report">{t('merges.report.title')}</h2>
        <Button
          component="a"
          href={`/api/v2/merges/${merge.id}/report.csv?lang=${language}`}
          download
          variant="default"
          leftSection={<IconFileTypeCsv size={16} />}
        >
          {t('merges.report.csv')}
        </Button>
      </div>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{t('merges.report.filter')}</legend>
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === chosen}
            className={styles.filter}
            onClick={() => choose(filter)}
          >
            {t(`merges.report.${filter}`)} <span>{numbers[filter] ?? 0}</span>
          </button>
        ))}
      </fieldset>
      {merge.counts.unclear > 0 && <p className={styles.about}>{t('merges.report.unclearAbout')}</p>}
      {(merge.opened ?? 0) > 0 && <p className={styles.about}>{t('merges.report.openedAbout')}</p>}
      <Rows key={chosen} id={merge.id} asked={FILTERS[chosen]} stamp={JSON.stringify(numbers)} />
    </section>
  );
}

function numbersOf(merge: ShownMerge): Partial<Record<Filter, number>> {
  const { counts, state, opened, answered } = merge;
  const { rows, sent, refused, unclear, sending, skipped } = counts;
  const unsent = { [state === 'stopped' ? 'stopped' : 'waiting']: unsentOf(merge) };
  return { all: rows, sent, refused, unclear, sending, skipped, opened: opened ?? 0, answered, ...unsent };
}

type RowsProps = { id: string; asked: RowsAsked; stamp: string };

function Rows({ id, asked, stamp }: RowsProps) {
  const { t } = useTranslation();
  const { rows, data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useMergeRows(
    id,
    asked,
    stamp,
  );
  if (isError && !data)
    return <LoadFailed words={t('merges.check.loadFailed')} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (rows.length === 0) return <p className={styles.about}>{t('merges.report.none')}</p>;
  return (
    <>
      <ul className={styles.rows} aria-label={t('merges.report.rows')}>
        {rows.map((row) => (
          <ReportRow key={row.row} row={row} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className={styles.more}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('merges.check.more')}
        </Button>
      )}
    </>
  );
}

function ReportRow({ row }: { row: MergeRow }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { name, email, state, problems, reply, sent_at, thread_id, opened, answered, line } = row;
  const who = name || email || t('merges.check.nobody');
  const facts = [
    ...(name !== '' && email !== '' ? [email] : []),
    ...(state === 'skipped' ? problems.map((problem) => t(`merges.check.problem.${problem}`)) : []),
    ...(opened ? [t('merges.report.opened')] : []),
    ...(answered ? [t('merges.report.answered')] : []),
  ];
  return (
    <li className={styles.row}>
      <span className={styles.line}>{line}</span>
      <span className={styles.who}>
        {thread_id === null ? (
          <span className={styles.name}>{who}</span>
        ) : (
          <Link
            to={addressOf({ kind: 'folder', path: 'Sent' }, 1, thread_id)}
            className={styles.name}
            aria-label={t('merges.report.open', { who })}
          >
            {who}
          </Link>
        )}
        {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
        {reply !== null && state !== 'sent' && (
          <span className={styles.reply} title={reply}>
            {failureWords(t, failureOfText(reply))}
          </span>
        )}
      </span>
      <span className={styles.state} data-state={state}>
        {t(`merges.report.${state}`)}
        {sent_at !== null && (
          <small>{t('merges.report.at', { time: shortMoment(sent_at, now(), zone) })}</small>
        )}
      </span>
    </li>
  );
}
