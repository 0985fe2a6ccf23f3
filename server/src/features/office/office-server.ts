import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { isProven, type ProvenCall } from './proof-keys.ts';
import { type Discovery, editorAddress, type OfficeAction, readDiscovery } from './read-discovery.ts';

export type FileInEditor = { extension: string; fileAddress: string; language: string };

/** The editor of office documents, such as Collabora Online or OnlyOffice. */
export type OfficeServer = {
  /**
   * The URL for opening a file, for editing if possible; `silent` when the server does not answer, null when
   * it does not know the type.
   */
  findEditor(
    file: FileInEditor,
    wish: OfficeAction,
  ): Promise<{ url: string; action: OfficeAction } | 'silent' | null>;
  /**
   * Whether a call comes from it; `yes` when it signs nothing, `unknown` when its signing keys are currently
   * unavailable.
   */
  isCaller(call: ProvenCall): Promise<'yes' | 'no' | 'unknown'>;
};

const FRESH_MS = 3600_000;
/** How long a server that did not answer is not asked again. */
const AGAIN_AFTER_MS = 20_000;
const ANSWER_MS = 5_000;
const LARGEST_DISCOVERY = 2 * 1024 * 1024;

type Options = { url: string; clock: Clock; log: Logger };

/** Fetches the discovery on first use, and again after a while; meanwhile the last one is valid. */
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

  /** With a cached discovery, calls do not wait for a newer one. */
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
      // Its keys may have changed since the last discovery.
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
