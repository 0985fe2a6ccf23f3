import { join } from 'node:path';
import type { Plugin, ResolveModulePreloadDependenciesFn } from 'vite';

/** Loads files of dynamic imports by `loadFiles`, in place of Vite's own helper, which can't retry. */
export function lateFiles(source: string): Plugin {
  return {
    name: 'late-files',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({
        code: `export { loadFiles as __vitePreload } from '${join(source, 'lib/load-files.ts')}';`,
        map: null,
      }),
    },
  };
}

/** Without this, the helper is not told of a script that needs no other file. */
export const ownFileToo: ResolveModulePreloadDependenciesFn = (file, files, { hostType }) =>
  hostType === 'js' && !files.includes(file) ? [file, ...files] : files;
