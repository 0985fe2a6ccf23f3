import { fieldKey } from '@bocau/contract/template-fields.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
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
export function FieldsDialog({ name, fields: all, onAnswer }: Props) {
  const { t } = useTranslation();
  // TE-21: a template from before there was a limit may have thousands.
  const fields = all.slice(0, TEMPLATE_LIMITS.fields);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());

  const form = useRef<HTMLFormElement>(null);
  const typedIn = (field: string) => values.get(fieldKey(field)) ?? '';

  /** The place of the next field without a value; -1 where there is none. */
  const emptyAfter = (at: number) =>
    fields.findIndex((field, place) => place > at && typedIn(field).trim() === '');

  /** TE-18. */
  function goOn(event: KeyboardEvent, at: number): void {
    const next = emptyAfter(at);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || next < 0) return;
    event.preventDefault();
    form.current?.querySelectorAll('input')[next]?.focus();
  }

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
      <form ref={form} className={styles.form} onSubmit={submit}>
        {fields.map((field, at) => (
          <TextInput
            key={fieldKey(field)}
            {...(at === 0 && { 'data-autofocus': true })}
            label={field.charAt(0).toUpperCase() + field.slice(1)}
            maxLength={LONGEST_VALUE}
            enterKeyHint={emptyAfter(at) < 0 ? 'done' : 'next'}
            value={typedIn(field)}
            onKeyDown={(event) => goOn(event, at)}
            onChange={({ currentTarget }) => {
              setValues(new Map([...values, [fieldKey(field), currentTarget.value]]));
            }}
          />
        ))}
        <p className={styles.hint}>
          {all.length > fields.length
            ? t('templates.fields.tooMany', { count: fields.length })
            : t('templates.fields.about')}
        </p>
        <FormButtons submit={t('templates.fields.insert')} busy={false} onCancel={() => onAnswer(null)} />
      </form>
    </Modal>
  );
}
