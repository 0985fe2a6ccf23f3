import { IconFilter, IconFolderCheck } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { filterRequest } from './filter-request.ts';

/** Of a menu about a message of somebody else: a filter for mail like it, and one place for all mail of its sender. */
export function FilterItems({ from, subject }: { from: string; subject: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item leftSection={<IconFilter size={18} />} onClick={() => filterRequest.set({ from, subject })}>
        {t('acts.filter')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderCheck size={18} />}
        onClick={() => filterRequest.set({ from, keep: true })}
      >
        {t('acts.keep')}
      </Menu.Item>
    </>
  );
}
