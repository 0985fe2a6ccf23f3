import { type TextRule, textRules } from './forbidden-text.ts';
import { maskComments } from './mask-code.ts';
import { isCode, lineAt, type SourceFile } from './source-files.ts';

/** One line per occurrence of a forbidden text. */
export function checkText(files: SourceFile[], rules: TextRule[] = textRules): string[] {
  return files
    .filter(({ path }) => path !== 'tools/forbidden-text.ts' && path !== 'tools/check-text.test.ts')
    .flatMap((file) => {
      const code = isCode(file.path) ? maskComments(file.text) : '';
      return rules.flatMap((rule) => faultsOf(rule, file.path, rule.where === 'code' ? code : file.text));
    });
}

function faultsOf(rule: TextRule, path: string, text: string): string[] {
  if (rule.allowed.some((exception) => path.startsWith(exception.path))) return [];
  return [...text.matchAll(new RegExp(rule.pattern, `g${rule.pattern.flags}`))].map(
    (match) => `${path}:${lineAt(text, match.index)} ${rule.name}: ${match[0]} (${rule.instead})`,
  );
}
