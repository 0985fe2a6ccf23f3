import { Node } from '@tiptap/core';
import { BASE_SIZE, CELL_BORDER } from './mail-look.ts';

const CARD = `margin:4px 0;padding:8px 12px;border:${CELL_BORDER};border-radius:6px`;
const ABOUT = `color:#6b7683;font-size:${BASE_SIZE - 1}px`;

/**
 * A link to a file of the drive: a framed line, which every mail program shows, and an atomic node in the
 * editor. It carries the file's id, so that the file is shared when the message is sent.
 */
export const DriveFileNode = Node.create({
  name: 'driveFile',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: { default: '', rendered: false },
    name: { default: '', rendered: false },
    href: { default: '', rendered: false },
    about: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'p[data-drive-file]',
      // Takes precedence over the rule for paragraphs.
      priority: 100,
      getAttrs: (line) => {
        const link = line.querySelector('a[href]');
        const href = link?.getAttribute('href') ?? '';
        const name = link?.textContent?.trim() ?? '';
        if (!/^https?:/i.test(href) || !URL.canParse(href) || name === '') return false;
        const about = line.querySelector('span')?.textContent?.trim() ?? '';
        return { id: line.getAttribute('data-drive-file') ?? '', name, href, about };
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'p',
    { 'data-drive-file': String(attrs.id), style: CARD },
    ['a', { href: String(attrs.href), target: '_blank', rel: 'noopener noreferrer' }, String(attrs.name)],
    ['br'],
    ['span', { style: ABOUT }, String(attrs.about)],
  ],
  renderText: ({ node: { attrs } }) => `${attrs.name} ${attrs.href}`,
});
