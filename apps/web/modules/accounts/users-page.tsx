import { Button, SegmentedControl } from '@mantine/core';
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { Card, PageHeader } from '../../ui/index.ts';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { InvitationsTab } from './invitations-tab.tsx';
import type { UserRequest } from './user-dialogs.tsx';
import { UserPath } from './user-path.tsx';
import { UsersList } from './users-list.tsx';
import styles from './users-page.module.css';
import { UsersTree } from './users-tree.tsx';

/** User Management: the accounts below the signed-in one as a tree and a table, and its invitations. */
export default function UsersPage() {
  return <UsersScreen screen="users" withTree />;
}

interface UsersScreenProps {
  screen: 'users' | 'endUsers';
  /** The accounts have several levels. */
  withTree?: boolean;
}

/** Both user pages. Only the tree differs: an installer has only end users, on one level. */
export function UsersScreen({ screen, withTree = false }: UsersScreenProps) {
  const { t } = useTranslation(['users', 'routes']);
  const me = useAccount();
  const [params, setParams] = useSearchParams();
  const place = useListPlace(usersList);
  const { view, show } = place;
  const tab = params.get('tab') === 'invitations' ? 'invitations' : 'users';
  const setTab = (next: string) =>
    setParams(next === 'invitations' ? { tab: next } : {}, { replace: true, preventScrollReset: true });
  const under = view.under === me.id ? null : view.under;
  const [request, setRequest] = useState<UserRequest | null>(null);
  const [inviting, setInviting] = useState(false);
  const list = (
    <UsersList screen={screen} place={place} under={under} request={request} onRequest={setRequest} />
  );

  return (
    <div className={styles.page}>
      <PageHeader
        title={t(screen, { ns: 'routes' })}
        description={t(`page.${screen}`)}
        tools={
          <>
            <SegmentedControl
              size="sm"
              aria-label={t('tab.label')}
              value={tab}
              onChange={setTab}
              data={[
                { value: 'users', label: t('tab.users') },
                { value: 'invitations', label: t('tab.invitations') },
              ]}
            />
            {tab === 'users' ? (
              <Button
                size="sm"
                leftSection={<IconUserPlus size={16} stroke={1.8} />}
                onClick={() => setRequest({ what: 'create', under })}
              >
                {t(screen === 'users' ? 'create.button' : 'create.endUser')}
              </Button>
            ) : (
              <Button
                size="sm"
                data-guide="invite"
                leftSection={<IconMailPlus size={16} stroke={1.8} />}
                onClick={() => setInviting(true)}
              >
                {t('invite.button')}
              </Button>
            )}
          </>
        }
      />
      {tab === 'invitations' ? (
        <InvitationsTab inviting={inviting} onInviting={setInviting} />
      ) : withTree ? (
        <div className={styles.split}>
          <Card className={styles.side} title={t('tree.title')}>
            <UsersTree
              label={t('tree.title')}
              tenantId={me.tenantId}
              rootId={me.id}
              selected={under}
              onSelect={({ id }) => show({ under: id === me.id ? null : id })}
            />
          </Card>
          <div className={styles.main}>
            <div className={styles.path}>
              <UserPath under={under} onOpen={(id) => show({ under: id, direct: true })} />
            </div>
            {list}
          </div>
        </div>
      ) : (
        list
      )}
    </div>
  );
}
