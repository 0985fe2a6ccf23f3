import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { type RoomTimes, takenWords } from './room-words.ts';

type Props = {
  /** What is asked about: saving a form, or moving an event to a time that was proposed. */
  act: 'save' | 'move';
  rooms: readonly BookableRoom[];
  times: RoomTimes;
  onSafe(): void;
  onOther(): void;
};

/** CL-211: which rooms an event will not have, and why, before it is so. */
export function LostRoomsDialog({ act, rooms, times, onSafe, onOther }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  return (
    <ChoiceDialog
      title={t('calendar.rooms.lost.title')}
      safe={t(`calendar.rooms.lost.${act}.safe`)}
      other={{ label: t(`calendar.rooms.lost.${act}.other`) }}
      onSafe={onSafe}
      onOther={onOther}
    >
      {rooms.map((room) => (
        <p key={room.email}>{takenWords(spoken, room, times)}.</p>
      ))}
      <p>{t(`calendar.rooms.lost.${act}.text`)}</p>
    </ChoiceDialog>
  );
}
