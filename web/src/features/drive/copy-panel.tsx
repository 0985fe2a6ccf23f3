import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRunning } from '../../model/drive/drive-copies.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { useDrive, useDriveModel } from '../../parts/drive/use-drive.ts';
import { useFocusInside } from '../../parts/keyboard/use-focus-inside.ts';
import { useUploads } from '../../parts/uploads/use-uploads.ts';
import { announceCopyEnd } from './announce-copy.ts';
import { announceFailure } from './begin-drive-act.ts';
import styles from './copy-panel.module.css';

/** The progress of copy jobs, with a way to cancel them; announces the result of those that ended. */
export function CopyPanel() {
  const { t } = useTranslation();
  const model = useDriveModel();
  const jobs = useDrive((drive) => drive.copies());
  const uploads = useUploads();
  const panel = useRef<HTMLElement>(null);
  useFocusInside(panel, () => document.getElementById('content')?.focus({ preventScroll: true }));

  useEffect(() => {
    for (const job of jobs) {
      if (isRunning(job)) continue;
      model.forgetCopy(job.id);
      announceCopyEnd(model, job);
    }
  }, [model, jobs]);

  const running = jobs.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section
      ref={panel}
      className={styles.panel}
      data-floating
      data-raised={uploads.length > 0 || undefined}
      aria-label={t('drive.copies.label')}
    >
      {running.map((job) => (
        <Copy key={job.id} job={job} />
      ))}
      <p className={styles.later}>{t('drive.copies.later')}</p>
    </section>
  );
}

function Copy({ job }: { job: DriveCopyJob }) {
  const { t } = useTranslation();
  const model = useDriveModel();
  const [stopping, setStopping] = useState(false);
  const { id, name, chosen, done, total } = job;
  const title =
    chosen > 1 ? t('drive.copies.titleMany', { count: chosen }) : t('drive.copies.title', { name });

  async function stop(): Promise<void> {
    setStopping(true);
    try {
      await model.cancelCopy(id);
    } catch (error) {
      setStopping(false);
      announceFailure(t('drive.refused.copy'), asApiError(error));
    }
  }

  return (
    <div className={styles.copy}>
      <strong title={title}>{title}</strong>
      <span className={styles.count}>{t('drive.copies.progress', { done, total })}</span>
      <Button
        size="xs"
        variant="default"
        disabled={stopping}
        aria-label={t('drive.copies.stopOf', { name })}
        onClick={() => void stop()}
      >
        {t('drive.copies.stop')}
      </Button>
      <progress className={styles.bar} aria-label={title} value={done} max={total} />
    </div>
  );
}
