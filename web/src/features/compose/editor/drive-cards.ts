import { type Editor, Extension } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';

/** Drive files in the editor: they look as they are sent, with a button that removes them. */
export function driveCards(removeWords: (name: string) => string) {
  return Extension.create({
    name: 'driveCards',
    addProseMirrorPlugins() {
      const { editor } = this;
      const driveFile = (node: Node, _view: unknown, getPos: () => number | undefined) =>
        cardView({ node, editor, getPos, label: removeWords(String(node.attrs.name)) });
      return [new Plugin({ props: { nodeViews: { driveFile } } })];
    },
  });
}

type Card = { node: Node; editor: Editor; getPos(): number | undefined; label: string };

function cardView({ node, editor, getPos, label }: Card): NodeView {
  const dom = DOMSerializer.fromSchema(editor.schema).serializeNode(node) as HTMLElement;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.title = label;
  button.setAttribute('aria-label', label);
  // With the keyboard a card is deleted like a character.
  button.tabIndex = -1;
  button.dataset.removeCard = '';
  // Keeps the cursor where it is, and the keyboard of a phone closed.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    const at = getPos();
    if (at === undefined) return;
    const hadFocus = document.activeElement === button;
    editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize));
    if (hadFocus) editor.commands.focus();
  });
  dom.append(button);
  return {
    dom,
    stopEvent: ({ target }) => target === button,
    ignoreMutation: () => true,
  };
}
