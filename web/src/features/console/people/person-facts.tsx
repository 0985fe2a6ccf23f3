import type { Person } from '@bocau/contract/people.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment, shortMoment } from '../../../lib/dates.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { now } from '../../../lib/timers.ts';
import page from '../../../parts/account/account-page.module.css';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { storageOf } from '../../../parts/storage/storage-level.ts';
import { Link } from '../../../router/router.tsx';
import { domainPage } from '../detail/console-addresses.ts';
import detail from '../detail/detail-page.module.css';

type Props = { person: Person & { used_drive_quota: number } };

/** The visible facts about a person, none of them from their mail. */
export function PersonFacts({ person }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { last_sign_in_at: at, quota, used_quota, drive_quota, used_drive_quota } = person;
  const room = storageOf({ user_quota: quota, user_used_quota: used_quota, auto_quota: false });
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
  const used = (bytes: number, total: number) =>
    t('people.used', { used: readableSize(bytes), total: readableSize(total) });
  return (
    <dl className={detail.facts}>
      <dt>{t('admin.domains.name')}</dt>
      <dd>
        <Link to={domainPage(domain)} className={page.inWords}>
          {domain}
        </Link>
      </dd>
      <dt>{t('people.facts.lastSignIn')}</dt>
      <dd>{at === null ? t('people.facts.never') : shortMoment(at, now(), zone)}</dd>
      <dt>{t('people.facts.twoStep')}</dt>
      <dd>{t(person.two_step ? 'people.facts.on' : 'people.facts.off')}</dd>
      <dt>{t('people.facts.created')}</dt>
      <dd>{fullMoment(person.created_at, zone)}</dd>
      <dt>{t('account.storage')}</dt>
      <dd>{used(used_quota, room?.total ?? 0)}</dd>
      <dt>{t('people.facts.drive')}</dt>
      <dd>{used(used_drive_quota, drive_quota * MB)}</dd>
    </dl>
  );
}
