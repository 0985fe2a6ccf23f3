import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  /** What the button says that sends the form. */
  submit: string;
  busy: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Above them, where the form gives its parts no room of their own. */
  mt?: number;
  onCancel(): void;
};

/** At the end of a form in a dialog: the way out, and on. */
export function FormButtons({ submit, busy, disabled = false, danger = false, mt = 0, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap={8} {...(mt > 0 && { mt })}>
      <Button variant="default" onClick={onCancel}>
        {t('common.actions.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} loading={busy} {...(danger && { color: 'red' })}>
        {submit}
      </Button>
    </Group>
  );
}
