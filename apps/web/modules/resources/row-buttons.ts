import type { Step } from '@voltloop/resource-kit';
import type { Action } from './views.ts';

/** Something that can be done with a row: a step of its life, or an action of its views. */
export type RowButton =
  | { kind: 'step'; name: string; label: Step['label'] }
  | { kind: 'action'; name: string; label: Action['label']; action: Action };

/** What a row's page offers, by its weight. */
export interface RowButtons {
  /** The main next step, highlighted. */
  first: RowButton | null;
  /** What is made beside that step: the document that the row needs now. */
  second: RowButton | null;
  /** In the menu. */
  others: readonly RowButton[];
  /** In the menu, apart and red: what cannot be undone. */
  grave: readonly RowButton[];
}

/**
 * One button leads a page, everything else is in its menu.
 * @param steps That can be taken from the state of the row
 * @param actions That the row has
 * @param next The step that the views of the entity put first
 */
export function rowButtons(
  steps: readonly [string, Step][],
  actions: readonly Action[],
  next: string | null,
): RowButtons {
  const ofStep = ([name, { label }]: [string, Step]): RowButton => ({ kind: 'step', name, label });
  const ofAction = (action: Action): RowButton => ({
    ...{ kind: 'action', name: action.id, label: action.label },
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
    grave: [
      ...actions.filter(({ danger }) => danger).map(ofAction),
      ...steps.filter(([, { danger }]) => danger).map(ofStep),
    ],
  };
}
