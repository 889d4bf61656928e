import { register } from './api.ts';
import { asUser, expect, newDevid, settled, signIn, test, title } from './ui.ts';

test('the page of a device leaves out what its model does not have', async ({ page }) => {
  const main = await asUser('demo_main');
  const models = `/v1/device-models/tenants/${main.login.tenant_id}/models`;
  const id = `METER-${Date.now()}`;
  await main.call('POST', models, {
    id,
    name: { en: 'Storage with a meter', zh: '带电表的储能' },
    mapping: {
      messages: [
        {
          topic: 'storage/{device}/data',
          format: 'json',
          fields: [
            { to: 'soc', path: '/soc' },
            { to: 'battery_power', path: '/battery' },
            { to: 'grid_power', path: '/grid' },
            { to: 'import', path: '/in' },
            { to: 'export', path: '/out' },
          ],
        },
      ],
    },
  });
  await main.call('POST', `${models}/${id}/activate`, { revision: 1 });
  const { thing } = await register(main, newDevid(), { devname: 'Meter battery', devtype: id });
  await signIn(page, 'demo_main', `/operationStatuss/thing/${thing.devid}`);
  await expect(title(page)).toHaveText('Meter battery');
  await settled(page);

  const content = page.getByRole('main');
  for (const shown of ['State of charge', 'Imported', 'Exported'])
    await expect(content.getByText(shown, { exact: true }).first()).toBeVisible();
  for (const absent of [
    'State of health',
    'Cycles',
    'Voltage',
    'Cell spread',
    'Tomorrow',
    'Battery settings',
  ])
    await expect(content.getByText(absent, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Values' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Packs' })).toHaveCount(0);
  await expect(content.getByRole('alert')).toHaveCount(0);
});
