import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import styles from './one-field-form.module.css';

type Props = {
  label: string;
  placeholder: string;
  maxLength: number;
  button: string;
  busy: boolean;
  /** The error of the typed value. */
  fault: string | null;
  onFault(fault: string | null): void;
  /** Resolves to whether it was accepted; otherwise the text stays for correction. */
  onTyped(typed: string): Promise<boolean>;
  ref?: Ref<HTMLInputElement>;
};

/** A field with a button beside it; the field has the focus again when the answer has come. */
export function OneFieldForm({
  label,
  placeholder,
  maxLength,
  button,
  busy,
  fault,
  onFault,
  onTyped,
  ref,
}: Props) {
  const [typed, setTyped] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    if (await onTyped(typed)) setTyped('');
    field?.focus();
  }

  return (
    <form className={styles.adding} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={ref}
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={maxLength}
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onFault(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {button}
      </Button>
    </form>
  );
}
