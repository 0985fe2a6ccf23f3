import type { listContactDuplicates } from '@bocau/contract/contacts.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import { useEffect, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { announceUndoable } from '../announce-undoable.ts';
import { nameOf } from '../contact-acts.ts';

export type Duplicates = DataOf<typeof listContactDuplicates>[number];

/** Groups that are not of one person: not shown again until the page is left. */
const apart = new Set<string>();
/** The name under which a group is merged: the same when the answer was lost. */
const mergeIds = new Map<string, string>();

export function keyOfGroup({ cards }: Duplicates): string {
  return cards
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
}

/** `groups` is null until they are known. */
export function useDuplicates() {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const [groups, setGroups] = useState<readonly Duplicates[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let left = false;
    setFailed(false);
    void api.listContactDuplicates({}).then(
      ({ data }) => {
        if (!left) setGroups(data.filter((group) => !apart.has(keyOfGroup(group))));
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [api, attempt]);

  const readAgain = () => setAttempt((number) => number + 1);
  const leaveOut = (group: Duplicates) =>
    setGroups((known) => known?.filter((other) => other !== group) ?? null);

  return {
    groups,
    failed: failed && groups === null,
    retry: readAgain,
    hide(group: Duplicates) {
      apart.add(keyOfGroup(group));
      leaveOut(group);
    },
    /** Settles with why it was refused; null when it is done. */
    async merge(group: Duplicates, keepId: string): Promise<string | null> {
      const key = `${keepId} ${keyOfGroup(group)}`;
      const uid = mergeIds.get(key) ?? crypto.randomUUID();
      mergeIds.set(key, uid);
      const ids = group.cards.map(({ id }) => id).filter((id) => id !== keepId);
      try {
        const { data } = await api.mergeContacts({ body: { uid, keep_id: keepId, ids } });
        mergeIds.delete(key);
        model.changed();
        leaveOut(group);
        const words = { count: group.cards.length, name: nameOf(data) };
        announceUndoable(t('contactTools.duplicates.done', words), async () => {
          await api.undoContactMerge({ body: { uid } });
          model.changed();
          readAgain();
        });
        return null;
      } catch (thrown) {
        return t('contactTools.duplicates.refused', { reason: errorWords(t, asApiError(thrown)) });
      }
    },
  };
}
