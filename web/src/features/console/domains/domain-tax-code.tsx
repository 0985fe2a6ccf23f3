import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DomainField } from './domain-field.tsx';
import { useChangeDomain } from './use-change-domain.ts';

type Props = { name: string; code: string | null; onChanged(): Promise<unknown> };

/** As the tax authority gives them: a company, one of its branches, or a person by their identity number. */
const TAX_CODE = /^(\d{10}(-\d{3})?|\d{12})$/;

/** The tax code of the company, against which the invoices of its people are held. */
export function DomainTaxCode({ name, code, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, change } = useChangeDomain(name, onChanged);
  const [fault, setFault] = useState<string | null>(null);

  const set = (tax_code: string | null) => change({ tax_code }, { invalid_input: refuse });

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

  return (
    <DomainField
      id="domain-tax-code"
      title={t('admin.taxCode.title')}
      about={t('admin.taxCode.about')}
      now={code === null ? t('admin.taxCode.none') : t('admin.taxCode.now', { code })}
      label={t('admin.taxCode.label')}
      placeholder="0910004101"
      maxLength={20}
      button={t('admin.taxCode.set')}
      clear={code === null ? null : t('admin.taxCode.clear')}
      busy={busy}
      fault={fault}
      onFault={setFault}
      onTyped={setTyped}
      onClear={() => set(null)}
    />
  );
}
