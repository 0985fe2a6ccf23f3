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
  /** Whether a trial conversion succeeded; null until the first one has finished. */
  works: boolean | null;
  /** Passes the PDF to the callback while its file exists; throws ConversionError when there is none. */
  convert<T>(
    document: { source: Readable; extension: string },
    signal: AbortSignal,
    keep: (pdf: Readable) => Promise<T>,
  ): Promise<T>;
};

export type OfficeConfig = {
  /** Null searches the machine. */
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
/** Limits a document and the PDF made from it. */
export const LARGEST_DOCUMENT = 100 * 1024 ** 2;
/** Magic numbers of the supported formats: zip, compound file, RTF. HTML under an office name is not opened. */
const BEGINNINGS = ['504b0304', 'd0cf11e0a1b11ae1', '7b5c7274'];

/** Finds LibreOffice on this machine. */
export function findOffice({ command, searchPath }: OfficeConfig): Promise<string | null> {
  const names = command === null ? ['soffice', 'libreoffice'] : [command];
  return findProgram(names, [...searchPath.split(':'), ...USUAL_FOLDERS]);
}

/** LibreOffice as a converter; null when it is not installed. */
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
  // The sandbox must contain the program's real folder, not that of a symlink to it.
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

/** Excludes our own environment, which contains secrets. */
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
  // A symlink planted here would make us serve one of our own files.
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
