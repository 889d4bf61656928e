import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Accepted ids: no text that could be misread in a log. */
const FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id of a request, in every line of its log and in its answer: the caller's `X-Request-Id` if acceptable. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && FORM.test(given) ? given : randomUUID();
}
