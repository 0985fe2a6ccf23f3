import type { BrakeLimits } from '@bocau/contract/admin-brakes.ts';
import type { DnsRecord, DomainKeys as KeyList, ShownDomain } from '@bocau/contract/admin-domains.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { CatchAll } from './catch-all.tsx';
import { DnsRecords } from './dns-records.tsx';
import { DomainDeletion } from './domain-deletion.tsx';
import { DomainDirectory } from './domain-directory.tsx';
import { DomainFacts } from './domain-facts.tsx';
import { DomainKeys } from './domain-keys.tsx';
import { DomainLimits } from './domain-limits.tsx';
import { DomainLinkRules } from './domain-link-rules.tsx';
import { DomainLinks } from './domain-links.tsx';
import { DomainMerges } from './domain-merges.tsx';
import { DomainSignIn } from './domain-sign-in.tsx';
import { DomainSignOn } from './domain-sign-on.tsx';
import { DomainSuspension } from './domain-suspension.tsx';
import { DomainTaxCode } from './domain-tax-code.tsx';

type Props = { domain: ShownDomain; onChanged(): Promise<unknown> };

/** `brake`: null where the user may not change the limits. */
type OverviewProps = Props & { brake: UseQueryResult<BrakeLimits> | null };

export function Overview({ domain, brake, onChanged }: OverviewProps) {
  const { name, storage, seats, tax_code, merges_per_day } = domain;
  return (
    <>
      <DomainFacts domain={domain} />
      <DomainTaxCode name={name} code={tax_code} onChanged={onChanged} />
      <DomainMerges name={name} perDay={merges_per_day} onChanged={onChanged} />
      {brake && (
        <DomainLimits name={name} storage={storage} seats={seats} brake={brake} onChanged={onChanged} />
      )}
    </>
  );
}

export function SignIn({ domain, onChanged }: Props) {
  return (
    <>
      <DomainSignIn domain={domain} onChanged={onChanged} />
      <DomainSignOn name={domain.name} />
    </>
  );
}

export function Sharing({ domain, onChanged }: Props) {
  const { name, directory, outside_links: on, outside_link_days: days } = domain;
  return (
    <>
      <DomainDirectory name={name} mode={directory} onChanged={onChanged} />
      <DomainLinkRules name={name} on={on} days={days} onChanged={onChanged} />
      <DomainLinks name={name} on={on} />
    </>
  );
}

type MailProps = Props & {
  isProvider: boolean;
  keys: UseQueryResult<KeyList>;
  records: UseQueryResult<DnsRecord[]>;
};

export function Mail({ domain, isProvider, keys, records, onChanged }: MailProps) {
  const { name, catch_all } = domain;
  return (
    <>
      <CatchAll name={name} email={catch_all} onChanged={onChanged} />
      <DomainKeys name={name} isProvider={isProvider} keys={keys} records={records} />
      {/* Last: name servers take seconds to answer, and down here their answer moves little. */}
      <DnsRecords records={records} />
    </>
  );
}

export function End({ domain, onChanged, onDeleted }: Props & { onDeleted(): void }) {
  const { name, people: count } = domain;
  return (
    <>
      <DomainSuspension domain={domain} onChanged={onChanged} />
      <DomainDeletion name={name} count={count} onDeleted={onDeleted} onRefused={onChanged} />
    </>
  );
}
