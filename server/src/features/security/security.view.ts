import type { Activity, OpenSession } from '@bocau/contract/security.ts';
import { deviceOf } from '../../mail/security/device-of.ts';
import type { EventRow, OpenSessionRow } from './security.store.ts';

export function activityView({ id, user_agent: userAgent, ...event }: EventRow): Activity {
  return { ...event, id: String(id), device: deviceOf(userAgent, event.protocol) };
}

export function sessionView({ user_agent: userAgent, ...row }: OpenSessionRow, current: string): OpenSession {
  return { ...row, device: deviceOf(userAgent, row.protocol), current: row.id === current };
}
