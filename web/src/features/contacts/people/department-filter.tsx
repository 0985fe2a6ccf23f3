import { IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useOpener } from '../../../ui/use-opener.ts';
import styles from './department-filter.module.css';
import type { DepartmentNode } from './department-tree.ts';
import { DepartmentTreeDialog } from './department-tree-dialog.tsx';

type Props = {
  tree: readonly DepartmentNode[];
  department: string | null;
  onDepartment(department: string | null): void;
};

/** So many are found at a glance. */
const MOST_IN_MENU = 12;

/** Narrows the directory to one department; absent where the directory names none. */
export function DepartmentFilter({ tree, department, onDepartment }: Props) {
  const { t } = useTranslation();
  const menu = useOpener('menu');
  const [asked, setAsked] = useState(false);
  if (tree.length === 0) return null;
  const label = t('contactPeople.directory.departments');
  if (tree.length > MOST_IN_MENU || tree.some(({ children }) => children.length > 0)) {
    return (
      <>
        <ToolButton icon={IconSitemap} label={label} aria-haspopup="dialog" onClick={() => setAsked(true)} />
        {asked && (
          <DepartmentTreeDialog
            {...{ tree, department }}
            onClose={() => setAsked(false)}
            onDepartment={(chosen) => {
              setAsked(false);
              onDepartment(chosen);
            }}
          />
        )}
      </>
    );
  }
  const choose = (chosen: string | null) => {
    menu.opened?.onClose();
    onDepartment(chosen);
  };
  return (
    <>
      <ToolButton {...menu.button} icon={IconSitemap} label={label} />
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-end">
          <div className={styles.departments}>
            <Menu.RadioItem value="" checked={department === null} onChange={() => choose(null)}>
              {t('contactPeople.directory.allDepartments')}
            </Menu.RadioItem>
            {tree.map(({ name, total }) => (
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
