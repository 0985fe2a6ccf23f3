import type { EditorProps, EditorView } from '@tiptap/pm/view';

const GAP_PX = 8;

/** Scrolls the caret from under the bar above the text, and in the thread from under the buttons below it. */
export function caretEdges(): EditorProps {
  // The editor reads them after it has asked for its own scrolling, which is left to it.
  const edges = { top: 0, right: 0, bottom: 0, left: 0 };
  return {
    scrollThreshold: edges,
    scrollMargin: edges,
    handleScrollToSelection(view) {
      edges.top = stuckHeight(view, '[role="toolbar"]') + GAP_PX;
      edges.bottom = stuckHeight(view, '[data-place="thread"] footer') + GAP_PX;
      return false;
    },
  };
}

/** Of the first one around the text, as long as it sticks to an edge. */
function stuckHeight({ dom }: EditorView, selector: string): number {
  const bar = dom.closest('[data-place]')?.parentElement?.querySelector<HTMLElement>(selector);
  return bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
}
