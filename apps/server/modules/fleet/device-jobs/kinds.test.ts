import { jobStates, jobSteps, paramJobStates } from '@voltloop/contract';
import { describe, expect, it } from 'vitest';
import { upgradeJobs } from '../firmware/store-campaigns.ts';
import { paramJobs } from '../params/store-batches.ts';

const statesOf = ({ phases }: { phases: { ranks(): [unknown, number][] } }) =>
  phases.ranks().map(([state]) => state);

describe('the kinds of jobs', () => {
  it('give each state of the contract one phase', () => {
    expect(statesOf(paramJobs).toSorted()).toEqual(paramJobStates.toSorted());
    expect(statesOf(upgradeJobs).toSorted()).toEqual(Object.values(jobStates).toSorted());
  });

  it('retry an upgrade in the states in which its transitions allow it, and change no other finished one', () => {
    const { phases } = upgradeJobs;
    const finished = Object.entries(jobSteps).filter(([name]) => !phases.isOpen(jobStates[name as 'done']));
    const retriable = finished
      .filter(([, steps]) => Object.keys(steps).join() === 'retry')
      .map(([name]) => name);
    expect(retriable.map((name) => jobStates[name as 'failed']).toSorted()).toEqual(
      phases.of('failed', 'dropped').toSorted(),
    );
    const final = finished.filter(([, steps]) => Object.keys(steps).length === 0).map(([name]) => name);
    expect(final.map((name) => jobStates[name as 'done'])).toEqual(phases.of('succeeded'));
  });

  it('cancel immediately what has changed nothing on its device', () => {
    expect(upgradeJobs.kind.unsent).toEqual(upgradeJobs.phases.of('waiting'));
    expect(paramJobs.kind.unsent).toEqual(['waiting', 'reading']);
  });
});
