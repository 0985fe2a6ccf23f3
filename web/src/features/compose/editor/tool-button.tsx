import type { Editor } from '@tiptap/core';
import type { ReactNode, Ref } from 'react';
import type { useOpener } from '../../../ui/use-opener.ts';
import styles from './editor-toolbar.module.css';
import type { Format } from './format.ts';

/** The one tool in the tab order (roving tabindex). */
export type ToolStop = { current: string; onCurrent(id: string): void };

/** What a tool needs from its toolbar. */
export type ToolProps = { editor: Editor; format: Format; stop: ToolStop };

export type ToolButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  id: string;
  stop: ToolStop;
  label: string;
  hint?: string;
  /** Omitted for a tool that is no toggle. */
  pressed?: boolean | undefined;
  off?: boolean;
  onClick?(): void;
  opener?: ReturnType<typeof useOpener>['button'];
  children: ReactNode;
};

/** Pressing a tool keeps the cursor: it takes no focus from the text. */
export function ToolButton(props: ToolButtonProps) {
  const { ref, id, stop, label, hint, pressed, off = false, onClick, opener, children } = props;
  return (
    <button
      {...opener}
      ref={ref}
      type="button"
      data-tool={id}
      className={styles.tool}
      tabIndex={id === stop.current ? 0 : -1}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      data-hint={hint ?? label}
      onFocus={() => stop.onCurrent(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={opener?.onClick ?? (() => !off && onClick?.())}
    >
      {children}
    </button>
  );
}
