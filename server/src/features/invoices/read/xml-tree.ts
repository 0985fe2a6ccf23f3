/** An element with what is within it, of the parts of a file that are read as a whole. */
export type Tree = {
  /** Without a prefix. */
  name: string;
  namespace: string;
  ordinal: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Tree[];
};

const NONE: Tree[] = [];

export function childrenOf(tree: Tree | undefined, name: string): Tree[] {
  return tree === undefined ? NONE : tree.children.filter((child) => child.name === name);
}

/** The first element on this path below. */
export function find(tree: Tree | undefined, ...path: string[]): Tree | undefined {
  let found = tree;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

const LONGEST_TEXT = 2000;

/** The text of the first element on this path, in one line; empty where there is none. */
export function textAt(tree: Tree | undefined, ...path: string[]): string {
  return tidy(find(tree, ...path)?.text ?? '');
}

function tidy(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}
