import type { DnsRecord } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import pageStyles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
import { CatchAll } from './catch-all.tsx';
import { DomainDeletion } from './domain-deletion.tsx';
import styles from './domain-dialog.module.css';
import { DomainKeys } from './domain-keys.tsx';

type Props = { name: string; isProvider: boolean; onClose(): void };

/** What a domain takes, what it publishes beside what it needs, what signs its mail, and its end. */
export function DomainDialog({ name, isProvider, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { domain: name };
  const domain = useQuery({
    queryKey: ['domain', name],
    queryFn: async () => (await api.showDomain({ params })).data,
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
      {domain.data ? (
        <p className={pageStyles.about}>
          {domain.data.owners.length === 0
            ? t('admin.domains.noOwner')
            : t('admin.domains.owners', { owners: domain.data.owners.join(', ') })}
          <br />
          {t('admin.domains.used', {
            mail: readableSize(domain.data.used),
            drive: readableSize(domain.data.used_drive),
          })}
        </p>
      ) : (
        <AccountState query={domain} lines={1} />
      )}
      <div className={pageStyles.heading}>
        <h2>{t('admin.dns.title')}</h2>
        <Button
          variant="default"
          size="xs"
          data-disabled={records.isFetching || undefined}
          onClick={() => !records.isFetching && void records.refetch()}
        >
          {t('admin.dns.again')}
        </Button>
      </div>
      <p className={pageStyles.about}>{t('admin.dns.about')}</p>
      {records.data ? (
        <ul className={styles.records} aria-label={t('admin.dns.title')}>
          {records.data.filter(isOfNoKey).map((record) => (
            <Record key={`${record.kind} ${record.name}`} record={record} />
          ))}
        </ul>
      ) : (
        <AccountState query={records} lines={4} />
      )}
      {/* Behind what it would be moved by, and the keys last, whose list grows. */}
      {!records.isPending && domain.data && (
        <>
          <CatchAll name={name} email={domain.data.catch_all} onChanged={domain.refetch} />
          {isProvider && <DomainDeletion name={name} count={domain.data.people} onDeleted={onClose} />}
          <DomainKeys
            name={name}
            isProvider={isProvider}
            records={records.data}
            onChanged={records.refetch}
          />
        </>
      )}
    </Modal>
  );
}

/** The keys have their records beside them. */
function isOfNoKey({ kind }: DnsRecord): boolean {
  return kind !== 'dkim';
}

function Record({ record: { kind, type, name, expected, found, verdict } }: { record: DnsRecord }) {
  const { t } = useTranslation();
  return (
    <li>
      <div className={styles.head}>
        <strong>{t(`admin.dns.kinds.${kind}`)}</strong>
        <span className={styles.verdict} data-verdict={verdict}>
          {t(`admin.dns.verdicts.${verdict}`)}
        </span>
      </div>
      <code>
        {type} {name}
      </code>
      <dl>
        <dt>{t('admin.dns.expected')}</dt>
        <dd>
          <code>{expected}</code>
        </dd>
        {verdict !== 'right' && (
          <>
            <dt>{t('admin.dns.found')}</dt>
            <dd>{found.length === 0 ? t('admin.dns.nothing') : <code>{found.join('\n')}</code>}</dd>
          </>
        )}
      </dl>
    </li>
  );
}
