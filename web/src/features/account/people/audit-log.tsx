import { type AuditEntry, SUSPENSION_KINDS } from '@bocau/contract/people.ts';
import { IconUserCog } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import styles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
import { Pages, useCursors } from './cursor-pages.tsx';

type Props = {
  /** Left out where the page has a heading for it. */
  title?: string;
  about: string;
  /** What was done to all people of the domain, or to whoever asks. */
  of: 'domain' | 'self';
};

/** Acts of owners and of the provider on people, newest first. */
export function AuditLog({ title, about, of }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const log = useQuery({
    queryKey: ['audit-log', of, cursors.cursor],
    queryFn: async () => {
      const query = cursors.cursor === null ? {} : { cursor: cursors.cursor };
      const { data, meta } =
        of === 'domain' ? await api.listAuditLog({ query }) : await api.listOwnAuditLog({ query });
      return { entries: data, next: meta.next_cursor };
    },
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.section} aria-label={title ?? t('people.tabs.log')}>
      {title !== undefined && (
        <div className={styles.heading}>
          <h2>{title}</h2>
        </div>
      )}
      <p className={styles.about}>{about}</p>
      {log.data ? (
        <Lines entries={log.data.entries} of={of} />
      ) : (
        <AccountState query={log} lines={of === 'self' ? 1 : 6} />
      )}
      <Pages cursors={cursors} next={log.data?.next ?? null} waiting={log.isPlaceholderData} />
    </section>
  );
}

function Lines({ entries, of }: { entries: AuditEntry[]; of: Props['of'] }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  if (entries.length === 0) return <p className={styles.about}>{t('people.log.empty')}</p>;
  return (
    <ul className={styles.lines}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.line}>
          <IconUserCog size={20} stroke={1.5} aria-hidden />
          <span className={styles.what}>
            <span className={styles.name}>{t(`people.log.acts.${entry.act}`)}</span>
            <span className={styles.detail}>{detailOf(t, entry, of)}</span>
          </span>
          <time className={styles.when} dateTime={new Date(entry.at * 1000).toISOString()}>
            {shortMoment(entry.at, now(), zone)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** Whom, from what to what, and by whom from where. */
function detailOf(t: Say, { act, person, before, after, actor, from }: AuditEntry, of: Props['of']): string {
  const [was, is] = [wordsOfValue(t, act, before), wordsOfValue(t, act, after)];
  const change =
    was !== null && is !== null ? t('people.log.change', { before: was, after: is }) : (was ?? is);
  const by = t('people.log.by', { actor: actor ?? t('people.log.provider') });
  return [of === 'domain' && person, change, by, from].filter(Boolean).join(' · ');
}

function wordsOfValue(t: Say, act: AuditEntry['act'], value: string | null): string | null {
  if (value === 'true') return t('people.log.yes');
  if (value === 'false') return t('people.log.no');
  if (value === 'owner' || value === 'member') return t(`people.log.roles.${value}`);
  // What a person wrote is no kind, whatever the words.
  if (act !== 'suspended' && act !== 'restored') return value;
  const kinds = SUSPENSION_KINDS.filter((kind) => value?.split(' ').includes(kind));
  return kinds.length === 0 ? value : kinds.map((kind) => t(`people.access.kinds.${kind}`)).join(', ');
}
