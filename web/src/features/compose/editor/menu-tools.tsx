import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconHighlight,
  IconLetterA,
  IconTable,
  IconTextSize,
  IconTypography,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Opened, useOpener } from '../../../ui/use-opener.ts';
import styles from './editor-toolbar.module.css';
import { ToolButton, type ToolButtonProps, type ToolProps } from './tool-button.tsx';
import { AlignMenu, ColourMenu, FontMenu, SizeMenu, TableMenu } from './toolbar-menus.tsx';

export function FontTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  return (
    <MenuTool
      id="font"
      stop={stop}
      label={t('compose.editor.font')}
      menu={(opened) => <FontMenu {...opened} editor={editor} now={format.family} />}
    >
      <IconTypography size={18} />
    </MenuTool>
  );
}

export function SizeTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  return (
    <MenuTool
      id="size"
      stop={stop}
      label={t('compose.editor.sizeNow', { size: format.size })}
      hint={t('compose.editor.size')}
      menu={(opened) => <SizeMenu {...opened} editor={editor} size={format.size} />}
    >
      <IconTextSize size={18} />
      <span className={styles.number}>{format.size}</span>
    </MenuTool>
  );
}

export function ColourTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  return (
    <MenuTool
      id="colour"
      stop={stop}
      label={t('compose.editor.textColour')}
      menu={(opened) => <ColourMenu {...opened} editor={editor} mark="textColour" now={format.colour} />}
    >
      <IconLetterA size={18} />
      <span className={styles.shade} style={{ background: format.colour ?? 'currentcolor' }} />
    </MenuTool>
  );
}

export function BackgroundTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  return (
    <MenuTool
      id="background"
      stop={stop}
      label={t('compose.editor.background')}
      menu={(opened) => <ColourMenu {...opened} editor={editor} mark="background" now={format.background} />}
    >
      <IconHighlight size={18} />
      <span className={styles.shade} style={{ background: format.background ?? 'transparent' }} />
    </MenuTool>
  );
}

const ALIGN_ICONS = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};

export function AlignTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  const AlignIcon = ALIGN_ICONS[format.align];
  return (
    <MenuTool
      id="align"
      stop={stop}
      label={t('compose.editor.align')}
      menu={(opened) => <AlignMenu {...opened} editor={editor} now={format.align} />}
    >
      <AlignIcon size={18} />
    </MenuTool>
  );
}

export function TableTool({ editor, format, stop }: ToolProps) {
  const { t } = useTranslation();
  return (
    <MenuTool
      id="table"
      stop={stop}
      label={t('compose.editor.table')}
      pressed={format.table}
      menu={(opened) => <TableMenu {...opened} editor={editor} inside={format.table} />}
    >
      <IconTable size={18} />
    </MenuTool>
  );
}

type MenuToolProps = Omit<ToolButtonProps, 'opener' | 'onClick'> & { menu(opened: Opened): ReactNode };

/** A tool that opens a menu. */
function MenuTool({ menu, ...tool }: MenuToolProps) {
  const { button, opened } = useOpener('menu');
  return (
    <>
      <ToolButton {...tool} opener={button} />
      {opened && menu(opened)}
    </>
  );
}
