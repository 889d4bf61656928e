import { Button } from '@mantine/core';
import { IconFileImport, IconLink, IconLinkOff, IconPlus } from '@tabler/icons-react';
import { type Thing, thingSorts } from '@voltloop/contract/calls/things.ts';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import { Card, NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { lookProps, sortProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type CellPlace, DataTable } from '../../ui/table/data-table.tsx';
import { loadScanInto } from '../codes/index.ts';
import { NoDevices } from '../first-steps/index.ts';
import { BulkActions } from './bulk-actions.tsx';
import { useDeviceColumns } from './device-list/columns.tsx';
import { DeviceCard } from './device-list/device-card.tsx';
import type { OpenDialog } from './device-list/device-dialogs.tsx';
import styles from './device-list/device-list.module.css';
import { FilterPanel } from './device-list/filter-panel.tsx';
import {
  builtList,
  type FilterName,
  filtersInUse,
  type ListView,
  listFromUrl,
  listToUrl,
  serverFilters,
  withoutFilter,
} from './device-list/list-url.ts';
import { mayRegister } from './device-list/may-register.ts';
import { devicePage } from './device-list/queries.ts';
import { type DeviceAction, DeviceMenuItems, mayManage } from './device-list/row-menu.tsx';
import { thingPath } from './monitoring-url.ts';
import { problemLevels } from './thing-problem.tsx';
import { stateOf } from './thing-state.tsx';
import { useLazyThings } from './use-fleet.ts';
import { useThingSelection } from './use-thing-selection.ts';

const ScanInto = lazy(loadScanInto);
const DeviceDialogs = lazy(() => import('./device-list/device-dialogs.tsx'));

const NO_ROWS: readonly Thing[] = [];

/** Every device of the account: search, bind, register and edit. Columns, filters and views are configurable. */
export default function DeviceListPage() {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { tenantId, roleId } = useAccount();
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => listFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<ListView>) =>
    setParams(listToUrl({ ...view, ...next }, params), { replace: true, preventScrollReset: true });

  const [open, setOpen] = useState<OpenDialog>(null);
  // Dialogs stay mounted once one has been opened, for their closing animations.
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  const onAction = useCallback((action: DeviceAction, thing: Thing) => {
    setOpen(
      action === 'bind' || action === 'unbind'
        ? { what: action, devids: [thing.devid] }
        : { what: action, thing },
    );
  }, []);
  const menu = useCallback(
    (thing: Thing, active: boolean) => (
      <RowMenu label={t('menu.of', { name: thing.devname || thing.devid })} active={active} width={220}>
        {() => <DeviceMenuItems thing={thing} roleId={roleId} onAction={onAction} />}
      </RowMenu>
    ),
    [t, roleId, onAction],
  );
  const card = useCallback(
    (thing: Thing, { active }: CellPlace) => <DeviceCard thing={thing} menu={menu(thing, active)} />,
    [menu],
  );
  const columns = useDeviceColumns(menu);
  const table = useTableView('devices', columns);
  const selection = useThingSelection(serverFilters(view), table.shown);
  const list = useLazyThings(tenantId, view, devicePage);
  const chips = useChips(view, show);

  if (isRefused(list.error)) return <NoPermission />;
  const narrowed = view.search !== '' || filtersInUse(view).length > 0;
  const close = () => setOpen(null);

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          mayRegister(roleId) && (
            <>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconFileImport size={16} stroke={1.8} />}
                onClick={() => setOpen({ what: 'import' })}
              >
                {t('import.button')}
              </Button>
              <Button
                size="sm"
                data-guide="register-device"
                leftSection={<IconPlus size={16} stroke={1.8} />}
                onClick={() => setOpen({ what: 'register' })}
              >
                {t('register.button')}
              </Button>
            </>
          )
        }
      />
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen="devices" columns={columns} table={table}>
              <ExportMenu onExport={(what) => selection.exportList(what)} disabled={list.total === 0} />
            </ListTools>
          }
          chips={{ filters: chips, onClear: () => show(withoutFilter(view, 'all')) }}
        >
          <Suspense>
            <ScanInto onRead={(search) => show({ search })} />
          </Suspense>
          <FilterPanel view={view} tenantId={tenantId} roleId={roleId} onApply={show} />
        </ListBar>
        <DataTable<Thing>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={NO_ROWS}
          lazy={list}
          scrollKey={location.key + query}
          keyOf={(thing) => thing.devid}
          {...sortProps(view, thingSorts, builtList, show)}
          hrefOf={(thing) => thingPath(thing.devid)}
          selected={selection.selected}
          onSelectedChange={selection.setSelected}
          onSelectAll={() => void selection.selectAll()}
          loading={list.loading}
          fetching={list.fetching}
          error={list.error}
          onRetry={list.retry}
          rowHeight={48}
          maxHeight="max(320px, calc(100dvh - 320px))"
          card={card}
          cardHeight={84}
          empty={
            narrowed ? (
              <NoMatch
                title={t('noMatch')}
                text={t('noMatchText')}
                clear={t('clear')}
                onClear={() => show(builtList)}
              />
            ) : (
              <NoDevices onRegister={() => setOpen({ what: 'register' })} />
            )
          }
          footer={
            <span className={styles.total} role="status">
              {t('devices', { count: list.total, n: format.number(list.total) })}
            </span>
          }
        />
        <BulkBar
          count={selection.selected.size}
          total={list.total}
          onSelectAll={selection.selectAll}
          onClear={selection.clear}
        >
          <BulkActions devids={selection.selected} roleId={roleId} />
          {mayManage(roleId) && (
            <>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconLink size={15} stroke={1.8} />}
                onClick={() => setOpen({ what: 'bind', devids: [...selection.selected] })}
              >
                {t('menu.bind')}
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconLinkOff size={15} stroke={1.8} />}
                onClick={() => setOpen({ what: 'unbind', devids: [...selection.selected] })}
              >
                {t('menu.unbind')}
              </Button>
            </>
          )}
          <ExportMenu
            label={t('exportSelected')}
            onExport={(what) => selection.exportList(what, selection.selected)}
          />
        </BulkBar>
      </Card>

      {used && (
        <Suspense>
          <DeviceDialogs
            open={open}
            tenantId={tenantId}
            roleId={roleId}
            onClose={close}
            onDeleted={(devid) =>
              selection.setSelected(new Set([...selection.selected].filter((each) => each !== devid)))
            }
          />
        </Suspense>
      )}
    </div>
  );
}

/** The active filters, each with a button that removes it. */
function useChips(view: ListView, show: (next: Partial<ListView>) => void) {
  const { t } = useTranslation(['devices', 'things']);
  const { date } = useFormat();
  const siteChip = useSiteChip(view.site);
  const day = (text: string) => date(Date.parse(text), 'date', 'UTC');
  const words: Record<FilterName, () => string> = {
    state: () =>
      t('pair', {
        ns: 'common',
        name: t('filter.state'),
        value: t(`state.${stateOf(view.state ?? 0).name}`, { ns: 'things' }),
      }),
    problem: () =>
      t(problemLevels.find(({ level }) => level === view.problem)?.word ?? 'problem.any', { ns: 'things' }),
    sw: () => `${t('filter.sw')}: ${view.sw}`,
    hw: () => `${t('filter.hw')}: ${view.hw}`,
    from: () => `${t('filter.from')}: ${day(view.from)}`,
    to: () => `${t('filter.to')}: ${day(view.to)}`,
    devtype: () => `${t('filter.devtype')}: ${view.devtype}`,
    site: () => siteChip,
    account: () => (view.account === 'none' ? t('filter.none') : `${t('filter.account')}: ${view.account}`),
  };
  return filtersInUse(view).map((name) => ({
    id: name,
    text: words[name](),
    onRemove: () => show(withoutFilter(view, name)),
  }));
}
