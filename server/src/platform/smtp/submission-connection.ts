import type { SMTPServerAddress, SMTPServerAuthentication } from 'smtp-server';
import { MailConnection, ReplyError, withAsciiDomain } from './mail-connection.ts';
import type { SubmissionRules } from './mail-types.ts';
import { replies } from './reply.ts';

type SignedIn = (error: Error | null, response?: { user: string }) => void;

/** Submission (RFC 6409): the connection of a user's mail program, which authenticates before it sends. */
export class SubmissionConnection<Recipient> extends MailConnection<Recipient> {
  private hidesAuth = false;

  private get rules(): SubmissionRules {
    const { submission } = this.options;
    if (!submission) throw new Error('nobody signs in here');
    return submission;
  }

  private get mayShowPassword(): boolean {
    return this.secure || this.rules.allowsPlaintextAuth(this.remoteAddress);
  }

  /** RFC 4954 section 5: where AUTH is offered, MAIL may have the AUTH parameter. */
  protected override get mailParameters(): ReadonlySet<string> {
    return new Set([...super.mailParameters, 'AUTH']);
  }

  /** Offers AUTH only where it may be used. */
  override handler_EHLO(command: Buffer, callback: () => void): void {
    this.hidesAuth = !this.mayShowPassword;
    super.handler_EHLO(command, callback);
    this.hidesAuth = false;
  }

  override _isSupported(command: string): boolean {
    return !(this.hidesAuth && command === 'AUTH') && super._isSupported(command);
  }

  override handler_AUTH(command: Buffer, callback: () => void): void {
    if (this.mayShowPassword) {
      super.handler_AUTH(command, callback);
      return;
    }
    this.sendReply(replies.encryptFirst);
    callback();
  }

  async signIn({ username, password }: SMTPServerAuthentication, callback: SignedIn): Promise<void> {
    try {
      const given = { name: username ?? '', password: password ?? '' };
      const caller = await this.rules.onSignIn(given, this.describeSession());
      this.caller = caller;
      callback(null, { user: String(caller.person) });
    } catch (error) {
      callback(this.refusal(error, 'sign-in'));
    }
  }

  async sender({ address }: SMTPServerAddress, callback: (error?: Error) => void): Promise<void> {
    const normal = address ? withAsciiDomain(address) : '';
    if (normal === null) return callback(new ReplyError(replies.badAddress));
    try {
      await this.rules.onSender(normal, this.describeSession());
    } catch (error) {
      return callback(this.refusal(error, 'sender check'));
    }
    callback();
  }
}
