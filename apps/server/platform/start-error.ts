/** Why the server can't start, in one sentence, and what to do about it, in another. */
export class StartError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.hint = hint;
  }
}
