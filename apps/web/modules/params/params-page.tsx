import { Tabs } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useChosenDevices } from '../../ui/devices/chosen-devices.ts';
import { PageHeader, SkeletonPage } from '../../ui/index.ts';
import { DeviceTab } from './device-tab.tsx';
import { type ParamsView, type ParamTab, viewFromUrl, viewToUrl } from './params-url.ts';

const BatchesTab = lazy(() => import('./batches-tab.tsx'));
const TemplatesTab = lazy(() => import('./templates-tab.tsx'));

/** Parameters of one device, of many, and templates for both. */
export default function ParamsPage() {
  const { t } = useTranslation(['params', 'routes']);
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<ParamsView>) =>
    setParams(viewToUrl({ ...view, ...next }), { replace: true, preventScrollReset: true });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  useChosenDevices(setChosen);
  return (
    <>
      <PageHeader title={t('routes:parameters')} description={t('description')} />
      <Tabs value={view.tab} onChange={(tab) => show({ tab: (tab as ParamTab | null) ?? 'device' })}>
        <Tabs.List aria-label={t('tabs.label')} mb="md">
          <Tabs.Tab value="device">{t('tabs.device')}</Tabs.Tab>
          <Tabs.Tab value="batches">{t('tabs.batches')}</Tabs.Tab>
          <Tabs.Tab value="templates">{t('tabs.templates')}</Tabs.Tab>
        </Tabs.List>
        {/* Stays mounted, so that typed values survive a look at the other tabs. */}
        <Tabs.Panel value="device">
          <DeviceTab view={view} onShow={show} />
        </Tabs.Panel>
        <Tabs.Panel value="batches" keepMounted={false}>
          <Suspense fallback={<SkeletonPage />}>
            <BatchesTab
              open={view.batch}
              onOpen={(batch) => show({ batch })}
              chosen={chosen}
              onChosenDone={() => setChosen(null)}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="templates" keepMounted={false}>
          <Suspense fallback={<SkeletonPage />}>
            <TemplatesTab onStarted={(batch) => show({ tab: 'batches', batch })} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
