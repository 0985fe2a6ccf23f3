import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { CodeDialog } from './code-dialog.tsx';

/** TF-1: turning off two-step verification takes a code. */
export function TurnOffDialog({ onOff, onClose }: { onOff(): void; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <CodeDialog
      title={t('protection.step.offTitle')}
      label={t('protection.step.offCode')}
      missing={t('proof.missing.code')}
      submit={t('protection.step.turnOff')}
      danger
      onCode={async (code) => {
        await api.turnOffTwoStep({ body: { code } });
        onOff();
      }}
      onClose={onClose}
    >
      <p>{t('protection.step.offAbout')}</p>
    </CodeDialog>
  );
}
