const KEY = 'drive.save-folder';

/** The folder that was last chosen on this device; null at the top. */
export function lastFolder(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberFolder(id: string | null): void {
  if (id === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, id);
}
