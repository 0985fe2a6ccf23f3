import type { ShownDomain } from '@bocau/contract/admin-domains.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { useLocation, useNavigate } from '../../../router/router.tsx';
import detail from '../detail/detail-page.module.css';
import { DetailPage } from '../detail/detail-page.tsx';
import type { Part } from '../detail/detail-parts.tsx';
import { DetailState } from '../detail/detail-state.tsx';
import people from '../people/people.module.css';
import { DomainGroups } from './domain-groups.tsx';
import { End, Mail, Overview, Sharing, SignIn } from './domain-parts.tsx';
import { DomainRooms } from './domain-rooms.tsx';
import { useDomain } from './use-domain.ts';

/** A domain: its limits, sign-in, sharing, groups, rooms, DKIM keys and DNS records, and its suspension and deletion. */
export function DomainPage({ name: named, domain: only }: { name: string; domain: string | null }) {
  const { t } = useTranslation();
  const leave = useLeave();
  const isProvider = only === null;
  const name = named.toLowerCase();
  const { domain, keys, brake, records } = useDomain(name, isProvider);
  const list = { to: '/admin/domains', words: t('consolePages.domains'), all: t('admin.domains.all') };

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
  const of = { domain: shown, onChanged };
  const parts: Part[] = [
    {
      id: 'overview',
      words: t('admin.domains.parts.overview'),
      content: <Overview {...of} brake={isProvider ? brake : null} />,
    },
    {
      id: 'sign-in',
      words: t('admin.domains.parts.signIn'),
      content: <SignIn {...of} />,
    },
    {
      id: 'sharing',
      words: t('admin.domains.parts.sharing'),
      content: <Sharing {...of} />,
    },
    {
      id: 'groups',
      words: t('admin.domains.parts.groups'),
      content: <DomainGroups name={shown.name} />,
    },
    {
      id: 'rooms',
      words: t('admin.domains.parts.rooms'),
      content: <DomainRooms name={shown.name} />,
    },
    {
      id: 'mail',
      words: t('admin.domains.parts.mail'),
      content: <Mail {...of} isProvider={isProvider} keys={keys} records={records} />,
    },
    {
      id: 'end',
      words: t('admin.domains.parts.end'),
      tone: 'danger',
      content: <End {...of} onDeleted={() => leave(name)} />,
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

/** Warnings about the domain, as in the list. */
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

/** Returns to the list after the deletion, so that Back never leads to the page of the deleted domain. */
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
