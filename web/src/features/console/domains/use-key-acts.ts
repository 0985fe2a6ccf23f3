import type { DnsRecord, DomainKey, DomainKeys } from '@bocau/contract/admin-domains.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Refusals, useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';

/** A DNS label; the server words this rule in English only. */
const SELECTOR = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$/;

/** The actions on a domain's keys; `fault` says why no key of the typed name can be added. */
export function useKeyActs(name: string, records: UseQueryResult<DnsRecord[]>) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const [fault, setFault] = useState<string | null>(null);
  const params = { domain: name };

  const act = (does: () => Promise<{ data: DomainKeys }>, words: string, refusals?: Refusals) =>
    run(async () => {
      const { data } = await does();
      queries.setQueryData(['domain-keys', name], data);
      setFault(null);
      notify({ text: words });
      // Not awaited: name servers are slow.
      void records.refetch();
      return true;
    }, refusals);

  /**
   * The name was validated here, so a refusal can only mean that the domain has the most keys it may have.
   */
  function refuse(): null {
    setFault(t('admin.keys.tooMany'));
    return null;
  }

  async function add(typed: string): Promise<boolean> {
    const selector = typed.trim().toLowerCase();
    if (!SELECTOR.test(selector)) {
      setFault(t('admin.keys.wrong'));
      return false;
    }
    const body = selector === '' ? {} : { selector };
    const added = await act(() => api.addDomainKey({ params, body }), t('admin.keys.added'), {
      invalid_input: refuse,
    });
    return added === true;
  }

  const use = ({ selector }: DomainKey) =>
    act(() => api.signByDomainKey({ params: { ...params, selector } }), t('admin.keys.used', { selector }), {
      invalid_input: () => t('admin.keys.notFound', { selector }),
    });

  const remove = ({ selector }: DomainKey) =>
    act(
      () => api.removeDomainKey({ params: { ...params, selector } }),
      t('admin.keys.removed', { selector }),
    );

  return { busy, fault, setFault, add, use, remove };
}
