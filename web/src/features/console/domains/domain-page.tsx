import type { ShownDomain } from '@bocau/contract/admin-domains.ts';
import { Fragment } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import page from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { Link, useLocation, useNavigate } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';
import detail from '../detail/detail-page.module.css';
import { DetailPage } from '../detail/detail-page.tsx';
import { DetailState } from '../detail/detail-state.tsx';
import people from '../people/people.module.css';
import { CatchAll } from './catch-all.tsx';
import { DnsRecords } from './dns-records.tsx';
import { DomainDeletion } from './domain-deletion.tsx';
import { DomainKeys } from './domain-keys.tsx';
import { DomainLimits } from './domain-limits.tsx';
import { DomainLinkRules } from './domain-link-rules.tsx';
import { DomainLinks } from './domain-links.tsx';
import { DomainSignIn } from './domain-sign-in.tsx';
import { DomainSignOn } from './domain-sign-on.tsx';
import { DomainSuspension } from './domain-suspension.tsx';

/** What a domain takes, how its people sign in and share, what signs its mail and what it publishes, and its end. */
export function DomainPage({ name: named, domain: only }: { name: string; domain: string | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const leave = useLeave();
  const isProvider = only === null;
  const name = named.toLowerCase();
  const params = { domain: name };
  const domain = useQuery({
    queryKey: ['domain', name],
    queryFn: async () => (await api.showDomain({ params })).data,
    // Another administrator may have changed it since: each form begins with an answer of its own.
    gcTime: 0,
  });
  const isThere = domain.data !== undefined;
  const keys = useQuery({
    queryKey: ['domain-keys', name],
    enabled: isThere,
    queryFn: async () => (await api.listDomainKeys({ params })).data,
  });
  const brake = useQuery({
    queryKey: ['brake-limits', name],
    enabled: isThere && isProvider,
    queryFn: async () => (await api.showBrakeLimits({ query: { domain: name } })).data,
    gcTime: 0,
  });
  const records = useQuery({
    queryKey: ['domain-dns', name],
    enabled: isThere,
    queryFn: async () => (await api.checkDomain({ params })).data,
    // Somebody changes it elsewhere and comes back to see.
    staleTime: 0,
  });
  const list = { to: '/admin/domains', words: t('admin.pages.domains'), all: t('admin.domains.all') };

  if (!domain.data || !keys.isFetched) {
    const none = t('admin.domains.notThere', { name });
    const instead = domain.data ? (
      <AccountState query={keys} lines={6} />
    ) : (
      <DetailState query={domain} none={none} />
    );
    return <DetailPage list={list} title={name} instead={instead} parts={[]} />;
  }
  const { data: shown, refetch: onChanged } = domain;
  const parts = [
    {
      id: 'overview',
      words: t('admin.domains.parts.overview'),
      content: (
        <>
          <Facts domain={shown} />
          {isProvider && (
            <DomainLimits
              name={name}
              storage={shown.storage}
              seats={shown.seats}
              brake={brake}
              onChanged={onChanged}
            />
          )}
        </>
      ),
    },
    {
      id: 'sign-in',
      words: t('admin.domains.parts.signIn'),
      content: (
        <>
          <DomainSignIn domain={shown} onChanged={onChanged} />
          <DomainSignOn name={name} />
        </>
      ),
    },
    {
      id: 'sharing',
      words: t('admin.domains.parts.sharing'),
      content: (
        <>
          <DomainLinkRules
            name={name}
            on={shown.outside_links}
            days={shown.outside_link_days}
            onChanged={onChanged}
          />
          <DomainLinks name={name} on={shown.outside_links} />
        </>
      ),
    },
    {
      id: 'mail',
      words: t('admin.domains.parts.mail'),
      content: (
        <>
          <CatchAll name={name} email={shown.catch_all} onChanged={onChanged} />
          <DomainKeys name={name} isProvider={isProvider} keys={keys} records={records} />
          {/* Last: name servers take seconds to answer, and little is moved by what they say. */}
          <DnsRecords records={records} />
        </>
      ),
    },
    {
      id: 'end',
      words: t('admin.domains.parts.end'),
      tone: 'danger' as const,
      content: (
        <>
          <DomainSuspension domain={shown} onChanged={onChanged} />
          <DomainDeletion
            name={name}
            count={shown.people}
            onDeleted={() => leave(name)}
            onRefused={onChanged}
          />
        </>
      ),
    },
  ];
  return (
    <DetailPage
      list={list}
      title={name}
      about={<Signs domain={shown} />}
      instead={null}
      parts={isProvider ? parts : parts.filter(({ tone }) => tone === undefined)}
    />
  );
}

/** What stands out about it, as in the list. */
function Signs({ domain: { verified, active } }: { domain: ShownDomain }) {
  const { t } = useTranslation();
  if (verified && active) return null;
  return (
    <p className={detail.status}>
      {!verified && <span className={people.suspended}>{t('admin.domains.unverified')}</span>}
      {!active && <span className={people.suspended}>{t('admin.domains.suspended')}</span>}
    </p>
  );
}

function Facts({ domain }: { domain: ShownDomain }) {
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

/** To the list, from which it is gone: nobody comes back to a page of nothing. */
function useLeave() {
  const queries = useQueries();
  const navigate = useNavigate();
  const { state } = useLocation();
  return (name: string) => {
    queries.removeQueries({ queryKey: ['domains'] });
    if ((state as { list?: string } | null)?.list) void navigate(-1);
    else void navigate('/admin/domains', { replace: true, state: { opened: name } });
  };
}
