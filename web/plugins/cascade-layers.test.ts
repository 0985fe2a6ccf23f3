import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYER_ORDER, layerOf } from './cascade-layers.ts';

const SOURCE = join(import.meta.dirname, '../src');

test('every style sheet of the client is that of a screen, or in one of the layers that the page names', () => {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(100);
  const named = LAYER_ORDER.match(/[a-z]+/g) ?? [];
  for (const name of sheets.filter((each) => !each.startsWith('early/'))) {
    const layer = layerOf(join(SOURCE, name));
    if (/^(app|features)\//.test(name)) expect(layer, name).toBeNull();
    else expect(named, name).toContain(layer);
  }
});

test('a screen is in no layer and wins; a part is stronger than the tokens, those than the library, that than the reset', () => {
  const weakestFirst = [
    'src/ui/base.css',
    'node_modules/@mantine/core/styles/Button.css',
    'src/ui/touch.css',
    'src/parts/previews/preview-overlay.module.css',
  ].map((path) => layerOf(`/web/${path}`));
  expect(`@layer ${weakestFirst.map((layer) => layer?.split('.')[0]).join(', ')};`).toBe(LAYER_ORDER);
  expect(layerOf('/node_modules/another-library/styles.css')).toBeUndefined();
});
