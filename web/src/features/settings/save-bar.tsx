import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './settings-form.module.css';

type Props = {
  /** The id of the form to save, where the bar is outside of it. */
  form?: string;
  unsaved: boolean;
  saving: boolean;
  onCancel(): void;
};

/** ST-1: below a form of the settings, always visible. */
export function SaveBar({ form, unsaved, saving, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar} data-save-bar>
      <Button
        type="submit"
        form={form}
        loading={saving}
        aria-disabled={!unsaved}
        data-disabled={!unsaved || undefined}
      >
        {t('common.actions.save')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('common.actions.cancel')}
      </Button>
      <span className={styles.unsaved} role="status">
        {unsaved && t('settings.unsaved')}
      </span>
    </div>
  );
}
