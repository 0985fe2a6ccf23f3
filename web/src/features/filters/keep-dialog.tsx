import type { KeepPlace } from '@bocau/contract/keep-senders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';
import { foundLabels } from '../../parts/labels/found-labels.ts';
import { LabelChip } from '../../parts/labels/label-chip.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './keep-dialog.module.css';
import { useKeepSender } from './use-keep-sender.ts';

/** The inbox is where mail comes anyway; for what is unwanted, one blocks the sender. */
const NO_PLACES: readonly string[] = [...NO_TARGETS, 'INBOX', 'Junk', 'Trash'];

/** PM-13: the folder or label in which everything from a sender is kept from now on. */
export function KeepDialog({ from, onClose }: { from: string; onClose(): void }) {
  const { t } = useTranslation();
  const labels = useMailbox((model) => model.labels());
  const keep = useKeepSender(from);

  function choose(to: KeepPlace, words: string): void {
    onClose();
    void keep(to, words);
  }

  function chooseLabel({ id, name }: Label): void {
    choose({ kind: 'label', label_id: id }, labelPathWords(name));
  }

  function labelsFor(typed: string) {
    const found = foundLabels(labels, typed);
    const [first] = found;
    return first
      ? { shown: <Labels labels={found} onPick={chooseLabel} />, first: () => chooseLabel(first) }
      : null;
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={400}
      title={t('filters.keep.title', { from })}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <FolderPicker
        disabledPaths={NO_PLACES}
        onPick={({ id, display_name }) =>
          choose({ kind: 'folder', folder_id: id }, folderWords(t, display_name))
        }
        besides={labelsFor}
      />
    </Modal>
  );
}

function Labels({ labels, onPick }: { labels: readonly Label[]; onPick(label: Label): void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('filters.keep.labels')}>
      <h3 className={styles['heading']}>{t('filters.keep.labels')}</h3>
      <div className={styles['labels']}>
        {labels.map((label) => (
          <button key={label.id} type="button" onClick={() => onPick(label)}>
            <LabelChip label={label} large>
              {labelPathWords(label.name)}
            </LabelChip>
          </button>
        ))}
      </div>
    </section>
  );
}
