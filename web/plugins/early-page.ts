import { join } from 'node:path';
import type { Plugin } from 'vite';
import { inLayer, LAYER_ORDER } from './cascade-layers.ts';
import { compiled, readShort } from './early-source.ts';
import { inRem } from './text-in-rem.ts';

/** Preload links that only the early script activates; they must come before it. */
const KEPT_LINKS = /\n\s*<link [^>]*data-kept[^>]*>/g;
const STYLE_SHEETS = /\n\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Inlines into the page what it shows and requests before its files have loaded. Style sheets come after the
 * frame, which is therefore drawn without them; scripts wait for them all the same. Layers are declared
 * first, so that the order of style sheets does not matter.
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
        const styles = LAYER_ORDER + inRem(inLayer('tokens', tokens) + inLayer('reset', frame));
        const kept = html.match(KEPT_LINKS) ?? [];
        const head = `${kept.join('')}<style>${styles}</style><script>${early}</script>`;
        return html
          .replace(STYLE_SHEETS, '')
          .replace(KEPT_LINKS, '')
          .replace('</title>', () => `</title>${head}`)
          .replace(
            '<div id="root">',
            () => `<script>${lastList}</script>${sheets.join('')}\n    <div id="root">`,
          );
      },
    },
  };
}
