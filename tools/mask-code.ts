/** Strings, templates and comments. Regular expressions are not known: a quote in one hides the rest of its line at most. */
const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

/** Puts spaces where comments stand, so that a search finds code alone and places stay right. */
export function maskComments(code: string): string {
  return code.replace(tokens, (token) => (token.startsWith('/') ? blank(token) : token));
}

/** Puts spaces into strings too and leaves their quotes: what a string holds is not code. */
export function maskCommentsAndStrings(code: string): string {
  return code.replace(tokens, (token) =>
    token.startsWith('/') ? blank(token) : `${token[0]}${blank(token.slice(1, -1))}${token[0]}`,
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
