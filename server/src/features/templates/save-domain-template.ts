import { TEMPLATE_VERSIONS } from '@bocau/contract/domain-templates.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { authorize } from '../../access/authorize.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Keeper } from '../../mail/people/people-of-domain.store.ts';
import type { SignatureDeps } from '../../mail/settings/own-images.ts';
import type { Actor, SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { DomainImageRow } from './domain-images.store.ts';
import { checkCommonText, keepImages, nameImages } from './domain-images.ts';
import * as store from './domain-templates.store.ts';
import {
  changedText,
  NO_TEXT,
  type TemplateChanges,
  templateNotFound,
  tooManyTemplates,
} from './template-text.ts';

type Caller = Pick<SessionCaller, 'person' | 'email' | 'domain' | 'role'>;

/** Owners of the domain may change its templates, and whom they named. */
export async function mayChange(db: ReadDb, { role, domain, person }: Caller): Promise<boolean> {
  return role === 'owner' || store.isKeeper(db, domain, person);
}

export async function requireKeeper(db: ReadDb, caller: Caller): Promise<void> {
  authorize({ keeps: await mayChange(db, caller) }, 'keep_templates', null);
}

export async function createDomainTemplate(
  deps: SignatureDeps,
  caller: Caller,
  input: TemplateChanges & { html: string },
): Promise<store.DomainTemplateRow> {
  await requireKeeper(deps.db, caller);
  const given = await checkCommonText(deps, caller.person, input.html);
  return change(deps, caller, async (tx, at) => {
    if ((await store.countDomainTemplates(tx, caller.domain)) >= TEMPLATE_LIMITS.templates)
      throw tooManyTemplates();
    const id = newId(deps.clock);
    const { html, added } = await nameImages(deps, tx, { domainId: caller.domain, templateId: id }, given);
    const text = changedText(NO_TEXT, input, html);
    return write(tx, caller, { id, version: 1, ...text, updated_at: at }, added);
  });
}

export async function updateDomainTemplate(
  deps: SignatureDeps,
  caller: Caller,
  id: string,
  { version, ...input }: TemplateChanges & { version?: number | undefined },
): Promise<store.DomainTemplateRow> {
  await requireKeeper(deps.db, caller);
  const given = input.html === undefined ? undefined : await checkCommonText(deps, caller.person, input.html);
  return change(deps, caller, async (tx, at) => {
    const before = await find(tx, caller, id);
    if (version !== undefined && version !== before.version) {
      throw new Failure('template_changed', 'This template was changed by somebody else meanwhile', {
        details: { version: before.version, updated_by: before.updated_by },
      });
    }
    const { html, added } = given
      ? await nameImages(deps, tx, { domainId: caller.domain, templateId: id }, given)
      : { html: before.html, added: [] };
    const text = changedText(before, input, html);
    return write(tx, caller, { id, version: before.version + 1, ...text, updated_at: at }, added);
  });
}

/** TE-10: the new version says what the old one said. */
export function putBackVersion(
  deps: Pick<SignatureDeps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  version: number,
): Promise<store.DomainTemplateRow> {
  return change(deps, caller, async (tx, at) => {
    const before = await find(tx, caller, id);
    const old = await findVersion(tx, caller, id, version);
    return write(tx, caller, { ...old, version: before.version + 1, updated_at: at });
  });
}

export function deleteDomainTemplate(
  deps: Pick<SignatureDeps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<void> {
  return change(deps, caller, async (tx, at) => {
    await find(tx, caller, id);
    await store.markDeleted(tx, caller.domain, { id, at });
  });
}

export function restoreDomainTemplate(
  deps: Pick<SignatureDeps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<store.DomainTemplateRow> {
  return change(deps, caller, async (tx) => {
    const row = await store.readDomainTemplate(tx, caller.domain, id, { deleted: true });
    if (!row) throw templateNotFound();
    if ((await store.countDomainTemplates(tx, caller.domain)) >= TEMPLATE_LIMITS.templates)
      throw tooManyTemplates();
    await store.markDeleted(tx, caller.domain, { id, at: null });
    return row;
  });
}

export async function findVersion(
  db: ReadDb,
  caller: Caller,
  id: string,
  version: number,
): Promise<store.DomainTemplateRow> {
  const versions = await store.readVersions(db, caller.domain, id);
  const found = versions.find((one) => one.version === version);
  if (!found) throw templateNotFound();
  return found;
}

export async function nameKeepers(
  { db, clock }: Pick<SignatureDeps, 'db' | 'clock'>,
  caller: Caller,
  emails: string[],
  actor: Actor,
): Promise<Keeper[]> {
  const addresses = [...new Set(emails.map(foldAddress))];
  return inTransaction(db, async (tx) => {
    await store.lockTemplates(tx, caller.domain);
    const at = unixSeconds(clock);
    const before = await store.readTemplateKeepers(tx, caller.domain);
    const [nobody] = await store.replaceTemplateKeepers(tx, caller.domain, addresses, at);
    if (nobody !== undefined) {
      const problem = `names nobody of the domain: ${nobody}`;
      throw invalidInput(`The field emails ${problem}`, { field: 'emails', problem, rule: 'invalid' });
    }
    const after = await store.readTemplateKeepers(tx, caller.domain);
    await recordKeepers(tx, caller, { actor, at }, { before, after });
    return after;
  });
}

function recordKeepers(
  tx: Tx,
  { domain }: Caller,
  by: { actor: Actor; at: number },
  { before, after }: Record<'before' | 'after', Keeper[]>,
): Promise<void> {
  const textOf = (keepers: Keeper[]) => keepers.map(({ email }) => email).join(' ');
  if (textOf(before) === textOf(after)) return Promise.resolve();
  const act = { act: 'template_keepers_changed' as const, before: textOf(before), after: textOf(after) };
  return recordActs(tx, { domainId: domain, name: by.actor.name }, by, [act]);
}

/** One change after the other, by who may at that time. */
function change<T>(
  { db, clock }: Pick<SignatureDeps, 'db' | 'clock'>,
  caller: Caller,
  run: (tx: Tx, at: number) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await store.lockTemplates(tx, caller.domain);
    await requireKeeper(tx, caller);
    return run(tx, unixSeconds(clock));
  });
}

async function find(tx: Tx, { domain }: Caller, id: string): Promise<store.DomainTemplateRow> {
  const row = await store.readDomainTemplate(tx, domain, id);
  if (!row) throw templateNotFound();
  return row;
}

async function write(
  tx: Tx,
  { domain, email }: Caller,
  given: Omit<store.DomainTemplateRow, 'updated_by'>,
  images: DomainImageRow[] = [],
): Promise<store.DomainTemplateRow> {
  const row = { ...given, updated_by: email };
  await store.writeVersion(tx, domain, row, TEMPLATE_VERSIONS);
  await keepImages(tx, { domainId: domain, templateId: row.id }, images, row.updated_at);
  return row;
}
