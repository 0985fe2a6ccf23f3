import { driveAddressOf, driveFileAddress } from './drive-address.ts';

/**
 * The address of a drive file in a message until it is replaced by the link of a share when the message is
 * sent, and the one that people inside keep using when the server makes no links.
 */
export function cardAddress(id: string, type: 'file' | 'folder'): string {
  const path = type === 'folder' ? driveAddressOf({ kind: 'folder', id }) : driveFileAddress(id);
  return new URL(path, location.origin).href;
}
