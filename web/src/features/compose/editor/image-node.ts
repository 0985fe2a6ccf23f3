import { Node as Extension, type NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { imageHandles } from './image-handles.ts';
import { setImageSize } from './image-size.ts';

const OWN =
  /^(\/api\/v\d+\/(files\/[^/?"'\s<>]{1,100}\/download\b|domain-templates\/images\/[\da-f-]{36}$)|data:image\/(png|jpe?g|gif|webp);)/;
const REMOTE = /^(https?:)?\/\//i;

/** An image in the text. Remote images are kept but not fetched: loading one would tell its sender. */
export const MailImage = Extension.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null, parseHTML: (image) => length(image, 'width') },
    height: { default: null, parseHTML: (image) => length(image, 'height') },
  }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => {
        const src = image.getAttribute('src') ?? '';
        return (OWN.test(src) || REMOTE.test(src) || src.startsWith('cid:')) && null;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', { ...HTMLAttributes, ...shrinking(HTMLAttributes) }],
  addNodeView: () => (props) => (OWN.test(String(props.node.attrs.src)) ? ownImage(props) : awayImage(props)),
});

function ownImage({ node, editor, getPos }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('span');
  dom.dataset.ownImage = '';
  const image = document.createElement('img');
  image.src = String(node.attrs.src);
  image.alt = String(node.attrs.alt ?? '');
  dom.append(image);
  const handles = imageHandles(image, (size) => {
    const at = getPos();
    if (at !== undefined) setImageSize(editor, at, size);
  });

  function show({ attrs }: Node): void {
    for (const side of ['width', 'height'] as const) {
      if (attrs[side]) image[side] = attrs[side];
      else image.removeAttribute(side);
    }
  }

  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type || next.attrs.src !== node.attrs.src) return false;
      show(next);
      return true;
    },
    selectNode() {
      dom.classList.add('ProseMirror-selectednode');
      if (editor.isEditable) dom.append(...handles);
    },
    deselectNode() {
      dom.classList.remove('ProseMirror-selectednode');
      for (const handle of handles) handle.remove();
    },
    stopEvent: ({ target }) => handles.some((handle) => handle === target),
    ignoreMutation: () => true,
  };
}

function awayImage({ node }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('span');
  dom.dataset.awayImage = '';
  dom.textContent = String(node.attrs.alt ?? '') || hostOf(String(node.attrs.src));
  return { dom };
}

/** On a screen narrower than the image it shrinks in proportion. */
function shrinking({ src, width, height }: Record<string, unknown>): { style?: string } {
  return width && height && OWN.test(String(src)) ? { style: 'height:auto' } : {};
}

function hostOf(src: string): string {
  return URL.parse(src, 'https://unknown.invalid')?.host ?? '';
}

function length(image: HTMLElement, side: 'width' | 'height'): number | null {
  const styled = image.style[side] === 'auto' ? '' : image.style[side];
  const value = Number.parseInt(styled || (image.getAttribute(side) ?? ''), 10);
  const isShare = styled.endsWith('%') || image.getAttribute(side)?.endsWith('%');
  return value > 0 && !isShare ? Math.min(value, 4000) : null;
}
