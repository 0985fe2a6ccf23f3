import { LIMITS } from '@bocau/contract/limits.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useId, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { notify } from '../../../parts/notices/notify.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { TemplateEntry, TemplateScope } from '../../../parts/templates/use-templates.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import type { MailEditorHandle } from '../../compose/editor/mail-editor.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { SettingsWaiting } from '../settings-state.tsx';
import { useTemplateForm } from './use-template-form.ts';
import { useTemplateImages } from './use-template-images.ts';

const Editor = lazyPart(async () => (await import('../../compose/editor/mail-editor.tsx')).MailEditor);

const RECIPIENTS = ['to', 'cc', 'bcc'] as const;

type Props = {
  scope: TemplateScope;
  /** Null: a new one. */
  entry: TemplateEntry | null;
  /** With the id of what was saved. */
  onClose(saved?: string): void;
};

/** Writes a template: its name and folder, and what a message takes from it. */
export function TemplateForm({ scope, entry, onClose }: Props) {
  const { t } = useTranslation();
  const editor = useRef<MailEditorHandle>(null);
  const form = useTemplateForm({ scope, entry, flush: () => editor.current?.flush(), onSaved: onClose });
  const uploadImage = useTemplateImages();
  const folders = useId();
  const leaving = useRef(false);

  if (form.failed) return <LoadFailed words={t('templates.loadFailed')} onRetry={form.retry} />;
  const { values } = form;
  if (!values) return <SettingsWaiting />;

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <form className={styles.editForm} onSubmit={submit}>
      <h2>{t(entry ? 'templates.form.editTitle' : 'templates.form.newTitle')}</h2>
      <div className={styles.pair}>
        <TextInput
          data-autofocus
          autoFocus
          label={t('templates.form.name')}
          maxLength={TEMPLATE_LIMITS.nameLength}
          value={values.name}
          error={form.faults.name}
          onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
        />
        <TextInput
          label={t('templates.form.folder')}
          placeholder={t('templates.form.folderHint')}
          maxLength={TEMPLATE_LIMITS.folderLength}
          list={folders}
          value={values.folder}
          onChange={({ currentTarget }) => form.change({ folder: currentTarget.value })}
        />
        <datalist id={folders}>
          {form.folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
      </div>
      <TextInput
        label={t('templates.form.subject')}
        maxLength={LIMITS.subjectLength}
        value={values.subject}
        onChange={({ currentTarget }) => form.change({ subject: currentTarget.value })}
      />
      <div className={styles.pair}>
        {RECIPIENTS.map((field) => (
          <TextInput
            key={field}
            label={t(`templates.form.${field}`)}
            placeholder={field === 'to' ? t('templates.form.recipientsHint') : ''}
            value={values[field]}
            error={form.faults[field]}
            onChange={({ currentTarget }) => form.change({ [field]: currentTarget.value })}
          />
        ))}
      </div>
      <div className={styles.editor}>
        <Suspense fallback={null}>
          <Editor
            ref={editor}
            value={values.html}
            revision={form.revision}
            label={t('templates.form.text')}
            placeholder={t('templates.form.placeholder')}
            onChange={(html) => form.change({ html })}
            onFiles={() => notify({ text: t('templates.form.noFiles') })}
            uploadImage={uploadImage}
            onSend={() => void form.save()}
          />
        </Suspense>
      </div>
      <p className={styles.intro}>{t('templates.form.fieldsAbout')}</p>
      {form.faults.all && (
        <p className={styles.fault} role="alert">
          {form.faults.all}
        </p>
      )}
      {form.overtaken && <OvertakenNote form={form} overtaken={form.overtaken} />}
      <div className={styles.ends}>
        <Button variant="default" onClick={() => onClose()}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('templates.form.save')}
        </Button>
      </div>
      <LeaveGuard unsaved={form.isChanged} leaving={leaving} />
    </form>
  );
}

type Form = ReturnType<typeof useTemplateForm>;

/** TE-17: who was first, and what becomes of what was typed here. */
function OvertakenNote({
  form,
  overtaken: { by: who, mine },
}: {
  form: Form;
  overtaken: NonNullable<Form['overtaken']>;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.overtaken} role="alert">
      {mine ? (
        <p>{t('templates.form.changed.theirs', { who })}</p>
      ) : (
        <>
          <p>
            <b>{t('templates.form.changed.title', { who })}</b>
          </p>
          <p>{t('templates.form.changed.about')}</p>
        </>
      )}
      <div className={styles.buttons}>
        {mine ? (
          <Button variant="default" onClick={form.backToMine}>
            {t('templates.form.changed.back')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={form.busy} onClick={() => void form.showTheirs()}>
              {t('templates.form.changed.show')}
            </Button>
            <Button variant="default" disabled={form.busy} onClick={() => void form.saveAnyway()}>
              {t('templates.form.changed.anyway')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
