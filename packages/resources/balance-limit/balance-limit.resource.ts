import { date, decimal, defineResource, option, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** The mass balance tolerance of a recycling step from a day on; overrides the default. */
export const balanceLimit = defineResource({
  ...named('balanceLimit'),
  path: '/balanceLimit',
  table: 'balance_limits',
  title: 'reason',
  fields: {
    step: option('Step', '工序', 'recyclingStep', { required: true }),
    day: date('From', '生效日期', { required: true, today: true }),
    tolerancePct: decimal('Tolerance', '物料平衡允差', {
      scale: 3,
      max: 20,
      unit: '%',
      required: true,
      hint: {
        en: 'Share of what goes in by which a run may be out of balance',
        zh: '投入与产出、残渣、损耗之差占投入量的比例上限',
      },
    }),
    reason: text('Reason', '依据', { max: 200, required: true }),
  },
  list: {
    columns: ['step', 'day', 'tolerancePct', 'reason', 'updateTime'],
    search: ['reason'],
  },
  form: [{ title: { en: 'Limit', zh: '物料平衡允差' }, fields: ['step', 'day', 'tolerancePct', 'reason'] }],
  unique: { balance_limits_step: ['step', 'day'] },
  without: ['import'],
});
