import { useTranslation } from 'react-i18next';
import type { SendFailure } from '../../../model/compose/compose-model.ts';
import { failureWords } from '../outgoing/failure-words.ts';
import { ChoiceDialog } from './choice-dialog.tsx';

export function FailureDialog({ failure, onClose }: { failure: SendFailure; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog title={t('sending.failedTitle')} safe={t('sending.blocks.understood')} onSafe={onClose}>
      <p>{failureWords(t, failure)}</p>
    </ChoiceDialog>
  );
}
