import { dateOrder } from '@voltloop/domain/checks/index.ts';
import type { Facts, Problem, Rules, StoredRow, Values } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

function daysOf(values: Values): Problem[] {
  const wrong = dateOrder(values.activateDate as string | null, values.expireDate as string | null);
  return wrong
    ? [
        {
          field: 'expireDate',
          key: 'rule.sim.expireDate',
          message: 'A card cannot expire before its activation',
        },
      ]
    : [];
}

/** A device has at most one active card; its other active card must be disabled first. */
async function mayBeActive({ query, tenantId }: Facts, row: StoredRow): Promise<Problem | null> {
  if (!row.deviceId) return null;
  const [other] = await query<{ iccid: string }>(
    `select iccid from sims where tenant_id = $1 and device_id = $2 and id <> $3 and status = 'active'
       and deleted_at is null`,
    [tenantId, row.deviceId, row.id],
  );
  if (!other) return null;
  const message = `Its device has an active card already: ${other.iccid}`;
  return { field: 'deviceId', key: `rule.sim.oneActive?iccid=${other.iccid}`, message };
}

export const simRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => daysOf(values)),
  steps: {
    activate: {
      may: mayBeActive,
      async effect({ query, tenantId, now }, row) {
        await query(
          'update sims set activate_date = coalesce(activate_date, $3::date) where tenant_id = $1 and id = $2',
          [tenantId, row.id, chinaDay(now)],
        );
      },
    },
    resume: { may: mayBeActive },
  },
};
