import type { Step } from '@voltloop/resource-kit';
import type { Action } from './views.ts';

/** A button of a row: a step of its life cycle, or an action of its views. */
export type RowButton =
  | { kind: 'step'; name: string; label: Step['label'] }
  | { kind: 'action'; name: string; label: Action['label']; action: Action };

/** The buttons of a row's page by importance. */
export interface RowButtons {
  /** The main next step, highlighted. */
  first: RowButton | null;
  /** Beside the main step: creates the document that the row needs now. */
  second: RowButton | null;
  /** In the menu. */
  others: readonly RowButton[];
  /** In the menu, separated and red: irreversible. */
  destructive: readonly RowButton[];
}

/**
 * Divides steps and actions into the primary button, a secondary one, and the menu.
 * @param steps Available in the row's state
 * @param actions Available for the row
 * @param next The step that the resource's views put first
 */
export function rowButtons(
  steps: readonly [string, Step][],
  actions: readonly Action[],
  next: string | null,
): RowButtons {
  const ofStep = ([name, { label }]: [string, Step]): RowButton => ({ kind: 'step', name, label });
  const ofAction = (action: Action): RowButton => ({
    kind: 'action',
    name: action.id,
    label: action.label,
    action,
  });
  const plainSteps = steps.filter(([, { danger }]) => !danger);
  const plainActions = actions.filter(({ danger }) => !danger);
  const leading =
    plainSteps.find(([name]) => name === next) ?? plainSteps.find(([, { leads }]) => leads === true);
  const made = plainActions.find(({ daily, quiet }) => daily && !quiet);
  const first = leading ? ofStep(leading) : made ? ofAction(made) : null;
  const second = leading && made ? ofAction(made) : null;
  const daily = plainActions.filter((each) => each.daily);
  const rare = plainActions.filter((each) => !each.daily);
  return {
    first,
    second,
    others: [
      ...plainSteps.filter((each) => each !== leading).map(ofStep),
      ...[...daily, ...rare].filter((each) => each !== made).map(ofAction),
    ],
    destructive: [
      ...actions.filter(({ danger }) => danger).map(ofAction),
      ...steps.filter(([, { danger }]) => danger).map(ofStep),
    ],
  };
}
