import {
  accountKinds,
  kindRules,
  kindsBelow,
  mayBeBelow,
  portalKinds,
  roleIndexOfLevel,
  roleRenonOfLevel,
} from '@voltloop/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayManageAccounts, userNameProblem } from './rules.ts';
import { defaultRoleId, invitationState, kindOfNew, userNameFor } from './rules-users.ts';

const anyKind = fc.constantFrom(...accountKinds);

describe('the kind of a new account', () => {
  test.each([
    ['main', 'company'],
    ['factory', 'company'],
    ['agent1', 'company'],
    ['agent2', 'company'],
    ['company', 'installer'],
    ['installer', 'enduser'],
  ] as const)('below %s is a %s by default (A26)', (parent, kind) => {
    expect(kindOfNew({ kind: parent, level: kindRules[parent].level }, {})).toBe(kind);
  });
  test('is never allowed below an end user or staff', () => {
    for (const kind of ['enduser', 'staff'] as const) {
      expect(kindsBelow(kind)).toEqual([]);
      expect(kindOfNew({ kind, level: kindRules[kind].level }, {})).toBeNull();
    }
  });
  test('follows the role id; role 2 is the topmost agent that fits', () => {
    const below = (parent: 'main' | 'agent1' | 'agent2', roleId: number) =>
      kindOfNew({ kind: parent, level: kindRules[parent].level }, { roleIds: [roleId] });
    expect([below('main', 2), below('agent1', 2), below('agent2', 2)]).toEqual(['agent1', 'agent2', null]);
    expect([below('main', 0), below('main', 100), below('main', 5)]).toEqual([null, null, 'enduser']);
  });
  test('is limited to kinds below its parent, even if another is requested', () => {
    fc.assert(
      fc.property(
        anyKind,
        fc.option(fc.constantFrom(...portalKinds), { nil: undefined }),
        fc.option(fc.array(fc.integer({ min: -1, max: 101 }), { maxLength: 3 }), { nil: undefined }),
        (parent, kind, roleIds) => {
          const made = kindOfNew({ kind: parent, level: kindRules[parent].level }, { kind, roleIds });
          if (made === null) return;
          expect(mayBeBelow(made, parent)).toBe(true);
          if (kind) expect(made).toBe(kind);
          else if (roleIds?.length) expect(kindRules[made].roleId).toBe(roleIds[0]);
        },
      ),
    );
  });
  test('by default has the end-user role for level 6 and a dealer’s for the others (specification section 6)', () => {
    expect([1, 2, 3, 4, 6].map(defaultRoleId)).toEqual([3, 3, 3, 3, 5]);
  });
});

test('follows levels and roles of the seven kinds, and both helpers of the specification', () => {
  expect(portalKinds.map((k) => kindRules[k].level)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(portalKinds.map((k) => kindRules[k].roleId)).toEqual([1, 2, 2, 3, 4, 5]);
  expect([1, 2, 3, 4, 5, 6, 7, 12].map(roleIndexOfLevel)).toEqual([0, 1, 2, 3, 4, 5, 5, 5]);
  expect([1, 2, 5, 9].map(roleRenonOfLevel)).toEqual([0, 1, 1, 1]);
  expect([0, 1, 2, 3, 4, 5, 100].map(mayManageAccounts)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe('the order of kinds', () => {
  test('has no cycle: of two kinds at most one may be below the other, and none below itself', () => {
    fc.assert(
      fc.property(anyKind, anyKind, (a, b) => {
        expect(mayBeBelow(a, b) && mayBeBelow(b, a)).toBe(false);
      }),
    );
  });
  test('is transitive', () => {
    fc.assert(
      fc.property(anyKind, anyKind, anyKind, (a, b, c) => {
        if (a !== 'staff' && mayBeBelow(a, b) && mayBeBelow(b, c)) expect(mayBeBelow(a, c)).toBe(true);
      }),
    );
  });
});

describe('a generated user name', () => {
  test('is the name if valid, else derived from the address', () => {
    expect(userNameFor('solar_nord', 'x@y.example', new Set())).toBe('solar_nord');
    expect(userNameFor('Anna Berg', 'anna.berg@home.example', new Set())).toBe('annaberg');
    expect(userNameFor('王小明', '1@home.example', new Set())).toBe('user00');
    expect(userNameFor('Anna Berg', 'anna.berg@home.example', new Set(['annaberg', 'annaberg2']))).toBe(
      'annaberg3',
    );
  });
  test('is valid and free for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.emailAddress(), fc.integer({ min: 0, max: 30 }), (name, email, others) => {
        const taken = new Set<string>();
        for (let i = 0; i < others; i++) taken.add(userNameFor(name, email, taken).toLowerCase());
        const made = userNameFor(name, email, taken);
        expect(userNameProblem(made)).toBeNull();
        expect(taken.has(made.toLowerCase())).toBe(false);
        expect(taken.size).toBe(others);
      }),
    );
  });
});

test('an invitation is open until it is withdrawn, used up or expired', () => {
  const now = new Date('2026-03-01T10:00:00Z');
  const later = new Date(now.getTime() + 1);
  const base = { uses: 0, maxUses: 2, expiresAt: later, revokedAt: null };
  expect(invitationState(base, now)).toBe('open');
  expect(invitationState({ ...base, uses: 2 }, now)).toBe('used');
  expect(invitationState({ ...base, expiresAt: now }, now)).toBe('expired');
  expect(invitationState({ ...base, uses: 2, revokedAt: now }, now)).toBe('revoked');
});
