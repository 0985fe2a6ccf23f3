import { ApiError } from '@bocau/contract/client.ts';
import type { TwoStepSetup } from '@bocau/contract/second-step.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './two-step-page.module.css';

type Props = { setup: TwoStepSetup; onTurnedOn(codes: string[]): void; onClose(): void };

/** TF-1: the QR code, the same as a key to type, and a code that shows that the app has it. */
export function SetupDialog({ setup, onTurnedOn, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return refuse(t('protection.step.missingCode'));
    setBusy(true);
    try {
      onTurnedOn((await api.turnOnTwoStep({ body: { code } })).data.recovery_codes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      refuse(errorWords(t, error));
    }
  }

  function refuse(words: string) {
    setFault(words);
    field.current?.focus();
    field.current?.select();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('protection.step.setupTitle')}
      size={460}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.setup} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('protection.step.scan')}</p>
        <QrCode text={setup.uri} label={t('protection.step.qr')} />
        <p>
          {t('protection.step.orType')} <span className={styles.secret}>{setup.secret}</span>
        </p>
        <TextInput
          ref={field}
          data-autofocus
          size="md"
          label={t('protection.step.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={fault}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value);
            setFault(null);
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('protection.step.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
