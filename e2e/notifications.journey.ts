import type { Notifications } from '@voltloop/contract';
import { asUser, expect, instance, say, signIn, test } from './ui.ts';

const page_ = '/notifications/index';
const words = (key: string, values: Record<string, string | number> = {}) =>
  say('en', `notifications:${key}`, values);

test.use({ serviceWorkers: 'allow' });

/** Takes away what a journey has set up. */
async function cleared(user: string) {
  const client = await asUser(user);
  const own = await client.call<Notifications>('GET', '/v1/notifications');
  for (const { id } of own.rules as (Notifications['rules'][number] & { id: string })[])
    await client.raw('DELETE', `/v1/notifications/rules/${id}`);
  for (const { id } of own.channels) await client.raw('DELETE', `/v1/notifications/channels/${id}`);
  return client;
}

test('a rule names codes, devices and a person to escalate to, and says how many events it would have matched', async ({
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
    // A notice: codes below the chosen level are not offered.
    await expect(page.getByText(words('codes.none'))).toBeVisible();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('M_PROT1.2');
    await page.getByRole('option', { name: 'Total over-voltage · M_PROT1.2' }).click();

    // Half an escalation is refused beside its field.
    await dialog.getByLabel(words('rule.escalateMin')).fill('30');
    await dialog.getByRole('button', { name: words('rule.save') }).click();
    await expect(dialog.getByText(say('en', 'fields:notification.escalatePerson'))).toBeVisible();
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

test('a browser that blocks notifications says so; one that allows them becomes a channel and shows what is pushed', async ({
  browser,
}) => {
  await cleared('demo_company');
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: instance.url });
  try {
    // No push service is reached from here: the browser's subscription is made up, all else is its own.
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

    // A message as the push service hands it over, straight to the worker.
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const said = { id: 'one', language: 'en', title: 'Fault: Over-voltage', body: 'House', path: page_ };
    const push = {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(said),
    };
    // The headless browser has nothing to show notifications with: the requested notifications are recorded instead.
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(`self.registration.showNotification = async (title, { body, tag }) => {
      self.shown = [title, body, tag].join('|');
    }`);
    await session.send('ServiceWorker.deliverPushMessage', push);
    await expect.poll(() => worker?.evaluate('self.shown')).toBe('Fault: Over-voltage|House|one');

    // Removed, the browser's own subscription ends too.
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
