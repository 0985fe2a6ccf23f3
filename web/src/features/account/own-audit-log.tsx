import type { AuditEntry } from '@bocau/contract/people.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { AuditLines } from '../../parts/account/audit-lines.tsx';
import { changeWords } from '../../parts/account/audit-words.ts';
import { Pages, useCursors } from '../../parts/account/cursor-pages.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';

/** Acts of owners and of the provider on the user's account, newest first. */
export function OwnAuditLog() {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const { cursor } = cursors;
  const log = useQuery({
    queryKey: ['own-audit-log', cursor],
    queryFn: () => api.listOwnAuditLog({ query: cursor === null ? {} : { cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.section} aria-labelledby="own-audit-log">
      <div className={styles.heading}>
        <h2 id="own-audit-log">{t('people.log.ownTitle')}</h2>
      </div>
      <p className={styles.about}>{t('people.log.ownAbout')}</p>
      {log.data ? (
        <AuditLines
          lines={log.data.data.map((entry) => ({
            id: entry.id,
            at: entry.at,
            act: t(`people.log.acts.${entry.act}`),
            detail: detailOf(t, entry),
          }))}
          label={t('people.log.ownTitle')}
          isOld={log.isPlaceholderData}
        />
      ) : (
        <AccountState query={log} lines={1} />
      )}
      <Pages cursors={cursors} next={log.data?.meta.next_cursor ?? null} waiting={log.isPlaceholderData} />
    </section>
  );
}

/** The old and the new value, who changed it, and from where. */
function detailOf(t: Say, entry: AuditEntry): string {
  const by = t('people.log.by', { actor: entry.actor ?? t('people.log.provider') });
  return [changeWords(t, entry), by, entry.from].filter(Boolean).join(' · ');
}
