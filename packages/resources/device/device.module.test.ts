import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import type { TestServer } from '../../../apps/server/testing/server.ts';
import { device } from './device.resource.ts';

/** A thing with a last known state, as the portal stores it. */
async function thing({ services }: TestServer, tenantId: string, n: number): Promise<string> {
  const { rows } = await services.pool.query<{ id: string }>(
    `with thing as (
       insert into things (tenant_id, devid, devname, secret_hash, description, longitude, latitude)
       values ($1, $2, $3, '', $4, 118.089425, 24.479834) returning id)
     insert into thing_state (thing_id, status, hw_version, sw_version) select id, 1, '2.1', '3.0.7' from thing
     returning thing_id as id`,
    [
      tenantId,
      `ESM-${String(n).padStart(6, '0')}`,
      `设备 ${n}`,
      JSON.stringify({ installTime: '2025-05-06' }),
    ],
  );
  return (rows[0] as { id: string }).id;
}

describeResource(device, {
  born: thing,
  row: async (n, make) => ({
    categoryId: await make('deviceCategory', {
      categoryName: `储能柜 ${n}`,
      categoryCode: n.toString(36).toUpperCase().padStart(2, '0'),
      productType: 1,
    }),
    siteId: await make('recycleSite', { name: `网点 ${n}`, address: '厦门市' }),
    remark: 'note',
  }),
  change: { field: 'remark', to: '移至二号仓' },
  wrong: [
    ['categoryId', '018f0000-0000-7000-8000-000000000001', 'resource.noReference'],
    ['siteId', 'x', 'validation.invalid_format'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
});
