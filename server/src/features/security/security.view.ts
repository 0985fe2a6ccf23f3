import type { SignedIn } from '@bocau/contract/admin-sessions.ts';
import type { Activity, OpenSession } from '@bocau/contract/security.ts';
import { deviceOf } from '../../identity/security/device-of.ts';
import type { EventRow, OpenSessionRow } from './security.store.ts';
import type { SignedInRow } from './signed-in.store.ts';

export function activityView({ id, user_agent: userAgent, ...event }: EventRow): Activity {
  return { ...event, id: String(id), device: deviceOf(userAgent, event.protocol) };
}

export function sessionView({ user_agent: userAgent, ...row }: OpenSessionRow, current: string): OpenSession {
  return { ...row, device: deviceOf(userAgent, row.protocol), current: row.id === current };
}

export function signedInView(row: SignedInRow, current: string): SignedIn {
  const { id, kind, method, protocol, name, address, created_at, last_used_at } = row;
  const { email, person_name: fullname, provider } = row;
  const person = { id: String(row.person_id), email, fullname, provider };
  const device = deviceOf(row.user_agent, protocol);
  return {
    ...{ id, person, kind, method, protocol, device, name, address, created_at, last_used_at },
    current: id === current,
  };
}
