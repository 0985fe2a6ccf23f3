import { fieldKey } from '@bocau/contract/template-fields.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/templates/templates.module.css';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';

const LONGEST_VALUE = 1_000;

type Props = {
  name: string;
  /** Each once. */
  fields: readonly string[];
  /** By the key of the field; null: not inserted. */
  onAnswer(values: ReadonlyMap<string, string> | null): void;
};

/** TE-7: asks once for what no contact says. */
export function FieldsDialog({ name, fields, onAnswer }: Props) {
  const { t } = useTranslation();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    onAnswer(values);
  }

  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={t('templates.fields.title', { name })}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.form} onSubmit={submit}>
        {fields.map((field, at) => (
          <TextInput
            key={fieldKey(field)}
            {...(at === 0 && { 'data-autofocus': true })}
            label={field.charAt(0).toUpperCase() + field.slice(1)}
            maxLength={LONGEST_VALUE}
            value={values.get(fieldKey(field)) ?? ''}
            onChange={({ currentTarget }) => {
              setValues(new Map([...values, [fieldKey(field), currentTarget.value]]));
            }}
          />
        ))}
        <p className={styles.hint}>{t('templates.fields.about')}</p>
        <FormButtons submit={t('templates.fields.insert')} busy={false} onCancel={() => onAnswer(null)} />
      </form>
    </Modal>
  );
}
