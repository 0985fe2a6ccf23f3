import type { BulkJob } from '@bocau/contract/bulk.ts';
import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { runningWords } from './act-words.ts';
import styles from './batch-panel.module.css';
import { type Job, job } from './jobs.ts';
import { notifyBulkEnd } from './notify-bulk-end.ts';
import { stopBatch } from './run-batch.ts';
import { stopBulk } from './run-bulk.ts';

/** The progress of an act on many threads, with a way to stop it. */
export function BatchPanel() {
  const running = useSyncExternalStore(job.subscribe, job.get);
  if (!running) return null;
  return running.kind === 'batch' ? <Batch running={running} /> : <Bulk key={running.id} running={running} />;
}

function Batch({ running }: { running: Extract<Job, { kind: 'batch' }> }) {
  useEffect(() => {
    // Acts not begun yet would be lost with the page.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Panel
      title={runningWords(running.name)}
      done={running.done}
      total={running.total}
      stopping={running.stopping}
      onStop={stopBatch}
    />
  );
}

function Bulk({ running }: { running: Extract<Job, { kind: 'bulk' }> }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const { id, name, folder, undoing, afterUndo } = running;
  const known = useMailbox((reader) => reader.bulkJob(id));
  const ended = known !== null && hasEnded(known, undoing) ? known : null;

  useEffect(() => {
    if (!ended) return;
    job.set(null);
    notifyBulkEnd(model, name, folder, ended);
    if (ended.state === 'undone') afterUndo?.();
  }, [model, name, folder, ended, afterUndo]);

  if (ended) return null;
  return (
    <Panel
      title={undoing ? t('acts.bulk.undoing') : runningWords(name)}
      done={known?.done ?? 0}
      total={known?.total ?? 0}
      stopping={false}
      onStop={undoing ? null : () => void stopBulk(model, id)}
    />
  );
}

/** A job being undone had already ended once. */
function hasEnded({ state }: BulkJob, undoing: boolean): boolean {
  if (undoing) return state === 'undone' || state === 'failed';
  return state !== 'running' && state !== 'undoing';
}

type PanelProps = {
  title: string;
  done: number;
  total: number;
  stopping: boolean;
  onStop: (() => void) | null;
};

function Panel({ title, done, total, stopping, onStop }: PanelProps) {
  const { t } = useTranslation();
  // Reserves the final width, so that the text doesn't move with each digit.
  const words = (at: number) => t('acts.batch.progress', { done: at, total });
  return (
    <section className={`${styles['panel']} not-printed`} aria-label={t('acts.batch.panel')}>
      <div className={styles['line']}>
        <strong>{stopping ? t('acts.batch.stopping') : title}</strong>
        <span style={{ minWidth: `${words(total).length}ch` }}>{total > 0 && words(done)}</span>
      </div>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={done}
      >
        <div style={{ transform: `scaleX(${total > 0 ? done / total : 0})` }} />
      </div>
      {onStop && (
        <Button size="xs" variant="default" disabled={stopping} onClick={onStop}>
          {t('acts.batch.stop')}
        </Button>
      )}
    </section>
  );
}
