import { describe, expect, it } from 'vitest';
import { bodyOf, matchedBy, type RuleValues, ruleForm, valuesOf } from './rule-form.ts';

const fresh: RuleValues = valuesOf(null, { name: 'Mine', channel_ids: ['c'] });
const wrongOf = (values: RuleValues) =>
  ruleForm.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the form of a rule', () => {
  it('keeps only the choice of the current scope if several were made', () => {
    const values: RuleValues = { ...fresh, scope: 'site', account_id: 'a', site_id: 's', devid: 'd' };
    expect(matchedBy(values)).toMatchObject({ account_id: null, site_id: 's', devid: null });
    expect(bodyOf({ ...values, scope: 'all' })).toMatchObject({
      account_id: null,
      site_id: null,
      devid: null,
    });
  });

  it('reports missing fields of a scope and of an escalation', () => {
    expect(wrongOf(fresh)).toEqual([]);
    expect(wrongOf({ ...fresh, scope: 'device' })).toEqual([['devid', 'notification.device']]);
    expect(matchedBy({ ...fresh, scope: 'device' })).toBeNull();
    expect(wrongOf({ ...fresh, escalate_account_id: 'p' })).toEqual([
      ['escalate_min', 'notification.escalateMin'],
    ]);
    expect(wrongOf({ ...fresh, escalate_min: 30 })).toEqual([
      ['escalate_account_id', 'notification.escalatePerson'],
    ]);
  });

  it('shows a rule as it is stored', () => {
    const body = bodyOf({
      ...fresh,
      scope: 'site',
      site_id: 's',
      escalate_min: 30,
      escalate_account_id: 'p',
    });
    const stored = { ...body, id: 'r', account_name: null, site_name: 'Home', escalate_name: 'Boss' };
    const shown = valuesOf(stored as Parameters<typeof valuesOf>[0], { name: '', channel_ids: [] });
    expect(bodyOf(shown)).toEqual(body);
  });
});
