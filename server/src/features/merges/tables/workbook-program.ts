import { serveReadings } from '../../../platform/documents/serve-readings.ts';
import { readWorkbook } from './read-workbook.ts';

await serveReadings(async (bytes) => JSON.stringify(await readWorkbook(bytes)));
