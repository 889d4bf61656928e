import { useQuery } from '@tanstack/react-query';
import type { Menu, Role } from '@voltloop/contract/calls/roles.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import { Card, EmptyState, ErrorState, NoPermission, PageHeader, SkeletonRows } from '../../ui/index.ts';
import { MenuChooser } from './menu-chooser.tsx';
import { allRoles, everyMenu, menusOfRole } from './queries.ts';

/** The rights of one role: its menu entries and buttons. */
export default function RolePage() {
  const { t } = useTranslation('roles');
  const id = Number(useParams().id);
  const roles = useQuery(allRoles);
  const menus = useQuery(everyMenu);
  const given = useQuery({ ...menusOfRole(id), enabled: Number.isInteger(id) });
  const role = roles.data?.find((each) => each.id === id);
  useTabTitle(role && t('menusPage.tab', { name: role.name }));
  const error = roles.error ?? menus.error ?? given.error;
  if (isRefused(error)) return <NoPermission />;
  const onRetry = () => {
    for (const each of [roles, menus, given]) if (each.error) void each.refetch();
  };
  return (
    <>
      <PageHeader
        title={role?.name ?? t('page.title')}
        description={role?.description || t('menusPage.description')}
      />
      <Content
        role={role}
        found={!roles.isPending}
        menus={menus.data}
        given={given.data}
        error={error}
        onRetry={onRetry}
      />
    </>
  );
}

interface ContentProps {
  role: Role | undefined;
  /** Whether the list of roles has been loaded. */
  found: boolean;
  menus: readonly Menu[] | undefined;
  given: readonly number[] | undefined;
  error: unknown;
  onRetry: () => void;
}

function Content({ role, found, menus, given, error, onRetry }: ContentProps) {
  const { t } = useTranslation('roles');
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (found && !role)
    return (
      <Card>
        <EmptyState
          title={t('menusPage.gone')}
          action={<Link to="/backoffice/roles">{t('menusPage.back')}</Link>}
        />
      </Card>
    );
  if (!role || !menus || !given)
    return (
      <Card>
        <SkeletonRows rows={8} />
      </Card>
    );
  return <MenuChooser role={role} menus={menus} given={given} />;
}
