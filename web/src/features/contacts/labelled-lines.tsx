import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type HTMLInputTypeAttribute, type InputHTMLAttributes, useRef, useState } from 'react';
import type { WordKey } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './contact-form.module.css';
import { LABELS, type LabelledField, labelWords } from './contact-words.ts';
import type { Labelled } from './form-fields.ts';
import type { ContactFormState } from './use-contact-form.ts';

type Props = {
  state: ContactFormState;
  name: Exclude<LabelledField, 'addresses'>;
  /** Of each line. */
  label: WordKey;
  add: WordKey;
  type?: HTMLInputTypeAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  placeholder?: string;
};

/** Addresses, numbers and the like, each with its label; and a button for one more. */
export function LabelledLines({ state, name, label, add, type = 'text', inputMode, placeholder }: Props) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const lines: readonly Labelled[] = state.form[name];
  const set = (next: Labelled[]) => state.set({ [name]: next });
  const change = (at: number, line: Partial<Labelled>) =>
    set(lines.map((known, index) => (index === at ? { ...known, ...line } : known)));

  return (
    <div ref={root} className={styles.lines}>
      {lines.map((line, at) => {
        const fault = state.faults[`${name}.${at}`];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to go by
          <div key={at} className={styles.line}>
            <TextInput
              aria-label={t(label)}
              placeholder={placeholder ?? t(label)}
              type={type}
              inputMode={inputMode}
              autoComplete="off"
              maxLength={1000}
              value={line.value}
              error={fault && t(`contacts.form.faults.${fault}`)}
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
            <LabelChoice
              field={name}
              value={line.label}
              spoken={`${t('contacts.labels.field')}: ${line.value || t(label)}`}
              onChange={(next) => change(at, { label: next })}
            />
            <ToolButton
              icon={IconX}
              iconSize={18}
              label={t('contacts.form.remove', { field: line.value || t(label) })}
              onClick={() => set(lines.filter((_line, index) => index !== at))}
            />
          </div>
        );
      })}
      <button
        type="button"
        className={styles.add}
        onClick={() => {
          const used = new Set(lines.map((line) => line.label));
          const next = LABELS[name].find((each) => !used.has(each)) ?? 'other';
          set([...lines, { label: next, value: '' }]);
          requestAnimationFrame(() =>
            [...(root.current?.querySelectorAll<HTMLInputElement>('[data-line] input, input') ?? [])]
              .at(-1)
              ?.focus(),
          );
        }}
      >
        <IconPlus size={16} />
        {t(add)}
      </button>
    </div>
  );
}

const OWN = ' own';

type ChoiceProps = { field: LabelledField; value: string; spoken: string; onChange(label: string): void };

/** One of the usual labels, or one's own. */
export function LabelChoice({ field, value, spoken, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState(false);
  if (writing) {
    return (
      <TextInput
        aria-label={spoken}
        placeholder={t('contacts.labels.field')}
        autoFocus
        maxLength={60}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => setWriting(false)}
      />
    );
  }
  const usual: readonly string[] = LABELS[field];
  return (
    <NativeSelect
      aria-label={spoken}
      value={value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== OWN) return onChange(currentTarget.value);
        onChange('');
        setWriting(true);
      }}
      data={[
        ...(usual.includes(value)
          ? []
          : [{ value, label: labelWords(t, value) || t('contacts.labels.none') }]),
        ...usual.map((each) => ({ value: each, label: labelWords(t, each) })),
        { value: OWN, label: t('contacts.labels.own') },
      ]}
    />
  );
}
