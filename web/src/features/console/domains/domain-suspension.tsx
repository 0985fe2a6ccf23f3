import { type Domain, LONGEST_REASON } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';

type Props = { domain: Domain; onChanged(): Promise<unknown> };

/** Suspends a domain for a reason, and resumes it; only for providers. */
export function DomainSuspension({ domain, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { name, active, suspended_reason: reason } = domain;

  async function set(suspended: string | null): Promise<boolean> {
    const done = await run(
      async () => {
        await api.changeDomain({ params: { domain: name }, body: { suspended } });
        notify({
          text: t(suspended === null ? 'admin.suspension.resumed' : 'admin.suspension.done', { name }),
        });
        const others = ['domains', 'audit-log'].map((key) => queries.invalidateQueries({ queryKey: [key] }));
        await Promise.all([onChanged(), ...others]);
        heading.current?.focus();
        return true;
      },
      {
        invalid_input: () => {
          setFault(t('admin.suspension.provider'));
          return null;
        },
      },
    );
    return done === true;
  }

  async function suspend(typed: string): Promise<boolean> {
    if (typed.trim() !== '') return set(typed.trim());
    setFault(t('admin.suspension.noReason'));
    return false;
  }

  return (
    <section className={people.part} aria-labelledby="domain-suspension">
      <h3 id="domain-suspension" ref={heading} tabIndex={-1}>
        {t('admin.suspension.title')}
      </h3>
      {active ? (
        <>
          <p>{t('admin.suspension.about')}</p>
          <OneFieldForm
            label={t('admin.suspension.reason')}
            placeholder=""
            maxLength={LONGEST_REASON}
            button={t('admin.suspension.suspend')}
            busy={busy}
            fault={fault}
            onFault={setFault}
            onTyped={suspend}
          />
        </>
      ) : (
        <>
          <p>{t('admin.suspension.now', { reason: reason ?? '' })}</p>
          <div className={people.acts}>
            <Button disabled={busy} onClick={() => void set(null)}>
              {t('admin.suspension.resume')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
