import type { Braked } from '@bocau/contract/admin-brakes.ts';
import type { QueueTotals } from '@bocau/contract/admin-mail.ts';
import type { Today } from '@bocau/contract/admin-today.ts';
import {
  IconCertificate,
  IconDatabaseExport,
  IconGauge,
  IconMailbox,
  IconMailFast,
  IconMailOff,
  IconWorld,
} from '@tabler/icons-react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Link } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { domainPage, personPage } from '../detail/console-addresses.ts';
import people from '../people/people.module.css';

/** The same age as in the alerts of the installation. */
const BACKUP_SECONDS = 36 * 3600;
const CERTIFICATE_SECONDS = 14 * 86_400;
const QUEUE_SECONDS = 3600;

type Item = {
  key: string;
  icon: typeof IconWorld;
  words: string;
  detail?: string;
  to?: string;
  /** The people concerned, linked to their pages. */
  who?: string[];
  /** Somebody has to act. */
  needs: boolean;
};

/** The console's start page: what needs attention today, and below it what is in order. */
export function TodayPage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const isProvider = domain === null;
  usePageTitle(t('consolePages.today'));
  const fresh = { gcTime: 0, staleTime: 0 };
  const today = useQuery({
    queryKey: ['admin-today'],
    queryFn: async () => (await api.showToday({})).data,
    ...fresh,
  });
  const brakes = useQuery({
    queryKey: ['queue', 'brakes'],
    queryFn: async () => (await api.listBrakes({})).data,
    ...fresh,
  });
  const queue = useQuery({
    queryKey: ['queue', 'totals'],
    enabled: isProvider,
    queryFn: async () => (await api.getQueueTotals({})).data,
    ...fresh,
  });
  const waiting = [today, brakes, ...(isProvider ? [queue] : [])].find(({ data }) => data === undefined);
  const items = [
    ...(queue.data ? queueItems(t, queue.data, zone) : []),
    ...(brakes.data ? brakeItems(t, brakes.data) : []),
    ...(today.data ? todayItems(t, today.data, zone) : []),
  ];
  const [needed, inOrder] = [items.filter(({ needs }) => needs), items.filter(({ needs }) => !needs)];

  return (
    <div className={pageStyles.page}>
      <h1>{t('consolePages.today')}</h1>
      <p className={pageStyles.about}>
        {isProvider ? t('admin.today.aboutAll') : t('admin.today.about', { domain })}
      </p>
      {waiting ? (
        <AccountState query={waiting} lines={4} />
      ) : (
        <>
          <section className={pageStyles.section} aria-labelledby="today-needed">
            <div className={pageStyles.heading}>
              <h2 id="today-needed">{t('admin.today.needed')}</h2>
            </div>
            {needed.length === 0 ? (
              <p className={pageStyles.about} role="status">
                {t('admin.today.nothing')}
              </p>
            ) : (
              <Items items={needed} labelledBy="today-needed" />
            )}
          </section>
          {inOrder.length > 0 && (
            <section className={pageStyles.section} aria-labelledby="today-in-order">
              <div className={pageStyles.heading}>
                <h2 id="today-in-order">{t('admin.today.inOrder')}</h2>
              </div>
              <Items items={inOrder} labelledBy="today-in-order" />
            </section>
          )}
        </>
      )}
    </div>
  );
}

function Items({ items, labelledBy }: { items: Item[]; labelledBy: string }) {
  return (
    <ul className={pageStyles.lines} aria-labelledby={labelledBy}>
      {items.map(({ key, icon: Icon, words, detail, to, who = [], needs }) => {
        const content = (
          <>
            <Icon size={20} stroke={1.5} aria-hidden />
            <span className={pageStyles.what}>
              <span className={pageStyles.name}>{words}</span>
              {detail && <span className={pageStyles.detail}>{detail}</span>}
            </span>
          </>
        );
        return (
          <li
            key={key}
            className={who.length > 0 ? `${pageStyles.line} ${people.named}` : pageStyles.line}
            data-tone={needs ? 'danger' : undefined}
          >
            {to ? (
              <Link to={to} className={people.way}>
                {content}
              </Link>
            ) : (
              content
            )}
            {who.length > 0 && (
              <span className={people.who}>
                {who.map((email) => (
                  <Link key={email} to={personPage(email)}>
                    {email}
                  </Link>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function queueItems(t: Say, { destinations, held_destinations }: QueueTotals, zone: string): Item[] {
  const count = destinations.reduce((sum, { recipients }) => sum + recipients, 0);
  const oldest = Math.min(...destinations.map(({ oldest_at }) => oldest_at));
  const isOld = count > 0 && now() / 1000 - oldest > QUEUE_SECONDS;
  const of = { key: 'queue', icon: IconMailFast, to: '/admin/queue' };
  const held = held_destinations.length;
  return [
    {
      ...of,
      words: count === 0 ? t('admin.today.queueEmpty') : t('admin.today.queue', { count }),
      ...(count > 0 && { detail: t('admin.today.oldest', { oldest: shortMoment(oldest, now(), zone) }) }),
      needs: isOld,
    },
    ...(held === 0
      ? []
      : [{ ...of, key: 'held', words: t('admin.today.heldDestinations', { count: held }), needs: true }]),
  ];
}

function brakeItems(t: Say, brakes: Braked[]): Item[] {
  const of = { key: 'brakes', icon: IconGauge, to: '/admin/senders' };
  if (brakes.length === 0) return [{ ...of, words: t('admin.today.heldNobody'), needs: false }];
  const who = brakes.slice(0, 5).map(({ sender }) => sender);
  return [{ ...of, words: t('admin.today.held', { count: brakes.length }), who, needs: true }];
}

/** The people named, and how many more there are. */
function stoppedItems(t: Say, { count, people: named }: Today['not_receiving'], zone: string): Item[] {
  const of = { icon: IconMailOff, needs: true };
  const items = named.map(({ id, fullname, email, since }) => ({
    ...{ ...of, key: `stopped ${id}`, to: personPage(email) },
    words: t('admin.today.notReceiving', { name: fullname || email }),
    detail: [email, t('admin.today.notReceivingSince', { at: shortMoment(since, now(), zone) })].join(' · '),
  }));
  const more = count - named.length;
  if (more === 0) return items;
  const words = t('admin.today.notReceivingMore', { count: more });
  return [...items, { ...of, key: 'stopped', to: '/admin/people', words }];
}

/** The domains named, and how many more there are. */
function domainItems(
  { count, names }: Today['suspended'],
  detail: string,
  moreWords: (count: number) => string,
): Item[] {
  const of = { icon: IconWorld, needs: true };
  const items = names.map((name) => ({
    ...{ ...of, key: `${detail} ${name}`, to: domainPage(name) },
    ...{ words: name, detail },
  }));
  const more = count - names.length;
  if (more === 0) return items;
  return [...items, { ...of, key: detail, to: '/admin/domains', words: moreWords(more) }];
}

function todayItems(t: Say, today: Today, zone: string): Item[] {
  const { full, not_receiving, without_owner, suspended, installation } = today;
  const named = full.people.map(({ id, fullname, email, used, quota }) => ({
    ...{ key: `full ${id}`, icon: IconMailbox, needs: true, to: personPage(email) },
    words: t('admin.today.full', { name: fullname || email }),
    detail: [email, t('people.used', { used: readableSize(used), total: readableSize(quota * MB) })].join(
      ' · ',
    ),
  }));
  const more = full.count - full.people.length;
  const others = more > 0 ? [{ key: 'full', icon: IconMailbox, needs: true, to: '/admin/people' }] : [];
  return [
    ...named,
    ...others.map((each) => ({ ...each, words: t('admin.today.fullMore', { count: more }) })),
    ...(full.count === 0
      ? [{ key: 'full', icon: IconMailbox, words: t('admin.today.fullNobody'), needs: false }]
      : []),
    ...stoppedItems(t, not_receiving, zone),
    ...domainItems(suspended, t('admin.today.suspended'), (count) =>
      t('admin.today.suspendedMore', { count }),
    ),
    ...domainItems(without_owner, t('admin.domains.noOwner'), (count) =>
      t('admin.today.ownerlessMore', { count }),
    ),
    ...(installation ? [backupItem(t, installation.backup, zone)] : []),
    ...(installation?.certificate ? [certificateItem(t, installation.certificate, zone)] : []),
  ];
}

type Installation = NonNullable<Today['installation']>;

function backupItem(t: Say, backup: Installation['backup'], zone: string): Item {
  const of = { key: 'backup', icon: IconDatabaseExport };
  if (backup === null) return { ...of, words: t('admin.today.noBackup'), needs: true };
  const isOld = now() / 1000 - backup.at > BACKUP_SECONDS;
  return {
    ...of,
    words: t('admin.today.backup', { at: shortMoment(backup.at, now(), zone) }),
    ...(backup.lost > 0 && { detail: t('admin.today.backupLost', { count: backup.lost }) }),
    ...(backup.damaged > 0 && { detail: t('admin.today.backupDamaged', { count: backup.damaged }) }),
    needs: isOld || backup.lost > 0 || backup.damaged > 0,
  };
}

function certificateItem(
  t: Say,
  { expires_at: end }: NonNullable<Installation['certificate']>,
  zone: string,
): Item {
  const of = { key: 'certificate', icon: IconCertificate };
  if (end === null) return { ...of, words: t('admin.today.certificateUnread'), needs: true };
  const left = end - now() / 1000;
  const when = shortMoment(end, now(), zone);
  return {
    ...of,
    words: t(left > 0 ? 'admin.today.certificate' : 'admin.today.certificateOver', { when }),
    needs: left < CERTIFICATE_SECONDS,
  };
}
