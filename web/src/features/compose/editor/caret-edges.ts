import type { EditorProps, EditorView } from '@tiptap/pm/view';

const GAP_PX = 8;

/** Scrolls the caret out from under the toolbar above the text, and from under what sticks below it. */
export function caretEdges(): EditorProps {
  // The editor reads these objects after `handleScrollToSelection`, which leaves the scrolling to it.
  const edges = { top: 0, right: 0, bottom: 0, left: 0 };
  return {
    scrollThreshold: edges,
    scrollMargin: edges,
    handleScrollToSelection(view) {
      edges.top = stuckHeight(view, '[role="toolbar"]') + GAP_PX;
      edges.bottom =
        stuckHeight(view, '[data-place="thread"] footer') + stuckHeight(view, '[data-follow-up]') + GAP_PX;
      return false;
    },
  };
}

/** The height of the matching bar around the text, as long as that is sticky. */
function stuckHeight({ dom }: EditorView, selector: string): number {
  const bar = dom.closest('[data-place]')?.parentElement?.querySelector<HTMLElement>(selector);
  return bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
}
