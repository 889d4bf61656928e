import { type CodeName, codes, type FieldError } from '@voltloop/contract';

/**
 * The only error that verbs throw intentionally: a reply code, optionally with its own text or field errors. http.ts
 * turns it into a reply; any other error becomes `busy` without details.
 */
export class AppError extends Error {
  readonly codeName: CodeName;
  readonly fields: FieldError[];
  /** Seconds until a retry makes sense; becomes Retry-After. */
  readonly retryAfter_s: number | undefined;

  constructor(
    codeName: CodeName,
    options: { message?: string; fields?: FieldError[]; retryAfter_s?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? codes[codeName].message, { cause: options.cause });
    this.name = 'AppError';
    this.codeName = codeName;
    this.fields = options.fields ?? [];
    this.retryAfter_s = options.retryAfter_s;
  }

  get status(): number {
    return codes[this.codeName].status;
  }
}

/** The status and the envelope of a refusal without details, where no route replies. */
export function refusalOf(name: CodeName) {
  const { code, message, status } = codes[name];
  return { status, body: { code, message, result: false, data: null } };
}

export const notFound = () => new AppError('notFound');
export const forbidden = () => new AppError('forbidden');

/**
 * A validation error of one field. The console shows the text of `key` in its catalogues of field errors
 * (`apps/web/i18n/fields.en.json`), other programs show `message`.
 */
export function fieldError(path: string, key: string, message: string): AppError {
  return new AppError('validation', { message, fields: [{ path, key, message }] });
}

/** A conflict with the current state at one field, likewise. */
export function conflictError(path: string, key: string, message: string): AppError {
  return new AppError('conflict', { message, fields: [{ path, key, message }] });
}
