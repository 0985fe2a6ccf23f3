/** A frame has its own DOM classes, so `instanceof` fails for its elements. */
export function isElement(node: Node | null): node is HTMLElement {
  return node?.nodeType === Node.ELEMENT_NODE;
}

/** Contains something to read or to see. */
export function hasWords(node: Node): boolean {
  if ((node.textContent ?? '').trim() !== '') return true;
  return isElement(node) && (node.matches('img') || node.querySelector('img') !== null);
}

/** Whether `root` has visible content before a node inside it. */
export function wordsBefore(root: Element, inside: Node): boolean {
  return wordsBeside(root, inside, (node) => node.previousSibling);
}

export function wordsAfter(root: Element, inside: Node): boolean {
  return wordsBeside(root, inside, (node) => node.nextSibling);
}

function wordsBeside(root: Element, inside: Node, step: (node: Node) => Node | null): boolean {
  for (let node: Node | null = inside; node && node !== root; node = node.parentNode) {
    for (let next = step(node); next; next = step(next)) if (hasWords(next)) return true;
  }
  return false;
}
