import { useTranslation } from '../../../i18n/use-translation.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import pageStyles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
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

type Props = { name: string; isProvider: boolean; onClose(): void; onDeleted(): void };

/** What a domain takes, what signs its mail, its end, and what it publishes beside what it needs. */
export function DomainDialog({ name, isProvider, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { domain: name };
  const domain = useQuery({
    queryKey: ['domain', name],
    queryFn: async () => (await api.showDomain({ params })).data,
    // Another administrator may have changed it since: each form begins with an answer of its own.
    gcTime: 0,
  });
  const keys = useQuery({
    queryKey: ['domain-keys', name],
    queryFn: async () => (await api.listDomainKeys({ params })).data,
  });
  const brake = useQuery({
    queryKey: ['brake-limits', name],
    enabled: isProvider,
    queryFn: async () => (await api.showBrakeLimits({ query: { domain: name } })).data,
    gcTime: 0,
  });
  const records = useQuery({
    queryKey: ['domain-dns', name],
    queryFn: async () => (await api.checkDomain({ params })).data,
    // Somebody changes it elsewhere and comes back to see.
    staleTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={name}
      size={640}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {domain.data && keys.isFetched ? (
        <>
          <p className={pageStyles.about}>
            {domain.data.owners.length === 0
              ? t('admin.domains.noOwner')
              : t('admin.domains.owners', { owners: domain.data.owners.join(', ') })}
            <br />
            {t('admin.domains.used', {
              mail: readableSize(domain.data.used),
              drive: readableSize(domain.data.used_drive),
            })}
            {domain.data.seats !== null && (
              <>
                <br />
                {t('admin.domains.peopleOf', { count: domain.data.seated, seats: domain.data.seats })}
              </>
            )}
            <br />
            {domain.data.storage === null
              ? t('admin.domains.given', { given: readableSize(domain.data.given * MB) })
              : t('admin.domains.givenOf', {
                  given: readableSize(domain.data.given * MB),
                  total: readableSize(domain.data.storage * MB),
                })}
          </p>
          <CatchAll name={name} email={domain.data.catch_all} onChanged={domain.refetch} />
          <DomainSignIn domain={domain.data} onChanged={domain.refetch} />
          <DomainSignOn name={name} />
          <DomainLinkRules
            name={name}
            on={domain.data.outside_links}
            days={domain.data.outside_link_days}
            onChanged={domain.refetch}
          />
          <DomainLinks name={name} on={domain.data.outside_links} />
          {isProvider && (
            <DomainLimits
              name={name}
              storage={domain.data.storage}
              seats={domain.data.seats}
              brake={brake}
              onChanged={domain.refetch}
            />
          )}
          {isProvider && <DomainSuspension domain={domain.data} onChanged={domain.refetch} />}
          {isProvider && (
            <DomainDeletion
              name={name}
              count={domain.data.people}
              onDeleted={onDeleted}
              onRefused={domain.refetch}
            />
          )}
          <DomainKeys name={name} isProvider={isProvider} keys={keys} records={records} />
          {/* Last: name servers take seconds to answer, and nothing is moved by what they say. */}
          <DnsRecords records={records} />
        </>
      ) : (
        <AccountState query={domain.data ? keys : domain} lines={4} />
      )}
    </Modal>
  );
}
