import { ApiError } from '@bocau/contract/client.ts';
import { PASSKEY_NAME_LENGTH } from '@bocau/contract/passkeys.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { passkeyWords } from '../../parts/passkeys/passkey-words.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './two-step-page.module.css';

type Props = {
  title: string;
  about?: string;
  first: string;
  submit: string;
  busyWords?: string;
  /** Throws the reason of a failure. */
  onName(name: string): Promise<void>;
  onClose(): void;
};

/** Asks for the name of a passkey, either to create one in the browser or to rename one. */
export function PasskeyDialog({ title, about, first, submit, busyWords, onName, onClose }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(first);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof passkeyWords> | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setMissing(true);
      return field.current?.focus();
    }
    setBusy(true);
    setProblem(null);
    try {
      await onName(name.trim());
    } catch (error) {
      setBusy(false);
      // A cancelled identity check is not an error.
      if (error instanceof ApiError && error.code === 'proof_required') return;
      setProblem(passkeyWords(t, error));
      field.current?.focus();
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={440}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.setup} onSubmit={(event) => void save(event)} noValidate>
        {about !== undefined && <p>{about}</p>}
        <TextInput
          ref={field}
          data-autofocus
          size="md"
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          maxLength={PASSKEY_NAME_LENGTH}
          value={name}
          error={missing ? t('passkeys.missing') : null}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setMissing(false);
          }}
        />
        {busy && busyWords !== undefined && <p role="status">{busyWords}</p>}
        {problem && (
          <p
            role={problem.isFault ? 'alert' : 'status'}
            className={problem.isFault ? styles.fault : undefined}
          >
            {problem.text}
          </p>
        )}
        <FormButtons submit={submit} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
