import { accountKinds, portalKinds } from '@voltloop/contract';
import { expect, it } from 'vitest';
import { mayBeBelow } from '../../../server/modules/accounts/rules.ts';
import { kindsBelow, mayStandBelow } from './kinds.ts';

it('offers what the server allows, and nothing else', () => {
  for (const parent of accountKinds) {
    expect(kindsBelow(parent)).toEqual(portalKinds.filter((kind) => mayBeBelow(kind, parent)));
    for (const kind of accountKinds) expect(mayStandBelow(kind, parent)).toBe(mayBeBelow(kind, parent));
  }
});
