import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { store } from './store.resource.ts';

const place = { code: 'A-01-01', maxKg: '800', chemistries: 'B,E', note: '靠墙' };

describeResource(store, {
  row: async (n, make) => ({
    code: `CK-${String(n).padStart(4, '0')}`,
    name: `第${n}仓库 Store ${n}`,
    kind: 1,
    siteId: await make('recycleSite', { name: `网点 ${n}`, address: '厦门市' }),
    region: '350203',
    address: '福建省厦门市思明区湖滨南路1号',
    longitude: '118.089425',
    latitude: '24.479834',
    manager: '林建国',
    phone: '13800138000',
    areaM2: '1500.5',
    capacityKg: '60000',
    capacityPcs: 400,
    tempLimit: '35',
    humidityLimit: '75',
    fireClass: 'C',
    weighCodedWarnPct: '2.5',
    weighCodedRefusePct: '8',
    weighMassRefusePct: '0.9',
    locations: [place, { code: 'A-01-02' }],
    remark: 'note',
  }),
  change: { field: 'name', to: '新仓库' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['kind', 'cold', 'validation.invalid_value'],
    ['siteId', crypto.randomUUID(), 'resource.noReference'],
    ['siteId', 'x', 'validation.invalid_format'],
    ['capacityPcs', 1.5, 'check.integer'],
    ['capacityPcs', 1e9, 'validation.too_big'],
    ['humidityLimit', '101', 'validation.too_big'],
    ['fireClass', 'F', 'validation.invalid_value'],
    ['weighCodedRefusePct', '2.49', 'rule.store.refusesBeforeWarning'],
    ['weighMassRefusePct', '0.2', 'rule.store.refusesBeforeWarning'],
    ['weighMassWarnPct', '101', 'validation.too_big'],
    ['locations', [{ ...place, chemistries: 'B,H' }], 'check.chemistryLetters'],
    ['locations', [{ maxKg: '1' }], 'resource.required'],
    ['locations', Array(501).fill(place), 'validation.too_big'],
  ],
});
