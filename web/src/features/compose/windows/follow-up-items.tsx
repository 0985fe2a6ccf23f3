import { IconCalendar, IconClockQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FOLLOW_UP_CHOICES } from '../../../parts/times/picked-times.ts';
import { Menu } from '../../../ui/layers/menu.tsx';

type Props = { onDays(days: number): void; onPick(): void };

/** FU-13: in the menu of the send button, after how long to remind where nobody answers. */
export function FollowUpItems({ onDays, onPick }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('followUp.title')}</Menu.Label>
      {FOLLOW_UP_CHOICES.map((count) => (
        <Menu.Item key={count} leftSection={<IconClockQuestion size={18} />} onClick={() => onDays(count)}>
          {t('followUp.in', { count })}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconCalendar size={18} />} onClick={onPick}>
        {t('snooze.pick')}
      </Menu.Item>
    </>
  );
}
