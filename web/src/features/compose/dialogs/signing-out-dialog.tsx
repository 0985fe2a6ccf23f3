import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

type Props = { lost: 'drafts' | 'mails' | 'uploads'; onAnswer(goOn: boolean): void };

export function SigningOutDialog({ lost, onAnswer }: Props) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t(`sending.signingOut.${lost}.title`)}
      safe={t('sending.signingOut.stay')}
      other={{ label: t('sending.signingOut.leave'), tone: 'danger' }}
      onSafe={() => onAnswer(false)}
      onOther={() => onAnswer(true)}
    >
      <p>{t(`sending.signingOut.${lost}.text`)}</p>
    </ChoiceDialog>
  );
}
