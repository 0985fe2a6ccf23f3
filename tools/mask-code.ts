/**
 * Strings, templates and comments. Regular expressions are not recognised: a quote in one hides at most the
 * rest of its line.
 */
const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

/** Replaces comments by spaces, so that a search finds only code and offsets stay valid. */
export function maskComments(code: string): string {
  return code.replace(tokens, (token) => (token.startsWith('/') ? blank(token) : token));
}

/** Also blanks the contents of strings but keeps their quotes. */
export function maskCommentsAndStrings(code: string): string {
  return code.replace(tokens, (token) =>
    token.startsWith('/') ? blank(token) : `${token[0]}${blank(token.slice(1, -1))}${token[0]}`,
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
