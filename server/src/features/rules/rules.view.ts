import { isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { readFolders } from '../../mail/folders/folders.store.ts';
import { readForwards } from '../../mail/forwarding/forwarding.store.ts';
import { readKeywordsOfLabels } from '../../mail/labels/labels.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import type { ReadDb } from '../../tables.ts';
import { foldersOf, labelsOf } from './missing-folders.ts';
import { type BlockRow, newRule, type RuleRow } from './rule-row.ts';
import { type SieveWorld, toSieve } from './to-sieve.ts';

export async function viewRules(db: ReadDb, mailboxId: number, rows: RuleRow[]): Promise<Rule[]> {
  const world = await readWorld(db, mailboxId, rows);
  return rows.map((row) => ruleView(row, world));
}

/** Skipped when no rule files into a folder or forwards mail. */
async function readWorld(
  db: ReadDb,
  mailboxId: number,
  rules: { definition: RuleDefinition }[],
): Promise<SieveWorld> {
  const files = rules.some(({ definition }) => foldersOf(definition).length > 0);
  const sends = rules.some(({ definition }) => targetsOf(definition).length > 0);
  const answers = rules.some(({ definition }) => !isFilter(definition) && definition.type === 'vacation');
  const labelled = rules.some(({ definition }) => labelsOf(definition).length > 0);
  const [folders, labels, forwards, { time_zone: timeZone }] = await Promise.all([
    files ? readFolders(db, mailboxId) : [],
    labelled ? readKeywordsOfLabels(db, mailboxId) : [],
    sends ? readForwards(db, mailboxId) : [],
    answers ? readSettings(db, mailboxId) : DEFAULT_SETTINGS,
  ]);
  const keywords = new Map(labels.map(({ id, keyword }) => [id, keyword]));
  const names = new Map(folders.map(({ id, path }) => [id, path]));
  const verified = new Set(forwards.filter((forward) => forward.verified).map(({ address }) => address));
  return {
    folderName: (id) => names.get(id),
    labelKeyword: (id) => keywords.get(id),
    isVerified: (address) => verified.has(foldAddress(address)),
    timeZone,
  };
}

function ruleView(row: RuleRow, world: SieveWorld): Rule {
  const { id, is_enable, definition, name, position, hits, last_hit_at, problem } = row;
  return {
    id,
    is_enable,
    name: name || subjectOf(definition),
    ...{ position, hits, last_hit_at },
    problem: goneTarget(definition, world) ?? problem,
    sieve_json: JSON.stringify(definition),
    sieve_script: toSieve(definition, world),
    verify: targetsOf(definition).every((target) => world.isVerified(target)),
  };
}

/** Read each time: what was deleted may be brought back. */
function goneTarget(definition: RuleDefinition, world: SieveWorld): Rule['problem'] {
  if (foldersOf(definition).some((folder) => world.folderName(folder) === undefined)) return 'folder_gone';
  return labelsOf(definition).some((label) => world.labelKeyword(label) === undefined) ? 'label_gone' : null;
}

const NOTHING_READ = { folderName: () => undefined, labelKeyword: () => undefined, isVerified: () => false };

/** A block rule as it was when it was deleted. */
export function blockView(row: BlockRow): Rule {
  return ruleView(newRule(row), { ...NOTHING_READ, timeZone: DEFAULT_SETTINGS.time_zone });
}

/** What a rule matches, as the user wrote it. */
function subjectOf(definition: RuleDefinition): string {
  if (isFilter(definition)) {
    const written = definition.conditions.map(({ value }) => String(value)).find((value) => value !== '');
    return written ?? '';
  }
  if (definition.type === 'autofw') return definition.email;
  return definition.type === 'vacation' ? definition.subject : definition.from;
}

/** The addresses it forwards to. */
function targetsOf(definition: RuleDefinition): string[] {
  if (!isFilter(definition)) return definition.type === 'autofw' ? [definition.email] : [];
  return definition.actions.flatMap(({ enable, type, value }) =>
    enable && type === 'redirect' ? [value] : [],
  );
}
