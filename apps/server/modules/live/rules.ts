/** Streams that one session may hold open: one for each tab, and some to spare. */
export const MAX_STREAMS_PER_SESSION = 10;
/** Streams that the sessions of one account may hold open on one node; the oldest ends for another. */
export const MAX_STREAMS_PER_ACCOUNT = 100;

/**
 * When a JWT ends, epoch ms; null when it does not say. Only for setting a timer: whether the token is good is
 * decided by `authenticate`.
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

/** Whom a notice of the accounts concerns: one session, one account, or possibly everybody. */
export function isConcerned(notice: string, stream: { sessionId: string; accountId: string }): boolean {
  const [kind, id] = notice.split(':');
  if (kind === 'session') return id === stream.sessionId;
  if (kind === 'account') return id === stream.accountId;
  return true;
}
