import type { Notifications } from '@voltloop/contract';
import { asUser, expect, instance, signIn, test, textOf } from './ui.ts';

const page_ = '/notifications/index';
const words = (key: string, values: Record<string, string | number> = {}) =>
  textOf('en', `notifications:${key}`, values);

test.use({ serviceWorkers: 'allow' });

/** Deletes what a journey has created. */
async function cleared(user: string) {
  const client = await asUser(user);
  const own = await client.call<Notifications>('GET', '/v1/notifications');
  for (const { id } of own.rules as (Notifications['rules'][number] & { id: string })[])
    await client.raw('DELETE', `/v1/notifications/rules/${id}`);
  for (const { id } of own.channels) await client.raw('DELETE', `/v1/notifications/channels/${id}`);
  return client;
}

test('a rule selects codes, devices and an account to escalate to, and shows how many events it would have matched', async ({
  page,
}) => {
  const client = await cleared('demo_installer');
  const target = 'https://hooks.example.org/voltloop';
  await client.call('POST', '/v1/notifications/channels', { kind: 'webhook', name: 'Desk', target });
  try {
    await signIn(page, 'demo_installer', page_);
    await page.getByRole('button', { name: words('rule.add'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('status')).toContainText(/would have matched .* in the last 7 days/);

    await dialog.getByLabel(words('rule.codes')).first().click();
    await page.keyboard.type('no data');
    // A notice: codes below the chosen level are not listed.
    await expect(page.getByText(words('codes.none'))).toBeVisible();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('M_PROT1.2');
    await page.getByRole('option', { name: 'Total over-voltage · M_PROT1.2' }).click();

    // An incomplete escalation is refused beside its field.
    await dialog.getByLabel(words('rule.escalateMin')).fill('30');
    await dialog.getByRole('button', { name: words('rule.save') }).click();
    await expect(dialog.getByText(textOf('en', 'fields:notification.escalatePerson'))).toBeVisible();
    await dialog.getByLabel(words('rule.escalatePerson')).first().click();
    await page.getByRole('option', { name: new RegExp(words('rule.parent')) }).click();
    await dialog.getByRole('button', { name: words('rule.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/1 event code .* after 30 minutes escalated to/)).toBeVisible();
    const { rules } = await client.call<Notifications>('GET', '/v1/notifications');
    expect(rules).toMatchObject([{ codes: ['M_PROT1.2'], least_level: 2, escalate_min: 30 }]);

    // Quiet hours begin, and end again.
    await page.getByRole('button', { name: words('quiet.begin'), exact: true }).click();
    await page.getByRole('button', { name: words('quiet.end'), exact: true }).click();
    await expect(page.getByRole('button', { name: words('quiet.begin'), exact: true })).toBeVisible();
  } finally {
    await cleared('demo_installer');
  }
});

test('a browser that blocks notifications reports that; one that allows them becomes a channel and shows pushed messages', {
  tag: '@slow',
}, async ({ browser }) => {
  await cleared('demo_company');
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: instance.url });
  try {
    // No push service is reachable here: the browser's subscription is mocked, everything else is real.
    await context.addInitScript(`
      let blocked = sessionStorage.getItem('blocked') !== 'no';
      Object.defineProperty(Notification, 'permission', { get: () => (blocked ? 'denied' : 'granted') });
      Notification.requestPermission = async () => 'granted';
      const subscription = {
        endpoint: 'https://push.example.org/' + 'browser-of-the-journey',
        options: { applicationServerKey: null },
        unsubscribe: async () => { localStorage.removeItem('subscribed'); return true; },
        toJSON: () => ({ endpoint: subscription.endpoint, keys: {
          p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
          auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      };
      PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? subscription : null);
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (applicationServerKey.length !== 65 || applicationServerKey[0] !== 4) throw new Error('no key');
        localStorage.setItem('subscribed', '1');
        return subscription;
      };`);
    await context.grantPermissions(['notifications']);
    const page = await context.newPage();
    await signIn(page, 'demo_company', page_);
    await expect(page.getByText(words('push.denied'))).toBeVisible();
    const begin = page.getByRole('button', { name: words('push.begin') });
    await expect(begin).toHaveCount(0);

    await page.evaluate("sessionStorage.setItem('blocked', 'no')");
    await page.reload();
    await begin.click();
    const row = page.getByRole('listitem').filter({ hasText: words('push.here') });
    await expect(row).toBeVisible();
    await expect(begin).toHaveCount(0);

    // A message as the push service delivers it, passed directly to the worker.
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const pushed = { id: 'one', language: 'en', title: 'Fault: Over-voltage', body: 'House', path: page_ };
    const push = {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(pushed),
    };
    // The headless browser cannot show notifications: the requested ones are recorded instead.
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(`self.registration.showNotification = async (title, { body, tag }) => {
      self.shown = [title, body, tag].join('|');
    }`);
    await session.send('ServiceWorker.deliverPushMessage', push);
    await expect.poll(() => worker?.evaluate('self.shown')).toBe('Fault: Over-voltage|House|one');

    // Removing the channel also ends the browser's own subscription.
    await row.getByRole('button', { name: /^Remove / }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('channel.remove') })
      .click();
    await expect(begin).toBeVisible();
    expect(await page.evaluate("localStorage.getItem('subscribed')")).toBeNull();
  } finally {
    await context.close();
    await cleared('demo_company');
  }
});
