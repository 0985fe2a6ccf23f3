import type { DomainLink } from '@bocau/contract/admin-links.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate, shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import pageStyles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
import { Pages, useCursors } from '../people/cursor-pages.tsx';
import people from '../people/people.module.css';

/** The links by which people outside open files of the domain, with who made them. */
export function DomainLinks({ name }: { name: string }) {
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
  return (
    <section className={people.part} aria-labelledby="domain-links">
      <h3 id="domain-links">{t('admin.links.title')}</h3>
      <p>{t(shown?.length === 0 ? 'admin.links.none' : 'admin.links.about')}</p>
      {!shown && <AccountState query={links} lines={2} />}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="domain-links" aria-busy={links.isPlaceholderData}>
          {shown.map((link) => (
            <Line key={link.id} link={link} />
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

function Line({ link }: { link: DomainLink }) {
  const { t } = useTranslation();
  const { maker, maker_name, names, outside, permission, created_at, expire_date, opens } = link;
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
            t('admin.links.outside', { count: outside }),
            ...(permission === 'WRITE' ? [t('admin.links.write')] : []),
            expire_date === null
              ? t('admin.links.noEnd')
              : t('admin.links.until', { when: fullDate(expire_date) }),
            t('admin.links.opens', { count: opens }),
          ].join(' · ')}
        </span>
      </span>
    </li>
  );
}
