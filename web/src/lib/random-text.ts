/** So many of the letters, each as likely as any other, that nobody can guess. */
export function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters[below(letters.length)]).join('');
}

/** A uniform random number: avoids modulo bias. */
function below(count: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
  return value < 256 - (256 % count) ? value % count : below(count);
}
