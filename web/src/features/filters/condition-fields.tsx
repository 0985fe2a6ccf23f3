import { LIMITS } from '@bocau/contract/limits.ts';
import { asksForInvoices, mayMatchAny } from '@bocau/contract/rule-values.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Condition } from './condition.tsx';
import styles from './filter-editor.module.css';
import { type ConditionForm, type FilterForm, matchOf, newCondition } from './filter-form.ts';
import { MatchCount } from './match-count.tsx';

type Props = {
  form: FilterForm;
  /** Added and removed by a checkbox. */
  offered: ConditionForm | null;
  /** The conditions whose faults are shown: those that were left once, or submitted. */
  checked: ReadonlySet<number>;
  /** The condition that the server refused. */
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
                checked={matchOf(form) === match}
                disabled={match === 'any' && !mayMatchAny(form)}
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
      {asksForInvoices(form) && <p className={styles.hint}>{t('filters.editor.onlyHere')}</p>}
      <MatchCount form={form} />
    </>
  );
}
