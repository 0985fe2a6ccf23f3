/**
 * The program cannot start on this machine with this configuration; each line names the fault, the variable
 * and the remedy.
 */
export class StartError extends Error {
  override name = 'StartError';
}
