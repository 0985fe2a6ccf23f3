export type Params = Readonly<Record<string, string | undefined>>;

/** Patterns consist of literal segments, `:name`, `:name?` and, at the end, `*`. */
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
    // A malformed percent-encoding, such as a lone percent sign.
    return part;
  }
}
