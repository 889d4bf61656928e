import { type Button, buttons } from './buttons.ts';
import { hasSteps, type Resource } from './resource.ts';

export { type Button, buttons } from './buttons.ts';

/** Whether a resource has a button at all, whoever looks at it. */
export function hasButton(resource: Pick<Resource, 'fields' | 'life' | 'without'>, button: Button): boolean {
  if (resource.without?.includes(button)) return false;
  if (button === 'step') return hasSteps(resource);
  return button !== 'personal' || Object.values(resource.fields).some((field) => field.personal);
}

/** Id of the right to see a resource, or to press one of its buttons (decisions B37: permissionList holds menu ids). */
export function rightOf(resource: Pick<Resource, 'menu'>, button?: Button): number {
  return button === undefined ? resource.menu : resource.menu + 1 + buttons.indexOf(button);
}
