import { showAvatar } from '@bocau/contract/avatars.ts';

/** The path of a picture by its name; the width is added by who shows it. */
export function avatarAddress(hash: string): string {
  return showAvatar.path.replace(':hash', hash);
}
