/** What a client wrote is no command: it is answered BAD with this text. */
export class SyntaxFault extends Error {
  override name = 'SyntaxFault';
}
