import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { contactsAddressOf } from '../../../parts/contacts/contact-address.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useLocation, useNavigate } from '../../../router/router.tsx';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { announceContactFailure } from '../begin-contact-act.ts';
import { BookNameDialog } from './book-name-dialog.tsx';
import type { BookQuestion, PartingQuestion } from './book-question.ts';
import { ShareBookDialog } from './share-book-dialog.tsx';

type Props = { question: BookQuestion; onClose(): void };

/** CT-6 CT-9 CT-25: makes, names, shares or deletes a book of contacts, or leaves one of somebody else. */
export function BookDialog({ question, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The count of its cards is as it was when the books were last read.
  useEffect(() => model.changed(), [model]);

  switch (question.kind) {
    case 'new':
    case 'rename':
      return <BookNameDialog book={question.kind === 'new' ? null : question.book} onClose={onClose} />;
    case 'share':
      return <ShareBookDialog book={question.book} onClose={onClose} />;
    case 'remove': {
      const { total } = question.book;
      return ask(
        total === 0
          ? t('contactTools.books.remove.empty')
          : t('contactTools.books.remove.text', { count: total }),
        question,
      );
    }
    case 'leave': {
      const { owner } = question.book;
      return ask(t('contactTools.books.leave.text', { owner: owner?.name || owner?.email || '' }), question);
    }
  }

  function ask(text: string, { kind, book }: PartingQuestion) {
    return (
      <ChoiceDialog
        title={t(`contactTools.books.${kind}.title`, { name: book.name })}
        safe={t('common.actions.cancel')}
        other={{ label: t(`contactTools.books.${kind}.confirm`), tone: 'danger' }}
        onSafe={onClose}
        onOther={() => {
          onClose();
          void part({ kind, book });
        }}
      >
        {text}
      </ChoiceDialog>
    );
  }

  async function part({ kind, book: { id, name } }: PartingQuestion): Promise<void> {
    const call = { params: { id } };
    try {
      await (kind === 'leave' ? api.leaveContactBook(call) : api.deleteContactBook(call));
    } catch (error) {
      return announceContactFailure(t(`contactTools.books.${kind}.refused`), asApiError(error));
    }
    if (pathname === contactsAddressOf({ kind: 'book', id })) void navigate('/contacts');
    model.changed();
    notify({ text: t(`contactTools.books.${kind}.done`, { name }) });
  }
}
