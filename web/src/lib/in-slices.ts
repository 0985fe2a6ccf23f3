/** Work that can pause between slices; it yields the cost of each, in units of its own. */
export type Sliced<T> = Generator<number, T, void>;

export function inOneSlice<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Lets the page render and handle input between two slices. Null when aborted. */
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

/** Not a timer: browsers delay nested timers by 4 ms and more. */
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

/** Calls `act` for each item, a few hundred per slice. */
export function* each<T>(all: Iterable<T>, act: (one: T) => void): Sliced<void> {
  let count = 0;
  for (const one of all) {
    act(one);
    count += 1;
    if (count % AT_ONCE === 0) yield AT_ONCE;
  }
}

/** The weight of each node with its descendants; `own` is the weight of the node alone. */
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
