import { serveReadings } from '../../../platform/documents/serve-readings.ts';
import { readAttachment } from './read-attachment.ts';

await serveReadings(async (bytes) => JSON.stringify(await readAttachment(bytes)));
