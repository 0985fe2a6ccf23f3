import type { ContactImportResult } from '@bocau/contract/contact-imports.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useContacts } from '../../../parts/contacts/use-contacts.ts';
import { FileChoice } from '../../../parts/imports/file-choice.tsx';
import styles from '../../../parts/imports/import.module.css';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { announceUndoable } from '../announce-undoable.ts';
import { ImportFaults } from './import-faults.tsx';
import { ImportPlan } from './import-plan.tsx';
import { type ContactImport, useContactImport } from './use-contact-import.ts';

/** `onChanged`: cards have come, or have gone again. */
type Props = { onChanged(): void; onClose(): void };

/** CT-12: a file of contacts, what an import of it would do, and the import. */
export function ImportDialog({ onChanged, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const small = useMedia(PHONE);
  const [result, setResult] = useState<ContactImportResult | null>(null);
  const state = useContactImport((done) => {
    onChanged();
    announceUndoable(doneWords(done), async () => {
      await api.undoContactImport({ body: { uid: done.uid } });
      onChanged();
    });
    // What could not be imported is there to be read.
    if (done.faults.total > 0) setResult(done);
    else onClose();
  });

  function doneWords({ created, skipped }: ContactImportResult): string {
    const words = t('contactTools.import.done', { count: created });
    return skipped === 0 ? words : `${words}. ${t('contactTools.import.skipped', { count: skipped })}`;
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(result ? 'contactTools.import.finished' : 'contactTools.import.title')}
      size={720}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {result ? (
        <div className={styles.form}>
          <p role="status">{doneWords(result)}</p>
          <ImportFaults faults={result.faults} ofCards={state.plan?.kind === 'vcard'} />
          <Button className={styles.end} autoFocus onClick={onClose}>
            {t('common.actions.close')}
          </Button>
        </div>
      ) : (
        <ImportForm state={state} onClose={onClose} />
      )}
    </Modal>
  );
}

function ImportForm({ state, onClose }: { state: ContactImport; onClose(): void }) {
  const { t } = useTranslation();
  const { plan, created, busy } = state;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void state.run();
      }}
    >
      <FileChoice
        file={state.file}
        words={{
          about: t('contactTools.import.about'),
          choose: t('contactTools.import.choose'),
          other: t('contactTools.import.other'),
        }}
        accept=".vcf,.csv,text/vcard,text/x-vcard,text/csv"
        disabled={busy === 'importing'}
        fault={state.fileFault}
        onChoose={state.choose}
        onRetry={plan ? state.planAgain : null}
      />
      <div role="status" className={styles.found}>
        {busy === 'planning' && <p>{t('contactTools.import.reading')}</p>}
        {busy !== 'planning' && plan && state.fileFault === null && (
          <p>
            {plan.total === 0
              ? t('contactTools.import.nothing')
              : t('contactTools.import.found', { count: plan.total })}
          </p>
        )}
      </div>
      {plan && <ImportPlan state={state} plan={plan} />}
      {plan && plan.total > 0 && <Target state={state} />}
      {plan && plan.total > 0 && created === 0 && <p>{t('contactTools.import.noneLeft')}</p>}
      {state.refusal !== null && (
        <p className={styles.refusal} role="alert">
          {state.refusal}
        </p>
      )}
      <FormButtons
        submit={t('contactTools.import.submit', { count: created })}
        busy={busy === 'importing'}
        disabled={!state.canImport}
        onCancel={onClose}
      />
    </form>
  );
}

/** Where the cards go: the book, where there are several, and a list. */
function Target({ state }: { state: ContactImport }) {
  const { t } = useTranslation();
  const listId = useId();
  const lists = useContacts((model) => model.lists()) ?? [];
  const books = (useContacts((model) => model.books()) ?? []).filter(
    ({ permission }) => permission !== 'READ',
  );
  return (
    <div className={styles.target}>
      {(books.length > 1 || state.bookFault !== null) && (
        <NativeSelect
          label={t('contactTools.import.book')}
          value={state.bookId ?? books.find(({ is_default }) => is_default)?.id ?? ''}
          error={state.bookFault}
          onChange={({ currentTarget }) => state.setBook(currentTarget.value)}
          data={books.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextInput
        label={t('contactTools.import.list')}
        autoComplete="off"
        maxLength={100}
        list={listId}
        value={state.list}
        onChange={({ currentTarget }) => state.setList(currentTarget.value)}
      />
      <datalist id={listId}>
        {lists.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
