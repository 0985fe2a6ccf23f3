import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import type { SendProblem } from '../../../model/compose/compose-model.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

/** SD-2, SD-4 to SD-6: what must be changed before the message can be sent. */
export function ProblemDialog({ problem, onClose }: { problem: SendProblem; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('sending.failedTitles.send')}
      safe={t('sending.blocks.understood')}
      onSafe={onClose}
    >
      <p>{words()}</p>
    </ChoiceDialog>
  );

  function words(): string {
    if (problem.kind === 'attachments_too_large') {
      const sizes = { size: readableSize(problem.bytes), most: readableSize(problem.most) };
      return t('composeWindow.notes.tooLarge', sizes);
    }
    if (problem.kind === 'body_too_long') {
      const { characters, most } = problem;
      return t('composeWindow.notes.tooLong', { characters, most });
    }
    return problem.kind === 'no_sender' ? t('sending.failures.no_sender') : t('composeWindow.notes.disabled');
  }
}
