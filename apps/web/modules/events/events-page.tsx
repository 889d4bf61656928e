import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { NoPermission, PageHeader, SkeletonPage } from '../../ui/index.ts';
import { EventsList } from './events-list.tsx';

const RulesTab = lazy(() => import('./rules-tab.tsx'));

/** Roles that manage rules (contract `listRules`). */
const RULE_ROLES = 2;

/** Faults, warnings and notices of the account's devices; for the first three roles also the alarm rules. */
export default function EventsPage() {
  const { t } = useTranslation('events');
  const { roleId } = useAccount();
  const [params, setParams] = useSearchParams();
  const mayRule = roleId <= RULE_ROLES;
  const tab = params.get('tab') === 'rules' ? 'rules' : 'events';
  return (
    <>
      <PageHeader title={t('page.title')} description={t('page.description')} />
      {mayRule ? (
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(next) => setParams(next === 'rules' ? { tab: 'rules' } : {}, { replace: true })}
        >
          <Tabs.List aria-label={t('page.tabs')} mb="md">
            <Tabs.Tab value="events">{t('page.events')}</Tabs.Tab>
            <Tabs.Tab value="rules">{t('page.rules')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="events">
            <EventsList />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <Suspense fallback={<SkeletonPage />}>
              <RulesTab />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      ) : tab === 'rules' ? (
        <NoPermission />
      ) : (
        <EventsList />
      )}
    </>
  );
}
