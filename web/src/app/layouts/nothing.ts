/** Fallback of parts that are rarely visible: renders nothing. */
export function nothing(): null {
  return null;
}
