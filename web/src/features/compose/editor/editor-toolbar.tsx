import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconClipboardText,
  IconDots,
  IconHighlight,
  IconLetterA,
  IconLink,
  IconPhoto,
  IconTable,
  IconTextSize,
  IconTypography,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Store } from '../../../lib/store.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useOpener } from '../../../ui/use-opener.ts';
import styles from './editor-toolbar.module.css';
import type { Format } from './format.ts';
import { LinkForm } from './link-form.tsx';
import { ToolButton, type ToolButtonProps } from './tool-button.tsx';
import { AlignMenu, ColourMenu, FontMenu, ImageMenu, SizeMenu, TableMenu } from './toolbar-menus.tsx';
import { BLOCK_TOOLS, CLEAR_TOOL, HISTORY_TOOLS, TEXT_TOOLS, type Tool } from './tools.ts';

const ALIGN_ICONS = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};

type Props = {
  editor: Editor;
  format: Store<Format>;
  linking: boolean;
  onLinking(open: boolean): void;
  onImages(files: File[]): void;
};

/** One stop for the Tab key; the arrow keys go from tool to tool. */
export function EditorToolbar({ editor, format: store, linking, onLinking, onImages }: Props) {
  const { t } = useTranslation();
  const format = useSyncExternalStore(store.subscribe, store.get);
  const [current, setCurrent] = useState('undo');
  const bar = useRef<HTMLDivElement>(null);
  const images = useRef<HTMLInputElement>(null);
  const linkButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wraps, setWraps] = useState(false);
  const tools = useRef<HTMLDivElement>(null);
  const font = useOpener('menu');
  const size = useOpener('menu');
  const colour = useOpener('menu');
  const background = useOpener('menu');
  const alignment = useOpener('menu');
  const table = useOpener('menu');
  const image = useOpener('menu');
  const AlignIcon = ALIGN_ICONS[format.align];

  useEffect(() => {
    const row = tools.current;
    if (!row) return undefined;
    const observer = new ResizeObserver(() => {
      const last = row.lastElementChild;
      if (last instanceof HTMLElement) setWraps(last.offsetTop >= last.offsetHeight);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, []);

  function part(id: string): Pick<ToolButtonProps, 'id' | 'isCurrent' | 'onCurrent'> {
    return { id, isCurrent: id === current, onCurrent: setCurrent };
  }

  function tool({ id, icon: Icon, shortcut, pressed, off, run }: Tool) {
    const label = t(`compose.editor.${id}`);
    return (
      <ToolButton
        key={id}
        {...part(id)}
        label={label}
        hint={shortcut ? `${label} · ${printedKey(shortcut)}` : label}
        pressed={pressed?.(format)}
        off={off?.(format) ?? false}
        onClick={() => run(editor)}
      >
        <Icon size={18} />
      </ToolButton>
    );
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('compose.editor.toolbar')}
      className={styles.bar}
      data-open={open}
      onKeyDown={(event) => bar.current && go(bar.current, event)}
      onFocus={({ target }) => isCovered(target) && setOpen(true)}
    >
      <div ref={tools} className={styles.tools}>
        {HISTORY_TOOLS.map(tool)}
        <Line />
        <ToolButton {...part('font')} label={t('compose.editor.font')} opener={font.button}>
          <IconTypography size={18} />
        </ToolButton>
        {font.opened && <FontMenu {...font.opened} editor={editor} now={format.family} />}
        <ToolButton
          {...part('size')}
          label={t('compose.editor.sizeNow', { size: format.size })}
          hint={t('compose.editor.size')}
          opener={size.button}
        >
          <IconTextSize size={18} />
          <span className={styles.number}>{format.size}</span>
        </ToolButton>
        {size.opened && <SizeMenu {...size.opened} editor={editor} size={format.size} />}
        {TEXT_TOOLS.map(tool)}
        <ToolButton {...part('colour')} label={t('compose.editor.textColour')} opener={colour.button}>
          <IconLetterA size={18} />
          <span className={styles.shade} style={{ background: format.colour ?? 'currentcolor' }} />
        </ToolButton>
        {colour.opened && (
          <ColourMenu {...colour.opened} editor={editor} mark="textColour" now={format.colour} />
        )}
        <ToolButton {...part('background')} label={t('compose.editor.background')} opener={background.button}>
          <IconHighlight size={18} />
          <span className={styles.shade} style={{ background: format.background ?? 'transparent' }} />
        </ToolButton>
        {background.opened && (
          <ColourMenu {...background.opened} editor={editor} mark="background" now={format.background} />
        )}
        <Line />
        <ToolButton {...part('align')} label={t('compose.editor.align')} opener={alignment.button}>
          <AlignIcon size={18} />
        </ToolButton>
        {alignment.opened && <AlignMenu {...alignment.opened} editor={editor} now={format.align} />}
        {BLOCK_TOOLS.map(tool)}
        <Line />
        <ToolButton
          {...part('link')}
          ref={linkButton}
          label={t('compose.editor.link')}
          hint={`${t('compose.editor.link')} · ${printedKey('Mod+k')}`}
          pressed={format.link !== null}
          onClick={() => onLinking(!linking)}
        >
          <IconLink size={18} />
        </ToolButton>
        {linking && linkButton.current && (
          <LinkForm
            anchor={linkButton.current}
            onClose={() => onLinking(false)}
            editor={editor}
            now={format.link}
          />
        )}
        <ToolButton
          {...part('image')}
          label={t(format.image ? 'compose.editor.imageSize' : 'compose.editor.image')}
          {...(format.image ? { opener: image.button } : { onClick: () => images.current?.click() })}
        >
          <IconPhoto size={18} />
        </ToolButton>
        {format.image && image.opened && <ImageMenu {...image.opened} editor={editor} />}
        <input
          ref={images}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={({ currentTarget }) => {
            onImages([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <ToolButton
          {...part('table')}
          label={t('compose.editor.table')}
          pressed={format.table}
          opener={table.button}
        >
          <IconTable size={18} />
        </ToolButton>
        {table.opened && <TableMenu {...table.opened} editor={editor} inside={format.table} />}
        {tool(CLEAR_TOOL)}
        <ToolButton
          {...part('plainPaste')}
          label={t('compose.editor.plainPaste')}
          hint={`${t('compose.editor.plainPaste')} · ${printedKey('Mod+Shift+v')}`}
          onClick={() =>
            void pastePlain(editor).then(
              (could) =>
                could ||
                notify({ text: t('compose.editor.plainPasteDenied', { keys: printedKey('Mod+Shift+v') }) }),
            )
          }
        >
          <IconClipboardText size={18} />
        </ToolButton>
      </div>
      {(wraps || open) && (
        <ToolButton
          {...part('more')}
          label={t('compose.editor.more')}
          pressed={open}
          onClick={() => setOpen(!open)}
        >
          <IconDots size={18} />
        </ToolButton>
      )}
    </div>
  );
}

/** What has no room in the first row is shown when it is reached by keyboard. */
function isCovered({ parentElement, offsetTop }: HTMLElement): boolean {
  return (
    parentElement !== null &&
    parentElement.className === styles.tools &&
    offsetTop >= parentElement.clientHeight
  );
}

/** False where the browser keeps the clipboard to itself. */
async function pastePlain(editor: Editor): Promise<boolean> {
  try {
    const text = await navigator.clipboard.readText();
    editor.commands.focus();
    editor.view.pasteText(text);
    return true;
  } catch {
    return false;
  }
}

function Line() {
  return <span className={styles.line} aria-hidden />;
}

function go(bar: HTMLElement, event: KeyboardEvent): void {
  const { key, target } = event;
  // Keys in an open menu come by here, too.
  if (!(target instanceof HTMLElement) || !bar.contains(target)) return;
  const tools = [...bar.querySelectorAll<HTMLButtonElement>('button[data-tool]')];
  const at = tools.findIndex((each) => each.isSameNode(target));
  if (at < 0) return;
  const next =
    key === 'ArrowRight'
      ? (at + 1) % tools.length
      : key === 'ArrowLeft'
        ? (at - 1 + tools.length) % tools.length
        : key === 'Home'
          ? 0
          : key === 'End'
            ? tools.length - 1
            : null;
  if (next === null) return;
  event.preventDefault();
  tools[next]?.focus();
}
