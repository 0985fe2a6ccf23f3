import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/**
 * What every first screen needs, in a few files instead of sixty: a request costs more than the bytes of a small one.
 * Mantine's parts not named here stay with the screens that use them. What is here must need nothing that is not: files
 * that wait for each other fail as they start.
 */
const FIRST_LIBRARIES = new RegExp(
  [
    'preload-helper',
    'node_modules/(react|react-dom|scheduler|react-router|i18next|react-i18next|clsx)/',
    'node_modules/@tanstack/',
    'node_modules/@mantine/core/esm/core/.*\\.mjs',
    'node_modules/@mantine/core/esm/components/(ActionIcon|Avatar|Button|Loader|Transition|UnstyledButton)/',
    'node_modules/@mantine/hooks/',
  ].join('|'),
);
/** Style sheets too: those of Mantine have to stay before those of our parts. */
const OWN_CODE = /\/(web|contract)\/src\/|\.css$/;

export default defineConfig({
  plugins: [react(), preloadWords()],
  resolve: {
    // The contract comes without its schemas: see docs/decisions/013.
    alias: { zod: fileURLToPath(new URL('./src/lib/no-schemas.ts', import.meta.url)) },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'libraries', test: FIRST_LIBRARIES },
            { name: 'icons', test: /@tabler\/icons-react/ },
            { name: nameOfOwnCode, debugName: 'own code', test: OWN_CODE },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
});

type ModuleInfo = { importers: readonly string[] } | null;

/** Own code that is reached without a dynamic import is asked for with the page. */
function nameOfOwnCode(id: string, modules: { getModuleInfo(id: string): ModuleInfo }): string | null {
  const seen = new Set([id]);
  for (const each of seen) {
    const found = modules.getModuleInfo(each);
    if (each.endsWith('/web/src/main.tsx')) return 'first';
    for (const importer of found?.importers ?? []) seen.add(importer);
  }
  return null;
}

const FIRST_FONTS = /be-vietnam-pro-(vietnamese|latin)-400-normal-.*\.woff2$/;

/** The words of the first language and its letters are asked for with the page, not when others have been read. */
function preloadWords(): Plugin {
  return {
    name: 'preload-words',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file): HtmlTagDescriptor[] => {
          const place = { crossorigin: true, href: `/${file.fileName}` };
          if (file.type === 'chunk' && file.name === 'vi')
            return [headLink({ rel: 'modulepreload', ...place })];
          if (!FIRST_FONTS.test(file.fileName)) return [];
          return [headLink({ rel: 'preload', as: 'font', type: 'font/woff2', ...place })];
        }),
    },
  };
}

function headLink(attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs }, injectTo: 'head' };
}
