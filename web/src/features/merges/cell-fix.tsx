import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge, MergeRow } from '@bocau/contract/merges.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import styles from './check-step.module.css';
import { useMergeAttempt } from './use-merge-attempt.ts';

type Props = { merge: Merge; row: MergeRow; column: number; onActs(): void; onSaved(): Promise<void> };

/** Corrects one cell of the table; the file that it came from stays as it is. */
export function CellFix({ merge, row, column, onActs, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [typed, setTyped] = useState(row.cells[column] ?? '');
  const { busy, run } = useMergeAttempt();
  const { line } = row;
  const field = merge.columns[column]?.heading ?? '';

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    onActs();
    await run(async () => {
      const body = { cells: [{ column, text: typed.trim() }] };
      await api.changeMergeRow({ params: { id: merge.id, row: String(row.row) }, body });
      notify({ text: t('merges.check.saved', { line }) });
      await onSaved();
    });
  }

  return (
    <form className={styles.fix} onSubmit={(event) => void save(event)}>
      <TextInput
        aria-label={t('merges.check.fix', { field, line })}
        placeholder={field}
        autoComplete="off"
        maxLength={MERGE_LIMITS.cellLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy} disabled={typed === (row.cells[column] ?? '')}>
        {t('merges.check.save')}
      </Button>
    </form>
  );
}
