import type { CalendarEvent, Occurrence } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import {
  IconBell,
  IconCopy,
  IconMail,
  IconPencil,
  IconTrash,
  IconUserPlus,
  IconUserShare,
} from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { momentsOf, spanOf } from '../../../model/calendar/occurrence-times.ts';
import { isChangedByOthers, isOfOthers } from '../../../model/calendar/plan-operations.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { useOpener } from '../../../ui/use-opener.ts';
import { valuesOf } from '../form/form-values.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-panel.module.css';
import { MoreActs } from './more-acts.tsx';
import { useWriteToGuests } from './use-write-to-guests.ts';

type Props = {
  screen: CalendarScreenState;
  one: Occurrence;
  /** Null until all of it is loaded. */
  event: CalendarEvent | null;
  mayChange: boolean;
  /** What says why it can't be edited now: all of it could not be loaded. */
  unreadNote: string | undefined;
  isOwnCalendar: boolean;
  menu: ReturnType<typeof useOpener>;
  onClose(): void;
};

/** What one does with an event: the main acts side by side, the others in a menu. */
export function EventActs({
  screen,
  one,
  event,
  mayChange,
  unreadNote,
  isOwnCalendar,
  menu,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const write = useWriteToGuests(event);
  const handedOver = mayChange && isOwnCalendar && event && isOrganiser(event) ? event : null;
  const own = mayChange && event && !isOfOthers(event) ? event : null;

  /** CL-346: what the form does not hold, the answers and what differs of a series, is not of the copy. */
  function duplicate(of: CalendarEvent): void {
    onClose();
    const { kind } = momentsOf(of.fields);
    screen.ask({
      ...{ kind: 'new', begin: valuesOf(of, screen.zone) },
      draft: { kind: kind === 'day' ? 'day' : 'zoned', span: spanOf(one, screen.zone) },
    });
  }

  return (
    <div className={styles.acts}>
      {!mayChange ? (
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      ) : event && isChangedByOthers(event) ? (
        <Button
          variant="default"
          leftSection={event.guest_may ? <IconUserPlus size={16} /> : <IconBell size={16} />}
          onClick={() => screen.edit(one)}
        >
          {t(event.guest_may ? 'calendar.event.inviteMore' : 'calendar.event.remind')}
        </Button>
      ) : (
        <Button
          data-autofocus
          leftSection={<IconPencil size={16} />}
          // It keeps the focus that it may have had.
          data-disabled={unreadNote !== undefined || undefined}
          aria-disabled={unreadNote !== undefined || undefined}
          aria-describedby={unreadNote}
          onClick={() => unreadNote === undefined && screen.edit(one)}
        >
          {t('calendar.event.edit')}
        </Button>
      )}
      {mayChange && (
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => screen.remove(one)}>
          {t('calendar.event.remove')}
        </Button>
      )}
      {(write || handedOver || own) && (
        <MoreActs menu={menu}>
          {write && (
            <Menu.Item
              data-autofocus
              leftSection={<IconMail size={16} />}
              onClick={() => {
                onClose();
                write();
              }}
            >
              {t('calendar.event.write')}
            </Menu.Item>
          )}
          {handedOver && (
            <Menu.Item
              data-autofocus
              leftSection={<IconUserShare size={16} />}
              onClick={() => {
                onClose();
                screen.ask({ kind: 'handOver', event: handedOver });
              }}
            >
              {t('calendar.handOver.open')}
            </Menu.Item>
          )}
          {own && (
            <Menu.Item data-autofocus leftSection={<IconCopy size={16} />} onClick={() => duplicate(own)}>
              {t('calendar.event.duplicate')}
            </Menu.Item>
          )}
        </MoreActs>
      )}
    </div>
  );
}

/** Whoever asks people to it. */
function isOrganiser(event: CalendarEvent): boolean {
  return event.organiser !== null && !isOfOthers(event) && event.attendees.some(({ is_room }) => !is_room);
}
