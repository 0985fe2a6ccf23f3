import type { DnsRecord, DomainKey, DomainKeys as KeyList } from '@bocau/contract/admin-domains.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';
import styles from './domain.module.css';
import { DomainKeyLine } from './domain-key-line.tsx';
import { useKeyActs } from './use-key-acts.ts';

type Props = {
  name: string;
  /** Only a provider can leave signing to the key of the server. */
  isProvider: boolean;
  keys: UseQueryResult<KeyList>;
  /** The records found in DNS; DNS answers seconds later, or not at all. */
  records: UseQueryResult<DnsRecord[]>;
};

/** The DKIM keys of a domain: a new one is created, published, and then used to sign. */
export function DomainKeys({ name, isProvider, keys, records }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<DomainKey | null>(null);
  const { busy, fault, setFault, add, use, remove } = useKeyActs(name, records);
  const { fallback = null } = keys.data ?? {};

  const mayRemove = ({ of_server, signs }: DomainKey) =>
    !of_server && (!signs || (isProvider && fallback !== null));

  /** For controls that disappear by their own action. */
  const leave = () => heading.current?.focus();

  function check() {
    leave();
    void records.refetch();
  }

  function removeNow(key: DomainKey) {
    setRemoving(null);
    void remove(key).finally(leave);
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
              onUse={() => void use(key).finally(leave)}
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
          onOther={() => removeNow(removing)}
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

/** A key of the server and one of the domain may share a name, under which only one record is published. */
function isOf({ record }: DomainKey, { name, expected }: DnsRecord): boolean {
  return name === record?.name && expected === record.expected;
}
