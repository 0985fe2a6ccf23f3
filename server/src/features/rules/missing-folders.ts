import { isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import { readFolderIdsAmong } from '../../mail/folders/folders.store.ts';
import { readLabelIdsAmong } from '../../mail/labels/labels.store.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

/** The filters' target folders that no longer exist. */
export async function readMissingFolders(
  db: ReadDb,
  mailboxId: number,
  rules: { definition: RuleDefinition }[],
): Promise<Set<string>> {
  const wanted = new Set(rules.flatMap(({ definition }) => foldersOf(definition)));
  if (wanted.size === 0) return wanted;
  const found = await readFolderIdsAmong(db, mailboxId, [...wanted].filter(isId));
  for (const id of found) wanted.delete(id);
  return wanted;
}

/** The labels of filters that exist. */
export async function readLabelsOfRules(
  db: ReadDb,
  mailboxId: number,
  rules: { definition: RuleDefinition }[],
): Promise<Set<string>> {
  const wanted = new Set(rules.flatMap(({ definition }) => labelsOf(definition)));
  return new Set(await readLabelIdsAmong(db, mailboxId, [...wanted].filter(isId)));
}

export function labelsOf(definition: RuleDefinition): string[] {
  if (!isFilter(definition)) return [];
  return definition.actions.flatMap(({ enable, type, value }) =>
    enable && type === 'addlabel' ? [value] : [],
  );
}

export function foldersOf(definition: RuleDefinition): string[] {
  if (!isFilter(definition)) return [];
  return definition.actions.flatMap(({ enable, type, value }) =>
    enable && type === 'fileinto' ? [value] : [],
  );
}
