import { Button, Select } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  exportStaff,
  resetStaffTwoFactor,
  type StaffMember,
  setStaffState,
} from '@voltloop/contract/calls/staff.ts';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, ConfirmDialog, EmptyState, NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { FilterChips } from '../../ui/list/filter-chips.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { lookProps, queryProps, sortProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import styles from '../../ui/person/users-list.module.css';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useLast } from '../../ui/use-last.ts';
import { UserState } from '../accounts/index.ts';
import { deleteLater, usePendingStaff } from './delete-later.ts';
import { staffChanged, staffPage, staffRoles } from './queries.ts';
import { type Act, StaffActions } from './staff-actions.tsx';
import { StaffName, useStaffColumns } from './staff-columns.tsx';
import {
  defaultStaffView,
  exportColumns,
  type StaffView,
  staffFilters,
  staffViewFromUrl,
  staffViewToUrl,
} from './staff-url.ts';

const CreateDialog = lazy(() => import('./create-dialog.tsx'));
const EditDialog = lazy(() => import('./edit-dialog.tsx'));
const ResetDialog = lazy(() => import('./reset-dialog.tsx'));

const NO_ROWS: readonly StaffMember[] = [];

/** The accounts of the back office, with all actions on them. */
export default function StaffPage() {
  const { t, i18n } = useTranslation(['staff', 'users']);
  const { tenantId } = useAccount();
  const format = useFormat();
  const location = useLocation();
  const client = useQueryClient();
  const mayInsert = useRight(rights.staff.insert);
  const mayExport = useRight(rights.staff.export);
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => staffViewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<StaffView>) =>
    setParams(staffViewToUrl({ ...view, page: 1, ...next }, params), {
      replace: true,
      preventScrollReset: true,
    });
  const found = useQuery(staffPage(tenantId, view));
  const roles = useQuery(staffRoles(tenantId));
  const pending = usePendingStaff((state) => state.ids);
  const [creating, setCreating] = useState(false);
  const [request, setRequest] = useState<{ act: Act; member: StaffMember } | null>(null);

  const rows = (found.data?.list ?? NO_ROWS).filter(({ id }) => !pending.has(id));
  const gone = (found.data?.list.length ?? 0) - rows.length;
  const act = (what: Act, member: StaffMember) => {
    if (what === 'delete') deleteLater(tenantId, member, client);
    else if (what === 'unlock') void setState(member, false).catch(notifyError);
    else setRequest({ act: what, member });
  };
  const setState = async ({ id, name }: StaffMember, disabled: boolean) => {
    await call(setStaffState, { params: { tenantId, id }, body: { disabled } });
    toast.success({ ns: 'staff', key: disabled ? 'lock.done' : 'unlock.done', values: { name } });
    await staffChanged(client);
  };
  const columns = useStaffColumns((member, active) => (
    <StaffActions member={member} active={active} onAct={act} />
  ));
  const table = useTableView('staff', columns);
  if (isRefused(found.error)) return <NoPermission />;

  const roleChoices = [
    ...(roles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    { value: String(BACK_OFFICE_ROLE_START), label: t('noRole') },
  ];
  const roleName = roleChoices.find(({ value }) => value === String(view.role))?.label ?? '…';
  const clear = () => show({ search: '', role: null, state: null });
  const chips = [
    ...(view.search
      ? [
          {
            id: 'search',
            text: t('chip.search', { text: view.search }),
            onRemove: () => show({ search: '' }),
          },
        ]
      : []),
    ...(view.role !== null ? [{ id: 'role', text: roleName, onRemove: () => show({ role: null }) }] : []),
    ...(view.state
      ? [
          {
            id: 'state',
            text: t(`state.${view.state}`, { ns: 'users' }),
            onRemove: () => show({ state: null }),
          },
        ]
      : []),
  ];
  const create = (
    <Button size="sm" leftSection={<IconUserPlus size={16} stroke={1.8} />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('page.title')} description={t('page.description')} tools={mayInsert && create} />
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen="staff" columns={columns} table={table}>
              {mayExport && (
                <ExportMenu
                  disabled={rows.length === 0}
                  onExport={(fileFormat) =>
                    downloadFile(exportStaff, {
                      params: { tenantId },
                      query: {
                        ...staffFilters(view),
                        columns: exportColumns(table.shown.map(({ id }) => id)).join(','),
                        format: fileFormat,
                        language: languageOf(i18n.language),
                        time_zone: format.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
                      },
                    })
                  }
                />
              )}
            </ListTools>
          }
        >
          <Select
            className={styles.select}
            aria-label={t('field.role')}
            placeholder={t('field.role')}
            clearable
            searchable
            value={view.role === null ? null : String(view.role)}
            onChange={(role) => show({ role: role === null ? null : Number(role) })}
            data={roleChoices}
          />
          <Select
            className={styles.select}
            aria-label={t('column.state')}
            placeholder={t('column.state')}
            clearable
            value={view.state}
            onChange={(state) => show({ state: state as StaffView['state'] })}
            data={(['active', 'never', 'disabled'] as const).map((state) => ({
              value: state,
              label: t(`state.${state}`, { ns: 'users' }),
            }))}
          />
        </ListBar>
        {chips.length > 0 && (
          <div className={styles.chips}>
            <FilterChips filters={chips} onClear={clear} />
          </div>
        )}
        <DataTable<StaffMember>
          label={t('page.title')}
          columns={columns}
          {...lookProps(table)}
          rows={rows}
          scrollKey={location.key}
          keyOf={(member) => member.id}
          {...sortProps(view, staffList.sort.by, defaultStaffView, show)}
          onOpen={(member) => act('edit', member)}
          {...queryProps(found)}
          rowHeight={52}
          card={(member, { active }) => (
            <div className={styles.card}>
              <StaffName member={member} />
              <StaffActions member={member} active={active} onAct={act} />
              <span className={styles.facts}>
                <UserState state={member.state} />
                <span>{member.role_name ?? t('noRole')}</span>
              </span>
            </div>
          )}
          cardHeight={104}
          empty={
            chips.length > 0 ? (
              <NoMatch title={t('empty.noMatch')} clear={t('empty.clear')} onClear={clear} />
            ) : (
              <EmptyState
                title={t('empty.title')}
                text={t('empty.text')}
                {...(mayInsert ? { action: create } : {})}
              />
            )
          }
          footer={
            <Pager
              total={Math.max((found.data?.total ?? 0) - gone, 0)}
              page={view.page}
              size={view.size}
              onChange={show}
            />
          }
        />
      </Card>
      <Suspense>
        {creating && <CreateDialog opened onClose={() => setCreating(false)} roleId={view.role} />}
      </Suspense>
      <StaffDialogs
        request={request}
        onClose={() => setRequest(null)}
        onLock={(member) => setState(member, true)}
      />
    </>
  );
}

interface StaffDialogsProps {
  request: { act: Act; member: StaffMember } | null;
  onClose: () => void;
  onLock: (member: StaffMember) => Promise<void>;
}

function StaffDialogs({ request, onClose, onLock }: StaffDialogsProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const last = useLast(request);
  if (!last) return null;
  const { act, member } = last;
  const opened = request !== null;
  return (
    <Suspense>
      {act === 'edit' && <EditDialog opened={opened} onClose={onClose} member={member} />}
      {act === 'reset' && <ResetDialog opened={opened} onClose={onClose} member={member} />}
      {act === 'lock' && (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          danger
          title={t('lock.title', { name: member.name })}
          confirmLabel={t('action.lock')}
          onConfirm={() => onLock(member)}
        >
          {t('lock.text')}
        </ConfirmDialog>
      )}
      {act === 'twoFactor' && (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          danger
          title={t('twoFactor.title', { name: member.name })}
          confirmLabel={t('action.twoFactor')}
          onConfirm={async () => {
            await call(resetStaffTwoFactor, { params: { tenantId, id: member.id } });
            toast.success({ ns: 'staff', key: 'twoFactor.done', values: { name: member.name } });
            await staffChanged(client);
          }}
        >
          {t('twoFactor.text')}
        </ConfirmDialog>
      )}
    </Suspense>
  );
}
