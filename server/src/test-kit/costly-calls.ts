import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { z } from 'zod';
import type { CallInput } from './sample-calls.ts';

/** A request body designed to be expensive, at any size. */
export type CostlyBody = { name: string; make(size: number): string };

type JsonSchema = {
  type?: string;
  maxLength?: number;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};
type Path = (string | number)[];

/** The square of this is little work. */
const SHORT = 5_000;

const TEXT_UNITS = [
  'a',
  ' ',
  '\n',
  '<',
  '<a href="',
  '<b><i>',
  '<p>',
  '<table>',
  '<!--',
  '<style>',
  '&',
  '"',
  '@',
  'a@b.vn ',
  'a@b.vn, ',
  '> ',
  '%',
  '\u00a0',
  '\u1ea1',
  'o\u0323',
  '\ud83d\ude00',
  'data:image/png;base64,AAAA ',
];

function filled(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

/** Bodies that are not JSON: refused before the endpoint is known. */
export const UNREADABLE: CostlyBody[] = [
  { name: 'open arrays', make: (size) => filled('[', size) },
  { name: 'blanks', make: (size) => filled(' ', size) },
];

/** Bodies for any endpoint: they must be parsed and validated before they can be refused. */
export const SHAPES: CostlyBody[] = [
  { name: 'nested arrays', make: (size) => filled('[', size / 2) + filled(']', size / 2) },
  { name: 'nested objects', make: (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
  { name: 'a number of many digits', make: (size) => `{"id":${filled('9', size)}}` },
  { name: 'a number of many decimals', make: (size) => `{"id":0.${filled('1', size)}e-9}` },
  { name: 'many keys', make: (size) => `{${joined(size, (at) => `"k${at}":1,`)}"end":1}` },
  { name: 'one key many times', make: (size) => `{${filled('"__proto__":{},', size)}"end":1}` },
  { name: 'half surrogate pairs', make: (size) => `{"id":"${filled('\\ud800', size)}"}` },
  { name: 'escapes', make: (size) => `{"id":"${filled('\\u0000', size)}"}` },
];

function joined(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length));
  return pieces.join('');
}

/** Bodies of one endpoint: valid ones with something long wherever its contract allows that. */
export function costlyBodies(endpoint: Endpoint, valid: CallInput): CostlyBody[] {
  if (!endpoint.body) return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { texts, lists } = longPlaces(schema, []);
  const at = (path: Path, value: unknown) => JSON.stringify(withValue(valid.body, path, value));
  return [
    ...texts.flatMap((path) =>
      TEXT_UNITS.map((unit) => ({
        name: `${path.join('.')} of ${JSON.stringify(unit)}`,
        make: (size: number) => at(path, filled(unit, size)),
      })),
    ),
    ...lists.flatMap((path) =>
      [null, 1, 'a', `${'a'.repeat(60)}@b.vn`, {}, []].map((value) => ({
        name: `${path.join('.')} with many of ${JSON.stringify(value)}`,
        make: (size: number) =>
          at(path, Array(Math.ceil(size / (JSON.stringify(value).length + 1))).fill(value)),
      })),
    ),
  ];
}

/** Places without a short limit in the contract: texts, and lists, whose length is validated last. */
function longPlaces(schema: JsonSchema, path: Path): { texts: Path[]; lists: Path[] } {
  const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const found = { texts: [] as Path[], lists: [] as Path[] };
  for (const form of forms) {
    if (form.type === 'string' && !form.enum && !form.pattern && (form.maxLength ?? Infinity) > SHORT)
      found.texts.push(path);
    if (form.type === 'array') found.lists.push(path);
    const inner = [
      ...Object.entries(form.properties ?? {}).map(([key, value]) => longPlaces(value, [...path, key])),
      ...(form.items ? [longPlaces(form.items, [...path, 0])] : []),
    ];
    for (const { texts, lists } of inner) {
      found.texts.push(...texts);
      found.lists.push(...lists);
    }
  }
  return found;
}

function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(body) ? body : [];
    return [withValue(list[step], rest, value), ...list.slice(1)];
  }
  const holder = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...holder, [step]: withValue(holder[step], rest, value) };
}
