import type { DnsRecord } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import people from '../people/people.module.css';
import styles from './domain.module.css';

/** The DNS records that a domain needs, beside those that were found. */
export function DnsRecords({ records }: { records: UseQueryResult<DnsRecord[]> }) {
  const { t } = useTranslation();
  return (
    <section className={people.part} aria-labelledby="dns-records">
      <div className={pageStyles.heading}>
        <h3 id="dns-records">{t('admin.dns.title')}</h3>
        <Button
          variant="default"
          data-disabled={records.isFetching || undefined}
          onClick={() => !records.isFetching && void records.refetch()}
        >
          {t('admin.dns.again')}
        </Button>
      </div>
      <p>{t('admin.dns.about')}</p>
      {records.data ? (
        <ul className={styles.records} aria-label={t('admin.dns.title')}>
          {records.data.filter(isOfNoKey).map((record) => (
            <Record key={`${record.kind} ${record.name}`} record={record} />
          ))}
        </ul>
      ) : (
        <AccountState query={records} lines={4} />
      )}
    </section>
  );
}

/** The records of DKIM keys are shown with the keys. */
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
