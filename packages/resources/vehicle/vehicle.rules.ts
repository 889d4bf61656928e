import { dateOrder, plateDrive } from '@voltloop/domain/checks/index.ts';
import type { Draft, Problem, Rules, Values } from '@voltloop/resource-kit';
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
          message: 'A vehicle cannot be scrapped before its purchase or registration',
        },
      ]
    : [];
}

/** Plates of new-energy vehicles show whether the vehicle is purely electric; ordinary plates do not. */
function plateOf({ values, before }: Draft): Problem[] {
  const { plateNo, category } = values;
  if (before && before.plateNo === plateNo && before.category === category) return [];
  const drive = plateDrive(String(plateNo ?? ''));
  const isWrong = (category === 'BEV' && drive === 'other') || (category === 'PHEV' && drive === 'electric');
  return isWrong
    ? [
        {
          field: 'plateNo',
          key: 'rule.vehicle.plateDrive',
          message:
            'Plate and drive do not match: D plates are for battery electric vehicles, F plates for others',
        },
      ]
    : [];
}

export const vehicleRules: Rules = {
  check: async (_facts, drafts) => drafts.map((draft) => [...daysOf(draft.values), ...plateOf(draft)]),
  steps: {
    scrap: {
      async effect({ query, tenantId, now }, rows) {
        await query(
          'update vehicles set scrap_date = coalesce(scrap_date, $3::date) where tenant_id = $1 and id = any($2::uuid[])',
          [tenantId, rows.map(({ id }) => id), chinaDay(now)],
        );
      },
    },
  },
};
