import type { SMTPServerAddress, SMTPServerAuthentication } from 'smtp-server';
import { MailConnection, ReplyError, withAsciiDomain } from './mail-connection.ts';
import type { SubmissionRules } from './mail-types.ts';
import { replies } from './reply.ts';

type SignedIn = (error: Error | null, response?: { user: string }) => void;

/** The mail program of somebody who signs in before they send. */
export class SubmissionConnection<Recipient> extends MailConnection<Recipient> {
  private hidesAuth = false;

  private get rules(): SubmissionRules {
    const { submission } = this.options;
    if (!submission) throw new Error('nobody signs in here');
    return submission;
  }

  private get mayShowPassword(): boolean {
    return this.secure || this.rules.allowsOpenPassword(this.remoteAddress);
  }

  /** AUTH is offered where it may be used. */
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
      const verdict = await this.rules.onSignIn(given, this.describeSession());
      if ('refuse' in verdict) callback(new ReplyError(verdict.refuse));
      else callback(null, { user: verdict.accept });
    } catch (error) {
      this.options.log.error({ session: this.id, error }, 'sign-in check failed');
      callback(new ReplyError(replies.localError));
    }
  }

  async sender({ address }: SMTPServerAddress, callback: (error?: Error) => void): Promise<void> {
    const normal = address ? withAsciiDomain(address) : '';
    if (normal === null) return callback(new ReplyError(replies.badAddress));
    try {
      const refusal = await this.rules.onSender(normal, this.describeSession());
      if (refusal) return callback(new ReplyError(refusal));
    } catch (error) {
      this.options.log.error({ session: this.id, error }, 'sender check failed');
      return callback(new ReplyError(replies.localError));
    }
    callback();
  }
}
