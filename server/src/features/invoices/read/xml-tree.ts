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

/** Those of its own namespace, whatever their prefix: others are not of the format, though their names are the same. */
export function childrenOf(tree: Tree | undefined, name: string): Tree[] {
  return tree === undefined ? NONE : tree.children.filter((child) => isPart(tree, child, name));
}

/** The first element on this path below, in the same namespace. */
export function find(tree: Tree | undefined, ...path: string[]): Tree | undefined {
  let found = tree;
  for (const name of path) {
    const parent = found;
    found = parent?.children.find((child) => isPart(parent, child, name));
  }
  return found;
}

function isPart(tree: Tree, child: Tree, name: string): boolean {
  return child.name === name && child.namespace === tree.namespace;
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
