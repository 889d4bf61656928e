import { Button } from '@mantine/core';
import { IconFileImport, IconLink, IconLinkOff, IconPlus } from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract/calls/things.ts';
import { devicesList } from '@voltloop/contract/lists/devices.list.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import { PageHeader, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import type { CellPlace } from '../../ui/table/data-table.tsx';
import { loadScanInto } from '../codes/index.ts';
import { NoDevices } from '../first-steps/index.ts';
import { BulkActions } from './bulk-actions.tsx';
import { DeviceCard } from './device-list/device-card.tsx';
import type { OpenDialog } from './device-list/device-dialogs.tsx';
import styles from './device-list/device-list.module.css';
import { mayRegister } from './device-list/may-register.ts';
import { devicePage, serverFilters } from './device-list/queries.ts';
import { type DeviceAction, DeviceMenuItems, mayManage } from './device-list/row-menu.tsx';
import { thingPath } from './monitoring-url.ts';
import { problemLevels } from './thing-problem.tsx';
import { thingStateList } from './thing-state.tsx';
import { useLazyThings } from './use-lazy-things.ts';
import { useThingCells } from './use-thing-cells.tsx';
import { devidOf, useThingSelection } from './use-thing-selection.ts';

const ScanInto = lazy(loadScanInto);
const DeviceDialogs = lazy(() => import('./device-list/device-dialogs.tsx'));
const loadInputs = () => import('./device-list/filter-inputs.tsx');
const VersionInput = lazy(async () => ({ default: (await loadInputs()).VersionInput }));
const AccountInput = lazy(async () => ({ default: (await loadInputs()).AccountInput }));

const { filters } = devicesList;
const hrefOf = ({ devid }: Thing) => thingPath(devid);

/** Every device of the account: search, bind, register and edit. Columns, filters and views are configurable. */
export default function DeviceListPage() {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const language = languageOf(format.language);
  const { tenantId, roleId } = useAccount();
  const place = useListPlace(devicesList);
  const { view, show } = place;

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
  const cells = useThingCells();
  const found = useLazyThings(tenantId, place.wanted, devicePage);
  const { selection, onSelectAll, download } = useThingSelection(place, serverFilters(place.wanted));
  const siteChip = useSiteChip(view.site ?? '');
  const versionInput = (id: 'sw' | 'hw') => (value: string, set: (version: string) => void) => (
    <Suspense>
      <VersionInput of={`${id}_version`} label={filters[id].label[language]} value={value} onChange={set} />
    </Suspense>
  );
  const close = () => setOpen(null);
  const openBinding = (what: 'bind' | 'unbind') => () => setOpen({ what, devids: [...selection.ids] });

  return (
    <div className={styles.page}>
      <DeclaredList
        list={devicesList}
        place={place}
        found={found}
        label={t('title')}
        keyOf={devidOf}
        header={
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
        }
        bar={
          <Suspense>
            <ScanInto onRead={(search) => show({ search })} />
          </Suspense>
        }
        options={{
          state: thingStateList.map(({ status }) => ({
            value: String(status),
            label: filters.state.values[status][language],
          })),
          problem: problemLevels.map((level) => ({
            value: String(level),
            label: filters.problem.values[level][language],
          })),
          devtype: [{ value: 'HE_BAT', label: 'HE_BAT' }],
        }}
        inputs={{
          sw: versionInput('sw'),
          hw: versionInput('hw'),
          account: (value, set) => (
            <Suspense>
              <AccountInput label={filters.account.label[language]} value={value} onChange={set} />
            </Suspense>
          ),
        }}
        without={mayManage(roleId) ? [] : ['account']}
        chips={{
          site: siteChip,
          ...(view.account === 'none' && { account: t('filter.none') }),
        }}
        cells={cells}
        hrefOf={hrefOf}
        menu={menu}
        rowHeight={48}
        maxHeight="max(320px, calc(100dvh - 320px))"
        card={card}
        cardHeight={84}
        empty={<NoDevices onRegister={() => setOpen({ what: 'register' })} />}
        counted={(total) => t('devices', { count: total, n: format.number(total) })}
        download={download}
        exportSelected={t('exportSelected')}
        selection={selection}
        onSelectAll={onSelectAll}
        bulk={
          <>
            <BulkActions devids={selection.ids} roleId={roleId} />
            {mayManage(roleId) && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconLink size={15} stroke={1.8} />}
                  onClick={openBinding('bind')}
                >
                  {t('menu.bind')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconLinkOff size={15} stroke={1.8} />}
                  onClick={openBinding('unbind')}
                >
                  {t('menu.unbind')}
                </Button>
              </>
            )}
          </>
        }
      />

      {used && (
        <Suspense>
          <DeviceDialogs
            open={open}
            tenantId={tenantId}
            roleId={roleId}
            onClose={close}
            onDeleted={(devid) => selection.chooseIds([...selection.ids].filter((each) => each !== devid))}
          />
        </Suspense>
      )}
    </div>
  );
}
