import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type RefObject, Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MAIN } from './signature-edits.ts';
import styles from './signature-fields.module.css';
import { useSignatureImages } from './use-signature-images.ts';
import type { Signatures } from './use-signatures.ts';

const Editor = lazyPart(async () => (await import('../compose/editor/mail-editor.tsx')).MailEditor);

type Props = {
  signatures: Signatures;
  nameField: RefObject<HTMLInputElement | null>;
  onRemove(): void;
};

/** The name and the text of the selected signature. */
export function SignatureEditor({ signatures, nameField, onRemove }: Props) {
  const { t } = useTranslation();
  const { selected } = signatures;
  const isMain = selected.id === MAIN;
  const uploadImage = useSignatureImages(selected.html);
  return (
    <>
      <div className={styles.head}>
        <TextInput
          ref={nameField}
          className={styles.name}
          label={t('settingFields.signature.name')}
          maxLength={LIMITS.signatureNameLength}
          placeholder={isMain ? t('settingFields.signature.main') : ''}
          value={selected.name}
          error={signatures.unnamed && t('settingFields.signature.unnamed')}
          onChange={({ currentTarget }) => signatures.edit(selected.id, { name: currentTarget.value })}
        />
        {!isMain && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={onRemove}>
            {t('settingFields.signature.remove')}
          </Button>
        )}
      </div>
      <div className={styles.editor}>
        <Suspense fallback={null}>
          <Editor
            key={selected.id}
            ref={signatures.editor}
            value={selected.html}
            revision={signatures.revision}
            label={t('settingFields.signature.label')}
            placeholder={t('settingFields.signature.placeholder')}
            onChange={(html) => signatures.edit(selected.id, { html })}
            onFiles={() => notify({ text: t('settingFields.signature.noFiles') })}
            uploadImage={uploadImage}
            onSend={() => undefined}
          />
        </Suspense>
      </div>
    </>
  );
}
