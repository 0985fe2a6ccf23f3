import type { BrakeLimits } from '../../mail/outbox/brake-sender.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { WorkbookReader } from './tables/workbook-reader.ts';

/** What a merge needs to be sent. */
export type MergeDeps = SendingDeps & { config: SendingDeps['config'] & { brake: BrakeLimits } };
/** What one needs to be made. */
export type TableDeps = MergeDeps & { workbooks: WorkbookReader };
