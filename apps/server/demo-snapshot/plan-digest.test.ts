import { expect, test } from 'vitest';
import { storedSnapshot } from '../demo/snapshot/file.ts';
import { planDigest } from './plan-digest.ts';

test.each(['small', 'full'] as const)(
  'the %s snapshot was made of what the generator plans now (else run snapshot-write.ts, see CONTRIBUTING)',
  (size) => {
    const { begun, plan } = storedSnapshot(size);
    expect(planDigest(size, new Date(begun))).toBe(plan);
  },
);
