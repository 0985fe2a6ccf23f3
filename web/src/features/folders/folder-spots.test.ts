import type { Folder } from '@bocau/contract/folders.ts';
import { describe, expect, test } from 'vitest';
import { parentOf, spotBeside, spotOf, spotOfDrop, type Zone, zoneOf } from './folder-spots.ts';

function folder(path: string, children: Folder[] = [], system = false): Folder {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const parentName = slash < 0 ? null : path.slice(0, slash);
  return { id: path, name, display_name: path, parentName, system, children } as Folder;
}

const one = folder('A', [folder('A/X'), folder('A/Y', [folder('A/Y/Z')])]);
const two = folder('B');
const three = folder('C');
const [inner, other] = one.children as [Folder, Folder];
const archive = folder('Archive', [], true);
const tree = [folder('Junk', [], true), archive, one, two, three];

const ids = (spot: { parent: Folder | null; before?: Folder | null } | null) =>
  spot && [spot.parent?.id ?? null, spot.before === undefined ? 'by name' : (spot.before?.id ?? null)];

describe('where a folder stands', () => {
  test('is known by the folder above and the one after it', () => {
    expect(parentOf(tree, other.children[0] as Folder)?.id).toBe('A/Y');
    expect(ids(spotOf(tree, inner))).toEqual(['A', 'A/Y']);
    expect(ids(spotOf(tree, three))).toEqual([null, null]);
  });

  test('is one up or down, within the folders beside it', () => {
    expect(ids(spotBeside(tree, one, -1))).toBeNull();
    expect(ids(spotBeside(tree, one, 1))).toEqual([null, 'C']);
    expect(ids(spotBeside(tree, two, 1))).toEqual([null, null]);
    expect(ids(spotBeside(tree, three, -1))).toEqual([null, 'B']);
    expect(ids(spotBeside(tree, other, 1))).toBeNull();
  });
});

describe('a folder that is let go', () => {
  const drop = (dragged: Folder, target: Folder, zone: Zone, open = false) =>
    ids(spotOfDrop(tree, dragged, { target, zone, open }));

  test('on a line goes into that folder, unless it lies there', () => {
    expect(drop(three, one, 'inside')).toEqual(['A', 'by name']);
    expect(drop(three, archive, 'inside')).toEqual(['Archive', 'by name']);
    expect(drop(inner, one, 'inside')).toBeNull();
    expect(drop(three, tree[0] as Folder, 'inside')).toBeNull();
  });

  test('on the edge of a line goes before or after that folder', () => {
    expect(drop(three, one, 'before')).toEqual([null, 'A']);
    expect(drop(three, one, 'after')).toEqual([null, 'B']);
    expect(drop(one, three, 'after')).toEqual([null, null]);
    expect(drop(three, inner, 'after')).toEqual(['A', 'A/Y']);
    expect(drop(three, one, 'after', true)).toEqual(['A', 'A/X']);
  });

  test('where it stands already, or in itself, does nothing', () => {
    expect(drop(one, two, 'before')).toBeNull();
    expect(drop(two, one, 'after')).toBeNull();
    expect(drop(two, two, 'after')).toBeNull();
    expect(drop(one, inner, 'before')).toBeNull();
    expect(drop(one, one, 'inside')).toBeNull();
  });

  test('the edges of a line mean before and after, its middle into it', () => {
    expect([0.1, 0.5, 0.9].map((share) => zoneOf(one, share))).toEqual(['before', 'inside', 'after']);
    expect([0.1, 0.5].map((share) => zoneOf(archive, share))).toEqual(['inside', 'inside']);
    const deepest = folder('a/b/c/d/e/f/g/h');
    expect([0.4, 0.6].map((share) => zoneOf(deepest, share))).toEqual(['before', 'after']);
  });
});
