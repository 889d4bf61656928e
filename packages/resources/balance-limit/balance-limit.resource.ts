import { decimal, defineResource, option, text } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** How far a step of recycling may be out of balance, where it is not what this product assumes. */
export const balanceLimit = defineResource({
  ...named('balanceLimit'),
  path: '/balanceLimit',
  table: 'balance_limits',
  title: 'step',
  fields: {
    step: option('Step', '工序', 'recyclingStep', { required: true, fixed: true }),
    tolerancePct: decimal('Tolerance', '平衡允差', {
      scale: 3,
      max: 20,
      unit: '%',
      required: true,
      hint: {
        en: 'Share of what goes in by which a run may be out of balance',
        zh: '投入与产出、残渣、损耗之差占投入量的比例上限',
      },
    }),
    remark: text('Remark', '备注', { max: 500, long: true }),
  },
  list: {
    columns: ['step', 'tolerancePct', 'remark', 'updateTime'],
    sort: { field: 'createTime', desc: true },
    search: ['remark'],
  },
  form: [{ title: { en: 'Limit', zh: '平衡允差' }, fields: ['step', 'tolerancePct', 'remark'] }],
  unique: { balance_limits_step: ['step'] },
  without: ['import', 'export'],
});
