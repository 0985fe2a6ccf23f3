import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Props = { ref: Ref<HTMLInputElement>; value: string; isMissing: boolean; onChange(name: string): void };

/** The first field of a form about a person. */
export function PersonNameField({ ref, value, isMissing, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref}
      data-autofocus
      label={t('people.form.name')}
      autoComplete="off"
      maxLength={200}
      value={value}
      error={isMissing && t('people.form.nameMissing')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
