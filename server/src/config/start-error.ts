/** The program can not start on this machine as it is configured; each line says what, which variable and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
