import { showAvatar } from '@bocau/contract/avatars.ts';

/** The path of an avatar by its name; the caller adds the width. */
export function avatarAddress(hash: string): string {
  return showAvatar.path.replace(':hash', hash);
}
