import { Button, NativeSelect } from '@mantine/core';
import { IconCopy, IconCpu, IconDownload, IconKey, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FirmwareStock,
  findFirmwarePage,
  firmwareFile,
} from '@voltloop/contract/calls/firmware-room.ts';
import type { PackageKind } from '@voltloop/contract/firmware-states.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatusBadge,
  type Tone,
  useFormat,
} from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { isRefused } from '../../../api/errors.ts';
import { copyText } from '../../../shell/copy-text.ts';
import { downloadFile } from '../../../shell/download-file.ts';
import { ListBar } from '../../../shell/list/list-bar.tsx';
import { queryProps } from '../../../shell/list/table-props.ts';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { toast } from '../../../shell/toast.ts';
import { fileSize } from '../../firmware/package-cards.tsx';
import { useAccount } from '../../firmware/queries.ts';
import { kindNames, kindOrder } from '../../firmware/upgrade-url.ts';
import styles from '../log/log.module.css';

const UploadDialog = lazy(() => import('../../firmware/upload-dialog.tsx'));
const KeysDialog = lazy(() => import('../../firmware/keys-dialog.tsx'));

/** Roles that bring packages in (contract `uploadPackage`). */
const PUBLISHERS = 1;
const SIZES = [20, 50, 100] as const;
const ROOM = 'firmware-room';
const tones: Record<FirmwareStock['state'], Tone> = {
  draft: 'neutral',
  published: 'ok',
  withdrawn: 'danger',
};

const packages = (kind: PackageKind | null, page: number, size: number) =>
  queryOptions({
    queryKey: [ROOM, kind, page, size],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(findFirmwarePage, { query: { page, size, ...(kind && { pkgtype: kind }) }, signal }),
  });

/** The firmware packages of the tenant as the back office sees them: what there is, signed by whom, and how far it went. */
export default function FirmwarePage() {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  const client = useQueryClient();
  const { roleId } = useAccount();
  const [params, setParams] = useSearchParams();
  const kind = kindOrder.find((each) => each === params.get('kind')) ?? null;
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const size = SIZES.find((each) => each === Number(params.get('size'))) ?? SIZES[0];
  const show = (next: Record<string, string | null>) =>
    setParams(
      (now) => {
        const query = new URLSearchParams(now);
        for (const [name, value] of Object.entries(next)) {
          if (value) query.set(name, value);
          else query.delete(name);
        }
        return query;
      },
      { replace: true, preventScrollReset: true },
    );
  const found = useQuery(packages(kind, page, size));
  const columns = useColumns();
  const [dialog, setDialog] = useState<'upload' | 'keys' | null>(null);
  const close = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: [ROOM] });
  };
  const open = params.get('package');
  const chosen = found.data?.list.find((each) => each.id === open) ?? null;
  const total = found.data?.total ?? 0;

  if (isRefused(found.error)) return <NoPermission />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          roleId <= PUBLISHERS && (
            <>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconKey size={16} stroke={1.8} />}
                onClick={() => setDialog('keys')}
              >
                {t('keys')}
              </Button>
              <Button
                size="sm"
                leftSection={<IconUpload size={16} stroke={1.8} />}
                onClick={() => setDialog('upload')}
              >
                {t('upload')}
              </Button>
            </>
          )
        }
      />
      <Card padding="flush">
        <ListBar className={styles.bar}>
          <NativeSelect
            size="xs"
            aria-label={t('column.kind')}
            value={kind ?? ''}
            onChange={(event) => show({ kind: event.currentTarget.value || null, page: null })}
            data={[
              { value: '', label: t('anyKind') },
              ...kindOrder.map((each) => ({
                value: each,
                label: t(`kind.${kindNames[each]}`, { ns: 'firmware' }),
              })),
            ]}
          />
        </ListBar>
        <DataTable<FirmwareStock>
          label={t('title')}
          columns={columns}
          rows={found.data?.list ?? []}
          keyOf={(each) => each.id}
          onOpen={(each) => show({ package: each.id })}
          {...queryProps(found)}
          card={(each) => <PackageCard pkg={each} />}
          cardHeight={72}
          empty={
            <EmptyState
              icon={<IconCpu size={22} stroke={1.6} />}
              title={t('none')}
              text={t(kind ? 'noneOfKind' : 'noneText')}
            />
          }
          footer={
            total > SIZES[0] && (
              <Pager
                page={page}
                size={size}
                sizes={SIZES}
                total={total}
                onChange={(next) => show({ page: String(next.page), size: String(next.size) })}
              />
            )
          }
        />
      </Card>
      <PackageDrawer pkg={chosen} onClose={() => show({ package: null })} />
      <Suspense>
        {dialog === 'upload' && <UploadDialog onClose={close} onKeys={() => setDialog('keys')} />}
        {dialog === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

function useColumns(): Column<FirmwareStock>[] {
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
          <StatusBadge tone={tones[pkg.state]} variant="plain">
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
    [t, format.language],
  );
}

function PackageCard({ pkg }: { pkg: FirmwareStock }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <span className={styles.main}>
        {t(`kind.${kindNames[pkg.pkgtype]}`)} {pkg.version}
      </span>
      <StatusBadge tone={tones[pkg.state]} variant="plain">
        {t(`package.state.${pkg.state}`)}
      </StatusBadge>
      <span className={styles.sub}>{format.date(pkg.publish_time ?? pkg.upload_time, 'dateTime')}</span>
      <span className={styles.sub}>{fileSize(pkg.size, format.number)}</span>
    </div>
  );
}

function PackageDrawer({ pkg, onClose }: { pkg: FirmwareStock | null; onClose: () => void }) {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  return (
    <SideDrawer
      opened={pkg !== null}
      onClose={onClose}
      title={t('detail')}
      closeLabel={t('close')}
      size={520}
      className={styles.drawer}
    >
      {pkg && <Detail pkg={pkg} />}
    </SideDrawer>
  );
}

function Detail({ pkg }: { pkg: FirmwareStock }) {
  const { t } = useTranslation(['firmwareRoom', 'firmware']);
  const format = useFormat();
  const copy = async (text: string) => {
    const copied = await copyText(text);
    toast[copied ? 'success' : 'warning']({ ns: 'firmwareRoom', key: copied ? 'copied' : 'notCopied' });
  };
  const { devices } = pkg;
  const facts: [string, string][] = [
    [t('column.size'), fileSize(pkg.size, format.number)],
    [t('hardware'), pkg.min_hw_version ?? t('anyHardware')],
    [t('column.published'), format.date(pkg.publish_time, 'dateTime')],
    [t('uploaded'), `${format.date(pkg.upload_time, 'dateTime')} ${pkg.uploaded_by ?? ''}`],
    [t('column.signed'), pkg.signed_by],
  ];
  return (
    <>
      <h2 className={styles.title}>
        {t(`kind.${kindNames[pkg.pkgtype]}`, { ns: 'firmware' })} {pkg.version}
      </h2>
      <StatusBadge tone={tones[pkg.state]}>{t(`package.state.${pkg.state}`, { ns: 'firmware' })}</StatusBadge>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.8} />}
          onClick={() =>
            void downloadFile(firmwareFile, {
              query: { id: pkg.id },
              fallbackName: `${pkg.pkgtype}-${pkg.version}.bin`,
            })
          }
        >
          {t('download')}
        </Button>
      </div>
      <section className={styles.part}>
        <h3>{t('note')}</h3>
        <p className={styles.text}>{pkg.release_note || t('noNote')}</p>
      </section>
      <section className={styles.part}>
        <h3>{t('upgrades')}</h3>
        <p className={styles.text}>
          {pkg.campaigns === 0
            ? t('noUpgrades')
            : t('upgradesText', {
                count: pkg.campaigns,
                campaigns: format.number(pkg.campaigns),
                total: format.number(devices.total),
                done: format.number(devices.done),
                failed: format.number(devices.failed),
                cancelled: format.number(devices.cancelled),
              })}
        </p>
      </section>
      <section className={styles.part}>
        <h3>{t('digest')}</h3>
        <dl className={styles.facts}>
          <dt>SHA-256</dt>
          <dd>
            <code className={styles.hash}>{pkg.sha256}</code>
          </dd>
          <dt>Ed25519</dt>
          <dd>
            <code className={styles.hash}>{pkg.signature}</code>
          </dd>
        </dl>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={15} stroke={1.8} />}
          onClick={() => void copy(pkg.sha256)}
        >
          {t('copy')}
        </Button>
      </section>
    </>
  );
}
