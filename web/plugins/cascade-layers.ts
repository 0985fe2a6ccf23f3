import type { Plugin } from 'vite';

/** From the weakest to the strongest. Which style sheet the browser read first decides nothing between them. */
const LAYERS = ['reset', 'library', 'tokens', 'parts', 'screens'];

/** Stands in the page before every style sheet: the first mention of a layer gives it its place. */
export const LAYER_ORDER = `@layer ${LAYERS.join(', ')};`;

/**
 * What a sheet belongs to, by where it is. What is right in a layer is stronger than what is in a layer of that one, so
 * that our reset follows the library's, and what builds on the library's core follows the core.
 */
const LAYER_OF: readonly (readonly [RegExp, string | null])[] = [
  [/\/@mantine\/core\/styles\/baseline\.css$/, 'reset.library'],
  [/\/@mantine\/core\//, 'library.core'],
  [/\/@mantine\//, 'library'],
  [/\/web\/src\/ui\/base\.css$/, 'reset'],
  [/\/web\/src\/ui\/[\w-]+(?<!\.module)\.css$/, 'tokens'],
  [/\/web\/src\/(ui|parts)\//, 'parts'],
  [/\/web\/src\/(app|features)\//, 'screens'],
  // Nothing but fonts, which no layer changes.
  [/\/@fontsource\//, null],
];

/** Every style sheet is in a cascade layer: see docs/decisions/102. */
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

/** Undefined for a sheet that has no layer yet, null for one that needs none. */
export function layerOf(path: string): string | null | undefined {
  return LAYER_OF.find(([pattern]) => pattern.test(path))?.[1];
}

export function inLayer(layer: string, css: string): string {
  return `@layer ${layer} {\n${css}\n}`;
}

const BLOCK_OF_LAYER = /^@(layer\b|font-face\b)/;

/** The first rule that would win against all layers, empty where there is none. */
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
