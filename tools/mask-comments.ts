/**
 * Puts spaces where comments stand, so that a search finds code alone and line numbers stay right. It knows strings
 * and templates, not regular expressions: one that holds an unescaped quote only hides the rest of its own line.
 */
export function maskComments(code: string): string {
  const tokens =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
  return code.replace(tokens, (token) =>
    token.startsWith('//') || token.startsWith('/*') ? token.replace(/[^\n]/g, ' ') : token,
  );
}
