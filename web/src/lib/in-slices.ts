/** Work that may rest between its slices. What it yields is how much the slice was, in units of its own. */
export type Sliced<T> = Generator<number, T, void>;

export function inOneGo<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Between two slices the page draws and answers. Null when it was given up. */
export function inSlices<T>(work: Sliced<T>): Promise<T>;
export function inSlices<T>(work: Sliced<T>, signal: AbortSignal): Promise<T | null>;
export async function inSlices<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T | null> {
  for (;;) {
    if (signal?.aborted) return null;
    const step = work.next();
    if (step.done) return step.value;
    await nextTask();
  }
}

/** A timer's turn would come later with each one. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const AT_ONCE = 300;

/** The same for each of many, some hundred at once. */
export function* each<T>(all: Iterable<T>, act: (one: T) => void): Sliced<void> {
  let count = 0;
  for (const one of all) {
    act(one);
    count += 1;
    if (count % AT_ONCE === 0) yield AT_ONCE;
  }
}

/** The weight of each node with all that is in it, its own being what `own` says. */
export function weighTree(root: Node, own: (node: Node) => number): Map<Node, number> {
  const nodes: Node[] = [];
  const walker = (root.ownerDocument as Document).createTreeWalker(
    root,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  for (let node: Node | null = root; node; node = walker.nextNode()) nodes.push(node);
  const weights = new Map<Node, number>();
  for (const node of nodes.reverse()) {
    const weight = (weights.get(node) ?? 0) + own(node);
    weights.set(node, weight);
    if (node !== root && node.parentNode)
      weights.set(node.parentNode, (weights.get(node.parentNode) ?? 0) + weight);
  }
  return weights;
}
