import { AppError, notFound } from './errors.ts';

/** What an operator must correct, by the code of the refusal: several stores send codes without messages. */
const CAUSES: Record<string, string> = {
  SignatureDoesNotMatch: 'the secret access key is wrong, or a proxy changes the requests',
  InvalidAccessKeyId: 'the store does not know the access key ID',
  AccessDenied: 'the key lacks a right',
  NoSuchBucket: 'the bucket does not exist',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region',
  RequestTimeTooSkewed: 'the clocks of this machine and of the store differ by more than 15 minutes',
};
/** The client's text where the store sent none. */
const NO_MESSAGE = 'UnknownError';

/** The answer of a store, without its request, which contains a signature. */
export class S3Error extends Error {
  /** HTTP status; undefined where the store did not answer. */
  readonly status: number | undefined;
  /** Status, code and message of the answer, and its cause where known. */
  readonly reason: string;

  /** @param place Display name of the store. */
  constructor(error: unknown, place: string) {
    const { name, message, code, $metadata } = error as {
      name?: string;
      message?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode;
    const cause = CAUSES[name ?? ''];
    const words = [
      status,
      name === 'Error' ? code : name,
      cause && `(${cause})`,
      message === NO_MESSAGE ? '' : message,
    ];
    const reason = words.filter(Boolean).join(' ') || 'no answer';
    super(`the file store ${place}: ${reason}`);
    this.name = 'S3Error';
    this.status = status;
    this.reason = reason;
  }

  /** A permanent error: a wrong key, a missing right, no such bucket. */
  get refused(): boolean {
    return this.status !== undefined && this.status >= 300 && this.status < 500 && this.status !== 429;
  }
}

/** The error of a call on a file: not found, or a store that is currently unusable. */
export function s3Failure(error: unknown, place: string): AppError {
  if (isMissing(error)) return notFound();
  return new AppError('filesUnavailable', { cause: new S3Error(error, place), retryAfter_s: 10 });
}

/** The answer of the store that caused the error of a call; null for other errors. */
export function s3ErrorOf(error: unknown): S3Error | null {
  if (error instanceof S3Error) return error;
  const { cause } = error as Error;
  return cause instanceof S3Error ? cause : null;
}

/** Whether the file does not exist; a missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404);
}
