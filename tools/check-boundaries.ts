import { posix } from 'node:path';
import type { FeatureEdge, FeatureRoot, Zone } from './boundaries.ts';
import { featureRoots, kernels, testsMayImport, workspaceNames, zones } from './boundaries.ts';
import { findCycles } from './find-cycles.ts';
import { readImports } from './imports.ts';
import { roomGraph, roomOf } from './room-graph.ts';
import { isCode, isTest, type SourceFile } from './source-files.ts';

const dataFile = 'tools/boundaries.ts';

/** One line per forbidden import; empty if there are none. */
export function checkBoundaries(files: SourceFile[], roots: FeatureRoot[] = featureRoots): string[] {
  const faults: string[] = [];
  const usedEdges = new Set<FeatureEdge>();
  const graph = new Map<string, string[]>();

  for (const { path, text } of files.filter((file) => isCode(file.path))) {
    const zone = zones.find((candidate) => path.startsWith(candidate.files));
    if (!zone) {
      faults.push(`${path} lies in no zone; add its folder to zones in ${dataFile}`);
      continue;
    }
    const targets: string[] = [];
    for (const { specifier, line } of readImports(text)) {
      const target = resolveImport(path, specifier);
      const fault =
        target === null ? packageFault(zone, path, specifier) : fileFault(zone, path, specifier, target);
      if (fault) faults.push(`${path}:${line} ${fault}`);
      if (target !== null) targets.push(target);
    }
    if (!isTest(path)) graph.set(path, targets);
  }

  for (const edge of roots.flatMap(({ edges }) => edges)) {
    if (isPrivate(edge.to)) {
      faults.push(
        `${dataFile} ${edgeLine(edge)} leads to routes or a store, which stay inside their feature`,
      );
    } else if (!usedEdges.has(edge)) {
      faults.push(`${dataFile} ${edgeLine(edge)} is used by no import; remove the line`);
    }
  }
  for (const { folder, edges, mostEdges } of roots) {
    if (edges.length > mostEdges) {
      faults.push(`${dataFile} lists ${edges.length} edges for ${folder}; at most ${mostEdges} are wanted`);
    }
  }
  for (const cycle of findCycles(graph)) faults.push(`import cycle: ${cycle.join(' → ')}`);
  for (const folder of [...roots.map((root) => root.folder), ...kernels]) {
    for (const cycle of findCycles(roomGraph(graph, folder))) {
      faults.push(`cycle of rooms in ${folder}: ${cycle.join(' → ')}`);
    }
  }
  return faults;

  function fileFault(zone: Zone, path: string, specifier: string, target: string): string | null {
    if (!/\.[a-z]+$/.test(specifier))
      return `imports '${specifier}' without its extension; write the file's full name`;
    if (specifier.startsWith('.') && workspaceOf(path) !== workspaceOf(target)) {
      return `reaches into another workspace by '${specifier}'; import it by its package name`;
    }
    const root = roots.find(({ folder }) => path.startsWith(folder) && target.startsWith(folder));
    if (isTest(path)) {
      const more = testsMayImport
        .filter((rule) => path.startsWith(rule.tests))
        .flatMap((rule) => rule.mayImport);
      if (startsWithAny(target, more)) return null;
    } else if (target.startsWith('server/src/test-kit/') && startsWithAny(path, productFolders)) {
      return 'imports the test-kit, which is for tests, the demo world and the benchmarks';
    }
    if (root) {
      const feature = featureOf(path, root);
      if (feature === featureOf(target, root)) return null;
      const to = target.slice(root.folder.length);
      if (isPrivate(to)) return `imports ${to}; routes and stores stay inside their feature`;
      const edge = root.edges.find(({ from, to: file }) => (from === '*' || from === feature) && file === to);
      if (edge) usedEdges.add(edge);
      if (edge) return null;
      return `imports a file of another feature. If this edge is meant, add it for ${root.folder} in ${dataFile}: ${edgeLine({ from: feature, to })},`;
    }
    if (startsWithAny(target, zone.mayImport)) return null;
    return `may not import ${target}; ${zone.files} may import: ${zone.mayImport.join(', ')} (zones in ${dataFile})`;
  }
}

const productFolders = ['platform', 'config', 'migrations', 'features'].map((name) => `server/src/${name}/`);

function packageFault(zone: Zone, path: string, specifier: string): string | null {
  if (!zone.packages || isTest(path) || zone.packages.includes(specifier)) return null;
  return `may not import '${specifier}'; ${zone.files} imports no package but: ${zone.packages.join(', ')}`;
}

/** The project file a specifier resolves to, or null for a package or a `node:` module. */
export function resolveImport(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const workspace = workspaceNames.find(({ name }) => specifier.startsWith(name));
  return workspace ? workspace.folder + specifier.slice(workspace.name.length) : null;
}

function workspaceOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function featureOf(path: string, { folder }: FeatureRoot): string {
  return roomOf(path, folder);
}

function isPrivate(path: string): boolean {
  return /\.(routes|store)\.ts$/.test(path);
}

function startsWithAny(path: string, beginnings: string[]): boolean {
  return beginnings.some((beginning) => path.startsWith(beginning));
}

function edgeLine({ from, to }: FeatureEdge): string {
  return `{ from: '${from}', to: '${to}' }`;
}

/** Sizes of the feature graphs, printed with the check's result: numbers that should not grow. */
export function describeRooms(files: SourceFile[]): string {
  const graph = new Map(
    files
      .filter(({ path }) => isCode(path) && !isTest(path))
      .map(({ path, text }) => [
        path,
        readImports(text).flatMap(({ specifier }) => resolveImport(path, specifier) ?? []),
      ]),
  );
  return featureRoots
    .map(({ folder, edges }) => {
      const rooms = roomGraph(graph, folder);
      const arrows = [...rooms.values()].reduce((sum, targets) => sum + targets.length, 0);
      return `${folder.split('/')[0]}: ${rooms.size} features, ${arrows} arrows on ${edges.length} lines`;
    })
    .join('; ');
}
