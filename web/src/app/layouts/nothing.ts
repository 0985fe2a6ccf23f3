/** In the place of what is seen only now and then, or never. */
export function nothing(): null {
  return null;
}
