import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import choice from '../../../ui/layers/choice-dialog.module.css';
import { Modal } from '../../../ui/layers/modal.tsx';
import { Names } from './names.tsx';

export type UploadingAnswer = 'wait' | 'without' | 'back';

type Props = { names: readonly string[]; onAnswer(answer: UploadingAnswer): void };

/** SD-9: waiting is the default, because it loses nothing. */
export function UploadingDialog({ names, onAnswer }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={() => onAnswer('back')}
      title={t('sending.asks.uploadingTitle')}
      withCloseButton={false}
      centered
      size={480}
    >
      <div className={choice.text}>
        <p>{t('sending.asks.uploading')}</p>
        <Names names={names} />
      </div>
      <Group justify="flex-end" gap={8}>
        <Button data-autofocus onClick={() => onAnswer('wait')}>
          {t('sending.asks.wait')}
        </Button>
        <Button variant="default" onClick={() => onAnswer('without')}>
          {t('sending.asks.withoutThem')}
        </Button>
        <Button variant="default" onClick={() => onAnswer('back')}>
          {t('sending.asks.back')}
        </Button>
      </Group>
    </Modal>
  );
}
