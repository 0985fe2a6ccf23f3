/** The value of a cookie that scripts may read; null if it is not set. */
export function readCookie(name: string): string | null {
  const line = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  const value = line?.slice(name.length + 1);
  return value ? decodeURIComponent(value) : null;
}

export function removeCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is there by https only
  document.cookie = `${name}=; Path=/; Max-Age=0`;
}
