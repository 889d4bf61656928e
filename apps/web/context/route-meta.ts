import type { Words } from '@voltloop/resource-kit';
import type { ComponentType } from 'react';

/** A page or a group of the site map, as data: guard, menu, breadcrumb, titles and tests read the same table. */
export interface RouteMeta {
  /** Full path, with `:name` parameters. A group has one too, as its id; nothing answers there. */
  path: string;
  /** Key in the catalogue `routes`; without one the route has no title and no crumb. */
  title?: string;
  /** The title itself, for what is named outside the catalogues: the entities of the back office. */
  words?: Words;
  /** The part of the menu that it belongs to; a divider with its name comes before the first of it. */
  section?: 'manage';
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Role ids that may see and open it. */
  roles?: readonly number[];
  /** Role ids that the guard also lets in by URL, though the menu does not show it (interpretation A16). */
  guardRoles?: readonly number[];
  /**
   * Id of the back-office menu entry that opens it besides the roles (interpretation B37): to the main account, and to staff
   * whose role has it. A group without roles and right is visible to everybody who may see one of its children.
   */
  right?: number;
  /** Which half of the console it belongs to; the portal when absent. */
  family?: 'backoffice';
  /** Every account of the back office may open it too, whatever its rights; both families share it. */
  staff?: true;
  /** False: no sign-in needed. */
  requireAuth?: false;
  /** Passes after login and sends the user onward. */
  permissionRedirect?: true;
  hidden?: true;
  /** Fills the window, without sidebar and tabs; the menu opens it in a tab of its own. */
  wide?: true;
  /** Keeps a group with one child a group. */
  alwaysShow?: true;
  /** Another address, perhaps with a query: opening this one redirects there. */
  aliasOf?: string;
  /** Path of the menu item to light up instead; of several, the first that the account's menu has. */
  activeMenu?: string | readonly string[];
  /** Stays among the tabs: for every role of `roles`, or for these. */
  affix?: true | readonly number[];
  /** Starts fresh at each visit. */
  noCache?: true;
  breadcrumb?: false;
  /** Catalogues of its words, fetched beside its files and not after them. */
  catalogues?: readonly string[];
  /** The page's module; its default export is the page. */
  page?: () => Promise<{ default: ComponentType }>;
  children?: readonly RouteMeta[];
}
