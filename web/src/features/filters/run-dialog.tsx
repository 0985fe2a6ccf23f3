import { NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { foldersBelow, pathWords } from '../../parts/folders/folder-names.ts';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { runFilter } from '../thread-actions/run-bulk.ts';
import styles from './filter-editor.module.css';
import { actionNames, filterWords } from './filter-words.ts';
import type { Filter } from './read-filter.ts';

/** Asks on which existing mail a filter is to run. */
export function RunDialog({ filter, onClose }: { filter: Filter; onClose(): void }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const tree = useMailbox((mailbox) => mailbox.folders());
  const [path, setPath] = useState('');
  const [starting, setStarting] = useState(false);
  const folders = foldersBelow(tree).filter((folder) => !(folder.system && NO_TARGETS.includes(folder.name)));

  async function start(event: FormEvent) {
    event.preventDefault();
    setStarting(true);
    const isBegun = await runFilter(model, filter.rule.id, path === '' ? null : path);
    setStarting(false);
    if (isBegun) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('filters.running.title')}
      size={480}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.editor} onSubmit={(event) => void start(event)}>
        <p className={styles.about}>{filterWords(t, filter.definition, actionNames(model))}</p>
        <NativeSelect
          data-autofocus
          label={t('filters.running.where')}
          description={t('filters.running.without')}
          data={[
            { value: '', label: t('filters.running.everywhere') },
            ...folders.map(({ display_name }) => ({
              value: display_name,
              label: pathWords(t, display_name),
            })),
          ]}
          value={path}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
        />
        <p className={styles.hint}>{t('filters.running.noRedirect')}</p>
        <FormButtons submit={t('filters.running.start')} busy={starting} onCancel={onClose} />
      </form>
    </Modal>
  );
}
