import { ATTENTION_LEVEL } from '@voltloop/contract/calls/things.ts';
import { EventLevel } from '../things/index.ts';

/** That a device needs attention, where its state does not say so. */
export function DeviceProblem({ status, level }: { status: number; level: number }) {
  return level >= ATTENTION_LEVEL && status !== 2 ? <EventLevel level={level} /> : null;
}
