import type { ShownDomain } from '@bocau/contract/admin-domains.ts';
import { Fragment } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import page from '../../../parts/account/account-page.module.css';
import { Link } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';
import detail from '../detail/detail-page.module.css';

/** The owners of a domain, and how much of its limits it uses. */
export function DomainFacts({ domain }: { domain: ShownDomain }) {
  const { t } = useTranslation();
  const { owners, used, used_drive, seats, seated, people: count, storage, given } = domain;
  const room = { given: readableSize(given * MB), total: readableSize((storage ?? 0) * MB) };
  return (
    <dl className={detail.facts}>
      <dt>{t('admin.domains.facts.owners')}</dt>
      <dd>
        {owners.length === 0 && t('admin.domains.noOwner')}
        {owners.map((email, at) => (
          <Fragment key={email}>
            {at > 0 && ', '}
            <Link to={personPage(email)} className={page.inWords}>
              {email}
            </Link>
          </Fragment>
        ))}
      </dd>
      <dt>{t('admin.domains.facts.people')}</dt>
      <dd>
        {seats === null
          ? t('admin.domains.people', { count })
          : t('admin.domains.peopleOf', { count: seated, seats })}
      </dd>
      <dt>{t('admin.domains.facts.storage')}</dt>
      <dd>{t(storage === null ? 'admin.domains.given' : 'admin.domains.givenOf', room)}</dd>
      <dt>{t('admin.domains.facts.use')}</dt>
      <dd>{t('admin.domains.used', { mail: readableSize(used), drive: readableSize(used_drive) })}</dd>
    </dl>
  );
}
