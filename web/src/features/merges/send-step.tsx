import { ApiError } from '@bocau/contract/client.ts';
import type { Merge, MergeCheck } from '@bocau/contract/merges.ts';
import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { IconClock, IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link } from '../../router/router.tsx';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { endWords } from './end-words.ts';
import { GoneDraft, isDraftGone } from './gone-draft.tsx';
import { faultWords } from './merge-words.ts';
import merges from './merges.module.css';
import styles from './send-step.module.css';
import { StartTime } from './start-time.tsx';
import { useCheck } from './use-check.ts';
import { useForgetRows, useTakeMerge } from './use-merge.ts';

/** How many get it and how fast, one question, and the start. */
export function SendStep({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const { data, error, isError, refetch, draft } = useCheck(merge);
  if (isDraftGone(merge)) return <GoneDraft merge={merge} />;
  if (!data && isError) {
    const reason = faultWords(t, error);
    return <LoadFailed words={t('merges.failedAct', { reason })} onRetry={() => void refetch()} />;
  }
  return (
    <div className={merges.step}>
      <h2>{t('merges.send.title')}</h2>
      {data ? (
        <SendForm check={data.check} version={data.version} onStarted={draft.close} />
      ) : (
        <p role="status">{t('merges.check.running')}</p>
      )}
    </div>
  );
}

type FormProps = { check: MergeCheck; version: number | null; onStarted(): void };

function SendForm({ check, version, onStarted }: FormProps) {
  const { t, language } = useTranslation();
  const api = useApi();
  const take = useTakeMerge();
  const forget = useForgetRows(check.merge.id);
  const [empty, setEmpty] = useState<'skip' | 'send'>('skip');
  const [expected, setExpected] = useState(false);
  const [startAt, setStartAt] = useState<number | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { merge, ready, obstacles } = check;
  const { time_zone: zone, enable_delay_send: isDelayed, time_delay_send: seconds } = useSettings();
  const timeOf = (at: number) => plannedWords(at, zone, language);
  // Of these alone: rows with another problem as well are counted under that.
  const withGaps = check.problems.find(({ problem }) => problem === 'empty_field')?.total ?? 0;
  const count = empty === 'send' ? ready + withGaps : ready;
  const isReady = obstacles.length === 0 && count > 0;

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (!isReady) return setFault(t('merges.send.notReady'));
    if (!expected) return setFault(t('merges.send.expectedMissing'));
    setBusy(true);
    setFault(null);
    try {
      const { data } = await api.startMerge({
        params: { id: merge.id },
        body: {
          expected: true,
          empty_fields: empty,
          ...(version === null ? {} : { draft_version: version }),
          ...(startAt === null ? (isDelayed ? { delay: seconds } : {}) : { start_at: startAt }),
        },
      });
      onStarted();
      take(data);
      await forget();
      const begins = startAt === null ? null : t('merges.send.planned', { time: timeOf(startAt) });
      notify({ text: begins ?? t('merges.send.started') });
    } catch (thrown) {
      setFault(startFault(thrown));
      await forget();
    } finally {
      setBusy(false);
    }
  }

  function changeStart(): void {
    if (startAt !== null) setStartAt(null);
    else
      loadLaterWords()
        .then(() => setChoosing(true))
        .catch(reportPartFailed);
  }

  function startFault(thrown: unknown): string {
    const code = thrown instanceof ApiError ? thrown.code : null;
    if (code === 'draft_conflict') return t('merges.send.changed');
    if (code === 'invalid_input') return t('merges.send.startPast');
    if (code === 'merge_not_ready') return t('merges.send.notReady');
    return t('merges.failedAct', { reason: faultWords(t, thrown) });
  }

  return (
    <form className={styles.form} onSubmit={(event) => void start(event)}>
      <Facts merge={merge} count={count} start={startAt === null ? null : timeOf(startAt)} />
      {withGaps > 0 && (
        <Radio.Group
          label={t('merges.send.emptyTitle', { count: withGaps })}
          value={empty}
          onChange={(value) => setEmpty(value === 'send' ? 'send' : 'skip')}
        >
          <Stack gap={0} mt={4}>
            <Radio className={styles.choice} value="skip" label={t('merges.send.emptySkip')} />
            <Radio className={styles.choice} value="send" label={t('merges.send.emptySend')} />
          </Stack>
        </Radio.Group>
      )}
      <fieldset className={styles.question}>
        <legend>{t('merges.send.expectedTitle')}</legend>
        <p className={merges.about}>{t('merges.send.expectedAbout')}</p>
        <Checkbox
          className={styles.choice}
          label={t('merges.send.expected')}
          checked={expected}
          onChange={({ currentTarget }) => {
            setExpected(currentTarget.checked);
            setFault(null);
          }}
        />
      </fieldset>
      {obstacles.length > 0 && (
        <p className={merges.fault}>
          {t('merges.send.notReady')}{' '}
          <Link to={`/merges/${merge.id}?step=check`}>{t('merges.steps.check')}</Link>
        </p>
      )}
      <div role="alert">{fault !== null && <p className={merges.fault}>{fault}</p>}</div>
      {choosing && (
        <StartTime
          onChosen={(at) => {
            setStartAt(at);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <div className={merges.next}>
        <Button variant="default" size="md" leftSection={<IconClock size={18} />} onClick={changeStart}>
          {t(startAt === null ? 'merges.send.startPick' : 'merges.send.startClear')}
        </Button>
        <Button
          type="submit"
          size="md"
          loading={busy}
          leftSection={<IconSend size={18} />}
          disabled={!isReady}
        >
          {t('merges.send.submit', { count })}
        </Button>
      </div>
    </form>
  );
}

function Facts({ merge, count, start }: { merge: Merge; count: number; start: string | null }) {
  const { t } = useTranslation();
  const { sender, per_hour, per_day, left_today, counts } = merge;
  const skipped = counts.rows - count;
  return (
    <dl className={styles.facts}>
      <dt>{t('merges.send.people')}</dt>
      <dd>
        <strong>{t('merges.people', { count })}</strong>
        {skipped > 0 && ` · ${t('merges.send.skipped', { count: skipped })}`}
      </dd>
      {sender && (
        <>
          <dt>{t('merges.send.from')}</dt>
          <dd>{sender.name ? `${sender.name} <${sender.email}>` : sender.email}</dd>
        </>
      )}
      {start !== null && (
        <>
          <dt>{t('merges.send.start')}</dt>
          <dd>{start}</dd>
        </>
      )}
      <dt>{t('merges.send.rate')}</dt>
      <dd>{t('merges.send.rateOf', { hour: per_hour, day: per_day })}</dd>
      {count > left_today && (
        <>
          <dt>{t('merges.send.today')}</dt>
          <dd>{t('merges.send.todayOf', { count: left_today })}</dd>
        </>
      )}
      {count > 0 && start === null && (
        <>
          <dt>{t('merges.send.end')}</dt>
          <dd>{endWords(t, { count, perHour: per_hour, perDay: per_day, leftToday: left_today })}</dd>
        </>
      )}
    </dl>
  );
}
