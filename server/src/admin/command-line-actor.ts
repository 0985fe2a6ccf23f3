import { userInfo } from 'node:os';
import type { Actor } from '../platform/caller.ts';

/** The actor of the command line in the audit log: the operating system user. */
export function commandLine(): Actor {
  return { kind: 'command_line', name: userName(), domainId: null, address: '' };
}

/** A container may have only a uid. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
