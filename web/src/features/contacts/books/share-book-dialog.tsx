import type { ContactBook } from '@bocau/contract/contacts.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ShareWithDialog } from '../../../parts/shares/share-with-dialog.tsx';

type Props = { book: ContactBook; onClose(): void };

/** Shares a book with people of the organisation, and with nobody else. */
export function ShareBookDialog({ book: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const params = { id };
  return (
    <ShareWithDialog
      words={{
        title: t('contactTools.books.share.title', { name }),
        about: t('contactTools.books.share.about'),
        nobody: t('contactTools.books.share.nobody'),
        members: t('contactTools.books.share.members'),
        unknown: t('contactTools.books.share.unknown'),
        outside: t('contactTools.books.share.outside'),
        save: t('contactTools.books.share.save'),
        failed: t('contactTools.books.share.failed'),
        permissions: {
          READ: t('contactTools.books.share.READ'),
          WRITE: t('contactTools.books.share.WRITE'),
        },
        permissionOf: (who) => t('contactTools.books.share.permission', { name: who }),
        remove: (who) => t('contactTools.books.share.remove', { name: who }),
        full: (emails) => t('contactTools.books.share.full', { emails }),
      }}
      first="READ"
      tooMany="too_many_contacts"
      load={async () => (await api.listBookMembers({ params })).data}
      save={async (members) => {
        await api.setBookMembers({ params, body: { members } });
        model.changed();
        onClose();
        notify({ text: t('contactTools.books.share.saved', { name }) });
      }}
      onClose={onClose}
    />
  );
}
