import type { Plugin } from 'vite';

/** From the weakest to the strongest; the order in which the browser loads style sheets does not matter. */
const LAYERS = ['reset', 'library', 'tokens', 'parts', 'screens'];

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
  [/\/web\/src\/(app|features)\//, 'screens'],
  // Only @font-face rules, which layers do not affect.
  [/\/@fontsource\//, null],
];

/** Puts every style sheet into a cascade layer: see docs/decisions/102. */
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
        const stray = outsideOfLayers(String(file.source));
        if (stray) this.error(`${file.fileName} has rules outside of all layers: ${stray.slice(0, 80)}`);
      }
    },
  };
}

/** Undefined for a sheet without an assigned layer, null for one that needs none. */
export function layerOf(path: string): string | null | undefined {
  return LAYER_OF.find(([pattern]) => pattern.test(path))?.[1];
}

export function inLayer(layer: string, css: string): string {
  return `@layer ${layer} {\n${css}\n}`;
}

const BLOCK_OF_LAYER = /^@(layer\b|font-face\b)/;

/** The first rule outside all layers, which would win against them; empty where there is none. */
export function outsideOfLayers(css: string): string {
  let rest = css.replace(/\/\*[\s\S]*?\*\//g, '').trim();
  while (BLOCK_OF_LAYER.test(rest)) rest = rest.slice(endOfRule(rest)).trim();
  return rest;
}

function endOfRule(css: string): number {
  let depth = 0;
  for (const { 0: sign, index } of css.matchAll(/["'][^"']*["']|[{};]/g)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth === 0 && (sign === '}' || sign === ';')) return index + 1;
  }
  return css.length;
}
