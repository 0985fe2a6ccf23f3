import type { Merge, MergeProblem, MergeRow } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { Link } from '../../router/router.tsx';
import { hasNoFocus } from '../../ui/has-no-focus.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { CellFix } from './cell-fix.tsx';
import styles from './check-step.module.css';
import { ownFilesOf } from './own-files.tsx';
import { useForgetRows } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';
import { useMergeRows } from './use-merge-rows.ts';

/** Nothing in the table would mend these. */
const FINAL: readonly MergeProblem[] = ['said_no', 'left_out'];

type Props = { merge: Merge; problem: MergeProblem; total: number; onView(row: number): void };

/** The rows with one problem: each is corrected, or left out. */
export function ProblemGroup({ merge, problem, total, onView }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(!FINAL.includes(problem));
  return (
    <details
      className={styles.group}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t(`merges.check.problem.${problem}`)}{' '}
        <span className={styles.count}>· {t('merges.check.count', { count: total })}</span>
      </summary>
      {problem === 'empty_field' && <p className={styles.anyway}>{t('merges.check.sentAnyway')}</p>}
      {problem === 'no_file' && (
        <p className={styles.anyway}>
          <Link to={ownFilesOf(merge.id)}>{t('merges.check.giveFiles')}</Link>
        </p>
      )}
      {open && <Rows merge={merge} problem={problem} onView={onView} />}
    </details>
  );
}

function Rows({ merge, problem, onView }: Omit<Props, 'total'>) {
  const { t } = useTranslation();
  const { rows, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useMergeRows(merge.id, {
    problem,
  });
  const { list, beginAt } = useNextRow(rows);
  if (isError && rows.length === 0)
    return <LoadFailed words={t('merges.check.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className={styles.rows} ref={list}>
        {rows.map((row) => (
          <Row
            key={row.row}
            merge={merge}
            problem={problem}
            row={row}
            onActs={() => beginAt(row.row)}
            onView={() => onView(row.row)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            size="compact-md"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('merges.check.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** MM-47: where a row that was corrected or left out goes with the focus, the next one has it. */
function useNextRow(rows: MergeRow[]) {
  const list = useRef<HTMLUListElement>(null);
  const acted = useRef<number | null>(null);
  useLayoutEffect(() => {
    const last = acted.current;
    if (last === null || rows.some(({ row }) => row === last)) return;
    acted.current = null;
    if (!hasNoFocus()) return;
    const at = rows.findIndex(({ row }) => row > last);
    list.current?.children[at]?.querySelector<HTMLElement>('input, button')?.focus();
  }, [rows]);
  const beginAt = (row: number) => {
    acted.current = row;
  };
  return { list, beginAt };
}

type RowProps = {
  merge: Merge;
  problem: MergeProblem;
  row: MergeRow;
  /** It is about to be corrected, left out or taken back. */
  onActs(): void;
  onView(): void;
};

function Row({ merge, problem, row, onActs, onView }: RowProps) {
  const { t } = useTranslation();
  const api = useApi();
  const forget = useForgetRows(merge.id);
  const { run } = useMergeAttempt();
  const { line } = row;
  const words = [row.name, row.email].filter(Boolean).join(' · ') || t('merges.check.nobody');

  async function leaveOut(left_out: boolean): Promise<void> {
    onActs();
    await run(async () => {
      await api.changeMergeRow({ params: { id: merge.id, row: String(row.row) }, body: { left_out } });
      await forget();
    });
  }

  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <span className={styles.line}>{t('merges.check.line', { line })}</span> {words}
        {problem === 'empty_field' && row.empty_fields.length > 0 && (
          <>
            {' · '}
            <span>{t('merges.check.missing', { fields: row.empty_fields.join(', ') })}</span>
          </>
        )}
      </span>
      <span className={styles.acts}>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('merges.check.viewOf', { line })}
          onClick={onView}
        >
          {t('merges.check.view')}
        </Button>
        {problem === 'left_out' ? (
          <Button
            variant="default"
            size="compact-md"
            aria-label={t('merges.check.takeBackOf', { line })}
            onClick={() => void leaveOut(false)}
          >
            {t('merges.check.takeBack')}
          </Button>
        ) : (
          problem !== 'said_no' && (
            <Button
              variant="default"
              size="compact-md"
              aria-label={t('merges.check.leaveOutOf', { line })}
              onClick={() => void leaveOut(true)}
            >
              {t('merges.check.leaveOut')}
            </Button>
          )
        )}
      </span>
      {columnsToFix(merge, problem, row).map((column) => (
        <CellFix key={column} merge={merge} row={row} column={column} onActs={onActs} onSaved={forget} />
      ))}
    </li>
  );
}

/** The columns in which the row is wrong. */
function columnsToFix(merge: Merge, problem: MergeProblem, row: MergeRow): number[] {
  const { columns, address_column: address, file_column: file } = merge;
  switch (problem) {
    case 'no_address':
    case 'invalid_address':
    case 'several_addresses':
    case 'doubled_address':
      return address === null ? [] : [address];
    case 'no_file':
    case 'file_not_allowed':
      return file === null ? [] : [file];
    case 'empty_field':
      return columns.flatMap(({ field }, at) => (row.empty_fields.includes(field) ? [at] : []));
    default:
      return [];
  }
}
