import type { ContactList } from '@bocau/contract/contacts.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { ListQuestion } from './list-question.ts';

type Props = { list: ContactList; onAsk(question: ListQuestion): void };

/** The acts on a list, within a menu. */
export function ListItems({ list, onAsk }: Props) {
  const { t } = useTranslation();
  const { name } = list;
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onAsk({ kind: 'rename', list })}>
        {t('contacts.tools.renameList', { name })}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => onAsk({ kind: 'remove', list })}>
        {t('contacts.tools.removeList', { name })}
      </Menu.Item>
    </>
  );
}
