import { IconSitemap } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useOpener } from '../../../ui/use-opener.ts';
import styles from './department-filter.module.css';
import { useDepartments } from './use-people-list.ts';

type Props = { department: string | null; onDepartment(department: string | null): void };

/** Narrows the directory to one department; absent where the directory names none. */
export function DepartmentFilter({ department, onDepartment }: Props) {
  const { t } = useTranslation();
  const departments = useDepartments();
  const menu = useOpener('menu');
  const choose = (chosen: string | null) => {
    menu.opened?.onClose();
    onDepartment(chosen);
  };
  if (departments.length === 0) return null;
  return (
    <>
      <ToolButton {...menu.button} icon={IconSitemap} label={t('contactPeople.directory.departments')} />
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-end">
          <div className={styles.departments}>
            <Menu.RadioItem value="" checked={department === null} onChange={() => choose(null)}>
              {t('contactPeople.directory.allDepartments')}
            </Menu.RadioItem>
            {departments.map(({ name, total }) => (
              <Menu.RadioItem
                key={name}
                value={name}
                checked={name === department}
                onChange={() => choose(name)}
                rightSection={<span className={styles.total}>{total}</span>}
              >
                {name}
              </Menu.RadioItem>
            ))}
          </div>
        </AnchoredMenu>
      )}
    </>
  );
}
