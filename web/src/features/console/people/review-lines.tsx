import type { Reviewed } from '@bocau/contract/admin-review.ts';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendar,
  IconFilter,
  IconLogin2,
  IconSend,
  IconShare,
  IconShieldCog,
  IconUserCog,
} from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Link } from '../../../router/router.tsx';
import { reviewWords } from './review-words.ts';

type Linked = Extract<Reviewed, { kind: 'share' | 'calendar' }>;
type Props = {
  entries: Reviewed[];
  isOld: boolean;
  busy: boolean;
  onEndLink(linked: Linked): void;
};

const ICONS = {
  rule: IconFilter,
  sent: IconSend,
  share: IconShare,
  calendar: IconCalendar,
  act: IconUserCog,
} as const;

/** What happened in an account, newest first, with the actions that an administrator can take. */
export function ReviewLines({ entries, isOld, busy, onEndLink }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const momentOf = (at: number) => shortMoment(at, now(), zone);
  if (entries.length === 0) return <p role="status">{t('admin.review.none')}</p>;
  return (
    <ul className={pageStyles.lines} aria-label={t('admin.review.list')} aria-busy={isOld}>
      {entries.map((entry) => {
        const Icon = iconOf(entry);
        const { title, details } = reviewWords(t, entry, momentOf);
        const detail = details.filter(Boolean).join(' · ');
        return (
          <li
            key={entry.id}
            className={pageStyles.line}
            data-tone={Icon === IconAlertTriangle ? 'danger' : undefined}
          >
            <Icon size={20} stroke={1.5} aria-hidden />
            <span className={pageStyles.what}>
              <span className={pageStyles.name}>{title}</span>
              {detail !== '' && <span className={pageStyles.detail}>{detail}</span>}
              {madePassword(entry) && <Link to="/admin/sessions">{t('admin.review.passwords')}</Link>}
            </span>
            {(entry.kind === 'share' || entry.kind === 'calendar') && entry.open_link !== null && (
              <Button
                variant="default"
                size="xs"
                disabled={busy}
                aria-label={t('admin.review.endLink', { names: namesOf(entry) })}
                onClick={() => onEndLink(entry)}
              >
                {t('admin.links.end')}
              </Button>
            )}
            <time className={pageStyles.when} dateTime={new Date(entry.at * 1000).toISOString()}>
              {momentOf(entry.at)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}

function iconOf(entry: Reviewed): typeof IconSend {
  if (entry.kind !== 'activity') return ICONS[entry.kind];
  const { kind, outcome } = entry.activity;
  if (kind !== 'sign_in') return IconShieldCog;
  return outcome === 'ok' ? IconLogin2 : IconAlertTriangle;
}

function namesOf(linked: Linked): string {
  return linked.kind === 'share' ? linked.names.join(', ') : (linked.name ?? '');
}

function madePassword(entry: Reviewed): boolean {
  return entry.kind === 'activity' && entry.activity.kind === 'app_password_made';
}
