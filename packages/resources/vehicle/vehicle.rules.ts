import { dateOrder } from '@voltloop/domain/checks/index.ts';
import type { Problem, Rules, Values } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const day = (value: unknown) => (value as string | null | undefined) ?? null;

function daysOf(values: Values): Problem[] {
  const before = ['purchaseDate', 'regDate'].some((field) =>
    dateOrder(day(values[field]), day(values.scrapDate)),
  );
  return before
    ? [
        {
          field: 'scrapDate',
          key: 'rule.vehicle.scrapDate',
          message: 'A vehicle is not scrapped before it was bought or registered',
        },
      ]
    : [];
}

export const vehicleRules: Rules = {
  check: async (_facts, drafts) => drafts.map(({ values }) => daysOf(values)),
  steps: {
    scrap: {
      async effect({ query, tenantId, now }, row) {
        await query(
          'update vehicles set scrap_date = coalesce(scrap_date, $3::date) where tenant_id = $1 and id = $2',
          [tenantId, row.id, chinaDay(now)],
        );
      },
    },
  },
};
