import type { TwoStepSetup } from '@bocau/contract/second-step.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { CodeDialog } from './code-dialog.tsx';
import { copySecret } from './copy-secret.ts';
import { QrCode } from './qr-code.tsx';
import styles from './two-step-page.module.css';

type Props = { setup: TwoStepSetup; onTurnedOn(codes: string[]): void; onClose(): void };

/** TF-1: the QR code, its key for typing, and a field for a code that proves that the app has it. */
export function SetupDialog({ setup, onTurnedOn, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const secret = useRef<HTMLSpanElement>(null);

  const copy = () =>
    copySecret(setup.secret.replaceAll(' ', ''), secret.current, {
      copied: t('protection.step.copied'),
      failed: t('protection.step.copyFailed', { keys: printedKey('Mod+c') }),
    });

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
        <a href={setup.uri}>{t('protection.step.openApp')}</a>
      </p>
      <p>
        {t('protection.step.orType')}{' '}
        <span ref={secret} className={styles.secret}>
          {setup.secret}
        </span>
      </p>
      <Button variant="default" onClick={() => void copy()}>
        {t('protection.step.copy')}
      </Button>
    </CodeDialog>
  );
}
