import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { cascadeLayers } from './plugins/cascade-layers.ts';
import { earlyPage } from './plugins/early-page.ts';
import { lateFiles, ownFileToo } from './plugins/late-files.ts';
import { serviceWorker } from './plugins/service-worker.ts';
import { textInRem } from './plugins/text-in-rem.ts';
import { themeVariables } from './plugins/theme-variables.ts';

const SOURCE = join(import.meta.dirname, 'src');

/** Parts of Mantine's core that only menus and dialogs use. */
const LATER_CORE =
  '(DirectionProvider|utils/(close-on-escape|create-(event|safe|scoped)[a-z-]*|find-element-in-shadow-dom|get-(context|default|ref|single)[a-z-]*|is-element))/';

/**
 * What every first screen needs, in a few files instead of sixty: a request costs more than the bytes of a
 * small file. Mantine components not named here stay in the chunks of the screens that use them. Modules
 * named here must not import others outside this group: chunks that import each other fail at startup.
 */
const FIRST_LIBRARIES = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|clsx)/',
    `node_modules/@mantine/core/esm/core/(?!${LATER_CORE}).*\\.mjs`,
    'node_modules/@mantine/core/esm/components/(ActionIcon|Button|Loader|Transition|UnstyledButton)/',
    'node_modules/@mantine/hooks/esm/use-(did-update|isomorphic-effect|media-query|reduced-motion)/',
  ].join('|'),
);
/**
 * Small components of most dialogs: in one chunk, since the first script names every chunk that may be loaded
 * later.
 */
const FIELD_LIBRARIES = new RegExp(
  [
    'node_modules/@mantine/core/esm/components/(Checkbox|CloseButton|Group|InlineInput|Input|InputBase|NativeSelect|Radio|Stack|TextInput)/.*\\.mjs',
    'node_modules/@mantine/core/esm/components/Combobox/ComboboxChevron/.*\\.mjs',
    `node_modules/@mantine/core/esm/core/${LATER_CORE}`,
    'node_modules/@mantine/hooks/esm/use-(id|merged-ref|uncontrolled)/',
  ].join('|'),
);
/** What several screens share of templates and of mail merges: in one chunk, for the same reason. */
const TEMPLATES =
  /\/(web\/src\/(parts|features\/(compose|settings))\/templates\/.*|web\/src\/parts\/merges\/(find-fields|not-sent-to|use-merges)|contract\/src\/template-limits)\.tsx?$/;
/** What a message says, which its model and several screens read. */
const OWN_WORDS = /\/(own-words|template-fields)\.ts$/;
/** Small files without imports that many later parts share: each chunk is named in the first script. */
const SMALL_FILES =
  /\/web\/src\/.*\/(card-address|copy-text|device-words|drive-address|figure-of|file-address|last-folder|latest-link-day|merge-request|open-forms|people-address|planned-words|read-plain-text|readable-number|settings-tabs|short-name|start-download|use-has-merges|within-screen)\.ts$/;
/** Including style sheets. */
const OWN_CODE = /\/(web|contract)\/src\/|\.css$/;
const OWN_SCRIPT = /\/web\/src\/.*\.tsx?$/;
/** Style sheets in cascade layers: each file that has one forces a layout of the whole page. */
const LAYERED_STYLES = /\/(web\/src\/(ui|parts)|@mantine)\/.*\.css$/;
const ICON_FILE = /\/(Icon\w+)\.mjs$/;

/** The server that `npm run dev` proxies to. */
const SERVER = process.env.DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    dropServerSide(),
    leanCalls(),
    leanLimits(),
    textInRem(),
    themeVariables(),
    cascadeLayers(),
    react(),
    preloadWords(),
    lateFiles(SOURCE),
    earlyPage(SOURCE),
    serviceWorker(SOURCE),
    checkStyles(),
  ],
  resolve: {
    // Leaves the schemas out of the contract: see docs/decisions/013.
    alias: { zod: fileURLToPath(new URL('./src/lib/no-schemas.ts', import.meta.url)) },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false, resolveDependencies: ownFileToo },
    rolldownOptions: {
      // Drops calls that only built the endpoints' schemas.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // Shorter than by default: the first script names nearly all files.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'libraries', test: FIRST_LIBRARIES },
            { name: 'fields', test: FIELD_LIBRARIES },
            { name: nameOfIcons, debugName: 'icons', test: /@tabler\/icons-react/ },
            { name: 'templates', test: TEMPLATES },
            { name: 'own-words', test: OWN_WORDS },
            { name: 'small', test: SMALL_FILES },
            { name: nameOfOwnCode, debugName: 'own code', test: OWN_CODE },
            { name: 'parts-later', test: LAYERED_STYLES },
            { name: 'styles-later', test: /\.module\.css$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // Paths that belong to the server and not to a screen of the client.
      '^/(api|storage|s|t|mail|login/switch|healthz|readyz|metrics)(/|\\?|$)': SERVER,
      '^/ws(\\?|$)': { target: SERVER, ws: true },
    },
  },
});

/**
 * Everything in an endpoint but its method and path, in the formatter's layout: on one line, or up to the
 * closing line. One that is missed only costs bytes.
 */
const SERVER_SIDE =
  /^ {2}(?:summary|access|on|status|errors|limit|params|query|body|data|meta|multipart|bytes|bodyBytes)(?:,|:(?: .*,|(?: .*)?[[({]\n(?: {4}.*\n)*? {2}[\])}]+.*,|(?: \w+)?\n(?: {4}.*\n)+?(?= {2}\S|\}\))))\n?/gm;

/** A schema, up to its last line: whatever is built from the schema library's stub is that stub again. */
const SCHEMA =
  /^((?:export )?const \w+(?:: .+)? = )(?:z\b|[a-z]\w*\s*\.(?:extend|max|nullable|nullish|optional|pick|pipe|refine)\()[\s\S]*?;\n(?=\S|\n|$)/gm;

/** The wrapper of an endpoint exists only for its type: the value is the same without it. */
const NAMED = /(= )endpoint\(/g;

/** The browser needs only the method and path of an endpoint. */
function dropServerSide(): Plugin {
  return {
    name: 'drop-server-side',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({
        code: withoutIdleImports(
          code.replaceAll(SERVER_SIDE, '').replaceAll(SCHEMA, '$1z;\n').replaceAll(NAMED, '$1('),
        ),
        map: null,
      }),
    },
  };
}

const IMPORT = /^import \{([^}]*)\} from '\.\/[\w-]+\.ts';\n/gm;

/** An unused import would still bundle the imported file with its importer. */
function withoutIdleImports(code: string): string {
  const named = new Set(code.replaceAll(IMPORT, '').match(/\w+/g));
  return code.replace(IMPORT, (line, names: string) =>
    names.match(/\w+/g)?.some((name) => named.has(name)) ? line : '',
  );
}

const ENTRY_OF_API = /^ {2}(\w+),\n/gm;
const IMPORT_OF_API = /^import \{([^}]*)\} from '\.\/([\w-]+)\.ts';\n/gm;

/**
 * Files of the contract whose calls no first screen makes: their methods and paths are loaded with the first
 * of those calls.
 */
const CALLED_LATER =
  /^(admin-[a-z-]+|administration|app-passwords|calendar(-[a-z]+)?|cloud-drive|contact-bulk|contact-imports|contacts|directory|domain-templates|drafts|drive(-[a-z]+)?|filters|forwarding|groups|held-messages|import-people|invitations|invoices|keep-senders|labels|later|merges|newsletters|office|other-people|own-groups|passkeys|people|periodic|phone|previews|profile|push|receipts|recovery|removed-messages|rules|search|second-step|security|senders|sending|server-info|shares|sign-on|signatures|storage|templates|thread-marks|unsubscribe|uploads)$/;
const LATER_CALLS = 'virtual:later-calls';
const NO_LATER_CALLS = /(export const laterCalls) = null[^;]*;/;

/**
 * Removes calls that no file of the client names: they are for other programs. Calls in `CALLED_LATER` are
 * looked up when one is made.
 */
function leanCalls(): Plugin {
  const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));
  const later = new Map<string, string[]>();
  return {
    name: 'lean-calls',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === LATER_CALLS ? `\0${id}` : null),
    load: (id) =>
      id === `\0${LATER_CALLS}`
        ? [...later].map(([file, names]) => `export { ${names} } from '${contract}${file}.ts';`).join('\n')
        : null,
    transform: {
      filter: { id: /\/contract\/src\/api\.ts$/ },
      async handler(code) {
        const folder = join(import.meta.dirname, 'src');
        const files = (await readdir(folder, { recursive: true })).filter(
          (name) => /\.tsx?$/.test(name) && !/\.test\.|test-kit/.test(name),
        );
        const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
        const named = new Set(texts.join('\n').match(/\w+/g));
        later.clear();
        const imports = code.slice(0, code.indexOf('export const API'));
        for (const [, names = '', file = ''] of imports.matchAll(IMPORT_OF_API)) {
          const used = (names.match(/\w+/g) ?? []).filter((name) => named.has(name));
          if (CALLED_LATER.test(file) && used.length > 0) later.set(file, used);
        }
        const laterNames = [...later.values()].flat();
        const first = code
          .slice(imports.length)
          .replace(ENTRY_OF_API, (line, name) => (named.has(name) && !laterNames.includes(name) ? line : ''));
        // Unused imports are removed as well: they would bundle the files that they name.
        const isUsed = (names: string) => names.match(/\w+/g)?.some((name) => named.has(name)) ?? false;
        const kept = imports.replace(IMPORT_OF_API, (line, names, file) =>
          later.has(file) || !isUsed(names) ? '' : line,
        );
        return {
          code:
            kept.replace(
              NO_LATER_CALLS,
              `$1 = (name) => import('${LATER_CALLS}').then((calls) => calls[name]);`,
            ) + first,
          map: null,
        };
      },
    },
  };
}

const LIMIT = /^ {2}(\w+): [^{}\n]+,\n/gm;

/** Removes limits that neither the client nor the contract names: only the server keeps them. */
function leanLimits(): Plugin {
  return {
    name: 'lean-limits',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/limits\.ts$/ },
      async handler(code) {
        const contract = fileURLToPath(new URL('../contract/src/', import.meta.url));
        const texts = await Promise.all(
          [join(import.meta.dirname, 'src'), contract].map(async (folder) => {
            const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
            return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
          }),
        );
        const named = new Set(
          Array.from(
            texts
              .flat()
              .join('\n')
              .matchAll(/LIMITS\.(\w+)/g),
            ([, name]) => name,
          ),
        );
        return { code: code.replace(LIMIT, (line, name) => (named.has(name) ? line : '')), map: null };
      },
    },
  };
}

type ModuleInfo = { importers: readonly string[]; importedIds: readonly string[] } | null;
type Modules = { getModuleInfo(id: string): ModuleInfo };

/** Own code that main.tsx reaches without a dynamic import belongs to the first chunk. */
function nameOfOwnCode(id: string, modules: Modules): string | null {
  const seen = new Set([id]);
  for (const each of seen) {
    const found = modules.getModuleInfo(each);
    if (each.endsWith('/web/src/main.tsx')) return 'first';
    for (const importer of found?.importers ?? []) seen.add(importer);
  }
  return null;
}

let firstIcons: ReadonlySet<string> | undefined;

/**
 * All icons are exported by one file, which everything imports, so the ones needed first are found by name.
 */
function nameOfIcons(id: string, modules: Modules): string {
  firstIcons ??= namedFirst(modules);
  const icon = ICON_FILE.exec(id)?.[1];
  return icon === undefined || firstIcons.has(icon) ? 'icons' : 'icons-later';
}

/** Icons that the code of the first screen names. */
function namedFirst(modules: Modules): ReadonlySet<string> {
  const icons = new Set<string>();
  const seen = new Set([join(import.meta.dirname, 'src/main.tsx')]);
  for (const each of seen) {
    if (!OWN_SCRIPT.test(each)) continue;
    for (const [icon] of readFileSync(each, 'utf8').matchAll(/\bIcon[A-Z]\w*/g)) icons.add(icon);
    for (const imported of modules.getModuleInfo(each)?.importedIds ?? []) seen.add(imported);
  }
  return icons;
}

const FIRST_FONTS = /be-vietnam-pro-(vietnamese|latin)-400-normal-.*\.woff2$/;
/** Other weights in the list: requested with the page if the service worker has cached them. */
const HEAVIER_FONTS = /be-vietnam-pro-(vietnamese|latin)-[56]00-normal-.*\.woff2$/;

/**
 * Preloads the texts and fonts of the first language with the page, instead of after other files were parsed.
 */
function preloadWords(): Plugin {
  return {
    name: 'preload-words',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && ['vi', 'en'].includes(file.name) && file.imports.length > 0)
          this.error(`The words of ${file.name} wait for ${file.imports.join()}, which waits for them`);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file): HtmlTagDescriptor[] => {
          const place = { crossorigin: true, href: `/${file.fileName}` };
          if (file.type === 'chunk' && file.name === 'vi')
            return [headLink({ rel: 'modulepreload', ...place })];
          const font = { as: 'font', type: 'font/woff2', fetchpriority: 'low', ...place };
          if (HEAVIER_FONTS.test(file.fileName)) return [headLink({ 'data-kept': true, ...font })];
          if (!FIRST_FONTS.test(file.fileName)) return [];
          // The texts may first appear in a fallback font, rather than be delayed together with the list.
          return [headLink({ rel: 'preload', ...font })];
        }),
    },
  };
}

/** Each Mantine component in use needs its styles in web/src/ui/mantine-styles.ts, or it is unstyled. */
function checkStyles(): Plugin {
  const FOLDER = new URL('./', import.meta.resolve('@mantine/core/styles/Button.css'));
  const CLASS = /\bm_[0-9a-f]{6,8}\b/g;
  return {
    name: 'check-styles',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const scripts = files.flatMap((file) => (file.type === 'chunk' ? file.code : []));
      const sheets = files.flatMap((file) =>
        file.fileName.endsWith('.css') && 'source' in file ? String(file.source) : [],
      );
      const styled = new Set(sheets.join().match(CLASS));
      const missing = new Set(
        scripts
          .join()
          .match(CLASS)
          ?.filter((name) => !styled.has(name)),
      );
      for (const name of await readdir(FOLDER)) {
        if (!/^\w+\.css$/.test(name)) continue;
        const lost = (await readFile(new URL(name, FOLDER), 'utf8'))
          .match(CLASS)
          ?.find((each) => missing.has(each));
        if (lost) this.error(`web/src/ui/mantine-styles.ts lacks @mantine/core/styles/${name}`);
      }
    },
  };
}

function headLink(attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs }, injectTo: 'head' };
}
