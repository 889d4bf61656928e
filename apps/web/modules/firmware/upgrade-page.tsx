import { Button } from '@mantine/core';
import { IconKey, IconUpload } from '@tabler/icons-react';
import type { PackageKind } from '@voltloop/contract/firmware-states.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { useChosenDevices } from '../../ui/devices/chosen-devices.ts';
import { Card, PageHeader, SkeletonRows } from '../../ui/index.ts';
import type { Choice } from './campaign-form.ts';
import { CampaignsCard } from './campaigns-card.tsx';
import { kindOf } from './kinds.ts';
import { PackageCards } from './package-cards.tsx';
import styles from './upgrade.module.css';

const DevicesCard = lazy(async () => ({ default: (await import('./devices-card.tsx')).DevicesCard }));
const StartDialog = lazy(() => import('./start-dialog.tsx'));
const UploadDialog = lazy(() => import('./upload-dialog.tsx'));
const PackagesDialog = lazy(() => import('./packages-dialog.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const CampaignDialog = lazy(() => import('./campaign-dialog.tsx'));

type Opened =
  | {
      what: 'start';
      kind: PackageKind;
      anyKind?: boolean;
      packageId: string | null;
      choice: Choice;
      onStarted?: () => void;
    }
  | { what: 'upload' }
  | { what: 'packages'; kind: PackageKind }
  | { what: 'keys' };

/** Firmware: packages, installed versions, and campaigns. */
export default function UpgradePage() {
  const { t } = useTranslation(['firmware', 'routes']);
  const { roleId } = useAccount();
  const [params, setParams] = useSearchParams();
  const kind = kindOf(params.get('kind'));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const showCampaign = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set('campaign', id);
    else next.delete('campaign');
    setParams(next, { replace: true, preventScrollReset: true });
  };
  useChosenDevices((devids) =>
    setOpened({
      what: 'start',
      kind,
      anyKind: true,
      packageId: null,
      choice: { things: devids },
    }),
  );
  const campaignId = params.get('campaign');
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('upgrade', { ns: 'routes' })}
        description={t('description')}
        tools={
          roleId <= 1 && (
            <>
              <Button
                variant="default"
                leftSection={<IconKey size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => setOpened({ what: 'keys' })}
              >
                {t('keys.button')}
              </Button>
              <Button
                leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => setOpened({ what: 'upload' })}
              >
                {t('upload.button')}
              </Button>
            </>
          )
        }
      />
      <PackageCards
        onHistory={(kind) => setOpened({ what: 'packages', kind })}
        onUpgrade={(kind, packageId, version) =>
          setOpened({ what: 'start', kind, packageId, choice: { filter: { below: version } } })
        }
      />
      <CampaignsCard onOpen={showCampaign} />
      <Suspense
        fallback={
          <Card title={t('devices.title')} description={t('devices.description')}>
            <SkeletonRows rows={8} />
          </Card>
        }
      >
        <DevicesCard
          onUpgrade={(choice, onStarted) =>
            setOpened({ what: 'start', kind, packageId: null, choice, onStarted })
          }
        />
      </Suspense>
      <Suspense fallback={null}>
        {opened?.what === 'start' && (
          <StartDialog
            kind={opened.kind}
            anyKind={opened.anyKind ?? false}
            packageId={opened.packageId}
            choice={opened.choice}
            onClose={close}
            onStarted={(id) => {
              opened.onStarted?.();
              close();
              showCampaign(id);
            }}
          />
        )}
        {opened?.what === 'upload' && (
          <UploadDialog onClose={close} onKeys={() => setOpened({ what: 'keys' })} />
        )}
        {opened?.what === 'packages' && <PackagesDialog kind={opened.kind} onClose={close} />}
        {opened?.what === 'keys' && <KeysDialog onClose={close} />}
        {campaignId && !opened && <CampaignDialog id={campaignId} onClose={() => showCampaign(null)} />}
      </Suspense>
    </div>
  );
}
