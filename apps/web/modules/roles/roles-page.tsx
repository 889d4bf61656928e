import { Button, Menu } from '@mantine/core';
import { IconCopy, IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '@voltloop/contract/calls/roles.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import { Card, EmptyState, NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { DeleteRole } from './delete-role.tsx';
import { rolesPage } from './queries.ts';
import RoleDialog, { type RoleWork } from './role-dialog.tsx';
import styles from './roles-page.module.css';

const NO_ROWS: readonly Role[] = [];
const PAGE_SIZE = 10;
type RoleRequest = RoleWork | { what: 'delete'; role: Role };

const number = (text: string | null, fallback: number) => {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 && value <= 10_000 ? value : fallback;
};

/** The roles of the back office with their numbers of rights and accounts. */
export default function RolesPage() {
  const { t } = useTranslation('roles');
  const location = useLocation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const mayChange = useRight(rights.roles.change);
  const [request, setRequest] = useState<RoleRequest | null>(null);
  const view = {
    name: (params.get('search') ?? '').slice(0, 50),
    page: number(params.get('page'), 1),
    size: Math.min(number(params.get('size'), PAGE_SIZE), 100),
  };
  const show = (next: Partial<typeof view>) => {
    const { name, page, size } = { ...view, page: 1, ...next };
    const url = new URLSearchParams();
    if (name) url.set('search', name);
    if (page > 1) url.set('page', String(page));
    if (size !== PAGE_SIZE) url.set('size', String(size));
    setParams(url, { replace: true, preventScrollReset: true });
  };
  const found = useQuery(rolesPage(view));
  const open = (role: Role) => void navigate(`/backoffice/roles/${role.id}`);
  const actions = (role: Role, active: boolean) => (
    <RoleActions role={role} active={active} onRequest={setRequest} />
  );
  const columns = useColumns(mayChange ? actions : null);
  const table = useTableView('roles', columns);
  const create = (
    <Button
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.8} />}
      onClick={() => setRequest({ what: 'create' })}
    >
      {t('create.button')}
    </Button>
  );
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <>
      <PageHeader title={t('page.title')} description={t('page.description')} tools={mayChange && create} />
      <Card padding="flush">
        <ListBar search={{ label: t('search'), value: view.name, onChange: (name) => show({ name }) }} />
        <DataTable<Role>
          label={t('page.title')}
          columns={columns}
          {...lookProps(table)}
          rows={found.data?.list ?? NO_ROWS}
          scrollKey={location.key}
          keyOf={(role) => String(role.id)}
          onOpen={open}
          {...queryProps(found)}
          rowHeight={52}
          card={(role, { active }) => (
            <div className={styles.card}>
              <TwoLines wrap main={role.name} sub={role.description} />
              {mayChange && actions(role, active)}
              <span className={styles.facts}>
                <AccountsLink role={role} active={active} />
                <span>{t('menus', { count: role.menus_total, total: role.menus_total })}</span>
              </span>
            </div>
          )}
          cardHeight={112}
          empty={
            view.name ? (
              <NoMatch
                title={t('empty.noMatch')}
                clear={t('empty.clear')}
                onClear={() => show({ name: '' })}
              />
            ) : (
              <EmptyState
                title={t('empty.title')}
                text={t('empty.text')}
                {...(mayChange ? { action: create } : {})}
              />
            )
          }
          footer={<Pager total={found.data?.total ?? 0} page={view.page} size={view.size} onChange={show} />}
        />
      </Card>
      {/* Unmounted without a transition: both may navigate, and a hidden page finishes no transition. */}
      {request && request.what !== 'delete' && <RoleDialog work={request} onClose={() => setRequest(null)} />}
      {request?.what === 'delete' && <DeleteRole role={request.role} onClose={() => setRequest(null)} />}
    </>
  );
}

/** Number of accounts with the role, linked to their list. */
function AccountsLink({ role, active }: { role: Role; active: boolean }) {
  const { t } = useTranslation('roles');
  const format = useFormat();
  const seesStaff = useRight(rights.staff.see);
  const text = t('accounts', { count: role.accounts_total, total: format.number(role.accounts_total) });
  if (!seesStaff || role.accounts_total === 0) return <span className={styles.none}>{text}</span>;
  return (
    <Link className={styles.link} to={`/backoffice/staff?role=${role.id}`} tabIndex={active ? 0 : -1}>
      {text}
    </Link>
  );
}

function useColumns(actions: ((role: Role, active: boolean) => ReactNode) | null): Column<Role>[] {
  const { t } = useTranslation('roles');
  const columns = useMemo<Column<Role>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        essential: true,
        minWidth: 220,
        grow: 3,
        cell: (role) => <TwoLines main={role.name} sub={role.description} />,
      },
      {
        id: 'menus',
        header: t('column.menus'),
        width: 160,
        cell: (role) => t('menus', { count: role.menus_total, total: role.menus_total }),
      },
      {
        id: 'accounts',
        header: t('column.accounts'),
        width: 140,
        cell: (role, { active }) => <AccountsLink role={role} active={active} />,
      },
    ],
    [t],
  );
  if (!actions) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: t('column.actions'),
      width: 52,
      chrome: true,
      cell: (role, { active }) => actions(role, active),
    },
  ];
}

function RoleActions({
  role,
  active,
  onRequest,
}: {
  role: Role;
  active: boolean;
  onRequest: (request: RoleRequest) => void;
}) {
  const { t } = useTranslation('roles');
  const navigate = useNavigate();
  const icon = { size: 16, stroke: 1.7 };
  return (
    <RowMenu label={t('action.menu', { name: role.name })} active={active}>
      {() => (
        <>
          <Menu.Item
            leftSection={<IconListCheck {...icon} />}
            onClick={() => void navigate(`/backoffice/roles/${role.id}`)}
          >
            {t('action.menus')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onRequest({ what: 'edit', role })}>
            {t('action.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onRequest({ what: 'copy', role })}>
            {t('action.copy')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--vl-danger-ink)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => onRequest({ what: 'delete', role })}
          >
            {t('action.delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
