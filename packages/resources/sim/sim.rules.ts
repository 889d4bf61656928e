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
async function mayBeActive(
  { query, tenantId }: Facts,
  rows: readonly StoredRow[],
): Promise<(Problem | null)[]> {
  const devices = rows.flatMap(({ deviceId }) => deviceId ?? []);
  const active = await query<{ id: string; device: string; iccid: string }>(
    `select id, device_id as device, iccid from sims where tenant_id = $1 and device_id = any($2) and status = 'active'
       and deleted_at is null`,
    [tenantId, devices],
  );
  return rows.map(({ id, deviceId }) => {
    const other = active.find((each) => each.device === deviceId && each.id !== id);
    if (!other) return null;
    const message = `Its device has an active card already: ${other.iccid}`;
    return { field: 'deviceId', key: `rule.sim.oneActive?iccid=${other.iccid}`, message };
  });
}

export const simRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => daysOf(values)),
  steps: {
    activate: {
      may: mayBeActive,
      async effect({ query, tenantId, now }, rows) {
        await query(
          'update sims set activate_date = coalesce(activate_date, $3::date) where tenant_id = $1 and id = any($2::uuid[])',
          [tenantId, rows.map(({ id }) => id), chinaDay(now)],
        );
      },
    },
    resume: { may: mayBeActive },
  },
};
