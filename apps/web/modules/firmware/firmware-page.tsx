import { Button, NativeSelect } from '@mantine/core';
import { IconCpu, IconKey, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FirmwareStock, findFirmwarePage } from '@voltloop/contract/calls/firmware-room.ts';
import type { PackageKind } from '@voltloop/contract/firmware-states.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/drawer-list.module.css';
import { Card, EmptyState, NoPermission, PageHeader } from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { queryProps } from '../../ui/list/table-props.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { kindNames, kindOrder } from './kinds.ts';
import { PackageCard, usePackageColumns } from './package-columns.tsx';
import { PackageDrawer } from './package-drawer.tsx';

const UploadDialog = lazy(() => import('./upload-dialog.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));

/** Roles that may upload packages (contract `uploadPackage`). */
const PUBLISHERS = 1;
const SIZES = [20, 50, 100] as const;
const PACKAGES = 'firmware-packages';

const packages = (kind: PackageKind | null, page: number, size: number) =>
  queryOptions({
    queryKey: [PACKAGES, kind, page, size],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(findFirmwarePage, { query: { page, size, ...(kind && { pkgtype: kind }) }, signal }),
  });

/** The firmware packages of the tenant in the back office: signatures and installation progress. */
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
  const columns = usePackageColumns();
  const [dialog, setDialog] = useState<'upload' | 'keys' | null>(null);
  const close = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: [PACKAGES] });
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
