import type { XmlName } from './xml-names.ts';

/** Which prefix stands for which namespace; '' is the default one. */
export type Scope = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';
const ROOT: Scope = new Map([
  ['', ''],
  ['xml', XML],
]);

/**
 * The scope inside an element; that of its parent where it declares nothing, and null where it takes a prefix back
 * (Namespaces in XML 1.0, section 2.2).
 */
export function scopeOf(parent: Scope | undefined, attributes: ReadonlyMap<string, string>): Scope | null {
  const outer = parent ?? ROOT;
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return outer;
  if (declared.some(([name, value]) => value === '' && name !== 'xmlns')) return null;
  return new Map([...outer, ...declared.map(([name, value]) => [name.slice(6), value] as const)]);
}

/** Null where the prefix is not declared. */
export function resolveName(raw: string, scope: Scope): XmlName | null {
  const colon = raw.indexOf(':');
  const namespace = scope.get(colon < 0 ? '' : raw.slice(0, colon));
  if (namespace === undefined || colon === 0 || colon === raw.length - 1) return null;
  return `{${namespace}}${raw.slice(colon + 1)}`;
}
