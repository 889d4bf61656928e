/** An e-mail that the mail server did not accept. */
export class MailRefused extends Error {
  /** The server refuses it for good: trying again is of no use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
