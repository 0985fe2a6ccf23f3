import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compiled, readShort } from './early-source.ts';
import { inRem } from './text-in-rem.ts';

const STYLE_SHEETS = /\n\s*<link rel="stylesheet"[^>]*>/g;

/**
 * What the page shows and asks for before its files have come stands in the page itself. Style sheets come after the
 * frame, so that it is drawn without them, and before the root, where Mantine writes what of them it changes; scripts
 * wait for them all the same.
 */
export function earlyPage(source: string): Plugin {
  return {
    name: 'early-page',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [tokens, frame, early, lastList] = await Promise.all([
          readShort(source, 'ui/tokens.css'),
          readShort(source, 'early/frame.css'),
          compiled(join(source, 'early/early.ts')),
          compiled(join(source, 'early/last-list.ts')),
        ]);
        const sheets = html.match(STYLE_SHEETS) ?? [];
        const head = `<style>${inRem(tokens + frame)}</style><script>${early}</script>`;
        return html
          .replace(STYLE_SHEETS, '')
          .replace('</title>', () => `</title>${head}`)
          .replace(
            '<div id="root">',
            () => `<script>${lastList}</script>${sheets.join('')}\n    <div id="root">`,
          );
      },
    },
  };
}
