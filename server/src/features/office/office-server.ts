import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { isProven, type ProvenCall } from './proof-keys.ts';
import { type Discovery, editorAddress, type OfficeAction, readDiscovery } from './read-discovery.ts';

export type FileInEditor = { extension: string; fileAddress: string; language: string };

/** The editor of office documents, such as Collabora Online or OnlyOffice. */
export type OfficeServer = {
  /**
   * Where it opens a file, for editing where it can; `silent` where it does not answer, null where it does not know the
   * type.
   */
  findEditor(
    file: FileInEditor,
    wish: OfficeAction,
  ): Promise<{ url: string; action: OfficeAction } | 'silent' | null>;
  /**
   * Whether a call comes from it; `yes` where it signs nothing, `unknown` where it does not say now by which keys it
   * signs.
   */
  isCaller(call: ProvenCall): Promise<'yes' | 'no' | 'unknown'>;
};

const FRESH_MS = 3600_000;
/** A server that did not answer is left alone for so long. */
const AGAIN_AFTER_MS = 20_000;
const ANSWER_MS = 5_000;
const LARGEST_DISCOVERY = 2 * 1024 * 1024;

type Options = { url: string; clock: Clock; log: Logger };

/** Asks for its discovery when it is first needed, and again in a while; meanwhile the last one holds. */
export function createOfficeServer({ url, clock, log }: Options): OfficeServer {
  const base = url.replace(/\/+$/, '');
  const { origin } = new URL(url);
  let known: Discovery | null = null;
  let knownAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  function isDue(freshMs: number): boolean {
    return clock.now() - knownAt >= freshMs && clock.now() - failedAt >= AGAIN_AFTER_MS;
  }

  async function ask(): Promise<void> {
    const late = new AbortController();
    const limit = clock.after(ANSWER_MS, () => late.abort(new Error('it took too long')));
    try {
      const answer = await fetch(`${base}/hosting/discovery`, { signal: late.signal, redirect: 'error' });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      const discovery = readDiscovery(await readText(answer));
      if (discovery === null) throw new Error('what it answered is no WOPI discovery');
      known = discovery;
      knownAt = clock.now();
    } catch (error) {
      failedAt = clock.now();
      log.warn({ office: origin, reason: (error as Error).message }, 'office server not available');
    } finally {
      limit.stop();
      asking = null;
    }
  }

  /** Whoever has a discovery does not wait for a newer one. */
  async function discovery(): Promise<Discovery | null> {
    if (isDue(FRESH_MS)) asking ??= ask();
    if (known === null) await asking;
    return known;
  }

  return {
    async findEditor({ extension, ...file }, wish) {
      const found = await discovery();
      if (found === null) return 'silent';
      for (const action of wish === 'edit' ? (['edit', 'view'] as const) : (['view', 'edit'] as const)) {
        const template = found.addresses.get(`${extension} ${action}`);
        const address = template === undefined ? null : editorAddress(template, { origin, ...file });
        if (address !== null) return { url: address, action };
      }
      return null;
    },
    async isCaller(call) {
      const isFrom = ({ proofKeys }: Discovery) =>
        proofKeys === null || isProven(call, proofKeys, clock.now());
      const found = await discovery();
      if (found && isFrom(found)) return 'yes';
      // Its keys may be newer than what we know.
      if (isDue(AGAIN_AFTER_MS)) asking ??= ask();
      await asking;
      if (known && known !== found && isFrom(known)) return 'yes';
      return known === null || failedAt > knownAt ? 'unknown' : 'no';
    },
  };
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > LARGEST_DISCOVERY) throw new Error('it answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
