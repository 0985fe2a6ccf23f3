import { ApiError } from '@bocau/contract/client.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './two-step-page.module.css';

/** TF-1: turning it off takes a code. */
export function TurnOffDialog({ onOff, onClose }: { onOff(): void; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return refuse(t('proof.missing.code'));
    setBusy(true);
    try {
      await api.turnOffTwoStep({ body: { code } });
      onOff();
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
      title={t('protection.step.offTitle')}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.setup} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('protection.step.offAbout')}</p>
        <TextInput
          ref={field}
          data-autofocus
          size="md"
          label={t('protection.step.offCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
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
          <Button type="submit" color="red" loading={busy}>
            {t('protection.step.turnOff')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
