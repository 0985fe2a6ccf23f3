/** It loads a native library of 10 MB, and many processes never render an image. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Otherwise a single image would occupy the thread pool that files and password hashing need.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
