import type { Calendar } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ShareWithDialog } from '../../../parts/shares/share-with-dialog.tsx';
import { CalendarLinks } from './calendar-links.tsx';

type Props = { calendar: Calendar; onClose(): void };

/** CL-110: shares a calendar with people of the organisation, and with nobody else. */
export function ShareCalendarDialog({ calendar: { id, name, permission }, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const params = { id };
  return (
    <ShareWithDialog
      words={{
        title: t('calendar.share.title', { name }),
        about: t('calendar.share.about'),
        nobody: t('calendar.share.nobody'),
        members: t('calendar.share.members'),
        unknown: t('calendar.share.unknown'),
        outside: t('calendar.share.outside'),
        save: t('calendar.share.save'),
        failed: t('calendar.share.failed'),
        permissions: {
          BUSY: t('calendar.share.BUSY'),
          READ: t('calendar.share.READ'),
          WRITE: t('calendar.share.WRITE'),
          MANAGE: t('calendar.share.MANAGE'),
        },
        permissionOf: (who) => t('calendar.share.permission', { name: who }),
        remove: (who) => t('calendar.share.remove', { name: who }),
        full: (emails) => t('calendar.share.full', { emails }),
      }}
      first="READ"
      tooMany="too_many_events"
      load={async () => (await api.listCalendarMembers({ params })).data}
      save={async (members) => {
        await api.setCalendarMembers({ params, body: { members } });
        await model.show();
        onClose();
        notify({ text: t('calendar.share.saved', { name }) });
      }}
      onClose={onClose}
    >
      {permission === 'OWNER' && <CalendarLinks calendarId={id} />}
    </ShareWithDialog>
  );
}
