import type { Resource } from '@voltloop/resource-kit';

/** Pure: the stages of a document on its way, and what of them is behind it. */

export interface Event {
  step: string;
  time: number;
  by: string | null;
  reason: string | null;
}

export interface DocumentStage {
  status: string;
  state: 'done' | 'current' | 'next' | 'wrong';
  /** What brought it there; absent where it has not been, or nothing is known. */
  event?: Event;
}

type Life = NonNullable<Resource['life']>;

/** The states of an undisturbed life: from the start by the first step that leads on and takes nothing back. */
export function pathOf({ start, steps }: Life): string[] {
  const path = [String(start)];
  for (;;) {
    const here = path.at(-1) as string;
    const next = Object.values(steps).find(
      ({ from, to, danger }) =>
        !danger && from.some((each) => String(each) === here) && !path.includes(String(to)),
    );
    if (!next) return path;
    path.push(String(next.to));
  }
}

/** The stages of a document: those of its path, and where it left the path, the end that it came to. */
export function stagesOf(life: Life, status: string, events: readonly Event[]): DocumentStage[] {
  const path = pathOf(life);
  const eventTo = (state: string) =>
    events.findLast(({ step }) =>
      step === 'insert' ? state === path[0] : String(life.steps[step]?.to) === state,
    );
  const stage = (state: string, how: DocumentStage['state']): DocumentStage => {
    const event = how === 'next' ? undefined : eventTo(state);
    return { status: state, state: how, ...(event ? { event } : {}) };
  };
  const here = path.indexOf(status);
  if (here >= 0)
    return path.map((state, place) =>
      stage(state, place < here || here === path.length - 1 ? 'done' : place === here ? 'current' : 'next'),
    );
  // It can be edited again: it is at the beginning again.
  if (life.editable?.some((each) => String(each) === status))
    return [stage(status, 'wrong'), ...path.slice(1).map((state) => stage(state, 'next'))];
  const reached = path.filter((state) => eventTo(state) !== undefined);
  return [...reached.map((state) => stage(state, 'done')), stage(status, 'wrong')];
}

/** The step that leads on from a state: the first that takes nothing back and does not stay there. */
export function nextStepFrom({ start, steps }: Life, status: string): string | null {
  const found = Object.entries(steps).find(
    ([, { from, to, danger }]) =>
      !danger &&
      from.some((each) => String(each) === status) &&
      String(to) !== String(start) &&
      String(to) !== status,
  );
  return found?.[0] ?? null;
}

/** The events of a life, the first one first, of the history of a row. */
export const eventsOf = (
  history: readonly {
    action: string;
    step: string | null;
    time: number;
    user: string | null;
    reason: string | null;
  }[],
): Event[] =>
  history
    .flatMap(({ action, step, time, user, reason }) =>
      step !== null || action === 'insert' ? [{ step: step ?? 'insert', time, by: user, reason }] : [],
    )
    .toReversed();
