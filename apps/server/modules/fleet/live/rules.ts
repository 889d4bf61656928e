/** Limit of open streams of one session: one for each tab, with a margin. */
export const MAX_STREAMS_PER_SESSION = 10;
/** Limit of open streams of all sessions of one account on one node; another one ends the oldest. */
export const MAX_STREAMS_PER_ACCOUNT = 100;

/**
 * Expiry of a JWT, epoch ms; null without one. Only for setting a timer: `authenticate` decides whether the token is
 * valid.
 */
export function tokenEnd_ms(authorization: string | undefined): number | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./i.exec(authorization ?? '')?.[1];
  if (!payload) return null;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/** The target of an account notice: one session, one account, or possibly everybody. */
export function isConcerned(notice: string, stream: { sessionId: string; accountId: string }): boolean {
  const [kind, id] = notice.split(':');
  if (kind === 'session') return id === stream.sessionId;
  if (kind === 'account') return id === stream.accountId;
  return true;
}
