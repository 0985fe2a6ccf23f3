import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';

type Props = { name: string; code: string | null; onChanged(): Promise<unknown> };

/** As the tax authority gives them: a company, one of its branches, or a person by their identity number. */
const TAX_CODE = /^(\d{10}(-\d{3})?|\d{12})$/;

/** The tax code of the company, against which the invoices of its people are held. */
export function DomainTaxCode({ name, code, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function set(tax_code: string | null): Promise<boolean> {
    const done = await run(
      async () => {
        await api.changeDomain({ params: { domain: name }, body: { tax_code } });
        notify({ text: t('people.saved', { name }) });
        await Promise.all([onChanged(), queries.invalidateQueries({ queryKey: ['audit-log'] })]);
        return true;
      },
      { invalid_input: refuse },
    );
    return done === true;
  }

  function refuse(): null {
    setFault(t('admin.taxCode.wrong'));
    return null;
  }

  async function setTyped(typed: string): Promise<boolean> {
    const given = typed.replace(/[\s.]/g, '');
    if (TAX_CODE.test(given)) return set(given);
    refuse();
    return false;
  }

  async function clear(): Promise<void> {
    await set(null);
    field.current?.focus();
  }

  return (
    <section className={people.part} aria-labelledby="domain-tax-code">
      <h3 id="domain-tax-code">{t('admin.taxCode.title')}</h3>
      <p>{t('admin.taxCode.about')}</p>
      <p>{code === null ? t('admin.taxCode.none') : t('admin.taxCode.now', { code })}</p>
      <OneFieldForm
        ref={field}
        label={t('admin.taxCode.label')}
        placeholder="0910004101"
        maxLength={20}
        button={t('admin.taxCode.set')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={setTyped}
      />
      {code !== null && (
        <div className={people.acts}>
          <Button variant="default" disabled={busy} onClick={() => void clear()}>
            {t('admin.taxCode.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}
