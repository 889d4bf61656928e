import type { EventRule, Page as Pages, ThingEvent } from '@voltloop/contract';
import { frameOf, mosquittoPub } from './mosquitto.ts';
import { asUser, dataPath, expect, registerFor, signIn, test, textOf } from './ui.ts';

const page_ = '/endUserPage/faultyDevices/index';

test("a reading beyond a rule's limit counts at the bell, is acknowledged with a note, and ends beyond the margin", async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { devid, secret } = await registerFor('demo_company');
  const name = `Too warm ${devid}`;
  const rule = await main.call<EventRule>('POST', `${dataPath(main)}/event-rules`, {
    name_en: name,
    name_zh: name,
    point: 'M_CELL_T_MAX',
    comparison: 'above',
    threshold: 45,
    hysteresis: 5,
    level: 3,
    devid,
  });
  const publish = (value: number) =>
    mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf({ M_CELL_T_MAX: value }));
  const found = async () =>
    (await main.call<Pages<ThingEvent>>('GET', `${dataPath(main)}/events?devid=${devid}&source=rule`)).list;
  try {
    await signIn(page, 'demo_main', page_);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(page.getByRole('grid', { name: textOf('en', 'events:list.label') })).toBeVisible();
    await expect(row).toHaveCount(0);

    // The page stays open without input: the event appears live, in the list and at the bell.
    await expect
      .poll(async () => {
        await publish(46.5);
        return (await found()).length;
      })
      .toBe(1);
    await expect(row).toBeVisible();
    const bell = page.getByRole('button', { name: /unseen warnings? (and|or) faults?/ });
    await bell.click();
    await page.getByRole('dialog').getByRole('link').filter({ hasText: name }).click();

    const drawer = page.getByRole('dialog', { name: textOf('en', 'events:detail.title'), exact: true });
    await expect(drawer).toContainText('Value 46.5 °C, limit 45.0 °C');
    await drawer.getByRole('button', { name: textOf('en', 'events:ack.one') }).click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 event' });
    await dialog.getByLabel(textOf('en', 'events:ack.note')).fill('Fan is being replaced');
    await dialog.getByRole('button', { name: textOf('en', 'events:ack.submit'), exact: true }).dblclick();
    await expect(drawer).toContainText('Fan is being replaced');
    expect(await found()).toMatchObject([{ ack: 1, ack_user: 'demo_main', state: 1 }]);

    // Within the margin it stays active; beyond it, it ends, on the open page too.
    await publish(41);
    await publish(39.9);
    await expect(drawer).toContainText('Ended after');
    expect(await found()).toMatchObject([{ state: 2, value: 46.5 }]);
  } finally {
    await main.raw('DELETE', `${dataPath(main)}/event-rules/${rule.id}`);
  }
});

test('the bell handles Escape even after the focused event has disappeared', { tag: '@slow' }, async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const { devid, secret } = await registerFor('demo_company');
  await mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf({ M_PROT1: 1 }));
  const found = async () =>
    (await main.call<Pages<ThingEvent>>('GET', `${dataPath(main)}/events?devid=${devid}`)).list[0];
  await expect.poll(found).toBeTruthy();
  await signIn(page, 'demo_main', '/home/index');
  const bell = page.getByRole('button', { name: /unseen warnings? (and|or) faults?/ });
  await bell.click();
  const line = page.getByRole('dialog').getByRole('link').filter({ hasText: devid });
  await line.focus();
  await main.call('POST', `${dataPath(main)}/events/${(await found())?.id}/ack`, {});
  await expect(line).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bell).toBeFocused();
});

test('selected events stay selected while the time of the filter moves on', { tag: '@slow' }, async ({
  page,
}) => {
  const { devid, secret } = await registerFor('demo_company');
  await mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf({ M_PROT1: 1 }));
  await page.clock.install();
  await signIn(page, 'demo_main', `${page_}?span=24h&devid=${devid}`);
  const row = page.getByRole('row').filter({ hasText: 'Cell over-voltage' });
  await row.getByRole('checkbox').check();
  const later = page.waitForResponse((reply) => reply.url().includes('/events?'));
  await page.clock.runFor(61_000);
  await later;
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('an end user sees only events of own devices, and can neither acknowledge nor manage rules', async ({
  page,
}) => {
  const [own, other] = await Promise.all([registerFor('demo_enduser'), registerFor('demo_agent2')]);
  for (const { devid, secret } of [own, other]) {
    await mosquittoPub(devid, secret, `things/${devid}/telemetry`, frameOf({ M_PROT1: 1 }));
  }
  const main = await asUser('demo_main');
  await expect
    .poll(async () => {
      const list = await main.call<Pages<ThingEvent>>(
        'GET',
        `${dataPath(main)}/events?code=M_PROT1.0&page_size=99`,
      );
      return [own, other].every(({ devid }) => list.list.some((event) => event.devid === devid));
    })
    .toBe(true);
  await signIn(page, 'demo_enduser', `${page_}?code=M_PROT1.0&tab=rules`);
  await expect(page.getByText(textOf('en', 'ui:noPermission.title'))).toBeVisible();
  await page.goto(`${page_}?code=M_PROT1.0`);
  const row = page.getByRole('row').filter({ hasText: own.devid });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: other.devid })).toHaveCount(0);
  await expect(row.getByRole('checkbox')).toHaveCount(0);
  await row.getByText('Cell over-voltage').click();
  const drawer = page.getByRole('dialog', { name: textOf('en', 'events:detail.title'), exact: true });
  await expect(drawer).toContainText('Cell over-voltage');
  await expect(drawer.getByRole('button', { name: textOf('en', 'events:ack.one') })).toHaveCount(0);
  const enduser = await asUser('demo_enduser');
  const [event] = (await main.call<Pages<ThingEvent>>('GET', `${dataPath(main)}/events?devid=${own.devid}`))
    .list;
  await expect(enduser.call('POST', `${dataPath(enduser)}/events/${event?.id}/ack`, {})).rejects.toThrow();
});
