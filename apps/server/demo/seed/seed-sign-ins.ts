import type { AccountRow } from '../../modules/people/accounts/index.ts';
import type { Services } from '../../platform/services.ts';
import { appendAudit, inOneTransaction } from '../snapshot/append-audit.ts';
import { diceOf } from './business/dice.ts';

const HOUR_MS = 3_600_000;
/** Of home owners, who sign in less often. */
const OWNERS_SHARE = 0.7;

interface Account {
  id: string;
  name: string;
  kind: string;
  roleId: number;
  hasSignedIn: boolean;
}

/** Lets the accounts of the demo have signed in during the last days, unless somebody really has. */
export async function seedSignIns({ pool, clock }: Services, { tenantId }: AccountRow): Promise<void> {
  const now = clock().getTime();
  const { rows: accounts } = await pool.query<Account>(
    `select id, user_name::text as name, kind, role_id as "roleId", last_login_at is not null as "hasSignedIn"
      from accounts where tenant_id = $1 and deleted_at is null order by node`,
    [tenantId],
  );
  if (accounts.some(({ hasSignedIn }) => hasSignedIn)) return;
  const signIns = accounts
    .flatMap((account) => {
      const dice = diceOf(`sign-in ${account.name}`);
      const isOwner = account.kind === 'enduser';
      if (isOwner && !dice.chance(OWNERS_SHARE)) return [];
      const hours = isOwner ? 1 + dice.next() * 400 : 0.5 + dice.next() * 30;
      return [{ ...account, at: new Date(Math.round(now - hours * HOUR_MS)) }];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await inOneTransaction(pool, async (client) => {
    await client.query(
      `update accounts a set last_login_at = f.at
        from unnest($1::uuid[], $2::timestamptz[]) as f(id, at) where a.id = f.id`,
      [signIns.map(({ id }) => id), signIns.map(({ at }) => at)],
    );
    await appendAudit(
      client,
      signIns.map(({ id, name, roleId, kind, at }) => ({
        at,
        tenant_id: tenantId,
        actor_id: id,
        actor_name: name,
        role_id: roleId,
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
