import { deflateRawSync } from 'node:zlib';
import { storeZip } from '../demo-world/sample-archive.ts';

/** An archive of one deflated entry, which unpacks to far more than it takes. */
export function zipBomb(name: string, content: string): Buffer {
  const packed = deflateRawSync(content, { level: 1 });
  const zip = storeZip([{ name, content: packed }]);
  const central = zip.indexOf('PK\x01\x02', 0, 'latin1');
  for (const at of [8, central + 10]) zip.writeUInt16LE(8, at);
  for (const at of [22, central + 24]) zip.writeUInt32LE(Buffer.byteLength(content), at);
  return zip;
}
