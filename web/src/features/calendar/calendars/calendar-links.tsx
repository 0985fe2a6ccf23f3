import { type CalendarLink, LINK_PERMISSIONS, type LinkPermission } from '@bocau/contract/calendar-links.ts';
import { Button, Radio } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ShareEnd, useShareEnd } from '../../../parts/shares/share-end.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { CalendarLinkLine } from './calendar-link-line.tsx';
import styles from './calendar-links.module.css';

/** CL-188: the secret links of one's own calendar, below those with whom it is shared. */
export function CalendarLinks({ calendarId }: { calendarId: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { id: calendarId };
  const links = useQuery({
    queryKey: ['calendar-links', calendarId],
    queryFn: () => api.listCalendarLinks({ params }),
    gcTime: 0,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, run } = useAttempt();
  const shown = links.data?.data ?? [];
  const rules = links.data?.meta.rules;

  async function create(permission: LinkPermission, expire_date: number | null): Promise<void> {
    await run(async () => {
      await api.createCalendarLink({ params, body: { permission, expire_date } });
      await links.refetch();
      notify({ text: t('calendarLinks.created') });
    });
  }

  async function putBack({ id }: CalendarLink): Promise<void> {
    await run(async () => {
      await api.restoreCalendarLink({ params: { id } });
      await links.refetch();
      notify({ text: t('calendarLinks.restored') });
    });
  }

  async function end(link: CalendarLink): Promise<void> {
    await run(async () => {
      await api.endCalendarLink({ params: { id: link.id } });
      // The line that had the focus goes.
      heading.current?.focus();
      notify({ text: t('calendarLinks.ended'), undo: () => void putBack(link) });
      await links.refetch();
    });
  }

  return (
    <section className={styles.links} aria-labelledby="calendar-links">
      <h3 id="calendar-links" ref={heading} tabIndex={-1}>
        {t('calendarLinks.title')}
      </h3>
      <p>{t(rules?.on === false ? 'calendarLinks.off' : 'calendarLinks.about')}</p>
      {links.isError && <LoadFailed words={t('calendarLinks.failed')} onRetry={() => void links.refetch()} />}
      {shown.length > 0 && (
        <ul aria-label={t('calendarLinks.list')}>
          {shown.map((link) => (
            <CalendarLinkLine key={link.id} link={link} busy={busy} onEnd={() => void end(link)} />
          ))}
        </ul>
      )}
      {rules?.on && <NewLink days={rules.days} busy={busy} onCreate={create} />}
    </section>
  );
}

type NewLinkProps = {
  /** For how many days the organisation lets links be open; null: for any time. */
  days: number | null;
  busy: boolean;
  onCreate(permission: LinkPermission, expireDate: number | null): Promise<void>;
};

function NewLink({ days, busy, onCreate }: NewLinkProps) {
  const { t } = useTranslation();
  const [permission, setPermission] = useState<LinkPermission>('BUSY');
  const end = useShareEnd(null, days);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const lastSecond = end.read();
    if (lastSecond !== undefined) void onCreate(permission, lastSecond);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Radio.Group
        label={t('calendarLinks.shows')}
        value={permission}
        onChange={(chosen) => setPermission(chosen as LinkPermission)}
      >
        {LINK_PERMISSIONS.map((one) => (
          <Radio key={one} mt={8} value={one} label={t(`calendarLinks.${one}`)} />
        ))}
      </Radio.Group>
      <ShareEnd end={end} />
      <Button type="submit" variant="default" loading={busy}>
        {t('calendarLinks.create')}
      </Button>
    </form>
  );
}
