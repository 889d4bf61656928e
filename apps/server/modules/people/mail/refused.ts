/** An e-mail that the mail server did not accept. */
export class MailRefused extends Error {
  /** The server refuses it permanently: a retry is useless. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}
