import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ChoiceRow } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';
import styles from './signature-fields.module.css';
import type { SignatureText } from './use-signature-text.ts';

const Editor = lazyPart(async () => (await import('../compose/editor/mail-editor.tsx')).MailEditor);
const SWITCH = ['on', 'off'] as const;

/** ST-9: whether messages begin with a signature, and where it is written. */
export function SignatureFields({ shown, choose, text }: GeneralFields & { text: SignatureText }) {
  const { t } = useTranslation();

  function putBack() {
    choose({ signature: text.refused ?? '' });
    text.forget();
    text.replace();
    text.editor.current?.focus();
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
      {text.refused !== null && (
        <div className={styles.refused} role="alert">
          <p>{t('settingFields.signature.refused')}</p>
          <Button variant="default" onClick={putBack}>
            {t('settingFields.signature.putBack')}
          </Button>
        </div>
      )}
      {shown.enable_use_signature && (
        <div className={styles.editor}>
          <Suspense fallback={null}>
            <Editor
              ref={text.editor}
              value={shown.signature}
              revision={text.revision}
              label={t('settingFields.signature.label')}
              placeholder={t('settingFields.signature.placeholder')}
              takesImages={false}
              onChange={(signature) => choose({ signature })}
              onFiles={() => notify({ text: t('settingFields.signature.textOnly') })}
              uploadImage={() => Promise.reject(new Error('a signature takes no images'))}
              onSend={() => undefined}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
