import { TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './contact-form.module.css';
import { type Address, NO_ADDRESS } from './form-fields.ts';
import { LabelChoice } from './labelled-lines.tsx';
import type { ContactFormState } from './use-contact-form.ts';

const PARTS = [
  ['street', 'street'],
  ['ward', 'ward'],
  ['province', 'province'],
] as const;
const MORE_PARTS = [
  ['postal_code', 'postalCode'],
  ['country', 'country'],
] as const;

/** Postal addresses, in the parts that they have since 2025: street, ward, province. */
export function AddressLines({ state, withMore }: { state: ContactFormState; withMore: boolean }) {
  const { t } = useTranslation();
  const { addresses } = state.form;
  const set = (next: Address[]) => state.set({ addresses: next });
  const change = (at: number, parts: Partial<Address>) =>
    set(addresses.map((known, index) => (index === at ? { ...known, ...parts } : known)));

  return (
    <div className={styles.lines}>
      {addresses.map((address, at) => {
        const parts = [...PARTS, ...(withMore || address.postal_code || address.country ? MORE_PARTS : [])];
        const legend = address.street || t('contacts.card.addresses');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have nothing else to go by
          <fieldset key={at} className={styles.address}>
            <legend className="visually-hidden">{legend}</legend>
            <div className={styles.parts}>
              {parts.map(([name, words]) => (
                <TextInput
                  key={name}
                  label={t(`contacts.form.${words}`)}
                  autoComplete="off"
                  maxLength={name === 'postal_code' ? 30 : 1000}
                  value={address[name]}
                  onChange={({ currentTarget }) => change(at, { [name]: currentTarget.value })}
                />
              ))}
            </div>
            <div className={styles.addressSide}>
              <LabelChoice
                field="addresses"
                value={address.label}
                spoken={`${t('contacts.labels.field')}: ${legend}`}
                onChange={(label) => change(at, { label })}
              />
              <ToolButton
                icon={IconX}
                iconSize={18}
                label={t('contacts.form.remove', { field: legend })}
                onClick={() => set(addresses.filter((_address, index) => index !== at))}
              />
            </div>
          </fieldset>
        );
      })}
      <button type="button" className={styles.add} onClick={() => set([...addresses, NO_ADDRESS])}>
        <IconPlus size={16} />
        {t('contacts.form.addAddress')}
      </button>
    </div>
  );
}
