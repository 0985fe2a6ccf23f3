import type { Fetched } from './imap-source.ts';
import { type Folder, type Pass, tooLarge } from './move-pass.ts';
import { type MovedFolder, refuse } from './move-report.ts';
import { SourceRefusal } from './source-errors.ts';

const MB = 1024 * 1024;
/** The number requested at once; stored while the next ones are fetched. */
const MESSAGES_A_STEP = 1_000;
const BYTES_A_STEP = 24 * MB;

type Step = { uids: number[]; bytes: number };

/** The batches to fetch; messages at which the connection broke before come last, one at a time. */
export async function* cutIntoSteps(pass: Pass, folder: Folder, fresh: number[]): AsyncGenerator<Step> {
  const { report, move } = pass;
  const { id, listing, row } = folder;
  const { uidValidity } = listing;
  const { together, alone } = move.lineBreaks.order(id, uidValidity, fresh);
  for await (const sizes of readSizes(pass, together)) {
    let step: Step = { uids: [], bytes: 0 };
    for (const [uid, size] of fittingSizes(pass, row, sizes)) {
      if (step.uids.length > 0 && step.bytes + size > BYTES_A_STEP) {
        yield step;
        step = { uids: [], bytes: 0 };
      }
      step.uids.push(uid);
      step.bytes += size;
    }
    if (step.uids.length > 0) yield step;
  }
  const isRefused = (uid: number) => move.lineBreaks.isRefused(id, uidValidity, uid);
  for (const uid of alone.filter(isRefused)) {
    refuse(report, row, { uid, reason: 'The line breaks whenever it is asked for' });
    pass.done(1);
  }
  for await (const sizes of readSizes(
    pass,
    alone.filter((uid) => !isRefused(uid)),
  )) {
    for (const [uid, bytes] of fittingSizes(pass, row, sizes)) yield { uids: [uid], bytes };
  }
}

/** In the requested order; messages removed meanwhile are omitted. */
async function* readSizes({ source }: Pass, uids: number[]): AsyncGenerator<[uid: number, size: number][]> {
  for (let start = 0; start < uids.length; start += MESSAGES_A_STEP) {
    const window = uids.slice(start, start + MESSAGES_A_STEP);
    const sizes = await source.readSizes(window.toSorted((a, b) => a - b));
    yield window.flatMap((uid): [number, number][] => {
      const size = sizes.get(uid);
      return size === undefined ? [] : [[uid, size]];
    });
  }
}

function* fittingSizes(pass: Pass, row: MovedFolder, sizes: [uid: number, size: number][]) {
  for (const [uid, size] of sizes) {
    if (size <= pass.move.largestMessage) yield [uid, size] as const;
    else {
      refuse(pass.report, row, { uid, reason: tooLarge(size, pass.move) });
      pass.done(1);
    }
  }
}

/** One message that the server cannot return must not block the others. */
export async function fetchStep(pass: Pass, folder: Folder, { uids, bytes }: Step): Promise<Fetched> {
  try {
    const fetched = await pass.source.fetchMessages(uids, bytes);
    if (fetched.broke !== null) {
      const came = new Set(fetched.messages.map(({ uid }) => uid));
      const missing = uids.filter((uid) => !came.has(uid));
      pass.move.lineBreaks.note(folder.id, folder.listing.uidValidity, missing, uids.length === 1);
    }
    return fetched;
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error;
    const [uid] = uids;
    if (uids.length === 1 && uid !== undefined) {
      refuse(pass.report, folder.row, { uid, reason: error.message });
      pass.done(1);
      return { messages: [], broke: null };
    }
    const middle = Math.ceil(uids.length / 2);
    const one = await fetchStep(pass, folder, { uids: uids.slice(0, middle), bytes });
    if (one.broke !== null) return one;
    const { messages, broke } = await fetchStep(pass, folder, { uids: uids.slice(middle), bytes });
    return { messages: [...one.messages, ...messages], broke };
  }
}
