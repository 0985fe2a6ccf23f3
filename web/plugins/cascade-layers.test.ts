import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inLayer, LAYER_ORDER, layerOf, outsideOfLayers } from './cascade-layers.ts';

const SOURCE = join(import.meta.dirname, '../src');

test('every style sheet of the client is in one of the layers that the page names', () => {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(100);
  const named = LAYER_ORDER.match(/[a-z]+/g) ?? [];
  for (const name of sheets.filter((each) => !each.startsWith('early/')))
    expect(named, name).toContain(layerOf(join(SOURCE, name)));
});

test('a screen is stronger than a part, a part than the tokens, those than the library, that than the reset', () => {
  const weakestFirst = [
    'src/ui/base.css',
    'node_modules/@mantine/core/styles/Button.css',
    'src/ui/touch.css',
    'src/parts/previews/preview-overlay.module.css',
    'src/features/drive/drive-row.module.css',
  ].map((path) => layerOf(`/web/${path}`));
  expect(`@layer ${weakestFirst.map((layer) => layer?.split('.')[0]).join(', ')};`).toBe(LAYER_ORDER);
  expect(layerOf('/node_modules/another-library/styles.css')).toBeUndefined();
});

test('a rule outside of all layers is found', () => {
  const layered = `${inLayer('parts', '.a { content: "}"; }\n@media print { .b { color: red; } }')}@font-face{src:url(x)}`;
  expect(outsideOfLayers(`@layer a, b;${layered}`)).toBe('');
  expect(outsideOfLayers(`${layered}.c{color:red}`)).toBe('.c{color:red}');
});
