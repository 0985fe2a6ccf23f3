import { Button, NativeSelect } from '@mantine/core';
import { type RefObject, useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import form from '../settings-form.module.css';
import styles from './forwarding.module.css';
import type { Forward } from './forwards.ts';

type Props = {
  verified: readonly Forward[];
  selected: Forward | null;
  disabled: boolean;
  fault: string | null;
  addButton: RefObject<HTMLButtonElement | null>;
  onChoose(id: string): void;
  onAdd(): void;
};

/** The address that mail is forwarded to, and a way to change it. */
export function TargetRow({ verified, selected, disabled, fault, addButton, onChoose, onAdd }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isEmpty = verified.length === 0;
  const options = isEmpty
    ? [{ value: '', label: t('forwarding.noneYet') }]
    : verified.map((forward) => ({ value: forward.id, label: forward.address }));
  return (
    <div className={form.row}>
      <label className={form.label} htmlFor={id}>
        {t('forwarding.to')}
      </label>
      <div className={styles.target}>
        <NativeSelect
          id={id}
          className={styles.select}
          data={options}
          value={selected?.id ?? ''}
          disabled={disabled || isEmpty}
          error={fault}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        <Button ref={addButton} variant="default" onClick={onAdd}>
          {t('forwarding.add')}
        </Button>
        {isEmpty && <p className={styles.none}>{t('forwarding.none')}</p>}
      </div>
    </div>
  );
}
