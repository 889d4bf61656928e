import type { AccountRow } from '../../modules/accounts/index.ts';
import { auditContents } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { diceOf } from './business/dice.ts';

const HOUR_MS = 3_600_000;
/** Of home owners, who sign in less often. */
const OWNERS_SHARE = 0.7;

/** Lets the accounts of the demo have signed in during the last days, unless somebody really has. */
export async function seedSignIns({ db, clock }: Services, main: AccountRow): Promise<void> {
  const now = clock().getTime();
  await db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('accounts')
      .select(['id', 'user_name', 'kind', 'role_id', 'last_login_at'])
      .where('tenant_id', '=', main.tenantId)
      .where('deleted_at', 'is', null)
      .orderBy('node')
      .execute();
    if (accounts.some(({ last_login_at }) => last_login_at !== null)) return;
    const signIns = accounts
      .flatMap(({ id, user_name, kind, role_id }) => {
        const dice = diceOf(`sign-in ${user_name}`);
        const isOwner = kind === 'enduser';
        if (isOwner && !dice.chance(OWNERS_SHARE)) return [];
        const hours = isOwner ? 1 + dice.next() * 400 : 0.5 + dice.next() * 30;
        return [
          { id, name: user_name, role: role_id, kind, at: new Date(Math.round(now - hours * HOUR_MS)) },
        ];
      })
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const { id, at } of signIns)
      await trx.updateTable('accounts').set({ last_login_at: at }).where('id', '=', id).execute();
    await auditContents(
      trx,
      signIns.map(({ id, name, role, kind, at }) => ({
        at,
        tenant_id: main.tenantId,
        actor_id: id,
        actor_name: name,
        role_id: role,
        action: 'session.create',
        object_type: 'account',
        object_id: id,
        ip: null,
        result: 'ok',
        details: { door: kind === 'staff' ? 'admin' : 'portal' },
      })),
    );
  });
}
