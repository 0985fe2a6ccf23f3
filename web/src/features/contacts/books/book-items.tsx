import type { ContactBook } from '@bocau/contract/contacts.ts';
import { IconDoorExit, IconPencil, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { BookQuestion } from './book-question.ts';

type Props = { book: ContactBook; onAsk(question: BookQuestion): void };

/** The acts on a book, within a menu: one that somebody else shares can be left. */
export function BookItems({ book, onAsk }: Props) {
  const { t } = useTranslation();
  const { name } = book;
  if (book.owner !== null)
    return (
      <Menu.Item leftSection={<IconDoorExit size={18} />} onClick={() => onAsk({ kind: 'leave', book })}>
        {t('contacts.tools.leave', { name })}
      </Menu.Item>
    );
  return (
    <>
      <Menu.Item leftSection={<IconUsersPlus size={18} />} onClick={() => onAsk({ kind: 'share', book })}>
        {t('contacts.tools.share', { name })}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onAsk({ kind: 'rename', book })}>
        {t('contacts.tools.rename', { name })}
      </Menu.Item>
      {/* The book that new cards go to stays. */}
      {!book.is_default && (
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => onAsk({ kind: 'remove', book })}>
          {t('contacts.tools.remove', { name })}
        </Menu.Item>
      )}
    </>
  );
}
