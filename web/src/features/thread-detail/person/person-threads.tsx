import type { ApiClient } from '@bocau/contract/client.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { addressOf } from '../../../parts/addresses/list-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { subjectWords } from '../../../parts/subjects/subject-words.tsx';
import { Link } from '../../../router/router.tsx';
import styles from './person-card.module.css';
import { PersonFailed, PersonWaiting } from './person-states.tsx';

const SHOWN = 3;
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The latest conversations with a person, besides the one that is open. */
export function PersonThreads({ email, threadId }: { email: string; threadId: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const threads = useQuery({
    queryKey: ['threads-with', email.toLowerCase()],
    staleTime: 0,
    queryFn: () => latestWith(api, email),
  });
  if (threads.isError) {
    return <PersonFailed words={t('personCard.threadsFailed')} onRetry={() => void threads.refetch()} />;
  }
  const others = threads.data?.filter((row) => row.id !== threadId && row.thread_id !== threadId);
  return (
    <section className={styles.part} aria-label={t('personCard.latest')}>
      <h2 className={styles.title}>{t('personCard.latest')}</h2>
      {others === undefined && <PersonWaiting lines={SHOWN} />}
      {others?.length === 0 && <p className={styles.none}>{t('personCard.noOthers')}</p>}
      {others && others.length > 0 && (
        <ul className={styles.threads}>
          {others.slice(0, SHOWN).map((row) => (
            <li key={row.id}>
              <Link to={addressOf({ kind: 'folder', path: row.mailbox_name }, 1, row.id)}>
                <span>{subjectWords(t, row.subject)}</span>
                <time>{shortMoment(row.last_message_timestamp, now(), BROWSER_ZONE)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A search finds by sender or by recipient: the latest of both, one more than is shown for the open one. */
async function latestWith(api: ApiClient, email: string): Promise<Thread[]> {
  const found = await Promise.all(
    (['from_addr', 'to_addr'] as const).map((side) =>
      api.listThreads({ query: { [side]: email, sort: 'date', limit: String(SHOWN + 1) } }),
    ),
  );
  const rows = new Map(found.flatMap(({ data }) => data).map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => b.last_message_timestamp - a.last_message_timestamp);
}
