import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, line, queryNumber } from './fields.ts';

export const MOST_EVENT_FILES = 20;

/** A file of an event: where it is opened. One’s own are files of the drive, with the links of their shares. */
export const eventFile = z.object({
  name: line(255).min(1),
  url: line(2000).regex(/^https?:\/\/[^\s"<>\\^`{|}]+$/i),
  /** In bytes; null where nobody says. */
  size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
});
export type EventFile = z.infer<typeof eventFile>;

/** A file whose bytes others have put into the text of an event. */
export const enclosedFile = z.object({ name: z.string(), size: z.number().int() });
export type EnclosedFile = z.infer<typeof enclosedFile>;

/** Of what an owner shares by an event. */
export const eventFileShare = z.object({ url: z.string(), share_id: id });
export type EventFileShare = z.infer<typeof eventFileShare>;

export const getEnclosedFile = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/events/:id/files/:index',
  summary: 'The bytes of a file that is within the text of an event, to be saved and never shown',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id, index: queryNumber }),
  query: z.object({ original: z.string().max(40).optional() }),
  bytes: 'application/octet-stream',
  errors: ['event_not_found'],
});
