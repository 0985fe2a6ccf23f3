import {
  CALENDAR_IMPORT_BYTES,
  calendarImportForm,
  calendarImportPlanForm,
} from '@bocau/contract/calendar-imports.ts';
import type { FastifyRequest } from 'fastify';
import {
  type CalendarFile,
  type EventsOfFiles,
  eventsOfFiles,
} from '../../../calendar/ical/events-of-files.ts';
import { refuseTooMany } from '../../../calendar/refusals.ts';
import { Failure } from '../../../platform/failure.ts';
import { checkFields, readFormFile } from '../../../platform/http/read-form-file.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import { asUtf8 } from '../../../platform/mime/wide-text.ts';
import { isZip, readZip } from '../../../platform/zip/read-zip.ts';

/** Of an archive: Google packs each calendar as a file of its own. */
const FILES = /(^|\/)(?!\._)[^/]+\.ics$/i;
const ENTRIES = 1_000;
/** Zones are written into each event that names them: together no more than this. */
const WRITTEN_BYTES = 8 * CALENDAR_IMPORT_BYTES;

export async function readPlanForm(request: FastifyRequest) {
  const { bytes, fields } = await readFormFile(request, CALENDAR_IMPORT_BYTES);
  return { bytes, ...checkFields(calendarImportPlanForm, Object.fromEntries(fields)) };
}

export async function readImportForm(request: FastifyRequest) {
  const { bytes, fields } = await readFormFile(request, CALENDAR_IMPORT_BYTES);
  return { bytes, ...checkFields(calendarImportForm, Object.fromEntries(fields)) };
}

/** The events of a file, or of those that are packed in an archive. */
export async function readCalendarFile(bytes: Buffer, signal: AbortSignal): Promise<EventsOfFiles> {
  const found = await inSlices(eventsOfFiles(await filesOf(bytes)), signal);
  if (found.isTooLong) refuseTooMany(Number.POSITIVE_INFINITY);
  refuseTooMany(found.events.length);
  if (found.events.reduce((sum, { size }) => sum + size, 0) > WRITTEN_BYTES) {
    throw new Failure('too_large', 'The events of the file are too large together', {
      details: { limit: WRITTEN_BYTES },
    });
  }
  return found;
}

async function filesOf(bytes: Buffer): Promise<CalendarFile[]> {
  if (!isZip(bytes)) return [{ name: '', bytes: asUtf8(bytes) }];
  const files = await readZip(bytes, FILES, { entries: ENTRIES, unpackedBytes: CALENDAR_IMPORT_BYTES });
  return files.map(({ name, bytes: packed }) => ({
    name: name.slice(name.lastIndexOf('/') + 1),
    bytes: asUtf8(packed),
  }));
}
