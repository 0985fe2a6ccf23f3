import type { Merge, MergeCheck } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { Link } from '../../router/router.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './check-step.module.css';
import { GoneDraft, isDraftGone } from './gone-draft.tsx';
import { faultWords } from './merge-words.ts';
import merges from './merges.module.css';
import { MessagePreview } from './message-preview.tsx';
import { NextStep } from './next-step.tsx';
import { ownFilesOf } from './own-files.tsx';
import { ProblemGroup } from './problem-group.tsx';
import { useCheck } from './use-check.ts';
import { useForgetRows } from './use-merge.ts';

/** What is against sending, row by row, to be corrected here, and every message as it will be. */
export function CheckStep({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const { data, error, isError, isFetching, refetch, draft } = useCheck(merge);
  const forget = useForgetRows(merge.id);
  const [row, setRow] = useState(1);
  const preview = useRef<HTMLElement>(null);

  /** Below the rows on narrow screens. */
  function view(asked: number): void {
    setRow(asked);
    preview.current?.focus({ preventScroll: true });
    preview.current?.scrollIntoView({ block: 'nearest' });
  }

  if (isDraftGone(merge)) return <GoneDraft merge={merge} />;
  if (!data && isError) {
    const reason = faultWords(t, error);
    return <LoadFailed words={t('merges.failedAct', { reason })} onRetry={() => void refetch()} />;
  }
  return (
    <div className={merges.step}>
      <div className={merges.heading}>
        <h2>{t('merges.check.title')}</h2>
        <Button variant="default" size="compact-md" disabled={isFetching} onClick={() => void forget()}>
          {t('merges.check.again')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPencil size={16} />}
          onClick={draft.edit}
        >
          {t('merges.text.edit')}
        </Button>
      </div>
      <div role="status">
        {!data && t('merges.check.running')}
        {data && data.check.obstacles.length === 0 && <Verdict check={data.check} />}
      </div>
      {data && (
        <div className={styles.columns}>
          <div className={styles.problems}>
            <Obstacles check={data.check} />
            <StrayFiles check={data.check} />
            {data.check.problems.map(({ problem, total }) => (
              <ProblemGroup key={problem} merge={merge} problem={problem} total={total} onView={view} />
            ))}
            <WithoutFile check={data.check} />
          </div>
          <MessagePreview ref={preview} merge={merge} row={row} onRow={setRow} />
        </div>
      )}
      <NextStep id={merge.id} after="check" />
    </div>
  );
}

function Verdict({ check: { ready, merge } }: { check: MergeCheck }) {
  const { t } = useTranslation();
  const rest = merge.counts.rows - ready;
  const Icon = rest === 0 ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={styles.verdict} data-clean={rest === 0 || undefined}>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{t('merges.check.ready', { count: ready })}</strong>
        {' · '}
        {rest === 0 ? t('merges.check.clean') : t('merges.check.left', { count: rest })}
      </span>
    </p>
  );
}

/** Most often a name that was mistyped in the table, whose row is without its file then. */
function StrayFiles({ check: { stray_files: strays, merge } }: { check: MergeCheck }) {
  const { t } = useTranslation();
  // A release that does not know of them says nothing.
  if (!strays || strays.total === 0) return null;
  const rest = strays.total - strays.first.length;
  return (
    <details className={styles.group} open>
      <summary>{t('merges.check.strayFiles', { count: strays.total })}</summary>
      <p className={styles.anyway}>
        {strays.first.join(', ')}
        {rest > 0 && ` ${t('merges.check.moreFiles', { count: rest })}`}
        {'. '}
        <Link to={ownFilesOf(merge.id)}>{t('merges.check.seeFiles')}</Link>
      </p>
    </details>
  );
}

/** MM-41: as the table wants it, or as somebody forgot. */
function WithoutFile({ check: { without_file: count = 0, merge } }: { check: MergeCheck }) {
  const { t } = useTranslation();
  const { columns, file_column: at } = merge;
  if (count === 0 || at === null) return null;
  return (
    <details className={styles.group} open>
      <summary>{t('merges.check.withoutFile', { count })}</summary>
      <p className={styles.anyway}>{t('merges.check.withoutFileWhy', { column: columns[at]?.heading })}</p>
    </details>
  );
}

function Obstacles({ check: { obstacles } }: { check: MergeCheck }) {
  const { t } = useTranslation();
  if (obstacles.length === 0) return null;
  return (
    <ul className={styles.obstacles} role="alert">
      {obstacles.map(({ obstacle, fields = [], bytes = 0 }) => (
        <li key={obstacle}>
          {t(`merges.check.obstacle.${obstacle}`, {
            fields: fields.map((field) => `{${field}}`).join(', '),
            doubled: fields.map((field) => `{{${field}}}`).join(', '),
            size: readableSize(bytes),
          })}
        </li>
      ))}
    </ul>
  );
}
