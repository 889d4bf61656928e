import { AppError, notFound } from './errors.ts';

/** The answer of a store, without its request, which contains a signature. */
export class S3Error extends Error {
  /** HTTP status; undefined where the store did not answer. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { name, message, code, $metadata } = error as {
      name?: string;
      message?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode;
    const words = [status, name === 'Error' ? code : name, message].filter(Boolean).join(' ');
    super(`the file store: ${words || 'no answer'}`);
    this.name = 'S3Error';
    this.status = status;
  }

  /** A permanent error: a wrong key, a missing right, no such bucket. */
  get refused(): boolean {
    return this.status !== undefined && this.status >= 300 && this.status < 500 && this.status !== 429;
  }
}

/** The error of a call on a file: not found, or a store that is currently unusable. */
export function s3Failure(error: unknown): AppError {
  if (isMissing(error)) return notFound();
  return new AppError('filesUnavailable', { cause: new S3Error(error), retryAfter_s: 10 });
}

/** Whether the file does not exist; a missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
}
