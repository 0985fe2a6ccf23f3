import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
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
  type FilterForm,
  faultOf,
  newCondition,
  withType,
} from './filter-form.ts';
import { MatchCount } from './match-count.tsx';

type Props = {
  form: FilterForm;
  /** Added by a tick, and taken away again. */
  offered: ConditionForm | null;
  /** Those whose faults are shown: they were left once, or gone on with. */
  checked: ReadonlySet<number>;
  /** The one that the server refused. */
  refused: number | null;
  onChecked(key: number): void;
  onChange(form: FilterForm): void;
};

export function ConditionFields({ form, offered, checked, refused, onChecked, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { conditions } = form;

  const set = (next: ConditionForm) =>
    onChange({ ...form, conditions: conditions.map((each) => (each.key === next.key ? next : each)) });

  const others = conditions.filter(({ key }) => key !== offered?.key);

  function focus(index: number) {
    requestAnimationFrame(() =>
      list.current?.children.item(index)?.querySelector<HTMLElement>('select')?.focus(),
    );
  }

  function add() {
    onChange({ ...form, conditions: [...conditions, newCondition()] });
    focus(conditions.length);
  }

  function remove(index: number) {
    onChange({ ...form, conditions: conditions.filter((_, at) => at !== index) });
    focus(Math.max(0, index - 1));
  }

  return (
    <>
      {conditions.length > 1 && (
        <div className={styles.match} role="radiogroup" aria-labelledby={`${id}-match`}>
          <span id={`${id}-match`}>{t('filters.editor.match')}</span>
          {(['all', 'any'] as const).map((match) => (
            <label key={match}>
              <input
                type="radio"
                name={`${id}-match`}
                checked={form.match === match}
                onChange={() => onChange({ ...form, match })}
              />
              {t(`filters.editor.${match}`)}
            </label>
          ))}
        </div>
      )}
      <ul ref={list} className={styles.conditions}>
        {conditions.map((condition, index) => (
          <li key={condition.key} data-condition={condition.key}>
            <Condition
              condition={condition}
              place={index + 1}
              isChecked={checked.has(condition.key)}
              isRefused={refused === condition.key}
              isOnly={conditions.length === 1}
              onChecked={() => onChecked(condition.key)}
              onChange={set}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      {offered && (
        <Checkbox
          label={t('filters.editor.offered', { subject: offered.value })}
          checked={others.length < conditions.length}
          disabled={others.length >= LIMITS.conditionsPerFilter}
          onChange={({ currentTarget }) =>
            onChange({ ...form, conditions: currentTarget.checked ? [...others, offered] : others })
          }
        />
      )}
      {conditions.length < LIMITS.conditionsPerFilter && (
        <Button
          variant="subtle"
          size="compact-md"
          className={styles.add}
          leftSection={<IconPlus size={16} />}
          onClick={add}
        >
          {t('filters.editor.addCondition')}
        </Button>
      )}
      <MatchCount form={form} />
    </>
  );
}

type ConditionProps = {
  condition: ConditionForm;
  place: number;
  isChecked: boolean;
  isRefused: boolean;
  isOnly: boolean;
  onChecked(): void;
  onChange(condition: ConditionForm): void;
  onRemove(): void;
};

function Condition(props: ConditionProps) {
  const { condition, place, isChecked, isRefused, isOnly, onChecked, onChange, onRemove } = props;
  const { t } = useTranslation();
  const { type, comparator, value, unit } = condition;
  const isAddress = type === 'from' || type === 'to';
  const fault = isChecked ? faultOf(condition) : null;
  const faultWords = fault
    ? t(`filters.editor.faults.${fault}`, { limit: LIMITS.ruleValueLength })
    : isRefused && t('filters.editor.faults.refused');
  return (
    <fieldset className={styles.condition} data-type={type}>
      <legend>{t('filters.editor.condition', { place })}</legend>
      <NativeSelect
        className={styles.type}
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
      {type !== 'attachment' && (
        <TextInput
          className={styles.value}
          aria-label={t('filters.editor.value')}
          placeholder={
            isAddress
              ? t('filters.editor.addressPlaceholder')
              : type === 'size'
                ? undefined
                : t('filters.editor.textPlaceholder')
          }
          inputMode={isAddress ? 'email' : type === 'size' ? 'numeric' : undefined}
          autoComplete="off"
          spellCheck={!isAddress}
          value={value}
          error={faultWords}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget }) => {
            // RU-5: what is wrong is said while it is typed, and not before a whole word of it can be right.
            if (isAddress && currentTarget.value.includes('@')) onChecked();
            onChange({ ...condition, value: currentTarget.value });
          }}
          onBlur={() => value !== '' && onChecked()}
          // Who wants to go on hears why that is not possible.
          onKeyDown={({ key }) => key === 'Enter' && value !== '' && onChecked()}
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

function comparatorWords(t: Say, type: ConditionType, comparator: Comparator): string {
  if (comparator === 'over' || comparator === 'under') {
    return t(`filters.editor.comparators.size.${comparator}`);
  }
  if (type === 'attachment') return t(`filters.editor.comparators.attachment.${comparator}`);
  const isAddress = type === 'from' || type === 'to';
  return t(`filters.editor.comparators.${isAddress ? 'address' : 'text'}.${comparator}`);
}
