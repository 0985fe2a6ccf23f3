import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import styles from './people/people.module.css';

type Props = {
  label: string;
  placeholder: string;
  maxLength: number;
  button: string;
  busy: boolean;
  /** What is wrong with what was typed. */
  fault: string | null;
  onFault(fault: string | null): void;
  /** Says whether it was taken: else it stays to be corrected. */
  onTyped(typed: string): Promise<boolean>;
  ref?: Ref<HTMLInputElement>;
};

/** A field and the button beside it; the focus is in the field again when the answer has come. */
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
