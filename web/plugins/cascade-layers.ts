import type { Plugin } from 'vite';

/**
 * From the weakest to the strongest; the order in which the browser loads style sheets does not matter. Those
 * of screens are in none and win over all: a browser that loads a sheet with a layer recalculates all styles
 * and the whole layout, and screens are loaded one by one.
 */
const LAYERS = ['reset', 'library', 'tokens', 'parts'];
/** The only sheets with layers: the first one, and the one of all parts that are loaded later. */
const LAYERED_SHEETS = /\/(first|parts-later)-[\w-]+\.css$/;

/** Comes before every style sheet of the page: the first mention of a layer fixes its rank. */
export const LAYER_ORDER = `@layer ${LAYERS.join(', ')};`;

/**
 * The layer of a style sheet, by its path. Rules directly in a layer win over its sublayers, so our reset
 * overrides the library's, and what builds on the library's core overrides the core.
 */
const LAYER_OF: readonly (readonly [RegExp, string | null])[] = [
  [/\/@mantine\/core\/styles\/baseline\.css$/, 'reset.library'],
  [/\/@mantine\/core\//, 'library.core'],
  [/\/@mantine\//, 'library'],
  [/\/web\/src\/ui\/theme-variables\.css$/, 'library'],
  [/\/web\/src\/ui\/base\.css$/, 'reset'],
  [/\/web\/src\/ui\/[\w-]+(?<!\.module)\.css$/, 'tokens'],
  [/\/web\/src\/(ui|parts)\//, 'parts'],
  [/\/web\/src\/(app|features)\//, null],
  // Only @font-face rules, which layers do not affect.
  [/\/@fontsource\//, null],
];

/** Puts the style sheets of all but screens into cascade layers: see docs/decisions/102. */
export function cascadeLayers(): Plugin {
  return {
    name: 'cascade-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler(code, id) {
        const layer = layerOf(id);
        if (layer === undefined) this.error(`web/plugins/cascade-layers.ts names no layer for ${id}`);
        return layer === null ? null : { code: inLayer(layer, code), map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.css') || !('source' in file)) continue;
        if (!LAYERED_SHEETS.test(file.fileName) && /@layer\b/.test(String(file.source)))
          this.error(`${file.fileName} has a cascade layer, which forces a layout of the whole page`);
      }
    },
  };
}

/** Undefined for a sheet that the list does not know, null for one in no layer. */
export function layerOf(path: string): string | null | undefined {
  return LAYER_OF.find(([pattern]) => pattern.test(path))?.[1];
}

export function inLayer(layer: string, css: string): string {
  return `@layer ${layer} {\n${css}\n}`;
}
