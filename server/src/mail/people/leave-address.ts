const LEAVE = '+leave@';

/** Where members elsewhere write to leave a group. */
export function leaveAddress(group: string): string {
  return group.replace('@', LEAVE);
}

export function isLeaveAddress(address: string): boolean {
  return address.includes(LEAVE);
}
