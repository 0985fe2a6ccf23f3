/** It brings a library of its own that takes 10 MB, and many processes never draw a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One picture of many threads would keep them from files and passwords.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
