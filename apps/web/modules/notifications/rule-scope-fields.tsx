import type { NotificationRule } from '@voltloop/contract/calls/notifications.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { FieldRow, SelectField } from '../../ui/form/fields.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { accountChoices, deviceChoices, siteChoices } from './queries.ts';
import { type RuleValues, scopes } from './rule-form.ts';

const END_USER = 5;

/** The devices of a rule: all visible ones, those of an account's subtree, of a site, or one. */
export function RuleScopeFields({
  rule,
  scope,
}: {
  rule: NotificationRule | null;
  scope: RuleValues['scope'];
}) {
  const { t } = useTranslation('notifications');
  const { tenantId, roleId } = useAccount();
  // End users have no accounts below them.
  const offered = scopes.filter((each) => each !== 'account' || roleId < END_USER || scope === 'account');
  const first = (value: string | null | undefined, label: string | null | undefined) =>
    value ? { value, label: label ?? value } : null;
  return (
    <FieldRow>
      <SelectField
        name="scope"
        label={t('rule.scope')}
        required
        data={offered.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {scope === 'account' && (
        <SearchSelect
          name="account_id"
          label={t('rule.account')}
          required
          first={first(rule?.account_id, rule?.account_name)}
          choices={(search) => accountChoices(tenantId, search)}
        />
      )}
      {scope === 'site' && (
        <SearchSelect
          name="site_id"
          label={t('rule.site')}
          required
          first={first(rule?.site_id, rule?.site_name)}
          choices={(search) => siteChoices(tenantId, search)}
        />
      )}
      {scope === 'device' && (
        <SearchSelect
          name="devid"
          label={t('rule.device')}
          required
          first={first(rule?.devid, rule?.devid)}
          choices={(search) => deviceChoices(tenantId, search)}
        />
      )}
    </FieldRow>
  );
}
