import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { balanceLimit } from './balance-limit.resource.ts';

const steps = ['dismantle', 'crush', 'hydro', 'mix', 'discharge'];

describeResource(balanceLimit, {
  row: async (n) => ({ step: steps[n % 5], tolerancePct: '1.5', remark: `note ${n}` }),
  change: { field: 'remark', to: 'agreed' },
  wrong: [
    ['step', 'smelt', 'validation.invalid_value'],
    ['tolerancePct', '20.001', 'validation.too_big'],
    ['tolerancePct', '-1', 'validation.too_small'],
  ],
});
