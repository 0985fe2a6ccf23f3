import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compiled } from './early-source.ts';

/** A cached file of the client without a content hash in its name. */
const ICON = 'icon.svg';

/**
 * Entry modules of the parts that the first screen does not need, but that people expect to work without a
 * network: what every screen loads by itself, compose and reply with their calls and texts, and the screens
 * beside the list.
 */
const OFFLINE_PARTS = [
  'app/layouts/last-parts.tsx',
  'app/layouts/sidebar-drawer.tsx',
  'app/layouts/invoices-link.tsx',
  'ui/hint-layer.tsx',
  'ui/keep-focus-in-page.ts',
  'features/folders/label-section.tsx',
  'features/folders/label-rail.tsx',
  'features/thread-list/list-empty.tsx',
  'features/thread-list/apart-lines.tsx',
  'features/thread-detail/answer-buttons.tsx',
  'features/settings/reply-banner.tsx',
  'app/browser/browser-compose.ts',
  'features/compose/windows/compose-layer.tsx',
  'features/compose/windows/reply-form.tsx',
  'virtual:later-calls',
  'i18n/vi-later.ts',
  'i18n/en-later.ts',
  'i18n/vi/thread-detail.ts',
  'i18n/en/thread-detail.ts',
  'app/pages/load-screens.ts',
  'app/pages/calendar-page.tsx',
  'app/layouts/calendar-aside.tsx',
  'app/layouts/service-parts.ts',
  'i18n/vi/calendar.ts',
  'i18n/en/calendar.ts',
  'app/pages/drive-page.tsx',
  'i18n/vi/drive.ts',
  'i18n/en/drive.ts',
  'features/settings/settings-screen.tsx',
];

const ROUTER = 'app/boot/router.tsx';
const FIRST_PART = /\bpath: '\/([\w-]+)/g;

/**
 * The browser installs a new service worker when its bytes differ: so they depend on the file names, and on
 * the page, which also contains inline scripts and styles.
 */
export function serviceWorker(source: string): Plugin {
  let publicFolder: string;
  return {
    name: 'service-worker',
    configResolved: ({ publicDir }) => {
      publicFolder = publicDir;
    },
    generateBundle: {
      // After the plugins that write the page.
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
        const screens = JSON.stringify(await screensOf(source));
        const first = String(page.source);
        const later = JSON.stringify(filesOf(OFFLINE_PARTS, bundle).filter((name) => !first.includes(name)));
        const facts = `const VERSION = '${version}', SCREENS = ${screens}, LATER = ${later};\n`;
        const parts = ['early/service-worker.ts', 'early/push-worker.ts'];
        const texts = await Promise.all(parts.map((name) => compiled(join(source, name))));
        const text = facts + texts.join('\n');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
      },
    },
  };
}

/** The files that contain these modules, and those that they import. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isOf = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.some((id) => modules.some((module) => id.endsWith(module)));
  const found = new Set(files.filter(isOf));
  const sheets = new Set<string>();
  for (const chunk of found) {
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
    for (const file of files) if (chunk.imports.includes(file.fileName)) found.add(file);
  }
  return [...[...found].map(({ fileName }) => fileName), ...sheets].map((name) => `/${name}`).sort();
}

/** The first path segments of screens, which only the router knows. */
async function screensOf(source: string): Promise<string[]> {
  const router = await readFile(join(source, ROUTER), 'utf8');
  return [...new Set(Array.from(router.matchAll(FIRST_PART), ([, part = '']) => part))].sort();
}
