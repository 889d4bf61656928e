import * as contract from '@voltloop/contract';
import { type Http, replied } from '../../platform/http.ts';
import { changePassword } from './change-password.ts';
import type { Core } from './core.ts';

/** The signed-in account's own things: contract route → verb. */
export function selfRoutes(http: Http, core: Core): void {
  http.implement(contract.changePassword, async (ctx, { body }, { reply }) => {
    const originPassword = body.origin_password ?? body.oldpassword ?? '';
    await changePassword(core, ctx, { password: body.password, originPassword });
    reply.status(204).send();
    return replied;
  });
}
