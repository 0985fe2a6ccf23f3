import { type Editor, Extension } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';

/** Files of the drive as they stand in the editor: as they are sent, and with a button that takes them out. */
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
  // By keys a card goes like a letter.
  button.tabIndex = -1;
  button.dataset.removeCard = '';
  // The cursor stays where it is, and no keyboard comes up on a phone.
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
