/**
 * The rooms of a folder are its direct children; one depends on another if any of its files imports from it.
 */
export function roomGraph(imports: Map<string, string[]>, folder: string): Map<string, string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    if (!path.startsWith(folder)) continue;
    const room = roomOf(path, folder);
    const known = rooms.get(room) ?? new Set<string>();
    rooms.set(room, known);
    for (const target of targets) {
      if (target.startsWith(folder) && roomOf(target, folder) !== room) known.add(roomOf(target, folder));
    }
  }
  return new Map([...rooms].map(([room, targets]) => [room, [...targets]]));
}

export function roomOf(path: string, folder: string): string {
  return path.slice(folder.length).split('/')[0] ?? '';
}
