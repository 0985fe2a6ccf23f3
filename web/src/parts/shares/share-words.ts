import type { Share } from '@bocau/contract/shares.ts';
import type { Say } from '../../i18n/say.ts';
import { fullDate, shortDate } from '../../lib/dates.ts';

const PEOPLE_SHOWN = 3;

/** The people of a share. */
export function peopleWords(t: Say, { share_withs }: Share): string {
  const names = share_withs
    .slice(0, PEOPLE_SHOWN)
    .map(({ name, email, left }) =>
      left ? t('shares.access.left', { name: name || email }) : name || email,
    );
  const more = share_withs.length - names.length;
  return more > 0 ? `${names.join(', ')} ${t('shares.access.more', { count: more })}` : names.join(', ');
}

/** Permission, expiry, and how often it was opened. */
export function factsWords(t: Say, share: Share, now: number): string {
  const day = share.expire_date === null ? null : fullDate(share.expire_date).slice(0, 10);
  const when = share.opened_at === null ? null : shortDate(share.opened_at, now);
  const facts = [
    t(share.permission === 'WRITE' ? 'shares.write' : 'shares.read'),
    day === null ? t('shares.access.noEnd') : t('shares.access.until', { day }),
    ...(share.has_password ? [t('shares.access.protected')] : []),
    when === null ? t('shares.access.noOpens') : t('shares.access.opens', { count: share.opens, when }),
  ];
  return facts.join(' · ');
}

/** CL-240: the events that it goes with. */
export function eventWords(t: Say, events: NonNullable<Share['events']>): string {
  const titles = events.map(({ title }) => t('shares.access.eventTitle', { title: title || '–' }));
  return t('shares.access.events', { titles: titles.join(', ') });
}

/** Whether it can be opened, and if not, why. */
export function stateWords(t: Say, { state, revoked_by, outside_closed }: Share): string {
  if (state === 'revoked' && revoked_by === 'recall') return t('shares.access.byRecall');
  if (state === 'revoked' && revoked_by === 'domain') return t('shares.access.byDomain');
  if (state === 'active' && outside_closed !== null) return t(`shares.access.closed.${outside_closed}`);
  return t(`shares.access.${state}`);
}
