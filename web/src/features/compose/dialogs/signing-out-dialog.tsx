import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

export function SigningOutDialog({ onAnswer }: { onAnswer(goOn: boolean): void }) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('sending.signingOut.title')}
      safe={t('sending.signingOut.stay')}
      other={{ label: t('sending.signingOut.leave'), tone: 'danger' }}
      onSafe={() => onAnswer(false)}
      onOther={() => onAnswer(true)}
    >
      <p>{t('sending.signingOut.text')}</p>
    </ChoiceDialog>
  );
}
