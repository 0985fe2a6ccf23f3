import { departmentPath } from '@bocau/contract/department-path.ts';
import type { DirectoryDepartment } from '@bocau/contract/directory.ts';
import { fold } from '@bocau/contract/fold.ts';
import { useMemo } from 'react';
import { useDepartments } from './use-people-list.ts';

/** A department, or a level that only has others below it. */
export type DepartmentNode = {
  /** The whole path; of a department its name as it is written. */
  name: string;
  /** The last part of the path. */
  label: string;
  level: number;
  /** Of it and of all below it. */
  total: number;
  children: DepartmentNode[];
};

export function useDepartmentTree(): readonly DepartmentNode[] {
  const departments = useDepartments();
  return useMemo(() => departmentTree(departments), [departments]);
}

/** In the order in which the departments come, which is that of their names. */
export function departmentTree(departments: readonly DirectoryDepartment[]): DepartmentNode[] {
  const roots: DepartmentNode[] = [];
  for (const { name, total } of departments) {
    let siblings = roots;
    const path = departmentPath(name);
    path.forEach((label, at) => {
      let node = siblings.find((one) => one.label === label);
      if (!node) {
        node = { name: path.slice(0, at + 1).join(' / '), label, level: at + 1, total: 0, children: [] };
        siblings.push(node);
      }
      if (at === path.length - 1) node.name = name;
      node.total += total;
      siblings = node.children;
    });
  }
  return roots;
}

/** The node of a department, however its path is written. */
export function nodeOf(tree: readonly DepartmentNode[], name: string): DepartmentNode | undefined {
  let siblings = tree;
  let found: DepartmentNode | undefined;
  for (const label of departmentPath(name)) {
    found = siblings.find((one) => one.label === label);
    if (!found) return undefined;
    siblings = found.children;
  }
  return found;
}

/** All nodes from the top down; with words, those that have them and what leads there. */
export function listedNodes(tree: readonly DepartmentNode[], words: string): DepartmentNode[] {
  const wanted = fold(words);
  return tree.flatMap((node) => {
    const isFound = fold(node.label).includes(wanted);
    const below = listedNodes(node.children, isFound ? '' : words);
    return isFound || below.length > 0 ? [node, ...below] : [];
  });
}
