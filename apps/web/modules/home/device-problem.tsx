import { ATTENTION_LEVEL } from '@voltloop/contract/calls/things.ts';
import { EventLevel } from '../things/index.ts';

/** A badge for a device that needs attention, if its state does not show that already. */
export function DeviceProblem({ status, level }: { status: number; level: number }) {
  return level >= ATTENTION_LEVEL && status !== 2 ? <EventLevel level={level} /> : null;
}
