import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { MailboxColumns, WithheldColumn } from './accounts.store.ts';

const SWITCHES = ['enable_smtp', 'enable_drive', 'enable_recall'] as const;
type Switches = Pick<MailboxColumns, (typeof SWITCHES)[number]>;

/**
 * A switch that a provider disabled can only be enabled by a provider: it may be for abuse, or unpaid. Throws
 * for an owner; returns the new list of disabled switches, if it changes.
 */
export function withheldAfter(
  before: Switches & WithheldColumn,
  given: Partial<Switches>,
  { domainId }: Actor,
): Partial<WithheldColumn> {
  const { withheld } = before;
  if (domainId !== null) {
    const refused = SWITCHES.find((name) => given[name] && !before[name] && withheld.includes(name));
    if (refused === undefined) return {};
    throw new Failure('forbidden', 'Only a provider may switch on what a provider has switched off');
  }
  const said = SWITCHES.filter((name) => given[name] !== undefined);
  if (said.length === 0) return {};
  const others = withheld.filter((name) => !said.some((known) => known === name));
  return { withheld: [...others, ...said.filter((name) => !given[name])] };
}
