import type { Locator, Page } from '@playwright/test';
import { type Language, textOf } from './ui.ts';

interface Scene {
  user: string;
  /** The screen that the dialogs open over. */
  path: (facts: Facts) => string;
  /** Each opens one dialog, menu or panel; Escape closes it. */
  dialogs: Record<string, (page: Page, text: TextOf, facts: Facts) => Promise<void>>;
}
/** The interface text of a key, in the language of the walk. */
type TextOf = (key: string, values?: Record<string, string | number>) => string;
export interface Facts {
  devid: string;
  devname: string;
  /** Name of the demo's installation company, which has accounts and devices below it. */
  company: string;
}

const press = (name: string) => (page: Page, text: TextOf) =>
  page
    .getByRole('button', { name: text(name), exact: true })
    .first()
    .click();
const fromMenu = (menu: (page: Page, text: TextOf, facts: Facts) => Locator, item: string) => {
  return async (page: Page, text: TextOf, facts: Facts) => {
    await menu(page, text, facts).click();
    await page.getByRole('menuitem', { name: text(item), exact: true }).click();
  };
};
const userMenu = (page: Page, text: TextOf, { company }: Facts) =>
  page.getByRole('button', { name: text('users:action.menu', { name: company }) });
const thingMenu = (page: Page, text: TextOf, { devname }: Facts) =>
  page.getByRole('button', { name: text('devices:menu.of', { name: devname }) });

/** The dialogs, menus and panels of the console, by the screen they open over. */
export const scenes: readonly Scene[] = [
  {
    user: 'demo_main',
    path: () => '/secondDistributorUserManager/index?search=demo_company',
    dialogs: {
      create: press('users:create.button'),
      actions: (page, text, facts) => userMenu(page, text, facts).click(),
      edit: fromMenu(userMenu, 'users:action.edit'),
      things: fromMenu(userMenu, 'users:action.things'),
      reset: fromMenu(userMenu, 'users:action.reset'),
      move: fromMenu(userMenu, 'users:action.move'),
      disable: fromMenu(userMenu, 'users:action.disable'),
      'delete, refused': fromMenu(userMenu, 'users:action.delete'),
      columns: press('list:columns.button'),
      views: press('list:views.button'),
      'save view': fromMenu(
        (page, text) => page.getByRole('button', { name: text('list:views.button'), exact: true }),
        'list:views.saveNew',
      ),
      palette: async (page, text) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: text('palette:title') }).fill('demo');
      },
      bell: (page) => page.getByRole('banner').locator('[aria-haspopup="dialog"][aria-expanded]').click(),
      settings: press('settings:open'),
    },
  },
  {
    user: 'demo_main',
    path: () => '/secondDistributorUserManager/index?tab=invitations',
    dialogs: { invite: press('users:invite.button') },
  },
  {
    user: 'demo_main',
    path: ({ devid }) => `/deviceManager/index?search=${devid}`,
    dialogs: {
      register: press('devices:register.button'),
      import: press('devices:import.button'),
      filter: press('list:filter.button'),
      bind: fromMenu(thingMenu, 'devices:menu.bind'),
      edit: fromMenu(thingMenu, 'devices:menu.edit'),
      'auto-bind': fromMenu(thingMenu, 'devices:menu.autoBind'),
      secret: fromMenu(thingMenu, 'devices:menu.secret'),
      delete: fromMenu(thingMenu, 'devices:menu.delete'),
    },
  },
  {
    user: 'demo_main',
    path: () => '/endUserPage/systemUpgrade/index',
    dialogs: {
      upload: press('firmware:upload.button'),
      keys: press('firmware:keys.button'),
      versions: (page, text) =>
        page.getByText(text('firmware:package.history'), { exact: true }).first().click(),
      start: async (page, text) => {
        const devices = page.getByRole('grid', { name: text('firmware:devices.title') });
        await devices.getByRole('row').nth(1).getByRole('checkbox').check();
        await press('firmware:devices.upgrade')(page, text);
      },
    },
  },
  {
    user: 'demo_main',
    path: () => '/endUserPage/faultyDevices/index?state=all',
    dialogs: {
      event: (page, text) =>
        page
          .getByRole('grid', { name: text('events:list.label') })
          .getByRole('row')
          .nth(1)
          .click(),
    },
  },
  {
    user: 'demo_main',
    path: () => '/endUserPage/faultyDevices/index?tab=rules',
    dialogs: { rule: press('events:rules.new') },
  },
  {
    user: 'demo_main',
    path: ({ devid }) => `/operationStatuss/thing/${devid}?tab=commands`,
    dialogs: { 'reset the device': press('things:actions.resetDo') },
  },
  {
    user: 'demo_factory',
    path: () => '/endUserPage/personalInformation/index',
    dialogs: {
      password: press('account:password.change'),
      'two-factor': press('account:factor.enable'),
      'sign in elsewhere': press('account:device.show'),
    },
  },
];

export const speaker =
  (language: Language): TextOf =>
  (key, values) =>
    textOf(language, key, values);
