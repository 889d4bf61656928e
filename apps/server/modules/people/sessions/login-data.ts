import type { LoginData } from '@voltloop/contract';
import type { Db, Trx } from '../../../platform/db.ts';
import { readProfile } from '../accounts/index.ts';
import { TOKEN_LIFE_S } from './token.ts';

/** The reply of a sign-in or refresh. @throws unauthorized when the account is deleted or disabled */
export async function loginData(
  db: Db | Trx,
  session: { accountId: string; sessionId: string; token: string },
): Promise<LoginData> {
  return { ...(await readProfile(db, session)), token: session.token, expires_in: TOKEN_LIFE_S };
}
