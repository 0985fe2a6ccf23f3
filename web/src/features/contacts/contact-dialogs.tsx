import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { loadContactToolsWords } from '../../i18n/contacts-words.ts';
import { say } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { announceContactFailure } from './begin-contact-act.ts';
import { BookDialog } from './books/lazy-book-dialog.ts';
import { nameOf } from './contact-acts.ts';
import { ContactCode } from './contact-code.tsx';
import { ContactFormDialog, EditContactDialog } from './contact-form-dialog.tsx';
import { ContactsKeys } from './contacts-keys.tsx';
import { NO_FIELDS } from './form-fields.ts';
import { ListDialog } from './list-dialog.tsx';
import { ListQuestionDialog } from './lists/lazy-list-dialog.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { ContactQuestion, ContactsScreenState } from './use-contacts-screen.ts';

const ImportDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./imports/import-dialog.tsx'), loadContactToolsWords()]);
  return part.ImportDialog;
}, 'on-demand');
const DuplicatesDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./duplicates/duplicates-dialog.tsx'), loadContactToolsWords()]);
  return part.DuplicatesDialog;
}, 'on-demand');

type Props = { screen: ContactsScreenState; question: ContactQuestion };

/** The forms, the questions before an act, and other overlays of the page. */
export function ContactDialogs({ screen, question }: Props) {
  const { t } = useTranslation();
  const { model, list } = screen;
  const close = () => {
    screen.ask(null);
    requestAnimationFrame(() => screen.grid.current?.focus());
  };

  const onKept = (name: string) => {
    close();
    notify({ text: t('contacts.kept.waits', { name: name || t('contacts.noName') }), seconds: 8 });
  };

  switch (question.kind) {
    case 'keys':
      return <ContactsKeys onClose={close} />;
    case 'new':
      return (
        <ContactFormDialog
          card={null}
          begin={list.kind === 'list' ? { ...NO_FIELDS, lists: [list.name] } : NO_FIELDS}
          bookId={list.kind === 'book' ? list.id : null}
          edit={question.edit ?? null}
          onClose={close}
          onKept={onKept}
          onSaved={(card) => {
            close();
            screen.open(card);
            notify({ text: t('contacts.done.created', { name: nameOf(card) }) });
          }}
        />
      );
    case 'edit':
      return (
        <EditContactDialog
          id={question.id}
          onClose={close}
          onKept={onKept}
          onSaved={(card) => {
            close();
            notify({ text: t('contacts.done.saved', { name: nameOf(card) }) });
          }}
        />
      );
    case 'list':
      return (
        <ListDialog
          model={model}
          contacts={question.contacts}
          onWhole={screen.whole && ((name) => screen.actOnWhole({ act: 'list', to_list: name, named: name }))}
          onClose={close}
        />
      );
    case 'move':
      return (
        <MoveDialog
          target={screen.targetOf(question.contacts)}
          onWhole={({ id, name }) => screen.actOnWhole({ act: 'move', to_book_id: id, named: name })}
          onClose={close}
        />
      );
    case 'code':
      return (
        <Modal
          opened
          onClose={close}
          title={t('contacts.code.title', { name: nameOf(question.contact) })}
          size={360}
          closeButtonProps={{ 'aria-label': t('common.actions.close') }}
        >
          <ContactCode id={question.contact.id} />
          <Button variant="default" fullWidth mt="md" data-autofocus onClick={close}>
            {t('common.actions.close')}
          </Button>
        </Modal>
      );
    case 'delete': {
      const { contacts } = question;
      const [first] = contacts;
      const text =
        contacts.length === 1 && first
          ? t('contacts.delete.one', { name: nameOf(first) })
          : t('contacts.delete.many', { count: contacts.length });
      return (
        <Final
          text={text}
          onClose={close}
          onConfirm={() => {
            void model.act({ kind: 'delete', contacts }).settled.then((done) => {
              if (done) notify({ text: say('contacts.done.deleted') });
            });
          }}
        />
      );
    }
    case 'import':
      return (
        <Suspense>
          <ImportDialog onChanged={() => void model.refresh(screen.place)} onClose={close} />
        </Suspense>
      );
    case 'duplicates':
      return (
        <Suspense>
          <DuplicatesDialog onClose={close} />
        </Suspense>
      );
    case 'book':
      return (
        <Suspense>
          <BookDialog question={question.question} onClose={close} />
        </Suspense>
      );
    case 'list-name':
      return (
        <Suspense>
          <ListQuestionDialog question={question.question} onClose={close} />
        </Suspense>
      );
    case 'empty-trash':
      return <Final text={t('contacts.delete.all')} onClose={close} onConfirm={() => void emptyTrash()} />;
  }

  async function emptyTrash(): Promise<void> {
    try {
      await model.emptyTrash();
      notify({ text: t('contacts.done.emptied') });
    } catch (error) {
      announceContactFailure(t('contacts.refused.delete'), asApiError(error));
    }
  }
}

function Final({ text, onClose, onConfirm }: { text: string; onClose(): void; onConfirm(): void }) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('contacts.delete.title')}
      safe={t('common.actions.cancel')}
      other={{ label: t('contacts.delete.confirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => {
        onClose();
        onConfirm();
      }}
    >
      {text}
    </ChoiceDialog>
  );
}
