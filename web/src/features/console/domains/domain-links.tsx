import type { DomainLink } from '@bocau/contract/admin-links.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate, shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';

/** The links by which people outside open files and calendars of the domain, with their creators. */
export function DomainLinks({ name, on }: { name: string; on: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const { cursor } = cursors;
  const links = useQuery({
    queryKey: ['domain-links', name, cursor],
    queryFn: () => api.listDomainLinks({ params: { domain: name }, query: cursor ? { cursor } : {} }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const shown = links.data?.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const { busy, run } = useAccountAttempt();

  const paramsOf = ({ id }: DomainLink) => ({ params: { domain: name, id } });

  async function putBack(link: DomainLink) {
    await run(async () => {
      await api.restoreDomainLink(paramsOf(link));
      await links.refetch();
      notify({ text: t('admin.links.restored') });
    });
  }

  async function end(link: DomainLink) {
    await run(async () => {
      await api.endDomainLink(paramsOf(link));
      notify({ text: t('admin.links.ended'), undo: () => putBack(link) });
      await links.refetch();
      // The line that had the focus is gone.
      heading.current?.focus();
    });
  }

  const about = shown?.length === 0 ? 'admin.links.none' : 'admin.links.about';
  return (
    <section className={people.part} aria-labelledby="domain-links">
      <h3 id="domain-links" ref={heading} tabIndex={-1}>
        {t('admin.links.title')}
      </h3>
      <p>{t(on ? about : 'admin.links.off')}</p>
      {!shown && <AccountState query={links} lines={2} />}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="domain-links" aria-busy={links.isPlaceholderData}>
          {shown.map((link) => (
            <Line key={link.id} link={link} busy={busy} onEnd={() => void end(link)} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={links.data?.meta.next_cursor ?? null}
        waiting={links.isPlaceholderData}
      />
    </section>
  );
}

function Line({ link, busy, onEnd }: { link: DomainLink; busy: boolean; onEnd(): void }) {
  const { t } = useTranslation();
  const { maker, maker_name, names, outside, permission, created_at, expire_date, opens, opened_at } = link;
  const made = t('admin.links.made', { by: maker_name || maker, when: shortDate(created_at, now()) });
  return (
    <li className={people.line}>
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{names.join(', ')}</span>
        <span className={pageStyles.detail} title={maker}>
          {made}
        </span>
        <span className={pageStyles.detail}>
          {[
            ...(link.of === 'calendar'
              ? [t(permission === 'BUSY' ? 'admin.links.calendarBusy' : 'admin.links.calendar')]
              : []),
            ...(outside === null ? [] : [t('admin.links.outside', { count: outside })]),
            ...(permission === 'WRITE' ? [t('admin.links.write')] : []),
            expire_date === null
              ? t('admin.links.noEnd')
              : t('admin.links.until', { when: fullDate(expire_date) }),
            ...(opens === null ? [] : [t('admin.links.opens', { count: opens })]),
            ...(opens === null && opened_at !== null
              ? [t('admin.links.openedLast', { when: shortDate(opened_at, now()) })]
              : []),
          ].join(' · ')}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-md"
        disabled={busy}
        aria-label={t('admin.links.endOf', { by: maker_name || maker, names: names.join(', ') })}
        onClick={onEnd}
      >
        {t('admin.links.end')}
      </Button>
    </li>
  );
}
