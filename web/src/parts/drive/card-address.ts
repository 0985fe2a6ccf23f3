import { driveAddressOf, driveFileAddress } from './drive-address.ts';

/**
 * Where a message leads to a file or folder of the drive until it is sent with the link of a share, and where people
 * inside go on finding it when the server makes no links.
 */
export function cardAddress(id: string, type: 'file' | 'folder'): string {
  const path = type === 'folder' ? driveAddressOf({ kind: 'folder', id }) : driveFileAddress(id);
  return new URL(path, location.origin).href;
}
