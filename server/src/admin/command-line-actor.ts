import { userInfo } from 'node:os';
import type { Actor } from '../platform/caller.ts';

/** Who sits at the command line, as their acts are written down: the user that the program runs as. */
export function commandLine(): Actor {
  return { kind: 'command_line', name: userName(), domainId: null, address: '' };
}

/** In a container there may be a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
