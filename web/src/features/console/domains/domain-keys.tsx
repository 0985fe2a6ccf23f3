import type { DnsRecord, DomainKey, DomainKeys as KeyList } from '@bocau/contract/admin-domains.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { type Refusals, useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { OneFieldForm } from '../one-field-form.tsx';
import people from '../people/people.module.css';
import styles from './domain.module.css';
import { DomainKeyLine } from './domain-key-line.tsx';

/** As DNS has labels; the server says so in English. */
const SELECTOR = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$/;

type Props = {
  name: string;
  /** Nobody else leaves the mail of a domain to the key of the server. */
  isProvider: boolean;
  keys: UseQueryResult<KeyList>;
  /** What DNS is found to have; it answers seconds later, or not at all. */
  records: UseQueryResult<DnsRecord[]>;
};

/** The keys that sign the mail of a domain: a new one is made, published, and signs from then on. */
export function DomainKeys({ name, isProvider, keys, records }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [removing, setRemoving] = useState<DomainKey | null>(null);
  const params = { domain: name };
  const { fallback = null } = keys.data ?? {};

  const mayRemove = ({ of_server, signs }: DomainKey) =>
    !of_server && (!signs || (isProvider && fallback !== null));

  const act = (does: () => Promise<{ data: KeyList }>, words: string, refusals?: Refusals) =>
    run(async () => {
      const { data } = await does();
      queries.setQueryData(['domain-keys', name], data);
      setFault(null);
      notify({ text: words });
      // Nobody waits for name servers.
      void records.refetch();
      return true;
    }, refusals);

  /** For what goes by itself once it was done. */
  const leave = () => heading.current?.focus();

  /** What was typed has been looked at here: more is refused only of a domain that has as many as it may. */
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
    }).finally(leave);

  function check() {
    leave();
    void records.refetch();
  }

  function remove({ selector }: DomainKey) {
    setRemoving(null);
    void act(
      () => api.removeDomainKey({ params: { ...params, selector } }),
      t('admin.keys.removed', { selector }),
    ).finally(leave);
  }

  return (
    <section className={people.part} aria-labelledby="domain-keys">
      <h3 id="domain-keys" ref={heading} tabIndex={-1}>
        {t('admin.keys.title')}
      </h3>
      <p>{t('admin.keys.about')}</p>
      {keys.data?.keys.every(({ signs }) => !signs) && <p role="status">{t('admin.keys.unsigned')}</p>}
      <OneFieldForm
        label={t('admin.keys.selector')}
        placeholder={t('admin.keys.byDate')}
        maxLength={63}
        button={t('admin.keys.add')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
      {!keys.data && <AccountState query={keys} lines={2} />}
      {keys.data && keys.data.keys.length > 0 && (
        <ul className={styles.records} aria-label={t('admin.keys.title')}>
          {keys.data.keys.map((key) => (
            <DomainKeyLine
              key={`${key.selector} ${key.of_server}`}
              of={key}
              check={records.data?.find((record) => isOf(key, record))}
              checking={records.isFetching}
              busy={busy}
              onCheck={check}
              onUse={() => void use(key)}
              onRemove={mayRemove(key) ? () => setRemoving(key) : undefined}
            />
          ))}
        </ul>
      )}
      {removing && (
        <ChoiceDialog
          title={t('admin.keys.ask', { selector: removing.selector })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.keys.remove'), tone: 'danger' }}
          onSafe={() => setRemoving(null)}
          onOther={() => remove(removing)}
        >
          <p>
            {removing.signs
              ? t('admin.keys.fallback', { selector: fallback ?? '', name })
              : t('admin.keys.underWay')}
          </p>
        </ChoiceDialog>
      )}
    </section>
  );
}

/** A key of the server and an own one may have the same name, which has one record. */
function isOf({ record }: DomainKey, { name, expected }: DnsRecord): boolean {
  return name === record?.name && expected === record.expected;
}
