import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { MovePicker } from './move-picker.tsx';

export function MoveDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t } = useTranslation();
  const count = target.whole?.total ?? target.threads.length;
  return (
    <Modal
      opened
      onClose={onClose}
      size={400}
      title={t('acts.moveTitle', { threads: t('acts.threads', { count }) })}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <MovePicker target={target} onDone={onClose} />
    </Modal>
  );
}
