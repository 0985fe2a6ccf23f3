import type { Merge } from '@bocau/contract/merges.ts';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './merges.module.css';
import { filesKey, useForgetRows } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

/** The uploaded files, with how many rows name each; one by one they can be removed. */
export function OwnFileList({ merge: { id } }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const forget = useForgetRows(id);
  const { run } = useMergeAttempt();
  const { data: files = [] } = useQuery({
    queryKey: filesKey(id),
    queryFn: async ({ signal }) => (await api.listMergeFiles({ params: { id } }, signal)).data,
    staleTime: 0,
  });
  if (files.length === 0) return null;

  async function remove(name: string): Promise<void> {
    await run(async () => {
      await api.removeMergeFile({ params: { id }, body: { name } });
      await forget();
    });
  }

  return (
    <ul className={styles.ownFiles} aria-label={t('merges.text.ownFiles')}>
      {files.map(({ name, size, rows }) => (
        <li key={name}>
          <span className={styles.ownFile}>
            {name} <span className={styles.facts}>{readableSize(size)}</span>{' '}
            <span className={rows === 0 ? styles.stray : styles.facts}>
              · {rows === 0 ? t('merges.text.ofNobody') : t('merges.text.ofRows', { count: rows })}
            </span>
          </span>
          <ToolButton
            icon={IconX}
            iconSize={18}
            label={t('merges.text.removeFile', { name })}
            onClick={() => void remove(name)}
          />
        </li>
      ))}
    </ul>
  );
}
