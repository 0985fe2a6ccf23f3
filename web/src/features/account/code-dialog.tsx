import { TextInput, type TextInputProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAskedField } from '../../parts/proof/use-asked-field.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './two-step-page.module.css';

type Props = {
  title: string;
  label: string;
  /** Shown when nothing was typed. */
  missing: string;
  submit: string;
  danger?: boolean;
  /** Codes of the authenticator app have digits only; recovery codes have letters too. */
  digits?: boolean;
  /** Throws the reason of a refusal. */
  onCode(code: string): Promise<void>;
  onClose(): void;
  children: ReactNode;
};

/** Asks for a code, and says what it is needed for. */
export function CodeDialog(props: Props) {
  const { title, label, missing, submit, danger, digits, onCode, onClose, children } = props;
  const { t } = useTranslation();
  const asked = useAskedField();
  const kind: TextInputProps = digits ? { inputMode: 'numeric' } : { autoCapitalize: 'none' };

  function sendCode(event: FormEvent) {
    event.preventDefault();
    if (asked.typed.trim() === '') return asked.refuse(missing);
    void asked.send(onCode);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={460}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.setup} onSubmit={sendCode} noValidate>
        {children}
        <TextInput {...asked.props} {...kind} label={label} autoComplete="one-time-code" />
        <FormButtons submit={submit} busy={asked.busy} danger={danger} onCancel={onClose} />
      </form>
    </Modal>
  );
}
