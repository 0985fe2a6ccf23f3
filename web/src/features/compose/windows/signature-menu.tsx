import { IconSettings, IconSignature } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCompose } from '../../../parts/compose/lazy-compose.ts';
import { useNavigate } from '../../../router/router.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';

type Props = { editor: RefObject<MailEditorHandle | null>; onChoose(html: string | null): void };

/** Chooses another signature for this message; left out for users without signatures. */
export function SignatureMenu({ editor, onChoose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signatures = useCompose((compose) => compose.signatures());
  const [current, setCurrent] = useState<number | 'edited' | 'none'>('none');
  if (signatures.length === 0) return null;
  const look = () => setCurrent(editor.current?.whichSignature(signatures.map(({ html }) => html)) ?? 'none');
  const item = (value: string, isCurrent: boolean, words: string, html: string | null) => (
    <Menu.RadioItem
      key={value}
      value={value}
      checked={isCurrent}
      closeMenuOnClick
      onChange={() => onChoose(html)}
    >
      {words}
    </Menu.RadioItem>
  );

  return (
    <Menu position="top-start" withinPortal onChange={(opened) => opened && look()}>
      <Menu.Target>
        <ToolButton icon={IconSignature} label={t('composeWindow.signature.choose')} />
      </Menu.Target>
      <Menu.Dropdown>
        {signatures.map(({ id, name, html }, index) =>
          item(id, current === index, name.trim() || t('composeWindow.signature.main'), html),
        )}
        {item('none', current === 'none', t('composeWindow.signature.none'), null)}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={18} />}
          onClick={() => void navigate('/setting/general?field=signature')}
        >
          {t('composeWindow.signature.manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
