import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SendFailure, SendKind } from '../../../model/compose/compose-model.ts';
import { failureWords } from '../../../parts/sending/failure-words.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

type Props = { failure: SendFailure; how: SendKind; onClose(): void };

export function FailureDialog({ failure, how, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t(`sending.failedTitles.${how}`)}
      safe={t('sending.blocks.understood')}
      onSafe={onClose}
    >
      <p>{failureWords(t, failure, how)}</p>
    </ChoiceDialog>
  );
}
