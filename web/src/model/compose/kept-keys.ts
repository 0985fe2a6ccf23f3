/** Where the windows of a person are kept. On its own, because it is asked for before compose is loaded. */
export function keptPrefix(email: string): string {
  return `${email} compose `;
}
