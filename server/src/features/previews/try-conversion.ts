import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PdfConverter } from '../../platform/office/pdf-converter.ts';

type TrialDeps = { clock: Clock; log: Logger; pdfConverter: PdfConverter | null };

const SAMPLE = String.raw`{\rtf1\ansi A trial}`;
const AGAIN_MS = 3_600_000;

/**
 * Converts a line of text at the program's start: LibreOffice may be installed and yet unable to convert
 * anything (a missing package, a machine that does not allow sandboxing). Until a trial succeeds, previews
 * are unavailable.
 */
export async function tryConversions(deps: TrialDeps, signal: AbortSignal): Promise<void> {
  const { pdfConverter, clock } = deps;
  while (pdfConverter !== null && !signal.aborted) {
    pdfConverter.works = await convertsSample(deps, pdfConverter, signal);
    if (pdfConverter.works) return;
    await clock.sleep(AGAIN_MS, signal);
  }
}

async function convertsSample(
  { log }: TrialDeps,
  pdfConverter: PdfConverter,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await pdfConverter.convert({ source: Readable.from([SAMPLE]), extension: 'rtf' }, signal, buffer);
    log.info({}, 'office previews enabled');
    return true;
  } catch (error) {
    if (!signal.aborted) {
      log.warn(
        { reason: (error as Error).message },
        'office previews disabled: LibreOffice failed at a trial',
      );
    }
    return false;
  }
}
