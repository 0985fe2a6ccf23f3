import { parseSequenceSet } from '../platform/imap/sequence-set.ts';
import type { ImapClient } from '../test-kit/imap-client.ts';
import { inOrder } from './folder-picture.ts';

/** What a program keeps of a folder while it is away, by uid, and brings up to date by changes (RFC 7162). */
export type FolderCache = {
  readonly folder: string;
  /** Answers how many changes it was told. */
  bringUpToDate(): Promise<number>;
  /** `uid flags` of each message, ascending. */
  lines(): string[];
};

export function createFolderCache(connect: () => Promise<ImapClient>, folder: string): FolderCache {
  const messages = new Map<number, { flags: string; modseq: number }>();
  let validity = 0;
  let modseq = 0;
  let uidNext = 1;

  function hearChange(line: string): boolean {
    const change = readChange(line);
    if (change === null) return false;
    const { uid, flags, modseq: changed } = change;
    if (changed <= modseq) throw new Error(`${line} is told as a change after ${modseq}`);
    if (!messages.has(uid) && uid < uidNext) throw new Error(`${line} is new, and ${uidNext} was the next`);
    messages.set(uid, { flags, modseq: changed });
    return true;
  }

  function hearVanished(line: string): boolean {
    const set = /^\* VANISHED \(EARLIER\) (\S+)$/.exec(line)?.[1];
    if (set === undefined) return false;
    const ranges = parseSequenceSet(set);
    for (const uid of messages.keys())
      if (ranges !== '$' && ranges.some(({ first, last }) => first <= uid && uid <= last))
        messages.delete(uid);
    return true;
  }

  return {
    folder,
    async bringUpToDate() {
      const client = await connect();
      try {
        await client.command('ENABLE QRESYNC');
        const by = validity === 0 ? '(CONDSTORE)' : `(QRESYNC (${validity} ${modseq}))`;
        const { untagged } = await client.command(`SELECT ${folder} ${by}`);
        const code = (name: string) =>
          Number(new RegExp(`\\[${name} (\\d+)\\]`).exec(untagged.join('\n'))?.[1]);
        if (validity !== 0 && code('UIDVALIDITY') !== validity) throw new Error('the uids began anew');
        if (code('HIGHESTMODSEQ') < modseq) throw new Error('the highest modseq went back');
        if (code('UIDNEXT') < uidNext) throw new Error('the next uid went back');
        const told =
          validity === 0 ? (await client.command('UID FETCH 1:* (FLAGS MODSEQ)')).untagged : untagged;
        const changes = told.filter((line) => hearVanished(line) || hearChange(line));
        // Asked the other way, the same is said.
        const again = await client.command(`UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${Math.max(modseq, 1)})`);
        for (const change of again.untagged.flatMap((line) => readChange(line) ?? [])) {
          const known = messages.get(change.uid);
          if (known?.modseq !== change.modseq || known.flags !== change.flags)
            throw new Error(
              `${JSON.stringify(change)} is told by CHANGEDSINCE, and ${JSON.stringify(known)} is known`,
            );
        }
        [validity, modseq, uidNext] = [code('UIDVALIDITY'), code('HIGHESTMODSEQ'), code('UIDNEXT')];
        return changes.length;
      } finally {
        client.destroy();
      }
    },
    lines: () => [...messages].sort(([a], [b]) => a - b).map(([uid, { flags }]) => `${uid} ${flags}`),
  };
}

type Change = { uid: number; flags: string; modseq: number };

function readChange(line: string): Change | null {
  const items = /^\* \d+ FETCH \((.*)\)$/.exec(line)?.[1] ?? '';
  const uid = /\bUID (\d+)/.exec(items)?.[1];
  const flags = /\bFLAGS \(([^)]*)\)/.exec(items)?.[1];
  const modseq = /\bMODSEQ \((\d+)\)/.exec(items)?.[1];
  if (uid === undefined || flags === undefined || modseq === undefined) return null;
  return { uid: Number(uid), flags: inOrder(flags), modseq: Number(modseq) };
}
