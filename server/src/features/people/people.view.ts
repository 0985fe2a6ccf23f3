import type { AuditEntry, Person } from '@bocau/contract/people.ts';
import type { AuditRow } from './audit.store.ts';
import type { PersonRow } from './people.store.ts';

export function personView({ id, name, kind, quota_mb, used_bytes, ...row }: PersonRow): Person {
  return {
    ...row,
    id: String(id),
    fullname: name,
    type: kind === 'owner' ? 'Owner' : 'User',
    quota: quota_mb,
    used_quota: used_bytes,
  };
}

export function auditView({ id, actor, by_command, address, ...row }: AuditRow): AuditEntry {
  return { ...row, id: String(id), actor: by_command ? null : actor, from: address };
}
