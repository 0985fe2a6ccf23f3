/** Cycles in an import graph, each as the files along it with the first one repeated at the end. */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const walk: string[] = [];

  function visit(file: string): void {
    if (finished.has(file)) return;
    const start = walk.indexOf(file);
    if (start !== -1) {
      cycles.push([...walk.slice(start), file]);
      return;
    }
    walk.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    walk.pop();
    finished.add(file);
  }

  for (const file of graph.keys()) visit(file);
  return cycles;
}
