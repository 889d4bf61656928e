import type { FirmwareStock } from '@voltloop/contract/calls/firmware-room.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/dialog/drawer-list.module.css';
import { fileSize } from '../../ui/download/file-size.ts';
import { NO_VALUE, StatusBadge, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { kindNames } from './kinds.ts';
import { packageTones } from './package-tones.ts';

export function usePackageColumns(): Column<FirmwareStock>[] {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  const format = useFormat();
  return useMemo<Column<FirmwareStock>[]>(
    () => [
      {
        id: 'kind',
        header: t('column.kind'),
        minWidth: 120,
        grow: 1,
        essential: true,
        cell: (pkg) => (
          <span className={styles.main}>{t(`kind.${kindNames[pkg.pkgtype]}`, { ns: 'firmware' })}</span>
        ),
      },
      { id: 'version', header: t('column.version'), width: 110, value: (pkg) => pkg.version },
      {
        id: 'state',
        header: t('column.state'),
        width: 116,
        cell: (pkg) => (
          <StatusBadge tone={packageTones[pkg.state]} variant="plain">
            {t(`package.state.${pkg.state}`, { ns: 'firmware' })}
          </StatusBadge>
        ),
      },
      {
        id: 'size',
        header: t('column.size'),
        width: 96,
        align: 'end',
        value: (pkg) => fileSize(pkg.size, format.number),
      },
      {
        id: 'sha256',
        header: 'SHA-256',
        width: 130,
        hideBelow: 900,
        cell: (pkg) => <code className={styles.cellCode}>{pkg.sha256.slice(0, 12)}…</code>,
      },
      {
        id: 'signed',
        header: t('column.signed'),
        minWidth: 110,
        grow: 1,
        hideBelow: 760,
        value: (pkg) => pkg.signed_by,
      },
      {
        id: 'progress',
        header: t('column.progress'),
        minWidth: 130,
        grow: 1,
        value: (pkg) =>
          pkg.campaigns === 0
            ? NO_VALUE
            : t('progress', {
                done: format.number(pkg.devices.done),
                total: format.number(pkg.devices.total),
              }),
      },
      {
        id: 'published',
        header: t('column.published'),
        width: 150,
        hideBelow: 640,
        value: (pkg) => format.date(pkg.publish_time, 'dateTime'),
      },
    ],
    [t, format],
  );
}

/** A package on a phone. */
export function PackageCard({ pkg }: { pkg: FirmwareStock }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <span className={styles.main}>
        {t(`kind.${kindNames[pkg.pkgtype]}`)} {pkg.version}
      </span>
      <StatusBadge tone={packageTones[pkg.state]} variant="plain">
        {t(`package.state.${pkg.state}`)}
      </StatusBadge>
      <span className={styles.sub}>{format.date(pkg.publish_time ?? pkg.upload_time, 'dateTime')}</span>
      <span className={styles.sub}>{fileSize(pkg.size, format.number)}</span>
    </div>
  );
}
