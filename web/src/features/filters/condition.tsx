import { LIMITS } from '@bocau/contract/limits.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './filter-editor.module.css';
import {
  CONDITION_TYPES,
  type Comparator,
  type ConditionForm,
  type ConditionType,
  comparatorsOf,
  faultOf,
  hasValue,
  withType,
} from './filter-form.ts';

const PLACEHOLDERS = {
  address: 'filters.editor.addressPlaceholder',
  size: undefined,
  seller: undefined,
  text: 'filters.editor.textPlaceholder',
} as const;
const INPUT_MODES = { address: 'email', size: 'numeric', seller: 'numeric', text: undefined } as const;

type Props = {
  condition: ConditionForm;
  place: number;
  isChecked: boolean;
  isRefused: boolean;
  isOnly: boolean;
  onChecked(): void;
  onChange(condition: ConditionForm): void;
  onRemove(): void;
};

/** Which part of a message is tested, and how. */
export function Condition(props: Props) {
  const { condition, place, isChecked, isRefused, isOnly, onChecked, onChange, onRemove } = props;
  const { t } = useTranslation();
  const { type, comparator, unit } = condition;
  const fault = isChecked ? faultOf(condition) : null;
  const takesFocus = place === 1 || undefined;
  const faultWords = fault
    ? t(`filters.editor.faults.${fault}`, { limit: LIMITS.ruleValueLength })
    : isRefused && t('filters.editor.faults.refused');
  return (
    <fieldset className={styles.condition} data-type={type}>
      <legend>{t('filters.editor.condition', { place })}</legend>
      <NativeSelect
        className={styles.type}
        data-autofocus={hasValue(type) ? undefined : takesFocus}
        aria-label={t('filters.editor.type')}
        data={CONDITION_TYPES.map((each) => ({ value: each, label: t(`filters.editor.types.${each}`) }))}
        value={type}
        onChange={({ currentTarget }) => onChange(withType(condition, currentTarget.value as ConditionType))}
      />
      <NativeSelect
        className={styles.comparator}
        aria-label={t('filters.editor.comparator')}
        data={comparatorsOf(type).map((each) => ({ value: each, label: comparatorWords(t, type, each) }))}
        value={comparator}
        onChange={({ currentTarget }) =>
          onChange({ ...condition, comparator: currentTarget.value as Comparator })
        }
      />
      {hasValue(type) && (
        <Value
          condition={condition}
          fault={faultWords}
          takesFocus={takesFocus}
          onChecked={onChecked}
          onChange={onChange}
        />
      )}
      {type === 'size' && (
        <NativeSelect
          aria-label={t('filters.editor.unit')}
          data={[
            { value: 'M', label: 'MB' },
            { value: 'K', label: 'KB' },
          ]}
          value={unit}
          onChange={({ currentTarget }) =>
            onChange({ ...condition, unit: currentTarget.value === 'K' ? 'K' : 'M' })
          }
        />
      )}
      {!isOnly && (
        <ToolButton
          type="button"
          icon={IconX}
          iconSize={18}
          label={t('filters.editor.remove', { place })}
          onClick={onRemove}
        />
      )}
    </fieldset>
  );
}

type ValueProps = {
  condition: ConditionForm;
  fault: string | false;
  /** When the editor opens. */
  takesFocus: true | undefined;
  onChecked(): void;
  onChange(condition: ConditionForm): void;
};

/** RU-5: the fault is shown during typing, but not before the text can be complete. */
function Value({ condition, fault, takesFocus, onChecked, onChange }: ValueProps) {
  const { t } = useTranslation();
  const { type, value } = condition;
  const ofAddress = isAddress(type);
  const kind = kindOf(type);
  const placeholder = PLACEHOLDERS[kind];
  return (
    <TextInput
      className={styles.value}
      data-autofocus={takesFocus}
      aria-label={t('filters.editor.value')}
      placeholder={placeholder && t(placeholder)}
      inputMode={INPUT_MODES[kind]}
      autoComplete="off"
      spellCheck={!ofAddress}
      value={value}
      error={fault}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget }) => {
        if (ofAddress && currentTarget.value.includes('@')) onChecked();
        onChange({ ...condition, value: currentTarget.value });
      }}
      onBlur={() => value !== '' && onChecked()}
      // Enter means to go on, so the faults are shown.
      onKeyDown={({ key }) => key === 'Enter' && value !== '' && onChecked()}
    />
  );
}

function kindOf(type: ConditionType): keyof typeof INPUT_MODES {
  if (isAddress(type)) return 'address';
  if (type === 'invoice_seller') return 'seller';
  return type === 'size' || type === 'invoice_total' ? 'size' : 'text';
}

function isAddress(type: ConditionType): boolean {
  return type === 'from' || type === 'to';
}

function comparatorWords(t: Say, type: ConditionType, comparator: Comparator): string {
  if (comparator === 'over' || comparator === 'under') {
    return t(`filters.editor.comparators.size.${comparator}`);
  }
  if (!hasValue(type)) return t(`filters.editor.comparators.attachment.${comparator}`);
  return t(
    `filters.editor.comparators.${isAddress(type) || type === 'invoice_seller' ? 'address' : 'text'}.${comparator}`,
  );
}
