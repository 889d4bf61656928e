import { type Button, buttons } from './buttons.ts';
import type { Resource, Step } from './resource.ts';

export { type Button, buttons } from './buttons.ts';

/** Whether a resource has a button at all, for any reader. */
export function hasButton(resource: Pick<Resource, 'fields' | 'life' | 'without'>, button: Button): boolean {
  if (resource.without?.includes(button)) return false;
  if (button === 'step') return stepsOf(resource).some(({ right }) => right === undefined);
  return button !== 'personal' || Object.values(resource.fields).some((field) => field.personal);
}

/**
 * Id of the right to view a resource, or to use one of its buttons (interpretation B37: permissionList holds menu
 * ids).
 */
export function rightOf(resource: Pick<Resource, 'menu'>, button?: Button): number {
  return button === undefined ? resource.menu : resource.menu + 1 + buttons.indexOf(button);
}

const stepsOf = ({ life }: Pick<Resource, 'life'>): Step[] => Object.values(life?.steps ?? {});

/** Id of the right to take a step. */
export function rightOfStep(resource: Pick<Resource, 'menu'>, { right }: Pick<Step, 'right'>): number {
  return right === undefined ? rightOf(resource, 'step') : resource.menu + right;
}

/** The rights that only some of its steps need, each with the first of those steps. */
export function rightsOfSteps(resource: Pick<Resource, 'menu' | 'life'>): [right: number, step: Step][] {
  const own = stepsOf(resource).filter(({ right }) => right !== undefined);
  return [...new Map(own.toReversed().map((step) => [rightOfStep(resource, step), step])).entries()].sort(
    ([a], [b]) => a - b,
  );
}

/** Id of the right to override refusals of steps; null if nothing can be overridden. */
export const rightToOverride = ({ menu, life }: Pick<Resource, 'menu' | 'life'>): number | null =>
  life?.override === undefined ? null : menu + life.override;

/** Rights of the steps of documents, as offsets from the id of their kind's menu entry. */
export const documentRights = {
  submit: 10,
  withdraw: 11,
  approve: 12,
  return: 13,
  post: 14,
  cancel: 15,
  void: 16,
  override: 17,
} as const;
