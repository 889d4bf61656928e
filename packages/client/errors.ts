/** An invalid field of a request: its path, a key for programs, and an English text. */
export interface FieldError {
  path: string;
  key: string;
  message: string;
}

/**
 * The kind of failure: the server refused the call, did not answer in time or could not be reached, or a proxy
 * answered instead of Voltloop.
 */
export type FailureKind = 'refused' | 'timeout' | 'unreachable' | 'not_voltloop';

interface FailureDetails {
  kind: FailureKind;
  status?: number;
  code?: number;
  fields?: readonly FieldError[];
  retryAfter_ms?: number | undefined;
  body?: unknown;
  cause?: unknown;
}

/** A call that failed. */
export class VoltloopError extends Error {
  override readonly name = 'VoltloopError';
  readonly kind: FailureKind;
  /** HTTP status; 0 without a reply. */
  readonly status: number;
  /** Code of the reply, see `codes`; 0 without one. */
  readonly code: number;
  /** The invalid fields of the request, if the reply lists them. */
  readonly fields: readonly FieldError[];
  /** The requested wait before the next attempt, ms. */
  readonly retryAfter_ms: number | undefined;
  /** The reply, if it was JSON. */
  readonly body: unknown;

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.kind = details.kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? 0;
    this.fields = details.fields ?? [];
    this.retryAfter_ms = details.retryAfter_ms;
    this.body = details.body ?? null;
  }

  /** Whether the same call may succeed later: rate limit, unavailable server, no network. */
  get isTemporary(): boolean {
    return this.kind === 'unreachable' || this.status === 429 || this.status === 503;
  }
}

/** The error for a failed response. */
export async function errorOf(response: Response): Promise<VoltloopError> {
  const { status } = response;
  const retryAfter_ms = readRetryAfter(response.headers.get('retry-after'), Date.now());
  const body = parsed(await response.text().catch(() => ''));
  if (!isEnvelope(body))
    return new VoltloopError(`The reply with status ${status} is not from Voltloop`, {
      kind: 'not_voltloop',
      status,
      retryAfter_ms,
      body,
    });
  return new VoltloopError(body.message || `Refused with status ${status}`, {
    kind: 'refused',
    status,
    code: body.code,
    fields: Array.isArray(body.data) ? (body.data as FieldError[]) : [],
    retryAfter_ms,
    body,
  });
}

export function isEnvelope(value: unknown): value is { code: number; message: string; data: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The wait of a `Retry-After` header, given in seconds or as a date. */
export function readRetryAfter(value: string | null, now_ms: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const time_ms = Date.parse(value);
  return Number.isNaN(time_ms) ? undefined : Math.max(0, time_ms - now_ms);
}
