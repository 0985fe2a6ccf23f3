import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { findProgram } from './find-program.ts';
import { writeOfficeProfile } from './office-profile.ts';
import { findConfinement, makeFolder, runLimited } from './run-limited.ts';

/** Permanent: the document is broken or exceeds the limits, so a retry would fail too. */
export class ConversionError extends Error {
  override name = 'ConversionError';
}

export type PdfConverter = {
  /** Whether a trial succeeded; null before the first one has ended. */
  works: boolean | null;
  /** Passes on the PDF while its file exists; throws ConversionError where there is none. */
  convert<T>(
    document: { source: Readable; extension: string },
    signal: AbortSignal,
    keep: (pdf: Readable) => Promise<T>,
  ): Promise<T>;
};

export type OfficeConfig = {
  /** Null: it is looked for. */
  command: string | null;
  searchPath: string;
};

const USUAL_FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/libreoffice/program',
  '/usr/lib64/libreoffice/program',
  '/opt/libreoffice/program',
  '/Applications/LibreOffice.app/Contents/MacOS',
];
const TIME_MS = 60_000;
/** Of a document, and of the PDF that is made of it. */
export const LARGEST_DOCUMENT = 100 * 1024 ** 2;
/** How documents of the known formats begin: zip, compound file, RTF. HTML that calls itself one is not opened. */
const BEGINNINGS = ['504b0304', 'd0cf11e0a1b11ae1', '7b5c7274'];

/** Where LibreOffice is on this machine. */
export function findOffice({ command, searchPath }: OfficeConfig): Promise<string | null> {
  const names = command === null ? ['soffice', 'libreoffice'] : [command];
  return findProgram(names, [...searchPath.split(':'), ...USUAL_FOLDERS]);
}

/** LibreOffice as a converter; null where the machine has none. */
export async function findPdfConverter(
  config: OfficeConfig,
  deps: { clock: Clock; log: Logger },
): Promise<PdfConverter | null> {
  const found = await findOffice(config);
  if (found === null) {
    if (config.command !== null)
      deps.log.warn({ program: config.command }, 'LibreOffice not found, no office previews');
    return null;
  }
  // Its own folder must be seen by the program, not that of a link to it.
  const program = await realpath(found);
  const { isolation, around } = await findConfinement();
  if (isolation === 'apart') deps.log.info({ program, isolation }, 'LibreOffice found');
  else deps.log.warn({ program, isolation }, 'LibreOffice found, but it can not be kept from other files');

  async function makePdf(folder: string, extension: string, signal: AbortSignal): Promise<string> {
    const profile = join(folder, 'profile');
    await writeOfficeProfile(profile);
    const code = await runLimited(
      around(folder, [
        program,
        `-env:UserInstallation=${pathToFileURL(profile)}`,
        ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard'],
        ...['--convert-to', 'pdf', '--outdir', folder, join(folder, `document.${extension}`)],
      ]),
      { cwd: folder, env: environment(folder), signal },
    );
    if (code !== 0) throw new ConversionError(`ended with ${code ?? 'a signal'}`);
    return join(folder, 'document.pdf');
  }

  return {
    works: null,
    async convert({ source, extension }, signal, keep) {
      const folder = await makeFolder();
      const late = new AbortController();
      const timer = deps.clock.after(TIME_MS, () => late.abort(new ConversionError('took too long')));
      const either = AbortSignal.any([signal, late.signal]);
      try {
        await pipeline(source, createWriteStream(join(folder, `document.${extension}`)));
        await checkBeginning(join(folder, `document.${extension}`));
        const pdf = await makePdf(folder, extension, either).catch((error) => {
          either.throwIfAborted();
          throw error;
        });
        await checkPdf(pdf);
        return await keep(createReadStream(pdf));
      } finally {
        timer.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Nothing of our own environment, which holds secrets. */
function environment(folder: string): Record<string, string> {
  return {
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    PATH: '/usr/bin:/bin',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  };
}

async function checkBeginning(path: string): Promise<void> {
  const start = (await readStart(path, 8)).toString('hex');
  if (!BEGINNINGS.some((beginning) => start.startsWith(beginning))) {
    throw new ConversionError('not a document of a known format');
  }
}

async function checkPdf(path: string): Promise<void> {
  // A link that was left there would have us show a file of ours.
  const file = await lstat(path).catch(() => null);
  if (!file?.isFile() || file.nlink !== 1) throw new ConversionError('made nothing');
  const start = await readStart(path, 5);
  if (String(start) !== '%PDF-') throw new ConversionError('made no PDF');
}

async function readStart(path: string, length: number): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > LARGEST_DOCUMENT) throw new ConversionError('too large');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
