import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FirmwarePackage, publishPackage, withdrawPackage } from '@voltloop/contract/calls/firmware.ts';
import type { PackageKind } from '@voltloop/contract/firmware-states.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { fileSize } from '../../ui/download/file-size.ts';
import { ConfirmDialog, Dialog, EmptyState, StatusBadge, useFormat } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryState } from '../../ui/states/query-state.tsx';
import { kindNames } from './kinds.ts';
import { packageTones } from './package-tones.ts';
import { firmwareKey, packagesOf } from './queries.ts';
import styles from './upgrade.module.css';

/** Every package of a kind, with digest and signature; publishers publish and withdraw here. */
export default function PackagesDialog({ kind, onClose }: { kind: PackageKind; onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const found = useQuery(packagesOf(tenantId, kind));
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('package.historyOf', { kind: t(`kind.${kindNames[kind]}`) })}
    >
      <QueryState of={found} rows={3}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState compact title={t('package.none')} text={t('package.noneText')} />
          ) : (
            <ul className={styles.history}>
              {list.map((pkg) => (
                <PackageItem key={pkg.id} pkg={pkg} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Dialog>
  );
}

function PackageItem({ pkg }: { pkg: FirmwarePackage }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const client = useQueryClient();
  const { tenantId, roleId } = useAccount();
  const [asking, setAsking] = useState(false);
  const invalidate = () => client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
  const publish = useMutation({
    mutationFn: () => call(publishPackage, { params: { tenantId, id: pkg.id } }),
    onSettled: invalidate,
  });
  const facts = [
    fileSize(pkg.size, format.number),
    pkg.min_hw_version && t('package.hardware', { version: pkg.min_hw_version }),
    format.date(pkg.publish_time ?? pkg.upload_time, 'dateTime'),
    pkg.uploaded_by,
    t('package.signedBy', { key: pkg.signed_by }),
  ];
  return (
    <li>
      <div className={jobsStyles.head}>
        <strong>{pkg.version}</strong>
        <StatusBadge tone={packageTones[pkg.state]}>{t(`package.state.${pkg.state}`)}</StatusBadge>
        {roleId <= 1 && pkg.state !== 'withdrawn' && (
          <span className={styles.itemActions}>
            {pkg.state === 'draft' && (
              <Button size="compact-sm" loading={publish.isPending} onClick={() => publish.mutate()}>
                {t('package.publish')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              {t('package.withdraw')}
            </Button>
          </span>
        )}
      </div>
      <div className={styles.muted}>{facts.filter(Boolean).join(' · ')}</div>
      {pkg.release_note && <p className={styles.noteFull}>{pkg.release_note}</p>}
      <details className={styles.digest}>
        <summary>{t('package.digest')}</summary>
        <dl>
          <dt>SHA-256</dt>
          <dd>{pkg.sha256}</dd>
          <dt>Ed25519</dt>
          <dd>{pkg.signature}</dd>
        </dl>
      </details>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('package.withdrawTitle', { version: pkg.version })}
        confirmLabel={t('package.withdraw')}
        danger
        onConfirm={async () => {
          await call(withdrawPackage, { params: { tenantId, id: pkg.id } });
          await invalidate();
        }}
      >
        {t('package.withdrawText')}
      </ConfirmDialog>
    </li>
  );
}
