import { create } from 'zustand';
import type { StepId } from './steps.ts';

/** The highlighted control of a step, and the page it is on. */
export interface Pointing {
  step: StepId;
  /** Null: on any page. */
  path: string | null;
  /** Selector of the control; the first visible match counts. */
  selector: string;
}

export const usePointing = create<{ at: Pointing | null }>(() => ({ at: null }));

export const pointAt = (at: Pointing | null) => usePointing.setState({ at });
