import { IconDeviceFloppy, IconSettings, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { useNavigate } from '../../../router/router.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';

type Props = { onPick(): void; onSave(): void };

/** Inserts a template into this message, or makes one of it. */
export function TemplateMenu({ onPick, onSave }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <ToolButton icon={IconTemplate} label={t('templates.insert.tool')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTemplate size={18} />}
          rightSection={<kbd>{printedKey('Mod+/')}</kbd>}
          onClick={onPick}
        >
          {t('templates.insert.pick')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceFloppy size={18} />} onClick={onSave}>
          {t('templates.insert.save')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={18} />}
          onClick={() => void navigate('/setting/templates')}
        >
          {t('templates.insert.manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
