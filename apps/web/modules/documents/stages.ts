import type { Resource } from '@voltloop/resource-kit';

/** Pure: the stages of a document, and which of them it has reached. */

export interface Event {
  step: string;
  time: number;
  by: string | null;
  reason: string | null;
}

export interface DocumentStage {
  status: string;
  state: 'done' | 'current' | 'next' | 'wrong';
  /** The event that led to it; absent if it was not reached, or without history. */
  event?: Event;
}

type Life = NonNullable<Resource['life']>;

/** The states of an undisturbed life: from the start, always by the first step forward. */
export function pathOf({ start, steps }: Life): string[] {
  const path = [String(start)];
  for (;;) {
    const current = path.at(-1) as string;
    const next = Object.values(steps).find(
      ({ from, to, danger }) =>
        !danger && from.some((each) => String(each) === current) && !path.includes(String(to)),
    );
    if (!next) return path;
    path.push(String(next.to));
  }
}

/** The stages of a document: those of its path, and, if it left the path, its final state. */
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
  const current = path.indexOf(status);
  if (current >= 0)
    return path.map((state, place) =>
      stage(
        state,
        place < current || current === path.length - 1 ? 'done' : place === current ? 'current' : 'next',
      ),
    );
  // It can be edited again: it is back at the beginning.
  if (life.editable?.some((each) => String(each) === status))
    return [stage(status, 'wrong'), ...path.slice(1).map((state) => stage(state, 'next'))];
  const reached = path.filter((state) => eventTo(state) !== undefined);
  return [...reached.map((state) => stage(state, 'done')), stage(status, 'wrong')];
}

/** The step forward from a state: the first one that neither goes back nor stays there. */
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

/** The life cycle events in a row's history, oldest first. */
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
