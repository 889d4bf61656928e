import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Whether a request has the operator's token, compared in constant time. */
export function operatorProof(token: string): (request: FastifyRequest) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  const expected = digest(token);
  return ({ headers }) => {
    const given = /^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), expected);
  };
}
