import type { Config } from '../../config/config.ts';
import { findOffice } from '../../platform/office/pdf-converter.ts';
import { findConfinement, type Isolation } from '../../platform/office/run-limited.ts';
import { type Finding, ok, warn } from './finding.ts';

const MISSING: Record<Exclude<Isolation, 'apart'>, string> = {
  offline:
    'has no network, but can read what this program can: mount and pid namespaces are not allowed here',
  limited: 'can read what this program can, and has the network: namespaces are not allowed here',
  not: 'can read what this program can, has the network, and no limit of memory: there is no prlimit here',
};

/** Whether documents from others are opened in a sandbox. */
export async function checkOffice({ office }: Config): Promise<Finding[]> {
  const program = office && (await findOffice(office));
  if (!program) return [ok('office', 'no LibreOffice, no previews of documents')];
  const { isolation } = await findConfinement();
  return [isolationFinding(program, isolation)];
}

export function isolationFinding(program: string, isolation: Isolation): Finding {
  if (isolation === 'apart') return ok('office', `${program} runs apart: no network, no file but its own`);
  return warn('office', `${program} ${MISSING[isolation]}; SOFFICE=none goes without previews`);
}
