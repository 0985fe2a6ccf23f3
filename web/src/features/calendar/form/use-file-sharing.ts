import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { EventFile, EventFileShare } from '@bocau/contract/event-files.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../model/engine/retry.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { driveEntryOf, sharesOf } from './files-to-share.ts';
import type { EventFormValues } from './form-values.ts';

/** What is known once files and guests were looked at. */
export type SharingFacts = {
  outside: readonly string[];
  /** The server can make links. */
  links: boolean;
  rules: LinkRules;
  /** One’s own files of which there is no share yet. */
  fresh: readonly EventFile[];
  /** Shares that somebody outside can’t open. */
  unlocked: readonly string[];
};

type Given = {
  values: Pick<EventFormValues, 'files' | 'guests'>;
  shares: readonly EventFileShare[];
  onShared(files: readonly EventFile[]): void;
};

/** Looks whether guests can open the files, and shares what they can’t; asks for a password where somebody is outside. */
export function useFileSharing({ values, shares, onShared }: Given) {
  const api = useApi();
  const own = useSessionState((session) => session.user())?.email ?? null;
  const [facts, setFacts] = useState<SharingFacts | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const latest = useRef(onShared);
  latest.current = onShared;

  async function share(known: SharingFacts, password: string | null, end: number | null): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const links = new Map<string, string>();
      for (const file of known.fresh) {
        const link = await shareFile(api, file, { guests: emailsOf(values), password, end });
        if (link !== null) links.set(file.url, link);
      }
      if (password !== null) {
        for (const id of known.unlocked) {
          const expiry = end === null ? {} : { expire_date: end };
          await api.changeShare({ params: { id }, body: { password, ...expiry } });
        }
      }
      latest.current(values.files.map((file) => ({ ...file, url: links.get(file.url) ?? file.url })));
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again on a retry
  useEffect(() => {
    let left = false;
    look(api, values, shares, own).then(
      (known) => {
        if (left) return;
        setFacts(known);
        const isAsked = known.outside.length > 0 && known.fresh.length + known.unlocked.length > 0;
        if (!isAsked) void share(known, null, null);
      },
      (thrown: unknown) => !left && setError(asApiError(thrown)),
    );
    return () => {
      left = true;
    };
  }, [tries]);

  return {
    ...{ facts, error, busy, share },
    retry() {
      setError(null);
      setFacts(null);
      setTries(tries + 1);
    },
  };
}

const emailsOf = ({ guests }: Given['values']) => guests.map(({ email }) => email);

async function look(
  api: ApiClient,
  values: Given['values'],
  shares: readonly EventFileShare[],
  own: string | null,
): Promise<SharingFacts> {
  const [{ data }, fresh] = await Promise.all([
    api.checkShare({ body: { to_address: emailsOf(values) } }),
    Promise.all(
      values.files.map(async (file) => {
        const id = driveEntryOf(file);
        const owner = id === null ? null : await ownerOf(api, id);
        return owner !== null && owner === own ? [file] : [];
      }),
    ),
  ]);
  const { outside, links, rules } = data;
  const kept = outside.length > 0 ? sharesOf(values.files, shares) : [];
  const unlocked = await Promise.all(kept.map(({ share_id: id }) => isUnlocked(api, id)));
  return { outside, links, rules, fresh: fresh.flat(), unlocked: unlocked.flat() };
}

/** Null of what is deleted, or not shared with the person. */
async function ownerOf(api: ApiClient, id: string): Promise<string | null> {
  try {
    return (await api.getDriveFile({ params: { id } })).data.owner;
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 403 || error.status === 404) return null;
    throw error;
  }
}

async function isUnlocked(api: ApiClient, id: string): Promise<string[]> {
  const { data } = await api.getShare({ params: { id } });
  return data.has_password ? [] : [id];
}

type Order = { guests: string[]; password: string | null; end: number | null };

async function shareFile(
  api: ApiClient,
  file: EventFile,
  { guests, password, end }: Order,
): Promise<string | null> {
  const id = driveEntryOf(file);
  if (id === null) return null;
  const { data } = await api.createShares({
    body: {
      ...{ ids: [id], share_withs: guests, permission: 'READ', expire_date: end, pending: true },
      ...(password !== null && { password }),
    },
  });
  return data[0]?.link ?? null;
}
