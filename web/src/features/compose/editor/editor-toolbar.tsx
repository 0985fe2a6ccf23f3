import { IconDots } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Store } from '../../../lib/store.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import styles from './editor-toolbar.module.css';
import type { Format } from './format.ts';
import { ImageTool, LinkTool, PlainPasteTool } from './insert-tools.tsx';
import { AlignTool, BackgroundTool, ColourTool, FontTool, SizeTool, TableTool } from './menu-tools.tsx';
import { ToolButton, type ToolProps } from './tool-button.tsx';
import { BLOCK_TOOLS, CLEAR_TOOL, HISTORY_TOOLS, TEXT_TOOLS, type Tool } from './tools.ts';

type Props = {
  editor: Editor;
  format: Store<Format>;
  linking: boolean;
  onLinking(open: boolean): void;
  onImages(files: File[]): void;
};

/** One tab stop; the arrow keys move between the tools. */
export function EditorToolbar({ editor, format: store, linking, onLinking, onImages }: Props) {
  const { t } = useTranslation();
  const format = useSyncExternalStore(store.subscribe, store.get);
  const [current, onCurrent] = useState('undo');
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [wraps, setWraps] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const shared: ToolProps = { editor, format, stop: { current, onCurrent } };

  useEffect(() => {
    const tools = row.current;
    if (!tools) return undefined;
    const observer = new ResizeObserver(() => {
      const last = tools.lastElementChild;
      if (last instanceof HTMLElement) setWraps(last.offsetTop >= last.offsetHeight);
    });
    observer.observe(tools);
    return () => observer.disconnect();
  }, []);

  const simple = (tool: Tool) => <SimpleTool key={tool.id} tool={tool} {...shared} />;
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
      <div ref={row} className={styles.tools}>
        {HISTORY_TOOLS.map(simple)}
        <Line />
        <FontTool {...shared} />
        <SizeTool {...shared} />
        {TEXT_TOOLS.map(simple)}
        <ColourTool {...shared} />
        <BackgroundTool {...shared} />
        <Line />
        <AlignTool {...shared} />
        {BLOCK_TOOLS.map(simple)}
        <Line />
        <LinkTool {...shared} linking={linking} onLinking={onLinking} />
        <ImageTool {...shared} onImages={onImages} />
        <TableTool {...shared} />
        {simple(CLEAR_TOOL)}
        <PlainPasteTool {...shared} />
      </div>
      {(wraps || open) && (
        <ToolButton
          id="more"
          stop={shared.stop}
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

/** A tool with one command, which may show whether it is active. */
function SimpleTool({ tool, editor, format, stop }: ToolProps & { tool: Tool }) {
  const { id, icon: Icon, shortcut, pressed, off, run } = tool;
  const { t } = useTranslation();
  const label = t(`compose.editor.${id}`);
  return (
    <ToolButton
      id={id}
      stop={stop}
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

/** Whether a tool is outside of the first row; such a tool is revealed when the keyboard reaches it. */
function isCovered({ parentElement, offsetTop }: HTMLElement): boolean {
  return (
    parentElement !== null &&
    parentElement.className === styles.tools &&
    offsetTop >= parentElement.clientHeight
  );
}

function Line() {
  return <span className={styles.line} aria-hidden />;
}

function go(bar: HTMLElement, event: KeyboardEvent): void {
  const { key, target } = event;
  // Key events of an open menu bubble up to here too.
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
