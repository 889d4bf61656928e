import { Button } from '@mantine/core';
import { IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { exportUsers, kindsBelow } from '@voltloop/contract/calls/users.ts';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { EmptyState, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { KindIcon } from './kind-icon.tsx';
import { usePendingDeletes } from './pending-deletes.ts';
import { everyUser, usersPage } from './queries.ts';
import { useSetStates } from './use-set-states.ts';
import { UserActions } from './user-actions.tsx';
import { UserDialogs, type UserRequest } from './user-dialogs.tsx';
import { UserState } from './user-state.tsx';

const keyOf = (user: User) => user.id;

interface UsersListProps {
  screen: 'users' | 'endUsers';
  place: ListPlace<typeof usersList>;
  /** The account whose subtree is listed; null is the signed-in one. */
  under: string | null;
  request: UserRequest | null;
  onRequest: (request: UserRequest | null) => void;
}

/** The table of accounts with its filters and all actions. */
export function UsersList({ screen, place, under, request, onRequest }: UsersListProps) {
  const { t } = useTranslation('users');
  const me = useAccount();
  const format = useFormat();
  const found = useQuery(usersPage(me.tenantId, place));
  const gone = usePendingDeletes((state) => state.ids);
  const selection = useListSelection(place, keyOf);
  const setStates = useSetStates();

  const selected = selection.rows.filter(({ id }) => !gone.has(id));
  const drill = (id: string) => place.show({ under: id, direct: true });
  const menu = (user: User, active: boolean) => (
    <UserActions user={user} active={active} onRequest={onRequest} onDrill={drill} />
  );
  // End users have neither levels nor kinds of interest.
  const kinds = screen === 'users' ? kindsBelow(me.kind) : [];
  return (
    <>
      <DeclaredList
        list={usersList}
        place={place}
        label={t(`page.${screen}`)}
        found={found}
        keyOf={keyOf}
        gone={gone}
        views={screen}
        options={{ kind: kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })) }}
        without={kinds.length > 1 ? [] : ['kind', 'direct']}
        withoutColumns={screen === 'users' ? [] : ['kind', 'parent', 'children']}
        cells={{
          name: (user) => (
            <TwoLines icon={<KindIcon kind={user.kind} size={18} />} main={user.name} sub={user.user_name} />
          ),
          state: (user) => <UserState state={user.state} variant="plain" />,
        }}
        onOpen={(user) => onRequest({ what: 'edit', user })}
        menu={menu}
        rowHeight={52}
        card={(user, { active }) => (
          <ListCard
            title={
              <TwoLines
                icon={<KindIcon kind={user.kind} size={18} />}
                main={user.name}
                sub={`${t(`kind.${user.kind}`)} · ${user.user_name}`}
              />
            }
            menu={menu(user, active)}
          >
            <UserState state={user.state} />
            <span>
              {t('card.things', { count: user.things_total, total: format.number(user.things_total) })}
            </span>
            {user.children_total > 0 && (
              <Button
                variant="light"
                size="compact-sm"
                tabIndex={active ? 0 : -1}
                onClick={() => drill(user.id)}
              >
                {t('card.children', {
                  count: user.children_total,
                  total: format.number(user.children_total),
                })}
              </Button>
            )}
          </ListCard>
        )}
        cardHeight={112}
        empty={
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Button size="xs" onClick={() => onRequest({ what: 'create', under })}>
                {t(screen === 'users' ? 'create.button' : 'create.endUser')}
              </Button>
            }
          />
        }
        download={({ columns, ...file }) =>
          downloadFile(exportUsers, {
            params: { tenantId: me.tenantId },
            query: { ...place.wanted, ...file, columns: columns.join(',') },
          })
        }
        selection={selection}
        onSelectAll={async () => {
          const { list } = await everyUser(me.tenantId, place.wanted);
          selection.choose(list.filter(({ id }) => !gone.has(id)));
        }}
        bulk={
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUserCheck size={15} />}
              onClick={() => void setStates(selected, false).then(selection.clear)}
            >
              {t('action.enable')}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUserOff size={15} />}
              onClick={() => onRequest({ what: 'disable', users: selected })}
            >
              {t('action.disable')}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={15} />}
              onClick={() => onRequest({ what: 'delete', users: selected })}
            >
              {t('action.delete')}
            </Button>
          </>
        }
      />
      <BulkProgress />
      <UserDialogs
        request={request}
        screen={screen}
        onClose={() => onRequest(null)}
        onDone={selection.clear}
      />
    </>
  );
}
