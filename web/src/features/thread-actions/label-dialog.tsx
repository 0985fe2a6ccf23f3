import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { type LabelTarget, ThreadLabels } from './thread-labels.tsx';

export function LabelDialog({ target, message, onClose }: LabelTarget & { onClose(): void }) {
  const { t } = useTranslation();
  const count = target.whole?.total ?? target.threads.length;
  return (
    <Modal
      opened
      onClose={onClose}
      size={400}
      title={
        message ? t('labels.titleMessage') : t('labels.title', { threads: t('acts.threads', { count }) })
      }
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ThreadLabels target={target} {...(message && { message })} onDone={onClose} />
    </Modal>
  );
}
