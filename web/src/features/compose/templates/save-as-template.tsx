import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient, ComposeWindow } from '../../../model/compose/compose-model.ts';
import { withoutSignature } from '../../../model/compose/own-words.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import styles from '../../../parts/templates/templates.module.css';
import { useRefreshTemplates } from '../../../parts/templates/use-templates.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';

const valid = (recipients: readonly ComposeRecipient[]) =>
  recipients
    .filter((one) => one.valid)
    .slice(0, TEMPLATE_LIMITS.recipients)
    .map(({ name, email }) => ({ name, email }));

/** Makes a template of the own words of a message, its subject and, of a new one, its recipients. */
export function SaveAsTemplate({ view, onClose }: { view: ComposeWindow; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const refresh = useRefreshTemplates();
  const [name, setName] = useState(view.subject.slice(0, TEMPLATE_LIMITS.nameLength));
  const [folder, setFolder] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');

  async function save() {
    if (name.trim() === '') return setFault(t('templates.form.nameMissing'));
    setBusy(true);
    try {
      const isNew = view.action === 'new';
      await api.createTemplate({
        body: {
          ...{ name, folder, html: withoutSignature(view.body) },
          // Who is answered, and what about, is of this message alone.
          ...(isNew && {
            subject: view.subject,
            to: valid(view.to),
            cc: valid(view.cc),
            bcc: valid(view.bcc),
          }),
        },
      });
      await refresh();
      notify({ text: t('templates.saveAs.saved', { name: name.trim() }) });
      onClose();
    } catch (error) {
      setFault(t('templates.form.saveFailed', { reason: templateFaultWords(t, error) }));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('templates.saveAs.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('templates.form.name')}
          maxLength={TEMPLATE_LIMITS.nameLength}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setFault('');
          }}
        />
        <TextInput
          label={t('templates.form.folder')}
          placeholder={t('templates.form.folderHint')}
          maxLength={TEMPLATE_LIMITS.folderLength}
          value={folder}
          onChange={({ currentTarget }) => setFolder(currentTarget.value)}
        />
        <FormButtons submit={t('templates.saveAs.save')} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
