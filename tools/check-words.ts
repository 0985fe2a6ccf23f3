import { maskComments } from './mask-code.ts';
import { isCode, isTest, lineAt, type SourceFile } from './source-files.ts';

/** The words of one language: nested groups, as in the files of web/src/i18n. */
export type Words = { readonly [name: string]: string | Words };

const client = 'web/src/';
const dictionaries = /^web\/src\/i18n\/(vi|en)(\/|\.ts$)/;
/** Plural forms, which the code looks up by the key without this suffix. */
const pluralForm = /(?:_ordinal)?_(zero|one|two|few|many|other)$/;
const variable = /\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g;

/** Reports keys without words, unused words, and differences between the languages. */
export function checkWords(files: SourceFile[], vi: Words, en: Words): string[] {
  const vietnamese = flatten(vi);
  const english = flatten(en);
  const keys = new Set([...vietnamese.keys()].map((key) => key.replace(pluralForm, '')));
  const used = new Set<string>();
  const faults: string[] = [];

  for (const file of files) {
    if (!file.path.startsWith(client) || !isCode(file.path) || isTest(file.path)) continue;
    if (dictionaries.test(file.path)) continue;
    for (const { text, index } of readTexts(maskComments(file.text))) {
      const fitting = keysFor(text, keys);
      if (fitting === null) continue;
      if (fitting.length === 0)
        faults.push(`${file.path}:${lineAt(file.text, index)} has no words for ${text}`);
      for (const key of fitting) used.add(key);
    }
  }

  for (const key of keys) {
    if (!used.has(key)) faults.push(`${key} is used nowhere in ${client}; remove it from vi and en`);
  }
  for (const key of new Set([...vietnamese.keys(), ...english.keys()])) {
    const [ours, theirs] = [vietnamese.get(key), english.get(key)];
    if (ours === undefined || theirs === undefined) {
      faults.push(`${key} is missing in ${ours === undefined ? 'vi' : 'en'}`);
      continue;
    }
    const [said, saidThere] = [variablesOf(key, ours), variablesOf(key, theirs)];
    if (said !== saidThere)
      faults.push(`${key} has other variables in vi (${said}) than in en (${saidThere})`);
  }
  return faults;
}

function flatten(words: Words, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[prefix + name, value] as const]
        : [...flatten(value, `${prefix}${name}.`)],
    ),
  );
}

/** `count` selects the plural form, so each language may mention it or not. */
function variablesOf(key: string, words: string): string {
  const names = new Set([...words.matchAll(variable)].map(([, name]) => name));
  if (pluralForm.test(key)) names.delete('count');
  return [...names].sort().join(', ');
}

type Text = { text: string; index: number };

const quoted = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\[\s\S]|[^`\\])*)`/g;
const hole = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** String and template literals of the code, including those inside template placeholders. */
function readTexts(code: string, offset = 0): Text[] {
  return [...code.matchAll(quoted)].flatMap((match) => {
    const text = match[1] ?? match[2] ?? match[3] ?? '';
    const index = offset + match.index + 1;
    const holes = match[3] === undefined ? [] : [...text.matchAll(hole)];
    const within = holes.flatMap((each) => readTexts(each[1] ?? '', index + each.index + '${'.length));
    return [{ text, index }, ...within];
  });
}

/**
 * The keys that a string literal may refer to, or null if it is not a key. A template placeholder stands for
 * one name, and a key that is completed elsewhere (`words = 'pages.notFound'`) for all keys below it.
 */
function keysFor(text: string, keys: ReadonlySet<string>): string[] | null {
  const shape = text.replace(hole, '*');
  if (!/^[a-zA-Z]\w*(\.[\w*]+)+$/.test(shape)) return null;
  const group = shape.slice(0, shape.indexOf('.') + 1);
  const all = [...keys];
  if (!all.some((key) => key.startsWith(group))) return null;
  const pattern = new RegExp(`^${shape.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}(\\.|$)`);
  return all.filter((key) => pattern.test(key));
}
