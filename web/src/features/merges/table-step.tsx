import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge, MergeColumn } from '@bocau/contract/merges.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { MERGES } from '../../parts/merges/use-merges.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useNavigate } from '../../router/router.tsx';
import { ChooseSource } from './choose-source.tsx';
import { FirstRows } from './first-rows.tsx';
import styles from './merges.module.css';
import { NextStep } from './next-step.tsx';
import { useChangeMerge } from './use-merge.ts';

/** The table as it was read, and which of its columns are what. */
export function TableStep({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const navigate = useNavigate();
  const change = useChangeMerge(merge.id);
  const [choosing, setChoosing] = useState(false);
  const { hidden = 0 } = merge.faults;

  /** Another table makes another merge, which takes the place of this one. */
  function replaceBy(made: Merge): void {
    queries.setQueryData<Merge[]>(MERGES, (all) => all?.filter(({ id }) => id !== merge.id));
    // What is left over is shown in the list, where it can be deleted.
    void api.deleteMerge({ params: { id: merge.id } }).catch(() => undefined);
    void navigate(`/merges/${made.id}?step=table`, { replace: true });
  }

  if (choosing && merge.draft_id !== null) {
    return <ChooseSource draft={merge.draft_id} onMade={replaceBy} onKeep={() => setChoosing(false)} />;
  }
  return (
    <div className={styles.step}>
      <div className={styles.heading}>
        <h2>{merge.source_name}</h2>
        <span className={styles.facts}>{t('merges.people', { count: merge.counts.rows })}</span>
        {merge.draft_id !== null && (
          <Button variant="default" size="compact-md" onClick={() => setChoosing(true)}>
            {t('merges.source.change')}
          </Button>
        )}
      </div>
      <Faults faults={merge.faults} />
      {hidden > 0 && <p className={styles.hidden}>{t('merges.table.hidden', { count: hidden })}</p>}
      <div className={styles.pair}>
        <ColumnChoice
          label={t('merges.table.address')}
          none={t('merges.table.addressNone')}
          columns={merge.columns}
          value={merge.address_column}
          error={merge.address_column === null ? t('merges.table.addressMissing') : null}
          onChange={(address_column) => void change({ address_column })}
        />
        <ColumnChoice
          label={t('merges.table.name')}
          none={t('merges.table.nameNone')}
          columns={merge.columns}
          value={merge.name_column}
          onChange={(name_column) => void change({ name_column })}
        />
      </div>
      <FirstRows merge={merge} />
      <NextStep id={merge.id} after="table" />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  /** What it means that there is none. */
  none: string;
  columns: readonly MergeColumn[];
  value: number | null;
  error?: string | null;
  onChange(column: number | null): void;
};

export function ColumnChoice({ label, none, columns, value, error = null, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value === null ? '' : String(value)}
      error={error}
      data={[
        { value: '', label: none },
        ...columns.map(({ heading, sample }, at) => ({
          value: String(at),
          label: sample === '' ? heading : `${heading} (${sample.slice(0, 40)})`,
        })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    />
  );
}

/** Lines of the file that are not in the table, and why. */
function Faults({ faults: { total, first } }: Pick<Merge, 'faults'>) {
  const { t } = useTranslation();
  if (total === 0) return null;
  const rest = total - first.length;
  return (
    <details className={styles.faults} open>
      <summary>{t('merges.table.faults', { count: total })}</summary>
      <ul>
        {first.map(({ line, problem }) => (
          <li key={line}>
            {t('merges.table.fault', {
              line,
              problem: t(`merges.table.problems.${problem}`, { limit: MERGE_LIMITS.cellLength }),
            })}
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('merges.table.moreFaults', { count: rest })}</p>}
    </details>
  );
}
