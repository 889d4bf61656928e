/** Why the server cannot start, and what to do about it, one sentence each. */
export class StartError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.hint = hint;
  }
}
