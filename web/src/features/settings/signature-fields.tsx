import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ChoiceRow } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';
import { CHOICES, SignatureChoices } from './signature-choices.tsx';
import { SignatureEditor } from './signature-editor.tsx';
import { MAIN } from './signature-edits.ts';
import styles from './signature-fields.module.css';
import { SignatureList } from './signature-list.tsx';
import { signatureName } from './signature-name.ts';
import type { Signatures } from './use-signatures.ts';

const SWITCH = ['on', 'off'] as const;

type Props = GeneralFields & { signatures: Signatures };

/**
 * ST-9: whether messages begin with a signature, the list of signatures, and which of them is used for what.
 */
export function SignatureFields({ shown, choose, signatures }: Props) {
  const { t } = useTranslation();
  const { list, selected } = signatures;
  const addButton = useRef<HTMLButtonElement>(null);
  const nameField = useRef<HTMLInputElement>(null);

  function remove() {
    const { id: removed } = selected;
    signatures.remove(removed);
    const before = { ...shown };
    for (const { key } of CHOICES) if (shown[key] === removed) choose({ [key]: MAIN });
    addButton.current?.focus();
    notify({
      text: t('settingFields.signature.removed', { name: signatureName(t, selected) }),
      undo() {
        signatures.putBack(removed);
        for (const { key } of CHOICES) if (before[key] === removed) choose({ [key]: removed });
      },
    });
  }

  return (
    <>
      <ChoiceRow
        field="signature"
        label={t('settingFields.signature.title')}
        hint={t('settingFields.signature.hint')}
        options={SWITCH.map((value) => ({ value, label: t(`settingFields.${value}`) }))}
        value={shown.enable_use_signature ? 'on' : 'off'}
        onChange={(value) => choose({ enable_use_signature: value === 'on' })}
      />
      <RefusedText signatures={signatures} />
      {shown.enable_use_signature && (
        <>
          <SignatureList
            signatures={signatures}
            addButton={addButton}
            onAdded={() => requestAnimationFrame(() => nameField.current?.select())}
          />
          {signatures.failed && (
            <LoadFailed words={t('settingFields.signature.loadFailed')} onRetry={signatures.retry} />
          )}
          <SignatureEditor signatures={signatures} nameField={nameField} onRemove={remove} />
          <SignatureChoices shown={shown} choose={choose} list={list} />
        </>
      )}
    </>
  );
}

/** ST-11: why a text was not saved, and a way to restore it. */
function RefusedText({ signatures: { refused, putTextBack } }: { signatures: Signatures }) {
  const { t } = useTranslation();
  if (refused === null) return null;
  return (
    <div className={styles.refused} role="alert">
      <p>
        {t(`settingFields.signature.faults.${refused.fault}`)} {t('settingFields.signature.refused')}
      </p>
      <Button variant="default" onClick={putTextBack}>
        {t('settingFields.signature.putBack')}
      </Button>
    </div>
  );
}
