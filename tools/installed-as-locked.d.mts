export function installedAsLocked(root: string): boolean;
