import { create } from 'zustand';
import type { StepId } from './steps.ts';

/** What is pointed at: the control of a step, on the page that the step leads to. */
export interface Pointing {
  step: StepId;
  /** Null: on whichever page is open. */
  path: string | null;
  /** Finds the control; the first one that is visible is meant. */
  selector: string;
}

export const usePointing = create<{ at: Pointing | null }>(() => ({ at: null }));

export const pointAt = (at: Pointing | null) => usePointing.setState({ at });
