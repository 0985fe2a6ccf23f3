import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compiled } from './early-source.ts';

/** What the worker keeps of the client whose name does not change with what is in it. */
const ICON = 'icon.svg';

const ROUTER = 'app/boot/router.tsx';
const FIRST_PART = /\bpath: '\/([\w-]+)/g;

/**
 * The browser installs another service worker where the bytes of this one differ: for other file names, and for
 * another page, in which scripts and styles stand that name no file.
 */
export function serviceWorker(source: string): Plugin {
  let publicFolder: string;
  return {
    name: 'service-worker',
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir;
    },
    generateBundle: {
      // Behind what writes the page.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('There is no page that the service worker could keep');
        const version = createHash('sha256')
          .update(Object.keys(bundle).sort().join())
          .update(page.source)
          .update(await readFile(join(publicFolder, ICON)))
          .digest('hex')
          .slice(0, 16);
        const facts = `const VERSION = '${version}', SCREENS = ${JSON.stringify(await screensOf(source))};\n`;
        const text = facts + (await compiled(join(source, 'early/service-worker.ts')));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
      },
    },
  };
}

/** What the addresses of screens begin with, which the router alone knows. */
async function screensOf(source: string): Promise<string[]> {
  const router = await readFile(join(source, ROUTER), 'utf8');
  return [...new Set(Array.from(router.matchAll(FIRST_PART), ([, part = '']) => part))].sort();
}
