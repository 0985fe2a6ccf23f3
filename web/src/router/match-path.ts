export type Params = Readonly<Record<string, string | undefined>>;

/** Patterns are made of words, `:name`, `:name?` and, at their end, `*`. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = partsOf(pattern);
  const given = partsOf(pathname);
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part === '*') return params;
    const found = given[at];
    const name = /^:(\w+)(\??)$/.exec(part);
    if (name?.[1] && found !== undefined) params[name[1]] = decoded(found);
    else if (name?.[2] !== '?' && found !== part) return null;
  }
  return given.length > wanted.length ? null : params;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Someone typed a lone per cent sign.
    return part;
  }
}
