import type { Resources, ResourceTables } from '../kernel/resources.store.ts';

export const OBJECT_TABLES: ResourceTables = {
  things: 'calendar_objects',
  collection: 'calendar_id',
  kind: 'component',
  sources: 'calendar_sources',
  thing: 'object_id',
  texts: ['source', 'before_split'],
  undo: null,
  scheduleTag: 'schedule_tag',
  state: 'calendar_state',
  removed: 'calendar_removed',
  author: 'changed_by',
};

/** The objects of a calendar, as programs read them. */
export function objectsOf(mailboxId: number, calendarId: string, withSource: boolean): Resources {
  return { tables: OBJECT_TABLES, mailboxId, collectionId: calendarId, withSource };
}
