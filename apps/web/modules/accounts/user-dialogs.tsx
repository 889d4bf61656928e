import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { resetTwoFactor } from '@voltloop/contract/calls/self.ts';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, InWords } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useLast } from '../../ui/use-last.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { deleteLater } from './pending-deletes.ts';
import { useSetStates } from './use-set-states.ts';

/** The requested action and its accounts; opens its dialog. */
export type UserRequest =
  | { what: 'create'; under: string | null }
  | { what: 'edit' | 'reset' | 'twoFactor' | 'move' | 'things' | 'erase'; user: User }
  | { what: 'disable' | 'delete'; users: readonly User[] };

const UserDialog = lazy(() => import('./user-dialog.tsx'));
const ResetDialog = lazy(() => import('./reset-dialog.tsx'));
const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const EraseDialog = lazy(() => import('./erase-dialog.tsx'));
const ThingsDialog = lazy(() => import('./things-dialog.tsx'));

interface UserDialogsProps {
  request: UserRequest | null;
  screen: 'users' | 'endUsers';
  onClose: () => void;
  /** Called when an action on the selected rows is done. */
  onDone: () => void;
}

/** The dialogs of the user pages, each loaded when it first opens. */
export function UserDialogs({ request, screen, onClose, onDone }: UserDialogsProps) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const setStates = useSetStates();
  const users = request && 'users' in request ? request.users : [];
  const blocked = users.filter((user) => user.children_total > 0 || user.things_total > 0);
  // No explanation is needed: delete immediately, with Undo in the toast.
  const deletesImmediately = request?.what === 'delete' && blocked.length === 0;
  useEffect(() => {
    if (!deletesImmediately) return;
    deleteLater(tenantId, users, client);
    onDone();
    onClose();
  }, [deletesImmediately]);
  const last = useLast(request);
  const one = last && 'user' in last ? last.user : null;
  const is = (what: UserRequest['what']) => request?.what === what;

  const dropFactor = async (user: User | null) => {
    if (!user) return;
    try {
      await call(resetTwoFactor, { params: { tenantId, id: user.id } });
      toast.success({ ns: 'users', key: 'twoFactor.done', values: { name: user.name } });
    } catch (error) {
      const none = error instanceof ApiError && error.status === 409;
      throw none ? new InWords(t('twoFactor.none', { name: user.name })) : error;
    }
  };

  return (
    <>
      <Suspense>
        {last?.what === 'create' && (
          <UserDialog opened={is('create')} onClose={onClose} of={last} screen={screen} />
        )}
        {last?.what === 'edit' && (
          <UserDialog opened={is('edit')} onClose={onClose} of={last} screen={screen} />
        )}
        {one && last?.what === 'reset' && <ResetDialog opened={is('reset')} onClose={onClose} user={one} />}
        {one && last?.what === 'move' && <MoveDialog opened={is('move')} onClose={onClose} user={one} />}
        {one && last?.what === 'erase' && <EraseDialog opened={is('erase')} onClose={onClose} user={one} />}
        {one && last?.what === 'things' && (
          <ThingsDialog opened={is('things')} onClose={onClose} user={one} />
        )}
      </Suspense>
      <ConfirmDialog
        opened={is('disable')}
        onClose={onClose}
        danger
        title={t('disable.title')}
        confirmLabel={t('action.disable')}
        onConfirm={async () => {
          await setStates(users, true);
          onDone();
        }}
      >
        {last?.what === 'disable' &&
          (last.users.length === 1
            ? t('disable.text', { name: last.users[0]?.name ?? '' })
            : t('disable.textMany', { total: last.users.length }))}
      </ConfirmDialog>
      <ConfirmDialog
        opened={is('twoFactor')}
        onClose={onClose}
        danger
        title={t('twoFactor.title', { name: one?.name ?? '' })}
        confirmLabel={t('action.resetTwoFactor')}
        onConfirm={() => dropFactor(one)}
      >
        {t('twoFactor.text')}
      </ConfirmDialog>
      <DeleteDialog
        opened={is('delete') && !deletesImmediately}
        users={last?.what === 'delete' ? last.users : []}
        onClose={onClose}
        onDelete={(deletable) => {
          deleteLater(tenantId, deletable, client);
          onDone();
          onClose();
        }}
      />
    </>
  );
}
