import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** How long somebody may take at the provider. */
export const FLOW_LIFE_S = 600;

/**
 * What belongs to one visit at the provider. It is kept sealed in a cookie of the browser that began it: no other browser
 * can end it, and every node can read it.
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
/** The one call that reads it is below. */
const PATH = '/v1/auth/oidc';

// A strict cookie is enough: the page that the provider leads to reads its answer and sends it from this origin.
const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', secure, path: PATH }) as const;

export function setFlowCookie(reply: FastifyReply, box: SecretBox, flow: Flow, secure: boolean): void {
  const sealed = box.seal(Buffer.from(JSON.stringify(flow)), 'flow').toString('base64url');
  reply.setCookie(NAME, sealed, { ...attributes(secure), maxAge: FLOW_LIFE_S });
}

export const clearFlowCookie = (reply: FastifyReply, secure: boolean) =>
  reply.clearCookie(NAME, attributes(secure));

/** The visit that this browser has begun, if it is the one that `state` names and not too old. */
export function flowOf(request: FastifyRequest, box: SecretBox, state: string, now: Date): Flow | null {
  const sealed = request.cookies[NAME];
  const text = sealed === undefined ? null : opened(box, sealed, 'flow');
  if (text === null) return null;
  const flow = JSON.parse(text) as Flow;
  return flow.state === state && flow.until_ms > now.getTime() ? flow : null;
}

/** A `state` that nobody can guess or make up, with the host name that the browser is led back to. */
export function newState(box: SecretBox, host: string | null): string {
  const content = JSON.stringify({ host, random: randomBytes(16).toString('base64url') });
  return box.seal(Buffer.from(content), 'state').toString('base64url');
}

/** The host name of a `state` that this instance has made; null for any other, and where it has none. */
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
