import type { BaseSubject } from './base-subject.ts';

export type ThreadedMessage = {
  /** As the client names it: its number, or its uid. */
  number: number;
  id: string | null;
  /** Message-IDs of what it answers, the oldest first. */
  references: string[];
  subject: BaseSubject;
  sentAt: number;
};

/** A message in its thread; one that others refer to and that is not there has no `message`. */
export type ThreadNode = {
  message: ThreadedMessage | null;
  /** What it was linked below; what is promoted or merged later is found among children alone. */
  parent: ThreadNode | null;
  children: ThreadNode[];
};

/** A deeper chain is cut: to look for a circle in it would take too long. */
const MOST_DEEP = 500;

/** Messages with the same base subject, the first of which the others hang below (RFC 5256 section 3, ORDEREDSUBJECT). */
export function threadBySubject(messages: ThreadedMessage[]): ThreadNode[] {
  const roots = new Map<string, ThreadNode>();
  for (const message of [...messages].sort(byDate)) {
    const node: ThreadNode = { message, parent: null, children: [] };
    const root = roots.get(message.subject.base);
    if (root) root.children.push(node);
    else roots.set(message.subject.base, node);
  }
  return [...roots.values()];
}

/** What answers what, by Message-IDs first and by subjects then (RFC 5256 section 3, REFERENCES). */
export function threadByReferences(messages: ThreadedMessage[]): ThreadNode[] {
  const nodes = linkNodes(messages);
  const roots = nodes.filter(({ parent }) => parent === null).flatMap((root) => withoutDummies(root));
  sortTree(roots);
  const merged = mergeSubjects(roots);
  sortTree(merged);
  return merged;
}

/** Step 1. */
function linkNodes(messages: ThreadedMessage[]): ThreadNode[] {
  const nodes: ThreadNode[] = [];
  const byId = new Map<string, ThreadNode>();
  const add = (id: string | null): ThreadNode => {
    const node: ThreadNode = { message: null, parent: null, children: [] };
    nodes.push(node);
    if (id !== null) byId.set(id, node);
    return node;
  };
  for (const message of messages) {
    const known = message.id === null ? undefined : byId.get(message.id);
    // Of two with the same Message-ID, the second is a message of its own.
    const node = known?.message === null ? known : add(known ? null : message.id);
    node.message = message;
    let above: ThreadNode | null = null;
    for (const id of message.references) {
      const next: ThreadNode = byId.get(id) ?? add(id);
      if (above !== null && next.parent === null && !isAncestor(next, above)) next.parent = above;
      above = next;
    }
    // What a message itself says goes before what others say of it.
    if (above !== null && !isAncestor(node, above)) node.parent = above;
  }
  for (const node of nodes) node.parent?.children.push(node);
  return nodes;
}

/** Also where the chain is too deep to say. */
function isAncestor(node: ThreadNode, of: ThreadNode): boolean {
  let steps = 0;
  for (let above: ThreadNode | null = of; above !== null; above = above.parent) {
    steps += 1;
    if (above === node || steps > MOST_DEEP) return true;
  }
  return false;
}

/** Steps 2 and 3: what is not there leaves its children to what is above it; at the top it stays above several. */
function withoutDummies(root: ThreadNode): ThreadNode[] {
  const order: ThreadNode[] = [root];
  for (const node of order) for (const child of node.children) order.push(child);
  for (const node of order.toReversed())
    node.children = node.children.flatMap((child) => (child.message === null ? child.children : [child]));
  if (root.message !== null) return [root];
  return root.children.length > 1 ? [root] : root.children;
}

/** Steps 4 and 6. */
function sortTree(roots: ThreadNode[]): void {
  const open = [...roots];
  for (const node of open) {
    node.children.sort(byDateOfNode);
    for (const child of node.children) open.push(child);
  }
  roots.sort(byDateOfNode);
}

/** Step 5. */
function mergeSubjects(roots: ThreadNode[]): ThreadNode[] {
  const table = new Map<string, ThreadNode>();
  for (const root of roots) {
    const { base, isReply } = subjectOf(root);
    const known = table.get(base);
    if (base === '') continue;
    const better =
      known === undefined ||
      (root.message === null && known.message !== null) ||
      (known.message !== null && subjectOf(known).isReply && !isReply);
    if (better) table.set(base, root);
  }
  const merged = new Set(roots);
  for (const root of roots) {
    const { base, isReply } = subjectOf(root);
    const first = table.get(base);
    if (first === undefined || first === root) continue;
    merged.delete(root);
    if (first.message === null) adopt(first, root.message === null ? root.children : [root]);
    else if (isReply && !subjectOf(first).isReply) adopt(first, [root]);
    else {
      const both: ThreadNode = { message: null, parent: null, children: [] };
      adopt(both, [first, root]);
      merged.delete(first);
      merged.add(both);
      table.set(base, both);
    }
  }
  return [...merged];
}

function adopt(parent: ThreadNode, children: ThreadNode[]): void {
  parent.children = [...parent.children, ...children];
}

function subjectOf(node: ThreadNode): BaseSubject {
  return (node.message ?? node.children[0]?.message)?.subject ?? { base: '', isReply: false };
}

function byDate(a: ThreadedMessage, b: ThreadedMessage): number {
  return a.sentAt - b.sentAt || a.number - b.number;
}

function byDateOfNode(a: ThreadNode, b: ThreadNode): number {
  const [one, other] = [a.message ?? a.children[0]?.message, b.message ?? b.children[0]?.message];
  return one && other ? byDate(one, other) : 0;
}

/** As THREAD answers them: `(2)(3 6 (4 23)(44 7))`. */
export function serializeThreads(roots: ThreadNode[]): string {
  let text = '';
  const open: (ThreadNode | string)[] = roots.toReversed().flatMap((root) => [')', root, '(']);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    const { message, children } = next;
    if (message !== null) text += message.number;
    const [only] = children;
    if (only && message !== null && children.length === 1) open.push(only, ' ');
    else {
      for (const child of children.toReversed()) open.push(')', child, '(');
      if (message !== null && children.length > 0) open.push(' ');
    }
  }
  return text;
}
