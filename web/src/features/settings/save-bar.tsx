import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './settings-form.module.css';

type Props = {
  /** Of the form that it saves, where it stands outside of it. */
  form?: string;
  unsaved: boolean;
  saving: boolean;
  onCancel(): void;
};

/** ST-1: below a form of the settings, always in sight. */
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
