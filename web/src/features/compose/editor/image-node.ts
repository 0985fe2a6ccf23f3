import { Node } from '@tiptap/core';

const OWN = /^(\/api\/v\d+\/files\/[^/?"'\s<>]{1,100}\/download\b|data:image\/(png|jpe?g|gif|webp);)/;
const REMOTE = /^(https?:)?\/\//i;

/** An image in the text. One that lies elsewhere is kept but not fetched: whoever wrote it would learn of it. */
export const MailImage = Node.create({
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
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const src = String(node.attrs.src);
      const alt = String(node.attrs.alt ?? '');
      const dom = document.createElement(OWN.test(src) ? 'img' : 'span');
      if (dom instanceof HTMLImageElement) {
        dom.src = src;
        dom.alt = alt;
        for (const side of ['width', 'height'] as const) if (node.attrs[side]) dom[side] = node.attrs[side];
      } else {
        dom.dataset.awayImage = '';
        dom.textContent = alt || hostOf(src);
      }
      return { dom };
    },
});

function hostOf(src: string): string {
  return URL.parse(src, 'https://unknown.invalid')?.host ?? '';
}

function length(image: HTMLElement, side: 'width' | 'height'): number | null {
  const value = Number.parseInt(image.style[side] || (image.getAttribute(side) ?? ''), 10);
  const isShare = image.style[side].endsWith('%') || image.getAttribute(side)?.endsWith('%');
  return value > 0 && !isShare ? Math.min(value, 4000) : null;
}
