import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import type { TagActs } from './recipient-tag.tsx';
import type { useTagDrag } from './use-tag-drag.ts';

/** The tag whose menu is open. */
export type OpenMenu = { index: number; anchor: HTMLElement };

type How = {
  root: RefObject<HTMLElement | null>;
  input: RefObject<HTMLInputElement | null>;
  recipients: readonly ComposeRecipient[];
  drag: ReturnType<typeof useTagDrag>;
  onRemove(index: number): void;
  /** Must be the same function for the component's lifetime. */
  onMenu(menu: OpenMenu): void;
};

/** Keyboard and pointer handlers for the tags of a field. */
export function useTagActs({ root, input, recipients, drag, onRemove, onMenu }: How) {
  const latest = useRef({ recipients, onRemove, drag });
  useLayoutEffect(() => {
    latest.current = { recipients, onRemove, drag };
  });

  function focusTag(index: number): void {
    const tag = root.current?.querySelector<HTMLElement>(`[data-tag="${index}"]`);
    (tag ?? input.current)?.focus();
  }

  function removeAndStay(index: number, next: number): void {
    const isLast = latest.current.recipients.length === 1;
    // Before the tag is removed; otherwise the field would lose the focus.
    if (isLast || next < 0 || next >= latest.current.recipients.length) input.current?.focus();
    else focusTag(next);
    latest.current.onRemove(index);
    if (!isLast && next > index) queueMicrotask(() => focusTag(index));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: hundreds of tags are rendered once; the handlers read the latest values from the ref
  const acts = useMemo<TagActs>(() => {
    function onKey(event: KeyboardEvent<HTMLButtonElement>, index: number): void {
      if (event.nativeEvent.isComposing) return;
      const end = latest.current.recipients.length;
      const go = { ArrowLeft: Math.max(index - 1, 0), ArrowRight: index + 1, Home: 0, End: end }[event.key];
      if (go !== undefined) focusTag(go);
      else if (event.key === 'Delete') removeAndStay(index, index + 1);
      else if (event.key === 'Backspace') removeAndStay(index, index - 1);
      else if (event.key === 'F10' && event.shiftKey) onMenu({ index, anchor: event.currentTarget });
      else return;
      event.preventDefault();
    }
    return {
      onKey,
      onMenu: (index, anchor) => onMenu({ index, anchor }),
      onRemove: (index) => {
        latest.current.onRemove(index);
        input.current?.focus();
      },
      onDragStart: (event, index) => {
        const dragged = latest.current.recipients[index];
        if (dragged) latest.current.drag.start(event, index, textOfRecipient(dragged));
      },
    };
  }, []);

  return { acts, focusTag };
}
