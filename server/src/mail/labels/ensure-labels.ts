import { LABEL_COLORS } from '@bocau/contract/labels.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { pathKey } from '../folders/folder-names.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { keywordFor } from './label-keywords.ts';
import { cleanLabelName } from './label-names.ts';
import { followFromNow, insertLabel, readFreeKeywords, readLabels } from './labels.store.ts';

/**
 * The ids of labels by the names that another provider has for them; those that are missing are made. A name that none
 * can have here, or that would be one too many, has none.
 */
export async function ensureLabels(
  clock: Clock,
  change: MailboxChange,
  names: Iterable<string>,
): Promise<Map<string, string>> {
  const { tx, mailboxId } = change;
  const wanted = [...new Set(names)].flatMap((name) => {
    const cleaned = nameHere(name);
    return cleaned === null ? [] : [{ name, cleaned }];
  });
  const found = new Map<string, string>();
  if (wanted.length === 0) return found;
  const labels = await readLabels(tx, mailboxId);
  const ids = new Map(labels.map(({ id, name }) => [pathKey(name), id]));
  const missing = wanted.filter(({ cleaned }) => !ids.has(pathKey(cleaned)));
  const set = missing.length > 0 ? await readFreeKeywords(tx, mailboxId) : [];
  const keywords = [...labels, ...set].map(({ keyword }) => keyword);
  for (const { name, cleaned } of wanted) {
    const known = ids.get(pathKey(cleaned));
    if (known !== undefined) {
      found.set(name, known);
      continue;
    }
    if (ids.size >= LIMITS.labelsPerMailbox) continue;
    const color = LABEL_COLORS[ids.size % LABEL_COLORS.length] as (typeof LABEL_COLORS)[number];
    const label = { id: newId(clock), name: cleaned, color, keyword: keywordFor(cleaned, keywords) };
    await insertLabel(tx, mailboxId, label);
    keywords.push(label.keyword);
    ids.set(pathKey(cleaned), label.id);
    found.set(name, label.id);
    change.journal('label', label.id);
  }
  if (missing.length > 0) await followFromNow(tx, mailboxId);
  return found;
}

function nameHere(name: string): string | null {
  if (name.length > LIMITS.labelNameLength || name.split('/').length > LIMITS.folderDepth) return null;
  try {
    return cleanLabelName(name);
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_input') return null;
    throw error;
  }
}
