import type { TwoStepSetup } from '@bocau/contract/second-step.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { CodeDialog } from './code-dialog.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './two-step-page.module.css';

type Props = { setup: TwoStepSetup; onTurnedOn(codes: string[]): void; onClose(): void };

/** TF-1: the QR code, the same as a key to type, and a code that shows that the app has it. */
export function SetupDialog({ setup, onTurnedOn, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <CodeDialog
      title={t('protection.step.setupTitle')}
      label={t('protection.step.code')}
      missing={t('protection.step.missingCode')}
      submit={t('protection.step.confirm')}
      digits
      onCode={async (code) => onTurnedOn((await api.turnOnTwoStep({ body: { code } })).data.recovery_codes)}
      onClose={onClose}
    >
      <p>{t('protection.step.scan')}</p>
      <QrCode text={setup.uri} label={t('protection.step.qr')} />
      <p>
        {t('protection.step.orType')} <span className={styles.secret}>{setup.secret}</span>
      </p>
    </CodeDialog>
  );
}
