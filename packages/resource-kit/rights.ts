import type { Resource } from './resource.ts';

/** The buttons of a resource, in the order of their ids after the menu entry's own. */
export const buttons = ['insert', 'update', 'delete', 'export', 'import', 'step', 'personal'] as const;
export type Button = (typeof buttons)[number];

/** Id of the right to see a resource, or to press one of its buttons (decisions B37: permissionList holds menu ids). */
export function rightOf(resource: Pick<Resource, 'menu'>, button?: Button): number {
  return button === undefined ? resource.menu : resource.menu + 1 + buttons.indexOf(button);
}
