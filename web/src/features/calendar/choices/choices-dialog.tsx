import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { useLunarShown } from '../lunar/lunar-days.ts';
import { choose } from './calendar-choices.ts';

/** How the calendar looks on this device; a choice is seen at once. */
export function ChoicesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const isLunar = useLunarShown();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar.choices.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <Stack gap={16}>
        <Checkbox
          data-autofocus
          label={t('calendar.choices.lunar')}
          checked={isLunar}
          onChange={({ currentTarget }) => choose({ lunar: currentTarget.checked })}
        />
      </Stack>
    </Modal>
  );
}
