import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prng } from '../demo-world/prng.ts';
import { compileFilter } from '../features/rules/compile-filters.ts';
import { evaluate } from '../features/rules/evaluate-rules.ts';
import { factsOf } from '../features/rules/message-facts.ts';
import { filtersToSieve, type SieveWorld, toSieve } from '../features/rules/to-sieve.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { readMail } from '../platform/mime/read-mail.ts';
import type { Pigeonhole } from './debian-programs.ts';
import { FOLDERS, randomFilters, randomMessage, VERIFIED } from './random-rules.ts';

const run = promisify(execFile);
const MESSAGES_A_SET = 2;
const AT_ONCE = 4;

type Outcome = { folder: string | null; seen: boolean; starred: boolean; targets: string[] };
export type Difference = { seed: string; script: string; message: string; ours: Outcome; theirs: Outcome };

const verified = new Set(VERIFIED.map(foldAddress));
const world: SieveWorld = {
  folderName: (id) => FOLDERS[id],
  labelKeyword: () => undefined,
  isVerified: (address) => verified.has(foldAddress(address)),
  timeZone: 'Asia/Ho_Chi_Minh',
};

/**
 * Lets our engine and Pigeonhole sort the same messages by the same random filters, and returns the
 * differences.
 */
export async function compareWithSieve(
  { bin, env }: Pigeonhole,
  sets: number,
  seed: string,
): Promise<{ compared: number; acted: number; differences: Difference[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-sieve-'));
  try {
    // It drops root privileges.
    await chmod(folder, 0o755);
    const cases = Array.from({ length: sets }, (_, index) => makeCase(`${seed} ${index}`));
    for (const [index, { script, single }] of cases.entries()) {
      await writeFile(join(folder, `${index}.sieve`), script);
      await writeFile(join(folder, `${index}-one.sieve`), single);
    }
    // It compiles all scripts of a folder, and fails at the first invalid one.
    await run(join(bin, 'sievec'), [folder], { env });
    const differences: Difference[] = [];
    let [compared, acted, next] = [0, 0, 0];
    const work = async () => {
      for (let index = next++; index < cases.length; index = next++) {
        const { script, messages, seed: own } = cases[index] as Case;
        for (const [place, { standard, ours }] of messages.entries()) {
          const mail = join(folder, `${index}-${place}.eml`);
          await writeFile(mail, standard);
          const args = ['-l', `maildir:${folder}/mail`, join(folder, `${index}.sieve`), mail];
          const { stdout } = await run(join(bin, 'sieve-test'), args, { env: { ...env, HOME: folder } });
          const theirs = readOutcome(stdout);
          compared += 1;
          if (theirs.folder !== 'INBOX' || theirs.targets.length > 0) acted += 1;
          if (JSON.stringify(theirs) === JSON.stringify(ours)) continue;
          differences.push({ seed: own, script, message: standard.toString(), ours, theirs });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { compared, acted, differences };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Case = ReturnType<typeof makeCase>;

function makeCase(seed: string) {
  const random = prng(seed);
  const filters = randomFilters(random);
  const compiled = {
    filters: filters.map((filter, index) =>
      compileFilter(String(index), filter, (id) => FOLDERS[id] !== undefined),
    ),
    forward: null,
    awaitsInvoices: false,
    replyRuleId: null,
    verified,
  };
  const messages = Array.from({ length: MESSAGES_A_SET }, () => randomMessage(random)).map(
    ({ raw, standard }) => {
      const { mail, files } = readMail(raw);
      const facts = factsOf({
        ...mail,
        headers: mail,
        body: mail.html ?? mail.text,
        bodyIsHtml: mail.html !== null,
        size: raw.length,
        attachments: files,
      });
      const filing = evaluate(compiled, facts, 'clean');
      const at = typeof filing.folder === 'string' ? filing.folder : (FOLDERS[filing.folder.id] as string);
      const ours: Outcome = {
        folder: filing.discarded ? null : at,
        seen: !filing.discarded && filing.seen,
        starred: !filing.discarded && filing.starred,
        targets: filing.onward.map(({ target }) => target).sort(),
      };
      return { standard, ours };
    },
  );
  const [first] = filters;
  if (!first) throw new Error('There is no filter');
  return { seed, script: filtersToSieve(filters, world), single: toSieve(first, world), messages };
}

/** The actions that `sieve-test` prints. */
function readOutcome(printed: string): Outcome {
  const flags = /add IMAP flags: (.*)/.exec(printed)?.[1]?.toLowerCase() ?? '';
  return {
    folder: /store message in folder: (.*)/.exec(printed)?.[1] ?? null,
    seen: flags.includes('\\seen'),
    starred: flags.includes('\\flagged'),
    targets: [...printed.matchAll(/redirect message to: <(.*)>/g)].map(([, target = '']) => target).sort(),
  };
}
