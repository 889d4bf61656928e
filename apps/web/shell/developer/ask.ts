import type { ReplyOf } from '@voltloop/contract/route.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import type { AnyRoute, CallOptions } from '../../api/send.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';

/**
 * Calls the API like the helpers of the specification (section 8, interpretation A62): a failure shows the warning toast
 * and resolves to null, unless its body has a truthy `result`, which is then returned. With `handleErrors: false`
 * nothing is shown and the error's body is returned. Where "no data" and "failed" must be distinguished, use
 * {@link call}, which throws.
 */
export function ask<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { handleErrors: false },
): Promise<unknown>;
export function ask<R extends AnyRoute>(route: R, options?: CallOptions<R>): Promise<ReplyOf<R> | null>;
export async function ask<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { handleErrors?: boolean } = {},
): Promise<unknown> {
  try {
    return await call(route, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (options.handleErrors === false) return error.body;
    const body = error.body as { result?: unknown } | null;
    if (body?.result) return body;
    notifyError(error);
    return null;
  }
}
