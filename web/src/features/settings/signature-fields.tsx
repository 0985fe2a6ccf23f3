import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ChoiceRow } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';
import form from './settings-form.module.css';
import { MAIN } from './signature-edits.ts';
import styles from './signature-fields.module.css';
import { useSignatureImages } from './use-signature-images.ts';
import type { Signatures } from './use-signatures.ts';

const Editor = lazyPart(async () => (await import('../compose/editor/mail-editor.tsx')).MailEditor);
const SWITCH = ['on', 'off'] as const;
const NONE = 'none';
const CHOICES = [
  { key: 'signature_for_new', label: 'settingFields.signature.forNew' },
  { key: 'signature_for_answers', label: 'settingFields.signature.forAnswers' },
] as const;

type Props = GeneralFields & { signatures: Signatures };

/** ST-9: whether messages begin with a signature, which ones there are, and which of them begins what. */
export function SignatureFields({ shown, choose, signatures }: Props) {
  const { t } = useTranslation();
  const { list, selected, refused } = signatures;
  const uploadImage = useSignatureImages(selected.html);
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const nameOf = (one: { id: string; name: string }) =>
    one.name.trim() ||
    t(one.id === MAIN ? 'settingFields.signature.main' : 'settingFields.signature.nameless');
  const isFull = list.length >= LIMITS.signatures;

  function addOne() {
    signatures.add(t('settingFields.signature.newName', { number: list.length + 1 }));
    requestAnimationFrame(() => nameField.current?.select());
  }

  function remove() {
    const { id: removed } = selected;
    signatures.remove(removed);
    const before = { ...shown };
    for (const { key } of CHOICES) if (shown[key] === removed) choose({ [key]: MAIN });
    add.current?.focus();
    notify({
      text: t('settingFields.signature.removed', { name: nameOf(selected) }),
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
      {refused !== null && (
        <div className={styles.refused} role="alert">
          <p>
            {t(`settingFields.signature.faults.${refused.fault}`)} {t('settingFields.signature.refused')}
          </p>
          <Button variant="default" onClick={signatures.putTextBack}>
            {t('settingFields.signature.putBack')}
          </Button>
        </div>
      )}
      {shown.enable_use_signature && (
        <>
          <fieldset className={styles.names} aria-label={t('settingFields.signature.list')}>
            {list.map((one) => (
              <button
                key={one.id}
                type="button"
                className={styles.chip}
                aria-pressed={one.id === selected.id}
                onClick={() => signatures.select(one.id)}
              >
                {nameOf(one)}
              </button>
            ))}
            <Button
              ref={add}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              aria-disabled={isFull || signatures.loading}
              onClick={() => !isFull && !signatures.loading && addOne()}
            >
              {t('settingFields.signature.add')}
            </Button>
            {isFull && (
              <span className={styles.full}>
                {t('settingFields.signature.full', { count: LIMITS.signatures })}
              </span>
            )}
          </fieldset>
          {signatures.failed && (
            <LoadFailed words={t('settingFields.signature.loadFailed')} onRetry={signatures.retry} />
          )}
          <div className={styles.head}>
            <TextInput
              ref={nameField}
              className={styles.name}
              label={t('settingFields.signature.name')}
              maxLength={LIMITS.signatureNameLength}
              placeholder={selected.id === MAIN ? t('settingFields.signature.main') : ''}
              value={selected.name}
              error={signatures.unnamed && t('settingFields.signature.unnamed')}
              onChange={({ currentTarget }) => signatures.edit(selected.id, { name: currentTarget.value })}
            />
            {selected.id !== MAIN && (
              <Button variant="default" leftSection={<IconTrash size={16} />} onClick={remove}>
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
          {CHOICES.map(({ key, label }) => (
            <div key={key} className={form.row} data-setting={key}>
              <label className={form.label} htmlFor={`${id}-${key}`}>
                {t(label)}
              </label>
              <Select
                id={`${id}-${key}`}
                className={form.select}
                allowDeselect={false}
                data={[
                  { value: NONE, label: t('settingFields.signature.none') },
                  ...list.map((one) => ({ value: one.id, label: nameOf(one) })),
                ]}
                value={shown[key]}
                onChange={(value) => value !== null && choose({ [key]: value })}
              />
            </div>
          ))}
        </>
      )}
    </>
  );
}
