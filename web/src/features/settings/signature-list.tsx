import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './signature-fields.module.css';
import { signatureName } from './signature-name.ts';
import type { Signatures } from './use-signatures.ts';

type Props = {
  signatures: Signatures;
  addButton: RefObject<HTMLButtonElement | null>;
  onAdded(): void;
};

/** The signatures by name, with the edited one selected, and a button to add one. */
export function SignatureList({ signatures, addButton, onAdded }: Props) {
  const { t } = useTranslation();
  const { list, selected, loading } = signatures;
  const isFull = list.length >= LIMITS.signatures;
  const canAdd = !isFull && !loading;

  function add() {
    if (!canAdd) return;
    signatures.add(t('settingFields.signature.newName', { number: list.length + 1 }));
    onAdded();
  }

  return (
    <fieldset className={styles.names} aria-label={t('settingFields.signature.list')}>
      {list.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.chip}
          aria-pressed={one.id === selected.id}
          onClick={() => signatures.select(one.id)}
        >
          {signatureName(t, one)}
        </button>
      ))}
      <Button
        ref={addButton}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} />}
        aria-disabled={!canAdd}
        onClick={add}
      >
        {t('settingFields.signature.add')}
      </Button>
      {isFull && (
        <span className={styles.full}>{t('settingFields.signature.full', { count: LIMITS.signatures })}</span>
      )}
    </fieldset>
  );
}
