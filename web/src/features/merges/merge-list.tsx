import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconTrash, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { mergeRequest } from '../../parts/merges/merge-request.ts';
import { useMerges } from '../../parts/merges/use-merges.ts';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { Link } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { LoadingRows } from '../../ui/rows/loading-rows.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { DeleteMerge } from './delete-merge.tsx';
import { canBeDeleted, faultWords, titleOf } from './merge-words.ts';
import styles from './merges.module.css';
import { StateSign } from './state-sign.tsx';

const LOOK_AGAIN_MS = 5_000;

/** The latest first; what has to be shown of those that run is asked for again. */
export function MergeList() {
  const { t } = useTranslation();
  return (
    <>
      <header className={styles.head}>
        <h1>{t('merges.title')}</h1>
        <Link to="/setting/customfilters?field=mergeRefusals" className={styles.aside}>
          {t('merges.refusals')}
        </Link>
      </header>
      <p className={styles.about}>{t('merges.about')}</p>
      <Rows />
    </>
  );
}

function Rows(): ReactNode {
  const { t } = useTranslation();
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  const [removed, setRemoved] = useState<Merge | null>(null);
  const { data, error, isError, refetch } = useMerges({ enabled: true, everyMs: LOOK_AGAIN_MS });
  if (!data && lost) {
    return (
      <ListState icon={IconCloudOff} title={t('merges.offline.title')} text={t('merges.offline.text')}>
        <Button variant="default" onClick={() => session.tryNow()}>
          {t('notices.lost.tryNow')}
        </Button>
      </ListState>
    );
  }
  if (!data && isError) {
    return (
      <ListState icon={IconCloudOff} title={t('merges.failed')} text={faultWords(t, error)}>
        <Button onClick={() => void refetch()}>{t('common.actions.retry')}</Button>
      </ListState>
    );
  }
  if (!data) return <LoadingRows label={t('merges.loading')} lines={2} />;
  if (data.length === 0) {
    return (
      <ListState icon={IconUsers} title={t('merges.empty.title')} text={t('merges.empty.text')}>
        <BeginButton />
      </ListState>
    );
  }
  return (
    <>
      <div className={styles.begin}>
        <BeginButton />
      </div>
      <ul className={styles.rows} aria-label={t('merges.rows')}>
        {data.map((merge) => (
          <Row key={merge.id} merge={merge} onRemove={() => setRemoved(merge)} />
        ))}
      </ul>
      {removed && <DeleteMerge merge={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

/** Of a new message, whose window waits while its table is chosen. */
function BeginButton() {
  const { t } = useTranslation();
  const withCompose = useWithCompose();
  return (
    <Button onClick={() => withCompose((model) => mergeRequest.set(model.openNew()))}>
      {t('merges.begin')}
    </Button>
  );
}

function Row({ merge, onRemove }: { merge: Merge; onRemove(): void }) {
  const { t } = useTranslation();
  const { counts, state } = merge;
  const title = titleOf(t, merge);
  const facts = [
    t('merges.people', { count: counts.rows }),
    merge.source_name,
    ...(state === 'preparing'
      ? []
      : [t('merges.sentOf', { sent: counts.sent, rows: counts.rows - counts.skipped })]),
    ...(counts.refused > 0 ? [t('merges.refused', { refused: counts.refused })] : []),
  ];
  return (
    <li className={styles.row}>
      <Link to={`/merges/${merge.id}`} className={styles.rowLink}>
        <span className={styles.rowTitle}>{title}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </Link>
      <StateSign merge={merge} />
      <span className={styles.date}>{shortDate(merge.created_at, now())}</span>
      <ToolButton
        icon={IconTrash}
        label={t('merges.delete.of', { title })}
        hint={t('merges.delete.act')}
        disabled={!canBeDeleted(merge)}
        onClick={onRemove}
      />
    </li>
  );
}
