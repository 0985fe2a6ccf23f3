/** Unfolds format=flowed (RFC 3676): soft-broken lines are joined, quote marks are kept as `>` per level. */
export function unfoldFlowed(text: string, deleteSpace: boolean): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let depth = 0;
  const finish = () => {
    if (paragraph.length > 0) out.push(withQuotes(depth, paragraph.join('')));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    let quotes = 0;
    while (line[quotes] === '>') quotes += 1;
    const unquoted = line.slice(quotes);
    const content = unquoted.startsWith(' ') ? unquoted.slice(1) : unquoted;
    // The signature separator looks like a soft-broken line but is not.
    const signature = content === '-- ';
    if (quotes !== depth || signature) finish();
    depth = quotes;
    const soft = content.endsWith(' ') && !signature;
    paragraph.push(soft && deleteSpace ? content.slice(0, -1) : content);
    if (!soft) finish();
  }
  finish();
  return out.join('\n');
}

function withQuotes(depth: number, text: string): string {
  if (depth === 0) return text;
  const marks = '>'.repeat(Math.min(depth, 50));
  return text === '' ? marks : `${marks} ${text}`;
}
