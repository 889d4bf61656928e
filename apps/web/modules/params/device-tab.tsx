import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog, EmptyState, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { DevicePanel } from './device-panel.tsx';
import { DevicePicker } from './device-picker.tsx';
import styles from './params.module.css';
import type { ParamsView } from './params-url.ts';
import { deviceParams } from './queries.ts';

interface DeviceTabProps {
  view: ParamsView;
  onShow: (next: Partial<ParamsView>) => void;
}

/** The choice of one device, and its parameters. */
export function DeviceTab({ view, onShow }: DeviceTabProps) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const found = useQuery({ ...deviceParams(tenantId, view.device), enabled: view.device !== '' });
  const [changes, setChanges] = useState(0);
  const [other, setOther] = useState<string | null>(null);
  const open = (devid: string) => {
    setChanges(0);
    onShow({ device: devid, group: '', view: 'settings' });
  };
  const thing = found.data;
  return (
    <div className={styles.page}>
      <Card>
        <div className={styles.picker}>
          <DevicePicker
            key={`${view.device} ${thing?.devname ?? ''}`}
            devid={view.device}
            devname={thing?.devname ?? ''}
            onPick={(devid) => {
              if (devid === view.device) return;
              if (changes > 0) setOther(devid);
              else open(devid);
            }}
          />
        </div>
      </Card>
      {view.device === '' ? (
        <Card>
          <EmptyState
            icon={<IconAdjustmentsHorizontal size={22} stroke={1.6} />}
            title={t('device.none')}
            text={t('device.noneText')}
          />
        </Card>
      ) : found.isPending ? (
        <Card>
          <SkeletonRows rows={6} />
        </Card>
      ) : !thing ? (
        <Card>
          <ErrorState error={found.error} title={t('device.gone')} onRetry={() => void found.refetch()} />
          <div className={styles.center}>
            <Button variant="subtle" onClick={() => open('')}>
              {t('device.another')}
            </Button>
          </div>
        </Card>
      ) : (
        <DevicePanel key={thing.devid} thing={thing} view={view} onShow={onShow} onChanges={setChanges} />
      )}
      <ConfirmDialog
        opened={other !== null}
        onClose={() => setOther(null)}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        danger
        onConfirm={() => {
          if (other !== null) open(other);
        }}
      >
        {t('leave.text', { count: changes, device: thing?.devname || view.device })}
      </ConfirmDialog>
    </div>
  );
}
