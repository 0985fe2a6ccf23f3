/** A column as `tables.ts` types it. */
export type TypedColumn = { type: ValueType; nullable: boolean; generated: boolean };
export type ValueType = 'number' | 'string' | 'boolean' | 'bytes' | 'strings' | 'json';

const plainTypes: Record<string, ValueType> = {
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  Buffer: 'bytes',
  'string[]': 'strings',
};

/**
 * The columns of every table, parsed from the text of `tables.ts`. It supports the few forms of column types
 * in that file and throws on any other, so nothing is silently unchecked.
 */
export function readTableTypes(
  text: string,
  importedStrings: readonly string[],
): Map<string, Map<string, TypedColumn>> {
  const source = text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  const aliases = new Map<string, string>();
  for (const statement of splitOutside(source, ';')) {
    const [, name, body] = /^(?:export )?type (\w+) =\s*([\s\S]+)$/.exec(statement) ?? [];
    if (name !== undefined && body !== undefined) aliases.set(name, body);
  }

  function typeOf(text: string): TypedColumn {
    const generated = /^Generated<([\s\S]*)>$/.exec(text)?.[1];
    if (generated !== undefined) return { ...typeOf(generated), generated: true };
    const members = splitUnion(text);
    const types = new Set(members.filter((member) => member !== 'null').map(valueTypeOf));
    const [type, ...others] = types;
    if (type === undefined || others.length > 0) throw new Error(`a column can not be of ${text}`);
    return { type, nullable: members.includes('null'), generated: false };
  }

  function valueTypeOf(text: string): ValueType {
    const plain = plainTypes[text];
    if (plain !== undefined) return plain;
    if (/^'[^']*'$/.test(text) || importedStrings.includes(text)) return 'string';
    if (/^(Json|JSONColumnType)<[\s\S]*>$/.test(text)) return 'json';
    const alias = aliases.get(text);
    if (alias === undefined) throw new Error(`${text} is a type that this reader does not know`);
    const { type, nullable } = typeOf(alias);
    if (nullable) throw new Error(`${text} hides a null`);
    return type;
  }

  function columnsOf(body: string): Map<string, TypedColumn> {
    return new Map(membersOf(body).map(([name, type]) => [name, typeOf(type)]));
  }

  return new Map(
    membersOf(aliases.get('Tables') ?? '').map(([table, body]) => [
      table,
      columnsOf(body.startsWith('{') ? body : (aliases.get(body) ?? '')),
    ]),
  );
}

/** `name: type;` at the outermost level of an object type. */
function membersOf(body: string): [name: string, type: string][] {
  if (!/^\{[\s\S]*\}$/.test(body)) throw new Error(`this is no object type: ${body}`);
  return splitOutside(body.slice(1, -1), ';')
    .filter((member) => member !== '')
    .map((member) => {
      const [, name, type] = /^(\w+): ([\s\S]+)$/.exec(member) ?? [];
      if (name === undefined || type === undefined) throw new Error(`this is no column: ${member}`);
      return [name, type];
    });
}

function splitUnion(text: string): string[] {
  return splitOutside(text, '|').filter((member) => member !== '');
}

/** Splits outside of brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('<{['.includes(character)) depth += 1;
    if ('>}]'.includes(character)) depth -= 1;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
