import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecretBox } from '../../../../platform/secret-box.ts';

/** Time limit for a person at the provider. */
export const FLOW_LIFE_S = 600;

/**
 * The state of one visit at the provider. It is sealed in a cookie of the browser that started it: no other browser
 * can finish it, and every node can read it.
 */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  redirect: string | null;
  /** The session that links its account; null for a sign-in. */
  link: { accountId: string; sessionId: string } | null;
  until_ms: number;
}

const NAME = 'voltloop_oidc';
/** The only call that reads it is below this path. */
const PATH = '/v1/auth/oidc';

// A strict cookie is enough: the page that the provider redirects to reads its answer and sends it from this origin.
const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', secure, path: PATH }) as const;

export function setFlowCookie(reply: FastifyReply, box: SecretBox, flow: Flow, secure: boolean): void {
  const sealed = box.seal(Buffer.from(JSON.stringify(flow)), 'flow').toString('base64url');
  reply.setCookie(NAME, sealed, { ...attributes(secure), maxAge: FLOW_LIFE_S });
}

export const clearFlowCookie = (reply: FastifyReply, secure: boolean) =>
  reply.clearCookie(NAME, attributes(secure));

/** The visit of this browser, if `state` matches and it has not expired. */
export function flowOf(request: FastifyRequest, box: SecretBox, state: string, now: Date): Flow | null {
  const sealed = request.cookies[NAME];
  const text = sealed === undefined ? null : opened(box, sealed, 'flow');
  if (text === null) return null;
  const flow = JSON.parse(text) as Flow;
  return flow.state === state && flow.until_ms > now.getTime() ? flow : null;
}

/** A `state` that cannot be guessed or forged, with the host name that the browser returns to. */
export function newState(box: SecretBox, host: string | null): string {
  const content = JSON.stringify({ host, random: randomBytes(16).toString('base64url') });
  return box.seal(Buffer.from(content), 'state').toString('base64url');
}

/** The host name of a `state` that this instance issued; null for any other, and without one. */
export function hostOf(box: SecretBox, state: string): string | null {
  const text = opened(box, state, 'state');
  return text === null ? null : (JSON.parse(text) as { host: string | null }).host;
}

export const stateHash = (state: string): Buffer => createHash('sha256').update(state).digest();

function opened(box: SecretBox, sealed: string, owner: string): string | null {
  try {
    return box.open(Buffer.from(sealed, 'base64url'), owner).toString();
  } catch {
    return null;
  }
}
