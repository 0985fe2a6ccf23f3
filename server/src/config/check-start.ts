import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readFile, rmdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileBlobsDir } from '../platform/blobs/open-blob-store.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { judgeCertificate } from '../platform/tls/renewing-certificate.ts';
import { tryToListen } from '../platform/try-to-listen.ts';
import type { Config } from './config.ts';
import { shown } from './env-faults.ts';
import { refuseWithoutInstallation } from './expected-installation.ts';
import { type ListeningPort, listeningPorts } from './listening-ports.ts';
import { StartError } from './start-error.ts';

/**
 * Failures that can be detected before anything starts: the embedded database takes seconds to start and
 * stop, which a taken port should not cost. Throws a StartError with a line for each fault.
 */
export async function checkStart(config: Config): Promise<void> {
  if (config.migrate === 'never') refuseWithoutInstallation(config);
  const faults = [
    ...(await portFaults(config)),
    ...(await folderFaults(config)),
    ...(await certificateFaults(config)),
    ...(await dkimFaults(config)),
  ];
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}

async function portFaults(config: Config): Promise<string[]> {
  const opened = listeningPorts(config).filter(
    ({ role, port }) => (role === null || config.roles.has(role)) && port !== 0,
  );
  const faults: string[] = [];
  for (const [index, one] of opened.entries()) {
    const twin = opened.slice(0, index).find(({ host, port }) => host === one.host && port === one.port);
    const code = twin ? null : await tryToListen(one);
    if (twin) {
      const { variable, port } = one;
      faults.push(`${variable}=${port}: ${twin.variable} is the same port. Set them to two free ports.`);
    }
    if (code !== null) faults.push(listenFault(one, code));
  }
  return faults;
}

function listenFault({ variable, hostVariable, host, port }: ListeningPort, code: string): string {
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return `${variable}=${port}: another program listens on ${place}. Stop it, or set ${variable} to a free port.`;
  }
  if (code === 'EACCES') {
    return `${variable}=${port}: this user may not listen on ${place}. Set ${variable} above 1023, or give the program CAP_NET_BIND_SERVICE.`;
  }
  return `${shown(hostVariable, host)}: can not listen on ${place} (${code}). Set ${hostVariable} to an address of this machine, or to 0.0.0.0 for all of them.`;
}

/** The same line for a port that was taken between the check and the start; null for any other error. */
export function explainListenError(error: unknown, config: Config): StartError | null {
  const { syscall, code, port } = error as { syscall?: string; code?: string; port?: number };
  if (syscall !== 'listen' || code === undefined) return null;
  const one = listeningPorts(config).find((candidate) => candidate.port === port);
  return one ? new StartError(listenFault(one, code)) : null;
}

async function folderFaults({ dataDir, databaseUrl, blobStore }: Config): Promise<string[]> {
  const blobs = blobStore.url.startsWith('file:') ? fileBlobsDir(blobStore.url) : null;
  const inData = blobs?.startsWith(dataDir + sep) ?? false;
  const folders: [string, string][] = [];
  if (databaseUrl === null || inData) folders.push(['DATA_DIR', dataDir]);
  if (blobs !== null && !inData) folders.push(['BLOB_STORE', blobs]);
  const faults: string[] = [];
  for (const [variable, folder] of folders) {
    const reason = await whyNotWritable(folder);
    if (reason === null) continue;
    const user = process.geteuid?.() ?? 'of this program';
    faults.push(
      `${shown(variable, folder)}: the folder can not be written: ${reason}. Let user ${user} write there, or set ${variable} to another folder.`,
    );
  }
  return faults;
}

async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await makeFolder(folder);
    await rmdir(await mkdtemp(join(folder, '.write-check-')));
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A full disk is tolerated: accepted mail is still served, and space may be freed meanwhile.
    return code === 'ENOSPC' || code === 'EDQUOT' ? null : message;
  }
}

async function certificateFaults({ mail: { tls }, roles }: Config): Promise<string[]> {
  if (tls === null || !(roles.has('mail') || roles.has('imap'))) return [];
  const cert = await readOrFault('MAIL_TLS_CERT', tls.certFile);
  const key = await readOrFault('MAIL_TLS_KEY', tls.keyFile);
  const faults = [cert, key].flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) return faults;
  try {
    judgeCertificate({ cert: Buffer.from(cert.text), key: Buffer.from(key.text) });
    return [];
  } catch (error) {
    const names = `${shown('MAIL_TLS_CERT', tls.certFile)}, ${shown('MAIL_TLS_KEY', tls.keyFile)}`;
    return [
      `${names}: these can not be used for TLS: ${(error as Error).message}. Give a certificate in PEM and the key that belongs to it.`,
    ];
  }
}

async function dkimFaults({ mail: { dkim } }: Config): Promise<string[]> {
  if (dkim === null) return [];
  const { text, fault } = await readOrFault('DKIM_KEY', dkim.keyFile);
  if (fault !== null) return [fault];
  try {
    createPrivateKey(text);
    return [];
  } catch (error) {
    return [
      `${shown('DKIM_KEY', dkim.keyFile)}: this is no private key: ${(error as Error).message}. Give an RSA or Ed25519 key in PEM.`,
    ];
  }
}

async function readOrFault(variable: string, file: string): Promise<{ text: string; fault: string | null }> {
  try {
    return { text: await readFile(file, 'utf8'), fault: null };
  } catch (error) {
    const { message } = error as Error;
    return {
      text: '',
      fault: `${shown(variable, file)}: the file can not be read: ${message}. Correct ${variable} or the rights of the file.`,
    };
  }
}
