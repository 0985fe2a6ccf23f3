import type { AdminAudit } from '@bocau/contract/admin-oversight.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { AuditLines } from '../../../parts/account/audit-lines.tsx';
import { actorWords, actWords, changeWords } from '../../../parts/account/audit-words.ts';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { domainPage, personPage } from '../detail/console-addresses.ts';
import { type AuditAsked, AuditFilters } from './audit-filters.tsx';

/** The audit log of administration in one domain or the whole installation, newest first. */
export function AuditPage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const [asked, setAsked] = useState<AuditAsked>({});
  const { cursor } = cursors;
  usePageTitle(t('consolePages.audit'));
  const log = useQuery({
    queryKey: ['audit-log', asked, cursor],
    queryFn: () => api.listAudit({ query: { ...asked, ...(cursor !== null && { cursor }) } }),
    placeholderData: keepPreviousData,
  });

  function filter(next: AuditAsked) {
    setAsked(next);
    cursors.reset();
  }

  return (
    <div className={pageStyles.page}>
      <h1>{t('consolePages.audit')}</h1>
      <p className={pageStyles.about}>
        {domain === null ? t('admin.audit.aboutAll') : t('admin.audit.about', { domain })}
      </p>
      <AuditFilters actName={(act) => actWords(t, act)} onFilter={filter} />
      <section className={pageStyles.section} aria-label={t('consolePages.audit')}>
        {log.data ? (
          <AuditLines
            lines={log.data.data.map((entry) => ({
              id: entry.id,
              at: entry.at,
              act: actWords(t, entry.act),
              to: { name: entry.to, page: pageOf(entry) },
              detail: detailOf(t, entry),
            }))}
            label={t('consolePages.audit')}
            isOld={log.isPlaceholderData}
          />
        ) : (
          <AccountState query={log} lines={6} />
        )}
        <Pages cursors={cursors} next={log.data?.meta.next_cursor ?? null} waiting={log.isPlaceholderData} />
      </section>
    </div>
  );
}

/** The page of the person or domain concerned, for a group its domain's; null where that was deleted. */
function pageOf({ to, act }: AdminAudit): string | null {
  if (act === 'purged' || act === 'domain_deleted') return null;
  if (act.startsWith('group_')) return domainPage(to.slice(to.lastIndexOf('@') + 1));
  if (to.includes('@')) return personPage(to);
  return act === 'domain_added' || act === 'domain_changed' ? domainPage(to) : null;
}

/** The old and the new value, who changed it, and from where. */
function detailOf(t: Say, entry: AdminAudit): string {
  return [changeWords(t, entry), actorWords(t, entry), entry.from].filter(Boolean).join(' · ');
}
