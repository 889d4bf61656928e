import type { Words } from '@voltloop/resource-kit';
import type { ComponentType } from 'react';

/** A page or a group of the site map, as data: guard, menu, breadcrumb, titles and tests read the same table. */
export interface RouteMeta {
  /** Full path, with `:name` parameters. A group has one too, as its id; it has no page. */
  path: string;
  /** Key in the catalogue `routes`; without one the route has no title and no breadcrumb. */
  title?: string;
  /** Key of a shorter title, for the bar of phones. */
  short?: string;
  /** The title itself, for routes named outside the catalogues: the resources of the back office. */
  words?: Words;
  /** Its section of the menu; a divider with the name precedes the first entry. */
  section?: 'manage';
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Role ids that may see and open it. */
  roles?: readonly number[];
  /** Role ids that the guard also allows by URL, though the menu does not show it (interpretation A16). */
  guardRoles?: readonly number[];
  /**
   * Id of the back-office menu entry that also opens it (interpretation B37): to the main account, and to staff whose
   * role has it. A group without roles and right is visible to everyone who may see one of its children.
   */
  right?: number;
  /** Its family; the portal when absent. */
  family?: 'backoffice';
  /** Open to every account of the back office too, regardless of rights; both families share it. */
  staff?: true;
  /** False: no sign-in needed. */
  requireAuth?: false;
  /** Passes after login and redirects. */
  permissionRedirect?: true;
  hidden?: true;
  /** Fills the window, without sidebar and tabs; the menu opens it in a new browser tab. */
  wide?: true;
  /** Keeps a group with one child a group. */
  alwaysShow?: true;
  /** A path, perhaps with a query, that this one redirects to. */
  aliasOf?: string;
  /** Path of the menu item to highlight instead; of several, the first in the account's menu. */
  activeMenu?: string | readonly string[];
  /** A fixed tab: for every role of `roles`, or for these. */
  affix?: true | readonly number[];
  /** Not kept in memory: starts fresh at each visit. */
  noCache?: true;
  breadcrumb?: false;
  /** Catalogues of its texts, loaded in parallel with its code. */
  catalogues?: readonly string[];
  /** Imports the page's module, whose default export is the page. */
  page?: () => Promise<{ default: ComponentType }>;
  children?: readonly RouteMeta[];
}
