import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import styles from './merge-progress.module.css';
import { unsentOf } from './merge-words.ts';
import { useForgetRows, useTakeMerge } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

type Act = 'pause' | 'resume' | 'stop' | 'undo';

/** How far a merge has come, and what can be done about it. */
export function MergeProgress({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const api = useApi();
  const take = useTakeMerge();
  const forget = useForgetRows(merge.id);
  const { busy, run } = useMergeAttempt();
  const [stopping, setStopping] = useState(false);
  const { counts, state, starts_at } = merge;
  const left = unsentOf(merge);
  // Those that are skipped are no part of what is sent.
  const people = counts.rows - counts.skipped;
  const done = people - left;
  const timeOf = (at: number) => shortMoment(at, now(), zone);
  const goesOn = state === 'running' || state === 'paused';
  // What follows must not move when it ends.
  const [hasRoom] = useState(goesOn);

  async function act(what: Act): Promise<void> {
    await run(async () => {
      take((await api.controlMerge({ params: { id: merge.id }, body: { act: what } })).data);
      await forget();
      if (what === 'undo') notify({ text: t('merges.progress.undone') });
    });
  }

  return (
    <section
      className={styles.progress}
      aria-label={t('merges.progress.label')}
      data-room={hasRoom || undefined}
    >
      <p className={styles.of}>
        {t('merges.progress.of', { sent: counts.sent, rows: people })}
        {counts.refused > 0 && ` · ${t('merges.refused', { refused: counts.refused })}`}
        {counts.skipped > 0 && ` · ${t('merges.send.skipped', { count: counts.skipped })}`}
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('merges.progress.label')}
        aria-valuemin={0}
        aria-valuemax={people}
        aria-valuenow={done}
        data-state={state === 'done' && counts.refused > 0 ? 'partly' : state}
      >
        <div style={{ width: `${people === 0 ? 100 : (done / people) * 100}%` }} />
      </div>
      <div role="status">
        <p className={styles.words} data-state={state}>
          {stateWords(t, merge, timeOf)}
        </p>
      </div>
      {(goesOn || hasRoom) && (
        <div className={styles.acts}>
          {goesOn && (
            <>
              {/* What has not begun is taken back rather than paused: so the buttons stay in one line on phones. */}
              {state === 'running' && starts_at !== undefined ? (
                <Button
                  leftSection={<IconArrowBackUp size={16} />}
                  disabled={busy}
                  onClick={() => void act('undo')}
                >
                  {t('merges.progress.undo')}
                </Button>
              ) : state === 'running' ? (
                <Button
                  variant="default"
                  leftSection={<IconPlayerPause size={16} />}
                  disabled={busy}
                  onClick={() => void act('pause')}
                >
                  {t('merges.progress.pause')}
                </Button>
              ) : (
                <Button
                  leftSection={<IconPlayerPlay size={16} />}
                  disabled={busy}
                  onClick={() => void act('resume')}
                >
                  {t('merges.progress.resume')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} />}
                disabled={busy}
                onClick={() => setStopping(true)}
              >
                {t('merges.progress.stop')}
              </Button>
            </>
          )}
        </div>
      )}
      {stopping && (
        <ChoiceDialog
          title={t('merges.progress.stopTitle')}
          safe={t('merges.progress.stopSafe')}
          other={{ label: t('merges.progress.stop'), tone: 'danger', disabled: busy }}
          onSafe={() => setStopping(false)}
          onOther={() => void act('stop').then(() => setStopping(false))}
        >
          <p>{t('merges.progress.stopText', { count: left })}</p>
        </ChoiceDialog>
      )}
    </section>
  );
}

/** What it waits for or why it stands, or else when it will be done. */
function stateWords(t: Say, merge: Merge, timeOf: (at: number) => string): string {
  const { state, wait, wait_until, paused_by, expected_end, finished_at } = merge;
  if (state === 'done')
    return finished_at === null ? '' : t('merges.progress.done', { time: timeOf(finished_at) });
  if (state === 'stopped') return t('merges.progress.stopped', { count: unsentOf(merge) });
  if (state === 'paused') return t(`merges.progress.paused.${paused_by ?? 'person'}`);
  if (wait === 'queue' || wait === 'sender_held') return t(`merges.progress.wait.${wait}`);
  if (wait !== null) {
    return wait_until === null
      ? t(`merges.progress.waitAny.${wait}`)
      : t(`merges.progress.wait.${wait}`, { time: timeOf(wait_until) });
  }
  if (merge.starts_at !== undefined) return t('merges.progress.starts', { time: timeOf(merge.starts_at) });
  const away = t('merges.progress.away');
  return expected_end === null ? away : `${t('merges.progress.end', { time: timeOf(expected_end) })} ${away}`;
}
