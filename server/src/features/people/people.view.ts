import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import {
  type AuditEntry,
  MOST_MEETINGS_COUNTED,
  type Person,
  type SuspensionKind,
} from '@bocau/contract/people.ts';
import type { OrganisedCount } from '../../calendar/scheduling/organised.store.ts';
import type { AuditRow } from './audit.store.ts';
import type { PersonDetails, PersonRow } from './people.store.ts';

export function personView(given: PersonRow): Person {
  const { sending_suspended_at, receiving_suspended_at, purge_at, ...shown } = given;
  const { id, name, kind, quota_mb, drive_quota_mb, used_bytes, ...row } = shown;
  const suspended: SuspensionKind[] = [];
  if (!row.active && row.deleted_at === null) suspended.push('sign_in');
  if (sending_suspended_at !== null) suspended.push('sending');
  if (receiving_suspended_at !== null) suspended.push('receiving');
  return {
    ...row,
    suspended,
    removed_at: purge_at,
    id: String(id),
    fullname: name,
    type: kind === 'owner' ? 'Owner' : 'User',
    quota: quota_mb,
    drive_quota: drive_quota_mb,
    used_quota: used_bytes,
  };
}

export function detailsView({ drive_used_bytes, ...details }: PersonDetails) {
  return { used_drive_quota: drive_used_bytes, ...details };
}

export function meetingsView(
  { open, private: hidden }: OrganisedCount,
  handOver: ShownPerson['meetings']['hand_over'],
): ShownPerson['meetings'] {
  const more = open + hidden > MOST_MEETINGS_COUNTED;
  return { open, private: hidden, more, ...(handOver && { hand_over: handOver }) };
}

export function auditView({ id, actor, by_command, address, ...row }: AuditRow): AuditEntry {
  return { ...row, id: String(id), actor: by_command ? null : actor, from: address };
}
