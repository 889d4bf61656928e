import type { ReplyOf } from '@voltloop/contract/route.ts';
import { ApiError, isRefused } from './errors.ts';
import { noteRefusal } from './refusals.ts';
import { type AnyRoute, type CallOptions, errorOf, open, send } from './send.ts';
import { refresh, sessionExpired, tokenEnds, useSession } from './session.ts';

/**
 * Runs `attempt` with the token, which is renewed first if it ends shortly, and once more with a new one when the server
 * answers 401. If no new one can be obtained, the session ends and the console opens the login page; with unsaved input
 * the attempt waits for another sign-in over the page.
 */
export async function withSession<T>(attempt: (token: string | undefined) => Promise<T>): Promise<T> {
  await useSession.getState().waiting?.promise;
  // If the renewal fails, the attempt reports why, or the token is still valid.
  if (useSession.getState().login && tokenEnds()) await refresh().catch(() => {});
  const token = useSession.getState().login?.token;
  try {
    return await attempt(token);
  } catch (error) {
    if (isRefused(error)) noteRefusal();
    if (!(error instanceof ApiError) || error.status !== 401 || token === undefined) throw error;
    // Another call may have renewed the token while this one was in flight.
    if (useSession.getState().login?.token === token)
      await refresh().catch((failure) => {
        if (failure instanceof ApiError && failure.status === 401) return sessionExpired(failure.code);
        throw failure;
      });
    return await attempt(useSession.getState().login?.token);
  }
}

/**
 * Calls the API as the signed-in account: typed by the contract, empty fields left out, the session renewed when its
 * token has expired. Returns the `data` of the reply; throws {@link ApiError}.
 *
 * @example const page = await call(listThings, { params: { tenantId }, query: { search, state }, signal });
 */
export function call<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<ReplyOf<R>> {
  return withSession((token) => send(route, { ...options, token }));
}

/** Calls for a response that is not JSON: a file, a stream. The body is not read yet. */
export function callRaw<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { accept?: string } = {},
): Promise<Response> {
  return withSession(async (token) => {
    const response = await open(route, { ...options, token });
    if (!response.ok) throw await errorOf(response);
    return response;
  });
}
