import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  /** The label of the submit button. */
  submit: string;
  busy: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Margin above, where the form itself has no gaps. */
  mt?: number;
  onCancel(): void;
};

/** The buttons at the end of a form in a dialog: cancel and submit. */
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
