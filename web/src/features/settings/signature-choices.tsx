import type { Signature } from '@bocau/contract/signatures.ts';
import { Select } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { GeneralFields } from './general-fields.ts';
import form from './settings-form.module.css';
import { signatureName } from './signature-name.ts';

const NONE = 'none';

/** The settings that refer to a signature. */
export const CHOICES = [
  { key: 'signature_for_new', label: 'settingFields.signature.forNew' },
  { key: 'signature_for_answers', label: 'settingFields.signature.forAnswers' },
] as const;

/** The signatures for new messages and for replies. */
export function SignatureChoices({ shown, choose, list }: GeneralFields & { list: readonly Signature[] }) {
  const { t } = useTranslation();
  const id = useId();
  const options = [
    { value: NONE, label: t('settingFields.signature.none') },
    ...list.map((one) => ({ value: one.id, label: signatureName(t, one) })),
  ];
  return CHOICES.map(({ key, label }) => (
    <div key={key} className={form.row} data-setting={key}>
      <label className={form.label} htmlFor={`${id}-${key}`}>
        {t(label)}
      </label>
      <Select
        id={`${id}-${key}`}
        className={form.select}
        allowDeselect={false}
        data={options}
        value={shown[key]}
        onChange={(value) => value !== null && choose({ [key]: value })}
      />
    </div>
  ));
}
